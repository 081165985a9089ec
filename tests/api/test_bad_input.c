// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every mistake that a caller can make has its status, a text that names the argument and its value, and no effect.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// A plan that no call may touch.
static tcfft_plan *const untouched = (tcfft_plan *)(uintptr_t)0x5a5a;

static void check_detail(const char *name, const char *const says[]) {
  const char *text = tcfft_last_error();
  for (int i = 0; i < 3 && says[i]; i++) {
    ck_assert_msg(strstr(text, says[i]) != NULL, "%s: the text \"%s\" does not say \"%s\"", name, text, says[i]);
  }
}

static void check_status(const char *name, tcfft_status is, tcfft_status wanted) {
  ck_assert_msg(is == wanted, "%s: answers %s (%s), wanted %s", name, tcfft_status_string(is), tcfft_last_error(),
                tcfft_status_string(wanted));
}

// ------------------------------------------------------------------------------------------------ descriptions

#define SIZE .size = sizeof(tcfft_desc), .backend = TCFFT_BACKEND_HOST
#define N1(length) SIZE, .rank = 1, .n = {length}
#define TYPES(in, out) .in_type = TCFFT_##in, .out_type = TCFFT_##out
#define HUGE_N (INT64_C(1) << 61)

static const struct {
  const char *name;
  tcfft_status status;
  const char *says[3];
  tcfft_desc d;
} descs[] = {
    {"size 0", TCFFT_ERROR_INVALID_ARGUMENT, {"size", "0"}, {.rank = 1, .n = {8}}},
    {"size of another version", TCFFT_ERROR_INVALID_ARGUMENT, {"size", "8"}, {.size = 8, .rank = 1, .n = {8}}},
    {"kind", TCFFT_ERROR_INVALID_ARGUMENT, {"kind", "42"}, {N1(8), .kind = (tcfft_kind)42}},
    {"placement", TCFFT_ERROR_INVALID_ARGUMENT, {"placement", "9"}, {N1(8), .placement = (tcfft_placement)9}},
    {"backend",
     TCFFT_ERROR_INVALID_ARGUMENT,
     {"backend", "9"},
     {.size = sizeof(tcfft_desc), .rank = 1, .n = {8}, .backend = (tcfft_backend)9}},
    {"algorithm", TCFFT_ERROR_INVALID_ARGUMENT, {"algorithm", "9"}, {N1(8), .algorithm = (tcfft_algorithm)9}},
    {"split", TCFFT_ERROR_INVALID_ARGUMENT, {"split", "9"}, {N1(8), .split = (tcfft_split)9}},
    {"effort", TCFFT_ERROR_INVALID_ARGUMENT, {"effort", "9"}, {N1(8), .effort = (tcfft_effort)9}},
    {"compile", TCFFT_ERROR_INVALID_ARGUMENT, {"compile", "2"}, {N1(8), .compile = (tcfft_compile)2}},
    {"workspace", TCFFT_ERROR_INVALID_ARGUMENT, {"workspace", "9"}, {N1(8), .workspace = (tcfft_workspace_policy)9}},
    {"negative tolerance", TCFFT_ERROR_INVALID_ARGUMENT, {"tolerance", "-1"}, {N1(8), .tolerance = -1}},
    {"tolerance NaN", TCFFT_ERROR_INVALID_ARGUMENT, {"tolerance", "nan"}, {N1(8), .tolerance = NAN}},
    {"scale NaN", TCFFT_ERROR_INVALID_ARGUMENT, {"scale[1]", "nan"}, {N1(8), .scale = {0, NAN}}},
    {"scale inf", TCFFT_ERROR_INVALID_ARGUMENT, {"scale[0]", "inf"}, {N1(8), .scale = {INFINITY}}},
    {"scale beyond float", TCFFT_ERROR_INVALID_ARGUMENT, {"scale[0]", "1e+300"}, {N1(8), .scale = {1e300}}},
    {"scale below float", TCFFT_ERROR_INVALID_ARGUMENT, {"scale[1]", "1e-50"}, {N1(8), .scale = {0, 1e-50}}},
    {"C2R in place, rows that share bytes",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"input", "3"},
     {N1(6), .kind = TCFFT_C2R, .batch = 4, .placement = TCFFT_IN_PLACE, .in_distance = 3, .out_distance = 6}},
    {"threads", TCFFT_ERROR_INVALID_ARGUMENT, {"threads", "-2"}, {N1(8), .threads = -2}},
    {"rank 0", TCFFT_ERROR_INVALID_SIZE, {"rank", "0"}, {SIZE, .rank = 0, .n = {8}}},
    {"rank 5", TCFFT_ERROR_INVALID_SIZE, {"rank", "5"}, {SIZE, .rank = 5, .n = {2, 2, 2, 2}}},
    {"rank -1", TCFFT_ERROR_INVALID_SIZE, {"rank", "-1"}, {SIZE, .rank = -1, .n = {8}}},
    {"n 0", TCFFT_ERROR_INVALID_SIZE, {"n[0]", "0"}, {N1(0)}},
    {"n[1] negative", TCFFT_ERROR_INVALID_SIZE, {"n[1]", "-3"}, {SIZE, .rank = 2, .n = {8, -3}}},
    {"batch negative", TCFFT_ERROR_INVALID_SIZE, {"batch", "-1"}, {N1(8), .batch = -1}},
    {"batch_axes of all axes", TCFFT_ERROR_INVALID_SIZE, {"batch_axes", "1", "0"}, {N1(8), .batch_axes = 1}},
    {"batch_axes negative", TCFFT_ERROR_INVALID_SIZE, {"batch_axes", "-1"}, {N1(8), .batch_axes = -1}},
    {"dct1 of one", TCFFT_ERROR_INVALID_SIZE, {"n[0]", "1"}, {N1(1), .kind = TCFFT_DCT1}},
    {"n beyond 2^63 bytes", TCFFT_ERROR_OVERFLOW, {"n[0]"}, {N1(HUGE_N)}},
    {"product beyond 2^63", TCFFT_ERROR_OVERFLOW, {"n["}, {SIZE, .rank = 3, .n = {1 << 30, 1 << 30, 1 << 30}}},
    {"batch beyond 2^63", TCFFT_ERROR_OVERFLOW, {"batch", "1152921504606846976"}, {N1(1024), .batch = INT64_C(1) << 60}},
    {"in_stride too far", TCFFT_ERROR_OVERFLOW, {"in_stride[0]", "2305843009213693952"}, {N1(16), .in_stride = {HUGE_N}}},
    {"out_stride too far",
     TCFFT_ERROR_OVERFLOW,
     {"out_stride[0]", "9223372036854775807"},
     {N1(16), .out_stride = {INT64_MAX}}},
    {"out_distance too far",
     TCFFT_ERROR_OVERFLOW,
     {"out_distance", "2305843009213693952"},
     {N1(16), .batch = 9, .out_distance = HUGE_N}},
    {"in_stride negative", TCFFT_ERROR_INVALID_LAYOUT, {"in_stride[0]", "-1"}, {N1(8), .in_stride = {-1}}},
    {"out_stride mixed zero",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"out_stride[0]", "0"},
     {SIZE, .rank = 2, .n = {4, 4}, .out_stride = {0, 1}}},
    {"in_stride mixed zero",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_stride[1]", "0"},
     {SIZE, .rank = 2, .n = {4, 4}, .in_stride = {4, 0}}},
    {"in_distance negative", TCFFT_ERROR_INVALID_LAYOUT, {"in_distance", "-8"}, {N1(8), .batch = 2, .in_distance = -8}},
    {"out_distance negative", TCFFT_ERROR_INVALID_LAYOUT, {"out_distance", "-8"}, {N1(8), .batch = 2, .out_distance = -8}},
    {"rows overlap", TCFFT_ERROR_INVALID_LAYOUT, {"out", "3"}, {SIZE, .rank = 2, .n = {4, 4}, .out_stride = {3, 1}}},
    {"all elements overlap", TCFFT_ERROR_INVALID_LAYOUT, {"out", "1"}, {SIZE, .rank = 2, .n = {4, 4}, .out_stride = {1, 1}}},
    {"batch overlaps", TCFFT_ERROR_INVALID_LAYOUT, {"out", "7"}, {N1(8), .batch = 2, .out_distance = 7}},
    {"r2c batch overlaps",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"out", "4"},
     {N1(8), .kind = TCFFT_R2C, .batch = 2, .out_distance = 4}},
    {"in place, other strides",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_stride[0]", "2", "1"},
     {N1(8), .placement = TCFFT_IN_PLACE, .in_stride = {2}, .out_stride = {1}}},
    {"in place, other distances",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_distance", "9", "8"},
     {N1(8), .placement = TCFFT_IN_PLACE, .batch = 2, .in_distance = 9, .out_distance = 8}},
    {"in place, transposed",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_stride"},
     {SIZE, .rank = 2, .n = {4, 8}, .placement = TCFFT_IN_PLACE, .in_stride = {8, 1}, .out_stride = {1, 4}}},
    {"r2c in place without padding",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_stride[0]", "8", "pad"},
     {SIZE, .kind = TCFFT_R2C, .rank = 2, .n = {4, 8}, .placement = TCFFT_IN_PLACE, .in_stride = {8, 1},
      .out_stride = {5, 1}}},
    {"r2c batch in place without padding",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in_distance", "8", "pad"},
     {N1(8), .kind = TCFFT_R2C, .batch = 3, .placement = TCFFT_IN_PLACE, .in_distance = 8, .out_distance = 5}},
    {"c2r in place without padding",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"out_stride[0]", "8", "pad"},
     {SIZE, .kind = TCFFT_C2R, .rank = 2, .n = {4, 8}, .placement = TCFFT_IN_PLACE, .in_stride = {5, 1},
      .out_stride = {8, 1}}},
    {"device name", TCFFT_ERROR_NO_DEVICE, {"nosuchdevice"}, {N1(8), .device = "nosuchdevice"}},
    {"device index", TCFFT_ERROR_NO_DEVICE, {"77"}, {N1(8), .device = "77"}},
    {"device index negative", TCFFT_ERROR_NO_DEVICE, {"-1"}, {N1(8), .device = "-1"}},
    {"in_type", TCFFT_ERROR_INVALID_ARGUMENT, {"in_type", "6"}, {N1(8), .in_type = (tcfft_type)6}},
    {"out_type", TCFFT_ERROR_INVALID_ARGUMENT, {"out_type", "-1"}, {N1(8), .out_type = (tcfft_type)-1}},
    {"results of integers", TCFFT_ERROR_INVALID_ARGUMENT, {"out_type", "i16", "inputs"}, {N1(8), TYPES(I16, I16)}},
    {"results of bytes", TCFFT_ERROR_INVALID_ARGUMENT, {"out_type", "i8", "inputs"}, {N1(8), TYPES(F32, I8)}},
    {"doubles to floats", TCFFT_ERROR_INVALID_ARGUMENT, {"in_type = f64", "out_type = f32"}, {N1(8), TYPES(F64, F32)}},
    {"floats to doubles", TCFFT_ERROR_INVALID_ARGUMENT, {"in_type = f32", "out_type = f64"}, {N1(8), TYPES(F32, F64)}},
    {"integers to doubles", TCFFT_ERROR_INVALID_ARGUMENT, {"in_type = i16", "out_type = f64"}, {N1(8), TYPES(I16, F64)}},
    {"in place with numbers of unequal size",
     TCFFT_ERROR_INVALID_LAYOUT,
     {"in place", "f16 has 2", "f32 has 4"},
     {N1(8), TYPES(F16, F32), .placement = TCFFT_IN_PLACE}},
    {"halves finer than they are",
     TCFFT_ERROR_TOLERANCE,
     {"tolerance = 0.0001", "0.00028"},
     {N1(8), TYPES(F32, F16), .tolerance = 1e-4}},
    {"doubles by tensor cores",
     TCFFT_ERROR_UNSUPPORTED,
     {"tensor", "f64"},
     {N1(8), TYPES(F64, F64), .algorithm = TCFFT_ALGORITHM_TENSOR}},
    {"scale beyond double",
     TCFFT_ERROR_INVALID_ARGUMENT,
     {"scale[0]", "inf"},
     {N1(8), TYPES(F64, F64), .scale = {INFINITY}}},
    {"scale below double",
     TCFFT_ERROR_INVALID_ARGUMENT,
     {"scale[1]", "FP64"},
     {N1(8), TYPES(F64, F64), .scale = {0, 1e-310}}},
    {"doubles that overflow", TCFFT_ERROR_OVERFLOW, {"n[0]", "2^63"}, {N1(INT64_MAX / 20), TYPES(F64, F64)}},
    {"doubles out of reach", TCFFT_ERROR_TOLERANCE, {"tolerance", "1e-17"}, {N1(1024), TYPES(F64, F64), .tolerance = 1e-17}},
    {"tolerance out of reach", TCFFT_ERROR_TOLERANCE, {"tolerance", "1e-12"}, {N1(1024), .tolerance = 1e-12}},
    {"tolerance beyond half1",
     TCFFT_ERROR_TOLERANCE,
     {"tolerance", "1e-06"},
     {N1(1024), .algorithm = TCFFT_ALGORITHM_TENSOR, .split = TCFFT_SPLIT_HALF1, .tolerance = 1e-6}},
};

