// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/address.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "backend/opencl/device.h"
#include "backend/opencl/library.h"
#include "base/memory.h"

_Static_assert(sizeof(void *) == 8, "addresses for OpenCL's memory are in the half of 64 bits that no process has");

// The caller's buffers of one call get windows from 2^61 on, buffers of the library get addresses from 2^62 on. A library
// buffer's address is never used again, so that an address of a released buffer is reported instead of hitting another
// buffer. 2^62 bytes last longer than any process.
#define FIRST_WINDOW (UINT64_C(1) << 61)
#define FIRST_BUFFER (UINT64_C(1) << 62)
enum { WINDOW_SHIFT = 48, WINDOWS = 8, PAGE = 4096 };

// The conversion is safe: no object ever lies at these addresses, so there is no provenance that it could lose.
static void *pointer_to(uintptr_t address) { return (void *)address; }  // NOLINT(performance-no-int-to-ptr)

// ------------------------------------------------------------------------------------------------ the library's buffers

typedef struct buffer {
  uintptr_t begin;
  size_t bytes;
  cl_mem memory;
  int index;
} buffer;

// The library's buffers, sorted by address: addresses grow, so a new buffer goes to the end.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static buffer *buffers;
static size_t count, room;
static uintptr_t next = FIRST_BUFFER;

static tcfft_status make_room(void) {
  if (count < room) return TCFFT_SUCCESS;
  const size_t wanted = room ? 2 * room : 64;
  buffer *larger = tcf_alloc(wanted * sizeof *larger);
  if (!larger) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a list of %zu buffers", wanted);
  if (count) memcpy(larger, buffers, count * sizeof *larger);
  free(buffers);
  buffers = larger;
  room = wanted;
  return TCFFT_SUCCESS;
}

// At least a page stays free between two buffers, so that the end of one is never the beginning of another.
tcfft_status tcf_opencl_enter_buffer(int index, cl_mem memory, size_t bytes, void **address) {
  pthread_mutex_lock(&lock);
  const tcfft_status status = make_room();
  if (status == TCFFT_SUCCESS) {
    buffers[count++] = (buffer){.begin = next, .bytes = bytes, .memory = memory, .index = index};
    *address = pointer_to(next);
    next += (bytes + 2 * PAGE - 1) / PAGE * PAGE;
  }
  pthread_mutex_unlock(&lock);
  return status;
}

// The last buffer that begins at or before this address. The caller holds the lock.
static buffer *last_before(uintptr_t at) {
  size_t from = 0, to = count;
  while (from < to) {
    const size_t middle = from + (to - from) / 2;
    if (buffers[middle].begin <= at)
      from = middle + 1;
    else
      to = middle;
  }
  return from ? &buffers[from - 1] : NULL;
}

cl_mem tcf_opencl_remove_buffer(void *address) {
  cl_mem memory = NULL;
  pthread_mutex_lock(&lock);
  buffer *b = last_before((uintptr_t)address);
  if (b && b->begin == (uintptr_t)address) {
    memory = b->memory;
    count--;
    memmove(b, b + 1, (size_t)(buffers + count - b) * sizeof *b);
  }
  pthread_mutex_unlock(&lock);
  return memory;
}

static int find_own(uintptr_t at, tcf_opencl_range *range) {
  pthread_mutex_lock(&lock);
  const buffer *b = last_before(at);
  const int there = b && at - b->begin <= b->bytes;
  if (there)
    *range = (tcf_opencl_range){
        .index = b->index, .memory = b->memory, .offset = at - b->begin, .left = b->bytes - (at - b->begin)};
  pthread_mutex_unlock(&lock);
  return there;
}

// ------------------------------------------------------------------------------------------------ the caller's buffers

typedef struct window {
  cl_mem root;  // the buffer itself, or the parent of a sub-buffer
  size_t bytes;
  int index;
} window;
static _Thread_local window windows[WINDOWS];
static _Thread_local int open_windows;

static uintptr_t window_begin(int w) { return FIRST_WINDOW + ((uintptr_t)w << WINDOW_SHIFT); }

static int find_adopted(uintptr_t at, tcf_opencl_range *range) {
  const uintptr_t w = (at - FIRST_WINDOW) >> WINDOW_SHIFT;
  if (at < FIRST_WINDOW || w >= (uintptr_t)open_windows) return 0;
  const window *x = &windows[w];
  const size_t offset = at - window_begin((int)w);
  if (offset > x->bytes) return 0;
  *range = (tcf_opencl_range){.index = x->index, .memory = x->root, .offset = offset, .left = x->bytes - offset};
  return 1;
}

