// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The kernels and backends of this build. The build writes both lists to core/registry_list.h: one kernel for each file
// kernel_*.c, and the backends that are enabled, each in a file backend_*.c.
#ifndef TCFFT_CORE_REGISTRY_H
#define TCFFT_CORE_REGISTRY_H

#include "core/backend.h"
#include "core/kernel.h"

// The kernel with this number, counted from 0; NULL behind the last one.
const tcf_kernel *tcf_kernel_at(int index);
// The kernel of this name, or NULL.
const tcf_kernel *tcf_kernel_find(const char *name);

// The backend with this id; NULL for AUTO and for a backend that is not built in.
const tcf_backend *tcf_backend_for(tcfft_backend backend);

#endif
