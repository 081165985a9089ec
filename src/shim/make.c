// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Making plans. What tcfft does is served, all else goes to the real library as it was asked, so that its answer is the real
// one's: other types, layouts that tcfft refuses, and every mistake. Where there is no real library, the shim knows its
// numbers.
#include "shim/counts.h"
#include "shim/real.h"
#include "shim/settings.h"
#include "shim/table.h"

typedef struct making {
  tcf_shim_plan *plan;  // with its lock; NULL: the shim has no such handle
  int is_served_type, is_fp32;
  cufftResult result;
} making;

// What is answered without asking tcfft; 0: nothing. *forward: the real library answers.
static int answered_before(making *m, const tcf_shim_request *r, int *forward) {
  const int has_real = tcf_shim_has_real();
  const tcf_shim_state state = m->plan ? m->plan->state : TCF_SHIM_NEW;
  cufftResult error = r->form;
  if (!error && (!m->plan || state == TCF_SHIM_SERVED)) error = CUFFT_INVALID_PLAN;
  if (!error && state == TCF_SHIM_NEW) error = tcf_shim_check_sizes(r);
  m->result = error;
  // The real plan of a served one is not made: it would take what is a mistake.
  *forward = has_real && state != TCF_SHIM_SERVED && (error || state == TCF_SHIM_REAL || !m->is_served_type);
  if (!error && !has_real && !m->is_served_type) *forward = 1;  // to what says that it is missing
  return error || *forward;
}

static int is_refused(tcfft_status status) { return status != TCFFT_SUCCESS && tcf_shim_has_real(); }

// Whether the real library has to be asked. Otherwise m->result is the answer, and *size is set if that is success.
static int begin(making *m, cufftHandle handle, const tcf_shim_request *r, size_t *size) {
  int forward = 0;
  m->plan = tcf_shim_take(handle);
  m->is_served_type = tcf_shim_serves(r);
  m->is_fp32 = m->is_served_type && tcf_shim_numbers(r) == TCFFT_F32;
  if (m->plan) pthread_mutex_lock(&m->plan->lock);
  if (answered_before(m, r, &forward)) return forward;
  const tcfft_status status = tcf_shim_plan_serve(m->plan, r);
  m->result = tcf_shim_planning_error(status);
  if (is_refused(status)) return 1;
  if (status != TCFFT_SUCCESS) return 0;
  *size = m->plan->work_size;
  tcf_shim_add(TCF_PLANS_SERVED, 1);
  return 0;
}

// Takes the real library's answer.
static void made_real(making *m, cufftResult result) {
  tcf_shim_plan *plan = m->plan;
  m->result = result;
  if (result != CUFFT_SUCCESS) return;
  if (plan && plan->state == TCF_SHIM_NEW) m->result = tcf_shim_plan_tell_area(plan);
  if (plan) plan->plain = m->is_fp32 && !plan->beyond;
  if (plan) plan->state = TCF_SHIM_REAL;
  tcf_shim_add_forwarded_plan(plan && plan->plain);
}

static cufftResult end(making *m) {
  if (m->plan) pthread_mutex_unlock(&m->plan->lock);
  tcf_shim_give(m->plan);
  return m->result;
}

// ------------------------------------------------------------------------------------------------ cufftMakePlan*

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, int type, int batch, size_t *size) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_packed(1, (const int[]){nx}, type, batch, size);
  if (begin(&m, plan, &r, size)) made_real(&m, TCF_REAL(cufftMakePlan1d)(plan, nx, type, batch, size));
  return end(&m);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, int type, size_t *size) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_packed(2, (const int[]){nx, ny}, type, 1, size);
  if (begin(&m, plan, &r, size)) made_real(&m, TCF_REAL(cufftMakePlan2d)(plan, nx, ny, type, size));
  return end(&m);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t *size) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_packed(3, (const int[]){nx, ny, nz}, type, 1, size);
  if (begin(&m, plan, &r, size)) made_real(&m, TCF_REAL(cufftMakePlan3d)(plan, nx, ny, nz, type, size));
  return end(&m);
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, int type, int batch, size_t *size) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_int(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  if (begin(&m, plan, &r, size))
    made_real(
        &m, TCF_REAL(cufftMakePlanMany)(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size));
  return end(&m);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist, int type,
                                long long batch, size_t *size) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  if (begin(&m, plan, &r, size))
    made_real(&m, TCF_REAL(cufftMakePlanMany64)(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                                                size));
  return end(&m);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, int input_type, long long *onembed, long long ostride, long long odist,
                                int output_type, long long batch, size_t *size, int execution_type) {
  making m;
  const tcf_shim_request r = tcf_shim_ask_typed(rank, n, inembed, istride, idist, input_type, onembed, ostride, odist,
                                                output_type, batch, execution_type, size);
  if (begin(&m, plan, &r, size))
    made_real(&m, TCF_REAL(cufftXtMakePlanMany)(plan, rank, n, inembed, istride, idist, input_type, onembed, ostride, odist,
                                                output_type, batch, size, execution_type));
  return end(&m);
}

// ------------------------------------------------------------------------------------------------ cufftPlan*

// The handle of a plan that was made, or nothing.
static cufftResult finish(cufftHandle *plan, cufftHandle made, cufftResult result) {
  if (result == CUFFT_SUCCESS)
    *plan = made;
  else
    cufftDestroy(made);
  return result;
}

static cufftResult start(cufftHandle *plan, cufftHandle *made) { return plan ? cufftCreate(made) : CUFFT_INVALID_VALUE; }

cufftResult cufftPlan1d(cufftHandle *plan, int nx, int type, int batch) {
  cufftHandle made;
  size_t size;
  const cufftResult result = start(plan, &made);
  return result ? result : finish(plan, made, cufftMakePlan1d(made, nx, type, batch, &size));
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, int type) {
  cufftHandle made;
  size_t size;
  const cufftResult result = start(plan, &made);
  return result ? result : finish(plan, made, cufftMakePlan2d(made, nx, ny, type, &size));
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, int type) {
  cufftHandle made;
  size_t size;
  const cufftResult result = start(plan, &made);
  return result ? result : finish(plan, made, cufftMakePlan3d(made, nx, ny, nz, type, &size));
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                          int ostride, int odist, int type, int batch) {
  cufftHandle made;
  size_t size;
  const cufftResult result = start(plan, &made);
  return result ? result
                : finish(plan, made,
                         cufftMakePlanMany(made, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                                           &size));
}
