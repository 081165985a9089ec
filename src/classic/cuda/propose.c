// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/propose.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arith.h"
#include "classic/cuda/build.h"
#include "classic/cuda/convolution.h"
#include "classic/cuda/radix_bound.h"
#include "classic/cuda/radix_search.h"
#include "classic/cuda/tile_times.h"
#include "classic/cuda/timed_choice.h"
#include "classic/cuda/width.h"
#include "core/element.h"
#include "core/limits.h"
#include "num/modular.h"
#include "tile/columns.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tile_text.h"

// The least capability of the devices that convolutions and large butterflies were timed on.
enum { TIMED = 90 };

// ------------------------------------------------------------------------------------------------ cost

tcf_search tcf_tile_search(const tcf_stage *s, const tcf_device *d) {
  const int f64 = tcf_arithmetic_of(s) == TCFFT_F64;
  tcf_search search = {.memory = (tcf_stage_side_bytes(s, 0) + tcf_stage_side_bytes(s, 1)) / d->copy,
                       .compute = tcf_slowdown_of_numbers(f64, d) / (0.6 * d->flops * (double)d->cores),
                       .shared = d->shared >> f64,
                       .sm_shared = d->sm_shared >> f64,
                       .sm_threads = d->sm_threads,
                       .axes = s->axes,
                       .io.conv = s->store == TCF_OP_FILTER_INVERSE ? TCF_CONV_FILTERED : TCF_CONV_NONE,
                       .io.may_fold = 1};
  tcf_tile_set_io(&search.io, s);
  search.least_bluestein = tcf_tile_least_bluestein(&search.io, s);
  for (int a = 0; a < s->axes; a++) search.length[a] = (int)tcf_axis_points(s, a);
  search.alone = tcf_tile_alone(s, &search.io, d);
  search.few = tcf_tile_few(s, &search.io, d);
  search.steps = tcf_tile_is_step(s, &search.io, d);
  search.convolutions = !f64 && d->capability >= TIMED;
  search.rows = tcf_tile_rows_timed(&search.io, d) && !s->axes;
  search.composite = search.rows && tcf_tiles_timed(s, d) == TCF_TIMED_ROWS;
  return search;
}

void tcf_tile_set_cost(tcf_stage *s, const tcf_tile *t, double ops, const tcf_device *d) {
  s->width = tcf_tile_ffts(t);
  s->threads = (int64_t)t->fpb * t->tpt;
  s->bytes = tcf_tile_bytes(s);
  s->time = tcf_tile_seconds(s, t, ops, d);
  s->variance = tcf_tile_variance(s, t);
}

static double timed_seconds(const tcf_stage *s, double log_time, const tcf_device *d) {
  return d->launch + exp(log_time) * (double)s->bytes / d->copy;
}

void tcf_tile_set_time(tcf_stage *s, const tcf_tile *t, double ops, const tcf_device *d) {
  tcf_tile_set_cost(s, t, ops, d);
  if (!tcf_timed_by_trees(tcf_tiles_timed(s, d))) return;
  tcf_tile sized = *t;
  if (tcf_tile_set_size(&sized, d)) s->time = timed_seconds(s, tcf_tile_log_time(s, &sized, d), d);
}

tcf_tile tcf_tile_of_radices(const tcf_radices *w, tcf_conv conv, const tcf_stage *s) {
  tcf_tile t = {.n = w->n,
                .passes = w->passes,
                .tpt = w->tpt,
                .ask_smem_in = w->smem,
                .ask_smem_out = w->smem,
                .conv = (int)conv,
                .may_fold = 1};
  memcpy(t.radix, w->radix, sizeof t.radix);
  memcpy(t.axis, w->axis, sizeof t.axis);
  tcf_tile_set_io(&t, s);
  tcf_tile_set_stages(&t);
  return t;
}

enum {
  CHEAPEST = 3,     // convolutions that are proposed besides
  TRANSFORMS = 16,  // of a multiprocessor, at least, that hide what permutations wait for
};

