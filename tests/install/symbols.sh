#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shared library exports the public functions and nothing else. A change of symbols.txt is a change of the interface; an
# backend with functions of its own has a list of its own.
#     symbols.sh LIBRARY symbols.txt..
set -eu
library=$1
shift
got=$(mktemp)
trap 'rm -f "$got"' EXIT
nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' | LC_ALL=C sort -u >"$got"
[ -s "$got" ] || { echo "no symbols in $library" >&2; exit 1; }
# "<": listed and not there, ">": there and not listed.
LC_ALL=C sort "$@" | diff - "$got"
