// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A plan of the caller's: its settings, what was asked for, and the plans of tcfft that serve it. The real library knows it
// by the same number, and can take over at any time.
#ifndef TCFFT_SHIM_PLAN_H
#define TCFFT_SHIM_PLAN_H

#include <pthread.h>
#include <stdatomic.h>

#include "shim/request.h"

typedef enum tcf_shim_state {
  TCF_SHIM_NEW,     // not made: settings but for the work area go to the real plan as well
  TCF_SHIM_SERVED,  // by tcfft
  TCF_SHIM_REAL,    // by the real library, which has all settings
} tcf_shim_state;

// A plan of tcfft. It owns its workspace, or takes the caller's.
typedef struct tcf_shim_way {
  tcfft_plan *plan;
  int owns;
} tcf_shim_way;

typedef struct tcf_shim_plan {
  int handle;
  int has_real;      // the real library has a plan of this handle
  atomic_int users;  // calls at work, and the table
  struct tcf_shim_plan *next;
  _Atomic tcf_shim_state state;
  pthread_mutex_t lock;  // of what follows, and of changes of the state
  int automatic;         // allocation of the work area, as the caller has set it
  int has_area;          // the caller has set one, which may be NULL
  int device;
  void *area, *stream;
  tcf_shim_request request;
  size_t work_size;  // as the caller was told
  // A served plan of real numbers has two placements, and only the execution tells which: the second is made when it is
  // needed.
  tcf_shim_way out_of_place, in_place;
  int real_made;     // the real plan is made beside the served one
  int beyond;        // several GPUs or callbacks were asked of it
  atomic_int plain;  // it is made, and what tcfft is there for: FP32 and not beyond
} tcf_shim_plan;

// NULL: there is no memory. It has one user.
tcf_shim_plan *tcf_shim_plan_new(int handle, int has_real);
void tcf_shim_plan_free(tcf_shim_plan *plan);

// The following are called with plan->lock.

// Makes it a served plan of the current device, in state SERVED with its work size. Unchanged on failure.
tcfft_status tcf_shim_plan_serve(tcf_shim_plan *plan, const tcf_shim_request *r);
tcfft_status tcf_shim_plan_serve_in_place(tcf_shim_plan *plan);

// Makes the real plan that a served one stands for. It has a work area of its own, because the caller was told the size of
// tcfft's.
cufftResult tcf_shim_plan_make_real(tcf_shim_plan *plan);

// Tells the real plan the work area that the caller has set: before it, the plan could have become a served one, whose area
// the real library must not get, since its size is that of tcfft's.
cufftResult tcf_shim_plan_tell_area(const tcf_shim_plan *plan);

// Makes the real plan, and the real library serves from then on. A plan that is not made yet is left to it as it is.
cufftResult tcf_shim_plan_hand_over(tcf_shim_plan *plan);

// A plan that is the real library's has got what tcfft is not there for.
void tcf_shim_plan_go_beyond(tcf_shim_plan *plan);

// Bytes of work area that a caller has to bring for so many of tcfft's: areas of other programs may be less aligned.
size_t tcf_shim_work_size(size_t needed);
void *tcf_shim_align_area(void *area);

#endif
