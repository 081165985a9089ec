// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on several devices, or of one of several ranks: a flow, ordinary plans of one device for its passes, and what moves
// data between them: streams and events on devices of this process, the caller's exchange between ranks.
#ifndef TCFFT_SEVERAL_SEVERAL_H
#define TCFFT_SEVERAL_SEVERAL_H

#include <pthread.h>

#include "plan/plan.h"
#include "several/moves.h"
#include "tcfft/tcfft_comm.h"

enum { TCF_SEVERAL_PARTS = 2 * TCF_FLOW_STEPS };

// The plan of a pass' pieces of one size.
typedef struct tcf_several_part {
  int step;
  int64_t units;
  tcfft_plan *plan;
} tcf_several_part;

// Events of a step on one device.
typedef struct tcf_several_events {
  void *done[TCF_PIECES];                     // of a pass: a piece is computed
  void *moved[TCF_SEVERAL_MOST][TCF_PIECES];  // of an exchange: what a device gets for a piece of its next pass is there
} tcf_several_events;

// One of the devices that this process computes on: all of a list, or the one of a rank.
typedef struct tcf_several_member {
  tcf_device device;
  int position;  // which block it holds: in the list, or the rank
  int parts;
  tcf_several_part part[TCF_SEVERAL_PARTS];
  void *stream;                  // of the plan's own, where passes run unless the caller brings one
  void *lane[TCF_SEVERAL_MOST];  // streams for copies to each device, itself among them
  void *begun, *ended;           // events of an execution; `ended` of those with the plan's workspace
  tcf_several_events *events;    // one a step
  void *twiddle;                 // the function of the twiddles; NULL: no pass has any
  void *real;                    // and that of the real axis
  tcf_messages messages;         // of an exchange between ranks, or by a group
  void *workspace, *given;       // the plan's own, and that of tcfft_plan_set_workspace
} tcf_several_member;

typedef struct tcf_several {
  tcf_flow flow;
  const tcf_backend *backend;  // NULL: the plan is only explained
  tcfft_comm comm;             // of ranks; comm.ranks is 0 in a plan on devices of a list
  void *group;                 // what devices exchange by of which some have no peer access to each other; NULL: they copy
  int count;                   // members here
  tcf_several_member member[TCF_SEVERAL_MOST];
  size_t pass_workspace;  // bytes that the passes of a device need at most, behind the areas
  pthread_mutex_t lock;   // held while an execution is queued
  void *sent[2];          // of a rank: what an exchange from the host's memory that failed may still be sending
} tcf_several;

// Whether a description asks for a plan on several devices or ranks.
static inline int tcf_several_asked(const tcfft_desc *d) { return (d->devices && *d->devices) || d->comm; }
static inline int tcf_several_by_ranks(const tcf_several *s) { return s->comm.ranks > 0; }
// Whether its members exchange messages, and do one thing after the other.
static inline int tcf_several_by_messages(const tcf_several *s) { return tcf_several_by_ranks(s) || s->group; }

// Creates a plan on the devices of a list such as "0,1", or of the rank d->comm on the device *alike, without asking the
// other ranks (ranks.h does); backend NULL: it is only explained, for devices like *alike.
//   INVALID_ARGUMENT  no list of numbers, or one number twice; devices and comm; no comm
//   NO_DEVICE, UNSUPPORTED, and the errors of tcf_plan_create
tcfft_status tcf_several_create(tcfft_plan **out, const tcf_problem *p, const tcfft_desc *d, const tcf_backend *backend,
                                const tcf_device *alike, const tcf_plan_options *options);
void tcf_several_destroy(tcfft_plan *plan);

// Implement tcfft_exec_with, tcfft_exec_host, tcfft_plan_set_workspace, tcfft_plan_wait and tcfft_plan_describe for such
// plans.
tcfft_status tcf_several_execute(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                                 const tcfft_exec_info *info);
tcfft_status tcf_several_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);
tcfft_status tcf_several_set_workspace(tcfft_plan *plan, void *workspace, size_t bytes);
tcfft_status tcf_several_wait_for_plans(const tcfft_plan *plan);
void tcf_several_print(const tcfft_plan *plan, tcf_writer *w);

// The plan of a pass' piece; NULL where the piece is empty.
const tcfft_plan *tcf_several_part_of(const tcf_several_member *m, int step, int64_t units);

// Waits for the plan's own streams, or for the one that a rank's caller has set.
tcfft_status tcf_several_wait(const tcfft_plan *plan);

#endif
