// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/radix_search.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/memo.h"
#include "classic/cuda/radix_bound.h"
#include "core/element.h"
#include "num/modular.h"
#include "tile/columns.h"
#include "tile/convolutions.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"

enum {
  MAX_RADIX = TCF_RADIX_MOST,
  LARGEST_OF_SMOOTH = 32,
  USUAL_RADIX = 16,
  MOST_THREADS = TCF_RADIX_MOST_THREADS,
  LONG = TCF_RADIX_LONG,
};

// ------------------------------------------------------------------------------------------------ cost

// The cost of uncoalesced access, from the runs of neighbouring threads that access neighbours in memory: lines of 128 bytes
// that a warp touches beyond those that it needs, and sectors of 32 bytes that two runs share.
typedef struct scatter {
  double lines, sectors;
} scatter;

static scatter uncoalesced(const tcf_tile *t, int count, int batch_first, int smem) {
  if (smem) return (scatter){0, 0};
  const int neighbours = t->across_in || t->across_out ? t->fpb / 2 : t->fpb, run = batch_first      ? neighbours
                                                                                    : count == 1     ? 1
                                                                                    : count < t->tpt ? count
                                                                                                     : t->tpt;
  const int aligned = batch_first || (run % 4 == 0 && count % 4 == 0 && t->n % 4 == 0);
  return (scatter){run < 16 ? 16.0 / run - 1 : 0, aligned ? 0 : 3.0 / run};
}

// The work of a thread in all passes.
typedef struct work {
  double ops;       // of a transform
  int ept;          // elements per thread, the most of all passes
  int chunks;       // alternations of loads and computation, beyond those of the first pass
  int first, last;  // whether threads idle in the first pass, in the last one
  int largest;      // radix
  int crowded;      // a thread would hold too many points
} work;

static work count_work(const tcf_tile *t) {
  work k = {.ops = tcf_tile_staging_ops(t), .ept = 1};
  for (int p = 0; p < t->passes; p++) {
    const int rounds = tcf_tile_rounds(t, p), ept = tcf_tile_ept_of(t, p, rounds), radix = t->radix[p];
    k.ops += tcf_tile_pass_ops(t, p, rounds);
    if (ept > k.ept) k.ept = ept;
    k.crowded = tcf_radix_is_crowded(ept, radix);
    if (k.crowded) break;  // the schedule is rejected anyway
    k.chunks += (ept == rounds * radix ? 1 : (rounds * radix + ept - 1) / ept) - (p == 0);
    const int ragged = rounds * t->tpt * tcf_tile_kept(t, p) != tcf_tile_points_kept(t);
    if (p == 0) k.first = !t->smem_in && ragged;
    if (p == t->passes - 1) k.last = !t->smem_out && ragged;
    if (radix > k.largest) k.largest = radix;
  }
  return k;
}

// Bytes of shared memory of a tile, with a margin of 1/32 for padding.
static int64_t shared_bytes(const tcf_tile *t) {
  return t->passes > 1 || t->smem_in || t->smem_out ? tcf_radix_bytes(t->fpb, tcf_tile_rows(t)) : 0;
}

static int blocks_of(const tcf_tile *t, int ept, const tcf_search *search) {
  const int threads = (t->fpb * t->tpt + 31) / 32 * 32, by_threads = (int)(search->sm_threads / threads);
  const int64_t shared = shared_bytes(t);
  const int by_shared = shared > search->shared ? 0 : (int)(search->sm_shared / (shared + 1024)),
            by_registers = tcf_search_has_rows(search) ? tcf_blocks_of_rows(ept, threads)
                                                       : tcf_blocks_by_registers(tcf_tile_counted(t, ept), t->f64, threads);
  const int blocks = by_registers < by_shared ? by_registers : by_shared;
  return blocks < by_threads ? blocks : by_threads;
}

