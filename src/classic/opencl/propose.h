// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Candidates of the OpenCL tile kernel for a stage: radices, transforms of a tile, work-items of a group, which elements
// pass through local memory, and the costs. A tile is described as for CUDA (tile/tile.h) and has the same text: "16.16.16",
// "b(16.8)", "f(16.16)".
#ifndef TCFFT_CLASSIC_OPENCL_PROPOSE_H
#define TCFFT_CLASSIC_OPENCL_PROPOSE_H

#include "base/text.h"
#include "core/kernel.h"
#include "tile/tile.h"

// Adds candidates, as tcf_kernel.propose.
void tcf_opencl_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Adds further candidates for a tuner, as tcf_kernel.variants.
void tcf_opencl_variants(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// Builds the tile of a stage that was proposed or parsed. PARSE: its text makes no tile.
tcfft_status tcf_opencl_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// Writes the parameters of the tile's program (tile.cl).
void tcf_opencl_print(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d, char text[TCF_TILE_PARAMETERS]);

// Appends the parameters that say which numbers a program computes in, reads and writes. One of FP32 alone has none.
void tcf_opencl_print_types(const tcf_stage *s, tcf_writer *w);

#endif
