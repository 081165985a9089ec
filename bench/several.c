// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/several.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/interleaved.h"
#include "bench/peers/peer.h"
#include "bench/peers/several.h"
#include "bench/verify.h"
#include "core/desc.h"
#include "core/element.h"
#include "core/registry.h"

enum { MOST = 16 };

typedef struct several {
  tcf_problem problem;
  tcfft_direction direction;
  const tcf_backend *backend;
  int devices[MOST], count;
  tcfft_plan *plan[3];            // transposed, natural, one device
  void *in[2][MOST], *out[MOST];  // of plans on several devices, by the order of the input; large enough for either order
  void *one_in, *one_out;         // on the first device
  float *host_in, *host_out, *expected;
  const tcf_peer *cufft;
  void *cufft_state;
  const tcf_several_peer *xt;
  void *xt_state;
  tcf_several_row *row;
} several;

typedef struct contender {
  several *s;
  int which;
} contender;

// ------------------------------------------------------------------------------------------------ one execution

static int input_of(const several *s, int which) { return which == TCF_SEVERAL_TRANSPOSED && s->problem.kind == TCFFT_C2R; }

static tcfft_status run(void *context) {
  const contender *c = context;
  several *s = c->s;
  const int first = s->devices[0];
  int previous;
  if (c->which <= TCF_SEVERAL_NATURAL) {
    TCF_TRY(tcfft_exec(s->plan[c->which], s->in[input_of(s, c->which)], s->out, s->direction));
    return tcfft_dist_wait(s->plan[c->which]);
  }
  if (c->which == TCF_SEVERAL_XT) return s->xt->run(s->xt_state);
  if (c->which == TCF_SEVERAL_ONE) {
    TCF_TRY(tcfft_exec(s->plan[TCF_SEVERAL_ONE], s->one_in, s->one_out, s->direction));
    return s->backend->sync(first, NULL);
  }
  TCF_TRY(s->backend->enter(first, &previous));
  const tcfft_status status = s->cufft->run(s->cufft_state);
  s->backend->leave(previous);
  TCF_TRY(status);
  return s->backend->sync(first, NULL);
}

