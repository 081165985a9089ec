// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which programs are built in: the generic ones, by which everything can be done, and those that plans of everybody's
// lengths use. The planner itself says which these are, so that they are the ones it asks for; what it would ask for on a
// device that is not listed is compiled there at run time.
#ifndef TCFFT_TOOLS_BUILTIN_LIST_H
#define TCFFT_TOOLS_BUILTIN_LIST_H

#include "core/device.h"

// In the order of tcf_cuda_builtin_order, each once, no code yet. The list is valid until the next call. -1: more than fit.
int tcf_cuda_builtin_list(const tcf_built_in **list);

#endif
