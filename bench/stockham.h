// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans that no planner would make: a long transform by Stockham's steps of one radix through global memory alone, as in
// "OpenCL Fast Fourier Transform" (Li 2012), whose tables bench/opencl_paper.sh measures.
#ifndef TCF_BENCH_STOCKHAM_H
#define TCF_BENCH_STOCKHAM_H

#include "plan/plan.h"

// For the problem and the device of another plan. UNSUPPORTED where the problem is not C2C of rank 1, packed, out of place,
// n a power of the radix, or the device has no kernel for such a step.
tcfft_status tcf_stockham_plan(tcfft_plan **out, const tcfft_plan *planned, int radix);

#endif
