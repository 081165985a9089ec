// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Libraries of the CUDA toolkit that are opened when they are first wanted, and without which the library does less: never
// linked. They are looked for where the system looks, beside the process' own CUDA runtime, and in the toolkit.
#ifndef TCFFT_BACKEND_CUDA_LIBRARY_H
#define TCFFT_BACKEND_CUDA_LIBRARY_H

#include <stddef.h>

// Which one, for the caller to fill in.
typedef struct tcf_cuda_library {
  const char *title;         // "NVRTC (libnvrtc.so.13 or .12)"
  const char *variable;      // of the environment: the file that is opened instead, "" for none
  const char *const *names;  // of its file, the best first, ended by NULL
} tcf_cuda_library;

typedef struct tcf_cuda_symbol {
  const char *name;
  void *slot;  // a pointer to the function
} tcf_cuda_symbol;

// Opens it, for as long as the process, and fills the slots. 0: it is not there, or lacks a symbol; why says so.
int tcf_cuda_library_open(const tcf_cuda_library *library, const tcf_cuda_symbol *symbols, int count, char *why, size_t cap);

#endif
