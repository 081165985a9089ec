// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans that the planner would not choose: a long transform as Stockham steps of one radix, each a pass through global
// memory, as in "OpenCL Fast Fourier Transform" (Li 2012). bench/opencl_paper.sh measures the tables of that paper.
#ifndef TCF_BENCH_STOCKHAM_H
#define TCF_BENCH_STOCKHAM_H

#include "plan/plan.h"

// Plans for the problem and the device of another plan. UNSUPPORTED unless the problem is C2C of rank 1, packed, out of
// place, with n a power of the radix, and the device has a kernel for such a step.
tcfft_status tcf_stockham_plan(tcfft_plan **out, const tcfft_plan *planned, int radix);

#endif
