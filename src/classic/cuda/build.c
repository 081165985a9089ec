// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "classic/cuda/build.h"

#include <inttypes.h>

#include "base/arith.h"
#include "classic/cuda/banks.h"
#include "classic/cuda/radix_bound.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tile_text.h"

// Elements of a thread, by which its registers are counted. In the middle of Bluestein's algorithm a thread also has roots
// and bins of the filter. With a last radix of 16 or 24 these spill where its registers are those of a transform: on an H100
// 4279 points by b(24.24.16) take 0.49 ms with three blocks on a multiprocessor, 0.38 with two; 1268 by b(16.10.16) 0.33
// with five, 0.30 with four; 1901 by b(16.15.16) 0.44 with seven, 0.38 with five. Smaller ones fit (2062 by b(24.24.8)), and
// radices of 32 leave no choice.
static int elements_counted(const tcf_tile *t) {
  enum { FROM = 16, TO = 24 };
  const int ept = tcf_tile_ept_at_most(t);
  // Numbers, half as many bins, and sums on the way between them.
  const int reals = tcf_tile_reals_in_thread(t);
  if (reals > TCF_RADIX_MOST_EPT >> t->f64) return 3 * reals / 5;
  if (t->f64) return tcf_tile_counted(t, ept);
  return t->conv == TCF_CONV_BLUESTEIN && t->radix[t->passes - 1] >= FROM && ept <= TO ? ept + ept / 4 + 1 : ept;
}

static void set_threads(tcf_tile *t, const tcf_device *d) {
  t->threads = tcf_round_to(t->fpb * t->tpt, 32);
  const int most_ept = elements_counted(t);
  int blocks = (int)((double)tcf_blocks_by_registers(most_ept, t->f64, t->threads) * (double)d->sm_registers / 65536),
      most = 16;
  if (t->conv == TCF_CONV_DIRECT) blocks = tcf_direct_blocks(t, d), most = 32;
  if (t->min_blocks) blocks = t->min_blocks, most = TCF_TILE_MOST_BLOCKS;
  const int by_threads = (int)(d->sm_threads / t->threads),
            by_shared = t->shared ? (int)(d->sm_shared / (int64_t)(t->shared + 1024)) : 32;
  if (blocks > by_threads) blocks = by_threads;
  if (blocks > by_shared) blocks = by_shared;
  t->blocks = blocks < 1 ? 1 : blocks > most ? most : blocks;
}

int tcf_tile_set_size(tcf_tile *t, const tcf_device *d) {
  t->stride = t->conv == TCF_CONV_DIRECT ? t->n | 1 : tcf_tile_rows(t) + tcf_tile_rows(t) / 16;
  tcf_tile_set_shared(t);
  if ((int64_t)t->shared > d->shared) return 0;
  set_threads(t, d);
  return 1;
}

void tcf_tile_ask_blocks_of_rows(tcf_tile *t, const tcf_device *d) {
  const int ept = tcf_tile_ept_at_most(t), blocks = tcf_blocks_of_rows(ept, t->threads), usual = t->blocks;
  if (t->min_blocks || blocks == tcf_blocks_by_registers(ept, 0, t->threads)) return;
  t->min_blocks = blocks;
  tcf_tile_set_size(t, d);
  t->min_blocks = t->blocks == usual ? 0 : t->blocks;
}

int tcf_tile_registers_suffice(const tcf_tile *t, const tcf_device *d) {
  const double spared = 1;  // 64 registers suffice for 21 points, as for 4851 by 21.11.21 in four blocks of 256 threads
  if (t->conv == TCF_CONV_DIRECT) return 1;
  const int blocks = t->min_blocks ? t->min_blocks : 1;
  return (double)d->sm_registers / (blocks * t->threads) >=
         tcf_tile_least_registers(tcf_tile_ept_at_most(t), t->f64) - spared;
}

int tcf_tile_set_blocks(tcf_tile *t, int blocks, const tcf_device *d) {
  t->min_blocks = blocks;
  if (blocks < 1 || !tcf_tile_registers_suffice(t, d)) return 0;
  set_threads(t, d);
  return t->blocks == blocks;
}

