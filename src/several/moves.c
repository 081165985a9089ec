// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/moves.h"

int tcf_pieces_before(const tcf_flow *f, int step) { return step > 0 ? f->step[step - 1].pieces : 1; }
int tcf_pieces_after(const tcf_flow *f, int step) { return step + 1 < f->steps ? f->step[step + 1].pieces : 1; }

// Sets where rows and columns, which are counted within the blocks of the two devices, are in the array of whole rows and in
// that of whole columns.
static tcf_move move_of(const tcf_flow *f, const tcf_step *st, int from, int to, tcf_block source, tcf_block target) {
  const int t = st->transposed, to_columns = st->cut == TCF_CUT_COLUMNS;
  const tcf_block rows = tcf_flow_rows(f, t, to_columns ? from : to),
                  columns = tcf_flow_columns(f, t, to_columns ? to : from);
  const tcf_block some_rows = to_columns ? source : target, some_columns = to_columns ? target : source;
  const int64_t width = t ? f->rows : f->columns, height = t ? f->columns : f->rows;
  const int64_t in_rows = some_rows.begin * width + columns.begin + some_columns.begin, rows_apart = rows.count * width;
  const int64_t in_columns = (rows.begin + some_rows.begin) * columns.count + some_columns.begin;
  const int64_t columns_apart = height * columns.count;
  tcf_move m = {.rows = some_rows.count, .columns = some_columns.count};
  if (!m.rows || !m.columns) m.rows = m.columns = 0;
  m.from = to_columns ? in_rows : in_columns;
  m.to = to_columns ? in_columns : in_rows;
  m.from_pitch = to_columns ? width : columns.count;
  m.to_pitch = to_columns ? columns.count : width;
  m.from_apart = to_columns ? rows_apart : columns_apart;
  m.to_apart = to_columns ? columns_apart : rows_apart;
  return m;
}

// Rows or columns of a device that an exchange takes from it, or gives to it.
static int64_t units_of(const tcf_flow *f, const tcf_step *st, int gives, int position) {
  const int rows = (st->cut == TCF_CUT_COLUMNS) != gives;
  return rows ? tcf_flow_rows(f, st->transposed, position).count : tcf_flow_columns(f, st->transposed, position).count;
}

int tcf_moves_of(tcf_move moves[TCF_MOVES], const tcf_flow *f, int step, int from, int to) {
  const tcf_step *st = &f->step[step];
  const int sources = tcf_pieces_before(f, step), targets = tcf_pieces_after(f, step);
  const int64_t source = units_of(f, st, 0, from), target = units_of(f, st, 1, to);
  const int whole = st->whole < sources ? st->whole : sources - 1;
  int count = 0;
  for (int piece = 0; piece < whole; piece++) {
    tcf_move *m = &moves[count++];
    *m = move_of(f, st, from, to, tcf_block_of(source, sources, piece), (tcf_block){0, target});
    m->source = piece;
    m->target = -1;
  }
  const int64_t begin = tcf_block_of(source, sources, whole).begin;
  for (int piece = 0; piece < targets; piece++) {
    tcf_move *m = &moves[count++];
    *m = move_of(f, st, from, to, (tcf_block){begin, source - begin}, tcf_block_of(target, targets, piece));
    m->source = piece ? -1 : sources - 1;
    m->target = piece;
  }
  return count;
}
