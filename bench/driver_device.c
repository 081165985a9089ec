// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A row on a device. All contenders use the same buffers and the same stream, and the device's clock measures them. The data
// is made once and stays on the device from row to row.
#include "bench/driver_device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/halves.h"
#include "bench/interleaved.h"
#include "bench/sample.h"
#include "bench/verify.h"
#include "core/desc.h"
#include "core/element.h"
#include "plan/plan.h"

// More rounds than on the host, because the samples are short.
enum { MIN_ROUNDS = 9 };
// The largest relative L2 difference between two correct results of FP32 accuracy, or of FP64.
static double most_difference(const tcf_problem *p) { return p->out_type == TCFFT_F64 ? 2e-6 * 0x1p-29 : 2e-6; }

// One of the libraries that are compared: tcfft (plan) or a peer (peer and state).
typedef struct contender {
  tcf_bench *bench;
  const tcfft_plan *plan;
  const tcf_peer *peer;
  void *state;
  const void *in, *source;  // source: where `in` is copied from, if executions overwrite it
  void *out;
  size_t in_bytes, out_bytes;
  tcfft_direction direction;
  void *values;  // its sample
  double rel_l2;
  tcf_bench_peer *row;
} contender;

typedef struct job {
  tcf_bench *bench;
  tcf_problem problem;
  tcfft_direction direction;
  tcfft_plan *plan;
  tcf_sample sample;
  contender contenders[1 + TCF_MAX_PEERS];  // tcfft, then the peers that can do the problem
  int count;
  tcf_bench_row *row;
} job;

// ------------------------------------------------------------------------------------------------ memory

static void release(tcf_bench *b, void **memory) {
  if (*memory) b->backend->release(b->index, *memory);
  *memory = NULL;
}

static void release_all(tcf_bench *b) {
  release(b, &b->in);
  release(b, &b->out);
  release(b, &b->spare);
  release(b, &b->halves);
  b->bytes = 0;
}

// Makes buffers of at least so many bytes for input and output, and fills the input with numbers of a type.
static tcfft_status provide(tcf_bench *b, size_t bytes, tcfft_type type) {
  if (bytes > b->bytes) {
    release_all(b);
    TCF_TRY(b->backend->alloc(b->index, bytes, &b->in));
    TCF_TRY(b->backend->alloc(b->index, bytes, &b->out));
    free(b->host_in);
    if (!(b->host_in = malloc(bytes))) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "input of %zu bytes", bytes);
    b->bytes = bytes;
    b->filled = 0;
  }
  if (!b->filled || b->type != type) {
    tcf_fill_uniform(type, b->host_in, (int64_t)(b->bytes / (size_t)tcf_type_bytes(type)), 1, 1);
    b->type = type;
    b->filled = b->in_changed = 1;
    release(b, &b->halves);
  }
  if (b->in_changed) TCF_TRY(b->backend->copy_in(b->index, b->in, b->host_in, b->bytes));
  b->in_changed = 0;
  return TCFFT_SUCCESS;
}

static tcfft_status provide_halves(tcf_bench *b) {
  if (b->halves) return TCFFT_SUCCESS;
  const int64_t count = (int64_t)(b->bytes / sizeof(float));
  uint16_t *halves = malloc((size_t)count * sizeof *halves);
  if (!halves) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "FP16 input of %lld numbers", (long long)count);
  tcf_halves_from_floats(halves, b->host_in, count);
  tcfft_status status = b->backend->alloc(b->index, (size_t)count * sizeof *halves, &b->halves);
  if (status == TCFFT_SUCCESS) status = b->backend->copy_in(b->index, b->halves, halves, (size_t)count * sizeof *halves);
  if (status != TCFFT_SUCCESS) release(b, &b->halves);
  free(halves);
  return status;
}

