// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_tile.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "wmma/cuda/half.h"

// Fractions of a copy's speed as timed on an H200 (2^26 points). Rows of 1024 reached 0.67 at 2^14; 2^15 to 2^18 points by
// clusters of blocks that exchange through shared memory reached 0.50, 0.38, 0.33 and 0.24, less than FP32's clusters.
static const tcf_half_tile_shape shapes[] = {
    {16, 32, 128, 6, 0.79}, {16, 32, 256, 3, 0.785}, {16, 64, 256, 3, 0.69}, {32, 16, 128, 3, 0.67}};

// As half_tile_shape (half_tile.cuh).
size_t tcf_half_tile_shared(const tcf_half_tile_shape *h) {
  return sizeof(tcf_u32) * ((size_t)h->radix * (size_t)(h->row * h->row + 32) + (size_t)h->threads / 32);
}

// ------------------------------------------------------------------------------------------------ forms

static int set_batch(tcf_iodim batch[TCF_HALF_TILE_DIMS], const tcf_stage *s) {
  tcf_half_form f;
  if (!tcf_half_layout(&f, s)) return 0;
  batch[0] = (tcf_iodim){f.count, f.fft_is, f.fft_os};
  for (int i = 1; i < TCF_HALF_TILE_DIMS; i++) batch[i] = i <= f.dims ? f.dim[i - 1] : (tcf_iodim){1, 0, 0};
  return 1;
}

static int fits(const tcf_half_tile_shape *h, const tcf_stage *s, const tcf_device *d) {
  return s->points == tcf_half_tile_points(h) && s->n == s->points && (double)tcf_dim_count(s, 0) <= INT32_MAX &&
         d->compiler > 0 && d->capability >= 80 && d->shared >= (int64_t)tcf_half_tile_shared(h);
}

static void print_fft(const tcf_half_tile_shape *h, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "h(%d.%d.%d)@%d", h->row, h->row, h->radix, h->blocks);
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
  snprintf(parameters, TCF_HALF_TILE_PARAMETERS, "row=%d:radix=%d:threads=%d:blocks=%d", h->row, h->radix, h->threads,
           h->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors of rounding to FP16 between passes, which happens twice, and of FP16 matrices.
static const double rounding_variance = 4.3e-8, matrix_variance = 1.5e-9;

void tcf_half_tile_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  // Of a block alone on its multiprocessor: 4 us for 8192 points by 256 threads, 7 for 16384.
  const double begin = 1e-6, each = 1e-7;
  tcf_iodim batch[TCF_HALF_TILE_DIMS];
  for (int i = 0; i < TCF_COUNT(shapes) && set_batch(batch, stage); i++) {
    if (!fits(&shapes[i], stage, d)) continue;
    tcf_stage s = *stage;
    print_fft(&shapes[i], s.fft);
    s.width = 1;
    s.threads = shapes[i].threads;
    const double bytes = 2.0 * tcf_stage_side_bytes(&s, 0) * (double)s.points * (double)tcf_dim_count(&s, 0);
    s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
    s.time = d->launch + fmax(begin + each * (double)(s.points / s.threads), bytes / d->copy / shapes[i].fraction);
    s.variance = 2 * rounding_variance + 3 * matrix_variance;
    tcf_candidates_add(out, &s);
  }
}
