// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The lists that the build makes: kernels (one a file kernel_*.c) and backends (one a file exec_*.c).
#ifndef TCFFT_CORE_REGISTRY_H
#define TCFFT_CORE_REGISTRY_H

#include "core/backend.h"
#include "core/kernel.h"

// NULL behind the last.
const tcf_kernel *tcf_kernel_at(int index);
const tcf_kernel *tcf_kernel_find(const char *name);

// By number of the enum; NULL for one that is not built in. AUTO has none.
const tcf_backend *tcf_backend_for(tcfft_backend backend);

#endif
