// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "fake_cufft.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shim/cufft_abi.h"
#include "shim/names.h"

static fake_cufft fake = {.size = FAKE_SIZE};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

TCF_SHIM_EXPORT fake_cufft *fake_get(void);
fake_cufft *fake_get(void) { return &fake; }

// Handles in use, from FAKE_FIRST on, and what is known of each.
enum { HANDLES = 20000 };
static struct {
  char used, made;
  void *context;
} plans[HANDLES];
static int last;

static int is_plan(int h) { return h >= FAKE_FIRST && h < FAKE_FIRST + HANDLES && plans[h - FAKE_FIRST].used; }

// Writes the registers that any function may write: whoever keeps arguments in them has to bring them back.
static void spoil_registers(void) {
  __asm__ volatile(
      "pcmpeqd %%xmm0, %%xmm0\n movdqa %%xmm0, %%xmm1\n movdqa %%xmm0, %%xmm2\n movdqa %%xmm0, %%xmm3\n movdqa %%xmm0, "
      "%%xmm4\n"
      "movdqa %%xmm0, %%xmm5\n movdqa %%xmm0, %%xmm6\n movdqa %%xmm0, %%xmm7\n"
      "xorl %%eax, %%eax\n xorl %%edi, %%edi\n xorl %%esi, %%esi\n xorl %%edx, %%edx\n xorl %%ecx, %%ecx\n xorl %%r8d, "
      "%%r8d\n"
      "xorl %%r9d, %%r9d\n xorl %%r10d, %%r10d\n xorl %%r11d, %%r11d\n"
      :
      :
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "rax", "rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10",
        "r11", "cc");
}

// Records a call, and answers as the test has said, or SUCCESS.
static cufftResult say(const char *name, const char *format, ...) {
  char arguments[200] = "";
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  pthread_mutex_lock(&lock);
  const size_t used = strlen(fake.log);
  snprintf(fake.log + used, sizeof fake.log - used, "%s%s", name, arguments);
  const int fails = fake.fails.name && strstr(name, fake.fails.name) != NULL;
  pthread_mutex_unlock(&lock);
  spoil_registers();
  return fails ? (cufftResult)fake.fails.result : CUFFT_SUCCESS;
}

static cufftResult of_plan(const char *name, int plan) {
  const cufftResult result = say(name, " %d\n", plan);
  return is_plan(plan) ? result : CUFFT_INVALID_PLAN;
}

// ------------------------------------------------------------------------------------------------ plans

cufftResult cufftCreate(cufftHandle *plan) {
  const cufftResult result = say("cufftCreate", "\n");
  if (result) return result;
  pthread_mutex_lock(&lock);
  while (plans[last % HANDLES].used) last++;  // a test that makes too many hangs
  const int at = last++ % HANDLES;
  plans[at].used = 1;
  plans[at].made = 0;
  *plan = FAKE_FIRST + at;
  pthread_mutex_unlock(&lock);
  return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
  const cufftResult result = of_plan("cufftDestroy", plan);
  if (result == CUFFT_SUCCESS) plans[plan - FAKE_FIRST].used = 0;
  return plan == -1 ? CUFFT_SUCCESS : result;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic) {
  const cufftResult result = say("cufftSetAutoAllocation", " %d %d\n", plan, automatic);
  return is_plan(plan) ? result : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
  fake.area = area;
  return of_plan("cufftSetWorkArea", plan);
}

cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas) {
  fake.area = areas[0];
  return of_plan("cufftXtSetWorkArea", plan);
}

cufftResult cufftSetStream(cufftHandle plan, void *stream) {
  fake.stream = stream;
  return of_plan("cufftSetStream", plan);
}

// As the driver says; NULL where the process has none. A plan is of the context in which it was made.
static void *current_context(void) {
  int (*get)(void **) = (int (*)(void **))dlsym(RTLD_DEFAULT, "cuCtxGetCurrent");
  void *context = NULL;
  return get && get(&context) == 0 ? context : NULL;
}

