// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// OpenCL devices. All work runs in order on the backend's own queue of the device. A NULL stream stands for that queue, as
// in the library.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/address.h"
#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "backend/opencl/query.h"
#include "bench/gpu.h"
#include "bench/interleaved.h"

// ------------------------------------------------------------------------------------------------ OpenCL

// Functions of OpenCL that the backend does not use: X(name, parameters)
#define FUNCTIONS(X)                                                                                                        \
  X(EnqueueCopyBuffer, (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t bytes, \
                        cl_uint waits, const cl_event *wait, cl_event *event))                                              \
  X(EnqueueFillBuffer, (cl_command_queue queue, cl_mem memory, const void *pattern, size_t pattern_bytes, size_t offset,    \
                        size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event))                                \
  X(EnqueueWriteBufferRect,                                                                                                 \
    (cl_command_queue queue, cl_mem memory, cl_bool blocking, const size_t *origin, const size_t *host_origin,              \
     const size_t *region, size_t pitch, size_t slice, size_t host_pitch, size_t host_slice, const void *host,              \
     cl_uint waits, const cl_event *wait, cl_event *event))

static struct {
  int there;
#define MEMBER(name, parameters) cl_int(*name) parameters;
  FUNCTIONS(MEMBER)
#undef MEMBER
} more;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Fetches the functions from the library that the backend has opened. dladdr of one of its functions tells which file that
// is.
static void fetch(void) {
  Dl_info info;
  if (tcf_opencl_open() != TCFFT_SUCCESS || !dladdr(*(void **)&tcf_cl.Finish, &info)) return;
  void *library = dlopen(info.dli_fname, RTLD_NOW | RTLD_LOCAL);
  more.there = library != NULL;
  // The conversion from void * to a function pointer is not ISO C, but POSIX.
#define FETCH(name, parameters) \
  if (library && !(*(void **)&more.name = dlsym(library, "cl" #name))) more.there = 0;
  FUNCTIONS(FETCH)
#undef FETCH
}

// The buffer and offset of an address, and the queue for commands on it.
typedef struct place {
  tcf_opencl_range spot;
  cl_command_queue queue;
} place;

static tcfft_status find(const void *address, void *stream, place *p) {
  tcf_opencl_device device;
  pthread_once(&once, fetch);
  if (!more.there) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "OpenCL's copies and fills were not found");
  TCF_TRY(tcf_opencl_find(address, &p->spot));
  TCF_TRY(tcf_opencl_use(p->spot.index, &device));
  p->queue = stream ? stream : device.queue;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ memory

static tcfft_status copy(void *to, const void *from, size_t bytes, void *stream) {
  place a, b;
  TCF_TRY(find(from, stream, &a));
  TCF_TRY(find(to, stream, &b));
  TCF_OPENCL_TRY(
      more.EnqueueCopyBuffer(b.queue, a.spot.memory, b.spot.memory, a.spot.offset, b.spot.offset, bytes, TCF_CL_NO_EVENTS),
      "clEnqueueCopyBuffer");
  return TCFFT_SUCCESS;
}

// Fills four bytes at once if the range allows, because a pattern of one byte is slow on some devices.
static tcfft_status fill(void *memory, int byte, size_t bytes, void *stream) {
  unsigned char pattern[4];
  place p;
  TCF_TRY(find(memory, stream, &p));
  memset(pattern, byte, sizeof pattern);
  TCF_OPENCL_TRY(more.EnqueueFillBuffer(p.queue, p.spot.memory, pattern, (p.spot.offset | bytes) % 4 ? 1 : 4, p.spot.offset,
                                        bytes, TCF_CL_NO_EVENTS),
                 "clEnqueueFillBuffer");
  return TCFFT_SUCCESS;
}

// OpenCL cannot fill rows, so they are written from host memory. The call waits, because that memory is freed afterwards.
static tcfft_status fill_rows(void *memory, size_t pitch, int byte, size_t width, size_t rows, void *stream) {
  place p;
  TCF_TRY(find(memory, stream, &p));
  void *bytes = malloc(width * rows);
  if (!bytes) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu rows of %zu bytes", rows, width);
  memset(bytes, byte, width * rows);
  // The rectangle's corner: bytes into a row, number of rows.
  const size_t origin[3] = {p.spot.offset % pitch, p.spot.offset / pitch, 0}, host_origin[3] = {0, 0, 0},
               region[3] = {width, rows, 1};
  const cl_int error = more.EnqueueWriteBufferRect(p.queue, p.spot.memory, 1, origin, host_origin, region, pitch, 0, width,
                                                   0, bytes, TCF_CL_NO_EVENTS);
  free(bytes);
  return error == CL_SUCCESS ? TCFFT_SUCCESS : tcf_opencl_fail(error, "clEnqueueWriteBufferRect");
}

static tcfft_status name_natively(int index, tcf_peer_job *job) {
  tcf_opencl_device device;
  tcf_opencl_range in, out;
  TCF_TRY(tcf_opencl_use(index, &device));
  TCF_TRY(tcf_opencl_find(job->in, &in));
  TCF_TRY(tcf_opencl_find(job->out, &out));
  if (in.offset || out.offset) return tcf_fail(TCFFT_ERROR_INTERNAL, "a peer's memory begins within a buffer");
  if (!job->stream) job->stream = device.queue;
  job->in = in.memory;
  job->out = out.memory;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ time

// The backend's queue has no profiling, so the host's clock is used, from an idle queue to a finished one.
static tcfft_status time_body(int index, tcfft_status (*body)(void *), void *context, void *stream, double *seconds) {
  tcf_opencl_device device;
  TCF_TRY(tcf_opencl_use(index, &device));
  const cl_command_queue queue = stream ? stream : device.queue;
  TCF_OPENCL_TRY(tcf_cl.Finish(queue), "clFinish");
  const double start = tcf_now();
  TCF_TRY(body(context));
  TCF_OPENCL_TRY(tcf_cl.Finish(queue), "clFinish");
  *seconds = tcf_now() - start;
  return TCFFT_SUCCESS;
}

static void platform(int index, char *text, size_t cap) {
  tcf_opencl_device device;
  cl_platform_id id = NULL;
  char name[64], version[64], driver[64];
  *text = 0;
  if (tcf_opencl_use(index, &device) != TCFFT_SUCCESS ||
      tcf_cl.GetDeviceInfo(device.id, CL_DEVICE_PLATFORM, sizeof id, &id, NULL) != CL_SUCCESS)
    return;
  tcf_opencl_platform_text(id, CL_PLATFORM_NAME, name, sizeof name);
  tcf_opencl_platform_text(id, CL_PLATFORM_VERSION, version, sizeof version);
  tcf_opencl_device_text(device.id, CL_DRIVER_VERSION, driver, sizeof driver);
  snprintf(text, cap, "%s (%s), driver %s", name, version, driver);
}

extern const tcf_bench_gpu tcf_bench_gpu_opencl;
const tcf_bench_gpu tcf_bench_gpu_opencl = {
    .backend = TCFFT_BACKEND_OPENCL,
    // Long enough to hide the wait for the queue: tens of microseconds, which the host's clock includes.
    .least_sample = 5e-3,
    .copy = copy,
    .fill = fill,
    .fill_rows = fill_rows,
    .name_natively = name_natively,
    .time = time_body,
    .platform = platform,
};
