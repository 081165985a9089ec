// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms with real results by clusters (cluster.cuh): what is different. It is the way of cluster_real.cuh back.
//
// Of a spectrum Y of n = 256 R bins, whose half is given, a column kappa = 0 .. R / 2 - 1 has the bins kappa + R t, t = 0 .. 255. Those from
// t = 128 on are conjugates of the given bins n - kappa - R t. Its transform times exp(-2 pi i kappa j1 / n) is B_kappa(j1), j1 = 0 ..
// 255, and B_(R - kappa) is the conjugate of that, because the numbers x(j1 + 256 j2) that a transform over kappa makes of B are
// real. So two neighbours j1 = 2c and 2c + 1 make one row of R complex points, B_kappa(2c) + i B_kappa(2c + 1), whose results are pairs of
// the real numbers: 128 rows, n / 2 points in all.
//
// Columns 0 and R / 2 share one, the bins in steps of R / 2: 512 bins whose transform is real, S(j) = B_0(j) + B_(R/2)(j) and S(j + 256) =
// B_0(j) - B_(R/2)(j). It is the transform of 256 complex points, into which the bins k and 256 - k are merged as they are loaded.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_REAL_OUT_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_REAL_OUT_CUH

#include "classic/cuda/cluster_shape.cuh"

// Where the table's parts begin, in complex numbers (tcf_cluster_args).
template <class P>
struct real_out_table {
  typedef cluster_shape<P> S;
  static constexpr tcf_u32 STEPS =
      TCF_CLUSTER_BASES * (16 + 32) + (S::LONG ? 32 : 0);                   // powers of exp(-2 pi i 16 kappa / n)
  static constexpr tcf_u32 BASES = STEPS + TCF_CLUSTER_BASES * S::COLUMNS;  // exp(-2 pi i kappa ka / n), ka < 16
  static constexpr tcf_u32 MERGES = BASES + 16 * S::COLUMNS;                // exp(-2 pi i k / 512), k < 16
};

INLINE C root_at(const float *table, tcf_u32 entry) {
  const float2 r = __ldg((const float2 *)table + entry);
  return C{r.x, r.y};
}

// ------------------------------------------------------------------------------------------------ loads

// The bins of a column, thread by thread as place_to_copy has them. Bin 0 and bin n / 2, which are real, share a place.
template <class P>
INLINE void copy_bins(tcf_u32 place, const float2 *in, tcf_i64 is, tcf_u32 column, tcf_u32 row) {
  typedef cluster_shape<P> S;
  const bool shared = column == 0;
  const tcf_u32 low = shared ? S::ROW / 2 * row : column + S::ROW * row;
  const tcf_u32 high = shared ? low + 128 * (S::ROW / 2) : S::ROW * (128 - row) - column,
                step = shared ? 8 * S::ROW : 16 * S::ROW;
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    const tcf_u32 bin = m < 8 ? low + m * step : shared ? high + (m - 8) * step : high - (m - 8) * step;
    if (m || !shared || row) copy_element(place + m * TILE_STEP_BYTES, in + is * bin);
  }
  if (shared && row == 0) {
    copy_number(place, (const float *)in);
    copy_number(place + 4, (const float *)(in + is * (S::POINTS / 2)));
  }
}

// Point k = row + 16 m of the column that 0 and R / 2 share, times two, from the bins k and 256 - k of 512.
INLINE C merged(C bin, C other, C root) {
  const C s = {bin.re + other.re, bin.im - other.im}, d = {bin.re - other.re, bin.im + other.im};  // bin +- conj(other)
  return C{s.re - fmaf(root.re, d.im, root.im * d.re), s.im + fmaf(root.re, d.re, -root.im * d.im)};
}

// Behind load_column: the upper halves are not conjugated where the lower ones are, and the other way round; and what a thread has of
// the shared column is merged.
template <class P>
INLINE void load_bins(C *v, tcf_u32 tile, float sign, const float *table, bool shared) {
  if (!shared) {
    UNROLL
    for (int m = 8; m < 16; m++) v[m].im = -v[m].im;
    return;
  }
  constexpr roots_of<32> roots;
  const tcf_u32 row = threadIdx.x % 32 / 2, mirrored = 16 - row;
  const tcf_u32 place = tile + mirrored * TILE_ROW_BYTES + ((mirrored % 8) << 4);
  const C first = root_at(table, real_out_table<P>::MERGES + row), own = v[0];
  UNROLL
  for (int m = 0; m < 16; m++) {
    C other = {0.f, 0.f};
    if (m || row) other = load_shared(place + TILE_STEP_BYTES * (15 - m));
    other.im *= sign;
    v[m] = merged(v[m], other, c_mul(first, roots.re[m], roots.im[m]));
  }
  if (row == 0) v[0] = C{own.re + own.im * sign, own.re - own.im * sign};
}

