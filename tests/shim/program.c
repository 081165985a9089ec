// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A program that is linked with cuFFT and knows nothing of tcfft, but takes its memory from the emulated device. Arguments
// are done in their order:
//   serve      transforms an impulse of 60 points three times, and prints the first and the last value
//   overlap    transforms into memory that overlaps the input, when the device 1 is current
//   double     transforms an impulse of FP64, and prints the first and the last value
//   half       makes and executes a plan of FP16, and prints the numbers of both calls
//   callback   executes a plan, that has got a callback after it was made
//   gpus       makes and executes a plan for several GPUs
//   property   makes and executes a plan with a property
//   handle     prints a handle
//   version    prints what cufftGetVersion says
//   soname     prints whether libcufft.so.12, opened by that name, is the shim
//   open=FILE  opens a library
//   fork       goes on in a forked process, and ends with its status
//   exit=N     ends with a status
//   kill       ends by a signal
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shim/cufft_abi.h"

enum { N = 60 };

static void *find(const char *name) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  if (symbol) return symbol;
  fprintf(stderr, "there is no %s\n", name);
  exit(9);
}

static void serve(void) {
  void *(*new)(size_t) = (void *(*)(size_t))find("tcfft_emulated_new");
  int (*in)(void *, const void *, size_t) = (int (*)(void *, const void *, size_t))find("tcfft_emulated_in");
  int (*out)(void *, const void *, size_t) = (int (*)(void *, const void *, size_t))find("tcfft_emulated_out");
  float x[2 * N] = {1}, y[2 * N] = {0};
  cufftHandle plan;
  void *a = new (sizeof x), *b = new (sizeof x);
  int failed = in(a, x, sizeof x) || cufftPlan1d(&plan, N, CUFFT_C2C, 1);
  for (int i = 0; i < 3; i++) failed = failed || cufftExecC2C(plan, a, b, CUFFT_FORWARD);
  failed = failed || out(y, b, sizeof y) || cufftDestroy(plan);
  printf("%s: %g %g\n", failed ? "failed" : "served", (double)y[0], (double)y[2 * N - 2]);
}

static void overlap(void) {
  char *(*new)(size_t) = (char *(*)(size_t))find("tcfft_emulated_new");
  cufftHandle plan = 0;
  char *x = new (16 * N);
  const int planned = (int)cufftPlan1d(&plan, N, CUFFT_C2C, 1);
  setenv("FAKE_DEVICE", "1", 1);
  printf("overlap: %d %d\n", planned, (int)cufftExecC2C(plan, x, x + 8, CUFFT_FORWARD));
}

static void use_double(void) {
  void *(*new)(size_t) = (void *(*)(size_t))find("tcfft_emulated_new");
  int (*in)(void *, const void *, size_t) = (int (*)(void *, const void *, size_t))find("tcfft_emulated_in");
  int (*out)(void *, const void *, size_t) = (int (*)(void *, const void *, size_t))find("tcfft_emulated_out");
  double x[2 * N] = {1}, y[2 * N] = {0};
  cufftHandle plan;
  void *a = new (sizeof x);
  const int failed = in(a, x, sizeof x) || cufftPlan1d(&plan, N, CUFFT_Z2Z, 1) || cufftExecZ2Z(plan, a, a, CUFFT_FORWARD) ||
                     out(y, a, sizeof y) || cufftDestroy(plan);
  printf("%s: %g %g\n", failed ? "failed" : "double", y[0], y[2 * N - 2]);
}

static void use_half(void) {
  cufftHandle plan = 0;
  char x[4 * N];
  long long n = N;
  size_t size;
  int planned = (int)cufftCreate(&plan);
  if (!planned)
    planned = (int)cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 0, CUDA_C_16F, NULL, 1, 0, CUDA_C_16F, 1, &size, CUDA_C_16F);
  printf("half: %d %d\n", planned, (int)cufftXtExec(plan, x, x, CUFFT_FORWARD));
}

// A call that only the real library knows, before the plan is made or behind it.
static void use_other(const char *name, int before) {
  cufftHandle plan = 0;
  size_t size;
  float x[2 * N];
  cufftResult (*call)(int) = (cufftResult(*)(int))find(name);
  const int created = (int)cufftCreate(&plan), early = before ? (int)call(plan) : 0;
  const int planned = (int)cufftMakePlan1d(plan, N, CUFFT_C2C, 1, &size), late = before ? 0 : (int)call(plan);
  printf("other: %d %d\n", created | early | planned | late, (int)cufftExecC2C(plan, x, x, CUFFT_FORWARD));
}
static void use_callback(void) { use_other("cufftXtSetCallback", 0); }
static void use_gpus(void) { use_other("cufftXtSetGPUs", 1); }
static void use_property(void) { use_other("cufftSetPlanPropertyInt64", 1); }

static void print_handle(void) {
  cufftHandle plan = 0;
  const int result = (int)cufftCreate(&plan);
  printf("handle: %d %d\n", result, plan);
}

static void print_version(void) {
  int version = 0;
  const int result = (int)cufftGetVersion(&version);
  printf("version: %d %d\n", result, version);
}

static void open_soname(void) {
  void *library = dlopen("libcufft.so.12", RTLD_NOW);
  printf("soname: %s\n", library && dlsym(library, "tcfft_cufft_shim") ? "shim" : "other");
}

static void go_on_forked(void) {
  int status = 0;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) return;
  waitpid(child, &status, 0);
  exit(WEXITSTATUS(status));
}

static void end_by_signal(void) { raise(SIGKILL); }

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } tasks[] = {{"serve", serve},           {"overlap", overlap},    {"double", use_double},     {"handle", print_handle},
               {"version", print_version}, {"soname", open_soname}, {"fork", go_on_forked},     {"kill", end_by_signal},
               {"callback", use_callback}, {"gpus", use_gpus},      {"property", use_property}, {"half", use_half}};
  for (int i = 1; i < argc; i++) {
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
      if (!strcmp(argv[i], tasks[k].name)) tasks[k].run();
    if (!strncmp(argv[i], "open=", 5) && !dlopen(argv[i] + 5, RTLD_NOW)) puts(dlerror());
    if (!strncmp(argv[i], "exit=", 5)) return atoi(argv[i] + 5);
  }
  return 0;
}
