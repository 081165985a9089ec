// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "core/limits.h"

static const tcf_half_shape shapes[] = {{64, {8, 8}},   {128, {16, 8}},  {128, {8, 16}},  {256, {16, 16}}, {256, {32, 8}},
                                        {256, {8, 32}}, {512, {32, 16}}, {512, {16, 32}}, {1024, {32, 32}}};

// Threads of a multiprocessor whose registers are to fit.
enum { THREADS = 512, FEW_THREADS = 640, FEW_POINTS = 512 };

// Of matrix elements cos(2 pi k / R) and sin(2 pi k / R) times these, the relative rounding errors in FP16 are 1.1e-6, 1.4e-5
// and 3.8e-5; without them 7.6e-5, 1.0e-4 and 1.3e-4.
double tcf_half_factor(int radix) { return radix == 8 ? 1.59375 : radix == 16 ? 1.86034 : 1.115195; }

// ------------------------------------------------------------------------------------------------ forms

// The batch dimension of neighbouring transforms: the first one where the axis is stepped through or has twiddles, else one whose
// transforms are neighbours in memory. -1: none.
static int dim_of_ffts(const tcf_stage *s) {
  if (s->in_batch_step || s->out_batch_step || s->store == TCF_OP_TWIDDLE) return 0;
  for (int i = 0; i < s->dims; i++)
    if (s->dim[i].n > 1 && (s->dim[i].is == 1 || s->dim[i].os == 1)) return i;
  return 0;
}

static int takes_types(const tcf_stage *s) {
  const int in = s->in_type == TCFFT_F16 || (int)s->in_type == TCF_PAIR6,
            out = s->out_type == TCFFT_F16 || (int)s->out_type == TCF_PAIR6;
  return in && out;
}

static int takes_operations(const tcf_stage *s) {
  return (s->load == TCF_OP_USER || s->load == TCF_OP_COPY) &&
         (s->store == TCF_OP_USER || s->store == TCF_OP_COPY || (s->store == TCF_OP_TWIDDLE && s->out_batch_step));
}

// Sets what does not depend on the shape. 0: the stage has no such form.
static int set_layout(tcf_half_form *f, const tcf_stage *s) {
  if (s->kind != TCFFT_C2C || s->axes || !takes_types(s) || !takes_operations(s) || !s->dims) return 0;
  const int dim = dim_of_ffts(s);
  const tcf_iodim *ffts = &s->dim[dim];
  *f = (tcf_half_form){.pairs_in = tcf_type_is_pair(s->in_type),
                       .pairs_out = tcf_type_is_pair(s->out_type),
                       .twiddles = s->store == TCF_OP_TWIDDLE,
                       .count = ffts->n,
                       .point_is = s->in_step * s->is,
                       .fft_is = ffts->is + s->in_batch_step * s->is,
                       .point_os = s->out_step * s->os,
                       .fft_os = ffts->os + s->out_batch_step * s->os};
  for (int i = 0; i < s->dims; i++) {
    if (i == dim || s->dim[i].n == 1) continue;
    if (f->dims == TCF_HALF_DIMS) return 0;
    f->dim[f->dims++] = s->dim[i];
  }
  f->columns_in = f->point_is != 1;
  f->columns_out = f->point_os != 1;
  return (!f->columns_in || f->fft_is == 1) && (!f->columns_out || f->fft_os == 1);
}

// As half_shape of half_io.cuh.
size_t tcf_half_shared(const tcf_half_form *f) {
  return f->columns_in || f->columns_out ? sizeof(tcf_u32) * (size_t)(f->ffts * (f->shape->n + 2)) : 0;
}

// Completes a form by a shape and the transforms of a block. 0: they do not suit one another or the device.
static int set_block(tcf_half_form *f, const tcf_half_shape *h, int ffts, const tcf_device *d) {
  const int columns = f->columns_in || f->columns_out;
  f->shape = h;
  f->ffts = ffts;
  f->threads = 32 * ffts;
  const int64_t shared = (int64_t)tcf_half_shared(f);
  int64_t blocks = (h->n < FEW_POINTS ? FEW_THREADS : THREADS) / f->threads;
  if (blocks > d->sm_shared / (shared + 1024)) blocks = d->sm_shared / (shared + 1024);
  f->blocks = blocks > 16 ? 16 : (int)blocks;
  return blocks >= 1 && shared <= d->shared && (!columns || (ffts % 4 == 0 && f->count >= ffts)) && d->capability >= 80 &&
         d->compiler > 0;
}

