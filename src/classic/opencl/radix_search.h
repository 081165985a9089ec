// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which radices an OpenCL tile may have, and by which of them, or by which convolution, it transforms its points.
#ifndef TCFFT_CLASSIC_OPENCL_RADIX_SEARCH_H
#define TCFFT_CLASSIC_OPENCL_RADIX_SEARCH_H

#include "tile/tile.h"

enum { TCF_OPENCL_SCHEDULES = 8 };

// Those that dft.cl has: of a processor not those beyond 16.
int tcf_opencl_is_radix(int r, const tcf_device *d);

// Whether a stage may be a whole convolution in its tile: one over several launches has tables of its own.
int tcf_opencl_may_convolve(const tcf_stage *s);

// Copies of a tile, whose points are set, with n, radices (largest first, but for the first of a convolution) and conv:
// those with the fewest instructions, fewest first. Convolutions where no radices divide the points, and the stage may have
// any. 0: there is no way.
int tcf_opencl_radices(tcf_tile schedules[TCF_OPENCL_SCHEDULES], const tcf_tile *tile, const tcf_stage *s,
                       const tcf_device *d);

#endif
