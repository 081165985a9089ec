// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a CUDA device's tile kernel does a stage: radices, transforms of a tile and threads that are predicted to be fastest.
// Sizes are composed, not listed; nothing here needs a GPU.
#ifndef TCFFT_CLASSIC_CUDA_PROPOSE_H
#define TCFFT_CLASSIC_CUDA_PROPOSE_H

#include "tile/tile.h"

// Fills width, threads, fft, time, variance and bytes of a stage: candidate number index. As tcf_kernel.propose.
int tcf_tile_propose(tcf_stage *s, const tcf_device *d, int index);

// The same for candidates that a tuner should time besides: further ways for a stage that has been filled.
int tcf_tile_variants(tcf_stage *s, const tcf_device *d, int index);

// The same, for tiles like the stage's own: one more or less block, half and twice the transforms and the threads of a
// transform.
int tcf_tile_neighbours(tcf_stage *s, const tcf_device *d, int index);

// Fills a stage's width, threads, bytes, time and variance from its tile and the instructions of a transform; the time is
// what was timed, where it was.
void tcf_tile_set_cost(tcf_stage *s, const tcf_tile *tile, double fft_ops, const tcf_device *d);

#endif
