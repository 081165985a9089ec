// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/radix_bound.h"

#include <math.h>
#include <string.h>

#include "base/arith.h"
#include "tile/convolutions.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"

enum { USUAL_RADIX = 16, MOST_OF_BINS = 16, FULL_LINE = 16 };  // transforms of a full line of memory

// ------------------------------------------------------------------------------------------------ tiles

int64_t tcf_radix_bytes(int ffts, int rows) { return (int64_t)ffts * rows * 33 / 4; }

int tcf_radix_first_ffts(const tcf_tile *t, const tcf_search *search) {
  enum { ACROSS = 32, COLUMNS = 16 };
  return search->columns                                                           ? search->columns
         : t->across_in || t->across_out                                           ? ACROSS
         : t->batch_fast_in || t->batch_fast_out                                   ? COLUMNS
         : t->conv == TCF_CONV_RADER && tcf_rader_by_ffts(t->n, search->sm_shared) ? TCF_RADER_FFTS
                                                                                   : 1;
}

int tcf_radix_fitting_ffts(int ffts, int tpt, int rows, const tcf_search *search) {
  while (ffts > 1 && (ffts * tpt > TCF_RADIX_MOST_THREADS || (rows && tcf_radix_bytes(ffts, rows) > search->shared)))
    ffts /= 2;
  return ffts;
}

int tcf_radix_is_crowded(int ept, int radix) { return ept > TCF_RADIX_MOST_EPT && ept > radix; }

int tcf_radix_is_long_row(const tcf_tile *t) {
  enum { LONG_ROW = 200 };
  return !t->f64 && t->passes > 1 && t->n >= LONG_ROW && (t->n & (t->n - 1)) != 0;
}

// A thread of many points loads none while it computes, which shows where there are several transforms on a multiprocessor.
// What a pass in the middle has in several rounds it holds all at once, which spills with large radices that are odd. (1090
// schedules of 130 smooth lengths on an H100: 1215 by 9.15.9 and 45 threads 0.24 ms, by 135 threads 0.19; 294 by 14 threads
// 0.23, by 21 0.19; 1925 by 5.7.5.11 0.28, by 5.5.11.7 0.21; but 9900 by 15.4.11.15 and 330 threads 0.21, by 5.3.6.11.10 and
// 990 0.30.) Spectra of even real lengths count half, since their split keeps more points at once by itself, and folded
// tiles twice. (220 real results by 5.2.11 0.10 ms, by 5.11.2 0.12; 225 real points by 5.5.9 0.14, by 15.15 0.11; fitted to
// 3900 tiles of 90 lengths and kinds.) A first pass by a small radix has many rounds,
// each of which waits for loads of its own. (2700 tiles of 81 lengths on an H200 since threads that idle cost little: what
// the search takes was 8.4 % behind the fastest in the mean, 6.1 with this and with less for a last pass that leaves threads
// over; 4290 points by 2.13.11.15 192 us, by 10.11.13.3 161. Shorter rows show nothing of it, and powers of two were not
// among them.)
double tcf_radix_crowding(const tcf_tile *t) {
  enum { LARGE_FIRST = 12, FEW_POINTS = 8, MANY_POINTS = 24, LONGER = 1500, LARGE = 7, PASSES = 3, SHORTER = 256 };
  const double weight = t->folded ? 2 : t->kind != TCFFT_C2C ? 0.5 : 1, small_last = t->n < SHORTER ? 0.01 : 0.003;
  const double points = fmin((double)t->n / t->tpt, MANY_POINTS);
  double slower = points > FEW_POINTS ? 0.016 * (points - FEW_POINTS) * fmin(1, (double)LONGER / t->n) : 0;
  for (int p = 1; p < t->passes - 1; p++)
    if (t->radix[p] % 2 && t->radix[p] >= LARGE && tcf_tile_rounds(t, p) > 1) slower += 0.035;
  const int last = t->radix[t->passes - 1];
  slower += (t->passes > PASSES ? 0.06 * (t->passes - PASSES) : 0) + (t->radix[0] == 15 ? 0.05 : 0) +
            (last < USUAL_RADIX ? small_last * (USUAL_RADIX - last) : 0);
  if (!tcf_radix_is_long_row(t)) return weight * slower;
  // A pass in the middle moves all points through shared memory for the little that a small radix computes. (4563 points
  // on an H200 by 13.3.9.13 189 us, by 13.27.13 163.) Of what a large radix costs in shorter rows, less is due where the
  // last one is large, which has no twiddles to store.
  double ends = t->radix[0] < LARGE_FIRST ? (t->kind == TCFFT_C2C ? 0.065 : 0.05) * (LARGE_FIRST - t->radix[0]) : 0;
  for (int p = 1; p < t->passes - 1 && t->kind == TCFFT_C2C; p++) ends += t->radix[p] <= 3 ? 0.08 : 0;
  if (t->kind == TCFFT_C2C && t->n <= TCF_RADIX_LONG && last > USUAL_RADIX) ends -= 0.02 * (last - USUAL_RADIX);
  return weight * slower + ends;
}

