// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "tile/direct.h"

#include <math.h>

#include "core/element.h"
#include "num/modular.h"
#include "tile/ops.h"

// Beyond LARGEST_PRIME Rader's algorithm is cheaper than the sums, and in FP64 the compiler does not unroll them any more. A
// thread with more than MOST_SUMS of them takes so many registers that too few threads fit a multiprocessor. Real numbers
// take half of the multiply-adds, and half of the registers.
enum { SMALLEST_PRIME = 17, LARGEST_PRIME = 127, MOST_PARTS = 8, MOST_SUMS = 16 };
enum { LARGEST_PRIME_F64 = 107, MOST_SUMS_F64 = 9 };
enum { LARGEST_PRIME_OF_REALS = 199, MOST_SUMS_OF_REALS = 24 };

static int largest_factor(int64_t n) {
  int64_t largest = 1;
  while (n > 1) {
    largest = (int64_t)tcf_smallest_factor((tcf_u64)n);
    while (n % largest == 0) n /= largest;
  }
  return (int)largest;
}

int tcf_direct_radices(int64_t n, int radix[2]) {
  if (n < SMALLEST_PRIME || n > TCF_DIRECT_LONGEST) return 0;
  const int prime = largest_factor(n), parts = (int)(n / prime);
  if (prime < SMALLEST_PRIME || prime > (parts > 1 ? LARGEST_PRIME : LARGEST_PRIME_OF_REALS) || parts > MOST_PARTS) return 0;
  radix[0] = parts;
  radix[parts > 1] = prime;
  return 1 + (parts > 1);
}

static int prime_of(const tcf_tile *t) { return t->radix[t->passes - 1]; }
static int parts_of(const tcf_tile *t) { return t->n / prime_of(t); }

// Pairs of results that a thread computes.
static int ept(const tcf_tile *t) { return (prime_of(t) / 2 + t->tpt - 1) / t->tpt; }

// The same as sums_are_real of classic/cuda/direct_real.cuh.
static int of_reals(const tcf_tile *t) {
  return t->may_fold && (t->kind == TCFFT_R2C || t->kind == TCFFT_C2R) && t->load == TCF_OP_USER &&
         t->store == TCF_OP_USER && !t->even && t->passes == 1 && !t->f64;
}

int tcf_direct_fits(const tcf_tile *t) {
  const int most = t->f64        ? MOST_SUMS_F64
                   : of_reals(t) ? MOST_SUMS_OF_REALS
                                 : MOST_SUMS,
            largest = t->f64        ? LARGEST_PRIME_F64
                      : of_reals(t) ? LARGEST_PRIME_OF_REALS
                                    : LARGEST_PRIME;
  // With two threads nvcc 13.0 takes minutes for real sums: it follows what either of them has.
  return prime_of(t) <= largest && t->tpt >= 1 && !(of_reals(t) && t->tpt == 2) && ept(t) * parts_of(t) <= most &&
         (t->tpt - 1) * ept(t) < prime_of(t) / 2;
}

int tcf_direct_is_more_accurate(const tcf_tile *t) { return t->f64 && parts_of(t) == 1 && prime_of(t) >= 37; }

// Primes whose terms are added four at a time (direct_block of classic/cuda/direct.cuh).
static int adds_in_fours(const tcf_tile *t) {
  const int p = prime_of(t);
  return tcf_direct_is_more_accurate(t) || (parts_of(t) == 1 && (p == 19 || p == 31 || p == 37 || p == 41 || p == 43));
}

// The constants of large primes, which are doubles, are kept in registers from one use to the next.
static int registers_of_f64(const tcf_tile *t) {
  enum { LARGE = 40, SHARE = 5 };
  const int kept = prime_of(t) > LARGE && parts_of(t) == 1 ? prime_of(t) / SHARE : 0,
            numbers = 4 * ept(t) * parts_of(t) + 2 * parts_of(t) + (adds_in_fours(t) ? 16 : 4) + kept;
  return (2 * numbers + 26 + 7) / 8 * 8;
}

// Registers of compiled kernels that spill none, or hardly any. With many sums the compiler needs some to spare.
int tcf_direct_registers(const tcf_tile *t) {
  if (t->f64) return registers_of_f64(t);
  if (of_reals(t)) return (2 * ept(t) + 40 + 7) / 8 * 8;
  const int pairs = ept(t) * parts_of(t),
            direct = 4 * pairs + 2 * parts_of(t) + 26 + (parts_of(t) == 1 && pairs > 8 ? 8 : 0);
  return (direct + 7) / 8 * 8;
}

// Instructions of each point of real sums, in terms of eight that join the whole sums by one addition.
static double real_point_ops(const tcf_tile *t) { return 2.25 * ept(t) + (t->tpt > 1 ? 5 : 2); }

