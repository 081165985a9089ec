// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The second half of a cluster's transform: rows of 64 to 512 points, a group of threads a tile (cluster.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_ROWS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_ROWS_CUH

#include "classic/cuda/cluster_real.cuh"
#include "classic/cuda/cluster_real_out.cuh"

// What is constant for a thread. In the first pass it has points j2 = a + m * row / 16, m = 0 .. 15, of one row, and gets
// the first digits k = 0 .. 15 of its results. In the second it has the points a of digit kc of one row or some rows, see
// read_second.
struct row_thread {
  tcf_u32 thread;      // of the group
  tcf_u32 kc, parity;  // parity: of 512 points, the lowest bit of the second digit
  tcf_u32 row;         // of the tile, in the second pass
  tcf_u32 first_row;   // number of its tile's first row
  tcf_u32 stored;      // offset of its first result in the transform
  bool reals;          // of real transforms: it has points of rows 0 and 128
  bool pair;           // in the second, those whose transform is pair16
  tcf_u32 second_entry;
  root_powers first, second;
  C sixteenth_power;  // of the second root, where rows have 512 points
};

// Neighbouring threads have neighbouring results: rows k1 where the results of an axis are k1 + 256 k2, digits kc where they
// are k2.
template <class P>
INLINE void place_row_thread(row_thread &t) {
  typedef cluster_shape<P> S;
  const tcf_u32 others = t.thread / 16;
  if (P::plane) {
    t.kc = t.thread % 16;
    t.parity = S::LONG ? others % 2 : 0;
    t.row = S::LONG ? others / 2 : others;
  } else {
    t.row = t.thread % S::ROWS;
    t.parity = S::LONG ? others % 2 : 0;
    t.kc = S::LONG ? others / 2 : t.thread / S::ROWS;
  }
}

template <class P>
INLINE row_thread row_thread_of(const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group) {
  typedef cluster_shape<P> S;
  row_thread t;
  t.thread = threadIdx.x % S::ROW_THREADS;
  place_row_thread<P>(t);
  // A group takes one tile of each transform, or all tiles of every other transform where a block has one.
  const tcf_u32 tile = S::JOINED ? w.rank : w.rank * S::TILES + group % S::TILES;
  t.first_row = tile * S::ROWS;
  tcf_u32 k1 = t.first_row + t.row, k2 = t.kc + 16 * t.parity;
  t.reals = P::real_in && k1 == 0;
  t.pair = t.reals && k2 == 0;
  if (t.reals) digit_of_slot(t.kc, t.parity, k1, k2);
  const tcf_u32 entry = S::TURNED ? k1 + 256 * k2 : k2;
  constexpr tcf_u32 before = S::TURNED ? 16 + 256 : 16, entries = S::TURNED ? S::POINTS / 16 : 32;
  t.stored = P::plane ? k1 * S::ROW + k2 : k1 + (P::real_out ? 128 : 256) * k2;
  if (S::TURNED) t.first = root_powers_of(a.table, 16 + t.first_row + t.thread % S::ROWS);
  t.second_entry = before + entry;
  t.second = root_powers_of(a.table, t.second_entry);
  if (S::LONG) {
    const float2 r = __ldg((const float2 *)a.table + TCF_CLUSTER_BASES * (before + entries) + entry);
    t.sixteenth_power = C{r.x, r.y};
  }
  return t;
}

// The first pass. Its results lie at [k][a][row], those of planes with the row exclusive-or'ed with k, so that neighbouring
// threads of the second pass, which have neighbouring k, read from different banks.
template <class P>
INLINE void first_pass(C *v, tcf_u32 tile, const row_thread &t) {
  typedef cluster_shape<P> S;
  const tcf_u32 mine = tile + (P::real_in ? turned_row<P>(t.thread) : t.thread) * 8;
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) v[m] = load_shared(mine + m * S::ROW_THREADS * 8);
  if (P::plane) __syncwarp();  // another lane has read what this one writes
  if (S::TURNED)
    fused16<S::HOW>(v, t.first);
  else
    plain16<S::HOW>(v);
  if (t.reals) return;
  UNROLL
  for (tcf_u32 k = 0; k < 16; k++)
    store_shared((P::plane ? mine ^ k * 8 : mine) + k * S::ROW_THREADS * 8, v[reversed<16>((int)k)]);
}

// How the first pass is computed, here in FP32. turn: what the number of a row within a tile is exclusive-or'ed with where
// its point m is kept. spread: so is the number of a row of results k with k. keeps_few: registers have no room for the
// roots of the second pass, which are loaded behind the first one each time. constants: of a thread.
struct fp32_rows {
  static constexpr bool spread = false, keeps_few = false;
  struct constants {
    explicit INLINE_MEMBER constants(tcf_u32) {}
  };
  INLINE_MEMBER static tcf_u32 turn(tcf_u32) { return 0; }
  template <class P>
  INLINE_MEMBER static void first_pass(C *v, tcf_u32 tile, const row_thread &t, const constants &, const float *) {
    ::first_pass<P>(v, tile, t);
  }
};

// Where point a of digit kc + k lies, in row t.row + row.
template <class P, class Rows>
INLINE tcf_u32 second_place(tcf_u32 tile, const row_thread &t, tcf_u32 k, tcf_u32 a, tcf_u32 row) {
  typedef cluster_shape<P> S;
  const tcf_u32 mine = P::plane || Rows::spread ? t.row ^ t.kc ^ k : P::real_in ? t.row ^ a % 16 : t.row;
  return tile + (t.kc * S::ROW_THREADS + mine) * 8 + (k * S::ROW_THREADS + a * S::ROWS + row) * 8;
}

