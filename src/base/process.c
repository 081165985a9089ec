// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/process.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>

const char *tcf_process_variable(const char *name) { return secure_getenv(name); }

static int is_static;
static pthread_once_t looked = PTHREAD_ONCE_INIT;

// dl_iterate_phdr visits the program first, and returning 1 stops it there. A dynamically linked program names its
// interpreter in PT_INTERP, even if the dynamic linker was invoked by hand.
static int look_at_program(struct dl_phdr_info *program, size_t bytes, void *unused) {
  (void)bytes;
  (void)unused;
  is_static = 1;
  for (int i = 0; i < program->dlpi_phnum; i++)
    if (program->dlpi_phdr[i].p_type == PT_INTERP) is_static = 0;
  return 1;
}

static void look(void) { dl_iterate_phdr(look_at_program, NULL); }

int tcf_process_is_static(void) {
  pthread_once(&looked, look);
  return is_static;
}

static atomic_int forks;
static pthread_once_t watching = PTHREAD_ONCE_INIT;

static void count_fork(void) { forks++; }

static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

int tcf_process_forks(void) {
  pthread_once(&watching, watch_forks);
  return forks;
}

int tcf_process_is_first(atomic_int *first) {
  const int here = tcf_process_forks() + 1;
  int there = *first;
  return there == here || (!there && (atomic_compare_exchange_strong(first, &there, here) || there == here));
}
