// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Matrix products by cuBLAS, which is found when it is first wanted (libcublas by dlopen): nothing else needs it. One handle
// a device, as long as the process.
#ifndef TCFFT_BACKEND_CUDA_GEMM_H
#define TCFFT_BACKEND_CUDA_GEMM_H

#include "core/backend.h"

// tcf_backend.open_gemm and .multiply
tcfft_status tcf_cuda_open_gemm(int index);
tcfft_status tcf_cuda_multiply(int index, const tcf_gemm *gemm, void *stream);

#endif
