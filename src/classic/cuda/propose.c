// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/propose.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arith.h"
#include "classic/cuda/build.h"
#include "classic/cuda/convolution.h"
#include "classic/cuda/radix_search.h"
#include "classic/cuda/tuned.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tile_text.h"

// ------------------------------------------------------------------------------------------------ geometry

// Variants: threads of a block for rows, transforms for columns.
typedef struct tcf_wanted {
  int threads, ffts;
} tcf_wanted;
static const tcf_wanted variants[] = {{60, 16}, {120, 32}, {60, 8}};
// Blocks of few points leave before the next ones come: 2 points by 64, 128 and 256 transforms ran at 0.40, 0.80 and 1.00 of
// a copy.
enum { VARIANTS = sizeof variants / sizeof *variants, FEWEST_POINTS = 512 };

// Bytes of a transform with what padding may take.
static int64_t padded_bytes(const tcf_tile *t) { return (tcf_tile_rows(t) + tcf_tile_rows(t) / 8 + 2) * TCF_COMPLEX_BYTES; }

// Lanes of a tile: enough threads to fill warps and blocks, enough neighbours for whole segments of memory, not more than
// the registers, the shared memory and the transforms that there are.
static int choose_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, const tcf_wanted *wanted) {
  if (t->conv == TCF_CONV_DIRECT) return tcf_direct_width(t, d, s->dim[0].n, wanted == &variants[1]);
  int width = 1;
  const int strided = t->batch_fast_in || t->batch_fast_out ||
                      (t->conv == TCF_CONV_RADER && tcf_rader_by_ffts(t->n, d->sm_shared)),
            runs = t->across_in || t->across_out ? 2 : 1;
  while (strided ? width < runs * wanted->ffts : width * t->tpt < wanted->threads) width *= 2;
  while (width * t->tpt < TCF_SMALLEST_BLOCK || width * t->n < FEWEST_POINTS) width *= 2;
  const int exchanges = t->passes > 1 || t->smem_in || t->smem_out || t->conv;
  const int64_t fft = exchanges ? padded_bytes(t) : 0;
  const int ept = tcf_tile_ept_at_most(t);
  while (width > 1 && (width * t->tpt > 1024 || width * fft > d->shared ||
                       !tcf_blocks_by_registers(ept, tcf_round_to(width * t->tpt, 32))))
    width /= 2;
  while (width > 1 && width / 2 >= s->dim[0].n) width /= 2;
  return width;
}

// The same in whole transforms of parts.
static int joined_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, const tcf_wanted *wanted) {
  const int64_t fft = padded_bytes(t);
  int ffts = 1;
  while ((ffts * t->pfa * t->tpt < 2 * wanted->threads || ffts * t->pfa * t->n < FEWEST_POINTS) &&
         2 * ffts * t->pfa * t->tpt <= 1024 && 2 * ffts * t->pfa * fft <= d->shared && ffts < s->dim[0].n)
    ffts *= 2;
  return ffts * t->pfa;
}

// Lanes whose threads fill warps better than those of a power of two: 500 points by 50 threads leave a fifth of one or two
// transforms' warps idle, of seven transforms' none. 0: there are none that are much better.
static int filling_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, int usual) {
  enum { MOST_FILLED = 512 };
  const int64_t fft = padded_bytes(t);
  double best = 1.05 * usual * t->tpt / tcf_round_to(usual * t->tpt, 32);
  int width = 0;
  for (int w = 1; w * t->tpt <= MOST_FILLED && w * fft <= d->shared && w <= s->dim[0].n; w++) {
    const double filled = (double)w * t->tpt / tcf_round_to(w * t->tpt, 32);
    if (filled < best || w * t->tpt < TCF_SMALLEST_BLOCK || (w % 2 && (t->across_in || t->across_out))) continue;
    best = filled + 0.01;
    width = w;
  }
  return width;
}

// Lanes that a tuner tries, last those of a single warp, whose block waits for nobody (500 real points by 25 threads: 0.92
// of a copy, 0.85 by 50). 0: it had them.
enum { WIDTHS = 4 };
static int vary_width(const tcf_tile *t, const tcf_stage *s, const tcf_device *d, int index) {
  const int filling = index == WIDTHS - 2, one_warp = index == WIDTHS - 1;
  if (t->pfa > 1) {
    const int few = joined_width(t, s, d, &variants[0]), more = joined_width(t, s, d, &variants[1]);
    return index == 0 ? few : index == 1 && more != few ? more : 0;
  }
  if (one_warp) return t->batch_fast_in || t->batch_fast_out || 32 / t->tpt > s->dim[0].n ? 0 : 32 / t->tpt;
  const int usual = choose_width(t, s, d, &variants[0]), width = index ? choose_width(t, s, d, &variants[1]) : usual;
  return filling ? filling_width(t, s, d, usual) : index && width == usual ? 0 : width;
}

