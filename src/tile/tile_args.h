// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a launch of the tile kernels gets: one struct by value, the same for C, CUDA and whoever compiles the kernels.
#ifndef TCFFT_TILE_TILE_ARGS_H
#define TCFFT_TILE_TILE_ARGS_H

#include "num/num.h"

enum { TCF_TILE_DIMS = 6 };  // beyond the one across the transforms of a tile

// Distances count elements of their side: complex numbers, or floats where the kind makes a side real. Tables are complex
// numbers in device memory.
typedef struct tcf_tile_args {
  const void *in;
  void *out;
  const float *twiddle;         // pass by pass: exp(-2 pi i r k / (P R)), [r - 1][k], P the product of the radices before
  const float *half, *quarter;  // of the kind, as in transforms.h
  const float *chirp, *filter;  // Bluestein: exp(pi i j^2 / n) conjugated, and the spectrum of the chirp
  const tcf_i32 *permutation;   // Rader: the powers of the generator, p - 1 of them

  // Tiles: `transforms` transforms of loop 0 in `groups` tiles side by side, times the other loops.
  tcf_i64 ffts, groups;
  tcf_i64 dim_n[TCF_TILE_DIMS], dim_is[TCF_TILE_DIMS], dim_os[TCF_TILE_DIMS];

  // Point i of transform l is element e = i * in_step + l * in_batch_step of its axis. Plain loads find it at i * point_is +
  // l * batch_is; edges that need e at e * is + l * batch_is.
  tcf_i64 is, point_is, batch_is, in_step, in_batch_step;
  tcf_i64 os, point_os, batch_os, out_step, out_batch_step;

  tcf_i64 n;                                                           // logical length of the axis
  tcf_u32 twiddle_n;                                                   // of the turn
  float quarters_per_root, inverse_twiddle_n, inverse_twiddle_n_rest;  // 4 / whole, 1 / whole and what FP32 loses of it
  float sign;             // -1 where an inverse transform conjugates what it loads
  float scale, scale_im;  // of the result's real and imaginary parts
  tcf_i32 inverse;
  tcf_i32 whole_in, whole_out;  // a side may be accessed by whole complex numbers
  tcf_u32 eighth;               // DCT-IV of odd length: the inverse of 8 modulo n
} tcf_tile_args;

#endif
