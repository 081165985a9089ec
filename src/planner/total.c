// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/total.h"

#include <math.h>

#include "core/element.h"

// The bound must hold for measured errors, which scatter around the prediction, hence the margin. The variance is that of
// rounding the result to FP32.
static const double bound_margin = 1.8, rounding_variance = 0.6e-15;

void tcf_schedule_total(tcf_schedule *s) {
  double variance = rounding_variance * tcf_rounding_variance(s->stages ? s->stage[s->stages - 1].out_type : TCFFT_F32);
  s->time = 0;
  s->bytes = 0;
  for (int i = 0; i < s->stages; i++) {
    s->time += s->stage[i].time;
    if (__builtin_add_overflow(s->bytes, s->stage[i].bytes, &s->bytes)) s->bytes = INT64_MAX;
    variance += s->stage[i].variance;
  }
  // DCT-IV multiplies by the same table on every axis of one length, so the errors of its entries add up as amplitudes, not
  // as variances.
  const int repeats = s->stages && s->stage[0].kind == TCFFT_DCT4 ? s->stages - 1 : 0;
  s->bound = bound_margin * sqrt(variance * (1 + 0.3 * repeats));
}
