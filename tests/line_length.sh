#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Names the lines of C, CUDA and OpenCL sources that are too long. The formatter leaves comments as they are.
#     line_length.sh SOURCE-DIRECTORY
# tests/golden has headers of releases as they were.
set -eu
cd "$1"
long=$(find include src tests bench -path tests/golden -prune -o \
  \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cl' -o -name '*.[ch]pp' \) -print |
  xargs awk 'length($0) > 125 { print FILENAME ":" FNR ": " length($0) " columns" }')
[ -z "$long" ] || { echo "$long"; echo "lines have at most 125 columns (CONTRIBUTING.md)"; exit 1; }
