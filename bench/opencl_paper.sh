#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Both tables of "OpenCL Fast Fourier Transform" (Li 2012): one transform by Stockham's steps of one radix through global
# memory, by radix 2, 4 and 8 for n = 2^24 (table 1) and by radix 8 for n = 2^15 .. 2^27 (table 2), in GFLOP/s by
# 5 n log2 n; beside each n what tcfft itself plans ("auto"). Of --device's devices, such as opencl or opencl:1.
#     bench/opencl_paper.sh DEVICE OUT.csv [PATH-OF-TCFFT]
set -eu
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "usage: bench/opencl_paper.sh DEVICE OUT.csv [PATH-OF-TCFFT]" >&2
  exit 2
fi
device=$1
out=$2
tcfft=${3:-$(dirname "$0")/../build/host/src/cli/tcfft}
part=$(mktemp)
trap 'rm -f "$part" "$out.part"' EXIT
status=0
: >"$out.part"

# measure TABLE RADIX LOG2N..: the rows go behind those that are there, with two columns before them.
measure() {
  table=$1
  radix=$2
  shift 2
  problems=
  for log2n in "$@"; do problems="$problems c2c:$((1 << log2n))"; done
  set -- --device "$device" --peers none --seconds 0.5 --note "table $table, radix $radix"
  [ "$radix" = auto ] || set -- "$@" --radix "$radix"
  echo "table $table, radix $radix"
  rm -f "$part"
  # shellcheck disable=SC2086
  "$tcfft" bench "$@" --csv "$part" $problems || status=1
  [ -f "$part" ] || return 0
  first=$([ -s "$out.part" ] || echo 1)
  awk -v table="$table" -v radix="$radix" -v first="$first" '
    /^#/ { if (first && !heads++) print; next }
    !columns++ { if (first) print "table,radix," $0; next }
    { print table "," radix "," $0 }' "$part" >>"$out.part"
}

for radix in 2 4 8 auto; do measure 1 $radix 24; done
for radix in 8 auto; do measure 2 $radix 15 18 21 24 27; done
mv "$out.part" "$out"
exit $status
