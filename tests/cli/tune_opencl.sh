#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Tunes problems of random lengths and types of numbers on the machine's OpenCL device for some seconds, then checks that plans are those that were measured,
# that their results are right, and that none takes longer than the plan by prediction did.
# The first problems are short ones: of longer lengths with a large prime factor PoCL compiles the candidates for most of the
# time on a busy machine.
#     tune_opencl.sh PATH-OF-TCFFT SECONDS
set -u
tcfft=$1
seconds=$2
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"
"$tcfft" plan c2c:8 --device opencl >/dev/null 2>&1 || exit 77 # skipped: there is none
TCFFT_WISDOM=$work/wisdom
TCFFT_CACHE=$work/programs
export TCFFT_WISDOM TCFFT_CACHE
# What devices can transform is told without compiling anything.
run 0 info
absent "$TCFFT_CACHE"
seed=${TCFFT_TEST_SEED:-$(date +%s)}
echo "seed $seed (TCFFT_TEST_SEED repeats it)"
wide=f64
"$tcfft" plan c2c:8:f64 --device opencl >/dev/null 2>&1 || wide=bf16 # the device computes in FP32 alone
problems=$(awk -v seed="$seed" -v wide=$wide 'BEGIN {
  srand(seed)
  split("c2c r2c c2r dct2", kind, " ")
  split("f32 f16 " wide " in=i16 f32", type, " ")
  for (i = 0; i < 40; i++) {
    n = int(2 ^ (3 + (i < 4 ? 3 : 7) * rand()))
    printf "%s:%d*%d:%s ", kind[i % 4 + 1], n, int(100000 / n), type[i % 5 + 1]
  }
}')
# A short problem to its end, however long a busy machine takes, and then as many of the others as the time suffices for.
run 0 tune c2c:60*1000 --device opencl --csv tune.csv --candidates candidates.csv
cat out.txt
says "1 measured, 0 known before, 0 failed, " out.txt
expect "whether several candidates of a stage were timed" "$(($(grep -vc '^#\|^stage,' candidates.csv) > 2))" 1
grep '^[cdr].* measured ' out.txt | sed 's/ .*//' >problems.txt
# shellcheck disable=SC2086
run 0 tune $problems --device opencl --time "$seconds" --csv tune.csv --candidates candidates.csv
cat out.txt
says ", 0 failed, " out.txt
expect "rows of problems that were measured" "$(awk -F, '!/^[#p]/ && $3 == ""' tune.csv | wc -l)" 0
expect "candidates that no time was measured of" "$(awk -F, '!/^#|^stage,/ && !($NF > 0 && $(NF - 1) > 0)' candidates.csv | wc -l)" 0
slower=$(grep -v '^[#p]' tune.csv | awk -F, '$2 != "" && $3 > 1.0001 * $2' | wc -l)
expect "plans that are slower than those by prediction" "$slower" 0
# Some of what was measured, as plans are made afterwards.
grep '^[cdr].* measured ' out.txt | sed 's/ .*//' | head -3 >>problems.txt
while read -r problem; do
  run 0 plan "$problem" --device opencl
  says " measured, " out.txt
  run 0 bench "$problem" --device opencl --peers none --seconds 0.01
done <problems.txt
echo "$checks checks, $failures failures"
[ "$failures" -eq 0 ]
