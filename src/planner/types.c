// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/types.h"

#include "base/arith.h"
#include "core/device_choice.h"
#include "core/registry.h"

#define ONE_OF(type) (1u << (type))
#define NUMBERS (ONE_OF(TCFFT_F32) | ONE_OF(TCFFT_F16) | ONE_OF(TCFFT_BF16))
#define SAMPLES (ONE_OF(TCFFT_I8) | ONE_OF(TCFFT_I16))

// What a backend transforms besides FP32: inputs of some types, each to outputs of some types.
static const struct {
  tcfft_backend backend;
  unsigned in, out;
  const char *words;
} served[] = {
    {TCFFT_BACKEND_CUDA, ONE_OF(TCFFT_F64), ONE_OF(TCFFT_F64), "f64 to f64"},
    {TCFFT_BACKEND_CUDA, NUMBERS | SAMPLES, NUMBERS, "f32, f16, bf16, i8 and i16 to f32, f16 and bf16"},
    {TCFFT_BACKEND_HOST, ONE_OF(TCFFT_F64), ONE_OF(TCFFT_F64), "f64 to f64"},
    {TCFFT_BACKEND_HOST, NUMBERS | SAMPLES, NUMBERS, "f32, f16, bf16, i8 and i16 to f32, f16 and bf16"},
    {TCFFT_BACKEND_OPENCL, ONE_OF(TCFFT_F64), ONE_OF(TCFFT_F64), "f64 to f64"},
    {TCFFT_BACKEND_OPENCL, NUMBERS | SAMPLES, NUMBERS, "f32, f16, bf16, i8 and i16 to f32, f16 and bf16"},
};

static int is_fp32(const tcf_problem *p) { return p->in_type == TCFFT_F32 && p->out_type == TCFFT_F32; }

static int serves(tcfft_backend backend, const tcf_problem *p) {
  for (int i = 0; i < TCF_COUNT(served); i++)
    if (served[i].backend == backend && served[i].in & ONE_OF(p->in_type) && served[i].out & ONE_OF(p->out_type)) return 1;
  return 0;
}

int tcf_planner_computes(const tcf_problem *p, const tcf_device *d) {
  return p->out_type != TCFFT_F64 || d->backend != TCFFT_BACKEND_OPENCL || d->fp64;
}

tcfft_status tcf_planner_check_types(const tcf_problem *p, const tcf_device *d) {
  if (is_fp32(p)) return TCFFT_SUCCESS;
  if (!serves(d->backend, p)) {
    char types[128];
    tcf_writer w = {.buf = types, .cap = sizeof types};
    tcf_put(&w, "f32 to f32");
    for (int i = 0; i < TCF_COUNT(served); i++)
      if (served[i].backend == d->backend) tcf_put(&w, ", and %s", served[i].words);
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "in_type = %s, out_type = %s: the %s backend transforms %s",
                    tcf_type_name(p->in_type), tcf_type_name(p->out_type), tcf_backend_name(d->backend), types);
  }
  if (!tcf_planner_computes(p, d))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "in_type = f64, out_type = f64: %s computes in FP32 alone, it lacks cl_khr_fp64", d->name);
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR && p->out_type == TCFFT_F64)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "algorithm = tensor: its FP16 terms make up FP32 numbers, not those of f64");
  return TCFFT_SUCCESS;
}

int tcf_planner_widens(const tcf_problem *p, const tcf_device *d) {
  const int may[] = {[TCFFT_BACKEND_HOST] = 1, [TCFFT_BACKEND_CUDA] = d->compiler > 0, [TCFFT_BACKEND_OPENCL] = d->fp64 > 0};
  return may[d->backend] && is_fp32(p) && p->algorithm != TCFFT_ALGORITHM_TENSOR && p->tolerance > 0;
}

// Inputs of FP16 and integers end at 2^16. Larger ones may follow BF16's exponents, which pair8 has.
int tcf_planner_pairs(const tcf_problem *p, const tcf_device *d) {
  const unsigned bounded = ONE_OF(TCFFT_F16) | SAMPLES;
  const int rounds = p->out_type == TCFFT_BF16 || (p->out_type == TCFFT_F16 && ONE_OF(p->in_type) & bounded);
  return rounds && p->kind <= TCFFT_C2R && d->backend == TCFFT_BACKEND_CUDA && d->compiler > 0;
}

// Sums of so many numbers below 2^16 are in each part of a pair, times at most the square root of 2: of R2C twice as many as
// points, which are two numbers each, and of C2R four times, as a point is made of two bins that both count twice. Scales
// are those of the last launch.
int tcf_planner_pairs_hold(const tcf_schedule *s, const tcf_problem *p) {
  static const double numbers[] = {[TCFFT_C2C] = 1, [TCFFT_R2C] = 2, [TCFFT_C2R] = 4};
  const double most = 0x1p39 / (0x1p16 * 1.5);
  double summed = 1;
  for (int i = 0; i < s->stages; i++) {
    summed *= (double)(s->stage[i].points ? s->stage[i].points : s->stage[i].n);
    summed *= s->stage[i].load == TCF_OP_USER ? numbers[s->stage[i].kind] : 1;
    if ((int)s->stage[i].out_type == TCF_PAIR6 && summed > most) return 0;
  }
  return p->pairs;
}

unsigned tcf_planner_backends_for(const tcf_problem *p) {
  unsigned backends = 0;
  for (int i = 0; i < TCF_COUNT(served) && !is_fp32(p); i++)
    if (serves(served[i].backend, p)) backends |= 1u << served[i].backend;
  return backends ? backends : ~0u;
}

tcfft_status tcf_planner_choose_device(const tcf_problem *p, const char *name, tcf_device *d) {
  const unsigned backends = tcf_planner_backends_for(p);
  TCF_TRY(tcf_device_choose_among(backends, name, d));
  const int named = name && *name;
  return named || tcf_planner_computes(p, d) ? TCFFT_SUCCESS
                                             : tcf_device_choose_among(backends & ~(1u << d->backend), name, d);
}