// Tiles of several axes transform whole axes, packed, and what their kernels compute is right for these alone: they load and
// store what the user has. No decomposition makes others, but a text can say them.
static tcfft_status check_axes(const tcf_stage *s) {
  if (!s->axes) return TCFFT_SUCCESS;
  if (s->load != TCF_OP_USER || s->store != TCF_OP_USER)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: several axes are loaded and stored by load=user and store=user alone",
                    s->fft);
  if (s->is != 1 || s->os != 1 || s->in_step != 1 || s->out_step != 1 || s->in_batch_step || s->out_batch_step)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: several axes are packed, so that is, os, ie and oe are 1, 1, 1,0 and 1,0",
                    s->fft);
  return TCFFT_SUCCESS;
}

// Radices beyond those of butterflies are for real numbers that a thread holds whole. The other tiles of real numbers have
// more than one butterfly in the pass that splits or folds, so that they have no radix 1.
static tcfft_status check_radices(const tcf_tile *t, const tcf_stage *s) {
  const int reals = tcf_tile_reals_in_thread(t), splits = t->folded || t->hermitian_in || t->hermitian_out;
  if (reals > TCF_MOST_REALS_IN_THREAD)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no thread holds %d numbers", s->fft, reals);
  for (int p = 0; p < t->passes && t->conv != TCF_CONV_DIRECT && !reals; p++)
    if (t->radix[p] == 1 ? splits && t->n > 1 : !tcf_tile_is_radix(t->radix[p]))
      return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no radix %d for these numbers and threads", s->fft, t->radix[p]);
  return TCFFT_SUCCESS;
}

// The text says threads per transform by threads / width.
tcfft_status tcf_tile_outline(tcf_tile *tile, const tcf_stage *s) {
  tcf_tile t = {.may_fold = 1};
  TCF_TRY(tcf_tile_parse_fft(&t, s));
  TCF_TRY(check_axes(s));
  if (s->width > 1024 / t.pfa || s->width < 1)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  t.fpb = (int)s->width * t.pfa;
  tcf_tile_set_io(&t, s);
  t.split = !t.tensor ? 0 : s->split == TCFFT_SPLIT_HALF1 ? 1 : 2;
  if (tcf_tile_hermitian_across(s, 1) && !t.across_out)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " combines no spectra across transforms", s->fft, s->width);
  t.tpt = (int)(s->threads / t.fpb);
  if (t.tpt < 1 || t.tpt * t.fpb > 1024)
    return tcf_fail(TCFFT_ERROR_PARSE, "threads=%" PRId64 ":width=%" PRId64 " make no tile", s->threads, s->width);
  if (t.conv == TCF_CONV_DIRECT && !tcf_direct_fits(&t))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s is not for %d threads a transform", s->fft, t.tpt);
  tcf_tile_set_stages(&t);
  TCF_TRY(check_radices(&t, s));
  for (int p = 0; p < TCF_TILE_PASSES; p++)
    if (t.tensor >> p & 1 && !tcf_tile_tensor_possible(&t, p))
      return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: pass %d cannot run on tensor cores", s->fft, p + 1);
  *tile = t;
  return TCFFT_SUCCESS;
}

// Whether blocks ask for the input of later ones (tile.cuh): where few of them hide what the others wait for, and the input
// is one run of memory, for which a thread asks by one instruction. Convolutions compute for longer than their memory takes.
static int asks_ahead(const tcf_tile *t, const tcf_device *d) {
  enum { MOST_BLOCKS = 3, CAPABILITY = 90 };
  return d->capability >= CAPABILITY && t->packed_in && !t->conv && t->blocks <= MOST_BLOCKS;
}

tcfft_status tcf_tile_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d) {
  tcf_tile t;
  TCF_TRY(tcf_tile_outline(&t, s));
  t.threads = tcf_round_to(t.fpb * t.tpt, 32);
  tcf_tile_lay_out(&t, d);
  if (!t.stride)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s:width=%" PRId64 " does not fit the shared memory of %s", s->fft, s->width,
                    d->name);
  set_threads(&t, d);
  t.ahead = asks_ahead(&t, d);
  *tile = t;
  return TCFFT_SUCCESS;
}

double tcf_tile_fft_ops(const tcf_tile *t) {
  if (t->conv == TCF_CONV_DIRECT) return tcf_direct_ops(t);
  const int pfa = tcf_tile_pfa(t);
  const double of_reals = t->conv == TCF_CONV_RADER_OF_REALS ? pfa * tcf_ops_of_reals(t->n) : 0;
  return of_reals + pfa * (t->conv ? 2 : 1) * tcf_tile_ops(t) + tcf_join_ops(t->points, pfa) + tcf_tile_split_ops(t);
}
