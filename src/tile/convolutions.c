// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/convolutions.h"

#include <math.h>

#include "core/limits.h"
#include "tile/passes.h"

// Fitted to 256 tiles of 23 lengths on an H100. In the middle a thread has points, roots and bins of the filter in
// registers, so that a large last radix and many points a thread spill. With a small first radix more is computed of the
// half of the points that are zero. (467 points by b(3.16.4.5) 0.42 ms, by b(16.8.8), which has more points, 0.28; 1202 by
// b(16.10.16) with 80 threads 0.41 ms, with 160 0.31; 1388 by b(16.16.12) 0.37 ms, by b(8.11.4.8) 0.46.)
double tcf_bluestein_slowdown(int first, int last, int passes, double rounds) {
  enum { FIRST = 12, LAST = 8, PASSES = 3 };
  return 1 + 0.05 * (first < FIRST ? FIRST - first : 0) + (last > LAST ? 0.012 * (last - LAST) : 0.03 * (LAST - last)) +
         0.15 * (passes > PASSES ? passes - PASSES : 0) + 0.15 * (rounds > 1 ? rounds - 1 : 0);
}

// Bluestein's algorithm waits at the barriers of large blocks. (On an H200, of what else is predicted: 1007 columns by
// 16.16.8 in blocks of 1024 threads 1.1, by 24.12.8 of 768 0.87, by 32.8.8 of 512 0.92, of 256 and 128 0.78; 347 by 16.6.8
// of 768 1.04, of 384 0.9, of 192 0.79; but 739 by 24.8.8 of 256, whose first pass has two butterflies a thread, 1.47. c2r
// 7603 in rows by 16.16.6.8 of 768 1.38, by 24.32.16 of 256 1.21.)
static double large_blocks(const tcf_tile *t) {
  enum { SMALL = 256, USUAL = 512, LARGE = 768 };
  const int columns = t->batch_fast_in || t->batch_fast_out;
  if (!columns) return t->threads > USUAL ? 1.08 : 1;
  return t->threads > LARGE ? 1.15 : t->threads <= SMALL && t->n / t->radix[0] <= t->tpt ? 0.92 : 1;
}

// On an H200, of what else is predicted: 700 points by 12.16.8 and 96 threads, of whose first pass a third of the threads
// takes a second butterfly, 1.2, 751 by 16.12.8 0.88; 1600 by 16.16.16 1.1, 1900 1.17, by 32.16.8 1.1, 1200 by 16.10.16
// 0.89, 1453 by 16.12.16 0.94. The search for radices, whose lower bounds are of what it adds up, goes without.
static double bluestein_passes(const tcf_tile *t) {
  enum { LARGE = 16, FEW = 10, MANY = 12, PRIME = 11 };
  const int middle = t->radix[1], first = t->n / t->radix[0], is_ragged = first > t->tpt && first % t->tpt;
  if (t->passes != 3) return 1;
  return (is_ragged ? 1.2 : 1) * (middle >= LARGE                                                              ? 1.06
                                  : t->radix[0] == LARGE && middle >= FEW && middle <= MANY && middle != PRIME ? 0.93
                                                                                                               : 1);
}

static double bluestein_slowdown(const tcf_tile *t) {
  int largest = 1;
  for (int p = 0; p < t->passes; p++) largest = t->radix[p] > largest ? t->radix[p] : largest;
  return tcf_bluestein_slowdown(t->radix[0], t->radix[t->passes - 1], t->passes, (double)t->n / t->tpt / largest) *
         (t->threads && !t->f64 ? large_blocks(t) * bluestein_passes(t) : 1);
}

// Of joins by the prime-factor algorithm, fitted to 230 tiles of 18 lengths from 262 to 4009 points on an H200. Two passes
// are best, then three of which the last one has radix 2. Twenty points a thread are too many. (1055 points by r5(7.15.2)
// 335 us, by r5(14.3.5) 576, by Bluestein's 342; 1358 by r14(12.8) 213, by Bluestein's 366.)
static double joined_slowdown(const tcf_tile *t) {
  enum { MOST_POINTS = 20, LEAST = 6 };
  const int first = t->radix[0], last = t->radix[t->passes - 1];
  const double passes = t->passes == 2                                  ? 0.82
                        : last == 2 && first <= t->radix[t->passes - 2] ? 0.84
                        : last > 2 && first > last && first > LEAST     ? 1.17
                                                                        : 0.935;
  // (151848 points in two steps on an H200: 475 us by 12.19.3 and d(6.37), 548 with columns by r8(6.6).)
  const double columns = t->batch_fast_in || t->batch_fast_out ? 1.15 : 1;
  return columns * passes * (t->n > MOST_POINTS * t->tpt ? 1.5 : 1);
}

