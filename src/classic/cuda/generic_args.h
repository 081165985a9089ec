// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a launch of the generic tile kernel gets: the tile kernels' arguments, and at run time what they know when they are
// compiled. For C, CUDA and whoever compiles the kernel.
#ifndef TCFFT_CLASSIC_CUDA_GENERIC_ARGS_H
#define TCFFT_CLASSIC_CUDA_GENERIC_ARGS_H

#include "tile/tile_args.h"

enum {
  TCF_GENERIC_PASSES = 7,
  TCF_GENERIC_ELEMENTS = 1 << 16,  // of a tile, at most: what the divisions below are exact for
  TCF_GENERIC_SHIFT = 4,  // element i of a transform lies at i + i / 16 + i / 256: strides of powers of 16 meet all banks
};

// Numbers below TCF_GENERIC_ELEMENTS by d of at most as much: the upper half of the product with magic = ceil(2^32 / d) is
// exact, as its excess over 2^32 / d is less than d / 2^32. 0: d is 1.
typedef struct tcf_divisor {
  tcf_i32 d;
  tcf_u32 magic;
} tcf_divisor;

// Butterflies of `radix` points that lie `before` apart, the product of the radices before; count of them a transform.
typedef struct tcf_generic_pass {
  tcf_divisor radix, before, count;
  tcf_i32 twiddle;  // complex numbers of the table before this pass' own
} tcf_generic_pass;

typedef struct tcf_generic_args {
  tcf_tile_args tile;
  tcf_generic_pass pass[TCF_GENERIC_PASSES];
  tcf_i32 passes;
  tcf_divisor n, points, fpb;  // as of tile.cuh
  tcf_divisor out;             // elements, or pairs of them, that a transform of a real kind stores
  tcf_i32 stride;              // from transform to transform in shared memory
  tcf_i32 kind, even, load, store, twiddle_outer, batch_fast_in, batch_fast_out;
  tcf_i32 conv;    // tcf_conv: none, Bluestein, or a step of a long convolution
  tcf_i64 axis_n;  // points of the complex transform of the whole axis
} tcf_generic_args;

#endif
