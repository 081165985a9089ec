// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The CUDA backend: NVIDIA GPUs through the CUDA runtime. The runtime is linked statically and looks for the driver itself,
// so the library also loads on a machine without a driver; counting the devices then fails with the reason.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "backend/cuda/boxes.h"
#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/gemm.h"
#include "backend/cuda/load.h"
#include "backend/cuda/memory.h"
#include "backend/cuda/peers.h"
#include "backend/planning_cache.h"
#include "backend/timing.h"
#include "core/backend.h"

static tcfft_status launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  const tcf_cuda_driver *driver;
  TCF_TRY(tcf_cuda_driver_open(&driver));
  if (!grid->blocks) return TCFFT_SUCCESS;
  if (grid->blocks < 0 || grid->blocks > INT_MAX)
    return tcf_fail(TCFFT_ERROR_OVERFLOW, "a launch of %lld blocks: a CUDA device takes %d", (long long)grid->blocks,
                    INT_MAX);
  // Programmatic dependent launch: blocks may start before the previous launch has ended, if their program waits for its
  // results by itself (await_input of classic/cuda/complex.cuh).
  CUlaunchAttribute attributes[2] = {
      {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, .value.programmaticStreamSerializationAllowed = 1}};
  unsigned count = tcf_cuda_awaits_input(function) ? 1 : 0;
  if (grid->cooperative)
    attributes[(count = 1) - 1] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1};
  if (grid->cluster > 1)
    attributes[count++] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                              .value.clusterDim = {.x = (unsigned)grid->cluster, .y = 1, .z = 1}};
  const CUlaunchConfig config = {.gridDimX = (unsigned)grid->blocks,
                                 .gridDimY = 1,
                                 .gridDimZ = 1,
                                 .blockDimX = (unsigned)grid->threads,
                                 .blockDimY = 1,
                                 .blockDimZ = 1,
                                 .sharedMemBytes = (unsigned)grid->shared,
                                 .hStream = stream,
                                 .attrs = attributes,
                                 .numAttrs = count};
  const CUresult error = driver->launch(&config, tcf_cuda_entry(function), (void *[]){(void *)args}, NULL);
  return error == CUDA_SUCCESS ? TCFFT_SUCCESS : tcf_cuda_driver_fail(error, "cuLaunchKernelEx");
}

// The stream's device need not be current when this is called.
static tcfft_status sync(int index, void *stream) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaStreamSynchronize(stream);
  const tcfft_status status = error == cudaSuccess ? TCFFT_SUCCESS : tcf_cuda_fail(error, "cudaStreamSynchronize");
  tcf_cuda_close(&scope);
  return status;
}

// ------------------------------------------------------------------------------------------------ timing

typedef struct stopwatch {
  tcfft_status (*body)(void *context, void *stream);
  void *context;
  cudaStream_t stream;
  cudaEvent_t begin, end;
} stopwatch;

// A tcf_timed_runs: `calls` calls of the body, one after the other, between two events.
static tcfft_status sample(const void *context, int calls, double *seconds) {
  const stopwatch *w = context;
  float milliseconds = 0;
  TCF_CUDA_TRY(cudaEventRecord(w->begin, w->stream), "cudaEventRecord");
  for (int i = 0; i < calls; i++) TCF_TRY(w->body(w->context, w->stream));
  TCF_CUDA_TRY(cudaEventRecord(w->end, w->stream), "cudaEventRecord");
  TCF_CUDA_TRY(cudaEventSynchronize(w->end), "measuring");
  TCF_CUDA_TRY(cudaEventElapsedTime(&milliseconds, w->begin, w->end), "cudaEventElapsedTime");
  *seconds = 1e-3 * (double)milliseconds;
  return TCFFT_SUCCESS;
}

// Seconds of a sample. A sample takes 4 to 7 microseconds more than its launches, before the first one and behind the last.
// (On an H200 a launch of 129 us was timed as 137 by one launch a sample.)
#define LONG_ENOUGH 500e-6

// Behind allocations and pauses the first launches take a tenth longer than those that follow: on an H200 a transform of
// 0.264 ms took 0.29 six times. So a body runs for this many seconds before it is timed.
#define WARM 2e-3

static tcfft_status warm_up(const stopwatch *w) {
  enum { MAX_CALLS = 1024 };
  double spent = 0, seconds;
  for (int calls = 1; spent < WARM && calls <= MAX_CALLS; calls *= 2, spent += seconds) TCF_TRY(sample(w, calls, &seconds));
  return TCFFT_SUCCESS;
}

static tcfft_status time_with_events(stopwatch *w, int repeats, double *seconds) {
  TCF_CUDA_TRY(cudaEventCreate(&w->begin), "cudaEventCreate");
  const cudaError_t error = cudaEventCreate(&w->end);
  tcfft_status status;
  if (error != cudaSuccess) {
    status = tcf_cuda_fail(error, "cudaEventCreate");
  } else {
    status = warm_up(w);
    if (status == TCFFT_SUCCESS) status = tcf_median_time(sample, w, LONG_ENOUGH, repeats, seconds);
    cudaStreamSynchronize(w->stream);  // also after a failure: nothing may be in flight on a channel that is given back
    cudaEventDestroy(w->end);
  }
  cudaEventDestroy(w->begin);
  return status;
}

static tcfft_status time_body(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                              double *seconds) {
  tcf_channel *channel = NULL;
  TCF_TRY(tcf_cuda_take_channel(index, &channel));
  stopwatch w = {.body = body, .context = context, .stream = channel->stream};
  tcf_cuda_scope scope;
  tcfft_status status = tcf_cuda_open(index, &scope);
  if (status == TCFFT_SUCCESS) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);  // a thread that is cancelled would leave loading paused
    tcf_cuda_pause_loading();
    status = time_with_events(&w, repeats, seconds);
    tcf_cuda_resume_loading();
    pthread_setcancelstate(before, NULL);
    tcf_cuda_close(&scope);
  }
  tcf_cuda_give_channel(index, channel);
  return status;
}

extern const tcf_backend tcf_backend_cuda;
const tcf_backend tcf_backend_cuda = {
    .id = TCFFT_BACKEND_CUDA,
    .name = "cuda",
    .count = tcf_cuda_count,
    .query = tcf_cuda_query,
    .alloc = tcf_cuda_alloc,
    .shares_tables = 1,
    .computes_tables = 1,
    .release = tcf_cuda_release,
    .copy_in = tcf_cuda_copy_in,
    .copy_out = tcf_cuda_copy_out,
    .enter = tcf_cuda_enter,
    .leave = tcf_cuda_leave,
    .check_memory = tcf_cuda_check_memory,
    .load = tcf_cuda_load,
    .load_at_hand = tcf_cuda_load_at_hand,
    .recall = tcf_planning_recall,
    .keep = tcf_planning_keep,
    .launch = launch,
    .describe_boxes = tcf_cuda_describe_boxes,
    .open_gemm = tcf_cuda_open_gemm,
    .gemm = tcf_cuda_multiply,
    .sync = sync,
    .time = time_body,
    .memory_kind = tcf_cuda_memory_kind,
    .take_channel = tcf_cuda_take_channel,
    .give_channel = tcf_cuda_give_channel,
    .channel_in = tcf_cuda_channel_in,
    .channel_out = tcf_cuda_channel_out,
    .peers = &tcf_cuda_peers,
};
