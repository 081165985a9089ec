// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// With a real library (one that records its calls): what goes there, with which arguments, and when.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "fake_cufft.h"
#include "shim/real.h"
#include "shim_support.h"

// Of jumps the shim has no prototypes; the recording library takes the first argument alone.
#define DECLARE(name, ...) extern cufftResult name(int);
#define EACH(name, ...) {&tcf_real_##name, name},
TCF_SHIM_JUMPS(DECLARE)
DECLARE(cufftXtSetDistribution)
DECLARE(cufftXtSetGPUs)
DECLARE(cufftXtExecDescriptorC2R)
DECLARE(cufftXtMemcpy)
DECLARE(cufftSetPlanPropertyInt64)
DECLARE(__cufftXtSetJITCallback_12_7)
DECLARE(cufftXtSetCallback)
DECLARE(cufftXtSetJITCallback)

static fake_cufft *fake;

static void beside(void) {
  setenv("TCFFT_CUFFT_REAL", TEST_FAKE_CUFFT, 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
  void *library = dlopen(TEST_FAKE_CUFFT, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  fake = ((fake_get_function *)dlsym(library, "fake_get"))();
}

// The calls since the last look are these, one in a line.
static void recorded(const char *wanted) {
  ck_assert_msg(!strcmp(fake->log, wanted), "recorded \"%s\", not \"%s\"", fake->log, wanted);
  fake->log[0] = 0;
}

static cufftHandle created(void) {
  cufftHandle plan = 0;
  succeeds(cufftCreate(&plan));
  ck_assert_int_ge(plan, FAKE_FIRST);
  recorded("cufftCreate\n");
  return plan;
}

static cufftHandle made(int n) {
  size_t size;
  const cufftHandle plan = created();
  succeeds(cufftMakePlan1d(plan, n, CUFFT_C2C, 1, &size));
  recorded("");
  return plan;
}

static char text[4096];
static const char *line(const char *format, cufftHandle plan) {
  snprintf(text, sizeof text, format, plan, plan, plan, plan);
  return text;
}

// A plan that the real library will serve, whatever it is made for.
static cufftHandle beyond(void) {
  const cufftHandle plan = created();
  cufftXtSetGPUs(plan);
  fake->log[0] = 0;
  return plan;
}

static cufftResult make_halves(cufftHandle plan, long long n, long long batch, size_t *size) {
  return cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 0, CUDA_C_16F, NULL, 1, 0, CUDA_C_16F, batch, size, CUDA_C_16F);
}

// ------------------------------------------------------------------------------------------------ handles

START_TEST(handles) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {60}, .batch = 1};
  const cufftHandle plan = made(60), other = made(61);
  ck_assert_int_ne(plan, other);
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  succeeds(cufftSetStream(plan, NULL));
  succeeds(cufftSetWorkArea(plan, NULL));
  recorded("");
  succeeds(cufftDestroy(plan));
  recorded(line("cufftDestroy %d\n", plan));
  gives(cufftDestroy(plan), CUFFT_INVALID_PLAN);
  recorded(line("cufftDestroy %d\n", plan));
  fake->fails.name = "cufftCreate";
  fake->fails.result = CUFFT_INTERNAL_ERROR;
  cufftHandle none = -3;
  gives(cufftCreate(&none), CUFFT_INTERNAL_ERROR);
  gives(cufftPlan1d(&none, 8, CUFFT_C2C, 1), CUFFT_INTERNAL_ERROR);
  ck_assert_int_eq(none, -3);
}
END_TEST

