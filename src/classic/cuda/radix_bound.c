// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/radix_bound.h"

#include <math.h>
#include <string.h>

#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"

// Rounding of the model's sums and of these differs.
static const double surely = 1 - 1e-9;

// Only folded passes have fewer instructions than their butterflies, which have twiddles in all but the first.
static int is_possible(const tcf_search *s) {
  return !s->axes && (!s->io.may_fold || s->io.conv || s->io.kind == TCFFT_C2C);
}

tcf_radix_bounds tcf_radix_bounds_of(int n, const tcf_search *search) {
  enum { STAGED = 100 };  // points of a convolution whose elements may pass through shared memory for their order alone
  const tcf_tile *io = &search->io;
  tcf_radix_bounds b = {.search = search, .n = n, .rows = n + (io->conv == TCF_CONV_RADER), .possible = is_possible(search)};
  if (!b.possible) return b;
  const int plain = io->conv && io->conv != TCF_CONV_RADER,
            alone = io->conv ? tcf_tile_results_alone(io) : !tcf_tile_stores_elements(io);
  b.direct_in = plain;
  b.direct_out = plain && alone && n > STAGED;
  b.columns_in = io->batch_fast_in;
  b.columns_out = io->batch_fast_out && alone;
  for (int r = 2; r <= TCF_RADIX_MOST; r++)
    for (int later = 0; later < 2; later++) b.ops[later][r] = tcf_pass_ops(r, !later);
  return b;
}

// ------------------------------------------------------------------------------------------------ tiles

int64_t tcf_radix_bytes(int ffts, int rows) { return (int64_t)ffts * rows * 33 / 4; }

int tcf_radix_ffts(const tcf_tile *t, int64_t sm_shared) {
  enum { ACROSS = 32, COLUMNS = 16 };
  return t->across_in || t->across_out                                     ? ACROSS
         : t->batch_fast_in || t->batch_fast_out                           ? COLUMNS
         : t->conv == TCF_CONV_RADER && tcf_rader_by_ffts(t->n, sm_shared) ? TCF_RADER_FFTS
                                                                           : 1;
}

int tcf_radix_fitting_ffts(int ffts, int tpt, int rows, const tcf_search *search) {
  while (ffts > 1 && (ffts * tpt > TCF_RADIX_MOST_THREADS || (rows && tcf_radix_bytes(ffts, rows) > search->shared)))
    ffts /= 2;
  return ffts;
}

// ------------------------------------------------------------------------------------------------ bounds

// Numbers that a bound follows from: none of them makes it larger than that of the tile.
typedef struct at_least {
  double ops;             // of a transform
  double idle;            // threads of a block over those that have a transform
  double blocks, points;  // on a multiprocessor, at most
  double convolved;       // by how much the algorithm of a convolution slows down
  double ragged;          // what threads cost that idle in the first pass and in the last one
  int ffts;               // of a tile, at most
  int tpt;                // at most
  int chunks;
  int too_few;  // threads for a convolution
} at_least;

// What uncoalesced accesses cost of runs of so many transforms.
static double lines(int ffts) { return ffts < 16 ? 16.0 / ffts - 1 : 0; }

static double seconds(const tcf_radix_bounds *b, const at_least *k, int largest) {
  enum { USUAL_RADIX = 16 };
  const tcf_search *s = b->search;
  const double compute = 0.6 * k->ops / b->n * k->idle * s->compute / s->memory,
               memory = 1 + (b->columns_in ? 0.02 * lines(k->ffts) : 0) + (b->columns_out ? 0.07 * lines(k->ffts) : 0);
  const double latency = (0.012 * k->chunks + 0.018) * 16000 / k->points;
  const double wide = b->n <= TCF_RADIX_LONG && !s->io.batch_fast_in && !s->io.batch_fast_out && largest > USUAL_RADIX
                          ? 0.03 * (largest - USUAL_RADIX)
                          : 0;
  const double alone = s->alone ? 0.4 * 256 / (8 * k->tpt) : 0, few = k->too_few ? 0.4 : 0;
  return b->n * s->memory * surely *
         (fmax(compute, memory) + 0.34 * fmin(compute, memory) + latency + 0.18 / k->blocks + k->ragged + few +
          k->convolved + alone + wide + 0.008 * k->chunks);
}

