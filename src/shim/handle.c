// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The life of a handle and its settings. Where there is a real library, a handle is the real one's from the beginning, so
// that any call may go there with it.
#include "shim/real.h"
#include "shim/settings.h"
#include "shim/table.h"

// ------------------------------------------------------------------------------------------------ life

// Costs no memory of a device.
static cufftResult create_own(cufftHandle *plan) {
  const int handle = tcf_shim_insert_own();
  if (!handle) return CUFFT_ALLOC_FAILED;
  *plan = handle;
  return CUFFT_SUCCESS;
}

cufftResult cufftCreate(cufftHandle *plan) {
  cufftHandle handle = 0;
  if (!plan) return CUFFT_INVALID_VALUE;
  if (!tcf_shim_has_real() && !tcf_shim_get_settings()->off) return create_own(plan);
  const cufftResult result = TCF_REAL(cufftCreate)(&handle);
  if (result != CUFFT_SUCCESS) return result;
  if (!tcf_shim_insert(handle)) {
    TCF_REAL(cufftDestroy)(handle);
    return CUFFT_ALLOC_FAILED;
  }
  *plan = handle;
  return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
  int has_real = 0;
  if (tcf_shim_remove(plan, &has_real)) return has_real ? TCF_REAL(cufftDestroy)(plan) : CUFFT_SUCCESS;
  if (tcf_shim_has_real()) return TCF_REAL(cufftDestroy)(plan);
  return plan == -1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

// ------------------------------------------------------------------------------------------------ settings

// A setting that a served plan keeps for itself. The real plan gets it while it may still become the one that serves.
typedef void keep(tcf_shim_plan *plan, void *value);

static void keep_stream(tcf_shim_plan *plan, void *stream) { plan->stream = stream; }
static void keep_area(tcf_shim_plan *plan, void *area) {
  plan->area = area;
  plan->has_area = 1;
}
static void keep_automatic(tcf_shim_plan *plan, void *automatic) { plan->automatic = automatic != NULL; }

// Whether the real library has to be told as well; *result is the answer where not.
static int set(cufftHandle handle, keep *store, void *value, cufftResult *result) {
  tcf_shim_plan *plan = tcf_shim_take(handle);
  *result = plan ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
  if (!plan) return tcf_shim_has_real();
  pthread_mutex_lock(&plan->lock);
  store(plan, value);
  int tell = plan->has_real && plan->state != TCF_SHIM_SERVED;
  // The caller was told the size of another library's area, or may yet be.
  if (store == keep_area && (plan->real_made || plan->state == TCF_SHIM_NEW)) tell = 0;
  pthread_mutex_unlock(&plan->lock);
  tcf_shim_give(plan);
  return tell;
}

cufftResult cufftSetStream(cufftHandle plan, void *stream) {
  cufftResult result;
  return set(plan, keep_stream, stream, &result) ? TCF_REAL(cufftSetStream)(plan, stream) : result;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
  cufftResult result;
  return set(plan, keep_area, area, &result) ? TCF_REAL(cufftSetWorkArea)(plan, area) : result;
}

// One for each GPU. A served plan has one, and its area has the size of tcfft's: the real library must never get it.
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas) {
  cufftResult result;
  void *first = areas ? areas[0] : NULL;
  return set(plan, keep_area, first, &result) ? TCF_REAL(cufftXtSetWorkArea)(plan, areas) : result;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic) {
  cufftResult result;
  void *value = automatic ? &result : NULL;
  return set(plan, keep_automatic, value, &result) ? TCF_REAL(cufftSetAutoAllocation)(plan, automatic) : result;
}

// ------------------------------------------------------------------------------------------------ asking

cufftResult cufftGetVersion(int *version) {
  enum { VERSION = 12000 };
  if (tcf_shim_has_real()) return TCF_REAL(cufftGetVersion)(version);
  if (!version) return CUFFT_INVALID_VALUE;
  *version = VERSION;
  return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(int property, int *value) {
  static const int properties[] = {12, 0, 0};  // major, minor, patch
  if (tcf_shim_has_real()) return TCF_REAL(cufftGetProperty)(property, value);
  if (!value) return CUFFT_INVALID_VALUE;
  if ((unsigned)property >= sizeof properties / sizeof *properties) return CUFFT_INVALID_TYPE;
  *value = properties[property];
  return CUFFT_SUCCESS;
}
