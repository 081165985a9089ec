// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles of OpenCL that sum every result of a prime from the definition (direct.cl), as those of CUDA do: which, by how
// many work-items a transform, and the numbers that their programs are compiled with. For GPUs.
#ifndef TCFFT_CLASSIC_OPENCL_DIRECT_H
#define TCFFT_CLASSIC_OPENCL_DIRECT_H

#include "base/text.h"
#include "tile/tile.h"

// conv, n, radices, width and tpt of a tile whose edges and points are set, by so many work-items a transform. 0: there is
// none.
int tcf_opencl_direct(tcf_tile *tile, const tcf_stage *s, const tcf_device *d, int tpt);
enum { TCF_OPENCL_SHARING = 16 };  // the most

// Seconds of a tile with work-items and groups of a unit.
double tcf_opencl_direct_seconds(const tcf_stage *s, const tcf_tile *tile, const tcf_device *d);

// Whether a tile that was parsed is one: its length and its work-items.
int tcf_opencl_may_be_direct(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// Parameters of the program, and the text of its constants.
void tcf_opencl_print_direct(const tcf_tile *tile, tcf_writer *w);
enum { TCF_OPENCL_CONSTANTS = 4096 };  // bytes, of any
void tcf_opencl_print_constants(const tcf_tile *tile, char text[TCF_OPENCL_CONSTANTS]);

#endif
