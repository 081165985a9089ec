// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Limits of what one block computes in shared memory: the largest prime radices and the largest transforms.
#ifndef TCFFT_CORE_LIMITS_H
#define TCFFT_CORE_LIMITS_H

enum {
  TCF_LARGEST_RADIX_PRIME = 31,      // lengths whose primes are no larger have no other form than butterflies on a GPU
  TCF_LARGEST_BUTTERFLY = 73,        // largest prime with a butterfly in CUDA, with which convolutions compete
  TCF_LARGEST_BUTTERFLY_F64 = 53,    // the same of FP64; registers hold no more points
  TCF_LARGEST_TILE = 16384,          // largest transform of a block, in points
  TCF_LARGEST_IN_CLUSTER = 1 << 17,  // largest transform of a cluster of blocks
  // Largest transform by Bluestein's algorithm in a block, in points; its convolution is about twice as long.
  TCF_LARGEST_CONVOLUTION = TCF_LARGEST_TILE / 2,
};

#endif
