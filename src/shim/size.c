// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sizes of work areas: the larger of tcfft's and the real library's, because a plan that is made later may be either's.
#include "shim/real.h"
#include "shim/settings.h"
#include "shim/table.h"

// Of a plan that is made, used for nothing and thrown away: what it compiles serves the next one.
static cufftResult size_of(const tcf_shim_request *r, size_t *size) {
  tcf_shim_plan *plan = tcf_shim_plan_new(0, 0);
  if (!plan) return CUFFT_ALLOC_FAILED;
  plan->automatic = 0;
  const tcfft_status status = tcf_shim_plan_serve(plan, r);
  if (status == TCFFT_SUCCESS) *size = plan->work_size;
  tcf_shim_plan_free(plan);
  return tcf_shim_planning_error(status);
}

// What is answered without the real library; 1: it has to be asked.
static int answer_alone(const tcf_shim_request *r, int is_plan, size_t *size, cufftResult *result) {
  if (tcf_shim_has_real() || tcf_shim_get_settings()->off) return 1;
  *result = r->form;
  if (!*result && !is_plan) *result = CUFFT_INVALID_PLAN;
  if (!*result) *result = tcf_shim_check_sizes(r);
  if (*result) return 0;
  if (!tcf_shim_serves(r)) return 1;
  *result = size_of(r, size);
  return 0;
}

static int is_plan(cufftHandle handle) {
  tcf_shim_plan *plan = tcf_shim_take(handle);
  tcf_shim_give(plan);
  return plan != NULL;
}

// The real library has answered. What it accepts, tcfft may serve, but for a plan that is the real library's already, which
// has a size for each of its GPUs. handle: 0 for none.
static cufftResult larger(const tcf_shim_request *r, cufftHandle handle, cufftResult result, size_t *size) {
  size_t mine = 0;
  tcf_shim_plan *plan = tcf_shim_take(handle);
  const int is_real = plan && plan->state == TCF_SHIM_REAL;
  tcf_shim_give(plan);
  if (is_real || result != CUFFT_SUCCESS || tcf_shim_get_settings()->off) return result;
  if (r->form || tcf_shim_check_sizes(r) || !tcf_shim_serves(r)) return result;
  if (size_of(r, &mine) == CUFFT_SUCCESS && mine > *size) *size = mine;
  return result;
}

// ------------------------------------------------------------------------------------------------ cufftGetSize

// Before a plan is made it has no size, and a plan that the real library serves has that one's.
cufftResult cufftGetSize(cufftHandle handle, size_t *size) {
  tcf_shim_plan *plan = tcf_shim_take(handle);
  const int served = plan && plan->state == TCF_SHIM_SERVED, ask = tcf_shim_has_real() && !served;
  cufftResult result = !size ? CUFFT_INVALID_VALUE : served ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
  if (size && served) *size = plan->work_size;
  tcf_shim_give(plan);
  return ask ? TCF_REAL(cufftGetSize)(handle, size) : result;
}

cufftResult cufftGetSize1d(cufftHandle plan, int nx, int type, int batch, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(1, (const int[]){nx}, type, batch, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  return larger(&r, plan, TCF_REAL(cufftGetSize1d)(plan, nx, type, batch, size), size);
}

cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, int type, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(2, (const int[]){nx, ny}, type, 1, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  return larger(&r, plan, TCF_REAL(cufftGetSize2d)(plan, nx, ny, type, size), size);
}

cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(3, (const int[]){nx, ny, nz}, type, 1, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  return larger(&r, plan, TCF_REAL(cufftGetSize3d)(plan, nx, ny, nz, type, size), size);
}

cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                             int ostride, int odist, int type, int batch, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_int(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  result = TCF_REAL(cufftGetSizeMany)(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  return larger(&r, plan, result, size);
}

cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                               long long idist, long long *onembed, long long ostride, long long odist, int type,
                               long long batch, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  result = TCF_REAL(cufftGetSizeMany64)(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  return larger(&r, plan, result, size);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                               long long idist, int input_type, long long *onembed, long long ostride, long long odist,
                               int output_type, long long batch, size_t *size, int execution_type) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_typed(rank, n, inembed, istride, idist, input_type, onembed, ostride, odist,
                                                output_type, batch, execution_type, size);
  if (!answer_alone(&r, is_plan(plan), size, &result)) return result;
  result = TCF_REAL(cufftXtGetSizeMany)(plan, rank, n, inembed, istride, idist, input_type, onembed, ostride, odist,
                                        output_type, batch, size, execution_type);
  return larger(&r, plan, result, size);
}

// ------------------------------------------------------------------------------------------------ cufftEstimate*

cufftResult cufftEstimate1d(int nx, int type, int batch, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(1, (const int[]){nx}, type, batch, size);
  if (!answer_alone(&r, 1, size, &result)) return result;
  return larger(&r, 0, TCF_REAL(cufftEstimate1d)(nx, type, batch, size), size);
}

cufftResult cufftEstimate2d(int nx, int ny, int type, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(2, (const int[]){nx, ny}, type, 1, size);
  if (!answer_alone(&r, 1, size, &result)) return result;
  return larger(&r, 0, TCF_REAL(cufftEstimate2d)(nx, ny, type, size), size);
}

cufftResult cufftEstimate3d(int nx, int ny, int nz, int type, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_packed(3, (const int[]){nx, ny, nz}, type, 1, size);
  if (!answer_alone(&r, 1, size, &result)) return result;
  return larger(&r, 0, TCF_REAL(cufftEstimate3d)(nx, ny, nz, type, size), size);
}

cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist,
                              int type, int batch, size_t *size) {
  cufftResult result;
  const tcf_shim_request r = tcf_shim_ask_int(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  if (!answer_alone(&r, 1, size, &result)) return result;
  result = TCF_REAL(cufftEstimateMany)(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
  return larger(&r, 0, result, size);
}
