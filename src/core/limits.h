// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Limits of what one block computes in shared memory: the largest prime radix and the largest transforms.
#ifndef TCFFT_CORE_LIMITS_H
#define TCFFT_CORE_LIMITS_H

enum {
  TCF_LARGEST_RADIX_PRIME = 31,      // largest prime with a butterfly of its own on a GPU
  TCF_LARGEST_TILE = 16384,          // largest transform of a block, in points
  TCF_LARGEST_IN_CLUSTER = 1 << 17,  // largest transform of a cluster of blocks
  // Largest transform by Bluestein's algorithm in a block, in points; its convolution is about twice as long.
  TCF_LARGEST_CONVOLUTION = TCF_LARGEST_TILE / 2,
};

#endif
