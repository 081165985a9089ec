// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs as source text: what a compiler gets for a family and its parameters, and what are no parameters.
#include "backend/cuda/program.h"

#include <stdio.h>
#include <string.h>

#include "units.h"

static tcfft_status print(char *text, size_t cap, const char *family, const char *parameters, int index, int first) {
  tcf_writer w = {.buf = text, .cap = cap};
  const tcf_program program = {.family = family, .parameters = parameters};
  const tcfft_status status = tcf_cuda_program_print(&program, index, first, &w);
  if (status == TCFFT_SUCCESS) ck_assert_uint_eq(w.len, strlen(text));
  return status;
}

START_TEST(whole_text) {
  char text[2000];
  ck_assert_int_eq(print(text, sizeof text, "tile", "n=4096:radix=16,16,16,:threads=256:blocks=2", 0, 1), TCFFT_SUCCESS);
  ck_assert_str_eq(text,
                   "#include \"classic/cuda/tile.cuh\"\n"
                   "struct tcf_parameters_0 { static constexpr int n = 4096; static constexpr int radix[] = {16,16,16,};"
                   " static constexpr int threads = 256; static constexpr int blocks = 2; };\n"
                   "extern \"C\" __global__ void __launch_bounds__(tcf_parameters_0::threads, tcf_parameters_0::blocks)\n"
                   "tcf_program_0(const tcf_tile_args args) { tcf_tile<tcf_parameters_0>(args); }\n");
}
END_TEST

// Programs in FP64 say so in front of their header, which those behind it in a file share.
START_TEST(doubles) {
  char text[2000], first[2000];
  static const char *const parameters = "threads=1:blocks=1:f64=1";
  ck_assert_int_eq(print(first, sizeof first, "tile", parameters, 3, 1), TCFFT_SUCCESS);
  ck_assert_ptr_eq(strstr(first, "#ifndef TCF_F64\n#define TCF_F64\n#endif\n#include \"classic/cuda/tile.cuh\"\nstruct"),
                   first);
  ck_assert_int_eq(print(text, sizeof text, "tile", parameters, 3, 0), TCFFT_SUCCESS);
  ck_assert_ptr_eq(strstr(text, "struct"), text);
  static const char *const others[] = {"threads=1:blocks=1", "threads=1:blocks=1:f64=10", "f64=1:threads=1:blocks=1"};
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    ck_assert_int_eq(print(text, sizeof text, "tile", others[i], 3, 1), TCFFT_SUCCESS);
    ck_assert_msg(!strstr(text, "TCF_F64"), "%s", others[i]);
  }
}
END_TEST

// Several of one family share a file: one header, names that differ.
START_TEST(several) {
  char text[2000], later[2000];
  static const char *const parameters = "threads=1:blocks=1";
  ck_assert_int_eq(print(text, sizeof text, "real_post", parameters, 12, 1), TCFFT_SUCCESS);
  ck_assert_int_eq(print(later, sizeof later, "real_post", parameters, 12, 0), TCFFT_SUCCESS);
  ck_assert_ptr_eq(strstr(text, "#include \"classic/cuda/real_post.cuh\"\n"), text);
  ck_assert_ptr_null(strstr(later, "#include"));
  ck_assert_str_eq(strchr(text, '\n') + 1, later);
  ck_assert_int_eq(print(text, sizeof text, "real_post", parameters, 13, 0), TCFFT_SUCCESS);
  ck_assert_ptr_nonnull(
      strstr(text, "\ntcf_program_13(const tcf_real_post_args args) { tcf_real_post<tcf_parameters_13>(args); }\n"));
  ck_assert_ptr_null(strstr(text, "12"));
}
END_TEST

// A list has a comma, if one element only; numbers may be negative.
START_TEST(values) {
  static const struct {
    const char *parameters, *member;
  } rows[] = {{"a=1", " static constexpr int a = 1;"},
              {"a=-7", " static constexpr int a = -7;"},
              {"a=16,", " static constexpr int a[] = {16,};"},
              {"a=-1,2", " static constexpr int a[] = {-1,2};"},
              {"long_name2=0", " static constexpr int long_name2 = 0;"}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    char text[1000], member[200];
    ck_assert_int_eq(print(text, sizeof text, "tile", rows[i].parameters, 0, 0), TCFFT_SUCCESS);
    snprintf(member, sizeof member, "{%s }", rows[i].member);
    ck_assert_msg(strstr(text, member) != NULL, "%s", text);
  }
}
END_TEST

