// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Maps of arrays for the copy engine of devices of capability 9.0 and newer ("tensor maps" of the driver).
#ifndef TCFFT_BACKEND_CUDA_BOXES_H
#define TCFFT_BACKEND_CUDA_BOXES_H

#include "core/backend.h"

// Implements tcf_backend.describe_boxes.
tcfft_status tcf_cuda_describe_boxes(void *map, const tcf_boxes *boxes);

#endif
