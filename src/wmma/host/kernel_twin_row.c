// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// twin_row: host_row with the twin of the tensor path instead of the classic passes.
#include "classic/host/stage.h"
#include "wmma/host/twin.h"

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  return tcf_host_row_prepare(stage, with, tcf_twin_fft, prepared);
}

extern const tcf_kernel tcf_kernel_twin_row;
const tcf_kernel tcf_kernel_twin_row = {
    .name = "twin_row",
    .revision = 2,
    .backend = TCFFT_BACKEND_HOST,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,
    .stored = 1,
    .what = "twin of the tensor path in tiles of vector lanes: passes of split FP16 with emulated tensor-core sums",
    .propose = tcf_host_row_propose,
    .prepare = prepare,
    .launch = tcf_host_row_launch,
};
