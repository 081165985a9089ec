// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Results of the search for radices, stored for the plans to come.
#include <math.h>
#include <string.h>

#include "base/memo.h"
#include "classic/cuda/radix_search.h"
#include "core/limits.h"
#include "tile/io.h"
#include "tile/ops.h"

// What is slower in convolutions of real rows.
static int is_real_convolution(const tcf_tile *t) {
  return t->conv && (t->kind == TCFFT_R2C || t->kind == TCFFT_C2R) && t->load == TCF_OP_USER && t->store == TCF_OP_USER;
}

// Planning asks for the same lengths repeatedly: for each batch dimension, each decomposition, each plan. The key has all
// that the radices depend on and nothing else, as the steps of the two transforms of a convolution differ in other fields.
enum { KEY = 8 };
static void fill_key(double key[KEY], int n, const tcf_search *search) {
  const tcf_tile *t = &search->io;
  const unsigned flags =
      (unsigned)(t->batch_fast_in | t->batch_fast_out << 1 | t->hermitian_in << 2 | t->hermitian_out << 3 |
                 tcf_tile_loads_points(t) << 4 | tcf_tile_stores_elements(t) << 5 | tcf_tile_results_alone(t) << 6 |
                 (t->across_in != 0) << 7 | (t->across_out != 0) << 8 | search->alone << 9 | t->conv << 10 |
                 search->few << 15 | search->rows << 16 | is_real_convolution(t) << 18 |
                 (is_real_convolution(t) && t->kind == TCFFT_C2R) << 19 |
                 (t->may_fold && !t->even && t->kind == TCFFT_R2C) << 13 |
                 (t->may_fold && !t->even && t->kind == TCFFT_C2R) << 14 | (unsigned)t->f64 << 17 |
                 (unsigned)(search->columns >> 4) << 20 | (unsigned)(search->rows && t->kind != TCFFT_C2C) << 23);
  double shape = 0;
  // What large primes slow down depends on more of the kind (tcf_large_radix_slowdown, may_stage).
  if (!tcf_is_smooth(n))
    shape = 1 + (int)t->kind + 4 * t->even + 8 * (t->load == TCF_OP_USER) + 16 * (t->store == TCF_OP_USER);
  if (search->steps) shape += t->load == TCF_OP_CHIRP ? 0.25 : 0.5;  // as tcf_tile_step_slowdown
  if (search->composite) shape += 0.125;
  if (t->across_in == TCF_ACROSS_ROWS || t->across_out == TCF_ACROSS_ROWS) shape += 0.0625;
  for (int a = 1; a < search->axes; a++) shape = shape * TCF_LARGEST_TILE + search->length[a];
  const double numbers[KEY] = {n,
                               flags,
                               search->memory,
                               search->compute,
                               (double)search->shared,
                               (double)search->sm_shared,
                               (double)search->sm_threads,
                               shape};
  memcpy(key, numbers, sizeof numbers);
}

static const tcf_radices none = {.seconds = INFINITY};

// The key of one schedule of a list, whose rank stands above the flags.
static void rank_key(double own[KEY], const double key[KEY], int rank) {
  enum { ABOVE = 24 };
  memcpy(own, key, KEY * sizeof *own);
  own[1] += (double)((unsigned)(rank + 1) << ABOVE);
}

// The schedules of a list, which are stored one by one with their rank. Returns how many; -1: they are not stored.
static int take_list(tcf_radices *radices, int most, const double key[KEY]) {
  for (int rank = 0; rank < most; rank++) {
    double own[KEY];
    rank_key(own, key, rank);
    if (!tcf_memo_get(TCF_MEMO_RADICES, own, sizeof own, &radices[rank], sizeof *radices)) return -1;
    if (isinf(radices[rank].seconds)) return rank;
  }
  return most;
}

int tcf_radices_list_stored(tcf_radices *radices, int most, int n, const tcf_search *search) {
  double key[KEY];
  fill_key(key, n, search);
  int count = take_list(radices, most, key);
  if (count >= 0) return count;
  count = tcf_radices_list(radices, most, n, search);
  for (int rank = 0; rank < most; rank++) {
    double own[KEY];
    rank_key(own, key, rank);
    tcf_memo_put(TCF_MEMO_RADICES, own, sizeof own, rank < count ? &radices[rank] : &none, sizeof *radices);
  }
  return count;
}

int tcf_radices_find(tcf_radices *best, int n, const tcf_search *search) {
  _Static_assert(sizeof *best <= TCF_MEMO_RESULT, "the cache holds radix schedules");
  double key[KEY];
  fill_key(key, n, search);
  if (!tcf_memo_get(TCF_MEMO_RADICES, key, sizeof key, best, sizeof *best)) {
    *best = (tcf_radices){.n = n, .seconds = INFINITY};
    tcf_radices_list(best, 1, n, search);
    tcf_memo_put(TCF_MEMO_RADICES, key, sizeof key, best, sizeof *best);
  }
  return isfinite(best->seconds);
}
