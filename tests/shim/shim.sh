#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The shim in a process: preloaded, by the linker's search path, by `tcfft with`; where it finds the real cuFFT; what it counts.
#     shim.sh TCFFT SHIM PROGRAM FAKE-CUFFT PLUGIN FAKE-DRIVER
set -u
tcfft=$1
shim=$2
program=$3
fake=$4
plugin=$5
driver=$6
# shellcheck source=tests/cli/cli_support.sh
. "$(dirname "$0")/../cli/cli_support.sh"
unset LD_LIBRARY_PATH LD_PRELOAD CUDA_HOME CUDA_PATH
export TCFFT_CUFFT_WAIT=1 TCFFT_CUFFT_REAL=

# ends STATUS ENVIRONMENT.. PROGRAM ARGUMENTS..: as env runs it; keeps out.txt and err.txt.
ends() {
  wanted=$1
  shift
  checks=$((checks + 1))
  env "$@" >out.txt 2>err.txt </dev/null
  got=$?
  [ $got -eq "$wanted" ] || fail "$* ends with $got, not $wanted"
}

# ------------------------------------------------------------------------------------------------ in a process

"$program" soname >out.txt 2>err.txt </dev/null  # with the machine's cuFFT, or not at all
expect "without the shim" "$(grep -c shim out.txt)" 0
ends 0 LD_PRELOAD="$shim" "$program" serve version soname
expect "preloaded" "$(cat out.txt)" "served: 1 1
version: 0 12000
soname: shim"
ends 0 LD_LIBRARY_PATH="$(dirname "$shim")" "$program" serve
expect "by the search path" "$(cat out.txt)" "served: 1 1"
ends 0 LD_PRELOAD="$shim" "$program" double
expect "FP64" "$(cat out.txt)" "double: 1 1"
ends 0 LD_PRELOAD="$shim" "$program" half
expect "FP16 without the real library" "$(cat out.txt)" "half: 16 1"
expect "words on it" "$(cat err.txt)" \
  "tcfft-cufft: cufftXtMakePlanMany needs NVIDIA's cuFFT, which was not found (TCFFT_CUFFT_REAL names its file)"
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_REAL="$fake" "$program" half handle version soname
expect "with the real library" "$(cat out.txt)" "half: 0 0
handle: 0 101
version: 0 12345
soname: shim"
# As JAX does it: the real library is opened by its path before libcufft.so.12 is by its name.
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_REAL="$fake" "$program" "open=$fake" soname serve
expect "by its name behind the real library" "$(cat out.txt)" "soname: shim
served: 1 1"

# ------------------------------------------------------------------------------------------------ finding the real library

site=$work/site-packages
mkdir -p "$site/cupy/cuda" "$site/nvidia/cu13/lib" "$site/torch/lib" linker bundle
cp "$plugin" "$site/cupy/cuda/plugin.so"
cp "$plugin" bundle/plugin.so
cp "$fake" "$site/nvidia/cu13/lib/libcufft.so.12"
cp "$fake" linker/libcufft.so.12
cp "$fake" bundle/libcufft.so.12
unset TCFFT_CUFFT_REAL
ends 0 LD_PRELOAD="$shim" "$program" "open=$site/cupy/cuda/plugin.so" handle
expect "beside packages of Python" "$(cat out.txt)" "handle: 0 100"
ends 0 LD_PRELOAD="$shim" "$program" "open=$work/bundle/plugin.so" handle
expect "beside a loaded library" "$(cat out.txt)" "handle: 0 100"
ends 0 LD_PRELOAD="$shim" LD_LIBRARY_PATH="$(dirname "$shim"):$work/linker" "$program" handle
expect "where the linker looks" "$(cat out.txt)" "handle: 0 100"
mkdir -p toolkit/lib64
cp "$fake" toolkit/lib64/libcufft.so.12
ends 0 LD_PRELOAD="$shim" CUDA_HOME="$work/toolkit" "$program" handle
expect "in the toolkit" "$(cat out.txt)" "handle: 0 100"
# A copy of the shim is no real library, wherever it lies.
cp "$shim" bundle/libcufft.so.12
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_REAL="$work/bundle/libcufft.so.12" "$program" handle
expect "a copy of the shim by name" "$(cat out.txt)" "handle: 0 1"
ends 0 LD_PRELOAD="$shim" CUDA_HOME="$work/toolkit" "$program" "open=$work/bundle/plugin.so" handle
expect "a copy of the shim beside a library" "$(cat out.txt)" "handle: 0 100"
export TCFFT_CUFFT_REAL="$fake"

# ------------------------------------------------------------------------------------------------ devices

# The emulated device is the first of all. Plans are for the device that is current, and the real plan for that of the served one.
export TCFFT_CUFFT_STATS=1
ends 0 LD_PRELOAD="$shim:$driver" FAKE_DEVICE=0 "$program" serve
expect "a plan for device 0" "$(cat err.txt)" "tcfft-cufft: plans 1 served, 0 forwarded; execs 3 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded"
ends 0 LD_PRELOAD="$shim:$driver" FAKE_DEVICE=1 "$program" serve
expect "a plan for device 1" "$(cat err.txt)" "tcfft-cufft: plans 0 served, 1 forwarded; execs 0 served, 3 forwarded; of FP32 1 plans, 3 execs forwarded"
ends 0 LD_PRELOAD="$shim:$driver" "$program" serve
expect "a plan without a context" "$(cat err.txt)" "tcfft-cufft: plans 1 served, 0 forwarded; execs 3 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded"
ends 0 LD_PRELOAD="$shim:$driver" "$program" overlap
expect "overlap" "$(cat out.txt)" "overlap: 0 0"
expect "the real plan of another device" "$(cat err.txt)" "device 0
capture mode 2
capture mode 0
back
tcfft-cufft: plans 1 served, 0 forwarded; execs 0 served, 1 forwarded; of FP32 0 plans, 1 execs forwarded"
unset TCFFT_CUFFT_STATS

