// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms with real results by clusters (cluster.cuh): what is different. It is the way of cluster_real.cuh back.
//
// Of a spectrum Y of n = 256 R bins, whose half is given, a column kappa = 0 .. R / 2 - 1 has the bins kappa + R t, t = 0 ..
// 255. Those from t = 128 on are conjugates of the given bins n - kappa - R t. Its transform times exp(-2 pi i kappa j1 / n)
// is B_kappa(j1), j1 = 0 .. 255, and B_(R - kappa) is the conjugate of that, because the numbers x(j1 + 256 j2) that a
// transform over kappa makes of B are real. So two neighbours j1 = 2c and 2c + 1 make one row of R complex points,
// B_kappa(2c) + i B_kappa(2c + 1), whose results are pairs of the real numbers: 128 rows, n / 2 points in all.
//
// Columns 0 and R / 2 share one, the bins in steps of R / 2: 512 bins whose transform is real, S(j) = B_0(j) + B_(R/2)(j)
// and S(j + 256) = B_0(j) - B_(R/2)(j). It is the transform of 256 complex points, into which the bins k and 256 - k are
// merged as they are loaded.
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

// The upper half of a tile is mirrored: row t of a column, t >= 128, which is the conjugate of bin R (256 - t) - kappa, lies
// where row t exclusive-or 127 of the column number 15 minus its own would. So the copy engine can load it as a box of
// rising bins, and the pieces of 16 bytes are permuted as they would be anyway: all of this is one exclusive-or of a place.
//
// A box begins at a piece of 16 bytes, which has two bins. (One that does not stops the device, as an illegal instruction.)
// Bins kappa and R - kappa - 15 are never both first of a piece, so that one of the halves is displaced by one column: the
// upper one where the transform begins at a piece, else the lower one. Column i of a tile lies there in place of column i -
// 1, and that of column 0 is in no box: these 128 bins are copied by themselves. A warp still works in place on what it has
// read; column 0 has that of column 15. Column R / 2, which is in no box either, is copied in place of what column 0 of the
// first tile lacks: those are bins in steps of R which the other half has, too, but for one of the bins 0 and n / 2.
enum { MIRRORED_ROWS = 15 * TILE_ROW_BYTES, MIRRORED_COLUMN = 8, MIRRORED_STEPS = 23 };

// The step in which points row + 16 m lie.
INLINE tcf_u32 mirrored_step(tcf_u32 m) { return TILE_STEP_BYTES * (m < 8 ? m : MIRRORED_STEPS - m); }

// Where column i of a row lies in a step of the lower half, and in one of the upper half.
INLINE tcf_u32 low_place(tcf_u32 row, tcf_u32 i, tcf_u32 displaced) {
  const tcf_u32 column = (i - displaced) % 16;
  return row * TILE_ROW_BYTES + ((column / 2 ^ row % 8) << 4) + column % 2 * 8;
}
INLINE tcf_u32 high_place(tcf_u32 row, tcf_u32 i, tcf_u32 displaced) {
  return low_place(row, i, displaced) ^ (MIRRORED_ROWS | MIRRORED_COLUMN);
}

// The bins of a column, thread by thread as place_to_copy has them: as of a transform that begins at a piece.
template <class P>
INLINE void copy_bins(tcf_u32 tile, const float2 *in, tcf_i64 is, tcf_u32 first, tcf_u32 i, tcf_u32 row) {
  constexpr tcf_u32 R = cluster_shape<P>::ROW;
  const tcf_u32 low = tile + low_place(row, i, 0), high = tile + high_place(row, i, 1), column = first + i;
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    const tcf_u32 t = row + 16 * m, bin = m < 8 ? column + R * t : R * (256 - t) - column;
    if (m < 8 || i) copy_element((m < 8 ? low : high) + mirrored_step(m), in + is * bin);
  }
}

// Which map transform `number` has, and whether it begins inside a piece.
INLINE tcf_u32 map_of(const tcf_cluster_args &a, tcf_u32 number) { return a.alternating ? number % 2 : 0; }
INLINE tcf_u32 is_inside(const tcf_cluster_args &a, tcf_u32 number) {
  return (tcf_u32)(map_of(a, number) ? a.inside[1] : a.inside[0]);
}

