// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Bins of the comb that hold three tones. Their values are too few to tell three, but eight neighbouring samples do
// (sparse/decode_three.h), and four more of each element lie in the line of the cache that is fetched for the first four.
// Few bins need them, so that they are not transformed but summed.
#include <string.h>

#include "sparse/host/run.h"

enum { PHASES = TCF_SPARSE_PHASES, MOST_BINS = 16 };

enum { CHUNK = 64 };

// Bins that are looked at again. sum: over every CHUNK-th element, of the samples behind those of the first group, each
// turned back as the first of its chunk; real and imaginary parts.
typedef struct three_bin {
  int64_t bin;
  float sum[PHASES][2][CHUNK];
  tcf_z next[PHASES];  // what the bin holds at those samples
} three_bin;

// exp(2 pi i bin element / bins).
static tcf_z turn_of(const tcf_sparse_run *r, int64_t bin, int64_t element) {
  const tcf_hash *h = &r->comb.hash;
  return root(&r->plan->roots, tcf_index_product((uint64_t)bin, (uint64_t)element, h->bins) * h->step);
}

// In FP32, as a transform would.
static void add_chunk(float x[2 * PHASES][CHUNK], tcf_z turn, float (*sum)[2][CHUNK]) {
  const float a = (float)turn.re, b = (float)turn.im;
  for (int c = 0; c < PHASES; c++)
    for (int i = 0; i < CHUNK; i++) {
      sum[c][0][i] += x[2 * c][i] * a + x[2 * c + 1][i] * b;
      sum[c][1][i] += x[2 * c + 1][i] * a - x[2 * c][i] * b;
    }
}

// Element i of the comb turns back by i bin / bins: as the first of its chunk, and then by its place there.
static void sum_neighbours(const tcf_sparse_run *r, three_bin *bin, int count) {
  const int64_t bins = (int64_t)r->comb.hash.bins;
  for (int64_t first = 0; first < bins; first += CHUNK) {
    float x[2 * PHASES][CHUNK] = {{0}};
    for (int64_t i = 0; i < CHUNK && first + i < bins; i++)
      for (int c = 0; c < 2 * PHASES; c++) x[c][i] = r->next[2 * PHASES * (first + i) + c];
    for (int b = 0; b < count; b++) add_chunk(x, turn_of(r, bin[b].bin, first), bin[b].sum);
  }
  for (int b = 0; b < count; b++)
    for (int i = 0; i < CHUNK; i++) {
      const tcf_z turn = z_scale(turn_of(r, bin[b].bin, i % bins), 1 / (double)bins);
      for (int c = 0; c < PHASES; c++) {
        const tcf_z v = {bin[b].sum[c][0][i], bin[b].sum[c][1][i]};
        bin[b].next[c] = z_add(bin[b].next[c], z_mul_conj(v, turn));
      }
    }
}

// Takes the tones that were found out of them, as the comb's values are.
static void subtract_known(const tcf_sparse_run *r, three_bin *bin, int count) {
  const tcf_hash *h = &r->comb.hash;
  for (int64_t i = 0; i < r->tones; i++) {
    const uint64_t f = (uint64_t)r->tone[i].frequency;
    const int64_t at = (int64_t)tcf_index_rest(f, h->bins);
    for (int b = 0; b < count; b++) {
      if (bin[b].bin != at) continue;
      const tcf_z step = root(&r->plan->roots, f);
      tcf_z w = z_mul(comb_phase(h, &r->plan->roots, f, 0), r->tone[i].amplitude);
      for (int c = 0; c < 2 * PHASES; c++, w = z_mul(w, step))
        if (c >= PHASES) bin[b].next[c - PHASES] = z_sub(bin[b].next[c - PHASES], w);
    }
  }
}

// Weak ones of the three may be what rounding left of the others.
static int take_three(tcf_sparse_run *r, int64_t bin, const tcf_z *next) {
  const tcf_sparse_set *s = &r->comb;
  const double least = tcf_sparse_least(r, s), rounding = tcf_sparse_rounding(tcf_sparse_largest(r));
  tcf_z value[TCF_SPARSE_VALUES];
  tcf_three t;
  tcf_sparse_bin(s, bin, value);
  if (!decode_three(&s->hash, &r->plan->roots, (uint64_t)bin, value, next, &t)) return 0;
  if (!tcf_sparse_is_single(t.rest, r->energy[bin], s->noise, tcf_sparse_count(s) + PHASES - 3)) return 0;
  for (int i = 0; i < 3; i++) {
    const double power = z_norm(t.amplitude[i]);
    if (power < least * t.variance[i] && power >= rounding) return 0;
  }
  int found = 0;
  for (int i = 0; i < 3; i++)
    if (z_norm(t.amplitude[i]) >= rounding) found |= tcf_sparse_take(r, (int64_t)t.frequency[i], t.amplitude[i], 0);
  return found;
}

int tcf_sparse_take_threes(tcf_sparse_run *r) {
  three_bin bin[MOST_BINS];
  int count = 0, found = 0;
  if (!tcf_sparse_keeps_next(r) || r->full) return 0;
  for (int64_t b = 0; b < (int64_t)r->comb.hash.bins; b++) {
    if (!tcf_sparse_has_failed(r, &r->comb, b)) continue;
    if (count == MOST_BINS) return 0;
    memset(&bin[count], 0, sizeof *bin);
    bin[count++].bin = b;
  }
  if (!count) return 0;
  sum_neighbours(r, bin, count);
  subtract_known(r, bin, count);
  r->sectors += (int64_t)r->comb.hash.bins / 4;
  for (int b = 0; b < count; b++) found |= take_three(r, bin[b].bin, bin[b].next);
  return found;
}
