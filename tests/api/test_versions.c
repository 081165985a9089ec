// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs of other versions than the library: of the first release, and of later ones, whose structs have more fields.
#include <string.h>

#include "api/versions_0_1_0.h"
#include "base/sized.h"
#include "support.h"

START_TEST(first_release) {
  ck_assert_uint_eq(tcf_sized_desc.first, old_desc_bytes);
  ck_assert_uint_eq(tcf_sized_exec_info.first, old_exec_info_bytes);
  ck_assert_uint_eq(tcf_sized_device_info.first, old_device_info_bytes);
  const char *wrong = old_plan();
  ck_assert_msg(!wrong, "planning: %s", wrong);
  wrong = old_device();
  ck_assert_msg(!wrong, "devices: %s", wrong);
}
END_TEST

// ------------------------------------------------------------------------------------------------ a newer caller

enum { MORE = 24 };

static void refused(const char *what, tcfft_status status, const char *says) {
  ck_assert_msg(status == TCFFT_ERROR_INVALID_ARGUMENT, "%s: %s", what, tcfft_status_string(status));
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "%s: \"%s\" does not say \"%s\"", what, tcfft_last_error(), says);
}

static void taken(const char *what, tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", what, tcfft_last_error());
}

START_TEST(newer_desc) {
  struct {
    tcfft_desc d;
    unsigned char more[MORE];
  } s = {.d = TCFFT_DESC_INIT};
  tcfft_plan *plan = NULL;
  char text[8192];
  s.d.size = sizeof s;
  taken("parsing", tcfft_desc_parse(&s.d, "c2c:64"));
  ck_assert_uint_eq(s.d.size, sizeof s);
  s.d.backend = TCFFT_BACKEND_HOST;
  taken("planning", tcfft_plan_create(&plan, &s.d));
  tcfft_plan_destroy(plan);
  plan = NULL;
  taken("explaining", tcfft_plan_explain(&s.d, "server32", text, sizeof text));
  for (int i = 0; i < MORE; i++) {
    s.more[i] = 1;
    refused("parsing", tcfft_desc_parse(&s.d, "c2c:32"), "tcfft_desc");
    ck_assert_int_eq(s.d.n[0], 64);
    refused("planning", tcfft_plan_create(&plan, &s.d), "d->size");
    refused("explaining", tcfft_plan_explain(&s.d, "server32", text, sizeof text), "d->size");
    s.more[i] = 0;
  }
  ck_assert_ptr_null(plan);
}
END_TEST

START_TEST(newer_exec_info) {
  struct {
    tcfft_exec_info info;
    unsigned char more[MORE];
  } s = {.info = TCFFT_EXEC_INFO_INIT};
  float in[128] = {1}, out[128] = {0};
  tcfft_plan *plan = NULL;
  s.info.size = sizeof s;
  taken("planning", tcfft_plan_1d(&plan, TCFFT_C2C, 64, 1));
  taken("executing", tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &s.info));
  ck_assert_float_eq(out[126], 1);
  for (int i = 0; i < MORE; i++) {
    s.more[i] = 0x80;
    refused("executing", tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &s.info), "info->size");
    s.more[i] = 0;
  }
  tcfft_plan_destroy(plan);
}
END_TEST

START_TEST(newer_device_info) {
  struct {
    tcfft_device_info info;
    unsigned char more[MORE], behind[MORE];
  } s = {.info = {.size = offsetof(__typeof__(s), behind)}};
  memset(s.behind, 0xa5, MORE);
  taken("asking", tcfft_device_get(TCFFT_BACKEND_HOST, 0, &s.info));
  ck_assert_uint_eq(s.info.size, offsetof(__typeof__(s), behind));
  ck_assert(s.info.name[0] && s.info.cores >= 1);
  for (int i = 0; i < MORE; i++) {
    ck_assert_int_eq(s.more[i], 0);
    ck_assert_int_eq(s.behind[i], 0xa5);
  }
  s.info.cores = -7;
  for (int i = 0; i < MORE; i++) {
    s.more[i] = 1;
    refused("asking", tcfft_device_get(TCFFT_BACKEND_HOST, 0, &s.info), "tcfft_device_info");
    s.more[i] = 0;
  }
  ck_assert_int_eq(s.info.cores, -7);
}
END_TEST

// ------------------------------------------------------------------------------------------------ a grown library

// A struct of the next version: two fields more than the first release's.
typedef struct grown {
  size_t size;
  int first, more;
  int64_t most;
} grown;

static const tcf_sized grown_struct = {"g", "grown", offsetof(grown, more), sizeof(grown)};

START_TEST(older_caller) {
  struct {
    grown g;
    unsigned char behind[MORE];
  } s;
  grown own;
  for (size_t size = grown_struct.first; size <= sizeof s.g; size += sizeof(int)) {
    memset(&s, 0xa5, sizeof s);
    s.g.size = size;
    taken("taking", tcf_take_sized(&grown_struct, &own, &s));
    unsigned char bytes[sizeof own], given[sizeof s];
    memcpy(bytes, &own, sizeof own);
    for (size_t i = sizeof(size_t); i < sizeof own; i++) ck_assert_int_eq(bytes[i], i < size ? 0xa5 : 0);
    own = (grown){.first = 0x11111111, .more = 0x11111111, .most = 0x1111111111111111};
    tcf_give_sized(&grown_struct, &s, &own);
    memcpy(given, &s, sizeof s);
    ck_assert_uint_eq(s.g.size, size);
    for (size_t i = sizeof(size_t); i < sizeof s; i++) ck_assert_int_eq(given[i], i < size ? 0x11 : 0xa5);
  }
}
END_TEST

// Sizes that no version has are refused without a look behind them.
START_TEST(wrong_sizes) {
  grown g = {.first = 1}, own;
  const size_t sizes[] = {0, 1, grown_struct.first - 1, 4097, SIZE_MAX / 2, SIZE_MAX};
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    g.size = sizes[i];
    refused("taking", tcf_take_sized(&grown_struct, &own, &g), "g->size");
  }
  tcfft_desc d = {.size = old_desc_bytes - 1, .rank = 1, .n = {8}};
  tcfft_exec_info e = {.size = old_exec_info_bytes - 1};
  tcfft_device_info f = {.size = old_device_info_bytes - 1};
  tcfft_plan *plan = NULL;
  float data[16] = {0};
  refused("planning", tcfft_plan_create(&plan, &d), "d->size");
  refused("parsing", tcfft_desc_parse(&d, "c2c:8"), "d->size");
  taken("planning", tcfft_plan_1d(&plan, TCFFT_C2C, 8, 1));
  refused("executing", tcfft_exec_with(plan, data, data, TCFFT_FORWARD, &e), "info->size");
  refused("asking", tcfft_device_get(TCFFT_BACKEND_HOST, 0, &f), "info->size");
  tcfft_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("versions");
  TCase *all = test_case(suite, "versions", 60);
  tcase_add_test(all, first_release);
  tcase_add_test(all, newer_desc);
  tcase_add_test(all, newer_exec_info);
  tcase_add_test(all, newer_device_info);
  tcase_add_test(all, older_caller);
  tcase_add_test(all, wrong_sizes);
  return suite;
}
