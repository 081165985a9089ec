#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Plots what tuning gains: the time of each problem's plan by prediction over that of the fastest one, over the points of a
# transform. Prints the mean, and how well plans of several launches are predicted from their measured stages.
#     bench/tune_plot.sh TUNE.csv OUT.png     (TUNE.csv by `tcfft tune --csv`)
set -eu
here=$(dirname "$0")
data=$(mktemp)
trap 'rm -f "$data" "$data.origin"' EXIT
# $data has a line for each problem: points, gain, kind (1 complex, 2 real, 3 cosine), launches.
awk -F, -v data="$data" '
/^#/ {
  if (!heads++) origin = substr($0, 14) ", " substr($0, 3, 10)
  next
}
'"$(cat "$here/csv.awk")"'
!columns {
  columns = fields
  for (i = 1; i <= fields; i++) at[field[i]] = i
  next
}
{
  problem = field[at["problem"]]
  kind = problem ~ /^c2c/ ? 1 : problem ~ /^[rc]2[rc]/ ? 2 : 3
  sub(/^[^:]*:/, "", problem)
  sub(/[*:].*/, "", problem)
  points = 1
  for (i = split(problem, length_, "x"); i > 0; i--) points *= length_[i]
  estimated = field[at["estimated"]]
  if (estimated != "") {
    print points, estimated / field[at["measured"]], kind >data
    logs += log(estimated / field[at["measured"]])
    count++
  }
  for (i = 0; i < 2; i++) {
    other = i ? "other_" : ""
    whole = field[at[other "whole"]]
    if (whole == "" || field[at[other "launches"]] < 2) continue
    plans++
    error = field[at[other "stages"]] / whole - 1
    if (error < 0) error = -error
    tenth += error <= 0.1
    fifth += error <= 0.2
  }
}
END {
  print origin >(data ".origin")
  if (count) printf "%d problems, geometric mean of the gain %.3f\n", count, exp(logs / count)
  if (!plans) exit
  printf "%d plans of several launches: %.0f %% within 10 %% of their stages, ", plans, 100 * tenth / plans
  printf "%.0f %% within 20 %%\n", 100 * fifth / plans
}' "$1"
if [ ! -s "$data" ]; then
  echo "bench/tune_plot.sh: $1 has no plan by prediction that was timed" >&2
  exit 1
fi
gnuplot <<PLOT
set terminal pngcairo size 900,600
set output '$2'
set title "what tuning gains\n$(cat "$data.origin")" noenhanced
set logscale x 2
set logscale y 2
set format x '2^{%L}'
set xlabel 'points of a transform'
set ylabel 'time by prediction over the time of the fastest plan'
set grid
set key below height 1 noenhanced
plot 1 lc rgb "#808080" notitle, \
  "$data" using 1:(\$3 == 1 ? \$2 : 1/0) pt 7 lc rgb "#0060c0" title "complex", \
  "$data" using 1:(\$3 == 2 ? \$2 : 1/0) pt 5 lc rgb "#c04000" title "real", \
  "$data" using 1:(\$3 == 3 ? \$2 : 1/0) pt 9 lc rgb "#008040" title "cosine"
PLOT
# gnuplot does not report a full disk.
if [ "$(tail -c 8 "$2" | head -c 4)" != IEND ]; then
  echo "bench/tune_plot.sh: $2 is cut" >&2
  exit 1
fi
