// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cuda_load.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_builtin.h"
#include "cuda_cache.h"
#include "cuda_compile.h"
#include "cuda_device.h"
#include "cuda_program.h"
#include "memory.h"

struct tcf_cuda_function {
  tcf_cuda_function *next;
  int index, capability;
  const void *entry;
  size_t shared;  // dynamic bytes that launches may take
  int awaits_input;
  const char *family, *parameters;
  char text[];  // of both
};

const void *tcf_cuda_entry(const tcf_cuda_function *function) { return function->entry; }

int tcf_cuda_awaits_input(const tcf_cuda_function *function) { return function->awaits_input; }

enum { AWAITING = 90 };  // capability of devices, and architecture of code, that know programmatic dependent launches

// The functions that are loaded, and the lock of the list. What is in the list changes no more but for `shared`.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tcf_cuda_function *functions;

// ------------------------------------------------------------------------------------------------ compiled code

enum { SOURCE_BYTES = 4096, KEY_BYTES = TCF_CUDA_COMPILER_TEXT + TCF_PROGRAM_PARAMETERS + 256 };

static const char entry_name[] = "tcf_program_0";

static tcfft_status compile(const tcf_program *p, int capability, void **code, size_t *bytes) {
  char source[SOURCE_BYTES];
  tcf_writer w = {.buf = source, .cap = sizeof source};
  TCF_TRY(tcf_cuda_program_print(p, 0, 1, &w));
  if (w.len >= w.cap) return tcf_fail(TCFFT_ERROR_INTERNAL, "a program of %zu characters is too long", w.len);
  return tcf_cuda_compile(source, capability, code, bytes);
}

// Everything that the code depends on; "" without a compiler, whose code there is no saying about.
static void print_key(char key[KEY_BYTES], const tcf_program *p, int capability) {
  char compiler[TCF_CUDA_COMPILER_TEXT];
  tcf_cuda_compiler_text(compiler);
  key[0] = 0;
  if (*compiler) snprintf(key, KEY_BYTES, "%s\nsm %d\n%s\n%s\n", compiler, capability, p->family, p->parameters);
}

static tcfft_status open_code(const void *code, const void **entry) {
  cudaLibrary_t library;
  cudaKernel_t kernel;
  TCF_CUDA_TRY(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0), "cudaLibraryLoadData");
  const cudaError_t error = cudaLibraryGetKernel(&kernel, library, entry_name);
  if (error != cudaSuccess) {
    const tcfft_status status = tcf_cuda_fail(error, "cudaLibraryGetKernel");
    cudaLibraryUnload(library);
    return status;
  }
  *entry = kernel;
  return TCFFT_SUCCESS;
}

static tcfft_status open_compiled(const tcf_program *p, int capability, const void **entry) {
  char key[KEY_BYTES];
  void *code = NULL;
  size_t bytes = 0;
  print_key(key, p, capability);
  if (*key && tcf_cuda_cache_read(key, &code, &bytes)) {
    const tcfft_status status = open_code(code, entry);
    free(code);
    if (status == TCFFT_SUCCESS) return status;
  }
  TCF_TRY(compile(p, capability, &code, &bytes));
  const tcfft_status status = open_code(code, entry);
  if (status == TCFFT_SUCCESS) tcf_cuda_cache_write(key, code, bytes);
  free(code);
  return status;
}

// ------------------------------------------------------------------------------------------------ loading

// Loads the function's code onto the current device now: a graph capture is no time for it.
static cudaError_t touch(const void *entry, int *architecture) {
  struct cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, entry);
  if (error != cudaSuccess) cudaGetLastError();
  *architecture = error == cudaSuccess ? attributes.ptxVersion : 0;
  return error;
}

static const tcf_built_in *find_builtin(const tcf_program *p) {
  const tcf_built_in wanted = {.family = p->family, .parameters = p->parameters};
  return bsearch(&wanted, tcf_cuda_builtins, (size_t)tcf_cuda_builtin_count, sizeof *tcf_cuda_builtins,
                 tcf_cuda_builtin_order);
}

