// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Properties of the running process that limit what the library may do: set-user-id programs, static linking and forks.
#ifndef TCFFT_BASE_PROCESS_H
#define TCFFT_BASE_PROCESS_H

#include <stdatomic.h>

// Value of an environment variable, or NULL if it is not set. In a program with more rights than its caller (set-user-id)
// all variables count as unset, because such a program must not read or load files that its caller names.
const char *tcf_process_variable(const char *name);

// Whether the program is linked statically. dlopen is unusable there: an attempt ends the program or makes it call
// functions of a second C library.
int tcf_process_is_static(void);

// Number of forks between the process that called this function first and the current one. Threads do not survive a fork,
// and neither do GPU drivers, which run threads of their own.
int tcf_process_forks(void);

// Whether the current process is the one that made the first call with this `first`, and not one forked from it. *first
// must be 0 before that call.
int tcf_process_is_first(atomic_int *first);

#endif
