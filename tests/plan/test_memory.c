// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory and devices of the CUDA backend, real or emulated: every place where data may begin, and what is refused.
#include <stdio.h>

#include "core/device_choice.h"
#include "on_device.h"

// ------------------------------------------------------------------------------------------------ where data begins

static const char *const offset_texts[] = {
    "c2c:1024*3", "c2c:16*37", "c2c:65536", "c2c:1009*3", "c2c:10007",   "c2c:30x40*2", "c2c:64*7:is=7:id=1:os=1:od=64",
    "r2c:1024*3", "r2c:45*9",  "r2c:65536", "r2c:65521",  "r2c:12x30*3", "c2r:1024*3",  "c2r:45*9",
    "c2r:65536",  "c2r:12x30", "dct1:65*5", "dct2:64*9",  "dct2:65536",  "dct3:45*5",   "dct3:30030",
    "dct4:64*5",  "dct4:45*5", "dct4:30031"};

// Memory of the plan's own alignment, shifted by so many elements of each side.
static test_buffer shifted(int64_t floats, int width, int elements) { return test_buffer_new(floats, width * elements); }

// The same bits wherever the data begins: at 8 bytes for complex numbers, at 4 for real ones.
START_TEST(offsets) {
  static const struct { int in, out; } places[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 3}, {3, 2}};
  const char *text = offset_texts[_i];
  if (!test_is_due(text, test_share())) return;
  tcfft_desc d;
  test_desc(&d, text);
  test_side from, to;
  test_sides(&from, &to, &d);
  tcfft_plan *plan = test_plan(&d, text);
  test_buffer first = {0};
  for (size_t p = 0; p < TEST_COUNT(places); p++) {
    test_buffer in = shifted(from.span, from.width, places[p].in), out = shifted(to.span, to.width, places[p].out);
    test_fill(&in, &from, 9);
    device_succeeds(test_exec(plan, &in, &out, TCFFT_FORWARD), text);
    if (p == 0) {
      first = out;
    } else {
      ck_assert_msg(!memcmp(first.data, out.data, (size_t)to.span * sizeof(float)),
                    "%s: other bits %d and %d elements further", text, places[p].in, places[p].out);
      test_buffer_free(&out);
    }
    test_buffer_free(&in);
  }
  test_buffer_free(&first);
  tcfft_plan_destroy(plan);
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is refused

typedef struct refusal {
  const char *text;
  int in_offset, out_offset;  // bytes
  const char *says;           // NULL: it is right
} refusal;

static const refusal misaligned_rows[] = {
    {"c2c:256*4", 4, 0, "in ="},  {"c2c:256*4", 0, 4, "out ="}, {"c2c:256*4", 8, 8, NULL}, {"r2c:256*4", 4, 0, NULL},
    {"r2c:256*4", 4, 4, "out ="}, {"c2r:256*4", 4, 4, "in ="},  {"c2r:256*4", 8, 4, NULL}, {"dct2:256*4", 4, 12, NULL},
    {"dct2:256*4", 2, 0, "in ="}, {"dct2:256*4", 0, 2, "out ="}};

START_TEST(misaligned) {
  enum { MORE = 64 };
  const refusal *r = &misaligned_rows[_i];
  device_case c = device_case_new(r->text, TCFFT_WORKSPACE_PLAN);
  char *in = device_new(NULL, c.in_bytes + MORE), *out = device_new(NULL, c.out_bytes + MORE);
  const tcfft_status status = tcfft_exec(c.plan, in + r->in_offset, out + r->out_offset, TCFFT_FORWARD);
  if (r->says)
    device_refuses(status, TCFFT_ERROR_INVALID_ARGUMENT, r->says);
  else
    device_succeeds(status, r->text);
  device_sync(NULL);
  device_free(in);
  device_free(out);
  device_case_free(&c);
}
END_TEST

