#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Times tiles on the GPU and prints src/classic/cuda/tuned_rows.h. Needs the build that bench/gpu_check.sh build makes.
#     bench/tile_table.sh [PROBLEM..] >ROWS
# First JOBS (16) processes compile the programs in parallel; their times are not used. Then each problem is timed alone.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tool=${BUILD:-$root/build/gpu}/src/tcfft_cuda_tiles
jobs=${JOBS:-16}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows='20 24 30 32 36 40 48 60 64 77 81 91 96 100 120 128 143 180 240 256 300 343 360 400 512 540 625 720 729 1000 1001 1024
1331 1536 1920 2000 2048 2187 2197 2401 2560 3000 3072 3125 3600 4000 4096 4913 5000 6000 6561 7200 7776 8000 8192 9216 10000
12000 12288 14641 15625 16384'
primes='61 67 73 79 89 97 101 103 107 109 113 127 131 137 139 149 151 157 163 193 199 211 241 251 257 331 401 499 509 521 601 997
1009 1021 2039 4093 8191'
composites='74 85 94 106 122 134 146 202 254 289 514 1018 1022 2062 4097'
reals='64 100 128 200 256 360 512 1000 1024 2000 2048 4096 6000 8192 10000 16384'
shapes='128x1024 100x1000 256x1024 1000x1000 1024x1024 4096x4096 360x1000 240x1000 64x64 100x100 128x128 32x32 60x60 16x16
16x16x16 8x8'
long='32768 65536 262144 1048576 4194304 30000 59049 100000 390625 1000000 1594323 10000000'

long_reals='65536 131072 262144 524288 1048576 4194304 100000 1000000 30000'

points=67108864 # of all transforms of a problem, as in the sweep
problems() {
  for n in $rows $primes $composites $long; do echo "c2c:$n*$((points / n))"; done
  for n in $reals $long_reals; do echo "r2c:$n*$((2 * points / n))" && echo "c2r:$n*$((2 * points / n))"; done
  for shape in $shapes; do echo "c2c:$shape*$((points / $(echo "$shape" | sed 's/x/ * /g; s/^/(/; s/$/)/')))"; done
}

if [ $# -gt 0 ]; then printf '%s\n' "$@"; else problems; fi >"$work/problems"
split -n r/"$jobs" "$work/problems" "$work/part."
for part in "$work"/part.*; do "$tool" <"$part" >/dev/null & done
wait
"$tool" <"$work/problems" >"$work/rows"
cat <<'HEAD'
// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Rows of tuned.c: layout, kind, points; radices, transforms of a tile, threads of a transform; fraction of a copy's speed.
// clang-format off
HEAD
# If several problems have the same stage, its fastest row is kept.
sort -t, -k1,1 -k2,2 -k3,3n -k7,7r "$work/rows" | awk -F, '{
  axes = $4
  gsub(/[^x]/, "", axes)
  count = split($4, axis, "x")
  for (a = 1; count > 1 && a <= count; a++) {
    product = 1
    gsub(/[^0-9.]/, "", axis[a])
    radices = split(axis[a], radix, ".")
    for (r = 1; r <= radices; r++) product *= radix[r]
    axes = axes " " product
  }
  if (!seen[$1 $2 $3 axes]++) print
}'
echo '// clang-format on'
