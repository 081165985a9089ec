// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The second half of a cluster's transform where rows of the matrix have 1024 points: 16 rows of a block take all slots of
// rows (cluster.cuh).
//
// Point j2 = 64 m + 16 h + c of a row comes from column c of block m's tile number h, and lies in slot h. So a slot is
// filled by one tile of each block, and passes are chosen so that the first needs one slot and the last one frees one:
//
//   over m, radix 16, in place in slot h as soon as that is full, by one group of threads: result kc lies at [kc][c][row];
//   over h, radix 4, from all slots, behind a barrier of both groups;
//   over c, radix 16: results k2 = kc + 16 kd + 64 ke.
//
// In the last two a warp has one digit kc of all 16 rows, so that no barrier lies between them. Half of its lanes have the
// points c = 0 .. 7 for the pass over h, the other half c = 8 .. 15; for the pass over c half of them have kd = 0 and then
// 1, the other half 2 and then 3. Results kd = 0 and 2 stay in registers, and 1 and 3 wait in slots 2 and 3. Slots 0 and 1
// are free as soon as the pass over h has read them, before any result is stored, and the next transform's first two tiles,
// which wait in the registers of the threads that transform columns, follow.
//
// Nothing of a slot is written before all blocks have freed it: rows_read[0] counts the warps that have read slots 0 and 1
// and rows_read[1] those that have read 2 and 3. (One barrier would not do: a warp that is ahead would arrive for the second
// pair before another has for the first.) One group of columns waits for a slot, and one of rows, so that neither misses a
// phase.
//
// Planes are the same with other roots, kd = (e, kg) and results in another order: a warp has one row and all digits kc, so
// that it stores neighbours, and the first pass exclusive-ors the row of a place with kc, as that of shorter rows does. Of
// 256 x 1024 points kd = kg. Columns of 512 points j1 = 2 a + b end in the pass over h = (b, g), which is one of radix 2
// over b with twiddles exp(-2 pi i b k1 / 512) and one over g: point j2 = 32 m + 16 g + c of a row, results k1 + 256 e and
// kc + 16 kg + 32 ke. Columns of 1024 points j1 = 4 a + h end there, too, by radix 4, and kd = e.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_QUARTERS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_QUARTERS_CUH

#include "classic/cuda/cluster_shape.cuh"

enum { QUARTER_DIGIT_BYTES = 16 * 128, QUARTER_POINT_BYTES = 128 };  // between digits kc and between points c of a slot

// Entries of the table: where those of the first pass begin, and those of the pass over c; pieces of 16 bytes before that
// over h.
template <class P>
struct quarter_table {
  static constexpr tcf_u32 FIRST = 16, THIRD = FIRST + (P::plane ? 0 : 256);
  static constexpr tcf_u32 ENTRIES = !P::plane ? cluster_shape<P>::POINTS / 16 : P::row > 512 ? P::row / 16 : 32;
  static constexpr tcf_u32 SECOND = 2 * (THIRD + ENTRIES);
};

// Offsets in the transform. Of the results kd that a thread keeps and those that wait the upper half of a warp has kd = 2
// and 3, the lower half 0 and 1; where columns have 512 points, 1 and 3, and 0 and 2.
template <class P>
struct quarter_offsets {
  static constexpr tcf_u32 DIGITS = P::plane ? P::row / 256 : 4;  // kg
  static constexpr tcf_u32 KD = !P::plane ? 16 * 256 : DIGITS == 4 ? 16 : 256 * P::row;
  static constexpr tcf_u32 NEXT = KD;                          // from what is kept to what waits
  static constexpr tcf_u32 UPPER = DIGITS == 2 ? 16 : 2 * KD;  // of the upper half of a warp
  static constexpr int KE = 16 * (int)DIGITS * (P::plane ? 1 : 256);
};

