// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites of units that plan share: problems and devices by text, and the GPUs that are planned for and not here.
#ifndef TCFFT_TESTS_UNITS_H
#define TCFFT_TESTS_UNITS_H

#include "desc.h"
#include "device.h"
#include "problem.h"
#include "support.h"

enum { UNIT_GPUS = 5 };

// The built-in GPUs, the fastest first.
static inline const char *unit_gpu(int i) {
  static const char *const names[UNIT_GPUS] = {"H200", "A100", "V100", "GTX1080", "GTX960"};
  return names[i];
}

static inline tcf_problem unit_problem(const char *text) {
  tcfft_desc d;
  tcf_problem p;
  test_desc(&d, text);
  ck_assert_msg(tcf_problem_from_desc(&p, &d) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return p;
}

static inline tcf_device unit_device(const char *text) {
  tcf_device d;
  ck_assert_msg(tcf_device_parse(&d, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return d;
}

#endif
