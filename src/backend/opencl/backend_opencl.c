// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The OpenCL backend: any OpenCL 1.2 device, through the OpenCL loader that the machine has. The library also loads without
// a loader; counting the devices then fails with the reason.
#include <stdlib.h>
#include <time.h>

#include "backend/opencl/address.h"
#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "backend/opencl/load.h"
#include "backend/opencl/memory.h"
#include "backend/timing.h"
#include "core/backend.h"

// ------------------------------------------------------------------------------------------------ launching

// The three buffers of a launch.
enum { IN, OUT, TABLE, SIDES };

static tcfft_status find_sides(const tcf_opencl_arguments *a, tcf_opencl_range range[SIDES]) {
  TCF_TRY(tcf_opencl_find(a->in, &range[IN]));
  TCF_TRY(tcf_opencl_find(a->out, &range[OUT]));
  range[TABLE] = range[IN];  // without a table: every buffer argument has to be set to some buffer
  return a->table ? tcf_opencl_find(a->table, &range[TABLE]) : TCFFT_SUCCESS;
}

static tcfft_status set_arguments(cl_kernel kernel, const tcf_opencl_arguments *a, const tcf_opencl_range range[SIDES]) {
  for (int i = 0; i < SIDES; i++) {
    const cl_ulong offset = range[i].offset;
    TCF_OPENCL_TRY(tcf_cl.SetKernelArg(kernel, (cl_uint)i, sizeof range[i].memory, &range[i].memory),
                   "clSetKernelArg (a buffer)");
    TCF_OPENCL_TRY(tcf_cl.SetKernelArg(kernel, (cl_uint)(SIDES + i), sizeof offset, &offset), "clSetKernelArg (an offset)");
  }
  TCF_OPENCL_TRY(tcf_cl.SetKernelArg(kernel, 2 * SIDES, a->bytes, a->values), "clSetKernelArg (the values)");
  return TCFFT_SUCCESS;
}

static tcfft_status is_out_of_order(cl_command_queue queue, int *yes) {
  cl_bitfield properties = 0;
  TCF_OPENCL_TRY(tcf_cl.GetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL),
                 "clGetCommandQueueInfo (CL_QUEUE_PROPERTIES)");
  *yes = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  return TCFFT_SUCCESS;
}

// Queues a kernel. In a queue that executes out of order, barriers on both sides keep it between the commands before and
// after.
static tcfft_status enqueue(cl_command_queue queue, cl_kernel kernel, const tcf_grid *grid) {
  const size_t group = (size_t)grid->threads, all = (size_t)grid->blocks * group;
  int barriers = 0;
  TCF_TRY(is_out_of_order(queue, &barriers));
  if (barriers) TCF_OPENCL_TRY(tcf_cl.EnqueueBarrierWithWaitList(queue, TCF_CL_NO_EVENTS), "clEnqueueBarrierWithWaitList");
  TCF_OPENCL_TRY(tcf_cl.EnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, TCF_CL_NO_EVENTS),
                 "clEnqueueNDRangeKernel");
  if (barriers) TCF_OPENCL_TRY(tcf_cl.EnqueueBarrierWithWaitList(queue, TCF_CL_NO_EVENTS), "clEnqueueBarrierWithWaitList");
  return TCFFT_SUCCESS;
}

static tcfft_status find_queue(int index, void *stream, cl_command_queue *queue) {
  tcf_opencl_device d;
  *queue = stream;
  if (stream) return TCFFT_SUCCESS;
  TCF_TRY(tcf_opencl_use(index, &d));
  *queue = d.queue;
  return TCFFT_SUCCESS;
}

