// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFTW in one precision, planned with FFTW_MEASURE. Its guru interface supports every layout that a problem can have. The
// including file defines SCALAR, the type; FFTW(name), a name of FFTW's of this precision; and FFTW_TABLE, what this file
// makes.
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/host_buffers.h"

typedef struct state {
  const tcf_fftw *by;
  FFTW(plan) plan;
  tcf_host_buffers at;
} state;

static void destroy(void *s) {
  state *f = s;
  if (f->plan) FFTW(destroy_plan)(f->plan);
  tcf_host_buffers_release(&f->at);
  free(f);
}

static FFTW(plan) make_plan(const tcf_problem *p, tcfft_direction direction, SCALAR *in, SCALAR *out) {
  // Indexed by direction and DCT type.
  static const FFTW(r2r_kind) types[2][4] = {{FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11},
                                             {FFTW_REDFT00, FFTW_REDFT01, FFTW_REDFT10, FFTW_REDFT11}};
  FFTW(iodim64) dims[TCFFT_MAX_RANK], batch = {p->batch, p->in_distance, p->out_distance};
  FFTW(r2r_kind) kinds[TCFFT_MAX_RANK];
  // FFTW's C2R of several axes cannot preserve its input.
  unsigned flags = FFTW_MEASURE;
  if (in != out) flags |= p->kind == TCFFT_C2R && p->rank > 1 ? FFTW_DESTROY_INPUT : FFTW_PRESERVE_INPUT;
  for (int i = 0; i < p->rank; i++) {
    dims[i] = (FFTW(iodim64)){p->n[i], p->in_stride[i], p->out_stride[i]};
    if (p->kind >= TCFFT_DCT1) kinds[i] = types[direction][p->kind - TCFFT_DCT1];
  }
  switch (p->kind) {
    case TCFFT_C2C:
      return FFTW(plan_guru64_dft)(p->rank, dims, 1, &batch, (FFTW(complex) *)in, (FFTW(complex) *)out,
                                   direction == TCFFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, flags);
    case TCFFT_R2C:
      return FFTW(plan_guru64_dft_r2c)(p->rank, dims, 1, &batch, in, (FFTW(complex) *)out, flags);
    case TCFFT_C2R:
      return FFTW(plan_guru64_dft_c2r)(p->rank, dims, 1, &batch, (FFTW(complex) *)in, out, flags);
    default:
      return FFTW(plan_guru64_r2r)(p->rank, dims, 1, &batch, in, out, kinds, flags);
  }
}

static void *prepare(tcf_peer_job *job) {
  const tcf_problem *p = job->problem;
#ifdef TCF_HAVE_FFTW_THREADS
  static int initialised;
  if (job->threads > 1 && !initialised) initialised = FFTW(init_threads)();
  if (initialised) FFTW(plan_with_nthreads)(job->threads > 1 ? job->threads : 1);
#endif
  snprintf(job->why, sizeof job->why, "it makes no plan");
  state *f = calloc(1, sizeof *f);
  if (f) f->by = &FFTW_TABLE;
  if (f && tcf_host_buffers_take(&f->at, job)) f->plan = make_plan(p, job->direction, f->at.in, f->at.out);
  if (f && f->plan) {
    tcf_host_buffers_fill(&f->at, p->kind == TCFFT_C2R && p->rank > 1);
    return f;
  }
  if (f) tcf_host_buffers_release(&f->at);
  free(f);
  return NULL;
}

static tcfft_status run(void *s) {
  FFTW(execute)(((state *)s)->plan);
  return TCFFT_SUCCESS;
}

const tcf_fftw FFTW_TABLE = {.prepare = prepare, .run = run, .destroy = destroy};
