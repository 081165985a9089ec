// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Problems in their canonical form, as text and back, and the layouts that "packed" stands for.
#include "core/problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/desc.h"
#include "core/element.h"
#include "support.h"

static tcf_problem from_text(const char *text) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcf_problem p;
  ck_assert_msg(tcfft_desc_parse(&d, text) == TCFFT_SUCCESS, "\"%s\" does not parse: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &d) == TCFFT_SUCCESS, "\"%s\" is refused: %s", text, tcfft_last_error());
  return p;
}

static void print(const tcf_problem *p, char *buf, size_t cap) {
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_problem_print(p, &w);
  ck_assert_uint_lt(w.len, cap);
}

static void check_same(const tcf_problem *a, const tcf_problem *b, const char *text) {
  test_current = text;
  ck_assert_int_eq(a->kind, b->kind);
  ck_assert_int_eq(a->rank, b->rank);
  for (int i = 0; i < a->rank; i++) {
    ck_assert_int_eq(a->n[i], b->n[i]);
    ck_assert_int_eq(a->in_stride[i], b->in_stride[i]);
    ck_assert_int_eq(a->out_stride[i], b->out_stride[i]);
  }
  ck_assert_int_eq(a->batch, b->batch);
  if (a->batch > 1) {
    ck_assert_int_eq(a->in_distance, b->in_distance);
    ck_assert_int_eq(a->out_distance, b->out_distance);
  }
  ck_assert_int_eq(a->placement, b->placement);
  ck_assert_int_eq(a->in_type, b->in_type);
  ck_assert_int_eq(a->out_type, b->out_type);
  ck_assert_int_eq(a->algorithm, b->algorithm);
  if (a->algorithm == TCFFT_ALGORITHM_TENSOR) ck_assert_int_eq(a->split, b->split);
  ck_assert_msg(fabs(a->tolerance - b->tolerance) <= 1e-15 * a->tolerance, "%s: tolerance %.17g", text, b->tolerance);
  ck_assert(a->scale[0] == b->scale[0] && a->scale[1] == b->scale[1]);
}

// ------------------------------------------------------------------------------------------------ round trips

// Canonical: what is printed is what was read.
static const char *const canonical[] = {
    "c2c:1",
    "c2c:2",
    "c2c:4096",
    "c2c:1000003*7",
    "c2c:1024x1024*64",
    "c2c:2x3x4x5*6",
    "c2c:576460752303423487",
    "r2c:4096*8:inplace",
    "r2c:30*7:is=2:id=64",
    "r2c:5x6x7",
    "r2c:3x5:inplace",
    "r2c:16x9*2:is=12,1:os=6,1:id=200:od=100",
    "c2r:1",
    "c2r:1000*3:inplace",
    "c2r:12x10:is=7,1:os=11,1",
    "c2r:8x8x8*2:id=1000:od=600",
    "dct1:2",
    "dct1:17*3",
    "dct2:1000*8",
    "dct3:5x6x7x8",
    "dct4:64x64:inplace",
    "dct4:31:is=3:os=2",
    "c2c:16:is=5",
    "c2c:16:os=5",
    "c2c:16*4:id=20",
    "c2c:16*4:od=20",
    "c2c:16*4:is=4:os=4:id=1:od=1",
    "c2c:60*4:inplace:is=4:os=4:id=1:od=1",
    "c2c:4x8:is=1,4:os=1,4",
    "c2c:4x8x2:is=1,4,32:os=64,8,1",
    "c2c:256:classic",
    "c2c:256:tensor:half1",
    "c2c:256:tensor:split2",
    "c2c:256:tensor:paper",
    "c2c:1024*4:inplace:tensor:split2",
    "c2c:256:tol=0.001",
    "c2c:256:tol=2.5e-07",
    "c2c:256:tol=0.00079999999",
    "c2c:256:tol=1",
    "c2c:256:classic:tol=1e-06",
    "c2c:256:tensor:half1:tol=0.001",
    "r2c:8x10*3:inplace:is=16,1:os=8,1:id=200:od=100:tensor:paper:tol=0.0123457",
    "dct1:1x9*3:ba=1",
    "c2c:5x6x7*2:is=42,1,6:os=1,35,5:id=300:od=250:ba=2:classic",
    "c2c:4x4:is=100000000000,1:os=200000000000,3",
    "c2c:4096*8:f64",
    "c2r:16x9*2:f64:inplace",
    "dct4:31:f64:is=3:os=2:tol=1e-15",
    "c2c:64:f16",
    "c2c:64:bf16:inplace",
    "r2c:1024*64:in=i16",
    "c2c:1024*64:in=i8:out=f16",
    "c2r:1000:in=bf16",
    "c2r:1000:out=bf16",
};

