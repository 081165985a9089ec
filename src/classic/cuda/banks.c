// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/banks.h"

#include <stddef.h>
#include <string.h>

#include "base/memo.h"
#include "core/element.h"
#include "tile/passes.h"

void tcf_tile_set_shared(tcf_tile *t) {
  const int used = t->passes > 1 || t->smem_in || t->smem_out || t->conv;
  t->shared = used ? (size_t)(t->fpb * t->stride) * (size_t)tcf_tile_point_bytes(t) : 0;
  if (t->tensor) t->shared += (size_t)t->fpb * (size_t)((t->tpt + 31) / 32) * 4;  // each warp's largest magnitude
  if (t->via_smem) t->shared = (t->shared + 127) / 128 * 128 + 512 + (size_t)(t->threads / 32) * 1536;
}

// ------------------------------------------------------------------------------------------------ passes

// Transform (*fft) and butterfly of thread `id` in a round; the butterfly is `count` where the thread has none. In passes on
// conjugate-symmetric bins the second half of the rounds has the mirrored butterflies. Across transforms, the pair of
// transforms 0 and L / 2 has others, but it is one pair of a whole launch and is left out of account.
static int butterfly(const tcf_tile *t, int p, int order, int id, int round, int *fft) {
  const int count = t->n / t->radix[p], slots = tcf_tile_slots(t, p), depth = tcf_tile_depth(t, p), second = round >= depth,
            pair = tcf_tile_is_across(t, p), width = pair ? t->fpb / 2 : t->fpb, sharers = tcf_tile_sharers(t, p),
            rows = pair == TCF_ACROSS_ROWS, q = rows || (!pair && !order) ? id % sharers : id / width,
            slot = q + round % depth * sharers;
  *fft = rows ? id / sharers + second * width : pair ? id % width + second * width : order ? id % width : id / t->tpt;
  if (*fft >= t->fpb || (rows && id / sharers >= width) || q >= sharers || slot >= slots) return count;
  if (rows) return !second || !slot || slot >= count ? slot : count - slot;
  if (!second) return slot;
  if (pair) return count - 1 - slot;
  return slot ? count - slot : count % 2 ? count : count / 2;
}

// Rounds of a pass on tensor cores, in each of which a warp has 16 butterflies.
static int tensor_rounds(const tcf_tile *t, int p) {
  return (t->fpb * (t->n / t->radix[p]) * 2 + t->threads - 1) / t->threads;
}

// The same for a pass on tensor cores, where four lanes of a warp share two neighbouring butterflies (wmma/cuda/mma.cuh):
// the first of the two.
static int shared_butterfly(const tcf_tile *t, int p, int order, int id, int round, int *fft) {
  const int count = t->n / t->radix[p], warp = id / 32,
            sixteen = order ? round * (t->threads / 32) + warp : warp * tensor_rounds(t, p) + round,
            row = sixteen * 16 + id % 32 / 4 * 2;
  *fft = order ? row % t->fpb : row / count;
  return row >= t->fpb * count ? count : order ? row / t->fpb : row % count;
}

// The distance between the points of a butterfly, between the passes.
static int distance_of(const tcf_tile *t, int p) { return tcf_tile_below(t, p) * tcf_tile_within(t, p); }

// Where the first point of butterfly j of a pass lies between the passes.
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

// A sample of the accesses to shared memory that a warp makes at once: for each pass up to WARPS warps in one of their
// rounds, and in natural order every STEP-th point. So small a sample finds layouts within 2 % of the best by all accesses.
// All places are known but for the layout, and they are kept modulo the number of banks.
enum { WARP = 32, BANKS = 16, WARPS = 8, STEP = 5, MOST_ACCESSES = WARPS * (2 * TCF_TILE_PASSES + 31 / STEP + 2) };
enum { NO_PAIR, ONE_PAIR, WIDE_POINTS };  // the last: to points of FP64, each of which has 16 bytes
typedef struct accesses {
  int count, weight[MOST_ACCESSES];
  unsigned char pairs[MOST_ACCESSES];  // ONE_PAIR: an access to two neighbouring points, 16 bytes at once
  int point[MOST_ACCESSES][WARP];
  unsigned char fft[MOST_ACCESSES][WARP], bank[MOST_ACCESSES][WARP], works[MOST_ACCESSES][WARP];
  unsigned char swizzled[MOST_ACCESSES][WARP];
} accesses;

// What the conflicts of an access follow from, with rows of one length. Transforms, rows and banks are those of each working
// thread less those of the first one, which move all banks alike. Accesses of one pattern are counted once.
typedef unsigned char lanes __attribute__((vector_size(WARP)));
typedef struct pattern {
  lanes fft, bank, row, works;
  uint64_t pairs, hash;
} pattern;
typedef struct patterns {
  int count, weight[MOST_ACCESSES];
  pattern of[MOST_ACCESSES];
} patterns;