// The same by the copy engine. A row of a map has R bins, either 0 .. R - 1 or 1 .. R of a row of the spectrum. Lines at the
// ends of a box are read by its neighbour, too. (Loaded as lines that are read once, 65536 and 131072 points take 7 to 9 %
// longer on an H200.)
template <class P>
INLINE void box_bins(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 number = w.piece(n / S::TILES), column = S::tile_across(w, n) * S::ACROSS;
  const tcf_u32 at = a.alternating ? number / 2 : number;
  const tcf_cluster_map *map = &a.map[map_of(a, number)];
  barrier_expect(s.in_full(n), S::SLOT);
  load_box(s.in_slot(n), map, 2 * column, 0, at, s.in_full(n));
  load_box(s.in_slot(n) + S::SLOT / 2, map, 2 * (S::ROW - S::ACROSS - column), 0, at, s.in_full(n));
}

// What no box of tile n has, by the first warp of the group that transforms it.
template <class P>
INLINE void copy_extra(const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n) {
  typedef cluster_shape<P> S;
  const tcf_u32 lane = threadIdx.x % 32, group = n % S::GROUPS, number = w.piece(n / S::TILES);
  const tcf_u32 first = S::tile_across(w, n) * S::ACROSS, inside = is_inside(a, number);
  const tcf_u32 column = !first ? S::ROW / 2 : inside ? first : S::ROW - first;
  const tcf_i64 is = P::contiguous_in ? 1 : a.is;
  const float2 *in = (const float2 *)a.in + place_in_batch(number, a.dim_n, a.dim_is);
  UNROLL
  for (tcf_u32 i = 0; i < 4; i++)
    copy_element(s.extra(group) + (lane + 32 * i) * 8, in + is * (column + S::ROW * (lane + 32 * i)));
  if (!first && !lane) copy_element(s.extra_bin(group), in + is * (inside ? 0 : S::POINTS / 2));
  barrier_arrive_behind_copies(s.extra_full(group));
}

// Point k = row + 16 m of the column that 0 and R / 2 share, times two, from the bins k and 256 - k of 512.
INLINE C merged(C bin, C other, C root) {
  const C s = {bin.re + other.re, bin.im - other.im}, d = {bin.re - other.re, bin.im + other.im};  // bin +- conj(other)
  return C{s.re - fmaf(root.re, d.im, root.im * d.re), s.im + fmaf(root.re, d.re, -root.im * d.im)};
}

// A thread's points of a column. Upper halves are conjugated where lower ones are not, and the other way round.
INLINE void load_bins(C *v, tcf_u32 low, tcf_u32 high, float sign) {
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    v[m] = load_shared((m < 8 ? low : high) + mirrored_step(m));
    v[m].im *= m < 8 ? sign : -sign;
  }
}

// The half of column 0 that is in no box.
INLINE void load_extra(C *v, tcf_u32 extra, tcf_u32 row, tcf_u32 inside, float sign) {
  UNROLL
  for (tcf_u32 m = 0; m < 8; m++) {
    const C low = load_shared(extra + (inside ? (row + 16 * m) * 8 : (15 - row + 16 * (7 - m)) * 8));
    if (inside)
      v[m] = C{low.re, low.im * sign};
    else
      v[m + 8] = C{low.re, -low.im * sign};
  }
}

// Of the shared column: where its bins k and 256 - k lie, k = row + 16 m, as own + step * m and mirrored + step * (15 - m).
// Those of even numbers are bins R t, which column 0 has in one of its halves: t from 0 on in the lower one, from 1 on in
// the upper one.
struct shared_column {
  tcf_u32 own, mirrored, step;
};
INLINE shared_column shared_column_of(tcf_u32 tile, tcf_u32 extra, tcf_u32 row, tcf_u32 inside) {
  const tcf_u32 half = row / 2;
  if (row % 2) return {extra + half * 8, extra + (7 - half) * 8, 8 * 8};
  constexpr tcf_u32 STEP = 8 * TILE_ROW_BYTES;
  const tcf_u32 base = inside ? tile + 8 * TILE_STEP_BYTES + MIRRORED_COLUMN : tile, piece = inside ? 7 : 0;
  const tcf_u32 up = half - inside, down = 8 - inside - half;  // of t, the lowest three bits, and what they carry
  return {base + up * TILE_ROW_BYTES + ((up % 8 ^ piece) << 4), base + down * TILE_ROW_BYTES + ((down % 8 ^ piece) << 4),
          STEP};
}

