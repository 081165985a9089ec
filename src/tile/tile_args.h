// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the tile kernels: one struct by value, the same for C and for CUDA. The OpenCL kernels have one
// like it (classic/opencl/tile_args_cl.h).
#ifndef TCFFT_TILE_TILE_ARGS_H
#define TCFFT_TILE_TILE_ARGS_H

#include "num/num.h"

enum { TCF_TILE_DIMS = 6 };  // batch dimensions besides dim[0], which runs across the transforms of a tile

// Strides count elements of their side: complex numbers, or floats where the kind makes that side real. Tables hold complex
// numbers in device memory (tables.h).
typedef struct tcf_tile_args {
  const void *in;
  void *out;
  const float *twiddle;         // pass by pass: exp(-2 pi i r k / (P R)) at [r - 1][k], P the product of the radices before
  const float *half, *quarter;  // roots of the real kinds (core/real_roots.h)
  const float *chirp, *filter;  // exp(-pi i j^2 / n), and the spectrum of the convolution kernel divided by its length
  const tcf_i32 *permutation;   // Rader: the p - 1 powers of the generator

  // dim[0] has `ffts` transforms in `groups` tiles; the other dimensions repeat these.
  tcf_i64 ffts, groups;
  tcf_i64 dim_n[TCF_TILE_DIMS], dim_is[TCF_TILE_DIMS], dim_os[TCF_TILE_DIMS];

  // Point i of transform l is element e = i * in_step + l * in_batch_step of its axis. Load operations that need nothing but
  // the point find it at i * point_is + l * batch_is, those that need e at e * is + l * batch_is. The same holds for the
  // output.
  tcf_i64 is, point_is, batch_is, in_step, in_batch_step;
  tcf_i64 os, point_os, batch_os, out_step, out_batch_step;

  tcf_i64 n;                                                           // logical length of the axis
  tcf_u32 twiddle_n;                                                   // order of the roots of TCF_OP_TWIDDLE
  float quarters_per_root, inverse_twiddle_n, inverse_twiddle_n_rest;  // 4 / twiddle_n; 1 / twiddle_n; its rounding error
  float sign;             // -1: an inverse transform, which conjugates what it loads; else 1
  float scale, scale_im;  // factors of the result's real and imaginary parts
  tcf_i32 inverse;
  tcf_i32 whole_in, whole_out;  // 1: the alignment lets a side be accessed by 8 bytes, a complex number or two real ones
  tcf_u32 eighth;               // DCT-IV of odd length: the inverse of 8 modulo n
} tcf_tile_args;

#endif
