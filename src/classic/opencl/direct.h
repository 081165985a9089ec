// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// OpenCL tiles that compute the direct DFT of a prime (direct.cl), as those of CUDA do: for which lengths they exist,
// with how many work-items a transform, and the constants that their programs are compiled with. For GPUs only.
#ifndef TCFFT_CLASSIC_OPENCL_DIRECT_H
#define TCFFT_CLASSIC_OPENCL_DIRECT_H

#include "base/text.h"
#include "tile/tile.h"

// Sets conv, n, the radices, fpb and tpt of a tile whose load and store operations and points are set, with tpt
// work-items a transform. Returns 0 if there is no such tile.
int tcf_opencl_direct(tcf_tile *tile, const tcf_stage *s, const tcf_device *d, int tpt);
enum { TCF_OPENCL_SHARING = 16 };  // largest tpt

// Predicted seconds of a tile whose threads and blocks are set.
double tcf_opencl_direct_seconds(const tcf_stage *s, const tcf_tile *tile, const tcf_device *d);

// Whether the length of a parsed tile, and the work-items of its stage, make a tile of this kind.
int tcf_opencl_may_be_direct(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// The program's parameters, and the text that defines its constants.
void tcf_opencl_print_direct(const tcf_tile *tile, tcf_writer *w);
enum { TCF_OPENCL_CONSTANTS = 4096 };  // bytes, enough for every length
void tcf_opencl_print_constants(const tcf_tile *tile, char text[TCF_OPENCL_CONSTANTS]);

#endif