// Parts behind bars are structs within.
START_TEST(parts) {
  char text[1000], big[2 * TCF_PROGRAM_PARAMETERS];
  ck_assert_int_eq(print(text, sizeof text, "cluster_steps", "threads=64:blocks=2|n=16:radix=4,4,|n=32", 0, 0),
                   TCFFT_SUCCESS);
  ck_assert_msg(strstr(text,
                       "{ static constexpr int threads = 64; static constexpr int blocks = 2; struct step_0 { static "
                       "constexpr int n = 16; static constexpr int radix[] = {4,4,}; }; struct step_1 { static "
                       "constexpr int n = 32; }; };") != NULL,
                "%s", text);
  ck_assert_ptr_nonnull(strstr(text, "(const __grid_constant__ tcf_cluster_steps_args args)"));
  ck_assert_int_eq(print(text, sizeof text, "cluster_steps", "threads=64:blocks=2|n=a", 0, 0), TCFFT_ERROR_PARSE);
  memset(big, '1', sizeof big);
  memcpy(big, "threads=", 8);
  big[sizeof big - 1] = 0;
  ck_assert_int_eq(print(text, sizeof text, "cluster_steps", big, 0, 0), TCFFT_ERROR_PARSE);
}
END_TEST

// A text that is cut says how long it is.
START_TEST(short_buffer) {
  char text[2000], cut[20];
  static const char *const parameters = "n=4096:radix=16,16,16,:threads=256:blocks=2";
  tcf_writer all = {.buf = text, .cap = sizeof text}, some = {.buf = cut, .cap = sizeof cut};
  const tcf_program program = {.family = "tile", .parameters = parameters};
  ck_assert_int_eq(tcf_cuda_program_print(&program, 3, 1, &all), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_cuda_program_print(&program, 3, 1, &some), TCFFT_SUCCESS);
  ck_assert_uint_eq(all.len, some.len);
  ck_assert_int_eq(strncmp(text, cut, sizeof cut - 1), 0);
}
END_TEST

static const struct {
  const char *parameters, *says;
} broken[] = {
    {"n", "n has no number"},           {"n=x", "n has no number"},     {"n=4096:threads", "threads has no number"},
    {"n=1.5", "n has no number"},       {"n=0x10", "n has no number"},  {"n= 1", "n has no number"},
    {"n=", "n has no number"},          {"n=,", "n has no number"},     {"n=-", "n has no number"},
    {"n=1-2", "n has no number"},       {"n=1,,2", "n has no number"},  {"n=,1", "n has no number"},
    {"n=1,-", "n has no number"},       {"n=1;int", "n has no number"}, {"n=1}", "n has no number"},
    {"n=1::threads=2", "do not parse"},
};

START_TEST(refusals) {
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    char text[2000];
    const tcfft_status status = print(text, sizeof text, "tile", broken[i].parameters, 0, 1);
    ck_assert_msg(status == TCFFT_ERROR_PARSE, "\"%s\": %s", broken[i].parameters, tcfft_status_string(status));
    ck_assert_msg(strstr(tcfft_last_error(), broken[i].says) != NULL, "\"%s\" says \"%s\"", broken[i].parameters,
                  tcfft_last_error());
  }
  char overlong[400] = "n=1:name_";
  memset(overlong + 9, 'a', 300);
  strcpy(overlong + 309, "=1");
  char text[2000];
  ck_assert_int_eq(print(text, sizeof text, "tile", overlong, 0, 1), TCFFT_ERROR_PARSE);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_program");
  TCase *all = test_case(suite, "cuda_program", 60);
  tcase_add_test(all, whole_text);
  tcase_add_test(all, doubles);
  tcase_add_test(all, several);
  tcase_add_test(all, values);
  tcase_add_test(all, parts);
  tcase_add_test(all, short_buffer);
  tcase_add_test(all, refusals);
  return suite;
}
