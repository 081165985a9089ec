// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The twiddles of a rank on the host.
#ifndef TCFFT_SEVERAL_HOST_TWIDDLES_H
#define TCFFT_SEVERAL_HOST_TWIDDLES_H

#include "several/flow.h"

// Tables of roots for a flow's axis, O(sqrt(n)) entries; freed by tcf_host_twiddles_free, which accepts NULL. OUT_OF_MEMORY.
tcfft_status tcf_host_twiddles_make(const tcf_flow *f, void **tables);
void tcf_host_twiddles_free(void *tables);

// Multiplies all rows, or columns, of a rank at `data`.
tcfft_status tcf_host_twiddles_run(const void *tables, const tcf_flow *f, const tcf_step *s, int position, void *data,
                                   int inverse);

#endif
