// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Executing plans. A served plan goes to tcfft. What tcfft refuses there (input that overlaps the output, memory that its
// device does not have) goes to the real plan, which is then made.
#include "shim/counts.h"
#include "shim/real.h"
#include "shim/table.h"
#include "tcfft/tcfft_cuda.h"

// What the name of the function says of the plan: its type, or nothing.
enum { ANY = 0 };

// ------------------------------------------------------------------------------------------------ served

// Whether a plan is of this type. Those of FP16 and BF16 have none.
static int is_of(const tcf_shim_request *r, cufftType type) {
  static const cufftType types[][2] = {
      [TCFFT_C2C] = {CUFFT_C2C, CUFFT_Z2Z}, [TCFFT_R2C] = {CUFFT_R2C, CUFFT_D2Z}, [TCFFT_C2R] = {CUFFT_C2R, CUFFT_Z2D}};
  const tcfft_type numbers = tcf_shim_numbers(r);
  return (numbers == TCFFT_F32 || numbers == TCFFT_F64) && types[tcf_shim_kind(r)][numbers == TCFFT_F64] == type;
}

static tcfft_status execute_way(const tcf_shim_plan *plan, const tcf_shim_way *way, const void *in, void *out,
                                tcfft_direction direction) {
  const size_t needed = tcfft_plan_workspace_size(way->plan);
  tcfft_exec_info info = {.size = sizeof info};
  // The default stream is NULL, which an execution's info takes for the plan's stream: that of the execution before.
  const tcfft_status status = tcfft_plan_set_stream(way->plan, plan->stream);
  if (status != TCFFT_SUCCESS) return status;
  if (needed && plan->area && tcf_shim_work_size(needed) <= plan->work_size) {
    info.workspace = tcf_shim_align_area(plan->area);
    info.workspace_bytes = needed;
  } else if (needed && !way->owns) {
    return TCFFT_ERROR_WORKSPACE;
  }
  return tcfft_exec_with(way->plan, in, out, direction, &info);
}

// Only the pointers tell that real numbers are transformed in place. *begun: the device may have begun to overwrite its
// input.
static tcfft_status execute_served(tcf_shim_plan *plan, tcfft_kind kind, const void *in, void *out, int direction,
                                   int *begun) {
  const tcf_shim_way *way = &plan->out_of_place;
  *begun = 0;
  if (in == out && kind != TCFFT_C2C) {
    const tcfft_status status = tcf_shim_plan_serve_in_place(plan);
    if (status != TCFFT_SUCCESS) return status;
    way = &plan->in_place;
  }
  *begun = 1;
  return execute_way(plan, way, in, out, direction == CUFFT_INVERSE ? TCFFT_INVERSE : TCFFT_FORWARD);
}

// Failures of the device, and an area that the caller did not bring, would be the same there. Memory that is missing while
// an execution goes on is a launch's, behind others that have been queued; everything else is refused before the first one.
static int is_for_real(tcfft_status status, int begun) {
  switch (status) {
    case TCFFT_ERROR_OUT_OF_MEMORY:
      return !begun;
    case TCFFT_ERROR_INVALID_ARGUMENT:
    case TCFFT_ERROR_INVALID_SIZE:
    case TCFFT_ERROR_INVALID_LAYOUT:
    case TCFFT_ERROR_NO_DEVICE:  // the program has made the context that is current now
    case TCFFT_ERROR_OVERFLOW:
    case TCFFT_ERROR_UNSUPPORTED:
    case TCFFT_ERROR_TOLERANCE:
    case TCFFT_ERROR_OVERLAP:
      return 1;
    default:
      return 0;
  }
}

static cufftResult executing_error(tcfft_status status) {
  switch (status) {
    case TCFFT_ERROR_WORKSPACE:
      return CUFFT_NO_WORKSPACE;
    case TCFFT_ERROR_OVERLAP:
      return CUFFT_NOT_SUPPORTED;
    case TCFFT_ERROR_DEVICE:
    case TCFFT_ERROR_NO_DEVICE:
      return CUFFT_EXEC_FAILED;
    default:
      return tcf_shim_planning_error(status);
  }
}

