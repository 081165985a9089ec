// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "conformance/stored_trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const tcfft_type stored_inputs[STORED_INPUTS] = {TCFFT_F32, TCFFT_F16, TCFFT_BF16, TCFFT_I8, TCFFT_I16};
const tcfft_type stored_outputs[STORED_OUTPUTS] = {TCFFT_F32, TCFFT_F16, TCFFT_BF16};

tcfft_type stored_in_type(int pair) { return stored_inputs[(pair + 1) % 5]; }
tcfft_type stored_out_type(int pair) { return stored_outputs[(pair + 1) / 5]; }

const char *stored_name(tcfft_type type) {
  static const char *const names[] = {"f32", "f16", "bf16", "f64", "i8", "i16"};
  return names[type];
}

tcfft_plan *stored_plan(const tcfft_desc *d, tcfft_type in, tcfft_type out, const char *text) {
  tcfft_desc typed = *d;
  typed.in_type = in;
  typed.out_type = out;
  return test_plan(&typed, text);
}

tcfft_plan *stored_single_of(const stored_trial *t) {
  tcfft_desc single = t->d;
  single.in_type = single.out_type = TCFFT_F32;
  return stored_single(t->plan, &single, t->text);
}

void stored_fill(stored_trial *t, tcfft_type type, uint64_t salt) {
  const double range = type == TCFFT_I8 ? 127 : type == TCFFT_I16 ? 32767 : t->magnitude;
  test_rng rng = test_rng_fresh(salt);
  for (int64_t b = 0; b < t->from.batch; b++)
    for (int64_t i = 0; i < t->from.count; i++)
      for (int64_t w = 0, at = test_at(&t->from, b, i); w < t->from.width; w++) {
        const double value = stored_nearest(type, range * (double)test_uniform(&rng));
        stored_put(type, t->in.data, at + w, value);
        t->in_single.data[at + w] = (float)stored_get(type, t->in.data, at + w);
      }
}

void stored_set_scale(tcfft_desc *d) {
  double points = 1;
  for (int a = d->batch_axes; a < d->rank; a++) points *= (double)d->n[a];
  const double range = d->in_type == TCFFT_I8 ? 127 : d->in_type == TCFFT_I16 ? 32767 : 1;
  d->scale[0] = 0.7 / (range * sqrt(points));
  d->scale[1] = -1.3 * d->scale[0];
}

int stored_trial_new(stored_trial *t, const char *text, tcfft_type in, tcfft_type out, const stored_forced *forced) {
  *t = (stored_trial){.magnitude = 1};
  test_desc(&t->d, text);
  t->d.in_type = in;
  t->d.out_type = out;
  t->in_place = t->d.placement == TCFFT_IN_PLACE;
  if (t->in_place && stored_bytes(in) != stored_bytes(out)) return 0;
  snprintf(t->text, sizeof t->text, "%s:in=%s:out=%s", text, stored_name(in), stored_name(out));
  stored_set_scale(&t->d);
  test_sides(&t->from, &t->to, &t->d);
  t->plan = forced ? stored_forced_plan(&t->d, forced) : stored_plan(&t->d, in, out, t->text);
  if (!t->plan) return 0;
  t->single = stored_single_of(t);
  const int64_t most = t->in_place && t->to.span > t->from.span ? t->to.span : t->from.span;
  // Off all but the alignment of numbers, or on devices of elements.
  const int64_t in_shift = test_backend == TCFFT_BACKEND_HOST           ? 1
                           : t->in_place && t->to.width > t->from.width ? t->to.width
                                                                        : t->from.width,
                out_shift = test_backend == TCFFT_BACKEND_HOST ? 1 : t->to.width;
  t->in = stored_memory_new(most, in, in_shift);
  t->in_single = test_buffer_new(most, (int)in_shift);
  stored_fill(t, in, (uint64_t)most);
  t->out = t->in_place ? t->in : stored_memory_new(t->to.span, out, out_shift);
  t->out_single = t->in_place ? t->in_single : test_buffer_new(t->to.span, (int)out_shift);
  return 1;
}

void stored_trial_free(stored_trial *t) {
  tcfft_plan_destroy(t->plan);
  tcfft_plan_destroy(t->single);
  free(t->in.block);
  test_buffer_free(&t->in_single);
  if (t->in_place) return;
  free(t->out.block);
  test_buffer_free(&t->out_single);
}

