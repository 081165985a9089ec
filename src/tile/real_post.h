// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Post-processing of long transforms of a real kind: the launch that makes the output from the complex transform's result in
// the workspace. The kernels of both GPU backends propose it alike.
#ifndef TCFFT_TILE_REAL_POST_H
#define TCFFT_TILE_REAL_POST_H

#include "tile/tile.h"

// Whether a stage is such a launch.
int tcf_real_post_is(const tcf_stage *s);

// Transforms per block: a warp's worth where neighbouring transforms lie closer together in the output than neighbouring
// elements, else one.
int tcf_real_post_ffts(const tcf_stage *s);

// Blocks of `threads` threads along an axis of so many elements, or pairs of elements.
int64_t tcf_real_post_groups(const tcf_stage *s, int64_t elements, int threads);

// Fills a stage in as tcf_kernel.propose does, for blocks of `threads` threads that take `slowdown` times as long as a copy.
void tcf_real_post_propose(tcf_stage *s, const tcf_device *d, int threads, double slowdown);

// The fields of a tile that the stage's tables and arguments depend on; the others are 0.
tcf_tile tcf_real_post_tile(const tcf_stage *s);

#endif
