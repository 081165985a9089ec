// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Common code of the OpenCL kernels: preparing a stage, and the arguments that a launch passes to the device.
#ifndef TCFFT_CLASSIC_OPENCL_LAUNCH_H
#define TCFFT_CLASSIC_OPENCL_LAUNCH_H

#include "classic/opencl/propose.h"
#include "tile/stage.h"

// Completes the preparation of a stage whose tile, table layout, grid and parameters are set.
tcfft_status tcf_opencl_prepare(tcf_tile_stage *s, const char *family, const tcf_stage *stage, const tcf_prepare *with,
                                tcf_prepared *prepared);

// groups: number of groups along batch dimension 0 or along an axis; 0: the tile's own.
tcfft_status tcf_opencl_launch(const tcf_launch *l, int64_t groups);

#endif
