// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/jump.h"

#include "shim/counts.h"
#include "shim/table.h"

#ifndef __x86_64__
#error "the jumps are written for x86-64"
#endif

// ------------------------------------------------------------------------------------------------ where a call goes

// An answer in place of a function, for the call that this thread is about to make.
static _Thread_local cufftResult answer;
static cufftResult give_answer(void) { return answer; }

// The real library has the plan, and serves it from now on, or the error why not. Plans that the shim does not know are its
// own matter.
static cufftResult leave_plan(int handle, int beyond) {
  tcf_shim_plan *plan = tcf_shim_take(handle);
  if (!plan) return tcf_shim_has_real() ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
  cufftResult result = CUFFT_SUCCESS;
  pthread_mutex_lock(&plan->lock);
  if (plan->has_real) result = tcf_shim_plan_hand_over(plan);
  if (plan->has_real && beyond && result == CUFFT_SUCCESS) tcf_shim_plan_go_beyond(plan);
  pthread_mutex_unlock(&plan->lock);
  tcf_shim_give(plan);
  return result;
}

void *tcf_shim_find_target(tcf_shim_name *name, int first) {
  answer = name->takes_plan ? leave_plan(first, name->beyond) : CUFFT_SUCCESS;
  if (answer != CUFFT_SUCCESS) return (void *)give_answer;
  void *real = tcf_shim_real(name);
  if (name->counted == TCF_COUNTED_PLAN && tcf_shim_has_real()) tcf_shim_add_forwarded_plan(0);
  if (name->counted == TCF_COUNTED_EXEC && tcf_shim_has_real()) tcf_shim_add_forwarded_exec(0);
  if (!name->takes_plan) __atomic_store_n(&name->jump, real, __ATOMIC_RELEASE);
  return real;
}

// ------------------------------------------------------------------------------------------------ the jumps

// Asks with r11 = the name, keeps all registers that may hold arguments, and jumps. The stack is as the caller left it, so
// that arguments there are where the function looks for them.
__asm__(
    ".text\n"
    ".type tcf_shim_ask, @function\n"
    "tcf_shim_ask:\n"
    "  .cfi_startproc\n"
    "  pushq %rbp\n"
    "  .cfi_def_cfa_offset 16\n"
    "  .cfi_offset %rbp, -16\n"
    "  movq %rsp, %rbp\n"
    "  .cfi_def_cfa_register %rbp\n"
    "  andq $-16, %rsp\n"
    "  subq $192, %rsp\n"
    "  movq %rdi, (%rsp)\n"
    "  movq %rsi, 8(%rsp)\n"
    "  movq %rdx, 16(%rsp)\n"
    "  movq %rcx, 24(%rsp)\n"
    "  movq %r8, 32(%rsp)\n"
    "  movq %r9, 40(%rsp)\n"
    "  movq %rax, 48(%rsp)\n"
    "  movaps %xmm0, 64(%rsp)\n"
    "  movaps %xmm1, 80(%rsp)\n"
    "  movaps %xmm2, 96(%rsp)\n"
    "  movaps %xmm3, 112(%rsp)\n"
    "  movaps %xmm4, 128(%rsp)\n"
    "  movaps %xmm5, 144(%rsp)\n"
    "  movaps %xmm6, 160(%rsp)\n"
    "  movaps %xmm7, 176(%rsp)\n"
    "  movl %edi, %esi\n"
    "  movq %r11, %rdi\n"
    "  call tcf_shim_find_target\n"
    "  movq %rax, %r11\n"
    "  movq (%rsp), %rdi\n"
    "  movq 8(%rsp), %rsi\n"
    "  movq 16(%rsp), %rdx\n"
    "  movq 24(%rsp), %rcx\n"
    "  movq 32(%rsp), %r8\n"
    "  movq 40(%rsp), %r9\n"
    "  movq 48(%rsp), %rax\n"
    "  movaps 64(%rsp), %xmm0\n"
    "  movaps 80(%rsp), %xmm1\n"
    "  movaps 96(%rsp), %xmm2\n"
    "  movaps 112(%rsp), %xmm3\n"
    "  movaps 128(%rsp), %xmm4\n"
    "  movaps 144(%rsp), %xmm5\n"
    "  movaps 160(%rsp), %xmm6\n"
    "  movaps 176(%rsp), %xmm7\n"
    "  movq %rbp, %rsp\n"
    "  popq %rbp\n"
    "  .cfi_def_cfa %rsp, 8\n"
    "  jmp *%r11\n"
    "  .cfi_endproc\n"
    ".size tcf_shim_ask, .-tcf_shim_ask\n");

// `jump` is the first member of a name.
#define JUMP(name, ...)                        \
  __asm__(".globl " #name                      \
          "\n"                                 \
          ".type " #name ", @function\n" #name \
          ":\n"                                \
          "  movq tcf_real_" #name             \
          "(%rip), %r11\n"                     \
          "  testq %r11, %r11\n"               \
          "  jz 1f\n"                          \
          "  jmp *%r11\n"                      \
          "1:\n"                               \
          "  leaq tcf_real_" #name             \
          "(%rip), %r11\n"                     \
          "  jmp tcf_shim_ask\n"               \
          ".size " #name ", .-" #name "\n");
TCF_SHIM_JUMPS(JUMP)
TCF_SHIM_JUMPS_PLAN(JUMP)
