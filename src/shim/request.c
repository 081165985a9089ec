// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/request.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ types

// Every transform of cuFFT: its cufftType (0: none), its types, and what tcfft calls it.
typedef struct transform {
  int type, input, output;
  tcfft_type numbers;
  tcfft_kind kind;
} transform;

static const transform transforms[] = {
    {CUFFT_C2C, CUDA_C_32F, CUDA_C_32F, TCFFT_F32, TCFFT_C2C}, {CUFFT_R2C, CUDA_R_32F, CUDA_C_32F, TCFFT_F32, TCFFT_R2C},
    {CUFFT_C2R, CUDA_C_32F, CUDA_R_32F, TCFFT_F32, TCFFT_C2R}, {CUFFT_Z2Z, CUDA_C_64F, CUDA_C_64F, TCFFT_F64, TCFFT_C2C},
    {CUFFT_D2Z, CUDA_R_64F, CUDA_C_64F, TCFFT_F64, TCFFT_R2C}, {CUFFT_Z2D, CUDA_C_64F, CUDA_R_64F, TCFFT_F64, TCFFT_C2R},
    {0, CUDA_C_16F, CUDA_C_16F, TCFFT_F16, TCFFT_C2C},         {0, CUDA_R_16F, CUDA_C_16F, TCFFT_F16, TCFFT_R2C},
    {0, CUDA_C_16F, CUDA_R_16F, TCFFT_F16, TCFFT_C2R},         {0, CUDA_C_16BF, CUDA_C_16BF, TCFFT_BF16, TCFFT_C2C},
    {0, CUDA_R_16BF, CUDA_C_16BF, TCFFT_BF16, TCFFT_R2C},      {0, CUDA_C_16BF, CUDA_R_16BF, TCFFT_BF16, TCFFT_C2R},
};
enum { TRANSFORMS = sizeof transforms / sizeof *transforms };

static const transform *of_type(int type) {
  for (int i = 0; type && i < TRANSFORMS; i++)
    if (transforms[i].type == type) return &transforms[i];
  return NULL;
}

// Executed as one of the types of the data, real or complex.
static const transform *of_types(int input, int output, int execution) {
  for (int i = 0; i < TRANSFORMS; i++)
    if (transforms[i].input == input && transforms[i].output == output && (execution == input || execution == output))
      return &transforms[i];
  return NULL;
}

static const transform *find(const tcf_shim_request *r) { return of_types(r->input, r->output, r->execution); }

// In FP16 and BF16 cuFFT has powers of two alone, and what it does not have is its mistake to tell.
static int has_length(const transform *t, long long n) {
  return t->numbers == TCFFT_F32 || t->numbers == TCFFT_F64 || n < 1 || (n & (n - 1)) == 0;
}

// Nor does it have strides of the real numbers then.
static int has_layout(const transform *t, const tcf_shim_request *r) {
  if (t->numbers == TCFFT_F32 || t->numbers == TCFFT_F64 || !r->embeds) return 1;
  return (t->kind != TCFFT_R2C || r->istride == 1) && (t->kind != TCFFT_C2R || r->ostride == 1);
}

int tcf_shim_serves(const tcf_shim_request *r) {
  const transform *t = r->form == CUFFT_SUCCESS ? find(r) : NULL;
  if (!t || !has_layout(t, r)) return 0;
  for (int i = 0; i < r->rank; i++)
    if (!has_length(t, r->n[i])) return 0;
  return 1;
}

tcfft_kind tcf_shim_kind(const tcf_shim_request *r) { return find(r)->kind; }

tcfft_type tcf_shim_numbers(const tcf_shim_request *r) { return find(r)->numbers; }

// ------------------------------------------------------------------------------------------------ asking

static void take(long long to[], const long long *from, int rank) {
  if (from) memcpy(to, from, (size_t)rank * sizeof *to);
}

tcf_shim_request tcf_shim_ask_typed(int rank, const long long *n, const long long *inembed, long long istride,
                                    long long idist, int input, const long long *onembed, long long ostride, long long odist,
                                    int output, long long batch, int execution, const void *out) {
  tcf_shim_request r = {.rank = rank,
                        .embeds = (inembed != NULL) + (onembed != NULL),
                        .istride = istride,
                        .idist = idist,
                        .ostride = ostride,
                        .odist = odist,
                        .batch = batch,
                        .input = input,
                        .output = output,
                        .execution = execution};
  if (!out || !n || rank < 1 || rank > TCF_SHIM_RANK) {
    r.form = CUFFT_INVALID_VALUE;
    return r;
  }
  take(r.n, n, rank);
  take(r.inembed, inembed, rank);
  take(r.onembed, onembed, rank);
  if (!find(&r)) r.form = CUFFT_INVALID_TYPE;
  return r;
}

