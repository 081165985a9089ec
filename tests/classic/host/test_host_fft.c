// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The text of a length on the host: which texts there are, what is none, and that each computes its transform.
#include "classic/host/fft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/host/axis.h"
#include "math/reference.h"
#include "support.h"

// What this processor runs, by width; the last is everywhere.
enum { INSTANCES = 5 };

static const tcf_simd *instance(int index) {
  static const int64_t widths[INSTANCES - 1] = {16, 8, 4, 1};
  if (TEST_TYPE == TCFFT_F64) return index < INSTANCES - 1 ? tcf_simd_for(TEST_TYPE, widths[index] / 2) : &tcf_simd_f64_w1;
  return index < INSTANCES - 1 ? tcf_simd_for(TEST_TYPE, widths[index]) : &tcf_simd_w1;
}

// As for the twin, whose texts are more; here they are run in FP32. Of FP64 there is no twin.
enum { TWIN = TEST_TYPE == TCFFT_F32 };
static tcfft_status build(const tcf_axis **a, const char *text, const tcf_simd *simd, tcf_arena *arena) {
  const tcf_fft_context x = {.simd = simd, .run = &simd->fft, .split = TCFFT_SPLIT_SPLIT2, .tensor = TWIN, .arena = arena};
  return tcf_axis_build(a, text, &x);
}

// ------------------------------------------------------------------------------------------------ grammar

static const struct {
  const char *text;
  int64_t n;
  tcf_axis_form form;
} forms[] = {
    {"1", 1, TCF_AXIS_TILE},
    {"2", 2, TCF_AXIS_TILE},
    {"3", 3, TCF_AXIS_TILE},
    {"4", 4, TCF_AXIS_TILE},
    {"5", 5, TCF_AXIS_TILE},
    {"6", 6, TCF_AXIS_TILE},
    {"7", 7, TCF_AXIS_TILE},
    {"8", 8, TCF_AXIS_TILE},
    {"9", 9, TCF_AXIS_TILE},
    {"10", 10, TCF_AXIS_TILE},
    {"12", 12, TCF_AXIS_TILE},
    {"15", 15, TCF_AXIS_TILE},
    {"12.6.9", 648, TCF_AXIS_TILE},
    {"10.15|2.9", 2700, TCF_AXIS_HIERARCHICAL},
    {"11", 11, TCF_AXIS_TILE},
    {"13", 13, TCF_AXIS_TILE},
    {"16", 16, TCF_AXIS_TILE},
    {"32", 32, TCF_AXIS_TILE},
    {"m4", 4, TCF_AXIS_TILE},
    {"m8", 8, TCF_AXIS_TILE},
    {"m16", 16, TCF_AXIS_TILE},
    {"32.m16.16", 8192, TCF_AXIS_TILE},
    {"3.m8.m4.32", 3072, TCF_AXIS_TILE},
    {"16.m16|m4.r17(4.m4)", 17408, TCF_AXIS_HIERARCHICAL},
    {"1.5", 5, TCF_AXIS_TILE},
    {"4.3.2", 24, TCF_AXIS_TILE},
    {"2.3.4", 24, TCF_AXIS_TILE},
    {"16.16.4", 1024, TCF_AXIS_TILE},
    {"13.11.7.5.3", 15015, TCF_AXIS_TILE},
    {"2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2", 65536, TCF_AXIS_TILE},
    {"r3(2)", 3, TCF_AXIS_TILE},
    {"r5(4)", 5, TCF_AXIS_TILE},
    {"r17(16)", 17, TCF_AXIS_TILE},
    {"5.r17(16)", 85, TCF_AXIS_TILE},
    {"r17(16).5", 85, TCF_AXIS_TILE},
    {"4.r17(16).r19(3.3.2).2", 2584, TCF_AXIS_TILE},
    {"b1(1)", 1, TCF_AXIS_TILE},
    {"b6(11)", 6, TCF_AXIS_TILE},
    {"b23(5.3.3)", 23, TCF_AXIS_TILE},
    {"3.b23(16.3)", 69, TCF_AXIS_TILE},
    {"b1000(16.16.8)", 1000, TCF_AXIS_TILE},
    {"b1500(16.16.16)", 1500, TCF_AXIS_TILE},
    {"r47(2.b23(16.3))", 47, TCF_AXIS_TILE},
    {"b12(r47(2.r23(2.11)))", 12, TCF_AXIS_TILE},
    {"16|16", 256, TCF_AXIS_HIERARCHICAL},
    {"16.16|16.16", 65536, TCF_AXIS_HIERARCHICAL},
    {"5|16", 80, TCF_AXIS_HIERARCHICAL},
    {"16|5", 80, TCF_AXIS_HIERARCHICAL},
    {"1|8", 8, TCF_AXIS_HIERARCHICAL},
    {"8|1", 8, TCF_AXIS_HIERARCHICAL},
    {"3|3", 9, TCF_AXIS_HIERARCHICAL},
    {"16.2|3.11", 1056, TCF_AXIS_HIERARCHICAL},
    {"3.5|r17(16)", 255, TCF_AXIS_HIERARCHICAL},
    {"b23(16.3)|5.5", 575, TCF_AXIS_HIERARCHICAL},
    {"R3(2)", 3, TCF_AXIS_CONV},
    {"R17(16)", 17, TCF_AXIS_CONV},
    {"R17(4|4)", 17, TCF_AXIS_CONV},
    {"R257(16|16)", 257, TCF_AXIS_CONV},
    {"R1009(16.7|3.3)", 1009, TCF_AXIS_CONV},
    {"R2053(4.3.3|3.r19(2.3.3))", 2053, TCF_AXIS_CONV},
    {"B1(1)", 1, TCF_AXIS_CONV},
    {"B17(3.11)", 17, TCF_AXIS_CONV},
    {"B1000(16.16|8)", 1000, TCF_AXIS_CONV},
    {"B1003(16.16|16)", 1003, TCF_AXIS_CONV},
    {"B9(R17(16))", 9, TCF_AXIS_CONV},
    {"R17(B16(4|8))", 17, TCF_AXIS_CONV},
    {"B5(B9(R17(B16(16.2))))", 5, TCF_AXIS_CONV},
};

