// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first half of a cluster's transform: columns of 256 points, 16 columns a tile, two columns a warp (cluster.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_COLUMNS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_COLUMNS_CUH

#include "classic/cuda/cluster_real.cuh"
#include "classic/cuda/cluster_real_out.cuh"

// ------------------------------------------------------------------------------------------------ loads

// A tile by the threads of a group, element by element: any strides, and any alignment of a complex number.
template <class P>
INLINE void copy_tile(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 thread = threadIdx.x % S::GROUP, place = place_to_copy(s.in_slot(n), thread);
  const tcf_i64 is = P::contiguous_in ? 1 : a.is, before = place_in_batch(w.piece(n / S::TILES), a.dim_n, a.dim_is);
  const tcf_u32 first = S::tile_across(w, n) * S::ACROSS + thread % S::ACROSS + thread / S::ACROSS * S::COLUMNS;
  if constexpr (P::real_out) {
    copy_bins<P>(s.in_slot(n), (const float2 *)a.in + before, is, S::tile_across(w, n) * S::ACROSS, thread % S::ACROSS,
                 thread / S::ACROSS);
  } else if (P::real_in) {
    const float *from = (const float *)a.in + before + is * (2 * first);
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++)
      copy_pair<P>(place + m * TILE_STEP_BYTES, from + is * (2 * m * 16 * S::COLUMNS), is, a.pairs);
  } else if constexpr (reads_stored<P>()) {
    const tcf_u32 words = stored_place_to_copy(s.in_slot(n), thread);
    const float *from = (const float *)a.in + before + is * first;  // as words
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++) copy_number(words + m * STORED_STEP_BYTES, from + is * (m * 16 * S::COLUMNS));
  } else {
    const float2 *from = (const float2 *)a.in + before + is * first;
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++) copy_element(place + m * TILE_STEP_BYTES, from + is * (m * 16 * S::COLUMNS));
  }
  barrier_arrive_behind_copies(s.in_full(n));
}

template <class P>
INLINE void box_tile(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  if constexpr (P::real_out) return box_bins(s, a, w, n);
  constexpr tcf_u32 bytes = reads_stored<P>() ? STORED_TILE_BYTES : S::SLOT,
                    words = reads_stored<P>() ? TCF_CLUSTER_BOX_FLOATS / 2 : TCF_CLUSTER_BOX_FLOATS;
  barrier_expect(s.in_full(n), bytes);
  load_box_once(s.in_slot(n), &a.map[0], S::tile_across(w, n) * words, 0, w.piece(n / S::TILES), s.in_full(n));
}