// Threads of few points have little to do between their barriers, and those of many hold what a pass has of them at once.
// The more warps there are beyond those needed, the fewer registers each has. (4200 tiles of 112 lengths from 200 to 12375
// on an H200: what the search takes was 8.2 % behind the fastest in the mean, 5.1 with this and with a little more for a
// small first radix. 6655 points by 11.5.11.11 and 608 threads 212 us, by 304 166; 5324 by 11.4.11.11 and 484 threads 184,
// by 242 157; 7040 by 8.11.5.16 and 220 threads 1.22 times as long as by 4.11.8.20 and 352.)
double tcf_radix_occupancy(const tcf_tile *t, int fewest, int most) {
  enum { FEW_POINTS = 12, MANY_POINTS = 32, WARPS = 24 };
  if (!tcf_radix_is_long_row(t)) return 0;
  const double points = (double)t->n / t->tpt, warps = fewest * ((t->fpb * t->tpt + 31) / 32);
  return (t->kind == TCFFT_C2C ? 1 : 0.5) * (0.08 * fmax(0, FEW_POINTS - points) + 0.03 * fmax(0, points - MANY_POINTS) +
                                             0.25 / most + 0.01 * fmax(0, warps - WARPS));
}

// ------------------------------------------------------------------------------------------------ of a search

// Only folded passes have fewer instructions than their butterflies, which have twiddles in all but the first.
static int is_possible(const tcf_search *s) {
  const int may_fold = s->io.may_fold && !s->io.conv && !s->io.even && (s->io.kind == TCFFT_R2C || s->io.kind == TCFFT_C2R);
  return !s->axes && !may_fold;
}

// What uncoalesced accesses cost with runs of so many transforms.
static double memory_of(const tcf_radix_bounds *b, int ffts) {
  const double lines = ffts < FULL_LINE ? (double)FULL_LINE / ffts - 1 : 0;
  return 1 + (b->columns_in ? 0.02 * lines : 0) + (b->columns_out ? 0.07 * lines : 0);
}

// Columns are as many as fill a line, or fewer: as the threads of a block allow, and its shared memory.
static void list_choices(tcf_radix_bounds *b) {
  const tcf_search *s = b->search;
  const int columns = (b->columns_in || b->columns_out) && !s->io.across_in && !s->io.across_out;
  int ffts = columns ? tcf_radix_fitting_ffts(FULL_LINE, 1, b->rows, s) : 1;
  for (; ffts && b->choices < TCF_COUNT(b->choice); ffts /= 2)
    b->choice[b->choices++] =
        (tcf_radix_ffts){.threads = columns ? TCF_RADIX_MOST_THREADS / ffts : TCF_RADIX_MOST_THREADS,
                         .blocks = (double)s->sm_shared / (double)(tcf_radix_bytes(ffts, b->rows) + 1024),
                         .memory = columns ? memory_of(b, ffts) : 1};
}

