#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Makes built-in wisdom of what was measured on a device: its records of stages, one for each class of stages alike, the one
# that moves the most bytes.
#     bench/builtin_wisdom.sh WISDOM 'NVIDIA H200' >src/planner/h200.wisdom     (WISDOM as `tcfft wisdom export` writes it)
set -eu
head -1 "$1"
awk -F ' [|] ' -v device="$2" '
# The value of a key in a stage: what is behind ":key=", up to the next colon.
function value(text, key,  at) {
  at = index(text, ":" key "=")
  if (!at) return ""
  text = substr(text, at + length(key) + 2)
  sub(/:.*/, "", text)
  return text
}
# How the transforms of one side lie: rows, columns, or with strides.
function side(stage, stride, step, number,  steps, dims, d, i) {
  split(value(stage, step), steps, ",")
  if (steps[1] * stride == 1) return "rows"
  if (steps[2] * stride == 1) return "columns"
  for (i = 0; (dims = value(stage, "d" i)) != ""; i++) {
    split(dims, d, ",")
    if (d[1] > 1 && d[number] == 1) return "columns"
  }
  return "strides"
}
index($1, ":name=" device ":") && $2 ~ /^stage:/ {
  stage = $3
  sub(/^[^;]*;/, "", stage)
  split(stage, word, ":")
  class = word[2] " " word[3] " " (word[3] == "c2c" ? "" : value(stage, "n") % 2) " " value(stage, "points") " " \
    value(stage, "axes") " " value(stage, "load") " " value(stage, "store") " " value(stage, "split") " " \
    value(stage, "types") " " \
    side(stage, value(stage, "is"), "ie", 2) " " side(stage, value(stage, "os"), "oe", 3)
  bytes = value(stage, "bytes") + 0
  if (class in most && bytes <= most[class]) next
  most[class] = bytes
  line[class] = $0
}
END { for (class in line) print line[class] }' "$1" | LC_ALL=C sort
