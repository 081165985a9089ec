// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/convolution.h"

#include <math.h>

#include "num/modular.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"

// Lengths m 2^k that hold 2 n - 1 points, the shortest first: it is rarely far from the best.
enum { CONV_LENGTHS = 10 };
static void conv_lengths(int lengths[CONV_LENGTHS], int n) {
  static const int odd[CONV_LENGTHS] = {1, 3, 5, 7, 9, 11, 13, 15, 25, 27};
  for (int i = 0; i < CONV_LENGTHS; i++) {
    int m = odd[i], at = i;
    while (m < 2 * n - 1) m *= 2;
    for (; at > 0 && lengths[at - 1] > m; at--) lengths[at] = lengths[at - 1];
    lengths[at] = m;
  }
}

// What its transforms are for: no spectra are folded.
static tcf_search conv_search(const tcf_search *search, tcf_conv kind) {
  tcf_search ept = *search;
  ept.io.hermitian_in = ept.io.hermitian_out = ept.io.across_in = 0;
  ept.io.conv = (int)kind;  // Rader's last pass holds all of its points
  return ept;
}

// Instructions of both transforms of a convolution, the product, and what comes before and behind them. Half of Bluestein's
// points are zeros that nobody loads, and results that nobody wants.
static double conv_ops(const tcf_radices *w, tcf_conv kind) {
  return kind == TCF_CONV_RADER ? 2 * w->ops + 26.0 * w->n : 0.88 * (2 * w->ops + 10.0 * w->n);
}

// The convolution of m points, if it is faster than the best; not looked at where a transform's least would be slower.
// Instructions are its limit, of which it issues nine of ten that there is time for (1018 points by 2048 on an H200: 0.48 of
// a copy's speed); where many transforms do not fit, Rader's permutations meet in banks.
static void consider_conv(tcf_radices *best, tcf_conv *conv, tcf_conv kind, int m, const tcf_search *search) {
  const double meets = kind == TCF_CONV_RADER && !tcf_rader_by_ffts(m, search->sm_shared) ? 1.6 : 1;
  const tcf_search ept = conv_search(search, kind);
  tcf_radices w;
  if (1.25 * meets * tcf_radices_floor(m, search) >= best->seconds || !tcf_radices_find(&w, m, &ept)) return;
  w.ops = conv_ops(&w, kind);
  w.seconds = meets * fmax(1.25 * tcf_radices_floor(m, search), 0.8 * w.ops * search->compute);
  if (w.seconds >= best->seconds) return;
  *best = w;
  *conv = kind;
}

int tcf_conv_find(tcf_radices *best, tcf_conv *conv, int n, const tcf_search *search) {
  *best = (tcf_radices){.seconds = INFINITY};
  if ((int)tcf_smallest_factor((tcf_u64)n) == n && tcf_is_smooth(n - 1))
    consider_conv(best, conv, TCF_CONV_RADER, n - 1, search);
  int lengths[CONV_LENGTHS];
  conv_lengths(lengths, n);
  for (int i = 0; i < CONV_LENGTHS; i++) consider_conv(best, conv, TCF_CONV_BLUESTEIN, lengths[i], search);
  return isfinite(best->seconds);
}

// A butterfly of 17 points and more in one thread, whose registers are most of it, is slower than its instructions say.
static double measured(const tcf_radices *w, tcf_conv conv, const tcf_search *search) {
  const int radix = w->passes == 1 && !conv ? w->radix[0] : 1;
  const double share = radix > 19 ? 0.6 : radix > 16 ? 0.74 : 1, least = tcf_radices_floor(w->n, search) / share;
  return w->seconds > least ? w->seconds : least;
}

int tcf_direct_find(tcf_radices *w, tcf_conv *conv, int n, int found, const tcf_device *d, int second,
                    const tcf_search *search) {
  tcf_tile t = {.n = n, .conv = TCF_CONV_DIRECT};
  t.passes = tcf_direct_radices(n, t.radix);
  if (!t.passes) return 0;
  const double seconds = tcf_direct_threads(&t, d, second);
  if (isinf(seconds) || (found && measured(w, *conv, search) <= seconds)) return 0;
  *w = (tcf_radices){.n = n, .passes = t.passes, .radix = {t.radix[0], t.radix[1]}, .tpt = t.tpt, .seconds = seconds};
  w->ops = tcf_direct_ops(&t);
  *conv = TCF_CONV_DIRECT;
  return 1;
}

double tcf_join_ops(int n, int parts) { return parts > 1 ? n / parts * tcf_pass_ops(parts, 1) + 16.0 * n : 0; }

// Parts of n points that Rader's convolutions of n's largest prime transform; 0: there are none.
static int rader_parts(int n) {
  int prime = 1;
  for (int rest = n; rest > 1; rest /= prime) prime = (int)tcf_smallest_factor((tcf_u64)rest);
  const int parts = n / prime;
  return tcf_is_smooth(prime - 1) && (parts == 1 || (tcf_tile_is_radix(parts) && parts % prime != 0)) ? parts : 0;
}

int tcf_conv_other(tcf_radices *w, tcf_conv *conv, int *parts, int n, const tcf_search *search, int index) {
  enum { CONV_WAYS = 5, TIMED_LENGTHS = 5 };
  const int at = index / CONV_WAYS, joined = rader_parts(n);
  tcf_radices schedules[CONV_WAYS];
  int lengths[CONV_LENGTHS];
  if (at >= TIMED_LENGTHS) return 0;
  conv_lengths(lengths, n);
  *conv = at ? TCF_CONV_BLUESTEIN : TCF_CONV_RADER;
  *parts = at ? 1 : joined;
  if (!*parts) return -1;
  const tcf_search ept = conv_search(search, *conv);
  if (index % CONV_WAYS >= tcf_radices_list(schedules, CONV_WAYS, at ? lengths[at - 1] : n / joined - 1, &ept)) return -1;
  *w = schedules[index % CONV_WAYS];
  w->ops = *parts * conv_ops(w, *conv) + tcf_join_ops(n, *parts);
  return 1;
}
