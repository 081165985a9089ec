// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A recording in memory.
#ifndef TCFFT_CLI_RECORDING_H
#define TCFFT_CLI_RECORDING_H

#include <stdint.h>

typedef struct tcf_recording {
  float *samples;  // the mean of the channels
  int64_t count;
  int rate;  // samples a second
  int channels;
} tcf_recording;

#endif