START_TEST(round_trip) {
  for (size_t i = 0; i < TEST_COUNT(canonical); i++) {
    char printed[400];
    const tcf_problem p = from_text(canonical[i]);
    print(&p, printed, sizeof printed);
    ck_assert_str_eq(printed, canonical[i]);
    const tcf_problem q = from_text(printed);
    check_same(&p, &q, printed);
  }
}
END_TEST

// What is the default anyway is not printed, and order does not matter.
static const char *const shortened[][2] = {
    {"c2c:8*1", "c2c:8"},
    {"c2c:8:is=1:os=1:id=8:od=8", "c2c:8"},
    {"c2c:8:is=0:os=0:id=0:od=0", "c2c:8"},
    {"c2c:8:id=9:od=10", "c2c:8"},
    {"c2c:8*2:id=9:od=8", "c2c:8*2:id=9"},
    {"r2c:8x6:is=6,1:os=4,1", "r2c:8x6"},
    {"r2c:8x6:inplace:is=8,1:os=4,1", "r2c:8x6:inplace"},
    {"c2r:6*2:od=16:inplace:id=8", "c2r:6*2:inplace:id=8:od=16"},
    {"c2c:8:tensor", "c2c:8:tensor:split2"},
    {"c2c:8:half1:tensor", "c2c:8:tensor:half1"},
    {"c2c:8:tensor:tol=1e-2", "c2c:8:tensor:half1:tol=0.01"},
    {"c2c:8:tensor:tol=1e-4", "c2c:8:tensor:split2:tol=0.0001"},
    {"c2c:8:classic:half1", "c2c:8:classic"},
    {"c2c:08:tol=0", "c2c:8"},
    {"c2c:8:tol=0.00100:inplace", "c2c:8:inplace:tol=0.001"},
    {"c2c:8:f32", "c2c:8"},
    {"c2c:8:in=f32:out=f32", "c2c:8"},
    {"r2c:1024*64:in=i16:out=f32", "r2c:1024*64:in=i16"},
    {"c2c:8:out=f64:inplace:in=f64", "c2c:8:f64:inplace"},
    {"c2c:8:out=f16:in=f16", "c2c:8:f16"},
    {"c2c:8:in=f32:out=f16", "c2c:8:out=f16"},
};

START_TEST(defaults) {
  for (size_t i = 0; i < TEST_COUNT(shortened); i++) {
    char printed[400];
    const tcf_problem p = from_text(shortened[i][0]);
    print(&p, printed, sizeof printed);
    ck_assert_str_eq(printed, shortened[i][1]);
  }
}
END_TEST

// Random layouts that nest, of any kind.
static tcf_problem random_problem(test_rng *rng) {
  tcf_problem p = {.kind = (tcfft_kind)test_between(rng, 0, 6),
                   .rank = (int)test_between(rng, 1, 4),
                   .batch = test_between(rng, 1, 5),
                   .scale = {1, 1}};
  for (int i = 0; i < p.rank; i++) p.n[i] = test_between(rng, 2, 300);
  p.algorithm = (tcfft_algorithm)test_between(rng, 0, 2);
  p.split = p.algorithm == TCFFT_ALGORITHM_TENSOR ? (tcfft_split)test_between(rng, 1, 3) : TCFFT_SPLIT_SPLIT2;
  if (test_between(rng, 0, 1)) p.tolerance = (double)test_between(rng, 1, 700) * 1e-6;
  // Results have the first four types. In FP64 both sides do.
  p.out_type = (tcfft_type)test_between(rng, 0, TCFFT_F64);
  p.in_type = p.out_type == TCFFT_F64 ? TCFFT_F64 : (tcfft_type)test_between(rng, 0, TCFFT_I16 - 1);
  if (p.in_type == TCFFT_F64 && p.out_type != TCFFT_F64) p.in_type = TCFFT_I16;
  tcf_problem_pack(&p);
  if (test_between(rng, 0, 3) == 0) p.placement = TCFFT_IN_PLACE;
  if (p.placement == TCFFT_IN_PLACE && tcf_type_bytes(p.in_type) != tcf_type_bytes(p.out_type)) p.in_type = p.out_type;
  if (p.placement == TCFFT_IN_PLACE) {
    tcf_problem_pack(&p);
    return p;
  }
  const int64_t in = test_between(rng, 1, 3), out = test_between(rng, 1, 3);
  for (int i = 0; i < p.rank; i++) {
    p.in_stride[i] *= in;
    p.out_stride[i] *= out;
  }
  p.in_distance = p.in_distance * in + test_between(rng, 0, 1);
  p.out_distance = p.out_distance * out + test_between(rng, 0, 1);
  return p;
}

