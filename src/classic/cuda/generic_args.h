// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the generic tile kernel: those of the tile kernels, and as numbers what other tile kernels are
// compiled for. The same for C and for CUDA.
#ifndef TCFFT_CLASSIC_CUDA_GENERIC_ARGS_H
#define TCFFT_CLASSIC_CUDA_GENERIC_ARGS_H

#include "tile/tile_args.h"

enum {
  TCF_GENERIC_PASSES = 7,
  TCF_GENERIC_ELEMENTS = 1 << 16,  // most elements of a tile: up to here the divisions below are exact
  // Bank-conflict padding: element i of a transform lies at i + i / 16 + i / 256, so that strides by powers of 16 meet all
  // banks.
  TCF_GENERIC_SHIFT = 4,
};

// Exact division of x < TCF_GENERIC_ELEMENTS by d <= TCF_GENERIC_ELEMENTS. The quotient is the upper half of x * magic,
// where magic is ceil(2^32 / d). Since magic exceeds 2^32 / d by less than 1, x * magic / 2^32 exceeds the true quotient by
// less than 2^-16, which is at most 1 / d and too little to reach the next integer. magic 0: d is 1.
typedef struct tcf_divisor {
  tcf_i32 d;
  tcf_u32 magic;
} tcf_divisor;

// A pass: `count` butterflies per transform of `radix` points each, which lie `before` apart, the product of the radices
// before.
typedef struct tcf_generic_pass {
  tcf_divisor radix, before, count;
  tcf_i32 twiddle;  // complex numbers of the table that belong to earlier passes
} tcf_generic_pass;

// What other tile kernels are compiled for.
typedef struct tcf_generic_sizes {
  tcf_generic_pass pass[TCF_GENERIC_PASSES];
  tcf_i32 passes;
  tcf_divisor n, points, fpb;  // see tcf_tile
  tcf_divisor out;             // elements, or pairs of elements, that a transform of a real kind stores
  tcf_i32 stride;              // distance between transforms in shared memory
  tcf_i32 kind, even, load, store, twiddle_outer, batch_fast_in, batch_fast_out;
  tcf_i32 conv;               // tcf_conv: NONE, BLUESTEIN or FILTERED
  tcf_i64 axis_n;             // points of the complex transform of the whole axis
  tcf_i32 in_type, out_type;  // of typed programs: tcfft_type of the numbers in memory
} tcf_generic_sizes;

typedef struct tcf_generic_args {
  tcf_tile_args tile;
  tcf_generic_sizes sizes;
} tcf_generic_args;

#ifndef TCF_F64
typedef struct tcf_generic_args_f64 {
  tcf_tile_args_f64 tile;
  tcf_generic_sizes sizes;
} tcf_generic_args_f64;
#endif

#endif
