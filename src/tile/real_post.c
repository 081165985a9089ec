// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/real_post.h"

#include "base/arith.h"
#include "base/text.h"
#include "core/element.h"

int tcf_real_post_is(const tcf_stage *s) {
  return s->points > 0 && s->load == TCF_OP_NONE && s->store == TCF_OP_USER && s->kind != TCFFT_C2C;
}

int tcf_real_post_ffts(const tcf_stage *s) {
  return s->dim[0].n >= 32 && tcf_magnitude(s->dim[0].os) < tcf_magnitude(s->os) ? 32 : 1;
}

int64_t tcf_real_post_groups(const tcf_stage *s, int64_t elements, int threads) {
  const int64_t depth = threads / tcf_real_post_ffts(s);
  return (elements + depth - 1) / depth;
}

void tcf_real_post_propose(tcf_stage *s, const tcf_device *d, int threads, double slowdown) {
  s->width = tcf_real_post_ffts(s);
  s->threads = threads;
  tcf_writer text = {.buf = s->fft, .cap = sizeof s->fft};
  tcf_put(&text, "real_post");
  const int64_t elements = tcf_dim_count(s, 0) * tcf_out_rows(s);
  s->bytes = tcf_dim_count(s, 0) * tcf_stage_point_bytes(s) * s->points + elements * tcf_stage_element_bytes(s, 1);
  s->time = slowdown * (double)s->bytes / d->copy + d->launch;
  s->variance = 3e-15 * tcf_rounding_variance(tcf_arithmetic_of(s));
}

tcf_tile tcf_real_post_tile(const tcf_stage *s) {
  return (tcf_tile){.fpb = 1, .f64 = tcf_arithmetic_of(s) == TCFFT_F64, .kind = (int)s->kind, .load = TCF_OP_NONE, .store = TCF_OP_USER};
}
