// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the texts of refused problems say: the piece that is wrong, its value, and what is wrong with it.
#include <stdio.h>
#include <string.h>

#include "core/desc.h"
#include "support.h"

static const struct {
  const char *text, *says;
} rows[] = {
    // sizes and the batch
    {"c2c", "has no sizes after the kind"},
    {"c2c:*8", "has no sizes before its batch"},
    {"c2c:x8", "n[0] = \"\" is empty"},
    {"c2c:8x", "n[1] = \"\" is empty"},
    {"c2c:2^10", "n[0] = \"2^10\" is not a whole number in decimal digits"},
    {"c2c:16x1e3*4", "n[1] = \"1e3\" is not a whole number"},
    {"c2c:-", "n[0] = \"-\" is not a whole number"},
    {"c2c:8=1", "n[0] = \"8=1\" is not a whole number"},
    {"c2c:99999999999999999999", "n[0] = \"99999999999999999999\" does not fit in 64 bits"},
    {"c2c:2x2x2x2x2", "2x2x2x2x2 has 5 axes, at most 4"},
    {"c2c:2x2x2x2x2x2x2*3", "2x2x2x2x2x2x2 has 7 axes, at most 4"},
    {"c2c:8*0", "batch = 0 is below 1"},
    {"c2c:8*-3", "batch = -3 is below 1"},
    {"c2c:8*", "batch = \"\" is empty"},
    {"c2c:8*2*2", "batch = \"2*2\" is not a whole number"},
    {"c2c:8*99999999999999999999", "batch = \"99999999999999999999\" does not fit in 64 bits"},
    {"c2c::8", "empty or overlong field"},
    // fields
    {"c2c:1000:is=1,2", "is=1,2 has 2 strides, the rank is 1"},
    {"c2c:8x8:os=3", "os=3 has 1 stride, the rank is 2"},
    {"c2c:2x2x2:is=1,2,3,4,5", "is=1,2,3,4,5 has 5 strides, the rank is 3"},
    {"c2c:8:os=", "os= has 0 strides, the rank is 1"},
    {"c2c:8:is", "field \"is\" has no value: is=.."},
    {"c2c:8x8:is=8,a", "is=8,a: stride 1, \"a\", is not a whole number"},
    {"c2c:8x8:os=,1", "os=,1: stride 0, \"\", is empty"},
    {"c2c:8:id=x", "id=x is not a whole number"},
    {"c2c:8:od=", "od= is empty"},
    {"c2c:8:od=99999999999999999999", "od=99999999999999999999 does not fit in 64 bits"},
    {"c2c:8x8:ba=-1", "ba=-1 is not in 0 .. rank - 1 = 1"},
    {"c2c:8:ba=1", "ba=1 is not in 0 .. rank - 1 = 0"},
    {"c2c:8:ba=one", "ba=one is not a whole number"},
    {"c2c:8:tol=nan", "tol=nan is not a number in 0 .. 1"},
    {"c2c:1000:tol=abc", "tol=abc is not a number in 0 .. 1"},
    {"c2c:8:tol", "field \"tol\" has no value: tol=.."},
    {"c2c:8:in=f63", "in=f63 is none of f32, f16, bf16, f64, i8, i16"},
    {"c2c:8:out=", "out= is none of f32"},
    {"c2c:8:f64=1", "f64=1: f64 takes no value"},
    {"c2c:8:inplace=", "inplace=: inplace takes no value"},
    {"c2c:8:fast", "field \"fast\" is none of inplace, is=,"},
    {"c2c:8:speed=9", "field \"speed\" is none of inplace, is=,"},
};

START_TEST(texts) {
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcfft_desc d = TCFFT_DESC_INIT;
    char begin[100];
    snprintf(begin, sizeof begin, "problem \"%s\": %s", rows[i].text, rows[i].says);
    if (strstr(rows[i].says, "overlong")) snprintf(begin, sizeof begin, "problem \"%s\": has an", rows[i].text);
    ck_assert_int_eq(tcfft_desc_parse(&d, rows[i].text), TCFFT_ERROR_PARSE);
    ck_assert_msg(!strncmp(tcfft_last_error(), begin, strlen(begin)), "%s", tcfft_last_error());
    ck_assert_msg(strstr(tcfft_last_error(), rows[i].says) != NULL, "%s", tcfft_last_error());
  }
}
END_TEST

// A value of any length is cut, and what it stands in stays readable.
START_TEST(long_values) {
  char text[160] = "c2c:8:id=";
  tcfft_desc d = TCFFT_DESC_INIT;
  memset(text + 9, '7', 140);
  ck_assert_int_eq(tcfft_desc_parse(&d, text), TCFFT_ERROR_PARSE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "7777 does not fit in 64 bits"));
  ck_assert_uint_lt(strlen(tcfft_last_error()), 300);
}
END_TEST

// Problems that are well said and cannot be: the text names the field of the description.
START_TEST(descriptions) {
  static const struct {
    const char *text;
    tcfft_status status;
    const char *says;
  } wrong[] = {
      {"c2c:0", TCFFT_ERROR_INVALID_SIZE, "n[0] = 0 is below 1"},
      {"dct1:8x1", TCFFT_ERROR_INVALID_SIZE, "n[1] = 1 is below 2, the least of dct1"},
      {"c2c:4x5:os=5,3", TCFFT_ERROR_INVALID_LAYOUT,
       "output share memory or are not nested: out_stride[0] = 5 does not clear the 13 elements"},
      {"c2c:5x4:os=1,3", TCFFT_ERROR_INVALID_LAYOUT,
       "output share memory or are not nested: out_stride[1] = 3 does not clear the 5 elements"},
      {"c2c:20*2:od=5", TCFFT_ERROR_INVALID_LAYOUT,
       "output share memory or are not nested: out_distance = 5 does not clear the 20 elements"},
      {"c2c:20*2:inplace:is=1:id=5", TCFFT_ERROR_INVALID_LAYOUT,
       "input (which is written in place) share memory or are not nested: in_distance = 5 does not clear the 20 elements"},
      {"c2c:4611686018427387904", TCFFT_ERROR_OVERFLOW,
       "n[0] = 4611686018427387904: an array of so many points takes more than 2^63 bytes"},
      {"c2c:1048576x1048576x1048576", TCFFT_ERROR_OVERFLOW,
       "n[2] = 1048576: an array of n[0] * n[1] * n[2] points takes more than 2^63 bytes"},
      {"c2c:1024*1152921504606846976", TCFFT_ERROR_OVERFLOW,
       "batch = 1152921504606846976: so many transforms take more than 2^63 bytes"},
  };
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    tcfft_desc d;
    tcf_problem p;
    test_desc(&d, wrong[i].text);
    ck_assert_msg(tcf_problem_from_desc(&p, &d) == wrong[i].status, "%s: %s", wrong[i].text, tcfft_last_error());
    ck_assert_msg(strstr(tcfft_last_error(), wrong[i].says) != NULL, "%s: %s", wrong[i].text, tcfft_last_error());
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("problem_refusals");
  TCase *all = test_case(suite, "problem_refusals", 60);
  tcase_add_test(all, texts);
  tcase_add_test(all, long_values);
  tcase_add_test(all, descriptions);
  return suite;
}
