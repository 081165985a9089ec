// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first half of a wide cluster's transforms: loads, and the two passes over points that are apart by the number of
// digits (cluster_wide.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_FIRST_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_FIRST_CUH

#include "classic/cuda/cluster_wide_shape.cuh"

// Which tile of a piece number n of a block is. Where points are neighbours, a tile is 16 digits of one transform: `fft` of
// the 16, and `half` of its digits, or which quarter. Where transforms are, it is one digit of all 16.
template <class P>
struct wide_tile {
  tcf_u32 batch, group, fft, half, digit;
  INLINE_MEMBER wide_tile(const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 n) {
    typedef wide_shape<P> S;
    const tcf_u32 piece = w.piece(n / S::TILES), tile = w.rank * S::TILES + n % S::TILES;
    batch = piece / (tcf_u32)a.groups;
    group = piece % (tcf_u32)a.groups;
    fft = S::QUARTERS ? n % 4 * 4 + w.rank / 4 : S::JOINED ? tile / 2 : tile;
    half = S::QUARTERS ? w.rank % 4 : S::JOINED ? tile % 2 : 0;
    digit = tile;
  }
};

// ------------------------------------------------------------------------------------------------ loads

template <class P>
INLINE const char *twiddles_of(const tcf_cluster_wide_args &a, const wide_tile<P> &t) {
  typedef wide_shape<P> S;
  const tcf_u32 ffts = (tcf_u32)a.groups * TCF_WIDE_FFTS;
  const float *at = a.table + 2 * (S::ROOT_NUMBERS + TCF_WIDE_POWERS * ffts);
  return (const char *)(at + 2 * TCF_WIDE_TWIDDLES * (t.group * TCF_WIDE_FFTS + t.fft));
}

// A tile by the threads of a group, element by element: any strides, and any alignment of a complex number.
template <class P>
INLINE void copy_wide_tile(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 n) {
  typedef wide_shape<P> S;
  const wide_tile<P> t(a, w, n);
  const tcf_u32 thread = threadIdx.x % S::GROUP, across = thread % 16, row = thread / 16,
                place = place_to_copy(s.in_slot(n), thread);
  const tcf_i64 at = P::rows ? (t.group * TCF_WIDE_FFTS + t.fft) * a.fft_is + row * S::DIGITS + t.half * 16 + across
                             : t.group * TCF_WIDE_FFTS + across + (row * S::DIGITS + t.digit) * a.point_is;
  const tcf_i64 step = P::rows ? 16 * S::DIGITS : 16 * S::DIGITS * a.point_is;
  const in_pair<P> *from = (const in_pair<P> *)a.in + place_in_batch(t.batch, a.dim_n, a.dim_is) + at;
  const tcf_u32 words = stored_place_to_copy(s.in_slot(n), thread);
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    if constexpr (reads_stored<P>())
      copy_number(words + m * STORED_STEP_BYTES, (const float *)(from + m * step));
    else
      copy_element(place + m * TILE_STEP_BYTES, from + m * step);
  }
  if (P::twiddles && thread < S::TWIDDLES / 16) copy_piece(s.twiddles(n) + thread * 16, twiddles_of(a, t) + thread * 16);
  barrier_arrive_behind_copies(s.in_full(n));
}

template <class P>
INLINE void box_wide_tile(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 n) {
  typedef wide_shape<P> S;
  const wide_tile<P> t(a, w, n);
  const tcf_u32 full = s.in_full(n);
  constexpr tcf_u32 bytes = reads_stored<P>() ? STORED_TILE_BYTES : S::SLOT,
                    words = reads_stored<P>() ? TCF_CLUSTER_BOX_FLOATS / 2 : TCF_CLUSTER_BOX_FLOATS;
  barrier_expect(full, bytes + S::TWIDDLES);
  if (P::rows)
    load_box(s.in_slot(n), &a.map, t.half * words, 0, t.group * TCF_WIDE_FFTS + t.fft, t.batch, full);
  else
    load_box(s.in_slot(n), &a.map, t.group * words, t.digit, 0, t.batch, full);
  if (P::twiddles) copy_bytes(s.twiddles(n), twiddles_of(a, t), S::TWIDDLES, full);
}

// Fills the ring, by the threads of all groups of the first half.
template <class P>
INLINE void first_wide_loads(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w) {
  typedef wide_shape<P> S;
  for (tcf_u32 n = 0; n < S::IN_SLOTS && n < w.count * S::TILES; n++) {
    if (a.boxes && threadIdx.x == 0) box_wide_tile(s, a, w, n);
    if (!a.boxes && threadIdx.x / S::GROUP == n % S::GROUPS) copy_wide_tile(s, a, w, n);
  }
}

// Loads tile n + IN_SLOTS where tile n was, when all warps of the group have read that.
template <class P>
INLINE void next_wide_load(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 n) {
  typedef wide_shape<P> S;
  if (n + S::IN_SLOTS >= w.count * S::TILES) return;
  const tcf_u32 thread = threadIdx.x % S::GROUP;
  if (a.boxes && thread >= 32) return;
  barrier_wait(s.in_empty(n), n / S::IN_BARRIERS & 1);
  if (!a.boxes)
    copy_wide_tile(s, a, w, n + S::IN_SLOTS);
  else if (thread == 0)
    box_wide_tile(s, a, w, n + S::IN_SLOTS);
  __syncwarp();
}

// ------------------------------------------------------------------------------------------------ passes

INLINE sixteen_roots shared_roots(tcf_u32 place) {
  return sixteen_roots_of(load_shared4(place), load_shared4(place + 16), load_shared4(place + 32), load_shared4(place + 48));
}

