// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/driver.h"

#include <pthread.h>

#include "backend/cuda/device.h"
#include "base/arith.h"

static tcf_cuda_driver functions;
static const char *missing;  // the first one that was not found
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look_up(void) {
  enum { SINCE = 12000 };  // the version of CUDA that brought the youngest of them
  static const struct {
    const char *name;
    void *slot;
  } symbols[] = {{"cuTensorMapEncodeTiled", &functions.encode_boxes},
                 {"cuLaunchKernelEx", &functions.launch},
                 {"cuPointerGetAttributes", &functions.pointer_attributes},
                 {"cuCtxGetCurrent", &functions.current_context},
                 {"cuCtxGetDevice", &functions.context_device},
                 {"cuCtxPushCurrent", &functions.push_context},
                 {"cuCtxPopCurrent", &functions.pop_context},
                 {"cuDevicePrimaryCtxGetState", &functions.primary_state},
                 {"cuDevicePrimaryCtxRetain", &functions.retain_primary}};
  for (int i = 0; i < TCF_COUNT(symbols); i++) {
    void *found = NULL;
    enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    const cudaError_t error = cudaGetDriverEntryPointByVersion(symbols[i].name, &found, SINCE, cudaEnableDefault, &result);
    if (error != cudaSuccess) cudaGetLastError();
    if (error == cudaSuccess && result == cudaDriverEntryPointSuccess)
      *(void **)symbols[i].slot = found;
    else if (!missing)
      missing = symbols[i].name;
  }
}

// The runtime has taken over the driver's numbers.
tcfft_status tcf_cuda_driver_fail(CUresult error, const char *what) { return tcf_cuda_fail((cudaError_t)error, what); }

tcfft_status tcf_cuda_driver_open(const tcf_cuda_driver **driver) {
  pthread_once(&once, look_up);
  *driver = &functions;
  return missing ? tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the driver has no %s", missing) : TCFFT_SUCCESS;
}