// What is constant for a thread: the place of point c = 0 in slot 0, and in which half of its warp it is; the offset of its
// first result in the transform, k1 + 256 (kc + 16 kd), and of the roots of the pass over c those for what it keeps. The
// other roots are loaded each time, for registers do not suffice. They stay in the L1 cache, 20 KiB in all.
struct quarter_thread {
  tcf_u32 place, half, stored;
  root_powers third;
};

// The entry of the pass over c, of a result at this offset.
template <class P>
INLINE tcf_u32 third_entry(tcf_u32 stored) {
  return quarter_table<P>::THIRD + (P::plane ? stored % P::row : stored);
}

template <class P>
INLINE quarter_thread quarter_thread_of(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w) {
  typedef cluster_shape<P> S;
  const tcf_u32 lane = threadIdx.x % 32, warp = threadIdx.x % S::ROW_THREADS / 32;
  quarter_thread t;
  t.half = lane / 16;
  if constexpr (P::plane) {
    t.place = s.row_slot(0) + lane % 16 * QUARTER_DIGIT_BYTES + (warp ^ lane % 16) * 8;
    t.stored = (w.rank * S::ROWS + warp) * P::row + lane % 16 + t.half * quarter_offsets<P>::UPPER;
  } else {
    t.place = s.row_slot(0) + warp * QUARTER_DIGIT_BYTES + lane % 16 * 8;
    t.stored = w.rank * S::ROWS + lane % 16 + 256 * (warp + 32 * t.half);
  }
  t.third = root_powers_of(a.table, third_entry<P>(t.stored));
  return t;
}

// Both powers of the pass over h.
template <class P>
INLINE float4 powers_over_slots(const tcf_cluster_args &a, const cluster_work &w, const quarter_thread &t) {
  const tcf_u32 warp = threadIdx.x % cluster_shape<P>::ROW_THREADS / 32;
  const tcf_u32 entry = P::plane ? (w.rank * 16 + warp) * 16 + threadIdx.x % 16 : t.stored % (32 * 256);
  return loaded_again((const float4 *)a.table + quarter_table<P>::SECOND + entry);
}

// The first pass of the slots of a group, each as soon as it is full.
template <class P>
INLINE void pass_of_slots(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group,
                          tcf_u32 it) {
  typedef cluster_shape<P> S;
  const tcf_u32 thread = threadIdx.x % S::GROUP;
  root_powers root;
  if (!P::plane) root = root_powers_again(a.table, quarter_table<P>::FIRST + w.rank * S::ROWS + threadIdx.x % 16);
  C v[16];
  for (tcf_u32 h = group; h < S::TILES; h += S::GROUPS) {
    const tcf_u32 mine = s.row_slot(h) + thread * 8;
    barrier_wait(s.rows_full(h), it & 1);
    if (thread == 0) barrier_expect(s.rows_full(h), S::SLOT);
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++) v[m] = load_shared(mine + m * QUARTER_DIGIT_BYTES);
    if (P::plane) {
      __syncwarp();  // another lane has read what this one writes
      plain16<S::HOW>(v);
    } else {
      fused16<S::HOW>(v, root);
    }
    UNROLL
    for (tcf_u32 k = 0; k < 16; k++)
      store_shared((P::plane ? mine ^ k * 8 : mine) + k * QUARTER_DIGIT_BYTES, v[reversed<16>((int)k)]);
  }
}

// Radix 4 over h, or radix 2 over b and over g.
template <class P>
INLINE void join_slots(C *x, C first, C second) {
  constexpr steps HOW = cluster_shape<P>::HOW;
  if (quarter_offsets<P>::DIGITS != 2) return fused4<HOW>(x, first, second);
  fused2<HOW>(x[0], x[2], first);
  fused2<HOW>(x[1], x[3], first);
  fused2<HOW>(x[0], x[1], second);
  fused2<HOW>(x[2], x[3], second);
}

