// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for CUDA devices compiled at run time. None of it needs a device.
#include "backend/cuda/compile.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/cuda/builtin.h"
#include "backend/cuda/gemm.h"
#include "backend/cuda/parallel_compile.h"
#include "base/worker.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "support.h"

// ------------------------------------------------------------------------------------------------ compiling

static const char program[] =
    "#include \"num/num.h\"\n"
    "TCF_NUM float twice(float x) { return 2 * x; }\n"
    "__device__ float thrice(float x) { return 3 * x; }\n"
    "extern \"C\" __global__ void tcf_program_0(float *p) { p[threadIdx.x] = twice(p[threadIdx.x]) + thrice(1); }\n";

static int is_elf(const void *code, size_t bytes) { return bytes > 64 && !memcmp(code, "\177ELF", 4); }

// The capabilities that the compiler at hand knows, or a skip.
static int can_compile(int capability) {
  if (tcf_cuda_can_compile(capability)) return 1;
  printf("skipped: no compiler for capability %d here\n", capability);
  return 0;
}

START_TEST(compiles) {
  static const int capabilities[] = {75, 80, 86, 90};
  for (size_t i = 0; i < TEST_COUNT(capabilities); i++) {
    if (!can_compile(capabilities[i])) continue;
    void *code = NULL;
    size_t bytes = 0;
    ck_assert_msg(tcf_cuda_compile(program, capabilities[i], &code, &bytes) == TCFFT_SUCCESS, "%d: %s", capabilities[i],
                  tcfft_last_error());
    ck_assert_msg(is_elf(code, bytes), "%d: %zu bytes that are no machine code", capabilities[i], bytes);
    free(code);
  }
}
END_TEST

// What a plan that compiles in the background leaves to the library's thread.
static void compile_much(void *context) {
  enum { KERNELS = 40, LINE = 200 };  // a second and more
  char *source = calloc(KERNELS, LINE);
  void *code = NULL;
  size_t bytes = 0, at = 0;
  for (int k = 0; k < KERNELS; k++)
    at += (size_t)snprintf(
        source + at, LINE,
        "extern \"C\" __global__ void k%d(float *x) { for (int i = 0; i < %d; i++) x[i] = sinf(x[i]) * cosf(x[i + 2]); }\n",
        k, k + 3);
  *(atomic_int *)context = 1;
  tcf_cuda_compile_little_first(90);
  *(atomic_int *)context = 2;
  if (tcf_cuda_compile(source, 90, &code, &bytes) != TCFFT_SUCCESS) abort();
  free(code);
  free(source);
}

static void nothing(void *unused) { (void)unused; }

// A process that ends while its background compiles ends when that is done, and well.
static void end_while_compiling(unsigned after) {
  static atomic_int state;
  static tcf_worker_job job = {.work = compile_much, .publish = nothing, .drop = nothing, .context = &state};
  if (tcf_worker_start(&job) != TCFFT_SUCCESS) abort();
  while (state < 2) usleep(1000);
  usleep(after);
  exit(0);
}

START_TEST(ends) {
  static const unsigned microseconds[] = {0, 50000, 200000, 400000, 700000};
  if (!can_compile(90)) return;
  for (size_t i = 0; i < TEST_COUNT(microseconds); i++) {
    int status = 0;
    const pid_t child = fork();
    if (!child) end_while_compiling(microseconds[i]);
    ck_assert(child > 0 && waitpid(child, &status, 0) == child);
    ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "after %u us: status %d", microseconds[i], status);
  }
}
END_TEST

// A device that came after the compiler gets PTX, for the driver to compile.
START_TEST(newer_device) {
  if (!can_compile(990)) return;
  char *code = NULL;
  size_t bytes = 0;
  void *memory = NULL;
  ck_assert_int_eq(tcf_cuda_compile(program, 990, &memory, &bytes), TCFFT_SUCCESS);
  code = memory;
  ck_assert(!is_elf(code, bytes) && code[bytes - 1] == 0 && strstr(code, ".entry tcf_program_0"));
  free(code);
}
END_TEST

