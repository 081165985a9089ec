#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Plots the CSV of `tcfft accuracy`: the relative L2 error of every contestant on uniform data, either over n at range 1, or over
# the range at one n. The picture over the range also shows Table 1 of Sorna et al. 2018, which does not say its n. Errors that are
# not finite lie on a line of their own.
#     bench/accuracy_plot.sh ACCURACY.csv OUT.png n|range [N, default 4096]
set -eu
over=$3
size=${4:-4096}
case $over in
  n) what='range 1' x='length n (points)' base=2 format='2^{%L}' ;;
  range) what="n = $size" x='range r of the data (values from -r to r)' base=10 format='10^{%L}' ;;
  *)
    echo "bench/accuracy_plot.sh: '$over' is neither n nor range" >&2
    exit 2
    ;;
esac
here=$(dirname "$0")
data=$(mktemp)
trap 'rm -f "$data" "$data.curves" "$data.origin"' EXIT
# $data has a line for each x, followed by the error of each contestant (? if there is none). $data.curves holds gnuplot's plot
# command, $data.origin the machine and the date.
awk -F, -v over="$over" -v size="$size" -v data="$data" -v table="$here/contestants.h" -v file="$1" "$(cat "$here/plot.awk")"'
function point(key, value) {
  if (value == "") return
  if (!(key in title)) {
    contestant[++contestants] = key
    title[key] = key
    style[key] = "linespoints lc rgb \"#000000\" pt " contestants + 3
  }
  error[x, key] = tolower(value) ~ /inf|nan/ ? 100 : value
  drawn[key] = 1
  seen[x] = 1
}
/^#/ { next }
'"$(cat "$here/csv.awk")"'
!columns {
  columns = fields
  for (i = 1; i <= fields; i++) {
    column[i] = field[i]
    at[field[i]] = i
  }
  next
}
field[at["input"]] == "uniform" && (over == "n" ? field[at["range"]] == 1 : field[at["n"]] == size) {
  device = field[at["device"]]
  x = field[at[over]]
  point(field[at["algorithm"]], field[at["rel_l2"]])
  for (i = 1; i <= columns; i++) {
    if (column[i] ~ /._rel_l2$/) point(substr(column[i], 1, length(column[i]) - 7), field[i])
    if (over == "range" && column[i] ~ /^published/) point(column[i], field[i])
  }
}
END {
  for (c = 1; c <= contestants; c++) {
    key = contestant[c]
    if (!(key in drawn)) continue
    printf "%s%s", drawing++ ? ", " : "plot ", curve_of(data, c + 1, key) >(data ".curves")
  }
  for (x in seen) {
    line = x
    for (c = 1; c <= contestants; c++) line = line " " ((x, contestant[c]) in error ? error[x, contestant[c]] : "?")
    print line | ("sort -g >\"" data "\"")
  }
  print origin(device) >(data ".origin")
}' "$1"
if [ ! -s "$data" ]; then
  echo "bench/accuracy_plot.sh: $1 has no row on uniform data with $what" >&2
  exit 1
fi
if grep -q ' 100\( \|$\)' "$data"; then top=300; else top='*'; fi
gnuplot <<PLOT
set terminal pngcairo size 900,600
set output '$2'
set datafile missing '?'
set title "FFT against double precision, uniform data, $what\n$(cat "$data.origin")" noenhanced
set logscale x $base
set format x '$format'
set xlabel '$x'
set logscale y 10
set yrange [1e-8:$top]
set ytics 100
set format y '10^{%L}'
set ytics add ('inf, nan' 100, '1' 1)
set ylabel 'relative L2 error (1 = as large as the result)'
set grid
set key below height 1 noenhanced
$(cat "$data.curves")
PLOT
# gnuplot does not report a full disk.
if [ "$(tail -c 8 "$2" | head -c 4)" != IEND ]; then
  echo "bench/accuracy_plot.sh: $2 is cut" >&2
  exit 1
fi