// ------------------------------------------------------------------------------------------------ from text

// ------------------------------------------------------------------------------------------------ cost

static tcf_search search_for(const tcf_stage *s, const tcf_device *d) {
  tcf_search search = {.memory = 16 / d->copy,
                       .compute = 1 / (0.6 * d->flops * (double)d->cores),
                       .shared = d->shared,
                       .sm_shared = d->sm_shared,
                       .sm_threads = d->sm_threads,
                       .axes = s->axes,
                       .io.conv = s->store == TCF_OP_FILTER_INVERSE ? TCF_CONV_FILTERED : TCF_CONV_NONE};
  tcf_tile_set_io(&search.io, s);
  for (int a = 0; a < s->axes; a++) search.length[a] = (int)s->length[a];
  return search;
}

// Few threads a transform are staged without being asked to.
static int same_radices(const char *a, const char *b, const tcf_tile *t) {
  const size_t length = strcspn(a, "+");
  return t->tpt < 4 ? length == strcspn(b, "+") && !strncmp(a, b, length) : !strcmp(a, b);
}

// Seconds of a stage whose tile was timed.
static double timed(const tcf_stage *s, const tcf_tuned *r, const tcf_device *d) {
  return tcf_tile_moved(s) / d->copy / r->share + d->launch;
}

// Ways to take a long transform apart are judged alike only if timed tiles cost what others are predicted to. But one that
// was timed much slower than predicted is not to be had for that: its time counts by so much at least.
#define TIMED_COUNTS 0.85

void tcf_tile_set_cost(tcf_stage *s, const tcf_tile *t, double ops, const tcf_device *d) {
  s->width = tcf_tile_ffts(t);
  s->threads = (int64_t)t->fpb * t->tpt;
  s->bytes = tcf_tile_bytes(s);
  s->time = tcf_tile_seconds(s, t, ops, d);
  s->variance = tcf_tile_variance(s, t);
  const tcf_tuned *r = tcf_tuned_find(&tcf_tuned_tiles, s, t, d);
  if (!r || !same_radices(r->fft, s->fft, t) || s->width != r->width || s->threads != r->width * (int64_t)r->tpt ||
      !tcf_tile_fills(s, t, d))
    return;
  const double seconds = timed(s, r, d);
  s->time = t->conv ? seconds : fmax(fmin(s->time, seconds), TIMED_COUNTS * seconds);
}

// A way as the tile of a stage, but for its width.
static tcf_tile tile_of(const tcf_radices *w, tcf_conv conv, const tcf_stage *s) {
  tcf_tile t = {
      .n = w->n, .passes = w->passes, .tpt = w->tpt, .ask_smem_in = w->staged, .ask_smem_out = w->staged, .conv = (int)conv};
  memcpy(t.radix, w->radix, sizeof t.radix);
  memcpy(t.axis, w->axis, sizeof t.axis);
  tcf_tile_set_io(&t, s);
  tcf_tile_set_stages(&t);
  return t;
}

// Instructions of a transform of the stage.
static double fft_ops(const tcf_tile *t) {
  if (t->conv == TCF_CONV_DIRECT) return tcf_direct_ops(t);
  const int parts = tcf_tile_pfa(t);
  return parts * (t->conv ? 2 : 1) * tcf_tile_ops(t) + tcf_join_ops(t->points, parts);
}

// The tile that was timed for such a stage, in place of the one that was found: where it fills the device. It costs no more
// than what was predicted of that (see TIMED_COUNTS), but for convolutions, whose predictions scatter. 0: there is none.
static int take_tuned(tcf_stage *s, const tcf_tile *io, const tcf_device *d) {
  const tcf_tuned *r = tcf_tuned_find(&tcf_tuned_tiles, s, io, d);
  if (!r || s->dim[0].n < r->width) return 0;
  tcf_stage tuned = *s;
  tcf_tile t = {0};
  strcpy(tuned.fft, r->fft);
  if (tcf_tile_parse_fft(&t, &tuned) != TCFFT_SUCCESS) return 0;
  t.fpb = r->width * t.pfa;
  t.tpt = r->tpt / t.pfa;
  tcf_tile_set_io(&t, s);
  tcf_tile_set_stages(&t);
  if (!tcf_tile_set_size(&t, d) || !tcf_tile_fills(s, &t, d)) return 0;
  const double predicted = s->time;
  *s = tuned;
  tcf_tile_set_cost(s, &t, fft_ops(&t), d);
  if (predicted < s->time && !t.conv) s->time = fmax(predicted, TIMED_COUNTS * timed(s, r, d));
  return 1;
}

