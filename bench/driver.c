// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "driver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desc.h"
#include "memory.h"
#include "verify.h"

enum {
  MAX_ROUNDS = 400,
  MIN_ROUNDS = 5,
  PARALLEL_COPY = 1 << 20,  // bytes; below, starting the threads takes longer than the copy
  SAMPLE_POINTS = 1 << 17,  // of the batch, in the double-precision reference
};

// Shorter than this a sample would measure the clock.
static const double sample_seconds = 2e-3;

// What is repeated: tcfft, the peer, the copy.
typedef struct contestant {
  void (*run)(void *context);
  void *context;
  int64_t repeats;  // executions a sample
  double samples[MAX_ROUNDS];
} contestant;

typedef struct job {
  tcfft_plan *plan;
  tcf_problem problem;
  tcfft_direction direction;
  int threads;
  size_t in_bytes, out_bytes;
  void *in, *out, *kept;  // kept: the input as it was
  tcfft_status status;
} job;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_ours(void *context) {
  job *j = context;
  const tcfft_status status = tcfft_exec(j->plan, j->in, j->out, j->direction);
  if (status != TCFFT_SUCCESS) j->status = status;
}

// Reads and writes as many bytes as the transform at least has to. In place it moves one half onto the other.
typedef struct copy {
  char *from, *to;
  size_t bytes;
  int threads;
} copy;

static void run_copy(void *context) {
  const copy *c = context;
#ifdef _OPENMP
  if (c->threads > 1 && c->bytes >= PARALLEL_COPY) {
    const size_t part = c->bytes / (size_t)c->threads + 1;
#pragma omp parallel for num_threads(c->threads)
    for (int t = 0; t < c->threads; t++) {
      const size_t start = part * (size_t)t;
      if (start < c->bytes) memcpy(c->to + start, c->from + start, c->bytes - start < part ? c->bytes - start : part);
    }
    return;
  }
#endif
  memcpy(c->to, c->from, c->bytes);
}

// The first execution is not timed: it finds the caches full of the others' data, which says more about them than about
// itself.
static double sample(const contestant *c) {
  c->run(c->context);
  const double start = now();
  for (int64_t i = 0; i < c->repeats; i++) c->run(c->context);
  return (now() - start) / (double)c->repeats;
}

static void calibrate(contestant *c) {
  c->repeats = 1;
  c->run(c->context);  // pays for page faults
  for (double t; (t = sample(c)) * (double)c->repeats < sample_seconds && c->repeats < 1 << 20;) {
    const double wanted = 1.2 * sample_seconds / fmax(t, 1e-9);
    c->repeats = wanted > 2 * (double)c->repeats ? (int64_t)wanted : 2 * c->repeats;
  }
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *v, int n) {
  qsort(v, (size_t)n, sizeof *v, ascending);
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

// A B C A B C ... until the time is over; every contestant's median goes to times.
static void take_turns(contestant *c, int count, double seconds, double *times) {
  for (int i = 0; i < count; i++) calibrate(&c[i]);
  const double end = now() + seconds;
  int rounds = 0;
  while (rounds < MAX_ROUNDS && (rounds < MIN_ROUNDS || now() < end)) {
    for (int i = 0; i < count; i++) c[i].samples[rounds] = sample(&c[i]);
    rounds++;
  }
  for (int i = 0; i < count; i++) times[i] = median(c[i].samples, rounds);
}

// ------------------------------------------------------------------------------------------------ a job

static tcfft_status out_of_memory(const char *what, size_t bytes) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%s of %zu bytes", what, bytes);
}

static int64_t floats_of(const tcf_problem *p, int output) {
  const int is_complex = output ? tcf_kind_complex_out(p->kind) : tcf_kind_complex_in(p->kind);
  return tcf_problem_span(p, output) * (is_complex ? 2 : 1);
}

static tcfft_status prepare(job *j, const tcfft_desc *d) {
  TCF_TRY(tcf_problem_from_desc(&j->problem, d));
  TCF_TRY(tcfft_plan_create(&j->plan, d));
  j->direction = tcf_natural_direction(d->kind);
  j->threads = d->threads;
  j->in_bytes = (size_t)floats_of(&j->problem, 0) * sizeof(float);
  j->out_bytes = (size_t)floats_of(&j->problem, 1) * sizeof(float);
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const size_t shared = j->in_bytes > j->out_bytes ? j->in_bytes : j->out_bytes;
  if (!(j->kept = tcf_alloc(j->in_bytes))) return out_of_memory("the input", j->in_bytes);
  if (!(j->in = tcf_alloc(in_place ? shared : j->in_bytes))) return out_of_memory("the input", j->in_bytes);
  if (in_place)
    j->out = j->in;
  else if (!(j->out = tcf_alloc(j->out_bytes)))
    return out_of_memory("the output", j->out_bytes);
  tcf_fill_uniform(j->kept, floats_of(&j->problem, 0), 1, 1);
  memset(j->out, 0xff, in_place ? shared : j->out_bytes);  // NaNs show what is never written
  memcpy(j->in, j->kept, j->in_bytes);
  return TCFFT_SUCCESS;
}

