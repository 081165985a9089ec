// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Exchanges between CUDA devices of one process by NCCL, which is opened at run time. It is found as other libraries are
// (library.h); TCFFT_NCCL names its file. The build needs neither NCCL nor its header.
#ifndef TCFFT_BACKEND_CUDA_NCCL_H
#define TCFFT_BACKEND_CUDA_NCCL_H

#include "core/peers.h"

// Implement open_group, close_group and exchange of tcf_peers.
tcfft_status tcf_nccl_open(const int *index, int count, void **group);
void tcf_nccl_close(void *group);
tcfft_status tcf_nccl_exchange(void *group, const tcf_messages *const *of, void *const *streams);

#endif
