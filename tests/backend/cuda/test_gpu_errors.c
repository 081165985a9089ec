// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What goes wrong around the CUDA backend: errors of the application, memory that runs out, a device that failed. And
// memory that looks wrong and is right.
#include "backend/cuda/compile.h"
#include "backend/cuda/device.h"
#include "backend/cuda/driver.h"
#include "gpu.h"

// ------------------------------------------------------------------------------------------------ memory that is right

static void check_on(device_case *c, void *in, void *out, const void *expected, const char *what) {
  memcpy(in, c->host, c->in_bytes);
  memset(out, 0xfe, c->out_bytes);
  device_succeeds(tcfft_exec(c->plan, in, out, TCFFT_FORWARD), what);
  GPU(cudaDeviceSynchronize());
  ck_assert_msg(!memcmp(out, expected, c->out_bytes), "%s: other bits than in device memory", what);
}

// Memory of the host that the device reaches, and memory of both.
START_TEST(reachable) {
  device_case c = device_case_new("c2c:1000*9", TCFFT_WORKSPACE_PLAN);
  void *expected = device_case_alone(&c), *pinned, *managed;
  GPU(cudaHostAlloc(&pinned, c.in_bytes + c.out_bytes, cudaHostAllocDefault));
  check_on(&c, pinned, (char *)pinned + c.in_bytes, expected, "cudaHostAlloc");
  GPU(cudaFreeHost(pinned));
  GPU(cudaMallocManaged(&managed, c.in_bytes + c.out_bytes, cudaMemAttachGlobal));
  check_on(&c, managed, (char *)managed + c.in_bytes, expected, "cudaMallocManaged");
  GPU(cudaFree(managed));
  char *mine = aligned_alloc(4096, (c.in_bytes + c.out_bytes + 4095) / 4096 * 4096);
  ck_assert_ptr_nonnull(mine);
  device_refuses(tcfft_exec(c.plan, mine, c.out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  GPU(cudaHostRegister(mine, c.in_bytes + c.out_bytes, cudaHostRegisterDefault));
  check_on(&c, mine, mine + c.in_bytes, expected, "cudaHostRegister");
  GPU(cudaHostUnregister(mine));
  device_refuses(tcfft_exec(c.plan, c.in, mine, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "out =");
  free(mine);
  free(expected);
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ the application's state

static void leave_error_behind(void) {
  void *memory = NULL;
  ck_assert_int_eq(cudaMalloc(&memory, (size_t)1 << 60), cudaErrorMemoryAllocation);
  ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
}

// The device that is current in this thread, and not the plan's where there is another.
static int be_elsewhere(void) {
  int devices = 0;
  GPU(cudaGetDeviceCount(&devices));
  GPU(cudaSetDevice(devices - 1));
  return devices - 1;
}

static void still_there(int device, const char *what) {
  int current = -1;
  GPU(cudaGetDevice(&current));
  ck_assert_msg(current == device, "%s made device %d current, it was %d", what, current, device);
  ck_assert_msg(cudaPeekAtLastError() == cudaSuccess, "%s left %s behind", what, cudaGetErrorName(cudaGetLastError()));
}

// An error that another call has left in the runtime does not make calls of the library fail, and their own errors are not
// left behind for the application. The current device does not change.
START_TEST(undisturbed) {
  device_case c = device_case_new("c2c:262144", TCFFT_WORKSPACE_PLAN);
  void *expected = device_case_alone(&c);
  const int there = be_elsewhere();
  leave_error_behind();
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), "tcfft_exec");
  still_there(there, "tcfft_exec");
  device_sync(NULL);
  void *got = device_get(c.out, c.out_bytes);
  ck_assert(!memcmp(got, expected, c.out_bytes));
  leave_error_behind();
  device_succeeds(tcfft_exec_host(c.plan, c.host, got, TCFFT_FORWARD), "tcfft_exec_host");
  still_there(there, "tcfft_exec_host");
  ck_assert(!memcmp(got, expected, c.out_bytes));
  leave_error_behind();
  tcfft_plan *plan = test_plan(&c.d, "another");
  still_there(there, "tcfft_plan_create");
  leave_error_behind();
  tcfft_plan_destroy(plan);
  still_there(there, "tcfft_plan_destroy");
  device_refuses(tcfft_exec(c.plan, c.host, c.out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT, "in =");
  still_there(there, "a refused tcfft_exec");
  tcfft_desc d = c.d;
  d.n[0] = 1048576;  // two launches, with a workspace
  d.batch = (int64_t)1 << 30;
  device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  still_there(there, "a refused tcfft_plan_create");
  free(got);
  free(expected);
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ contexts

// A context that the program has made: it is no place for plans, and those of the primary one wait until that is current
// again. What is current stays so.
START_TEST(own_context) {
  enum { SINCE = 11000 };  // before its arguments changed
  CUcontext own, now;
  CUresult (*create)(CUcontext *, unsigned, CUdevice) = NULL;
  CUresult (*destroy)(CUcontext) = NULL;
  const tcf_cuda_driver *driver;
  enum cudaDriverEntryPointQueryResult found;
  GPU(cudaGetDriverEntryPointByVersion("cuCtxCreate", (void **)&create, SINCE, cudaEnableDefault, &found));
  GPU(cudaGetDriverEntryPointByVersion("cuCtxDestroy", (void **)&destroy, SINCE, cudaEnableDefault, &found));
  ck_assert(create && destroy);
  device_succeeds(tcf_cuda_driver_open(&driver), "the driver");
  device_case c = device_case_new("c2c:262144", TCFFT_WORKSPACE_PLAN);
  void *expected = device_case_alone(&c);
  tcfft_plan *other = test_plan(&c.d, "another"), *none = NULL;
  ck_assert_int_eq(create(&own, 0, ON_DEVICE), CUDA_SUCCESS);
  device_refuses(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), TCFFT_ERROR_NO_DEVICE, "primary context");
  device_refuses(tcfft_plan_create(&none, &c.d), TCFFT_ERROR_NO_DEVICE, "primary context");
  tcfft_plan_destroy(other);
  ck_assert_int_eq(driver->current_context(&now), CUDA_SUCCESS);
  ck_assert_ptr_eq(now, own);
  ck_assert_int_eq(destroy(own), CUDA_SUCCESS);
  GPU(cudaSetDevice(ON_DEVICE));
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), "tcfft_exec");
  device_sync(NULL);
  void *got = device_get(c.out, c.out_bytes);
  ck_assert(!memcmp(got, expected, c.out_bytes));
  free(got);
  free(expected);
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ memory that runs out

static size_t free_bytes(void) {
  size_t now = 0, all = 0;
  GPU(cudaMemGetInfo(&now, &all));
  return now;
}

static void check_kept(size_t before, const char *what) {
  const size_t slack = 8 << 20, now = free_bytes();
  ck_assert_msg(now + slack >= before, "%s keeps %zu bytes of the device", what, before - now);
}

// Plans with large tables, whose workspace the device has and cannot give. Nothing of them stays.
START_TEST(no_workspace) {
  enum { TURNS = 8 };
  tcfft_desc d;
  test_desc(&d, "c2c:1000003");
  tcfft_plan *plan = test_plan(&d, "c2c:1000003");  // whose programs stay
  const double each = (double)tcfft_plan_workspace_size(plan);
  ck_assert_uint_gt(tcfft_plan_table_size(plan), 2 << 20);
  tcfft_plan_destroy(plan);
  void *most = NULL;
  const size_t before = free_bytes();
  GPU(cudaMalloc(&most, before / 10 * 6));
  d.batch = (int64_t)(0.6 * (double)before / each);
  const size_t with = free_bytes();
  for (int i = 0; i < TURNS; i++) device_refuses(tcfft_plan_create(&plan, &d), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  printf("%s\n", tcfft_last_error());
  check_kept(with, "a plan that was refused");
  GPU(cudaFree(most));
  check_kept(before, "a plan that was refused");
  for (int i = 0; i < TURNS; i++) {
    d.batch = 1;
    tcfft_plan_destroy(test_plan(&d, "c2c:1000003"));
  }
  check_kept(before, "a plan that was destroyed");
}
END_TEST

// Takes what there is, but for a few MiB.
enum { PIECES = 64, LEFT = 16 << 20 };

static int fill_device(void *pieces[PIECES]) {
  int count = 0;
  for (size_t bytes = free_bytes(); bytes >= LEFT && count < PIECES;) {
    if (cudaMalloc(&pieces[count], bytes) == cudaSuccess)
      count++;
    else
      bytes /= 2;
  }
  cudaGetLastError();
  return count;
}

// Copies need memory of the device: where it has none, the output stays as it was.
START_TEST(no_staging) {
  enum { TURNS = 8 };
  device_case c = device_case_new("c2c:1048576*9", TCFFT_WORKSPACE_PLAN);
  char *out = malloc(c.out_bytes), *kept = malloc(c.out_bytes);
  ck_assert(out && kept);
  device_succeeds(tcfft_exec_host(c.plan, c.host, out, TCFFT_FORWARD), "tcfft_exec_host");
  const size_t before = free_bytes();
  memset(out, 0xfe, c.out_bytes);
  memset(kept, 0xfe, c.out_bytes);
  void *pieces[PIECES];
  const int count = fill_device(pieces);
  for (int i = 0; i < TURNS; i++)
    device_refuses(tcfft_exec_host(c.plan, c.host, out, TCFFT_FORWARD), TCFFT_ERROR_OUT_OF_MEMORY, "bytes");
  ck_assert(!memcmp(out, kept, c.out_bytes));
  for (int i = 0; i < count; i++) GPU(cudaFree(pieces[i]));
  check_kept(before, "tcfft_exec_host");
  for (int i = 0; i < TURNS; i++) device_succeeds(tcfft_exec_host(c.plan, c.host, out, TCFFT_FORWARD), "tcfft_exec_host");
  check_kept(before, "tcfft_exec_host");
  free(out);
  free(kept);
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ a device that failed

static const char *const tasks[] = {"seen", "taken", "unseen"};

// A kernel of the application that writes where nothing is. Whether the application saw the error is the task.
static void fault(void) {
  static const char source[] = "extern \"C\" __global__ void fault(int *p) { *p = 1; }\n";
  void *code = NULL, *nowhere = (void *)64, *args[] = {&nowhere};
  size_t bytes;
  cudaLibrary_t library;
  cudaKernel_t kernel;
  const dim3 one = {.x = 1, .y = 1, .z = 1};
  device_succeeds(tcf_cuda_compile(source, tcf_cuda_capability(0), &code, &bytes), "compiling");
  GPU(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
  GPU(cudaLibraryGetKernel(&kernel, library, "fault"));
  GPU(cudaLaunchKernel((const void *)kernel, one, one, args, 0, NULL));
  free(code);
  if (!strcmp(child_task(), "unseen")) {
    usleep(500000);
    return;
  }
  ck_assert_int_eq(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  if (!strcmp(child_task(), "taken")) cudaGetLastError();
}

static void refuses_device(tcfft_status status, const char *what) {
  printf("%s: %s: %s\n", what, tcfft_status_string(status), tcfft_last_error());
  device_refuses(status, TCFFT_ERROR_DEVICE, "illegal memory access");
}

// Every call says what happened, in the device's own words, and none goes down with it.
START_TEST(in_child) {
  if (!child_task()) return;
  device_case c = device_case_new("c2c:262144", TCFFT_WORKSPACE_PLAN);
  float *out = malloc(c.out_bytes);
  tcfft_plan *plan = NULL;
  fault();
  refuses_device(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), "tcfft_exec");
  refuses_device(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), "tcfft_exec again");
  refuses_device(tcfft_exec_host(c.plan, c.host, out, TCFFT_FORWARD), "tcfft_exec_host");
  refuses_device(tcfft_plan_create(&plan, &c.d), "tcfft_plan_create");
  ck_assert_ptr_null(plan);
  tcfft_plan_destroy(c.plan);
  free(out);
  free(c.host);
}
END_TEST

START_TEST(failed_device) { ck_assert_int_eq(child_wait(child_start("in_child", tasks[_i])), 0); }
END_TEST

// A machine without a device skips these suites, and shows it.
START_TEST(skipped) {
  enum { SKIPPED = 77 };
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  const pid_t child = child_start("in_child", "seen");
  unsetenv("CUDA_VISIBLE_DEVICES");
  ck_assert_int_eq(child_wait(child), SKIPPED);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gpu_errors");
  tcase_add_test(test_case(suite, "reachable", 60), reachable);
  tcase_add_test(test_case(suite, "undisturbed", 60), undisturbed);
  tcase_add_test(test_case(suite, "own_context", 60), own_context);
  TCase *c = test_case(suite, "alone_out_of_memory", 120);
  tcase_add_test(c, no_workspace);
  tcase_add_test(c, no_staging);
  c = test_case(suite, "failed_device", 60);
  tcase_add_loop_test(c, failed_device, 0, TEST_COUNT(tasks));
  tcase_add_test(c, skipped);
  tcase_add_test(child_case(suite, "in_child"), in_child);
  return suite;
}
