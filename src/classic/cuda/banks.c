// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/banks.h"

#include <string.h>

#include "base/memo.h"
#include "core/element.h"
#include "tile/passes.h"

void tcf_tile_set_shared(tcf_tile *t) {
  const int used = t->passes > 1 || t->smem_in || t->smem_out || t->conv;
  t->shared = used ? (size_t)(t->fpb * t->stride) * TCF_COMPLEX_BYTES : 0;
  if (t->tensor) t->shared += (size_t)t->fpb * (size_t)((t->tpt + 31) / 32) * 4;  // the largest magnitudes of warps
  if (t->via_smem) t->shared = (t->shared + 127) / 128 * 128 + 512 + (size_t)(t->threads / 32) * 1536;
}

// ------------------------------------------------------------------------------------------------ passes

// Lane and butterfly of thread `id` in its round: `count` where there is none. Those that fold have their mirror images,
// too. Of transforms 0 and L / 2, which are their own mates, they are others: one pair of a whole launch.
static int butterfly(const tcf_tile *t, int p, int order, int id, int round, int *fft) {
  const int count = t->n / t->radix[p], slots = tcf_tile_slots(t, p), depth = tcf_tile_depth(t, p), second = round >= depth,
            pair = tcf_tile_is_across(t, p), width = pair ? t->fpb / 2 : t->fpb,
            q = pair || order ? id / width : id % t->tpt, slot = q + round % depth * tcf_tile_sharers(t, p);
  *fft = pair ? id % width + second * width : order ? id % width : id / t->tpt;
  if (*fft >= t->fpb || q >= tcf_tile_sharers(t, p) || slot >= slots) return count;
  if (!second) return slot;
  if (pair) return count - 1 - slot;
  return slot ? count - slot : count % 2 ? count : count / 2;
}

// A warp has 16 butterflies of a pass on tensor cores in a round.
static int tensor_rounds(const tcf_tile *t, int p) {
  return (t->fpb * (t->n / t->radix[p]) * 2 + t->threads - 1) / t->threads;
}

// The same of a pass on tensor cores, four threads a butterfly (wmma/cuda/mma.cuh): the first of each one's points.
static int shared_butterfly(const tcf_tile *t, int p, int order, int id, int round, int *fft) {
  const int count = t->n / t->radix[p], warp = id / 32,
            sixteen = order ? round * (t->threads / 32) + warp : warp * tensor_rounds(t, p) + round,
            row = sixteen * 16 + id % 32 / 4 * 2;
  *fft = order ? row % t->fpb : row / count;
  return row >= t->fpb * count ? count : order ? row / t->fpb : row % count;
}

// The distance of a butterfly's points between the passes.
static int distance_of(const tcf_tile *t, int p) { return tcf_tile_below(t, p) * tcf_tile_within(t, p); }

// Where the points of butterfly j of a pass lie between the passes: the first of them.
static int first_point(const tcf_tile *t, const int distance[], int p, int j) {
  if (p > 0) return j / distance[p] * distance[p] * t->radix[p] + j % distance[p];
  int at = 0;
  for (int axis = 0; axis <= t->axis[0]; axis++)
    for (int q = t->passes - 1; q > 0; q--) {
      if (t->axis[q] != axis) continue;
      at += j % t->radix[q] * distance[q];
      j /= t->radix[q];
    }
  return at;
}

// ------------------------------------------------------------------------------------------------ banks

// Accesses of shared memory that warps make at once, a sample of them: of a pass so many warps in one of their rounds, in
// natural order every so many points. So few find layouts within 2 % of the best by all accesses. Where they go is known but
// for the layout: all is modulo the banks.
enum {
  WARP = 32,
  BANKS = 16,
  IDLE = BANKS,
  WARPS = 8,
  STEP = 5,
  MOST_ACCESSES = WARPS * (2 * TCF_TILE_PASSES + 31 / STEP + 2)
};
typedef struct accesses {
  int count, weight[MOST_ACCESSES];
  unsigned char pairs[MOST_ACCESSES];  // of neighbours, 16 bytes at once
  int point[MOST_ACCESSES][WARP];
  unsigned char fft[MOST_ACCESSES][WARP], bank[MOST_ACCESSES][WARP], row[MOST_ACCESSES][WARP], idle[MOST_ACCESSES][WARP];
  unsigned char swizzled[MOST_ACCESSES][WARP];
} accesses;