START_TEST(description) {
  tcfft_plan *plan = untouched;
  const tcfft_desc kept = descs[_i].d;
  tcfft_desc d = kept;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  check_status(descs[_i].name, status, descs[_i].status);
  check_detail(descs[_i].name, descs[_i].says);
  ck_assert_ptr_eq(plan, untouched);
  ck_assert_int_eq(memcmp(&d, &kept, sizeof d), 0);

  // Explaining refuses what planning refuses, devices aside.
  if (status == TCFFT_ERROR_NO_DEVICE || status == TCFFT_ERROR_TOLERANCE) return;
  char device[4096], text[4096] = "kept";
  ck_assert_int_eq(tcfft_device_describe(TCFFT_BACKEND_HOST, 0, device, sizeof device), TCFFT_SUCCESS);
  check_status(descs[_i].name, tcfft_plan_explain(&d, device, text, sizeof text), descs[_i].status);
  ck_assert_str_eq(text, "kept");
}
END_TEST

// A device that need not be here refuses what it does not transform: its text has no fp64, as that of a small GPU.
#define SMALL_GPU                                                                                                          \
  "opencl:name=small:cores=4:vector=32:l2=1000000:copy=1e11:flops=1e11:shared=32768:sm_shared=65536:sm_threads=256:gpu=1:" \
  "launch=6e-6:compiler=1"
