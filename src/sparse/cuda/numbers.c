// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/numbers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ transforms of bins

enum { MOST_LENGTHS = 64 };

// The roots of every length, once.
typedef struct lengths {
  uint32_t length[MOST_LENGTHS], first[MOST_LENGTHS], count, roots;
} lengths;

static uint32_t roots_of(lengths *all, uint32_t length) {
  for (uint32_t i = 0; i < all->count; i++)
    if (all->length[i] == length) return all->first[i];
  all->length[all->count] = length;
  all->first[all->count++] = all->roots;
  all->roots += length;
  return all->first[all->count - 1];
}

// Passes of a length. Long transforms take few passes; of short ones, which a run does once, most of the time goes into
// fetching the passes' code, and small radices have little.
static int set_radices(uint32_t radix[TCF_BINS_PASSES], uint32_t length) {
  static const uint32_t few[] = {16, 13, 11, 8, 7, 5, 4, 3, 2}, small[] = {13, 11, 7, 5, 4, 3, 2, 1, 1};
  const uint32_t *radices = length <= 256 ? small : few;
  int passes = 0;
  memset(radix, 0, TCF_BINS_PASSES * sizeof *radix);
  for (size_t i = 0; i < sizeof few / sizeof *few && radices[i] > 1; i++)
    while (length % radices[i] == 0) {
      if (passes == TCF_BINS_PASSES) return 0;
      radix[passes++] = radices[i];
      length /= radices[i];
    }
  return length == 1;
}

// Where point i lies before the first pass, so that passes in place leave the results in order.
static uint32_t reversed_digits(uint32_t length, uint32_t i) {
  uint32_t radix[TCF_BINS_PASSES], at = 0, before = length;
  set_radices(radix, length);
  int p = TCF_BINS_PASSES - 1;
  while (p >= 0 && !radix[p]) p--;
  for (; p >= 0; p--) {
    before /= radix[p];
    at += i % radix[p] * before;
    i /= radix[p];
  }
  return at;
}

