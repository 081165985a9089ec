// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/radix_search.h"

#include <math.h>
#include <string.h>

#include "base/memo.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"

enum {
  MAX_RADIX = 32,
  USUAL_RADIX = 16,
  MOST_HELD = 36,
  MOST_THREADS = 1024,
  LONG = 4096,
};

// ------------------------------------------------------------------------------------------------ cost

// Points of neighbouring threads that are neighbours in memory, and what it costs that they are no more: lines of 128 bytes
// that a warp touches beyond those that it needs, and sectors of 32 bytes that runs share with their neighbours.
typedef struct tearing {
  double lines, sectors;
} tearing;

static tearing torn(const tcf_tile *t, int count, int lanes_first, int staged) {
  if (staged) return (tearing){0, 0};
  const int neighbours = t->pair_in || t->pair_out ? t->width / 2 : t->width, run = lanes_first      ? neighbours
                                                                                    : count == 1     ? 1
                                                                                    : count < t->tpt ? count
                                                                                                     : t->tpt;
  const int aligned = lanes_first || (run % 4 == 0 && count % 4 == 0 && t->n % 4 == 0);
  return (tearing){run < 16 ? 16.0 / run - 1 : 0, aligned ? 0 : 3.0 / run};
}

// What the passes of a thread come to.
typedef struct work {
  double ops;       // of a lane
  int held;         // points
  int chunks;       // loads and computations in turn, beyond those of the first pass
  int first, last;  // threads are left over in the first pass, in the last one
  int largest;      // radix
} work;

static work count_work(const tcf_tile *t) {
  work k = {.ops = tcf_tile_staging_ops(t), .held = 1};
  for (int p = 0; p < t->passes; p++) {
    const int rounds = tcf_tile_rounds(t, p), held = tcf_tile_held_of(t, p, rounds), radix = t->radix[p];
    k.ops += tcf_tile_pass_ops(t, p, rounds);
    if (held > k.held) k.held = held;
    if (held > MOST_HELD) break;  // the rest does not matter
    k.chunks += (held == rounds * radix ? 1 : (rounds * radix + held - 1) / held) - (p == 0);
    const int ragged = rounds * t->tpt * radix != t->n;
    if (p == 0) k.first = !t->stage_in && ragged;
    if (p == t->passes - 1) k.last = !t->stage_out && ragged;
    if (radix > k.largest) k.largest = radix;
  }
  return k;
}

// With what padding may take of a small part more.
static int64_t shared_bytes(const tcf_tile *t) {
  return t->passes > 1 || t->stage_in || t->stage_out ? (int64_t)t->width * tcf_tile_rows(t) * 33 / 4 : 0;
}

static int blocks_of(const tcf_tile *t, int held, const tcf_aim *aim) {
  const int threads = (t->width * t->tpt + 31) / 32 * 32, by_threads = (int)(aim->sm_threads / threads);
  const int64_t shared = shared_bytes(t);
  const int by_shared = shared > aim->shared ? 0 : (int)(aim->sm_shared / (shared + 1024)),
            by_registers = tcf_blocks_by_registers(held, threads);
  const int blocks = by_registers < by_shared ? by_registers : by_shared;
  return blocks < by_threads ? blocks : by_threads;
}

