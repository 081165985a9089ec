// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/cluster_wide.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "core/element.h"

static const tcf_wide_shape shapes[] = {{16, 8, "16.16.16", 0.855, 0.84},
                                        {16, 16, "16.16.16", 0.83, 0.82},
                                        {32, 16, "16.16.32", 0.795, 0.78},
                                        {64, 16, "16.16.16.4", 0.72, 0.72}};
enum { SHAPES = sizeof shapes / sizeof *shapes, IN_SLOTS = 3, END_SLOTS = 4 };

static int64_t points_of(const tcf_wide_shape *h) { return TCF_CLUSTER_COLUMN * (int64_t)h->digits; }

// The device aligns shared memory to half of what places are exclusive-or'ed in. Twiddles of tiles take more than the roots
// of the second pass.
size_t tcf_wide_shared(void) {
  const size_t slots = IN_SLOTS + END_SLOTS, barriers = 2 * 2 * IN_SLOTS + 3 * END_SLOTS;
  return TCF_CLUSTER_ALIGNED / 2 + slots * TCF_CLUSTER_TILE * TCF_COMPLEX_BYTES +
         IN_SLOTS * TCF_WIDE_TWIDDLES * (size_t)TCF_COMPLEX_BYTES + 8 * barriers;
}

// ------------------------------------------------------------------------------------------------ forms

// The batch dimension of neighbouring transforms: the first one where the axis is stepped through, else any whose results
// are neighbours. -1: there is none.
static int dim_of_ffts(const tcf_stage *s) {
  if (s->in_batch_step || s->out_batch_step) return 0;
  if (s->load == TCF_OP_TWIDDLE) return -1;
  for (int i = 0; i < s->dims; i++)
    if (s->dim[i].os == 1 && s->dim[i].n > 1 && (s->dim[i].is == 1 || s->in_step * s->is == 1)) return i;
  return -1;
}

// The batch without that dimension.
static tcf_cluster_batch batch_beside(const tcf_stage *s, int dim) {
  tcf_stage others = *s;
  others.dims = 0;
  for (int i = 0; i < s->dims; i++)
    if (i != dim) others.dim[others.dims++] = s->dim[i];
  return tcf_cluster_batch_of(&others);
}

// 0: the stage has no such form.
static int form_of(tcf_wide_form *f, const tcf_stage *s) {
  const int dim = dim_of_ffts(s);
  const int loads = s->load == TCF_OP_USER || s->load == TCF_OP_COPY || s->load == TCF_OP_TWIDDLE;
  // Complex numbers of other types are words of 4 bytes for the copy engine, which those of 8 bits are not.
  if (s->kind != TCFFT_C2C || s->in_type == TCFFT_I8 || s->axes || !loads ||
      (s->store != TCF_OP_USER && s->store != TCF_OP_COPY) || dim < 0)
    return 0;
  const tcf_iodim *ffts = &s->dim[dim];
  *f = (tcf_wide_form){.twiddles = s->load == TCF_OP_TWIDDLE,
                       .in_type = tcf_stage_stored(s, 0),
                       .out_type = tcf_stage_stored(s, 1),
                       .in_bytes = tcf_stage_side_bytes(s, 0),
                       .out_bytes = tcf_stage_side_bytes(s, 1),
                       .ffts = ffts->n,
                       .point_is = s->in_step * s->is,
                       .fft_is = ffts->is + s->in_batch_step * s->is,
                       .point_os = s->out_step * s->os,
                       .batch = batch_beside(s, dim)};
  f->rows = f->point_is == 1;
  const double pieces = (double)tcf_dim_count(s, 0) / TCF_WIDE_FFTS;
  f->pieces = pieces <= INT32_MAX ? (int64_t)pieces : 0;
  const int rooted = !f->twiddles || (f->rows && s->twiddle_n == s->points * f->ffts);
  return f->pieces > 0 && f->ffts % TCF_WIDE_FFTS == 0 && f->ffts <= INT32_MAX && (f->rows || f->fft_is == 1) &&
         ffts->os + s->out_batch_step * s->os == 1 && rooted && f->batch.dims <= TCF_CLUSTER_DIMS;
}

// Without a run-time compiler the program must be one of the built-in ones.
static int fits_device(const tcf_wide_shape *h, const tcf_wide_form *f, const tcf_device *d) {
  char parameters[TCF_CLUSTER_PARAMETERS];
  if (d->capability < 90 || d->cluster < h->blocks || d->shared < (int64_t)tcf_wide_shared() ||
      d->sm_threads < TCF_CLUSTER_THREADS)
    return 0;
  tcf_wide_print(h, f, parameters);
  return d->compiler || tcf_builtin_find(d, "cluster_wide", parameters);
}

