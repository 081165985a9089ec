// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"

// Shares as timed on an H200 (2^26 points). Of 256 points without twiddles nothing was timed. Twice the threads were slower.
static const tcf_half_columns_shape shapes[] = {
    {{32, 32}, 128, 3, {0.6, 0.58}}, {{32, 16}, 128, 4, {0.7, 0.58}}, {{16, 16}, 128, 6, {0.75, 0.67}}};

// As half_columns_shape (half_columns.cuh).
size_t tcf_half_columns_shared(const tcf_half_columns_shape *h) {
  return TCF_HALF_COLUMNS *
         (sizeof(tcf_u32) * ((size_t)tcf_half_columns_points(h) + 36) + TCF_HALF_COLUMN_ROOTS * TCF_COMPLEX_BYTES);
}

// ------------------------------------------------------------------------------------------------ forms

// Numbers of 16 bits, or pairs of the workspace.
static int is_pair(tcfft_type type) { return (int)type == TCF_PAIR6 || (int)type == TCF_PAIR8; }
static int is_stored(tcfft_type type) { return type == TCFFT_F16 || type == TCFFT_BF16 || is_pair(type); }

// Whether a stage reads FP16 numbers of the caller or pairs, and writes numbers of 16 bits or pairs, with or without a
// step's twiddles.
static int takes(const tcf_stage *s) {
  const int steps = s->in_batch_step || s->out_batch_step;
  const int loads = (s->load == TCF_OP_USER && s->in_type == TCFFT_F16) || (s->load == TCF_OP_COPY && is_pair(s->in_type));
  const int stores = s->store == TCF_OP_USER || s->store == TCF_OP_COPY ||
                     (s->store == TCF_OP_TWIDDLE && steps && s->dims && s->dim[0].n * s->points <= s->twiddle_n);
  return s->kind == TCFFT_C2C && !s->axes && s->dims && loads && stores && is_stored(s->out_type);
}

// Whether rows of the workspace lie on 16 bytes.
static int has_pieces(const tcf_stage *s, int64_t distance) {
  int64_t off = distance;
  for (int i = 1; i < s->dims; i++) off |= s->dim[i].is;
  return s->load == TCF_OP_COPY && off % 4 == 0;
}

static int set_layout(tcf_half_columns_form *f, const tcf_stage *s) {
  if (!takes(s) || s->out_batch_step * s->os + s->dim[0].os != 1 || s->dim[0].n % TCF_HALF_COLUMNS) return 0;
  *f = (tcf_half_columns_form){.in_type = tcf_stage_stored(s, 0),
                               .out_type = tcf_stage_stored(s, 1),
                               .order = s->store == TCF_OP_TWIDDLE ? s->twiddle_n : 0,
                               .count = s->dim[0].n,
                               .in_step = s->in_step * s->is,
                               .out_step = s->out_step * s->os,
                               .in_distance = s->in_batch_step * s->is + s->dim[0].is};
  f->rows_in = f->in_step == 1 && has_pieces(s, f->in_distance);
  if (!f->rows_in && f->in_distance != 1) return 0;
  for (int i = 1; i < s->dims; i++) {
    if (s->dim[i].n == 1) continue;
    if (f->dims == TCF_HALF_COLUMNS_DIMS) return 0;
    f->dim[f->dims++] = s->dim[i];
  }
  return 1;
}

// Completes a form by a shape. 0: it does not suit the stage or the device.
static int set_shape(tcf_half_columns_form *f, const tcf_half_columns_shape *h, const tcf_stage *s, const tcf_device *d) {
  f->shape = h;
  return s->points == tcf_half_columns_points(h) && (double)tcf_dim_count(s, 0) / TCF_HALF_COLUMNS <= INT32_MAX &&
         d->capability >= 80 && d->compiler > 0 && d->shared >= (int64_t)tcf_half_columns_shared(h);
}

static void print_fft(const tcf_half_columns_shape *h, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "hc(%d.%d)@%d", h->radix[0], h->radix[1], h->blocks);
}

tcfft_status tcf_half_columns_find(tcf_half_columns_form *f, const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < TCF_COUNT(shapes) && s->width == TCF_HALF_COLUMNS && set_layout(f, s); i++) {
    print_fft(&shapes[i], fft);
    if (!strcmp(fft, s->fft) && shapes[i].threads == s->threads && set_shape(f, &shapes[i], s, d)) return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_half_columns on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_half_columns_print(const tcf_half_columns_form *f, char parameters[TCF_HALF_COLUMNS_PARAMETERS]) {
  const tcf_half_columns_shape *h = f->shape;
  snprintf(parameters, TCF_HALF_COLUMNS_PARAMETERS,
           "radix1=%d:radix2=%d:in_type=%d:out_type=%d:rows_in=%d:twiddles=%d:threads=%d:blocks=%d", h->radix[0],
           h->radix[1], f->in_type, f->out_type, f->rows_in, f->order != 0, h->threads, h->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors of rounding to FP16 between the passes, and of FP16 matrices.
static const double rounding_variance = 4.3e-8, matrix_variance = 1.5e-9;

void tcf_half_columns_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  const double latency = 2e-6;
  tcf_half_columns_form f;
  if (!set_layout(&f, stage)) return;
  for (int i = 0; i < TCF_COUNT(shapes); i++) {
    if (!set_shape(&f, &shapes[i], stage, d)) continue;
    tcf_stage s = *stage;
    print_fft(&shapes[i], s.fft);
    s.width = TCF_HALF_COLUMNS;
    s.threads = shapes[i].threads;
    const double point = tcf_stage_side_bytes(&s, 0) + tcf_stage_side_bytes(&s, 1),
                 bytes = point * (double)s.points * (double)tcf_dim_count(&s, 0);
    s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
    s.time = d->launch + latency + bytes / d->copy / shapes[i].of_copy[f.order != 0];
    s.variance = rounding_variance + 2 * matrix_variance;
    tcf_candidates_add(out, &s);
  }
}
