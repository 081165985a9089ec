// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// twin_whole: host_whole with the twin of the tensor path instead of the classic passes. Each tile has its own scale.
#include "classic/host/stage.h"
#include "tile/tensor_passes.h"
#include "wmma/host/twin.h"

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  return tcf_host_whole_prepare(stage, with, tcf_twin_fft, prepared);
}

// Lengths that a GPU transforms in one pass over memory are left to twin_row, which has the same passes. This kernel would
// split them into steps.
static void propose(const tcf_stage *s, const tcf_device *d, int threads, tcf_candidates *out) {
  const int64_t m = tcf_complex_length(s->kind, s->n);
  if (s->split != TCFFT_SPLIT_PAPER && m <= TCF_TENSOR_ONE_PASS && (m & (m - 1)) == 0) return;
  tcf_host_whole_propose(s, d, threads, out);
}

extern const tcf_kernel tcf_kernel_twin_whole;
const tcf_kernel tcf_kernel_twin_whole = {
    .name = "twin_whole",
    .revision = 2,
    .backend = TCFFT_BACKEND_HOST,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,
    .stored = 1,
    .what = "twin of the tensor path, one transform at a time: hierarchical, convolutions",
    .propose = propose,
    .prepare = prepare,
    .launch = tcf_host_whole_launch,
};
