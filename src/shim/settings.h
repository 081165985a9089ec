// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the environment asks of the shim, read at the first call of a function that the shim exports. A set-user-id program
// takes nothing of it.
//   TCFFT_CUFFT=off         every call goes to the real cuFFT
//   TCFFT_CUFFT_WAIT=1      making a plan waits for its compilation
//   TCFFT_CUFFT_REAL=FILE   the real cuFFT; empty: there is none
//   TCFFT_CUFFT_STATS=FILE  where the counts go at exit; 1: standard error
#ifndef TCFFT_SHIM_SETTINGS_H
#define TCFFT_SHIM_SETTINGS_H

typedef struct tcf_shim_settings {
  int off, wait;
  const char *real;   // NULL: looked for
  const char *stats;  // NULL: none
} tcf_shim_settings;

const tcf_shim_settings *tcf_shim_get_settings(void);

// A variable of the environment; NULL: it is not set, or the program is set-user-id.
const char *tcf_shim_variable(const char *name);

// Whether any call has read them: a process that has not used cuFFT has nothing to count.
int tcf_shim_was_used(void);

#endif
