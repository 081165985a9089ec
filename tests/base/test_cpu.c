// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The processor's instruction set is what the compiler's library finds, and the environment lowers it.
#include "base/cpu.h"

#include <stdlib.h>

#include "support.h"

static int found_by_compiler(void) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl")
             ? 2
             : 1;
#else
  return 0;
#endif
}

START_TEST(level) {
  unsetenv("TCFFT_ISA");
  ck_assert_int_eq(tcf_cpu_level(), found_by_compiler());
  ck_assert_int_eq(tcf_cpu_vector(), 4 << tcf_cpu_level());
}
END_TEST

START_TEST(lowered) {
  static const char *const names[] = {"baseline", "avx2", "avx512", "none", ""};
  const int most = found_by_compiler();
  for (int i = 0; i < 5; i++) {
    setenv("TCFFT_ISA", names[i], 1);
    ck_assert_int_eq(tcf_cpu_level(), i < most ? i : most);
  }
}
END_TEST

// A value that is none of the levels is told, and has no effect.
START_TEST(unknown) {
  static const char *const known[] = {"baseline", "avx2", "avx512", ""};
  static const char *const wrong[] = {"none", "AVX2", "avx", "avx2 ", "2"};
  unsetenv("TCFFT_ISA");
  ck_assert_ptr_null(tcf_cpu_unknown_level());
  for (size_t i = 0; i < TEST_COUNT(known); i++) {
    setenv("TCFFT_ISA", known[i], 1);
    ck_assert_ptr_null(tcf_cpu_unknown_level());
  }
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    setenv("TCFFT_ISA", wrong[i], 1);
    ck_assert_str_eq(tcf_cpu_unknown_level(), wrong[i]);
    ck_assert_int_eq(tcf_cpu_level(), found_by_compiler());
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cpu");
  TCase *all = test_case(suite, "level", 60);
  tcase_add_test(all, level);
  tcase_add_test(all, lowered);
  tcase_add_test(all, unknown);
  return suite;
}