// As tile.cuh.
static int swizzled(int i) {
  return i ^ (((i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10 ^ i >> 12) & 3) << 2) ^ ((i >> 6 ^ i >> 7 ^ i >> 10 ^ i >> 11) & 1) << 1;
}

// Whether a pass has neighbours' points on 16 bytes (tensor_pass::together of wmma/cuda/mma.cuh; store_between of
// passes.cuh), as far as it is not for the layout to say.
static int side_by_side(const tcf_tile *t, const int distance[], int p, int order) {
  const int count = t->n / t->radix[p];
  if (p == 0) return t->tensor && t->radix[0] % 2 == 0;
  return t->tensor >> p & 1 && !order && count % 2 == 0 && distance[p] % 2 == 0 && t->fpb * count * 2 % t->threads == 0;
}

// Point r of the butterflies of pass p that warp `at % warps` does in its round `at / warps`: where they lie between the
// passes, in natural order (1), or where four threads put what they share (-1). Neighbouring threads take transforms or
// points as `order` says.
static void add_access(accesses *a, const tcf_tile *t, const int distance[], int p, int at, int order, int natural, int r,
                       int weight) {
  const int count = t->n / t->radix[p], warps = t->threads / WARP;
  const int k = a->count++;
  a->weight[k] = weight;
  a->pairs[k] = natural <= 0 && side_by_side(t, distance, p, order);
  for (int i = 0; i < WARP; i++) {
    int fft;
    const int id = at % warps * WARP + i, tensor = t->tensor >> p & 1,
              j = tensor ? shared_butterfly(t, p, order, id, at / warps, &fft)
                         : butterfly(t, p, order, id, at / warps, &fft),
              works = j < count, quarter = !tensor ? 0 : i % 4 * distance[p] * (natural < 0 ? t->radix[p] / 4 : 1);
    a->idle[k][i] = works ? 0 : IDLE;
    a->fft[k][i] = (unsigned char)(fft % BANKS);
    a->point[k][i] = !works ? 0 : natural > 0 ? j + r * count : first_point(t, distance, p, j) + r * distance[p] + quarter;
    a->bank[k][i] = (unsigned char)(a->point[k][i] % BANKS);
    a->swizzled[k][i] = (unsigned char)(swizzled(a->point[k][i]) % BANKS);
  }
}

// Between the passes point r of a butterfly lies as far from its first in all of them: what the first points meet, all do.
// What a pass reads there it writes there, too; the last one's points are in natural order there. A convolution comes back
// the same way, its first pass neighbours as they leave; Rader's permutations meet anywhere.
static void sample(accesses *a, const tcf_tile *t) {
  int distance[TCF_TILE_PASSES];
  for (int p = 0; p < t->passes; p++) distance[p] = distance_of(t, p);
  a->count = 0;
  for (int p = 0; p < t->passes; p++) {
    const int last = p == t->passes - 1, conv = t->conv != TCF_CONV_NONE, tensor = t->tensor >> p & 1,
              between = tensor ? 1
                        : conv ? 1 + (p > 0) + 2 * (p > 0 && !last)
                               : (p > 0) + (!last || t->smem_out),
              natural = p == 0 && (conv ? t->smem_out && t->conv != TCF_CONV_RADER : t->smem_in),
              order = (!tensor || last) && (t->by_ffts || (p == 0 && !conv ? t->batch_fast_in : t->batch_fast_out)),
              each = tensor ? tensor_rounds(t, p) : tcf_tile_rounds(t, p), all = each * (t->threads / WARP),
              warps = all < WARPS ? all : WARPS;
    for (int k = 0; k < warps; k++) {
      const int at = (int)((int64_t)k * all / warps), radix = t->radix[p], weight = radix * all / warps;
      if (between) add_access(a, t, distance, p, at, order, 0, 0, between * weight);
      if (tensor && (!last || t->smem_out)) add_access(a, t, distance, p, at, order, -1, 0, weight);
      if (conv && p == 0) add_access(a, t, distance, p, at, t->by_ffts || t->batch_fast_in, 0, 0, weight);
      for (int r = 0; natural && r < radix; r += STEP)
        add_access(a, t, distance, p, at, order, 1, r, (r + STEP < radix ? STEP : radix - r) * all / warps);
    }
  }
}

