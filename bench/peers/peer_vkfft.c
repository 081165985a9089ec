// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// VkFFT with its CUDA backend. It is a separate module, because it is linked to the driver's library and to NVRTC. Complex
// transforms run in place, as in VkFFT's own benchmarks; real transforms run from one buffer to another.
#define VKFFT_BACKEND 1
#include <vkFFT.h>

#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/peer.h"

#ifndef VKFFT_ZERO_INIT  // before VkFFT 1.3
#define VKFFT_ZERO_INIT \
  { 0 }
#endif

typedef struct state {
  VkFFTApplication app;
  CUdevice device;
  cudaStream_t stream;
  uint64_t bytes, real_bytes;
  void *buffer, *real;
  int inverse;
} state;

// FP16 works on CUDA devices from VkFFT 1.3 on, BF16 on none.
static int can(const tcf_problem *p) {
  return tcf_peer_knows(p) && tcf_peer_is_packed(p, 0) && tcf_peer_is_packed(p, 1) &&
         (p->kind == TCFFT_C2C || p->placement == TCFFT_OUT_OF_PLACE) && p->out_type != TCFFT_BF16 &&
         (p->out_type != TCFFT_F16 || VkFFTGetVersion() >= 10300);
}

static tcf_peer_use use(const tcf_problem *p) {
  return p->kind == TCFFT_C2C ? TCF_PEER_IN_PLACE : p->kind == TCFFT_C2R ? TCF_PEER_SPOILS_INPUT : TCF_PEER_KEEPS_INPUT;
}

// The real data is VkFFT's "input buffer", to which the inverse writes its result.
static void describe_real(state *s, const tcf_problem *p, VkFFTConfiguration *c) {
  const int64_t n = p->n[p->rank - 1];
  s->bytes = s->bytes / (uint64_t)n * (uint64_t)(n / 2 + 1);
  c->performR2C = 1;
  c->isInputFormatted = 1;
  c->inverseReturnToInputBuffer = 1;
  c->inputBuffer = &s->real;
  c->inputBufferSize = &s->real_bytes;
  uint64_t stride = 1;
  for (int i = 0; i < p->rank; i++) c->inputBufferStride[i] = stride *= (uint64_t)p->n[p->rank - 1 - i];
}

static void *prepare(tcf_peer_job *job) {
  const tcf_problem *p = job->problem;
  state *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  VkFFTConfiguration c = VKFFT_ZERO_INIT;
  const CUresult current = cuCtxGetDevice(&s->device);
  if (current != CUDA_SUCCESS) {
    free(s);
    return tcf_peer_refuse(job, "the current device", (int)current);
  }
  s->inverse = job->direction == TCFFT_INVERSE;
  s->buffer = p->kind == TCFFT_C2R ? job->in : job->out;
  s->real = p->kind == TCFFT_C2R ? job->out : job->in;
  s->bytes = (uint64_t)tcf_type_bytes(p->in_type) * 2 * (uint64_t)p->batch;
  c.doublePrecision = p->out_type == TCFFT_F64;
  c.halfPrecision = p->out_type == TCFFT_F16;
  s->stream = (cudaStream_t)job->stream;
  c.device = &s->device;
  c.FFTdim = (uint64_t)p->rank;
  for (int i = 0; i < p->rank; i++) {
    c.size[i] = (uint64_t)p->n[p->rank - 1 - i];
    s->bytes *= c.size[i];
  }
  s->real_bytes = s->bytes / 2;
  c.numberBatches = (uint64_t)p->batch;
  c.buffer = &s->buffer;
  c.bufferSize = &s->bytes;
  c.makeForwardPlanOnly = !s->inverse;
  c.makeInversePlanOnly = s->inverse;
  if (s->stream) {
    c.stream = &s->stream;
    c.num_streams = 1;
  }
  if (p->kind != TCFFT_C2C) describe_real(s, p, &c);
  const VkFFTResult result = initializeVkFFT(&s->app, c);
  if (result == VKFFT_SUCCESS) return s;
  free(s);  // VkFFT has released the failed plan itself
  return tcf_peer_refuse(job, "its plan", (int)result);
}

static tcfft_status run(void *context) {
  state *s = context;
  VkFFTLaunchParams launch = VKFFT_ZERO_INIT;
  return VkFFTAppend(&s->app, s->inverse ? 1 : -1, &launch) == VKFFT_SUCCESS ? TCFFT_SUCCESS : TCFFT_ERROR_DEVICE;
}

static void destroy(void *context) {
  state *s = context;
  deleteVkFFT(&s->app);
  free(s);
}

static void describe(char *text, size_t cap) {
  const int version = VkFFTGetVersion();
  snprintf(text, cap, "VkFFT %d.%d.%d", version / 10000, version % 10000 / 100, version % 100);
}

extern const tcf_peer tcf_peer_vkfft __attribute__((visibility("default")));
const tcf_peer tcf_peer_vkfft = TCF_PEER_ON(CUDA, "vkfft", .doubles = 1, .halves = 1);
