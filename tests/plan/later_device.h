// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A device for test_later*.c: memory of the host, launches that only note the family of their program, and a compiler that
// waits until it is let go. All of it is atomic, so that a forked child finds no lock held.
#ifndef TCFFT_TESTS_LATER_DEVICE_H
#define TCFFT_TESTS_LATER_DEVICE_H

#include "core/backend.h"

extern const tcf_backend later_backend;

// How the compiler fails. CLUSTERS: blocks of more than four in a cluster do not fit; BROKEN: it does not work at all.
typedef enum later_fault { LATER_FINE, LATER_REFUSES, LATER_BROKEN, LATER_CLUSTERS, LATER_NO_MEMORY } later_fault;

// A device that has compiled nothing, whose compiler waits. memory: bytes that it says it has; 0: unknown.
void later_reset(int64_t memory);
void later_fail(later_fault fault);
void later_let_go(void);
void later_hold(void);

// Taking device memory waits, too: held, begun to wait, let go.
void later_hold_memory(void);
void later_await_memory(void);
void later_let_memory_go(void);

// Planning on the library's thread waits, too, where it misses a result first; that of the thread which holds it does not.
void later_hold_planning(void);
void later_await_planning(void);
void later_let_planning_go(void);
int later_kept(void);  // how often results of planning were given to the store, which keeps none

// The device's numbers, and those that are left where there is no compiler.
tcf_device later_numbers(void);
tcf_device later_without_compiler(void);

int later_compiling(void);                 // compilations that have begun and not ended
void later_await_compiler(void);           // returns when one has begun
int later_compiled(void);                  // programs that were compiled
int later_allocated(void);                 // blocks of device memory that were ever taken
int later_live(void);                      // blocks of device memory that were not released
void later_on_launch(void (*call)(void));  // called by each launch; NULL: nothing
// Launches of built-in programs and of compiled ones that this thread has made since it last asked.
typedef struct later_launches {
  int built_in, compiled;
} later_launches;
later_launches later_take_launches(void);

#endif
