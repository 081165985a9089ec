// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Creates and destroys plans on several devices and of ranks.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "base/process.h"
#include "several/check.h"
#include "several/group.h"
#include "several/messages.h"
#include "several/model.h"
#include "several/parts.h"
#include "several/ranks.h"
#include "several/real.h"
#include "several/several.h"
#include "several/twiddles.h"

// ------------------------------------------------------------------------------------------------ the list of devices

static tcfft_status check_list(const char *list, const int64_t *index, int count) {
  if (count < 1 || count > TCF_SEVERAL_MOST)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "devices = \"%.80s\" is no list of 1 to %d device numbers such as \"0,1\"",
                    list, TCF_SEVERAL_MOST);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++)
      if (index[i] == index[k])
        return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "devices = \"%.80s\" has device %" PRId64 " twice", list, index[i]);
  return TCFFT_SUCCESS;
}

static tcfft_status find_devices(tcf_several *s, const char *list, const tcf_device *alike) {
  int64_t index[TCF_SEVERAL_MOST];
  const int count = tcf_parse_list(list, ',', index, TCF_SEVERAL_MOST);
  int there = 0;
  TCF_TRY(check_list(list, index, count));
  if (!alike) TCF_TRY(s->backend->count(&there));
  for (int i = 0; i < count; i++) {
    if (!alike && (index[i] < 0 || index[i] >= there))
      return tcf_fail(TCFFT_ERROR_NO_DEVICE, "devices = \"%.80s\": there is no cuda device %" PRId64 ", but %d of them",
                      list, index[i], there);
    if (alike)
      s->member[i].device = *alike;
    else
      TCF_TRY(s->backend->query((int)index[i], &s->member[i].device));
    s->member[i].device.index = (int)index[i];
    s->member[i].position = i;
  }
  s->count = count;
  return TCFFT_SUCCESS;
}

static tcfft_status check_backend(const tcf_backend *backend) {
  if (!backend || backend->peers) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "devices: the %s backend has plans on one device alone", backend->name);
}

static tcfft_status list_devices(tcf_several *s, const tcfft_desc *d, const tcf_device *alike) {
  if (d->device)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT,
                    "device = \"%.80s\" and devices = \"%.80s\": one of them names the devices", d->device, d->devices);
  TCF_TRY(check_backend(s->backend));
  return find_devices(s, d->devices, alike);
}

// A rank copies rows within the memory of its device, which takes the functions that devices have for each other.
static tcfft_status take_rank(tcf_several *s, const tcfft_desc *d, const tcf_device *device) {
  if (d->devices && *d->devices)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT,
                    "devices = \"%.80s\" and comm: each rank has one device, which `device` names", d->devices);
  if (device->backend == TCFFT_BACKEND_OPENCL)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "comm: ranks are on the host or on CUDA devices, not on %s",
                    tcf_backend_name(device->backend));
  TCF_TRY(tcf_ranks_take_comm(&s->comm, d->comm));
  s->member[0].device = *device;
  s->member[0].position = s->comm.rank;
  s->count = 1;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ plans of the passes

const tcfft_plan *tcf_several_part_of(const tcf_several_member *m, int step, int64_t units) {
  for (int i = 0; i < m->parts; i++)
    if (m->part[i].step == step && m->part[i].units == units) return m->part[i].plan;
  return NULL;
}

static int passes_of(const tcf_flow *f) {
  int passes = 0;
  for (int i = 0; i < f->steps; i++) passes += tcf_step_plans(&f->step[i]);
  return passes;
}

// Squared errors of the passes add up.
static double tolerance_of(const tcf_flow *f) { return f->problem.tolerance / sqrt(passes_of(f)); }