// Makes the real plan, and says whether it has to be asked.
static int ask_real(tcf_shim_plan *plan, cufftResult *result) {
  *result = tcf_shim_plan_make_real(plan);
  if (*result == CUFFT_SUCCESS) *result = TCF_REAL(cufftSetStream)(plan->handle, plan->stream);
  return *result == CUFFT_SUCCESS;
}

// With the lock of a served plan.
static int execute(tcf_shim_plan *plan, int type, const void *in, void *out, int direction, cufftResult *result) {
  const tcfft_kind kind = tcf_shim_kind(&plan->request);
  *result = CUFFT_INVALID_TYPE;
  if (type != ANY && !is_of(&plan->request, (cufftType)type)) return plan->has_real && ask_real(plan, result);
  *result = CUFFT_INVALID_VALUE;
  if (!in || !out) return 0;
  if (kind == TCFFT_C2C && direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return 0;
  if (kind != TCFFT_C2C) direction = kind == TCFFT_R2C ? CUFFT_FORWARD : CUFFT_INVERSE;
  int begun;
  const tcfft_status status = execute_served(plan, kind, in, out, direction, &begun);
  *result = executing_error(status);
  if (status == TCFFT_SUCCESS) tcf_shim_add(TCF_EXECS_SERVED, 1);
  return plan->has_real && is_for_real(status, begun) && ask_real(plan, result);
}

typedef struct executing {
  cufftResult result;
  int plain;  // what is executed is what tcfft is there for
} executing;

// Whether the real library has to execute it. Otherwise e->result is the answer.
static int start(executing *e, cufftHandle handle, int type, const void *in, void *out, int direction) {
  tcf_shim_plan *plan = tcf_shim_take(handle);
  int forward = plan ? plan->state == TCF_SHIM_REAL : tcf_shim_has_real();
  *e = (executing){.result = CUFFT_INVALID_PLAN};
  if (plan && !forward) {
    pthread_mutex_lock(&plan->lock);
    forward = plan->state == TCF_SHIM_REAL;  // it may have become so meanwhile
    if (plan->state == TCF_SHIM_SERVED) forward = execute(plan, type, in, out, direction, &e->result);
    pthread_mutex_unlock(&plan->lock);
  }
  e->plain = plan && plan->plain;
  tcf_shim_give(plan);
  return forward;
}

static cufftResult forwarded(const executing *e, cufftResult result) {
  if (result == CUFFT_SUCCESS) tcf_shim_add_forwarded_exec(e->plain);
  return result;
}

// ------------------------------------------------------------------------------------------------ cufftExec*

cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction) {
  executing e;
  if (!start(&e, plan, CUFFT_C2C, in, out, direction)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecC2C)(plan, in, out, direction));
}

cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out) {
  executing e;
  if (!start(&e, plan, CUFFT_R2C, in, out, CUFFT_FORWARD)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecR2C)(plan, in, out));
}

cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out) {
  executing e;
  if (!start(&e, plan, CUFFT_C2R, in, out, CUFFT_INVERSE)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecC2R)(plan, in, out));
}

cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction) {
  executing e;
  if (!start(&e, plan, CUFFT_Z2Z, in, out, direction)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecZ2Z)(plan, in, out, direction));
}

cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out) {
  executing e;
  if (!start(&e, plan, CUFFT_D2Z, in, out, CUFFT_FORWARD)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecD2Z)(plan, in, out));
}

cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out) {
  executing e;
  if (!start(&e, plan, CUFFT_Z2D, in, out, CUFFT_INVERSE)) return e.result;
  return forwarded(&e, TCF_REAL(cufftExecZ2D)(plan, in, out));
}

cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction) {
  executing e;
  if (!start(&e, plan, ANY, in, out, direction)) return e.result;
  return forwarded(&e, TCF_REAL(cufftXtExec)(plan, in, out, direction));
}
