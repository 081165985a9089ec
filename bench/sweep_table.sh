#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Writes a sweep's CSV as Markdown: one table per set, with the fraction of a copy's speed that each library reaches (1 is the speed
# of one pass over memory), the ratios of times, the errors and the launches, and geometric means below the table.
#     bench/sweep_table.sh SWEEP.csv
set -eu
awk -F, '
/^#/ { print substr($0, 3) "\n"; next }
'"$(cat "$(dirname "$0")/csv.awk")"'
!columns {
  columns = fields
  for (i = 1; i <= fields; i++) {
    at[field[i]] = i
    if (field[i] ~ /_ratio$/) { peers++; peer[peers] = substr(field[i], 1, length(field[i]) - 6) }
  }
  next
}
function means(  p) {
  if (!rows) return
  printf "\ngeometric means over %d rows: fraction of copy %.3f", rows, exp(sum / rows)
  for (p = 1; p <= peers; p++) if (count[p]) printf ", ratio to %s %.3f (%d rows)", peer[p], exp(ratios[p] / count[p]), count[p]
  print "\n"
  rows = sum = 0
  for (p = 1; p <= peers; p++) ratios[p] = count[p] = 0
}
{
  if (field[at["set"]] != set || !begun) {
    means()
    set = field[at["set"]]
    begun = 1
    printf "### %s\n\n| problem | ms | fraction of copy |", set == "" ? "problems" : set
    for (p = 1; p <= peers; p++) printf " %s | ratio |", peer[p]
    printf " error |"
    for (p = 1; p <= peers; p++) printf " %s |", peer[p]
    printf " launches |\n|---|---|---|"
    for (p = 1; p <= peers; p++) printf "---|---|"
    printf "---|"
    for (p = 1; p <= peers; p++) printf "---|"
    print "---|"
  }
  problem = field[at["problem"]]
  if (field[at["ms"]] == "") { printf "| %s | %s |\n", problem, field[at["failure"]]; next }
  # Files of earlier versions have the column copy_share.
  fraction = field[at[("copy_fraction" in at) ? "copy_fraction" : "copy_share"]]
  rows++
  sum += log(fraction)
  printf "| %s | %.4g | %.2f |", problem, field[at["ms"]], fraction
  for (p = 1; p <= peers; p++) {
    ratio = field[at[peer[p] "_ratio"]]
    if (ratio == "") { printf " | |"; continue }
    printf " %.2f | %.2f |", fraction / ratio, ratio
    ratios[p] += log(ratio)
    count[p]++
  }
  printf " %.1e |", field[at["rel_l2"]]
  for (p = 1; p <= peers; p++) {
    error = field[at[peer[p] "_rel_l2"]]
    if (error == "") printf " |"
    else printf " %.1e |", error
  }
  printf " %s |\n", field[at["launches"]]
}
END { means() }
' "$1"
