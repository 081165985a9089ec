// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/device.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "backend/cuda/builtin.h"
#include "backend/cuda/compile.h"
#include "base/arith.h"
#include "base/process.h"

// ------------------------------------------------------------------------------------------------ errors

tcfft_status tcf_cuda_fail(cudaError_t error, const char *what) {
  cudaGetLastError();
  return tcf_fail(error == cudaErrorMemoryAllocation ? TCFFT_ERROR_OUT_OF_MEMORY : TCFFT_ERROR_DEVICE, "%s: %s (%s)", what,
                  cudaGetErrorString(error), cudaGetErrorName(error));
}

// ------------------------------------------------------------------------------------------------ counting

static tcfft_status no_driver(cudaError_t error) {
  int driver = 0;
  cudaGetLastError();
  cudaDriverGetVersion(&driver);
  if (!driver)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "the cuda backend cannot run, no NVIDIA driver was found: %s",
                    cudaGetErrorString(error));
  return tcf_fail(
      TCFFT_ERROR_NO_DEVICE, "the cuda backend cannot run: %s (the driver is for CUDA %d.%d, this library for %d.%d)",
      cudaGetErrorString(error), driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
}

tcfft_status tcf_cuda_count(int *count) {
  int devices = 0;
  if (tcf_process_is_static())
    return tcf_fail(TCFFT_ERROR_NO_DEVICE,
                    "the cuda backend cannot run, this program is linked statically and cannot open NVIDIA's driver");
  static atomic_int opened;
  if (opened && !tcf_process_is_first(&opened))
    return tcf_fail(TCFFT_ERROR_NO_DEVICE,
                    "the cuda backend cannot run, it does not survive a fork: this process was forked off one that used it");
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error == cudaErrorNoDevice) {
    cudaGetLastError();
    devices = 0;
  } else if (error != cudaSuccess) {
    return no_driver(error);
  }
  tcf_process_is_first(&opened);
  *count = devices < TCF_CUDA_DEVICES ? devices : TCF_CUDA_DEVICES;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ properties

// FP32 units of a multiprocessor: 64 for the capabilities of the table, else 128.
static int fp32_lanes(int capability) {
  static const int with_64[] = {60, 70, 72, 75, 80};
  for (size_t i = 0; i < TCF_COUNT(with_64); i++)
    if (with_64[i] == capability) return 64;
  return 128;
}

static int64_t attribute(int index, enum cudaDeviceAttr which, int64_t otherwise) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, index) != cudaSuccess) cudaGetLastError();
  return value > 0 ? value : otherwise;
}

// Bytes per second that copies to another device move, which no function tells. NVLink as H100 and H200 have it was measured
// (18 links).
static double link_speed(const tcf_device *d) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) cudaGetLastError();
  return count > 1 && d->capability == 90 ? 3.91e11 : 0;
}

static void fill_numbers(int index, tcf_device *d) {
  d->capability =
      10 * attribute(index, cudaDevAttrComputeCapabilityMajor, 0) + attribute(index, cudaDevAttrComputeCapabilityMinor, 0);
  d->cores = attribute(index, cudaDevAttrMultiProcessorCount, 1);
  d->vector = 32;
  d->l2 = attribute(index, cudaDevAttrL2CacheSize, 1 << 20);
  d->shared = attribute(index, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                        attribute(index, cudaDevAttrMaxSharedMemoryPerBlock, 48 << 10));
  d->sm_shared = attribute(index, cudaDevAttrMaxSharedMemoryPerMultiprocessor, d->shared);
  d->sm_threads = attribute(index, cudaDevAttrMaxThreadsPerMultiProcessor, 1024);
  d->fp64 = attribute(index, cudaDevAttrSingleToDoublePrecisionPerfRatio, 0);
  d->sm_registers = attribute(index, cudaDevAttrMaxRegistersPerMultiprocessor, 65536);
  // Of 16 blocks where a cluster may have more than any device must take, as in data centres.
  if (attribute(index, cudaDevAttrClusterLaunch, 0)) d->cluster = d->capability < 110 ? 16 : 8;
  // Clock rates are in kHz. A virtual device may hide them, hence the defaults.
  d->flops = fp32_lanes((int)d->capability) * 1e3 * (double)attribute(index, cudaDevAttrClockRate, 1500000);
  // Every wire moves two bits per period of the memory clock (double data rate). A copy sustains about 0.86 of that.
  d->copy = 0.86 * 2 / 8 * 1e3 * (double)attribute(index, cudaDevAttrMemoryClockRate, 5000000) *
            (double)attribute(index, cudaDevAttrGlobalMemoryBusWidth, 256);
  d->launch = 2.7e-6;
  d->link = link_speed(d);
  d->built_in = tcf_cuda_builtins;
  d->built_ins = tcf_cuda_builtin_count;
}

// Each device is asked once, because its properties do not change while the process lives. The exceptions are `compiler`,
// since NVRTC may turn out to be broken later, and `cluster`, which depends on the multiprocessors that the process may use.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tcf_device known[TCF_CUDA_DEVICES];
static char asked[TCF_CUDA_DEVICES];

static tcfft_status ask(int index, tcf_device *d) {
  struct cudaDeviceProp properties;
  TCF_CUDA_TRY(cudaGetDeviceProperties(&properties, index), "cudaGetDeviceProperties");
  *d = (tcf_device){.backend = TCFFT_BACKEND_CUDA, .index = index, .memory = (int64_t)properties.totalGlobalMem};
  snprintf(d->name, sizeof d->name, "%.127s", properties.name);
  for (char *c = d->name; *c; c++)  // these separate fields and lines in a device's text
    if (*c == ':' || *c == '=' || *c == '\n') *c = ' ';
  fill_numbers(index, d);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_cuda_query(int index, tcf_device *device) {
  if (index < 0 || index >= TCF_CUDA_DEVICES) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "cuda device %d: there is none", index);
  pthread_mutex_lock(&lock);
  const tcfft_status status = asked[index] ? TCFFT_SUCCESS : ask(index, &known[index]);
  asked[index] = status == TCFFT_SUCCESS;
  if (status == TCFFT_SUCCESS) {
    *device = known[index];
    device->compiler = tcf_cuda_can_compile((int)device->capability);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

void tcf_cuda_refuse_cluster(int index, int blocks) {
  const int most = tcf_cluster_below(blocks);
  pthread_mutex_lock(&lock);
  if (asked[index] && known[index].cluster > most) known[index].cluster = most;
  pthread_mutex_unlock(&lock);
}

int tcf_cuda_capability(int index) {
  return (int)(10 * attribute(index, cudaDevAttrComputeCapabilityMajor, 0) +
               attribute(index, cudaDevAttrComputeCapabilityMinor, 0));
}
