// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short transforms of FP16 numbers as one matrix product: how exact its matrices are, what is planned by them, and which
// texts are none.
#include "wmma/cuda/half_dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "num/half.h"
#include "planner/stages.h"
#include "units.h"
#include "wmma/cuda/half_table.h"

// ------------------------------------------------------------------------------------------------ matrices

// The relative L2 error of exp(-2 pi i j k / n) times a factor in FP16.
static double error_of(int n, double factor) {
  double wrong = 0, all = 0;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      const double angle = 2 * acos(-1) * (j * k % n) / n, part[2] = {factor * cos(angle), factor * sin(angle)};
      for (int i = 0; i < 2; i++) {
        const double off = tcf_round_half((float)part[i]) - part[i];
        wrong += off * off;
        all += part[i] * part[i];
      }
    }
  return sqrt(wrong / all);
}

START_TEST(factors) {
  for (int n = 2; n <= TCF_HALF_LARGEST; n++) {
    const double factor = tcf_half_factor(n), error = error_of(n, factor), said = tcf_half_matrix_error(n);
    ck_assert_msg(factor >= 1 && factor < 2, "%d: %g", n, factor);
    ck_assert_msg(fabs(error - said) < 1e-6, "%d: %g, which is said to be %g", n, error, said);
    ck_assert_msg(error < 1.53e-4 && error <= error_of(n, 1) + 1e-9, "%d: %g, without a factor %g", n, error,
                  error_of(n, 1));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ plans

static int is_dense(const char *text, const tcf_device *d) {
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  test_current = text;
  ck_assert_msg(tcfft_desc_parse(&desc, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  const tcf_schedule s = unit_schedule(&p, d, 1);
  return s.stages == 1 && !strcmp(s.stage[0].kernel->name, "cuda_half_dense");
}

START_TEST(choice) {
  static const char *const with[] = {"c2c:7*9586980:f16",  "c2c:13*5000000:f16",         "c2c:31*65536:f16:id=40:od=40",
                                     "c2c:60*1118481:f16", "c2c:67*1001624:f16:inplace", "c2c:23*2917776:f16:tensor",
                                     "c2c:8*8388608:f16",  "c2c:32*2097152:f16"};
  static const char *const without[] = {"c2c:6*9586980:f16",
                                        "c2c:16*4194304:f16",
                                        "c2c:64*1048576:f16",
                                        "c2c:66*1000000:f16",
                                        "c2c:97*600000:f16",
                                        "c2c:31*65536",
                                        "c2c:31*65536:bf16",
                                        "c2c:31*65536:in=f16",
                                        "r2c:31*65536:f16",
                                        "c2c:31*65536:f16:classic",
                                        "c2c:31*65536:f16:is=2:id=62",
                                        "c2c:31*65536:f16:tol=3e-4",
                                        "c2c:61*16:f16",
                                        "c2c:2x31*1000000:f16:ba=1:id=70:od=70"};
  tcf_device h200 = unit_device("H200"), v100 = unit_device("V100");
  tcf_device a100 = unit_device("A100");
  h200.compiler = v100.compiler = a100.compiler = 1;
  snprintf(h200.name, sizeof h200.name, "NVIDIA H200");  // the device of built-in records
  ck_assert(is_dense("c2c:13*5000000:f16", &a100));
  for (size_t i = 0; i < TEST_COUNT(with); i++) {
    ck_assert_msg(is_dense(with[i], &h200), "%s", with[i]);
    if (!strstr(with[i], "tensor")) ck_assert_msg(!is_dense(with[i], &v100), "%s on a V100", with[i]);
  }
  for (size_t i = 0; i < TEST_COUNT(without); i++) ck_assert_msg(!is_dense(without[i], &h200), "%s", without[i]);
  h200.compiler = 0;
  ck_assert(!is_dense(with[0], &h200));
}
END_TEST

// As many blocks as a candidate says have room in a multiprocessor, of a device with less shared memory, too.
START_TEST(blocks) {
  tcf_device h200 = unit_device("H200"), ada = h200;
  h200.compiler = ada.compiler = 1;
  ada.capability = 89;
  ada.sm_shared = 102400;
  ada.shared = 101376;
  ada.sm_threads = 1536;
  for (int n = 7; n < 80; n++)
    for (int i = 0; i < 2; i++) {
      const tcf_device *d = i ? &ada : &h200;
      tcfft_desc desc = TCFFT_DESC_INIT;
      tcf_problem p;
      tcf_stage s;
      char text[64];
      snprintf(text, sizeof text, "c2c:%d*%d:f16", n, (1 << 26) / n);
      ck_assert(tcfft_desc_parse(&desc, text) == TCFFT_SUCCESS && tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS);
      ck_assert(tcf_planner_whole(&s, &p));
      const tcf_candidates found = unit_list(tcf_half_dense_propose, &s, d);
      ck_assert_int_eq(found.count, n != 16 && (n < 64 || n == 67 || n == 71 || n == 73 || n == 74 || n == 79));
      if (!found.count) continue;
      tcf_half_dense_form f;
      ck_assert_int_eq(tcf_half_dense_find(&f, &found.stage[0], d), TCFFT_SUCCESS);
      ck_assert_msg(f.blocks * (tcf_half_dense_shared(&f) + 1024) <= d->sm_shared && f.blocks * f.threads <= d->sm_threads,
                    "%s: %d blocks of %d transforms", text, f.blocks, f.each);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts

START_TEST(texts) {
  static const struct {
    const char *fft;
    int width, threads, good;
  } forms[] = {{"d(31)@6", 128, 128, 1},  {"d(31)@32", 16, 64, 1},   {"d(31)@6", 0, 128, 0},    {"d(31)@6", 1025, 128, 0},
               {"d(31)@6", 128, 100, 0},  {"d(31)@6", 128, 544, 0},  {"d(31)@0", 128, 128, 0},  {"d(31)@33", 128, 128, 0},
               {"d(31)", 128, 128, 0},    {"d(30)@6", 128, 128, 0},  {"d(31)@6x", 128, 128, 0}, {"d(31)@17", 16, 128, 0},
               {"d(31 )@6", 128, 128, 0}, {"d(031)@6", 128, 128, 0}, {"h(31)@6", 128, 128, 0},  {"", 128, 128, 0}};
  tcf_device d = unit_device("H200");
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  tcf_stage s;
  d.compiler = 1;
  ck_assert(tcfft_desc_parse(&desc, "c2c:31*65536:f16") == TCFFT_SUCCESS &&
            tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS);
  ck_assert(tcf_planner_whole(&s, &p));
  for (size_t i = 0; i < TEST_COUNT(forms); i++) {
    tcf_half_dense_form f;
    snprintf(s.fft, sizeof s.fft, "%s", forms[i].fft);
    s.width = forms[i].width;
    s.threads = forms[i].threads;
    const tcfft_status status = tcf_half_dense_find(&f, &s, &d);
    ck_assert_msg(status == (forms[i].good ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE), "%s: %d", forms[i].fft, status);
    if (forms[i].good) ck_assert(f.n == 31 && f.each == forms[i].width && f.threads == forms[i].threads);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("half_dense");
  tcase_add_test(test_case(suite, "factors", 60), factors);
  tcase_add_test(test_case(suite, "choice", 60), choice);
  tcase_add_test(test_case(suite, "blocks", 60), blocks);
  tcase_add_test(test_case(suite, "texts", 60), texts);
  return suite;
}
