// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads recordings with libsndfile, or only plain WAV files (riff.h) if this program was built without it.
#ifndef TCFFT_CLI_WAV_H
#define TCFFT_CLI_WAV_H

#include <stddef.h>

#include "cli/recording.h"

// Returns 0, or -1 with the reason in why. The caller frees samples.
int tcf_wav_read(tcf_recording *out, const char *path, char *why, size_t why_cap);

#endif
