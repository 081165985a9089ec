#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shim as a file: cuFFT's soname, every name of names.txt under cuFFT's version and no other function but the one that tells what
# it is, and no library of CUDA that the dynamic linker would have to find.
#     exports.sh LIBRARY names.txt
set -eu
library=$1
names=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dynamic=$(readelf -d "$library")
echo "$dynamic" | grep -q 'SONAME.*\[libcufft\.so\.12\]' || { echo "its soname is not libcufft.so.12" >&2; exit 1; }
if echo "$dynamic" | grep NEEDED | grep -E 'cuda|cudart|cufft|nvrtc|tcfft'; then
  echo "these libraries must not be needed" >&2
  exit 1
fi
# "name@@version" of each function.
readelf --dyn-syms -W "$library" | awk '$4 == "FUNC" && $7 != "UND" { print $8 }' | grep -v '@@TCFFT_EMULATED$' | LC_ALL=C sort >"$work/got"
{ sed 's/$/@@libcufft.so.12/' "$names"; echo tcfft_cufft_shim@@TCFFT_CUFFT; } | LC_ALL=C sort >"$work/wanted"
diff "$work/wanted" "$work/got"
readelf -V "$library" | grep -q 'Name: libcufft.so.12$' || { echo "no version libcufft.so.12" >&2; exit 1; }
for link in libcufft.so libtcfft_cufft.so; do
  [ "$(readlink "$(dirname "$library")/$link")" = libcufft.so.12 ] || { echo "$link is no link to it" >&2; exit 1; }
done