tcf_radix_bounds tcf_radix_bounds_of(int n, const tcf_search *search) {
  enum { STAGED = 100 };  // points of a convolution whose elements may pass through shared memory for their order alone
  const tcf_tile *io = &search->io;
  tcf_radix_bounds b = {.search = search, .n = n, .possible = is_possible(search)};
  if (!b.possible) return b;
  const int of_reals = io->conv == TCF_CONV_RADER_OF_REALS, plain = io->conv && io->conv != TCF_CONV_RADER && !of_reals,
            alone = io->conv ? tcf_tile_results_alone(io) : !tcf_tile_stores_elements(io);
  tcf_tile t = *io;
  t.n = n;
  b.first_ffts = tcf_radix_first_ffts(&t, search);
  b.rows = n + (io->conv == TCF_CONV_RADER || of_reals);
  b.most_rows = b.rows + (io->hermitian_in || io->hermitian_out);
  b.columns_in = io->batch_fast_in;
  b.columns_out = io->batch_fast_out && alone;
  b.direct_in = plain;
  b.direct_out = plain && alone && n > STAGED;
  b.bins_in = io->hermitian_in || io->across_in;
  b.bins_out = io->hermitian_out || io->across_out;
  for (int r = 2; r <= TCF_RADIX_MOST; r++)
    for (int later = 0; later < 2; later++) b.ops[later][r] = tcf_pass_ops(r, !later);
  if (n <= TCF_RADIX_MOST && (b.bins_in || b.bins_out))  // a thread may hold all of it
    b.ops[0][n] = fmin(b.ops[0][n], tcf_reals_ops(2 * n));
  list_choices(&b);
  return b;
}

// ------------------------------------------------------------------------------------------------ bounds

// Rounding of the model's sums and of these differs.
static const double surely = 1 - 1e-9;

// Numbers that a bound follows from: none of them makes it larger than that of the tile.
typedef struct at_least {
  double compute;         // seconds of instructions as a multiple of those of the points
  double memory;          // the same of memory
  double blocks, points;  // on a multiprocessor, at most
  double further;         // what else makes the schedule slower
  int chunks, tpt;        // tpt: at most
} at_least;

static double seconds(const tcf_radix_bounds *b, const at_least *k) {
  const tcf_search *s = b->search;
  const double latency = (0.012 * k->chunks + 0.018) * 16000 / k->points, alone = s->alone ? 0.4 * 256 / (8 * k->tpt) : 0;
  return b->n * s->memory * surely *
         (fmax(k->compute, k->memory) + 0.34 * fmin(k->compute, k->memory) + latency + 0.18 / k->blocks + alone +
          0.008 * k->chunks + k->further);
}

static double compute_of(const tcf_radix_bounds *b, double ops) {
  return 0.6 * ops / b->n * b->search->compute / b->search->memory;
}

// What follows from the radices and their order alone. INFINITY: the tile would have none of the bins that it is for.
static double of_order(const tcf_radix_bounds *b, const tcf_radices *w, int largest) {
  enum { SMALL = 8 };
  const tcf_tile *io = &b->search->io;
  const int first = w->radix[0], last = w->radix[w->passes - 1];
  const double wide = b->n <= TCF_RADIX_LONG && !io->batch_fast_in && !io->batch_fast_out && largest > USUAL_RADIX
                          ? 0.03 * (largest - USUAL_RADIX)
                          : 0;
  if (w->passes < 2) return io->across_out ? INFINITY : wide;
  if (io->across_out && last > MOST_OF_BINS) return INFINITY;
  const double apart = (b->bins_in && first > MOST_OF_BINS) || (b->bins_out && last > MOST_OF_BINS) ? 0.6 : 0,
               short_split = (b->bins_in && first < SMALL) || (b->bins_out && last < SMALL) ? 0.08 : 0;
  return wide + apart + short_split;
}

static tcf_tile tile_of(const tcf_radix_bounds *b, const tcf_radices *w, int tpt) {
  tcf_tile t = {.n = w->n, .tpt = tpt, .kind = b->search->io.kind, .passes = w->passes, .f64 = b->search->io.f64};
  memcpy(t.radix, w->radix, sizeof t.radix);
  return t;
}

// By how much the crowd of a schedule that was timed slows it down with so many threads a transform.
static double of_crowd(const tcf_radix_bounds *b, const tcf_radices *w, int tpt) {
  const tcf_tile t = tile_of(b, w, tpt);
  return tcf_radix_crowding(&t);
}

static double of_occupancy(const tcf_radix_bounds *b, const tcf_radices *w, int ffts, int blocks) {
  tcf_tile t = tile_of(b, w, w->tpt);
  t.fpb = ffts;
  return tcf_radix_occupancy(&t, 1, blocks);
}