// Without the twin two radices alone are a pair, where vectors are not wider than the rows of both.
static int is_of_form(const tcf_axis *a, tcf_axis_form form) {
  return a->form == form || (!TWIN && a->form == TCF_AXIS_PAIR && form == TCF_AXIS_HIERARCHICAL);
}

START_TEST(accepted) {
  const tcf_simd *simd = instance(_i);
  for (size_t i = 0; i < TEST_COUNT(forms); i++) {
    tcf_arena arena = {0};
    const tcf_axis *a = NULL;
    if (strchr(forms[i].text, 'm') && !TWIN) continue;
    ck_assert_msg(build(&a, forms[i].text, simd, &arena) == TCFFT_SUCCESS, "%s: %s", forms[i].text, tcfft_last_error());
    ck_assert_msg(a->n == forms[i].n && is_of_form(a, forms[i].form), "%s: length %lld, form %d", forms[i].text,
                  (long long)a->n, (int)a->form);
    tcf_arena_free(&arena);
  }
}
END_TEST

static const char *const refused[] = {
    // no numbers, or none with a codelet
    "", " ", "x", "0", "-4", "+4", "4.0", "14", "17", "18", "20", "24", "64", "1024", "0x4", "4e0", "four",
    // passes on tensor cores
    "m", "m1", "m2", "m3", "m5", "m12", "m32", "m64", "mm4", "4m", "m.4", "4.m", "m-4", "m 4", "m4(4)", "mr17(16)", "M4",
    "w4",
    // punctuation
    "16.", ".16", "16..4", "16. 4", " 16", "16 ", "16\n", "16,4", "16x4", "16*4", "16;", "16:4", "(16)", "16)", "16(4)", "|",
    "16|", "|16", "16||16", "16|16|16", "16.|16", "16|.16", "16|16.", "16|16)",
    // convolutions in a tile
    "r", "r17", "r17(", "r17()", "r17(16", "r17(16))", "r17 (16)", "r(16)", "r-17(16)", "r17[16]", "r17(16)5", "r17(16).",
    "r17(4|4)", "5.r17", "r1(1)", "r2(1)", "r4(3)", "r9(8)", "r15(2.7)", "r17(8)", "r17(16.2)", "r17(2.16)", "r19(16)",
    "r289(16.2.3.3)", "b", "b17", "b17(16.2", "b17(16.2)", "b17(8.4)", "b6(2.5)", "b0(1)", "b2(2)", "b23(r17(16))",
    "b17(3.11))", "b9(R17(16))",
    // over memory
    "R", "R17", "R17(", "R17(16", "R17(16))", "R17(16)x", "R17(16).5", "R17(16)|16", "16|R17(16)", "5.R17(16)", "R(16)",
    "R17 (16)", "R1(1)", "R2(1)", "R9(8)", "R15(2.7)", "R17(8)", "R17(8|4)", "R257(16|8)", "R289(16|2.3.3)", "B", "B17",
    "B17(16.2)", "B17(8|4)", "B0(1)", "B2(2)", "B17(3.11", "B17(3.11))", "B17(3.11)B", "BR17(16)", "B17R17(16)",
    "B9(B17(16.2))",
    // numbers and lengths that fit nowhere
    "9223372036854775807", "9223372036854775808", "99999999999999999999999999", "16.16.16.16.16.2",
    "16.16.16.16|16.16.16.16.16.2", "r9223372036854775807(16)", "b9223372036854775807(16)", "R4294967297(16|16)",
    "B4611686018427387904(16)", "B9223372036854775807(16|16)", "b1048577(16)", "2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2",
    "B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(B9(16"};