static cufftResult make(cufftResult result, int plan, size_t *size) {
  if (result) return result;
  if (!size) return CUFFT_INVALID_VALUE;
  if (!is_plan(plan) || plans[plan - FAKE_FIRST].made) return CUFFT_INVALID_PLAN;
  plans[plan - FAKE_FIRST].made = 1;
  plans[plan - FAKE_FIRST].context = current_context();
  *size = fake.size;
  return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, int type, int batch, size_t *size) {
  return make(say("cufftMakePlan1d", " %d %d %x %d\n", plan, nx, type, batch), plan, size);
}

// The shim makes a handle and a plan instead: this one is there for programs without it.
cufftResult cufftPlan1d(cufftHandle *plan, int nx, int type, int batch) {
  size_t size;
  const cufftResult result = say("cufftPlan1d", " %d %x %d\n", nx, type, batch);
  if (result || cufftCreate(plan)) return CUFFT_ALLOC_FAILED;
  return cufftMakePlan1d(*plan, nx, type, batch, &size);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, int type, size_t *size) {
  return make(say("cufftMakePlan2d", " %d %d %d %x\n", plan, nx, ny, type), plan, size);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t *size) {
  return make(say("cufftMakePlan3d", " %d %d %d %d %x\n", plan, nx, ny, nz, type), plan, size);
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, int type, int batch, size_t *size) {
  return make(say("cufftMakePlanMany", " %d %d %d %d %d %d %d %d %d %x %d\n", plan, rank, n ? n[0] : 0, inembed != NULL,
                  istride, idist, onembed != NULL, ostride, odist, type, batch),
              plan, size);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist, int type,
                                long long batch, size_t *size) {
  return make(say("cufftMakePlanMany64", " %d %d %lld %d %lld %lld %d %lld %lld %x %lld\n", plan, rank, n ? n[0] : 0,
                  inembed != NULL, istride, idist, onembed != NULL, ostride, odist, type, batch),
              plan, size);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, int input_type, long long *onembed, long long ostride, long long odist,
                                int output_type, long long batch, size_t *size, int execution_type) {
  return make(
      say("cufftXtMakePlanMany", " %d %d %lld %d %lld %lld %d %d %lld %lld %d %lld %d\n", plan, rank, n ? n[0] : 0,
          inembed != NULL, istride, idist, input_type, onembed != NULL, ostride, odist, output_type, batch, execution_type),
      plan, size);
}

// ------------------------------------------------------------------------------------------------ executing, asking

static cufftResult execute(const char *name, int plan, const void *in, const void *out, int direction) {
  const cufftResult result = say(name, " %d %d %d %d\n", plan, in != NULL, out != NULL, direction);
  if (!is_plan(plan) || !plans[plan - FAKE_FIRST].made) return CUFFT_INVALID_PLAN;
  return fake.one_context && plans[plan - FAKE_FIRST].context != current_context() ? CUFFT_EXEC_FAILED : result;
}

