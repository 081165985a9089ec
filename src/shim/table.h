// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// All plans of the process by their handles.
#ifndef TCFFT_SHIM_TABLE_H
#define TCFFT_SHIM_TABLE_H

#include "shim/plan.h"

// A plan that stays until it is given back, also when another thread destroys it meanwhile. NULL: the shim has no such
// handle.
tcf_shim_plan *tcf_shim_take(int handle);
void tcf_shim_give(tcf_shim_plan *plan);

// A new plan under a handle of the real library, which may have forgotten an older one of this number; or under one of the
// shim's own, which are counted from 1 and never used again. 0: there is no memory.
int tcf_shim_insert(int handle);
int tcf_shim_insert_own(void);

// 0: there is none. Otherwise the plan goes when its last user does; *has_real is that of the plan.
int tcf_shim_remove(int handle, int *has_real);

#endif