static void set_rows(accesses *a, int row) {
  for (int k = 0; k < a->count; k++)
    for (int i = 0; i < WARP; i++) a->row[k][i] = (unsigned char)(a->point[k][i] / row % BANKS);
}

// Rounds of shared memory that an access takes beyond the first (Dotsenko et al. 2011, section 4.3): words of 8 bytes, so
// that half a warp at a time meets 16 pairs of banks, or two at once (where the layout leaves them on 16 bytes), so that a
// quarter does. No two threads want the same word.
static int rounds_beyond(const accesses *a, int k, int stride, int pad) {
  const int shift = a->pairs[k] && stride % 2 == 0 && pad % 2 == 0, step = shift ? WARP / 4 : WARP / 2;
  unsigned char met[WARP], most = 1;
  for (int i = 0; i < WARP; i++)
    met[i] = (unsigned char)(((a->fft[k][i] * stride + a->bank[k][i] + a->row[k][i] * pad) & (BANKS - 1)) >> shift |
                             a->idle[k][i]);
  for (int part = 0; part < WARP; part += step) {
    unsigned char count[BANKS + IDLE] = {0};
    for (int i = part; i < part + step; i++) count[met[i]]++;
    for (int bank = 0; bank < BANKS; bank++) most = count[bank] > most ? count[bank] : most;
  }
  return most - 1;
}

// Of all accesses, or `enough` and no more.
static int64_t conflicts(const accesses *a, int stride, int pad, int64_t enough) {
  int64_t total = 0;
  for (int k = 0; k < a->count && total < enough; k++)
    total += (int64_t)a->weight[k] * rounds_beyond(a, k, stride % BANKS, pad);
  return total;
}

// Whether neighbours should lie on 16 bytes: where a pass on tensor cores takes them. Lanes that are neighbours do not.
static int needs_pairs(const tcf_tile *t) {
  const int between = (1 << (t->passes - 1)) - 1;
  return t->tensor & between || (t->tensor && !t->by_ffts && !t->batch_fast_out);
}

// The best of the distances between transforms for the rows that are set. Padding may take an eighth of the memory: blocks
// that do not fit cost more than conflicts.
static void space_ffts(tcf_tile *t, const tcf_device *d, const accesses *a, tcf_tile *best, int64_t *least) {
  // Half a warp meets several transforms.
  const int shared = t->fpb > 1 && (t->batch_fast_in || t->batch_fast_out || t->by_ffts || t->tpt % 16);
  const int rows = tcf_tile_rows(t), padded = rows + (rows - 1) / t->row * t->pad;
  for (int more = 0; more < (shared ? BANKS : 1) && *least; more++) {
    tcf_tile c = *t;
    c.stride = padded + more;
    if (needs_pairs(t) && c.stride % 2) continue;
    if (c.stride > rows + (rows / 8 > 1 ? rows / 8 : 1)) break;
    tcf_tile_set_shared(&c);
    if ((int64_t)c.shared > d->shared) continue;
    const int64_t cost = c.shared ? conflicts(a, c.stride, c.pad, *least) : 0;
    if (cost >= *least) continue;
    *least = cost;
    *best = c;
  }
}

// Pairs that change places, of powers of two that passes on tensor cores share, where that has fewer conflicts.
static void swizzle(tcf_tile *t, const tcf_device *d, accesses *a, int64_t *least) {
  if (!t->tensor || t->n % 16 || (t->n & (t->n - 1)) || tcf_tile_rows(t) != t->n) return;
  memcpy(a->bank, a->swizzled, sizeof a->bank);
  for (int more = 0; more < BANKS && t->n + more <= t->n + t->n / 8; more += 2) {
    tcf_tile c = *t;
    c.row = c.swizzle = 1;
    c.pad = 0;
    c.stride = t->n + more;
    tcf_tile_set_shared(&c);
    const int64_t cost = conflicts(a, c.stride, 0, *least);
    if ((int64_t)c.shared > d->shared || cost >= *least) continue;
    *least = cost;
    *t = c;
  }
}

