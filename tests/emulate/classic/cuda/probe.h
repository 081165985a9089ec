// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the launches of the probe get.
#ifndef TCFFT_CUDA_PROBE_H
#define TCFFT_CUDA_PROBE_H

typedef struct tcf_probe_args {
  const float *in;
  float *out;
  int count;
} tcf_probe_args;

#endif
