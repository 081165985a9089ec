// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel that keeps FP16 numbers in shared memory (kernel_cuda_half_tile.c) can do, as plain numbers: its shapes,
// the stages that it takes, their text and what they cost. The text `fft` of a stage is "h(32.32.16)@3": a multiprocessor
// has three blocks.
#ifndef TCFFT_WMMA_CUDA_HALF_TILE_H
#define TCFFT_WMMA_CUDA_HALF_TILE_H

#include "core/kernel.h"
#include "wmma/cuda/half_tile_args.h"

// n = radix * row * row points by a block.
typedef struct tcf_half_tile_shape {
  int row, radix, threads;
  int blocks;       // of a multiprocessor
  double fraction;  // of a copy's speed, see half_tile.c
} tcf_half_tile_shape;

static inline int64_t tcf_half_tile_points(const tcf_half_tile_shape *h) { return (int64_t)h->radix * h->row * h->row; }
size_t tcf_half_tile_shared(const tcf_half_tile_shape *h);  // bytes of shared memory of a block

enum {
  TCF_HALF_TILE_PRODUCT = 16,  // the radix of the last pass' matrix
  TCF_HALF_TILE_PARAMETERS = 96,
};

// Adds a candidate for each shape that fits the stage and the device.
void tcf_half_tile_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The shape that a stage's text and threads say, and the batch. PARSE if that is none of the stage and the device.
tcfft_status tcf_half_tile_find(const tcf_half_tile_shape **shape, tcf_iodim batch[TCF_HALF_TILE_DIMS], const tcf_stage *s,
                                const tcf_device *d);

// Writes the parameters of the stage's program (half_tile.cuh).
void tcf_half_tile_print(const tcf_half_tile_shape *h, char parameters[TCF_HALF_TILE_PARAMETERS]);

#endif
