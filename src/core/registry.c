// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/registry.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define KERNEL(symbol) extern const tcf_kernel symbol;
#define BACKEND(symbol) extern const tcf_backend symbol;
#include "core/registry_list.h"
#undef KERNEL
#undef BACKEND

static const tcf_kernel *const kernels[] = {
#define KERNEL(symbol) &symbol,
#define BACKEND(symbol)
#include "core/registry_list.h"
#undef KERNEL
#undef BACKEND
    NULL};

static const tcf_backend *const backends[] = {
#define KERNEL(symbol)
#define BACKEND(symbol) &symbol,
#include "core/registry_list.h"
#undef KERNEL
#undef BACKEND
    NULL};

const tcf_kernel *tcf_kernel_at(int index) {
  return index >= 0 && index < (int)(sizeof kernels / sizeof *kernels) ? kernels[index] : NULL;
}

const tcf_kernel *tcf_kernel_find(const char *name) {
  for (int i = 0; kernels[i]; i++)
    if (!strcmp(kernels[i]->name, name)) return kernels[i];
  return NULL;
}

const tcf_backend *tcf_backend_for(tcfft_backend backend) {
  for (int i = 0; backends[i]; i++)
    if (backends[i]->id == backend) return backends[i];
  return NULL;
}
