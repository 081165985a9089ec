// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plain WAV files without a library: PCM of 16 and 24 bits and 32-bit floats, as recorders write them.
#ifndef TCFFT_CLI_RIFF_H
#define TCFFT_CLI_RIFF_H

#include <stdio.h>

#include "cli/recording.h"

// Reads a file from where it stands, forwards only. Returns 0, or -1 with the reason in why and nothing to free: also for a
// file that ends before its data does. The caller frees samples.
int tcf_riff_read(tcf_recording *out, FILE *file, char *why, size_t why_cap);

// Writes samples in [-1, 1] as PCM of 16 bits, one channel. Errors of the stream stay for its owner to find (ferror).
void tcf_riff_write(FILE *file, const float *samples, uint32_t count, int rate);

#endif
