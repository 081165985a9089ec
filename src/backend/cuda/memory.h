// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory of CUDA devices, and copies between it and the host's memory. The functions implement the members of tcf_backend
// that have the same names.
#ifndef TCFFT_BACKEND_CUDA_MEMORY_H
#define TCFFT_BACKEND_CUDA_MEMORY_H

#include "core/backend.h"

tcfft_status tcf_cuda_alloc(int index, size_t bytes, void **memory);
void tcf_cuda_release(int index, void *memory);
tcfft_status tcf_cuda_copy_in(int index, void *device_memory, const void *host, size_t bytes);
tcfft_status tcf_cuda_copy_out(int index, void *host, const void *device_memory, size_t bytes);
tcfft_status tcf_cuda_check_memory(int index, const void *memory, const char *name);

tcf_memory_kind tcf_cuda_memory_kind(int index, const void *memory);
tcfft_status tcf_cuda_take_channel(int index, tcf_channel **channel);
void tcf_cuda_give_channel(int index, tcf_channel *channel);
tcfft_status tcf_cuda_channel_in(int index, tcf_channel *channel, void *device_memory, const void *host, size_t bytes);
tcfft_status tcf_cuda_channel_out(int index, tcf_channel *channel, void *host, const void *device_memory, size_t bytes);

#endif
