// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/ops.h"

#include <math.h>

#include "base/arith.h"
#include "core/limits.h"
#include "num/modular.h"
#include "tile/io.h"
#include "tile/passes.h"

// Instructions of one butterfly: its additions and products. Composite radices are counted as if there were twiddles between
// their factors. Coprime factors have none, but the cost model was fitted to these numbers. (With the true ones the two
// steps of 4097 points changed places, and 0.25 of a copy's speed became 0.18.)
static const short butterfly_ops[TCF_LARGEST_BUTTERFLY + 1] = {
    [2] = 4,     [3] = 14,    [4] = 16,    [5] = 34,    [6] = 44,    [7] = 68,    [8] = 56,    [9] = 98,    [10] = 108,
    [11] = 165,  [12] = 122,  [13] = 230,  [14] = 190,  [15] = 214,  [16] = 150,  [17] = 330,  [18] = 270,  [19] = 405,
    [20] = 250,  [21] = 380,  [22] = 415,  [23] = 580,  [24] = 360,  [25] = 400,  [26] = 570,  [27] = 490,  [28] = 470,
    [29] = 900,  [30] = 560,  [31] = 1025, [32] = 450,  [37] = 1290, [41] = 1350, [43] = 1630, [47] = 2780, [53] = 2570,
    [59] = 4180, [61] = 2220, [67] = 3260, [71] = 3020, [73] = 3010};

int tcf_tile_is_radix(int64_t r) { return r > 1 && r <= TCF_LARGEST_BUTTERFLY && butterfly_ops[r]; }

int tcf_radix_convolves(int r) { return r > TCF_LARGEST_RADIX_PRIME + 1 && tcf_tile_is_radix(r); }

int tcf_tile_may_join(int64_t parts) { return parts <= TCF_LARGEST_RADIX_PRIME + 1 && tcf_tile_is_radix(parts); }

// Instructions of a butterfly's twiddles. Beyond radix 4 the other roots are products of two loaded ones.
static int twiddle_ops(int radix) {
  const int low = radix < 4 ? radix - 1 : 3, high = radix < 4 ? 0 : (radix - 1) / 4, products = radix - 1 - low - high;
  return 5 * (low + high) + 4 * products + 4 * (radix - 1) + 6;
}

// The butterfly, its twiddles, and the trip of its points through shared memory or device memory.
double tcf_pass_ops(int radix, int first) { return butterfly_ops[radix] + (first ? 0 : twiddle_ops(radix)) + 5 * radix + 8; }

double tcf_join_ops(int n, int pfa) { return pfa > 1 ? n / pfa * tcf_pass_ops(pfa, 1) + 16.0 * n : 0; }

double tcf_ops_of_reals(int n) { return 50.0 * n; }

// Registers of a thread that holds `ept` points, fitted to what compiled kernels did best with.
static double registers_for(int ept) { return ept < 6 ? 36 : 3.2 * ept + 18; }

double tcf_tile_least_registers(int ept, int f64) { return 2.4 * (ept << f64) + 14; }

// The registers of numbers of FP64 are twice as many, and leave none to spare: so the warps of each quarter of a
// multiprocessor are counted, whose threads have registers in eights.
static int blocks_of_f64(int ept, int threads) {
  const int registers = ((int)registers_for(2 * ept) + 7) / 8 * 8, warps = 65536 / 4 / (32 * registers) * 4;
  return warps / ((threads + 31) / 32);
}

int tcf_tile_counted(const tcf_tile *t, int ept) {
  return t->f64 && t->conv && t->conv != TCF_CONV_DIRECT ? ept + ept / 4 + 1 : ept;
}

int tcf_blocks_by_registers(int ept, int f64, int threads) {
  const int blocks = f64 ? blocks_of_f64(ept, threads) : (int)(65536 / (registers_for(ept) * threads));
  return blocks ? blocks
                : 65536 / threads >= tcf_tile_least_registers(ept, f64);  // the compiler saves some where no block would fit
}

// (174 tiles of 41 lengths on an H200 with 20 to 28 points a thread, each for several numbers of blocks: with 72 to 96
// registers they took 1.02 to 1.04 times as long as the same tile for the best number, with 64 1.08, with 56 1.14, with 48
// 1.6, with 112 and more 1.08 to 1.25.)
int tcf_blocks_of_rows(int ept, int threads) {
  enum { MOST_POINTS = 28, TOO_MANY = 36, WANTED = 80, WANTED_BY_MORE = 104, MOST_THREADS = 2048, MOST_REGISTERS = 255 };
  const int by_registers = tcf_blocks_by_registers(ept, 0, threads);
  if (ept < TCF_ROWS_OF_MANY_POINTS || ept > TOO_MANY || !by_registers) return by_registers;
  const double wanted = ept > MOST_POINTS ? WANTED_BY_MORE : WANTED;
  double least = INFINITY;  // the larger of both ratios of registers
  int best = 1;
  for (int blocks = 1; blocks * threads <= MOST_THREADS; blocks++) {
    const int granted = 65536 / (blocks * threads) / 8 * 8, registers = granted < MOST_REGISTERS ? granted : MOST_REGISTERS;
    const double off = fmax(registers / wanted, wanted / registers);
    if (off < least && (blocks == 1 || granted >= 2 * ept + 16)) least = off, best = blocks;
    if (registers < wanted) break;
  }
  return best;
}

