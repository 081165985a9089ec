#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# oclgrind.sh SHARE LIBRARY TEST..: runs one in SHARE of a test's rows (TCFFT_OCLGRIND_SHARE, if that is set) on oclgrind's simulated
# device, and fails where that finds anything. (Of code that its compiler has optimised it knows not every instruction.)
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
export TCFFT_TEST_SHARE="${TCFFT_OCLGRIND_SHARE:-$1}"
shift
export TCFFT_OPENCL="$1" OCLGRIND_BUILD_OPTIONS=-cl-opt-disable OCLGRIND_DATA_RACES=1 OCLGRIND_UNIFORM_WRITES=1 OCLGRIND_LOG="$log"
shift
"$@"
status=$?
if [ -s "$log" ]; then
  head -60 "$log"
  echo "oclgrind has found something"
  exit 1
fi
exit $status
