#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The CSV of `tcfft accuracy` as a picture: everybody's relative L2 error on uniform data, over n at range 1 or over the range
# at one n, where Table 1 of Sorna et al. 2018 is drawn, too (it names no n). What is not finite lies on a line of its own.
#     bench/accuracy_plot.sh ACCURACY.csv OUT.png n|range [N, default 4096]
set -eu
over=$3
size=${4:-4096}
case $over in
  n) what='range 1' x='n' base=2 format='2^{%L}' ;;
  range) what="n = $size" x='range of the data' base=10 format='10^{%L}' ;;
  *)
    echo "bench/accuracy_plot.sh: '$over' is neither n nor range" >&2
    exit 2
    ;;
esac
data=$(mktemp)
trap 'rm -f "$data" "$data.curves"' EXIT
# $data: a line a point: x, everybody's error (? where there is none); $data.curves: what gnuplot draws of it. Everybody has
# the same colour in every picture.
awk -F, -v over="$over" -v size="$size" -v data="$data" '
function known(key, title) {
  curve[++curves] = key
  name[key] = title
}
function point(key, value) {
  if (value == "") return
  if (!(key in name)) known(key, key)
  error[x, key] = tolower(value) ~ /inf|nan/ ? 100 : value
  drawn[key] = 1
  seen[x] = 1
}
BEGIN {
  known("tensor", "tcfft tensor (split2)")
  known("half1", "tcfft half1")
  known("classic", "tcfft classic (FP32)")
  known("paper", "tcfft paper")
  known("cufft_rel_l2", "cuFFT FP32")
  known("cufft_half_rel_l2", "cuFFT FP16")
  known("published_splitting", "2018 paper: splitting")
  known("published_half_cufft", "2018 paper: cuFFT FP16")
}
/^#/ { next }
'"$(cat "$(dirname "$0")/csv.awk")"'
!columns {
  columns = fields
  for (i = 1; i <= fields; i++) {
    column[i] = field[i]
    at[field[i]] = i
  }
  next
}
field[at["input"]] == "uniform" && (over == "n" ? field[at["range"]] == 1 : field[at["n"]] == size) {
  x = field[at[over]]
  point(field[at["algorithm"]], field[at["rel_l2"]])
  for (i = 1; i <= columns; i++)
    if (column[i] ~ /._rel_l2$/ || (over == "range" && column[i] ~ /^published/)) point(column[i], field[i])
}
END {
  for (c = 1; c <= curves; c++) {
    if (!(curve[c] in drawn)) continue
    printf "%s\"%s\" using 1:%d with linespoints lc %d pt %d title \"%s\"", drawing++ ? ", " : "plot ", data, c + 1, c, c + 3,
      name[curve[c]] >(data ".curves")
  }
  for (x in seen) {
    line = x
    for (c = 1; c <= curves; c++) line = line " " ((x, curve[c]) in error ? error[x, curve[c]] : "?")
    print line | ("sort -g >\"" data "\"")
  }
}' "$1"
if [ ! -s "$data" ]; then
  echo "bench/accuracy_plot.sh: $1 has no row on uniform data with $what" >&2
  exit 1
fi
if grep -q ' 100\( \|$\)' "$data"; then top=300; else top='*'; fi
gnuplot <<PLOT
set terminal pngcairo size 900,500
set output '$2'
set datafile missing '?'
set title 'FFT against double precision, uniform data, $what'
set logscale x $base
set format x '$format'
set xlabel '$x'
set logscale y 10
set yrange [1e-8:$top]
set ytics 100
set format y '10^{%L}'
set ytics add ('inf, nan' 100, '1' 1)
set ylabel 'relative L2 error'
set grid
set key outside right top noenhanced
$(cat "$data.curves")
PLOT
