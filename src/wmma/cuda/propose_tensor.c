// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/propose_tensor.h"

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "tile/tensor_passes.h"
#include "tile/tile_text.h"

static int passes_possible(const tcf_tile *t) {
  int passes = 0;
  for (int p = 0; p < t->passes; p++) passes |= tcf_tile_tensor_possible(t, p) << p;
  return passes;
}

static void swap_radices(tcf_tile *t, int p, int q) {
  const int keep = t->radix[p];
  t->radix[p] = t->radix[q];
  t->radix[q] = keep;
}

// Makes two passes of a single one, the last of four points. Four points alone stay FP32, where their sums are nearly exact
// (relative L2 error 3.9e-8, with split terms 4.7e-8).
static void take_apart(tcf_tile *t) {
  t->passes = tcf_by_four(t->n, t->radix);
  t->tpt = t->n <= 8 ? t->n / 4 : 4;
  while (t->fpb * t->tpt < 256) t->fpb *= 2;
}

// Finds a pass with a factor of four behind the first one if the radices have none: by moving a factor of two from one radix
// to another, or by another order.
static void find_fours(tcf_tile *t) {
  enum { MOST_RADIX = 32 };
  if (t->passes == 1 && t->n % 4 == 0 && t->n > 4) take_apart(t);
  for (int p = 0; p < t->passes && !passes_possible(t); p++)
    for (int q = 0; q < t->passes && !passes_possible(t); q++) {
      if (p == q || t->radix[p] % 2 || t->radix[q] % 4 != 2 || t->radix[p] == 2 || 2 * t->radix[q] > MOST_RADIX) continue;
      t->radix[p] /= 2;
      t->radix[q] *= 2;
    }
  for (int p = 1; p < t->passes && !passes_possible(t); p++) {
    swap_radices(t, 0, p);
    if (!passes_possible(t)) swap_radices(t, 0, p);
  }
}

// Makes powers of two of radix 16 with 16 points a thread: four threads then share four butterflies of a pass in two rounds.
static void by_sixteens(tcf_tile *t) {
  enum { BLOCK = 256 };
  t->passes = tcf_by_sixteens(t->n, t->radix);
  t->tpt = t->n / 16;
  if (!t->batch_fast_in && !t->batch_fast_out) t->fpb = t->tpt < BLOCK ? BLOCK / t->tpt : 1;
  while (t->fpb * t->tpt > 1024) t->fpb /= 2;
}

// Fragments through shared memory take longer (4096 points on an H200: 0.31 of a copy's speed instead of 0.61).
#define VIA_SMEM_SLOWDOWN 2

// The tile of a candidate: radices, size, and operations of load and store. 0: the stage has no tile.
static int tile_of(tcf_tile *t, const tcf_stage *s) {
  if (tcf_tile_parse_fft(t, s) != TCFFT_SUCCESS) return 0;
  t->fpb = (int)s->width;
  t->tpt = (int)(s->threads / s->width);
  tcf_tile_set_io(t, s);
  return 1;
}

// Moves all possible passes of a candidate to tensor cores. varied: with the candidate's own radices, for a tuner. 0: the
// candidate is dropped.
static int to_tensor(tcf_stage *s, const tcf_device *d, int via_smem, int varied) {
  tcf_tile t = {0};
  if (s->axes > 1 || !tile_of(&t, s))
    return 0;  // no pass of a tile of several axes runs there; those of one axis after the other do
  if (t.conv) return 1;
  const tcf_tile original = t;
  if (!varied && t.n >= TCF_TENSOR_SIXTEENS && (t.n & (t.n - 1)) == 0 && !t.across_in && !t.across_out) by_sixteens(&t);
  if (!passes_possible(&t)) t = original;
  if (!passes_possible(&t)) find_fours(&t);
  t.tensor = tcf_tensor_taken(passes_possible(&t), t.passes);
  if (!t.tensor) return 1;
  t.via_smem = via_smem;
  t.min_blocks = 0;  // tiles with tensor cores were timed without a given number of blocks
  tcf_tile_print_fft(&t, s->fft);
  s->width = tcf_tile_ffts(&t);
  s->threads = (int64_t)t.fpb * t.tpt;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return 0;
  tcf_tile_set_cost(s, &t, tcf_tile_fft_ops(&t), d);
  if (t.via_smem) s->time *= VIA_SMEM_SLOWDOWN;
  return 1;
}

// mma.sync m16n8k8 needs compute capability 7.5, wmma fragments need 7.0. The scaling of the paper is that of cuda_gemm.
// Without a compiler there are the programs of tiles that were measured, which the planner finds by itself.
static int possible(const tcf_stage *s, const tcf_device *d, int via_smem) {
  return d->compiler && d->capability >= (via_smem ? 70 : 75) && s->split != TCFFT_SPLIT_PAPER;
}

// Moves the candidates from number `first` on to tensor cores.
static void all_to_tensor(tcf_candidates *out, int first, const tcf_device *d, int via_smem, int varied,
                          tcfft_algorithm algorithm) {
  int kept = first;
  for (int i = first; i < out->count; i++) {
    tcf_stage s = out->stage[i];
    s.algorithm = algorithm;
    if (to_tensor(&s, d, via_smem, varied)) out->stage[kept++] = s;
  }
  out->count = kept;
}

// The stage by whose tiles passes on tensor cores are found: the choice of tiles on FP32 units would fit these alone.
static tcf_stage on_tensor_cores(const tcf_stage *s) {
  tcf_stage t = *s;
  t.algorithm = TCFFT_ALGORITHM_TENSOR;
  return t;
}

void tcf_tensor_propose(const tcf_stage *s, const tcf_device *d, int via_smem, tcf_candidates *out) {
  const int first = out->count;
  if (!possible(s, d, via_smem)) return;
  const tcf_stage t = on_tensor_cores(s);
  tcf_tile_propose(&t, d, out);
  all_to_tensor(out, first, d, via_smem, 0, s->algorithm);
}

void tcf_tensor_variants(const tcf_stage *s, const tcf_device *d, int via_smem, tcf_candidates *out) {
  const int first = out->count;
  if (!possible(s, d, via_smem)) return;
  const tcf_stage t = on_tensor_cores(s);
  tcf_tile_variants(&t, d, out);
  all_to_tensor(out, first, d, via_smem, 1, s->algorithm);
}
