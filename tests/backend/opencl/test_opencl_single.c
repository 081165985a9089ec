// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A GPU of OpenCL that computes in FP32 alone, which the device that is here says to be: FP64 is refused by name, and left
// to another device where the caller leaves the choice open.
#include "opencl.h"
#include "planner/types.h"
#include "units.h"

static cl_int (*real_info)(cl_device_id, cl_uint, size_t, void *, size_t *);

static cl_int pretend(cl_device_id device, cl_uint what, size_t room, void *value, size_t *bytes) {
  const cl_int error = real_info(device, what, room, value, bytes);
  char *extension = what == CL_DEVICE_EXTENSIONS && value ? strstr(value, "cl_khr_fp64") : NULL;
  if (extension) memset(extension, 'x', strlen("cl_khr_fp64"));
  const cl_bitfield gpu = CL_DEVICE_TYPE_GPU;
  if (what == CL_DEVICE_TYPE && value && room >= sizeof gpu) memcpy(value, &gpu, sizeof gpu);
  return error;
}

// Before main looks for devices.
__attribute__((constructor)) static void begin_to_pretend(void) {
  if (tcf_opencl_open() != TCFFT_SUCCESS) return;
  real_info = tcf_cl.GetDeviceInfo;
  tcf_cl.GetDeviceInfo = pretend;
}

static tcf_problem problem_of(tcfft_type type) {
  tcf_problem p = unit_problem("c2c:60*7");
  p.in_type = p.out_type = type;
  return p;
}

START_TEST(left_to_another_device) {
  tcf_device d;
  tcf_problem p = problem_of(TCFFT_F32);
  device_succeeds(tcf_planner_choose_device(&p, NULL, &d), "for FP32");
  ck_assert(d.backend == TCFFT_BACKEND_OPENCL && d.gpu && !d.fp64);
  char *name = strdup(d.name);
  p = problem_of(TCFFT_F64);
  device_succeeds(tcf_planner_choose_device(&p, "", &d), "for FP64");
  ck_assert_int_eq(d.backend, TCFFT_BACKEND_HOST);
  device_succeeds(tcf_planner_choose_device(&p, name, &d), "for FP64 by name");  // planning then refuses it
  ck_assert_int_eq(d.backend, TCFFT_BACKEND_OPENCL);
  free(name);
}
END_TEST

START_TEST(refused) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  ck_assert_int_eq(tcfft_desc_parse(&d, "c2c:60*7:f64"), TCFFT_SUCCESS);
  d.backend = TCFFT_BACKEND_OPENCL;
  device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_UNSUPPORTED, "lacks cl_khr_fp64");
  device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_UNSUPPORTED, "in_type = f64");
  ck_assert_ptr_null(plan);
  d.backend = TCFFT_BACKEND_AUTO;
  device_succeeds(tcfft_plan_create(&plan, &d), "on any device");
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, "host") != NULL, "%s", text);
  free(text);
  tcfft_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_single");
  TCase *c = test_case(suite, "single", 60);
  tcase_add_test(c, left_to_another_device);
  tcase_add_test(c, refused);
  return suite;
}
