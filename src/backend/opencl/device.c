// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/device.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "backend/opencl/library.h"
#include "backend/opencl/local_memory.h"
#include "backend/opencl/query.h"

// A device in a context. The library's own contexts and queues are made at first use and are NULL until then.
typedef struct entry {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  tcf_device known;
  size_t name;  // length of the device's own name in known.name; a number may follow it
  int tried;    // whether find_local has been called for this device
} entry;

// The lock of all that follows. Entries are added and never removed. An entry changes only when its context and queue are
// made and when find_local measures its local memory.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int listed, devices, contexts;
static entry entries[TCF_OPENCL_INDICES];
static char why_none[600];

// ------------------------------------------------------------------------------------------------ listing

// Devices of equal names are distinguished by a number after the name.
static void number_name(entry *e) {
  enum { MOST = sizeof e->known.name - 6 };
  int same = 0;
  e->name = strlen(e->known.name);
  for (const entry *other = entries; other < e; other++)
    same += other->id && other->name == e->name && !memcmp(other->known.name, e->known.name, e->name);
  if (!same) return;
  if (e->name > MOST) e->name = MOST;
  snprintf(e->known.name + e->name, sizeof e->known.name - e->name, " #%d", same + 1);
}

static void add_reason(tcf_writer *w, const char *what, cl_int error) {
  tcf_put(w, "%s%s: %s (%d)", w->len ? "; " : "", what, tcf_opencl_error_name(error), (int)error);
}

// Lists either the GPUs of a platform or its other devices.
static void list_platform(cl_platform_id platform, int gpus, tcf_writer *reasons) {
  cl_device_id ids[TCF_OPENCL_DEVICES];
  cl_uint count = 0;
  const cl_int error = tcf_cl.GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, TCF_OPENCL_DEVICES, ids, &count);
  if (error != CL_SUCCESS) {
    char name[100];
    tcf_opencl_platform_text(platform, CL_PLATFORM_NAME, name, sizeof name);
    if (gpus) add_reason(reasons, name, error);
    return;
  }
  for (cl_uint i = 0; i < count && i < TCF_OPENCL_DEVICES && devices < TCF_OPENCL_DEVICES; i++) {
    entry *e = &entries[devices];
    if (tcf_opencl_is_gpu(ids[i]) != gpus || !tcf_opencl_is_usable(ids[i])) continue;
    if (tcf_opencl_ask(ids[i], devices, &e->known) != TCFFT_SUCCESS) continue;
    e->id = ids[i];
    number_name(e);
    devices++;
  }
}

static void list_devices(void) {
  enum { PLATFORMS = 32 };
  cl_platform_id platforms[PLATFORMS];
  cl_uint count = 0;
  tcf_writer w = {.buf = why_none, .cap = sizeof why_none};
  listed = 1;
  const cl_int error = tcf_cl.GetPlatformIDs(PLATFORMS, platforms, &count);
  if (error != CL_SUCCESS) {
    add_reason(&w, "OpenCL is there, clGetPlatformIDs", error);
    return;
  }
  if (count > PLATFORMS) count = PLATFORMS;
  for (int gpus = 1; gpus >= 0; gpus--)
    for (cl_uint i = 0; i < count; i++) list_platform(platforms[i], gpus, &w);
  if (!w.len) tcf_put(&w, "none of OpenCL's %u platforms has a device of OpenCL 1.2 or newer", (unsigned)count);
}

// After a fork, the lock may be held by a thread that does not exist in this process. tcf_opencl_open refuses such a
// process, so it comes first. A thread that is cancelled inside a driver would keep the lock, and the driver's own.
static tcfft_status take_lock(int *before) {
  TCF_TRY(tcf_opencl_open());
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, before);
  pthread_mutex_lock(&lock);
  if (!listed) list_devices();
  return TCFFT_SUCCESS;
}

static void give_lock(int before) {
  pthread_mutex_unlock(&lock);
  pthread_setcancelstate(before, NULL);
}

static tcfft_status count_locked(int *count) {
  if (!devices) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "the opencl backend cannot run, there is no device: %s", why_none);
  *count = devices;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_count(int *count) {
  int before;
  TCF_TRY(take_lock(&before));
  const tcfft_status status = count_locked(count);
  give_lock(before);
  return status;
}

// ------------------------------------------------------------------------------------------------ using

static tcfft_status check_index(int index) {
  const int is_own = index >= 0 && index < devices,
            is_adopted = index >= TCF_OPENCL_DEVICES && index < TCF_OPENCL_DEVICES + contexts;
  if (!is_own && !is_adopted) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "opencl device %d: there is none", index);
  return TCFFT_SUCCESS;
}