// Seconds of a lane, as a multiple of its points' trip. The terms and their weights are a fit to 6000 tiles that were timed
// on an H200 (85 lengths and kinds, each by some 70 ways): on average what it picks is 5% slower than the best of them.
static double slowness(const tcf_tile *t, const work *k, int blocks, const tcf_aim *aim) {
  const int threads = (t->width * t->tpt + 31) / 32 * 32;
  const tearing in = torn(t, t->n / t->radix[0], t->order_in, t->stage_in),
                out = torn(t, t->n / t->radix[t->passes - 1], t->order_out, t->stage_out);
  const double compute = 0.6 * k->ops / t->n * threads / (t->width * t->tpt) * aim->compute / aim->memory;
  const double memory = 1 + 0.02 * in.lines + 0.07 * out.lines + 0.1 * in.sectors + 0.5 * out.sectors;
  const double latency = (0.012 * k->chunks + 0.018 * (1 + t->stage_in + t->stage_out)) * 16000 / (blocks * t->width * t->n);
  // Spectra that shared memory unfolds, or that no pass does.
  const double spectra = t->mirror_in && t->stage_in && t->tpt >= 4 ? 0.3 : 0,
               apart = t->mirror_in != aim->edges.mirror_in || t->mirror_out != aim->edges.mirror_out ||
                               t->pair_in != aim->edges.pair_in
                           ? 0.6
                           : 0;
  // Every pair of butterflies has roots of its own.
  const double folds = ((t->mirror_in || t->pair_in) && t->passes > 1 && t->radix[0] < 8) ||
                               ((t->mirror_out || t->pair_out) && t->passes > 1 && t->radix[t->passes - 1] < 8)
                           ? 0.08
                           : 0;
  const double ragged = (k->first ? 0.15 : 0) + (k->last ? 0.2 : 0);
  // Large radices pay in columns and in long lanes, whose barriers and twiddles they save.
  const int held = t->stage_in && t->tpt >= 4 ? tcf_tile_held(t, 0) : 0, large = k->largest > held ? k->largest : held;
  const double wide =
      t->n <= LONG && !t->order_in && !t->order_out && large > USUAL_RADIX ? 0.03 * (large - USUAL_RADIX) : 0;
  // Twice the butterflies between a load and its store want more threads to hide each other's latency.
  const double few = t->conv && blocks * threads < 512 ? 0.4 : 0;
  return fmax(compute, memory) + 0.34 * fmin(compute, memory) + latency + 0.18 / blocks + spectra + apart + folds + ragged +
         few + wide + 0.008 * k->chunks;
}

// Its points' trip is the least.
double tcf_way_least(int n, const tcf_aim *aim) { return n * aim->memory; }

// ------------------------------------------------------------------------------------------------ choice

static tcf_tile tile_of(const tcf_way *w, const tcf_aim *aim) {
  tcf_tile t = aim->edges;
  t.n = w->n;
  t.passes = w->passes;
  memcpy(t.radix, w->radix, sizeof t.radix);
  memcpy(t.axis, w->axis, sizeof t.axis);
  t.tpt = w->tpt;
  t.staged_in = t.staged_out = w->staged;
  t.width = t.pair_in || t.pair_out                                               ? 32
            : t.order_in || t.order_out                                           ? 16
            : t.conv == TCF_CONV_RADER && tcf_rader_by_lanes(t.n, aim->sm_shared) ? TCF_RADER_LANES
                                                                                  : 1;
  while (t.width * t.tpt < TCF_SMALLEST_BLOCK) t.width *= 2;
  tcf_tile_set_mirrors(&t);
  tcf_tile_set_stages(&t);
  while (t.width > 1 && (t.width * t.tpt > MOST_THREADS || shared_bytes(&t) > aim->shared)) t.width /= 2;
  return t;
}

// Whether at most a fifth of tpt threads idle, on average, in passes of so many butterflies.
static int keeps_busy(const int butterflies[], int passes, int tpt) {
  double busy = 0;
  for (int p = 0; p < passes; p++) busy += (double)butterflies[p] / ((butterflies[p] + tpt - 1) / tpt * tpt);
  return busy >= 0.8 * passes;
}

// The cheapest ways so far, cheapest first.
typedef struct ways {
  tcf_way *way;
  int count, most;
} ways;

static void keep(ways *found, const tcf_way *w) {
  int at = found->count;
  for (; at > 0 && found->way[at - 1].seconds > w->seconds; at--)
    if (at < found->most) found->way[at] = found->way[at - 1];
  if (at < found->most) found->way[at] = *w;
  if (found->count < found->most) found->count++;
}

static void consider_threads(tcf_way *w, ways *found, const tcf_aim *aim) {
  const tcf_tile t = tile_of(w, aim);
  const work k = count_work(&t);
  if (k.held > MOST_HELD || t.pair_out != aim->edges.pair_out) return;
  const int blocks = blocks_of(&t, k.held, aim);
  if (blocks < 1) return;
  w->held = k.held;
  w->ops = k.ops;
  w->seconds = w->n * aim->memory * slowness(&t, &k, blocks, aim);
  keep(found, w);
}

