#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Measures both tables of "OpenCL Fast Fourier Transform" (Li 2012): one transform in Stockham steps of one radix through global
# memory. Table 1 has radix 2, 4 and 8 for n = 2^24, table 2 has radix 8 for n = 2^15 .. 2^27. GFLOP/s count 5 n log2 n. Each n is
# also measured as tcfft plans it ("auto"). DEVICE is as for --device, such as opencl or opencl:1.
#     bench/opencl_paper.sh DEVICE OUT.csv [PATH-OF-TCFFT]
set -eu
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "usage: bench/opencl_paper.sh DEVICE OUT.csv [PATH-OF-TCFFT]" >&2
  exit 2
fi
# What was measured on this machine before would be taken for what is predicted. TCFFT_WISDOM=FILE measures with it.
export TCFFT_WISDOM="${TCFFT_WISDOM-}"
device=$1
out=$2
tcfft=${3:-$(dirname "$0")/../build/host/src/cli/tcfft}
part=$(mktemp)
trap 'rm -f "$part" "$out.part"' EXIT
status=0
: >"$out.part"

# measure TABLE RADIX LOG2N..: appends rows to the table, with TABLE and RADIX as first columns.
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
