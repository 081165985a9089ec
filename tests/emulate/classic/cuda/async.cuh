// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// src/classic/cuda/async.cuh without a GPU. A place in shared memory is its offset in the block's, from 1024 on, and 1 + the
// block's number in the bits from 24 on where it may be another block's. Copies and stores are complete at once, which a
// device may do as well; a barrier that is told more than it was initialised for stops the block.
#ifndef TCFFT_CLASSIC_CUDA_ASYNC_CUH
#define TCFFT_CLASSIC_CUDA_ASYNC_CUH

#include "classic/cuda/complex.cuh"

#define TCF_SHARED_BYTES(name) unsigned char *name = (unsigned char *)tcf_emulated->shared

enum { EMULATED_BLOCK_BITS = 24, EMULATED_BASE = 1024 };  // devices keep the first kilobyte for themselves

INLINE tcf_u32 shared_place(const void *p) {
  return EMULATED_BASE + (tcf_u32)((const char *)p - (const char *)tcf_emulated->shared);
}
INLINE tcf_u32 place_in(tcf_u32 place, tcf_u32 block) { return place | (block + 1) << EMULATED_BLOCK_BITS; }

template <class T>
INLINE T *emulated_at(tcf_u32 place) {
  const tcf_u32 block = place >> EMULATED_BLOCK_BITS, offset = (place & ((1u << EMULATED_BLOCK_BITS) - 1)) - EMULATED_BASE;
  if (offset % sizeof(T)) tcf_emulated->trap("a place in shared memory that is not aligned");
  return (T *)((char *)(block ? tcf_emulated->shared_of(block - 1) : tcf_emulated->shared) + offset);
}

struct alignas(2 * sizeof(scalar)) emulated_pair {
  scalar re, im;
};

INLINE C load_shared(tcf_u32 place) {
  emulated_pair v;
  memcpy(&v, emulated_at<emulated_pair>(place), sizeof v);
  return C{v.re, v.im};
}

INLINE tcf_u32 load_shared_word(tcf_u32 place) { return *emulated_at<tcf_u32>(place); }

INLINE C load_there(tcf_u32 place) {
  if (!(place >> EMULATED_BLOCK_BITS)) tcf_emulated->trap("a load from another block by a place of its own");
  return load_shared(place);
}

INLINE float4 load_shared4(tcf_u32 place) {
  float4 v;
  memcpy(&v, emulated_at<uint4>(place), sizeof v);
  return v;
}

INLINE void store_shared(tcf_u32 place, C v) {
  const emulated_pair pair = {v.re, v.im};
  memcpy(emulated_at<emulated_pair>(place), &pair, sizeof pair);
}

INLINE void store_shared4(tcf_u32 place, float4 v) { memcpy(emulated_at<uint4>(place), &v, sizeof v); }

// ------------------------------------------------------------------------------------------------ barriers

struct alignas(8) emulated_barrier {
  int bytes;  // announced and not yet come
  unsigned short pending, arrivals : 15, phase : 1;
};

INLINE void emulated_told(emulated_barrier *b) {
  tcf_emulated->progressed();
  if (b->pending || b->bytes) return;
  b->pending = b->arrivals;
  b->phase ^= 1;
}

INLINE void emulated_arrive(tcf_u32 barrier) {
  emulated_barrier *b = emulated_at<emulated_barrier>(barrier);
  if (!b->pending) tcf_emulated->trap("an arrival more than the barrier was initialised for");
  b->pending--;
  emulated_told(b);
}

INLINE void emulated_count(tcf_u32 barrier, int bytes) {
  emulated_barrier *b = emulated_at<emulated_barrier>(barrier);
  b->bytes -= bytes;
  emulated_told(b);
}

INLINE void barrier_init(tcf_u32 barrier, tcf_u32 arrivals) {
  emulated_barrier *b = emulated_at<emulated_barrier>(barrier);
  b->bytes = 0;
  b->pending = (unsigned short)arrivals;
  b->arrivals = (unsigned short)(arrivals & 0x7fff);
  b->phase = 0;
}

INLINE void barriers_initialised() {}
INLINE void barrier_arrive(tcf_u32 barrier) { emulated_arrive(barrier); }
INLINE void barrier_arrive_there(tcf_u32 barrier) { emulated_arrive(barrier); }
INLINE void barrier_arrive_behind_copies(tcf_u32 barrier) { emulated_arrive(barrier); }

INLINE void barrier_expect(tcf_u32 barrier, tcf_u32 bytes) {
  emulated_at<emulated_barrier>(barrier)->bytes += (int)bytes;
  emulated_arrive(barrier);
}

INLINE void barrier_wait(tcf_u32 barrier, tcf_u32 parity) {
  while (emulated_at<emulated_barrier>(barrier)->phase == parity) tcf_emulated_poll();
}

