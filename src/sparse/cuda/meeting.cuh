// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A barrier for several blocks, all of which are resident (a cooperative launch).
#ifndef TCFFT_SPARSE_CUDA_MEETING_CUH
#define TCFFT_SPARSE_CUDA_MEETING_CUH

#include "classic/cuda/complex.cuh"

#ifdef TCFFT_CUDA_EMULATED
#define AWAIT_OTHERS tcf_emulated_poll
#else
#define AWAIT_OTHERS()
#endif

// One thread of each block: says that the block is there, and waits for so many in all.
INLINE void await_blocks(tcf_u32 *arrived, tcf_u32 all) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  tcf_u32 there;
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived) : "memory");
  do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(there) : "l"(arrived) : "memory");
  while ((tcf_i32)(there - all) < 0);
#else
  __threadfence();
  atomicAdd(arrived, 1u);
  while ((tcf_i32)(atomicAdd(arrived, 0u) - all) < 0) AWAIT_OTHERS();
  __threadfence();
#endif
}

// One thread tells other blocks a number that is not 0, or waits for it. They see what the block wrote before if it is more
// than 1: to make sure of that takes as long as telling.
INLINE void tell_others(tcf_u32 *word, tcf_u32 number) {
  if (number > 1) __threadfence();
  atomicExch(word, number);
}
INLINE tcf_u32 await_word(tcf_u32 *word) {
  tcf_u32 number;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  do asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(number) : "l"(word) : "memory");
  while (!number);
#else
  while (!(number = atomicAdd(word, 0u))) AWAIT_OTHERS();
#endif
  if (number > 1) __threadfence();
  return number;
}

// What the blocks' threads wrote before is seen by all of them behind it. arrived: 0 before the first meeting of a launch.
// turn counts a block's meetings, in one thread or in all of them.
static __device__ __noinline__ void meet_at(tcf_u32 *arrived, tcf_u32 blocks, tcf_u32 *turn) {
  __syncthreads();
  if (blocks == 1) return;
  if (threadIdx.x == 0) await_blocks(arrived, ++*turn * blocks);
  __syncthreads();
}

#endif
