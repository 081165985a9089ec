// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a flow as problems of one device.
#ifndef TCFFT_SEVERAL_PARTS_H
#define TCFFT_SEVERAL_PARTS_H

#include "several/flow.h"

// Sets *part to the problem of a piece of `units` rows, columns or transforms of a device that has `all` of them. tolerance
// is that of one pass.
tcfft_status tcf_part_problem(tcf_problem *part, const tcf_flow *f, const tcf_step *s, int64_t all, int64_t units,
                              double tolerance);

// Bytes from the beginning of a pass' input, or output, to the device's piece that begins with its unit `first`.
int64_t tcf_part_offset(const tcf_flow *f, const tcf_step *s, int output, int position, int64_t first);

#endif