// Radices for a stage, found once for all sizes of a block.
typedef struct found_radices {
  tcf_search search;
  tcf_radices radices;
  tcf_conv conv;
  int convolves;     // the stage multiplies by the spectrum of a filter
  int may_convolve;  // the tile may hold a whole convolution
  int found;         // radices, or a convolution
} found_radices;

// Real rows and columns that a thread holds whole (real_dft.cuh), of which there are many, take as long as a copy of them.
// With several threads and passes they take up to half as long again (27 numbers back by 3.9 on an H200), and primes three
// times as long. Powers of two are left to the search, and so are 81 numbers, whose sums take longer than passes.
static int find_in_thread(found_radices *f, const tcf_stage *s, const tcf_device *d) {
  enum { LONGEST = TCF_MOST_REALS_IN_THREAD, LONGEST_F64 = 47, LONG_POWER = 81 };
  const int64_t numbers = tcf_kind_length(s);
  if (numbers > (f->search.io.f64 ? LONGEST_F64 : LONGEST) || (numbers & (numbers - 1)) == 0 || numbers == LONG_POWER ||
      s->axes || tcf_dim_count(s, 0) <= d->cores)
    return 0;
  tcf_radices w = {.n = (int)s->points, .passes = 1, .radix = {(int)s->points}, .tpt = 1, .ept = (int)s->points};
  const tcf_tile t = tcf_tile_of_radices(&w, TCF_CONV_NONE, s);
  if (!tcf_tile_reals_in_thread(&t)) return 0;
  w.ops = tcf_tile_ops(&t);
  f->radices = w;
  f->may_convolve = 0;
  return 1;
}

static found_radices find_radices(const tcf_stage *s, const tcf_device *d) {
  const int convolves = s->store == TCF_OP_FILTER_INVERSE;
  found_radices f = {.search = tcf_tile_search(s, d),
                     .conv = convolves ? TCF_CONV_FILTERED : TCF_CONV_NONE,
                     .convolves = convolves,
                     .may_convolve = !s->axes && !tcf_op_convolves(s->load) && !tcf_op_convolves(s->store) &&
                                     !tcf_tile_hermitian_across(s, 1)};
  f.found = find_in_thread(&f, s, d);
  if (f.found) return f;
  if (tcf_is_smooth(s->points))
    f.found = tcf_radices_find(&f.radices, (int)s->points, &f.search);
  else if (f.may_convolve && s->points <= TCF_LARGEST_CONVOLUTION)
    f.found = tcf_conv_find(&f.radices, &f.conv, (int)s->points, &f.search);
  return f;
}

// Blocks on a multiprocessor that leave each thread all the registers that it may want. Where there is one block at most,
// others' registers would be saved in vain. (1741 points on an H100 by b(16.16.16), one block of 512 threads to a
// multiprocessor 4.9 us, three of 256 threads 7.0, though twice as many threads idle.)
static int roomy_blocks(const tcf_tile *t) {
  enum { THREADS = 512, OF_MANY_POINTS = 256 };  // with 128 registers each, or 255
  const int threads = tcf_round_to(t->fpb * t->tpt, 32),
            many = t->conv != TCF_CONV_DIRECT && tcf_tile_ept_at_most(t) > TCF_RADIX_MOST_EPT,
            blocks = (many ? OF_MANY_POINTS : THREADS) / threads;
  return blocks < 1 ? 1 : blocks > 16 ? 16 : blocks;
}

// Adds a candidate, unless it is listed.
static void add_once(tcf_candidates *out, const tcf_stage *s) {
  for (int i = 0; i < out->count; i++) {
    const tcf_stage *a = &out->stage[i];
    if (a->width == s->width && a->threads == s->threads && a->dim[0].n == s->dim[0].n && a->dim[0].is == s->dim[0].is &&
        !strcmp(a->fft, s->fft))
      return;
  }
  tcf_candidates_add(out, s);
}