// By how much a convolution's radices slow it down. Bluestein's first pass spills if its rounds are all full, since the
// compiler moves them together. (212 tiles by nvcc 13.0: the orders that this prefers spill 59 bytes in the mean, all orders
// of the same radices 98. c2r 5752 by b(24.16.16), 628 bytes: 0.61 ms on an H100, by b(16.24.16) 0.26.)
static double convolution_slowdown(const tcf_tile *t) {
  const int first = t->radix[0], butterflies = t->n / first;
  const int is_full = t->conv == TCF_CONV_BLUESTEIN && t->passes > 1 && butterflies > t->tpt && butterflies % t->tpt == 0;
  return tcf_convolution_slowdown(t, NULL) - 1 + 0.01 * is_full;
}

// Short rows of real results whose passes are folded: what neighbouring threads store is the shorter a run of memory the
// fewer they are, and the more of a row is between it and the next one. (Fitted to 77 tiles of 6 lengths from 15 to 121 on
// an H200: of 121 points a row by 6 threads takes 1.9 times as long as its bytes, by 3 4.3 times; of 21 points by 3 threads
// 1.6 times.)
enum { SHORTEST_ROWS = 15, SHORT_ROWS = 128 };
static int has_short_results(const tcf_tile *t, const tcf_search *search) {
  return search->rows && t->folded && t->kind == TCFFT_C2R && t->n >= SHORTEST_ROWS && t->n <= SHORT_ROWS;
}
static double memory_of_short_results(const tcf_tile *t) {
  return 0.5 * fmax(1, 12 * (1 - exp(-(double)t->n / 30)) / t->tpt);  // of bytes that are half of a complex row's
}

// Seconds of a transform, as a multiple of the time to move its points. The terms and their weights are a fit to 6000 tiles
// that were timed on an H200 (85 lengths and kinds, each with some 70 radix schedules): on average the tile chosen by them
// is 5 % slower than the fastest one.
static double slowdown(const tcf_tile *t, const work *k, int blocks, const tcf_search *search) {
  const int threads = (t->fpb * t->tpt + 31) / 32 * 32;
  const scatter in = uncoalesced(t, t->n / t->radix[0], t->batch_fast_in, t->smem_in),
                out = uncoalesced(t, t->n / t->radix[t->passes - 1], t->batch_fast_out, t->smem_out);
  // The points of a folded tile are real numbers, half as many bytes.
  const double compute = (has_short_results(t, search) ? 1.4
                          : t->folded                  ? 1.2
                                                       : 0.6) *
                         k->ops / t->n * threads / (t->fpb * t->tpt) * search->compute / search->memory;
  const double memory = has_short_results(t, search)
                            ? memory_of_short_results(t)
                            : 1 + 0.02 * in.lines + 0.07 * out.lines + 0.1 * in.sectors + 0.5 * out.sectors;
  const double latency = (0.012 * k->chunks + 0.018 * (1 + t->smem_in + t->smem_out)) * 16000 / (blocks * t->fpb * t->n);
  // Hermitian bins that are split in shared memory, or by no pass. (The former was timed when elements passed through shared
  // memory one after another. 180 real results on an H100 by 6.15 that way 0.10 ms, by 10.9 without 0.11.)
  const double spectra = t->hermitian_in && t->smem_in && t->tpt >= 4 && !search->rows ? 0.3 : 0,
               apart = t->hermitian_in != search->io.hermitian_in || t->hermitian_out != search->io.hermitian_out ||
                               t->across_in != search->io.across_in
                           ? 0.6
                           : 0;
  // With small radices many pairs of butterflies load roots for their Hermitian bins.
  const double short_split = ((t->hermitian_in || t->across_in) && t->passes > 1 && t->radix[0] < 8) ||
                                     ((t->hermitian_out || t->across_out) && t->passes > 1 && t->radix[t->passes - 1] < 8)
                                 ? 0.08
                                 : 0;
  // Blocks of one warp pass elements through shared memory in whole sectors if the threads of their transforms fill it (see
  // tcf_tile_is_one_warp).
  enum { WARP = 32 };
  const double no_warp = t->smem_in && t->smem_out && WARP % t->tpt ? 0.03 : 0;
  // In long rows the latter costs little (tcf_radix_crowding).
  const double ragged_last = search->rows && tcf_radix_is_long_row(t) ? 0.05 : 0.2;
  const double ragged = (k->first ? 0.15 : 0) + (k->last ? ragged_last : 0);
  // Large radices pay in columns and in long transforms, where they save barriers and twiddles.
  // (c2r 176 on an H100 by 8.11 and 3 threads, 33 points each, 0.21 ms, by 8 threads 0.1.)
  enum { FEW = 4, MANY_POINTS = 24 };
  const int first_ept = t->smem_in ? tcf_tile_ept(t, 0) : 0, ept = t->tpt >= FEW || first_ept > MANY_POINTS ? first_ept : 0,
            large = k->largest > ept ? k->largest : ept;
  const double wide =
      t->n <= LONG && !t->batch_fast_in && !t->batch_fast_out && large > USUAL_RADIX ? 0.03 * (large - USUAL_RADIX) : 0;
  // A convolution has twice the butterflies between load and store, so it needs more threads to hide latency.
  const double few = t->conv && blocks * threads < 512 ? 0.4 : 0;
  // nvcc 13.0 spills 200 to 530 bytes where the first pass of a staged Rader's convolution has one of these radices (r2c 211
  // by r(15.14) 0.53 ms, by r(14.15) 0.3).
  const double spilled = t->conv == TCF_CONV_RADER && t->smem_out && (t->radix[0] == 15 || t->radix[0] == 25) ? 0.5 : 0;
  // Nothing but the threads of eight columns hides the latency of a block that is alone. (512 to 1024 points, 128 columns to
  // 1024 of them, on an H100: 1024 points by 8.8.16 and 64 threads 7.1 us, by 32.32 and 32 threads 8.3.)
  const double alone = search->alone ? 0.4 * 256 / (8 * t->tpt) : 0;
  const double crowded = search->rows ? tcf_radix_crowding(t) + tcf_radix_occupancy(t, blocks, blocks) : 0;
  return fmax(compute, memory) + 0.34 * fmin(compute, memory) + latency + 0.18 / blocks + spectra + apart + short_split +
         ragged + no_warp + few + spilled + convolution_slowdown(t) + alone + wide + crowded + 0.008 * k->chunks +
         tcf_tile_plane_slowdown(t) - 1;
}

