#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# How often sparse transforms are right: signals of many lengths, supports, amplitudes and noises, each drawn anew and transformed
# by a plan of its own, without fallback. Several processes share the rows, and what is done when the time is over is kept.
# On a GPU one process is best: several take turns of milliseconds there, and a signal is made by a copy for each tone (eight processes
# had no row of 2^27 samples after 200 seconds).
#     bench/sparse_reliability.sh TCFFT OUT.csv [DEVICE [PROCESSES [SECONDS]]]      default: host 1 86400
# SCALE divides the numbers of signals (1): 5000 of each of six cases, 300 of each of three with 2^27 samples (on GPUs alone), 500
# in each noise, 100 with 2^27 samples, and 500 with each other k than the true one. ONLY is an expression for the rows' options: only
# these rows. NOTE goes into the head of the CSV. The exit status is 1 if a result was verified and wrong.
set -u
tcfft=$(realpath "$1")
out=$2
device=${3:-host}
processes=${4:-1}
seconds=${5:-86400}
scale=${SCALE:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rows as options: the longest samples first, so that no process is left with one of them at the end.
row() { # signals, options
  signals=$(($1 / scale))
  shift
  [ $signals -gt 0 ] || signals=1
  echo "$* --runs $signals --seed $((17 + $(wc -l <"$work/rows")))" >>"$work/rows"
}
noises() { # samples, signals
  row "$2" --n "$1" --k 1000 --noise 20
  row "$2" --n "$1" --k 50 --noise 10
  row "$2" --n "$1" --k 50 --noise 0
}
: >"$work/rows"
if [ "$device" != host ]; then
  for k in 4000 1000 50; do
    for support in random clustered harmonic lattice; do
      for spread in 0 60; do row 38 --n 134217728 --k $k --support $support --spread $spread; done
    done
  done
  noises 134217728 100
fi
noises 4194304 500
noises 1048576 500
for case in "4194304 1000" "4194304 50" "1048576 200" "1048576 50" "65536 50" "65536 10"; do
  for support in random clustered harmonic lattice; do
    for spread in 0 60; do row 625 --n "${case% *}" --k "${case#* }" --support $support --spread $spread; done
  done
done

for given in 50 100 400 2000; do row 500 --n 1048576 --k 200 --given $given; done
for given in 250 500 2000 10000; do row 500 --n 4194304 --k 1000 --given $given; done
if [ -n "${ONLY:-}" ]; then
  grep -E -- "$ONLY" "$work/rows" >"$work/only"
  mv "$work/only" "$work/rows"
fi

# A process takes every so-manieth row, and its options are words.
end=$(($(date +%s) + seconds))
one_process() { # number
  awk -v p="$1" -v of="$processes" 'NR % of == p' "$work/rows" >"$work/rows.$1"
  while read -r options; do
    left=$((end - $(date +%s)))
    [ $left -gt 0 ] || return
    # shellcheck disable=SC2086
    timeout $left "$tcfft" sparse --reliability --device "$device" --note "${NOTE:-}" --csv "$work/row.$1" $options >/dev/null 2>>"$work/errors"
    [ -f "$work/row.$1" ] && mv "$work/row.$1" "$work/done.$1.$(date +%s%N)"
  done <"$work/rows.$1"
}
number=0
while [ $number -lt "$processes" ]; do
  one_process $number &
  number=$((number + 1))
done
wait
cat "$work/errors" 2>/dev/null
for file in "$work"/done.*; do
  [ -f "$file" ] || { echo "$0: no row was done" >&2 && exit 1; }
  grep -E '^(#|n,)' "$file" >"$work/head"
  grep -vE '^(#|n,)' "$file" >>"$work/body"
done
sort -t, -k1,1n -k2,2n -k6,6 -k4,4 -k5,5n "$work/body" | cat "$work/head" - >"$out"
awk -F, -v rows="$(wc -l <"$work/rows")" '!/^(#|n,)/ { done++; runs += $7; missed += $8; invented += $9; unverified += $10; wrong += $11 }
END {
  printf "%d of %d rows, %d signals: %d tones missed, %d invented, %d signals not verified, %d verified and wrong\n", done, rows, runs, missed,
         invented, unverified, wrong
  exit wrong > 0
}' "$out"