// Points on a multiprocessor, at most: its shared memory holds no more.
static double most_points(const tcf_radix_bounds *b) {
  return (double)b->search->sm_shared * b->n / (double)tcf_radix_bytes(1, b->rows);
}

// Radices: the largest one, the smallest one, the instructions of all passes, the first and the last radix.
typedef struct factors {
  int largest, least, first, last;
  double ops;
} factors;

static int is_bluestein(const tcf_radix_bounds *b, const tcf_radices *w) {
  return b->search->io.conv == TCF_CONV_BLUESTEIN && w->passes > 1;
}

// The bound of tiles of so many transforms. No number of threads has fewer rounds than one that gives each thread one
// butterfly.
static double of_choice(const tcf_radix_bounds *b, const tcf_radices *w, at_least k, const factors *f,
                        const tcf_radix_ffts *c) {
  const int most = w->n / f->least, fewest = w->n / f->largest;
  const int tpt = fewest < c->threads ? fewest : c->threads;
  k.memory = c->memory;
  k.blocks = fmin(c->blocks, (double)(b->search->sm_threads / 32));
  k.tpt = most < c->threads ? most : c->threads;
  if (is_bluestein(b, w))
    k.further += tcf_bluestein_slowdown(f->first, f->last, w->passes, (double)w->n / tpt / f->largest) - 1;
  return seconds(b, &k);
}

// The bound with any number of threads, of which none has more than 256 threads' worth of issue slots.
static double of_factors(const tcf_radix_bounds *b, const tcf_radices *w, const factors *f, double further) {
  enum { FULL = 256 };
  static const tcf_radix_ffts any = {.threads = TCF_RADIX_MOST_THREADS, .blocks = INFINITY, .memory = 1};
  double least = INFINITY;
  if (b->search->few) return tcf_tile_latency(w->passes, f->ops / FULL, FULL);
  at_least k = {.compute = compute_of(b, f->ops), .points = INFINITY, .further = further};
  if (w->passes < 2) return of_choice(b, w, k, f, &any);
  k.points = most_points(b);
  k.chunks = w->passes - 1;
  for (int i = 0; i < b->choices; i++) least = fmin(least, of_choice(b, w, k, f, &b->choice[i]));
  return least;
}

// Of all orders the first pass saves the most twiddles where its radix saves most, and Bluestein's algorithm likes some
// radices at its ends.
double tcf_radix_bound_of_factors(const tcf_radix_bounds *b, const tcf_radices *w) {
  factors f = {.largest = 1, .least = w->n};
  double saved = 0, slowdown = INFINITY;
  for (int p = 0; p < w->passes; p++) {
    const int r = w->radix[p];
    const double later = w->n / r * b->ops[1][r];
    f.ops += later;
    saved = fmax(saved, later - w->n / r * b->ops[0][r]);
    if (r > f.largest) f.largest = r;
    if (r < f.least) f.least = r;
  }
  f.ops -= saved;
  f.first = f.largest;
  for (int p = 0; p < w->passes; p++) {
    const double of_last = tcf_bluestein_slowdown(f.first, w->radix[p], 0, 0);
    if (of_last < slowdown) f.last = w->radix[p];
    slowdown = fmin(slowdown, of_last);
  }
  return of_factors(b, w, &f, 0);
}

double tcf_radix_bound_of_order(const tcf_radix_bounds *b, const tcf_radices *w) {
  factors f = {.largest = 1, .least = w->n, .first = w->radix[0], .last = w->radix[w->passes - 1]};
  for (int p = 0; p < w->passes; p++) {
    const int r = w->radix[p];
    f.ops += w->n / r * b->ops[p > 0][r];
    if (r > f.largest) f.largest = r;
    if (r < f.least) f.least = r;
  }
  return of_factors(b, w, &f, of_order(b, w, f.largest) + (b->search->rows ? of_crowd(b, w, w->n) : 0));
}