// No transform is faster than moving its points.
double tcf_radices_floor(int n, const tcf_search *search) { return n * search->memory; }

// ------------------------------------------------------------------------------------------------ choice

static tcf_tile tile_of(const tcf_radices *w, const tcf_search *search) {
  tcf_tile t = search->io;
  t.n = w->n;
  t.passes = w->passes;
  memcpy(t.radix, w->radix, sizeof t.radix);
  memcpy(t.axis, w->axis, sizeof t.axis);
  t.tpt = w->tpt;
  t.ask_smem_in = t.ask_smem_out = w->smem;
  t.fpb = tcf_radix_first_ffts(&t, search);
  while (t.fpb * t.tpt < TCF_SMALLEST_BLOCK) t.fpb *= 2;
  tcf_tile_set_hermitian(&t);
  tcf_tile_set_stages(&t);
  t.fpb = tcf_radix_fitting_ffts(t.fpb, t.tpt, t.passes > 1 || t.smem_in || t.smem_out ? tcf_tile_rows(&t) : 0, search);
  return t;
}

// Whether at least this share of tpt threads is busy, on average, in passes of so many butterflies by so many rounds.
static int keeps_busy(const int butterflies[], const int rounds[], int passes, int tpt, double share) {
  double busy = 0;
  for (int p = 0; p < passes; p++) busy += (double)butterflies[p] / (rounds[p] * tpt);
  return busy >= share * passes;
}

// The cheapest radix schedules so far, cheapest first.
typedef struct schedules {
  tcf_radices *radices;
  int count, most;
  tcf_radix_bounds bounds;
} schedules;

static void keep(schedules *found, const tcf_radices *w) {
  int at = found->count;
  for (; at > 0 && found->radices[at - 1].seconds > w->seconds; at--)
    if (at < found->most) found->radices[at] = found->radices[at - 1];
  if (at < found->most) found->radices[at] = *w;
  if (found->count < found->most) found->count++;
}

// Whether a schedule of at least so many seconds is slower than all of a full list.
static int is_slower(double seconds, const schedules *found) {
  return found->count == found->most && seconds >= found->radices[found->most - 1].seconds;
}