// Of a butterfly's instructions, those that compute with numbers; the others are addresses, loads and stores.
double tcf_slowdown_of_numbers(int f64, const tcf_device *d) {
  const double numbers = 0.6, ratio = d->fp64 ? (double)d->fp64 : 2;
  return f64 ? 1 - numbers + numbers * ratio : 1;
}

// A butterfly between real points and half as many complex ones, by sums and differences of pairs.
static double folded_ops(int radix, int first) {
  const int pairs = radix / 2;
  return 2.0 * pairs * (pairs + 1) + (first ? 0 : twiddle_ops(pairs + 1)) + 4 * radix + 8;
}

// A real transform that a thread holds whole: by its coprime factors, by sums of products, or by halves
// (classic/cuda/real_dft.cuh).
static double ops_of_factors(int n) {
  const int prime = n > 1 ? (int)tcf_smallest_factor((tcf_u64)n) : 1;
  int power = prime;
  while (prime > 1 && n / power % prime == 0) power *= prime;
  if (power < n) return (double)(n / power) * ops_of_factors(power) + power * ops_of_factors(n / power) + 2.0 * n;
  return prime > 2 ? 2.0 * (n / 2) * (n / 2 + 1) : 1.25 * n * log2((double)n);
}

double tcf_reals_ops(int n) { return ops_of_factors(n) + 4.0 * (n % 2 ? n : n / 2) + 8; }

double tcf_tile_staging_ops(const tcf_tile *t) { return 6.0 * tcf_tile_points_kept(t) * (t->smem_in + t->smem_out); }

double tcf_tile_pass_ops(const tcf_tile *t, int p, int rounds) {
  const int first = tcf_tile_within(t, p) == 1;
  if (tcf_tile_reals_in_thread(t)) return tcf_reals_ops(tcf_tile_reals_in_thread(t));
  return (double)rounds * t->tpt *
         (tcf_tile_folds(t, p) ? folded_ops(t->radix[p], first) : tcf_pass_ops(t->radix[p], first));
}

// A pass of few butterflies loads or stores runs of so many points.
static double short_run(const tcf_tile *t, int p) {
  enum { RUN = 16 };
  const int run = t->n / t->radix[p];
  return tcf_radix_convolves(t->radix[p]) && run < RUN ? 1 - (double)run / RUN : 0;
}

// What the cost of smooth tiles does not say, fitted to 71 tiles of 37 to 73 times 2 to 300 points on an H200 (mean error of
// its logarithm 0.07 in columns, 0.11 in FP64, 0.19 in rows): instructions of a thread beyond some 4000 do not stay in the
// cache of a multiprocessor (10070 points by 53.10.19 and 95 threads, 12000 instructions, 2.8 times as long as predicted),
// and a large radix leaves an end of a row short runs.
double tcf_large_radix_slowdown(const tcf_tile *t) {
  const int last = t->passes - 1;
  double instructions = 0;
  int large = 0;
  if (t->conv) return 1;
  if (tcf_tile_reals_in_thread(t)) return tcf_tile_reals_in_thread(t) > TCF_MOST_REALS_IN_THREAD ? INFINITY : 1;
  for (int p = 0; p <= last; p++) {
    instructions += tcf_tile_pass_ops(t, p, tcf_tile_rounds(t, p)) / t->tpt;
    large |= tcf_radix_convolves(t->radix[p]);
  }
  if (!large) return 1;
  // Neither pass takes bins apart then, so that each point of a half spectrum is made of two loaded ones.
  const int user_in = t->load == TCF_OP_USER && t->kind == TCFFT_C2R && t->even,
            user_out = t->store == TCF_OP_USER && t->kind == TCFFT_R2C && t->even;
  const double apart = (user_in && tcf_radix_convolves(t->radix[0])) || (user_out && tcf_radix_convolves(t->radix[last]));
  const double first = t->batch_fast_in || t->smem_in ? 0 : 0.5 * short_run(t, 0),
               at_end = t->batch_fast_out || t->smem_out ? 0 : 0.2 * short_run(t, last);
  const double uncached = (t->kind == TCFFT_C2C ? 0.09 : 0.15) * fmax(0, instructions / 1000 - 4);  // of half the bytes
  return exp(0.1 + uncached + first + at_end + apart);
}

double tcf_tile_ops(const tcf_tile *t) {
  double ops = tcf_tile_staging_ops(t);
  for (int p = 0; p < t->passes; p++) ops += tcf_tile_pass_ops(t, p, tcf_tile_rounds(t, p));
  return ops;
}

double tcf_tile_split_ops(const tcf_tile *t) {
  double ops = 0;
  for (int p = 0; p < t->passes; p++)
    if (t->tensor >> p & 1) ops += 4.0 * t->split * t->n;
  return ops;
}

int tcf_is_smooth(int64_t n) { return tcf_rough_part(n, TCF_LARGEST_RADIX_PRIME) == 1; }