// Puts the roots of the second pass into shared memory.
template <class P>
INLINE void keep_roots(const wide_shape<P> &s, const tcf_cluster_wide_args &a) {
  typedef wide_shape<P> S;
  for (tcf_u32 i = threadIdx.x; i < 16 * 8; i += P::threads) {
    const float2 r = __ldg((const float2 *)a.table + i / 8 * TCF_WIDE_ROOTS + i % 8);
    store_shared(s.memory + S::ROOTS + i * 8, C{r.x, r.y});
  }
}

template <class P>
INLINE void two_passes(C *v, const wide_shape<P> &s, const column_places &t, float sign, tcf_u32 n, tcf_u32 group) {
  typedef wide_shape<P> S;
  if constexpr (reads_stored<P>()) {
    load_stored_column<in_pair<P>>(v, s.in_slot(n), sign);
    group_barrier(3 + group, S::GROUP);
  } else {
    load_column(v, s.in_slot(n), t, sign);
  }
  if (P::twiddles)
    fused16<EXACT_STEPS>(v, shared_roots(s.twiddles(n)));
  else
    plain16<EXACT_STEPS>(v);
  exchange_column(v, s.in_slot(n), t);
  root_powers of_tile;
  sixteen_roots kept;
  if (P::twiddles) {
    const tcf_u32 at = s.twiddles(n) + 64 + t.row * 32;
    const float4 p = load_shared4(at), q = load_shared4(at + 16);
    of_tile = root_powers{{p.x, p.y}, {p.z, p.w}, {q.x, q.y}, {q.z, q.w}};
  } else {
    kept = shared_roots(s.memory + S::ROOTS + t.row * 64);
  }
  before_engine();
  __syncwarp();
  if (threadIdx.x % 32 == 0) barrier_arrive(s.in_empty(n));
  if (P::twiddles)
    fused16(v, of_tile);
  else
    fused16<EXACT_STEPS>(v, kept);
}

// Sends results t.row + 16 q of a digit of a transform to the tiles that have all digits of 16 results. There they lie at
// [digit] [fft][result] or at [fft][digit][result], the result exclusive-or'ed with the transform, so that neighbouring
// threads of the last pass, which have neighbouring transforms, read from different banks.
template <class P>
INLINE void send_digit(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, const column_places &t,
                       const C *v, tcf_u32 n) {
  typedef wide_shape<P> S;
  const wide_tile<P> tile(a, w, n);
  const tcf_u32 digit = P::rows ? t.column : tile.digit % 16, fft = P::rows ? tile.fft : t.column;
  const tcf_u32 half = P::rows ? tile.half : tile.digit / 16, first = n / S::TILES * S::TILES + (S::JOINED ? half : 0);
  const tcf_u32 at = P::rows ? fft * 16 + digit : digit * 16 + fft;
  const tcf_u32 to = s.end_slot(first) + (at * 16 + (t.row ^ fft)) * 8, full = s.end_full(first);
  UNROLL
  for (tcf_u32 q = 0; q < 16; q++) {
    const tcf_u32 block = S::JOINED ? q : q / S::TILES, slot = S::JOINED ? 0 : q % S::TILES;
    store_there(place_in(to + slot * S::SLOT, block), v[reversed<16>((int)q)], place_in(full + 8 * slot, block));
  }
}

// The same of 64 digits, to the slot of this tile, as cluster_wide_quarters.cuh has them.
template <class P>
INLINE void send_to_quarter(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w,
                            const column_places &t, const C *v, tcf_u32 n) {
  const wide_tile<P> tile(a, w, n);
  const tcf_u32 digit = tile.half * 16 + t.column, fft = P::rows ? tile.fft : t.column;
  const tcf_u32 line = P::rows ? digit / 4 * 16 + digit % 4 * 4 + fft % 4 : w.rank * 16 + fft;
  const tcf_u32 to = s.end_slot(n) + (line * 16 + (t.row ^ fft)) * 8, full = s.end_full(n);
  UNROLL
  for (tcf_u32 q = 0; q < 16; q++) store_there(place_in(to, q), v[reversed<16>((int)q)], place_in(full, q));
}

// Waits until the slots that tile n's results go to may be written again.
template <class P>
INLINE void await_end_slots(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 n) {
  typedef wide_shape<P> S;
  if constexpr (S::QUARTERS) {  // all slots are free at once
    if (n >= S::TILES) barrier_wait(s.end_empty(0), (n / S::TILES - 1) & 1);
    return;
  }
  const wide_tile<P> tile(a, w, n);
  const tcf_u32 half = P::rows ? tile.half : tile.digit / 16;
  UNROLL
  for (tcf_u32 slot = 0; slot < (S::JOINED ? 1 : S::TILES); slot++) {
    const tcf_u32 u = n / S::TILES * S::TILES + (S::JOINED ? half : slot);
    if (u >= S::END_SLOTS) barrier_wait(s.end_empty(u - S::END_SLOTS), (u - S::END_SLOTS) / S::END_BARRIERS & 1);
  }
}

template <class P>
INLINE void transform_first(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 group) {
  typedef wide_shape<P> S;
  const column_places t = column_places_of();
  C v[16];
  for (tcf_u32 n = group; n < w.count * S::TILES; n += S::GROUPS) {
    barrier_wait(s.in_full(n), n / S::IN_BARRIERS & 1);
    two_passes(v, s, t, a.sign, n, group);
    if (S::QUARTERS) next_wide_load(s, a, w, n);  // they wait long for their slots
    await_end_slots(s, a, w, n);
    if constexpr (S::QUARTERS)
      send_to_quarter(s, a, w, t, v, n);
    else
      send_digit(s, a, w, t, v, n);
    if (!S::QUARTERS) next_wide_load(s, a, w, n);
  }
}

#endif
