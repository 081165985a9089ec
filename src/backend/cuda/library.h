// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Opens optional libraries of the CUDA toolkit, and NCCL, at first use. tcfft is not linked to them; without one, the
// functions that need it report UNSUPPORTED. They are searched in the system's library path, beside the CUDA runtime that
// the process has loaded, and in the toolkit.
#ifndef TCFFT_BACKEND_CUDA_LIBRARY_H
#define TCFFT_BACKEND_CUDA_LIBRARY_H

#include <stddef.h>

// Describes the library to open.
typedef struct tcf_cuda_library {
  const char *title;         // "NVRTC (libnvrtc.so.13 or .12)"
  const char *variable;      // environment variable that names the file to open instead; "" there means no library
  const char *const *names;  // file names to try, the preferred one first, ended by NULL
} tcf_cuda_library;

typedef struct tcf_cuda_symbol {
  const char *name;
  void *slot;  // a pointer to the function
} tcf_cuda_symbol;

// Opens the library, which then stays open as long as the process, and fills the slots. Returns 0 with the reason in why if
// the library is missing or lacks a symbol.
int tcf_cuda_library_open(const tcf_cuda_library *library, const tcf_cuda_symbol *symbols, int count, char *why, size_t cap);

#endif
