// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Times of sparse transforms beside those of whole ones on the same signals: the comparisons of Wang, Chandrasekaran and
// Chapman, "cusFFT" (IPDPS 2016), figures 5a to 5f.
#ifndef TCFFT_CLI_SPARSE_BENCH_H
#define TCFFT_CLI_SPARSE_BENCH_H

#include "cli/sparse_signal.h"

// Which rows, and where they go.
typedef struct tcf_sparse_table {
  int64_t n, k;     // one row; n = 0: the lengths and numbers of tones of the figures
  int64_t longest;  // of these lengths; 0: 2^27 on a GPU, 2^24 on the host
  bool noisy;       // white noise besides, so many dB below the power of the tones
  double noise;
  const char *csv, *note;  // a file that gets the rows as well, and a text for its head; NULL: none
} tcf_sparse_table;

// d: device, method and options. A row that the method refuses is left out. Returns the exit status.
int tcf_sparse_bench(const tcfft_sparse_desc *d, const tcf_sparse_table *table);

#endif
