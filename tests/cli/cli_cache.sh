#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# tcfft cache: what is said of the folder of compiled programs, and what is removed from it.
#     cli_cache.sh PATH-OF-TCFFT
set -u
tcfft=$1
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"
unset XDG_CACHE_HOME TCFFT_CACHE_MB
umask 077

# value NAME: what stats says behind this word.
value() {
  sed -n "s/^$1  *//p" out.txt
}

run_failing 2 cache
says "stats or clear is missing" err.txt
run_failing 2 cache list
says "'list': stats or clear expected" err.txt
run_failing 2 cache clear stats
says "'stats': one argument expected" err.txt
run_failing 2 cache stats --text

# ------------------------------------------------------------------------------------------------ no cache

export TCFFT_CACHE=
for action in stats clear; do
  run 0 cache $action
  expect "cache $action without one" "$(cat out.txt)" "the cache is off: TCFFT_CACHE is empty"
done
unset TCFFT_CACHE
(unset HOME && "$tcfft" cache stats) >out.txt 2>err.txt
says "the cache is off: neither TCFFT_CACHE nor XDG_CACHE_HOME nor HOME names a folder" out.txt
TCFFT_CACHE=/$(printf '%05000d' 0)
export TCFFT_CACHE
run 0 cache stats
says "the cache is off: the folder's path is too long" out.txt
export TCFFT_CACHE="$work/impulse.npy"
for action in stats clear; do
  run_failing 1 cache $action
  says "impulse.npy: not a directory" err.txt
done

# ------------------------------------------------------------------------------------------------ what is there

export TCFFT_CACHE="$work/cache"
run 0 cache stats
expect "a folder that is not there" "$(value folder)" "$work/cache (does not exist yet)"
expect "files of none" "$(value files)" 0
expect "limit by itself" "$(value limit)" "256000000 (256 MB)"
run 0 cache clear
says "removed 0 files of 0 bytes" out.txt
absent cache

mkdir cache
name=0123456789abcdef0123456789abcde
for i in 0 1 2 3; do
  printf 12345 >cache/$name$i.cubin
done
touch -d '2001-02-03 04:05:06' cache/${name}1.cubin
touch -d '2031-02-03 04:05:06' cache/${name}2.cubin
printf 1234567 >cache/${name}0.cubin.AbCdEf
printf wisdom >cache/wisdom
printf other >cache/other.cubin
ln -s wisdom cache/${name}4.cubin
mkdir cache/${name}5.cubin
run 0 cache stats
expect "folder" "$(value folder)" "$work/cache"
expect "files" "$(value files)" 5
expect "bytes" "$(value bytes)" "27 (27 B)"
expect "oldest" "$(value oldest)" "2001-02-03 04:05:06"
expect "newest" "$(value newest)" "2031-02-03 04:05:06"
expect "refused: the folder of a file's name" "$(value refused)" 1
chmod 660 cache/${name}1.cubin
chmod 602 cache/${name}3.cubin cache/wisdom
run 0 cache stats
expect "refused: the same, two files, and a link to one" "$(value refused)" 4
chmod 775 cache
run 0 cache stats
expect "a folder that a group may write" "$(value folder)" "$work/cache (not used: others than its owner can write it)"
expect "all are refused" "$(value refused)" 6
expect "files of it" "$(value files)" 5
chmod 700 cache
if [ "$(id -u)" -eq 0 ]; then
  chown 65534 cache
  run 0 cache stats
  expect "another's folder" "$(value folder)" "$work/cache (not used: it belongs to another user)"
  chown 0 cache
  chown 65534 cache/${name}2.cubin
  run 0 cache stats
  expect "without another's file" "$(value files)" 4
  expect "another's file" "$(value refused)" 5
  chown 0 cache/${name}2.cubin
fi

export TCFFT_CACHE_MB=3
run 0 cache stats
expect "limit" "$(value limit)" "3000000 (3.00 MB)"
TCFFT_CACHE_MB=0
run 0 cache stats
expect "no limit" "$(value limit)" "0: nothing is stored"
TCFFT_CACHE_MB=some
run 0 cache stats
expect "what is no limit" "$(value limit)" "256000000 (256 MB)"

# ------------------------------------------------------------------------------------------------ what is removed

run 0 cache clear
expect "removal" "$(cat out.txt)" "removed 5 files of 27 bytes from $work/cache"
expect "what stays" "$(ls cache | tr '\n' ' ')" "${name}4.cubin ${name}5.cubin other.cubin wisdom "
run 0 cache clear
says "removed 0 files" out.txt
run 0 cache stats
expect "files afterwards" "$(value files)" 0
expect "no time without files" "$(value oldest)" ""
if [ "$(id -u)" -ne 0 ]; then # who may remove everything
  printf 12345 >cache/${name}0.cubin
  chmod 500 cache
  run_failing 1 cache clear
  says "permission denied; 0 files were removed" err.txt
  chmod 700 cache
fi

# In the place of the home, by a link.
unset TCFFT_CACHE
export HOME="$work/home"
mkdir -p home/.cache
ln -s "$work/cache" home/.cache/tcfft
printf 12345 >cache/${name}0.cubin
run 0 cache stats
expect "folder of the home" "$(value folder)" "$work/home/.cache/tcfft"
expect "files of the home" "$(value files)" 1
run 0 cache clear
absent cache/${name}0.cubin
finish 55
