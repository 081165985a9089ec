// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft_plan_explain plans for the device that is described, and refuses a description of another backend.
#include <stdio.h>
#include <string.h>

#include "support.h"

// Each backend's devices, and the only backends of a description that they are for.
START_TEST(backends) {
  static const struct {
    const char *device, *name;
    tcfft_backend backend;
  } rows[] = {{"server32", "host", TCFFT_BACKEND_HOST},
              {"H200", "cuda", TCFFT_BACKEND_CUDA},
              {"clH200", "opencl", TCFFT_BACKEND_OPENCL}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    for (int b = TCFFT_BACKEND_AUTO; b <= TCFFT_BACKEND_OPENCL; b++) {
      char text[4096] = "kept", says[80];
      tcfft_desc d = TCFFT_DESC_INIT;
      d.rank = 1;
      d.n[0] = 1024;
      d.backend = (tcfft_backend)b;
      d.device = "no such device";  // is not looked at
      const tcfft_status status = tcfft_plan_explain(&d, rows[i].device, text, sizeof text);
      if (b == TCFFT_BACKEND_AUTO || d.backend == rows[i].backend) {
        ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", rows[i].device, tcfft_last_error());
        snprintf(says, sizeof says, "\ndevice:%s:name=%s:", rows[i].name, rows[i].device);
        ck_assert_msg(strstr(text, says) != NULL, "%s", text);
      } else {
        ck_assert_int_eq(status, TCFFT_ERROR_INVALID_ARGUMENT);
        snprintf(says, sizeof says, "device_text describes %s, a device of the %s backend", rows[i].device, rows[i].name);
        ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "%s", tcfft_last_error());
        ck_assert_ptr_nonnull(strstr(tcfft_last_error(), b == TCFFT_BACKEND_HOST   ? "backend = host"
                                                         : b == TCFFT_BACKEND_CUDA ? "backend = cuda"
                                                                                   : "backend = opencl"));
        ck_assert_str_eq(text, "kept");
      }
    }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("explain");
  TCase *all = test_case(suite, "explain", 60);
  tcase_add_test(all, backends);
  return suite;
}
