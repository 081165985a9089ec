// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "wmma/cuda/tuned_tensor.h"

// For each length the best of some twenty tiles with a pass on tensor cores; some 1500 tiles were timed on the device of
// tuned.c. Of three passes the middle one runs on tensor cores. The results of such a pass are spread over groups of four
// lanes, while device memory needs a warp to load and store neighbours (4096 points by 16.m16.m16: 0.88 of a copy's speed,
// by 16.m16.16: 0.91).
static const tcf_tuned tensor_rows[] = {
#include "wmma/cuda/tuned_rows_tensor.h"
};
const tcf_tuned_table tcf_tuned_tensor_tiles = {tensor_rows, sizeof tensor_rows / sizeof *tensor_rows};
