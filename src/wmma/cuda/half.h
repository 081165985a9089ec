// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel that keeps FP16 numbers between its passes (kernel_cuda_half.c) can do, as plain numbers: its shapes, the
// stages that it takes, their text and what they cost. The text `fft` of a stage is "h(32.32)", its width the transforms of
// a block.
#ifndef TCFFT_WMMA_CUDA_HALF_H
#define TCFFT_WMMA_CUDA_HALF_H

#include "core/kernel.h"
#include "wmma/cuda/half_args.h"

typedef struct tcf_half_shape {
  int n, radix[2];
} tcf_half_shape;

// A stage by a shape. Strides count complex elements.
typedef struct tcf_half_form {
  const tcf_half_shape *shape;
  int each, threads, blocks;  // transforms of a warp; threads of a block; blocks of a multiprocessor
  int64_t count;              // transforms of one dimension of the batch
  int64_t fft_is, fft_os;
  int dims;  // the rest of the batch
  tcf_iodim dim[TCF_HALF_DIMS];
} tcf_half_form;

enum { TCF_HALF_PARAMETERS = 160 };

// Sets the layout of a stage of rows of FP16 numbers, which stay FP16 numbers, and nothing else. 0: the stage is none.
int tcf_half_layout(tcf_half_form *form, const tcf_stage *s);

// Adds a candidate for each form of a stage that fits the device.
void tcf_half_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The form that a stage's text, width and threads say. PARSE if that is none of the stage and the device.
tcfft_status tcf_half_find(tcf_half_form *form, const tcf_stage *s, const tcf_device *d);

// Writes the parameters of the stage's program (half.cuh).
void tcf_half_print(const tcf_half_form *f, char parameters[TCF_HALF_PARAMETERS]);

#endif
