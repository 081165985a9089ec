#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# A program that has more rights than its caller takes no names of files from the caller's environment.
#     privileged.sh PROGRAM FILE     FILE: what PROGRAM says of the file that TCFFT_OPENCL names, where it may ("file", "no file")
set -eu
program=$1
file=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TCFFT_OPENCL=/nowhere/libOpenCL.so

expect() { # WANTED PROGRAM WITH..: with these variables of the environment, and none of the others
  wanted=$1
  shift
  got=$(env -u TCFFT_CACHE -u XDG_CACHE_HOME -u HOME "$@")
  [ "$got" = "$wanted" ] || { echo "$*: \"$got\", not \"$wanted\"" >&2; exit 1; }
}

expect "plain:no cache:$file" "$program"
for variable in TCFFT_CACHE XDG_CACHE_HOME HOME; do
  expect "plain:cache:$file" "$variable=$work" "$program"
done

# The program is given to another user if the test runs as root, else to another group, if the user is in several.
cp "$program" "$work/program"
if [ "$(id -u)" -eq 0 ]; then
  chown 65534 "$work/program"
  chmod 4755 "$work/program"
else
  group=$(id -G | tr ' ' '\n' | grep -vx "$(id -g)" | head -n 1)
  [ -n "$group" ] || { echo "skipped: only root or a member of several groups can give a program other rights"; exit 77; }
  chgrp "$group" "$work/program"
  chmod 2755 "$work/program"
fi
case $("$work/program") in
  plain:*) echo "skipped: programs get no other rights here (a file system or a container without set-user-id)"; exit 77 ;;
esac
for variable in TCFFT_CACHE XDG_CACHE_HOME HOME; do
  expect "privileged:no cache:no file" "$variable=$work" "$work/program"
done
