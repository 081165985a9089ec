// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Addresses for OpenCL's memory, which has none: the frame cuts blocks into parts by arithmetic on pointers. Every buffer
// of the library gets a range of addresses that no process has memory at; buffers of the caller get one for a call.
#ifndef TCFFT_BACKEND_OPENCL_ADDRESS_H
#define TCFFT_BACKEND_OPENCL_ADDRESS_H

#include "backend/opencl/cl_api.h"
#include "base/status.h"

// Gives a buffer of the library its address. OUT_OF_MEMORY.
tcfft_status tcf_opencl_enter_buffer(int index, cl_mem memory, size_t bytes, void **address);

// Takes the buffer that begins at this address out again; NULL where there is none.
cl_mem tcf_opencl_remove_buffer(void *address);

// Where an address lies, whichever of the two it is. `index` is the buffer's; left is the bytes from there to its end.
typedef struct tcf_opencl_range {
  int index;
  cl_mem memory;
  size_t offset, left;
} tcf_opencl_range;
// INTERNAL where nothing is there.
tcfft_status tcf_opencl_find(const void *address, tcf_opencl_range *range);

// tcf_backend.adopt: handle is a cl_mem, or an address of the library's own memory, which stays as it is. Sub-buffers lie in
// their buffer's range, so that addresses show what overlaps.
tcfft_status tcf_opencl_import_buffer(int index, const void *handle, const char *name, void **address, size_t *bytes);
void tcf_opencl_release_imports(void);

#endif
