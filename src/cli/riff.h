// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads and writes plain WAV files without a library: PCM of 16 and 24 bits and 32-bit floats.
#ifndef TCFFT_CLI_RIFF_H
#define TCFFT_CLI_RIFF_H

#include <stdio.h>

#include "cli/recording.h"

// Reads a file from its current position, without seeking. Returns 0, or -1 with the reason in why and nothing to free,
// also for a file that is shorter than its data chunk says. The caller frees samples.
int tcf_riff_read(tcf_recording *out, FILE *file, char *why, size_t why_cap);

// Writes samples in [-1, 1] as 16-bit PCM with one channel. Write errors are not checked here; the caller finds them with
// ferror.
void tcf_riff_write(FILE *file, const float *samples, uint32_t count, int rate);

#endif