START_TEST(hosts_memory) {
  device_case c = device_case_new("c2c:262144", TCFFT_WORKSPACE_PLAN);
  char *mine = aligned_alloc(64, (c.in_bytes + c.out_bytes + c.work_bytes + 63) / 64 * 64);
  ck_assert_ptr_nonnull(mine);
  device_refuses(tcfft_exec(c.plan, mine, c.out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  device_refuses(tcfft_exec(c.plan, c.in, mine, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "out =");
  device_refuses(tcfft_exec_host(c.plan, c.in, mine, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  device_refuses(tcfft_exec_host(c.plan, mine, c.out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "out =");
  ck_assert_uint_gt(c.work_bytes, 0);
  const tcfft_exec_info info = {.size = sizeof info, .workspace = mine, .workspace_bytes = c.work_bytes};
  device_refuses(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &info), TCFFT_ERROR_INVALID_ARGUMENT,
                 "info->workspace");
  device_refuses(tcfft_plan_set_workspace(c.plan, mine, c.work_bytes), TCFFT_ERROR_INVALID_ARGUMENT, "workspace");
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), c.text);
  device_sync(NULL);
  free(mine);
  device_case_free(&c);
}
END_TEST

// Large, so that it is a piece of memory by itself and gone when it is freed.
START_TEST(freed) {
  enum { BYTES = 64 << 20 };
  device_case c = device_case_new("c2c:1024", TCFFT_WORKSPACE_PLAN);
  void *gone = NULL;
  device_succeeds(on_device()->alloc(ON_DEVICE, BYTES, &gone), "allocating");
  device_succeeds(tcfft_exec(c.plan, gone, c.out, TCFFT_FORWARD), c.text);
  device_sync(NULL);
  device_free(gone);
  device_refuses(tcfft_exec(c.plan, gone, c.out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  device_refuses(tcfft_exec(c.plan, c.in, gone, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "out =");
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ more than there is

// Twice the device's memory of workspace. The plan is not made, and the place for it stays as it was; the caller may plan
// with the workspace of another day.
START_TEST(too_large) {
  tcf_device device;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), "the device");
  ck_assert_int_gt(device.memory, 0);
  char text[100];
  snprintf(text, sizeof text, "c2c:1048576*%lld", 2 * (long long)device.memory / 8 / 1048576);
  tcfft_desc d;
  test_desc(&d, text);
  tcfft_plan *const before = (tcfft_plan *)&d, *plan = before;
  for (int i = 0; i < 3; i++) {
    device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
    ck_assert_ptr_eq(plan, before);
  }
  printf("%s\n", tcfft_last_error());
  d.workspace = TCFFT_WORKSPACE_CALLER;
  plan = test_plan(&d, text);
  ck_assert_uint_ge(tcfft_plan_workspace_size(plan), (size_t)(2 * device.memory / 1048576 / 8 * 1048576 * 8));
  tcfft_plan_destroy(plan);
  device_case c = device_case_new("c2c:1024", TCFFT_WORKSPACE_PLAN);
  free(device_case_alone(&c));
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ devices

static tcfft_status plan_on(const char *name) {
  tcfft_desc d;
  test_desc(&d, "c2c:1024");
  d.device = name;
  tcfft_plan *plan = NULL;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  ck_assert((plan != NULL) == (status == TCFFT_SUCCESS));
  tcfft_plan_destroy(plan);
  return status;
}

START_TEST(devices) {
  int count = 0;
  device_succeeds(tcfft_device_count(test_backend, &count), "counting");
  char number[20], prefix[5] = "";
  snprintf(number, sizeof number, "%d", count);
  device_refuses(plan_on(number), TCFFT_ERROR_NO_DEVICE, number);
  device_refuses(plan_on("64"), TCFFT_ERROR_NO_DEVICE, "64");
  device_refuses(plan_on("-1"), TCFFT_ERROR_NO_DEVICE, "-1");
  device_refuses(plan_on("no such GPU"), TCFFT_ERROR_NO_DEVICE, "no such GPU");
  tcfft_device_info info = {.size = sizeof info};
  device_refuses(tcfft_device_get(test_backend, count, &info), TCFFT_ERROR_NO_DEVICE, number);
  device_refuses(tcfft_device_get(test_backend, -1, &info), TCFFT_ERROR_NO_DEVICE, "-1");
  device_succeeds(tcfft_device_get(test_backend, 0, &info), "device 0");
  snprintf(prefix, sizeof prefix, "%.4s", info.name);
  device_succeeds(plan_on(prefix), prefix);
  prefix[0] = '?';
  device_refuses(plan_on(prefix), TCFFT_ERROR_NO_DEVICE, info.name);
  device_succeeds(plan_on("0"), "device 0");
  snprintf(number, sizeof number, "%d", count - 1);
  device_succeeds(plan_on(number), "the last device");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("memory");
  tcase_add_loop_test(test_case(suite, "offsets", 60), offsets, 0, TEST_COUNT(offset_texts));
  TCase *c = test_case(suite, "refused", 60);
  tcase_add_loop_test(c, misaligned, 0, TEST_COUNT(misaligned_rows));
  tcase_add_test(c, hosts_memory);
  tcase_add_test(c, freed);
  tcase_add_test(c, devices);
  tcase_add_test(test_case(suite, "too_large", 120), too_large);
  return suite;
}