int tcf_tile_propose(tcf_stage *s, const tcf_device *d, int index) {
  if (!tcf_tile_choose_dim(s, index / VARIANTS)) return -1;
  if (s->points < 1 || s->points > TCF_LARGEST_TILE || s->load == TCF_OP_NONE) return -1;
  const int convolves = s->store == TCF_OP_FILTER_INVERSE,
            conv_possible = !s->axes && s->load != TCF_OP_CHIRP && s->store != TCF_OP_CHIRP && s->store != TCF_OP_FILTER &&
                            !convolves && !tcf_tile_hermitian_across(s, 1);
  tcf_radices w;
  tcf_conv conv = convolves ? TCF_CONV_FILTERED : TCF_CONV_NONE;
  const tcf_search search = search_for(s, d);
  int found = tcf_is_smooth(s->points) ? tcf_radices_find(&w, (int)s->points, &search)
                                       : conv_possible && s->points <= TCF_LARGEST_CONVOLUTION &&
                                             tcf_conv_find(&w, &conv, (int)s->points, &search);
  if (conv_possible) found |= tcf_direct_find(&w, &conv, (int)s->points, found, d, index % VARIANTS == 2, &search);
  if (!found) return -1;
  if (convolves) w.ops = 2 * w.ops + 12.0 * w.n;
  tcf_tile t = tile_of(&w, conv, s);
  t.fpb = choose_width(&t, s, d, &variants[index % VARIANTS]);
  tcf_tile_set_hermitian(&t);
  if (tcf_tile_hermitian_across(s, 1) && !t.across_out) return 0;
  tcf_tile_set_stages(&t);
  if (!tcf_tile_set_size(&t, d)) return -1;
  tcf_tile_print_fft(&t, s->fft);
  tcf_tile_set_cost(s, &t, w.ops, d);
  return !take_tuned(s, &search.io, d) || index % VARIANTS == 0;
}

enum { WAYS = 16 };

// Further ways of a transform: number index. 0: no more.
static int other_radices(tcf_radices *w, const tcf_stage *s, const tcf_search *search, int index) {
  tcf_radices schedules[WAYS];
  if (index >= tcf_radices_list(schedules, WAYS, (int)s->points, search)) return 0;
  *w = schedules[index];
  return 1;
}

int tcf_tile_variants(tcf_stage *s, const tcf_device *d, int index) {
  const tcf_search search = search_for(s, d);
  const int convolved = (s->fft[0] == 'r' || s->fft[0] == 'b' || s->fft[0] == 'd') && !tcf_is_smooth(s->points);
  tcf_conv conv = TCF_CONV_NONE;
  tcf_radices w;
  int parts = 1;
  if (s->store == TCF_OP_FILTER_INVERSE) return -1;
  const int found = convolved ? tcf_conv_other(&w, &conv, &parts, (int)s->points, &search, index / WIDTHS)
                              : other_radices(&w, s, &search, index / WIDTHS);
  if (found <= 0) return found < 0 ? 0 : -1;
  tcf_tile t = tile_of(&w, conv, s);
  t.pfa = parts;
  t.fpb = vary_width(&t, s, d, index % WIDTHS);
  if (!t.fpb) return 0;
  tcf_tile_set_stages(&t);
  tcf_tile_print_fft(&t, s->fft);
  s->width = tcf_tile_ffts(&t);
  s->threads = (int64_t)t.fpb * t.tpt;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return 0;
  tcf_tile_set_cost(s, &t, w.ops, d);
  return 1;
}

// Number index of what is near a tile: *t with other blocks, transforms or threads of a transform. 0: not of this one.
static int move_near(tcf_tile *t, int index) {
  const int ffts = tcf_tile_ffts(t);
  if (index < 2) {
    t->min_blocks = t->blocks + (index ? -1 : 1);
    return t->min_blocks > 0;
  }
  t->min_blocks = 0;
  if (index == 2) t->fpb = ffts / 2 * tcf_tile_pfa(t);
  if (index == 3) t->fpb *= 2;
  if (index == 4) t->tpt = t->tpt / 2 + t->tpt % 2;
  if (index == 5) t->tpt *= 2;
  return index == 2 ? ffts % 2 == 0 : index != 4 || t->tpt > 1;
}

int tcf_tile_neighbours(tcf_stage *s, const tcf_device *d, int index) {
  enum { NEAR = 6 };
  tcf_tile t;
  if (index >= NEAR || tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return -1;
  if (!move_near(&t, index)) return 0;
  tcf_tile_print_fft(&t, s->fft);
  s->width = tcf_tile_ffts(&t);
  s->threads = (int64_t)t.fpb * t.tpt;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS || (t.min_blocks && t.blocks != t.min_blocks)) return 0;
  tcf_tile_set_cost(s, &t, fft_ops(&t), d);
  return 1;
}