INLINE void group_barrier(tcf_u32 number, tcf_u32 threads) { tcf_emulated->group_barrier(number, threads); }
INLINE void cluster_barrier() { tcf_emulated_cluster_barrier(); }
INLINE void cluster_has_read(tcf_u32) {}
INLINE void cluster_begins() {}
INLINE void cluster_wait() { tcf_emulated_cluster_barrier(); }

// ------------------------------------------------------------------------------------------------ copies

INLINE void store_there(tcf_u32 place, C v, tcf_u32 barrier) {
  if (place >> EMULATED_BLOCK_BITS != barrier >> EMULATED_BLOCK_BITS)
    tcf_emulated->trap("a store to one block that another block's barrier counts");
  store_shared(place, v);
  emulated_count(barrier, 8);
}

INLINE void emulated_store_there(tcf_u32 place, const void *words, int bytes, tcf_u32 barrier) {
  if (!(place >> EMULATED_BLOCK_BITS)) tcf_emulated->trap("a store to another block by a place of its own");
  if (place >> EMULATED_BLOCK_BITS != barrier >> EMULATED_BLOCK_BITS)
    tcf_emulated->trap("a store to one block that another block's barrier counts");
  if (place % bytes) tcf_emulated->trap("a place in shared memory that is not aligned");
  memcpy(emulated_at<tcf_u32>(place), words, bytes);
  emulated_count(barrier, bytes);
}

INLINE void store_words_there(tcf_u32 place, uint4 w, tcf_u32 barrier) {
  emulated_store_there(place, &w, sizeof w, barrier);
}
INLINE void store_word_there(tcf_u32 place, tcf_u32 w, tcf_u32 barrier) {
  emulated_store_there(place, &w, sizeof w, barrier);
}

// Row r of a box: which of its rows along dimensions 1, 2, 3.
INLINE void load_box(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 u, tcf_u32 barrier) {
  enum { PIECE = 16 };
  const tcf_emulated_boxes *b = (const tcf_emulated_boxes *)map;
  const tcf_u32 at[] = {x, y, z, u}, row = 4 * b->box[0], pieces = row / PIECE;
  if (row != 128 && row != 64) tcf_emulated->trap("a box of other rows than of 128 or of 64 bytes");
  if (place % 1024) tcf_emulated->trap("a box that is not aligned in shared memory");
  if (4 * x % PIECE) tcf_emulated->trap("a box that begins inside a piece of 16 bytes");
  for (int i = 0; i < b->dims; i++)
    if (at[i] + b->box[i] > b->size[i]) tcf_emulated->trap("a box beyond its array");
  tcf_u32 rows = 1;
  for (int i = 1; i < b->dims; i++) rows *= b->box[i];
  for (tcf_u32 r = 0; r < rows; r++) {
    const char *from = b->memory + 4 * x;
    tcf_u32 rest = r;
    for (int i = 1; i < b->dims; rest /= b->box[i++]) from += (at[i] + rest % b->box[i]) * b->stride[i - 1];
    for (tcf_u32 p = 0; p < pieces; p++) {
      const tcf_u32 turned = p ^ (pieces == 8 ? r % 8 : r / 2 % 4);
      memcpy(emulated_at<uint4>(place + r * row + turned * PIECE), from + p * PIECE, PIECE);
    }
  }
  emulated_count(barrier, row * rows);
}

INLINE void load_box(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 barrier) {
  load_box(place, map, x, y, z, 0, barrier);
}
INLINE void load_box_once(tcf_u32 place, const void *map, tcf_u32 x, tcf_u32 y, tcf_u32 z, tcf_u32 barrier) {
  load_box(place, map, x, y, z, 0, barrier);
}

INLINE void copy_piece(tcf_u32 place, const void *from) { memcpy(emulated_at<uint4>(place), from, sizeof(uint4)); }

INLINE void copy_bytes(tcf_u32 place, const void *from, tcf_u32 bytes, tcf_u32 barrier) {
  if (bytes % sizeof(uint4) || (tcf_u64)from % sizeof(uint4)) tcf_emulated->trap("a copy that is no pieces of 16 bytes");
  for (tcf_u32 i = 0; i < bytes; i += sizeof(uint4)) copy_piece(place + i, (const char *)from + i);
  emulated_count(barrier, (int)bytes);
}

INLINE void before_engine() {}
INLINE void copy_element(tcf_u32 place, const float2 *from) { store_shared(place, C{from->x, from->y}); }
INLINE void copy_number(tcf_u32 place, const float *from) { memcpy(emulated_at<tcf_u32>(place), from, sizeof *from); }

INLINE void copy_word(tcf_u32 place, const tcf_u32 *from) { memcpy(emulated_at<tcf_u32>(place), from, sizeof *from); }
INLINE void await_own_copies() {}

INLINE float4 loaded_again(const float4 *p) { return *p; }
INLINE uint2 loaded_again(const uint2 *p) { return *p; }

#endif
