// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// clFFT, out of place if the problem is, with its own workspace. It is a separate module, because it is linked to clFFT.
#define CL_TARGET_OPENCL_VERSION 120
#include <clFFT.h>

#include <stdlib.h>

#include "bench/peers/peer.h"

typedef struct state {
  clfftPlanHandle plan;
  clfftDirection direction;
  cl_command_queue queue;
  cl_mem in, out;
} state;

// 2^a 3^b 5^c 7^d 11^e 13^f
static int is_smooth(int64_t n) {
  static const int primes[] = {2, 3, 5, 7, 11, 13};
  for (int i = 0; i < 6; i++)
    while (n % primes[i] == 0) n /= primes[i];
  return n == 1;
}

static int can(const tcf_problem *p) {
  if (!tcf_peer_knows(p)) return 0;
  for (int i = 0; i < p->rank; i++)
    if (!is_smooth(p->n[i])) return 0;
  return 1;
}

// clFFT keeps its input, for complex-to-real transforms too: their steps use an internal buffer.
static tcf_peer_use use(const tcf_problem *p) {
  (void)p;
  return TCF_PEER_KEEPS_INPUT;
}

// ------------------------------------------------------------------------------------------------ plans

// clFFT expects the contiguous axis first, so the order of the axes is reversed.
static void turn(const int64_t *from, int rank, size_t to[3]) {
  for (int i = 0; i < rank; i++) to[i] = (size_t)from[rank - 1 - i];
}

#define TRY(call)                                          \
  do {                                                     \
    const clfftStatus try_error = (call);                  \
    if (try_error != CLFFT_SUCCESS) return (int)try_error; \
  } while (0)

static int describe_layout(clfftPlanHandle plan, const tcf_problem *p) {
  const clfftDim rank = (clfftDim)p->rank;
  size_t in[3], out[3];
  turn(p->in_stride, p->rank, in);
  turn(p->out_stride, p->rank, out);
  TRY(clfftSetLayout(plan,
                     p->kind == TCFFT_R2C   ? CLFFT_REAL
                     : p->kind == TCFFT_C2R ? CLFFT_HERMITIAN_INTERLEAVED
                                            : CLFFT_COMPLEX_INTERLEAVED,
                     p->kind == TCFFT_C2R   ? CLFFT_REAL
                     : p->kind == TCFFT_R2C ? CLFFT_HERMITIAN_INTERLEAVED
                                            : CLFFT_COMPLEX_INTERLEAVED));
  TRY(clfftSetResultLocation(plan, p->placement == TCFFT_IN_PLACE ? CLFFT_INPLACE : CLFFT_OUTOFPLACE));
  TRY(clfftSetPlanInStride(plan, rank, in));
  TRY(clfftSetPlanOutStride(plan, rank, out));
  TRY(clfftSetPlanBatchSize(plan, (size_t)p->batch));
  TRY(clfftSetPlanDistance(plan, (size_t)p->in_distance, (size_t)p->out_distance));
  return CLFFT_SUCCESS;
}

static int make_plan(state *s, const tcf_problem *p) {
  cl_context context;
  size_t n[3];
  turn(p->n, p->rank, n);
  const cl_int error = clGetCommandQueueInfo(s->queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (error != CL_SUCCESS) return error;
  TRY(clfftCreateDefaultPlan(&s->plan, context, (clfftDim)p->rank, n));
  TRY(clfftSetPlanPrecision(s->plan, p->out_type == TCFFT_F64 ? CLFFT_DOUBLE : CLFFT_SINGLE));
  TRY(describe_layout(s->plan, p));
  TRY(clfftSetPlanScale(s->plan, s->direction, 1));  // by default clFFT's inverse divides by n
  return (int)clfftBakePlan(s->plan, 1, &s->queue, NULL, NULL);
}

static void destroy(void *context) {
  state *s = context;
  if (s->plan) clfftDestroyPlan(&s->plan);
  clfftTeardown();
  free(s);
}

static void *prepare(tcf_peer_job *job) {
  const clfftSetupData setup = {.major = clfftVersionMajor, .minor = clfftVersionMinor, .patch = clfftVersionPatch};
  state *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  int error = (int)clfftSetup(&setup);
  if (error != CLFFT_SUCCESS) {
    free(s);
    return tcf_peer_refuse(job, "clfftSetup", error);
  }
  s->direction = job->direction == TCFFT_FORWARD ? CLFFT_FORWARD : CLFFT_BACKWARD;
  s->queue = job->stream;
  s->in = job->in;
  s->out = job->out;
  error = make_plan(s, job->problem);
  if (error == CLFFT_SUCCESS) return s;
  destroy(s);
  return tcf_peer_refuse(job, "its plan", error);
}

// A module is not linked to the library, so it cannot call tcf_fail: a failure has no text.
static tcfft_status run(void *context) {
  state *s = context;
  const clfftStatus status =
      clfftEnqueueTransform(s->plan, s->direction, 1, &s->queue, 0, NULL, NULL, &s->in, &s->out, NULL);
  return status == CLFFT_SUCCESS ? TCFFT_SUCCESS : TCFFT_ERROR_DEVICE;
}

static void describe(char *text, size_t cap) {
  cl_uint major = 0, minor = 0, patch = 0;
  clfftGetVersion(&major, &minor, &patch);
  snprintf(text, cap, "clFFT %u.%u.%u", major, minor, patch);
}

extern const tcf_peer tcf_peer_clfft __attribute__((visibility("default")));
const tcf_peer tcf_peer_clfft = TCF_PEER_ON(OPENCL, "clfft", .doubles = 1);
