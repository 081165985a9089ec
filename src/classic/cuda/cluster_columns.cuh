// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first half of a cluster's transform: columns of 256 points, 16 columns a tile, two columns a warp (cluster.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_COLUMNS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_COLUMNS_CUH

#include "classic/cuda/cluster_shape.cuh"
#include "classic/cuda/fused_twiddles.cuh"

// ------------------------------------------------------------------------------------------------ loads

// A tile by the threads of a group, element by element: any strides, and any alignment of a complex number. Elements lie as
// load_box puts them.
template <class P>
INLINE void copy_tile(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 thread = threadIdx.x % S::GROUP, column = thread % S::ACROSS, row = thread / S::ACROSS;
  const tcf_u32 place = s.in_slot(n) + row * 128 + ((column / 2 ^ row % 8) << 4) + column % 2 * 8;
  const tcf_i64 is = P::contiguous_in ? 1 : a.is;
  const float2 *from = (const float2 *)a.in + place_of_fft(w.fft(n / S::TILES), a.dim_n, a.dim_is) +
                       is * ((w.rank * S::TILES + n % S::TILES) * S::ACROSS + column + row * S::ROW);
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) copy_element(place + m * 2048, from + is * (m * 16 * S::ROW));
  barrier_arrive_behind_copies(s.in_full(n));
}

template <class P>
INLINE void box_tile(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  barrier_expect(s.in_full(n), S::SLOT);
  load_box(s.in_slot(n), &a.map, (w.rank * S::TILES + n % S::TILES) * TCF_CLUSTER_BOX_FLOATS, 0, w.fft(n / S::TILES),
           s.in_full(n));
}

// Fills the ring, by the threads of all groups of columns.
template <class P>
INLINE void first_loads(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w) {
  typedef cluster_shape<P> S;
  for (tcf_u32 n = 0; n < S::IN_SLOTS && n < w.count * S::TILES; n++) {
    if (a.boxes && threadIdx.x == 0) box_tile(s, a, w, n);
    if (!a.boxes && threadIdx.x / S::GROUP == n % S::GROUPS) copy_tile(s, a, w, n);
  }
}

// Loads tile n + IN_SLOTS where tile n was, when all warps of the group have read that.
template <class P>
INLINE void next_load(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  if (n + S::IN_SLOTS >= w.count * S::TILES) return;
  const tcf_u32 thread = threadIdx.x % S::GROUP;
  if (a.boxes && thread >= 32) return;
  barrier_wait(s.in_empty(n), n / S::IN_BARRIERS & 1);
  if (!a.boxes)
    copy_tile(s, a, w, n + S::IN_SLOTS);
  else if (thread == 0)
    box_tile(s, a, w, n + S::IN_SLOTS);
  __syncwarp();
}

// ------------------------------------------------------------------------------------------------ transforms

// What is constant for a thread: its places in a tile, and its roots.
struct column_thread {
  tcf_u32 first, second;  // of what it reads in the first and the second pass
  tcf_u32 row;            // of the first pass' results that it takes in the second
  tcf_u32 column;         // of the tile, in the second pass
  root_powers root;
};

INLINE column_thread column_thread_of(const tcf_cluster_args &a) {
  const tcf_u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 8, row = lane / 2;
  column_thread t;
  t.row = lane % 16;
  t.column = 2 * warp + lane / 16;
  t.first = row * 128 + ((warp ^ row % 8) << 4) + lane % 2 * 8;
  t.second = t.row * 2176 + ((warp ^ t.row % 8) << 4) + ((lane / 16 ^ t.row / 8) << 3);
  t.root = root_powers_of(a.table, t.row);
  return t;
}

// Two columns of a tile. A thread has points row + 16 m of one column, then results k1 = row' + 16 q, in bit-reversed order. The
// exchange between them is in place: result k of the first pass goes to row k + 16 row of its column, at an address whose low bits
// are exclusive-or'ed with k so that neither its stores nor the loads of the second pass meet in a bank.
INLINE void transform_column(C *v, tcf_u32 tile, const column_thread &t, float sign) {
  const tcf_u32 first = tile + t.first, second = tile + t.second;
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    v[m] = load_shared(first + 2048 * m);
    v[m].im *= sign;
  }
  plain16(v);
  __syncwarp();
  UNROLL
  for (tcf_u32 k = 0; k < 16; k++)
    store_shared((first ^ (k << 7 | k % 8 << 4 | k / 8 << 3)) + 2048 * k, v[reversed<16>((int)k)]);
  __syncwarp();
  UNROLL
  for (tcf_u32 r = 0; r < 16; r++) v[r] = load_shared(second ^ (r << 7 | r % 8 << 4));
}

// Sends results k1 = t.row + 16 q of column j2 to the tiles of their rows, at [j2][k1 % ROWS].
template <class P>
INLINE void send_column(const cluster_shape<P> &s, const cluster_work &w, const column_thread &t, const C *v, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 it = n / S::TILES, j2 = (w.rank * S::TILES + n % S::TILES) * S::ACROSS + t.column;
  const tcf_u32 slot = s.row_slot(it * S::TILES), full = S::JOINED ? s.rows_full(it % 2) : s.rows_full(it * S::TILES);
  const tcf_u32 to = slot + (j2 * S::ROWS + t.row) * 8;
  constexpr tcf_u32 EACH = S::ROWS / 16;  // q of a tile of rows
  UNROLL
  for (tcf_u32 q = 0; q < 16; q++) {
    const tcf_u32 tile = q / EACH, block = S::JOINED ? tile : tile / S::TILES, half = S::JOINED ? 0 : tile % S::TILES;
    store_there(place_in(to + q % EACH * 128 + half * S::SLOT, block), v[reversed<16>((int)q)],
                place_in(full + 8 * half, block));
  }
}

// Waits until the slots of tile n's rows may be written again.
template <class P>
INLINE void await_row_slots(const cluster_shape<P> &s, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 it = n / S::TILES;
  if constexpr (S::JOINED) {
    if (it >= 2) barrier_wait(s.rows_empty(it % 2), (it - 2) / 2 & 1);
  } else {
    UNROLL
    for (tcf_u32 half = 0; half < S::TILES; half++) {
      const tcf_u32 u = it * S::TILES + half;
      if (u >= S::ROW_SLOTS) barrier_wait(s.rows_empty(u - S::ROW_SLOTS), (u - S::ROW_SLOTS) / S::ROW_BARRIERS & 1);
    }
  }
}

template <class P>
INLINE void transform_columns(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group) {
  typedef cluster_shape<P> S;
  const column_thread t = column_thread_of(a);
  C v[16];
  for (tcf_u32 n = group; n < w.count * S::TILES; n += S::GROUPS) {
    barrier_wait(s.in_full(n), n / S::IN_BARRIERS & 1);
    transform_column(v, s.in_slot(n), t, a.sign);
    before_engine();
    __syncwarp();
    if (threadIdx.x % 32 == 0) barrier_arrive(s.in_empty(n));
    fused16(v, t.root);
    await_row_slots(s, n);
    send_column(s, w, t, v, n);
    next_load(s, a, w, n);
  }
}

#endif
