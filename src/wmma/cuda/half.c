// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"

static const tcf_half_shape shapes[] = {{64, {8, 8}},   {128, {16, 8}},  {128, {8, 16}},  {256, {16, 16}}, {256, {32, 8}},
                                        {256, {8, 32}}, {512, {32, 16}}, {512, {16, 32}}, {1024, {32, 32}}};

// Points of a warp, which are in registers, and threads of a multiprocessor for whose registers programs are compiled.
static const struct { int points, threads; } loads[] = {{1024, 512}, {512, 640}};
enum { WARPS = 4 };  // of a block

// ------------------------------------------------------------------------------------------------ forms

int tcf_half_layout(tcf_half_form *f, const tcf_stage *s) {
  const int loads_all = s->load == TCF_OP_USER || s->load == TCF_OP_COPY,
            stores_all = s->store == TCF_OP_USER || s->store == TCF_OP_COPY;
  if (s->kind != TCFFT_C2C || s->axes || s->in_type != TCFFT_F16 || s->out_type != TCFFT_F16 || !loads_all || !stores_all ||
      !s->dims || s->in_batch_step || s->out_batch_step || s->in_step * s->is != 1 || s->out_step * s->os != 1)
    return 0;
  *f = (tcf_half_form){.count = s->dim[0].n, .fft_is = s->dim[0].is, .fft_os = s->dim[0].os};
  for (int i = 1; i < s->dims; i++) {
    if (s->dim[i].n == 1) continue;
    if (f->dims == TCF_HALF_DIMS) return 0;
    f->dim[f->dims++] = s->dim[i];
  }
  return 1;
}

// Completes a form by a shape. 0: it does not suit the stage or the device.
static int set_block(tcf_half_form *f, const tcf_half_shape *h, int load, const tcf_device *d) {
  f->shape = h;
  f->each = loads[load].points / h->n;
  f->threads = 32 * WARPS;
  f->blocks = loads[load].threads / f->threads;
  double blocks = ceil((double)f->count / (f->each > 0 ? f->each * WARPS : 1));
  for (int i = 0; i < f->dims; i++) blocks *= (double)f->dim[i].n;
  return f->each > 0 && blocks <= INT32_MAX && d->capability >= 80 && d->compiler > 0;
}

static void print_fft(const tcf_half_shape *h, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "h(%d.%d)", h->radix[0], h->radix[1]);
}

tcfft_status tcf_half_find(tcf_half_form *f, const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < TCF_COUNT(shapes) && tcf_half_layout(f, s); i++) {
    print_fft(&shapes[i], fft);
    for (int load = 0; load < TCF_COUNT(loads) && !strcmp(fft, s->fft) && s->points == shapes[i].n; load++)
      if (set_block(f, &shapes[i], load, d) && f->threads == s->threads && f->each * WARPS == s->width) return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_half on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_half_print(const tcf_half_form *f, char parameters[TCF_HALF_PARAMETERS]) {
  snprintf(parameters, TCF_HALF_PARAMETERS, "radix1=%d:radix2=%d:each=%d:threads=%d:blocks=%d", f->shape->radix[0],
           f->shape->radix[1], f->each, f->threads, f->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors of rounding to FP16 between the passes, and of FP16 matrices.
static const double rounding_variance = 4.3e-8, matrix_variance = 1.2e-9;

static void add_form(const tcf_stage *stage, tcf_half_form *f, const tcf_half_shape *h, int load, const tcf_device *d,
                     tcf_candidates *out) {
  const double latency = 1e-6, of_copy = 0.9, of_row = 0.97;
  if (!set_block(f, h, load, d)) return;
  tcf_stage s = *stage;
  print_fft(h, s.fft);
  s.width = f->each * WARPS;
  s.threads = f->threads;
  const double bytes = 2.0 * tcf_stage_side_bytes(&s, 0) * (double)s.points * (double)tcf_dim_count(&s, 0);
  s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
  s.time = d->launch + latency + bytes / d->copy / (h->radix[1] == 8 ? of_copy * of_row : of_copy);
  s.variance = rounding_variance + 2 * matrix_variance;
  tcf_candidates_add(out, &s);
}

void tcf_half_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  tcf_half_form f;
  if (!tcf_half_layout(&f, stage)) return;
  for (int i = 0; i < TCF_COUNT(shapes); i++)
    for (int load = 0; load < TCF_COUNT(loads) && stage->points == shapes[i].n; load++)
      add_form(stage, &f, &shapes[i], load, d, out);
}
