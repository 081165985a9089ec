// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "wmma/cuda/tuned_tensor.h"

// The best of some twenty forms each that have a pass on tensor cores at all, of some 1500 tiles timed on the same device.
// Of three passes the one in between is on tensor cores: their numbers lie by fours of transforms, and device memory likes a
// warp to load and store neighbours (4096 points by 16.m16.m16: 0.88 of a copy's speed, by 16.m16.16 0.91).
static const tcf_tuned tensor_rows[] = {
#include "wmma/cuda/tuned_rows_tensor.h"
};
const tcf_tuned_table tcf_tuned_tensor_tiles = {tensor_rows, sizeof tensor_rows / sizeof *tensor_rows};
