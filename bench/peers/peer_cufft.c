// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuFFT in FP32, FP64, FP16 and BF16, out of place if the problem is, with its own workspace. libcufft is loaded at first
// use, because a program that is linked to it would not start without it.
#include <cufftXt.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/peer.h"

// X(name, arguments)
#define FUNCTIONS(X)                                                                                                   \
  X(cufftCreate, (cufftHandle *))                                                                                      \
  X(cufftDestroy, (cufftHandle))                                                                                       \
  X(cufftSetStream, (cufftHandle, cudaStream_t))                                                                       \
  X(cufftGetVersion, (int *))                                                                                          \
  X(cufftMakePlanMany64, (cufftHandle, int, long long *, long long *, long long, long long, long long *, long long,    \
                          long long, cufftType, long long, size_t *))                                                  \
  X(cufftExecC2C, (cufftHandle, cufftComplex *, cufftComplex *, int))                                                  \
  X(cufftExecR2C, (cufftHandle, cufftReal *, cufftComplex *))                                                          \
  X(cufftExecC2R, (cufftHandle, cufftComplex *, cufftReal *))                                                          \
  X(cufftExecZ2Z, (cufftHandle, cufftDoubleComplex *, cufftDoubleComplex *, int))                                      \
  X(cufftExecD2Z, (cufftHandle, cufftDoubleReal *, cufftDoubleComplex *))                                              \
  X(cufftExecZ2D, (cufftHandle, cufftDoubleComplex *, cufftDoubleReal *))                                              \
  X(cufftXtMakePlanMany, (cufftHandle, int, long long *, long long *, long long, long long, cudaDataType, long long *, \
                          long long, long long, cudaDataType, long long, size_t *, cudaDataType))                      \
  X(cufftXtExec, (cufftHandle, void *, void *, int))

static struct {
  int loaded;  // 1: loaded, -1: not found, 0: not tried yet
#define MEMBER(name, arguments) cufftResult(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
} cufft;

