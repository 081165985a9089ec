// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/convolution.h"

#include <math.h>
#include <string.h>

#include "core/limits.h"
#include "num/modular.h"
#include "tile/convolutions.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"

// Lengths m 2^k of at least `least` points, the shortest first: the shortest one is rarely far from the fastest.
enum { CONV_LENGTHS = 10 };
static void conv_lengths(int lengths[CONV_LENGTHS], int least) {
  static const int odd[CONV_LENGTHS] = {1, 3, 5, 7, 9, 11, 13, 15, 25, 27};
  for (int i = 0; i < CONV_LENGTHS; i++) {
    int m = odd[i], at = i;
    while (m < least) m *= 2;
    for (; at > 0 && lengths[at - 1] > m; at--) lengths[at] = lengths[at - 1];
    lengths[at] = m;
  }
}

// The search for the transforms of a convolution, which have no Hermitian symmetry.
static tcf_search conv_search(const tcf_search *search, tcf_conv kind) {
  tcf_search inner = *search;
  inner.io.hermitian_in = inner.io.hermitian_out = inner.io.across_in = 0;
  inner.rows = inner.steps = 0;
  inner.io.conv = (int)kind;  // the last pass of Rader's needs all its points in registers
  return inner;
}

// Instructions of a convolution of n points, whose transforms have `ops` each: both of them, the product between them, and
// the operations before and after. Half of Bluestein's points are zeros that are not loaded, and results that are not
// stored.
static double conv_ops(double ops, int n, tcf_conv kind) {
  if (kind == TCF_CONV_RADER_OF_REALS) return 2 * ops + tcf_ops_of_reals(n);
  return kind == TCF_CONV_RADER ? 2 * ops + 26.0 * n : 0.88 * (2 * ops + 10.0 * n);
}

// Seconds of that many instructions.
static double conv_seconds(double ops, int n, const tcf_search *search) {
  return fmax(1.25 * tcf_radices_floor(n, search), 0.8 * ops * search->compute);
}

static double slowdown(const tcf_radices *w, tcf_conv kind, const tcf_search *search) {
  tcf_tile t = search->io;
  t.n = w->n;
  t.tpt = w->tpt;
  t.fpb = 32;
  t.by_ffts = 1;
  t.conv = (int)kind;
  t.passes = w->passes;
  memcpy(t.radix, w->radix, sizeof t.radix);
  return tcf_convolution_slowdown(&t, NULL);
}

// Seconds of a convolution by few transforms at a time.
static double few_seconds(double ops, int passes, int tpt, tcf_conv kind) {
  return tcf_tile_latency(2 * passes, (kind == TCF_CONV_RADER ? 2.8 : 1) * ops / tpt, tpt);
}

// A lower bound for the seconds of a convolution of m points.
static double least_seconds(int m, tcf_conv kind, const tcf_search *search) {
  enum { FULL = 256 };  // threads that issue as many instructions as a multiprocessor can
  const double ops = conv_ops(tcf_radices_least_ops(m), m, kind);
  return search->few ? few_seconds(ops, 1, FULL, kind) : conv_seconds(ops, m, search);
}

// Replaces the best convolution by the one of m points if that is faster. The search is skipped where a lower bound is
// already slower. Instructions are the limit of a convolution: it issues nine of ten that there is time for (1018 points by
// 2048 on an H200: 0.48 of a copy's speed). Where a block has few transforms, the permutations of Rader's have bank
// conflicts.
static void consider_conv(tcf_radices *best, tcf_conv *conv, tcf_conv kind, int m, const tcf_search *search) {
  const double conflicts = kind == TCF_CONV_RADER && !tcf_rader_by_ffts(m, search->sm_shared) ? 1.6 : 1;
  const tcf_search inner = conv_search(search, kind);
  tcf_radices w;
  if ((search->few ? 1 : conflicts) * least_seconds(m, kind, search) >= best->seconds || !tcf_radices_find(&w, m, &inner))
    return;
  w.ops = conv_ops(w.ops, m, kind);
  w.seconds = search->few ? few_seconds(w.ops, w.passes, w.tpt, kind)
                          : conflicts * conv_seconds(w.ops, m, search) * slowdown(&w, kind, search);
  if (w.seconds >= best->seconds) return;
  *best = w;
  *conv = kind;
}

static int largest_prime(int n) {
  int prime = 1;
  for (int rest = n; rest > 1; rest /= prime) prime = (int)tcf_smallest_factor((tcf_u64)rest);
  return prime;
}

