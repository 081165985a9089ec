# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Code that the scripts for pictures share, besides csv.awk. Needs -v table=contestants.h -v file=NAME-OF-THE-CSV. Defines
# contestant[1 .. contestants] (names); title[name] and style[name], the colour and points for gnuplot; curve_of(), a curve of gnuplot's
# plot command; and origin(), the machine and the date for a picture's title.
BEGIN {
  while ((getline text <table) > 0) {
    if (split(text, part, "\"") != 7) continue
    contestant[++contestants] = part[2]
    title[part[2]] = part[4]
    style[part[2]] = "linespoints lc rgb \"" part[6] "\" pt " contestants + 3
  }
  # If no comment line has the date, the name of the file gives it.
  date = file
  sub(/.*\//, "", date)
  date = date ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/ ? substr(date, 1, 10) : "date unknown"
}
/^# [0-9]/ && !dated++ { date = substr($1, 3) }
# A column of a file of numbers over its first column, drawn as a contestant.
function curve_of(path, column, name) { return "\"" path "\" using 1:" column " with " style[name] " title \"" title[name] "\"" }
function origin(device) {
  gsub(/["\\]/, "", device)
  return device ", " date
}