// What the real library knows and the shim does not is its own matter.
START_TEST(strangers) {
  size_t size = 7;
  float x;
  gives(cufftSetStream(5, NULL), CUFFT_INVALID_PLAN);
  recorded("cufftSetStream 5\n");
  gives(cufftMakePlan1d(5, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  recorded("cufftMakePlan1d 5 8 29 1\n");
  gives(cufftExecC2C(5, &x, &x, -1), CUFFT_INVALID_PLAN);
  recorded("cufftExecC2C 5 1 1 -1\n");
  gives(cufftGetSize(5, &size), CUFFT_INVALID_PLAN);
  recorded("cufftGetSize 5\n");
}
END_TEST

// Settings before the plan is made reach the plan that may become the real one's, but the work area not before it is; behind
// that, whoever serves.
START_TEST(settings) {
  size_t size = 0;
  float early;
  const cufftHandle plan = created();
  succeeds(cufftSetAutoAllocation(plan, 0));
  recorded(line("cufftSetAutoAllocation %d 0\n", plan));
  succeeds(cufftSetStream(plan, (void *)3));
  ck_assert_ptr_eq(fake->stream, (void *)3);
  fake->log[0] = 0;
  succeeds(cufftSetWorkArea(plan, &early));
  recorded("");
  succeeds(make_halves(plan, 12, 2, &size));
  recorded(line("cufftXtMakePlanMany %d 1 12 0 1 0 6 0 1 0 6 2 6\ncufftSetWorkArea %d\n", plan));
  ck_assert_ptr_eq(fake->area, &early);
  ck_assert_uint_eq(size, FAKE_SIZE);
  succeeds(cufftSetWorkArea(plan, &size));
  ck_assert_ptr_eq(fake->area, &size);
  succeeds(cufftXtSetWorkArea(plan, (void *[]){text}));
  ck_assert_ptr_eq(fake->area, text);
  succeeds(cufftSetStream(plan, (void *)4));
  ck_assert_ptr_eq(fake->stream, (void *)4);
  fake->log[0] = 0;
  succeeds(cufftExecZ2Z(plan, &size, &size, CUFFT_INVERSE));
  recorded(line("cufftExecZ2Z %d 1 1 1\n", plan));
  fake->size = 77;
  succeeds(cufftGetSize(plan, &size));
  ck_assert_uint_eq(size, 77);
  recorded(line("cufftGetSize %d\n", plan));
}
END_TEST

// The area of a served plan has the size of tcfft's: the real library never gets it, also where the plan falls back.
START_TEST(area_before_plan) {
  size_t size = 0;
  float area;
  const cufftHandle plan = created(), other = created();
  char *x = device_new(NULL, 61 * 8);
  succeeds(cufftSetWorkArea(plan, &area));
  succeeds(cufftMakePlan1d(plan, 60, CUFFT_C2C, 1, &size));
  succeeds(cufftExecC2C(plan, x, x + 8, CUFFT_FORWARD));
  ck_assert_ptr_nonnull(strstr(fake->log, "cufftExecC2C"));
  ck_assert_ptr_null(strstr(fake->log, "WorkArea"));
  ck_assert_ptr_null(fake->area);
  // A plan that is handed over before it is made is the real library's from then on, with the area.
  succeeds(cufftSetWorkArea(other, &area));
  cufftXtSetGPUs(other);
  ck_assert_ptr_eq(fake->area, &area);
  device_free(x);
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is forwarded

START_TEST(forwarded_plans) {
  int n[] = {8}, embed[] = {8};
  long long wide[] = {8}, other[] = {12};
  size_t size;
  cufftHandle plan = beyond();
  // Several GPUs, by every function.
  succeeds(cufftMakePlan2d(plan, 8, 9, CUFFT_D2Z, &size));
  recorded(line("cufftMakePlan2d %d 8 9 6a\n", plan));
  plan = beyond();
  succeeds(cufftMakePlan3d(plan, 8, 9, 10, CUFFT_Z2D, &size));
  recorded(line("cufftMakePlan3d %d 8 9 10 6c\n", plan));
  plan = beyond();
  succeeds(cufftMakePlanMany(plan, 1, n, NULL, 1, 2, NULL, 3, 4, CUFFT_Z2Z, 5, &size));
  recorded(line("cufftMakePlanMany %d 1 8 0 1 2 0 3 4 69 5\n", plan));
  plan = beyond();
  succeeds(cufftMakePlanMany64(plan, 1, wide, wide, 1, 2, wide, 3, 4, CUFFT_Z2Z, 5, &size));
  recorded(line("cufftMakePlanMany64 %d 1 8 1 1 2 1 3 4 69 5\n", plan));
  plan = created();  // another type, and no power of two
  succeeds(cufftXtMakePlanMany(plan, 1, other, NULL, 1, 2, CUDA_C_16F, NULL, 3, 4, CUDA_C_16F, 5, &size, CUDA_C_16F));
  recorded(line("cufftXtMakePlanMany %d 1 12 0 1 2 6 0 3 4 6 5 6\n", plan));
  // A layout that tcfft refuses, and mistakes: the answer is the real library's.
  plan = created();
  succeeds(cufftMakePlanMany(plan, 1, n, embed, 1, 8, embed, 1, 4, CUFFT_C2C, 2, &size));
  recorded(line("cufftMakePlanMany %d 1 8 1 1 8 1 1 4 29 2\n", plan));
  plan = created();
  succeeds(cufftMakePlanMany(plan, 1, n, embed, 1, 8, NULL, 1, 4, CUFFT_C2C, 2, &size));
  recorded(line("cufftMakePlanMany %d 1 8 1 1 8 0 1 4 29 2\n", plan));
  plan = created();
  fake->fails.name = "cufftMakePlan1d";
  fake->fails.result = 11;
  gives(cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &size), 11);
  recorded(line("cufftMakePlan1d %d 0 29 1\n", plan));
  gives(cufftMakePlan1d(plan, 8, 77, 1, &size), 11);
  recorded(line("cufftMakePlan1d %d 8 4d 1\n", plan));
  succeeds(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));  // behind them it is still served
  recorded("");
  gives(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  recorded("");
}
END_TEST

START_TEST(sizes) {
  size_t size = 0;
  cufftHandle plan = created();
  // The larger of both: a work area that is brought before the plan is made has to do for either.
  succeeds(cufftGetSize1d(plan, 8, CUFFT_C2C, 1, &size));
  ck_assert_uint_eq(size, FAKE_SIZE);
  recorded(line("cufftGetSize1d %d 8 29 1\n", plan));
  fake->size = 0;
  succeeds(cufftGetSize1d(plan, 100003, CUFFT_C2C, 1, &size));
  ck_assert_uint_gt(size, 100003);
  fake->log[0] = 0;
  const cufftHandle real = beyond();  // a plan of the real library's has that one's size alone
  succeeds(cufftGetSize1d(real, 100003, CUFFT_C2C, 1, &size));
  ck_assert_uint_eq(size, 0);
  fake->log[0] = 0;
  succeeds(cufftEstimate1d(100003, CUFFT_Z2Z, 1, &size));
  ck_assert_uint_gt(size, 16 * 100003);
  recorded("cufftEstimate1d 100003 69 1\n");
  int value;
  succeeds(cufftGetVersion(&value));
  ck_assert_int_eq(value, 12345);
  succeeds(cufftGetProperty(2, &value));
  ck_assert_int_eq(value, 42);
}
END_TEST

// ------------------------------------------------------------------------------------------------ falling back

// Input that overlaps the output: the real plan is made then, once, and serves these executions alone.
START_TEST(falls_back_once) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {60}, .batch = 1};
  const cufftHandle plan = made(60);
  char *x = device_new(NULL, 61 * 8);
  succeeds(cufftSetStream(plan, (void *)9));
  succeeds(cufftExecC2C(plan, x, x + 8, CUFFT_FORWARD));
  ck_assert_ptr_eq(fake->stream, (void *)9);
  ck_assert_ptr_nonnull(
      strstr(fake->log, line("cufftSetAutoAllocation %d 1\ncufftXtMakePlanMany %d 1 60 0 1 0 4 0 1 0 4 1 4\n", plan)));
  ck_assert_ptr_nonnull(strstr(fake->log, line("cufftExecC2C %d 1 1 -1\n", plan)));
  fake->log[0] = 0;
  succeeds(cufftSetStream(plan, NULL));
  succeeds(cufftSetWorkArea(plan, x));
  succeeds(cufftXtSetWorkArea(plan, (void **)&x));
  recorded("");  // the area is one of tcfft's size
  succeeds(cufftXtExec(plan, x, x + 8, CUFFT_INVERSE));
  ck_assert_ptr_null(strstr(fake->log, "MakePlan"));
  ck_assert_ptr_null(fake->stream);
  fake->log[0] = 0;
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  recorded("");
  device_free(x);
}
END_TEST

