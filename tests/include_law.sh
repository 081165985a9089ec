#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The include law of CONTRIBUTING.md: what each room may see of the others.
#     include_law.sh SOURCE-DIRECTORY
set -eu
cd "$1/src"

base='status|text|memory|twiddle|reference'
data="$base|problem|desc|device|schedule"
frame="$data|kernel|backend|registry|planner|tune|plan"

# Headers (without .h) that a file may include, as a regular expression.
allowed() {
  case $1 in
    num/*) echo 'num/.*' ;;
    status.* | text.* | memory.* | twiddle.* | reference.*) echo "num/.*|$base" ;;
    schedule.c) echo "num/.*|$data|kernel|registry" ;; # a schedule's text names kernels
    problem.* | desc.* | device.* | schedule.h) echo "num/.*|$data" ;;
    kernel.h | backend.h) echo "$data" ;;
    registry.*) echo "$data|kernel|backend|registry|registry_list" ;;
    planner.*) echo "$data|kernel|backend|registry|planner" ;;
    tune.*) echo "$data|kernel|backend|registry|planner|tune" ;;
    plan.*) echo "$data|kernel|backend|registry|planner|tune|plan" ;;
    api.c) echo "$frame" ;;
    exec_host.c) echo "$data|backend|classic/lanes" ;; # the widest vector that this processor runs
    classic/*) echo "num/.*|classic/.*|kernel|$data" ;;
    wmma/*) echo "num/.*|wmma/.*|classic/.*|kernel|$data" ;;
    cli/*) return 1 ;;
    *) echo 'no room for this file' ;;
  esac
}

bad=0
for file in *.c *.h num/*.h classic/*.[ch] wmma/*.[ch]; do
  pattern=$(allowed "$file") || continue
  for header in $(sed -n 's/^ *#include "\(.*\)\.h".*/\1/p' "$file"); do
    [ "$header" = tcfft/tcfft ] && continue
    if ! echo "$header" | grep -qxE "$pattern"; then
      echo "src/$file includes $header.h" >&2
      bad=1
    fi
  done
done
exit $bad
