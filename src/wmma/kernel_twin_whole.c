// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// twin_whole: host_whole with the tensor path's twin in the place of the classic passes; each tile has its own scale.
#include "classic/host_stage.h"
#include "wmma/twin.h"

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  return tcf_host_whole_prepare(stage, with, tcf_twin_fft, prepared);
}

extern const tcf_kernel tcf_kernel_twin_whole;
const tcf_kernel tcf_kernel_twin_whole = {
    .name = "twin_whole",
    .revision = 1,
    .backend = TCFFT_BACKEND_HOST,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .what = "twin of the tensor path, one transform at a time: hierarchical, convolutions",
    .propose = tcf_host_whole_propose,
    .prepare = prepare,
    .launch = tcf_host_whole_launch,
};