// Built in, but not for this device, and not to be compiled for it: that is a question of the library's build.
static tcfft_status fail_of_device(int capability) {
  char why[400];
  snprintf(why, sizeof why, "%.399s", tcfft_last_error());
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                  "this build of tcfft has no code for devices of capability %d.%d (CMAKE_CUDA_ARCHITECTURES): %s",
                  capability / 10, capability % 10, why);
}

static tcf_cuda_function *find(const tcf_program *p, int index, int capability) {
  for (tcf_cuda_function *f = functions; f; f = f->next)
    if ((index < 0 || f->index == index) && f->capability == capability && !strcmp(f->parameters, p->parameters) &&
        !strcmp(f->family, p->family))
      return f;
  return NULL;
}

// The entry of another device of the same capability serves this one too.
static tcfft_status find_entry(const tcf_program *p, int capability, const void **entry, int *architecture) {
  const tcf_cuda_function *other = find(p, -1, capability);
  const tcf_built_in *built_in = find_builtin(p);
  *entry = other ? other->entry : built_in && touch(built_in->code, architecture) == cudaSuccess ? built_in->code : NULL;
  if (!*entry) {
    const tcfft_status status = open_compiled(p, capability, entry);
    if (status != TCFFT_SUCCESS) return status == TCFFT_ERROR_UNSUPPORTED && built_in ? fail_of_device(capability) : status;
  }
  TCF_CUDA_TRY(touch(*entry, architecture), "loading a program onto the device");
  return TCFFT_SUCCESS;
}

static tcfft_status make(int index, int capability, const tcf_program *p, tcf_cuda_function **function) {
  const void *entry;
  int architecture = 0;
  TCF_TRY(find_entry(p, capability, &entry, &architecture));
  const size_t family = strlen(p->family) + 1, parameters = strlen(p->parameters) + 1;
  tcf_cuda_function *f = tcf_alloc(sizeof *f + family + parameters);
  if (!f) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a function");
  *f = (tcf_cuda_function){.next = functions, .index = index, .capability = capability, .entry = entry};
  f->awaits_input = capability >= AWAITING && architecture >= AWAITING;
  f->family = memcpy(f->text, p->family, family);
  f->parameters = memcpy(f->text + family, p->parameters, parameters);
  *function = functions = f;
  return TCFFT_SUCCESS;
}

// More than 48 KiB of dynamic memory must be asked for. Of the memory that a multiprocessor has for both, the blocks get
// what they need and the cache the rest: tables are read from there (asking for all of it cost 10% of the speed).
static tcfft_status allow_shared(tcf_cuda_function *f, int index, size_t shared, int blocks) {
  enum { UNASKED = 48 << 10, RESERVED = 1 << 10 };
  if (shared <= f->shared) return TCFFT_SUCCESS;
  int all = 0;
  TCF_CUDA_TRY(cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, index), "cudaDeviceGetAttribute");
  const size_t percent = (100 * (size_t)(blocks > 0 ? blocks : 1) * (shared + RESERVED) + (size_t)all - 1) / (size_t)all;
  if (cudaFuncSetAttribute(f->entry, cudaFuncAttributePreferredSharedMemoryCarveout, percent < 100 ? (int)percent : 100) !=
      cudaSuccess)
    cudaGetLastError();  // it was a hint
  if (shared > UNASKED)
    TCF_CUDA_TRY(cudaFuncSetAttribute(f->entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                 "cudaFuncSetAttribute (dynamic shared memory)");
  f->shared = shared;
  return TCFFT_SUCCESS;
}

static tcfft_status load_here(int index, const tcf_program *p, size_t shared, void **function) {
  const int capability = tcf_cuda_capability(index);
  tcf_cuda_function *f = find(p, index, capability);
  if (!f) TCF_TRY(make(index, capability, p, &f));
  TCF_TRY(allow_shared(f, index, shared, p->blocks));
  *function = f;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_cuda_load(int index, const tcf_program *program, size_t shared, void **function) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  pthread_mutex_lock(&lock);
  const tcfft_status status = load_here(index, program, shared, function);
  pthread_mutex_unlock(&lock);
  tcf_cuda_close(&scope);
  return status;
}
