#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The example of src/shim/README.md compiles without a warning, and `tcfft with` prints what the page says.
#     example.sh README.md C-COMPILER SOURCE-DIRECTORY TCFFT SHIM LIBCUFFT
set -eu
readme=$1
compiler=$2
source=$3
tcfft=$4
shim=$5
cufft=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$readme" >"$work/example.c"
lines=$(wc -l <"$work/example.c")
[ "$lines" -gt 10 ] && [ "$lines" -le 20 ] || { echo "the example has $lines lines" >&2; exit 1; }
"$compiler" -std=c11 -Wall -Wextra -Werror -I"$source/tests/shim/headers" -I"$source/src" "$work/example.c" -o "$work/example" "$cufft" -ldl
# A real cuFFT of this machine makes no handles without a GPU.
TCFFT_CUFFT_REAL='' "$tcfft" with --wait --shim "$shim" "$work/example" >"$work/out.txt" 2>&1
cat "$work/out.txt"
[ "$(wc -l <"$work/out.txt")" -eq 2 ] || { echo "two lines are wanted" >&2; exit 1; }
while read -r line; do
  grep -qxF -- "    $line" "$readme" || { echo "$readme does not say: $line" >&2; exit 1; }
done <"$work/out.txt"
