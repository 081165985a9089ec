// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the points of an OpenCL tile lie in local memory (at() of thread_map.cl): element i of a transform lies at i, or
// with padding at i + (i >> pad) + (i >> 2 pad), and transforms lie `stride` apart.
#ifndef TCFFT_CLASSIC_OPENCL_BANKS_H
#define TCFFT_CLASSIC_OPENCL_BANKS_H

#include "tile/tile.h"

// Sets the stride, the padding and the bytes to values that suit most tiles, for proposals. The radices, fpb, conv,
// smem_in and smem_out must be set.
void tcf_opencl_set_memory(tcf_tile *t, const tcf_device *d);

// Sets them to the values with the fewest bank conflicts that do not reduce the number of resident groups of a GPU's
// compute unit.
void tcf_opencl_lay_out(tcf_tile *t, const tcf_device *d);

#endif
