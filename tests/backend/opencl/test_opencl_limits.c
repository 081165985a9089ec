// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What OpenCL devices cannot do: memory that they do not have, plans for devices with next to nothing, programs that do not
// compile. Each is refused in words, and the next right call works.
#include <inttypes.h>

#include "backend/opencl/load.h"
#include "backend/opencl/query.h"
#include "classic/opencl/propose.h"
#include "core/device_choice.h"
#include "opencl.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ memory

static void check_small(cl_command_queue queue) {
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  float *x = device_random((size_t)64 * 8, 3), result[128];
  test_desc(&d, "c2c:64");
  device_succeeds(tcfft_opencl_plan_create(&plan, &d, queue), "a small plan");
  device_succeeds(tcfft_exec_host(plan, x, result, TCFFT_FORWARD), "a small plan");
  tcfft_plan_destroy(plan);
  free(x);
  test_both("c2c:64");
}

// The place for the plan stays as it was, and nothing is kept.
static void refuse_size(const char *text, const own *o) {
  tcfft_desc d;
  test_desc(&d, text);
  tcfft_plan *const before = (tcfft_plan *)&d, *plan = before;
  const cl_uint count = cl_context_count(o->context);
  for (int i = 0; i < 3; i++) {
    device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
    device_refuses(tcfft_opencl_plan_create(&plan, &d, o->queue), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  }
  printf("%s: %s\n", text, tcfft_last_error());
  ck_assert_ptr_eq(plan, before);
  ck_assert_uint_eq(cl_context_count(o->context), count);
  check_small(o->queue);
}

// Workspace and tables, each beyond the device, and workspace beyond what it gives at once.
START_TEST(out_of_memory) {
  const own o = own_new(IN_ORDER);
  tcf_device device;
  char text[100];
  device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, ON_DEVICE, &device), "the device");
  ck_assert_int_gt(device.memory, 0);
  check_small(o.queue);
  snprintf(text, sizeof text, "c2c:1000003*%" PRId64, 2 * device.memory / 8 / 1000003);
  refuse_size(text, &o);
  if (device.memory < INT64_C(16) << 30)
    refuse_size("c2c:1073741789", &o);  // whose convolution's table alone has 2^31 complex numbers
  else
    printf("left out: tables of 16 GiB, which %s has room for\n", device.name);
  own_free(&o);
}
END_TEST