// The templates of the library, from the copies inside it.
START_TEST(families) {
  static const char *const names[] = {"classic/cuda/tile",  "classic/cuda/real_post",    "wmma/cuda/gemm",
                                      "sparse/cuda/sparse", "sparse/cuda/sparse_select", "sparse/cuda/sparse_votes"};
  if (!can_compile(90)) return;
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    char source[200];
    snprintf(source, sizeof source,
             "#include \"%s.cuh\"\nextern \"C\" __global__ void tcf_program_0(float *p) { *p = 1; }\n", names[i]);
    void *code = NULL;
    size_t bytes;
    ck_assert_msg(tcf_cuda_compile(source, 90, &code, &bytes) == TCFFT_SUCCESS, "%s: %s", names[i], tcfft_last_error());
    free(code);
  }
}
END_TEST

// Many programs at once, some of them none: each gets its own code or its own reason.
START_TEST(side_by_side) {
  enum { JOBS = 20, WRONG = 7 };
  static tcf_cuda_job jobs[JOBS];
  static char parameters[JOBS][100];
  tcf_program programs[JOBS];
  if (!can_compile(90)) return;
  for (int i = 0; i < JOBS; i++) {
    snprintf(parameters[i], sizeof parameters[i], i == WRONG ? "threads=%d" : "kind=3:even=1:threads=%d:blocks=4:fpb=32",
             128 + 32 * i);
    programs[i] = (tcf_program){.family = "real_post", .parameters = parameters[i]};
    jobs[i].program = &programs[i];
  }
  tcf_cuda_run_jobs(jobs, JOBS, 90);
  for (int i = 0; i < JOBS; i++) {
    if (i == WRONG) {
      ck_assert_int_eq(jobs[i].status, TCFFT_ERROR_INTERNAL);
      ck_assert_msg(strstr(jobs[i].why, "blocks") != NULL, "%s", jobs[i].why);
      ck_assert_ptr_null(jobs[i].code);
      continue;
    }
    ck_assert_msg(jobs[i].status == TCFFT_SUCCESS, "%d: %s", i, jobs[i].why);
    ck_assert(is_elf(jobs[i].code, jobs[i].bytes));
    free(jobs[i].code);
  }
  tcf_cuda_run_jobs(jobs, 0, 90);
}
END_TEST

START_TEST(refuses) {
  void *code = NULL;
  size_t bytes;
  ck_assert_int_eq(tcf_cuda_can_compile(20), 0);
  ck_assert_int_eq(tcf_cuda_compile(program, 20, &code, &bytes), TCFFT_ERROR_UNSUPPORTED);
  if (can_compile(90)) {
    ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "capability 2.0"));
    ck_assert_int_eq(tcf_cuda_compile("#include \"nowhere.cuh\"\n", 90, &code, &bytes), TCFFT_ERROR_INTERNAL);
    ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "nowhere.cuh"));
    ck_assert_int_eq(tcf_cuda_can_compile(90), 1);
    ck_assert_int_eq(tcf_cuda_compile("this is no program", 90, &code, &bytes), TCFFT_ERROR_INTERNAL);
  }
  ck_assert_ptr_null(code);
}
END_TEST

START_TEST(no_compiler) {
  setenv("TCFFT_NVRTC", "/nowhere/libnvrtc.so", 1);  // before the first look
  char text[TCF_CUDA_COMPILER_TEXT];
  void *code = NULL;
  size_t bytes;
  ck_assert_int_eq(tcf_cuda_can_compile(90), 0);
  ck_assert_int_eq(tcf_cuda_compile(program, 90, &code, &bytes), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "/nowhere/libnvrtc.so"));
  tcf_cuda_compiler_text(text);
  ck_assert_str_eq(text, "");
}
END_TEST

