#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Measures the host backend and writes bench/results/DATE_host_COMMIT_NAME.csv and .txt: every bench set beside FFTW with one
# thread, batches with one and with two threads, and the accuracy tables. The machine should do nothing else meanwhile.
#     bench/host_results.sh [PATH-OF-TCFFT]
set -eu
cd "$(dirname "$0")/.."
# What was measured on this machine before would be taken for what is predicted. TCFFT_WISDOM=FILE measures with it.
export TCFFT_WISDOM="${TCFFT_WISDOM-}"
tcfft=${1:-build/host/src/cli/tcfft}
prefix=bench/results/$(date +%F)_host_$(git rev-parse --short HEAD)

{
  date -u
  git log -1 --format='commit %H'
  "$tcfft" info
  "$tcfft" info --text
} >"${prefix}_machine.txt"
for set in pow2 smooth primes real nd; do
  "$tcfft" bench --set "$set" --seconds 0.3 --csv "${prefix}_$set.csv" >"${prefix}_$set.txt"
done
batches="c2c:256*4096 c2c:1024*1024 c2c:1000*1000 c2c:4096*256 c2c:16384*64 c2c:65536*16 r2c:1024*1024 c2c:1009*1000"
for threads in 1 2; do
  # shellcheck disable=SC2086
  "$tcfft" bench --threads $threads --peers none --seconds 0.5 --csv "${prefix}_threads$threads.csv" $batches >"${prefix}_threads$threads.txt"
done
"$tcfft" accuracy --csv "${prefix}_accuracy.csv" >"${prefix}_accuracy.txt"
"$tcfft" accuracy --sizes 4:2^20 --ranges 1e-30,1e-9,1,1e9,1e30 --algorithm classic,tensor,half1 --csv "${prefix}_ranges.csv" >/dev/null
"$tcfft" accuracy --sizes 5,7,11,13,17,31,61,127,257,509,1009,2039,4093,8191,16381,32749,65521,131071,262139,524287,1048573 \
  --ranges 1e-30,1,1e30 --algorithm classic,tensor --csv "${prefix}_primes_accuracy.csv" >/dev/null
grep -h 'geometric mean' "${prefix}"_*.txt