// Sets the imaginary parts of bin 0 and of the Nyquist bin to 0. A half spectrum with others belongs to no real signal, and
// libraries differ in their results for it.
static tcfft_status make_hermitian(job *j) {
  const tcf_problem *p = &j->problem;
  const int64_t n = p->n[0], row = 2 * (n / 2 + 1);  // numbers
  const size_t number = (size_t)tcf_type_bytes(p->in_type);
  if (p->kind != TCFFT_C2R || p->rank > 1 || p->in_stride[0] != 1 || (p->batch > 1 && 2 * p->in_distance != row))
    return TCFFT_SUCCESS;
  char *in = j->bench->in;
  j->bench->in_changed = 1;
  for (int end = 0; end < (n % 2 || n < 2 ? 1 : 2); end++)
    TCF_TRY(j->bench->gpu->fill_rows(in + (size_t)(end ? row - 1 : 1) * number, (size_t)row * number, 0, number,
                                     (size_t)p->batch, NULL));
  return TCFFT_SUCCESS;
}

// Releases the buffers if the next row runs on another device.
static tcfft_status move_to(tcf_bench *b, const tcfft_plan *plan) {
  if (b->backend && (b->backend != plan->backend || b->index != plan->device.index)) release_all(b);
  b->backend = plan->backend;
  b->index = plan->device.index;
  b->gpu = tcf_bench_gpu_for(b->backend->id);
  if (!b->gpu || !b->backend->enter)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "this tcfft was built without benchmarks for %s devices", b->backend->name);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ one contender

static tcfft_status run(void *context) {
  const contender *e = context;
  return e->plan ? tcfft_exec(e->plan, e->in, e->out, e->direction) : e->peer->run(e->state);
}

static tcfft_status refresh(void *context) {
  const contender *e = context;
  return e->bench->gpu->copy(e->bench->spare, e->source, e->in_bytes, NULL);
}

static int writes_input(const contender *e) { return e->in == e->bench->spare; }

static tcfft_status get(const void *context, size_t offset, size_t bytes, void *to) {
  const contender *e = context;
  return e->bench->backend->copy_out(e->bench->index, to, (const char *)e->out + offset, bytes);
}

// Fetches FP16 numbers and returns them as FP32. offset and bytes are those of the FP32 numbers.
static tcfft_status get_halves(const void *context, size_t offset, size_t bytes, void *to) {
  TCF_TRY(get(context, offset / 2, bytes / 2, (char *)to + bytes / 2));
  tcf_halves_expand(to, (int64_t)(bytes / sizeof(float)));
  return TCFFT_SUCCESS;
}

static int has_halves(const contender *e) { return e->peer && e->peer->half; }

// Executes once and fetches the sample. The output is filled with NaNs before, so that elements which are never written
// show.
static tcfft_status try_once(contender *e, const tcf_sample *s, void *values) {
  const tcf_fetch fetch = {.get = has_halves(e) ? get_halves : get, .context = e};
  if (e->out != e->in) TCF_TRY(e->bench->gpu->fill(e->out, 0xff, e->out_bytes, NULL));
  if (writes_input(e)) TCF_TRY(refresh(e));
  TCF_TRY(run(e));
  TCF_TRY(e->bench->backend->sync(e->bench->index, NULL));
  return tcf_sample_take(s, &fetch, values);
}

static tcfft_status no_memory(size_t bytes) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "a sample and its reference in double precision: %zu bytes", bytes);
}

static tcfft_status verify_contender(contender *e, const tcf_sample *s) {
  if (!(e->values = malloc(s->bytes))) return no_memory(s->bytes);
  TCF_TRY(try_once(e, s, e->values));
  return tcf_sample_error(s, e->values, &e->rel_l2) ? no_memory(s->bytes) : TCFFT_SUCCESS;
}