// What a thread has of the shared column, merged. `bin` is where the one of the bins 0 and n / 2 lies which column 0 lacks.
template <class P>
INLINE void load_shared_column(C *v, const shared_column &t, tcf_u32 bin, tcf_u32 row, tcf_u32 inside, float sign,
                               const float *table) {
  constexpr roots_of<32> roots;
  const C first = root_at(table, real_out_table<P>::MERGES + row);
  UNROLL
  for (tcf_u32 m = 0; m < 16; m++) {
    const bool ends = m == 0 && row == 0;  // bins 0 and n / 2, which are real
    const C own = load_shared(ends && inside ? bin : t.own + t.step * m);
    const C other = load_shared(ends && !inside ? bin : t.mirrored + t.step * (15 - m));
    v[m] = merged(C{own.re, own.im * sign}, C{other.re, other.im * sign}, c_mul(first, roots.re[m], roots.im[m]));
    if (ends) v[m] = C{own.re + other.re, own.re - other.re};
  }
}

// What a thread has of tile n, for the first pass.
template <class P>
INLINE void load_bin_columns(C *v, const cluster_shape<P> &s, const tcf_cluster_args &a, const cluster_work &w, tcf_u32 n,
                             tcf_u32 inside) {
  typedef cluster_shape<P> S;
  const tcf_u32 tile = s.in_slot(n), lane = threadIdx.x % 32, row = lane / 2, i = threadIdx.x / 32 % 8 * 2 + lane % 2;
  load_bins(v, tile + low_place(row, i, inside), tile + high_place(row, i, 1 - inside), a.sign);
  if (threadIdx.x % S::GROUP >= 32) return;
  const tcf_u32 group = n % S::GROUPS;
  barrier_wait(s.extra_full(group), n / S::GROUPS & 1);
  if (i == 0) {
    if (S::tile_across(w, n))
      load_extra(v, s.extra(group), row, inside, a.sign);
    else
      load_shared_column<P>(v, shared_column_of(tile, s.extra(group), row, inside), s.extra_bin(group), row, inside, a.sign,
                            a.table);
  }
  __syncwarp();
  if (n + S::GROUPS < w.count * S::TILES) copy_extra(s, a, w, n + S::GROUPS);
}

// exchange_column where upper halves are mirrored and one half is displaced. In the upper half both columns of a warp change
// places.
INLINE void exchange_bins(C *v, tcf_u32 tile, tcf_u32 inside) {
  const tcf_u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 8, row = lane / 2, i = warp * 2 + lane % 2;
  const tcf_u32 low = tile + low_place(row, i, inside), high = tile + high_place(row, i ^ 1, 1 - inside);
  const tcf_u32 step = lane % 16, of_second = warp * 2 + (lane / 16 ^ step / 8);
  const tcf_u32 second =
      tile + (step < 8 ? low_place(step, of_second, inside) : high_place(step, of_second, 1 - inside)) + mirrored_step(step);
  __syncwarp();
  UNROLL
  for (tcf_u32 k = 0; k < 16; k++)
    store_shared(((k < 8 ? low : high) ^ (k << 7 | k % 8 << 4)) + mirrored_step(k), v[reversed<16>((int)k)]);
  __syncwarp();
  UNROLL
  for (tcf_u32 r = 0; r < 16; r++) v[r] = load_shared(second ^ (r << 7 | r % 8 << 4));
}

// ------------------------------------------------------------------------------------------------ columns

// Times exp(-2 pi i kappa j1 / n), j1 = ka + 16 q, which is 1 for the shared column: `base` is the power ka of that root,
// and at `steps` are the powers 8, 4, 2 and 1 of its 16th. Powers are products of at most five others, in an order that
// keeps few of them.
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
