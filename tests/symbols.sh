#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shared library exports the public functions and nothing else. A change of symbols.txt is a change of the interface.
#     symbols.sh LIBRARY symbols.txt
set -eu
got=$(mktemp)
trap 'rm -f "$got"' EXIT
nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//' | LC_ALL=C sort -u >"$got"
[ -s "$got" ] || { echo "no symbols in $1" >&2; exit 1; }
# "<": listed and not there, ">": there and not listed.
LC_ALL=C sort "$2" | diff - "$got"