// ------------------------------------------------------------------------------------------------ threads

static void consider_threads(tcf_radices *w, const int rounds[], schedules *found, const tcf_search *search) {
  if (found->bounds.possible && is_slower(tcf_radix_bound_of_threads(&found->bounds, w, rounds), found)) return;
  const tcf_tile t = tile_of(w, search);
  const work k = count_work(&t);
  if (k.crowded || t.across_out != search->io.across_out || t.fpb < search->columns) return;
  const int blocks = blocks_of(&t, k.ept, search);
  if (blocks < 1) return;
  w->ept = k.ept;
  w->ops = k.ops;
  w->seconds = search->few ? tcf_tile_latency(t.passes + t.smem_in + t.smem_out, k.ops / t.tpt, t.tpt)
                           : w->n * search->memory * slowdown(&t, &k, blocks, search);
  w->seconds *= tcf_large_radix_slowdown(&t) * (search->steps ? tcf_tile_step_slowdown(&t) : 1);
  if (isfinite(w->seconds)) keep(found, w);
}

// Butterflies of a pass of a transform.
static int butterflies_of(const tcf_radices *w, const schedules *found, const tcf_search *search, int p) {
  if (found->bounds.possible) return w->n / w->radix[p];
  tcf_radices one = *w;
  one.tpt = 1;
  const tcf_tile t = tile_of(&one, search);
  return tcf_tile_points_kept(&t) / tcf_tile_kept(&t, p);
}

// Whether a tile of these radices has short rows of real results, if it is folded. It has half of the butterflies then, and
// more threads pay though they idle, as neighbouring ones store longer runs. (33 points on an H200 by 3.11 and 3 threads 152
// us, by 6 110, by 12 147.)
static int may_have_short_results(const tcf_radices *w, const tcf_search *search) {
  const tcf_tile *io = &search->io;
  return search->rows && w->passes > 1 && w->n >= SHORTEST_ROWS && w->n <= SHORT_ROWS && io->may_fold && !io->even &&
         io->kind == TCFFT_C2R;
}

// Whether the elements of rows may pass through shared memory, so that longer runs are loaded and stored: of short
// transforms by few threads, and of those that begin or end with the radix of a large prime. Of real numbers such a radix
// has to leave short runs. (984 points on an H200 by 41.24 176 us, staged 140, but 1722 real ones by 41.3.7 99, staged 126.)
static int may_stage(const tcf_radices *w, int threads, const tcf_search *search) {
  enum { FEWEST = 4, SMOOTH_THREADS = 12, SMOOTH_POINTS = 100, POINTS = 1200, SHORT_RUN = 16 };
  if (search->io.batch_fast_in || search->io.batch_fast_out || threads < FEWEST) return 0;
  if (search->io.conv == TCF_CONV_RADER_OF_REALS) return 0;  // they do so anyway
  if (threads < SMOOTH_THREADS && w->n <= SMOOTH_POINTS) return 1;
  const int first = w->radix[0], last = w->radix[w->passes - 1],
            run = search->io.kind == TCFFT_C2C ? SHORT_RUN * SHORT_RUN : SHORT_RUN;
  return w->n <= POINTS &&
         ((tcf_radix_convolves(first) && w->n / first < run) || (tcf_radix_convolves(last) && w->n / last < run));
}

