// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

#include "bench/gpu.h"

static tcfft_status check(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_DEVICE, "%s: %s", what, cudaGetErrorString(error));
}

static tcfft_status copy(void *to, const void *from, size_t bytes, void *stream) {
  return check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)stream), "a copy on the device");
}

static tcfft_status fill(void *memory, int byte, size_t bytes, void *stream) {
  return check(cudaMemsetAsync(memory, byte, bytes, (cudaStream_t)stream), "filling memory");
}

static tcfft_status fill_rows(void *memory, size_t pitch, int byte, size_t width, size_t rows, void *stream) {
  return check(cudaMemset2DAsync(memory, pitch, byte, width, rows, (cudaStream_t)stream), "filling rows");
}

static tcfft_status measure(tcfft_status (*body)(void *), void *context, cudaStream_t stream, const cudaEvent_t *events,
                            double *seconds) {
  float milliseconds = 0;
  TCF_TRY(check(cudaEventRecord(events[0], stream), "cudaEventRecord"));
  TCF_TRY(body(context));
  TCF_TRY(check(cudaEventRecord(events[1], stream), "cudaEventRecord"));
  TCF_TRY(check(cudaEventSynchronize(events[1]), "measuring"));
  TCF_TRY(check(cudaEventElapsedTime(&milliseconds, events[0], events[1]), "cudaEventElapsedTime"));
  *seconds = 1e-3 * (double)milliseconds;
  return TCFFT_SUCCESS;
}

// Events are made on the current device, so index is not needed.
static tcfft_status time_body(int index, tcfft_status (*body)(void *), void *context, void *stream, double *seconds) {
  cudaEvent_t events[2];
  (void)index;
  TCF_TRY(check(cudaEventCreate(&events[0]), "cudaEventCreate"));
  tcfft_status status = check(cudaEventCreate(&events[1]), "cudaEventCreate");
  if (status == TCFFT_SUCCESS) {
    status = measure(body, context, (cudaStream_t)stream, events, seconds);
    cudaEventDestroy(events[1]);
  }
  cudaEventDestroy(events[0]);
  return status;
}

// The version of the driver itself: the first word of the driver's version line that looks like a number. The runtime
// reports only the CUDA version that the driver supports.
static void driver_version(char *text, size_t cap) {
  snprintf(text, cap, "?");
  FILE *f = fopen("/proc/driver/nvidia/version", "r");
  if (!f) return;
  char line[256], *rest = line;
  if (!fgets(line, sizeof line, f)) *line = 0;
  fclose(f);
  for (const char *word; (word = strtok_r(rest, " \t\n", &rest));)
    if (strspn(word, "0123456789.") == strlen(word) && strchr(word, '.')) {
      snprintf(text, cap, "%s", word);
      return;
    }
}

static void platform(int index, char *text, size_t cap) {
  (void)index;
  char driver[64];
  int speaks = 0, runtime = 0;
  driver_version(driver, sizeof driver);
  cudaDriverGetVersion(&speaks);
  cudaRuntimeGetVersion(&runtime);
  snprintf(text, cap, "driver %s (CUDA %d.%d), runtime %d.%d", driver, speaks / 1000, speaks % 1000 / 10, runtime / 1000,
           runtime % 1000 / 10);
}

extern const tcf_bench_gpu tcf_bench_gpu_cuda;
const tcf_bench_gpu tcf_bench_gpu_cuda = {
    .backend = TCFFT_BACKEND_CUDA,
    .least_sample = 1e-3,
    .copy = copy,
    .fill = fill,
    .fill_rows = fill_rows,
    .time = time_body,
    .platform = platform,
};