START_TEST(random_round_trip) {
  test_rng rng = test_rng_fresh(2);
  for (int i = 0; i < 5000; i++) {
    const tcf_problem p = random_problem(&rng);
    char printed[400], again[400];
    print(&p, printed, sizeof printed);
    const tcf_problem q = from_text(printed);
    check_same(&p, &q, printed);
    print(&q, again, sizeof again);
    ck_assert_str_eq(again, printed);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ layouts

static const struct {
  const char *text;
  int64_t in_stride[4], in_distance, out_stride[4], out_distance;
  int64_t in_span, out_span, points;
} packed[] = {
    {"c2c:7", {1}, 7, {1}, 7, 7, 7, 7},
    {"c2c:7*3:inplace", {1}, 7, {1}, 7, 21, 21, 7},
    {"c2c:2x3x4x5*2", {60, 20, 5, 1}, 120, {60, 20, 5, 1}, 120, 240, 240, 120},
    {"r2c:8*3", {1}, 8, {1}, 5, 24, 15, 8},
    {"r2c:8*3:inplace", {1}, 10, {1}, 5, 28, 15, 8},
    {"r2c:7*3:inplace", {1}, 8, {1}, 4, 23, 12, 7},
    {"r2c:4x6*2", {6, 1}, 24, {4, 1}, 16, 48, 32, 24},
    {"r2c:4x6*2:inplace", {8, 1}, 32, {4, 1}, 16, 62, 32, 24},
    {"r2c:2x3x9:inplace", {30, 10, 1}, 60, {15, 5, 1}, 30, 59, 30, 54},
    {"c2r:8*3", {1}, 5, {1}, 8, 15, 24, 8},
    {"c2r:8*3:inplace", {1}, 5, {1}, 10, 15, 28, 8},
    {"c2r:4x6", {4, 1}, 16, {6, 1}, 24, 16, 24, 24},
    {"c2r:2x3x9:inplace", {15, 5, 1}, 30, {30, 10, 1}, 60, 30, 59, 54},
    {"dct1:4x6*2", {6, 1}, 24, {6, 1}, 24, 48, 48, 24},
    {"dct4:5x6:inplace", {6, 1}, 30, {6, 1}, 30, 30, 30, 30},
    {"r2c:1*4", {1}, 1, {1}, 1, 4, 4, 1},
    {"r2c:1*4:inplace", {1}, 2, {1}, 1, 7, 4, 1},
};

START_TEST(layouts) {
  for (size_t i = 0; i < TEST_COUNT(packed); i++) {
    const tcf_problem p = from_text(packed[i].text);
    int64_t is[4], os[4], id, od;
    tcf_problem_packed(&p, is, os);
    tcf_problem_default_distances(&p, &id, &od);
    for (int a = 0; a < p.rank; a++) {
      ck_assert_msg(is[a] == packed[i].in_stride[a] && os[a] == packed[i].out_stride[a], "%s: axis %d", packed[i].text, a);
      ck_assert_msg(is[a] == p.in_stride[a] && os[a] == p.out_stride[a], "%s: axis %d is not packed", packed[i].text, a);
    }
    ck_assert_msg(id == packed[i].in_distance && od == packed[i].out_distance, "%s: distances %lld, %lld", packed[i].text,
                  (long long)id, (long long)od);
    ck_assert_int_eq(tcf_problem_span(&p, 0), packed[i].in_span);
    ck_assert_int_eq(tcf_problem_span(&p, 1), packed[i].out_span);
    ck_assert_int_eq(tcf_problem_points(&p), packed[i].points);
  }
}
END_TEST

START_TEST(lengths) {
  const tcf_problem r2c = from_text("r2c:10x7"), c2r = from_text("c2r:10x8"), dct = from_text("dct2:10x7");
  ck_assert_int_eq(tcf_problem_in_length(&r2c, 0), 10);
  ck_assert_int_eq(tcf_problem_in_length(&r2c, 1), 7);
  ck_assert_int_eq(tcf_problem_out_length(&r2c, 0), 10);
  ck_assert_int_eq(tcf_problem_out_length(&r2c, 1), 4);
  ck_assert_int_eq(tcf_problem_in_length(&c2r, 0), 10);
  ck_assert_int_eq(tcf_problem_in_length(&c2r, 1), 5);
  ck_assert_int_eq(tcf_problem_out_length(&c2r, 1), 8);
  ck_assert_int_eq(tcf_problem_in_length(&dct, 1), 7);
  ck_assert_int_eq(tcf_problem_out_length(&dct, 1), 7);
  ck_assert_str_eq(tcf_kind_name((tcfft_kind)7), "?");
  ck_assert_str_eq(tcf_kind_name((tcfft_kind)-1), "?");
}
END_TEST

// Bytes of elements and of whole sides.
START_TEST(type_sizes) {
  static const struct {
    const char *text;
    int in_bytes, out_bytes;
    int64_t in_side, out_side;
  } rows[] = {
      {"c2c:10", 8, 8, 80, 80},
      {"c2c:10:f64", 16, 16, 160, 160},
      {"r2c:10*3:f64", 8, 16, 240, 288},
      {"c2r:10:f64", 16, 8, 96, 80},
      {"dct2:7:f64", 8, 8, 56, 56},
      {"r2c:10:in=i16", 2, 8, 20, 48},
      {"c2c:10:in=i8:out=f16", 2, 4, 20, 40},
      {"c2c:10:bf16:is=2", 4, 4, 76, 40},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_problem p = from_text(rows[i].text);
    test_current = rows[i].text;
    ck_assert_int_eq(tcf_element_bytes(&p, 0), rows[i].in_bytes);
    ck_assert_int_eq(tcf_element_bytes(&p, 1), rows[i].out_bytes);
    ck_assert_int_eq(tcf_side_bytes(&p, 0), rows[i].in_side);
    ck_assert_int_eq(tcf_side_bytes(&p, 1), rows[i].out_side);
  }
  // Of those between launches no user's text speaks.
  ck_assert_str_eq(tcf_type_name((tcfft_type)TCF_PAIR6), "pair6");
  ck_assert_int_eq(tcf_stage_type_from_name("pair8"), TCF_PAIR8);
  ck_assert_int_eq(tcf_type_from_name("pair8"), -1);
  ck_assert_str_eq(tcf_type_name((tcfft_type)(TCF_PAIR8 + 1)), "?");
  ck_assert_str_eq(tcf_type_name((tcfft_type)-1), "?");
}
END_TEST

// ------------------------------------------------------------------------------------------------ refusals

static const char *const malformed[] = {
    "",
    ":",
    "::",
    "c2c",
    "c2c:",
    ":8",
    "c2d:8",
    "C2C:8",
    "c2c8",
    "c2c :8",
    " c2c:8",
    "dct5:8",
    "dct:8",
    "c2c=1:8",
    // types
    "c2c:8:f128",
    "c2c:8:F64",
    "c2c:8:f64=1",
    "c2c:8:in",
    "c2c:8:in=",
    "c2c:8:out=f63",
    "c2c:8:in=f64,f64",
    "c2c:8:f64:f64",
    "c2c:8:f64:in=f64",
    "c2c:8:out=f64:f64",
    "c2c:8:in=f64:in=f64",
    "c2c:8:types=f64",
    // sizes
    "c2c:x8",
    "c2c:8x",
    "c2c:8xx8",
    "c2c:2x2x2x2x2",
    "c2c:8.5",
    "c2c:1e3",
    "c2c: 8",
    "c2c:8 ",
    "c2c:+8",
    "c2c:8,8",
    "c2c:8=1",
    "c2c:n=8",
    "c2c:9223372036854775808",
    "c2c:8*",
    "c2c:*8",
    "c2c:8**2",
    "c2c:8*2*2",
    "c2c:8*2x2",
    "c2c:8*a",
    "c2c:8*99999999999999999999",
    // attributes
    "c2c:8:",
    "c2c:8::inplace",
    "c2c:8:fast",
    "c2c:8:inplac",
    "c2c:8:INPLACE",
    "c2c:8:inplace=1",
    "c2c:8:tensor=half1",
    "c2c:8:=",
    "c2c:8:=1",
    "c2c:8:is",
    "c2c:8:is=",
    "c2c:8:is=1,2",
    "c2c:8x8:is=1",
    "c2c:8x8:is=1,2,3",
    "c2c:8:is=1;",
    "c2c:8:is=a",
    "c2c:8x8:os=1,",
    "c2c:8x8:os=,1",
    "c2c:8:id",
    "c2c:8:id=",
    "c2c:8:id=1,2",
    "c2c:8:id=x",
    "c2c:8:od=1.5",
    "c2c:8:od=0x8",
    "c2c:8:ba=1",
    "c2c:8x8:ba=-1",
    "c2c:8x8:ba=2",
    "c2c:8:tol",
    "c2c:8:tol=",
    "c2c:8:tol=small",
    "c2c:8:tol=1,5",
    "c2c:8:tol=nan",
    "c2c:8:tol=inf",
    "c2c:8:tol=1e",
    "c2c:8:tol=1e500",
    "c2c:8:classic:",
    "c2c:8:is=1:os=2:id",
    "c2c:8\n",
    "c2c:8:tol=1\n",
};

static void check_refused(const char *text) {
  tcfft_desc d;
  unsigned char before[sizeof d];
  memset(&d, 0x5a, sizeof d);
  d.size = sizeof d;
  memcpy(before, &d, sizeof d);
  const tcfft_status status = tcfft_desc_parse(&d, text);
  ck_assert_msg(status == TCFFT_ERROR_PARSE, "\"%s\" answers %s", text, tcfft_status_string(status));
  ck_assert_msg(memcmp((const void *)&d, before, sizeof d) == 0, "\"%s\" changed the description", text);
  ck_assert_msg(strncmp(tcfft_last_error(), "problem \"", 9) == 0, "\"%s\" says \"%s\"", text, tcfft_last_error());
}

START_TEST(refusals) {
  for (size_t i = 0; i < TEST_COUNT(malformed); i++) check_refused(malformed[i]);
  char overlong[2 * TCF_FIELD_MAX] = "c2c:8:is=";
  memset(overlong + 9, '0', TCF_FIELD_MAX);
  overlong[9 + TCF_FIELD_MAX] = '1';
  check_refused(overlong);
}
END_TEST

// The text says which field it stopped at.
START_TEST(names_field) {
  check_refused("c2c:8:inplace:speed=9:tensor");
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "\"speed\""));
  check_refused("c2c:8x8:os=1:is=8,1");
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), ": os=1 has 1 stride, the rank is 2"));
}
END_TEST