// Radices that are proposed with blocks of several sizes.
typedef struct proposal {
  tcf_radices radices;
  tcf_conv conv;
  double limit;                       // seconds from which on a candidate is of no use
  int tried[TCF_BLOCK_SIZES], count;  // transforms of a block so far: several sizes may have as many
  tcf_tile tile;                      // of the last candidate, before it is laid out
} proposal;

static proposal proposal_of(const tcf_radices *w, tcf_conv conv) {
  return (proposal){.radices = *w, .conv = conv, .limit = INFINITY};
}

static int was_tried(proposal *p, int fpb) {
  for (int i = 0; i < p->count; i++)
    if (p->tried[i] == fpb) return 1;
  p->tried[p->count++] = fpb;
  return 0;
}

// Adds the candidate by these radices with blocks of one size. 0: neither this size nor a later one has any. The text of a
// candidate takes longer than its price, so that it is printed for those alone that are of use.
static int propose_radices(const tcf_stage *stage, const tcf_device *d, const found_radices *f, proposal *p,
                           tcf_block_size size, tcf_candidates *out) {
  tcf_stage s = *stage;
  const tcf_radices *w = &p->radices;
  tcf_tile t = tcf_tile_of_radices(w, p->conv, &s);
  t.fpb = tcf_tile_width(&t, &s, d, size);
  if (!t.fpb || (size == TCF_BLOCK_ONE_WARP && !tcf_tile_is_one_warp(&t)) || was_tried(p, t.fpb)) return 1;
  tcf_tile_set_hermitian(&t);
  if (tcf_tile_hermitian_across(&s, 1) && !t.across_out) return 1;
  tcf_tile_set_stages(&t);
  if (f->search.few && t.n > 1) t.min_blocks = roomy_blocks(&t);
  if (isinf(tcf_large_radix_slowdown(&t))) return 1;
  if (!tcf_tile_set_size(&t, d)) return 0;
  if (tcf_search_has_rows(&f->search) && p->conv == TCF_CONV_NONE) tcf_tile_ask_blocks_of_rows(&t, d);
  tcf_tile_set_cost(&s, &t, f->convolves ? 2 * w->ops + 12.0 * w->n : w->ops, d);
  if (s.time >= p->limit) return 1;
  tcf_tile_print_fft(&t, s.fft);
  p->tile = t;
  add_once(out, &s);
  return 1;
}

// The first step of Bluestein's algorithm in columns multiplies by a chirp before its first pass and by twiddles after its
// last one, whose radix had better not be the largest then. (190 pairs of candidates on an H200 that differ in the order of
// their radices alone: 8 % in the mean.)
static tcf_radices begins_with_largest(const tcf_radices *found, const tcf_stage *s) {
  tcf_radices w = *found;
  const int last = w.passes - 1;
  if (s->load != TCF_OP_CHIRP || !tcf_op_has_twiddles(s->store) || last < 1 || w.radix[0] >= w.radix[last]) return w;
  const int first = w.radix[0];
  w.radix[0] = w.radix[last];
  w.radix[last] = first;
  return w;
}

// Adds the candidates with blocks of one size. Beside direct sums that take longer than their search says stand the radices
// that the search has found to be slower: the price of whole tiles decides. (232 points on an H200 by 8.29 149 us, by
// d(8.29) 202.) 0: neither this size nor a later one, nor another batch dimension, has any.
static int propose_size(const tcf_stage *stage, const tcf_device *d, const found_radices *f, tcf_block_size size,
                        tcf_candidates *out) {
  tcf_radices w = begins_with_largest(&f->radices, stage);
  tcf_conv conv = f->conv;
  const int direct =
      f->may_convolve && tcf_direct_find(&w, &conv, (int)stage->points, f->found, d, size == TCF_BLOCK_NARROW, &f->search);
  if (!direct && !f->found) return 0;
  const tcf_tile sums = tcf_tile_of_radices(&w, conv, stage);
  proposal chosen = proposal_of(&w, conv), radices = proposal_of(&f->radices, f->conv);
  if (direct && f->found && tcf_direct_slowdown(&sums, f->search.few) > 1 && tcf_is_smooth(stage->points))
    propose_radices(stage, d, f, &radices, size, out);
  return propose_radices(stage, d, f, &chosen, size, out);
}

