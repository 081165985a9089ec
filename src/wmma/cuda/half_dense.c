// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_dense.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "wmma/cuda/half_table.h"

// ------------------------------------------------------------------------------------------------ forms

enum { LEAST = 2, MOST_EACH = 1024, MOST_THREADS = 512, MOST_BLOCKS = 32 };

// As half_dense_shape (half_dense.cuh).
static int pitch(int n) { return n % 16 ? n : n + 4; }
int64_t tcf_half_dense_shared(const tcf_half_dense_form *f) { return (int64_t)sizeof(tcf_u32) * f->each * pitch(f->n); }

static double blocks_of(const tcf_half_dense_form *f) {
  double blocks = ceil((double)f->layout.count / f->each);
  for (int i = 0; i < f->layout.dims; i++) blocks *= (double)f->layout.dim[i].n;
  return blocks;
}

static int fits(const tcf_half_dense_form *f, const tcf_stage *s, const tcf_device *d) {
  return s->points == f->n && s->n == s->points && f->n >= LEAST && f->n <= TCF_HALF_LARGEST && f->each > 0 &&
         f->each <= MOST_EACH && f->threads >= 32 && f->threads <= MOST_THREADS && f->threads % 32 == 0 && f->blocks > 0 &&
         f->blocks <= MOST_BLOCKS && f->blocks * f->threads <= d->sm_threads && blocks_of(f) <= INT32_MAX &&
         d->compiler > 0 && d->capability >= 80 && d->shared >= tcf_half_dense_shared(f);
}

static void print_fft(const tcf_half_dense_form *f, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "d(%d)@%d", f->n, f->blocks);
}

tcfft_status tcf_half_dense_find(tcf_half_dense_form *f, const tcf_stage *s, const tcf_device *d) {
  char again[TCF_FFT_TEXT];
  const int is_known = s->width > 0 && s->width <= MOST_EACH && sscanf(s->fft, "d(%5d)@%5d", &f->n, &f->blocks) == 2;
  f->each = (int)s->width;
  f->threads = s->threads;
  if (is_known && tcf_half_layout(&f->layout, s) && fits(f, s, d)) {
    print_fft(f, again);
    if (!strcmp(s->fft, again)) return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_half_dense on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_half_dense_print(const tcf_half_dense_form *f, char parameters[TCF_HALF_DENSE_PARAMETERS]) {
  snprintf(parameters, TCF_HALF_DENSE_PARAMETERS, "n=%d:each=%d:threads=%d:blocks=%d", f->n, f->each, f->threads, f->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Blocks of 128 threads that were the fastest on an H200, or close to it, by the largest length of each (of 1144 blocks of
// 87 lengths). of_fours: of multiples of 4 alone, of whose matrices the compiler has more under way at once.
static const struct {
  int largest, of_fours, each, blocks;
} sizes[] = {{10, 0, 512, 5}, {30, 0, 256, 5}, {31, 0, 256, 4}, {47, 0, 256, 3},
             {52, 1, 128, 3}, {63, 1, 256, 2}, {63, 0, 128, 4}, {TCF_HALF_LARGEST, 0, 128, 2}};
enum { THREADS = 128, FEW = 64, RESERVED = 1024 };  // FEW: of few transforms, those of a block

static void set_block(tcf_half_dense_form *f, const tcf_device *d) {
  int i = 0;
  while (f->n > sizes[i].largest || (sizes[i].of_fours && f->n % 4 != 0)) i++;
  f->threads = THREADS;
  f->each = sizes[i].each;
  f->blocks = sizes[i].blocks;
  while (f->each > FEW && f->blocks * (tcf_half_dense_shared(f) + RESERVED) > d->sm_shared) f->each /= 2;
  if (blocks_of(f) < (double)d->cores * f->blocks) f->each = FEW;
}

// Blocks take transforms of one dimension of the batch. Of a short one most of a block would be idle.
static int fills_blocks(const tcf_half_dense_form *f) { return !f->layout.dims || f->layout.count >= f->each; }

// Fewer than 7 points, and 16, are as fast by a thread each. From 64 points on, lengths of primes up to 31 are faster by
// butterflies.
static int is_worthwhile(int64_t n) {
  return n >= 7 && n <= TCF_HALF_LARGEST && n != 16 && (n < 64 || (n < 80 && tcf_rough_part(n, 31) > 1));
}

static void add_form(const tcf_stage *stage, const tcf_half_dense_form *f, const tcf_device *d, tcf_candidates *out) {
  if (!fits(f, stage, d) || !fills_blocks(f)) return;
  tcf_stage s = *stage;
  print_fft(f, s.fft);
  s.width = f->each;
  s.threads = f->threads;
  const double bytes = 2.0 * tcf_stage_side_bytes(&s, 0) * (double)s.points * (double)tcf_dim_count(&s, 0);
  s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
  // A block's products one behind another; then a copy, and for each point from 30 on 0.77 operations of all.
  const double copy = 1.04, operation = 0.77, begin = 5e-7, element = 4e-10;
  const double rounds = ceil(f->each / 16.0 / (f->threads / 32)), more = f->n > 30 ? f->n - 30 : 0,
               points = (double)s.points * (double)tcf_dim_count(&s, 0);
  s.time = d->launch + begin + element * rounds * f->n * f->n + copy * bytes / d->copy +
           operation * more * points / (d->flops * (double)d->cores);
  s.variance = pow(tcf_half_matrix_error(f->n), 2);
  tcf_candidates_add(out, &s);
}

void tcf_half_dense_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  tcf_half_dense_form f;
  if (!is_worthwhile(stage->points) || !tcf_half_layout(&f.layout, stage)) return;
  f.n = (int)stage->points;
  set_block(&f, d);
  add_form(stage, &f, d, out);
}

void tcf_half_dense_variants(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  tcf_half_dense_form f;
  if (stage->points > TCF_HALF_LARGEST || !tcf_half_layout(&f.layout, stage)) return;
  f.n = (int)stage->points;
  f.threads = THREADS;
  for (int i = 0; i < TCF_COUNT(sizes); i++) {
    f.each = sizes[i].each;
    f.blocks = sizes[i].blocks;
    add_form(stage, &f, d, out);
  }
}
