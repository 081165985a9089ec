// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/library.h"
#include "base/memory.h"

// ------------------------------------------------------------------------------------------------ texts and numbers

// Copies text without the blanks around it, as far as it fits.
static void trim(const char *from, char *text, size_t cap) {
  while (*from == ' ' || *from == '\t') from++;
  snprintf(text, cap, "%s", from);
  for (size_t i = strlen(text); i-- && (text[i] == ' ' || text[i] == '\t');) text[i] = 0;
}

typedef cl_int query(const void *object, cl_uint what, size_t room, void *value, size_t *bytes);

static cl_int ask_device(const void *object, cl_uint what, size_t room, void *value, size_t *bytes) {
  return tcf_cl.GetDeviceInfo((cl_device_id)object, what, room, value, bytes);
}

static cl_int ask_platform(const void *object, cl_uint what, size_t room, void *value, size_t *bytes) {
  return tcf_cl.GetPlatformInfo((cl_platform_id)object, what, room, value, bytes);
}

static void take_text(query *ask, const void *object, cl_uint what, char *text, size_t cap) {
  size_t bytes = 0;
  text[0] = 0;
  if (ask(object, what, 0, NULL, &bytes) != CL_SUCCESS || !bytes) return;
  char *whole = tcf_alloc(bytes + 1);
  if (!whole) return;
  whole[bytes] = 0;
  if (ask(object, what, bytes, whole, NULL) == CL_SUCCESS) trim(whole, text, cap);
  free(whole);
}

void tcf_opencl_device_text(cl_device_id device, cl_uint what, char *text, size_t cap) {
  take_text(ask_device, device, what, text, cap);
}

void tcf_opencl_platform_text(cl_platform_id platform, cl_uint what, char *text, size_t cap) {
  take_text(ask_platform, platform, what, text, cap);
}

int64_t tcf_opencl_device_number(cl_device_id device, cl_uint what, int64_t otherwise) {
  unsigned char raw[8];
  uint32_t narrow;
  uint64_t value;
  size_t bytes = 0;
  if (tcf_cl.GetDeviceInfo(device, what, sizeof raw, raw, &bytes) != CL_SUCCESS) return otherwise;
  if (bytes == sizeof value) {
    memcpy(&value, raw, sizeof value);
  } else if (bytes == sizeof narrow) {
    memcpy(&narrow, raw, sizeof narrow);
    value = narrow;
  } else {
    return otherwise;
  }
  return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

// ------------------------------------------------------------------------------------------------ properties

int tcf_opencl_is_gpu(cl_device_id device) {
  return (tcf_opencl_device_number(device, CL_DEVICE_TYPE, 0) & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR)) != 0;
}

int tcf_opencl_is_usable(cl_device_id device) {
  char version[80];
  int major = 0, minor = 0;
  const int64_t known = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
  tcf_opencl_device_text(device, CL_DEVICE_VERSION, version, sizeof version);
  return sscanf(version, "OpenCL %d.%d", &major, &minor) == 2 && (major > 1 || minor >= 2) &&
         (tcf_opencl_device_number(device, CL_DEVICE_TYPE, 0) & known) != 0 &&
         tcf_opencl_device_number(device, CL_DEVICE_AVAILABLE, 0) != 0;
}

int tcf_opencl_has_extension(cl_device_id device, const char *name) {
  enum { ROOM = 16 << 10 };
  char *all = tcf_alloc(ROOM);
  if (!all) return 0;
  tcf_opencl_device_text(device, CL_DEVICE_EXTENSIONS, all, ROOM);
  const int there = strstr(all, name) != NULL;
  free(all);
  return there;
}

// The warp size of a GPU or the vector width of a processor, rounded down to a power of two of at most 64, which planning
// needs.
static int64_t vector_of(cl_device_id device, int gpu) {
  int64_t vector = 32;
  if (!gpu)
    vector = tcf_opencl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4);
  else if (tcf_opencl_has_extension(device, "cl_nv_device_attribute_query"))
    vector = tcf_opencl_device_number(device, CL_DEVICE_WARP_SIZE_NV, 32);
  int64_t power = 1;
  while (2 * power <= vector && power < 64) power *= 2;
  return power;
}

// OpenCL reports no bandwidth, and a clock rate alone gives no FLOP/s. The rates are estimated by class of device:
// processor, or GPU by size of memory.
static void estimate_rates(cl_device_id device, tcf_device *d) {
  if (!d->gpu) {
    d->copy = 2e10;
    d->flops = (double)d->vector * 6.25e9;  // fitted to PoCL on two cores with AVX-512, tiles of 16 transforms
    d->launch = 2e-5;
    return;
  }
  const int64_t hertz = 1000000 * tcf_opencl_device_number(device, CL_DEVICE_MAX_CLOCK_FREQUENCY, 0);
  d->copy = d->memory > INT64_C(100) << 30 ? 4e12 : d->memory > INT64_C(30) << 30 ? 1.5e12 : 3e11;
  d->flops = 128 * (hertz > 0 ? (double)hertz : 1.5e9);
  d->launch = 6e-6;
}

// FP32 operations in the time of one of FP64, which OpenCL does not report either: 2 on GPUs for computing, which are those
// with much memory, 32 on others. A processor's vectors have half as many doubles. 0: the device computes in FP32 alone.
static int64_t ratio_of_fp64(cl_device_id device, const tcf_device *d) {
  if (!tcf_opencl_has_extension(device, "cl_khr_fp64")) return 0;
  return d->gpu && d->memory <= INT64_C(30) << 30 ? 32 : 2;
}

static int64_t at_least_one(int64_t value) { return value < 1 ? 1 : value; }

enum { GROUPS = 2 };  // groups that fit the local memory of a GPU's compute unit; OpenCL does not report that memory's size
tcfft_status tcf_opencl_ask(cl_device_id device, int index, tcf_device *d) {
  *d = (tcf_device){.backend = TCFFT_BACKEND_OPENCL, .index = index, .gpu = tcf_opencl_is_gpu(device)};
  tcf_opencl_device_text(device, CL_DEVICE_NAME, d->name, sizeof d->name);
  if (!*d->name) return tcf_fail(TCFFT_ERROR_DEVICE, "opencl device %d does not say its name", index);
  for (char *c = d->name; *c; c++)  // these separate fields and lines in a device's text
    if (*c == ':' || *c == '=' || *c == '\n') *c = ' ';
  const int64_t cores = at_least_one(tcf_opencl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS, 1));
  d->cores = cores < 4096 ? cores : 4096;
  d->vector = vector_of(device, (int)d->gpu);
  d->l2 = tcf_opencl_device_number(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 0);
  d->shared = tcf_opencl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE, 0);
  d->sm_shared = d->gpu ? GROUPS * d->shared : d->shared;
  d->sm_threads = at_least_one(tcf_opencl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, 1));
  d->memory = tcf_opencl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE, 0);
  d->compiler = tcf_opencl_device_number(device, CL_DEVICE_COMPILER_AVAILABLE, 0) != 0;
  d->fp64 = ratio_of_fp64(device, d);
  estimate_rates(device, d);
  return TCFFT_SUCCESS;
}
