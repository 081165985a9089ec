// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One instance of the host's vector kernels. This file is compiled once for every instruction set and number type, with
// TCF_WIDTH numbers in a vector, TCF_F64 where they are doubles, and TCF_SIMD as the name of its table (see
// src/CMakeLists.txt).
#include <string.h>

#include "classic/host/axis.h"

#include "classic/host/vec.h"

#include "num/butterfly.h"

#include "classic/host/load_store.h"
#include "classic/host/pass.h"
#include "classic/host/real.h"
#include "classic/host/short.h"

#include "classic/host/hierarchical.h"
#include "classic/host/spectrum.h"

static void *run(const tcf_fft *f, void *a, void *b, void *scratch) {
  for (int i = 0; i < f->passes; i++) {
    pass_for (&f->pass[i])(&f->pass[i], f->n, b, a, scratch);
    void *t = a;
    a = b;
    b = t;
  }
  return a;
}

#define STRING(x) #x
#define NAME_OF(x) STRING(x)

extern const tcf_simd TCF_SIMD;
const tcf_simd TCF_SIMD = {
    .isa = NAME_OF(TCF_SIMD),
    .width = TCF_WIDTH,
    .type = SCALAR_TYPE,
    .bytes = sizeof(SCALAR),
    .numbers = &SCALAR_NUMBERS,
    .fft = run,
#ifdef TCF_F64
    .moves = {[TCFFT_F64] = {LOADS(f64), STORES(f64)}, [TCFFT_F32] = {LOADS(f32), STORES(f32)}},
#else
    .moves = {[TCFFT_F32] = {LOADS(f32), STORES(f32)},
              [TCFFT_F16] = {LOADS(f16), STORES(f16)},
              [TCFFT_BF16] = {LOADS(bf16), STORES(bf16)},
              [TCFFT_I8] = {LOADS(i8)},
              [TCFFT_I16] = {LOADS(i16)}},
#endif
    .twiddle = twiddle_tile,
    .transpose = transpose,
    .real_pre = real_pre,
    .real_post = real_post,
    .split_spectrum = split_spectrum,
    .join_spectrum = join_spectrum,
    .single = run_single,
    .pair = run_pair,
    .columns = run_columns,
    .rows = run_rows,
};
