// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the points of an OpenCL tile lie in local memory (at() of thread_map.cl): element i of a transform at i, or at
// i + (i >> pad) + (i >> 2 pad), transforms `stride` apart.
#ifndef TCFFT_CLASSIC_OPENCL_BANKS_H
#define TCFFT_CLASSIC_OPENCL_BANKS_H

#include "tile/tile.h"

// Stride, padding and bytes that most tiles are well off with: for proposals. The radices, the width, conv and what is
// staged are set.
void tcf_opencl_set_memory(tcf_tile *t, const tcf_device *d);

// Those with the fewest conflicts between the banks of a GPU's local memory, for no fewer groups on a unit.
void tcf_opencl_lay_out(tcf_tile *t, const tcf_device *d);

#endif
