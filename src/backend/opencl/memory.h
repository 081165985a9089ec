// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory of OpenCL devices, and copies between it and the host's memory. The functions implement the members of tcf_backend
// that have the same names.
#ifndef TCFFT_BACKEND_OPENCL_MEMORY_H
#define TCFFT_BACKEND_OPENCL_MEMORY_H

#include "core/backend.h"

tcfft_status tcf_opencl_alloc(int index, size_t bytes, void **memory);
void tcf_opencl_release(int index, void *memory);
tcfft_status tcf_opencl_copy_in(int index, void *device_memory, const void *host, size_t bytes);
tcfft_status tcf_opencl_copy_out(int index, void *host, const void *device_memory, size_t bytes);
tcfft_status tcf_opencl_check_memory(int index, const void *memory, const char *name);

tcf_memory_kind tcf_opencl_memory_kind(int index, const void *memory);
tcfft_status tcf_opencl_take_channel(int index, tcf_channel **channel);
void tcf_opencl_give_channel(int index, tcf_channel *channel);
tcfft_status tcf_opencl_channel_in(int index, tcf_channel *channel, void *device_memory, const void *host, size_t bytes);
tcfft_status tcf_opencl_channel_out(int index, tcf_channel *channel, void *host, const void *device_memory, size_t bytes);

#endif
