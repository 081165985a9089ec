// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles of 16 columns of 256 points in shared memory, as the kernels of clusters transform them (cluster.cuh,
// cluster_wide.cuh): 256 rows of 128 bytes, whose pieces of 16 bytes are permuted as load_box does, two columns a warp, in
// place and without a barrier of more than the warp. Also what a cluster works on.
#ifndef TCFFT_CLASSIC_CUDA_COLUMN_TILE_CUH
#define TCFFT_CLASSIC_CUDA_COLUMN_TILE_CUH

#include "classic/cuda/async.cuh"
#include "classic/cuda/cluster_args.h"
#include "classic/cuda/fused_twiddles.cuh"
#include "classic/cuda/stored.cuh"

// ------------------------------------------------------------------------------------------------ a cluster's work

// The work of a cluster, one piece after the other: number `it` is piece first + it * step of the launch.
struct cluster_work {
  tcf_u32 rank;  // of the block in its cluster
  tcf_u32 first, step, count;
  INLINE_MEMBER tcf_u32 piece(tcf_u32 it) const { return first + it * step; }
};

INLINE cluster_work cluster_work_of(tcf_u32 blocks, tcf_u32 pieces) {
  cluster_work w;
  w.rank = blockIdx.x % blocks;
  w.first = blockIdx.x / blocks;
  w.step = gridDim.x / blocks;
  w.count = (pieces - w.first + w.step - 1) / w.step;
  return w;
}

// Offset of a number of the batch in the input or the output, in elements.
INLINE tcf_i64 place_in_batch(tcf_u32 number, const tcf_i64 *dim_n, const tcf_i64 *stride) {
  if (dim_n[1] == 1) return number * stride[0];
  tcf_i64 at = 0;
  UNROLL
  for (int d = 0; d < TCF_CLUSTER_DIMS; d++) {
    const tcf_u32 n = (tcf_u32)dim_n[d];
    at += number % n * stride[d];
    number /= n;
  }
  return at;
}

// Loads powers of a root each time.
INLINE root_powers root_powers_again(const float *table, tcf_u32 entry) {
  const float4 *at = (const float4 *)table + 2 * entry, a = loaded_again(at), b = loaded_again(at + 1);
  return root_powers{{a.x, a.y}, {a.z, a.w}, {b.x, b.y}, {b.z, b.w}};
}

// ------------------------------------------------------------------------------------------------ a tile

enum { TILE_ROW_BYTES = 128, TILE_STEP_BYTES = 16 * TILE_ROW_BYTES };

// Where an element lies that threads load, thread by thread of a group of 256: column thread % 16, rows thread / 16 + 16 m,
// at this place + TILE_STEP_BYTES m.
INLINE tcf_u32 place_to_copy(tcf_u32 tile, tcf_u32 thread) {
  const tcf_u32 column = thread % 16, row = thread / 16;
  return tile + row * TILE_ROW_BYTES + ((column / 2 ^ row % 8) << 4) + column % 2 * 8;
}

// A thread has points row + 16 m of one column in the first pass, results row + 16 q of one in the second.
struct column_places {
  tcf_u32 first, second;  // of what it reads in the first and the second pass
  tcf_u32 row;            // of the first pass' results that it takes in the second
  tcf_u32 column;         // of the tile, in the second pass
};

INLINE column_places column_places_of() {
  const tcf_u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 8, row = lane / 2;
  column_places t;
  t.row = lane % 16;
  t.column = 2 * warp + lane / 16;
  t.first = row * TILE_ROW_BYTES + ((warp ^ row % 8) << 4) + lane % 2 * 8;
  t.second = t.row * (TILE_STEP_BYTES + TILE_ROW_BYTES) + ((warp ^ t.row % 8) << 4) + ((lane / 16 ^ t.row / 8) << 3);
  return t;
}

INLINE void load_column(C *v, tcf_u32 tile, const column_places &t, float sign) {
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    v[m] = load_shared(tile + t.first + TILE_STEP_BYTES * m);
    v[m].im *= sign;
  }
}

// Tiles of complex numbers of other types, which are words of 4 bytes, come as they are: rows of 64 bytes at the beginning
// of a tile's place, whose pieces of 16 bytes are permuted as load_box does with such rows. The threads that load a tile
// convert the numbers when they have them in registers, and wait for one another before the first of them writes to the
// place.
template <class P>
COMPILED bool reads_stored() {
  return sizeof(in_pair<P>) != sizeof(float2);
}

enum { STORED_ROW_BYTES = 64, STORED_STEP_BYTES = 16 * STORED_ROW_BYTES, STORED_TILE_BYTES = 256 * STORED_ROW_BYTES };

INLINE tcf_u32 stored_place(tcf_u32 row, tcf_u32 column) {
  return row * STORED_ROW_BYTES + ((column / 4 ^ row / 2 % 4) << 4) + column % 4 * 4;
}

// As place_to_copy.
INLINE tcf_u32 stored_place_to_copy(tcf_u32 tile, tcf_u32 thread) { return tile + stored_place(thread / 16, thread % 16); }

template <class PAIR>
INLINE void load_stored_column(C *v, tcf_u32 tile, float sign) {
  const tcf_u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 8;
  const tcf_u32 mine = tile + stored_place(lane / 2, 2 * warp + lane % 2);
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    const float2 x = value_of(PAIR{load_shared_word(mine + STORED_STEP_BYTES * m)});
    v[m] = C{x.x, x.y * sign};
  }
}

// Between the passes, in place: result k of the first goes to row k + 16 row of its column, at an address whose low bits are
// exclusive-or'ed with k so that neither these stores nor the loads of the second pass meet in a bank.
INLINE void exchange_column(C *v, tcf_u32 tile, const column_places &t) {
  const tcf_u32 first = tile + t.first, second = tile + t.second;
  __syncwarp();
  UNROLL
  for (tcf_u32 k = 0; k < 16; k++)
    store_shared((first ^ (k << 7 | k % 8 << 4 | k / 8 << 3)) + TILE_STEP_BYTES * k, v[reversed<16>((int)k)]);
  __syncwarp();
  UNROLL
  for (tcf_u32 r = 0; r < 16; r++) v[r] = load_shared(second ^ (r << 7 | r % 8 << 4));
}

#endif
