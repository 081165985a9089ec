#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# What the command says of plans that are compiled in the background, with an emulated GPU.
#     cli_background.sh PATH-OF-TCFFT
set -u
tcfft=$1
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/cli_support.sh"
export TCFFT_COMPILE=background TCFFT_EMULATE_HOLD="$work/hold"

# held LINE ARGUMENTS...: runs the command while the emulated compiler waits, until the output has this line.
held() {
  line=$1
  shift
  : >hold
  stdbuf -oL "$tcfft" "$@" >out.txt 2>err.txt &
  command=$!
  turns=0
  while ! grep -q -- "$line" out.txt && kill -0 $command 2>/dev/null && [ $turns -lt 300 ]; do
    sleep 0.1
    turns=$((turns + 1))
  done
  rm -f hold
  checks=$((checks + 1))
  wait $command || fail "tcfft $* exits with $?"
  grep -q -- "$line" out.txt || fail "'$line' is not in out.txt: $(head -3 out.txt)"
}

held "^This is compiled in the background, and executions will take it:$" plan "c2c:1000*10"
expect "schedules" "$(grep -c '^path ' out.txt)" 2
held "^other:stage:cuda_tile:" plan "c2c:1001*10" --text
expect "what runs" "$(grep -c '^stage:cuda_generic:' out.txt)" 1
expect "what compiles" "$(grep '^compile:' out.txt | cut -d: -f1-4)" "compile:background:state=compiling:runs=first"
held "path: FP32 (in the background: compiling, the other schedule: FP32)$" exec impulse.npy out.npy --device cuda
expect "result" "$(numbers out.npy 32)" "1 0 1 0 1 0 1 0"

# A length that takes many milliseconds to plan for: it is not planned yet when the command prints, unless the command
# has to wait for a processor.
tries=0
until [ $tries -eq 20 ] || grep -q '^The schedule that executions will take is planned' out.txt; do
  tries=$((tries + 1))
  TCFFT_CACHE='' "$tcfft" plan c2c:45808 >out.txt 2>err.txt
done
says "The schedule that executions will take is planned and compiled in the background" out.txt
expect "schedules before one is planned" "$(grep -c '^path ' out.txt)" 1

export TCFFT_COMPILE=wait
run 0 plan "c2c:1002*10" --text
expect "a plan that waits" "$(grep -c '^compile:\|^other:' out.txt)" 0
export TCFFT_COMPILE=later
run_failing 2 plan c2c:8
says "TCFFT_COMPILE = 'later': expected wait or background" err.txt
export TCFFT_COMPILE=background
run 0 plan "c2c:1000*10:tensor"
says "Nothing is compiled in the background:" out.txt

run 0 bench --first --random 3 --count 2 --device cuda
expect "rows" "$(grep -c '^ *[0-9]' out.txt)" 3
says "2 lengths, 2 of them compiled in the background" out.txt

# What a device can transform is told without compiling anything. (A command that ended while its compiler waited has left a mark.)
rm -f hold.held
: >hold
checks=$((checks + 1))
timeout 60 "$tcfft" info >out.txt 2>err.txt || fail "tcfft info exits with $?"
absent hold.held
expect "kinds" "$(grep -c '^  \(classic\|tensor \)  *c2c r2c c2r dct1 dct2 dct3 dct4$' out.txt)" 4
expect "types" "$(grep -c '^  types    f32 f64 f16 bf16 i8 i16$' out.txt)" 2
finish 21
