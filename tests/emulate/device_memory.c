// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "device_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "base/status.h"

enum { PAGE = 4096, ALIGNMENT = 256, FRESH = 0xff, GUARD = 0xa7 };

// The data ends at most ALIGNMENT - 1 bytes before the last page; what is left of the first and last page is guarded by a
// pattern.
typedef struct piece {
  char *pages;  // with an untouchable one at either end
  size_t total;
  char *data;
  size_t bytes;
  int index;  // of the device
  struct piece *next;
} piece;

static piece *pieces;

static long calls;
long tcf_emulated_calls(void) { return calls; }
void tcf_emulated_count_call(void) { calls++; }

static char *first_page(const piece *p) { return p->pages + PAGE; }
static char *end_page(const piece *p) { return p->pages + p->total - PAGE; }

tcfft_status tcf_emulated_memory_new(int index, size_t bytes, void **memory) {
  const size_t most = (size_t)1 << 40;
  const size_t used = bytes < most ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : 0,
               whole = (used + PAGE - 1) / PAGE * PAGE;
  piece *p = bytes < most ? malloc(sizeof *p) : NULL;
  calls++;
  if (!p) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on the emulated device", bytes);
  p->total = whole + 2 * PAGE;
  p->pages = mmap(NULL, p->total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p->pages == MAP_FAILED || mprotect(first_page(p), whole, PROT_READ | PROT_WRITE) != 0) {
    if (p->pages != MAP_FAILED) munmap(p->pages, p->total);
    free(p);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on the emulated device", bytes);
  }
  p->bytes = bytes;
  p->index = index;
  p->data = end_page(p) - used;
  memset(first_page(p), GUARD, whole);
  memset(p->data, FRESH, bytes);
  mprotect(first_page(p), whole, PROT_NONE);
  p->next = pieces;
  pieces = p;
  *memory = p->data;
  return TCFFT_SUCCESS;
}

void tcf_emulated_memory_free(void *memory) {
  calls++;
  for (piece **link = &pieces; *link; link = &(*link)->next) {
    piece *p = *link;
    if (p->data != memory) continue;
    *link = p->next;
    munmap(p->pages, p->total);
    free(p);
    return;
  }
}

int tcf_emulated_memory_device(const void *memory, size_t bytes) {
  const uintptr_t at = (uintptr_t)memory;
  for (const piece *p = pieces; p; p = p->next) {
    const uintptr_t begin = (uintptr_t)p->data;
    if (at >= begin && at < begin + p->bytes && bytes <= begin + p->bytes - at) return p->index;
  }
  return -1;
}

int tcf_emulated_memory_has(const void *memory, size_t bytes) { return tcf_emulated_memory_device(memory, bytes) >= 0; }

size_t tcf_emulated_memory_held(void) {
  size_t bytes = 0;
  for (const piece *p = pieces; p; p = p->next) bytes += p->bytes;
  return bytes;
}

static void set_access(const piece *p, int open) {
  mprotect(first_page(p), p->total - 2 * PAGE, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void tcf_emulated_memory_open(int open) {
  calls++;
  for (const piece *p = pieces; p; p = p->next) set_access(p, open);
}

void tcf_emulated_memory_only(int index) {
  for (const piece *p = pieces; p; p = p->next) set_access(p, index < 0 || p->index == index);
}

static int untouched(const char *begin, const char *end) {
  while (begin < end && *(const unsigned char *)begin == GUARD) begin++;
  return begin == end;
}

tcfft_status tcf_emulated_memory_check(void) {
  for (const piece *p = pieces; p; p = p->next)
    if (!untouched(first_page(p), p->data) || !untouched(p->data + p->bytes, end_page(p)))
      return tcf_fail(TCFFT_ERROR_DEVICE, "the emulated device wrote next to %zu bytes at %p", p->bytes, (void *)p->data);
  return TCFFT_SUCCESS;
}