// The same as swizzled of tile.cuh.
static int swizzled(int i) {
  return i ^ (((i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10 ^ i >> 12) & 3) << 2) ^ ((i >> 6 ^ i >> 7 ^ i >> 10 ^ i >> 11) & 1) << 1;
}

// Whether a pass accesses two neighbouring points at once, as 16 bytes, if the layout allows it (tensor_pass::together of
// wmma/cuda/mma.cuh, store_between of passes.cuh).
static int side_by_side(const tcf_tile *t, const int distance[], int p, int order) {
  const int count = t->n / t->radix[p];
  if (p == 0) return t->tensor && t->radix[0] % 2 == 0;
  return t->tensor >> p & 1 && !order && count % 2 == 0 && distance[p] % 2 == 0 && t->fpb * count * 2 % t->threads == 0;
}

// Adds the access to point r of the butterflies that warp `at % warps` has in its round `at / warps` of pass p. natural: 0
// where the points lie between the passes, 1 in natural order, -1 where four lanes of a warp store the results that they
// share. order: neighbouring threads take neighbouring transforms (1) or points (0).
static void add_access(accesses *a, const tcf_tile *t, const int distance[], int p, int at, int order, int natural, int r,
                       int weight) {
  const int count = t->n / t->radix[p], warps = t->threads / WARP;
  const int k = a->count++;
  a->weight[k] = weight;
  a->pairs[k] = t->f64 ? WIDE_POINTS : natural <= 0 && side_by_side(t, distance, p, order) ? ONE_PAIR : NO_PAIR;
  for (int i = 0; i < WARP; i++) {
    int fft;
    const int id = at % warps * WARP + i, tensor = t->tensor >> p & 1,
              j = tensor ? shared_butterfly(t, p, order, id, at / warps, &fft)
                         : butterfly(t, p, order, id, at / warps, &fft),
              works = j < count, quarter = !tensor ? 0 : i % 4 * distance[p] * (natural < 0 ? t->radix[p] / 4 : 1);
    a->works[k][i] = works;
    a->fft[k][i] = (unsigned char)(works ? fft % BANKS : 0);
    a->point[k][i] = !works ? 0 : natural > 0 ? j + r * count : first_point(t, distance, p, j) + r * distance[p] + quarter;
    a->bank[k][i] = (unsigned char)(a->point[k][i] % BANKS);
    a->swizzled[k][i] = (unsigned char)(swizzled(a->point[k][i]) % BANKS);
  }
}

