// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Machines without OpenCL, or without a device of it: the backend says why, and the others do as ever. The library is
// opened once a process, and Check gives each test its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "tcfft/tcfft_opencl.h"

static void refuses(tcfft_status status, const char *says) {
  ck_assert_msg(status == TCFFT_ERROR_NO_DEVICE, "answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" does not say %s", tcfft_last_error(), says);
}

// Everything that asks for a device of OpenCL, twice: the second time nothing is opened.
static void check_refused(const char *says) {
  tcfft_plan *const before = (tcfft_plan *)&before, *plan = before;
  tcfft_desc d;
  int count = -1;
  int64_t good = -1;
  char text[100];
  tcfft_device_info info = {.size = sizeof info};
  for (int i = 0; i < 2; i++) {
    test_desc(&d, "c2c:64");
    d.backend = TCFFT_BACKEND_OPENCL;
    refuses(tcfft_plan_create(&plan, &d), says);
    refuses(tcfft_device_count(TCFFT_BACKEND_OPENCL, &count), says);
    refuses(tcfft_device_get(TCFFT_BACKEND_OPENCL, 0, &info), says);
    refuses(tcfft_device_describe(TCFFT_BACKEND_OPENCL, 0, text, sizeof text), says);
    refuses(tcfft_good_size(&good, 1009, TCFFT_C2C, TCFFT_BACKEND_OPENCL, NULL), says);
  }
  ck_assert(plan == before && count == -1 && good == -1);
  printf("%s\n", tcfft_last_error());
}

// The first backend that has a device is another one, and leaves no word of this.
static void check_others(void) {
  char text[8192];
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  test_desc(&d, "c2c:64");
  d.backend = TCFFT_BACKEND_AUTO;
  ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_SUCCESS);
  ck_assert_int_eq(tcfft_plan_describe(plan, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_msg(strstr(text, "\ndevice:host:") || strstr(text, "\ndevice:cuda:"), "%s", text);
  tcfft_plan_destroy(plan);
  test_both("c2c:1000*3");
}

static void check_count(void) {
  int all = 0, host = 0;
  char before[1024];
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  ck_assert_int_eq(tcfft_device_count(TCFFT_BACKEND_AUTO, &all), TCFFT_SUCCESS);
  ck_assert_str_eq(tcfft_last_error(), before);
  ck_assert_int_eq(tcfft_device_count(TCFFT_BACKEND_HOST, &host), TCFFT_SUCCESS);
  ck_assert_int_ge(all, host);
}

static void check_without(const char *file, const char *says) {
  setenv("TCFFT_OPENCL", file, 1);
  char before[300];
  int none = 0;
  ck_assert_int_eq(tcfft_device_count((tcfft_backend)9, &none), TCFFT_ERROR_INVALID_ARGUMENT);
  snprintf(before, sizeof before, "%s", tcfft_last_error());
  check_others();
  ck_assert_str_eq(tcfft_last_error(), before);
  check_refused(says);
  check_others();
  check_count();
}

START_TEST(none) { check_without("", "TCFFT_OPENCL = \"\": none"); }
END_TEST

START_TEST(no_file) { check_without("/nowhere/libOpenCL.so", "TCFFT_OPENCL = \"/nowhere/libOpenCL.so\": "); }
END_TEST

// A library that is there and is none of OpenCL's.
START_TEST(another_library) { check_without("libm.so.6", "clGetPlatformIDs"); }
END_TEST

// A queue without OpenCL is no queue.
START_TEST(no_queues) {
  setenv("TCFFT_OPENCL", "", 1);
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  int something;
  test_desc(&d, "c2c:64");
  d.backend = TCFFT_BACKEND_AUTO;
  refuses(tcfft_opencl_plan_create(&plan, &d, (cl_command_queue)(void *)&something), "TCFFT_OPENCL");
  ck_assert_ptr_null(plan);
}
END_TEST

// OpenCL's loader finds no platform. Where there is no loader, that is what is said.
START_TEST(no_platform) {
  setenv("OCL_ICD_VENDORS", "/nowhere/", 1);
  setenv("OCL_ICD_FILENAMES", "", 1);
  check_without("libOpenCL.so.1", "the opencl backend cannot run");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_missing");
  TCase *c = test_case(suite, "opencl_missing", 60);
  tcase_add_test(c, none);
  tcase_add_test(c, no_file);
  tcase_add_test(c, another_library);
  tcase_add_test(c, no_queues);
  tcase_add_test(c, no_platform);
  return suite;
}