// A context of the program's own: plans of it are the real library's, and so are executions where it is current.
START_TEST(own_context) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {60}, .batch = 1};
  size_t size = 0;
  const cufftHandle before = made(60), within = created();
  float *x = device_new(NULL, 60 * 8);
  setenv("TCFFT_EMULATE_CONTEXT", "own", 1);
  succeeds(cufftMakePlan1d(within, 60, CUFFT_C2C, 1, &size));
  recorded(line("cufftMakePlan1d %d 60 29 1\n", within));
  succeeds(cufftExecC2C(within, x, x, CUFFT_FORWARD));
  recorded(line("cufftExecC2C %d 1 1 -1\n", within));
  succeeds(cufftExecC2C(before, x, x, CUFFT_FORWARD));
  ck_assert_ptr_nonnull(strstr(fake->log, line("cufftExecC2C %d 1 1 -1\n", before)));
  fake->log[0] = 0;
  unsetenv("TCFFT_EMULATE_CONTEXT");
  shim_check(&c, before, CUFFT_FORWARD, NULL, NULL);
  recorded("");
  device_free(x);
}
END_TEST

// Plans and executions in contexts of either sort answer as they do without the shim (_i 1), here with a real library whose
// plans work in their own context alone: the real plan that a served one falls back to belongs to that one's context,
// wherever it is made.
START_TEST(contexts) {
  enum { FALLS_BACK = 1, OWN = 2 };
  static const struct {
    int plan, how, wanted;
  } rows[] = {// made in the primary context; the real plan is first wanted in another one, or in that one
              {0, 0, 0},
              {0, OWN, CUFFT_EXEC_FAILED},
              {0, FALLS_BACK, 0},
              {0, OWN, CUFFT_EXEC_FAILED},
              {0, 0, 0},
              {1, FALLS_BACK, 0},
              {1, OWN, CUFFT_EXEC_FAILED},
              {1, 0, 0},
              {1, FALLS_BACK, 0},
              // made in a context of the program's own
              {2, OWN, 0},
              {2, 0, CUFFT_EXEC_FAILED},
              {2, FALLS_BACK, CUFFT_EXEC_FAILED},
              {2, OWN | FALLS_BACK, 0}};
  static const char *const names[] = {"primary", "own"};
  ck_assert_msg(dlopen(TEST_FAKE_DRIVER, RTLD_NOW | RTLD_GLOBAL) != NULL, "%s", dlerror());
  char *x = device_new(NULL, 61 * 8);
  cufftHandle plans[3];
  size_t size = 0;
  if (_i) setenv("TCFFT_CUFFT", "off", 1);
  fake->one_context = 1;
  for (int i = 0; i < 3; i++) {
    setenv("TCFFT_EMULATE_CONTEXT", names[i == 2], 1);
    succeeds(cufftCreate(&plans[i]));
    succeeds(cufftMakePlan1d(plans[i], 60, CUFFT_C2C, 1, &size));
  }
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const int own = (rows[i].how & OWN) != 0;
    setenv("TCFFT_EMULATE_CONTEXT", names[own], 1);
    const int got = (int)cufftExecC2C(plans[rows[i].plan], x, x + (rows[i].how & FALLS_BACK ? 8 : 0), CUFFT_FORWARD);
    ck_assert_msg(got == rows[i].wanted, "row %zu gives %d, not %d", i, got, rows[i].wanted);
  }
  setenv("TCFFT_EMULATE_CONTEXT", "own", 1);  // a plan goes in any context
  for (int i = 0; i < 3; i++) succeeds(cufftDestroy(plans[i]));
  device_free(x);
}
END_TEST

