// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An FP32 pass of the twin over a tile of n rows. The build defines its name, TCF_TWIN_PASS, for each instance.
#ifndef TCFFT_WMMA_HOST_TWIN_PASS_H
#define TCFFT_WMMA_HOST_TWIN_PASS_H

#include "classic/host/simd.h"

void TCF_TWIN_PASS(const tcf_pass *p, int64_t n, void *dst, const void *tile, void *scratch);

#endif
