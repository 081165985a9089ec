#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# A set of a sweep's CSV as a picture: everybody's share of a copy's speed over the number of points of a transform.
#     bench/sweep_plot.sh SWEEP.csv OUT.png [SET, default sweep_pow2]
set -eu
set=${3:-sweep_pow2}
data=$(mktemp)
trap 'rm -f "$data"' EXIT
# One line a row: points, our share, that of each peer (? where there is none). The first line names them.
awk -F, -v set="$set" '
/^#/ { next }
'"$(cat "$(dirname "$0")/csv.awk")"'
!columns {
  columns = fields
  line = "points tcfft"
  for (i = 1; i <= fields; i++) {
    at[field[i]] = i
    if (field[i] ~ /_ratio$/) { peer[++peers] = field[i]; line = line " " substr(field[i], 1, length(field[i]) - 6) }
  }
  print line
  next
}
field[at["set"]] == set && field[at["ms"]] != "" {
  problem = field[at["problem"]]
  sub(/^[^:]*:/, "", problem)
  sub(/[*:].*/, "", problem)
  points = 1
  for (i = split(problem, length_, "x"); i > 0; i--) points *= length_[i]
  share = field[at["copy_share"]]
  line = points " " share
  for (p = 1; p <= peers; p++) line = line " " (field[at[peer[p]]] == "" ? "?" : share / field[at[peer[p]]])
  print line
}' "$1" >"$data"
columns=$(head -1 "$data" | wc -w)
gnuplot <<PLOT
set terminal pngcairo size 900,500
set output '$2'
set datafile missing '?'
set title '$set' noenhanced
set logscale x 2
set format x '2^{%L}'
set xlabel 'points of a transform'
set ylabel 'share of the speed of a copy'
set yrange [0:1.1]
set grid
set key autotitle columnhead bottom left
plot for [i=2:$columns] '$data' using 1:i with linespoints pt 5+i
PLOT
