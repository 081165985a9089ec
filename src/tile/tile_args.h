// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the tile kernels: one struct by value, the same for C and for CUDA. The OpenCL kernels have one
// like it (classic/opencl/tile_args_cl.h).
#ifndef TCFFT_TILE_TILE_ARGS_H
#define TCFFT_TILE_TILE_ARGS_H

#include "num/num.h"

enum { TCF_TILE_DIMS = 6 };  // batch dimensions besides dim[0], which runs across the transforms of a tile

// Strides count elements of their side: complex numbers, or real ones where the kind makes that side real. Tables hold
// complex numbers in device memory (tables.h):
//
//     twiddle           pass by pass: exp(-2 pi i r k / (P R)) at [r - 1][k], P the product of the radices before
//     half, quarter     roots of the real kinds (core/real_roots.h)
//     chirp, filter     exp(-pi i j^2 / n), and the spectrum of the convolution kernel divided by its length (Rader of real
//                       numbers: half of the spectrum of a real one, see store_real_spectrum of tables_instance.h)
//     permutation       Rader: the p - 1 powers of the generator; of real numbers the logarithms of 1 .. p - 1
//
// dim[0] has `ffts` transforms in `groups` tiles; the other dimensions repeat these.
//
// Point i of transform l is element e = i * in_step + l * in_batch_step of its axis. Load operations that need nothing but
// the point find it at i * point_is + l * batch_is, those that need e at e * is + l * batch_is. The same holds for the
// output.
//
//     n                 logical length of the axis
//     twiddle_n         order of the roots of TCF_OP_TWIDDLE
//     quarters_per_root 4 / twiddle_n
//     inverse_twiddle_n 1 / twiddle_n, and _rest its rounding error
//     sign              -1: an inverse transform, which conjugates what it loads; else 1
//     scale, scale_im   factors of the result's real and imaginary parts
//     whole_in, _out    1: the alignment lets a side be accessed by complex numbers, or by two real ones
//     eighth            DCT-IV of odd length: the inverse of 8 modulo n
//     ahead             the tile whose input a block asks the device's cache for comes so many behind its own; 0: none
#define TCF_TILE_ARGS(name, number)                                             \
  typedef struct name {                                                         \
    const void *in;                                                             \
    void *out;                                                                  \
    const number *twiddle;                                                      \
    const number *half, *quarter;                                               \
    const number *chirp, *filter;                                               \
    const tcf_i32 *permutation;                                                 \
    tcf_i64 ffts, groups;                                                       \
    tcf_i64 dim_n[TCF_TILE_DIMS], dim_is[TCF_TILE_DIMS], dim_os[TCF_TILE_DIMS]; \
    tcf_i64 is, point_is, batch_is, in_step, in_batch_step;                     \
    tcf_i64 os, point_os, batch_os, out_step, out_batch_step;                   \
    tcf_i64 n;                                                                  \
    tcf_u32 twiddle_n;                                                          \
    number quarters_per_root, inverse_twiddle_n, inverse_twiddle_n_rest;        \
    number sign;                                                                \
    number scale, scale_im;                                                     \
    tcf_i32 inverse;                                                            \
    tcf_i32 whole_in, whole_out;                                                \
    tcf_u32 eighth, ahead;                                                      \
  } name

// In device code the numbers are those of the program. The host has the arguments of programs of both types.
#ifdef TCF_F64
TCF_TILE_ARGS(tcf_tile_args, double);
#else
TCF_TILE_ARGS(tcf_tile_args, float);
TCF_TILE_ARGS(tcf_tile_args_f64, double);
#endif

#endif
