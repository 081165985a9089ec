// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel of whole matrices (kernel_cuda_half_dense.c) can do, as plain numbers: its forms, the stages that it
// takes, their text and what they cost. The text `fft` of a stage is "d(31)@6", its width the transforms of a block: a
// multiprocessor has six blocks.
#ifndef TCFFT_WMMA_CUDA_HALF_DENSE_H
#define TCFFT_WMMA_CUDA_HALF_DENSE_H

#include "core/kernel.h"
#include "wmma/cuda/half.h"
#include "wmma/cuda/half_dense_args.h"

typedef struct tcf_half_dense_form {
  int n, each, threads, blocks;  // points; transforms of a block; its threads; blocks of a multiprocessor
  tcf_half_form layout;
} tcf_half_dense_form;

enum { TCF_HALF_DENSE_PARAMETERS = 64 };

int64_t tcf_half_dense_shared(const tcf_half_dense_form *f);  // bytes of shared memory of a block

// Adds a candidate for a stage, if its length is one for which products are faster than other rows.
void tcf_half_dense_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Adds what else might be fast for a stage that it takes.
void tcf_half_dense_variants(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The form that a stage's text, width and threads say. PARSE if that is none of the stage and the device.
tcfft_status tcf_half_dense_find(tcf_half_dense_form *f, const tcf_stage *s, const tcf_device *d);

// Writes the parameters of the stage's program (half_dense.cuh).
void tcf_half_dense_print(const tcf_half_dense_form *f, char parameters[TCF_HALF_DENSE_PARAMETERS]);

#endif
