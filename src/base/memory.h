// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory allocation for the whole library: blocks aligned to 64 bytes, an arena whose blocks are freed together, and a
// bump allocator.
#ifndef TCFFT_BASE_MEMORY_H
#define TCFFT_BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

enum { TCF_ALIGNMENT = 64 };

// Rounds bytes up to whole cache lines. The result wraps around to 0 for the largest values.
static inline size_t tcf_round_up(size_t bytes) { return (bytes + TCF_ALIGNMENT - 1) / TCF_ALIGNMENT * TCF_ALIGNMENT; }

// Allocates at least max(bytes, 1) bytes, aligned to 64 bytes. Returns NULL without memory. The caller frees with free().
void *tcf_alloc(size_t bytes);

// The same for tables that are written once, from 1 MiB on in pages of 2 MiB. Making pages of 4 KiB took a third of the time
// in which 34 MB of tables for a prime length were computed, 39 ms in place of 24.
void *tcf_alloc_table(size_t bytes);

// Blocks that are freed together by tcf_arena_free. An arena of zeros is empty and ready to use.
typedef struct tcf_arena {
  struct tcf_arena_block *first;
  size_t table_bytes;  // sum over the tables requested by tcf_arena_table
  int estimate_only;   // tables are only counted, so that a plan of any size can be explained
} tcf_arena;

// Stores a zeroed block in *out. The arena owns it. OUT_OF_MEMORY, with the size in the error text.
tcfft_status tcf_arena_get(tcf_arena *arena, size_t bytes, void *out);

// The same for a table, whose bytes are counted. With estimate_only *out becomes NULL and the caller fills nothing.
tcfft_status tcf_arena_table(tcf_arena *arena, size_t bytes, void *out);

// Frees all blocks and resets the count. The arena can be used again.
void tcf_arena_free(tcf_arena *arena);

// Bump allocator over memory that the caller owns. Sizes are rounded up to whole cache lines.
typedef struct tcf_bump {
  char *memory;
  size_t bytes, used;
} tcf_bump;

// Returns the next block, uninitialised, or NULL if it does not fit or the allocator itself is NULL.
void *tcf_bump_get(tcf_bump *room, size_t bytes);

// Whether the memory was handed out by this allocator.
static inline int tcf_bump_has(const tcf_bump *room, const void *memory) {
  return room->used && (const char *)memory >= room->memory && (const char *)memory < room->memory + room->used;
}

// Memory for a table: from the allocator if it fits there, else what free() takes. OUT_OF_MEMORY with the size. What was
// taken and could not be filled is dropped.
tcfft_status tcf_bump_take(tcf_bump *room, size_t bytes, void **table);
void tcf_bump_drop(const tcf_bump *room, void *table);

#endif
