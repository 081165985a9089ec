// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/passes.h"

int tcf_tile_folds(const tcf_tile *t, int p) { return t->folded && p == (t->kind == TCFFT_R2C ? 0 : t->passes - 1); }

int tcf_tile_kept(const tcf_tile *t, int p) { return tcf_tile_folds(t, p) ? (t->radix[p] + 1) / 2 : t->radix[p]; }

int tcf_tile_points_kept(const tcf_tile *t) {
  const int p = t->kind == TCFFT_R2C ? 0 : t->passes - 1;
  return t->folded ? t->n / t->radix[p] * tcf_tile_kept(t, p) : t->n;
}

int tcf_tile_rows(const tcf_tile *t) {
  const int more = t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_RADER_OF_REALS || (t->smem_in && t->hermitian_in) ||
                   (t->smem_out && t->hermitian_out);
  return tcf_tile_points_kept(t) + more;
}

int tcf_tile_is_hermitian(const tcf_tile *t, int p) {
  return ((p == 0 && t->hermitian_in) || (p == t->passes - 1 && t->hermitian_out)) && t->n > t->radix[p];
}

int tcf_tile_is_across(const tcf_tile *t, int p) {
  return p == 0 && t->across_in ? t->across_in : p == t->passes - 1 ? t->across_out : 0;
}

// Two rows that are their own partners take a slot more, each half of it, where a row has an odd number of butterflies.
int tcf_tile_slots(const tcf_tile *t, int p) {
  const int count = tcf_tile_points_kept(t) / tcf_tile_kept(t, p);
  if (tcf_tile_is_across(t, p) == TCF_ACROSS_ROWS) return count + count % 2;
  return tcf_tile_is_hermitian(t, p) ? (count + 1) / 2 : count;
}

// Across transforms, the threads of both transforms of a pair share their slots.
int tcf_tile_sharers(const tcf_tile *t, int p) { return tcf_tile_is_across(t, p) ? 2 * t->tpt : t->tpt; }

int tcf_tile_depth(const tcf_tile *t, int p) {
  return (tcf_tile_slots(t, p) + tcf_tile_sharers(t, p) - 1) / tcf_tile_sharers(t, p);
}

int tcf_tile_rounds(const tcf_tile *t, int p) {
  return (tcf_tile_is_hermitian(t, p) || tcf_tile_is_across(t, p) ? 2 : 1) * tcf_tile_depth(t, p);
}

// Whether points change places while other threads still read them, so that a thread must hold all of its points: where they
// come from shared memory before the first pass, and after it where a convolution returns to it.
static int moves(const tcf_tile *t, int p) { return p == 0 && (t->smem_in || (t->conv && t->smem_out)); }

int tcf_tile_ept_of(const tcf_tile *t, int p, int rounds) {
  const int fit = (TCF_TILE_EPT >> t->f64) / t->radix[p];
  if (tcf_tile_is_across(t, p)) return 2 * t->radix[p];
  const int at_once = tcf_tile_is_hermitian(t, p) || moves(t, p) || fit > rounds ? rounds : fit < 1 ? 1 : fit;
  return at_once * t->radix[p];
}

int tcf_tile_ept(const tcf_tile *t, int p) { return tcf_tile_ept_of(t, p, tcf_tile_rounds(t, p)); }

int tcf_tile_below(const tcf_tile *t, int p) {
  int points = 1;
  for (int q = 0; q < t->passes; q++) points *= t->axis[q] < t->axis[p] ? t->radix[q] : 1;
  return points;
}

int tcf_tile_within(const tcf_tile *t, int p) {
  int points = 1;
  for (int q = 0; q < p; q++) points *= t->axis[q] == t->axis[p] ? t->radix[q] : 1;
  return points;
}

int tcf_tile_ept_at_most(const tcf_tile *t) {
  int most = tcf_tile_pfa(t);
  for (int p = 0; p < t->passes; p++)
    if (tcf_tile_ept(t, p) > most) most = tcf_tile_ept(t, p);
  return most;
}

// Four lanes of a warp share a butterfly of such a pass. It must come after the first pass, and its results may only be
// changed point by point: none are combined to conjugate-symmetric bins, and none are left out.
int tcf_tile_tensor_possible(const tcf_tile *t, int p) {
  const int splits_bins = p == t->passes - 1 && (t->hermitian_out || t->across_out),
            cut = p == t->passes - 1 && t->needed_out < t->n;
  return !t->conv && p > 0 && p < t->passes && t->axis[0] == 0 && t->radix[p] % 4 == 0 && !splits_bins && !cut;
}
