// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft plan --devices: the table of a plan on several devices.
#ifndef TCFFT_CLI_PLAN_SEVERAL_H
#define TCFFT_CLI_PLAN_SEVERAL_H

#include "tcfft/tcfft.h"

// Prints passes and exchanges of a plan with devices, the bytes that go over each link, and the time that is predicted.
void tcf_print_several(const tcfft_plan *plan);

#endif
