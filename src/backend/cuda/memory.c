// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/memory.h"

#include <stdlib.h>

#include "backend/channels.h"
#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/driver.h"
#include "base/memory.h"

// ------------------------------------------------------------------------------------------------ allocation

tcfft_status tcf_cuda_alloc(int index, size_t bytes, void **memory) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaMalloc(memory, bytes ? bytes : 1);
  tcfft_status status = TCFFT_SUCCESS;
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    status = tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on cuda device %d", bytes, index);
  } else if (error != cudaSuccess) {
    status = tcf_cuda_fail(error, "cudaMalloc");
  }
  tcf_cuda_close(&scope);
  return status;
}

void tcf_cuda_release(int index, void *memory) {
  tcf_cuda_scope scope;
  if (!memory || tcf_cuda_open(index, &scope) != TCFFT_SUCCESS) return;
  if (cudaFree(memory) != cudaSuccess) cudaGetLastError();
  tcf_cuda_close(&scope);
}

// ------------------------------------------------------------------------------------------------ kinds of memory

// Memory that CUDA does not know (cudaErrorInvalidValue) is ordinary host memory. Any other error is a failure of the
// device. The question is asked on the plan's device: at which address that sees pinned memory is what matters, and on a
// thread that has used no device yet it would make a context on another.
static tcfft_status attributes_of(int index, const void *memory, struct cudaPointerAttributes *a) {
  tcf_cuda_scope scope;
  *a = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered};
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaPointerGetAttributes(a, memory);
  tcfft_status status = TCFFT_SUCCESS;
  if (error == cudaErrorInvalidValue) {
    cudaGetLastError();
    a->type = cudaMemoryTypeUnregistered;
  } else if (error != cudaSuccess) {
    status = tcf_cuda_fail(error, "cudaPointerGetAttributes");
  }
  tcf_cuda_close(&scope);
  return status;
}

// Whether that is ordinary memory of the device, as nearly always. Executions ask this of each operand: it takes the runtime
// 0.13 microseconds of the processor.
static int is_plain(int index, const void *memory) {
  const tcf_cuda_driver *driver;
  unsigned type = 0;
  int device = -1;
  CUpointer_attribute names[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void *values[] = {&type, &device};
  return tcf_cuda_driver_open(&driver) == TCFFT_SUCCESS &&
         driver->pointer_attributes(2, names, values, (CUdeviceptr)memory) == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE &&
         device == index;
}

tcfft_status tcf_cuda_check_memory(int index, const void *memory, const char *name) {
  struct cudaPointerAttributes a;
  if (is_plain(index, memory)) return TCFFT_SUCCESS;
  TCF_TRY(attributes_of(index, memory, &a));
  switch (a.type) {
    case cudaMemoryTypeManaged:
      return TCFFT_SUCCESS;
    case cudaMemoryTypeDevice:
      if (a.device == index) return TCFFT_SUCCESS;
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is memory of cuda device %d, the plan is for device %d", name,
                      memory, a.device, index);
    case cudaMemoryTypeHost:  // pinned memory: kernels can use it if the device has it at the same address
      if (a.devicePointer == memory) return TCFFT_SUCCESS;
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is pinned host memory that cuda device %d sees elsewhere", name,
                      memory, index);
    case cudaMemoryTypeUnregistered:
      break;
  }
  return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is host memory: tcfft_exec_host takes that", name, memory);
}

tcf_memory_kind tcf_cuda_memory_kind(int index, const void *memory) {
  struct cudaPointerAttributes a;
  if (attributes_of(index, memory, &a) != TCFFT_SUCCESS) return TCF_MEMORY_HOST;
  switch (a.type) {
    case cudaMemoryTypeDevice:
      return TCF_MEMORY_DEVICE;
    case cudaMemoryTypeHost:
      return TCF_MEMORY_PINNED;
    case cudaMemoryTypeManaged:
    case cudaMemoryTypeUnregistered:
      break;
  }
  return TCF_MEMORY_HOST;
}

// ------------------------------------------------------------------------------------------------ copy channels

static tcfft_status fill_channel(tcf_channel *channel) {
  cudaStream_t stream;
  void *host;
  TCF_CUDA_TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  const cudaError_t error = cudaHostAlloc(&host, TCF_CHANNEL_BYTES, cudaHostAllocPortable);
  if (error != cudaSuccess) {
    const tcfft_status status = tcf_cuda_fail(error, "cudaHostAlloc");
    cudaStreamDestroy(stream);
    return status;
  }
  channel->stream = stream;
  channel->host = host;
  return TCFFT_SUCCESS;
}

static tcfft_status open_channel(int index, tcf_channel *channel) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const tcfft_status status = fill_channel(channel);
  tcf_cuda_close(&scope);
  return status;
}

static struct tcf_kept_channel *kept[TCF_CUDA_DEVICES];
static const tcf_channel_pool pool = {open_channel, kept};

tcfft_status tcf_cuda_take_channel(int index, tcf_channel **channel) { return tcf_channel_take(&pool, index, channel); }

void tcf_cuda_give_channel(int index, tcf_channel *channel) { tcf_channel_give(&pool, index, channel); }

// ------------------------------------------------------------------------------------------------ copies

static tcfft_status copy_on(int index, tcf_channel *channel, void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, channel->stream);
  const tcfft_status status = error == cudaSuccess ? TCFFT_SUCCESS : tcf_cuda_fail(error, "cudaMemcpyAsync");
  tcf_cuda_close(&scope);
  return status;
}

tcfft_status tcf_cuda_channel_in(int index, tcf_channel *channel, void *device_memory, const void *host, size_t bytes) {
  return copy_on(index, channel, device_memory, host, bytes, cudaMemcpyHostToDevice);
}

tcfft_status tcf_cuda_channel_out(int index, tcf_channel *channel, void *host, const void *device_memory, size_t bytes) {
  return copy_on(index, channel, host, device_memory, bytes, cudaMemcpyDeviceToHost);
}

// The scope is needed for waiting too: without it, a graph capture in another thread would make the call fail.
static tcfft_status wait_for(int index, tcf_channel *channel) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaStreamSynchronize(channel->stream);
  const tcfft_status status = error == cudaSuccess ? TCFFT_SUCCESS : tcf_cuda_fail(error, "copying between host and device");
  tcf_cuda_close(&scope);
  return status;
}

// The copy is complete on return, for every kind of memory. It does not use the default stream, which would wait for other
// streams.
static tcfft_status copy_now(int index, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  tcf_channel *channel = NULL;
  TCF_TRY(tcf_cuda_take_channel(index, &channel));
  tcfft_status status = copy_on(index, channel, to, from, bytes, kind);
  if (status == TCFFT_SUCCESS) status = wait_for(index, channel);
  tcf_cuda_give_channel(index, channel);
  return status;
}

tcfft_status tcf_cuda_copy_in(int index, void *device_memory, const void *host, size_t bytes) {
  return copy_now(index, device_memory, host, bytes, cudaMemcpyHostToDevice);
}

tcfft_status tcf_cuda_copy_out(int index, void *host, const void *device_memory, size_t bytes) {
  return copy_now(index, host, device_memory, bytes, cudaMemcpyDeviceToHost);
}
