// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The one door to the heap: 64-byte aligned blocks, and an arena that a plan fills once and frees at once.
#ifndef TCFFT_BASE_MEMORY_H
#define TCFFT_BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

enum { TCF_ALIGNMENT = 64 };

// bytes rounded up to whole cache lines.
static inline size_t tcf_round_up(size_t bytes) { return (bytes + TCF_ALIGNMENT - 1) / TCF_ALIGNMENT * TCF_ALIGNMENT; }

// At least bytes (never 0) bytes, 64-byte aligned, or NULL. Freed by free().
void *tcf_alloc(size_t bytes);

// A list of blocks with one owner.
typedef struct tcf_arena {
  struct tcf_arena_block *first;
  size_t table_bytes;  // of the tables handed out
  int estimate_only;   // tables are counted, not made: to explain a plan of any size
} tcf_arena;

// A zeroed block in *out; OUT_OF_MEMORY with the size in the detail.
tcfft_status tcf_arena_get(tcf_arena *arena, size_t bytes, void *out);

// The same for a table; NULL in *out, and nothing to fill, in a dry arena.
tcfft_status tcf_arena_table(tcf_arena *arena, size_t bytes, void *out);
void tcf_arena_free(tcf_arena *arena);

// Memory of somebody else that is handed out from its front, in whole lines.
typedef struct tcf_bump {
  char *memory;
  size_t bytes, used;
} tcf_bump;

// NULL where it does not fit, or there is no room.
void *tcf_bump_get(tcf_bump *room, size_t bytes);

// Whether it is from there.
static inline int tcf_bump_has(const tcf_bump *room, const void *memory) {
  return room->used && (const char *)memory >= room->memory && (const char *)memory < room->memory + room->used;
}

#endif