// Adds the candidate of a join of Rader's convolutions by these radices. 0: the device cannot have it.
static int propose_join(const tcf_stage *stage, const tcf_device *d, const tcf_conv_radices *c, proposal *p,
                        tcf_block_size size, tcf_candidates *out) {
  tcf_stage s = *stage;
  tcf_tile t = tcf_tile_of_radices(&c->radices, c->conv, &s);
  t.pfa = c->pfa;
  t.fpb = tcf_tile_joined_width(&t, &s, d, size);
  if (was_tried(p, t.fpb)) return 1;
  tcf_tile_set_stages(&t);
  if (t.fpb * t.tpt > 1024 || tcf_tile_ept_at_most(&t) > TCF_RADIX_MOST_EPT || !tcf_tile_set_size(&t, d)) return 0;
  tcf_tile_print_fft(&t, s.fft);
  tcf_tile_set_cost(&s, &t, c->radices.ops, d);
  p->tile = t;
  tcf_candidates_add(out, &s);
  return 1;
}

// The cheapest candidates so far, cheapest first.
typedef struct cheapest {
  tcf_stage stage[CHEAPEST];
  int count;
} cheapest;

static double limit_of(const cheapest *list) { return list->count < CHEAPEST ? INFINITY : list->stage[CHEAPEST - 1].time; }

static void keep_cheapest(cheapest *list, const tcf_candidates *one) {
  int at = list->count;
  if (!one->count || one->stage->time >= limit_of(list)) return;
  if (at < CHEAPEST) list->count++;
  if (at == CHEAPEST) at--;
  for (; at > 0 && list->stage[at - 1].time > one->stage->time; at--) list->stage[at] = list->stage[at - 1];
  list->stage[at] = *one->stage;
}

// Adds what else may compute a length that the radices do not divide, where there are transforms enough that planning may
// take longer: sums, further radices of convolutions, of which the search knows less than the price of whole tiles does, and
// joins of Rader's convolutions, if there are tiles enough to hide that their permutations wait for memory. (In 36 stages of
// prime and awkward lengths on an H200 the search's choice took 1.16 times as long as the fastest candidate, the cheapest
// 1.11.) Beyond Bluestein's algorithm in a block joins were timed where the others were. (8751 points by r3(18.18.9) 379 us,
// by Bluestein's in three launches 950.)
static void propose_convolutions(const tcf_stage *stage, const tcf_device *d, const found_radices *f, tcf_candidates *out) {
  tcf_conv_radices list[TCF_CONV_LIST];
  tcf_stage one;
  tcf_candidates proposed = {.stage = &one, .max = 1};
  cheapest found = {.count = 0};
  if (!f->may_convolve || tcf_dim_count(stage, 0) < TRANSFORMS * d->cores || tcf_is_smooth(stage->points) ||
      (stage->points > TCF_LARGEST_CONVOLUTION && !f->search.convolutions))
    return;
  for (tcf_block_size size = TCF_BLOCK_USUAL; size < TCF_BLOCK_SIZES && !f->search.io.f64; size++) {
    tcf_radices w;
    tcf_conv conv;
    proposed.count = 0;
    if (tcf_direct_find(&w, &conv, (int)stage->points, 0, d, size == TCF_BLOCK_NARROW, &f->search)) {
      proposal sums = proposal_of(&w, conv);
      propose_radices(stage, d, f, &sums, size, &proposed);
    }
    keep_cheapest(&found, &proposed);
  }
  const int count = tcf_conv_list_likely(list, (int)stage->points, tcf_tile_may_have_parts(stage), &f->search);
  for (int i = 0; i < count; i++) {
    proposal p = proposal_of(&list[i].radices, list[i].conv);
    for (tcf_block_size size = TCF_BLOCK_USUAL; size < (list[i].pfa > 1 ? TCF_BLOCK_NARROW : TCF_BLOCK_SIZES); size++) {
      proposed.count = 0;
      p.limit = limit_of(&found);
      if (list[i].pfa > 1)
        propose_join(stage, d, &list[i], &p, size, &proposed);
      else if (!propose_radices(stage, d, f, &p, size, &proposed))
        break;
      keep_cheapest(&found, &proposed);
    }
  }
  for (int i = 0; i < found.count; i++) add_once(out, &found.stage[i]);
}

