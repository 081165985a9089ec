// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA devices, real or emulated, where no program is compiled at run time: every plan is made, and right. Each case is a
// process of its own that says so before the device is first asked: TCFFT_NVRTC on a real one, TCFFT_EMULATE_* elsewhere.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "core/device_choice.h"
#include "on_device.h"

static void set_all(const char *nvrtc, const char *emulated, const char *broken) {
  setenv("TCFFT_NVRTC", nvrtc, 1);
  setenv("TCFFT_CACHE", "", 1);  // from which code would come that was once compiled
  setenv("TCFFT_EMULATE_DEVICE", emulated, 1);
  setenv("TCFFT_EMULATE_BROKEN_COMPILER", broken, 1);
}

static tcf_device device(void) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  return d;
}

static int uses(const char *text, const char *kernel) {
  char line[60];
  tcfft_desc d;
  test_desc(&d, text);
  tcfft_plan *plan = test_plan(&d, text);
  char *schedule = test_description(plan);
  tcfft_plan_destroy(plan);
  snprintf(line, sizeof line, "\nstage:%s:", kernel);
  const int does = strstr(schedule, line) != NULL;
  free(schedule);
  return does;
}

// One of each sort, for none of which there is a tile of its own.
static const char *const texts[] = {"c2c:1000*10", "c2c:1009*10", "c2c:10007*3", "c2c:24x35*3", "r2c:1001*10",
                                    "r2c:60000",   "c2r:1155*3",  "dct1:100*10", "dct2:300*10", "dct4:77777"};

static void check_texts(void) {
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    ck_assert_msg(uses(texts[i], "cuda_generic") && !uses(texts[i], "cuda_tile"), "%s goes by other programs", texts[i]);
    test_both(texts[i]);
  }
}

START_TEST(none) {
  set_all("", "GTX960", "0");
  const tcf_device d = device();
  ck_assert_int_eq(d.compiler, 0);
  ck_assert_int_gt(d.built_ins, 100);
  check_texts();
}
END_TEST

// The backend has no more than it says: a program of a device with a compiler is refused.
START_TEST(no_others) {
  set_all("", "GTX960", "0");
  const tcf_device d = device();
  void *function;
  const tcf_load other = {.program = {.family = "tile", .parameters = "n=3:threads=32:blocks=1"}, .function = &function};
  ck_assert_ptr_null(tcf_builtin_find(&d, other.program.family, other.program.parameters));
  device_refuses(on_device()->load(ON_DEVICE, &other, 1), TCFFT_ERROR_UNSUPPORTED, "not built in");
}
END_TEST

// Tiles that are built in are used where the device's plans can have them.
START_TEST(tiles) {
  set_all("",
          "cuda:name=H200:cores=132:vector=32:l2=62914560:copy=4.23e12:flops=2.53e11:capability=90:shared=232448:"
          "sm_shared=233472:sm_threads=2048:sm_registers=65536:launch=2e-6:compiler=0",
          "0");
  static const char *const powers[] = {"c2c:64", "c2c:1024", "c2c:4096", "c2c:32768", "r2c:2048", "c2r:2048", "c2c:64x64"};
  for (size_t i = 0; i < TEST_COUNT(powers); i++) {
    const int built_in = uses(powers[i], "cuda_tile");
    printf("%s: %s\n", powers[i], built_in ? "built in" : "generic");
    ck_assert_msg(built_in || !TEST_EMULATED, "%s has no tile of its own", powers[i]);
    test_both(powers[i]);
  }
}
END_TEST

// A compiler that breaks when it is first used: the plan is made without.
START_TEST(broken) {
  set_all(TEST_FAKE_NVRTC, "H200", "1");
  ck_assert_int_eq(device().compiler, 1);
  ck_assert(uses(texts[0], "cuda_generic"));
  ck_assert_int_eq(device().compiler, 0);
  check_texts();
}
END_TEST

// A compiler whose code the driver does not take, as of one that is newer than the driver. (The emulated device's breaks.)
START_TEST(refused) {
  setenv("FAKE_NVRTC", "junk", 1);
  set_all(TEST_FAKE_NVRTC, "H200", "1");
  ck_assert(uses(texts[0], "cuda_generic"));
  ck_assert_int_eq(device().compiler, 0);
  check_texts();
}
END_TEST

START_TEST(broken_measured) {
  set_all(TEST_FAKE_NVRTC, "H200", "1");
  tcfft_desc d;
  test_desc(&d, "c2c:1000*10");
  d.effort = TCFFT_EFFORT_MEASURE;
  tcfft_plan_destroy(test_plan(&d, "c2c:1000*10"));
  ck_assert_int_eq(device().compiler, 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("without_compiler");
  tcase_add_test(test_case(suite, "none", 60), none);
  tcase_add_test(test_case(suite, "no_others", 60), no_others);
  tcase_add_test(test_case(suite, "tiles", 60), tiles);
  tcase_add_test(test_case(suite, "broken", 60), broken);
  tcase_add_test(test_case(suite, "refused", 60), refused);
  tcase_add_test(test_case(suite, "broken_measured", 60), broken_measured);
  return suite;
}