static void finish(job *j) {
  tcfft_plan_destroy(j->plan);
  if (j->out != j->in) free(j->out);
  free(j->in);
  free(j->kept);
}

static tcfft_status verify(job *j, tcf_bench_row *row) {
  const tcf_problem *p = &j->problem;
  TCF_TRY(tcfft_exec_host(j->plan, j->in, j->out, j->direction));
  const int64_t wanted = SAMPLE_POINTS / tcf_problem_points(p) + 1, step = p->batch > wanted ? p->batch / wanted : 1;
  tcf_error error = {0};
  int failed = tcf_error_add(&error, p, j->direction, j->kept, j->out, 0, step);
  if (!failed && (p->batch - 1) % step) failed = tcf_error_add(&error, p, j->direction, j->kept, j->out, p->batch - 1, 1);
  if (failed) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "the double-precision reference");
  row->rel_l2 = tcf_error_rel_l2(&error);
  row->limit = fmax(tcf_error_limit(p), p->tolerance);
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR && p->split != TCFFT_SPLIT_SPLIT2)
    row->limit = fmax(row->limit, tcfft_plan_error_bound(j->plan));  // asked for by name, less accurate by design
  row->verified = row->rel_l2 <= row->limit;
  return TCFFT_SUCCESS;
}

// Bytes that any transform has to read and write.
static double traffic(const tcf_problem *p) {
  double in = tcf_kind_complex_in(p->kind) ? 8 : 4, out = tcf_kind_complex_out(p->kind) ? 8 : 4;
  for (int i = 0; i < p->rank; i++) {
    in *= (double)tcf_problem_in_length(p, i);
    out *= (double)tcf_problem_out_length(p, i);
  }
  return (in + out) * (double)p->batch;
}

static tcfft_status compete(job *j, const tcf_peer *peer, void *peer_state, double seconds, tcf_bench_row *row) {
  const tcf_problem *p = &j->problem;
  const size_t moved = (size_t)(traffic(p) / 2);
  copy c = {.bytes = moved, .threads = j->threads, .from = tcf_alloc(2 * moved)};
  contestant *contestants = calloc(3, sizeof *contestants);
  if (!c.from || !contestants) {
    free(c.from);
    free(contestants);
    return out_of_memory("the copy", 2 * moved);
  }
  memset(c.from, 0, 2 * moved);
  c.to = c.from + moved;
  // Repeated in place, numbers would grow into infinities; zeros stay.
  if (p->placement == TCFFT_IN_PLACE) memset(j->in, 0, j->in_bytes > j->out_bytes ? j->in_bytes : j->out_bytes);
  contestants[0].run = run_ours;
  contestants[0].context = j;
  contestants[1].run = run_copy;
  contestants[1].context = &c;
  if (peer_state) {
    contestants[2].run = peer->run;
    contestants[2].context = peer_state;
  }
  double times[3];
  take_turns(contestants, peer_state ? 3 : 2, seconds, times);
  const double points = (double)tcf_problem_points(p);
  const double flops = (p->kind == TCFFT_C2C ? 5 : 2.5) * points * log2(points) * (double)p->batch;
  row->ms = 1e3 * times[0];
  row->gbps = 1e-9 * traffic(p) / times[0];
  row->copy_share = times[1] / times[0];
  row->gflops = 1e-9 * flops / times[0];
  if (peer_state) {
    row->peer = peer->name;
    row->peer_ms = 1e3 * times[2];
    row->peer_ratio = times[2] / times[0];
  }
  free(c.from);
  free(contestants);
  return j->status;
}

static tcfft_status measure(job *j, const tcfft_desc *d, const tcf_peer *peer, double seconds, tcf_bench_row *row) {
  TCF_TRY(prepare(j, d));
  TCF_TRY(tcfft_plan_problem(j->plan, row->problem, sizeof row->problem));
  TCF_TRY(verify(j, row));
  if (!row->verified) return TCFFT_SUCCESS;
  void *state = NULL;
  if (peer && peer->can(&j->problem)) state = peer->prepare(&j->problem, j->direction, j->threads);
  const tcfft_status status = compete(j, peer, state, seconds, row);
  if (state) peer->destroy(state);
  return status;
}

tcfft_status tcf_bench_measure(const tcfft_desc *d, const tcf_peer *peer, double seconds, tcf_bench_row *row) {
  *row = (tcf_bench_row){0};
  // An executor with memory of its own needs its buffers and its clock here: none of them can be timed by a host clock
  // alone.
  if (d->backend != TCFFT_BACKEND_HOST)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "benchmarks run on the host executor only; this plan is for another");
  job j = {0};
  const tcfft_status status = measure(&j, d, peer, seconds, row);
  finish(&j);
  return status;
}
