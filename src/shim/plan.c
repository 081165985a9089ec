// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/plan.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "shim/counts.h"
#include "shim/device.h"
#include "shim/real.h"
#include "shim/settings.h"

enum { ALIGNMENT = 64 };

size_t tcf_shim_work_size(size_t needed) { return needed ? needed + ALIGNMENT : 0; }

void *tcf_shim_align_area(void *area) {
  const uintptr_t at = (uintptr_t)area;
  return (char *)area + (ALIGNMENT - at % ALIGNMENT) % ALIGNMENT;
}

tcf_shim_plan *tcf_shim_plan_new(int handle, int has_real) {
  tcf_shim_plan *plan = calloc(1, sizeof *plan);
  if (!plan) return NULL;
  plan->handle = handle;
  plan->has_real = has_real;
  plan->automatic = 1;
  plan->users = 1;
  plan->state = tcf_shim_get_settings()->off ? TCF_SHIM_REAL : TCF_SHIM_NEW;
  pthread_mutex_init(&plan->lock, NULL);
  return plan;
}

// The library frees the memory of a plan on a device behind the work in flight there.
void tcf_shim_plan_free(tcf_shim_plan *plan) {
  tcfft_plan_destroy(plan->out_of_place.plan);
  tcfft_plan_destroy(plan->in_place.plan);
  pthread_mutex_destroy(&plan->lock);
  free(plan);
}

// ------------------------------------------------------------------------------------------------ served

static tcfft_status make_way(tcf_shim_way *way, const tcf_shim_request *r, int device, int owns, tcfft_placement placement) {
  tcfft_desc d;
  char index[16];
  tcf_shim_way made = {.owns = owns};
  if (!tcf_shim_describe(&d, r)) return TCFFT_ERROR_INVALID_LAYOUT;
  snprintf(index, sizeof index, "%d", device);
  d.backend = TCFFT_BACKEND_CUDA;
  d.device = index;
  d.placement = placement;
  d.workspace = owns ? TCFFT_WORKSPACE_PLAN : TCFFT_WORKSPACE_CALLER;
  d.compile = tcf_shim_get_settings()->wait ? TCFFT_COMPILE_WAIT : TCFFT_COMPILE_BACKGROUND;
  const tcfft_status status = tcfft_plan_create(&made.plan, &d);
  if (status == TCFFT_SUCCESS) *way = made;
  return status;
}

tcfft_status tcf_shim_plan_serve(tcf_shim_plan *plan, const tcf_shim_request *r) {
  const int device = tcf_shim_current_device();
  const tcfft_status status = make_way(&plan->out_of_place, r, device, plan->automatic, TCFFT_OUT_OF_PLACE);
  if (status != TCFFT_SUCCESS) return status;
  plan->device = device;
  plan->request = *r;
  plan->work_size = tcf_shim_work_size(tcfft_plan_workspace_size(plan->out_of_place.plan));
  plan->plain = tcf_shim_numbers(r) == TCFFT_F32;
  plan->state = TCF_SHIM_SERVED;
  return TCFFT_SUCCESS;
}

// The caller's area has the size that was told when the plan was made. Where the second plan needs more, it has its own.
tcfft_status tcf_shim_plan_serve_in_place(tcf_shim_plan *plan) {
  tcf_shim_way *way = &plan->in_place;
  if (way->plan) return TCFFT_SUCCESS;
  const int owns = plan->out_of_place.owns;
  const tcfft_status status = make_way(way, &plan->request, plan->device, owns, TCFFT_IN_PLACE);
  if (status != TCFFT_SUCCESS || owns) return status;
  if (tcf_shim_work_size(tcfft_plan_workspace_size(way->plan)) <= plan->work_size) return TCFFT_SUCCESS;
  tcfft_plan_destroy(way->plan);
  *way = (tcf_shim_way){0};
  return make_way(way, &plan->request, plan->device, 1, TCFFT_IN_PLACE);
}

// ------------------------------------------------------------------------------------------------ by the real library

static cufftResult make_real(const tcf_shim_plan *plan) {
  tcf_shim_request r = plan->request;
  const int h = plan->handle, given = r.embeds == 2;
  size_t size = 0;
  cufftResult result = TCF_REAL(cufftSetAutoAllocation)(h, 1);
  if (result == CUFFT_SUCCESS)
    result =
        TCF_REAL(cufftXtMakePlanMany)(h, r.rank, r.n, given ? r.inembed : NULL, r.istride, r.idist, r.input,
                                      given ? r.onembed : NULL, r.ostride, r.odist, r.output, r.batch, &size, r.execution);
  return result;
}

// In the context of the served plan, whichever is current by now: what the real library says to an execution in another one
// is then what it says without the shim, and executions in that of the plan work. In whatever capture the caller is.
cufftResult tcf_shim_plan_make_real(tcf_shim_plan *plan) {
  if (plan->real_made) return CUFFT_SUCCESS;
  tcf_shim_scope scope;
  tcf_shim_enter_device(&scope, plan->device);
  const cufftResult result = make_real(plan);
  tcf_shim_leave_device(&scope);
  plan->real_made = result == CUFFT_SUCCESS;
  return result == CUFFT_SUCCESS ? TCF_REAL(cufftSetStream)(plan->handle, plan->stream) : result;
}

cufftResult tcf_shim_plan_tell_area(const tcf_shim_plan *plan) {
  return plan->has_real && plan->has_area ? TCF_REAL(cufftSetWorkArea)(plan->handle, plan->area) : CUFFT_SUCCESS;
}

cufftResult tcf_shim_plan_hand_over(tcf_shim_plan *plan) {
  if (plan->state == TCF_SHIM_SERVED) {
    const cufftResult result = tcf_shim_plan_make_real(plan);
    if (result != CUFFT_SUCCESS) return result;
    tcf_shim_add(TCF_PLANS_SERVED, -1);
    tcf_shim_add_forwarded_plan(plan->plain);
  } else if (plan->state == TCF_SHIM_NEW) {
    const cufftResult result = tcf_shim_plan_tell_area(plan);
    if (result != CUFFT_SUCCESS) return result;
  }
  plan->state = TCF_SHIM_REAL;
  return CUFFT_SUCCESS;
}

void tcf_shim_plan_go_beyond(tcf_shim_plan *plan) {
  if (plan->plain) tcf_shim_add(TCF_PLAIN_PLANS_FORWARDED, -1);  // as which it was counted
  plan->plain = 0;
  plan->beyond = 1;
}