// The points of the second pass: 16 of one row; or 8 or 4 of two digits or four of one row, in planes of one digit of two
// rows or four. Rows of 512 points: sums of points 256 apart, by the radix 2 of a third pass.
template <class P, class Rows>
INLINE void read_second(C *v, tcf_u32 tile, const row_thread &t) {
  typedef cluster_shape<P> S;
  constexpr tcf_u32 EACH = S::ROW >= 256 ? 16 : S::ROW / 16, DIGITS = 16 / (16 / EACH);
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    const tcf_u32 a = m % EACH, other = m / EACH;
    v[m] = load_shared(P::plane ? second_place<P, Rows>(tile, t, 0, a, other * 16)
                                : second_place<P, Rows>(tile, t, other * DIGITS, a, 0));
    if (S::LONG) {
      const C b = load_shared(second_place<P, Rows>(tile, t, 0, a + 16, 0)), z = t.sixteenth_power;
      if (t.reals && t.kc == 0)
        v[m] = joined_reals(v[m], b, t.parity);
      else
        v[m] = C{fmaf(z.re, b.re, fmaf(-z.im, b.im, v[m].re)), fmaf(z.re, b.im, fmaf(z.im, b.re, v[m].im))};
    }
  }
}

template <class P>
INLINE void second_pass(C *v, const row_thread &t) {
  if (t.pair) {
    pair16(v);
  } else if (P::row >= 256) {
    fused16<cluster_shape<P>::HOW>(v, t.second);
  } else if (P::plane) {
    UNROLL
    for (int at = 0; at < 16; at += P::row / 16) {
      if (P::row == 64) fused4(v + at, t.second.w2, t.second.w1);
      if (P::row == 128) fused8(v + at, t.second.w4, t.second.w2, t.second.w1, c_eighth(t.second.w1));
    }
  } else {
    if (P::row == 64) fused4_four_times(v, t.second);
    if (P::row == 128) fused8_twice(v, t.second);
  }
}

// Stores results k1 + 256 k2, in runs of as many as a tile has rows; of planes 256 rows of results k2, in runs of 16.
template <class P>
INLINE void store_row(const tcf_cluster_args &a, const row_thread &t, const C *v, tcf_u32 fft) {
  typedef cluster_shape<P> S;
  constexpr int EACH = S::ROW >= 256 ? 16 : (int)S::ROW / 16, STEP = S::LONG ? 32 : 16;
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  if constexpr (P::real_out)
    return store_pairs<P, 128 * STEP>(a, (float *)a.out + place_in_batch(fft, a.dim_n, a.dim_os), t.stored, v);
  if constexpr (P::real_in) {
    float2 *whole = (float2 *)a.out + place_in_batch(fft, a.dim_n, a.dim_os);
    if (t.pair) return store_pair<P, 256 * STEP>(a, whole, v);
    return store_bins<P, 256 * STEP>(a, whole, t.stored, v);
  }
  out_pair<P> *to = (out_pair<P> *)a.out + place_in_batch(fft, a.dim_n, a.dim_os) + os * t.stored;
  UNROLL
  for (int m = 0; m < 16; m++) {
    const int second = m % EACH, other = m / EACH, k2 = STEP * second;
    const int at = P::plane ? other * 16 * (int)S::ROW + k2 : 256 * (k2 + other * EACH);
    const C x = v[other * EACH + reversed<EACH>(second)];
    store_once(to + os * at, with_number<out_number<P>>::of(make_float2(x.re * a.scale, x.im * a.scale_im)));
  }
}

template <class P, class Rows>
INLINE void transform_rows(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 group) {
  typedef cluster_shape<P> S;
  if (S::JOINED) group = 0;
  row_thread t = row_thread_of<P>(a, w, group);
  const typename Rows::constants constants(t.thread);
  const tcf_u32 tiles = S::JOINED ? w.count : w.count * S::TILES, step = S::JOINED ? 1 : S::GROUPS;
  tcf_u32 parity = 0;
  C v[16];
  for (tcf_u32 u = group; u < tiles; u += step, parity ^= 1) {
    const tcf_u32 tile = S::JOINED ? s.row_slot(u % 2 * 2) : s.row_slot(u), number = S::JOINED ? u % 2 : u;
    barrier_wait(s.rows_full(number), (S::JOINED ? u / 2 : u / S::ROW_BARRIERS) & 1);
    if (t.thread == 0) barrier_expect(s.rows_full(number), S::ROW_TILE * 8);
    Rows::template first_pass<P>(v, tile, t, constants, a.table);
    if (P::real_in && w.rank == 0 && t.thread < 32) first_pass_of_reals<P>(v, tile, t.thread);
    if (Rows::keeps_few) t.second = root_powers_again(a.table, t.second_entry);
    group_barrier(1 + group, S::ROW_THREADS);
    read_second<P, Rows>(v, tile, t);
    __syncwarp();
    if (threadIdx.x % 32 == 0) barrier_arrive(s.rows_read(group));
    second_pass<P>(v, t);
    if (t.thread < 32) {
      barrier_wait(s.rows_read(group), parity);
      if (t.thread < S::BLOCKS) barrier_arrive_there(place_in(s.rows_empty(number), t.thread));
    }
    store_row<P>(a, t, v, w.piece(S::JOINED ? u : u / S::TILES));
  }
}

#endif