// More threads than butterflies idle; fewer hold more points each.
static void consider(const tcf_way *w, ways *found, const tcf_aim *aim) {
  enum { STAGED_TO = 12, STAGED_POINTS = 100 };  // threads a lane
  // Rader's permutations in rows: through shared memory, or threads would read and write all over a row.
  const int permuted = aim->edges.conv == TCF_CONV_RADER && !(aim->edges.order_in && aim->edges.order_out);
  int tried[TCF_TILE_PASSES * 4], count = 0, butterflies[TCF_TILE_PASSES];
  const int columns = aim->edges.order_in || aim->edges.order_out;
  for (int p = 0; p < w->passes; p++) {
    const int all = butterflies[p] = w->n / w->radix[p],
              half = (p == 0 && (aim->edges.mirror_in || aim->edges.pair_in)) ||
                     (p == w->passes - 1 && (aim->edges.mirror_out || aim->edges.pair_out));
    for (int rounds = 1; rounds <= 4; rounds++) {
      const int slots = half ? (all + 1) / 2 : all, threads = (slots + rounds - 1) / rounds;
      int seen = threads > MOST_THREADS || threads > w->n;
      for (int j = 0; j < count && !seen; j++) seen = tried[j] == threads;
      if (!seen) tried[count++] = threads;
    }
  }
  for (int i = 0; i < count; i++) {
    if (!keeps_busy(butterflies, w->passes, tried[i])) continue;
    for (int staged = permuted;
         staged <= (permuted || (!columns && tried[i] >= 4 && tried[i] < STAGED_TO && w->n <= STAGED_POINTS)); staged++) {
      tcf_way c = *w;
      c.tpt = tried[i];
      c.staged = staged;
      consider_threads(&c, found, aim);
    }
  }
}

// All orders of the radices from pass `at` on; of more than three passes, the first and the last pass alone.
static void order(tcf_way *w, int at, ways *found, const tcf_aim *aim) {
  if (at >= w->passes - 1) {
    consider(w, found, aim);
    return;
  }
  const int ends = w->passes > 3 && at == 1;
  for (int i = at; i < w->passes; i++) {
    int seen = 0;
    for (int j = at; j < i && !seen; j++) seen = w->radix[j] == w->radix[i];
    if (seen) continue;
    const int place = ends ? w->passes - 1 : at, other = w->radix[place];
    w->radix[place] = w->radix[i];
    w->radix[i] = other;
    order(w, ends ? w->passes : at + 1, found, aim);
    w->radix[i] = w->radix[place];
    w->radix[place] = other;
  }
}

// The radices that ways are made of.
static const unsigned char used[MAX_RADIX + 1] = {
    [2] = 1,  [3] = 1,  [4] = 1,  [5] = 1,  [6] = 1,  [7] = 1,  [8] = 1,  [9] = 1,  [10] = 1,
    [11] = 1, [12] = 1, [13] = 1, [14] = 1, [15] = 1, [16] = 1, [17] = 1, [19] = 1, [20] = 1,
    [23] = 1, [24] = 1, [25] = 1, [27] = 1, [29] = 1, [31] = 1, [32] = 1};

// All products of at most `most` radices that make `rest`, largest first; how many there are.
static int factor(tcf_way *w, int rest, int largest, int most, ways *found, const tcf_aim *aim) {
  if (rest == 1) {
    order(w, 0, found, aim);
    return 1;
  }
  if (w->passes == most) return 0;
  int count = 0;
  for (int r = largest; r > 1; r--) {
    if (rest % r || !used[r]) continue;
    w->radix[w->passes++] = r;
    count += factor(w, rest / r, r, most, found, aim);
    w->passes--;
  }
  return count;
}

// Passes that radices of a usual size take.
static int usual_passes(int n) {
  int passes = 1;
  for (int64_t reach = USUAL_RADIX; reach < n; reach *= USUAL_RADIX) passes++;
  return passes;
}

