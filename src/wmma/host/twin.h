// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The host twin of the tensor path: the split FFT, computed without a GPU as a tensor core would, sum by truncated sum.
// Tiles and passes are those of classic/host/simd.h. A power of two that a GPU has in one pass over memory has that one's
// passes in their order (tile/tensor_passes.h); elsewhere radix-4 passes are the tensor core's, other radices FP32.
#ifndef TCFFT_WMMA_HOST_TWIN_H
#define TCFFT_WMMA_HOST_TWIN_H

#include "classic/host/simd.h"

extern const tcf_fft_fn tcf_twin_w1, tcf_twin_baseline;
#if defined(__x86_64__)
extern const tcf_fft_fn tcf_twin_avx2_w1, tcf_twin_avx2, tcf_twin_avx512;
#endif

// The twin for these lanes.
tcf_fft_fn tcf_twin_fft(const tcf_simd *lanes);

#endif