START_TEST(malformed) {
  const tcf_simd *simd = instance(_i);
  for (size_t i = 0; i < TEST_COUNT(refused); i++) {
    tcf_arena arena = {0};
    const tcf_axis *a = NULL;
    const tcfft_status status = build(&a, refused[i], simd, &arena);
    ck_assert_msg(status == TCFFT_ERROR_PARSE, "\"%s\" answers %s", refused[i], tcfft_status_string(status));
    ck_assert_msg(strncmp(tcfft_last_error(), "fft=", 4) == 0, "\"%s\" says \"%s\"", refused[i], tcfft_last_error());
    tcf_arena_free(&arena);
    ck_assert_ptr_null(arena.first);
  }
}
END_TEST

// FP32 kernels have none.
START_TEST(of_the_twin_alone) {
  static const char *const texts[] = {"m4", "4.m4", "16.m16.16", "16|m16", "r17(4.m4)", "R17(m4|4)"};
  const tcf_simd *simd = instance(0);
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcf_arena arena = {0};
    const tcf_fft_context x = {.simd = simd, .run = &simd->fft, .arena = &arena};
    const tcf_axis *a = NULL;
    ck_assert_msg(tcf_axis_build(&a, texts[i], &x) == TCFFT_ERROR_PARSE, "%s is taken", texts[i]);
    tcf_arena_free(&arena);
  }
}
END_TEST

