// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/trial.h"

#include <stdlib.h>
#include <string.h>

#include "bench/halves.h"
#include "core/element.h"
#include "core/registry.h"

static size_t side_bytes(const tcf_problem *p, int output) { return (size_t)tcf_side_bytes(p, output); }

static tcfft_status no_memory(const tcf_trial *t) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "data and reference of %lld points",
                  (long long)tcf_problem_points(&t->problem));
}

tcfft_status tcf_trial_begin(tcf_trial *t, const tcf_problem *p, tcf_input input, double range) {
  *t = (tcf_trial){.problem = *p, .direction = tcf_natural_direction(p->kind)};
  t->in = malloc(side_bytes(p, 0));
  t->out = malloc(side_bytes(p, 1));
  t->reference = malloc(tcf_reference_bytes(p));
  if (!t->in || !t->out || !t->reference) return no_memory(t);
  TCF_TRY(tcf_fill_input(input, p, range, t->in));
  return tcf_reference_batch(p, t->direction, t->in, t->reference) ? no_memory(t) : TCFFT_SUCCESS;
}

void tcf_trial_end(tcf_trial *t) {
  free(t->in);
  free(t->out);
  free(t->reference);
}

static void poison(tcf_trial *t) { memset(t->out, 0xff, side_bytes(&t->problem, 1)); }

static tcfft_status compare(tcf_trial *t, tcf_error *error) {
  *error = (tcf_error){0};
  return tcf_error_compare(error, &t->problem, t->direction, t->out, t->reference) ? no_memory(t) : TCFFT_SUCCESS;
}

tcfft_status tcf_trial_ours(tcf_trial *t, const tcfft_plan *plan, tcf_error *error) {
  poison(t);
  TCF_TRY(tcfft_exec_host(plan, t->in, t->out, t->direction));
  return compare(t, error);
}

// ------------------------------------------------------------------------------------------------ a peer

// A peer's input or output.
typedef struct place {
  const tcf_backend *backend;
  int device, half;
  void *numbers;  // in host memory, floats or doubles
  size_t bytes;   // of them, then of what the peer gets
  int64_t count;
  void *memory, *halves;
} place;

static tcfft_status provide(place *s) {
  s->count = (int64_t)(s->bytes / sizeof(float));
  if (s->half) s->bytes = (size_t)s->count * sizeof(uint16_t);
  if (s->half && !(s->halves = malloc(s->bytes))) {
    tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "FP16 data of %zu bytes", s->bytes);
    return TCFFT_ERROR_OUT_OF_MEMORY;
  }
  return s->backend->alloc(s->device, s->bytes, &s->memory);
}

static void release(place *s) {
  if (s->memory) s->backend->release(s->device, s->memory);
  free(s->halves);
}

// A backend without copies works on host memory.
static tcfft_status copy_in(place *s) {
  const void *from = s->half ? s->halves : s->numbers;
  if (s->half) tcf_halves_from_floats(s->halves, s->numbers, s->count);
  if (s->backend->copy_in) return s->backend->copy_in(s->device, s->memory, from, s->bytes);
  memcpy(s->memory, from, s->bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status copy_out(place *s) {
  void *to = s->half ? s->halves : s->numbers;
  if (s->backend->copy_out)
    TCF_TRY(s->backend->copy_out(s->device, to, s->memory, s->bytes));
  else
    memcpy(to, s->memory, s->bytes);
  if (s->half) tcf_halves_to_floats(s->numbers, s->halves, s->count);
  return TCFFT_SUCCESS;
}

static tcfft_status execute(tcf_trial *t, const tcf_peer *peer, place *in, place *out) {
  TCF_TRY(provide(in));
  TCF_TRY(provide(out));
  tcf_peer_job job = {.problem = &t->problem, .direction = t->direction, .in = in->memory, .out = out->memory};
  void *state = tcf_peer_prepare(peer, in->device, &job);
  if (!state) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s: %s", peer->name, job.why);
  tcfft_status status = copy_in(in);  // after planning, which may overwrite both
  if (status == TCFFT_SUCCESS) status = copy_in(out);
  if (status == TCFFT_SUCCESS) status = peer->run(state);
  if (status == TCFFT_SUCCESS && in->backend->sync) status = in->backend->sync(in->device, NULL);
  if (status == TCFFT_SUCCESS) status = copy_out(out);
  peer->destroy(state);
  return status;
}

tcfft_status tcf_trial_peer(tcf_trial *t, const tcf_peer *peer, int device, tcf_error *error) {
  const tcf_problem *p = &t->problem;
  const tcf_backend *backend = tcf_backend_for(peer->backend);
  if (!tcf_peer_can(peer, p)) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s cannot do this problem", peer->name);
  place in = {.backend = backend, .device = device, .half = peer->half, .numbers = t->in, .bytes = side_bytes(p, 0)};
  place out = {.backend = backend, .device = device, .half = peer->half, .numbers = t->out, .bytes = side_bytes(p, 1)};
  poison(t);
  int previous = 0;
  if (backend->enter) TCF_TRY(backend->enter(device, &previous));
  const tcfft_status status = execute(t, peer, &in, &out);
  release(&in);
  release(&out);
  if (backend->enter) backend->leave(previous);
  TCF_TRY(status);
  return compare(t, error);
}
