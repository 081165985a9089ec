// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/moves.h"

int tcf_pieces_before(const tcf_flow *f, int step) { return step > 0 ? f->step[step - 1].pieces : 1; }
int tcf_pieces_after(const tcf_flow *f, int step) { return step + 1 < f->steps ? f->step[step + 1].pieces : 1; }

// Where some rows and columns are in an array of cells.
typedef struct place {
  int64_t first, pitch, apart;
} place;

// rows, columns: of the device that holds whole rows, and of the one that holds whole columns; some_rows, some_columns are
// counted within them. width and height are those of the matrix.
typedef struct part {
  tcf_block rows, columns, some_rows, some_columns;
  int64_t width, height;
} part;

static place in_frame(const part *p) {
  return (place){(p->rows.begin + p->some_rows.begin) * p->width + p->columns.begin + p->some_columns.begin, p->width,
                 p->height * p->width};
}

static place in_rows(const part *p, tcf_area area) {
  if (area == TCF_AREA_FRAME) return in_frame(p);
  return (place){p->some_rows.begin * p->width + p->columns.begin + p->some_columns.begin, p->width,
                 p->rows.count * p->width};
}

static place in_columns(const part *p, tcf_area area) {
  if (area == TCF_AREA_FRAME) return in_frame(p);
  return (place){(p->rows.begin + p->some_rows.begin) * p->columns.count + p->some_columns.begin, p->columns.count,
                 p->height * p->columns.count};
}

static tcf_move move_of(const tcf_flow *f, const tcf_step *st, int from, int to, tcf_block source, tcf_block target) {
  const int t = st->transposed, to_columns = st->cut == TCF_CUT_COLUMNS;
  const part p = {.rows = tcf_flow_rows(f, t, to_columns ? from : to),
                  .columns = tcf_flow_columns(f, t, to_columns ? to : from),
                  .some_rows = to_columns ? source : target,
                  .some_columns = to_columns ? target : source,
                  .width = t ? f->rows : f->columns,
                  .height = t ? f->columns : f->rows};
  const place before = to_columns ? in_rows(&p, st->from) : in_columns(&p, st->from);
  const place behind = to_columns ? in_columns(&p, st->to) : in_rows(&p, st->to);
  tcf_move m = {.rows = p.some_rows.count,
                .columns = p.some_columns.count,
                .from = before.first,
                .from_pitch = before.pitch,
                .from_apart = before.apart,
                .to = behind.first,
                .to_pitch = behind.pitch,
                .to_apart = behind.apart};
  if (tcf_flow_real_axis(f) && st->to == TCF_AREA_OUT && f->problem.kind == TCFFT_R2C)
    m.to_apart += tcf_flow_extra(f, t, to);
  const int stays = from == to && st->from == TCF_AREA_FRAME && st->to == TCF_AREA_FRAME;
  if (!m.rows || !m.columns || stays) m.rows = m.columns = 0;
  return m;
}

// Elements from one transform of the batch to the next in a block of rows of a real axis: the caller's complex side may have
// one more than the rows have.
static int64_t apart_of(const tcf_flow *f, const tcf_step *st, tcf_area area, int position) {
  const int callers = area == TCF_AREA_IN || area == TCF_AREA_OUT;
  const int complex = f->problem.kind == TCFFT_R2C ? area == TCF_AREA_OUT : area == TCF_AREA_IN;
  const int64_t row = st->transposed ? f->rows : f->columns;
  return tcf_flow_rows(f, st->transposed, position).count * row +
         (callers && complex ? tcf_flow_extra(f, st->transposed, position) : 0);
}

static tcf_move mates_of(const tcf_flow *f, const tcf_step *st, int from, int to) {
  const tcf_block b = tcf_flow_mates(f, st, from, to), has = tcf_flow_rows(f, st->transposed, from);
  const tcf_block wants = tcf_flow_rows(f, st->transposed, to);
  const int64_t row = st->transposed ? f->rows : f->columns, rows = st->transposed ? f->columns : f->rows;
  return (tcf_move){.rows = b.count > 0,
                    .columns = b.count,
                    .from = b.begin - has.begin * row,
                    .from_pitch = b.count,
                    .from_apart = apart_of(f, st, st->from, from),
                    .to = b.begin - (rows - wants.begin - wants.count) * row,
                    .to_pitch = b.count,
                    .to_apart = wants.count * row + 1,
                    .source = 0,
                    .target = 0};
}

// Rows or columns of a device that an exchange takes from it, or gives to it.
static int64_t units_of(const tcf_flow *f, const tcf_step *st, int gives, int position) {
  const int rows = (st->cut == TCF_CUT_COLUMNS) != gives;
  return rows ? tcf_flow_rows(f, st->transposed, position).count : tcf_flow_columns(f, st->transposed, position).count;
}

int tcf_moves_of(tcf_move moves[TCF_MOVES], const tcf_flow *f, int step, int from, int to) {
  const tcf_step *st = &f->step[step];
  if (st->mates) {
    moves[0] = mates_of(f, st, from, to);
    return 1;
  }
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
