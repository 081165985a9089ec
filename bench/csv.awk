# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# A line of CSV into field[1 .. fields], for what follows: with -F,. Devices and problems may be quoted for their commas.
{
  fields = 0
  for (i = 1; i <= NF; i++) {
    text = $i
    if (text ~ /^"/) while (text !~ /"$/ && i < NF) text = text "," $(++i)
    gsub(/^"|"$/, "", text)
    field[++fields] = text
  }
}
