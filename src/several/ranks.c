// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Creates plans of ranks: what all have to agree on is compared once, while planning.
#include "several/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "planner/types.h"

// ------------------------------------------------------------------------------------------------ the caller's functions

tcfft_status tcf_ranks_fail(const tcfft_comm *comm, const char *what, int error) {
  const char *text = comm->error_text ? comm->error_text(comm->ctx, error) : NULL;
  return tcf_fail(TCFFT_ERROR_EXCHANGE, "rank %d of %d: %s failed with %d%s%.400s%s", comm->rank, comm->ranks, what, error,
                  text ? " (" : "", text ? text : "", text ? ")" : "");
}

tcfft_status tcf_ranks_take_comm(tcfft_comm *own, const tcfft_comm *given) {
  TCF_TRY(tcf_take_sized(&tcf_sized_comm, own, given));
  if (own->ranks < 1) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "comm->ranks = %d is below 1", own->ranks);
  if (own->rank < 0 || own->rank >= own->ranks)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "comm->rank = %d is not in 0 .. ranks - 1 = %d", own->rank,
                    own->ranks - 1);
  if (!own->exchange) return tcf_null_argument("comm->exchange");
  return own->allgather_host ? TCFFT_SUCCESS : tcf_null_argument("comm->allgather_host");
}

// ------------------------------------------------------------------------------------------------ agreement

// What a rank tells the others: its problem in the first round, in both what has failed.
enum { TEXT = 400 };
typedef struct record {
  int32_t version, status, rank, ranks, in_order, out_order;
  double scale[2];
  double bound, time;  // of the rank's plan, in the second round
  char problem[TEXT], why[TEXT];
} record;

static void note_failure(record *r, tcfft_status status) {
  r->status = (int32_t)status;
  if (status != TCFFT_SUCCESS) snprintf(r->why, sizeof r->why, "%s", tcfft_last_error());
}

// Appends what differs between two records; leaves *w empty where nothing does.
static void print_difference(tcf_writer *w, const record *a, const record *b) {
  if (a->version != b->version)
    tcf_put(w, "rank %d runs version %d of the library, rank 0 version %d", a->rank, a->version, b->version);
  else if (a->ranks != b->ranks)
    tcf_put(w, "rank %d has comm->ranks = %d, rank 0 has %d", a->rank, a->ranks, b->ranks);
  else if (strcmp(a->problem, b->problem) != 0)
    tcf_put(w, "rank %d has the problem %s, rank 0 has %s", a->rank, a->problem, b->problem);
  else if (a->in_order != b->in_order)
    tcf_put(w, "rank %d has in_order = %d, rank 0 has %d", a->rank, a->in_order, b->in_order);
  else if (a->out_order != b->out_order)
    tcf_put(w, "rank %d has out_order = %d, rank 0 has %d", a->rank, a->out_order, b->out_order);
  for (int i = 0; i < 2; i++)
    if (!w->len && a->scale[i] != b->scale[i])
      tcf_put(w, "rank %d has scale[%d] = %g, rank 0 has %g", a->rank, i, a->scale[i], b->scale[i]);
}

// The first rank that has failed is what all ranks report, else the first that differs.
static tcfft_status compare(const record *all, int ranks) {
  for (int i = 0; i < ranks; i++)
    if (all[i].status != TCFFT_SUCCESS)
      return tcf_fail((tcfft_status)all[i].status, "rank %d of %d: %s", i, ranks, all[i].why);
  for (int i = 0; i < ranks; i++) {
    char text[2 * TEXT + 100] = "";
    tcf_writer w = {.buf = text, .cap = sizeof text};
    if (all[i].rank != i)
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "comm->allgather_host gives the record of rank %d as that of rank %d",
                      all[i].rank, i);
    print_difference(&w, &all[i], &all[0]);
    if (w.len) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s", text);
  }
  return TCFFT_SUCCESS;
}

// One round, by memory for the records of all ranks. *most becomes the record with the largest bound and time of all.
static tcfft_status agree(const tcfft_comm *comm, const record *mine, record *all, record *most) {
  memset(all, 0, (size_t)comm->ranks * sizeof *all);
  const int error = comm->allgather_host(comm->ctx, mine, all, sizeof *mine);
  const tcfft_status status = error ? tcf_ranks_fail(comm, "comm->allgather_host", error) : compare(all, comm->ranks);
  *most = *mine;
  for (int i = 0; i < comm->ranks && status == TCFFT_SUCCESS; i++) {
    if (all[i].bound > most->bound) most->bound = all[i].bound;
    if (all[i].time > most->time) most->time = all[i].time;
  }
  return status;
}

// ------------------------------------------------------------------------------------------------ creating

// OpenCL has no ranks.
static tcfft_status choose_device(tcf_device *device, const tcfft_desc *d, const tcf_problem *p) {
  const unsigned backends = tcf_planner_backends_for(p) & ~(1u << TCFFT_BACKEND_OPENCL);
  if (d->backend == TCFFT_BACKEND_AUTO) return tcf_device_choose_among(backends, d->device, device);
  return tcf_device_choose(d->backend, d->device, device);
}

static tcfft_status create_alone(tcfft_plan **out, const tcf_problem *p, const tcfft_desc *d,
                                 const tcf_plan_options *options) {
  tcf_device device;
  TCF_TRY(choose_device(&device, d, p));
  return tcf_several_create(out, p, d, tcf_backend_for(device.backend), &device, options);
}

// Both rounds take place whatever fails, so that no rank waits for another.
static tcfft_status create_by(tcfft_plan **out, const tcfft_desc *d, const tcfft_comm *comm, record *all,
                              const tcf_plan_options *options) {
  tcf_problem problem;
  tcfft_plan *plan = NULL;
  record mine = {.version = TCFFT_VERSION,
                 .rank = comm->rank,
                 .ranks = comm->ranks,
                 .in_order = (int32_t)d->in_order,
                 .out_order = (int32_t)d->out_order};
  note_failure(&mine, tcf_problem_from_desc(&problem, d));
  if (mine.status == TCFFT_SUCCESS) {
    tcf_writer w = {.buf = mine.problem, .cap = sizeof mine.problem};
    tcf_problem_print(&problem, &w);
    memcpy(mine.scale, problem.scale, sizeof mine.scale);
  }
  record most;
  const tcfft_status agreed = agree(comm, &mine, all, &most);
  note_failure(&mine, agreed == TCFFT_SUCCESS ? create_alone(&plan, &problem, d, options) : agreed);
  if (plan) {
    mine.bound = plan->bound;
    mine.time = plan->first.schedule.time;
  }
  char why[TCF_ERROR_TEXT];
  tcf_keep_error(why);
  const tcfft_status planned = agree(comm, &mine, all, &most);
  if (agreed != TCFFT_SUCCESS) {  // what the first round has said is the reason
    tcf_restore_error(why);
    return agreed;
  }
  if (!plan) return planned != TCFFT_SUCCESS ? planned : (tcfft_status)mine.status;
  if (planned != TCFFT_SUCCESS) {
    tcf_several_destroy(plan);
    return planned;
  }
  plan->bound = most.bound;
  plan->first.schedule.time = most.time;
  *out = plan;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_ranks_create(tcfft_plan **out, const tcfft_desc *d, const tcf_plan_options *options) {
  tcfft_comm comm;
  TCF_TRY(tcf_ranks_take_comm(&comm, d->comm));
  record *all = malloc((size_t)comm.ranks * sizeof *all);
  if (!all) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the records of %d ranks", comm.ranks);
  const tcfft_status status = create_by(out, d, &comm, all, options);
  free(all);
  return status;
}
