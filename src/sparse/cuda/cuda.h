// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SPARSE_CUDA_CUDA_H
#define TCFFT_SPARSE_CUDA_CUDA_H

#include "sparse/sparse.h"

// Sparse transforms on CUDA devices.
extern const tcf_sparse_executor tcf_sparse_on_cuda;

#endif