tcfft_status tcf_opencl_find(const void *address, tcf_opencl_range *range) {
  const uintptr_t at = (uintptr_t)address;
  if (at >= FIRST_BUFFER ? find_own(at, range) : find_adopted(at, range)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_INTERNAL, "%p is the address of no buffer of OpenCL", address);
}

static tcfft_status open_window(int index, cl_mem root, size_t bytes, int *w) {
  for (*w = 0; *w < open_windows; ++*w)
    if (windows[*w].root == root) return TCFFT_SUCCESS;
  if (*w == WINDOWS || bytes >> WINDOW_SHIFT)
    return tcf_fail(TCFFT_ERROR_INTERNAL, "no addresses for a buffer of %zu bytes beside %d others", bytes, *w);
  windows[open_windows++] = (window){.root = root, .bytes = bytes, .index = index};
  return TCFFT_SUCCESS;
}

void tcf_opencl_release_imports(void) { open_windows = 0; }

// ------------------------------------------------------------------------------------------------ importing buffers

// A buffer's properties, queried from OpenCL.
typedef struct traits {
  cl_uint type;
  cl_bitfield flags;
  cl_context context;
  cl_mem parent;         // NULL unless it is a sub-buffer
  size_t bytes, offset;  // in the parent
} traits;

static cl_int look_at(cl_mem memory, traits *t) {
  const struct {
    cl_uint what;
    size_t bytes;
    void *to;
  } rows[] = {
      {CL_MEM_TYPE, sizeof t->type, &t->type},          {CL_MEM_FLAGS, sizeof t->flags, &t->flags},
      {CL_MEM_CONTEXT, sizeof t->context, &t->context}, {CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &t->parent},
      {CL_MEM_SIZE, sizeof t->bytes, &t->bytes},        {CL_MEM_OFFSET, sizeof t->offset, &t->offset},
  };
  cl_int error = CL_SUCCESS;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && error == CL_SUCCESS; i++)
    error = tcf_cl.GetMemObjectInfo(memory, rows[i].what, rows[i].bytes, rows[i].to, NULL);
  return error;
}

static tcfft_status check_traits(int index, const traits *t, const void *handle, const char *name) {
  tcf_opencl_device d;
  TCF_TRY(tcf_opencl_use(index, &d));
  if (t->type != CL_MEM_OBJECT_BUFFER)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is memory of OpenCL's type 0x%x, not a buffer", name, handle,
                    (unsigned)t->type);
  if (t->context != d.context)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is a buffer of another context than the plan's", name, handle);
  // Stages read what earlier stages wrote to the output and the workspace. Only the input is never written.
  if (t->flags & CL_MEM_WRITE_ONLY)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is write-only (CL_MEM_WRITE_ONLY): plans read it, too", name,
                    handle);
  if (t->flags & CL_MEM_READ_ONLY && strcmp(name, "in") != 0)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is read-only (CL_MEM_READ_ONLY): plans write it", name, handle);
  return TCFFT_SUCCESS;
}

static tcfft_status adopt_own(int index, const void *handle, const char *name, size_t *bytes) {
  tcf_opencl_range range;
  if (!find_own((uintptr_t)handle, &range) || range.index != index)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is no memory of opencl device %d", name, handle, index);
  *bytes = range.left;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_import_buffer(int index, const void *handle, const char *name, void **address, size_t *bytes) {
  *address = (void *)handle;
  if ((uintptr_t)handle >= FIRST_BUFFER) return adopt_own(index, handle, name, bytes);
  traits t, of_root;
  const cl_mem memory = (cl_mem)(void *)handle;
  cl_int error = look_at(memory, &t);
  cl_mem root = error == CL_SUCCESS && t.parent ? t.parent : memory;
  if (error == CL_SUCCESS) error = look_at(root, &of_root);
  if (error != CL_SUCCESS)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is no memory of OpenCL: %s (%d)", name, handle,
                    tcf_opencl_error_name(error), (int)error);
  TCF_TRY(check_traits(index, &t, handle, name));
  int w;
  TCF_TRY(open_window(index, root, of_root.bytes, &w));
  *address = pointer_to(window_begin(w) + (t.parent ? t.offset : 0));
  *bytes = t.bytes;
  return TCFFT_SUCCESS;
}
