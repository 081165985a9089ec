// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/memory.h"

#include <inttypes.h>
#include <stdlib.h>

#include "backend/channels.h"
#include "backend/opencl/address.h"
#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "backend/opencl/query.h"
#include "base/memory.h"

// ------------------------------------------------------------------------------------------------ allocation

// OpenCL may defer allocation to the first use of a buffer, so a size beyond the device's memory is refused here.
// CL_DEVICE_MAX_MEM_ALLOC_SIZE is not used as a limit, because some devices allocate larger buffers than they report.
static tcfft_status create(const tcf_opencl_device *d, int index, size_t bytes, cl_mem *memory) {
  const int64_t all = tcf_opencl_device_number(d->id, CL_DEVICE_GLOBAL_MEM_SIZE, INT64_MAX);
  if (bytes > (uint64_t)all)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on opencl device %d, which has %" PRId64, bytes,
                    index, all);
  cl_int error = CL_SUCCESS;
  *memory = tcf_cl.CreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  if (*memory) return TCFFT_SUCCESS;
  if (error != CL_MEM_OBJECT_ALLOCATION_FAILURE && error != CL_OUT_OF_RESOURCES && error != CL_OUT_OF_HOST_MEMORY &&
      error != CL_INVALID_BUFFER_SIZE)
    return tcf_opencl_fail(error, "clCreateBuffer");
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY,
                  "no memory for %zu bytes on opencl device %d, whose largest buffer has %" PRId64 ": %s (%d)", bytes, index,
                  tcf_opencl_device_number(d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 0), tcf_opencl_error_name(error),
                  (int)error);
}

tcfft_status tcf_opencl_alloc(int index, size_t bytes, void **memory) {
  tcf_opencl_device d;
  cl_mem made = NULL;
  if (!bytes) bytes = 1;
  TCF_TRY(tcf_opencl_use(index, &d));
  TCF_TRY(create(&d, index, bytes, &made));
  const tcfft_status status = tcf_opencl_enter_buffer(index, made, bytes, memory);
  if (status != TCFFT_SUCCESS) tcf_cl.ReleaseMemObject(made);
  return status;
}

// Commands in flight keep the buffer until they are done.
void tcf_opencl_release(int index, void *memory) {
  (void)index;
  const cl_mem released = memory ? tcf_opencl_remove_buffer(memory) : NULL;
  if (released) tcf_cl.ReleaseMemObject(released);
}

tcfft_status tcf_opencl_check_memory(int index, const void *memory, const char *name) {
  tcf_opencl_range range;
  if (tcf_opencl_find(memory, &range) == TCFFT_SUCCESS && range.index == index) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is no memory of opencl device %d", name, memory, index);
}

// Memory that a caller has an address of is always host memory.
tcf_memory_kind tcf_opencl_memory_kind(int index, const void *memory) {
  (void)index;
  (void)memory;
  return TCF_MEMORY_HOST;
}

// ------------------------------------------------------------------------------------------------ copy channels

// Host memory of a channel: a buffer that the driver allocates in pinned memory, which it copies at full speed, and that
// stays mapped for good. Ordinary memory is the fallback. It is as good where the device uses the host's memory.
static char *host_memory(const tcf_opencl_device *d, cl_command_queue queue) {
  cl_int error = CL_SUCCESS;
  if (tcf_opencl_device_number(d->id, CL_DEVICE_HOST_UNIFIED_MEMORY, 0) ||
      tcf_opencl_device_number(d->id, CL_DEVICE_TYPE, 0) & CL_DEVICE_TYPE_CPU)
    return tcf_alloc(TCF_CHANNEL_BYTES);
  const cl_mem pinned =
      tcf_cl.CreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, TCF_CHANNEL_BYTES, NULL, &error);
  if (!pinned) return tcf_alloc(TCF_CHANNEL_BYTES);
  char *host =
      tcf_cl.EnqueueMapBuffer(queue, pinned, 1, CL_MAP_READ | CL_MAP_WRITE, 0, TCF_CHANNEL_BYTES, TCF_CL_NO_EVENTS, &error);
  if (host && (uintptr_t)host % TCF_ALIGNMENT == 0) return host;
  tcf_cl.ReleaseMemObject(pinned);
  return tcf_alloc(TCF_CHANNEL_BYTES);
}

