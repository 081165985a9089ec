// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiled programs on disk: in $TCFFT_CACHE, else $XDG_CACHE_HOME/tcfft, else $HOME/.cache/tcfft; TCFFT_CACHE="" turns it
// off. OpenCL's programs are not stored where their devices keep them themselves, unless TCFFT_CACHE is set. A cache that
// cannot be read or written is none: things take longer, nothing fails. Any number of processes may use it. Set-user-id
// programs have none.
#ifndef TCFFT_BACKEND_PROGRAM_CACHE_H
#define TCFFT_BACKEND_PROGRAM_CACHE_H

#include <stddef.h>

// Whether there is a place for it; named: one that TCFFT_CACHE says.
int tcf_cache_is_on(int named);

// The code that was stored under this text, in *code for free(). 0: there is none, or none that is whole.
int tcf_cache_read(const char *key, void **code, size_t *bytes);

// Stores it in place of what is there.
void tcf_cache_write(const char *key, const void *code, size_t bytes);

#endif
