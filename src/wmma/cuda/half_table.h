// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables of the kernels that keep FP16 numbers between their passes: what the lanes of a warp have of the passes' matrices
// (half.cuh), and their twiddles.
#ifndef TCFFT_WMMA_CUDA_HALF_TABLE_H
#define TCFFT_WMMA_CUDA_HALF_TABLE_H

#include "base/memory.h"
#include "math/twiddle.h"
#include "wmma/cuda/half_args.h"

enum { TCF_HALF_LARGEST = 128 };  // the largest radix of a matrix

// By what a pass of a radix from 2 on multiplies: with it the elements of its matrix are close to FP16 numbers. The relative
// L2 error that they have then.
double tcf_half_factor(int radix);
double tcf_half_matrix_error(int radix);

// Fragments of the matrix of radix 8, 16 or 32.
int tcf_half_fragments(int radix);

// Which result lane 4 g + t gets from row m of the matrix.
int tcf_half_result(int radix, int m, int g);

// Writes the matrix of a radix for the passes of half.cuh. Returns what is behind it.
tcf_u32 *tcf_half_put_matrix(tcf_u32 *out, int radix);

// The same of radix 8 or 16 for the last pass of half_tile.cuh, whose points and results are in other lanes.
tcf_u32 *tcf_half_put_last_matrix(tcf_u32 *out, int radix);

// Writes the whole matrix of n points for half_dense.cuh.
void tcf_half_put_dense_matrix(tcf_u32 *out, int n);

// Writes the twiddles between passes of two radices, which half_args.h describes, the first one of each lane times a factor.
// The roots are of the order radix1 * radix2.
float *tcf_half_put_twiddles(float *out, const tcf_roots *roots, int radix1, int radix2, float factor);

// Takes memory for a table from a plan's, and has it filled for a form. What fails leaves none.
typedef tcfft_status (*tcf_half_fill)(void *table, const void *form);
tcfft_status tcf_half_build_table(void **table, tcf_bump *bump, size_t bytes, tcf_half_fill fill, const void *form);

#endif
