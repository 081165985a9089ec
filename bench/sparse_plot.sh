#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Draws the CSV of `tcfft sparse --bench` as figures 5a to 5f of Wang, Chandrasekaran and Chapman, "cusFFT" (IPDPS 2016), all
# in one picture, and prints its rows as a Markdown table.
#     bench/sparse_plot.sh SPARSE.csv OUT.png [VOTING.csv|- [HOST.csv]]
# VOTING.csv: of the same device by --method voting, for figures 5a, 5b, 5e and 5f. HOST.csv: of the host, for figure 5d, if
# SPARSE.csv is a GPU's. A figure for which there are no rows is left out: 5a and 5c to 5e are over n at k = 1000, 5b and 5f
# over k at the longest n. Rows that were transformed as a whole are no sparse transforms, and have no time of one.
set -eu
here=$(dirname "$0")
out=$2
voting=${3:--}
host=${4:--}
data=$(mktemp)
trap 'rm -f "$data" "$data".*' EXIT
set -- "$1"
[ "$voting" = - ] || set -- "$@" role=voting "$voting"
[ "$host" = - ] || set -- "$@" role=host "$host"
# $data.5a and so on have a line for each x, followed by a value for each curve (? if there is none). $data.panels holds the
# commands for the figures, $data.layout rows, columns and the size of the picture, $data.origin the machine and the date.
awk -F, -v data="$data" -v table="$here/contestants.h" -v file="$1" -v role=own "$(cat "$here/plot.awk")"'
BEGIN {
  for (i = 1; i <= contestants; i++) style[contestant[i]] = style[contestant[i]] " lw 2"
  K = 1000
  quote = "\047"
  figures = split("5a 5b 5c 5d 5e 5f", figure, " ")
  head["5a"] = "time, k = " K
  head["5c"] = "speed-up, k = " K
  head["5d"] = "speed-up over FFTW on the host, k = " K
  head["5e"] = "peeling beside voting, k = " K
  head["5f"] = "mean error of a coefficient"
  label["5a"] = label["5b"] = "time (ms)"
  label["5c"] = "time of a whole transform / time of the sparse one"
  label["5d"] = "time of FFTW on the host / time of the sparse one"
  label["5e"] = "time by voting / time by peeling"
  label["5f"] = "error (1 = as large as the coefficient)"
}
FNR == 1 { columns = 0 }
/^# sparse transforms/ {
  device[role] = $2
  for (i = 3; i <= NF && $i !~ /^ 20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/; i++) device[role] = device[role] "," $i
  if (i <= NF && role == "own") date = substr($i, 2)
  sub(/^ /, "", device[role])
  peer[role] = /CUDA/ ? "cufft" : "fftw"
}
/^# method / { method[role] = $1; sub(/^# method /, "", method[role]) }
/^# peer / { peer[role] = $1; sub(/^# peer /, "", peer[role]) }
/^#/ { next }
'"$(cat "$here/csv.awk")"'
!columns {
  columns = fields
  for (i = 1; i <= fields; i++) at[field[i]] = i
  next
}
{
  n = field[at["n"]] + 0
  k = field[at["k"]] + 0
  if ((role, n, k) in seen) next
  seen[role, n, k] = 1
  if (role == "own") { row_n[++rows] = n; row_k[rows] = k }
  sparse[role, n, k] = field[at["status"]] == 2 ? 0 : field[at["sparse_ms"]]
  dense[role, n, k] = field[at["dense_ms"]]
  beside[role, n, k] = field[at["peer_ms"]]
  error[role, n, k] = sparse[role, n, k] > 0 ? field[at["error"]] : 0
  wrong[role, n, k] = field[at["missed"]] + field[at["invented"]]
}
function over(a, b) { return a > 0 && b > 0 ? a / b : 0 }
function reach(f, y) {
  if (!(f in most) || y > most[f]) most[f] = y
  if (!(f in least) || y < least[f]) least[f] = y
}
# A point of a figure on the curve of a contestant. Curves are in the order in which they are named first.
function point(f, x, key, y) {
  if (!((f, key) in named)) {
    named[f, key] = 1
    name[f, ++names[f]] = key
  }
  if (!(y > 0)) return
  drawn[f, key] = 1
  value[f, x, key] = y
  reach(f, y)
  if (!((f, x) in x_of)) x_of[f, x] = xs[f, ++points[f]] = x
  if (points[f] == 1 || x < first[f]) first[f] = x
  if (points[f] == 1 || x > last[f]) last[f] = x
}
function over_n(n) {
  point("5a", n, own, sparse["own", n, K])
  point("5a", n, other, sparse["voting", n, K])
  point("5a", n, "tcfft", dense["own", n, K])
  point("5a", n, peer["own"], beside["own", n, K])
  point("5c", n, "tcfft", over(dense["own", n, K], sparse["own", n, K]))
  if (peer["own"] != "fftw") point("5c", n, peer["own"], over(beside["own", n, K], sparse["own", n, K]))
  point("5d", n, "on_own", over(fftw(n, K), sparse["own", n, K]))
  point("5d", n, "on_host", over(fftw(n, K), sparse["host", n, K]))
  point("5e", n, other, over(sparse["voting", n, K], sparse["own", n, K]))
}
function over_k(k) {
  point("5b", k, own, sparse["own", longest_own, k])
  point("5b", k, other, sparse["voting", longest_own, k])
  point("5b", k, "tcfft", dense["own", longest_own, k])
  point("5b", k, peer["own"], beside["own", longest_own, k])
  point("5f", k, own, error["own", longest_own, k])
  point("5f", k, other, error["voting", longest_own, k])
}
function fftw(n, k) {
  if (peer["own"] == "fftw") return beside["own", n, k]
  return peer["host"] == "fftw" ? beside["host", n, k] : 0
}
function power(n,  e) {
  for (e = 0; n > 1 && n % 2 == 0; e++) n /= 2
  return n == 1 ? e : -1
}
function shown(n) { return power(n) < 0 ? n : "2^" power(n) }
function ms(t) { return t > 0 ? sprintf("%.3g", t) : "" }
function ratio(r) { return r > 0 ? sprintf("%.2f", r) : "" }
function cell(text) { line = line " " text " |" }
function put_line(  i, bars) {
  bars = gsub(/\|/, "|", line)
  print "|" line
  if (headed++) return
  for (line = "|"; bars > 0; bars--) line = line "---|"
  print line
}
function write_table(  i, n, k) {
  line = ""
  cell("n"); cell("k"); cell(title[own] " ms")
  if (voted) cell(title[other] " ms")
  cell("tcfft ms")
  if (compared) cell(title[peer["own"]] " ms")
  cell("over tcfft")
  if (compared) cell("over " title[peer["own"]])
  if (hosted) cell("over FFTW on the host")
  if (voted) cell("voting / peeling")
  cell("error"); cell("missed or invented")
  if (voted) { cell("error by voting"); cell("missed or invented by voting") }
  put_line()
  for (i = 1; i <= rows; i++) {
    n = row_n[i]
    k = row_k[i]
    line = ""
    cell(shown(n)); cell(k); cell(ms(sparse["own", n, k]))
    if (voted) cell(ms(sparse["voting", n, k]))
    cell(ms(dense["own", n, k]))
    if (compared) cell(ms(beside["own", n, k]))
    cell(ratio(over(dense["own", n, k], sparse["own", n, k])))
    if (compared) cell(ratio(over(beside["own", n, k], sparse["own", n, k])))
    if (hosted) cell(ratio(over(fftw(n, k), sparse["own", n, k])))
    if (voted) cell(ratio(over(sparse["voting", n, k], sparse["own", n, k])))
    cell(error["own", n, k] > 0 ? sprintf("%.1e", error["own", n, k]) : "")
    cell(wrong["own", n, k])
    if (voted) {
      cell(error["voting", n, k] > 0 ? sprintf("%.1e", error["voting", n, k]) : "")
      cell(wrong["voting", n, k])
    }
    put_line()
  }
}
function choose_curves(f,  i) {
  for (i = 1; i <= names[f]; i++) if ((f, name[f, i]) in drawn) key_of[f, ++curves[f]] = name[f, i]
}
function number(f, x, key) { return (f, x, key) in value ? value[f, x, key] : "?" }
function write_data(f,  p, c, text) {
  for (p = 1; p <= points[f]; p++) {
    text = xs[f, p]
    for (c = 1; c <= curves[f]; c++) text = text " " number(f, xs[f, p], key_of[f, c])
    print text | ("sort -g >\"" data "." f "\"")
  }
  close("sort -g >\"" data "." f "\"")
}
# gnuplot complains of a range that is one point, so every range is given.
function write_panel(f,  c, of_k) {
  of_k = f == "5b" || f == "5f"
  print "set title \"" f ": " head[f] "\" noenhanced" >panels
  print "set xlabel " quote (of_k ? "k (coefficients)" : "length n (samples)") quote >panels
  print "set ylabel " quote label[f] quote >panels
  print "set logscale x " (of_k ? 10 : 2) "\nset format x \"" (of_k ? "%g" : "2^{%L}") "\"" >panels
  printf "set xrange [%g:%g]\n", first[f] / 1.4, last[f] * 1.4 >panels
  if (f == "5f") printf "unset logscale y\nset format y \"%%.1e\"\nset yrange [0:%g]\n", 1.3 * most[f] >panels
  else printf "set logscale y 10\nset format y \"%%g\"\nset yrange [%g:%g]\n", least[f] / 1.5, most[f] * 1.5 >panels
  printf "plot " >panels
  if (f ~ /5[cde]/) printf "1 with lines lc rgb \"#000000\" dt 2 notitle, " >panels
  for (c = 1; c <= curves[f]; c++) printf "%s%s", (c > 1 ? ", " : ""), curve_of(data "." f, c + 1, key_of[f, c]) >panels
  print "" >panels
}
END {
  if (!rows) exit
  panels = data ".panels"
  own = method["own"] ~ /^voting/ ? method["own"] : "peeling"
  other = method["voting"] ~ /^voting/ ? method["voting"] : "voting"
  sub(/[ ,].*/, "", own)
  sub(/[ ,].*/, "", other)
  style["on_own"] = style[own]
  title["on_own"] = device["own"]
  style["on_host"] = style["fftw"]
  title["on_host"] = device["host"]
  for (i = 1; i <= rows; i++) {
    if (row_n[i] > longest_own) longest_own = row_n[i]
    if (beside["own", row_n[i], row_k[i]] > 0) compared = 1
    if (sparse["voting", row_n[i], row_k[i]] > 0) voted = 1
    if (peer["own"] != "fftw" && fftw(row_n[i], row_k[i]) > 0) hosted = 1
  }
  head["5b"] = "time, n = " shown(longest_own)
  head["5f"] = head["5f"] ", n = " shown(longest_own)
  for (i = 1; i <= rows; i++) {
    if (row_k[i] == K) over_n(row_n[i])
    if (row_n[i] == longest_own) over_k(row_k[i])
  }
  for (i = 1; i <= figures; i++) {
    choose_curves(figure[i])
    count += curves[figure[i]] > 0
  }
  for (i = 1; i <= figures; i++) {
    if (!curves[figure[i]]) continue
    if (figure[i] ~ /5[cde]/) reach(figure[i], 1)
    write_data(figure[i])
    write_panel(figure[i])
  }
  across = count > 4 ? 3 : count > 1 ? 2 : 1
  down = int((count + across - 1) / across)
  print down "," across " " 500 * across "," 430 * down >(data ".layout")
  print origin(device["own"]) >(data ".origin")
  print "<!-- " origin(device["own"]) (method["own"] ? ", method " method["own"] : "") " -->"
  write_table()
}' "$@" >"$data.table"
if [ ! -s "$data.panels" ]; then
  echo "bench/sparse_plot.sh: $1 has no row" >&2
  exit 1
fi
read -r layout size <"$data.layout"
gnuplot <<PLOT
set terminal pngcairo size $size font 'sans,10'
set output '$out'
set datafile missing '?'
set multiplot layout $layout title "sparse transforms beside whole ones, $(cat "$data.origin")" noenhanced
set grid
set key below height 1 noenhanced
$(cat "$data.panels")
unset multiplot
PLOT
# gnuplot does not report a full disk.
if [ "$(tail -c 8 "$out" | head -c 4)" != IEND ]; then
  echo "bench/sparse_plot.sh: $out is cut" >&2
  exit 1
fi
cat "$data.table"