// The pass over h. By the sign of its root the two halves of a warp have results 0 and 2 in each other's places, and
// likewise 1 and 3, so that what a lane keeps and gives are the same registers in both. Points are loaded before results of
// others are stored, behind which the compiler would keep the loads. (Of columns of 512 points the results in each other's
// places are kg = 0 and 1.)
template <class P>
INLINE void pass_over_slots(C *v, const quarter_thread &t, float4 powers) {
  typedef cluster_shape<P> S;
  const tcf_u32 mine = t.place + t.half * 8 * QUARTER_POINT_BYTES;
  const C first = {powers.x, powers.y}, second = {t.half ? -powers.z : powers.z, t.half ? -powers.w : powers.w};
  const tcf_u32 one = mine + (2 + t.half) * S::SLOT, three = mine + (3 - t.half) * S::SLOT;
  C next[4];
  UNROLL
  for (tcf_u32 h = 0; h < 4; h++) next[h] = load_shared(mine + h * S::SLOT);
  UNROLL
  for (tcf_u32 i = 0; i < 8; i++) {
    C x[4];
    UNROLL
    for (tcf_u32 h = 0; h < 4; h++) {
      x[h] = next[h];
      if (i < 7) next[h] = load_shared(mine + h * S::SLOT + (i + 1) * QUARTER_POINT_BYTES);
    }
    join_slots<P>(x, first, second);
    const C keeps = x[0], gives = x[reversed<4>(2)];
    const C gets = {__shfl_xor_sync(0xffffffffu, gives.re, 16), __shfl_xor_sync(0xffffffffu, gives.im, 16)};
    v[i] = t.half ? gets : keeps;
    v[8 + i] = t.half ? keeps : gets;
    store_shared(one + i * QUARTER_POINT_BYTES, x[reversed<4>(1)]);
    store_shared(three + i * QUARTER_POINT_BYTES, x[reversed<4>(3)]);
  }
}

// Behind the reads of two slots: the first warp tells all blocks that these are free, when all warps have read them.
template <class P>
INLINE void free_slots(const cluster_shape<P> &s, tcf_u32 pair, tcf_u32 it) {
  typedef cluster_shape<P> S;
  const tcf_u32 lane = threadIdx.x % 32;
  if (lane == 0) barrier_arrive(s.rows_read(pair));
  if (threadIdx.x % S::ROW_THREADS >= 32) return;
  barrier_wait(s.rows_read(pair), it & 1);
  barrier_arrive_there(place_in(s.rows_empty(2 * pair + lane / 16), lane % 16));
}

template <class P>
INLINE void store_results(const tcf_cluster_args &a, out_pair<P> *to, const C *v) {
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  UNROLL
  for (int k = 0; k < 16; k++) {
    const C x = v[reversed<16>(k)];
    store_once(to + os * (quarter_offsets<P>::KE * k),
               with_number<out_number<P>>::of(make_float2(x.re * a.scale, x.im * a.scale_im)));
  }
}

template <class P>
INLINE void transform_quarters(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group) {
  typedef cluster_shape<P> S;
  const quarter_thread t = quarter_thread_of(s, a, w);
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  C v[16];
  for (tcf_u32 it = 0; it < w.count; it++) {
    out_pair<P> *to = (out_pair<P> *)a.out + place_in_batch(w.piece(it), a.dim_n, a.dim_os) + os * t.stored;
    pass_of_slots(s, a, w, group, it);
    const float4 powers = powers_over_slots<P>(a, w, t);
    group_barrier(1, S::ROW_THREADS);
    pass_over_slots<P>(v, t, powers);
    __syncwarp();
    free_slots(s, 0, it);
    fused16<S::HOW>(v, t.third);
    store_results<P>(a, to, v);
    UNROLL
    for (tcf_u32 c = 0; c < 16; c++) v[c] = load_shared(t.place + (2 + t.half) * S::SLOT + c * QUARTER_POINT_BYTES);
    const root_powers next = root_powers_again(a.table, third_entry<P>(t.stored + quarter_offsets<P>::NEXT));
    __syncwarp();
    free_slots(s, 1, it);
    fused16<S::HOW>(v, next);
    store_results<P>(a, to + os * quarter_offsets<P>::NEXT, v);
  }
}

#endif
