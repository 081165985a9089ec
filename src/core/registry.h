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

// Devices that a backend has; NO_DEVICE where it is not built in or cannot run, with the reason.
tcfft_status tcf_devices_count(tcfft_backend backend, int *count);
// Of all executors together; those that have none are no failure.
tcfft_status tcf_devices_count_all(int *count);
tcfft_status tcf_device_query(tcfft_backend backend, int index, tcf_device *d);

// By text: NULL, an index, a name or what one name alone begins with. AUTO: the first executor that has such a device: cuda,
// opencl for its GPUs, the host.
tcfft_status tcf_device_choose(tcfft_backend backend, const char *text, tcf_device *d);

#endif
