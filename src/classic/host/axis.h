// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// An axis as fft.h builds it, and its transform in memory by one thread or by a team of threads that share the work.
#ifndef TCFFT_CLASSIC_HOST_AXIS_H
#define TCFFT_CLASSIC_HOST_AXIS_H

#include <stddef.h>

#include "base/memory.h"
#include "classic/host/simd.h"
#include "classic/host/team.h"

typedef enum tcf_axis_form { TCF_AXIS_TILE, TCF_AXIS_HIERARCHICAL, TCF_AXIS_PAIR, TCF_AXIS_CONV } tcf_axis_form;

typedef struct tcf_axis {
  tcf_axis_form form;
  int64_t n;
  const tcf_simd *simd;
  const tcf_fft *first;   // TILE: the whole transform; HIERARCHICAL: the columns, of length first->n
  const tcf_fft *second;  // HIERARCHICAL: the rows, of length second->n
  const void *base;       // HIERARCHICAL: [groups of columns][first->n] complex exp(-2 pi i g width k / n)
  const void *lane;       // HIERARCHICAL: [first->n] rows, lane l of row k is exp(-2 pi i l k / n)
  tcf_pair pair;          // PAIR: hierarchical, of two radices
  tcf_convolution conv;   // CONV; its fft is NULL
  const struct tcf_axis *inner;
} tcf_axis;

typedef struct tcf_axis_io {
  const void *in;
  void *out;
  tcfft_type in_type, out_type;    // of the numbers in memory
  int64_t in_stride, out_stride;   // in numbers, between complex elements
  int swap_in, swap_out;           // exchange real and imaginary parts: both for an inverse transform, else neither
  const void *next_in, *next_out;  // in and out of the transform after this one, to be fetched meanwhile, or NULL
  double scale[2];                 // of real and imaginary parts of the result
  // 1: the input has a symmetry by which X[k] follows from X[n - k]. Only the results with k mod P < tcf_axis_half(a, &P)
  // need be stored.
  int half;
} tcf_axis_io;

// Bytes of scratch memory of one transform, which its team shares.
size_t tcf_axis_scratch(const tcf_axis *a, int threads);

// Which results a transform with `half` stores: of each `period` the first ones, more than half. All where the algorithm
// gains nothing.
int64_t tcf_axis_half(const tcf_axis *a, int64_t *period);

// in may be out: the result is written after all of the input has been read.
void tcf_axis_run(const tcf_axis *a, const tcf_axis_io *io, void *scratch, const tcf_team *team);

// Up to this length the kernel of a convolution is transformed in more digits than the plan computes in, beyond it by the
// plan's own transform. A plan of 65536 points must take less than a millisecond, and the additional error, that of one more
// transform, is within the allowance for large lengths.
enum { TCF_WIDE_SPECTRUM = 2048 };

// What the host does with numbers of a type besides the passes of tiles: the tables of a stage, and convolutions over
// memory. As the vector kernels it is one source for both types (numbers_instance.h). Functions that make tables take them
// from an arena. Those of an arena that only estimates are NULL, and nothing is made.
typedef struct tcf_numbers {
  // Stores the `count` roots exp(-2 pi i (start + step j) / order) in *out.
  tcfft_status (*roots)(const void **out, int64_t count, int64_t start, int64_t step, int64_t order, tcf_arena *arena);
  // The twiddles of a pass whose radix and ns are set, as one table or as two short ones. FP64 has none of these (NULL).
  tcfft_status (*twiddles)(tcf_pass *p, tcf_arena *arena);
  tcfft_status (*compact_twiddles)(tcf_pass *p, tcf_arena *arena);
  // The twiddles between columns and rows of a hierarchical axis, and those of a pair.
  tcfft_status (*axis_twiddles)(tcf_axis *a, tcf_arena *arena);
  tcfft_status (*pair_twiddles)(tcf_axis *a, tcf_arena *arena);
  // The chirp of Bluestein's convolution.
  tcfft_status (*keep_chirp)(tcf_convolution *c, tcf_arena *arena);
  // Fills in the spectrum of a convolution whose order or chirp is there. inner: the transform of its length.
  tcfft_status (*spectrum)(const tcf_convolution *c, const tcf_axis *inner, void *spectrum);
  // Runs an axis that is a convolution over memory, as tcf_axis_run does.
  void (*run_convolution)(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team);
} tcf_numbers;

extern const tcf_numbers tcf_numbers_f32, tcf_numbers_f64;

#endif
