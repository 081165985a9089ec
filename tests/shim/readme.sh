#!/bin/sh
# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# The function of README.md that calls cuFFT compiles without a warning in a program, which runs on tcfft by `tcfft with`.
#     readme.sh README.md C-COMPILER SOURCE-DIRECTORY TCFFT SHIM LIBCUFFT
set -eu
readme=$1
compiler=$2
source=$3
tcfft=$4
shim=$5
cufft=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c$/ { inside = 1; block = ""; next } /^```/ { if (inside && block ~ /cufft\.h/) printf "%s", block; inside = 0 }
     inside { block = block $0 "\n" }' "$readme" >"$work/forward.h"
lines=$(wc -l <"$work/forward.h")
[ "$lines" -gt 3 ] && [ "$lines" -le 6 ] || { echo "the example of cuFFT has $lines lines" >&2; exit 1; }
cat >"$work/example.c" <<'PROGRAM'
#include <cuda_runtime_api.h>
#include <stdio.h>

#include "forward.h"

int main(void) {
  enum { N = 1000, BATCH = 3 };
  static cufftComplex x[N * BATCH], *data;
  for (int j = 0; j < N; j++) x[j].x = 1;
  if (cudaMalloc((void **)&data, sizeof x)) return puts("no memory"), 1;
  cudaMemcpy(data, x, sizeof x, cudaMemcpyHostToDevice);
  if (forward(data, N, BATCH)) return puts("forward failed"), 1;
  cudaMemcpy(x, data, sizeof x, cudaMemcpyDeviceToHost);
  printf("X[0] = %g, X[1] = %g\n", x[0].x, x[1].x);
}
PROGRAM
"$compiler" -std=c11 -Wall -Wextra -Werror -I"$source/tests/shim/headers" -I"$source/src" "$work/example.c" -o "$work/example" "$cufft" -ldl
# A real cuFFT of this machine makes no handles without a GPU.
TCFFT_CUFFT_REAL='' "$tcfft" with --wait --shim "$shim" "$work/example" >"$work/out.txt" 2>&1 || { cat "$work/out.txt" >&2; exit 1; }
cat "$work/out.txt"
grep -q '^X\[0\] = 1000, ' "$work/out.txt" || { echo "X[0] is not 1000" >&2; exit 1; }
grep -q 'execs 1 served, 0 forwarded' "$work/out.txt" || { echo "tcfft has not served it" >&2; exit 1; }
