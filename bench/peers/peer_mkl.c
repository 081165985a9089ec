// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// oneMKL in single precision with one thread, through its DFTI interface. The library is opened when a benchmark asks for it
// (TCFFT_PEER_MKL names another file), and what is called of it is declared here, so that nothing of it has to be there to
// build.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "bench/peers/host_buffers.h"
#include "bench/peers/peer.h"

// The numbers of DFTI's settings and of their values, by the interface's reference.
enum {
  NUMBER_OF_TRANSFORMS = 7,
  CONJUGATE_EVEN_STORAGE = 10,
  PLACEMENT = 11,
  INPUT_STRIDES = 12,
  OUTPUT_STRIDES = 13,
  INPUT_DISTANCE = 14,
  OUTPUT_DISTANCE = 15,
  COMPLEX = 32,
  REAL = 33,
  SINGLE = 35,
  COMPLEX_COMPLEX = 39,
  IN_PLACE = 43,
  OUT_OF_PLACE = 44,
  LAYER_SEQUENTIAL = 1
};

typedef void *descriptor;

// The functions that are looked up in the library.
static struct {
  void *handle;
  int (*set_layer)(int);
  void (*version)(char *text, int length);
  long (*create)(descriptor *, int precision, int domain, long rank, ...);
  long (*set)(descriptor, int setting, ...);
  long (*commit)(descriptor);
  long (*forward)(descriptor, void *in, ...);
  long (*backward)(descriptor, void *in, ...);
  long (*release)(descriptor *);
  char *(*error_text)(long);
} mkl;

static const struct {
  const char *name;
  void *function;  // where its address goes
} symbols[] = {{"MKL_Set_Threading_Layer", &mkl.set_layer}, {"MKL_Get_Version_String", &mkl.version},
               {"DftiCreateDescriptor", &mkl.create},       {"DftiSetValue", &mkl.set},
               {"DftiCommitDescriptor", &mkl.commit},       {"DftiComputeForward", &mkl.forward},
               {"DftiComputeBackward", &mkl.backward},      {"DftiFreeDescriptor", &mkl.release},
               {"DftiErrorMessage", &mkl.error_text}};

typedef struct state {
  descriptor plan;
  tcf_host_buffers at;
  int inverse;
} state;

static void *open_library(void) {
  static const char *const names[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"};
  const char *path = getenv("TCFFT_PEER_MKL");
  if (path) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *library = NULL;
  for (int i = 0; i < TCF_COUNT(names) && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

static int open_once(char *why, size_t cap) {
  if (mkl.handle) return 1;
  void *library = open_library();
  for (int i = 0; library && i < TCF_COUNT(symbols); i++) {
    void *found = dlsym(library, symbols[i].name);
    if (!found) {
      snprintf(why, cap, "%s", dlerror());
      dlclose(library);
      return 0;
    }
    memcpy(symbols[i].function, &found, sizeof found);
  }
  if (!library) {
    snprintf(why, cap, "%s", dlerror());
    return 0;
  }
  mkl.handle = library;
  mkl.set_layer(LAYER_SEQUENTIAL);  // before any other call, or it has no effect
  return 1;
}

static int can(const tcf_problem *p) { return p->kind <= TCFFT_C2R; }

static void destroy(void *context) {
  state *s = context;
  if (s->plan) mkl.release(&s->plan);
  tcf_host_buffers_release(&s->at);
  free(s);
}

// Makes a descriptor with the lengths, which an array holds only of more than one axis.
static long create(state *s, const tcf_problem *p) {
  const int domain = p->kind == TCFFT_C2C ? COMPLEX : REAL;
  long n[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) n[i] = (long)p->n[i];
  return p->rank == 1 ? mkl.create(&s->plan, SINGLE, domain, 1L, n[0])
                      : mkl.create(&s->plan, SINGLE, domain, (long)p->rank, n);
}

static long configure(const state *s, const tcf_problem *p) {
  long in[TCFFT_MAX_RANK + 1] = {0}, out[TCFFT_MAX_RANK + 1] = {0};
  for (int i = 0; i < p->rank; i++) {
    in[i + 1] = (long)p->in_stride[i];
    out[i + 1] = (long)p->out_stride[i];
  }
  long error = mkl.set(s->plan, PLACEMENT, s->at.in == s->at.out ? IN_PLACE : OUT_OF_PLACE);
  if (!error) error = mkl.set(s->plan, INPUT_STRIDES, in);
  if (!error) error = mkl.set(s->plan, OUTPUT_STRIDES, out);
  if (!error) error = mkl.set(s->plan, NUMBER_OF_TRANSFORMS, (long)p->batch);
  if (!error) error = mkl.set(s->plan, INPUT_DISTANCE, (long)p->in_distance);
  if (!error) error = mkl.set(s->plan, OUTPUT_DISTANCE, (long)p->out_distance);
  if (!error && p->kind != TCFFT_C2C) error = mkl.set(s->plan, CONJUGATE_EVEN_STORAGE, COMPLEX_COMPLEX);
  return error ? error : mkl.commit(s->plan);
}

static void *prepare(tcf_peer_job *job) {
  const tcf_problem *p = job->problem;
  if (job->threads > 1) {
    snprintf(job->why, sizeof job->why, "oneMKL is compared with one thread alone, not with %d", job->threads);
    return NULL;
  }
  state *s = calloc(1, sizeof *s);
  if (!s || !tcf_host_buffers_take(&s->at, job)) {
    snprintf(job->why, sizeof job->why, "no memory for its data");
    free(s);
    return NULL;
  }
  s->inverse = job->direction == TCFFT_INVERSE;
  long error = create(s, p);
  if (!error) error = configure(s, p);
  if (error) {
    snprintf(job->why, sizeof job->why, "its plan: %.100s", mkl.error_text(error));
    destroy(s);
    return NULL;
  }
  tcf_host_buffers_fill(&s->at, 0);
  return s;
}

static tcfft_status run(void *context) {
  const state *s = context;
  long (*const compute)(descriptor, void *, ...) = s->inverse ? mkl.backward : mkl.forward;
  const long error = s->at.in == s->at.out ? compute(s->plan, s->at.in) : compute(s->plan, s->at.in, s->at.out);
  return error ? TCFFT_ERROR_DEVICE : TCFFT_SUCCESS;
}

static void describe(char *text, size_t cap) {
  char version[200] = "";
  mkl.version(version, sizeof version - 1);
  snprintf(text, cap, "%s", version);
}

extern const tcf_peer tcf_peer_mkl;
const tcf_peer tcf_peer_mkl = {
    .name = "mkl",
    .backend = TCFFT_BACKEND_HOST,
    .open = open_once,
    .can = can,
    .prepare = prepare,
    .run = run,
    .destroy = destroy,
    .describe = describe,
};