// Between the passes, point r of a butterfly lies equally far from the first point in all butterflies of a pass, so all
// points have the conflicts of the first ones. A pass writes where it has read; the results of the last pass are in natural
// order there. A convolution returns through the same places, and its first pass then has the thread order of the store.
// Rader's permutations access arbitrary banks, so they do not count.
static void sample(accesses *a, const tcf_tile *t) {
  int distance[TCF_TILE_PASSES];
  for (int p = 0; p < t->passes; p++) distance[p] = distance_of(t, p);
  a->count = 0;
  for (int p = 0; p < t->passes; p++) {
    const int last = p == t->passes - 1, conv = t->conv && t->conv != TCF_CONV_RADER_OF_REALS, tensor = t->tensor >> p & 1,
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

static uint64_t mixed(uint64_t hash, const lanes *x) {
  uint64_t words[WARP / 8];
  memcpy(words, x, sizeof words);
  for (int i = 0; i < WARP / 8; i++) hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15) ^ hash >> 29;
  return hash;
}

// The pattern of an access. A pair of points lies on an even bank.
static pattern pattern_of(const accesses *a, int k, const unsigned char banks[WARP], int row) {
  pattern p = {.pairs = a->pairs[k]};
  int first = 0;
  while (first < WARP - 1 && !a->works[k][first]) first++;
  unsigned char rows[WARP];
  for (int i = 0; i < WARP; i++) rows[i] = (unsigned char)(a->point[k][i] / row % BANKS);
  memcpy(&p.fft, a->fft[k], WARP);
  memcpy(&p.bank, banks, WARP);
  memcpy(&p.row, rows, WARP);
  memcpy(&p.works, a->works[k], WARP);
  const unsigned char even = p.pairs == ONE_PAIR ? BANKS - 2 : BANKS - 1;
  const lanes working = -p.works & (BANKS - 1);
  p.fft = (p.fft - a->fft[k][first]) & working;
  p.bank = (p.bank - (unsigned char)(banks[first] & even)) & working;
  p.row = (p.row - rows[first]) & working;
  p.hash = mixed(mixed(mixed(mixed(p.pairs, &p.fft), &p.bank), &p.row), &p.works);
  return p;
}

static void find_patterns(patterns *found, const accesses *a, unsigned char banks[][WARP], int row) {
  found->count = 0;
  for (int k = 0; k < a->count; k++) {
    pattern *p = &found->of[found->count];
    *p = pattern_of(a, k, banks[k], row);
    int same = 0;
    while (found->of[same].hash != p->hash || memcmp(&found->of[same], p, offsetof(pattern, hash)) != 0) same++;
    if (same == found->count) found->weight[found->count++] = 0;
    found->weight[same] += a->weight[k];
  }
}

// Counts of up to 8 threads for each of 16 banks, four bits each.
static uint64_t counts(const unsigned char works[8], const unsigned char bits[8]) {
  uint64_t count = 0;
  for (int i = 0; i < 8; i++) count += (uint64_t)works[i] << bits[i];
  return count;
}

// The larger bytes of two words, all of which are below 128.
static uint64_t larger(uint64_t x, uint64_t y) {
  const uint64_t high = UINT64_C(0x8080808080808080), from_x = ((x | high) - y) & high,
                 all = from_x | (from_x - (from_x >> 7));
  return (x & all) | (y & ~all);
}

// Rounds beyond the first that shared memory takes for an access (Dotsenko et al. 2011, section 4.3). Words have 8 bytes, so
// half a warp at a time meets 16 pairs of banks. Where a thread takes two words at once, which the layout must leave on 16
// bytes, a quarter of a warp does, and so it does where a word is a point of FP64. No two threads want the same word.
static int rounds_beyond(const pattern *p, int stride, int pad) {
  const int wide = p->pairs == WIDE_POINTS, quarters = wide || (p->pairs && stride % 2 == 0 && pad % 2 == 0);
  const lanes met = (p->fft * (unsigned char)stride + p->bank + p->row * (unsigned char)pad) & (BANKS - 1);
  const lanes bits = wide ? (met & (BANKS / 2 - 1)) << 2 : met >> (unsigned char)quarters << 2;
  const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f);
  unsigned char at[WARP], works[WARP];
  uint64_t most = 0;
  memcpy(at, &bits, sizeof at);
  memcpy(works, &p->works, sizeof works);
  for (int i = 0; i < WARP; i += WARP / 2) {
    const uint64_t one = counts(works + i, at + i), two = counts(works + i + 8, at + i + 8);
    const uint64_t even[2] = {one & low, two & low}, odd[2] = {one >> 4 & low, two >> 4 & low};
    const uint64_t here =
        quarters ? larger(larger(even[0], even[1]), larger(odd[0], odd[1])) : larger(even[0] + even[1], odd[0] + odd[1]);
    most = larger(most, here);
  }
  for (int half = 32; half >= 8; half /= 2) most = larger(most, most >> half);
  const int largest = (int)(most & 0x7f);
  return largest > 1 ? largest - 1 : 0;
}

// The conflicts of all accesses; counting stops at `enough`.
static int64_t conflicts(const patterns *a, int stride, int pad, int64_t enough) {
  int64_t total = 0;
  for (int k = 0; k < a->count && total < enough; k++)
    total += (int64_t)a->weight[k] * rounds_beyond(&a->of[k], stride % BANKS, pad);
  return total;
}

// Whether neighbouring points should lie on 16 bytes, for passes on tensor cores that access two at once. Threads whose
// neighbours take other transforms do not.
static int needs_pairs(const tcf_tile *t) {
  const int between = (1 << (t->passes - 1)) - 1;
  return t->tensor & between || (t->tensor && !t->by_ffts && !t->batch_fast_out);
}