// Of three passes, on an H200. A last radix of two, between whose butterflies the bins are multiplied, leaves registers if
// the first radix is the largest by far (457 points by 19.12.2 225 us, by 19.6.4 289; 409 by 17.12.2 225, by 17.6.4 559; but
// 599 by 23.13.2 334, by Bluestein's algorithm 291), and does not where the middle one is close to it or above (337 by
// 14.12.2 240, by 7.12.4 219; 240 to 320 bytes are spilled of 9.15.2, 9.17.2 and 11.19.2, none of 14.15.2). So do last
// radices of three to five behind a large first one, and a middle one of two (523 by 29.2.9 361, by 29.9.2 295).
static double three_passes(int first, int middle, int last) {
  enum { LARGE = 15, WORST = 14, FEW_RESULTS = 5, MOST_FIRST = 20, MOST_MIDDLE = 13 };
  if (last != 2) return 1.18 * ((last <= FEW_RESULTS && first >= WORST) || middle == 2 ? 1.15 : 1);
  if (middle < 0.8 * first) return first >= MOST_FIRST && middle >= MOST_MIDDLE ? 1.3 : 1.04;
  return first >= middle ? 1.3 : middle < LARGE ? 1.1 : first >= WORST ? 1.08 : 1.3;
}

// Many points a thread spill. (On an H200, of what else is predicted: 1021 columns by 10.17.6 and 30 points a thread 0.71,
// 60 points 1.58; 2731 by 15.14.13 and 22 points 0.55, 45 points 0.8, 88 points 1.45; 523 rows by 29.9.2 and 29 points 1.05,
// 58 points 2.2; 463 by 7.11.6 and 21 points 0.95, 42 points 1.18.) With four passes most spill (491 points by 7.7.5.2 1332
// bytes, 641 by 16.5.4.2 1144).
static double crowded_threads(const tcf_tile *t) {
  enum { FEW_POINTS = 24 };
  const double points = (double)t->n / t->tpt;
  const double passes = t->passes > 3 ? 1.4 : t->passes > 2 ? three_passes(t->radix[0], t->radix[1], t->radix[2]) : 1;
  return (0.88 + 0.018 * (points > FEW_POINTS ? points - FEW_POINTS : 0)) * passes;
}

// Rader's permutations have bank conflicts in rows, unless neighbouring threads take neighbouring transforms: best all of a
// warp. (211 points by 8 transforms a block 0.52 ms, by 32 0.22.) Small blocks of less than a warp of them are slower, too
// (on an H200 101 columns by 16 and 80 threads 480 us, by 32 455; but 277 by 16 and 192 threads 251, by 32 289). Columns are
// permuted where they are loaded and stored, which costs nothing, and steps that load rows pass through shared memory on
// that side alone. Real numbers of steps were slower than that. Fewer than 24 warps on a multiprocessor hide less of the
// conflicts, and so does a block that is alone, of rows or of a long join. (100 tiles of rows of 1051 to 5281 points on an
// H200 by 24 warps and more took 0.99 of what is predicted, by fewer 1.25; 3361 points by 15.16.14 and 224 threads 297 us,
// by 21.8.20 and 320 439.)
static double permutations(const tcf_tile *t, const tcf_device *d) {
  enum { WARP = 32, FEW = 128, HIDING = 768 };
  const int rows = !t->batch_fast_in && !t->batch_fast_out, timed = tcf_convolution_timed(t, d);
  if (tcf_tile_pfa(t) > 1) return timed && t->blocks == 1 && t->points > TCF_LARGEST_CONVOLUTION ? 1.3 : 1;
  if (t->by_ffts && rows && timed && t->blocks == 1) return 1.3;
  if (t->by_ffts) return t->fpb < WARP && t->fpb * t->tpt < FEW ? 1.1 : 1;
  if (rows || !timed) return timed && t->blocks * t->threads < HIDING ? 1.75 : 1.4;
  return t->smem_in || t->kind != TCFFT_C2C ? 1.2 : 1;
}

// Fitted to 294 tiles of 29 lengths on an H100. A last radix far above the first one spills if it is odd, and so does 14
// wherever it is above the first one. (71 points by r(14.5) 0.24 ms, by r(5.14) 0.79; 89 by r(11.8) 0.22, by r(4.2.11)
// 0.80.) Joins of several sub-transforms pass through shared memory twice more.
static double rader_slowdown(const tcf_tile *t, const tcf_device *d) {
  enum { WORST = 14, MANY = 512 };
  const int first = t->radix[0], last = t->radix[t->passes - 1];
  double spilled = 0;
  if (last > first) spilled = last >= 2 * first && (last % 2 || last == WORST) ? 0.6 : 0.1;
  for (int p = 1; p < t->passes - 1; p++)
    if (t->radix[p] == WORST && first < WORST) spilled = 0.6;
  return (1 + spilled + (tcf_tile_pfa(t) > 1 ? 0.35 : 0)) *
         (tcf_tile_pfa(t) > 1     ? joined_slowdown(t)
          : t->threads && !t->f64 ? crowded_threads(t)
                                  : 1) *
         permutations(t, d) * (t->fpb * t->tpt > MANY ? 1.3 : 1);
}

