// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/stage.h"

#include <math.h>

#include "classic/host/axis.h"
#include "core/element.h"
#include "core/real_roots.h"

tcfft_kind tcf_directed_kind(tcfft_kind kind, int inverse) {
  if (inverse && kind == TCFFT_DCT2) return TCFFT_DCT3;
  if (inverse && kind == TCFFT_DCT3) return TCFFT_DCT2;
  return kind;
}

static tcfft_status build_list(const void **out, tcf_root_list l, const tcf_numbers *numbers, tcf_arena *arena) {
  return l.count ? numbers->roots(out, l.count, l.start, l.step, l.order, arena) : TCFFT_SUCCESS;
}

static tcfft_status build_real(tcf_real *r, tcfft_kind kind, int64_t n, const tcf_numbers *numbers, tcf_arena *arena) {
  *r = (tcf_real){.kind = kind, .n = n, .m = tcf_complex_length(kind, n)};
  if (kind == TCFFT_DCT4 && n % 2) r->eighth = tcf_inverse_of_eight(n);
  TCF_TRY(build_list(&r->half, tcf_half_roots(kind, n), numbers, arena));
  return build_list(&r->quarter, tcf_quarter_roots(kind, n), numbers, arena);
}

tcfft_status tcf_host_check_width(const tcf_stage *stage, const tcf_prepare *with) {
  if (!with->backend || tcf_simd_for(tcf_arithmetic_of(stage), stage->width)->width == stage->width) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "width=%lld: this processor has no such vectors", (long long)stage->width);
}

tcfft_status tcf_host_stage_build(tcf_host_stage **out, const tcf_stage *stage, tcf_engine engine, tcf_arena *tables) {
  const tcf_simd *simd = tcf_simd_for(tcf_arithmetic_of(stage), stage->width);
  tcf_host_stage *s;
  TCF_TRY(tcf_arena_get(tables, sizeof *s, &s));
  s->simd = simd;
  s->one = tcf_simd_for(simd->type, 1);
  tcf_fft_fn *run;
  TCF_TRY(tcf_arena_get(tables, sizeof *run, &run));
  *run = simd->fft;
  const tcf_fft_context context = {
      .simd = simd, .run = run, .split = (int)stage->split, .tensor = engine != NULL, .arena = tables};
  TCF_TRY(tcf_axis_build(&s->axis, stage->fft, &context));
  if (engine) *run = engine(simd);
  if (s->axis->n != tcf_complex_length(stage->kind, stage->n))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s has length %lld, the stage needs %lld", stage->fft, (long long)s->axis->n,
                    (long long)tcf_complex_length(stage->kind, stage->n));
  TCF_TRY(build_real(&s->op[0], stage->kind, stage->n, simd->numbers, tables));
  s->op[1] = s->op[0];
  s->op[1].kind = tcf_directed_kind(stage->kind, 1);
  // Raw rows are n real numbers or n/2 + 1 complex ones.
  const int64_t raw = stage->n / 2 + 1;
  s->tile_rows = s->op[0].m > raw ? s->op[0].m : raw;
  *out = s;
  return TCFFT_SUCCESS;
}

tcf_offsets tcf_dim_offsets(const tcf_stage *s, int first, int64_t item) {
  tcf_offsets at = {0, 0};
  for (int i = first; i < s->dims; i++) {
    const int64_t j = item % s->dim[i].n;
    item /= s->dim[i].n;
    at.in += j * s->dim[i].is;
    at.out += j * s->dim[i].os;
  }
  return (tcf_offsets){at.in * tcf_in_unit(s), at.out * tcf_out_unit(s)};
}

int64_t tcf_host_bytes(const tcf_stage *s) {
  const int64_t in = tcf_in_rows(s), out = tcf_out_rows(s);
  return tcf_dim_count(s, 0) * (in * tcf_stage_element_bytes(s, 0) + out * tcf_stage_element_bytes(s, 1));
}

// How many times as long memory by columns takes as by tiles. Short transforms end before the processor has found out what
// to fetch. (Fitted to 800 candidates of 256 to 16384 points, 2^16 to 2^22 in all, on one AMD EPYC: what is predicted to be
// the fastest takes 1.08 of what is.)
static double waiting(int64_t transform_bytes) {
  enum { SHORT = 40000 };
  return transform_bytes < SHORT ? 3 : 1.5;
}

double tcf_host_time(const tcf_stage *s, const tcf_device *d, double ops, int threads, tcf_host_order order) {
  const double of_last_cache = 0.4;
  // An operation on a vector takes the same time for all types: of doubles it has half as many numbers.
  const double compute = ops * (double)d->vector / d->flops / threads;
  // As if memory had numbers of the arithmetic's type, so that equal values of any type take the same way to the same
  // results.
  const int number = tcf_type_bytes(tcf_arithmetic_of(s));
  const int64_t each = number * (tcf_in_rows(s) * tcf_in_unit(s) + tcf_out_rows(s) * tcf_out_unit(s)),
                bytes = tcf_dim_count(s, 0) * each;
  // All threads share the bandwidth of memory, but each has its own caches. Of the last cache, which other cores use as
  // well, a part may hold other data, where bursts wait for memory; what comes in order is there in time.
  const int in_order = order == TCF_HOST_IN_ORDER;
  const double fits = (in_order ? 1 : of_last_cache) * (double)d->l3;
  const double memory = (double)bytes > fits ? (double)bytes / d->copy
                        : bytes > d->l2      ? (double)bytes / (6 * d->copy) / threads
                                             : 0;
  const double waited = order == TCF_HOST_BY_COLUMNS ? waiting(each) * memory : memory;
  return (in_order ? fmax(compute, memory) : compute + waited) + 5e-8 + (threads > 1 ? 4e-6 : 0);
}
