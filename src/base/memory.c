// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct tcf_arena_block {
  struct tcf_arena_block *next;
};

void *tcf_alloc(size_t bytes) {
  const size_t rounded = tcf_round_up(bytes ? bytes : 1);
  return rounded < bytes ? NULL : aligned_alloc(TCF_ALIGNMENT, rounded);
}

void *tcf_alloc_table(size_t bytes) {
  enum { PAGE = 2 << 20 };
  if (bytes < PAGE / 2 || bytes > SIZE_MAX - PAGE) return tcf_alloc(bytes);
  const size_t rounded = (bytes + PAGE - 1) / PAGE * PAGE;
  void *memory = aligned_alloc(PAGE, rounded);
#if defined(MADV_HUGEPAGE)
  if (memory) madvise(memory, rounded, MADV_HUGEPAGE);  // where the system has none, pages are small, which is slower
#endif
  return memory;
}

tcfft_status tcf_arena_get(tcf_arena *arena, size_t bytes, void *out) {
  // The header occupies a whole cache line, so that the memory behind it is aligned as well.
  struct tcf_arena_block *block = bytes > SIZE_MAX / 2 ? NULL : tcf_alloc(bytes + TCF_ALIGNMENT);
  if (!block) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of tables", bytes);
  memset(block, 0, bytes + TCF_ALIGNMENT);
  block->next = arena->first;
  arena->first = block;
  *(void **)out = (char *)block + TCF_ALIGNMENT;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_arena_table(tcf_arena *arena, size_t bytes, void *out) {
  arena->table_bytes += bytes;
  *(void **)out = NULL;
  return arena->estimate_only ? TCFFT_SUCCESS : tcf_arena_get(arena, bytes, out);
}

void tcf_arena_free(tcf_arena *arena) {
  while (arena->first) {
    struct tcf_arena_block *next = arena->first->next;
    free(arena->first);
    arena->first = next;
  }
  arena->table_bytes = 0;
}

void *tcf_bump_get(tcf_bump *room, size_t bytes) {
  const size_t rounded = tcf_round_up(bytes);
  if (!room || rounded < bytes || rounded > room->bytes - room->used) return NULL;
  room->used += rounded;
  return room->memory + room->used - rounded;
}

tcfft_status tcf_bump_take(tcf_bump *room, size_t bytes, void **table) {
  void *roomed = tcf_bump_get(room, bytes), *taken = roomed ? roomed : tcf_alloc_table(bytes);
  if (!taken) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for tables of %zu bytes", bytes);
  if (roomed) memset(roomed, 0, bytes);  // what lies between its parts, so that equal tables are equal bytes
  *table = taken;
  return TCFFT_SUCCESS;
}

void tcf_bump_drop(const tcf_bump *room, void *table) {
  if (!room || !tcf_bump_has(room, table)) free(table);
}
