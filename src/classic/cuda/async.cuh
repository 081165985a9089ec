// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Barriers in shared memory that count arrivals and bytes (mbarrier), copies and stores that report to them, and the shared
// memory of other blocks of a cluster (PTX ISA 8.0, sections "mbarrier", "cp.async.bulk", "st.async"; capability 9.0).
//
// A place in shared memory is a number of 32 bits, its address, which may be exclusive-or'ed. A barrier takes 8 bytes. Its
// phase ends when all its arrivals have arrived and all bytes that they announced have come; then the next one begins. A
// thread waits for the end of a phase by the phase's parity, so that it must not fall behind by two phases.
//
// All waits acquire, and all arrivals release, at the scope of the block, although some order accesses of other blocks.
// Bytes that st.async and the copy engine write are made visible to the threads that wait for the barrier which counts them,
// by the completion of the operation itself, whose release has the scope of the cluster (PTX ISA, st.async). An arrival at
// another block's barrier means that a slot may be written again: the reads of the slot are complete, because their values
// were used in arithmetic, and a barrier of the group lies between. At the scope of the cluster the compiler adds CCTL.IVALL
// and MEMBAR.GPU to each wait, and transforms take a fifth more time.
#ifndef TCFFT_CLASSIC_CUDA_ASYNC_CUH
#define TCFFT_CLASSIC_CUDA_ASYNC_CUH

#include "classic/cuda/complex.cuh"

#define TCF_SHARED_BYTES(name) extern __shared__ __align__(1024) unsigned char name[]

INLINE tcf_u32 shared_place(const void *p) { return (tcf_u32)__cvta_generic_to_shared(p); }

// The same place in another block of the cluster.
INLINE tcf_u32 place_in(tcf_u32 place, tcf_u32 block) {
  tcf_u32 there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(place), "r"(block));
  return there;
}

INLINE C load_shared(tcf_u32 place) {
  C v;
  asm volatile("ld.shared.v2." SCALAR_PTX " {%0, %1}, [%2];"
               : "=" SCALAR_REGISTER(v.re), "=" SCALAR_REGISTER(v.im)
               : "r"(place)
               : "memory");
  return v;
}

INLINE tcf_u32 load_shared_word(tcf_u32 place) {
  tcf_u32 word;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(place) : "memory");
  return word;
}

// Loads from the shared memory of another block.
INLINE C load_there(tcf_u32 place) {
  C v;
  asm volatile("ld.shared::cluster.v2." SCALAR_PTX " {%0, %1}, [%2];"
               : "=" SCALAR_REGISTER(v.re), "=" SCALAR_REGISTER(v.im)
               : "r"(place)
               : "memory");
  return v;
}

INLINE float4 load_shared4(tcf_u32 place) {
  float4 v;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"(place)
               : "memory");
  return v;
}

INLINE void store_shared(tcf_u32 place, C v) {
  asm volatile("st.shared.v2." SCALAR_PTX " [%0], {%1, %2};" ::"r"(place), SCALAR_REGISTER(v.re), SCALAR_REGISTER(v.im)
               : "memory");
}

INLINE void store_shared4(tcf_u32 place, float4 v) {
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(place), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}

// ------------------------------------------------------------------------------------------------ barriers

INLINE void barrier_init(tcf_u32 barrier, tcf_u32 arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

// Barriers that were initialised are seen by the copy engine, and by other blocks behind the cluster's barrier.
INLINE void barriers_initialised() {
  asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
}

INLINE void barrier_arrive(tcf_u32 barrier) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(barrier) : "memory");
}

// Arrives, and announces bytes that are on their way.
INLINE void barrier_expect(tcf_u32 barrier, tcf_u32 bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(barrier),
               "r"(bytes)
               : "memory");
}

