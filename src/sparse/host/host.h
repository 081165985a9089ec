// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SPARSE_HOST_HOST_H
#define TCFFT_SPARSE_HOST_HOST_H

#include "sparse/sparse.h"

// Sparse transforms on the processor.
extern const tcf_sparse_executor tcf_sparse_on_host;

#endif
