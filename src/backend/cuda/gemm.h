// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FP16 matrix products by cuBLAS. libcublas is opened at first use (dlopen), because nothing else needs it. There is one
// handle per device; it lives as long as the process.
#ifndef TCFFT_BACKEND_CUDA_GEMM_H
#define TCFFT_BACKEND_CUDA_GEMM_H

#include "core/backend.h"

// Implement tcf_backend.open_gemm and .gemm.
tcfft_status tcf_cuda_open_gemm(int index);
tcfft_status tcf_cuda_multiply(int index, const tcf_gemm *gemm, void *stream);

#endif
