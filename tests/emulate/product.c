// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "product.h"

#include <stdlib.h>

#include "base/status.h"
#include "core/backend.h"
#include "device_memory.h"
#include "num/tensor_sum.h"

tcfft_status tcf_emulated_open_gemm(void) {
  const char *library = getenv("TCFFT_CUBLAS");
  if (library && !*library)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "matrix products need cuBLAS: TCFFT_CUBLAS = \"\": none");
  return TCFFT_SUCCESS;
}

static float from_half(uint16_t h) {
  const tcf_u32 sign = (tcf_u32)(h & 0x8000) << 16, exponent = h >> 10 & 31, rest = h & 0x3ff;
  if (exponent == 31) return tcf_bits_float(sign | 0x7f800000u | rest << 13);
  if (exponent == 0) return (sign ? -1.f : 1.f) * (float)rest / 16777216.f;
  return tcf_bits_float(sign | (exponent + 127 - 15) << 23 | rest << 13);
}

// Elements of `count` matrices from the first to behind the last.
static size_t reach(int rows, int columns, int column, int64_t step, int count) {
  return (size_t)((count - 1) * step + (int64_t)(columns - 1) * column + rows);
}

static tcfft_status check(const tcf_gemm *p) {
  if (p->m < 1 || p->n < 1 || p->k < 1 || p->count < 1 || p->a_column < p->m || p->b_column < p->k || p->c_column < p->m ||
      p->a_step < 0 || p->c_step < 0)
    return tcf_fail(TCFFT_ERROR_DEVICE, "a product of %d x %d x %d, columns %d, %d, %d apart", p->m, p->n, p->k, p->a_column,
                    p->b_column, p->c_column);
  if ((uintptr_t)p->workspace % TCF_GEMM_ALIGNMENT || !tcf_emulated_memory_has(p->workspace, TCF_GEMM_WORKSPACE))
    return tcf_fail(TCFFT_ERROR_DEVICE, "the workspace of a product at %p", p->workspace);
  if (!tcf_emulated_memory_has(p->a, 2 * reach(p->m, p->k, p->a_column, p->a_step, p->count)) ||
      !tcf_emulated_memory_has(p->b, 2 * reach(p->k, p->n, p->b_column, 0, 1)) ||
      !tcf_emulated_memory_has(p->c, 4 * reach(p->m, p->n, p->c_column, p->c_step, p->count)))
    return tcf_fail(TCFFT_ERROR_DEVICE, "a product of %d x %d x %d reaches beyond the device's memory", p->m, p->n, p->k);
  return TCFFT_SUCCESS;
}

// In the tensor core's sums where four terms or fewer are not zero, as in all products with the radix-4 matrix; others in
// FP32, one after the other. Zero times infinity or NaN is NaN.
static float sum_of(const uint16_t *row, int step, const uint16_t *column, int k) {
  float term[4] = {0}, sum = 0;
  int count = 0;
  for (int i = 0; i < k; i++) {
    const float product = from_half(row[(int64_t)i * step]) * from_half(column[i]);
    sum += product;
    if (product != 0 && count++ < 4) term[count - 1] = product;
  }
  return count <= 4 ? tcf_tensor_sum4(term[0], term[1], term[2], term[3]) : sum;
}

tcfft_status tcf_emulated_multiply(const void *product) {
  const tcf_gemm *p = product;
  TCF_TRY(check(p));
  for (int i = 0; i < p->count; i++) {
    const uint16_t *a = (const uint16_t *)p->a + i * p->a_step, *b = p->b;
    float *c = p->c + i * p->c_step;
    for (int column = 0; column < p->n; column++)
      for (int row = 0; row < p->m; row++)
        c[(int64_t)column * p->c_column + row] = sum_of(a + row, p->a_column, b + (int64_t)column * p->b_column, p->k);
  }
  return TCFFT_SUCCESS;
}
