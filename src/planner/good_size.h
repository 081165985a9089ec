// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lengths that a device does fast.
#ifndef TCFFT_PLANNER_GOOD_SIZE_H
#define TCFFT_PLANNER_GOOD_SIZE_H

#include "core/device.h"

// The next length that is good: no longer one close to it takes less time. Good sizes are their own.
tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d);

#endif
