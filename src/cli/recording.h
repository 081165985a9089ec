// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A recording in memory, with its samples as the file has them where they are integers of at most 16 bits.
#ifndef TCFFT_CLI_RECORDING_H
#define TCFFT_CLI_RECORDING_H

#include <stddef.h>
#include <stdint.h>

#include "tcfft/tcfft.h"

typedef struct tcf_recording {
  void *samples;    // [count][channels]
  tcfft_type type;  // of a sample: TCFFT_F32, in [-1, 1], or TCFFT_I16, 2^15 times as large
  int64_t count;    // samples of each channel
  int rate;         // samples a second
  int channels;
} tcf_recording;

// Has memory for at least so many samples of each channel, of which those after the first count are zeros. Returns 0, or -1
// with the reason in why; the recording is then as it was.
int tcf_recording_reserve(tcf_recording *r, int64_t *cap, int64_t count, char *why, size_t why_cap);

// The mean of the channels, in [-1, 1]: [count], which the caller frees. NULL without memory.
float *tcf_recording_mean(const tcf_recording *r);

#endif