static tcfft_status fill_channel(int index, tcf_channel *channel) {
  tcf_opencl_device d;
  cl_int error = CL_SUCCESS;
  TCF_TRY(tcf_opencl_use(index, &d));
  const cl_command_queue queue = tcf_cl.CreateCommandQueue(d.context, d.id, 0, &error);
  if (!queue) return tcf_opencl_fail(error, "clCreateCommandQueue");
  channel->stream = queue;
  channel->host = host_memory(&d, queue);
  if (channel->host) return TCFFT_SUCCESS;
  tcf_cl.ReleaseCommandQueue(queue);
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the %d bytes of a copy channel", TCF_CHANNEL_BYTES);
}

static struct tcf_kept_channel *kept[TCF_OPENCL_INDICES];
static const tcf_channel_pool pool = {fill_channel, kept};

tcfft_status tcf_opencl_take_channel(int index, tcf_channel **channel) { return tcf_channel_take(&pool, index, channel); }

void tcf_opencl_give_channel(int index, tcf_channel *channel) { tcf_channel_give(&pool, index, channel); }

// ------------------------------------------------------------------------------------------------ copies

static tcfft_status write_to(cl_command_queue queue, int blocking, void *device_memory, const void *host, size_t bytes) {
  tcf_opencl_range range;
  if (!bytes) return TCFFT_SUCCESS;
  TCF_TRY(tcf_opencl_find(device_memory, &range));
  TCF_OPENCL_TRY(
      tcf_cl.EnqueueWriteBuffer(queue, range.memory, (cl_bool)blocking, range.offset, bytes, host, TCF_CL_NO_EVENTS),
      "clEnqueueWriteBuffer");
  return TCFFT_SUCCESS;
}

static tcfft_status read_from(cl_command_queue queue, int blocking, void *host, const void *device_memory, size_t bytes) {
  tcf_opencl_range range;
  if (!bytes) return TCFFT_SUCCESS;
  TCF_TRY(tcf_opencl_find(device_memory, &range));
  TCF_OPENCL_TRY(
      tcf_cl.EnqueueReadBuffer(queue, range.memory, (cl_bool)blocking, range.offset, bytes, host, TCF_CL_NO_EVENTS),
      "clEnqueueReadBuffer");
  return TCFFT_SUCCESS;
}

// Commands may stay queued until clFlush, so the queue is flushed after each copy to let copies overlap.
static tcfft_status begin(cl_command_queue queue) {
  TCF_OPENCL_TRY(tcf_cl.Flush(queue), "clFlush");
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_channel_in(int index, tcf_channel *channel, void *device_memory, const void *host, size_t bytes) {
  (void)index;
  TCF_TRY(write_to(channel->stream, 0, device_memory, host, bytes));
  return begin(channel->stream);
}

tcfft_status tcf_opencl_channel_out(int index, tcf_channel *channel, void *host, const void *device_memory, size_t bytes) {
  (void)index;
  TCF_TRY(read_from(channel->stream, 0, host, device_memory, bytes));
  return begin(channel->stream);
}

tcfft_status tcf_opencl_copy_in(int index, void *device_memory, const void *host, size_t bytes) {
  tcf_opencl_device d;
  TCF_TRY(tcf_opencl_use(index, &d));
  return write_to(d.queue, 1, device_memory, host, bytes);
}

tcfft_status tcf_opencl_copy_out(int index, void *host, const void *device_memory, size_t bytes) {
  tcf_opencl_device d;
  TCF_TRY(tcf_opencl_use(index, &d));
  return read_from(d.queue, 1, host, device_memory, bytes);
}
