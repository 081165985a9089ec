// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A bad transform of a batch is its own affair: NaN, infinities, zeros, subnormals and huge values in one leave the bits of
// the others as they were.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char *const texts[] = {"c2c:4*37:classic",
                                    "c2c:16*37:classic",
                                    "c2c:60*37:classic",
                                    "c2c:127*19:classic",
                                    "c2c:256*19:classic",
                                    "c2c:1009*9:classic",
                                    "c2c:4096*5:classic",
                                    "c2c:65536*3:classic",
                                    "c2c:7429*3:classic",
                                    "c2c:16x12*9:classic",
                                    "c2c:30*37:classic:is=37:id=1:os=37:od=1",
                                    "c2c:64*19:classic:inplace",
                                    "r2c:15*37:classic",
                                    "r2c:64*19:classic",
                                    "r2c:1009*9:classic",
                                    "r2c:9x10*7:classic",
                                    "c2r:15*37:classic",
                                    "c2r:64*19:classic",
                                    "c2r:1009*9:classic",
                                    "c2r:9x10*7:classic",
                                    "dct1:33*19:classic",
                                    "dct2:64*19:classic",
                                    "dct3:15*19:classic",
                                    "dct4:64*19:classic",
                                    "dct2:127*9:classic",
                                    "dct4:9x10*7:classic",
                                    "c2c:4*37:tensor",
                                    "c2c:16*37:tensor",
                                    "c2c:64*19:tensor",
                                    "c2c:256*19:tensor",
                                    "c2c:4096*5:tensor",
                                    "c2c:60*19:tensor",
                                    "c2c:1009*5:tensor",
                                    "c2c:16x16*5:tensor",
                                    "c2c:64*9:tensor:inplace",
                                    "c2c:64*19:tensor:half1",
                                    "c2c:64*19:tensor:paper",
                                    "c2c:16*37:tensor:is=37:id=1:os=37:od=1",
                                    "r2c:64*19:tensor",
                                    "c2r:64*19:tensor",
                                    "dct2:64*19:tensor"};

typedef enum row_kind { ONE_NAN, ONE_INF, ALL_NAN, ZEROS, SUBNORMALS, HUGE_VALUES, LARGEST, TINY, ROW_KINDS } row_kind;

static void spoil(test_number *in, const test_side *side, int64_t batch, row_kind kind) {
#ifdef TEST_F64
  static const test_number factor[ROW_KINDS] = {
      [SUBNORMALS] = 1e-311, [HUGE_VALUES] = 3e307, [LARGEST] = DBL_MAX, [TINY] = 1e-305};
#else
  static const test_number factor[ROW_KINDS] = {
      [SUBNORMALS] = 1e-41f, [HUGE_VALUES] = 3e37f, [LARGEST] = FLT_MAX, [TINY] = 1e-36f};
#endif
  for (int64_t i = 0; i < side->count; i++) {
    for (int w = 0; w < side->width; w++) {
      test_number *x = &in[test_at(side, batch, i) + w];
      const int chosen = i == side->count / 2 && w == side->width - 1;
      if (kind == ALL_NAN || (kind == ONE_NAN && chosen)) *x = NAN;
      if (kind == ONE_INF && chosen) *x = -INFINITY;
      if (kind >= ZEROS) *x = (test_number)copysign(kind == ZEROS ? 0 : *x * factor[kind], *x);
    }
  }
}

// Bits of transform b in both outputs.
static int same_row(const test_number *a, const test_number *b, const test_side *side, int64_t batch) {
  for (int64_t i = 0; i < side->count; i++) {
    const int64_t at = test_at(side, batch, i);
    if (memcmp(a + at, b + at, (size_t)side->width * sizeof *a) != 0) return 0;
  }
  return 1;
}

