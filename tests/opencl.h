// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites share that call OpenCL themselves, as programs do that use the library: test_opencl*.c. Contexts, queues
// and buffers of their own, through the library's table of functions.
#ifndef TCFFT_TESTS_OPENCL_H
#define TCFFT_TESTS_OPENCL_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "on_device.h"

#define CL(call)                                                                                            \
  do {                                                                                                      \
    const cl_int cl_error = (call);                                                                         \
    ck_assert_msg(cl_error == CL_SUCCESS, "%s: %s (%d)", #call, tcf_opencl_error_name(cl_error), cl_error); \
  } while (0)

// ------------------------------------------------------------------------------------------------ what the library needs
// not

enum { CL_CONTEXT_REFERENCE_COUNT = 0x1080, CL_QUEUE_REFERENCE_COUNT = 0x1092, CL_MEM_REFERENCE_COUNT = 0x1105 };
enum { CL_BUFFER_CREATE_TYPE_REGION = 0x1220 };

static inline void *cl_find(const char *name) {
  const char *file = getenv("TCFFT_OPENCL");
  void *library = dlopen(file ? file : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL), *f = library ? dlsym(library, name) : NULL;
  ck_assert_msg(f != NULL, "there is no %s", name);
  return f;
}

static inline cl_mem cl_sub_buffer(cl_mem buffer, size_t origin, size_t bytes) {
  cl_mem (*create)(cl_mem, cl_bitfield, cl_uint, const void *, cl_int *);
  const size_t region[2] = {origin, bytes};
  cl_int error = CL_SUCCESS;
  void *f = cl_find("clCreateSubBuffer");
  memcpy(&create, &f, sizeof f);
  const cl_mem sub = create(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, region, &error);
  CL(error);
  return sub;
}

// An event that happens when the caller says so; the caller's only reference goes with that.
static inline cl_event cl_gate(cl_context context) {
  cl_event (*create)(cl_context, cl_int *);
  cl_int error = CL_SUCCESS;
  void *f = cl_find("clCreateUserEvent");
  memcpy(&create, &f, sizeof f);
  const cl_event gate = create(context, &error);
  CL(error);
  return gate;
}

static inline void cl_open_gate(cl_event gate) {
  enum { COMPLETE = 0 };
  cl_int (*set)(cl_event, cl_int), (*release)(cl_event);
  void *f = cl_find("clSetUserEventStatus"), *g = cl_find("clReleaseEvent");
  memcpy(&set, &f, sizeof f);
  memcpy(&release, &g, sizeof g);
  CL(set(gate, COMPLETE));
  CL(release(gate));
}

// References of a context, a queue and a buffer.
static inline cl_uint cl_context_count(cl_context context) {
  cl_int (*ask)(cl_context, cl_uint, size_t, void *, size_t *);
  cl_uint count = 0;
  void *f = cl_find("clGetContextInfo");
  memcpy(&ask, &f, sizeof f);
  CL(ask(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

static inline cl_uint cl_queue_count(cl_command_queue queue) {
  cl_uint count = 0;
  CL(tcf_cl.GetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

static inline cl_uint cl_memory_count(cl_mem memory) {
  cl_uint count = 0;
  CL(tcf_cl.GetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

// ------------------------------------------------------------------------------------------------ the caller's own

enum { IN_ORDER = 0, OUT_OF_ORDER = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };

typedef struct own {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} own;

static inline cl_command_queue own_queue(const own *o, cl_bitfield properties) {
  cl_int error = CL_SUCCESS;
  const cl_command_queue queue = tcf_cl.CreateCommandQueue(o->context, o->device, properties, &error);
  CL(error);
  return queue;
}

static inline own own_new(cl_bitfield properties) {
  tcf_opencl_device d;
  cl_platform_id platform = NULL;
  cl_int error = CL_SUCCESS;
  device_succeeds(tcf_opencl_use(ON_DEVICE, &d), "the device");
  CL(tcf_cl.GetDeviceInfo(d.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
  const cl_property wanted[] = {CL_CONTEXT_PLATFORM, (cl_property)platform, 0};
  own o = {.device = d.id, .context = tcf_cl.CreateContext(wanted, 1, &d.id, NULL, NULL, &error)};
  CL(error);
  o.queue = own_queue(&o, properties);
  return o;
}

static inline void own_free(const own *o) {
  CL(tcf_cl.ReleaseCommandQueue(o->queue));
  CL(tcf_cl.ReleaseContext(o->context));
}

// A byte that no result is made of.
enum { POISON = 0xfe };

// Poison, with these bytes from byte `at` on.
static inline void own_put(cl_command_queue queue, cl_mem memory, size_t all, size_t at, const void *host, size_t bytes) {
  char *content = malloc(all);
  ck_assert_ptr_nonnull(content);
  memset(content, POISON, all);
  if (host) memcpy(content + at, host, bytes);
  CL(tcf_cl.EnqueueWriteBuffer(queue, memory, 1, 0, all, content, TCF_CL_NO_EVENTS));
  free(content);
}

static inline cl_mem own_buffer(const own *o, cl_bitfield flags, size_t bytes) {
  cl_int error = CL_SUCCESS;
  const cl_mem memory = tcf_cl.CreateBuffer(o->context, flags, bytes, NULL, &error);
  CL(error);
  own_put(o->queue, memory, bytes, 0, NULL, 0);
  return memory;
}

// What the buffer holds, when all that is queued is done. The caller frees it.
static inline char *own_get(cl_command_queue queue, cl_mem memory, size_t bytes) {
  char *content = malloc(bytes + 1);
  ck_assert_ptr_nonnull(content);
  CL(tcf_cl.Finish(queue));
  CL(tcf_cl.EnqueueReadBuffer(queue, memory, 1, 0, bytes, content, TCF_CL_NO_EVENTS));
  return content;
}

// ------------------------------------------------------------------------------------------------ problems

// A problem with a plan on a queue of the caller's, a random input, and what comes out of it, both on the host.
typedef struct own_case {
  const char *text;
  own o;
  tcfft_desc d;
  tcfft_plan *plan;
  size_t in_bytes, out_bytes, work_bytes;
  float *input;
  void *expected;
} own_case;

// Of the description's scale for an inverse that gives the input back.
static inline double own_inverse_scale(const tcfft_desc *d) {
  double points = 1;
  for (int a = 0; a < d->rank; a++) points *= (double)d->n[a] * (d->kind == TCFFT_C2C ? 1 : 2);
  return 1 / points;
}

static inline own_case own_case_new(const char *text, cl_bitfield properties, tcfft_workspace_policy policy) {
  own_case c = {.text = text, .o = own_new(properties)};
  test_side from, to;
  test_current = text;
  test_desc(&c.d, text);
  c.d.workspace = policy;
  c.d.scale[TCFFT_INVERSE] = own_inverse_scale(&c.d);
  device_succeeds(tcfft_opencl_plan_create(&c.plan, &c.d, c.o.queue), text);
  test_sides(&from, &to, &c.d);
  c.in_bytes = (size_t)from.span * sizeof(float);
  c.out_bytes = (size_t)to.span * sizeof(float);
  c.work_bytes = tcfft_plan_workspace_size(c.plan);
  c.input = device_random(c.in_bytes, 17);
  c.expected = malloc(c.out_bytes);
  ck_assert_ptr_nonnull(c.expected);
  return c;
}

// One that needs workspace, whatever the planner's taste.
static inline own_case own_case_with_workspace(cl_bitfield properties, tcfft_workspace_policy policy) {
  static const char *const texts[] = {"c2c:65536", "c2c:100003", "c2c:1048576"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    own_case c = own_case_new(texts[i], properties, policy);
    if (c.work_bytes) return c;
    tcfft_plan_destroy(c.plan);
    own_free(&c.o);
    free(c.input);
    free(c.expected);
  }
  ck_abort_msg("no problem needs workspace: the table of this suite needs new ones");
}

// The forward transform, by a plan of the library's own context.
static inline void own_case_expect(own_case *c) {
  tcfft_plan *plan = test_plan(&c->d, c->text);
  device_succeeds(tcfft_exec_host(plan, c->input, c->expected, TCFFT_FORWARD), c->text);
  tcfft_plan_destroy(plan);
}

static inline void own_case_free(own_case *c) {
  tcfft_plan_destroy(c->plan);
  own_free(&c->o);
  free(c->input);
  free(c->expected);
}

// The test fails unless a buffer holds these bytes from byte `at` on and poison elsewhere.
static inline void own_check(const own_case *c, cl_mem memory, size_t all, size_t at, const void *bytes, size_t count,
                             const char *what) {
  char *content = own_get(c->o.queue, memory, all);
  ck_assert_msg(!count || !memcmp(content + at, bytes, count), "%s: %s: other bits than expected", c->text, what);
  for (size_t i = 0; i < all; i++)
    ck_assert_msg((i >= at && i < at + count) || content[i] == (char)POISON, "%s: %s: byte %zu was written", c->text, what,
                  i);
  free(content);
}

#endif
