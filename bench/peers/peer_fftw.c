// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFTW in single precision, planned with FFTW_MEASURE. Its guru interface supports every layout that a problem can have.
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/peer.h"
#include "bench/verify.h"

typedef struct state {
  fftwf_plan plan;
  float *in, *out;  // the same memory for transforms in place
  int given;        // the memory is the caller's
} state;

static int can(const tcf_problem *p) {
  (void)p;
  return 1;
}

static void destroy(void *s) {
  state *f = s;
  if (f->plan) fftwf_destroy_plan(f->plan);
  if (!f->given && f->out != f->in) fftwf_free(f->out);
  if (!f->given) fftwf_free(f->in);
  free(f);
}

static fftwf_plan make_plan(const tcf_problem *p, tcfft_direction direction, float *in, float *out) {
  // Indexed by direction and DCT type.
  static const fftwf_r2r_kind types[2][4] = {{FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11},
                                             {FFTW_REDFT00, FFTW_REDFT01, FFTW_REDFT10, FFTW_REDFT11}};
  fftwf_iodim64 dims[TCFFT_MAX_RANK], batch = {p->batch, p->in_distance, p->out_distance};
  fftwf_r2r_kind kinds[TCFFT_MAX_RANK];
  // FFTW's C2R of several axes cannot preserve its input.
  unsigned flags = FFTW_MEASURE;
  if (in != out) flags |= p->kind == TCFFT_C2R && p->rank > 1 ? FFTW_DESTROY_INPUT : FFTW_PRESERVE_INPUT;
  for (int i = 0; i < p->rank; i++) {
    dims[i] = (fftwf_iodim64){p->n[i], p->in_stride[i], p->out_stride[i]};
    if (p->kind >= TCFFT_DCT1) kinds[i] = types[direction][p->kind - TCFFT_DCT1];
  }
  switch (p->kind) {
    case TCFFT_C2C:
      return fftwf_plan_guru64_dft(p->rank, dims, 1, &batch, (fftwf_complex *)in, (fftwf_complex *)out,
                                   direction == TCFFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, flags);
    case TCFFT_R2C:
      return fftwf_plan_guru64_dft_r2c(p->rank, dims, 1, &batch, in, (fftwf_complex *)out, flags);
    case TCFFT_C2R:
      return fftwf_plan_guru64_dft_c2r(p->rank, dims, 1, &batch, (fftwf_complex *)in, out, flags);
    default:
      return fftwf_plan_guru64_r2r(p->rank, dims, 1, &batch, in, out, kinds, flags);
  }
}

static void *prepare(tcf_peer_job *job) {
  const tcf_problem *p = job->problem;
#ifdef TCF_HAVE_FFTW_THREADS
  static int initialised;
  if (job->threads > 1 && !initialised) initialised = fftwf_init_threads();
  if (initialised) fftwf_plan_with_nthreads(job->threads > 1 ? job->threads : 1);
#endif
  snprintf(job->why, sizeof job->why, "it makes no plan");
  state *f = calloc(1, sizeof *f);
  if (!f) return NULL;
  const int in_place = p->placement == TCFFT_IN_PLACE;
  const int64_t in_floats = tcf_problem_span(p, 0) * (tcf_kind_complex_in(p->kind) ? 2 : 1);
  const int64_t out_floats = tcf_problem_span(p, 1) * (tcf_kind_complex_out(p->kind) ? 2 : 1);
  const int64_t shared = in_floats > out_floats ? in_floats : out_floats;
  if (job->in) {
    *f = (state){.in = job->in, .out = job->out, .given = 1};
  } else {
    f->in = fftwf_malloc((size_t)(in_place ? shared : in_floats) * sizeof *f->in);
    f->out = in_place ? f->in : fftwf_malloc((size_t)out_floats * sizeof *f->out);
  }
  if (f->in && f->out) f->plan = make_plan(p, job->direction, f->in, f->out);
  if (!f->plan) {
    destroy(f);
    return NULL;
  }
  if (f->given) return f;
  // Planning has overwritten both. Repeated transforms that destroy their input would let the numbers grow to infinity, so
  // these get zeros, which take the same time.
  if (in_place || (p->kind == TCFFT_C2R && p->rank > 1))
    memset(f->in, 0, (size_t)in_floats * sizeof *f->in);
  else
    tcf_fill_uniform(f->in, in_floats, 1, 1);
  if (!in_place) memset(f->out, 0, (size_t)out_floats * sizeof *f->out);
  return f;
}

static tcfft_status run(void *s) {
  fftwf_execute(((state *)s)->plan);
  return TCFFT_SUCCESS;
}

static void describe(char *text, size_t cap) { snprintf(text, cap, "%s", fftwf_version); }

extern const tcf_peer tcf_peer_fftw;
const tcf_peer tcf_peer_fftw = {
    .name = "fftw",
    .backend = TCFFT_BACKEND_HOST,
    .can = can,
    .prepare = prepare,
    .run = run,
    .destroy = destroy,
    .describe = describe,
};
