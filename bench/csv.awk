# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Splits a line of CSV into field[1 .. fields] for the rules that follow. Needs -F,. Devices and problems may be quoted, because
# they have commas.
{
  fields = 0
  for (i = 1; i <= NF; i++) {
    text = $i
    if (text ~ /^"/) while (text !~ /"$/ && i < NF) text = text "," $(++i)
    gsub(/^"|"$/, "", text)
    field[++fields] = text
  }
}
