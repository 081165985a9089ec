# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# What the scripts on the command share, sourced with its path in $tcfft: a folder of their own to work in, checks, small .npy files.
# With TCFFT_TEST_TURNS=3 a script runs in one run of three, others each time, and exits with 77 in the others.
turn=$(basename "$0" | cksum | cut -d' ' -f1)
[ $((($(date +%s) / 7 + turn) % ${TCFFT_TEST_TURNS:-1})) -eq 0 ] || { echo "skipped: another run's turn"; exit 77; }
bench=$(cd "$(dirname "$0")/../../bench" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAIL: $*" >&2
  sed 's/^/    /' err.txt | head -5 >&2
}

# run STATUS ARGUMENTS...: runs the command, keeps out.txt and err.txt, checks the exit status.
run() {
  wanted=$1
  shift
  checks=$((checks + 1))
  "$tcfft" "$@" >out.txt 2>err.txt </dev/null
  got=$?
  [ $got -eq "$wanted" ] || fail "tcfft $* exits with $got, not $wanted"
}

# Failures say why on stderr and print no result.
run_failing() {
  run "$@"
  [ -s err.txt ] || fail "tcfft $*: nothing on stderr"
}

says() {
  checks=$((checks + 1))
  grep -qiF -- "$1" "$2" || fail "'$1' is not in $2: $(head -3 "$2")"
}

# expect NAME GOT WANTED
expect() {
  checks=$((checks + 1))
  [ "$2" = "$3" ] || fail "$1: got $2, not $3"
}

absent() {
  checks=$((checks + 1))
  [ ! -e "$1" ] || fail "$1 was left behind"
}

nothing_left() {
  checks=$((checks + 1))
  [ -z "$(ls -A "$1")" ] || fail "left behind in $1: $(ls -A "$1")"
}

# npy FILE HEADER: a version 1 header of 128 bytes in all; the data is appended by the caller.
npy() {
  printf '\223NUMPY\001\000v\000%-117s\n' "$2" >"$1"
}

one='\0000\0000\0200\0077'
nil='\0000\0000\0000\0000'
npy impulse.npy "{'descr': '<c8', 'fortran_order': False, 'shape': (4,), }"
printf %b "$one$nil$nil$nil$nil$nil$nil$nil" >>impulse.npy

numbers() {
  tail -c "$2" "$1" | od -An -v -tf4 | tr -s ' \n' ' ' | sed 's/-0 /0 /g; s/^ //; s/ $//'
}

is_picture() {
  checks=$((checks + 1))
  [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] || fail "$1 is no PNG"
}

# The script's last command: finish CHECKS-AT-LEAST
finish() {
  echo "$checks checks, $failures failures"
  [ $checks -ge "$1" ] && [ $failures -eq 0 ]
}
