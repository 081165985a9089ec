// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One problem against the reference, and everything else that must hold of an execution.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

void test_desc(tcfft_desc *d, const char *text) {
  *d = (tcfft_desc)TCFFT_DESC_INIT;
  const tcfft_status status = tcfft_desc_parse(d, text);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: parsing answers %s: %s", text, tcfft_status_string(status),
                tcfft_last_error());
  d->backend = test_backend;
  d->in_type = d->out_type = TEST_TYPE;
}

const char *test_current = "";

tcfft_plan *test_plan(const tcfft_desc *d, const char *text) {
  test_current = text;
  tcfft_plan *plan = NULL;
  const tcfft_status status = tcfft_plan_create(&plan, d);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: planning answers %s: %s", text, tcfft_status_string(status),
                tcfft_last_error());
  ck_assert_ptr_nonnull(plan);
  return plan;
}

char *test_description(const tcfft_plan *plan) {
  tcfft_plan_describe(plan, NULL, 0);
  const size_t bytes = tcfft_last_text_size();
  char *text = malloc(bytes);
  ck_assert_int_eq(tcfft_plan_describe(plan, text, bytes), TCFFT_SUCCESS);
  return text;
}

static double logical_size(const tcfft_desc *d) {
  double n = 1;
  for (int a = 0; a < d->rank; a++) n *= (double)d->n[a];
  return fmax(n, 2);
}

double test_gate_l2(const tcfft_desc *d) {
  if (d->algorithm == TCFFT_ALGORITHM_TENSOR && d->split == TCFFT_SPLIT_HALF1) return 8e-4;
  if (d->algorithm == TCFFT_ALGORITHM_TENSOR && d->split == TCFFT_SPLIT_PAPER) return 5e-6;
  const double least = TEST_EPS * 3e-7 * sqrt(log2(logical_size(d)) / 10);
  return d->tolerance > least ? d->tolerance : least;
}

// A gate that was widened for the L2 error widens the other by as much.
double test_gate_worst(const tcfft_desc *d) {
  const double least = TEST_EPS * 3e-7 * sqrt(log2(logical_size(d)) / 10);
  return TEST_EPS * (2e-6 + 5e-7 * log10(logical_size(d))) * fmax(1, test_gate_l2(d) / least);
}

// A spectrum of a real signal: what a C2R of rank 2 or more needs to have one right answer.
static test_wide *hermitian(const tcfft_desc *d, const test_side *in, double range, test_rng *rng) {
  tcfft_desc forward = {.kind = TCFFT_R2C, .rank = d->rank, .batch = d->batch};
  double reals = (double)in->batch, size = 1;
  for (int a = 0; a < d->rank; a++) {
    forward.n[a] = d->n[a];
    size *= (double)d->n[a];
  }
  reals *= size;
  test_wide *signal = test_doubles((int64_t)reals);
  for (int64_t i = 0; i < (int64_t)reals; i++) signal[i] = range * (test_wide)test_uniform(rng) / sqrt(size);
  test_wide *spectrum = test_expected(&forward, TCFFT_FORWARD, signal);
  test_free_doubles(signal);
  return spectrum;
}

// Fills the elements of the input, and leaves what lies between them poisoned.
static void fill(test_buffer *b, const tcfft_desc *d, const test_side *in, double range) {
  test_rng rng = test_rng_fixed((uint64_t)in->count * 31u + (uint64_t)in->batch);
  test_wide *values = d->kind == TCFFT_C2R && d->rank > 1 ? hermitian(d, in, range, &rng) : NULL;
  for (int64_t t = 0; t < in->batch; t++) {
    for (int64_t i = 0; i < in->count; i++) {
      test_number *x = b->data + test_at(in, t, i);
      for (int w = 0; w < in->width; w++) {
        x[w] = values ? (test_number)values[(t * in->count + i) * in->width + w] : (test_number)range * test_uniform(&rng);
      }
    }
  }
  test_free_doubles(values);
}

static test_wide *gather(const test_buffer *b, const test_side *side) {
  test_wide *packed = test_doubles(side->count * side->batch * side->width);
  test_wide *p = packed;
  for (int64_t t = 0; t < side->batch; t++) {
    for (int64_t i = 0; i < side->count; i++) {
      const test_number *x = b->data + test_at(side, t, i);
      for (int w = 0; w < side->width; w++) *p++ = x[w];
    }
  }
  return packed;
}

static test_errors compare(const test_buffer *b, const test_side *side, const test_wide *expected, double scale) {
  test_wide error = 0, norm = 0, worst = 0, largest = 0;
  const test_wide *e = expected;
  for (int64_t t = 0; t < side->batch; t++) {
    for (int64_t i = 0; i < side->count; i++, e += side->width) {
      const test_number *x = b->data + test_at(side, t, i);
      test_wide difference = 0, size = 0;
      for (int w = 0; w < side->width; w++) {
        const test_wide r = e[w] * scale;
        difference += (x[w] - r) * (x[w] - r);
        size += r * r;
      }
      error += difference;
      norm += size;
      // Not fmax, which would drop a NaN.
      if (!(difference <= worst)) worst = difference;
      if (size > largest) largest = size;
    }
  }
  return (test_errors){.l2 = sqrt((double)(error / norm)), .worst = sqrt((double)(worst / largest))};
}

static void execute(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction,
                    const char *text) {
  const tcfft_status status = test_exec(plan, in, out, direction);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: executing answers %s: %s", text, tcfft_status_string(status),
                tcfft_last_error());
}