// One that breaks when it is first used says why, also later, and is none from then on. What is no fault of its own is none.
START_TEST(broken_compiler) {
  setenv("TCFFT_NVRTC", TEST_FAKE_NVRTC, 1);  // before the first look
  void *code = NULL;
  size_t bytes;
  ck_assert_int_eq(tcf_cuda_can_compile(90), 1);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(tcf_cuda_compile(program, 90, &code, &bytes), TCFFT_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(tcfft_last_error(), "NVRTC 99.1") && strstr(tcfft_last_error(), "libnvrtc-builtins"), "%s",
                  tcfft_last_error());
    ck_assert_int_eq(tcf_cuda_can_compile(90), 0);
  }
  ck_assert_ptr_null(code);
}
END_TEST

// One that breaks under several threads breaks for all of them.
START_TEST(broken_side_by_side) {
  enum { JOBS = 4 };
  setenv("TCFFT_NVRTC", TEST_FAKE_NVRTC, 1);  // before the first look
  static tcf_cuda_job jobs[JOBS];
  const tcf_program edge = {.family = "real_post", .parameters = "kind=3:even=1:threads=256:blocks=4:fpb=32"};
  for (int i = 0; i < JOBS; i++) jobs[i].program = &edge;
  tcf_cuda_run_jobs(jobs, JOBS, 90);
  for (int i = 0; i < JOBS; i++) {
    ck_assert_int_eq(jobs[i].status, TCFFT_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(jobs[i].why, "NVRTC 99.1") && strstr(jobs[i].why, "libnvrtc-builtins"), "%s", jobs[i].why);
    ck_assert_ptr_null(jobs[i].code);
  }
  ck_assert_int_eq(tcf_cuda_can_compile(90), 0);
}
END_TEST

// The same for cuBLAS: the error names the library that is missing.
static void check_no_products(const char *file, const char *says) {
  setenv("TCFFT_CUBLAS", file, 1);  // before the first look
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(tcf_cuda_open_gemm(0), TCFFT_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(tcfft_last_error(), "cuBLAS") && strstr(tcfft_last_error(), says), "%s", tcfft_last_error());
  }
}

START_TEST(no_cublas) { check_no_products("", "TCFFT_CUBLAS"); }
END_TEST

START_TEST(cublas_nowhere) { check_no_products("/nowhere/libcublas.so", "/nowhere/libcublas.so"); }
END_TEST

START_TEST(other_than_cublas) { check_no_products(TEST_FAKE_NVRTC, "cublasCreate_v2"); }
END_TEST

START_TEST(built_in) {
  for (int i = 0; i < tcf_cuda_builtin_count; i++) {
    ck_assert_ptr_nonnull(tcf_cuda_builtins[i].code);
    if (i > 0) ck_assert_int_lt(tcf_cuda_builtin_order(&tcf_cuda_builtins[i - 1], &tcf_cuda_builtins[i]), 0);
  }
}
END_TEST

// Where CUDA cannot run there is a reason; what the plan then does is the host's affair.
START_TEST(counting) {
  int count = -7;
  const tcfft_status status = tcfft_device_count(TCFFT_BACKEND_CUDA, &count);
  printf("%s: %s\n", tcfft_status_string(status), status == TCFFT_SUCCESS ? "" : tcfft_last_error());
  if (status == TCFFT_SUCCESS) {
    ck_assert_int_ge(count, 0);
  } else {
    ck_assert_int_eq(status, TCFFT_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "CUDA"));
    ck_assert_int_eq(count, -7);
  }
  tcf_device d;
  ck_assert_int_eq(tcf_device_query(TCFFT_BACKEND_CUDA, 1000, &d), TCFFT_ERROR_NO_DEVICE);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_compile");
  TCase *c = test_case(suite, "compile", 120);
  tcase_add_test(c, compiles);
  tcase_add_test(c, ends);
  tcase_add_test(c, newer_device);
  tcase_add_test(c, families);
  tcase_add_test(c, side_by_side);
  tcase_add_test(c, refuses);
  tcase_add_test(c, no_compiler);
  tcase_add_test(c, broken_compiler);
  tcase_add_test(c, broken_side_by_side);
  tcase_add_test(c, built_in);
  tcase_add_test(c, counting);
  c = test_case(suite, "cublas", 60);
  tcase_add_test(c, no_cublas);
  tcase_add_test(c, cublas_nowhere);
  tcase_add_test(c, other_than_cublas);
  return suite;
}