int tcf_has_large_butterfly(const tcf_stage *s, const tcf_device *d) {
  const int largest = tcf_arithmetic_of(s) == TCFFT_F64 ? TCF_LARGEST_BUTTERFLY_F64 : TCF_LARGEST_BUTTERFLY;
  return d->capability >= TIMED && !tcf_is_smooth(s->points) && tcf_rough_part(s->points, largest) == 1;
}

static void propose_large_butterflies(const tcf_stage *stage, const tcf_device *d, const found_radices *f,
                                      tcf_candidates *out) {
  tcf_radices w;
  if (!f->may_convolve || !tcf_has_large_butterfly(stage, d) || !tcf_radices_find(&w, (int)stage->points, &f->search))
    return;
  proposal p = proposal_of(&w, TCF_CONV_NONE);
  for (tcf_block_size size = f->search.alone ? TCF_BLOCK_NARROW : TCF_BLOCK_USUAL; size < TCF_BLOCK_SIZES; size++)
    if (!propose_radices(stage, d, f, &p, size, out)) return;
}

// Adds columns by schedules of which the search knows less than the price of whole tiles does. Those that are not aligned
// want room for many of them, since runs of 16 cost more than idle threads. (525 unaligned points on an H200 by 16 columns
// 240 us, by 32 and 224 threads 250, by 32 and 800 197; 232 aligned ones by 32 columns of 29.4.2 182 us, by 16 of 8.29 154.)
static void propose_columns(const tcf_stage *stage, const tcf_device *d, const found_radices *f, tcf_candidates *out) {
  enum { SCHEDULES = 12 };
  static const struct {
    int columns;
    tcf_block_size size;
  } widths[] = {{16, TCF_BLOCK_USUAL}, {32, TCF_BLOCK_LARGE}, {64, TCF_BLOCK_WIDE}};
  const int by_radices = tcf_is_smooth(stage->points) || (f->may_convolve && tcf_has_large_butterfly(stage, d));
  const int unaligned = tcf_tile_columns_unaligned(stage, d);
  // A prime is one butterfly or direct sums, which the price of aligned columns does not tell apart.
  const int by_price =
      unaligned || (tcf_tile_has_columns(stage, d) && (int64_t)tcf_smallest_factor((tcf_u64)stage->points) < stage->points);
  if (!by_price || stage->axes || f->convolves || f->search.alone || !by_radices) return;
  tcf_search search = f->search;
  tcf_stage one;
  tcf_candidates proposed = {.stage = &one, .max = 1};
  cheapest found = {.count = 0};
  for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
    if (widths[k].size == TCF_BLOCK_WIDE && !unaligned) continue;
    search.columns = widths[k].columns;
    tcf_radices list[SCHEDULES];
    const int count = tcf_radices_list_stored(list, SCHEDULES, (int)stage->points, &search);
    for (int i = 0; i < count; i++) {
      proposal p = proposal_of(&list[i], TCF_CONV_NONE);
      proposed.count = 0;
      p.limit = limit_of(&found);
      propose_radices(stage, d, f, &p, widths[k].size, &proposed);
      keep_cheapest(&found, &proposed);
    }
  }
  if (found.count) add_once(out, &found.stage[0]);
}