// The divisor of bins that is nearest to the square root from below, so that both lengths fit.
static tcfft_status set_fft(tcf_bins_fft *f, lengths *all, uint64_t bins, int64_t most) {
  uint64_t first = 1;
  for (uint64_t d = 1; d * d <= bins; d++)
    if (bins % d == 0) first = d;
  *f = (tcf_bins_fft){.length = {(uint32_t)first, (uint32_t)(bins / first)}, .inverse = 1 / (double)bins};
  for (int i = 0; i < 2; i++) {
    if (f->length[i] > most || all->count == MOST_LENGTHS || !set_radices(f->radix[i], f->length[i]))
      return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "a hash of %" PRIu64 " bins does not fit the device's shared memory", bins);
    f->root[i] = f->order[i] = roots_of(all, f->length[i]);
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ numbers

static tcfft_status set_hashes(tcf_sparse_numbers *m, lengths *all, const tcfft_sparse_plan *plan, int64_t most) {
  for (int a = 0; a < plan->attempts; a++) {
    const tcf_sparse_attempt *t = &plan->attempt[a];
    tcf_comb_numbers *c = &m->comb[a];
    *c = (tcf_comb_numbers){.bins = (uint64_t)t->bins, .groups = (uint64_t)t->groups, .ratio = t->ratio};
    if (!t->bins) continue;
    c->hash = (tcf_hash){.n = m->n, .points = m->points, .bins = c->bins, .phases = (uint32_t)m->phases};
    if (t->ratio > 0) tcf_sparse_delays(&c->hash, t->ratio, TCF_SPARSE_COMB_GROUPS, t->groups);
    TCF_TRY(set_fft(&c->fft, all, c->bins, most));
  }
  const int fewest = tcf_sparse_window_groups(m->comb[0].bins != 0, (int)m->phases);
  uint64_t taps = 0;
  for (int s = 0; s < plan->sizes; s++) {
    const tcf_sparse_size *z = &plan->size[s];
    m->window[s] = (tcf_window_numbers){.bins = (uint64_t)z->bins, .taps = (uint64_t)z->taps, .tap = taps, .gain = z->gain};
    taps += m->window[s].taps;
    m->window[s].hash = (tcf_hash){.n = m->n,
                                   .points = m->points,
                                   .bins = m->window[s].bins,
                                   .sigma = 1,
                                   .taps = m->window[s].taps,
                                   .phases = (uint32_t)m->phases};
    tcf_sparse_delays(&m->window[s].hash, TCF_SPARSE_CLEAR_RATIO, fewest, TCF_SPARSE_WINDOW_GROUPS);
    TCF_TRY(set_fft(&m->window[s].fft, all, m->window[s].bins, most));
  }
  return TCFFT_SUCCESS;
}

// With the whole transform to fall back on, a run may read a share of the samples, and without as many as that several times
// over.
static uint64_t most_sectors(const tcfft_sparse_plan *plan) {
  enum { FEW = 1 << 20 };
  const int64_t n = plan->problem.n, most = plan->problem.fallback ? n / 8 : 8 * n;
  return (uint64_t)(most > FEW ? most : FEW);
}

static void set_problem(tcf_sparse_numbers *m, const tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  m->n = (uint64_t)p->n;
  m->phases = (uint64_t)plan->phases;
  m->points = m->n / m->phases;
  m->k = p->real ? 2 * p->k : p->k;
  m->capacity = p->capacity;
  m->tones = plan->tones;
  for (m->slots = 64; m->slots < 2 * m->tones; m->slots *= 2) continue;
  m->cells = 512;  // a multiple of a block's threads
  if (m->tones > 4096)
    while (m->cells < m->tones / 4 && m->cells < 65536) m->cells *= 2;
  m->most_sectors = most_sectors(plan);
  m->least = p->least;
  m->root_scale = 1 / (double)p->n;
  m->real = p->real;
  m->verify = p->verify;
  m->fallback = p->fallback;
  m->attempts = plan->attempts;
  m->sizes = plan->sizes;
  m->draws = plan->draws;
  m->per_point = 1 / (double)m->points;
  m->per_response_step = (float)((TCF_RESPONSE_POINTS - 1) / plan->window.edge);
  for (int v = 1; v <= TCF_SPARSE_VALUES; v++) {
    m->outlier_share[v] = (float)tcf_sparse_outlier(1, v);
    m->look_share[v] = (float)tcf_sparse_look_from(1, v);
    m->least_share[v] = (float)tcf_sparse_least_tone(1, v, 0);
    m->single_share[0][v] = (float)tcf_sparse_single_share(v - 1);
    m->single_share[1][v] = (float)tcf_sparse_single_share(v - (double)m->phases);
  }
  for (int i = 0; i < TCF_RESPONSE_ROWS; i++)
    for (int j = 0; j < 2; j++) m->response[i][j] = (float)plan->window.response[i][j];
}

// ------------------------------------------------------------------------------------------------ workspace

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

// What sparse.cuh keeps of each bin, value and tone, in bytes.
enum { VALUE = 8, ENERGY = 8, STATE = 4, QUEUE = 2 * 4, HEAD = 4, LIST = 2 * 4, NEXT = 4, COUNT = 2 * 4 };

static size_t set_parts(tcf_sparse_numbers *m) {
  uint64_t bins = 0, values = 0, window_bins = 0;
  for (int a = 0; a < m->attempts; a++) {
    bins = larger(bins, m->comb[a].bins);
    values = larger(values, m->comb[a].bins * m->comb[a].groups * m->phases);
  }
  for (int s = 0; s < m->sizes; s++) window_bins = larger(window_bins, m->window[s].bins);
  const uint64_t window_values = window_bins * TCF_SPARSE_WINDOW_GROUPS * m->phases;
  const uint64_t tones = (uint64_t)m->tones, slots = (uint64_t)m->slots;
  const uint64_t bytes[TCF_PARTS] = {
      [TCF_PART_BOARD] = TCF_BOARD_BYTES,
      [TCF_PART_BETWEEN] = larger(values, window_values) * VALUE,
      [TCF_PART_COMB_VALUES] = values * VALUE,
      [TCF_PART_COMB_ENERGY] = bins * ENERGY,
      [TCF_PART_COMB_STATE] = bins * STATE,
      [TCF_PART_COMB_QUEUE] = bins * QUEUE,
      [TCF_PART_HEAD] = bins * HEAD,
      [TCF_PART_WINDOW_VALUES] = window_values * VALUE,
      [TCF_PART_WINDOW_ENERGY] = window_bins * ENERGY,
      [TCF_PART_WINDOW_STATE] = window_bins * STATE,
      [TCF_PART_WINDOW_QUEUE] = window_bins * QUEUE,
      [TCF_PART_TONES] = slots * TCF_TONE_BYTES,
      [TCF_PART_LIST] = tones * LIST,
      [TCF_PART_KNOWN] = 2 * tones * TCF_FOUND_BYTES,
      [TCF_PART_NEXT] = slots * NEXT,
      [TCF_PART_FOUND] = 2 * tones * TCF_FOUND_BYTES,
      [TCF_PART_COUNTS] = (uint64_t)m->cells * COUNT,
  };
  size_t used = 0;
  for (int p = 0; p < TCF_PARTS; p++) {
    m->part[p] = used;
    used += tcf_round_up(bytes[p]);
  }
  return used;
}

tcfft_status tcf_sparse_table_make(tcf_sparse_table *out, const tcfft_sparse_plan *plan, int64_t scratch) {
  lengths all = {0};
  tcf_sparse_numbers *m = calloc(1, sizeof *m);
  if (!m) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the numbers of a plan");
  set_problem(m, plan);
  const int64_t row = scratch / (int64_t)m->phases;
  tcfft_status status = set_hashes(m, &all, plan, (row - 1) * 16 / 17);
  const size_t team_bytes = set_parts(m);
  const size_t roots = tcf_round_up(sizeof *m), orders = roots + tcf_round_up(all.roots * 2 * sizeof(float));
  const size_t taps = orders + tcf_round_up(all.roots * sizeof(uint32_t));
  size_t bytes = taps;
  for (int s = 0; s < plan->sizes; s++) bytes += (size_t)plan->size[s].taps * sizeof(float);
  char *memory = status == TCFFT_SUCCESS ? calloc(1, bytes + 1) : NULL;
  if (!memory) {
    free(m);
    return status == TCFFT_SUCCESS ? tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of tables", bytes)
                                   : status;
  }
  memcpy(memory, m, sizeof *m);
  free(m);
  m = (tcf_sparse_numbers *)memory;
  float *root = (float *)(memory + roots);
  uint32_t *order = (uint32_t *)(memory + orders);
  for (uint32_t i = 0; i < all.count; i++)
    for (uint32_t k = 0; k < all.length[i]; k++) {
      order[all.first[i] + k] = reversed_digits(all.length[i], k);
      double w[2];
      tcf_root_exact(k, all.length[i], w);
      root[2 * (all.first[i] + k)] = (float)w[0];
      root[2 * (all.first[i] + k) + 1] = (float)w[1];
    }
  for (int s = 0; s < plan->sizes; s++)
    memcpy(memory + taps + m->window[s].tap * sizeof(float), plan->size[s].tap, (size_t)plan->size[s].taps * sizeof(float));
  *out = (tcf_sparse_table){.numbers = m,
                            .bytes = bytes,
                            .roots = roots,
                            .orders = orders,
                            .taps = taps,
                            .team_bytes = team_bytes,
                            .board = m->part[TCF_PART_BOARD],
                            .known = m->part[TCF_PART_KNOWN]};
  return TCFFT_SUCCESS;
}