// Fills the ring, by the threads of all groups of columns.
template <class P>
INLINE void first_loads(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w) {
  typedef cluster_shape<P> S;
  if constexpr (P::real_out) {
    const tcf_u32 n = threadIdx.x / S::GROUP;
    if (n < w.count * S::TILES && threadIdx.x % S::GROUP < 32) copy_extra(s, a, w, n);
  }
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

// Sends results k1 = t.row + 16 q of column j2 to the tiles of their rows, at [j2][k1 % ROWS]; where rows are in quarters,
// to the quarter of this tile, at [rank][column][k1 % ROWS].
// Rows: how their first pass is computed (cluster_rows.cuh), which says where it wants their points.
template <class P, class Rows>
INLINE void send_column(const cluster_shape<P> &s, const cluster_work &w, const column_places &t, const C *v, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 it = n / S::TILES, tile_in_slot = S::QUARTERS ? w.rank : w.rank * S::TILES + n % S::TILES;
  const tcf_u32 slot = s.row_slot(S::QUARTERS ? n : it * S::TILES);
  const tcf_u32 full = s.rows_full(S::QUARTERS ? n : S::JOINED ? it % 2 : it * S::TILES);
  const tcf_u32 column = tile_in_slot * S::ACROSS + t.column, point = column / (S::ROW / 16);  // of the rows' first pass
  const tcf_u32 to = slot + (column * S::ROWS + (t.row ^ Rows::turn(point))) * 8;
  constexpr tcf_u32 EACH = S::ROWS / 16;  // q of a tile of rows
  UNROLL
  for (tcf_u32 q = 0; q < 16; q++) {
    const tcf_u32 tile = q / EACH, block = S::JOINED ? tile : tile / S::TILES, half = S::JOINED ? 0 : tile % S::TILES;
    store_there(place_in(to + q % EACH * 128 + half * S::SLOT, block), v[reversed<16>((int)q)],
                place_in(full + 8 * half, block));
  }
}

// The same of a complex column that holds two real ones, of which results below 128 are sent, to places as turned_row has
// them.
template <class P>
INLINE void send_real_columns(const cluster_shape<P> &s, const cluster_work &w, const column_places &t, const C *v,
                              tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 it = n / S::TILES, j2 = 2 * ((w.rank * S::TILES + n % S::TILES) * S::ACROSS + t.column);
  const tcf_u32 slot = s.row_slot(it * S::TILES), full = S::JOINED ? s.rows_full(it % 2) : s.rows_full(it * S::TILES);
  const tcf_u32 to_even = slot + (j2 * S::ROWS + (t.row ^ j2 % 16)) * 8;
  const tcf_u32 to_odd = slot + ((j2 + 1) * S::ROWS + (t.row ^ (j2 + 1) % 16)) * 8;
  static_assert(S::JOINED || S::TILES == 1, "a block has one tile of rows");
  constexpr tcf_u32 EACH = S::ROWS / 16;  // q of a tile of rows
  UNROLL
  for (tcf_u32 q = 0; q < 8; q++) {
    C even, odd;
    split_results(even, odd, v, t.row, (int)q);
    const tcf_u32 block = q / EACH, at = q % EACH * 128;
    store_there(place_in(to_even + at, block), even, place_in(full, block));
    store_there(place_in(to_odd + at, block), odd, place_in(full, block));
  }
}

// Waits until the slots of tile n's rows may be written again.
template <class P>
INLINE void await_row_slots(const cluster_shape<P> &s, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 it = n / S::TILES;
  if constexpr (S::QUARTERS) {
    if (it >= 1) barrier_wait(s.rows_empty(n), (it - 1) & 1);
  } else if constexpr (S::JOINED) {
    if (it >= 2) barrier_wait(s.rows_empty(it % 2), (it - 2) / 2 & 1);
  } else {
    UNROLL
    for (tcf_u32 half = 0; half < S::TILES; half++) {
      const tcf_u32 u = it * S::TILES + half;
      if (u >= S::ROW_SLOTS) barrier_wait(s.rows_empty(u - S::ROW_SLOTS), (u - S::ROW_SLOTS) / S::ROW_BARRIERS & 1);
    }
  }
}

template <class P, class Rows>
INLINE void transform_columns(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group) {
  typedef cluster_shape<P> S;
  const column_places t = column_places_of();
  root_powers root = {};
  if (!P::real_out) root = root_powers_of(a.table, t.row);
  C v[16];
  for (tcf_u32 n = group; n < w.count * S::TILES; n += S::GROUPS) {
    barrier_wait(s.in_full(n), n / S::IN_BARRIERS & 1);
    const tcf_u32 inside = P::real_out ? is_inside(a, w.piece(n / S::TILES)) : 0;
    if constexpr (P::real_out) {
      load_bin_columns(v, s, a, w, n, inside);
    } else if constexpr (reads_stored<P>()) {
      load_stored_column<in_pair<P>>(v, s.in_slot(n), a.sign);
      group_barrier(3 + group, S::GROUP);
    } else {
      load_column(v, s.in_slot(n), t, a.sign);
    }
    plain16<S::COLUMN_HOW>(v);
    if constexpr (P::real_out) root = root_powers_again(a.table, t.row);  // it has no registers to keep them in
    if constexpr (P::real_out)
      exchange_bins(v, s.in_slot(n), inside);
    else
      exchange_column(v, s.in_slot(n), t);
    before_engine();
    __syncwarp();
    if (threadIdx.x % 32 == 0) barrier_arrive(s.in_empty(n));
    fused16<S::COLUMN_HOW>(v, root);
    if (S::QUARTERS) next_load(s, a, w, n);  // they wait long for their slots
    await_row_slots(s, n);
    if constexpr (P::real_in)
      send_real_columns(s, w, t, v, n);
    else if constexpr (P::real_out)
      send_bins(s, a, w, t, v, n);
    else
      send_column<P, Rows>(s, w, t, v, n);
    if (!S::QUARTERS) next_load(s, a, w, n);
  }
}

#endif
