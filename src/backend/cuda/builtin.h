// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The programs that the build compiles into the library (tools/write_builtin.c), in the order of tcf_cuda_builtin_order.
#ifndef TCFFT_BACKEND_CUDA_BUILTIN_H
#define TCFFT_BACKEND_CUDA_BUILTIN_H

#include <string.h>

#include "core/device.h"

extern const tcf_built_in tcf_cuda_builtins[];
extern const int tcf_cuda_builtin_count;
extern const int tcf_cuda_builtin_shards;  // program i is in number i % shards

static inline int tcf_cuda_builtin_order(const void *a, const void *b) {
  const tcf_built_in *x = (const tcf_built_in *)a, *y = (const tcf_built_in *)b;
  const int family = strcmp(x->family, y->family);
  return family ? family : strcmp(x->parameters, y->parameters);
}

#endif