cufftResult cufftExecC2C(cufftHandle p, void *in, void *out, int direction) {
  return execute("cufftExecC2C", p, in, out, direction);
}
cufftResult cufftExecZ2Z(cufftHandle p, void *in, void *out, int direction) {
  return execute("cufftExecZ2Z", p, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle p, void *in, void *out) { return execute("cufftExecR2C", p, in, out, 0); }
cufftResult cufftExecC2R(cufftHandle p, void *in, void *out) { return execute("cufftExecC2R", p, in, out, 0); }
cufftResult cufftExecD2Z(cufftHandle p, void *in, void *out) { return execute("cufftExecD2Z", p, in, out, 0); }
cufftResult cufftExecZ2D(cufftHandle p, void *in, void *out) { return execute("cufftExecZ2D", p, in, out, 0); }
cufftResult cufftXtExec(cufftHandle p, void *in, void *out, int direction) {
  return execute("cufftXtExec", p, in, out, direction);
}

static cufftResult tell(cufftResult result, size_t *size) {
  if (!result && size) *size = fake.size;
  return result || size ? result : CUFFT_INVALID_VALUE;
}

cufftResult cufftGetSize(cufftHandle plan, size_t *size) { return tell(of_plan("cufftGetSize", plan), size); }

cufftResult cufftGetSize1d(cufftHandle plan, int nx, int type, int batch, size_t *size) {
  return tell(say("cufftGetSize1d", " %d %d %x %d\n", plan, nx, type, batch), size);
}

cufftResult cufftEstimate1d(int nx, int type, int batch, size_t *size) {
  return tell(say("cufftEstimate1d", " %d %x %d\n", nx, type, batch), size);
}

cufftResult cufftGetVersion(int *version) {
  *version = 12345;
  return say("cufftGetVersion", "\n");
}

cufftResult cufftGetProperty(int property, int *value) {
  *value = 40 + property;
  return say("cufftGetProperty", " %d\n", property);
}

// ------------------------------------------------------------------------------------------------ jumps

// Numbers in registers and on the stack.
TCF_SHIM_EXPORT cufftResult cufftXtMakePlanGuru64(int plan, long long b, long long c, long long d, long long e, long long f,
                                                  long long g, long long h, long long i, long long j, double r0, double r1,
                                                  double r2, double r3, double r4, double r5, double r6, double r7);
cufftResult cufftXtMakePlanGuru64(int plan, long long b, long long c, long long d, long long e, long long f, long long g,
                                  long long h, long long i, long long j, double r0, double r1, double r2, double r3,
                                  double r4, double r5, double r6, double r7) {
  const long long arguments[FAKE_ARGUMENTS] = {plan, b, c, d, e, f, g, h, i, j};
  const double reals[] = {r0, r1, r2, r3, r4, r5, r6, r7};
  memcpy(fake.argument, arguments, sizeof arguments);
  memcpy(fake.real, reals, sizeof reals);
  return of_plan("cufftXtMakePlanGuru64", plan);
}

#define PLAN_FIRST(name)                 \
  TCF_SHIM_EXPORT cufftResult name(int); \
  cufftResult name(int plan) { return of_plan(#name, plan); }
#define NUMBER_FIRST(name)               \
  TCF_SHIM_EXPORT cufftResult name(int); \
  cufftResult name(int first) { return say(#name, " %d\n", first); }
PLAN_FIRST(cufftXtSetGPUs)
PLAN_FIRST(cufftXtMalloc)
PLAN_FIRST(cufftXtMemcpy)
PLAN_FIRST(cufftXtSetWorkAreaPolicy)
PLAN_FIRST(cufftXtQueryPlan)
PLAN_FIRST(cufftXtSetCallback)
PLAN_FIRST(cufftXtClearCallback)
PLAN_FIRST(cufftXtSetCallbackSharedSize)
PLAN_FIRST(cufftXtSetJITCallback)
PLAN_FIRST(__cufftXtSetJITCallback_12_7)
PLAN_FIRST(cufftSetPlanPropertyInt64)
PLAN_FIRST(cufftGetPlanPropertyInt64)
PLAN_FIRST(cufftResetPlanProperty)
PLAN_FIRST(cufftXtExecDescriptor)
PLAN_FIRST(cufftXtExecDescriptorC2C)
PLAN_FIRST(cufftXtExecDescriptorR2C)
PLAN_FIRST(cufftXtExecDescriptorC2R)
PLAN_FIRST(cufftXtExecDescriptorZ2Z)
PLAN_FIRST(cufftXtExecDescriptorD2Z)
PLAN_FIRST(cufftXtExecDescriptorZ2D)
NUMBER_FIRST(cufftDebug)
NUMBER_FIRST(cufftXtFree)
NUMBER_FIRST(cufftDeviceCreate)
NUMBER_FIRST(cufftDeviceGetVersion)
