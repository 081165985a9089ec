// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which CUDA context is current within a call of the backend and after it, over a runtime and a driver that do nothing but
// keep books of contexts: two devices, each with a primary context and one that the program has made.
#include <pthread.h>
#include <string.h>

#include "backend/cuda/builtin.h"
#include "backend/cuda/compile.h"
#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/memory.h"
#include "support.h"

// ------------------------------------------------------------------------------------------------ contexts

enum { DEVICES = 2, DEPTH = 8 };

static struct CUctx_st {
  int device, is_primary, active;
} contexts[2 * DEVICES] = {{0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}};

static CUcontext primary_of(int device) { return &contexts[device]; }
static CUcontext own_of(int device) { return &contexts[DEVICES + device]; }

static _Thread_local CUcontext stack[DEPTH];
static _Thread_local int depth, chosen;  // the device of a thread without a context
static _Thread_local enum cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
static int retained, asked_runtime;

static CUcontext current(void) { return depth ? stack[depth - 1] : NULL; }

static void be_in(CUcontext context) {
  depth = context != NULL;
  stack[0] = context;
}

// ------------------------------------------------------------------------------------------------ the driver

static CUresult get_current(CUcontext *context) {
  *context = current();
  return CUDA_SUCCESS;
}

static CUresult get_device(CUdevice *device) {
  if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
  *device = current()->device;
  return CUDA_SUCCESS;
}

static CUresult push(CUcontext context) {
  ck_assert_int_lt(depth, DEPTH);
  stack[depth++] = context;
  return CUDA_SUCCESS;
}

static CUresult pop(CUcontext *context) {
  ck_assert_int_gt(depth, 0);
  *context = stack[--depth];
  return CUDA_SUCCESS;
}

static CUresult get_state(CUdevice device, unsigned *flags, int *active) {
  *flags = 0;
  *active = contexts[device].active;
  return CUDA_SUCCESS;
}

static CUresult retain(CUcontext *context, CUdevice device) {
  retained++;
  *context = primary_of(device);
  (*context)->active = 1;
  return CUDA_SUCCESS;
}

static void other(void) { ck_abort_msg("a function of the driver that has no business here"); }

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result) {
  static const struct {
    const char *name;
    void *function;
  } known[] = {{"cuCtxGetCurrent", (void *)get_current},
               {"cuCtxGetDevice", (void *)get_device},
               {"cuCtxPushCurrent", (void *)push},
               {"cuCtxPopCurrent", (void *)pop},
               {"cuDevicePrimaryCtxGetState", (void *)get_state},
               {"cuDevicePrimaryCtxRetain", (void *)retain}};
  (void)version;
  (void)flags;
  *function = (void *)other;
  for (size_t i = 0; i < TEST_COUNT(known); i++)
    if (!strcmp(known[i].name, symbol)) *function = known[i].function;
  *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}

// ------------------------------------------------------------------------------------------------ the runtime

static cudaError_t left_behind;

cudaError_t cudaGetLastError(void) {
  const cudaError_t error = left_behind;
  left_behind = cudaSuccess;
  return error;
}
const char *cudaGetErrorString(cudaError_t error) { return error ? "an error" : "none"; }
const char *cudaGetErrorName(cudaError_t error) { return error ? "cudaErrorOfATest" : "cudaSuccess"; }

cudaError_t cudaGetDevice(int *device) {
  asked_runtime++;
  *device = current() ? current()->device : chosen;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  chosen = device;
  contexts[device].active = 1;
  be_in(primary_of(device));
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *wanted) {
  const enum cudaStreamCaptureMode before = mode;
  mode = *wanted;
  *wanted = before;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) {
  *count = DEVICES;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  *value = 0;
  return attribute && device < DEVICES ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
  memset(properties, 0, sizeof *properties);
  return device < DEVICES ? cudaSuccess : cudaErrorInvalidDevice;
}

// Calls that a capture of the thread does not take, or that another context would get.
static int careful;

static cudaError_t with_care(void) {
  ck_assert_int_eq(mode, cudaStreamCaptureModeRelaxed);
  ck_assert_ptr_eq(current(), primary_of(0));
  careful++;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **memory, size_t bytes) {
  *memory = malloc(bytes);
  return with_care();
}
cudaError_t cudaFree(void *memory) {
  free(memory);
  return with_care();
}
cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned flags) {
  static char *once;
  if (!once) once = malloc(bytes);
  *memory = once;
  return flags == cudaHostAllocPortable ? with_care() : cudaErrorInvalidValue;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  *stream = (cudaStream_t)&careful;
  return flags == cudaStreamNonBlocking ? with_care() : cudaErrorInvalidValue;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return stream ? with_care() : cudaErrorInvalidValue; }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return stream ? with_care() : cudaErrorInvalidValue; }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
  memcpy(to, from, bytes);
  return stream && kind ? with_care() : cudaErrorInvalidValue;
}
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *memory) {
  memset(attributes, 0, sizeof *attributes);
  return memory ? cudaSuccess : cudaErrorInvalidValue;
}

// What the device's file needs of others.
const tcf_built_in tcf_cuda_builtins[1];
const int tcf_cuda_builtin_count = 0;
int tcf_cuda_can_compile(int capability) { return capability > 0; }

