// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Copies from device to shared memory that a thread does not wait for, and that take none of its registers, on devices that
// have them (compute capability 8.0 and newer). On others they are done at once.
#ifndef TCFFT_SPARSE_CUDA_ASYNC_COPY_CUH
#define TCFFT_SPARSE_CUDA_ASYNC_COPY_CUH

#include "classic/cuda/complex.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
INLINE void copy_async(float4 *to, const float4 *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((tcf_u32)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
}
// The thread's copies since the last call are a batch.
INLINE void end_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// Waits for all of the thread's batches but the newest.
INLINE void await_copies() { asm volatile("cp.async.wait_group 1;" ::: "memory"); }
#else
INLINE void copy_async(float4 *to, const float4 *from) { *to = __ldg(from); }
INLINE void end_copies() {}
INLINE void await_copies() {}
#endif

#endif
