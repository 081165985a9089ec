// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The programs that the build compiles into the library (written by tools/write_builtin.c), sorted by
// tcf_cuda_builtin_order.
#ifndef TCFFT_BACKEND_CUDA_BUILTIN_H
#define TCFFT_BACKEND_CUDA_BUILTIN_H

#include <string.h>

#include "core/device.h"

extern const tcf_built_in tcf_cuda_builtins[];
extern const int tcf_cuda_builtin_count;
extern const int tcf_cuda_builtin_shards;  // object files that the programs are spread over; program i is in i % shards

static inline int tcf_cuda_builtin_order(const void *a, const void *b) {
  const tcf_built_in *x = (const tcf_built_in *)a, *y = (const tcf_built_in *)b;
  const int family = strcmp(x->family, y->family);
  return family ? family : strcmp(x->parameters, y->parameters);
}

#endif
