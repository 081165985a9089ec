#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# README.md and the user's guide hold whole programs and measured numbers, which go stale without a test.
#     readme.sh cpu|cuda|opencl FILE.md C-COMPILER INCLUDE-DIRECTORY LIBRARY
#         One of the file's examples, of at most 20 lines each, compiles without a warning, runs and prints the right sum. Exits
#         with 77 and says why where the machine or the build lacks what it needs to go on.
#     readme.sh numbers README.md
#         Its numbers are those of bench/results, as bench/readme.sh prints them, and it has at most 120 lines.
set -eu
example=$1
readme=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
  echo "skipped: $1"
  exit 77
}

if [ "$example" = numbers ]; then
  [ "$(wc -l <"$readme")" -le 120 ] || { echo "$readme has $(wc -l <"$readme") lines, more than 120" >&2; exit 1; }
  "$(dirname "$0")/../../bench/readme.sh" numbers >"$work/numbers.txt"
  [ "$(wc -l <"$work/numbers.txt")" -gt 5 ] || { echo "bench/readme.sh prints too little" >&2; exit 1; }
  while read -r line; do
    [ -z "$line" ] || grep -qxF -- "$line" "$readme" || { echo "no line of $readme, or not as measured: $line" >&2; exit 1; }
  done <"$work/numbers.txt"
  picture=$(sed -n 's/^!\[.*](\(.*\))$/\1/p' "$readme" | head -1)
  [ -f "$(dirname "$readme")/$picture" ] || { echo "$readme shows $picture, which is not there" >&2; exit 1; }
  exit 0
fi

compiler=$3
include=$4
library=$5

# Folders of the CUDA toolkit, if there is one: what holds cuda_runtime_api.h, what holds libcudart.
cuda_include=
cuda_library=
nvcc=$(command -v nvcc || true)
find_cuda() {
  for root in "${CUDA_HOME:-}" "${nvcc%/bin/nvcc}" /usr/local/cuda /usr; do
    [ -n "$root" ] || continue
    [ -f "$root/include/cuda_runtime_api.h" ] || continue
    cuda_include=$root/include
    for folder in "$root/lib64" "$root/lib" "$root/lib/x86_64-linux-gnu"; do
      [ ! -e "$folder/libcudart.so" ] || cuda_library=$folder
    done
    return
  done
}

# What the example includes, and the flags that find and link it.
flags=-I$include
link="$library -Wl,-rpath,$(dirname "$library") -lm"
case $example in
  cpu) number=1 ;;
  cuda)
    number=2
    find_cuda
    [ -n "$cuda_include" ] || skip "no header cuda_runtime_api.h here"
    flags="$flags -isystem $cuda_include"
    link="$link ${cuda_library:+-L$cuda_library -Wl,-rpath,$cuda_library} -lcudart"
    backend=TCFFT_BACKEND_CUDA
    ;;
  opencl)
    number=4
    echo '#include <CL/cl.h>' | "$compiler" -x c -fsyntax-only -DCL_TARGET_OPENCL_VERSION=120 - 2>/dev/null || skip "no header CL/cl.h here"
    link="$link -lOpenCL"
    backend=TCFFT_BACKEND_OPENCL
    ;;
  *)
    echo "readme.sh: no example is called $example" >&2
    exit 2
    ;;
esac

awk -v number=$number '/^```c$/ { inside = ++examples == number; next } /^```/ { inside = 0 } inside' "$readme" >"$work/example.c"
lines=$(wc -l <"$work/example.c")
[ "$lines" -gt 0 ] || { echo "no \`\`\`c block number $number in $readme" >&2; exit 1; }
[ "$lines" -le 20 ] || { echo "example $number has $lines lines, more than 20" >&2; exit 1; }
# shellcheck disable=SC2086
"$compiler" -std=c11 -Wall -Wextra -Werror $flags -c "$work/example.c" -o "$work/example.o"
# The example of several devices, in front of those of MPI (tests/several) and OpenCL, needs two GPUs to run.
if [ "$example" = opencl ]; then
  awk '/^```c$/ { inside = ++examples == 2; next } /^```/ { inside = 0 } inside' "$readme" >"$work/several.c"
  grep -q 'd.devices' "$work/several.c" || { echo "example 2 of $readme is not the one of several devices" >&2; exit 1; }
  "$compiler" -std=c11 -Wall -Wextra -Werror -I"$include" "$work/several.c" -o "$work/several" "$library" -lm
fi

if [ "$example" != cpu ]; then
  cat >"$work/device.c" <<'DEVICE'
#include <stdio.h>
#include <tcfft/tcfft.h>
int main(void) {
  int count = 0;
  if (tcfft_device_count(BACKEND, &count) != TCFFT_SUCCESS) puts(tcfft_last_error());
  else if (!count) puts("there is no such device");
  return 0;
}
DEVICE
  # shellcheck disable=SC2086
  "$compiler" -std=c11 -DBACKEND=$backend -I"$include" "$work/device.c" -o "$work/device" "$library" -Wl,-rpath,"$(dirname "$library")" -lm
  why=$("$work/device")
  [ -z "$why" ] || skip "compiled, not run: $why"
  # shellcheck disable=SC2086
  echo 'int main(void) { return 0; }' | "$compiler" -x c - -x none -o "$work/empty" $link 2>"$work/link.txt" ||
    skip "compiled, not linked: $(head -1 "$work/link.txt")"
fi
# shellcheck disable=SC2086
"$compiler" "$work/example.o" -o "$work/example" $link
"$work/example" | tee "$work/out.txt"

# Element 0 of the transform of n ones is their sum.
n=$(sed -n 's/.*enum { N = \([0-9]*\).*/\1/p' "$work/example.c")
grep -q "^X\[0\] = $n," "$work/out.txt" || { echo "X[0] is not $n" >&2; exit 1; }
