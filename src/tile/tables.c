// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "tile/tables.h"

#include <stdlib.h>

#include "core/element.h"
#include "math/twiddle.h"
#include "tile/table_parts.h"

static size_t permutation_bytes(const tcf_tile *t) {
  if (t->conv == TCF_CONV_RADER_OF_REALS) return 2 * (size_t)t->n * 4;
  return t->conv != TCF_CONV_RADER ? 0 : (t->in_place ? 2 * (size_t)(t->n + 1) : (size_t)t->n) * 4;
}

tcf_table_layout tcf_table_lay_out(const tcf_tile *t, const tcf_stage *s) {
  const tcfft_kind kind = kind_of(t, s);
  const size_t point = (size_t)tcf_tile_point_bytes(t);
  tcf_table_layout l = {0};
  l.half = l.twiddle + tcf_round_up((size_t)twiddle_count(t) * point);
  l.quarter = l.half + tcf_round_up((size_t)half_roots(t, s).count * point);
  l.chirp = l.quarter + tcf_round_up((size_t)tcf_quarter_roots(kind, s->n).count * point);
  l.filter = l.chirp + (uses_chirp(t) ? tcf_round_up((size_t)chirp_count(t, s) * point) : 0);
  l.permutation = l.filter + tcf_round_up((size_t)filter_count(t, s) * point);
  l.end = l.permutation + tcf_round_up(permutation_bytes(t));
  return l;
}

int tcf_table_convolution(tcf_convolution_tables *tables, const tcf_tile *t, const tcf_stage *s) {
  const int rader = t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_RADER_OF_REALS;
  const int64_t size = rader ? 0 : filter_count(t, s);
  *tables = (tcf_convolution_tables){0};
  tables->n = chirp_count(t, s);
  tables->size = size;
  tables->ffts = 1;
  tables->f64 = t->f64;
  if (uses_chirp(t)) tables->chirp = tables->n;
  if (!size || (t->in_place && t->conv)) return tables->chirp && !size;
  const int64_t shift = shift_of(t, s), order = 2 * tables->n;
  tcf_root_exact(shift * shift % order, order, tables->scale);
  tables->scale[0] /= (double)size;
  tables->scale[1] /= -(double)size;
  tables->ffts = ffts_of_filter(t, s);
  return 1;
}

static const tcf_table_numbers *numbers_of(const tcf_tile *t) { return t->f64 ? &tcf_table_f64 : &tcf_table_f32; }

// Builds the first `bytes` of a block by `fill`.
static tcfft_status build(void **table, tcf_bump *room, size_t bytes, const tcf_table_layout *l, const tcf_tile *t,
                          const tcf_stage *s, tcf_table_fill *fill) {
  *table = NULL;
  if (!bytes) return TCFFT_SUCCESS;
  void *block;
  TCF_TRY(tcf_bump_take(room, bytes, &block));
  const tcfft_status status = fill(block, l, t, s);
  if (status == TCFFT_SUCCESS)
    *table = block;
  else
    tcf_bump_drop(room, block);
  return status;
}

tcfft_status tcf_table_build(void **table, tcf_bump *room, const tcf_table_layout *l, const tcf_tile *t,
                             const tcf_stage *s) {
  return build(table, room, l->end, l, t, s, numbers_of(t)->all);
}

tcfft_status tcf_table_build_before(void **table, tcf_bump *room, const tcf_table_layout *l, const tcf_tile *t,
                                    const tcf_stage *s) {
  return build(table, room, l->chirp, l, t, s, numbers_of(t)->before);
}
