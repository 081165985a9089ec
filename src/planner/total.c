// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/total.h"

#include <math.h>

#include "core/element.h"

// The bound must hold for measured errors, which scatter around the prediction, hence the margin. The variance is that of
// rounding the result in FP32. Rounding it to a coarser type than that of the arithmetic does not scatter: where all numbers
// are just above a power of two it has twice this variance, and no more.
static const double bound_margin = 1.8, rounding_variance = 0.6e-15, most_of_rounding = 2;

// What rounding to pairs between launches adds. A convolution has as much of it in every point of its length, of which half
// are results.
static double pair_variance(const tcf_stage *s) {
  const double convolved = s->load == TCF_OP_CHIRP || s->store == TCF_OP_FILTER_INVERSE ? 2 : 1;
  return tcf_type_is_pair(s->out_type) ? convolved * rounding_variance * tcf_rounding_variance(s->out_type) : 0;
}

void tcf_schedule_total(tcf_schedule *s) {
  const tcf_stage *last = s->stages ? &s->stage[s->stages - 1] : NULL;
  const tcfft_type arithmetic = last ? tcf_arithmetic_of(last) : TCFFT_F32, stored = last ? last->out_type : TCFFT_F32;
  double variance = rounding_variance * tcf_rounding_variance(arithmetic);
  const double rounding = stored == arithmetic ? 0 : most_of_rounding * rounding_variance * tcf_rounding_variance(stored);
  s->time = 0;
  s->bytes = 0;
  for (int i = 0; i < s->stages; i++) {
    s->time += s->stage[i].time;
    if (__builtin_add_overflow(s->bytes, s->stage[i].bytes, &s->bytes)) s->bytes = INT64_MAX;
    variance += s->stage[i].variance;
    variance += pair_variance(&s->stage[i]);
  }
  // DCT-IV multiplies by the same table on every axis of one length, so the errors of its entries add up as amplitudes, not
  // as variances.
  const int repeats = s->stages && s->stage[0].kind == TCFFT_DCT4 ? s->stages - 1 : 0;
  s->bound = sqrt(bound_margin * bound_margin * variance * (1 + 0.3 * repeats) + rounding);
}
