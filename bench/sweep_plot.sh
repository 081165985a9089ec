#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Plots one set of a sweep's CSV: the fraction of a copy's speed that every contestant reaches, over the points of a transform.
#     bench/sweep_plot.sh SWEEP.csv OUT.png [SET, default sweep_pow2]
set -eu
set=${3:-sweep_pow2}
here=$(dirname "$0")
data=$(mktemp)
trap 'rm -f "$data" "$data.curves" "$data.origin"' EXIT
# $data has a line for each row: points, tcfft's fraction, that of each peer (? if there is none). $data.curves holds gnuplot's plot
# command, $data.origin the machine and the date.
awk -F, -v set="$set" -v data="$data" -v table="$here/contestants.h" -v file="$1" "$(cat "$here/plot.awk")"'
function curve(name) {
  if (!(name in title)) {
    title[name] = name
    style[name] = "linespoints lc rgb \"#000000\" pt " ++contestants + 3
  }
  printf "%s%s", curves ? ", " : "plot ", curve_of(data, curves + 2, name) >(data ".curves")
  curves++
}
/^#/ { next }
'"$(cat "$here/csv.awk")"'
!columns {
  columns = fields
  curve("tcfft")
  for (i = 1; i <= fields; i++) {
    at[field[i]] = i
    if (field[i] ~ /_ratio$/) {
      peer[++peers] = field[i]
      curve(substr(field[i], 1, length(field[i]) - 6))
    }
  }
  next
}
field[at["set"]] == set && field[at["ms"]] != "" {
  device = field[at["device"]]
  problem = field[at["problem"]]
  sub(/^[^:]*:/, "", problem)
  sub(/[*:].*/, "", problem)
  points = 1
  for (i = split(problem, length_, "x"); i > 0; i--) points *= length_[i]
  # Files of earlier versions have the column copy_share.
  fraction = field[at[("copy_fraction" in at) ? "copy_fraction" : "copy_share"]]
  line = points " " fraction
  for (p = 1; p <= peers; p++) line = line " " (field[at[peer[p]]] == "" ? "?" : fraction / field[at[peer[p]]])
  print line >data
}
END { print origin(device) >(data ".origin") }' "$1"
if [ ! -s "$data" ]; then
  echo "bench/sweep_plot.sh: $1 has no row of the set $set" >&2
  exit 1
fi
gnuplot <<PLOT
set terminal pngcairo size 900,600
set output '$2'
set datafile missing '?'
set title "speed of FFTs, set $set\n$(cat "$data.origin")" noenhanced
set logscale x 2
set format x '2^{%L}'
set xlabel 'points of a transform'
set ylabel 'fraction of the speed of a copy (1 = as fast as a copy)'
set yrange [0:1.1]
set grid
set key below height 1 noenhanced
$(cat "$data.curves")
PLOT
# gnuplot does not report a full disk.
if [ "$(tail -c 8 "$2" | head -c 4)" != IEND ]; then
  echo "bench/sweep_plot.sh: $2 is cut" >&2
  exit 1
fi
