// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Times of sparse transforms beside those of whole ones on the same signals: the comparisons of Wang, Chandrasekaran and Chapman,
// "cusFFT" (IPDPS 2016), figures 5a to 5f.
#ifndef TCFFT_CLI_SPARSE_BENCH_H
#define TCFFT_CLI_SPARSE_BENCH_H

#include "cli/sparse_signal.h"

// d: device, method and options; n and k 0: the lengths and numbers of tones of the figures. csv: also writes the rows to a file;
// NULL: not. Returns the exit status.
int tcf_sparse_bench(const tcfft_sparse_desc *d, int64_t n, int64_t k, const char *csv, const char *note);

#endif