// ------------------------------------------------------------------------------------------------ cases

static void succeeds(tcfft_status status) { ck_assert_msg(status == TCFFT_SUCCESS, "%s", tcfft_last_error()); }

static void refuses(int device) {
  int previous = -3;
  const tcfft_status status = tcf_cuda_enter(device, &previous);
  ck_assert_int_eq(status, TCFFT_ERROR_NO_DEVICE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "primary context"));
}

// Within is the primary context of the device, behind it what was before.
static void enters(int device, CUcontext behind) {
  int previous;
  succeeds(tcf_cuda_enter(device, &previous));
  ck_assert_ptr_eq(current(), primary_of(device));
  tcf_cuda_leave(previous);
  ck_assert_ptr_eq(current(), behind);
}

static void works_alone(int device, CUcontext behind) {
  tcf_cuda_scope scope;
  succeeds(tcf_cuda_open(device, &scope));
  ck_assert_ptr_eq(current(), primary_of(device));
  ck_assert_int_eq(mode, cudaStreamCaptureModeRelaxed);
  tcf_cuda_close(&scope);
  ck_assert_ptr_eq(current(), behind);
  ck_assert_int_eq(mode, cudaStreamCaptureModeGlobal);
}

// A thread without a context gets that of its device, as from the runtime, and none of another.
START_TEST(no_context) {
  enters(1, NULL);
  enters(0, primary_of(0));
  be_in(NULL);
  works_alone(1, NULL);
  works_alone(0, primary_of(0));
}
END_TEST

// The way of nearly every call: nothing is asked but which context is current.
START_TEST(primary_context) {
  cudaSetDevice(0);
  enters(0, primary_of(0));
  const int retained_once = retained, asked_once = asked_runtime;
  for (int i = 0; i < 3; i++) enters(0, primary_of(0));
  works_alone(0, primary_of(0));
  ck_assert_int_eq(retained, retained_once);
  ck_assert_int_eq(asked_runtime, asked_once);
  for (int i = 0; i < 3; i++) enters(1, primary_of(0));
  ck_assert_int_eq(retained, retained_once + 1);
  cudaSetDevice(1);
  enters(1, primary_of(1));
  enters(0, primary_of(1));
}
END_TEST

// A context of the program's own is no place for plans, also before there is a primary one, which is not made for that.
// Other work goes on, such as freeing memory of a plan.
START_TEST(own_context) {
  be_in(own_of(0));
  for (int i = 0; i < 2; i++) refuses(0);
  ck_assert_int_eq(contexts[0].active, 0);
  ck_assert_ptr_eq(current(), own_of(0));
  enters(1, own_of(0));
  works_alone(0, own_of(0));
  refuses(0);
  works_alone(1, own_of(0));
  be_in(own_of(1));
  refuses(1);
  enters(0, own_of(1));
  be_in(primary_of(0));
  enters(0, primary_of(0));
}
END_TEST

static void *enter_in_thread(void *unused) {
  (void)unused;
  enters(0, primary_of(0));
  return current();
}

// Threads have contexts of their own: one of the library's works in the primary one, whatever others have made current.
START_TEST(in_threads) {
  pthread_t thread;
  void *there;
  be_in(own_of(0));
  ck_assert_int_eq(pthread_create(&thread, NULL, enter_in_thread, NULL), 0);
  pthread_join(thread, &there);
  ck_assert_ptr_eq(there, primary_of(0));
  refuses(0);
}
END_TEST

// Memory and copies are asked for where a capture of the caller's does not see it, whatever context is current.
static void use_memory(void) {
  const int before = careful, data = 1234567;
  int back = 0;
  void *memory;
  succeeds(tcf_cuda_alloc(0, sizeof data, &memory));
  succeeds(tcf_cuda_copy_in(0, memory, &data, sizeof data));
  succeeds(tcf_cuda_copy_out(0, &back, memory, sizeof data));
  ck_assert_int_eq(back, data);
  tcf_cuda_release(0, memory);
  ck_assert_int_ge(careful, before + 6);
  ck_assert_int_eq(mode, cudaStreamCaptureModeGlobal);
}

START_TEST(with_memory) {
  CUcontext const there[] = {NULL, primary_of(0), own_of(0), primary_of(1), own_of(1)};
  for (size_t i = 0; i < TEST_COUNT(there); i++) {
    be_in(there[i]);
    use_memory();
    ck_assert_ptr_eq(current(), there[i] ? there[i] : primary_of(0));
  }
}
END_TEST

// An error that the device does not survive is told, others of the application's are dropped.
START_TEST(errors) {
  int previous;
  cudaSetDevice(0);
  left_behind = cudaErrorMemoryAllocation;
  enters(0, primary_of(0));
  left_behind = cudaErrorIllegalAddress;
  ck_assert_int_eq(tcf_cuda_enter(0, &previous), TCFFT_ERROR_DEVICE);
  ck_assert_ptr_eq(current(), primary_of(0));
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_context");
  TCase *c = test_case(suite, "contexts", 60);
  tcase_add_test(c, no_context);
  tcase_add_test(c, primary_context);
  tcase_add_test(c, own_context);
  tcase_add_test(c, in_threads);
  tcase_add_test(c, with_memory);
  tcase_add_test(c, errors);
  return suite;
}
