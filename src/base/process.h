// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What kind of process the library is in, where that limits what it may do.
#ifndef TCFFT_BASE_PROCESS_H
#define TCFFT_BASE_PROCESS_H

#include <stdatomic.h>

// A variable of the environment, NULL where it is not set. The environment is the caller's: a program that has more rights
// than its caller (set-user-id) reads and loads none of the files that it names, so all variables are unset there.
const char *tcf_process_variable(const char *name);

// Whether the program is linked statically: nothing can be opened into it, an attempt ends it or has it call another C
// library's functions.
int tcf_process_is_static(void);

// How many times a process was forked off on the way from the one where this was first asked to this one. Threads do not
// survive that, and drivers, which have some, neither.
int tcf_process_forks(void);

// Whether this is the process where `first` (0 till then) was first asked about, and none that was forked off it.
int tcf_process_is_first(atomic_int *first);

#endif