// ------------------------------------------------------------------------------------------------ by the trees

// Keeps the tiles by these radices in blocks of all sizes, or of one.
static void keep_sizes(tcf_cheapest_tiles *tiles, const tcf_radices *w, tcf_conv conv, const tcf_stage *stage,
                       const tcf_device *d, const found_radices *f) {
  tcf_stage one;
  tcf_candidates proposed = {.stage = &one, .max = 1};
  proposal p = proposal_of(w, conv);
  for (tcf_block_size size = TCF_BLOCK_USUAL; size < TCF_BLOCK_SIZES; size++) {
    proposed.count = 0;
    p.limit = tcf_cheapest_limit(tiles);
    if (!propose_radices(stage, d, f, &p, size, &proposed)) return;
    if (proposed.count) tcf_cheapest_keep(tiles, &one, &p.tile);
  }
}

// Keeps the tile by these radices in the block of the least price.
static void keep_cheapest_size(tcf_cheapest_tiles *tiles, const tcf_radices *w, const tcf_stage *stage, const tcf_device *d,
                               const found_radices *f) {
  tcf_stage one;
  tcf_candidates proposed = {.stage = &one, .max = 1};
  proposal p = proposal_of(w, TCF_CONV_NONE);
  for (tcf_block_size size = TCF_BLOCK_USUAL; size < TCF_BLOCK_SIZES; size++) {
    proposed.count = 0;
    if (!propose_radices(stage, d, f, &p, size, &proposed)) break;
    if (proposed.count) p.limit = one.time;
  }
  if (isfinite(p.limit)) tcf_cheapest_keep(tiles, &one, &p.tile);
}

// The search's schedules.
static void keep_schedules(tcf_cheapest_tiles *tiles, const tcf_stage *stage, const tcf_device *d, const found_radices *f) {
  enum { SCHEDULES = 12 };
  tcf_radices list[SCHEDULES];
  const int count = tcf_radices_list_stored(list, SCHEDULES, (int)stage->points, &f->search);
  for (int i = 0; i < count; i++) keep_sizes(tiles, &list[i], TCF_CONV_NONE, stage, d, f);
}

static void keep_rows(tcf_cheapest_tiles *tiles, const tcf_stage *stage, const tcf_device *d, const found_radices *f) {
  enum { SCHEDULES = 8 };
  tcf_radices list[SCHEDULES];
  const int count = tcf_radices_list_stored(list, SCHEDULES, (int)stage->points, &f->search);
  for (int i = 0; i < count; i++) keep_cheapest_size(tiles, &list[i], stage, d, f);
}

// Sums, convolutions, joins of them, and the radices of large butterflies.
static void keep_convolutions(tcf_cheapest_tiles *tiles, const tcf_stage *stage, const tcf_device *d,
                              const found_radices *f) {
  tcf_conv_radices list[TCF_CONV_LIST];
  tcf_stage one;
  tcf_candidates proposed = {.stage = &one, .max = 1};
  const int hidden = tcf_dim_count(stage, 0) >= TRANSFORMS * d->cores;
  if (f->found) keep_sizes(tiles, &f->radices, f->conv, stage, d, f);
  for (int narrow = 0; narrow <= 1; narrow++) {
    tcf_radices w;
    tcf_conv conv;
    if (tcf_direct_find(&w, &conv, (int)stage->points, 0, d, narrow, &f->search)) keep_sizes(tiles, &w, conv, stage, d, f);
  }
  const int count = tcf_conv_list_likely(list, (int)stage->points, tcf_tile_may_have_parts(stage), &f->search);
  for (int i = 0; i < count; i++) {
    if (list[i].pfa == 1) keep_sizes(tiles, &list[i].radices, list[i].conv, stage, d, f);
    proposal p = proposal_of(&list[i].radices, list[i].conv);
    for (tcf_block_size size = TCF_BLOCK_USUAL; list[i].pfa > 1 && hidden && size < TCF_BLOCK_NARROW; size++) {
      proposed.count = 0;
      propose_join(stage, d, &list[i], &p, size, &proposed);
      if (proposed.count) tcf_cheapest_keep(tiles, &one, &p.tile);
    }
  }
  if (tcf_has_large_butterfly(stage, d)) keep_schedules(tiles, stage, d, f);
}