static tcfft_status add_part(tcf_several *s, int member, int step, int64_t units, const tcf_plan_options *options) {
  tcf_several_member *m = &s->member[member];
  const tcf_step *st = &s->flow.step[step];
  tcf_problem problem;
  if (!units || tcf_several_part_of(m, step, units)) return TCFFT_SUCCESS;
  TCF_TRY(
      tcf_part_problem(&problem, &s->flow, st, tcf_flow_units(&s->flow, st, m->position), units, tolerance_of(&s->flow)));
  tcf_several_part *p = &m->part[m->parts];
  *p = (tcf_several_part){.step = step, .units = units};
  TCF_TRY(tcf_plan_create(&p->plan, &problem, &m->device, s->backend, options));
  m->parts++;
  if (p->plan->workspace_bytes > s->pass_workspace) s->pass_workspace = tcf_round_up(p->plan->workspace_bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status add_parts(tcf_several *s, int member, const tcf_plan_options *options) {
  for (int i = 0; i < s->flow.steps; i++) {
    const tcf_step *st = &s->flow.step[i];
    if (!tcf_step_plans(st)) continue;
    const int64_t all = tcf_flow_units(&s->flow, st, s->member[member].position);
    for (int piece = 0; piece < st->pieces; piece++)
      TCF_TRY(add_part(s, member, i, tcf_block_of(all, st->pieces, piece).count, options));
  }
  return TCFFT_SUCCESS;
}

static void drop_parts(tcf_several *s) {
  for (int i = 0; i < s->count; i++) {
    for (int k = 0; k < s->member[i].parts; k++) tcf_plan_destroy(s->member[i].part[k].plan);
    s->member[i].parts = 0;
  }
  s->pass_workspace = 0;
}

// ------------------------------------------------------------------------------------------------ streams and events

static tcfft_status new_events(const tcf_several *s, int position, int step) {
  const tcf_peers *peers = s->backend->peers;
  const tcf_several_member *m = &s->member[position];
  const int index = m->device.index, exchange = s->flow.step[step].kind == TCF_STEP_EXCHANGE;
  tcf_several_events *e = &m->events[step];
  const int pieces = !exchange ? s->flow.step[step].pieces : step + 1 < s->flow.steps ? s->flow.step[step + 1].pieces : 1;
  for (int piece = 0; piece < pieces; piece++) {
    if (!exchange) TCF_TRY(peers->new_event(index, &e->done[piece]));
    for (int to = 0; to < s->count && exchange; to++) TCF_TRY(peers->new_event(index, &e->moved[to][piece]));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status open_functions(const tcf_several *s, int step, tcf_several_member *m) {
  if (s->flow.step[step].kind == TCF_STEP_REAL)
    return tcf_several_real_load(s->backend, m->device.index, &s->flow, &m->real);
  if (!s->flow.step[step].twiddles || m->twiddle) return TCFFT_SUCCESS;
  return tcf_several_twiddles_load(s->backend, m->device.index, &s->flow, &m->twiddle);
}

static tcfft_status open_messages(tcf_several *s, tcf_several_member *m) {
  if (s->flow.cut[0] != TCF_CUT_BATCH) TCF_TRY(tcf_messages_open(&m->messages, s->flow.devices));
  for (int i = 0; i < s->flow.steps; i++) TCF_TRY(open_functions(s, i, m));
  return TCFFT_SUCCESS;
}

static tcfft_status open_member(tcf_several *s, int position) {
  const tcf_peers *peers = s->backend->peers;
  tcf_several_member *m = &s->member[position];
  const int index = m->device.index, exchanges = s->flow.cut[0] != TCF_CUT_BATCH;
  TCF_TRY(peers->new_stream(index, 1, &m->stream));
  TCF_TRY(peers->new_event(index, &m->begun));
  TCF_TRY(peers->new_event(index, &m->ended));
  if (!exchanges) return TCFFT_SUCCESS;
  if (s->group) return open_messages(s, m);
  const size_t bytes = (size_t)s->flow.steps * sizeof *m->events;
  m->events = tcf_alloc(bytes);
  if (!m->events) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  memset(m->events, 0, bytes);
  for (int to = 0; to < s->count; to++) TCF_TRY(peers->new_stream(index, 0, &m->lane[to]));
  for (int i = 0; i < s->flow.steps; i++) {
    TCF_TRY(new_events(s, position, i));
    TCF_TRY(open_functions(s, i, m));
  }
  return TCFFT_SUCCESS;
}

static void close_member(tcf_several *s, int position) {
  const tcf_peers *peers = s->backend->peers;
  tcf_several_member *m = &s->member[position];
  const int index = m->device.index;
  for (int i = 0; i < s->flow.steps && m->events; i++) {
    for (int piece = 0; piece < TCF_PIECES; piece++) {
      if (m->events[i].done[piece]) peers->free_event(index, m->events[i].done[piece]);
      for (int to = 0; to < s->count; to++)
        if (m->events[i].moved[to][piece]) peers->free_event(index, m->events[i].moved[to][piece]);
    }
  }
  if (m->workspace) s->backend->release(index, m->workspace);
  if (tcf_several_by_ranks(s) || !peers) return;
  if (m->begun) peers->free_event(index, m->begun);
  if (m->ended) peers->free_event(index, m->ended);
  for (int to = 0; to < s->count; to++) peers->free_stream(index, m->lane[to]);
  peers->free_stream(index, m->stream);
}

// ------------------------------------------------------------------------------------------------ creating, destroying

// Chooses the pieces of the flow by the parts of its first device as they would be planned.
static tcfft_status choose_pieces(tcf_several *s, const tcf_plan_options *options) {
  tcf_plan_options only = *options;
  only.estimate_only = 1;
  only.effort = TCFFT_EFFORT_ESTIMATE;
  if (s->flow.cut[0] == TCF_CUT_BATCH) return TCFFT_SUCCESS;
  for (int i = 0; i < s->flow.steps; i++)
    if (tcf_step_plans(&s->flow.step[i])) s->flow.step[i].pieces = 2;  // as large as they will be, or nearly so
  const tcfft_status status = add_parts(s, 0, &only);
  if (status == TCFFT_SUCCESS) tcf_several_choose_pieces(s);
  drop_parts(s);
  return status;
}

static tcfft_status fill_members(tcfft_plan *plan, const tcf_plan_options *options) {
  tcf_several *s = plan->several;
  tcf_plan_options own = *options;
  own.policy = TCFFT_WORKSPACE_CALLER;
  if (!tcf_several_by_messages(s)) TCF_TRY(choose_pieces(s, &own));
  for (int i = 0; i < s->count; i++) TCF_TRY(add_parts(s, i, &own));
  plan->workspace_bytes = (size_t)tcf_flow_areas_bytes(&s->flow) + s->pass_workspace;
  for (int i = 0; i < s->count && !options->estimate_only; i++) {
    TCF_TRY(tcf_several_by_ranks(s) ? open_messages(s, &s->member[i]) : open_member(s, i));
    if (options->policy == TCFFT_WORKSPACE_PLAN && plan->workspace_bytes)
      TCF_TRY(s->backend->alloc(s->member[i].device.index, plan->workspace_bytes, &s->member[i].workspace));
  }
  return s->group ? tcf_group_try(s) : TCFFT_SUCCESS;
}

// What the public functions ask of every plan.
static tcfft_status sum_up(tcfft_plan *plan) {
  const tcf_several *s = plan->several;
  double variance = 0;
  size_t tables = 0;
  for (int i = 0; i < s->count; i++)
    for (int k = 0; k < s->member[i].parts; k++) tables += tcf_plan_table_bytes(s->member[i].part[k].plan);
  for (int i = 0; i < s->flow.steps; i++) {
    double most = 0;
    for (int k = 0; k < s->member[0].parts; k++)
      if (s->member[0].part[k].step == i && s->member[0].part[k].plan->bound > most) most = s->member[0].part[k].plan->bound;
    variance += most * most;
    if (s->flow.step[i].kind == TCF_STEP_REAL) variance += tcf_several_real_variance(&s->flow);
  }
  plan->bound = sqrt(variance);
  plan->first.tables.table_bytes = tables;
  plan->first.schedule.time = tcf_several_time(s);
  if (plan->problem.tolerance > 0 && plan->bound > plan->problem.tolerance)
    return tcf_fail(TCFFT_ERROR_TOLERANCE, "tolerance = %g: the passes on several devices reach %g together",
                    plan->problem.tolerance, plan->bound);
  return TCFFT_SUCCESS;
}

static tcfft_status fill(tcfft_plan *plan, const tcfft_desc *d, const tcf_device *alike, const tcf_plan_options *options) {
  tcf_several *s = plan->several;
  TCF_TRY(d->comm ? take_rank(s, d, alike) : list_devices(s, d, alike));
  const int blocks = d->comm ? s->comm.ranks : s->count;
  TCF_TRY(tcf_flow_make(&s->flow, &plan->problem, blocks, d->in_order, d->out_order));
  if (!d->comm && s->flow.cut[0] != TCF_CUT_BATCH && s->backend && !options->estimate_only) TCF_TRY(tcf_group_connect(s));
  if (tcf_several_by_messages(s))
    tcf_flow_for_messages(&s->flow);
  else
    tcf_flow_frame(&s->flow);
  for (int i = 0; i < s->flow.steps; i++)
    if (s->flow.step[i].twiddles) TCF_TRY(tcf_several_twiddles_check(&s->flow, s->member[0].device.backend));
  plan->device = s->member[0].device;
  plan->first.device = plan->device;
  TCF_TRY(fill_members(plan, options));
  return sum_up(plan);
}

tcfft_status tcf_several_create(tcfft_plan **out, const tcf_problem *p, const tcfft_desc *d, const tcf_backend *backend,
                                const tcf_device *alike, const tcf_plan_options *options) {
  tcfft_plan *plan = tcf_alloc(sizeof *plan);
  tcf_several *s = tcf_alloc(sizeof *s);
  if (!plan || !s) {
    free(plan);
    free(s);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  }
  memset(plan, 0, sizeof *plan);
  memset(s, 0, sizeof *s);
  pthread_mutex_init(&s->lock, NULL);
  *plan =
      (tcfft_plan){.problem = *p, .backend = backend, .several = s, .policy = options->policy, .forks = tcf_process_forks()};
  plan->first.tables.estimate_only = options->estimate_only;
  atomic_init(&plan->active, &plan->first);
  s->backend = backend;
  const tcfft_status status = fill(plan, d, alike, options);
  if (status != TCFFT_SUCCESS) {
    tcf_several_destroy(plan);
    return status;
  }
  *out = plan;
  return TCFFT_SUCCESS;
}

// After a fork, nothing of the devices can be freed.
void tcf_several_destroy(tcfft_plan *plan) {
  tcf_several *s = plan->several;
  char before[TCF_ERROR_TEXT];
  tcf_keep_error(before);
  const int device = s->backend && s->backend->launch, lost = device && plan->forks != tcf_process_forks();
  if (!lost) tcf_group_close(s);
  for (int i = 0; i < 2 && !lost; i++)
    if (s->sent[i]) s->backend->release(s->member[0].device.index, s->sent[i]);
  for (int i = 0; i < s->count; i++) {
    if (s->backend && !lost) close_member(s, i);
    tcf_several_twiddles_free(s->backend, s->member[i].twiddle);
    tcf_several_real_free(s->backend, s->member[i].real);
    free(s->member[i].events);
    tcf_messages_close(&s->member[i].messages);
  }
  drop_parts(s);
  tcf_restore_error(before);
  pthread_mutex_destroy(&s->lock);
  free(s);
  free(plan);
}

tcfft_status tcf_several_wait_for_plans(const tcfft_plan *plan) {
  const tcf_several *s = plan->several;
  for (int i = 0; i < s->count; i++)
    for (int k = 0; k < s->member[i].parts; k++) TCF_TRY(tcf_plan_wait(s->member[i].part[k].plan));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_several_wait(const tcfft_plan *plan) {
  const tcf_several *s = plan->several;
  const int ranks = tcf_several_by_ranks(s);
  for (int i = 0; i < s->count && s->backend->sync; i++)
    TCF_TRY(s->backend->sync(s->member[i].device.index, ranks ? plan->stream : s->member[i].stream));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_several_set_workspace(tcfft_plan *plan, void *given, size_t bytes) {
  tcf_several *s = plan->several;
  void *const *workspace = given && tcf_several_by_ranks(s) ? &given : given;
  TCF_TRY(tcf_plan_check_process(plan));
  if (workspace) TCF_TRY(tcf_several_check_workspace(plan, "workspace", workspace, bytes));
  for (int i = 0; i < s->count; i++) s->member[i].given = workspace ? workspace[i] : NULL;
  return TCFFT_SUCCESS;
}
