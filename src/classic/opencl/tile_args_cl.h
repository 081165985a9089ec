// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the OpenCL kernels: one struct by value, the same for C and OpenCL C. Buffers are arguments of
// their own, because OpenCL 1.2 has no device addresses that a struct could hold.
#ifndef TCFFT_CLASSIC_OPENCL_TILE_ARGS_CL_H
#define TCFFT_CLASSIC_OPENCL_TILE_ARGS_CL_H

#include "num/num.h"

#define TCF_CL_DIMS 6  // batch dimensions beyond dimension 0, which goes across the transforms of a tile

// As tcf_tile_args of tile/tile_args.h, but tables are numbers of floats or doubles from the start of the stage's table, and
// places are a number of 32-bit integers. The order of the members leaves no gaps, and makes the size a multiple of eight
// bytes, for C and for OpenCL C.
#define TCF_CL_TILE_ARGS(name, number)                                    \
  typedef struct name {                                                   \
    tcf_i64 ffts, groups;                                                 \
    tcf_i64 dim_n[TCF_CL_DIMS], dim_is[TCF_CL_DIMS], dim_os[TCF_CL_DIMS]; \
    tcf_i64 is, point_is, batch_is, in_step, in_batch_step;               \
    tcf_i64 os, point_os, batch_os, out_step, out_batch_step;             \
    tcf_i64 n;      /* logical length of the axis */                      \
    tcf_i64 axis_n; /* points of its complex transform */                 \
    tcf_i64 twiddle, half_roots, quarter_roots, chirp, filter, places;    \
    tcf_u32 twiddle_n, eighth;                                            \
    number quarters_per_root, inverse_twiddle_n, inverse_twiddle_n_rest;  \
    number sign, scale, scale_im;                                         \
    tcf_i32 inverse, whole_in, whole_out;                                 \
    tcf_i32 unused;                                                       \
  } name

// In device code the numbers are those of the program. The host has the arguments of programs of both types.
#ifdef TCF_F64
TCF_CL_TILE_ARGS(tcf_cl_tile_args, double);
#else
TCF_CL_TILE_ARGS(tcf_cl_tile_args, float);
#ifndef __OPENCL_VERSION__
TCF_CL_TILE_ARGS(tcf_cl_tile_args_f64, double);
#endif
#endif

#endif