// By how much the radices of Bluestein's algorithm slow it down.
static double convolved(const tcf_radix_bounds *b, const tcf_radices *w, int tpt) {
  if (b->search->io.conv != TCF_CONV_BLUESTEIN) return 0;
  tcf_tile t = {.n = w->n, .tpt = tpt, .conv = TCF_CONV_BLUESTEIN, .passes = w->passes};
  memcpy(t.radix, w->radix, sizeof t.radix);
  return tcf_convolution_slowdown(&t) - 1;
}

// No number of threads has more than 256 threads' worth of issue slots, and Bluestein's slows down least with one round of the
// largest radix.
double tcf_radix_bound_of_order(const tcf_radix_bounds *b, const tcf_radices *w) {
  enum { FULL = 256, WARP = 32 };
  const tcf_search *s = b->search;
  int largest = 1, least = w->n;
  double ops = 0;
  for (int p = 0; p < w->passes; p++) {
    const int r = w->radix[p];
    ops += w->n / r * b->ops[p > 0][r];
    largest = r > largest ? r : largest;
    least = r < least ? r : least;
  }
  if (s->few) return tcf_tile_latency(w->passes, ops / FULL, FULL);
  const int most_threads = TCF_RADIX_MOST_THREADS, rounds = w->n / largest, threads = w->n / least;
  at_least k = {.ops = ops,
                .idle = 1,
                .blocks = (double)(s->sm_threads / WARP),
                .points = INFINITY,
                .convolved = convolved(b, w, rounds < most_threads ? rounds : most_threads),
                .tpt = threads < most_threads ? threads : most_threads,
                .ffts = INT32_MAX};
  if (w->passes > 1) {
    const int64_t one = tcf_radix_bytes(1, b->rows);
    k.blocks = fmin(k.blocks, (double)s->sm_shared / (double)(one + 1024));
    k.points = (double)s->sm_shared * b->n / (double)one;
    k.ffts = one < s->shared ? (int)(s->shared / one) : 1;
    k.chunks = w->passes - 1;
  }
  return seconds(b, &k, largest);
}

double tcf_radix_bound_of_threads(const tcf_radix_bounds *b, const tcf_radices *w, const int rounds[]) {
  enum { FEW_THREADS = 512 };
  const tcf_search *s = b->search;
  const int last = w->passes - 1, tpt = w->tpt;
  int largest = 1, ept = 1;
  at_least k = {.tpt = tpt};
  for (int p = 0; p <= last; p++) {
    const int r = w->radix[p], fit = TCF_TILE_EPT / r > 1 ? TCF_TILE_EPT / r : 1,
              at_once = fit < rounds[p] ? fit : rounds[p];
    const int is_ragged = rounds[p] * tpt * r != w->n;
    k.ops += rounds[p] * tpt * b->ops[p > 0][r];
    largest = r > largest ? r : largest;
    ept = at_once * r > ept ? at_once * r : ept;
    if (p) k.chunks += at_once == rounds[p] ? 1 : (rounds[p] + at_once - 1) / at_once;
    if (is_ragged) k.ragged += (p == 0 && b->direct_in ? 0.15 : 0) + (p == last && b->direct_out ? 0.2 : 0);
  }
  if (ept > TCF_RADIX_MOST_EPT) return INFINITY;
  if (s->few) return tcf_tile_latency(w->passes, k.ops / tpt, tpt);
  tcf_tile io = s->io;
  io.n = w->n;
  int ffts = tcf_radix_ffts(&io, s->sm_shared);
  while (ffts * tpt < TCF_SMALLEST_BLOCK) ffts *= 2;
  ffts = tcf_radix_fitting_ffts(ffts, tpt, last ? b->rows : 0, s);
  const int threads = (ffts * tpt + 31) / 32 * 32, by_threads = (int)(s->sm_threads / threads),
            by_registers = tcf_blocks_by_registers(ept, threads);
  int blocks = by_threads < by_registers ? by_threads : by_registers;
  if (last) {
    const int64_t shared = tcf_radix_bytes(ffts, b->rows);
    const int by_shared = shared > s->shared ? 0 : (int)(s->sm_shared / (shared + 1024));
    blocks = by_shared < blocks ? by_shared : blocks;
  }
  if (blocks < 1) return INFINITY;
  k.idle = (double)threads / (ffts * tpt);
  k.blocks = blocks;
  k.points = (double)blocks * ffts * w->n;
  k.convolved = convolved(b, w, tpt);
  k.ffts = ffts;
  k.too_few = s->io.conv && blocks * threads < FEW_THREADS;
  return seconds(b, &k, largest);
}
