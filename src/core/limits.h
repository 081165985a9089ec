// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The largest radix and the largest transform that one launch of a tile does.
#ifndef TCFFT_CORE_LIMITS_H
#define TCFFT_CORE_LIMITS_H

enum {
  TCF_LARGEST_RADIX_PRIME = 31,  // the largest prime that is a radix of its own on a GPU
  TCF_LARGEST_TILE = 16384,      // points
  TCF_LARGEST_CONVOLUTION =
      TCF_LARGEST_TILE / 2,  // points by Bluestein's algorithm, whose convolution is at least twice as long
};

#endif