static tcfft_status refresh(void *context) {
  const contender *c = context;
  return c->which == TCF_SEVERAL_XT ? c->s->xt->refresh(c->s->xt_state) : TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ preparing

static tcfft_status make_data(several *s) {
  const size_t in = (size_t)tcf_side_bytes(&s->problem, 0), out = (size_t)tcf_side_bytes(&s->problem, 1);
  s->host_in = malloc(in);
  s->host_out = malloc(out);
  s->expected = malloc(out);
  if (!s->host_in || !s->host_out || !s->expected)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes of host memory", in + 2 * out);
  tcf_fill_uniform(TCFFT_F32, s->host_in, (int64_t)(in / sizeof(float)), 1, 1);
  return TCFFT_SUCCESS;
}

static tcfft_status prepare_one(several *s, const tcfft_desc *d) {
  tcfft_desc one = *d;
  char index[16];
  snprintf(index, sizeof index, "%d", s->devices[0]);
  one.backend = TCFFT_BACKEND_CUDA;
  one.device = index;
  const size_t in = (size_t)tcf_side_bytes(&s->problem, 0), out = (size_t)tcf_side_bytes(&s->problem, 1);
  TCF_TRY(s->backend->alloc(s->devices[0], in, &s->one_in));
  TCF_TRY(s->backend->alloc(s->devices[0], out, &s->one_out));
  TCF_TRY(tcfft_plan_create(&s->plan[TCF_SEVERAL_ONE], &one));
  TCF_TRY(s->backend->copy_in(s->devices[0], s->one_in, s->host_in, in));
  TCF_TRY(run(&(contender){s, TCF_SEVERAL_ONE}));
  return s->backend->copy_out(s->devices[0], s->expected, s->one_out, out);
}

static double difference(const float *a, const float *b, size_t count) {
  double error = 0, norm = 0;
  for (size_t i = 0; i < count; i++) {
    const double d = (double)a[i] - (double)b[i];
    error += d * d;
    norm += (double)b[i] * (double)b[i];
  }
  return sqrt(error / norm);
}

// The parts of the two orders are of different sizes where they do not divide: the larger one serves both.
static tcfft_status allocate(several *s, tcfft_side side, void **memory) {
  for (int i = 0; i < s->count; i++) {
    int64_t bytes = 0;
    for (int k = 0; k < 2; k++) {
      tcfft_dist_part part = {.size = sizeof part};
      if (!s->plan[k]) continue;
      TCF_TRY(tcfft_dist_layout(s->plan[k], side, i, &part));
      if (part.bytes > bytes) bytes = part.bytes;
    }
    TCF_TRY(s->backend->alloc(s->devices[i], (size_t)bytes, &memory[i]));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status prepare_several(several *s, const tcfft_desc *d, const char *devices) {
  for (int which = 0; which <= TCF_SEVERAL_NATURAL; which++) {
    tcfft_desc own = *d;
    own.devices = devices;
    own.device = NULL;
    own.backend = TCFFT_BACKEND_CUDA;
    const int transposed = which == TCF_SEVERAL_TRANSPOSED;
    own.in_order = transposed && d->kind == TCFFT_C2R ? TCFFT_ORDER_TRANSPOSED : TCFFT_ORDER_NATURAL;
    own.out_order = transposed && d->kind != TCFFT_C2R ? TCFFT_ORDER_TRANSPOSED : TCFFT_ORDER_NATURAL;
    TCF_TRY(tcfft_plan_create(&s->plan[which], &own));
    s->row->predicted[which] = 1e3 * tcfft_plan_predicted_time(s->plan[which]);
  }
  TCF_TRY(allocate(s, TCFFT_SIDE_OUT, s->out));
  for (int order = 0; order < (d->kind == TCFFT_C2R ? 2 : 1); order++) {
    TCF_TRY(allocate(s, TCFFT_SIDE_IN, s->in[order]));
    const tcfft_plan *plan = s->plan[order ? TCF_SEVERAL_TRANSPOSED : TCF_SEVERAL_NATURAL];
    TCF_TRY(tcfft_dist_scatter(plan, TCFFT_SIDE_IN, s->host_in, s->in[order]));
  }
  const size_t bytes = (size_t)tcf_side_bytes(&s->problem, 1);
  for (int which = 0; which <= TCF_SEVERAL_NATURAL; which++) {
    memset(s->host_out, 0xff, bytes);
    TCF_TRY(tcfft_dist_scatter(s->plan[which], TCFFT_SIDE_OUT, s->host_out, s->out));
    TCF_TRY(run(&(contender){s, which}));
    TCF_TRY(tcfft_dist_gather(s->plan[which], TCFFT_SIDE_OUT, s->host_out, s->out));
    s->row->difference[which] = difference(s->host_out, s->expected, bytes / sizeof(float));
  }
  return TCFFT_SUCCESS;
}

// Where a peer cannot take part the row goes on without it.
static void prepare_peers(several *s, int with_xt) {
  char *why = s->row->why[TCF_SEVERAL_CUFFT], *xt_why = s->row->why[TCF_SEVERAL_XT];
  const size_t cap = sizeof s->row->why[0];
  int previous;
  s->cufft = tcf_peer_find("cufft", TCFFT_BACKEND_CUDA, why, cap);
  if (s->cufft && tcf_peer_can(s->cufft, &s->problem) && s->backend->enter(s->devices[0], &previous) == TCFFT_SUCCESS) {
    tcf_peer_job job = {.problem = &s->problem, .direction = s->direction, .in = s->one_in, .out = s->one_out};
    s->cufft_state = tcf_peer_prepare(s->cufft, s->devices[0], &job);
    snprintf(why, cap, "%s", s->cufft_state ? "" : job.why);
    s->backend->leave(previous);
  }
  snprintf(xt_why, cap, "not asked for");
#ifdef TCF_HAVE_CUFFT
  s->xt = tcf_several_peer_cufft_xt();
  if (with_xt) s->xt_state = s->xt->prepare(&s->problem, s->devices, s->count, s->host_in, xt_why, cap);
#else
  if (with_xt) snprintf(xt_why, cap, "this tcfft was built without cuFFT");
#endif
}

static void release(several *s) {
  if (s->xt_state) s->xt->destroy(s->xt_state);
  if (s->cufft_state) s->cufft->destroy(s->cufft_state);
  for (int i = 0; i < s->count; i++) {
    s->backend->release(s->devices[i], s->in[0][i]);
    s->backend->release(s->devices[i], s->in[1][i]);
    s->backend->release(s->devices[i], s->out[i]);
  }
  s->backend->release(s->devices[0], s->one_in);
  s->backend->release(s->devices[0], s->one_out);
  for (int i = 0; i < 3; i++) tcfft_plan_destroy(s->plan[i]);
  free(s->host_in);
  free(s->host_out);
  free(s->expected);
}

// ------------------------------------------------------------------------------------------------ timing

static tcfft_status time_all(several *s, double seconds) {
  const int present[TCF_SEVERAL_CONTENDERS] = {1, 1, 1, s->cufft_state != NULL, s->xt_state != NULL};
  contender contenders[TCF_SEVERAL_CONTENDERS];
  tcf_contestant contestants[TCF_SEVERAL_CONTENDERS];
  double times[TCF_SEVERAL_CONTENDERS];
  int count = 0;
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) {
    if (!present[i]) continue;
    contenders[count] = (contender){s, i};
    contestants[count] = (tcf_contestant){.run = run, .refresh = refresh, .context = &contenders[count]};
    count++;
  }
  tcf_stopwatch watch = tcf_stopwatch_host;
  watch.min_rounds = 9;
  TCF_TRY(tcf_time_interleaved(contestants, count, &watch, seconds, times));
  for (int i = 0; i < count; i++) s->row->ms[contenders[i].which] = 1e3 * times[i];
  return TCFFT_SUCCESS;
}

tcfft_status tcf_bench_several(const tcfft_desc *d, const char *devices, int with_xt, double seconds, tcf_several_row *row) {
  several s = {.row = row, .direction = tcf_natural_direction(d->kind), .backend = tcf_backend_for(TCFFT_BACKEND_CUDA)};
  int64_t index[MOST];
  *row = (tcf_several_row){0};
  s.count = tcf_parse_list(devices, ',', index, MOST);
  if (s.count < 1) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "--devices %s is no list such as 0,1", devices);
  if (!s.backend) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "this tcfft was built without CUDA");
  for (int i = 0; i < s.count; i++) s.devices[i] = (int)index[i];
  TCF_TRY(tcf_problem_from_desc(&s.problem, d));
  tcfft_status status = make_data(&s);
  if (status == TCFFT_SUCCESS) status = prepare_one(&s, d);
  if (status == TCFFT_SUCCESS) status = prepare_several(&s, d, devices);
  if (status == TCFFT_SUCCESS) prepare_peers(&s, with_xt);
  if (status == TCFFT_SUCCESS) status = time_all(&s, seconds);
  char why[TCF_ERROR_TEXT];
  snprintf(why, sizeof why, "%s", tcfft_last_error());
  release(&s);
  return status == TCFFT_SUCCESS ? status : tcf_fail(status, "%s", why);
}