// What is not the plan's to do.
START_TEST(other_kinds) {
  const cufftHandle plan = made(60);
  fake->fails.name = "cufftExec";
  fake->fails.result = 3;
  float *x = device_new(NULL, 60 * 8);
  gives(cufftExecR2C(plan, x, x), 3);
  ck_assert_ptr_nonnull(strstr(fake->log, "cufftExecR2C"));
  gives(cufftExecZ2Z(plan, x, x, -1), 3);
  gives(cufftExecC2C(plan, x, x, 7), CUFFT_INVALID_VALUE);
  fake->log[0] = 0;
  fake->fails.name = "MakePlan";
  fake->fails.result = 2;
  gives(cufftExecR2C(made(61), x, x), 2);
  device_free(x);
}
END_TEST

// A legacy callback comes after the plan is made: the real plan is made then, and serves.
START_TEST(callback_after) {
  size_t size = 0;
  const cufftHandle plan = made(60);
  succeeds(cufftXtSetCallback(plan));
  ck_assert_str_eq(fake->log, line("cufftSetAutoAllocation %d 1\ncufftXtMakePlanMany %d 1 60 0 1 0 4 0 1 0 4 1 4\n"
                                   "cufftSetStream %d\ncufftXtSetCallback %d\n",
                                   plan));
  fake->log[0] = 0;
  succeeds(cufftSetWorkArea(plan, &size));
  succeeds(cufftXtSetWorkArea(plan, (void *[]){&size}));
  recorded("");
  succeeds(cufftExecC2C(plan, &size, &size, CUFFT_FORWARD));
  recorded(line("cufftExecC2C %d 1 1 -1\n", plan));
  gives(cufftMakePlan1d(plan, 60, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  succeeds(cufftDestroy(plan));
}
END_TEST

START_TEST(callback_before) {
  size_t size = 0;
  const cufftHandle plan = created();
  succeeds(cufftXtSetJITCallback(plan));
  succeeds(cufftMakePlan1d(plan, 60, CUFFT_C2C, 1, &size));
  recorded(line("cufftXtSetJITCallback %d\ncufftMakePlan1d %d 60 29 1\n", plan));
  ck_assert_uint_eq(size, FAKE_SIZE);
}
END_TEST

// The real plan cannot be made: its number, and tcfft goes on.
START_TEST(no_real_plan) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {60}, .batch = 1};
  const cufftHandle plan = made(60);
  fake->fails.name = "cufftXtMakePlanMany";
  fake->fails.result = CUFFT_ALLOC_FAILED;
  gives(cufftXtSetCallback(plan), CUFFT_ALLOC_FAILED);
  ck_assert_ptr_null(strstr(fake->log, "cufftXtSetCallback"));
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
}
END_TEST