static tcfft_status open_entry(entry *e) {
  cl_int error = CL_SUCCESS;
  if (!e->context) {
    cl_platform_id platform = NULL;
    TCF_OPENCL_TRY(tcf_cl.GetDeviceInfo(e->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL),
                   "clGetDeviceInfo (CL_DEVICE_PLATFORM)");
    const cl_property properties[] = {CL_CONTEXT_PLATFORM, (cl_property)platform, 0};
    const cl_context context = tcf_cl.CreateContext(properties, 1, &e->id, NULL, NULL, &error);
    if (!context) return tcf_opencl_fail(error, "clCreateContext");
    e->context = context;
  }
  if (!e->queue) {
    e->queue = tcf_cl.CreateCommandQueue(e->context, e->id, 0, &error);
    if (!e->queue) return tcf_opencl_fail(error, "clCreateCommandQueue");
  }
  return TCFFT_SUCCESS;
}

// Measuring local memory needs a context. It is done at the first query, in the library's own context, for all entries of
// the device. If that context cannot be made, the number that the device reports stays.
static void find_local(cl_device_id device) {
  entry *own = entries;
  while (own < entries + devices && own->id != device) own++;
  if (own == entries + devices || own->tried) return;
  own->tried = 1;
  if (!tcf_opencl_may_have_more_local(device, &own->known) || open_entry(own) != TCFFT_SUCCESS) return;
  const tcf_opencl_device d = {.id = own->id, .context = own->context, .queue = own->queue};
  tcf_opencl_find_local(&d, &own->known);
  for (entry *e = entries; e < entries + TCF_OPENCL_INDICES; e++) {
    if (e->id != device) continue;
    e->known.shared = own->known.shared;
    e->known.sm_shared = own->known.sm_shared;
  }
}

static tcfft_status query_locked(int index, tcf_device *device) {
  TCF_TRY(check_index(index));
  find_local(entries[index].id);
  *device = entries[index].known;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_query(int index, tcf_device *device) {
  int before;
  TCF_TRY(take_lock(&before));
  const tcfft_status status = query_locked(index, device);
  give_lock(before);
  return status;
}

static tcfft_status use_locked(int index, tcf_opencl_device *device) {
  TCF_TRY(check_index(index));
  TCF_TRY(open_entry(&entries[index]));
  const entry *e = &entries[index];
  *device = (tcf_opencl_device){.id = e->id, .context = e->context, .queue = e->queue};
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_use(int index, tcf_opencl_device *device) {
  int before;
  TCF_TRY(take_lock(&before));
  const tcfft_status status = use_locked(index, device);
  give_lock(before);
  return status;
}

// ------------------------------------------------------------------------------------------------ contexts of callers

// Returns -1 if there is no entry yet.
static int find_pair(cl_context context, cl_device_id device) {
  for (int i = 0; i < TCF_OPENCL_INDICES; i++)
    if (entries[i].context == context && entries[i].id == device) return i;
  return -1;
}

// A device's properties do not depend on the context, so they are copied if the device is listed. Only a device that is not,
// such as a sub-device, is queried.
static tcfft_status know(entry *e, int index) {
  for (int i = 0; i < devices; i++)
    if (entries[i].id == e->id) {
      e->known = entries[i].known;
      e->known.index = index;
      return TCFFT_SUCCESS;
    }
  return tcf_opencl_ask(e->id, index, &e->known);
}

static tcfft_status adopt_locked(cl_context context, cl_device_id device, int *index) {
  *index = find_pair(context, device);
  if (*index >= 0) return TCFFT_SUCCESS;
  if (contexts == TCF_OPENCL_CONTEXTS)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "plans of this process are in %d contexts of OpenCL already: no more are kept",
                    TCF_OPENCL_CONTEXTS);
  const int next = TCF_OPENCL_DEVICES + contexts;
  entry e = {.id = device, .context = context};
  TCF_TRY(know(&e, next));
  TCF_TRY(open_entry(&e));
  tcf_cl.RetainContext(context);
  tcf_cl.RetainDevice(device);
  entries[next] = e;
  contexts++;
  *index = next;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_import_context(cl_context context, cl_device_id device, int *index) {
  int before;
  TCF_TRY(take_lock(&before));
  const tcfft_status status = adopt_locked(context, device, index);
  give_lock(before);
  return status;
}

// ------------------------------------------------------------------------------------------------ queues of callers

void *tcf_opencl_plain_queue(int index, void *queue) {
  tcf_opencl_device device;
  return tcf_opencl_use(index, &device) == TCFFT_SUCCESS && device.queue == queue ? NULL : queue;
}

tcfft_status tcf_opencl_look_at_queue(cl_command_queue queue, const char *name, cl_context *context, cl_device_id *device) {
  TCF_TRY(tcf_opencl_open());
  cl_int error = tcf_cl.GetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof *context, context, NULL);
  if (error == CL_SUCCESS) error = tcf_cl.GetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof *device, device, NULL);
  if (error != CL_SUCCESS)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is no queue of OpenCL: %s (%d)", name, (void *)queue,
                    tcf_opencl_error_name(error), (int)error);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_check_queue(int index, void *queue, const char *name) {
  tcf_opencl_device d;
  cl_context context;
  cl_device_id device;
  TCF_TRY(tcf_opencl_use(index, &d));
  TCF_TRY(tcf_opencl_look_at_queue(queue, name, &context, &device));
  if (context == d.context && device == d.id) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is a queue of another %s than the plan's", name, queue,
                  context == d.context ? "device" : "context");
}