// Blocks whose threads have registers enough for at least so many points, at most. Rows of more points may have more blocks.
static int most_by_registers(const tcf_search *s, int ept, int threads) {
  const int by_points = tcf_blocks_by_registers(ept, s->io.f64, threads);
  if (!tcf_search_has_rows(s)) return by_points;
  const int of_rows = tcf_blocks_of_rows(ept > TCF_ROWS_OF_MANY_POINTS ? ept : TCF_ROWS_OF_MANY_POINTS, threads);
  return of_rows > by_points ? of_rows : by_points;
}

// Blocks on a multiprocessor, at most.
static int most_blocks(const tcf_radix_bounds *b, int ffts, int threads, int ept, int several) {
  const tcf_search *s = b->search;
  const int64_t shared = several ? tcf_radix_bytes(ffts, b->rows) : 0;
  const int by_threads = (int)(s->sm_threads / threads), by_registers = most_by_registers(s, ept, threads),
            by_shared = shared > s->shared ? 0 : (int)(s->sm_shared / (shared + 1024));
  const int blocks = by_threads < by_registers ? by_threads : by_registers;
  return blocks < by_shared ? blocks : by_shared;
}

// The work of a thread, as far as it is known. A pass of conjugate-symmetric bins has as many rounds or more, and holds
// other points.
typedef struct work {
  double ops, ragged;
  int largest, ept, chunks, crowded;
} work;

static work work_of(const tcf_radix_bounds *b, const tcf_radices *w, const int rounds[]) {
  const int last = w->passes - 1, tpt = w->tpt;
  work k = {.largest = 1, .ept = 1};
  for (int p = 0; p <= last; p++) {
    const int r = w->radix[p], bins = (p == 0 && b->bins_in) || (p == last && b->bins_out);
    const int most = TCF_TILE_EPT >> b->search->io.f64, fit = most / r > 1 && !bins ? most / r : 1,
              at_once = fit < rounds[p] ? fit : rounds[p];
    k.ops += rounds[p] * tpt * b->ops[p > 0][r];
    if (r > k.largest) k.largest = r;
    if (at_once * r > k.ept) k.ept = at_once * r;
    k.crowded |= tcf_radix_is_crowded(at_once * r, r);
    if (p) k.chunks += at_once == rounds[p] || bins ? 1 : (rounds[p] + at_once - 1) / at_once;
    if (rounds[p] * tpt * r != w->n)
      k.ragged += (p == 0 && b->direct_in ? 0.15 : 0) + (p == last && b->direct_out ? 0.2 : 0);
  }
  return k;
}

double tcf_radix_bound_of_threads(const tcf_radix_bounds *b, const tcf_radices *w, const int rounds[]) {
  enum { FEW_THREADS = 512 };
  const tcf_search *s = b->search;
  const int several = w->passes > 1, tpt = w->tpt;
  const work of = work_of(b, w, rounds);
  if (of.crowded) return INFINITY;
  if (s->few) return tcf_tile_latency(w->passes, of.ops / tpt, tpt);
  at_least k = {.compute = compute_of(b, of.ops),
                .memory = 1,
                .blocks = INFINITY,
                .points = INFINITY,
                .chunks = of.chunks,
                .tpt = tpt};
  k.further = of_order(b, w, of.largest) + of.ragged + (s->rows ? of_crowd(b, w, tpt) : 0);
  if (is_bluestein(b, w))
    k.further +=
        tcf_bluestein_slowdown(w->radix[0], w->radix[w->passes - 1], w->passes, (double)w->n / tpt / of.largest) - 1;
  int ffts = b->first_ffts;
  while (ffts * tpt < TCF_SMALLEST_BLOCK) ffts *= 2;
  ffts = tcf_radix_fitting_ffts(ffts, tpt, several ? b->rows : 0, s);
  if (tcf_radix_fitting_ffts(ffts, tpt, b->most_rows, s) == ffts) {
    const int threads = tcf_round_to(ffts * tpt, 32), blocks = most_blocks(b, ffts, threads, of.ept, several);
    if (blocks < 1) return INFINITY;
    k.compute *= (double)threads / (ffts * tpt);
    k.memory = memory_of(b, ffts);
    k.blocks = blocks;
    k.points = (double)blocks * ffts * w->n;
    k.further += (s->io.conv && blocks * threads < FEW_THREADS ? 0.4 : 0) + (s->rows ? of_occupancy(b, w, ffts, blocks) : 0);
  }
  return seconds(b, &k);
}
