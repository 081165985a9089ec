// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Functions for CUDA devices: built in, else loaded from the cache on disk, else compiled. A function is loaded once per
// device and stays loaded as long as the process.
#ifndef TCFFT_BACKEND_CUDA_LOAD_H
#define TCFFT_BACKEND_CUDA_LOAD_H

#include "core/backend.h"

// Implement tcf_backend.load and .load_at_hand. Their functions are of the type tcf_cuda_function.
tcfft_status tcf_cuda_load(int index, const tcf_load *loads, int count);
tcfft_status tcf_cuda_load_at_hand(int index, const tcf_load *loads, int count, int *missing);

// Nothing is loaded onto a device between the two, which one thread calls: loading makes the device wait, so that what is
// timed meanwhile would seem slower. The second caller waits for the first one.
void tcf_cuda_pause_loading(void);
void tcf_cuda_resume_loading(void);

typedef struct tcf_cuda_function tcf_cuda_function;
void *tcf_cuda_entry(const tcf_cuda_function *function);  // what launches of the driver take: a cudaKernel_t
// Whether the program waits by itself for the previous launch (await_input of classic/cuda/complex.cuh).
int tcf_cuda_awaits_input(const tcf_cuda_function *function);

#endif
