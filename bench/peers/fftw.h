// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFTW in a precision. States of both begin with the table that made them.
#ifndef TCF_BENCH_FFTW_H
#define TCF_BENCH_FFTW_H

#include "bench/peers/peer.h"

typedef struct tcf_fftw {
  void *(*prepare)(tcf_peer_job *job);
  tcfft_status (*run)(void *state);
  void (*destroy)(void *state);
} tcf_fftw;

extern const tcf_fftw tcf_fftw_single, tcf_fftw_double;

#endif