// Nothing is said twice, be it the same or another: the text names the second.
START_TEST(doubles) {
  static const char *const says[][3] = {
      {"classic", "tensor"}, {"half1", "split2", "paper"}, {"inplace"},           {"is=1", "is=2"}, {"os=3", "os=4"},
      {"id=9", "id=10"},     {"od=11", "od=12"},           {"tol=0.1", "tol=0.2"}};
  for (size_t i = 0; i < TEST_COUNT(says); i++)
    for (int a = 0; a < 3 && says[i][a]; a++)
      for (int b = 0; b < 3 && says[i][b]; b++)
        for (int apart = 0; apart < 2; apart++) {
          char text[100], quoted[30];
          const char *between = !apart ? "" : i == 0 ? ":inplace" : ":classic";
          snprintf(text, sizeof text, "c2c:8*2:%s%s:%s", says[i][a], between, says[i][b]);
          snprintf(quoted, sizeof quoted, "\"%s\"", says[i][b]);
          check_refused(text);
          ck_assert_msg(strstr(tcfft_last_error(), quoted) != NULL, "%s: %s", text, tcfft_last_error());
          ck_assert_msg(strstr(tcfft_last_error(), "second time") != NULL, "%s: %s", text, tcfft_last_error());
        }
}
END_TEST

