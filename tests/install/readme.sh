#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The README's first C example, at most 20 lines, compiles without a warning and runs.
#     readme.sh README.md C-COMPILER INCLUDE-DIRECTORY LIBRARY
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c$/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$1" >"$work/example.c"
lines=$(wc -l <"$work/example.c")
[ "$lines" -gt 0 ] || { echo "no \`\`\`c block in $1" >&2; exit 1; }
[ "$lines" -le 20 ] || { echo "the example has $lines lines, more than 20" >&2; exit 1; }
"$2" -std=c11 -Wall -Wextra -Werror -I"$3" "$work/example.c" -o "$work/example" "$4" -Wl,-rpath,"$(dirname "$4")" -lm
"$work/example"
