// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The radices of an OpenCL tile, or the convolution that it needs where no radices divide its points.
#ifndef TCFFT_CLASSIC_OPENCL_RADIX_SEARCH_H
#define TCFFT_CLASSIC_OPENCL_RADIX_SEARCH_H

#include "tile/tile.h"

enum { TCF_OPENCL_SCHEDULES = 8 };

// Whether dft.cl has a radix for the device: on a CPU radices beyond 16 are excluded.
int tcf_opencl_is_radix(int r, const tcf_device *d);

// Whether the tile of a stage may hold a whole convolution. A convolution over several launches needs the tables for itself.
int tcf_opencl_may_convolve(const tcf_stage *s);

// Lists copies of a tile with n, radices and conv set, those with the fewest instructions, fewest first. Radices are in
// descending order, except the first one of a convolution. If no radices divide the points, the list has convolutions where
// the stage allows them. The points of the tile are set before. Returns how many there are.
int tcf_opencl_radices(tcf_tile schedules[TCF_OPENCL_SCHEDULES], const tcf_tile *tile, const tcf_stage *s,
                       const tcf_device *d);

#endif
