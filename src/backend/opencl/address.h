// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Addresses for OpenCL's buffers. An OpenCL buffer is a handle without an address, but the plan divides its memory by
// pointer arithmetic. So every buffer of the library gets a range of addresses at which no process has memory, and buffers
// of the caller get one for the duration of a call.
#ifndef TCFFT_BACKEND_OPENCL_ADDRESS_H
#define TCFFT_BACKEND_OPENCL_ADDRESS_H

#include "backend/opencl/cl_api.h"
#include "base/status.h"

// Gives a buffer of the library its address. Fails only with OUT_OF_MEMORY.
tcfft_status tcf_opencl_enter_buffer(int index, cl_mem memory, size_t bytes, void **address);

// Removes and returns the buffer that begins at this address; NULL if there is none.
cl_mem tcf_opencl_remove_buffer(void *address);

// Where an address lies, for both kinds of buffers: the device's index, the buffer, the offset in it, and the bytes that are
// left from there to its end.
typedef struct tcf_opencl_range {
  int index;
  cl_mem memory;
  size_t offset, left;
} tcf_opencl_range;
// INTERNAL if no buffer has this address.
tcfft_status tcf_opencl_find(const void *address, tcf_opencl_range *range);

// Implement tcf_backend.import_buffer and .release_imports. handle is a cl_mem, or an address of the library's memory,
// which is returned unchanged. A sub-buffer gets addresses inside its parent's range, so that overlaps show in the
// addresses.
tcfft_status tcf_opencl_import_buffer(int index, const void *handle, const char *name, void **address, size_t *bytes);
void tcf_opencl_release_imports(void);

#endif
