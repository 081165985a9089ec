// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/tuned.h"

#include <stdlib.h>
#include <string.h>

#include "tile/io.h"

// Made by bench/tile_table.sh on an NVIDIA H200 (driver 580.159.04): the faster of two runs. Lengths with coprime factors
// were timed once more after their butterflies had lost their twiddles, and a new row was taken where it was faster than the
// old one in the same run. The fractions of a copy's speed differ by up to 8 % between runs.
//
// The runs for the table time one launch again and again, while a sweep of `tcfft bench` takes turns with other work. Where
// whole sweeps before and after showed that the predicted schedule was faster, the table has that one (a dozen rows, columns
// of 256 among them) or no row (37, 61).
static const tcf_tuned rows[] = {
#include "classic/cuda/tuned_rows.h"
};
const tcf_tuned_table tcf_tuned_tiles = {rows, sizeof rows / sizeof *rows};

tcf_tuned_layout tcf_tuned_layout_of(const tcf_stage *s, const tcf_tile *t) {
  if (tcf_tile_hermitian_across(s, 0) || tcf_tile_hermitian_across(s, 1))
    return tcf_tile_hermitian_across(s, 0) ? TCF_TUNED_UNFOLD : TCF_TUNED_FOLD;
  const int whole = t->load == TCF_OP_USER && t->store == TCF_OP_USER;
  const int64_t batch_is = s->in_batch_step ? s->in_batch_step * s->is : s->dim[0].is,
                batch_os = s->out_batch_step ? s->out_batch_step * s->os : s->dim[0].os;
  if ((t->batch_fast_in && batch_is != 1) || (t->batch_fast_out && batch_os != 1)) return TCF_TUNED_LAYOUTS;
  if (!t->batch_fast_in && !t->batch_fast_out)
    return whole && t->contiguous_in && t->contiguous_out ? TCF_TUNED_ROWS : TCF_TUNED_LAYOUTS;
  if (t->batch_fast_in && t->batch_fast_out) {
    if (t->kind != TCFFT_C2C && (t->load == TCF_OP_USER || t->store == TCF_OP_USER)) return TCF_TUNED_LAYOUTS;
    if (t->load != TCF_OP_USER && t->load != TCF_OP_COPY) return TCF_TUNED_LAYOUTS;
    return t->store == TCF_OP_TWIDDLE ? TCF_TUNED_FIRST : whole ? TCF_TUNED_COLUMNS : TCF_TUNED_LAYOUTS;
  }
  return t->load == TCF_OP_COPY && t->store == TCF_OP_USER && t->contiguous_in && t->batch_fast_out && t->kind == TCFFT_C2C
             ? TCF_TUNED_LAST
             : TCF_TUNED_LAYOUTS;
}

// Whether a row's radices make a stage's axes: factors between '.' multiply, and an 'x' begins the next axis.
static int makes_axes(const char *fft, const tcf_stage *s) {
  int64_t points = 1;
  int axis = 0;
  for (const char *c = fft; s->axes; c++) {
    char *end;
    points *= strtol(c, &end, 10);
    c = end;
    if (*c == '.') continue;
    if (axis == s->axes || points != s->length[axis++]) return 0;
    if (*c != 'x') break;
    points = 1;
  }
  return axis == s->axes && (s->axes > 0 || !strchr(fft, 'x'));
}

const tcf_tuned *tcf_tuned_find(const tcf_tuned_table *table, const tcf_stage *s, const tcf_tile *io, const tcf_device *d) {
  enum { HOPPER = 90 };
  const tcf_tuned_layout layout = tcf_tuned_layout_of(s, io);
  if (d->capability != HOPPER || layout == TCF_TUNED_LAYOUTS) return NULL;
  for (const tcf_tuned *r = table->rows; r < table->rows + table->count; r++)
    if (r->n == s->points && r->layout == layout && r->kind == s->kind && makes_axes(r->fft, s)) return r;
  return NULL;
}
