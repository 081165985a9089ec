// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/twiddles.h"

#include <inttypes.h>

#include "core/schedule.h"
#include "several/cuda/several_twiddle_args.h"
#include "several/host_twiddles.h"

enum { THREADS = TCF_SEVERAL_TWIDDLE_THREADS, ROWS = TCF_SEVERAL_TWIDDLE_ROWS };

tcfft_status tcf_several_twiddles_check(const tcf_flow *f, tcfft_backend backend) {
  const int64_t n = f->problem.n[0];
  if (backend == TCFFT_BACKEND_HOST) return TCFFT_SUCCESS;
  if (n > TCF_LONGEST_ON_DEVICE)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "n[0] = %" PRId64 " along one axis: several devices have 2^31 at most", n);
  if (f->problem.out_type != TCFFT_F32)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "one axis of %s numbers is not split between devices: only f32 is",
                    tcf_type_name(f->problem.out_type));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_several_twiddles_load(const tcf_backend *backend, int index, const tcf_flow *f, void **function) {
  if (!backend->launch) return tcf_host_twiddles_make(f, function);
  const tcf_load load = {.program = {.family = "several_twiddle", .parameters = "threads=256:rows=16:blocks=4"},
                         .threads = THREADS,
                         .function = function};
  return backend->load(index, &load, 1);
}

void tcf_several_twiddles_free(const tcf_backend *backend, void *function) {
  if (backend && !backend->launch) tcf_host_twiddles_free(function);
}

tcfft_status tcf_several_twiddles_run(const tcf_backend *backend, void *function, const tcf_flow *f, const tcf_step *s,
                                      int position, tcf_block piece, void *data, int inverse, void *stream) {
  const int by_rows = s->kind == TCF_STEP_ROWS;
  if (!backend->launch) return tcf_host_twiddles_run(function, f, s, position, data, inverse);
  const tcf_block all = by_rows ? tcf_flow_rows(f, 0, position) : tcf_flow_columns(f, 0, position);
  const int64_t n = f->rows * f->columns, first = all.begin + piece.begin;
  const int64_t rows = by_rows ? piece.count : f->rows, columns = by_rows ? f->columns : piece.count;
  const int in_frame = s->to == TCF_AREA_FRAME;
  const float inverse_n = (float)(1.0 / (double)n);
  tcf_several_twiddle_args args = {.data = data,
                                   .rows = rows,
                                   .columns = columns,
                                   .pitch = by_rows || in_frame ? f->columns : all.count,
                                   .row = by_rows ? (tcf_u32)first : 0,
                                   .column = by_rows ? 0 : (tcf_u32)first,
                                   .n = (tcf_u32)n,
                                   .quarters_per_root = (float)(4.0 / (double)n),
                                   .inverse_n = inverse_n,
                                   .inverse_n_rest = (float)(1.0 / (double)n - (double)inverse_n),
                                   .sign = inverse ? -1 : 1};
  const tcf_grid grid = {.blocks = (columns + THREADS - 1) / THREADS * ((rows + ROWS - 1) / ROWS), .threads = THREADS};
  const int64_t apart = in_frame ? n : by_rows ? all.count * f->columns : f->rows * all.count;
  for (int64_t b = 0; b < f->problem.batch; b++, args.data += 2 * apart)
    TCF_TRY(backend->launch(function, &grid, &args, stream));
  return TCFFT_SUCCESS;
}
