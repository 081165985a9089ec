// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft plan --devices: the table of a plan on several devices.
#ifndef TCFFT_CLI_PLAN_SEVERAL_H
#define TCFFT_CLI_PLAN_SEVERAL_H

#include "tcfft/tcfft.h"

// Prints passes and exchanges of the plan of d, which has devices: the bytes that go over each link, the time that is
// predicted, and on how many of the devices it would be least.
tcfft_status tcf_print_several(const tcfft_plan *plan, const tcfft_desc *d);

#endif
