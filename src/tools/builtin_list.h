// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lists the programs to build into the library: the generic ones, which transform every length, and those that plans of
// common lengths use. The list comes from running the planner for built-in device descriptions, so that it has exactly the
// programs that plans ask for. Plans for other devices compile their programs at run time. Devices older
// than capability 9.0 have those that their own plans for these lengths ask for, since three architectures of all of them
// would be a tenth larger.
#ifndef TCFFT_TOOLS_BUILTIN_LIST_H
#define TCFFT_TOOLS_BUILTIN_LIST_H

#include "core/device.h"

// Stores the list, without code and duplicates and in the order of tcf_cuda_builtin_order, and returns its length, or -1
// if there are more programs than it can hold. The list is static and valid until the next call.
int tcf_cuda_builtin_list(const tcf_built_in **list);

#endif
