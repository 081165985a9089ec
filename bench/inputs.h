// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Input data of any range, to measure errors with.
#ifndef TCF_BENCH_INPUTS_H
#define TCF_BENCH_INPUTS_H

#include "core/problem.h"

typedef enum tcf_input {
  TCF_INPUT_UNIFORM,   // in [-r, r)
  TCF_INPUT_TONE,      // one harmonic of amplitude r; its frequency differs from transform to transform
  TCF_INPUT_IMPULSE,   // one element r among zeros
  TCF_INPUT_CONSTANT,  // every number r
  TCF_INPUT_DC,        // r with noise: uniform in r * [0.999, 1.001)
  TCF_INPUT_REAL,      // uniform, with imaginary parts 0
  TCF_INPUT_MIXED,     // one element r * 1e30 among uniform ones in r * [-1e-30, 1e-30)
  TCF_INPUTS,
} tcf_input;

const char *tcf_input_name(tcf_input input);

// Fills the input of a problem of rank 1. UNSUPPORTED if a number would exceed its type.
tcfft_status tcf_fill_input(tcf_input input, const tcf_problem *p, double range, void *data);

#endif
