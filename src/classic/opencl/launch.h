// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the OpenCL kernels share: from a stage and a launch to the arguments that the device gets.
#ifndef TCFFT_CLASSIC_OPENCL_LAUNCH_H
#define TCFFT_CLASSIC_OPENCL_LAUNCH_H

#include "classic/opencl/propose.h"
#include "tile/stage.h"

// The rest of preparing a stage whose tile, table layout, grid and parameters are known.
tcfft_status tcf_opencl_prepare(tcf_tile_stage *s, const char *family, const tcf_stage *stage, const tcf_prepare *with,
                                tcf_prepared *prepared);

// groups: of the launch along loop 0 or an axis; 0: as the tile has them.
tcfft_status tcf_opencl_launch(const tcf_launch *l, int64_t groups);

#endif
