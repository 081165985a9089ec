// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The elements of a problem's input or output as contiguous rows in nested dimensions, to copy the elements without the
// memory between them.
#ifndef TCFFT_PLAN_ROWS_H
#define TCFFT_PLAN_ROWS_H

#include "core/problem.h"

// Dimensions in descending order of stride. All strides and sizes are bytes.
typedef struct tcf_rows {
  int dims;
  int64_t n[TCFFT_MAX_RANK + 1], stride[TCFFT_MAX_RANK + 1];
  int64_t reach[TCFFT_MAX_RANK + 2];  // bytes that the dimensions from this one on span; [dims] is the length of a row
} tcf_rows;

// Sets *rows for the input or output of p with `batch` transforms instead of p->batch. No two elements may share memory.
void tcf_rows_of(tcf_rows *rows, const tcf_problem *p, int output, int64_t batch);

// Copies the parts of elements in bytes begin .. end - 1 of the side. `to` and `from` are the addresses of byte `begin`.
void tcf_rows_copy(const tcf_rows *rows, int64_t begin, int64_t end, char *to, const char *from);

#endif