// ------------------------------------------------------------------------------------------------ columns

// Times exp(-2 pi i kappa j1 / n), j1 = ka + 16 q, which is 1 for the shared column: `base` is the power ka of that root, and at `steps` are
// the powers 8, 4, 2 and 1 of its 16th. Powers are products of at most five others, in an order that keeps few of them.
INLINE void turn_results(C *v, C base, const float4 *steps) {
  const float4 fine = loaded_again(steps + 1), coarse = loaded_again(steps);
  C low = base;
  UNROLL
  for (int i = 0; i < 4; i++) {
    const int q = i ^ i / 2;  // 0, 1, 3, 2
    if (i == 1) low = c_mul(base, fine.z, fine.w);
    if (i == 2) low = c_mul(low, fine.x, fine.y);
    if (i == 3) low = c_mul(base, fine.x, fine.y);
    C both = low;
    UNROLL
    for (int k = 0; k < 4; k++) {
      C &x = v[reversed<16>(q + 4 * (k ^ k / 2))];
      if (k == 1) both = c_mul(low, coarse.z, coarse.w);
      if (k == 2) both = c_mul(both, coarse.x, coarse.y);
      if (k == 3) both = c_mul(low, coarse.x, coarse.y);
      x = c_mul(x, both.re, both.im);
    }
  }
}

// What goes to the rows: points kappa and R - kappa of row `low` + 16 p. Neighbouring lanes have neighbours j1.
INLINE void pair_results(C &point, C &mirrored, const C *v, tcf_u32 ka, int p) {
  const C a = v[reversed<16>(2 * p)], b = v[reversed<16>(2 * p + 1)];
  const C gives = ka % 2 ? a : b;
  const C gets = {__shfl_xor_sync(0xffffffffu, gives.re, 1), __shfl_xor_sync(0xffffffffu, gives.im, 1)};
  const C even = ka % 2 ? gets : a, odd = ka % 2 ? b : gets;
  point = C{even.re - odd.im, even.im + odd.re};
  mirrored = C{even.re + odd.im, odd.re - even.im};
}

// The same of the shared column: points 0 and R / 2 of row ka + 16 p.
INLINE void shared_results(C &point, C &middle, const C *v, int p) {
  const C a = v[reversed<16>(p)], b = v[reversed<16>(p + 8)];
  point = C{0.5f * (a.re + b.re), 0.5f * (a.im + b.im)};
  middle = C{0.5f * (a.re - b.re), 0.5f * (a.im - b.im)};
}

template <class P>
INLINE void send_bins(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, const column_places &t,
                      C *v, tcf_u32 n) {
  typedef cluster_shape<P> S;
  static_assert(S::JOINED || S::TILES == 1, "a block has one tile of rows");
  constexpr tcf_u32 EACH = S::ROWS / 16;  // p of a tile of rows
  const tcf_u32 it = n / S::TILES, column = (w.rank * S::TILES + n % S::TILES) * S::ACROSS + t.column;
  const bool shared = column == 0;
  const tcf_u32 low = shared ? t.row : t.row / 2 + t.row % 2 * 8, other = shared ? S::ROW / 2 : S::ROW - column;
  const tcf_u32 slot = s.row_slot(it * S::TILES), full = S::JOINED ? s.rows_full(it % 2) : s.rows_full(it);
  const tcf_u32 to = slot + (column * S::ROWS + low) * 8, to_other = slot + (other * S::ROWS + low) * 8;
  const float4 *steps = (const float4 *)a.table + (real_out_table<P>::STEPS + TCF_CLUSTER_BASES * column) / 2;
  turn_results(v, root_at(a.table, real_out_table<P>::BASES + 16 * column + t.row), steps);
  UNROLL
  for (tcf_u32 p = 0; p < 8; p++) {
    C point, mirrored;
    pair_results(point, mirrored, v, t.row, (int)p);
    if (shared) shared_results(point, mirrored, v, (int)p);
    const tcf_u32 block = p / EACH, at = p % EACH * 128;
    store_there(place_in(to + at, block), point, place_in(full, block));
    store_there(place_in(to_other + at, block), mirrored, place_in(full, block));
  }
}

// ------------------------------------------------------------------------------------------------ results

// Stores pairs of real numbers: pair + STEP m.
template <class P, int STEP>
INLINE void store_pairs(const tcf_cluster_args &a, float *to, tcf_u32 pair, const C *v) {
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  UNROLL
  for (int m = 0; m < 16; m++) {
    const C x = v[reversed<16>(m)];
    float *at = to + os * (2 * (pair + STEP * m));
    if (P::contiguous_out && a.pairs) {
      store_once((float2 *)at, make_float2(x.re * a.scale, x.im * a.scale));
    } else {
      at[0] = x.re * a.scale;
      at[os] = x.im * a.scale;
    }
  }
}

#endif
