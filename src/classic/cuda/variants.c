// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Further candidates of the CUDA tile kernel, for a tuner.
#include <math.h>

#include "classic/cuda/build.h"
#include "classic/cuda/convolution.h"
#include "classic/cuda/propose.h"
#include "classic/cuda/radix_search.h"
#include "classic/cuda/width.h"
#include "core/limits.h"
#include "num/modular.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tile_text.h"

// Fills a stage's fft, width and threads from its tile and builds the tile. 0: the device cannot have it.
static int build_tile(tcf_stage *s, tcf_tile *t, const tcf_device *d) {
  tcf_tile_print_fft(t, s->fft);
  s->width = tcf_tile_ffts(t);
  s->threads = (int64_t)t->fpb * t->tpt;
  return tcf_tile_build(t, s, d) == TCFFT_SUCCESS;
}

// Adds a variant, if the device can have it.
static void add_variant(const tcf_stage *stage, const tcf_device *d, tcf_tile tile, double ops, tcf_candidates *out) {
  tcf_stage s = *stage;
  tcf_tile_set_stages(&tile);
  if (tile.fpb * tile.tpt > 1024 || isinf(tcf_large_radix_slowdown(&tile)) || !build_tile(&s, &tile, d) ||
      !tcf_tile_registers_suffice(&tile, d))
    return;
  tcf_tile_set_time(&s, &tile, ops, d);
  tcf_candidates_add(out, &s);
}

// Adds rows with about as many blocks on a multiprocessor as the search for radices counts, which no rule tells well. (4851
// points on an H200 by 21.11.21 for three blocks 291 us, for four 279; 2646 by 21.6.21 for six 272, for seven 299.)
static void add_blocks(const tcf_stage *stage, const tcf_device *d, tcf_tile tile, double ops, tcf_candidates *out) {
  tcf_tile t = tile;
  tcf_tile_set_stages(&t);
  if (t.fpb * t.tpt > 1024 || !tcf_tile_set_size(&t, d)) return;
  const int usual = t.blocks;
  tcf_tile_ask_blocks_of_rows(&t, d);
  const int counted = t.blocks;
  for (int blocks = counted - 1; blocks <= counted + 1; blocks++) {
    if (blocks == usual || !tcf_tile_set_blocks(&t, blocks, d)) continue;
    tcf_tile asked = tile;
    asked.min_blocks = blocks;
    add_variant(stage, d, asked, ops, out);
  }
}

// Adds the variants of a stage by these radices, one for each width, and one of twice the threads where each multiprocessor
// has one transform at most: its latency is hidden by its own threads alone. (604 points on an H100: 5.4 us by b(16.5.16)
// and 80 threads, 2.8 us by b(16.10.8) and 160.)
static void add_widths(const tcf_stage *stage, const tcf_device *d, const tcf_conv_radices *c, const tcf_search *search,
                       tcf_candidates *out) {
  tcf_tile t = tcf_tile_of_radices(&c->radices, c->conv, stage);
  t.pfa = c->pfa;
  int widths[TCF_TILE_WIDTHS];
  const int count = tcf_tile_widths(widths, &t, stage, d);
  if (count && tcf_search_has_rows(search) && c->conv == TCF_CONV_NONE) {
    t.fpb = widths[0];
    add_blocks(stage, d, t, c->radices.ops, out);
  }
  for (int i = 0; i < count; i++) {
    t.fpb = widths[i];
    add_variant(stage, d, t, c->radices.ops, out);
  }
  if (!count || tcf_dim_count(stage, 0) > d->cores) return;
  t.fpb = widths[0];
  t.tpt *= 2;
  add_variant(stage, d, t, c->radices.ops, out);
}

void tcf_tile_variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  enum { SCHEDULES = 16 };
  if (s->store == TCF_OP_FILTER_INVERSE) return;
  const tcf_search search = tcf_tile_search(s, d);
  if (!tcf_is_smooth(s->points)) {
    tcf_conv_radices list[TCF_CONV_LIST];
    const int count = tcf_conv_list(list, (int)s->points, &search);
    for (int i = 0; i < count; i++) add_widths(s, d, &list[i], &search, out);
    if (!tcf_has_large_butterfly(s, d)) return;
  }
  tcf_radices list[SCHEDULES];
  const int count = tcf_radices_list(list, SCHEDULES, (int)s->points, &search);
  for (int i = 0; i < count; i++)
    add_widths(s, d, &(tcf_conv_radices){.radices = list[i], .conv = TCF_CONV_NONE, .pfa = 1}, &search, out);
}

// Turns a tile into a neighbour of it. 0: the tile has no such neighbour.
typedef int neighbour(tcf_tile *t);

static int more_blocks(tcf_tile *t) {
  t->min_blocks = t->blocks + 1;
  return 1;
}

static int fewer_blocks(tcf_tile *t) {
  t->min_blocks = t->blocks - 1;
  return t->min_blocks > 0;
}

static int half_the_ffts(tcf_tile *t) {
  const int ffts = tcf_tile_ffts(t);
  t->fpb = ffts / 2 * tcf_tile_pfa(t);
  return ffts % 2 == 0;
}

static int twice_the_ffts(tcf_tile *t) {
  t->fpb *= 2;
  return 1;
}

static int half_the_threads(tcf_tile *t) {
  t->tpt = t->tpt / 2 + t->tpt % 2;
  return t->tpt > 1;
}

static int twice_the_threads(tcf_tile *t) {
  t->tpt *= 2;
  return 1;
}

void tcf_tile_neighbours(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  static neighbour *const neighbours[] = {more_blocks,    fewer_blocks,     half_the_ffts,
                                          twice_the_ffts, half_the_threads, twice_the_threads};
  tcf_tile built;
  if (tcf_tile_build(&built, stage, d) != TCFFT_SUCCESS) return;
  for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++) {
    tcf_stage s = *stage;
    tcf_tile t = built;
    t.min_blocks = 0;
    // More transforms than there are would idle.
    if (!neighbours[i](&t) || (t.fpb > built.fpb && stage->width >= stage->dim[0].n)) continue;
    if (!build_tile(&s, &t, d) || (t.min_blocks && t.blocks != t.min_blocks) || !tcf_tile_registers_suffice(&t, d)) continue;
    tcf_tile_set_time(&s, &t, tcf_tile_fft_ops(&t), d);
    tcf_candidates_add(out, &s);
  }
}