// ------------------------------------------------------------------------------------------------ jumps

// Ten whole numbers and eight others: registers of both sorts are full, and the stack has the rest. The last plan is served
// before, so that other functions of the real library are called on the way.
START_TEST(arguments) {
  extern cufftResult cufftXtMakePlanGuru64(int plan, long long b, long long c, long long d, long long e, long long f,
                                           long long g, long long h, long long i, long long j, double r0, double r1,
                                           double r2, double r3, double r4, double r5, double r6, double r7);
  for (int turn = 0; turn < 3; turn++) {
    const cufftHandle plan = turn < 2 ? created() : made(60);
    succeeds(cufftXtMakePlanGuru64(plan, 2, 3, -4, 5, 6, 7LL << 40, 8, 9, -10, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5));
    const long long wanted[] = {plan, 2, 3, -4, 5, 6, 7LL << 40, 8, 9, -10};
    for (size_t i = 0; i < TEST_COUNT(wanted); i++) ck_assert_int_eq(fake->argument[i], wanted[i]);
    for (int i = 0; i < 8; i++) ck_assert(fake->real[i] == i + 0.5);
    const char *last = strstr(fake->log, "cufftXtMakePlanGuru64");
    ck_assert_msg(last && !strcmp(last, line("cufftXtMakePlanGuru64 %d\n", plan)), "recorded \"%s\"", fake->log);
    ck_assert_int_eq(turn == 2, last != fake->log);
    fake->log[0] = 0;
  }
}
END_TEST

