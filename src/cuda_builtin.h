// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The programs that the build compiles into the library (cuda_instances.c), in the order of tcf_cuda_builtin_order.
#ifndef TCFFT_CUDA_BUILTIN_H
#define TCFFT_CUDA_BUILTIN_H

#include <string.h>

#include "cuda_program.h"

// Which they are, for the build: number index into *program, whose parameters are those given. 0: there are no more. Asked
// in order from 0 on.
int tcf_cuda_builtin_program(int index, tcf_program *program, char parameters[TCF_PROGRAM_PARAMETERS]);

typedef struct tcf_cuda_builtin {
  const char *family, *parameters;
  const void *function;
} tcf_cuda_builtin;

extern const tcf_cuda_builtin tcf_cuda_builtins[];
extern const int tcf_cuda_builtin_count;

static inline int tcf_cuda_builtin_order(const void *a, const void *b) {
  const tcf_cuda_builtin *x = (const tcf_cuda_builtin *)a, *y = (const tcf_cuda_builtin *)b;
  const int family = strcmp(x->family, y->family);
  return family ? family : strcmp(x->parameters, y->parameters);
}

#endif
