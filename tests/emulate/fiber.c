// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "fiber.h"

#include <stdint.h>

static fiber caller;

#ifdef __x86_64__

// Stores the registers that a call preserves, and goes on with another stack.
void tcf_emulated_switch(void **save, void *to);
__asm__(
    ".text\n"
    ".globl tcf_emulated_switch\n"
    ".hidden tcf_emulated_switch\n"
    ".type tcf_emulated_switch, @function\n"
    "tcf_emulated_switch:\n"
    "  pushq %rbp\n"
    "  pushq %rbx\n"
    "  pushq %r12\n"
    "  pushq %r13\n"
    "  pushq %r14\n"
    "  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n"
    "  popq %r14\n"
    "  popq %r13\n"
    "  popq %r12\n"
    "  popq %rbx\n"
    "  popq %rbp\n"
    "  ret\n"
    ".size tcf_emulated_switch, .-tcf_emulated_switch\n");

enum { SAVED = 6 };

// The stack as if body had been called, and had called the switch at once.
void fiber_start(fiber *f, void *stack, size_t bytes, void (*body)(void)) {
  char *top = (char *)stack + bytes;
  void **at = (void **)(top - (uintptr_t)top % 16);
  *--at = NULL;  // where body would return to; at its entry the stack is 8 off a multiple of 16
  *--at = (void *)body;
  for (int i = 0; i < SAVED; i++) *--at = NULL;
  f->stack_pointer = at;
}

void fiber_resume(fiber *f) { tcf_emulated_switch(&caller.stack_pointer, f->stack_pointer); }
void fiber_suspend(fiber *f) { tcf_emulated_switch(&f->stack_pointer, caller.stack_pointer); }

#else

void fiber_start(fiber *f, void *stack, size_t bytes, void (*body)(void)) {
  getcontext(&f->context);
  f->context.uc_stack.ss_sp = stack;
  f->context.uc_stack.ss_size = bytes;
  f->context.uc_link = NULL;
  makecontext(&f->context, body, 0);
}

void fiber_resume(fiber *f) { swapcontext(&caller.context, &f->context); }
void fiber_suspend(fiber *f) { swapcontext(&f->context, &caller.context); }

#endif