# ------------------------------------------------------------------------------------------------ counts

ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS=1 "$program" serve half
expect "counts on standard error" "$(cat err.txt)" "tcfft-cufft: plans 1 served, 1 forwarded; execs 3 served, 1 forwarded; of FP32 0 plans, 0 execs forwarded"
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS="$work/counts" "$program" serve
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS="$work/counts" "$program" half
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS="$work/counts" "$program"
expect "a file of counts" "$(cat counts)" "tcfft-cufft: plans 1 served, 0 forwarded; execs 3 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded
tcfft-cufft: plans 0 served, 1 forwarded; execs 0 served, 1 forwarded; of FP32 0 plans, 0 execs forwarded"
ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS=1 TCFFT_CUFFT=off "$program" serve
expect "off" "$(cat err.txt)" "tcfft-cufft: plans 0 served, 1 forwarded; execs 0 served, 3 forwarded; of FP32 1 plans, 3 execs forwarded"

# Of what is forwarded, FP32 on one GPU without callbacks is counted once more.
for row in callback,0,0 gpus,0,0 property,1,1; do
  ends 0 LD_PRELOAD="$shim" TCFFT_CUFFT_STATS=1 "$program" "${row%%,*}"
  expect "a plan of ${row%%,*}" "$(cat out.txt)" "other: 0 0"
  expect "counts of ${row%%,*}" "$(sed 's/[^0-9 ]//g' err.txt | tr -s ' ')" " 0 1 0 1 32 $(echo "${row#*,}" | sed 's/,/ /') "
done

# ------------------------------------------------------------------------------------------------ tcfft with

run 0 with --shim "$shim" "$program" serve half
expect "the program's output" "$(cat out.txt)" "served: 1 1
half: 0 0"
expect "counts of tcfft with" "$(cat err.txt)" "tcfft-cufft: plans 1 served, 1 forwarded; execs 3 served, 1 forwarded; of FP32 0 plans, 0 execs forwarded"
run 3 with --shim="$shim" --wait "$program" handle exit=3
expect "counts of a program that fails" "$(tail -1 err.txt)" "tcfft-cufft: plans 0 served, 0 forwarded; execs 0 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded"
run 137 with --shim "$shim" "$program" kill
# A signal that asks the command to end ends the program, and the counts are printed all the same.
"$tcfft" with --shim "$shim" sh -c 'echo $$; exec sleep 60' >out.txt 2>err.txt </dev/null &
command=$!
tries=0
while [ ! -s out.txt ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
# It passes the signal on once it catches it (bit 14 of the mask), which is soon after.
tries=0
while [ $tries -lt 100 ]; do
  caught=$(sed -n 's/^SigCgt:.*\(....\)$/\1/p' /proc/$command/status 2>/dev/null)
  [ $((0x${caught:-0} & 0x4000)) -eq 0 ] || break
  sleep 0.1
  tries=$((tries + 1))
done
kill -TERM $command
wait $command
expect "status of a program that was ended" $? 143
expect "a program that was ended" "$(kill -0 "$(cat out.txt)" 2>/dev/null && echo runs)" ""
expect "its counts" "$(cat err.txt)" "tcfft-cufft: plans 0 served, 0 forwarded; execs 0 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded"
run_failing 1 with --shim "$shim" --real ./no-such-library true
says "no-such-library" err.txt
run 0 with --shim "$shim" sh -c "'$program' serve; '$program' serve fork serve --shim"
expect "counts of two programs, one of which forks" "$(cat err.txt)" \
  "tcfft-cufft: plans 3 served, 0 forwarded; execs 9 served, 0 forwarded; of FP32 0 plans, 0 execs forwarded"
run 0 with --shim "$shim" --off --real "$fake" -- "$program" serve --wait
expect "tcfft with --off" "$(cat err.txt)" "tcfft-cufft: plans 0 served, 1 forwarded; execs 0 served, 3 forwarded; of FP32 1 plans, 3 execs forwarded"
expect "before what is preloaded" "$(LD_PRELOAD=$plugin "$tcfft" with --shim "$shim" sh -c 'echo "$LD_PRELOAD"' 2>err.txt)" \
  "$(realpath "$shim"):$plugin"
mkdir temporary
TMPDIR=$work/temporary run 0 with --shim "$shim" true
nothing_left temporary
run_failing 127 with --shim "$shim" ./no-such-program
says "no-such-program" err.txt
run_failing 1 with --shim ./no-such-shim true
says "no-such-shim" err.txt
run_failing 2 with
says "a PROGRAM is missing" err.txt
run_failing 2 with --wait
run_failing 2 with --nosuch "$program"
finish 61