// The sub-transforms of n real numbers, a whole axis of an odd length, that Rader's convolutions of half as many points do
// for the largest prime of n, joined by the prime-factor algorithm. 0: there are none, or they were not timed: many rows of
// FP32 arithmetic were.
static int parts_of_reals(int n, const tcf_search *search) {
  enum { FEWEST = 33 };  // points that take two passes
  const tcf_tile *io = &search->io;
  if (!search->convolutions || search->few || io->batch_fast_in || io->batch_fast_out || !io->may_fold || io->even ||
      (io->kind != TCFFT_R2C && io->kind != TCFFT_C2R) || io->load != TCF_OP_USER || io->store != TCF_OP_USER ||
      search->axes || !io->no_batch_step_in || !io->no_batch_step_out)
    return 0;
  const int prime = largest_prime(n), parts = n / prime;
  return prime / 2 >= FEWEST && tcf_is_smooth(prime / 2) && (parts == 1 || (tcf_tile_may_join(parts) && parts % prime))
             ? parts
             : 0;
}

int tcf_conv_find(tcf_radices *best, tcf_conv *conv, int n, const tcf_search *search) {
  *best = (tcf_radices){.seconds = INFINITY};
  if (parts_of_reals(n, search) == 1) consider_conv(best, conv, TCF_CONV_RADER_OF_REALS, n / 2, search);
  if ((int)tcf_smallest_factor((tcf_u64)n) == n && tcf_is_smooth(n - 1))
    consider_conv(best, conv, TCF_CONV_RADER, n - 1, search);
  int lengths[CONV_LENGTHS];
  conv_lengths(lengths, search->least_bluestein ? search->least_bluestein : 2 * n - 1);
  for (int i = 0; i < CONV_LENGTHS; i++) consider_conv(best, conv, TCF_CONV_BLUESTEIN, lengths[i], search);
  return isfinite(best->seconds);
}

// Seconds of a transform. A butterfly of 17 points and more in one thread takes most of the registers and is slower than its
// instructions say.
static double measured(const tcf_radices *w, tcf_conv conv, const tcf_search *search) {
  const int radix = w->passes == 1 && !conv ? w->radix[0] : 1;
  const double efficiency = radix > 19 ? 0.6 : radix > 16 ? 0.74 : 1, least = tcf_radices_floor(w->n, search) / efficiency;
  return w->seconds > least ? w->seconds : least;
}

// No convolution is faster than sums of so few terms.
enum { LONGEST_SUM = 41 };

// Rows of real numbers that are one butterfly are faster by it: a thread has a whole row. (19 real points on an H200 by
// d(19) 130 us, by 19 79; as many real results 154 and 112, 17 of them 125 and 102.)
static int is_faster_as_butterfly(int n, const tcf_search *search) {
  enum { TIMED = 19 };
  return search->rows && n <= TIMED && !search->io.even && (search->io.kind == TCFFT_R2C || search->io.kind == TCFFT_C2R);
}

int tcf_direct_find(tcf_radices *w, tcf_conv *conv, int n, int found, const tcf_device *d, int second,
                    const tcf_search *search) {
  tcf_tile t = {.n = n,
                .f64 = search->io.f64,
                .conv = TCF_CONV_DIRECT,
                .kind = search->io.kind,
                .even = search->io.even,
                .may_fold = search->io.may_fold,
                .load = search->io.load,
                .store = search->io.store,
                .batch_fast_in = search->io.batch_fast_in,
                .batch_fast_out = search->io.batch_fast_out};
  t.passes = tcf_direct_radices(n, t.radix);
  if (!t.passes || is_faster_as_butterfly(n, search)) return 0;
  double seconds = tcf_direct_threads(&t, d, second);
  if (search->few && isfinite(seconds)) seconds = tcf_tile_latency(t.passes + 1, tcf_direct_ops(&t) / t.tpt, t.tpt);
  const int is_short = found && *conv && n <= LONGEST_SUM;
  if (isinf(seconds) || (found && !is_short && !tcf_direct_is_more_accurate(&t) && measured(w, *conv, search) <= seconds))
    return 0;
  *w = (tcf_radices){.n = n, .passes = t.passes, .radix = {t.radix[0], t.radix[1]}, .tpt = t.tpt, .seconds = seconds};
  w->ops = tcf_direct_ops(&t);
  *conv = TCF_CONV_DIRECT;
  return 1;
}