// The same plan on the buffers themselves, by the library's own copies: expected is what tcfft_exec gave.
static void through_host(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, const test_wide *expected,
                         const test_side *to, tcfft_direction direction, const char *text) {
  const tcfft_status status = tcfft_exec_host(plan, in->data, out->data, direction);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: tcfft_exec_host answers %s: %s", text, tcfft_status_string(status),
                tcfft_last_error());
  test_wide *got = gather(out, to);
  for (int64_t i = 0; i < to->count * to->batch * to->width; i++)
    ck_assert_msg(test_bits((test_number)got[i]) == test_bits((test_number)expected[i]),
                  "%s: tcfft_exec_host gave other bits than tcfft_exec", text);
  test_free_doubles(got);
}

// Simulated devices look at every access of the first execution, and take seconds for the same accesses once more: by
// TCFFT_TEST_ONCE=1 the first is the only one. That all of them give the same bits is for the runs on faster devices.
static int is_repeated(void) {
  const char *once = getenv("TCFFT_TEST_ONCE");
  return !once || !atoi(once);
}

// The same execution again, and through the host; out holds what the first one gave.
static void again(const tcfft_plan *plan, const test_buffer *in, test_buffer *out, const test_side *to,
                  tcfft_direction direction, const char *text) {
  test_number *first = test_buffer_copy(out);
  test_buffer_poison(out);
  execute(plan, in, out, direction, text);
  ck_assert_msg(test_buffer_same(out, first), "%s: the second execution gave other bits than the first", text);
  free(first);
  if (test_backend == TCFFT_BACKEND_HOST) return;
  test_wide *result = gather(out, to);
  test_buffer_poison(out);
  through_host(plan, in, out, result, to, direction, text);
  test_free_doubles(result);
}

// Two executions out of place; returns the buffer of the last.
static test_buffer twice(const tcfft_plan *plan, const test_buffer *in, const test_side *to, int shift,
                         tcfft_direction direction, const char *text) {
  test_number *kept = test_buffer_copy(in);
  test_buffer out = test_buffer_new(to->span, shift);
  execute(plan, in, &out, direction, text);
  if (is_repeated()) again(plan, in, &out, to, direction, text);
  ck_assert_msg(test_buffer_same(in, kept), "%s: the input was changed", text);
  test_check_gaps(&out, to, NULL, text);
  free(kept);
  return out;
}

// The same execution again on what the input was, and through the host; b holds what the first one gave.
static void again_in_place(const tcfft_plan *plan, test_buffer *b, const test_number *input, const test_side *to,
                           tcfft_direction direction, const char *text) {
  test_number *first = test_buffer_copy(b);
  memcpy(b->block, input, (size_t)b->total * sizeof(test_number));
  execute(plan, b, b, direction, text);
  ck_assert_msg(test_buffer_same(b, first), "%s: the second execution gave other bits than the first", text);
  free(first);
  if (test_backend == TCFFT_BACKEND_HOST) return;
  test_wide *result = gather(b, to);
  memcpy(b->block, input, (size_t)b->total * sizeof(test_number));
  through_host(plan, b, b, result, to, direction, text);
  test_free_doubles(result);
}

// Two executions in place, on the same data.
static void twice_in_place(const tcfft_plan *plan, test_buffer *b, const test_side *from, const test_side *to,
                           tcfft_direction direction, const char *text) {
  test_number *kept = test_buffer_copy(b);
  execute(plan, b, b, direction, text);
  if (is_repeated()) again_in_place(plan, b, kept, to, direction, text);
  test_check_gaps(b, from, to, text);
  free(kept);
}

test_errors test_run_plan(const tcfft_plan *plan, const tcfft_desc *d, const char *text, tcfft_direction direction,
                          double range) {
  test_side from, to;
  test_sides(&from, &to, d);
  // Off the cache line by one element of each side, where the sides allow it: no kernel may count on more than an element's
  // alignment.
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const int shift_in = in_place ? 2 : from.width, shift_out = 3 * to.width;
  test_buffer in = test_buffer_new(in_place && to.span > from.span ? to.span : from.span, shift_in);
  fill(&in, d, &from, range);
  test_wide *packed = gather(&in, &from);
  test_wide *expected = test_expected(d, direction, packed);
  test_free_doubles(packed);

  test_buffer out = in;
  if (in_place) {
    twice_in_place(plan, &in, &from, &to, direction, text);
    out = in;
  } else {
    out = twice(plan, &in, &to, shift_out, direction, text);
  }
  const double scale = d->scale[direction] != 0 ? d->scale[direction] : 1;
  test_errors r = compare(&out, &to, expected, scale);
  r.bound = tcfft_plan_error_bound(plan);
  test_free_doubles(expected);
  if (!in_place) test_buffer_free(&out);
  test_buffer_free(&in);
  return r;
}

test_errors test_run(const tcfft_desc *d, const char *text, tcfft_direction direction, double range) {
  if (test_leaves_out(d, text)) return (test_errors){0};
  tcfft_plan *plan = test_plan(d, text);
  const test_errors r = test_run_plan(plan, d, text, direction, range);
  tcfft_plan_destroy(plan);
  return r;
}

void test_problem(const char *text, tcfft_direction direction) {
  tcfft_desc d;
  test_desc(&d, text);
  const test_errors r = test_run(&d, text, direction, 1);
  const char *way = direction == TCFFT_FORWARD ? "forward" : "inverse";
  ck_assert_msg(r.l2 <= test_gate_l2(&d), "%s %s: relative L2 error %.3g, gate %.3g", text, way, r.l2, test_gate_l2(&d));
  ck_assert_msg(r.worst <= test_gate_worst(&d), "%s %s: largest error %.3g of the largest value, gate %.3g", text, way,
                r.worst, test_gate_worst(&d));
}

void test_both(const char *text) {
  test_problem(text, TCFFT_FORWARD);
  test_problem(text, TCFFT_INVERSE);
}
