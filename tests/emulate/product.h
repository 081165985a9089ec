// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Matrix products of the emulated device, in place of cuBLAS. TCFFT_CUBLAS = "" takes them away, as it does for real ones.
#ifndef TCFFT_EMULATE_PRODUCT_H
#define TCFFT_EMULATE_PRODUCT_H

#include "core/backend.h"

tcfft_status tcf_emulated_open_gemm(void);

// product: a tcf_gemm. DEVICE where it is none that cuBLAS takes, or reaches beyond the device's memory.
tcfft_status tcf_emulated_multiply(const void *product);

#endif
