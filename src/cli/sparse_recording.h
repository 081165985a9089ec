// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A made-up recording of a wide band, such as a receiver for short waves delivers: carriers, some steady, some drifting,
// some keyed like Morse code, in white noise.
#ifndef TCFFT_CLI_SPARSE_RECORDING_H
#define TCFFT_CLI_SPARSE_RECORDING_H

#include <stdint.h>

typedef struct tcf_sparse_recording {
  int64_t n;    // complex samples
  double rate;  // samples a second
  uint64_t seed;
} tcf_sparse_recording;

// Writes the samples as a .npy file, and to csv, if it is not NULL, the carriers that are in it. Returns the exit status.
int tcf_sparse_record(const tcf_sparse_recording *r, const char *npy, const char *csv);

#endif
