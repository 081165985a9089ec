// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_tile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "wmma/cuda/half.h"

// No shape has been timed. Fractions are low enough that others are taken where these do not stand behind a measurement.
static const tcf_half_tile_shape shapes[] = {
    {8, 1, 128, 3, 0.5},    {8, 1, 128, 4, 0.5},   {8, 1, 256, 2, 0.5},   {16, 1, 128, 3, 0.5},   {16, 1, 256, 1, 0.5},
    {16, 1, 256, 2, 0.5},   {16, 1, 512, 1, 0.5},  {32, 4, 128, 3, 0.4},  {32, 4, 256, 2, 0.4},   {32, 2, 256, 1, 0.4},
    {32, 2, 512, 1, 0.4},   {64, 8, 128, 3, 0.4},  {64, 8, 256, 2, 0.4},  {64, 4, 256, 1, 0.4},   {64, 4, 512, 1, 0.4},
    {128, 16, 128, 3, 0.4}, {128, 8, 256, 1, 0.4}, {128, 8, 512, 1, 0.4}, {256, 16, 256, 1, 0.4}, {256, 16, 512, 1, 0.4}};

// As half_tile_shape (half_tile.cuh).
size_t tcf_half_tile_shared(const tcf_half_tile_shape *h) {
  const size_t rows = (size_t)(h->radix / h->cluster), pitch = TCF_HALF_ROW + 36, radix = (size_t)h->radix,
               exchange = h->cluster == 1 ? 0 : radix * TCF_HALF_ROW / (size_t)h->cluster;
  return sizeof(tcf_u32) * (rows * pitch + exchange + radix * (1 + (size_t)h->threads / 32)) + sizeof(tcf_u64);
}

int tcf_half_tile_product(const tcf_half_tile_shape *h) { return h->radix < 16 ? h->radix : 16; }

// ------------------------------------------------------------------------------------------------ forms

static int set_batch(tcf_iodim batch[TCF_HALF_TILE_DIMS], const tcf_stage *s) {
  tcf_half_form f;
  if (!tcf_half_layout(&f, s)) return 0;
  batch[0] = (tcf_iodim){f.count, f.fft_is, f.fft_os};
  for (int i = 1; i < TCF_HALF_TILE_DIMS; i++) batch[i] = i <= f.dims ? f.dim[i - 1] : (tcf_iodim){1, 0, 0};
  return 1;
}

static int fits(const tcf_half_tile_shape *h, const tcf_stage *s, const tcf_device *d) {
  const double blocks = (double)tcf_dim_count(s, 0) * h->cluster;
  return s->points == tcf_half_tile_points(h) && s->n == s->points && blocks <= INT32_MAX && d->compiler > 0 &&
         d->capability >= (h->cluster > 1 ? 90 : 80) && d->cluster >= (h->cluster > 1 ? h->cluster : 0) &&
         d->shared >= (int64_t)tcf_half_tile_shared(h);
}

static void print_fft(const tcf_half_tile_shape *h, char fft[TCF_FFT_TEXT]) {
  char blocks[16] = "";
  if (h->cluster > 1) snprintf(blocks, sizeof blocks, "%d", h->cluster);
  snprintf(fft, TCF_FFT_TEXT, "h%s(%d.%d.%d)@%d", blocks, TCF_HALF_ROW_RADIX, TCF_HALF_ROW_RADIX, h->radix, h->blocks);
}

tcfft_status tcf_half_tile_find(const tcf_half_tile_shape **shape, tcf_iodim batch[TCF_HALF_TILE_DIMS], const tcf_stage *s,
                                const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < TCF_COUNT(shapes) && s->width == 1 && set_batch(batch, s); i++) {
    print_fft(&shapes[i], fft);
    if (strcmp(fft, s->fft) != 0 || shapes[i].threads != s->threads || !fits(&shapes[i], s, d)) continue;
    *shape = &shapes[i];
    return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_half_tile on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_half_tile_print(const tcf_half_tile_shape *h, char parameters[TCF_HALF_TILE_PARAMETERS]) {
  snprintf(parameters, TCF_HALF_TILE_PARAMETERS, "radix=%d:cluster=%d:threads=%d:blocks=%d", h->radix, h->cluster,
           h->threads, h->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors of rounding to FP16 between passes, which happens twice, and of FP16 matrices.
static const double rounding_variance = 4.3e-8, matrix_variance = 1.5e-9;

void tcf_half_tile_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  const double latency = 2e-6;
  tcf_iodim batch[TCF_HALF_TILE_DIMS];
  for (int i = 0; i < TCF_COUNT(shapes) && set_batch(batch, stage); i++) {
    if (!fits(&shapes[i], stage, d)) continue;
    tcf_stage s = *stage;
    print_fft(&shapes[i], s.fft);
    s.width = 1;
    s.threads = shapes[i].threads;
    const double bytes = 2.0 * tcf_stage_side_bytes(&s, 0) * (double)s.points * (double)tcf_dim_count(&s, 0);
    s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
    s.time = d->launch + latency + bytes / d->copy / shapes[i].fraction;
    s.variance = 2 * rounding_variance + 3 * matrix_variance;
    tcf_candidates_add(out, &s);
  }
}
