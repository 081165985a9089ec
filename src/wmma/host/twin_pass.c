// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The FP32 passes of one instance of the twin: those of the classic kernels, but with products and sums fused where a GPU
// fuses them.
#include "wmma/host/twin_pass.h"

#define TCF_FUSES
#include "classic/host/vec.h"

#include "num/butterfly.h"

#include "classic/host/pass.h"

void TCF_TWIN_PASS(const tcf_pass *p, int64_t n, void *dst, const void *tile, void *scratch) {
  pass_for(p)(p, n, dst, tile, scratch);
}
