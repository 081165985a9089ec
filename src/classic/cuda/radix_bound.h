// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lower bounds of the seconds that radix schedules take by the cost model of radix_search.c, so that few of their tiles have to be laid
// out. A bound has the terms of that model that follow from the radices and the threads alone.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_BOUND_H
#define TCFFT_CLASSIC_CUDA_RADIX_BOUND_H

#include "classic/cuda/radices.h"

enum { TCF_RADIX_MOST = 32, TCF_RADIX_MOST_EPT = 36, TCF_RADIX_MOST_THREADS = 1024, TCF_RADIX_LONG = 4096 };

// What the bounds of all schedules of a length have in common.
typedef struct tcf_radix_bounds {
  const tcf_search *search;
  int n, rows;   // points of a transform; those that shared memory holds
  int possible;  // 0: tiles of this search have fewer instructions than their butterflies, and there are no bounds
  int columns_in, columns_out;        // neighbouring threads load, or store, points of neighbouring transforms without fail
  int direct_in, direct_out;          // elements of a convolution never pass through shared memory on their way
  double ops[2][TCF_RADIX_MOST + 1];  // instructions of a butterfly in the first pass, in another one
} tcf_radix_bounds;

tcf_radix_bounds tcf_radix_bounds_of(int n, const tcf_search *search);

// Transforms of a tile before it is known to fit, and what is left of them where a transform has so many threads and takes so
// many points in shared memory; bytes of that, with a margin of 1/32 for padding.
int tcf_radix_ffts(const tcf_tile *tile, int64_t sm_shared);
int tcf_radix_fitting_ffts(int ffts, int tpt, int rows, const tcf_search *search);
int64_t tcf_radix_bytes(int ffts, int rows);

// The bounds: of an order of radices by any number of threads; of w->tpt threads, which take so many rounds of each pass.
double tcf_radix_bound_of_order(const tcf_radix_bounds *b, const tcf_radices *w);
double tcf_radix_bound_of_threads(const tcf_radix_bounds *b, const tcf_radices *w, const int rounds[]);

#endif
