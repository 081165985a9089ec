// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory of a side on several devices, and copies between it and the host's memory.
#ifndef TCFFT_SEVERAL_MEMORY_H
#define TCFFT_SEVERAL_MEMORY_H

#include "several/several.h"

// Implement tcfft_dist_alloc and tcfft_dist_free.
tcfft_status tcf_several_alloc(const tcfft_plan *plan, int output, void **memory);
void tcf_several_free(const tcfft_plan *plan, void *const *memory);

// Implement tcfft_dist_scatter (to_host 0) and tcfft_dist_gather. `name` is that of memory in error texts.
tcfft_status tcf_several_copy(const tcfft_plan *plan, int output, const char *name, void *host, void *const *memory,
                              int to_host);

#endif
