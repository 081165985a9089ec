// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_SPARSE_EXECUTE_H
#define TCFFT_SPARSE_EXECUTE_H

#include "sparse/sparse.h"

// Implements tcfft_sparse_exec, whose errors are documented in tcfft.h.
tcfft_status tcf_sparse_execute(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e);

#endif