static void print_fft(const tcf_wide_shape *h, char fft[TCF_FFT_TEXT]) {
  snprintf(fft, TCF_FFT_TEXT, "c%d(%s)", h->blocks, h->passes);
}

tcfft_status tcf_wide_find(const tcf_wide_shape **shape, tcf_wide_form *form, const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT];
  for (int i = 0; i < SHAPES && s->threads == TCF_CLUSTER_THREADS && s->width == TCF_WIDE_FFTS; i++) {
    print_fft(&shapes[i], fft);
    if (strcmp(fft, s->fft) != 0 || s->points != points_of(&shapes[i])) continue;
    if (!form_of(form, s) || !fits_device(&shapes[i], form, d)) continue;
    *shape = &shapes[i];
    return TCFFT_SUCCESS;
  }
  return tcf_fail(TCFFT_ERROR_PARSE,
                  "n=%" PRId64 ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_cluster_wide on %s", s->n,
                  s->width, s->threads, s->fft, d->name);
}

void tcf_wide_print(const tcf_wide_shape *h, const tcf_wide_form *f, char parameters[TCF_CLUSTER_PARAMETERS]) {
  char types[48] = "";
  if (f->in_type || f->out_type) snprintf(types, sizeof types, ":in_type=%d:out_type=%d", f->in_type, f->out_type);
  snprintf(parameters, TCF_CLUSTER_PARAMETERS,
           "digits=%d:cluster=%d:in_slots=%d:end_slots=%d:rows=%d:twiddles=%d:threads=%d:blocks=1%s", h->digits, h->blocks,
           IN_SLOTS, END_SLOTS, f->rows, f->twiddles, TCF_CLUSTER_THREADS, types);
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors: of the additions of a factor of two, of an exact pass with fused twiddles and of a short one.
static const double add_variance = 0.75e-15, exact_variance = 3.5e-15, short_variance = 5.4e-15;

// What the copy engine does not load, threads load, at 0.45 of its speed.
static double of_loads(const tcf_wide_form *f) {
  const tcf_cluster_batch *b = &f->batch;
  const int64_t apart = f->rows ? f->fft_is : f->point_is, piece = 16 / f->in_bytes;
  return apart % piece || b->dims > 1 || (b->dims && b->dim[0].is % piece) ? 2.2 : 1;
}

// Clusters take rounds, of which the first ones are slower, as in cluster.c. Less so than there: what comes before and after
// is a launch that overlaps.
static double seconds(const tcf_wide_shape *h, const tcf_wide_form *f, const tcf_device *d) {
  const double latency = 2e-6, first_rounds = 9, slower = 0.08;
  const double fit = floor((h->blocks > 2 ? 0.92 : 1) * (double)d->cores / h->blocks), at_once = fit < 1 ? 1 : fit;
  const double rounds = ceil((double)f->pieces / at_once), fraction = f->rows ? h->rows : h->columns;
  const double bytes =
      (double)points_of(h) * TCF_WIDE_FFTS *
      (tcf_cluster_counted_bytes(f->in_bytes, d) * of_loads(f) + tcf_cluster_counted_bytes(f->out_bytes, d));
  return d->launch + latency + at_once * bytes / d->copy / fraction * (rounds + slower * fmin(rounds, first_rounds));
}

// The pass of radix 4 of quarters has half the steps of one of 16, all exact.
static double variance(const tcf_wide_shape *h, const tcf_wide_form *f) {
  const double three = f->twiddles ? exact_variance + 2 * short_variance : 2 * exact_variance;
  return add_variance * log2((double)points_of(h)) + three + (tcf_wide_quartered(h) ? exact_variance / 2 : 0);
}

void tcf_wide_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  tcf_wide_form f;
  if (!form_of(&f, stage)) return;
  for (int i = 0; i < SHAPES; i++) {
    tcf_stage s = *stage;
    if (s.points != points_of(&shapes[i]) || !fits_device(&shapes[i], &f, d)) continue;
    print_fft(&shapes[i], s.fft);
    s.width = TCF_WIDE_FFTS;
    s.threads = TCF_CLUSTER_THREADS;
    const double bytes = (f.in_bytes + f.out_bytes) * (double)s.points * (double)tcf_dim_count(&s, 0);
    s.bytes = bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
    s.time = seconds(&shapes[i], &f, d);
    s.variance = variance(&shapes[i], &f);
    tcf_candidates_add(out, &s);
  }
}