// Each number and each bin takes about 20 on its way in and out.
static double real_ops(const tcf_tile *t) {
  const double ops = t->tpt * (prime_of(t) / 2 * real_point_ops(t) + 14.0 * ept(t) + 30) + 20.0 * t->n,
               moved = tcf_tile_point_bytes(t) * (t->tpt / 2.0 + 3.0) * t->n;
  return ops > moved ? ops : moved;
}

double tcf_direct_ops(const tcf_tile *t) {
  if (of_reals(t)) return real_ops(t);
  // The true numbers of instructions. ops.c has those that its cost model was fitted to.
  static const short butterfly[MOST_PARTS + 1] = {0, 0, 4, 12, 16, 34, 36, 68, 56};
  const int half = prime_of(t) / 2, parts = parts_of(t), pairs = ept(t);
  const double fours = t->f64 && adds_in_fours(t) ? 1.25 : 1;
  const double point = fours * 4 * pairs + 6 + 2 + (t->tpt > 1 ? 4 : 0), direct = half * (parts * point + 4.0 * (parts - 1)),
               results = pairs * (2.0 * butterfly[parts] + parts * 14.0) + 30;
  const double ops = t->tpt * (direct + results) + 8.0 * t->n;
  // Shared memory moves one point in the time in which eight instructions are issued.
  const double moved = tcf_tile_point_bytes(t) * (t->tpt + 3.0) * t->n;
  return ops > moved ? ops : moved;
}

// Every addition rounds the sum so far, which on average holds half of all terms; where terms are added four at a time, a
// quarter of the additions do. (On the emulated device FP64 has 1.44e-16 for 61 points and 1.56e-16 for 83, in place of
// 2.04e-16 and 2.33e-16.)
double tcf_direct_variance(const tcf_tile *t) {
  if (of_reals(t)) return 0.64e-15 * (prime_of(t) / 32.0 + 3);
  const double prime = prime_of(t), sums = adds_in_fours(t) ? prime / 14 + 5 : prime / 4 + 3;
  return 0.64e-15 * (sums + log2(parts_of(t)));
}

static int round_up(int x, int to) { return (x + to - 1) / to * to; }

// A multiprocessor has four partitions, each with a quarter of the registers. A warp takes its registers from one of them.
int tcf_direct_blocks(const tcf_tile *t, const tcf_device *d) {
  enum { QUARTERS = 4 };
  const int warps = QUARTERS * (int)(d->sm_registers / QUARTERS / (32 * tcf_direct_registers(t)));
  const int blocks = warps / (round_up(t->fpb * t->tpt, 32) / 32);
  return blocks > 32 ? 32 : blocks;
}

int tcf_direct_width(const tcf_tile *t, const tcf_device *d, int64_t ffts, int twice) {
  // A warp's worth of transforms, or half of that for long ones, so that shared memory holds several tiles. Twice as many
  // are slower but for short ones (37 to 296 points on an H100: by 5 to 37 %).
  enum { SHORT = 32, LONG = 160 };
  int width = (t->n > LONG && !of_reals(t) ? 16 : 32) << (twice && t->n <= SHORT);
  while (width > 1 && (width * t->tpt > 1024 || (int64_t)width * (t->n | 1) * tcf_tile_point_bytes(t) > d->shared))
    width /= 2;
  while (width > 1 && width / 2 >= ffts) width /= 2;
  return width;
}

// Slow-down where too few threads are resident to hide the latency of memory, which counts for more in columns. (148 points
// by d(4.37) on an H100, in rows with 576 threads on a multiprocessor: 0.19 ms, with 864 0.21; in columns 0.36 and 0.25.)
double tcf_direct_crowding(const tcf_tile *t, const tcf_device *d) {
  const int by_shared = (int)(d->sm_shared / ((int64_t)t->fpb * (t->n | 1) * tcf_tile_point_bytes(t) + 1024)),
            by_registers = tcf_direct_blocks(t, d);
  const int resident = t->fpb * t->tpt * (by_shared < by_registers ? by_shared : by_registers);
  if (t->batch_fast_in || t->batch_fast_out) return resident < 640 ? 1.7 : resident < 800 ? 1.4 : resident < 1000 ? 1.15 : 1;
  return resident < 512 ? 1.5 : resident < 768 ? 1.25 : resident < 1000 ? 1.1 : 1;
}

