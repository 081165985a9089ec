// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds lengths that a device transforms fast.
#ifndef TCFFT_PLANNER_GOOD_SIZE_H
#define TCFFT_PLANNER_GOOD_SIZE_H

#include "core/device.h"

// Stores the smallest good length >= n in *good. A length is good if no slightly longer one is predicted to be faster. The
// errors are those of tcf_planner_run for a length that the device cannot transform.
tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d);

#endif