tcf_shim_request tcf_shim_ask_many(int rank, const long long *n, const long long *inembed, long long istride,
                                   long long idist, const long long *onembed, long long ostride, long long odist, int type,
                                   long long batch, const void *out) {
  const transform *t = of_type(type);
  return tcf_shim_ask_typed(rank, n, inembed, istride, idist, t ? t->input : -1, onembed, ostride, odist, t ? t->output : -1,
                            batch, t ? t->input : -1, out);
}

// The same of ints; NULL stays NULL.
static const long long *widened(long long wide[], const int *narrow, int rank) {
  for (int i = 0; narrow && i < rank && i < TCF_SHIM_RANK; i++) wide[i] = narrow[i];
  return narrow ? wide : NULL;
}

tcf_shim_request tcf_shim_ask_int(int rank, const int *n, const int *inembed, int istride, int idist, const int *onembed,
                                  int ostride, int odist, int type, int batch, const void *out) {
  long long sizes[TCF_SHIM_RANK], in[TCF_SHIM_RANK], on[TCF_SHIM_RANK];
  const int known = rank >= 1 && rank <= TCF_SHIM_RANK ? rank : 0;
  return tcf_shim_ask_many(rank, widened(sizes, n, known), widened(in, inembed, known), istride, idist,
                           widened(on, onembed, known), ostride, odist, type, batch, out);
}

tcf_shim_request tcf_shim_ask_packed(int rank, const int *n, int type, int batch, const void *out) {
  return tcf_shim_ask_int(rank, n, NULL, 1, 0, NULL, 1, 0, type, batch, out);
}

// ------------------------------------------------------------------------------------------------ checking, describing

cufftResult tcf_shim_check_sizes(const tcf_shim_request *r) {
  for (int i = 0; i < r->rank; i++)
    if (r->n[i] < 1) return CUFFT_INVALID_SIZE;
  if (r->batch < 1) return CUFFT_INVALID_SIZE;
  if (r->embeds == 1) return CUFFT_INVALID_VALUE;
  if (r->embeds && (r->istride < 1 || r->ostride < 1 || r->idist < 1 || r->odist < 1)) return CUFFT_INVALID_VALUE;
  return CUFFT_SUCCESS;
}

// Element (x0, x1, x2) lies at ((x0 * embed[1] + x1) * embed[2] + x2) * stride.
static int strides(int64_t stride[], const long long embed[], long long last, int rank) {
  stride[rank - 1] = last;
  for (int i = rank - 1; i > 0; i--)
    if (embed[i] < 1 || __builtin_mul_overflow(stride[i], (int64_t)embed[i], &stride[i - 1])) return 0;
  return 1;
}

int tcf_shim_describe(tcfft_desc *d, const tcf_shim_request *r) {
  *d = (tcfft_desc)TCFFT_DESC_INIT;
  d->kind = tcf_shim_kind(r);
  d->in_type = d->out_type = tcf_shim_numbers(r);
  d->rank = r->rank;
  d->batch = r->batch;
  for (int i = 0; i < r->rank; i++) d->n[i] = r->n[i];
  if (!r->embeds) return 1;
  d->in_distance = r->idist;
  d->out_distance = r->odist;
  return strides(d->in_stride, r->inembed, r->istride, r->rank) && strides(d->out_stride, r->onembed, r->ostride, r->rank);
}

cufftResult tcf_shim_planning_error(tcfft_status status) {
  static const struct {
    tcfft_status status;
    cufftResult result;
  } errors[] = {
      {TCFFT_SUCCESS, CUFFT_SUCCESS},
      {TCFFT_ERROR_INVALID_ARGUMENT, CUFFT_INVALID_VALUE},
      {TCFFT_ERROR_INVALID_SIZE, CUFFT_INVALID_SIZE},
      {TCFFT_ERROR_INVALID_LAYOUT, CUFFT_NOT_SUPPORTED},
      {TCFFT_ERROR_OVERFLOW, CUFFT_INVALID_SIZE},
      {TCFFT_ERROR_UNSUPPORTED, CUFFT_NOT_SUPPORTED},
      {TCFFT_ERROR_TOLERANCE, CUFFT_NOT_SUPPORTED},
      {TCFFT_ERROR_OUT_OF_MEMORY, CUFFT_ALLOC_FAILED},
  };
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].status == status) return errors[i].result;
  return CUFFT_INTERNAL_ERROR;
}
