// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Candidates of the CUDA tile kernel for a stage: the radices, transforms of a block and threads that are predicted to be
// fastest. Radices are found by search, not taken from a list of lengths. None of this needs a GPU.
#ifndef TCFFT_CLASSIC_CUDA_PROPOSE_H
#define TCFFT_CLASSIC_CUDA_PROPOSE_H

#include "classic/cuda/radices.h"
#include "core/kernel.h"

// Adds candidates, as tcf_kernel.propose.
void tcf_tile_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Adds candidates by other radices and widths, as tcf_kernel.variants.
void tcf_tile_variants(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Adds tiles like the stage's own, as tcf_kernel.neighbours: with one block of a multiprocessor more or less, with half and
// twice the transforms, with half and twice the threads of a transform.
void tcf_tile_neighbours(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Fills width, threads, bytes, time and variance of a stage from its tile and the instructions of a transform. The time of
// the first one is the price, that of the second one is by the trees of tiles like those that were timed, if there are any.
void tcf_tile_set_cost(tcf_stage *s, const tcf_tile *tile, double fft_ops, const tcf_device *d);
void tcf_tile_set_time(tcf_stage *s, const tcf_tile *tile, double fft_ops, const tcf_device *d);

// What the radices of a stage are searched for.
tcf_search tcf_tile_search(const tcf_stage *s, const tcf_device *d);

// The tile of a stage by these radices, but for its width.
tcf_tile tcf_tile_of_radices(const tcf_radices *w, tcf_conv conv, const tcf_stage *s);

// Lengths with a prime beyond TCF_LARGEST_RADIX_PRIME that still has a butterfly, though one of many operations. Else they
// take convolutions, or two launches. (555 points in columns on an H200 by two launches 0.42 of a copy's speed.)
int tcf_has_large_butterfly(const tcf_stage *s, const tcf_device *d);

#endif
