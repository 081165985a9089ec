// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The parts of an exchange: which cells go from one device to another, in which order, and where they are.
#ifndef TCFFT_SEVERAL_MOVES_H
#define TCFFT_SEVERAL_MOVES_H

#include "several/flow.h"

// One part: rows by columns of cells, of each transform of the batch.
typedef struct tcf_move {
  int source,
      target;  // the piece of the pass before that it is made of, and that of the pass to come which is complete with it;
               // -1: none
  int64_t rows, columns;         // 0: nothing moves
  int64_t from, to;              // the first cell, in the areas of the two devices
  int64_t from_pitch, to_pitch;  // cells from one row to the next
  int64_t from_apart, to_apart;  // and from one transform to the next
} tcf_move;

enum { TCF_MOVES = 2 * TCF_PIECES };

// Stores the moves of a step from one device to another, in order, and returns how many (tcf_step.whole).
int tcf_moves_of(tcf_move moves[TCF_MOVES], const tcf_flow *f, int step, int from, int to);

// Pieces of the pass before an exchange, and of the one behind it; 1 where there is none.
int tcf_pieces_before(const tcf_flow *f, int step);
int tcf_pieces_after(const tcf_flow *f, int step);

#endif