START_TEST(types_of_devices) {
  static const struct {
    const char *device, *types;
    const char *says[3];
  } rows[] = {{SMALL_GPU, "f64", {"in_type = f64", "small computes in FP32 alone", "cl_khr_fp64"}},
              {"H200", "f64:tensor", {"algorithm = tensor", "f64"}}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    char problem[64], text[4096] = "kept";
    tcfft_desc d = TCFFT_DESC_INIT;
    snprintf(problem, sizeof problem, "c2c:1024:%s", rows[i].types);
    ck_assert_int_eq(tcfft_desc_parse(&d, problem), TCFFT_SUCCESS);
    check_status(problem, tcfft_plan_explain(&d, rows[i].device, text, sizeof text), TCFFT_ERROR_UNSUPPORTED);
    check_detail(problem, rows[i].says);
    ck_assert_str_eq(text, "kept");
  }
}
END_TEST

// Doubles on the host.
START_TEST(doubles_on_the_host) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  double data[16] = {1};
  ck_assert_int_eq(tcfft_desc_parse(&d, "c2c:8:f64"), TCFFT_SUCCESS);
  d.backend = TCFFT_BACKEND_HOST;
  ck_assert_msg(tcfft_plan_create(&plan, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  check_status("misaligned", tcfft_exec(plan, (char *)data + 4, data, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT);
  check_detail("misaligned", (const char *const[3]){"in", "aligned", "a double"});
  check_status("misaligned", tcfft_exec(plan, data, (char *)data + 4, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT);
  check_detail("misaligned", (const char *const[3]){"out", "aligned", "a double"});
  check_status("overlap", tcfft_exec(plan, data, data + 8, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP);
  check_detail("overlap", (const char *const[3]){"128 bytes"});
  ck_assert_int_eq(tcfft_exec(plan, data, data, TCFFT_FORWARD), TCFFT_SUCCESS);
  for (int k = 0; k < 16; k++) ck_assert(data[k] == (k % 2 ? 0 : 1));
  tcfft_plan_destroy(plan);
}
END_TEST

// Backends that are not built in, or that find no device, say so.
START_TEST(absent_backends) {
  static const struct {
    tcfft_backend backend;
    const char *says[3];
  } rows[] = {{TCFFT_BACKEND_CUDA, {"cuda"}}, {TCFFT_BACKEND_OPENCL, {"opencl"}}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    int count = -5;
    const tcfft_status there = tcfft_device_count(rows[i].backend, &count);
    if (there == TCFFT_SUCCESS && count > 0) continue;
    if (there != TCFFT_SUCCESS) {
      check_status("device_count", there, TCFFT_ERROR_NO_DEVICE);
      check_detail("device_count", rows[i].says);
      ck_assert_int_eq(count, -5);
    }
    tcfft_plan *plan = untouched;
    const tcfft_desc d = {.size = sizeof d, .rank = 1, .n = {64}, .backend = rows[i].backend};
    check_status("plan", tcfft_plan_create(&plan, &d), TCFFT_ERROR_NO_DEVICE);
    check_detail("plan", rows[i].says);
    ck_assert_ptr_eq(plan, untouched);
    tcfft_device_info info = {.size = sizeof info, .cores = -7};
    check_status("device_get", tcfft_device_get(rows[i].backend, 0, &info), TCFFT_ERROR_NO_DEVICE);
    ck_assert_int_eq(info.cores, -7);
    int64_t good = -9;
    check_status("good_size", tcfft_good_size(&good, 1000, TCFFT_C2C, rows[i].backend, NULL), TCFFT_ERROR_NO_DEVICE);
    ck_assert_int_eq(good, -9);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts

START_TEST(problem_texts) {
  static const char *const texts[] = {
      "",
      ":",
      "c2c",
      "c2c:",
      "x2c:8",
      "C2C:8",
      "c2c:8x",
      "c2c:x8",
      "c2c:8*",
      "c2c:*8",
      "c2c:8**2",
      "c2c:12y",
      "c2c:8:foo",
      "c2c:8:",
      "c2c::8",
      "c2c:8::inplace",
      "c2c: 8",
      "c2c:8 ",
      "c2c:8:is",
      "c2c:8:is=",
      "c2c:8:is=1,2",
      "c2c:8x8:is=1",
      "c2c:8:id=1,2",
      "c2c:8:inplace=1",
      "c2c:8.5",
      "c2c:1e3",
      "c2c:0x10x",
      "c2c:8:tol=",
      "c2c:8:tol=x",
      "c2c:8:classic=2",
      "c2c:2x2x2x2x2",
      "c2c:8\n",
      "c2c:99999999999999999999",
      "c2c:8*99999999999999999999",
      "dct5:8",
      "dct:8",
      "c2c:8:is=99999999999999999999",
      "c2c:8:i8",
      "c2c:8:f16:in=i8",
      "c2c:8:in=i8:f16",
  };
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcfft_desc d = {.size = sizeof d, .rank = 3, .n = {11, 12, 13}, .threads = 5};
    const tcfft_desc kept = d;
    const tcfft_status status = tcfft_desc_parse(&d, texts[i]);
    ck_assert_msg(status == TCFFT_ERROR_PARSE, "\"%s\" parses: %s", texts[i], tcfft_status_string(status));
    ck_assert_msg(strstr(tcfft_last_error(), texts[i]) != NULL, "\"%s\": the text \"%s\" does not quote it", texts[i],
                  tcfft_last_error());
    ck_assert_int_eq(memcmp(&d, &kept, sizeof d), 0);
  }
}
END_TEST

START_TEST(problem_text_overlong) {
  enum { LENGTH = 100000 };
  char *text = malloc(LENGTH + 1);
  ck_assert_ptr_nonnull(text);
  static const char fillers[] = {'8', ':', 'x', '*', ',', 'a', '='};
  for (size_t i = 0; i < sizeof fillers; i++) {
    memset(text, fillers[i], LENGTH);
    text[LENGTH] = 0;
    memcpy(text, "c2c:8:is=", i % 2 ? 9 : 4);
    tcfft_desc d = TCFFT_DESC_INIT;
    ck_assert_int_eq(tcfft_desc_parse(&d, text), TCFFT_ERROR_PARSE);
    ck_assert_uint_lt(strlen(tcfft_last_error()), 2000);
  }
  free(text);
}
END_TEST

START_TEST(device_texts) {
  tcfft_desc d;
  test_desc(&d, "c2c:1024");
  static const char *const texts[] = {"", "nosuchdevice", ":::", "cores=", "=\n=\n", "host cores=x"};
  char buf[4096] = "kept";
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcfft_status status = tcfft_plan_explain(&d, texts[i], buf, sizeof buf);
    ck_assert_msg(status == TCFFT_ERROR_PARSE || status == TCFFT_ERROR_NO_DEVICE, "\"%s\" is taken for a device: %s",
                  texts[i], tcfft_status_string(status));
    ck_assert_str_eq(buf, "kept");
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ NULL

static void null_row(const char *name, tcfft_status status, const char *says) {
  check_status(name, status, TCFFT_ERROR_INVALID_ARGUMENT);
  check_detail(name, (const char *const[3]){says, "NULL"});
}

START_TEST(null_planning) {
  tcfft_desc d;
  test_desc(&d, "c2c:64");
  tcfft_plan *plan = untouched;
  const int64_t n[] = {8, 8};
  null_row("create out", tcfft_plan_create(NULL, &d), "out");
  null_row("create d", tcfft_plan_create(&plan, NULL), "d");
  null_row("1d out", tcfft_plan_1d(NULL, TCFFT_C2C, 8, 1), "out");
  null_row("2d out", tcfft_plan_2d(NULL, TCFFT_C2C, 8, 8, 1), "out");
  null_row("3d out", tcfft_plan_3d(NULL, TCFFT_C2C, 8, 8, 8, 1), "out");
  null_row("many out", tcfft_plan_many(NULL, TCFFT_C2C, 2, n, 1, NULL, 0, NULL, 0), "out");
  null_row("many n", tcfft_plan_many(&plan, TCFFT_C2C, 2, NULL, 1, NULL, 0, NULL, 0), "n");
  null_row("parse d", tcfft_desc_parse(NULL, "c2c:8"), "d");
  null_row("parse text", tcfft_desc_parse(&d, NULL), "text");
  null_row("good", tcfft_good_size(NULL, 8, TCFFT_C2C, TCFFT_BACKEND_HOST, NULL), "good");
  null_row("count", tcfft_device_count(TCFFT_BACKEND_HOST, NULL), "count");
  null_row("info", tcfft_device_get(TCFFT_BACKEND_HOST, 0, NULL), "info");
  null_row("describe", tcfft_device_describe(TCFFT_BACKEND_HOST, 0, NULL, 10), "buf");
  char buf[100];
  null_row("explain d", tcfft_plan_explain(NULL, "x", buf, sizeof buf), "d");
  null_row("explain device", tcfft_plan_explain(&d, NULL, buf, sizeof buf), "device_text");
  ck_assert_ptr_eq(plan, untouched);
  // rank is wrong before n is looked at.
  check_status("many rank", tcfft_plan_many(&plan, TCFFT_C2C, 7, n, 1, NULL, 0, NULL, 0), TCFFT_ERROR_INVALID_SIZE);
  ck_assert_ptr_eq(plan, untouched);
}
END_TEST

START_TEST(null_executing) {
  tcfft_desc d;
  test_desc(&d, "c2c:64");
  tcfft_plan *plan = test_plan(&d, "c2c:64");
  float in[128] = {0}, out[128] = {0};
  char buf[100];
  null_row("exec plan", tcfft_exec(NULL, in, out, TCFFT_FORWARD), "plan");
  null_row("exec in", tcfft_exec(plan, NULL, out, TCFFT_FORWARD), "in");
  null_row("exec out", tcfft_exec(plan, in, NULL, TCFFT_FORWARD), "out");
  null_row("host plan", tcfft_exec_host(NULL, in, out, TCFFT_FORWARD), "plan");
  null_row("host in", tcfft_exec_host(plan, NULL, out, TCFFT_FORWARD), "in");
  null_row("host out", tcfft_exec_host(plan, in, NULL, TCFFT_FORWARD), "out");
  null_row("with plan", tcfft_exec_with(NULL, in, out, TCFFT_FORWARD, NULL), "plan");
  null_row("set_workspace plan", tcfft_plan_set_workspace(NULL, in, sizeof in), "plan");
  null_row("wait plan", tcfft_plan_wait(NULL), "plan");
  null_row("describe plan", tcfft_plan_describe(NULL, buf, sizeof buf), "plan");
  null_row("describe buf", tcfft_plan_describe(plan, NULL, 10), "buf");
  null_row("problem plan", tcfft_plan_problem(NULL, buf, sizeof buf), "plan");
  null_row("problem buf", tcfft_plan_problem(plan, NULL, 10), "buf");
  ck_assert_uint_eq(tcfft_plan_workspace_size(NULL), 0);
  ck_assert_uint_eq(tcfft_plan_table_size(NULL), 0);
  ck_assert(isnan(tcfft_plan_error_bound(NULL)));
  ck_assert(isnan(tcfft_plan_predicted_time(NULL)));
  tcfft_plan_destroy(NULL);
  tcfft_plan_destroy(plan);
}
END_TEST

// ------------------------------------------------------------------------------------------------ executing

START_TEST(execution) {
  tcfft_desc d;
  test_desc(&d, "c2c:64*2");
  tcfft_plan *plan = test_plan(&d, "c2c:64*2");
  test_buffer b = test_buffer_new(4 * 256, 0);
  float *x = b.data;
  float *kept = test_buffer_copy(&b);
  const struct {
    const char *name;
    const void *in;
    void *out;
    int direction;
    tcfft_status status;
    const char *says[3];
  } rows[] = {
      {"direction 2", x, x + 512, 2, TCFFT_ERROR_INVALID_ARGUMENT, {"direction", "2"}},
      {"direction -1", x, x + 512, -1, TCFFT_ERROR_INVALID_ARGUMENT, {"direction", "-1"}},
      {"in off by a byte", (char *)x + 1, x + 512, 0, TCFFT_ERROR_INVALID_ARGUMENT, {"in"}},
      {"out off by two bytes", x, (char *)x + 2050, 0, TCFFT_ERROR_INVALID_ARGUMENT, {"out"}},
      {"out one element on", x, x + 2, 0, TCFFT_ERROR_OVERLAP, {"in", "out"}},
      {"out one transform on", x, x + 128, 0, TCFFT_ERROR_OVERLAP, {"in", "out"}},
      {"out one element before the end", x, x + 254, 0, TCFFT_ERROR_OVERLAP, {"in", "out"}},
      {"in behind out", x + 254, x, 0, TCFFT_ERROR_OVERLAP, {"in", "out"}},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    check_status(rows[i].name, tcfft_exec(plan, rows[i].in, rows[i].out, (tcfft_direction)rows[i].direction),
                 rows[i].status);
    check_detail(rows[i].name, rows[i].says);
    check_status(rows[i].name, tcfft_exec_host(plan, rows[i].in, rows[i].out, (tcfft_direction)rows[i].direction),
                 rows[i].status);
    ck_assert_msg(test_buffer_same(&b, kept), "%s: something was written", rows[i].name);
  }
  tcfft_plan_destroy(plan);
  test_buffer_free(&b);
  free(kept);
}
END_TEST

// One memory for both sides is fine exactly where that is one transform in place.
START_TEST(same_memory) {
  static const struct {
    const char *text;
    int fine;
  } rows[] = {{"c2c:64*2", 1},
              {"dct2:64*2", 1},
              {"c2c:64*2:is=2:id=128:os=2:od=128", 1},
              {"c2c:64*2:is=2:id=128", 0},
              {"r2c:64*2", 0},
              {"c2r:64*2", 0},
              {"c2c:8x8:os=1,8", 0}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcfft_desc d;
    test_desc(&d, rows[i].text);
    tcfft_plan *plan = test_plan(&d, rows[i].text);
    float *x = calloc(1024, sizeof *x);
    check_status(rows[i].text, tcfft_exec(plan, x, x, TCFFT_FORWARD), rows[i].fine ? TCFFT_SUCCESS : TCFFT_ERROR_OVERLAP);
    free(x);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// "In place" allows in == out, it does not ask for it.
START_TEST(in_place_elsewhere) {
  tcfft_desc d;
  test_desc(&d, "c2c:64:inplace");
  tcfft_plan *plan = test_plan(&d, "c2c:64:inplace");
  float in[128] = {1}, out[128] = {0};
  ck_assert_int_eq(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_SUCCESS);
  for (int i = 0; i < 64; i++) ck_assert(out[2 * i] == 1 && out[2 * i + 1] == 0);
  tcfft_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("bad_input");
  TCase *all = test_case(suite, "bad_input", 60);
  tcase_add_loop_test(all, description, 0, TEST_COUNT(descs));
  tcase_add_test(all, absent_backends);
  tcase_add_test(all, types_of_devices);
  tcase_add_test(all, doubles_on_the_host);
  tcase_add_test(all, problem_texts);
  tcase_add_test(all, problem_text_overlong);
  tcase_add_test(all, device_texts);
  tcase_add_test(all, null_planning);
  tcase_add_test(all, null_executing);
  tcase_add_test(all, execution);
  tcase_add_test(all, same_memory);
  tcase_add_test(all, in_place_elsewhere);
  return suite;
}
