// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_TILE_TABLE_LAYOUT_H
#define TCFFT_TILE_TABLE_LAYOUT_H

#include <stddef.h>

// Offset of each table from the start of the block, in bytes. A table whose offset equals the next one is empty.
typedef struct tcf_table_layout {
  size_t twiddle, half, quarter, chirp, filter, permutation, end;
} tcf_table_layout;

#endif