// Considers radices with every sensible number of threads: more threads than butterflies would idle, fewer threads have more
// points each.
static void consider(const tcf_radices *w, schedules *found, const tcf_search *search) {
  // In rows, the permutations of Rader's go through shared memory, as their loads and stores would be uncoalesced.
  const int permuted = search->io.conv == TCF_CONV_RADER && !(search->io.batch_fast_in && search->io.batch_fast_out);
  int tried[TCF_TILE_PASSES * 5], count = 0, butterflies[TCF_TILE_PASSES];
  if (found->bounds.possible && is_slower(tcf_radix_bound_of_order(&found->bounds, w), found)) return;
  if (tcf_memo_given_up()) return;
  for (int p = 0; p < w->passes; p++) {
    const int all = butterflies[p] = butterflies_of(w, found, search, p),
              half = (p == 0 && (search->io.hermitian_in || search->io.across_in)) ||
                     (p == w->passes - 1 && (search->io.hermitian_out || search->io.across_out));
    for (int rounds = 1; rounds <= 4; rounds++) {
      const int slots = half ? (all + 1) / 2 : all, threads = (slots + rounds - 1) / rounds;
      int seen = threads > MOST_THREADS || threads > w->n;
      for (int j = 0; j < count && !seen; j++) seen = tried[j] == threads;
      if (!seen) tried[count++] = threads;
    }
  }
  const int folds = may_have_short_results(w, search);
  for (int p = 0; p < w->passes && folds; p++) {
    const int threads = w->n / w->radix[p];
    int seen = threads > MOST_THREADS;
    for (int j = 0; j < count && !seen; j++) seen = tried[j] == threads;
    if (!seen) tried[count++] = threads;
  }
  for (int i = 0; i < count; i++) {
    int rounds[TCF_TILE_PASSES];
    for (int p = 0; p < w->passes; p++) rounds[p] = (butterflies[p] + tried[i] - 1) / tried[i];
    if (!search->few && !keeps_busy(butterflies, rounds, w->passes, tried[i], folds ? 0.5 : 0.8)) continue;
    for (int smem = permuted; smem <= (permuted || may_stage(w, tried[i], search)); smem++) {
      tcf_radices c = *w;
      c.tpt = tried[i];
      c.smem = smem;
      consider_threads(&c, rounds, found, search);
    }
  }
}

// Considers all orders of the radices from pass `at` on. With more than three passes only the first and the last pass vary.
static void order(tcf_radices *w, int at, schedules *found, const tcf_search *search) {
  if (at >= w->passes - 1) {
    consider(w, found, search);
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
    order(w, ends ? w->passes : at + 1, found, search);
    w->radix[i] = w->radix[place];
    w->radix[place] = other;
  }
}

// The radices of schedules; some serve rows alone, of which many lengths were timed with them. (57 of 98 lengths on an H200
// have other schedules by these, with blocks as tcf_blocks_of_rows counts them, 1.02 times as fast in the mean: 6864 points
// by 22.12.26 295 us, by 12.4.11.13 318, 8800 by 20.22.20 1.25 times as fast as by 16.5.10.11. With trees (tile_times.h)
// 162 of 194 other lengths and kinds have other tiles, 1.05 times as fast.)
enum { IN_ROWS = 2 };
static const unsigned char used[MAX_RADIX + 1] = {
    [2] = 1,        [3] = 1,  [4] = 1,        [5] = 1,        [6] = 1,        [7] = 1,  [8] = 1,  [9] = 1,
    [10] = 1,       [11] = 1, [12] = 1,       [13] = 1,       [14] = 1,       [15] = 1, [16] = 1, [17] = 1,
    [18] = IN_ROWS, [19] = 1, [20] = 1,       [21] = IN_ROWS, [22] = IN_ROWS, [23] = 1, [24] = 1, [25] = 1,
    [26] = IN_ROWS, [27] = 1, [28] = IN_ROWS, [29] = 1,       [31] = 1,       [32] = 1, [37] = 1, [41] = 1,
    [43] = 1,       [47] = 1, [53] = 1,       [59] = 1,       [61] = 1,       [67] = 1, [71] = 1, [73] = 1};

static int is_used(int r, const tcf_search *search) {
  return used[r] == IN_ROWS ? search->composite && !search->io.conv : used[r];
}

// Considers all products of at most `most` radices that make `rest`, largest first. Returns how many there are.
static int factor(tcf_radices *w, int rest, int largest, int most, schedules *found, const tcf_search *search) {
  if (rest == 1) {
    if (!found->bounds.possible || !is_slower(tcf_radix_bound_of_factors(&found->bounds, w), found))
      order(w, 0, found, search);
    return 1;
  }
  if (w->passes == most) return 0;
  int count = 0;
  for (int r = largest; r > 1; r--) {
    if (rest % r || !is_used(r, search)) continue;
    w->radix[w->passes++] = r;
    count += factor(w, rest / r, r, most, found, search);
    w->passes--;
  }
  return count;
}