// Convolutions of real numbers, which are permuted by the real number in shared memory, with trips there between all passes.
// Fitted to 671 tiles of 34 primes and 16 joined lengths on an H200 (errors of 0.14 of the logarithm). A first radix beyond
// 15 spills, and one join to a block leaves nothing to hide its many barriers: 4883 points by one h19(16.8) a block 1070 us,
// by two 795.
static double of_reals_slowdown(const tcf_tile *t) {
  enum { LARGE = 15, POINTS = 16 };
  const int first = t->radix[0], last = t->radix[t->passes - 1], joined = tcf_tile_pfa(t) > 1;
  double slower = 0.33 + (t->passes > 3 ? 0.15 : t->passes > 2 ? 0.05 : 0);
  slower += first > LARGE ? 0.2 : tcf_tile_rounds(t, 0) * first > POINTS ? 0.1 : 0;
  if (joined) slower += (t->fpb == t->pfa ? 0.28 : 0) + (first > last ? 0.07 : 0) + (t->passes > 2 ? 0.08 : 0);
  return exp(slower);
}

// The convolutions of the second step of a long one, whose spectrum is read from memory: bins of it beside many points of a
// large last radix spill. (On an H200, of what else is predicted: 1536 points by 16.6.16 1.25 to 1.45, 1280 by 16.5.16 1.4
// to 1.7, 1152 by 12.8.12 1.25, but 1024 by 16.16.4 1, 256 by 16.16 0.93 to 1.15.)
static double filtered_slowdown(const tcf_tile *t) {
  enum { LAST = 8, PASSES = 2 };
  return t->passes > PASSES && t->radix[t->passes - 1] > LAST ? 1.3 : 1;
}

// Rows of real numbers wait for shared memory. (On an H200, of what is predicted for complex ones: r2c 422 by r(7.15.2)
// 1.25, c2r 61 by r(12.5) 1.36; by Bluestein's algorithm nine lengths of r2c from 284 to 2598 points 1.03 to 1.28, eight of
// c2r from 79 to 1940 1.14 to 1.95.)
static int is_real_row(const tcf_tile *t) {
  return (t->kind == TCFFT_R2C || t->kind == TCFFT_C2R) && t->load == TCF_OP_USER && t->store == TCF_OP_USER &&
         !t->batch_fast_in && !t->batch_fast_out;
}

int tcf_convolution_timed(const tcf_tile *t, const tcf_device *d) {
  enum { TIMED = 90 };
  return d && d->capability >= TIMED && !t->f64 && (t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_BLUESTEIN);
}

double tcf_convolution_slowdown(const tcf_tile *t, const tcf_device *d) {
  enum { SHORT = 512, LONG = 4096 };  // points of a convolution
  const int real = !t->f64 && is_real_row(t);
  if (t->passes < 2 || !t->tpt) return 1;
  if (t->conv == TCF_CONV_BLUESTEIN)
    return bluestein_slowdown(t) * (!real || t->n > LONG ? 1 : t->kind == TCFFT_C2R && t->n < SHORT ? 1.6 : 1.1);
  return t->conv == TCF_CONV_RADER                 ? rader_slowdown(t, d) * (real ? 1.35 : 1)
         : t->conv == TCF_CONV_RADER_OF_REALS      ? of_reals_slowdown(t)
         : t->conv == TCF_CONV_FILTERED && !t->f64 ? filtered_slowdown(t)
                                                   : 1;
}

// Columns by Rader's algorithm on both sides whose block holds too few of them for by_ffts. They use more of the slots if
// they are long and have threads enough. (Whole transforms on an H200 by such columns of 487 points 1.2 times as fast as by
// Bluestein's algorithm, of 859 1.12, of 2251 1.5; but of 151 by 8 columns 0.8 of the speed of 32, of 661 by 154 threads
// 0.87 of that of 16 columns.)
static int is_long_rader_columns(const tcf_tile *t, const tcf_device *d) {
  enum { LONG = 400, THREADS = 192 };
  return t->conv == TCF_CONV_RADER && tcf_convolution_timed(t, d) && t->kind == TCFFT_C2C && !t->by_ffts &&
         t->batch_fast_in && t->batch_fast_out && t->n >= LONG && t->threads >= THREADS;
}

double tcf_convolution_used(const tcf_tile *t, const tcf_device *d) {
  if (!t->batch_fast_in && !t->batch_fast_out) return 1;
  if (t->conv == TCF_CONV_BLUESTEIN && d->capability) return 0.7;
  return is_long_rader_columns(t, d) ? 0.65 : 0.55;
}
