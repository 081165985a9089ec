// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiling in the background. Where programs of a plan's schedule are not at hand, the plan gets a second schedule that
// needs no compiler and serves at once. The library's thread (base/worker.h) prepares the schedule that was wanted, and
// executions take it from when it is ready. Both live as long as the plan, because a captured graph may hold either. Where
// the wanted schedule would have to be searched for, the thread does that too, within limits that the plan has told.
#ifndef TCFFT_PLAN_LATER_H
#define TCFFT_PLAN_LATER_H

#include "plan/way.h"

typedef struct tcf_later tcf_later;

// Chooses the schedule of plan->first, which is zeros but for its device. With options->compile other than WAIT it also
// prepares plan->first where it can be executed without compiling, by another schedule if need be; with BACKGROUND
// plan->later then is the way that was wanted. Whatever prevents that is told in plan->why; plan->first is then left to
// tcf_way_make. Fails as tcf_way_choose does.
tcfft_status tcf_later_choose(tcfft_plan *plan, const tcf_plan_options *options, int *prepared);

// Begins the work in the background, as the last step of creating a plan: from now on plan->active may change. Where no
// thread can be started the work is done at once.
void tcf_later_start(tcf_later *later);

// Frees what tcf_later_choose made. Work that has begun goes on, and its programs are kept for later plans, but it does not
// touch the plan any more.
void tcf_later_free(tcf_later *later, int lost);

// Waits until the way is ready. Otherwise it fails with the status and the text of what its preparation failed with.
tcfft_status tcf_later_wait(const tcf_later *later);

// Bytes of workspace and the error bound that neither schedule exceeds.
const tcf_limits *tcf_later_limits(const tcf_later *later);

// The schedule that was wanted; NULL: it is not planned yet, or could not be.
const tcf_schedule *tcf_later_schedule(const tcf_later *later);
// Bytes of its tables; 0 where it is not planned.
size_t tcf_later_tables(const tcf_later *later);

typedef enum tcf_later_state { TCF_LATER_COMPILING, TCF_LATER_READY, TCF_LATER_FAILED } tcf_later_state;
tcf_later_state tcf_later_state_of(const tcf_later *later);
// Why it failed.
const char *tcf_later_why(const tcf_later *later);

#endif
