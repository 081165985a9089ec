// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/context.h"

#include <stdatomic.h>

#include "backend/cuda/device.h"
#include "backend/cuda/driver.h"
#include "base/arith.h"

// Errors after which the process can no longer use the device.
static int is_sticky(cudaError_t error) {
  static const cudaError_t sticky[] = {
      cudaErrorIllegalAddress,      cudaErrorLaunchFailure,
      cudaErrorLaunchTimeout,       cudaErrorHardwareStackError,
      cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
      cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,
      cudaErrorECCUncorrectable,    cudaErrorAssert,
      cudaErrorNvlinkUncorrectable,
  };
  for (size_t i = 0; i < TCF_COUNT(sticky); i++)
    if (sticky[i] == error) return 1;
  return 0;
}

// ------------------------------------------------------------------------------------------------ entering, leaving

// The primary context of each device, which the runtime makes and this library has its memory, streams and code in; NULL:
// not asked for yet. It is retained for good.
static _Atomic CUcontext primary[TCF_CUDA_DEVICES];

static tcfft_status find_primary(const tcf_cuda_driver *driver, int index, CUcontext *found) {
  *found = primary[index];
  if (*found) return TCFFT_SUCCESS;
  const CUresult error = driver->retain_primary(found, index);
  if (error != CUDA_SUCCESS) return tcf_cuda_driver_fail(error, "cuDevicePrimaryCtxRetain");
  primary[index] = *found;
  return TCFFT_SUCCESS;
}

// Whether a context of the device is the primary one, which is not made for that question.
static int is_primary(const tcf_cuda_driver *driver, int index, CUcontext context) {
  unsigned flags;
  int active = 0;
  CUcontext found = primary[index];
  if (!found && (driver->primary_state(index, &flags, &active) != CUDA_SUCCESS || !active)) return 0;
  return find_primary(driver, index, &found) == TCFFT_SUCCESS && found == context;
}

// What works on the caller's memory and streams is done where they are, WITH_CALLER, or not at all: contexts of one device
// see nothing of each other, neither tables of a plan nor streams. Other work is done ALONE, whatever context is current.
typedef enum wish { WITH_CALLER, ALONE } wish;

static tcfft_status become(const tcf_cuda_driver *driver, int index, CUcontext current, wish w, int *previous) {
  CUcontext wanted = NULL;
  int device = -1;
  if (!current) TCF_CUDA_TRY(cudaGetDevice(&device), "cudaGetDevice");
  if (!current && device == index) {  // a thread that has used no context yet; the runtime would give it this one
    TCF_CUDA_TRY(cudaSetDevice(index), "cudaSetDevice");
    return TCFFT_SUCCESS;
  }
  if (current && driver->context_device(&device) == CUDA_SUCCESS && device == index) {
    if (is_primary(driver, index, current)) return TCFFT_SUCCESS;
    if (w == WITH_CALLER)
      return tcf_fail(
          TCFFT_ERROR_NO_DEVICE,
          "the current context of cuda device %d is one that the program has made (cuCtxCreate): plans belong to the "
          "device's primary context",
          index);
  }
  TCF_TRY(find_primary(driver, index, &wanted));
  const CUresult error = driver->push_context(wanted);
  if (error != CUDA_SUCCESS) return tcf_cuda_driver_fail(error, "cuCtxPushCurrent");
  *previous = index;
  return TCFFT_SUCCESS;
}

static tcfft_status enter(int index, wish w, int *previous) {
  const tcf_cuda_driver *driver;
  CUcontext current = NULL;
  const cudaError_t left_behind = cudaGetLastError();
  if (is_sticky(left_behind)) return tcf_cuda_fail(left_behind, "the device failed before this call");
  TCF_TRY(tcf_cuda_driver_open(&driver));
  *previous = -1;
  if (driver->current_context(&current) != CUDA_SUCCESS) current = NULL;  // the driver is not initialised yet
  if (current && current == primary[index]) return TCFFT_SUCCESS;
  return become(driver, index, current, w, previous);
}

tcfft_status tcf_cuda_enter(int index, int *previous) { return enter(index, WITH_CALLER, previous); }

void tcf_cuda_leave(int previous) {
  const tcf_cuda_driver *driver;
  CUcontext left;
  if (previous >= 0 && tcf_cuda_driver_open(&driver) == TCFFT_SUCCESS) driver->pop_context(&left);
}

tcfft_status tcf_cuda_open(int index, tcf_cuda_scope *scope) {
  TCF_TRY(enter(index, ALONE, &scope->previous));
  scope->mode = cudaStreamCaptureModeRelaxed;
  const cudaError_t error = cudaThreadExchangeStreamCaptureMode(&scope->mode);
  if (error == cudaSuccess) return TCFFT_SUCCESS;
  tcf_cuda_leave(scope->previous);
  return tcf_cuda_fail(error, "cudaThreadExchangeStreamCaptureMode");
}

void tcf_cuda_close(tcf_cuda_scope *scope) {
  cudaThreadExchangeStreamCaptureMode(&scope->mode);
  tcf_cuda_leave(scope->previous);
}
