// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The twin is a bit-level model of the tensor path on the host: the split FFT, computed without a GPU. It splits numbers
// into FP16 terms as the device does, and it adds the products of the radix-4 matrix as a tensor core adds them, with
// truncated sums (num/tensor_sum.h). It shows the accuracy of the device, but it is slow.
//
// Tiles and passes are those of classic/host/simd.h. A power of two that a GPU transforms in one launch has the passes of
// the GPU's tile, in their order (tile/tensor_passes.h). In other lengths the radix-4 passes run on emulated tensor cores
// and all other radices in FP32.
#ifndef TCFFT_WMMA_HOST_TWIN_H
#define TCFFT_WMMA_HOST_TWIN_H

#include "classic/host/simd.h"

extern const tcf_fft_fn tcf_twin_w1, tcf_twin_baseline;
#if defined(__x86_64__)
extern const tcf_fft_fn tcf_twin_avx2_w1, tcf_twin_avx2, tcf_twin_avx512;
#endif

// The twin's passes for an instance of the vector kernels.
tcf_fft_fn tcf_twin_fft(const tcf_simd *simd);

#endif