// No pass has fewer instructions for each point and each bit of its radix than the best radix has, but for the first one,
// which has no twiddles.
static double least_of_bit, most_saved;
static pthread_once_t looked_at_radices = PTHREAD_ONCE_INIT;
static void look_at_radices(void) {
  least_of_bit = INFINITY;
  for (int r = 2; r <= MAX_RADIX; r++) {
    if (!used[r]) continue;
    const double later = tcf_pass_ops(r, 0), first = tcf_pass_ops(r, 1);
    least_of_bit = fmin(least_of_bit, later / (r * log2(r)));
    most_saved = fmax(most_saved, (later - first) / r);
  }
}

double tcf_radices_least_ops(int n) {
  pthread_once(&looked_at_radices, look_at_radices);
  return n * (least_of_bit * log2(n) - most_saved);
}

// Passes of n points by radices of a usual size.
static int usual_passes(int n) {
  int passes = 1;
  for (int64_t reach = USUAL_RADIX; reach < n; reach *= USUAL_RADIX) passes++;
  return passes;
}

static int is_prime(int n) { return (int)tcf_smallest_factor((tcf_u64)n) == n; }

// Considers schedules for several axes at once: first one pass of the outermost axis, then the passes of the other axes from
// the innermost one on, then the rest of the outermost one, each axis in every order of at most `most` radices. rest: the
// points of part `part` that have no radices yet; outer: those of the last part. The last pass is one of the outermost axis,
// so that where the first one leaves nothing of it, a pass of radix 1 brings the results into the threads that store them.
static void factor_axes(tcf_radices *w, int part, int rest, int most, int outer, schedules *found,
                        const tcf_search *search) {
  if (rest == 1 && part == search->axes) {
    consider(w, found, search);
    return;
  }
  if (rest == 1 && part == search->axes - 1 && outer == 1) {
    if (w->passes == TCF_TILE_PASSES) return;
    w->axis[w->passes] = search->axes - 1;
    w->radix[w->passes++] = 1;
    consider(w, found, search);
    w->passes--;
    return;
  }
  if (rest == 1) {
    const int last = ++part == search->axes, next = last ? outer : search->length[search->axes - part],
              passes = usual_passes(last ? search->length[0] : next) - last;
    factor_axes(w, part, next, passes ? passes : 1, outer, found, search);
    return;
  }
  if (!most || w->passes == TCF_TILE_PASSES) return;
  for (int r = MAX_RADIX; r > 1; r--) {
    if (rest % r || !is_used(r, search) || (part == 0 && r == rest && !is_prime(rest))) continue;
    w->axis[w->passes] = part == 0 || part == search->axes ? search->axes - 1 : part - 1;
    w->radix[w->passes++] = r;
    factor_axes(w, part, part ? rest / r : 1, most - 1, part ? outer : rest / r, found, search);
    w->passes--;
  }
}

int tcf_radices_list(tcf_radices *radices, int most, int n, const tcf_search *search) {
  enum { SHORT = 256 };
  tcf_radices w = {.n = n};
  schedules found = {.radices = radices, .most = most, .bounds = tcf_radix_bounds_of(n, search)};
  if (n == 1) {
    *radices = (tcf_radices){.n = 1, .passes = 1, .radix = {1}, .tpt = 1, .ept = 1, .ops = 10, .seconds = search->memory};
    return 1;
  }
  if (n > MAX_RADIX && TCF_COMPLEX_BYTES * (int64_t)n > search->shared) return 0;
  if (search->axes) {
    factor_axes(&w, 0, search->length[0], 1, 0, &found, search);
    return found.count;
  }
  // One more pass often pays for lengths other than powers of two (8000 by 25.16.4.5), and is quick to search for short
  // ones.
  const int further = n <= SHORT || (n & (n - 1)) != 0;
  const int largest = tcf_is_smooth(n) ? LARGEST_OF_SMOOTH : MAX_RADIX;
  int some = 0;
  for (int passes = usual_passes(n) + further; passes <= TCF_TILE_PASSES && !some; passes++)
    some = factor(&w, n, largest, passes, &found, search);
  return found.count;
}