// The sub-transforms of n points that Rader's convolutions of the largest prime of n do, joined by the prime-factor
// algorithm. 0: there are none.
static int rader_pfa(int n) {
  const int prime = largest_prime(n), pfa = n / prime;
  return tcf_is_smooth(prime - 1) && (pfa == 1 || (tcf_tile_may_join(pfa) && pfa % prime != 0)) ? pfa : 0;
}

// Adds convolutions of m points each, `pfa` of them a transform of n points. Returns how many.
static int add_convolutions(tcf_conv_radices *list, tcf_conv kind, int pfa, int m, int n, const tcf_search *search) {
  tcf_radices schedules[TCF_CONV_SCHEDULES];
  const tcf_search inner = conv_search(search, kind);
  const int count = tcf_radices_list_stored(schedules, TCF_CONV_SCHEDULES, m, &inner);
  for (int i = 0; i < count; i++) {
    list[i] = (tcf_conv_radices){.radices = schedules[i], .conv = kind, .pfa = pfa};
    list[i].radices.ops = pfa * conv_ops(schedules[i].ops, m, kind) + tcf_join_ops(n, pfa);
  }
  return count;
}

// Adds Rader's convolutions of n real numbers.
static int add_of_reals(tcf_conv_radices *list, int n, const tcf_search *search) {
  const int parts = parts_of_reals(n, search);
  return parts ? add_convolutions(list, TCF_CONV_RADER_OF_REALS, parts, n / parts / 2, n, search) : 0;
}

// Adds Bluestein's convolutions of n points by the `most` shortest lengths; none where a block does not hold them.
static int add_bluestein(tcf_conv_radices *list, int n, int most, const tcf_search *search) {
  int lengths[CONV_LENGTHS], count = 0;
  if (n > TCF_LARGEST_CONVOLUTION) return 0;
  conv_lengths(lengths, search->least_bluestein ? search->least_bluestein : 2 * n - 1);
  for (int i = 0; i < most; i++) count += add_convolutions(list + count, TCF_CONV_BLUESTEIN, 1, lengths[i], n, search);
  return count;
}

int tcf_conv_list(tcf_conv_radices list[TCF_CONV_LIST], int n, const tcf_search *search) {
  const int pfa = rader_pfa(n);
  int count = pfa ? add_convolutions(list, TCF_CONV_RADER, pfa, n / pfa - 1, n, search) : 0;
  count += add_of_reals(list + count, n, search);
  return count + add_bluestein(list + count, n, TCF_CONV_LENGTHS, search);
}

// Only joins were timed in FP64. In FP32, Rader's convolutions of four passes spill, and those of rows whose permutations
// have bank conflicts are slow, at least on devices whose prices do not know by how much. Of joins of many sub-transforms
// only short ones are likely. (On an H200: 1325 points by r25(13.4) 236 us, by Bluestein's algorithm 379, 2425 by r25(16.6)
// 320 and 400, but 4009 by r19(7.15.2) 479 and 363.)
static int is_likely(const tcf_conv_radices *c, const tcf_search *search) {
  enum { PASSES = 3, MANY = 17, SHORT = 128 };
  const int columns = search->io.batch_fast_in && search->io.batch_fast_out;
  if (c->conv == TCF_CONV_RADER_OF_REALS) return 1;
  if (c->conv != TCF_CONV_RADER) return !search->io.f64;
  if (c->pfa > 1) return c->pfa <= MANY || c->radices.n <= SHORT;
  return !search->io.f64 && c->radices.passes <= PASSES &&
         (search->convolutions || columns || tcf_rader_by_ffts(c->radices.n, search->sm_shared));
}

int tcf_conv_list_likely(tcf_conv_radices list[TCF_CONV_LIST], int n, int joined, const tcf_search *search) {
  enum { MOST_JOINED = 25, LENGTHS = 3 };
  const int pfa = rader_pfa(n), is_prime = pfa == 1 && n <= TCF_LARGEST_CONVOLUTION,
            rader = is_prime || (joined && pfa > 1 && pfa <= MOST_JOINED);
  if (n <= LONGEST_SUM) return 0;
  int count = rader ? add_convolutions(list, TCF_CONV_RADER, pfa, n / pfa - 1, n, search) : 0, likely = 0;
  count += add_of_reals(list + count, n, search);
  count += add_bluestein(list + count, n, LENGTHS, search);
  for (int i = 0; i < count; i++)
    if (is_likely(&list[i], search)) list[likely++] = list[i];
  return likely;
}
