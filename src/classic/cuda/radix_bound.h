// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lower bounds of the seconds that radix schedules take by the cost model of radix_search.c, so that few of their tiles have
// to be laid out. A bound has the terms of that model that follow from the radices and the threads alone.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_BOUND_H
#define TCFFT_CLASSIC_CUDA_RADIX_BOUND_H

#include "classic/cuda/radices.h"
#include "core/limits.h"

enum {
  TCF_RADIX_MOST = TCF_LARGEST_BUTTERFLY,
  TCF_RADIX_MOST_EPT = 36,
  TCF_RADIX_MOST_THREADS = 1024,
  TCF_RADIX_LONG = 4096
};

// So many transforms of a tile: threads of one, blocks on a multiprocessor, at most; seconds of memory as a multiple of
// those of the points, at least.
typedef struct tcf_radix_ffts {
  int threads;
  double blocks, memory;
} tcf_radix_ffts;

// What the bounds of all schedules of a length have in common.
typedef struct tcf_radix_bounds {
  const tcf_search *search;
  int n;
  int rows, most_rows;  // points of a transform that shared memory holds
  int first_ffts;       // of a tile, before it is known what fits
  int possible;  // 0: tiles of this search may have fewer instructions than their butterflies, and there are no bounds
  int columns_in, columns_out;  // neighbouring threads load, or store, points of neighbouring transforms without fail
  int direct_in, direct_out;    // elements of a convolution never pass through shared memory on their way
  int bins_in, bins_out;        // the first pass, the last one takes or makes conjugate-symmetric bins
  int choices;
  tcf_radix_ffts choice[6];           // numbers of transforms of a tile of several passes
  double ops[2][TCF_RADIX_MOST + 1];  // instructions of a butterfly in the first pass, in another one
} tcf_radix_bounds;

tcf_radix_bounds tcf_radix_bounds_of(int n, const tcf_search *search);

// Transforms of a tile before it is known to fit, and what is left of them where a transform has so many threads and takes
// so many points in shared memory; bytes of that, with a margin of 1/32 for padding.
int tcf_radix_first_ffts(const tcf_tile *tile, const tcf_search *search);
int tcf_radix_fitting_ffts(int ffts, int tpt, int rows, const tcf_search *search);
int64_t tcf_radix_bytes(int ffts, int rows);

// Whether a thread holds more points of a pass of this radix than its registers are for. One butterfly of a large prime it
// holds.
int tcf_radix_is_crowded(int ept, int radix);

// Rows of FP32 in several passes, long enough that the first and the last of them count (of lengths that were timed).
int tcf_radix_is_long_row(const tcf_tile *tile);

// By how much rows are slower whose threads hold many points or which take many passes; of schedules that were timed.
double tcf_radix_crowding(const tcf_tile *tile);

// The same of their points a thread and their warps, with that many blocks on a multiprocessor, from the fewest to the most.
double tcf_radix_occupancy(const tcf_tile *tile, int fewest, int most);

// The bounds: of radices in any order by any number of threads; of their order by any number; of w->tpt threads, which take
// so many rounds of each pass.
double tcf_radix_bound_of_factors(const tcf_radix_bounds *b, const tcf_radices *w);
double tcf_radix_bound_of_order(const tcf_radix_bounds *b, const tcf_radices *w);
double tcf_radix_bound_of_threads(const tcf_radix_bounds *b, const tcf_radices *w, const int rounds[]);

#endif
