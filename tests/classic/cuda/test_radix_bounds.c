// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The bounds of the search for radices, of lengths with large primes, too.
#include <stdlib.h>

#include "base/arith.h"
#include "classic/cuda/radix_bound.h"
#include "classic/cuda/radix_search.h"
#include "core/limits.h"
#include "tile/ops.h"
#include "units.h"

// What the search for the cheapest radices passes over by its bounds is never cheaper: a list so long that nothing is passed
// over begins with the same schedule.
// Of lengths that are no product of 2 .. 13 there may be none.
static void check_bounds(int n, const tcf_search *search, tcf_radices *all, int most) {
  tcf_radices best;
  const int count = tcf_radices_list(all, most, n, search), found = tcf_radices_list(&best, 1, n, search);
  const int needed = unit_is_smooth(n) && !search->columns;
  ck_assert_msg((count > 0 || !needed) && count < most && found == (count > 0), "%d points: %d schedules, %d", n, count,
                found);
  if (!count) return;  // a block does not hold so many columns
  ck_assert_msg(best.seconds == all[0].seconds, "%d points: %g s, %g by the whole list", n, best.seconds, all[0].seconds);
  const tcf_radix_bounds bounds = tcf_radix_bounds_of(n, search);
  for (int i = 0; i < count; i++) {
    const tcf_radices *w = &all[i];
    int rounds[TCF_TILE_PASSES];
    for (int p = 0; p < w->passes; p++) rounds[p] = (n / w->radix[p] + w->tpt - 1) / w->tpt;
    ck_assert_msg(w->ops >= tcf_radices_least_ops(n), "%d points: %g instructions", n, w->ops);
    const double of_factors = bounds.possible ? tcf_radix_bound_of_factors(&bounds, w) : 0,
                 of_order = tcf_radix_bound_of_order(&bounds, w),
                 of_threads = tcf_radix_bound_of_threads(&bounds, w, rounds);
    ck_assert_msg((of_order <= of_threads * (1 + 1e-9) || !unit_is_smooth(n)) && of_order <= w->seconds * (1 + 1e-9) &&
                      of_threads <= w->seconds && of_factors <= w->seconds * (1 + 1e-9),
                  "%d points, first radix %d of %d, %d threads: bounds %g, %g and %g s, %g s", n, w->radix[0], w->passes,
                  w->tpt, of_factors, of_order, of_threads, w->seconds);
  }
}

START_TEST(bounds) {
  enum { MOST = 1 << 16, LENGTHS = 24, TO = 8192 };
  tcf_radices *all = malloc(MOST * sizeof *all);
  ck_assert_ptr_nonnull(all);
  const tcf_device d = unit_device(unit_gpu(_i));
  const tcf_search plain = {.memory = 16 / d.copy,
                            .compute = 1 / (0.6 * d.flops * (double)d.cores),
                            .shared = d.shared,
                            .sm_shared = d.sm_shared,
                            .sm_threads = d.sm_threads,
                            .io = {.kind = TCFFT_C2C, .may_fold = 1}};
  enum {
    SHORT = 32,
    OF_BINS = 10
  };  // points that a thread may hold whole; searches from this one on are of spectra's columns
  tcf_search searches[] = {plain, plain, plain, plain, plain, plain, plain, plain, plain, plain,
                           plain, plain, plain, plain, plain, plain, plain, plain, plain, plain};
  searches[1].rows = 1;
  searches[2].few = 1;
  searches[3].io.batch_fast_in = searches[3].io.batch_fast_out = 1;
  searches[4].io.conv = TCF_CONV_BLUESTEIN;
  searches[5] = searches[3];
  searches[5].io.conv = TCF_CONV_BLUESTEIN;
  searches[6].io.conv = TCF_CONV_RADER;
  searches[7].io.conv = TCF_CONV_FILTERED;
  searches[7].alone = searches[7].io.batch_fast_out = 1;
  searches[8].io =
      (tcf_tile){.kind = TCFFT_R2C, .load = TCF_OP_USER, .store = TCF_OP_USER, .even = 1, .may_fold = 1, .hermitian_out = 1};
  searches[9].io =
      (tcf_tile){.kind = TCFFT_C2R, .load = TCF_OP_USER, .store = TCF_OP_USER, .even = 1, .may_fold = 1, .hermitian_in = 1};
  searches[9].rows = 1;
  searches[OF_BINS].io = searches[8].io;
  searches[OF_BINS + 1].io = searches[9].io;
  for (int i = OF_BINS; i < OF_BINS + 2; i++) searches[i].io.batch_fast_in = searches[i].io.batch_fast_out = 1;
  searches[OF_BINS + 2].rows = searches[OF_BINS + 2].io.f64 = 1;
  searches[OF_BINS + 3] = searches[3];
  searches[OF_BINS + 3].columns = 32;
  searches[OF_BINS + 4] = searches[8];
  searches[OF_BINS + 4].rows = 1;
  searches[OF_BINS + 5] = searches[OF_BINS + 6] = searches[3];
  searches[OF_BINS + 5].steps = searches[OF_BINS + 6].steps = 1;
  searches[OF_BINS + 6].io.load = TCF_OP_CHIRP;
  searches[OF_BINS + 7] = searches[1];
  searches[OF_BINS + 8] = searches[OF_BINS + 4];
  searches[OF_BINS + 9] = searches[9];
  for (int i = OF_BINS + 7; i <= OF_BINS + 9; i++) searches[i].composite = 1;
  for (int n = 2; n <= SHORT; n++)
    for (int i = 8; i < OF_BINS + 2 && unit_is_smooth(n); i++) check_bounds(n, &searches[i], all, MOST);
  uint64_t state = test_seed();
  for (int count = 0; count < LENGTHS;) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const int n = 2 + (int)(state >> 33) % (TO - 1);
    if (tcf_rough_part(n, TCF_LARGEST_BUTTERFLY) > 1 || 9 * (int64_t)n > d.shared) continue;
    count++;
    for (size_t i = 0; i < TEST_COUNT(searches); i++)
      if (!searches[i].io.conv || tcf_is_smooth(n)) check_bounds(n, &searches[i], all, MOST);  // as all convolutions are
  }
  free(all);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("radix_bounds");
  tcase_add_loop_test(test_case(suite, "search", 60), bounds, unit_first_gpu(), unit_end_gpu());
  return suite;
}
