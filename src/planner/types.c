// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/types.h"

#include "base/arith.h"
#include "core/registry.h"

// Pairs of equal types that a backend transforms besides FP32.
static const struct {
  tcfft_backend backend;
  tcfft_type type;
} served[] = {{TCFFT_BACKEND_CUDA, TCFFT_F64}, {TCFFT_BACKEND_HOST, TCFFT_F64}};

static int is_fp32(const tcf_problem *p) { return p->in_type == TCFFT_F32 && p->out_type == TCFFT_F32; }

static int serves(tcfft_backend backend, const tcf_problem *p) {
  if (p->in_type != p->out_type) return 0;
  for (int i = 0; i < TCF_COUNT(served); i++)
    if (served[i].backend == backend && served[i].type == p->in_type) return 1;
  return 0;
}

tcfft_status tcf_planner_check_types(const tcf_problem *p, const tcf_device *d) {
  if (is_fp32(p)) return TCFFT_SUCCESS;
  if (!serves(d->backend, p)) {
    char types[64];
    tcf_writer w = {.buf = types, .cap = sizeof types};
    tcf_put(&w, "f32");
    for (int i = 0; i < TCF_COUNT(served); i++)
      if (served[i].backend == d->backend) tcf_put(&w, ", and %s to and from itself", tcf_type_name(served[i].type));
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "in_type = %s, out_type = %s: the %s backend transforms %s",
                    tcf_type_name(p->in_type), tcf_type_name(p->out_type), tcf_backend_name(d->backend), types);
  }
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR && p->out_type == TCFFT_F64)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "algorithm = tensor: its FP16 terms make up FP32 numbers, not those of f64");
  return TCFFT_SUCCESS;
}

unsigned tcf_planner_backends_for(const tcf_problem *p) {
  unsigned backends = 0;
  for (int i = 0; i < TCF_COUNT(served) && !is_fp32(p); i++)
    if (serves(served[i].backend, p)) backends |= 1u << served[i].backend;
  return backends ? backends : ~0u;
}