// The longest distance of a pass' points below `row`; 1: there is none.
static int next_row(const tcf_tile *t, int row) {
  int longest = 1;
  for (int p = 0; p < t->passes; p++)
    if (distance_of(t, p) < row && distance_of(t, p) > longest) longest = distance_of(t, p);
  return longest;
}

// The fewest conflicts; with as many, the longest rows. They are as long as some pass' points are apart, so that padding
// moves all points of a butterfly of any pass alike.
static void search(tcf_tile *t, const tcf_device *d) {
  enum { MOST_PAD = 15 };
  tcf_tile c = *t;
  int64_t least = INT64_MAX;
  accesses a;
  sample(&a, t);
  c.row = 1;
  c.pad = 0;
  set_rows(&a, 1);
  space_ffts(&c, d, &a, t, &least);
  const int even = needs_pairs(t);
  for (int row = next_row(&c, c.n); row > 1 && least; row = next_row(&c, row)) {
    c.row = row;
    if (even && row % 2) continue;
    set_rows(&a, c.row);
    for (c.pad = 1 + even; c.pad <= MOST_PAD && least; c.pad += 1 + even) space_ffts(&c, d, &a, t, &least);
  }
  if (least) swizzle(t, d, &a, &least);
}

// ------------------------------------------------------------------------------------------------ what was found before

// Planning asks for the same tiles over and over: of the ways to take a length apart, of its kernels, and once more when the
// stage is prepared (2^20 points by tensor cores: 150 searches, 50 of them different).
typedef struct layout {
  int stride, row, pad, swizzle;
} layout;

// A key is all that a search looks at.
enum { KEY = 11 + 2 * TCF_TILE_PASSES };
static void fill_key(int key[KEY], const tcf_tile *t, const tcf_device *d) {
  const int flags = t->batch_fast_in | t->batch_fast_out << 1 | t->by_ffts << 2 | t->smem_in << 3 | t->smem_out << 4 |
                    t->hermitian_in << 5 | t->hermitian_out << 6 | t->across_in << 7 | t->across_out << 8 | t->via_smem << 9;
  const int numbers[KEY] = {t->n,      t->passes, t->fpb, t->tpt,         t->threads,
                            t->tensor, t->conv,   flags,  (int)d->shared, (int)(d->shared >> 32)};
  memcpy(key, numbers, sizeof numbers);
  for (int p = 0; p < t->passes; p++) {
    key[KEY - 1 - 2 * p] = t->radix[p];
    key[KEY - 2 - 2 * p] = t->axis[p];
  }
}

void tcf_tile_lay_out(tcf_tile *t, const tcf_device *d) {
  if (t->conv == TCF_CONV_DIRECT) {  // threads of a warp read the same point of neighbouring transforms: an odd stride
    t->stride = t->n | 1;
    t->row = 1;
    tcf_tile_set_shared(t);
    if ((int64_t)t->shared > d->shared) t->stride = 0;
    return;
  }
  _Static_assert(KEY * sizeof(int) <= TCF_MEMO_KEY, "the cache takes such keys");
  int key[KEY] = {0};
  layout known;
  fill_key(key, t, d);
  if (!tcf_memo_get(TCF_MEMO_LAYOUT, key, sizeof key, &known, sizeof known)) {
    tcf_tile found = *t;
    found.stride = 0;
    search(&found, d);
    known = (layout){found.stride, found.row, found.pad, found.swizzle};
    tcf_memo_put(TCF_MEMO_LAYOUT, key, sizeof key, &known, sizeof known);
  }
  t->stride = known.stride;
  t->row = known.row;
  t->pad = known.pad;
  t->swizzle = known.swizzle;
  if (t->stride) tcf_tile_set_shared(t);
}
