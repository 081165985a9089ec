#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# What README.md shows of bench/results: its figure, and its numbers as the Markdown lines that stand there word for word
# (tests/install/readme.sh compares them).
#     bench/readme.sh figure OUT.png   speed over cuFFT FP32 against n, packed batched C2C of powers of two
#     bench/readme.sh numbers          means of the same rows; the table of errors
# TENSOR, CLASSIC and ACCURACY name other CSVs than those below.
set -eu
here=$(dirname "$0")
tensor=${TENSOR:-$here/results/2026-11-27_h100_ac9907e_tensor.csv}
classic=${CLASSIC:-$here/results/2026-11-27_h100_ac9907e_classic.csv}
accuracy=${ACCURACY:-$here/results/2026-11-21_h200_b913851_accuracy.csv}
if [ "$*" != numbers ] && { [ $# -ne 2 ] || [ "$1" != figure ]; }; then
  echo "usage: bench/readme.sh numbers | figure OUT.png" >&2
  exit 2
fi
data=$(mktemp)
trap 'rm -f "$data" "$data.curves" "$data.origin"' EXIT

# A CSV's header as at[name], then each row as field[at[name]].
columns=$(cat "$here/csv.awk")'
FNR == 1 { columns = 0 }
/^#/ { next }
!columns { columns = fields; for (i = 1; i <= fields; i++) at[field[i]] = i; next }'

# The rows of both algorithms, a line each: algorithm, n, cuFFT FP32 time over the time of tcfft, both relative L2 errors.
rows() {
  awk -F, "$columns"'
    field[at["problem"]] ~ /^c2c:[0-9]+[*][0-9]+(:tensor:split2|:classic)$/ && field[at["cufft_ratio"]] != "" {
      split(substr(field[at["problem"]], 5), size, /[*:]/)
      n = size[1]
      if (n >= 64 && n <= 2 ^ 24 && n * size[2] == 2 ^ 26 && log(n) / log(2) % 1 < 1e-9)
        print field[at["algorithm"]], n, field[at["cufft_ratio"]], field[at["rel_l2"]], field[at["cufft_rel_l2"]]
    }' "$tensor" "$classic"
}

numbers() {
  rows | awk '
    {
      rows[$1]++
      speed[$1] += log($3)
      error[$1] += log($4 / $5)
      if (!($1 in least) || $3 < least[$1]) least[$1] = $3
      if ($3 > most[$1]) most[$1] = $3
      if ($4 > $5) above++
    }
    function mean(sum, algorithm) { return exp(sum[algorithm] / rows[algorithm]) }
    END {
      printf "Geometric mean over 64 to 2^24 points: %.2f times the speed of cuFFT on tensor cores (%.2f to %.2f), %.2f by the\n",
        mean(speed, "tensor"), least["tensor"], most["tensor"], mean(speed, "classic")
      printf "FP32 kernels (%.2f to %.2f). The error is %.2f of that of cuFFT%s.\n", least["classic"], most["classic"],
        mean(error, "tensor"), above ? "" : " and below it at every length"
    }'
  echo
  echo "| n | classic | tensor | cuFFT FP32 | half1 | cuFFT FP16 |"
  echo "|---|---|---|---|---|---|"
  awk -F, "$columns"'
    field[at["kind"]] == "c2c" && field[at["input"]] == "uniform" && field[at["range"]] == 1 {
      n = field[at["n"]]
      error[n, field[at["algorithm"]]] = field[at["rel_l2"]]
      error[n, "cufft"] = field[at["cufft_rel_l2"]]
      error[n, "cufft_half"] = field[at["cufft_half_rel_l2"]]
    }
    END {
      for (n = 16; n <= 2 ^ 20; n *= 16)
        printf "| %d | %.1e | %.1e | %.1e | %.1e | %.1e |\n", n, error[n, "classic"], error[n, "tensor"], error[n, "cufft"],
          error[n, "half1"], error[n, "cufft_half"]
    }' "$accuracy" | sed 's/e-0/e-/g'
}

# One column a contender, ? where it has no row; the machine and the day are those of the tensor rows.
figure() {
  rows | awk -v data="$data" -v table="$here/contestants.h" -v file="$tensor" "$(cat "$here/plot.awk")"'
    { key = $1; ratio[$2, key] = $3; drawn[key] = 1 }
    END {
      for (c = 1; c <= contestants; c++) {
        key = contestant[c]
        if (key in drawn)
          printf ", \"%s\" using 1:%d with %s lw 2 title \"%s\"", data, ++curves + 1, style[key], title[key] >(data ".curves")
      }
      for (n = 64; n <= 2 ^ 24; n *= 2) {
        line = n
        for (c = 1; c <= contestants; c++) if (contestant[c] in drawn) line = line " " ((n, contestant[c]) in ratio ? ratio[n, contestant[c]] : "?")
        print line >data
      }
    }'
  colour=$(sed -n 's/.*"cufft", .*"\(#[0-9a-f]*\)".*/\1/p' "$here/contestants.h")
  origin=$(sed -n '1s/^# \([0-9-]*\)T[^,]*, \(.*), runtime [^,]*, cuFFT [0-9.]*\).*/\2, \1/p' "$tensor")
  gnuplot <<PLOT
set terminal pngcairo size 900,500
set output '$1'
set datafile missing '?'
set title "Speed over cuFFT FP32: batched complex FFTs of powers of two, 2^{26} points in each measurement\n{/*0.85 $origin}"
set logscale x 2
set format x '2^{%L}'
set xtics 64,4
set xrange [48:2 ** 24.5]
set xlabel 'length n of a transform (points)'
set ylabel 'speed over cuFFT FP32 (time of cuFFT / time of tcfft)'
set yrange [0.8:2.1]
set format y '%.1f'
set grid
set key top left Left reverse noenhanced
plot 1 with lines lc rgb "$colour" lw 2 title "cuFFT FP32"$(cat "$data.curves")
PLOT
  # gnuplot says nothing of a disk that is full.
  [ "$(tail -c 8 "$1" | head -c 4)" = IEND ] || { echo "bench/readme.sh: $1 is cut" >&2; exit 1; }
}

"$@"
