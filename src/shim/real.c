// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/real.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "shim/search.h"
#include "shim/settings.h"

#define SERVED(symbol) tcf_shim_name tcf_real_##symbol = {.name = #symbol};
#define JUMP(symbol, what) tcf_shim_name tcf_real_##symbol = {.name = #symbol, .counted = TCF_COUNTED_##what};
enum { PLAIN, BEYOND };
#define JUMP_PLAN(symbol, what, is) \
  tcf_shim_name tcf_real_##symbol = {.name = #symbol, .takes_plan = 1, .beyond = is, .counted = TCF_COUNTED_##what};
TCF_SHIM_SERVED(SERVED)
TCF_SHIM_JUMPS(JUMP)
TCF_SHIM_JUMPS_PLAN(JUMP_PLAN)

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look(void) { library = tcf_shim_open_real(tcf_shim_get_settings()->real); }

int tcf_shim_has_real(void) {
  pthread_once(&once, look);
  return library != NULL;
}

// Whatever arguments they are called with, they take none.
static cufftResult lacks(void) { return CUFFT_NOT_IMPLEMENTED; }
static cufftResult is_missing(void) { return (cufftResult)TCF_SHIM_MISSING; }

static void *instead(const tcf_shim_name *name) {
  static atomic_flag told = ATOMIC_FLAG_INIT;
  if (library) return (void *)lacks;
  if (!atomic_flag_test_and_set(&told))
    fprintf(stderr, "tcfft-cufft: %s needs NVIDIA's cuFFT, which was not found (TCFFT_CUFFT_REAL names its file)\n",
            name->name);
  return (void *)is_missing;
}

void *tcf_shim_real(tcf_shim_name *name) {
  void *real = __atomic_load_n(&name->real, __ATOMIC_ACQUIRE);
  if (real) return real;
  if (tcf_shim_has_real()) real = dlsym(library, name->name);
  if (!real) real = instead(name);
  __atomic_store_n(&name->real, real, __ATOMIC_RELEASE);
  return real;
}
