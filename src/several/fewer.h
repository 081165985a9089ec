// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How long a problem would take on fewer devices of its list: short ones are done sooner by one.
#ifndef TCFFT_SEVERAL_FEWER_H
#define TCFFT_SEVERAL_FEWER_H

#include "several/several.h"

// Stores in seconds[k] the predicted time of the problem of d on the first k + 1 devices of its list, which are all like
// *device, and in *best the number of devices that takes the least. Nothing is created. Fails as tcf_several_create.
tcfft_status tcf_several_times(double seconds[TCF_SEVERAL_MOST], int *best, const tcf_problem *p, const tcfft_desc *d,
                               const tcf_device *device);

#endif
