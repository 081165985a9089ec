// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Fibers: threads that are switched cooperatively. A switch costs a few nanoseconds. Not thread-safe.
#ifndef TCFFT_EMULATE_FIBER_H
#define TCFFT_EMULATE_FIBER_H

#include <stddef.h>

#ifndef __x86_64__
#include <ucontext.h>
#endif

typedef struct fiber {
#ifdef __x86_64__
  void *stack_pointer;
#else
  ucontext_t context;
#endif
} fiber;

// body runs at the first resume and must end in a fiber_suspend that is never resumed.
void fiber_start(fiber *f, void *stack, size_t bytes, void (*body)(void));
// Runs f until it suspends itself.
void fiber_resume(fiber *f);
// Called by the running fiber f: returns to the caller of fiber_resume.
void fiber_suspend(fiber *f);

#endif
