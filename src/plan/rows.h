// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the elements of one side of a problem lie, as contiguous rows in nested dims: to copy the elements and nothing that
// lies between them.
#ifndef TCFFT_PLAN_ROWS_H
#define TCFFT_PLAN_ROWS_H

#include "core/problem.h"

// Bytes throughout. Loops are sorted, the widest first.
typedef struct tcf_rows {
  int dims;
  int64_t n[TCFFT_MAX_RANK + 1], stride[TCFFT_MAX_RANK + 1];
  int64_t reach[TCFFT_MAX_RANK + 2];  // from first to behind last byte of the dims from this one on; [dims]: of a row
} tcf_rows;

// Of a side whose elements share no memory, with another batch than the problem's.
void tcf_rows_of(tcf_rows *rows, const tcf_problem *p, int output, int64_t batch);

// Copies the elements within bytes begin .. end of the side. to and from stand for byte begin.
void tcf_rows_copy(const tcf_rows *rows, int64_t begin, int64_t end, char *to, const char *from);

#endif