// What the bad row itself has to look like, where that is certain.
static void check_bad_row(const test_number *out, const test_side *side, int64_t batch, row_kind kind, const char *text) {
  int64_t nans = 0, nonzero = 0, infinite = 0;
  for (int64_t i = 0; i < side->count; i++) {
    for (int w = 0; w < side->width; w++) {
      const test_number x = out[test_at(side, batch, i) + w];
      nans += isnan(x) != 0;
      infinite += isinf(x) != 0;
      nonzero += x != 0;
    }
  }
  if (kind == ONE_NAN || kind == ALL_NAN) ck_assert_msg(nans > 0, "%s: the NaN of the input is lost", text);
  if (kind == ONE_INF) ck_assert_msg(nans + infinite > 0, "%s: the infinity of the input is lost", text);
  if (kind == ZEROS) ck_assert_msg(nonzero == 0, "%s: zeros became something else", text);
  if (kind == SUBNORMALS || kind == TINY)
    ck_assert_msg(nans + infinite == 0, "%s: tiny values became NaN or infinity", text);
  if (kind == TINY) ck_assert_msg(nonzero > 0, "%s: tiny values were lost", text);
}

typedef struct subject {
  const char *text;
  tcfft_plan *plan;
  test_side from, to;
  int in_place;
  test_buffer good, in, out, expected;
} subject;

static void copy(test_buffer *to, const test_buffer *from, const test_side *side) {
  memcpy(to->data, from->data, (size_t)side->span * sizeof(test_number));
}

// Runs what is in s->in to out.
static void run(subject *s, test_buffer *out) {
  if (s->in_place) copy(out, &s->in, &s->from);
  const tcfft_status status = test_exec(s->plan, s->in_place ? out : &s->in, out, TCFFT_FORWARD);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s: %s", s->text, tcfft_status_string(status), tcfft_last_error());
}

static void check_kind(subject *s, row_kind kind) {
  const int64_t victims[] = {0, s->from.batch / 2, s->from.batch - 1};
  for (size_t v = 0; v < TEST_COUNT(victims); v++) {
    copy(&s->in, &s->good, &s->from);
    spoil(s->in.data, &s->from, victims[v], kind);
    run(s, &s->out);
    for (int64_t b = 0; b < s->from.batch; b++) {
      if (b == victims[v]) continue;
      ck_assert_msg(same_row(s->out.data, s->expected.data, &s->to, b),
                    "%s: bad data (case %d) in transform %lld changed transform %lld", s->text, (int)kind,
                    (long long)victims[v], (long long)b);
    }
    check_bad_row(s->out.data, &s->to, victims[v], kind, s->text);
  }
}

START_TEST(isolation) {
  subject s = {.text = texts[_i]};
  tcfft_desc d;
  test_desc(&d, s.text);
  if (test_leaves_out(&d, s.text)) return;
  test_sides(&s.from, &s.to, &d);
  s.in_place = d.placement == TCFFT_IN_PLACE;
  s.plan = test_plan(&d, s.text);
  const int64_t most = s.from.span > s.to.span ? s.from.span : s.to.span;
  s.good = test_buffer_new(most, 0);
  s.in = test_buffer_new(most, 0);
  s.out = test_buffer_new(most, 0);
  s.expected = test_buffer_new(most, 0);
  test_rng rng = test_rng_fixed(11);
  for (int64_t i = 0; i < s.from.span; i++) s.good.data[i] = test_uniform(&rng);
  copy(&s.in, &s.good, &s.from);
  run(&s, &s.expected);
  for (int kind = 0; kind < ROW_KINDS; kind++) check_kind(&s, (row_kind)kind);

  // Nothing bad stays behind in the plan.
  copy(&s.in, &s.good, &s.from);
  run(&s, &s.out);
  for (int64_t b = 0; b < s.from.batch; b++) ck_assert(same_row(s.out.data, s.expected.data, &s.to, b));
  tcfft_plan_destroy(s.plan);
  test_buffer_free(&s.good);
  test_buffer_free(&s.in);
  test_buffer_free(&s.out);
  test_buffer_free(&s.expected);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("isolation");
  tcase_add_loop_test(test_case(suite, "isolation", 60), isolation, 0, TEST_COUNT(texts));
  return suite;
}