// Assigns a contender its buffers.
static tcfft_status add_contender(job *j, contender *e, int in_place, int spoils) {
  tcf_bench *b = j->bench;
  if ((in_place || spoils) && !b->spare) TCF_TRY(b->backend->alloc(b->index, b->bytes, &b->spare));
  e->bench = b;
  e->direction = j->direction;
  if (has_halves(e)) TCF_TRY(provide_halves(b));
  e->source = has_halves(e) ? b->halves : b->in;
  e->in = in_place || spoils ? b->spare : e->source;
  e->out = in_place ? b->spare : b->out;
  e->in_bytes = (size_t)tcf_side_bytes(&j->problem, 0) / (has_halves(e) ? 2 : 1);
  e->out_bytes = (size_t)tcf_side_bytes(&j->problem, 1) / (has_halves(e) ? 2 : 1);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ verifying

static tcfft_status verify_ours(job *j) {
  contender *e = &j->contenders[j->count++];
  tcf_bench_row *row = j->row;
  e->plan = j->plan;
  TCF_TRY(add_contender(j, e, j->problem.placement == TCFFT_IN_PLACE, 0));
  TCF_TRY(verify_contender(e, &j->sample));
  row->rel_l2 = e->rel_l2;
  row->limit = tcf_bench_limit(j->plan, &j->problem);
  void *again = malloc(j->sample.bytes);
  if (!again) return no_memory(j->sample.bytes);
  const tcfft_status status = try_once(e, &j->sample, again);
  const int same = !memcmp(again, e->values, j->sample.bytes);
  free(again);
  if (!(row->rel_l2 <= row->limit))
    snprintf(row->why, sizeof row->why, "relative L2 error %.3e, at most %.3e is allowed", row->rel_l2, row->limit);
  else if (!same)
    snprintf(row->why, sizeof row->why, "the second execution gives different values than the first");
  row->verified = !*row->why;
  return status;
}

// A transform that is too long for the reference is compared with a peer's result, if the peer's sampled bins are right.
static void cross_check(job *j, const contender *other) {
  tcf_bench_row *row = j->row;
  const double difference = tcf_sample_difference(&j->sample, j->contenders[0].values, other->values);
  const double most = most_difference(&j->problem), allowed = fmax(most, 2 * row->limit);
  if (!j->sample.runs || !(other->rel_l2 <= most) || difference <= allowed || !row->verified) return;
  snprintf(row->why, sizeof row->why, "relative L2 difference %.3e from %s, at most %.3e is allowed", difference,
           other->peer->name, allowed);
  row->verified = 0;
}

// Adds a peer to the contenders. A peer that fails is left out, and the row goes on.
static tcfft_status try_peer(job *j, const tcf_peer *peer, tcf_bench_peer *row) {
  contender *e = &j->contenders[j->count];
  const tcf_peer_use use = j->problem.placement == TCFFT_IN_PLACE ? TCF_PEER_IN_PLACE
                           : peer->use                            ? peer->use(&j->problem)
                                                                  : TCF_PEER_KEEPS_INPUT;
  *e = (contender){.peer = peer, .row = row};
  TCF_TRY(add_contender(j, e, use == TCF_PEER_IN_PLACE, use == TCF_PEER_SPOILS_INPUT));
  tcf_peer_job asked = {.problem = &j->problem, .direction = j->direction, .in = (void *)e->in, .out = e->out};
  const double start = tcf_now();
  e->state = tcf_peer_prepare(peer, j->bench->index, &asked);
  row->plan_ms = 1e3 * (tcf_now() - start);
  if (!e->state) {
    memcpy(row->why, asked.why, sizeof row->why);
    return TCFFT_SUCCESS;
  }
  j->count++;
  if (verify_contender(e, &j->sample) != TCFFT_SUCCESS) {
    snprintf(row->why, sizeof row->why, "%s", tcfft_last_error());
    peer->destroy(e->state);
    free(e->values);
    j->count--;
    return TCFFT_SUCCESS;
  }
  row->rel_l2 = e->rel_l2;
  if (j->sample.large) cross_check(j, e);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ timing

typedef struct copy {
  const tcf_bench *bench;
  size_t bytes;
} copy;

static tcfft_status run_copy(void *context) {
  const copy *c = context;
  return c->bench->gpu->copy(c->bench->out, c->bench->in, c->bytes, NULL);
}

static tcfft_status time_on_device(const void *context, tcfft_status (*body)(void *), void *body_context, double *seconds) {
  const tcf_bench *b = context;
  return b->gpu->time(b->index, body, body_context, NULL, seconds);
}

static tcfft_status time_contenders(job *j) {
  const tcf_stopwatch watch = {
      .time = time_on_device, .context = j->bench, .least = j->bench->gpu->least_sample, .min_rounds = MIN_ROUNDS};
  copy c = {.bench = j->bench, .bytes = (size_t)(tcf_bench_traffic(&j->problem) / 2)};
  tcf_contestant contestants[2 + TCF_MAX_PEERS] = {{.run = run_copy, .context = &c}};
  for (int i = 0; i < j->count; i++) {
    contender *e = &j->contenders[i];
    contestants[1 + i] = (tcf_contestant){.run = run, .refresh = writes_input(e) ? refresh : NULL, .context = e};
  }
  double times[2 + TCF_MAX_PEERS];
  TCF_TRY(tcf_time_interleaved(contestants, 1 + j->count, &watch, j->bench->options.seconds, times));
  tcf_bench_figures(j->row, &j->problem, times[1], times[0]);
  for (int i = 1; i < j->count; i++) {
    tcf_bench_peer *row = j->contenders[i].row;
    row->timed = 1;
    row->ms = 1e3 * times[1 + i];
    row->ratio = times[1 + i] / times[1];
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ a job

static tcfft_status measure_entered(job *j) {
  const tcf_problem *p = &j->problem;
  size_t bytes = (size_t)tcf_bench_traffic(p) / 2;  // of the copy
  for (int side = 0; side < 2; side++)
    if ((size_t)tcf_side_bytes(p, side) > bytes) bytes = (size_t)tcf_side_bytes(p, side);
  TCF_TRY(provide(j->bench, bytes, p->in_type));
  TCF_TRY(make_hermitian(j));
  if (tcf_sample_init(&j->sample, p, j->direction, j->bench->host_in)) return no_memory(j->sample.bytes);
  TCF_TRY(verify_ours(j));
  if (!j->row->verified) return TCFFT_SUCCESS;
  const tcf_bench_options *o = &j->bench->options;
  for (int i = 0; i < o->peer_count; i++)
    if (tcf_peer_can(o->peers[i], p)) TCF_TRY(try_peer(j, o->peers[i], &j->row->peer[i]));
  return j->row->verified ? time_contenders(j) : TCFFT_SUCCESS;
}

static void finish(job *j) {
  j->bench->backend->sync(j->bench->index, NULL);  // also after a failure: work may still be in flight
  for (int i = 0; i < j->count; i++) {
    if (j->contenders[i].state) j->contenders[i].peer->destroy(j->contenders[i].state);
    free(j->contenders[i].values);
  }
  tcf_sample_free(&j->sample);
}

tcfft_status tcf_bench_measure_device(tcf_bench *bench, const tcfft_desc *d, tcf_bench_row *row) {
  job j = {.bench = bench, .direction = tcf_natural_direction(d->kind), .row = row};
  TCF_TRY(tcf_problem_from_desc(&j.problem, d));
  tcf_writer w = {.buf = row->problem, .cap = sizeof row->problem};
  tcf_problem_print(&j.problem, &w);
  TCF_TRY(tcf_bench_plan(d, bench->options.radix, &j.plan, row));
  tcfft_status status = move_to(bench, j.plan);
  int previous;
  if (status == TCFFT_SUCCESS) status = bench->backend->enter(bench->index, &previous);
  if (status == TCFFT_SUCCESS) {
    status = measure_entered(&j);
    finish(&j);
    bench->backend->leave(previous);
  }
  tcfft_plan_destroy(j.plan);
  return status;
}