static int load(char *why, size_t cap) {
  if (cufft.loaded) return cufft.loaded > 0;
  static const char *const names[] = {TCF_CUFFT_NAME, TCF_CUFFT_LIBRARY, "libcufft.so"};
  void *library = NULL;
  for (int i = 0; i < 3 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  cufft.loaded = library ? 1 : -1;
  // The conversion from void * to a function pointer is not ISO C, but POSIX.
#define FETCH(name, arguments) \
  if (library && !(*(void **)&cufft.name = dlsym(library, #name))) cufft.loaded = -1;
  FUNCTIONS(FETCH)
#undef FETCH
  if (cufft.loaded < 0) snprintf(why, cap, "libcufft cannot be loaded");
  return cufft.loaded > 0;
}

// ------------------------------------------------------------------------------------------------ supported problems

// An input or output as cuFFT describes it: element (x0, x1, x2) lies at ((x0 * embed[1] + x1) * embed[2] + x2) * stride.
typedef struct side {
  long long embed[3], stride, distance;
} side;

static int describe_side(const tcf_problem *p, int output, side *s) {
  const int64_t *stride = output ? p->out_stride : p->in_stride;
  const int last = p->rank - 1;
  s->stride = stride[last];
  s->distance = output ? p->out_distance : p->in_distance;
  for (int i = last; i > 0; i--) {
    if (stride[i - 1] % stride[i]) return 0;
    s->embed[i] = stride[i - 1] / stride[i];
    if (s->embed[i] < (output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i))) return 0;
  }
  s->embed[0] = output ? tcf_problem_out_length(p, 0) : tcf_problem_in_length(p, 0);
  return 1;
}

static int is_of_halves(const tcf_problem *p) { return p->out_type == TCFFT_F16 || p->out_type == TCFFT_BF16; }

static int are_powers_of_two(const tcf_problem *p) {
  for (int i = 0; i < p->rank; i++)
    if (p->n[i] & (p->n[i] - 1)) return 0;
  return 1;
}

// In FP16 and BF16 cuFFT supports only powers of two.
static int can(const tcf_problem *p) {
  side s;
  return tcf_peer_knows(p) && describe_side(p, 0, &s) && describe_side(p, 1, &s) &&
         (!is_of_halves(p) || are_powers_of_two(p));
}

// The peer that has FP16 where the problem has FP32: C2C alone.
static int can_half(const tcf_problem *p) { return p->kind == TCFFT_C2C && are_powers_of_two(p) && can(p); }

// cuFFT's complex-to-real transforms may overwrite their input.
static tcf_peer_use use(const tcf_problem *p) { return p->kind == TCFFT_C2R ? TCF_PEER_SPOILS_INPUT : TCF_PEER_KEEPS_INPUT; }

// ------------------------------------------------------------------------------------------------ plans

typedef struct state {
  cufftHandle handle;
  tcfft_kind kind;
  int sign, doubles;
  int halves;  // 1: FP16, 2: BF16
  void *in, *out;
} state;

static void destroy(void *s) {
  cufft.cufftDestroy(((state *)s)->handle);
  free(s);
}

static cufftResult make_plan(const state *s, const tcf_problem *p) {
  static const cufftType types[][3] = {{[TCFFT_C2C] = CUFFT_C2C, [TCFFT_R2C] = CUFFT_R2C, [TCFFT_C2R] = CUFFT_C2R},
                                       {[TCFFT_C2C] = CUFFT_Z2Z, [TCFFT_R2C] = CUFFT_D2Z, [TCFFT_C2R] = CUFFT_Z2D}};
  side in, out;
  describe_side(p, 0, &in);
  describe_side(p, 1, &out);
  long long n[3] = {0};
  for (int i = 0; i < p->rank; i++) n[i] = p->n[i];
  // Without embeddings cuFFT assumes the packed layout and may choose a faster plan.
  const int packed = tcf_peer_is_packed(p, 0) && tcf_peer_is_packed(p, 1);
  size_t work;
  if (s->halves) {
    const cudaDataType complex = s->halves == 2 ? CUDA_C_16BF : CUDA_C_16F, real = s->halves == 2 ? CUDA_R_16BF : CUDA_R_16F;
    return cufft.cufftXtMakePlanMany(s->handle, p->rank, n, packed ? NULL : in.embed, in.stride, in.distance,
                                     p->kind == TCFFT_R2C ? real : complex, packed ? NULL : out.embed, out.stride,
                                     out.distance, p->kind == TCFFT_C2R ? real : complex, p->batch, &work, complex);
  }
  return cufft.cufftMakePlanMany64(s->handle, p->rank, n, packed ? NULL : in.embed, in.stride, in.distance,
                                   packed ? NULL : out.embed, out.stride, out.distance, types[s->doubles][p->kind], p->batch,
                                   &work);
}

static void *prepare_either(tcf_peer_job *job, int halves) {
  if (!load(job->why, sizeof job->why)) return NULL;
  state *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  *s = (state){.kind = job->problem->kind,
               .halves = halves,
               .doubles = job->problem->out_type == TCFFT_F64,
               .in = job->in,
               .out = job->out};
  s->sign = job->direction == TCFFT_FORWARD ? CUFFT_FORWARD : CUFFT_INVERSE;
  cufftResult result = cufft.cufftCreate(&s->handle);
  if (result != CUFFT_SUCCESS) {
    free(s);
    return tcf_peer_refuse(job, "cufftCreate", (int)result);
  }
  result = make_plan(s, job->problem);
  if (result == CUFFT_SUCCESS) result = cufft.cufftSetStream(s->handle, (cudaStream_t)job->stream);
  if (result == CUFFT_SUCCESS) return s;
  destroy(s);
  return tcf_peer_refuse(job, "its plan", (int)result);
}

static void *prepare(tcf_peer_job *job) {
  return prepare_either(job, !is_of_halves(job->problem) ? 0 : job->problem->out_type == TCFFT_BF16 ? 2 : 1);
}
static void *prepare_half(tcf_peer_job *job) { return prepare_either(job, 1); }

static tcfft_status run(void *context) {
  const state *s = context;
  cufftResult result;
  if (s->halves)
    result = cufft.cufftXtExec(s->handle, s->in, s->out, s->sign);
  else if (s->doubles && s->kind == TCFFT_R2C)
    result = cufft.cufftExecD2Z(s->handle, s->in, s->out);
  else if (s->doubles && s->kind == TCFFT_C2R)
    result = cufft.cufftExecZ2D(s->handle, s->in, s->out);
  else if (s->doubles)
    result = cufft.cufftExecZ2Z(s->handle, s->in, s->out, s->sign);
  else if (s->kind == TCFFT_R2C)
    result = cufft.cufftExecR2C(s->handle, s->in, s->out);
  else if (s->kind == TCFFT_C2R)
    result = cufft.cufftExecC2R(s->handle, s->in, s->out);
  else
    result = cufft.cufftExecC2C(s->handle, s->in, s->out, s->sign);
  if (result != CUFFT_SUCCESS) return tcf_fail(TCFFT_ERROR_DEVICE, "cuFFT: error %d", (int)result);
  return TCFFT_SUCCESS;
}

static void describe(char *text, size_t cap) {
  int version = 0;
  if (!load(text, cap)) return;
  cufft.cufftGetVersion(&version);
  snprintf(text, cap, "cuFFT %d.%d.%d", version / 1000, version % 1000 / 100, version % 100);
}

static void describe_half(char *text, size_t cap) {
  describe(text, cap);
  const size_t used = strlen(text);
  snprintf(text + used, cap - used, " (FP16)");
}

extern const tcf_peer tcf_peer_cufft, tcf_peer_cufft_half;
const tcf_peer tcf_peer_cufft = TCF_PEER_ON(CUDA, "cufft", .doubles = 1, .halves = 1);
const tcf_peer tcf_peer_cufft_half = {
    .name = "cufft_half",
    .backend = TCFFT_BACKEND_CUDA,
    .half = 1,
    .by_name = 1,
    .can = can_half,
    .prepare = prepare_half,
    .run = run,
    .destroy = destroy,
    .describe = describe_half,
};
