// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The names that go to the real library as they are: jumps, which leave all arguments where they lie.
#ifndef TCFFT_SHIM_JUMP_H
#define TCFFT_SHIM_JUMP_H

#include "shim/real.h"

// Where a call of the name goes; `first` is its first argument, as far as that is an int. Never NULL.
void *tcf_shim_find_target(tcf_shim_name *name, int first);

#endif
