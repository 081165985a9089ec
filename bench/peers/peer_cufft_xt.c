// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuFFT Xt: complex transforms in place on several GPUs, from its natural order to its shuffled one, which is the transposed
// order. As the other peers of cuFFT it is loaded at first use.
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/several.h"

enum { MOST = 16 };

// X(name, arguments)
#define FUNCTIONS(X)                                                                                                \
  X(cufftCreate, (cufftHandle *))                                                                                   \
  X(cufftDestroy, (cufftHandle))                                                                                    \
  X(cufftXtSetGPUs, (cufftHandle, int, int *))                                                                      \
  X(cufftMakePlanMany64, (cufftHandle, int, long long *, long long *, long long, long long, long long *, long long, \
                          long long, cufftType, long long, size_t *))                                               \
  X(cufftXtMalloc, (cufftHandle, cudaLibXtDesc **, cufftXtSubFormat))                                               \
  X(cufftXtFree, (cudaLibXtDesc *))                                                                                 \
  X(cufftXtExecDescriptorC2C, (cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int))

static struct {
  int loaded;  // 1: loaded, -1: not found, 0: not tried yet
#define MEMBER(name, arguments) cufftResult(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
} cufft;

static int load(void) {
  if (cufft.loaded) return cufft.loaded > 0;
  static const char *const names[] = {TCF_CUFFT_NAME, TCF_CUFFT_LIBRARY, "libcufft.so"};
  void *library = NULL;
  for (int i = 0; i < 3 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  cufft.loaded = library ? 1 : -1;
#define FETCH(name, arguments) \
  if (library && !(*(void **)&cufft.name = dlsym(library, #name))) cufft.loaded = -1;
  FUNCTIONS(FETCH)
#undef FETCH
  return cufft.loaded > 0;
}

typedef struct state {
  cufftHandle handle;
  int made, count, devices[MOST];
  cudaLibXtDesc *data;
  void *kept[MOST];  // each device's part of the input
} state;

static void destroy(void *s) {
  state *x = s;
  for (int i = 0; i < x->count; i++) {
    cudaSetDevice(x->devices[i]);
    if (x->kept[i]) cudaFree(x->kept[i]);
  }
  if (x->data) cufft.cufftXtFree(x->data);
  if (x->made) cufft.cufftDestroy(x->handle);
  cudaSetDevice(x->devices[0]);
  free(x);
}

static tcfft_status wait(const state *x) {
  for (int i = 0; i < x->count; i++)
    if (cudaSetDevice(x->devices[i]) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
      return tcf_fail(TCFFT_ERROR_DEVICE, "cuFFT Xt: device %d failed", x->devices[i]);
  return TCFFT_SUCCESS;
}

static tcfft_status refresh(void *s) {
  state *x = s;
  for (int i = 0; i < x->count; i++) {
    const cudaXtDesc *d = x->data->descriptor;
    if (cudaSetDevice(x->devices[i]) != cudaSuccess ||
        cudaMemcpy(d->data[i], x->kept[i], d->size[i], cudaMemcpyDeviceToDevice) != cudaSuccess)
      return tcf_fail(TCFFT_ERROR_DEVICE, "cuFFT Xt: restoring the input on device %d", x->devices[i]);
  }
  return wait(x);
}

// The parts of an array in the first device's memory: blocks of the first axis, one behind the other, as cuFFT Xt has them.
static int keep(state *x, const char *in) {
  for (int i = 0; i < x->count; i++) {
    const cudaXtDesc *d = x->data->descriptor;
    if (cudaSetDevice(x->devices[i]) != cudaSuccess || cudaMalloc(&x->kept[i], d->size[i]) != cudaSuccess ||
        cudaMemcpy(x->kept[i], in, d->size[i], cudaMemcpyDefault) != cudaSuccess)
      return -1;
    in += d->size[i];
  }
  return 0;
}

// What fails, or NULL.
static const char *fill(state *x, const tcf_problem *p, const void *in) {
  long long n[3];
  size_t work[MOST];
  for (int i = 0; i < p->rank; i++) n[i] = p->n[i];
  if (cufft.cufftCreate(&x->handle) != CUFFT_SUCCESS) return "cufftCreate";
  x->made = 1;
  if (cufft.cufftXtSetGPUs(x->handle, x->count, x->devices) != CUFFT_SUCCESS) return "cufftXtSetGPUs";
  if (cufft.cufftMakePlanMany64(x->handle, p->rank, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, p->batch, work) != CUFFT_SUCCESS)
    return "its plan";
  if (cufft.cufftXtMalloc(x->handle, &x->data, CUFFT_XT_FORMAT_INPLACE) != CUFFT_SUCCESS) return "cufftXtMalloc";
  return keep(x, in) ? "memory for its input" : NULL;
}

static void *prepare(const tcf_problem *p, const int *devices, int count, const void *in, char *why, size_t cap) {
  snprintf(why, cap, "not complex, or libcufft cannot be loaded");
  if (p->kind != TCFFT_C2C || p->rank > 3 || p->out_type != TCFFT_F32 || count > MOST || !load()) return NULL;
  state *x = calloc(1, sizeof *x);
  if (!x) return NULL;
  x->count = count;
  for (int i = 0; i < count; i++) x->devices[i] = devices[i];
  const char *failed = fill(x, p, in);
  if (!failed) return x;
  snprintf(why, cap, "%s failed", failed);
  cudaGetLastError();
  destroy(x);
  return NULL;
}

// The descriptor says in which order its data is, and what is to be transformed forward has to be in natural order.
static tcfft_status run(void *s) {
  state *x = s;
  x->data->subFormat = CUFFT_XT_FORMAT_INPLACE;
  const cufftResult result = cufft.cufftXtExecDescriptorC2C(x->handle, x->data, x->data, CUFFT_FORWARD);
  if (result != CUFFT_SUCCESS) return tcf_fail(TCFFT_ERROR_DEVICE, "cuFFT Xt: error %d", (int)result);
  return wait(x);
}

const tcf_several_peer *tcf_several_peer_cufft_xt(void) {
  static const tcf_several_peer peer = {"cufft_xt", prepare, refresh, run, destroy};
  return &peer;
}