// Eight parts take more registers than their number of sums says. (184 points by d(8.23) on an H200 1.06 and 1.19 of what
// else is predicted, 232 by d(8.29) 1.27 and 1.32; 161 and 203 points by seven parts as predicted.) So do several parts of
// large primes in rows (166 points by d(2.83) 1.32 to 1.6, 254 by d(2.127) 1.4, 237 by d(3.79) 1.35, but 74 by d(2.37) 0.95
// to 1.02), and of others in long rows, but for three parts (94 by d(2.47) 1.04, 111 by d(3.37) 0.96 to 1.01, 118 by d(2.59)
// 1.2, 172 by d(4.43) 1.2, 246 by d(6.41) 1.38, 305 by d(5.61) 1.26 to 1.4).
static double parts_slowdown(const tcf_tile *t) {
  enum { PRIME = 37, LARGE_PRIME = 64, LONG = 100, LONGER = 190 };
  const int rows = !t->f64 && !t->batch_fast_in && !t->batch_fast_out;
  if (parts_of(t) == MOST_PARTS) return 1.2;
  if (!rows || parts_of(t) == 1 || prime_of(t) < PRIME) return 1;
  return t->n > LONGER ? 1.37 : prime_of(t) > LARGE_PRIME ? 1.35 : t->n > LONG && parts_of(t) != 3 ? 1.2 : 1;
}

// Instructions of a thread's fully unrolled code. The compiler takes a tenth of a millisecond for each: 127 points by 4
// threads take 0.9 s.
static int code_of(const tcf_tile *t) {
  if (of_reals(t)) return (int)(prime_of(t) / 2 * real_point_ops(t));
  return prime_of(t) / 2 * parts_of(t) * (4 * ept(t) + 12);
}

// Fitted to 576 tiles of 13 primes from 89 to 251 on an H200. Code that is longer than 32 KB waits to be fetched, and many
// sums leave a multiprocessor few threads. (131 numbers by 32 transforms a block and 6 threads each 149 us, by 3 197, of
// complex ones by Rader's algorithm 245.)
static double reals_slowdown(const tcf_tile *t) {
  enum { FEW_SUMS = 12, INSTRUCTION = 16, FETCHED = 32 << 10 };
  const double code = (double)INSTRUCTION * code_of(t) / FETCHED;
  return (t->kind == TCFFT_C2R ? 1.23 : 1.15) * (1 + 0.1 * (code > 1 ? code - 1 : 0)) *
         (1 + 0.02 * (ept(t) > FEW_SUMS ? ept(t) - FEW_SUMS : 0));
}

// Rows of R2C and C2R wait for shared memory, where there are many of them. (On an H200, of what else is predicted: r2c 29
// by d(29) 1.66, 222 by d(3.37) 1.49, 284 by d(2.71) 1.74, 371 by d(7.53) 1.52, 568 by d(4.71) 1.84; c2r 61 by d(61) 1.68,
// 23 by d(23) 1.85, 92 by d(2.23) 2.9, 152 by d(4.19) 2.2.)
double tcf_direct_slowdown(const tcf_tile *t, int few) {
  enum { SMALL_PRIME = 24 };
  const int rows = !t->f64 && !t->batch_fast_in && !t->batch_fast_out && t->load == TCF_OP_USER && t->store == TCF_OP_USER;
  if (of_reals(t)) return reals_slowdown(t);
  if (!few && rows && (t->kind == TCFFT_R2C || t->kind == TCFFT_C2R)) return prime_of(t) < SMALL_PRIME ? 2 : 1.65;
  return parts_slowdown(t);
}

static double seconds(const tcf_tile *t, const tcf_device *d) {
  const double moved = (of_reals(t) ? 1.0 : 2.0) * tcf_tile_point_bytes(t) * t->n,
               memory = moved / d->copy * tcf_direct_crowding(t, d),
               compute = tcf_slowdown_of_numbers(t->f64, d) * tcf_direct_ops(t) / (0.85 * d->flops * (double)d->cores);
  return tcf_direct_slowdown(t, 0) * (memory > compute ? memory + 0.2 * compute : compute + 0.2 * memory);
}

double tcf_direct_threads(tcf_tile *tile, const tcf_device *d, int second) {
  enum { MOST_CODE = 5000, MOST_THREADS = 16 };
  double best[2] = {INFINITY, INFINITY};
  int tpt[2] = {0, 0};
  for (int count = 1; count <= prime_of(tile) / 2 && count <= MOST_THREADS; count++) {
    tcf_tile t = *tile;
    t.tpt = count;
    if (!tcf_direct_fits(&t) || code_of(&t) > MOST_CODE) continue;
    t.fpb = tcf_direct_width(&t, d, INT64_MAX, 0);
    const double s = seconds(&t, d);
    const int at = s < best[0] ? 0 : s < best[1] ? 1 : 2;
    if (at == 0) best[1] = best[0], tpt[1] = tpt[0];
    if (at < 2) best[at] = s, tpt[at] = count;
  }
  const int chosen = second && tpt[1] ? 1 : 0;
  tile->tpt = tpt[chosen];
  return best[chosen];
}