// Arrives at a barrier of another block.
INLINE void barrier_arrive_there(tcf_u32 barrier) {
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// Arrives when the thread's asynchronous copies of before have come.
INLINE void barrier_arrive_behind_copies(tcf_u32 barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}

INLINE void barrier_wait(tcf_u32 barrier, tcf_u32 parity) {
  tcf_u32 done;
  do {
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(barrier), "r"(parity)
        : "memory");
  } while (!done);
}

// Of `threads` threads, whole warps, of a block; number 0 is that of __syncthreads.
INLINE void group_barrier(tcf_u32 number, tcf_u32 threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

INLINE void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// The same in two parts, for a block that has read from others and is about to write where others have read. `bits` depends
// on all that the thread has read, so that it has come. (An arrival that releases adds MEMBAR.GPU to each warp, for which
// the warps of cluster_steps.cuh waited; one before what was read has come lets a block end whose memory is still being
// read.)
INLINE void cluster_has_read(tcf_u32 bits) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.eq.u32 p, %0, 0xffffffff;\n@p membar.cta;\nbarrier.cluster.arrive.relaxed.aligned;\n}" ::"r"(
          bits)
      : "memory");
}
// A block says that it has begun, and that its barriers are initialised. Behind cluster_wait all have.
INLINE void cluster_begins() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
INLINE void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

// ------------------------------------------------------------------------------------------------ copies

// Stores to another block; its barrier counts the bytes.
INLINE void store_there(tcf_u32 place, C v, tcf_u32 barrier) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2." SCALAR_PTX
               " [%0], {%1, %2}, [%3];" ::"r"(place),
               SCALAR_REGISTER(v.re), SCALAR_REGISTER(v.im), "r"(barrier)
               : "memory");
}

// The same of four words, 16 bytes, and of one.
INLINE void store_words_there(tcf_u32 place, uint4 w, tcf_u32 barrier) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(place),
      "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w), "r"(barrier)
      : "memory");
}
INLINE void store_word_there(tcf_u32 place, tcf_u32 w, tcf_u32 barrier) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(place), "r"(w),
               "r"(barrier)
               : "memory");
}

// Loads the box of a map that begins at these coordinates, in rows of 128 bytes whose pieces of 16 bytes are permuted: piece
// p of row r lies at p ^ r % 8. The barrier counts the bytes.
INLINE void load_box(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(
          place),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(barrier)
      : "memory");
}

// The same of whole lines that are read once.
INLINE void load_box_once(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 barrier) {
  const tcf_u64 evict_first = 0x12f0000000000000ull;
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3, %4}], "
      "[%5], %6;" ::"r"(place),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(barrier), "l"(evict_first)
      : "memory");
}

// Loads the box of a map of four dimensions.
INLINE void load_box(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 u, tcf_u32 barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6];" ::
          "r"(place),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(u), "r"(barrier)
      : "memory");
}

// Copies pieces of 16 bytes, as many bytes as the barrier is told.
INLINE void copy_bytes(tcf_u32 place, const void *from, tcf_u32 bytes, tcf_u32 barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(place),
               "l"(from), "r"(bytes), "r"(barrier)
               : "memory");
}

// What this thread read and wrote in shared memory comes before copies of the copy engine that are issued later.
INLINE void before_engine() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

INLINE void copy_element(tcf_u32 place, const float2 *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(place), "l"(from) : "memory");
}

INLINE void copy_number(tcf_u32 place, const float *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(from) : "memory");
}

// Of a line that other blocks of a cluster copy from as well: the device's cache fetches all of it.
INLINE void copy_word(tcf_u32 place, const tcf_u32 *from) {
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" ::"r"(place), "l"(from) : "memory");
}

INLINE void copy_piece(tcf_u32 place, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from) : "memory");
}

// The thread's copies have come.
INLINE void await_own_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// Loads a constant of a table where it is needed, each time: the compiler does not keep it in registers.
INLINE float4 loaded_again(const float4 *p) {
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
INLINE uint2 loaded_again(const uint2 *p) {
  uint2 v;
  asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p));
  return v;
}

#endif
