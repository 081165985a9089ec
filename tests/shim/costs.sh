#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# bench/shim_costs.py on the emulated device: its rows and its summary are whole, and it fails where something is not measured.
#     costs.sh SCRIPT SHIM LIBTCFFT FAKE-CUFFT FAKE-CUDART
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
failed=0
# expect WHAT GOT WANTED
expect() { [ "$2" = "$3" ] || { echo "$1: $2, not $3"; failed=1; }; }

costs() {
  status=0
  python3 "$script" "$shim" "$tcfft" --real "$real" --cudart "$1" --calls 2 --turns 2 --lengths 3 --repeats 1 --pause 0 --settle 0 \
    --plans 6 --automatic-plans 3 --plan-lengths 4 --csv "$work/costs.csv" >"$work/out" 2>&1 || status=$?
}

script=$1 shim=$2 tcfft=$3 real=$4
costs "$5"
expect "exit status" $status 0
for row in call,7 known,21 known_background,21 new,12 memory,14 memory_automatic,14; do
  expect "rows of ${row%,*}" "$(grep -c "^${row%,*}," "$work/costs.csv")" "${row#*,}"
done
expect "rows of the summary" "$(grep -c '^\(yes\|NO \) ' "$work/out")" 6
expect "counts of the shim" "$(grep -c '^# tcfft-cufft: plans [1-9].* 0 forwarded.* 0 forwarded' "$work/out")" 6
[ $failed -eq 0 ] || cat "$work/out"
costs "$work/none"
expect "exit status without a runtime" $status 1
expect "words on it" "$(grep -c '^shim_costs.py: not measured: call: a process of shim has ended' "$work/out")" 1
exit $failed
