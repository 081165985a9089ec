// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How the OpenCL tile kernel does a stage: radices, transforms of a tile, work-items of a group, what goes through local
// memory, and what that costs. A tile is described as for CUDA (tile/tile.h), and its text is the same: "16.16.16",
// "b(16.8)", "f(16.16)".
#ifndef TCFFT_CLASSIC_OPENCL_PROPOSE_H
#define TCFFT_CLASSIC_OPENCL_PROPOSE_H

#include "tile/tile.h"

// Fills width, threads, fft, time, variance and bytes of a stage: candidate number index. As tcf_kernel.propose.
int tcf_opencl_propose(tcf_stage *s, const tcf_device *d, int index);

// Further ones for a tuner. As tcf_kernel.vary.
int tcf_opencl_variants(tcf_stage *s, const tcf_device *d, int index);

// The tile of a stage that was proposed, or parsed: PARSE where its text makes none.
tcfft_status tcf_opencl_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// The parameters of its program (tile.cl).
void tcf_opencl_print(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d, char text[TCF_TILE_PARAMETERS]);

#endif