// A device may have more than it gives in one piece.
START_TEST(largest_buffer) {
  const own o = own_new(IN_ORDER);
  const int64_t most = tcf_opencl_device_number(o.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 0),
                all = tcf_opencl_device_number(o.device, CL_DEVICE_GLOBAL_MEM_SIZE, 0);
  void *memory = NULL;
  if (most + (1 << 20) < all) {
    const tcfft_status status = on_device()->alloc(ON_DEVICE, (size_t)most + (1 << 20), &memory);
    if (status == TCFFT_SUCCESS) {
      printf("the device gives more than it says\n");
      device_free(memory);
    } else {
      device_refuses(status, TCFFT_ERROR_OUT_OF_MEMORY, "largest buffer");
      printf("%s\n", tcfft_last_error());
    }
  }
  device_refuses(on_device()->alloc(ON_DEVICE, (size_t)all + 1, &memory), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  check_small(o.queue);
  own_free(&o);
}
END_TEST

// ------------------------------------------------------------------------------------------------ small devices

static const char *const small_texts[] = {"c2c:8*5",    "c2c:64*9",    "c2c:1024",     "c2c:65536", "c2c:1009*3",
                                          "c2c:100003", "r2c:4096",    "c2r:1000*7",   "dct1:65*5", "dct2:300*5",
                                          "dct4:77",    "c2c:90x70*2", "r2c:12x30x14", "c2c:16807", "c2c:1",
                                          "c2c:107",    "c2c:37*9"};

static void print_device(char *text, size_t cap, int gpu, int shared, int threads, int compiler) {
  snprintf(text, cap,
           "opencl:name=tiny:cores=1:vector=%d:l2=0:copy=1e9:flops=%s:shared=%d:sm_shared=%d:sm_threads=%d:"
           "gpu=%d:launch=1e-5:compiler=%d",
           gpu ? 32 : 4, gpu ? "1e12" : "1e9", shared, 2 * shared, threads, gpu, compiler);
}

// All of a schedule's tiles are within the device.
static void check_fits(const char *problem, const char *text) {
  const tcf_device d = unit_device(text);
  const tcf_problem p = unit_problem(problem);
  const tcf_schedule s = unit_schedule(&p, &d, 1);
  for (int i = 0; i < s.stages; i++) {
    tcf_tile tile;
    if (!unit_is_kernel(&s.stage[i], "opencl_tile")) continue;
    ck_assert_msg(tcf_opencl_build(&tile, &s.stage[i], &d) == TCFFT_SUCCESS, "%s on %s: %s", problem, text,
                  tcfft_last_error());
    ck_assert_msg((int64_t)tile.shared <= d.shared && tile.threads <= d.sm_threads, "%s on %s: %zu bytes, %d work-items",
                  problem, text, tile.shared, tile.threads);
  }
}

// Steps that fit are found, or it is said for what there are none. (No device may have less than 16 KiB of local memory.)
START_TEST(little_local) {
  static const int shared[] = {0, 256, 1024, 4096, 16384}, threads[] = {1, 16, 64, 256};
  char text[400], schedule[8192];
  int found = 0, refused = 0;
  for (size_t i = 0; i < TEST_COUNT(small_texts); i++)
    for (int k = 0; k < 2 * (int)(TEST_COUNT(shared) * TEST_COUNT(threads)); k++) {
      const int s = shared[k / 2 % TEST_COUNT(shared)], t = threads[k / 2 / TEST_COUNT(shared)];
      tcfft_desc d;
      test_desc(&d, small_texts[i]);
      print_device(text, sizeof text, k % 2, s, t, 1);
      const tcfft_status status = tcfft_plan_explain(&d, text, schedule, sizeof schedule);
      if (status == TCFFT_SUCCESS) {
        found++;
        check_fits(small_texts[i], text);
      } else {
        refused++;
        device_refuses(status, TCFFT_ERROR_UNSUPPORTED, "tiny");
        ck_assert_msg(s < 16384 || t < 64, "%s on %s: %s", small_texts[i], text, tcfft_last_error());
      }
    }
  printf("%d planned, %d refused, such as: %s\n", found, refused, tcfft_last_error());
}
END_TEST

START_TEST(no_compiler) {
  char text[400], schedule[8192];
  tcfft_desc d;
  test_desc(&d, "c2c:1024");
  print_device(text, sizeof text, 1, 49152, 256, 0);
  device_refuses(tcfft_plan_explain(&d, text, schedule, sizeof schedule), TCFFT_ERROR_UNSUPPORTED, "tiny");
  printf("%s\n", tcfft_last_error());
}
END_TEST

// ------------------------------------------------------------------------------------------------ programs

static tcfft_status load(const char *family, const char *parameters, int threads, void **function) {
  const tcf_load wanted = {
      .program = {.family = family, .parameters = parameters}, .threads = threads, .function = function};
  return tcf_opencl_load(ON_DEVICE, &wanted, 1);
}

// The parameters of a program that is right.
static void good_parameters(char text[TCF_TILE_PARAMETERS]) {
  tcf_device d;
  tcf_tile tile;
  device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, ON_DEVICE, &d), "the device");
  const tcf_problem p = unit_problem("c2c:360*3");
  const tcf_schedule s = unit_schedule(&p, &d, 1);
  ck_assert(unit_is_kernel(&s.stage[0], "opencl_tile"));
  device_succeeds(tcf_opencl_build(&tile, &s.stage[0], &d), "a tile");
  tcf_opencl_print(&tile, &s.stage[0], &d, text);
}

START_TEST(broken_programs) {
  char good[TCF_TILE_PARAMETERS], broken[TCF_TILE_PARAMETERS + 20];
  void *function = NULL;
  setenv("TCFFT_CACHE", "", 1);
  good_parameters(good);
  ck_assert(!strncmp(good, "n=", 2) && strchr(good, ':'));
  snprintf(broken, sizeof broken, "n=broken%s", strchr(good, ':'));
  for (int i = 0; i < 2; i++) {
    device_refuses(load("tile", broken, 1, &function), TCFFT_ERROR_INTERNAL, "a program (tile) does not compile");
    ck_assert_msg(strstr(tcfft_last_error(), "CL_BUILD_PROGRAM_FAILURE") && strstr(tcfft_last_error(), "broken"),
                  "\"%s\" has nothing of the compiler's log", tcfft_last_error());
  }
  printf("%s\n", tcfft_last_error());
  device_refuses(load("tile", "n=3", 1, &function), TCFFT_ERROR_INTERNAL, "does not compile");
  device_refuses(load("tile", "n==", 1, &function), TCFFT_ERROR_INTERNAL, "tile");
  device_refuses(load("no such", good, 1, &function), TCFFT_ERROR_INTERNAL, "\"no such\"");
  device_refuses(load("tile", good, 1 << 20, &function), TCFFT_ERROR_UNSUPPORTED, "work-items");
  ck_assert_ptr_null(function);
  device_succeeds(load("tile", good, 1, &function), good);
  ck_assert_ptr_nonnull(function);
  test_both("c2c:360*3");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_limits");
  TCase *c = test_case(suite, "out_of_memory", 120);
  tcase_add_test(c, out_of_memory);
  tcase_add_test(c, largest_buffer);
  c = test_case(suite, "little_local", 60);
  tcase_add_test(c, little_local);
  tcase_add_test(c, no_compiler);
  tcase_add_test(test_case(suite, "broken_programs", 60), broken_programs);
  return suite;
}