// Cut anywhere, a text is a shorter one or none.
START_TEST(prefixes) {
  static const char text[] = "B12(R47(2.r23(2.11)|1))";
  for (size_t length = 0; length < sizeof text; length++) {
    char cut[sizeof text];
    memcpy(cut, text, length);
    cut[length] = 0;
    tcf_arena arena = {0};
    const tcf_axis *a = NULL;
    const tcfft_status status = build(&a, cut, instance(0), &arena);
    ck_assert_int_eq(status, length == sizeof text - 1 ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE);
    tcf_arena_free(&arena);
    if (length == sizeof text - 1) break;
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ transforms

static const struct {
  int64_t in_stride, out_stride;  // in numbers
  int swap, in_place;
  double scale[2];
} ways[] = {
    {2, 2, 0, 0, {1, 1}}, {2, 2, 1, 0, {1, 1}},  {6, 4, 1, 0, {0.5, 0.5}}, {2, 10, 0, 0, {2, -3}},
    {8, 2, 0, 0, {1, 1}}, {2, 2, 0, 1, {1, -1}}, {6, 6, 1, 1, {4, 4}},
};

static test_wide *reference_of(const test_number *x, int64_t stride, int64_t n, int inverse) {
  test_wide *in = test_doubles(2 * n), *out = test_doubles(2 * n);
  for (int64_t j = 0; j < n; j++) {
    in[2 * j] = x[j * stride];
    in[2 * j + 1] = x[j * stride + 1];
  }
#ifdef TEST_F64
  ck_assert_int_eq(tcf_wide_reference_fft(out, in, n, inverse), 0);
#else
  ck_assert_int_eq(tcf_reference_fft(out, in, n, inverse), 0);
#endif
  test_free_doubles(in);
  return out;
}

// Relative L2 error.
static double error_of(const test_number *y, int64_t stride, const test_wide *expected, int64_t n, const double scale[2]) {
  test_wide error = 0, norm = 0;
  for (int64_t k = 0; k < n; k++)
    for (int part = 0; part < 2; part++) {
      const test_wide e = expected[2 * k + part] * scale[part], difference = y[k * stride + part] - e;
      error += difference * difference;
      norm += e * e;
    }
  return sqrt((double)(error / norm));
}

// What lies between the elements still holds the poison.
static void check_gaps(const test_buffer *b, int64_t stride, const char *text) {
  for (int64_t i = 0; i < b->floats; i++)
    if (i % stride > 1 && test_bits(b->data[i]) != test_poison) ck_abort_msg("%s wrote number %lld", text, (long long)i);
}

// Runs in scratch of the size that was asked for, exactly.
static void run(const tcf_axis *a, const tcf_axis_io *io, const char *text) {
  enum { GUARD = 64 };
  const size_t bytes = tcf_axis_scratch(a, 1);
  unsigned char *scratch = tcf_alloc(bytes + GUARD);
  ck_assert_ptr_nonnull(scratch);
  memset(scratch, 0xff, bytes + GUARD);  // NaN
  const tcf_team alone = {.count = 1};
  tcf_axis_run(a, io, scratch, &alone);
  for (size_t i = bytes; i < bytes + GUARD; i++)
    if (scratch[i] != 0xff) ck_abort_msg("%s wrote beyond its scratch of %zu bytes", text, bytes);
  free(scratch);
}

// The largest allowed error. Each level of convolutions within convolutions may double it; plans have fewer levels
// than these tests.
static double gate_of(const char *text, int64_t n) {
  int depth = 0, deepest = 0;
  for (; *text; text++) {
    depth += (*text == '(') - (*text == ')');
    if (depth > deepest) deepest = depth;
  }
  return TEST_EPS * 3e-7 * sqrt(log2(fmax((double)n, 2)) / 10) * (deepest > 1 ? pow(2, deepest - 1) : 1);
}

static void check_way(const tcf_axis *a, const char *text, size_t w) {
  const int64_t n = a->n, in_stride = ways[w].in_stride, out_stride = ways[w].out_stride;
  test_buffer in = test_buffer_new((n - 1) * in_stride + 2, 2), out = in;
  test_rng rng = test_rng_fixed((uint64_t)n);
  for (int64_t j = 0; j < n; j++)
    for (int part = 0; part < 2; part++) in.data[j * in_stride + part] = test_uniform(&rng);
  test_wide *expected = reference_of(in.data, in_stride, n, ways[w].swap);
  test_number *kept = test_buffer_copy(&in);
  if (!ways[w].in_place) out = test_buffer_new((n - 1) * out_stride + 2, 6);
  const tcf_axis_io io = {.in_type = TEST_TYPE,
                          .out_type = TEST_TYPE,
                          .in = in.data,
                          .out = out.data,
                          .next_in = in.data,
                          .next_out = out.data,
                          .in_stride = in_stride,
                          .out_stride = out_stride,
                          .swap_in = ways[w].swap,
                          .swap_out = ways[w].swap,
                          .scale = {ways[w].scale[0], ways[w].scale[1]}};
  run(a, &io, text);
  const double error = error_of(out.data, out_stride, expected, n, ways[w].scale), gate = gate_of(text, n);
  ck_assert_msg(error <= gate, "%s, way %d, %d lanes: relative L2 error %g, gate %g", text, (int)w, a->simd->width, error,
                gate);
  check_gaps(&out, out_stride, text);
  if (!ways[w].in_place) {
    ck_assert_msg(test_buffer_same(&in, kept), "%s changed its input", text);
    test_buffer_free(&out);
  }
  free(kept);
  test_free_doubles(expected);
  test_buffer_free(&in);
}

START_TEST(transforms) {
  for (size_t i = 0; i < TEST_COUNT(forms); i++) {
    tcf_arena arena = {0};
    const tcf_axis *a = NULL;
    test_current = forms[i].text;
    if (strchr(forms[i].text, 'm') && !TWIN) continue;
    ck_assert_int_eq(build(&a, forms[i].text, instance(_i), &arena), TCFFT_SUCCESS);
    for (size_t w = 0; w < TEST_COUNT(ways); w++) check_way(a, forms[i].text, w);
    tcf_arena_free(&arena);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ short transforms

// Two radices, of every length that vectors of this width can do without a tile, and those that they cannot.
START_TEST(pairs) {
  const tcf_simd *simd = instance(_i);
  for (int64_t n1 = 2; n1 <= 16; n1++)
    for (int64_t n2 = 2; n2 <= 16; n2++) {
      char text[16];
      tcf_arena arena = {0};
      const tcf_fft_context x = {.simd = simd, .run = &simd->fft, .arena = &arena};
      const tcf_axis *a = NULL;
      if (n1 == 14 || n2 == 14) continue;
      snprintf(text, sizeof text, "%d|%d", (int)n1, (int)n2);
      test_current = text;
      ck_assert_msg(tcf_axis_build(&a, text, &x) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
      ck_assert_int_eq(a->form, tcf_pair_lanes(n1, n2, simd->width) ? TCF_AXIS_PAIR : TCF_AXIS_HIERARCHICAL);
      ck_assert(arena.table_bytes <= (size_t)(2 * n1 * n2 + 600) * 2 * sizeof(test_number));
      for (size_t w = 0; w < TEST_COUNT(ways); w++) check_way(a, text, w);
      tcf_arena_free(&arena);
    }
}
END_TEST

// Columns and rows of several radices that vectors of this width can do without moving a tile, and those that they cannot:
// one, two and three passes of columns, rows whose last radix is no square, fewer columns than a vector, and a last group
// that overlaps the one before.
START_TEST(steps) {
  static const char *const columns[] = {"2", "5", "8", "9", "12", "16", "11", "2.3", "3.3", "4.5", "8.2.3", "11.2", "2.11"};
  static const char *const rows[] = {"8",    "2.8", "3.8", "2.16", "5.16",  "16.16", "12.8",
                                     "8.12", "7.4", "2.6", "8.10", "4.2.8", "11.8"};
  const tcf_simd *simd = instance(_i);
  int without[2] = {0};
  for (size_t i = 0; i < TEST_COUNT(columns); i++)
    for (size_t j = 0; j < TEST_COUNT(rows); j++) {
      char text[32];
      tcf_arena arena = {0};
      const tcf_fft_context x = {.simd = simd, .run = &simd->fft, .arena = &arena};
      const tcf_axis *a = NULL;
      snprintf(text, sizeof text, "%s|%s", columns[i], rows[j]);
      test_current = text;
      ck_assert_msg(tcf_axis_build(&a, text, &x) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
      for (size_t w = 0; w < TEST_COUNT(ways); w++) check_way(a, text, w);
      const tcf_fft *first = a->first, *second = a->second;
      without[0] += tcf_columns_possible(first->pass[0].radix, first->pass[first->passes - 1].radix, first->passes,
                                         second->n, simd->width);
      without[1] +=
          second->passes == 2 && tcf_rows_possible(second->pass[0].radix, second->pass[1].radix, first->n, simd->width);
      tcf_arena_free(&arena);
    }
  ck_assert_msg((simd->width > 1) == (without[0] > 0) && (simd->width > 1) == (without[1] > 0),
                "%d lanes: columns of %d and rows of %d lengths without a tile", simd->width, without[0], without[1]);
}
END_TEST

// One radix, some groups of transforms, forward and inverse.
START_TEST(singles) {
  const tcf_simd *simd = instance(_i);
  for (int64_t n = 2; n <= 16; n++) {
    if (!tcf_single_possible(n, simd->width)) continue;
    const int64_t count = 3 * simd->width;
    test_buffer in = test_buffer_new(count * 2 * n, 2), out = test_buffer_new(count * 2 * n, 6);
    test_rng rng = test_rng_fixed((uint64_t)n);
    for (int64_t i = 0; i < in.floats; i++) in.data[i] = test_uniform(&rng);
    for (int swap = 0; swap < 2; swap++) {
      const double scale[2] = {2, -3};
      simd->single(n, in.data, out.data, 3, scale, swap);
      for (int64_t t = 0; t < count; t++) {
        test_wide *expected = reference_of(in.data + 2 * n * t, 2, n, swap);
        const double error = error_of(out.data + 2 * n * t, 2, expected, n, scale);
        ck_assert_msg(error <= gate_of("", 16), "%d points, transform %d, %d lanes: %g", (int)n, (int)t, simd->width, error);
        test_free_doubles(expected);
      }
    }
    test_buffer_free(&in);
    test_buffer_free(&out);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ teams

// The members' shares cover the whole range once.
START_TEST(shares) {
  static const int64_t sizes[] = {0, 1, 2, 3, 7, 8, 100, 1000003};
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    for (int count = 1; count <= 33; count++) {
      int64_t at = 0;
      for (int index = 0; index < count; index++) {
        const tcf_team team = {.index = index, .count = count};
        int64_t begin, end;
        tcf_team_share(&team, sizes[i], &begin, &end);
        ck_assert_int_eq(begin, at);
        ck_assert(end >= begin && end - begin <= sizes[i] / count + 1);
        at = end;
      }
      ck_assert_int_eq(at, sizes[i]);
    }
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("host_fft");
  TCase *grammar = test_case(suite, "grammar", 60), *transform = test_case(suite, "transforms", 60);
  tcase_add_loop_test(grammar, accepted, 0, INSTANCES);
  tcase_add_loop_test(grammar, malformed, 0, INSTANCES);
  tcase_add_test(grammar, of_the_twin_alone);
  tcase_add_test(grammar, prefixes);
  tcase_add_loop_test(transform, transforms, 0, INSTANCES);
  tcase_add_loop_test(transform, pairs, 0, INSTANCES);
  tcase_add_loop_test(transform, steps, 0, INSTANCES);
  tcase_add_loop_test(transform, singles, 0, INSTANCES);
  tcase_add_test(transform, shares);
  return suite;
}