// Each reaches the function of its name; what the library lacks answers CUFFT_NOT_IMPLEMENTED. Twice: the second call jumps
// at once.
START_TEST(every_jump) {
  static const struct {
    const tcf_shim_name *name;
    cufftResult (*function)(int);
  } jumps[] = {TCF_SHIM_JUMPS(EACH) EACH(cufftXtSetDistribution) EACH(cufftXtSetGPUs) EACH(cufftXtExecDescriptorC2R)
                   EACH(cufftXtMemcpy) EACH(cufftSetPlanPropertyInt64) EACH(__cufftXtSetJITCallback_12_7)};
  void *library = dlopen(TEST_FAKE_CUFFT, RTLD_NOW | RTLD_NOLOAD);
  const cufftHandle plan = created();
  int there = 0;
  for (size_t i = 0; i < 2 * TEST_COUNT(jumps); i++) {
    const char *name = jumps[i / 2].name->name;
    const int has = dlsym(library, name) != NULL, got = (int)jumps[i / 2].function(plan);
    ck_assert_msg(got == (has ? 0 : CUFFT_NOT_IMPLEMENTED), "%s gives %d", name, got);
    char wanted[100] = "";
    if (has) snprintf(wanted, sizeof wanted, "%s %d\n", name, plan);
    recorded(wanted);
    there += has;
  }
  ck_assert_int_eq(there, 2 * 9);
}
END_TEST

// ------------------------------------------------------------------------------------------------ off, found

START_TEST(off) {
  size_t size;
  setenv("TCFFT_CUFFT", "off", 1);
  cufftHandle plan = created();
  succeeds(cufftMakePlan1d(plan, 60, CUFFT_C2C, 1, &size));
  recorded(line("cufftMakePlan1d %d 60 29 1\n", plan));
  ck_assert_uint_eq(size, FAKE_SIZE);
  succeeds(cufftExecC2C(plan, &size, &size, 1));
  recorded(line("cufftExecC2C %d 1 1 1\n", plan));
  succeeds(cufftSetStream(plan, NULL));
  recorded(line("cufftSetStream %d\n", plan));
  succeeds(cufftEstimate1d(100003, CUFFT_C2C, 1, &size));
  ck_assert_uint_eq(size, FAKE_SIZE);
}
END_TEST

// A name that does not open is none, and the shim itself is never taken for the real library.
START_TEST(not_there) {
  cufftHandle plan = 0;
  setenv("TCFFT_CUFFT_REAL", "/dev/null/libcufft.so.12", 1);
  succeeds(cufftCreate(&plan));
  ck_assert_int_eq(plan, 1);
  ck_assert(!tcf_shim_has_real());
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim_real");
  TCase *all[] = {test_case(suite, "handles", 60), test_case(suite, "forwarded", 60), test_case(suite, "falling_back", 60),
                  test_case(suite, "jumps", 60), test_case(suite, "finding", 60)};
  for (size_t i = 0; i < TEST_COUNT(all); i++) tcase_add_checked_fixture(all[i], beside, NULL);
  tcase_add_test(all[0], handles);
  tcase_add_test(all[0], strangers);
  tcase_add_test(all[0], settings);
  tcase_add_test(all[0], area_before_plan);
  tcase_add_test(all[1], forwarded_plans);
  tcase_add_test(all[1], sizes);
  tcase_add_test(all[2], falls_back_once);
  tcase_add_test(all[2], own_context);
  tcase_add_loop_test(all[2], contexts, 0, 2);
  tcase_add_test(all[2], other_kinds);
  tcase_add_test(all[2], callback_after);
  tcase_add_test(all[2], callback_before);
  tcase_add_test(all[2], no_real_plan);
  tcase_add_test(all[3], arguments);
  tcase_add_test(all[3], every_jump);
  tcase_add_test(all[4], off);
  tcase_add_test(all[4], not_there);
  return suite;
}
