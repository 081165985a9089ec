// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a problem is computed by several devices, as pure data: passes, which each device does by itself on what it holds, and
// exchanges between them.
//
// A transform is a matrix. Its rows are the indices along the first axis, its columns those along the second one, and an
// element of it is a cell: all of the third axis, or one number. A transform along one axis alone is taken as rows * columns
// = n (real: n / 2): element j is at row j / columns of the input, and result k at row k % rows and column k / rows of the
// output in transposed order. The devices hold blocks of whole rows, or of whole columns; blocks differ by one row at most,
// so that some are empty where there are fewer than devices. What a device holds is an array of its own: the batch, rows,
// columns, cells.
#ifndef TCFFT_SEVERAL_FLOW_H
#define TCFFT_SEVERAL_FLOW_H

#include "core/problem.h"

enum { TCF_SEVERAL_MOST = 16 };  // devices

typedef struct tcf_block {
  int64_t begin, count;
} tcf_block;

// The part number `part` of 0 .. n - 1, in parts whose sizes differ by one at most.
tcf_block tcf_block_of(int64_t n, int parts, int part);

// What is split between the devices.
typedef enum tcf_cut { TCF_CUT_ROWS, TCF_CUT_COLUMNS, TCF_CUT_BATCH } tcf_cut;

// Where a step's data is on each device: the caller's memory, one of two areas of the workspace, or the frame, which is both
// of them: a matrix with room for all rows and columns, of which a device holds its own. Element (r, c) has the same place
// in the frames of all devices, whether rows are split or columns, so that what a device keeps in an exchange from frame to
// frame stays where it is.
// Where a real axis is split there is a third area, for the mates of what a device holds.
typedef enum tcf_area {
  TCF_AREA_IN,
  TCF_AREA_OUT,
  TCF_AREA_WORK,
  TCF_AREA_WORK1,
  TCF_AREA_FRAME,
  TCF_AREA_MATES,
} tcf_area;

typedef enum tcf_step_kind {
  TCF_STEP_WHOLE,     // transforms of the batch as they are
  TCF_STEP_ROWS,      // each row, along all axes but the first
  TCF_STEP_COLUMNS,   // along the first axis
  TCF_STEP_EXCHANGE,  // from blocks of rows to blocks of columns, or back
  TCF_STEP_REAL,      // between the spectrum of a real axis and that of half as many complex numbers (real.h)
  TCF_STEP_NOTHING,   // stands between two exchanges
} tcf_step_kind;

typedef struct tcf_step {
  tcf_step_kind kind;
  tcf_area from, to;
  int twiddles;    // of a pass: the results are multiplied by the roots of unity between the two passes of one axis
  int transposed;  // of a pass over rows: they are stored as columns. Of an exchange: of such a matrix
  tcf_cut cut;     // of what an exchange leaves
  int mates;       // of an exchange: device by device the mates of what each holds, element h - k of k, h = rows * columns
  int pieces;      // of a pass: the rows or columns of a device are computed in so many pieces, between which data moves
  int last;        // of a pass: the one that applies the scale
  int whole;  // of an exchange: so many pieces of the pass before are sent as they are computed; the rest goes when all are,
              // by pieces of the pass to come
} tcf_step;

enum { TCF_FLOW_STEPS = 8, TCF_PIECES = 8 };

typedef struct tcf_flow {
  tcf_problem problem;
  int devices;
  tcf_cut cut[2];        // of the input and of the output
  int by_remainders[2];  // of one axis alone: that side is in transposed order
  int64_t rows, columns, cell;
  int64_t row[2];  // elements of a row of the input and of the output, whose real rows may be padded
  int steps;
  tcf_step step[TCF_FLOW_STEPS];
} tcf_flow;

// UNSUPPORTED for what cannot be done, with the reason.
tcfft_status tcf_flow_make(tcf_flow *flow, const tcf_problem *p, int devices, tcfft_order in_order, tcfft_order out_order);

// Lets the flow of two devices, whose two areas are as large as a frame, go through one. Not where a pass stores its rows as
// columns, which takes two areas.
void tcf_flow_frame(tcf_flow *flow);

// Changes the areas of a flow to those of members that exchange messages (messages.h), and says where an exchange stages
// them.
void tcf_flow_for_messages(tcf_flow *flow);
tcf_area tcf_flow_messages(const tcf_step *exchange);

// Rows or columns of a device, of the matrix or of the transposed one.
static inline tcf_block tcf_flow_rows(const tcf_flow *f, int transposed, int position) {
  return tcf_block_of(transposed ? f->columns : f->rows, f->devices, position);
}
static inline tcf_block tcf_flow_columns(const tcf_flow *f, int transposed, int position) {
  return tcf_block_of(transposed ? f->rows : f->columns, f->devices, position);
}

// What a pass cuts into pieces on a device: its rows, its columns, its transforms.
int64_t tcf_flow_units(const tcf_flow *f, const tcf_step *s, int position);

// Whether a step is a pass of plans, of which there are pieces.
static inline int tcf_step_plans(const tcf_step *s) { return s->kind <= TCF_STEP_COLUMNS; }

// Whether one real axis is split: as n / 2 complex numbers, whose matrix has the rows and columns.
int tcf_flow_real_axis(const tcf_flow *f);

// Elements of a rank's or device's block of the complex side of a real axis that its rows have not: the last of n / 2 + 1, 1
// or 0.
int tcf_flow_extra(const tcf_flow *f, int transposed, int position);

// Bytes of a complex number between the passes, of one of the two areas of the workspace of any device, and of all areas.
// Where none is used they are 0.
int64_t tcf_flow_cell_bytes(const tcf_flow *f);
int64_t tcf_flow_area_bytes(const tcf_flow *f);
int64_t tcf_flow_areas_bytes(const tcf_flow *f);

// Bytes from the beginning of the workspace to an area of it.
int64_t tcf_flow_area_at(const tcf_flow *f, tcf_area area);

// Elements of the axis that a device gets from another one in an exchange of mates. What it holds begins with element
// rows.begin * row; of these it gets those from (all rows - rows.end) * row to (all rows - rows.begin) * row, the last
// included, if there is one.
tcf_block tcf_flow_mates(const tcf_flow *f, const tcf_step *s, int from, int to);

// Bytes that a device sends to another one in an exchange, or copies for itself: none where they stay in the frame.
int64_t tcf_flow_moved(const tcf_flow *f, const tcf_step *s, int from, int to);

#endif