void stored_execute(const stored_trial *t, const tcfft_plan *plan, tcfft_direction way) {
  const tcfft_status status = test_exec_pieces(plan, stored_piece(&t->in), stored_piece(&t->out), way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s: %s", t->text, tcfft_status_string(status), tcfft_last_error());
}

// The library's own copies of host memory to a device and back.
static void execute_host(const stored_trial *t, tcfft_direction way) {
  const tcfft_status status = tcfft_exec_host(t->plan, t->in.data, t->out.data, way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: tcfft_exec_host: %s", t->text, tcfft_last_error());
}

void stored_run(const stored_trial *t, tcfft_direction way) {
  const int count = test_backend == TCFFT_BACKEND_HOST ? 2 : 3;
  char *input = malloc(t->in.bytes), *first = malloc(t->out.bytes);
  memcpy(input, t->in.block, t->in.bytes);
  for (int again = 0; again < count; again++) {
    if (!t->in_place) memset(t->out.block, STORED_POISON, t->out.bytes);
    if (t->in_place) memcpy(t->in.block, input, t->in.bytes);
    if (again < 2)
      stored_execute(t, t->plan, way);
    else
      execute_host(t, way);
    if (!again) memcpy(first, t->out.block, t->out.bytes);
    ck_assert_msg(!memcmp(first, t->out.block, t->out.bytes), "%s: execution %d gave other bits", t->text, again + 1);
  }
  ck_assert_msg(t->in_place || !memcmp(input, t->in.block, t->in.bytes), "%s: the input was changed", t->text);
  stored_check_gaps(&t->out, &t->to, t->in_place ? &t->from : NULL, stored_bytes(t->d.out_type), t->text);
  free(input);
  free(first);
  const tcfft_status status = test_exec(t->single, &t->in_single, &t->out_single, way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s in FP32: %s", t->text, tcfft_last_error());
}

// How far apart numbers that should be equal may be.
static double slack(const stored_trial *t, double wanted, double largest, double average) {
  const double unit = t->d.out_type == TCFFT_F16    ? 0x1p-10
                      : t->d.out_type == TCFFT_BF16 ? 0x1p-7
                                                    : 0,
               between = stored_between(t->plan), errors = 8;
  if (between > 0) return unit * fabs(wanted) + errors * between * average;
  return stored_bits_vary() ? 0x1p-22 * largest + unit * fabs(wanted) : 0;
}

void stored_trial_exact(const stored_trial *t) {
  double largest = 0, norm = 0;
  int64_t count = 0, other = 0;
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0; w < t->to.width; w++) {
        const double value = (double)t->out_single.data[test_at(&t->to, b, i) + w];
        largest = fmax(largest, fabs(value));
        norm += value * value;
      }
  const double average = sqrt(norm / (double)(t->to.batch * t->to.count));  // of complex numbers
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0, at = test_at(&t->to, b, i); w < t->to.width; w++, count++) {
        const double is = stored_get(t->d.out_type, t->out.data, at + w),
                     wanted = stored_nearest(t->d.out_type, (double)t->out_single.data[at + w]);
        if ((is == wanted && !signbit(is) == !signbit(wanted)) || (isnan(is) && isnan(wanted))) continue;
        other++;
        if (!(fabs(is - wanted) <= slack(t, wanted, largest, average)))
          ck_abort_msg("%s: element %lld of transform %lld is %a, not %a, which is %a in FP32", t->text, (long long)i,
                       (long long)b, is, wanted, (double)t->out_single.data[at + w]);
      }
  // Few of those that are rounded to 16 bits notice.
  if (other && t->d.out_type != TCFFT_F32 && count > 1000 && stored_between(t->plan) <= 0)
    ck_assert_msg(other * 50 < count, "%s: %lld of %lld numbers differ", t->text, (long long)other, (long long)count);
}

// Relative L2 distance to values that are packed, times a scale.
static double distance(const stored_trial *t, const double *wanted, double scale) {
  double error = 0, norm = 0;
  const double *want = wanted;
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0, at = test_at(&t->to, b, i); w < t->to.width; w++, want++) {
        const double is = stored_get(t->d.out_type, t->out.data, at + w), off = is - scale * *want;
        error += off * off;
        norm += scale * *want * scale * *want;
      }
  return sqrt(error / norm);
}

static double *gather(const test_side *side, const test_buffer *from) {
  double *packed = test_doubles(side->count * side->batch * side->width), *p = packed;
  for (int64_t b = 0; b < side->batch; b++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, b, i); w < side->width; w++) *p++ = (double)from->data[at + w];
  return packed;
}

// C2R of several axes has one right answer for spectra of real signals alone; those are random numbers here.
static int has_reference(const stored_trial *t) { return t->d.kind != TCFFT_C2R || t->d.rank - t->d.batch_axes == 1; }

void stored_trial_check(stored_trial *t, tcfft_direction way) {
  stored_fill(t, t->d.in_type, 7 * (uint64_t)way + 1);
  double *packed = gather(&t->from, &t->in_single);
  double *wanted = has_reference(t) ? test_expected(&t->d, way, packed) : NULL;
  stored_run(t, way);
  if (stored_is_alike(&t->d)) stored_trial_exact(t);
  // Values rounded to the nearest are off by 0.41 of the most on the average, by 0.58 where all are just above a power of
  // two. Sums of a few samples of 8 bits have few values, of which all may be nearly halfway.
  const int samples = t->d.in_type == TCFFT_I8;
  const double rounding = (samples ? 1 : 0.58) * stored_unit(t->d.out_type), scaling = 6e-8,
               single = test_gate_l2(&t->d) + scaling;  // the scale is no power of two
  double *results = gather(&t->to, &t->out_single);
  const double off = distance(t, results, 1), error = wanted ? distance(t, wanted, t->d.scale[way]) : 0,
               bound = tcfft_plan_error_bound(t->plan), between = stored_between(t->plan),
               gate = sqrt(single * single + rounding * rounding + between * between);
  // Few numbers are no average.
  const double few = (double)(t->to.count * t->to.batch * t->to.width) < 250 ? 2 : 1;
  ck_assert_msg(off <= few * gate, "%s: %g from FP32's result, gate %g", t->text, off, few * gate);
  ck_assert_msg(error <= few * gate, "%s: error %g, gate %g", t->text, error, few * gate);
  ck_assert_msg(few > 1 || samples || error <= bound + scaling || t->d.algorithm == TCFFT_ALGORITHM_TENSOR,
                "%s: error %g above the bound %g", t->text, error, bound);
  ck_assert_msg(few > 1 || !wanted || t->d.out_type == TCFFT_F32 || bound <= 4 * error, "%s: bound %g, error %g", t->text,
                bound, error);
  test_free_doubles(results);
  test_free_doubles(wanted);
  test_free_doubles(packed);
}
