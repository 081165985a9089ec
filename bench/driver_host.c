// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A row on the host. Every contestant has memory of its own, and the host's clock measures them.
#include "bench/driver_host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/interleaved.h"
#include "bench/verify.h"
#include "core/desc.h"
#include "core/element.h"

enum {
  PARALLEL_COPY = 1 << 20,  // bytes; for less, starting the threads takes longer than the copy
  SAMPLE_POINTS = 1 << 17,  // points of the batch that are compared with the reference
};

typedef struct job {
  tcfft_plan *plan;
  tcf_problem problem;
  tcfft_direction direction;
  int threads;
  size_t in_bytes, out_bytes;
  void *in, *out, *kept;  // kept: the input as it was
} job;

static tcfft_status run_ours(void *context) {
  const job *j = context;
  return tcfft_exec(j->plan, j->in, j->out, j->direction);
}

// A copy that reads and writes as many bytes in all as any transform has to.
typedef struct copy {
  char *from, *to;
  size_t bytes;
  int threads;
} copy;

static tcfft_status run_copy(void *context) {
  const copy *c = context;
#ifdef _OPENMP
  if (c->threads > 1 && c->bytes >= PARALLEL_COPY) {
    const size_t part = c->bytes / (size_t)c->threads + 1;
#pragma omp parallel for num_threads(c->threads)
    for (int t = 0; t < c->threads; t++) {
      const size_t start = part * (size_t)t;
      if (start < c->bytes) memcpy(c->to + start, c->from + start, c->bytes - start < part ? c->bytes - start : part);
    }
    return TCFFT_SUCCESS;
  }
#endif
  memcpy(c->to, c->from, c->bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status out_of_memory(const char *what, size_t bytes) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%s of %zu bytes", what, bytes);
}

static tcfft_status prepare(job *j, const tcfft_desc *d, tcf_bench_row *row) {
  TCF_TRY(tcf_problem_from_desc(&j->problem, d));
  TCF_TRY(tcf_bench_plan(d, 0, &j->plan, row));
  j->direction = tcf_natural_direction(d->kind);
  j->threads = d->threads;
  j->in_bytes = (size_t)tcf_side_bytes(&j->problem, 0);
  j->out_bytes = (size_t)tcf_side_bytes(&j->problem, 1);
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const size_t shared = j->in_bytes > j->out_bytes ? j->in_bytes : j->out_bytes;
  if (!(j->kept = tcf_alloc(j->in_bytes))) return out_of_memory("the input", j->in_bytes);
  if (!(j->in = tcf_alloc(in_place ? shared : j->in_bytes))) return out_of_memory("the input", j->in_bytes);
  if (in_place)
    j->out = j->in;
  else if (!(j->out = tcf_alloc(j->out_bytes)))
    return out_of_memory("the output", j->out_bytes);
  tcf_fill_uniform(j->problem.in_type, j->kept, (int64_t)j->in_bytes / tcf_type_bytes(j->problem.in_type), 1, 1);
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
  if (failed) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "the reference");
  row->rel_l2 = tcf_error_rel_l2(&error);
  row->limit = tcf_bench_limit(j->plan, p);
  row->verified = row->rel_l2 <= row->limit;
  if (!row->verified)
    snprintf(row->why, sizeof row->why, "relative L2 error %.3e, at most %.3e is allowed", row->rel_l2, row->limit);
  return TCFFT_SUCCESS;
}

// Prepares the peers that can do the problem. state[i] is NULL for the others.
static void prepare_peers(const job *j, const tcf_bench_options *o, tcf_bench_row *row, void **state) {
  for (int i = 0; i < o->peer_count; i++) {
    state[i] = NULL;
    if (!tcf_peer_can(o->peers[i], &j->problem)) continue;
    tcf_peer_job asked = {.problem = &j->problem, .direction = j->direction, .threads = j->threads};
    const double start = tcf_now();
    state[i] = o->peers[i]->prepare(&asked);
    row->peer[i].plan_ms = 1e3 * (tcf_now() - start);
    if (!state[i]) memcpy(row->peer[i].why, asked.why, sizeof asked.why);
  }
}

static tcfft_status compete(job *j, const tcf_bench_options *o, void *const *state, copy *c, tcf_bench_row *row) {
  // Repeated transforms in place would let the numbers grow to infinity. Zeros stay zeros and take the same time.
  if (j->problem.placement == TCFFT_IN_PLACE) memset(j->in, 0, j->in_bytes > j->out_bytes ? j->in_bytes : j->out_bytes);
  tcf_contestant contestants[2 + TCF_MAX_PEERS] = {{.run = run_ours, .context = j}, {.run = run_copy, .context = c}};
  int count = 2;
  for (int i = 0; i < o->peer_count; i++)
    if (state[i]) contestants[count++] = (tcf_contestant){.run = o->peers[i]->run, .context = state[i]};
  double times[2 + TCF_MAX_PEERS];
  TCF_TRY(tcf_time_interleaved(contestants, count, &tcf_stopwatch_host, o->seconds, times));
  tcf_bench_figures(row, &j->problem, times[0], times[1]);
  count = 2;
  for (int i = 0; i < o->peer_count; i++) {
    if (!state[i]) continue;
    row->peer[i].timed = 1;
    row->peer[i].ms = 1e3 * times[count];
    row->peer[i].ratio = times[count++] / times[0];
  }
  return TCFFT_SUCCESS;
}

static tcfft_status time_contenders(job *j, const tcf_bench_options *o, tcf_bench_row *row) {
  const size_t moved = (size_t)(tcf_bench_traffic(&j->problem) / 2);
  copy c = {.bytes = moved, .threads = j->threads, .from = tcf_alloc(2 * moved)};
  if (!c.from) return out_of_memory("the copy", 2 * moved);
  memset(c.from, 0, 2 * moved);
  c.to = c.from + moved;
  void *state[TCF_MAX_PEERS];
  prepare_peers(j, o, row, state);
  const tcfft_status status = compete(j, o, state, &c, row);
  for (int i = 0; i < o->peer_count; i++)
    if (state[i]) o->peers[i]->destroy(state[i]);
  free(c.from);
  return status;
}

static tcfft_status measure(job *j, const tcf_bench_options *o, const tcfft_desc *d, tcf_bench_row *row) {
  TCF_TRY(prepare(j, d, row));
  TCF_TRY(verify(j, row));
  return row->verified ? time_contenders(j, o, row) : TCFFT_SUCCESS;
}

tcfft_status tcf_bench_measure_host(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row) {
  job j = {0};
  const tcfft_status status = measure(&j, &bench->options, d, row);
  finish(&j);
  return status;
}
