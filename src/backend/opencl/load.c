// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/load.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/compile.h"
#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "backend/opencl/query.h"
#include "base/memory.h"

// The list of functions, and its lock.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tcf_opencl_function *functions;

// Held while programs are compiled, and taken before `lock`. No program is compiled twice, and threads that need no compiler
// do not wait for one.
static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

static tcf_opencl_function *find(int index, const tcf_program *p) {
  pthread_mutex_lock(&lock);
  tcf_opencl_function *f = functions;
  while (f && (f->index != index || strcmp(f->parameters, p->parameters) != 0 || strcmp(f->family, p->family) != 0))
    f = f->next;
  pthread_mutex_unlock(&lock);
  return f;
}

// ------------------------------------------------------------------------------------------------ making

static void add(tcf_opencl_function *f) {
  pthread_mutex_lock(&lock);
  f->next = functions;
  functions = f;
  pthread_mutex_unlock(&lock);
}

static tcfft_status measure(tcf_opencl_function *f, const tcf_opencl_kernel *made, const tcf_load *load,
                            cl_device_id device) {
  size_t threads = 0;
  cl_ulong local = 0;
  TCF_OPENCL_TRY(tcf_cl.GetKernelWorkGroupInfo(f->kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof threads, &threads, NULL),
                 "clGetKernelWorkGroupInfo (CL_KERNEL_WORK_GROUP_SIZE)");
  TCF_OPENCL_TRY(tcf_cl.GetKernelWorkGroupInfo(f->kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL),
                 "clGetKernelWorkGroupInfo (CL_KERNEL_LOCAL_MEM_SIZE)");
  f->threads = made->tried && made->refused == CL_SUCCESS ? load->threads : (int64_t)threads;
  f->local = (int64_t)local;
  return TCFFT_SUCCESS;
}

static tcfft_status fill(tcf_opencl_function *f, int index, const tcf_load *load) {
  tcf_opencl_device d;
  TCF_TRY(tcf_opencl_use(index, &d));
  tcf_opencl_kernel made;
  TCF_TRY(tcf_opencl_compile(&d, load, &made));
  f->kernel = made.kernel;
  tcfft_status status = measure(f, &made, load, d.id);
  if (status == TCFFT_SUCCESS && made.refused != CL_SUCCESS && load->threads <= f->threads)
    status = tcf_opencl_fail(made.refused, "clEnqueueNDRangeKernel (a launch that does nothing)");
  if (status != TCFFT_SUCCESS) tcf_cl.ReleaseKernel(f->kernel);
  return status;
}

static tcfft_status make(int index, const tcf_load *load, tcf_opencl_function **made) {
  const tcf_program *p = &load->program;
  const size_t family = strlen(p->family) + 1, parameters = strlen(p->parameters) + 1;
  tcf_opencl_function *f = tcf_alloc(sizeof *f + family + parameters);
  if (!f) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a function");
  *f = (tcf_opencl_function){.index = index};
  f->family = memcpy(f->text, p->family, family);
  f->parameters = memcpy(f->text + family, p->parameters, parameters);
  const tcfft_status status = fill(f, index, load);
  if (status != TCFFT_SUCCESS) {
    free(f);
    return status;
  }
  pthread_mutex_init(&f->lock, NULL);
  add(f);
  *made = f;
  return TCFFT_SUCCESS;
}

// Looks again after waiting: the thread that compiled before may have made this function. A thread that is cancelled while
// it compiles would keep the lock.
static tcfft_status find_or_make(int index, const tcf_load *load, tcf_opencl_function **function) {
  int before;
  *function = find(index, &load->program);
  if (*function) return TCFFT_SUCCESS;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  pthread_mutex_lock(&compiling);
  *function = find(index, &load->program);
  const tcfft_status status = *function ? TCFFT_SUCCESS : make(index, load, function);
  pthread_mutex_unlock(&compiling);
  pthread_setcancelstate(before, NULL);
  return status;
}

// ------------------------------------------------------------------------------------------------ all programs of a plan

// The device's own limits are not enough: a kernel that needs many registers may run only in smaller groups.
static tcfft_status check_fits(const tcf_opencl_function *f, const tcf_load *load, const tcf_device *d) {
  if (load->threads > f->threads)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "a program (%s:%.200s) wants %d work-items in a group, %s runs it with %" PRId64, f->family,
                    f->parameters, load->threads, d->name, f->threads);
  if (f->local > d->shared)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "a program (%s:%.200s) takes %" PRId64 " bytes of local memory, %s has %" PRId64, f->family,
                    f->parameters, f->local, d->name, d->shared);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_load(int index, const tcf_load *loads, int count) {
  tcf_device d;
  TCF_TRY(tcf_opencl_query(index, &d));
  for (int i = 0; i < count; i++) {
    tcf_opencl_function *f;
    TCF_TRY(find_or_make(index, &loads[i], &f));
    TCF_TRY(check_fits(f, &loads[i], &d));
    *loads[i].function = f;
  }
  return TCFFT_SUCCESS;
}