static void print_fft(const tcf_half_shape *h, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "h(%d.%d)", h->radix[0], h->radix[1]);
}

tcfft_status tcf_half_find(tcf_half_form *f, const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < TCF_COUNT(shapes) && set_layout(f, s); i++) {
    print_fft(&shapes[i], fft);
    if (!strcmp(fft, s->fft) && s->points == shapes[i].n && s->width > 0 && s->width <= 32 &&
        set_block(f, &shapes[i], (int)s->width, d) && f->threads == s->threads)
      return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_half on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_half_print(const tcf_half_form *f, char parameters[TCF_HALF_PARAMETERS]) {
  snprintf(
      parameters, TCF_HALF_PARAMETERS,
      "n=%d:radix1=%d:radix2=%d:ffts=%d:each=1:columns_in=%d:columns_out=%d:pairs_in=%d:pairs_out=%d:twiddles=%d:threads=%d:"
      "blocks=%d",
      f->shape->n, f->shape->radix[0], f->shape->radix[1], f->ffts, f->columns_in, f->columns_out, f->pairs_in, f->pairs_out,
      f->twiddles, f->threads, f->blocks);
}

// ------------------------------------------------------------------------------------------------ cost

// Instructions of a point (compiled for compute capability 9.0), and the part of the issue slots that blocks use.
static double point_ops(const tcf_half_form *f) {
  return 22 + (f->columns_in || f->columns_out ? 4 : 0) + (f->twiddles ? 10 : 0) + (f->pairs_out ? 13 : 0) +
         (f->pairs_in ? 17 : 0);
}

static double seconds(const tcf_half_form *f, const tcf_stage *s, const tcf_device *d) {
  const double latency = 1e-6, used = 0.6, of_memory = f->columns_in || f->columns_out ? 0.85 : 0.92;
  const double points = (double)s->points * (double)tcf_dim_count(s, 0);
  const double short_runs = (f->columns_in || f->columns_out) && f->ffts < 16 ? 1.1 : 1;
  const double memory =
                   points * (tcf_stage_side_bytes(s, 0) + tcf_stage_side_bytes(s, 1)) * short_runs / d->copy / of_memory,
               compute = points * point_ops(f) / (double)d->cores / (used * d->flops);
  return d->launch + latency + (memory > compute ? memory + 0.2 * compute : compute + 0.2 * memory);
}

// Squared relative errors: of rounding to FP16 between passes, and of FP16 matrices.
static const double rounding_variance = 4.3e-8, matrix_variance = 1.2e-9;

static void add_form(const tcf_stage *stage, tcf_half_form *f, const tcf_half_shape *h, int ffts, const tcf_device *d,
                     tcf_candidates *out) {
  if (!set_block(f, h, ffts, d)) return;
  tcf_stage s = *stage;
  print_fft(h, s.fft);
  s.width = ffts;
  s.threads = f->threads;
  const double bytes =
      (tcf_stage_side_bytes(&s, 0) + tcf_stage_side_bytes(&s, 1)) * (double)s.points * (double)tcf_dim_count(&s, 0);
  s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
  s.time = seconds(f, &s, d);
  s.variance = rounding_variance + 2 * matrix_variance;
  tcf_candidates_add(out, &s);
}

void tcf_half_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  tcf_half_form f;
  if (!set_layout(&f, stage)) return;
  for (int i = 0; i < TCF_COUNT(shapes); i++) {
    if (stage->points != shapes[i].n) continue;
    if (f.columns_in || f.columns_out) {
      add_form(stage, &f, &shapes[i], 16, d, out);
      add_form(stage, &f, &shapes[i], 8, d, out);
    } else {
      add_form(stage, &f, &shapes[i], 4, d, out);
      add_form(stage, &f, &shapes[i], 2, d, out);
    }
  }
}
