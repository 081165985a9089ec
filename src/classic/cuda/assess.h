// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a tile that was measured for one stage costs for another one.
#ifndef TCFFT_CLASSIC_CUDA_ASSESS_H
#define TCFFT_CLASSIC_CUDA_ASSESS_H

#include "core/kernel.h"

// As tcf_kernel.assess. Of the orders of the batch dimensions it takes the one of least time.
tcf_assessed tcf_tile_assess(tcf_stage *stage, const tcf_device *d);

#endif
