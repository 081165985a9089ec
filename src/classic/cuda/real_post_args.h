// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_CLASSIC_CUDA_REAL_POST_ARGS_H
#define TCFFT_CLASSIC_CUDA_REAL_POST_ARGS_H

#include "tile/tile_args.h"

typedef struct tcf_real_post_args {
  tcf_tile_args tile;
  tcf_i32 out_type;  // of typed programs: tcfft_type of the numbers in memory
} tcf_real_post_args;

#ifndef TCF_F64
typedef struct tcf_real_post_args_f64 {
  tcf_tile_args_f64 tile;
  tcf_i32 out_type;
} tcf_real_post_args_f64;
#endif

#endif
