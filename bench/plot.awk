# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# What pictures of CSV files have in common, beside csv.awk. Wants -v table=contestants.h -v file=NAME-OF-THE-CSV. Gives
# contestant[1 .. contestants], and of each by its name: title, style (colour and points) for gnuplot; origin(), the machine and the
# date for a title.
BEGIN {
  while ((getline text <table) > 0) {
    if (split(text, part, "\"") != 7) continue
    contestant[++contestants] = part[2]
    title[part[2]] = part[4]
    style[part[2]] = "linespoints lc rgb \"" part[6] "\" pt " contestants + 3
  }
  # The name of the file says the day where no line of comment does.
  date = file
  sub(/.*\//, "", date)
  date = date ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/ ? substr(date, 1, 10) : "date unknown"
}
/^# [0-9]/ && !dated++ { date = substr($1, 3) }
function origin(device) {
  gsub(/["\\]/, "", device)
  return device ", " date
}
