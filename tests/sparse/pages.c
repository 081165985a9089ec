// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/pages.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
  char *memory;
  size_t bytes, page;
  int most, filled;
  pages_fill fill;
  struct sigaction before;
} made;

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  char *at = info->si_addr;
  if (at < made.memory || at >= made.memory + made.bytes || made.filled == made.most) {
    sigaction(number, &made.before, NULL);
    return;  // to the same access, which faults again
  }
  const size_t begin = (size_t)(at - made.memory) / made.page * made.page;
  made.filled++;
  mprotect(made.memory + begin, made.page, PROT_READ | PROT_WRITE);
  made.fill(made.memory + begin, begin, made.page);
}

void *pages_new(size_t bytes, int most, pages_fill fill) {
  const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  made.page = (size_t)sysconf(_SC_PAGESIZE);
  made.bytes = (bytes + made.page - 1) / made.page * made.page;
  made.most = most;
  made.filled = 0;
  made.fill = fill;
  made.memory = mmap(NULL, made.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made.memory == MAP_FAILED) return NULL;
  sigaction(SIGSEGV, &action, &made.before);
  return made.memory;
}

int pages_filled(void) { return made.filled; }

void pages_free(void) {
  sigaction(SIGSEGV, &made.before, NULL);
  munmap(made.memory, made.bytes);
}
