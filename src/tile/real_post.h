// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The last step of a long real kind, from the complex transform's result in the workspace to its output: what the kernels of
// both GPU backends propose for it.
#ifndef TCFFT_TILE_REAL_POST_H
#define TCFFT_TILE_REAL_POST_H

#include "tile/tile.h"

// Whether a stage is such a step.
int tcf_real_post_is(const tcf_stage *s);

// Lanes of a block: a warp of them where transforms are the nearer neighbours in the output, else one.
int tcf_real_post_ffts(const tcf_stage *s);

// Blocks of so many threads along an axis of so many elements (or pairs of them).
int64_t tcf_real_post_groups(const tcf_stage *s, int64_t elements, int threads);

// Fills a stage: as tcf_kernel.propose, for blocks of so many threads that take so many times a copy's time.
void tcf_real_post_propose(tcf_stage *s, const tcf_device *d, int threads, double slowdown);

// The stage's tile, as far as it has one: for its tables and its arguments.
tcf_tile tcf_real_post_tile(const tcf_stage *s);

#endif