// Tries the distances between transforms for the padding that is set, and keeps the best. Padding may take an eighth of the
// memory, since blocks that do not fit cost more than conflicts.
static void space_ffts(tcf_tile *t, const tcf_device *d, const patterns *a, tcf_tile *best, int64_t *least) {
  // The distance matters only where half a warp accesses several transforms at once.
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

// Tries swizzled places instead of padding, and takes them if they have fewer conflicts. They exist for powers of two with
// passes on tensor cores.
static void swizzle(tcf_tile *t, const tcf_device *d, accesses *a, int64_t *least) {
  patterns swizzled;
  if (!t->tensor || t->n % 16 || (t->n & (t->n - 1)) || tcf_tile_rows(t) != t->n) return;
  find_patterns(&swizzled, a, a->swizzled, 1);
  for (int more = 0; more < BANKS && t->n + more <= t->n + t->n / 8; more += 2) {
    tcf_tile c = *t;
    c.row = c.swizzle = 1;
    c.pad = 0;
    c.stride = t->n + more;
    tcf_tile_set_shared(&c);
    const int64_t cost = conflicts(&swizzled, c.stride, 0, *least);
    if ((int64_t)c.shared > d->shared || cost >= *least) continue;
    *least = cost;
    *t = c;
  }
}

// The longest distance between a pass's points that is below `row`; 1 if there is none.
static int next_row(const tcf_tile *t, int row) {
  int longest = 1;
  for (int p = 0; p < t->passes; p++)
    if (distance_of(t, p) < row && distance_of(t, p) > longest) longest = distance_of(t, p);
  return longest;
}

// Finds the layout with the fewest conflicts, and of equal ones that with the longest rows. A row is as long as the points
// of some pass are apart, so that padding moves all points of a butterfly of any pass alike.
static void search(tcf_tile *t, const tcf_device *d) {
  enum { MOST_PAD = 15 };
  tcf_tile c = *t;
  int64_t least = INT64_MAX;
  accesses a;
  patterns found;
  sample(&a, t);
  c.row = 1;
  c.pad = 0;
  find_patterns(&found, &a, a.bank, 1);
  space_ffts(&c, d, &found, t, &least);
  const int even = needs_pairs(t);
  for (int row = next_row(&c, c.n); row > 1 && least; row = next_row(&c, row)) {
    c.row = row;
    if (even && row % 2) continue;
    find_patterns(&found, &a, a.bank, c.row);
    for (c.pad = 1 + even; c.pad <= MOST_PAD && least; c.pad += 1 + even) space_ffts(&c, d, &found, t, &least);
  }
  if (least) swizzle(t, d, &a, &least);
}

// ------------------------------------------------------------------------------------------------ what was found before

// Planning asks for the same tiles again and again: for every decomposition of a length, for every kernel, and once more
// when the stage is prepared (2^20 points on tensor cores: 150 searches, 50 of them different).
typedef struct layout {
  int stride, row, pad, swizzle;
} layout;

// A key has everything that a search depends on.
enum { KEY = 11 + 2 * TCF_TILE_PASSES };
static void fill_key(int key[KEY], const tcf_tile *t, const tcf_device *d) {
  const int flags = t->batch_fast_in | t->batch_fast_out << 1 | t->by_ffts << 2 | t->smem_in << 3 | t->smem_out << 4 |
                    t->hermitian_in << 5 | t->hermitian_out << 6 | t->across_in << 7 | t->across_out << 9 |
                    t->via_smem << 11 | t->f64 << 12;
  const int numbers[KEY] = {t->n,      t->passes, t->fpb, t->tpt,         t->threads,
                            t->tensor, t->conv,   flags,  (int)d->shared, (int)(d->shared >> 32)};
  memcpy(key, numbers, sizeof numbers);
  for (int p = 0; p < t->passes; p++) {
    key[KEY - 1 - 2 * p] = t->radix[p];
    key[KEY - 2 - 2 * p] = t->axis[p];
  }
}

// The tile whose passes access shared memory as those of a folded one do: the pass that keeps half of its points is one of
// as many.
static tcf_tile unfolded(const tcf_tile *t) {
  tcf_tile c = *t;
  for (int p = 0; p < t->passes; p++) c.radix[p] = tcf_tile_kept(t, p);
  c.n = tcf_tile_points_kept(t);
  c.folded = 0;
  return c;
}

// The threads of a warp access the same point of neighbouring transforms, so an odd stride has no conflicts.
static void lay_out_rows(tcf_tile *t, int stride, const tcf_device *d) {
  t->stride = stride;
  t->row = 1;
  t->pad = 0;
  tcf_tile_set_shared(t);
  if ((int64_t)t->shared > d->shared) t->stride = 0;
}

void tcf_tile_lay_out(tcf_tile *t, const tcf_device *d) {
  if (t->conv == TCF_CONV_DIRECT) {
    lay_out_rows(t, t->n | 1, d);
    return;
  }
  if (t->folded && t->passes == 1) {
    lay_out_rows(t, tcf_tile_points_kept(t) | 1, d);
    return;
  }
  _Static_assert(KEY * sizeof(int) <= TCF_MEMO_KEY, "the cache takes such keys");
  int key[KEY] = {0};
  layout known;
  const tcf_tile accessed = unfolded(t);
  fill_key(key, &accessed, d);
  if (!tcf_memo_get(TCF_MEMO_LAYOUT, key, sizeof key, &known, sizeof known)) {
    tcf_tile found = accessed;
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