// The search's schedules; of columns that are not aligned, those for three widths (propose_columns).
static void keep_columns(tcf_cheapest_tiles *tiles, const tcf_stage *stage, const tcf_device *d, const found_radices *f) {
  static const int widths[] = {16, 32, 64};
  found_radices of_width = *f;
  const int unaligned = tcf_tile_columns_unaligned(stage, d);
  if (!unaligned) keep_schedules(tiles, stage, d, f);
  for (int i = 0; unaligned && i < TCF_COUNT(widths); i++) {
    of_width.search.columns = widths[i];
    keep_schedules(tiles, stage, d, &of_width);
  }
}

// Adds what the trees take for the fastest tile of a stage like those that were timed. Returns whether there is any. The
// time of rows is the least price, as that of the search's first schedule is elsewhere, that of columns and planes what the
// trees say, which is closer to what is measured. (194 lengths and kinds of smooth rows on an H200 that the trees did not
// know: 162 have another tile than before, 1.05 times as fast in the mean; the worst were 0.83 and, before there was a
// farthest price, 0.47. 90 rough lengths, 40 of columns and 111 planes: 1.02, 1.06 and 1.03 times.)
static int propose_timed(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  const tcf_timed timed = tcf_tiles_timed(stage, d);
  tcf_cheapest_tiles tiles = {.count = 0};
  tcf_stage chosen;
  if (timed == TCF_TIMED_NONE) return 0;
  const found_radices f = timed == TCF_TIMED_ROWS
                              ? (found_radices){.search = tcf_tile_search(stage, d), .conv = TCF_CONV_NONE}
                              : find_radices(stage, d);
  if (timed == TCF_TIMED_ROWS && !f.search.composite) return 0;
  switch (timed) {
    case TCF_TIMED_ROWS:
      keep_rows(&tiles, stage, d, &f);
      break;
    case TCF_TIMED_ROUGH_ROWS:
      keep_convolutions(&tiles, stage, d, &f);
      break;
    case TCF_TIMED_COLUMNS:
      keep_columns(&tiles, stage, d, &f);
      break;
    default:
      keep_schedules(&tiles, stage, d, &f);
  }
  const double farthest = timed == TCF_TIMED_ROWS ? 1.2 : 1.3, log_time = tcf_cheapest_choose(&chosen, &tiles, farthest, d);
  if (isinf(log_time)) return 0;
  chosen.time = tcf_timed_by_trees(timed) ? timed_seconds(&chosen, log_time, d) : tiles.list[0].stage.time;
  tcf_candidates_add(out, &chosen);
  return 1;
}

void tcf_tile_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  if (stage->points < 1 || stage->points > TCF_LARGEST_TILE || !tcf_loads_plainly(stage)) return;
  for (int dim = 0;; dim++) {
    tcf_stage s = *stage;
    if (!tcf_tile_choose_dim(&s, dim)) return;
    if (propose_timed(&s, d, out)) continue;
    const found_radices f = find_radices(&s, d);
    const int before = out->count;
    propose_convolutions(&s, d, &f, out);
    const int is_joined = !f.found && out->count > before;
    // Twice the columns leave half of the multiprocessors idle (2^20 points: 17.3 us, 15.7).
    int more = 1;
    for (tcf_block_size size = f.search.alone ? TCF_BLOCK_NARROW : TCF_BLOCK_USUAL; size < TCF_BLOCK_SIZES && more; size++)
      more = propose_size(&s, d, &f, size, out);
    propose_large_butterflies(&s, d, &f, out);
    propose_columns(&s, d, &f, out);
    if (!more && !is_joined) return;
  }
}
