// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel that does all steps of a transform in one cluster (kernel_cuda_cluster_steps.c) can do, as plain numbers.
//
// The text `fft` of a stage is "c5(20.10|10.15)@3": clusters of 5 blocks, of which 3 are to fit a multiprocessor; a first
// step of columns of 200 points, each radix a pass, and a second one of rows of 150. "c16(16.16|f(16.16.2)|16.16)@3" is a
// convolution of 2^17 points (Bluestein's algorithm). "c5(20.10x10.15)@3" is a packed plane of 200 rows of 150 points,
// columns first, or by R2C one of 200 rows of 300 numbers; C2R has rows first. The stage's threads are those of a block, its
// width is 1.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_H

#include "classic/cuda/cluster_steps_args.h"
#include "core/kernel.h"
#include "tile/tile.h"

enum {
  TCF_STEPS_PARAMETERS = 64 + TCF_STEPS * (TCF_TILE_PARAMETERS + 64),
  TCF_STEPS_CHOICES = 8,  // ways of a stage that a tuner gets, besides other orders of the first one
};

typedef struct tcf_cluster_steps {
  int count;                   // steps: 2, of a convolution 3
  int cluster;                 // blocks of a cluster
  int threads;                 // of a block
  int resident;                // blocks that should fit a multiprocessor
  int plane;                   // its steps are those of two axes
  int64_t points;              // that the cluster transforms: the stage's, or those of the convolution
  size_t shared;               // bytes of shared memory of a block
  tcf_stage stage[TCF_STEPS];  // the steps as launches of their own would have them
  tcf_tile tile[TCF_STEPS];
} tcf_cluster_steps;

// Takes a stage's text apart. PARSE if that is no transform of the stage by clusters of the device.
tcfft_status tcf_cluster_steps_build(tcf_cluster_steps *steps, const tcf_stage *s, const tcf_device *d);

// Adds the candidates of least predicted time, if the stage and the device have any.
void tcf_cluster_steps_propose(const tcf_stage *s, const tcf_device *d, tcf_candidates *out);
void tcf_cluster_steps_variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out);  // and more of them

// Writes the parameters of the program (cluster_steps.cuh).
void tcf_cluster_steps_print(const tcf_cluster_steps *steps, char parameters[TCF_STEPS_PARAMETERS]);

#endif