// Several axes at once: the outermost one's first pass, then the others' from the innermost one on, then its rest, in every
// order of at most `most` radices each. rest: what the radices of part `part` have to make yet, outer: what the last part's.
static void factor_axes(tcf_way *w, int part, int rest, int most, int outer, ways *found, const tcf_aim *aim) {
  if (rest == 1 && part == aim->axes) {
    consider(w, found, aim);
    return;
  }
  if (rest == 1) {
    const int last = ++part == aim->axes, next = last ? outer : aim->length[aim->axes - part],
              passes = usual_passes(last ? aim->length[0] : next) - last;
    factor_axes(w, part, next, passes ? passes : 1, outer, found, aim);
    return;
  }
  if (!most || w->passes == TCF_TILE_PASSES) return;
  for (int r = MAX_RADIX; r > 1; r--) {
    if (rest % r || !used[r] || (part == 0 && r == rest)) continue;
    w->axis[w->passes] = part == 0 || part == aim->axes ? aim->axes - 1 : part - 1;
    w->radix[w->passes++] = r;
    factor_axes(w, part, part ? rest / r : 1, most - 1, part ? outer : rest / r, found, aim);
    w->passes--;
  }
}

int tcf_ways_list(tcf_way *way, int most, int n, const tcf_aim *aim) {
  enum { SHORT = 256 };
  tcf_way w = {.n = n};
  ways found = {.way = way, .most = most};
  if (n == 1) {
    *way = (tcf_way){.n = 1, .passes = 1, .radix = {1}, .tpt = 1, .held = 1, .ops = 10, .seconds = aim->memory};
    return 1;
  }
  if (n > MAX_RADIX && TCF_COMPLEX_BYTES * (int64_t)n > aim->shared) return 0;
  if (aim->axes) {
    factor_axes(&w, 0, aim->length[0], 1, 0, &found, aim);
    return found.count;
  }
  // One pass more often pays in lengths that are no powers of two (8000 by 25.16.4.5), and costs little in short ones.
  const int further = n <= SHORT || (n & (n - 1)) != 0;
  int some = 0;
  for (int passes = usual_passes(n) + further; passes <= TCF_TILE_PASSES && !some; passes++)
    some = factor(&w, n, MAX_RADIX, passes, &found, aim);
  return found.count;
}

// ------------------------------------------------------------------------------------------------ what was found before

// Planning asks for the same lengths over and over: for each variant of a tile, each split of a length, each plan. A key is
// all that a way depends on, and no more: the steps of a convolution's two transforms differ in what else they do.
enum { KEY = 8 };
static void fill_key(double key[KEY], int n, const tcf_aim *aim) {
  const tcf_tile *t = &aim->edges;
  const unsigned flags = (unsigned)(t->order_in | t->order_out << 1 | t->mirror_in << 2 | t->mirror_out << 3 |
                                    tcf_tile_loads_points(t) << 4 | tcf_tile_stores_elements(t) << 5 |
                                    tcf_tile_results_alone(t) << 6 | t->pair_in << 7 | t->pair_out << 8 | t->conv << 9);
  double shape = 0;
  for (int a = 1; a < aim->axes; a++) shape = shape * TCF_LARGEST_TILE + aim->length[a];
  const double numbers[KEY] = {
      n, flags, aim->memory, aim->compute, (double)aim->shared, (double)aim->sm_shared, (double)aim->sm_threads, shape};
  memcpy(key, numbers, sizeof numbers);
}

int tcf_way_find(tcf_way *best, int n, const tcf_aim *aim) {
  _Static_assert(sizeof *best <= TCF_MEMO_RESULT, "the cache holds ways");
  double key[KEY];
  fill_key(key, n, aim);
  if (!tcf_memo_get(TCF_MEMO_RADICES, key, sizeof key, best, sizeof *best)) {
    *best = (tcf_way){.n = n, .seconds = INFINITY};
    tcf_ways_list(best, 1, n, aim);
    tcf_memo_put(TCF_MEMO_RADICES, key, sizeof key, best, sizeof *best);
  }
  return isfinite(best->seconds);
}
