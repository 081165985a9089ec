// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel that transforms columns of FP16 numbers (kernel_cuda_half_columns.c) can do, as plain numbers: its shapes,
// the stages that it takes, their text and what they cost. The text `fft` of a stage is "hc(32.32)@3", with three blocks on
// a multiprocessor. Its width is TCF_HALF_COLUMNS.
#ifndef TCFFT_WMMA_CUDA_HALF_COLUMNS_H
#define TCFFT_WMMA_CUDA_HALF_COLUMNS_H

#include "core/kernel.h"
#include "wmma/cuda/half_columns_args.h"

typedef struct tcf_half_columns_shape {
  int radix[2], threads;
  int blocks;         // of a multiprocessor
  double of_copy[2];  // share of a copy's speed, without the twiddles of a step and with them
} tcf_half_columns_shape;

// A stage by a shape. Strides count complex elements.
typedef struct tcf_half_columns_form {
  const tcf_half_columns_shape *shape;
  int in_type, out_type;      // as the program has them
  int rows_in;                // 1: points of a column are neighbours in the input
  int64_t order;              // of the twiddles; 0: the stage has none
  int64_t count;              // columns
  int64_t in_step, out_step;  // between points of a column
  int64_t in_distance;        // between columns
  int dims;                   // the rest of the batch
  tcf_iodim dim[TCF_HALF_COLUMNS_DIMS];
} tcf_half_columns_form;

static inline int tcf_half_columns_points(const tcf_half_columns_shape *h) { return h->radix[0] * h->radix[1]; }
size_t tcf_half_columns_shared(const tcf_half_columns_shape *h);  // bytes of shared memory of a block

enum { TCF_HALF_COLUMNS_PARAMETERS = 128 };

// Adds a candidate for each shape that fits the stage and the device.
void tcf_half_columns_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The form that a stage's text and threads say. PARSE if that is none of the stage and the device.
tcfft_status tcf_half_columns_find(tcf_half_columns_form *form, const tcf_stage *s, const tcf_device *d);

// Writes the parameters of the stage's program (half_columns.cuh).
void tcf_half_columns_print(const tcf_half_columns_form *f, char parameters[TCF_HALF_COLUMNS_PARAMETERS]);

#endif
