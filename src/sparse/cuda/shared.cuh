// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A block's dynamic shared memory, by which name it is known.
#ifndef TCFFT_SPARSE_CUDA_SHARED_CUH
#define TCFFT_SPARSE_CUDA_SHARED_CUH

#include "classic/cuda/complex.cuh"

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) float2 name[]
#endif

#endif