static tcfft_status launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  tcf_opencl_function *f = function;
  tcf_opencl_range range[SIDES];
  cl_command_queue queue = NULL;
  int before;
  if (!grid->blocks) return TCFFT_SUCCESS;
  // Kernels compute with group numbers of 32 bits.
  if (grid->blocks < 0 || grid->threads < 1 || grid->blocks > UINT32_MAX)
    return tcf_fail(TCFFT_ERROR_OVERFLOW, "a launch of %lld groups of %d work-items", (long long)grid->blocks,
                    grid->threads);
  TCF_TRY(find_sides(args, range));
  TCF_TRY(find_queue(f->index, stream, &queue));
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  pthread_mutex_lock(&f->lock);
  tcfft_status status = set_arguments(f->kernel, args, range);
  if (status == TCFFT_SUCCESS) status = enqueue(queue, f->kernel, grid);
  pthread_mutex_unlock(&f->lock);
  pthread_setcancelstate(before, NULL);
  return status;
}

static tcfft_status sync(int index, void *stream) {
  cl_command_queue queue = NULL;
  TCF_TRY(find_queue(index, stream, &queue));
  TCF_OPENCL_TRY(tcf_cl.Finish(queue), "clFinish");
  return TCFFT_SUCCESS;
}

// OpenCL has no current device, so there is nothing to enter.
static tcfft_status enter(int index, int *previous) {
  (void)index;
  *previous = -1;
  return TCFFT_SUCCESS;
}

static void leave(int previous) { (void)previous; }

// ------------------------------------------------------------------------------------------------ products

static tcfft_status open_gemm(int index) {
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "opencl device %d: the opencl backend has no products of FP16 matrices", index);
}

static tcfft_status multiply(int index, const tcf_gemm *gemm, void *stream) {
  (void)gemm;
  (void)stream;
  return open_gemm(index);
}

// ------------------------------------------------------------------------------------------------ timing

typedef struct stopwatch {
  tcfft_status (*body)(void *context, void *stream);
  void *context;
  int index;
  void *stream;
} stopwatch;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A tcf_timed_runs: `calls` calls of the body, one after the other, by the host's clock.
static tcfft_status sample(const void *context, int calls, double *seconds) {
  const stopwatch *w = context;
  const double begin = now();
  for (int i = 0; i < calls; i++) TCF_TRY(w->body(w->context, w->stream));
  TCF_TRY(sync(w->index, w->stream));
  *seconds = now() - begin;
  return TCFFT_SUCCESS;
}

// Seconds of a sample. Waiting for the queue takes tens of microseconds by itself.
#define LONG_ENOUGH 1e-3

static tcfft_status time_body(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                              double *seconds) {
  tcf_channel *channel = NULL;
  TCF_TRY(tcf_opencl_take_channel(index, &channel));
  const stopwatch w = {.body = body, .context = context, .index = index, .stream = channel->stream};
  const tcfft_status status = tcf_median_time(sample, &w, LONG_ENOUGH, repeats, seconds);
  if (status != TCFFT_SUCCESS) tcf_cl.Finish(channel->stream);  // nothing may be in flight on a channel that is given back
  tcf_opencl_give_channel(index, channel);
  return status;
}

extern const tcf_backend tcf_backend_opencl;
const tcf_backend tcf_backend_opencl = {
    .id = TCFFT_BACKEND_OPENCL,
    .name = "opencl",
    .count = tcf_opencl_count,
    .query = tcf_opencl_query,
    .alloc = tcf_opencl_alloc,
    .release = tcf_opencl_release,
    .copy_in = tcf_opencl_copy_in,
    .copy_out = tcf_opencl_copy_out,
    .enter = enter,
    .leave = leave,
    .check_memory = tcf_opencl_check_memory,
    .import_buffer = tcf_opencl_import_buffer,
    .release_imports = tcf_opencl_release_imports,
    .check_stream = tcf_opencl_check_queue,
    .plain_stream = tcf_opencl_plain_queue,
    .load = tcf_opencl_load,
    .launch = launch,
    .open_gemm = open_gemm,
    .gemm = multiply,
    .sync = sync,
    .time = time_body,
    .memory_kind = tcf_opencl_memory_kind,
    .take_channel = tcf_opencl_take_channel,
    .give_channel = tcf_opencl_give_channel,
    .channel_in = tcf_opencl_channel_in,
    .channel_out = tcf_opencl_channel_out,
};
