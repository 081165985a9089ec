// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <inttypes.h>
#include <math.h>

#include "sparse/sparse.h"

static tcfft_status bad_size(const char *name, int64_t value, const char *why) {
  return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "%s = %" PRId64 " %s", name, value, why);
}

static tcfft_status check_sizes(tcf_sparse_problem *p, const tcfft_sparse_desc *d) {
  if (d->n < 1) return bad_size("n", d->n, "is below 1");
  if (d->n > INT64_C(1) << 34) return bad_size("n", d->n, "is above 2^34");
  if (d->k < 1) return bad_size("k", d->k, "is below 1");
  if (d->k > d->n) return bad_size("k", d->k, "is above n");
  const int64_t most = d->real ? d->n / 2 + 1 : d->n, twice = d->k > most / 2 ? most : 2 * d->k;
  if (d->capacity < 0) return bad_size("capacity", d->capacity, "is negative");
  if (d->capacity && d->capacity < d->k) return bad_size("capacity", d->capacity, "is below k");
  if (d->capacity > d->n) return bad_size("capacity", d->capacity, "is above n");
  if (d->batch < 0) return bad_size("batch", d->batch, "is negative");
  if (d->distance < 0) return bad_size("distance", d->distance, "is negative");
  p->n = d->n;
  p->k = d->k;
  p->capacity = d->capacity ? d->capacity : twice > d->k ? twice : d->k;
  p->batch = d->batch ? d->batch : 1;
  p->distance = d->distance ? d->distance : d->n;
  int64_t last, bytes;
  if (__builtin_mul_overflow(p->batch - 1, p->distance, &last) || __builtin_add_overflow(last, d->n, &last) ||
      __builtin_mul_overflow(last, d->real ? 4 : 8, &bytes) || __builtin_mul_overflow(p->batch, p->capacity, &last) ||
      __builtin_mul_overflow(last, 16, &bytes))
    return tcf_fail(TCFFT_ERROR_OVERFLOW, "batch = %" PRId64 " signals at distance %" PRId64 " exceed 2^63 - 1 bytes",
                    p->batch, p->distance);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_sparse_problem_from(tcf_sparse_problem *p, const tcfft_sparse_desc *d) {
  *p = (tcf_sparse_problem){.verify = !d->no_verify, .fallback = !d->no_fallback, .seed = d->seed, .threads = d->threads};
  TCF_TRY(check_sizes(p, d));
  const struct {
    const char *name;
    int value;
  } flags[] = {{"real", d->real}, {"no_verify", d->no_verify}, {"no_fallback", d->no_fallback}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (flags[i].value != 0 && flags[i].value != 1)
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %d is neither 0 nor 1", flags[i].name, flags[i].value);
  if ((int)d->method < 0 || d->method > TCFFT_SPARSE_WHOLE)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "method = %d is not one of its values", (int)d->method);
  if (d->method == TCFFT_SPARSE_WHOLE && d->no_fallback)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "method = whole is the whole transform, which no_fallback = 1 excludes");
  if (!isfinite(d->snr) || fabs(d->snr) > 300)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "snr = %g is not within -300 .. 300 dB", d->snr);
  if (!isfinite(d->least) || d->least < 0)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "least = %g is no amplitude", d->least);
  if (d->threads < 0) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "threads = %d is negative", d->threads);
  p->real = d->real;
  p->snr = d->snr == 0 ? 0 : pow(10, d->snr / 10);
  p->least = d->least / (double)d->n;
  p->method = d->method;
  return TCFFT_SUCCESS;
}