// A word is a word: an '=' behind it is junk.
START_TEST(empty_values) {
  static const char *const texts[] = {"c2c=:8", "c2c:8=", "c2c:8:inplace=", "c2c:8:classic=", "c2c:8:tensor:half1="};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) check_refused(texts[i]);
}
END_TEST

// Cut anywhere, a text still means something or is refused.
START_TEST(prefixes) {
  static const char text[] = "r2c:8x10*3:inplace:is=12,1:os=6,1:id=100:od=50:tensor:paper:tol=1.25e-05";
  for (size_t length = 0; length < sizeof text - 1; length++) {
    char cut[sizeof text];
    memcpy(cut, text, length);
    cut[length] = 0;
    tcfft_desc d = TCFFT_DESC_INIT;
    if (tcfft_desc_parse(&d, cut) == TCFFT_SUCCESS)
      ck_assert_int_eq(d.kind, TCFFT_R2C);
    else
      check_refused(cut);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("problem");
  TCase *all = test_case(suite, "problem", 60);
  tcase_add_test(all, round_trip);
  tcase_add_test(all, defaults);
  tcase_add_test(all, random_round_trip);
  tcase_add_test(all, layouts);
  tcase_add_test(all, lengths);
  tcase_add_test(all, type_sizes);
  tcase_add_test(all, refusals);
  tcase_add_test(all, names_field);
  tcase_add_test(all, doubles);
  tcase_add_test(all, empty_values);
  tcase_add_test(all, prefixes);
  return suite;
}
