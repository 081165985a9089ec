// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a comb by all blocks of a team: each takes the samples of some columns and transforms them, and of what all have
// then some rows, whose transforms are its bins.
#ifndef TCFFT_SPARSE_CUDA_GRID_TRANSFORM_CUH
#define TCFFT_SPARSE_CUDA_GRID_TRANSFORM_CUH

#include "sparse/cuda/async_copy.cuh"
#include "sparse/cuda/grid_check.cuh"

// A block's columns or rows: `first` and so many.
struct grid_share {
  tcf_u32 first, count;
};

INLINE grid_share share_of(const tcf_sparse_grid_args &a, const grid_state &s, tcf_u32 all) {
  const tcf_u32 each = (all + a.active - 1) / a.active, first = min(each * s.block, all);
  return grid_share{first, min(each, all - first)};
}

// Half a point of the block's: of which group and point of which of its columns or rows.
template <tcf_u32 GROUPS, tcf_u32 LENGTH>
struct grid_half {
  tcf_u32 half, group, point, row;
  // The groups of a point are neighbours, then the points of a row.
  INLINE grid_half by_points(tcf_u32 id) {
    const tcf_u32 rest = id / 2 / GROUPS;
    return grid_half{id % 2, id / 2 % GROUPS, rest % LENGTH, rest / LENGTH};
  }
};

// The first of the four neighbouring samples of element i of group g.
INLINE tcf_u64 position_of(const tcf_look_args &a, tcf_u32 g, tcf_u32 i) {
  const tcf_u64 t = a.begin[g] + (tcf_u64)i * a.hash.step;
  return t >= a.hash.n ? t - a.hash.n : t;
}

// Takes samples that are real or not aligned to 16 bytes to the rows from `from` on.
template <class P>
INLINE void take_converted(const tcf_look_args &a, const float *in, const grid_share &columns, tcf_u32 from) {
  typedef grid_sizes<P> S;
  typedef grid_half<S::GROUPS, S::FIRST> place;
#pragma unroll 2
  for (tcf_u32 id = threadIdx.x; id < columns.count * S::GROUPS * S::FIRST; id += TCF_LOOK_THREADS) {
    const place p = place::by_points(2 * id);
    C v[TCF_SPARSE_PHASES];
    load_neighbours(in, a.real != 0, ((tcf_u64)in & 15) == 0, TCF_SPARSE_PHASES,
                    position_of(a, p.group, columns.first + p.row + p.point * S::SECOND), v);
    UNROLL
    for (tcf_u32 half = 0; half < 2; half++)
      column_rows<P>::rows::half(from + p.row * S::GROUPS + p.group, p.point, half) =
          make_float4(v[2 * half].re, v[2 * half].im, v[2 * half + 1].re, v[2 * half + 1].im);
  }
}

// Takes the columns' samples to the rows from `from` on; they are there when the copies are awaited.
template <class P>
INLINE void take_columns(const tcf_look_args &a, const float *in, const grid_share &columns, tcf_u32 from) {
  typedef grid_sizes<P> S;
  typedef grid_half<S::GROUPS, S::FIRST> place;
  if (a.real || ((tcf_u64)in & 15)) return take_converted<P>(a, in, columns, from);
#pragma unroll 4
  for (tcf_u32 id = threadIdx.x; id < columns.count * 2 * S::GROUPS * S::FIRST; id += TCF_LOOK_THREADS) {
    const place p = place::by_points(id);
    const tcf_u64 t = position_of(a, p.group, columns.first + p.row + p.point * S::SECOND);
    copy_async(&column_rows<P>::rows::half(from + p.row * S::GROUPS + p.group, p.point, p.half),
               (const float4 *)(in + 2 * t) + p.half);
  }
}

// Gives the transformed columns to the blocks that have their rows, with the roots between the transforms. Returns what the
// thread has seen of their power.
template <class P>
static __device__ float give_columns(const grid_board &b, const grid_share &columns) {
  typedef grid_sizes<P> S;
  constexpr float scale = 1.f / S::BINS;
  float power = 0;
#pragma unroll 2
  for (tcf_u32 id = threadIdx.x; id < columns.count * 2 * S::GROUPS * S::FIRST; id += TCF_LOOK_THREADS) {
    const tcf_u32 half = id % 2, group = id / 2 % S::GROUPS, rest = id / 2 / S::GROUPS;
    // Mostly a block has one column, and a division takes as long as the rest.
    const tcf_u32 place = columns.count == 1 ? rest : rest / columns.count, column = rest - place * columns.count;
    const tcf_u32 row = frequency_of_place<column_rows<P>>(place), at = columns.first + column;
    const tcf_z w = z_scale(unit_root<grid_look<P>>(row * at * (tcf_u32)(4294967296u / S::BINS)), scale);
    const float4 v = column_rows<P>::half(column * S::GROUPS + group, place, half);
    power += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    const C one = c_mul(C{v.x, v.y}, w.re, -w.im), two = c_mul(C{v.z, v.w}, w.re, -w.im);
    __stcg(&b.between[((tcf_u64)(row * S::SECOND + at) * S::GROUPS + group) * 2 + half],
           make_float4(one.re, one.im, two.re, two.im));
  }
  return power;
}

// Tells all blocks the power of this one's columns: its share of the sum of all bins' powers (Parseval).
template <class P>
static __device__ void tell_power(const grid_board &b, float power) {
  typedef grid_sizes<P> S;
  constexpr float scale = 1.f / S::BINS / S::FIRST / S::VALUES;
  grid_state &s = grid<P>().s;
  power = warp_sum_of(power);
  if (threadIdx.x % 32 == 0) s.columns[threadIdx.x / 32] = power;
  __syncthreads();
  if (threadIdx.x) return;
  power = 0;
  UNROLL
  for (int w = 0; w < LOOK_WARPS; w++) power += s.columns[w];
  b.power[s.block] = power * scale;
}

// A part of a share: `most` from number `done` on, or the rest.
INLINE grid_share part_of(const grid_share &all, tcf_u32 done, tcf_u32 most) {
  const tcf_u32 before = min(done, all.count);
  return grid_share{all.first + before, min(most, all.count - before)};
}

// As many columns at a time as there is room for. Where there is a second buffer the next ones are on their way meanwhile;
// the first ones while the roots are made and the check's samples are taken.
template <class P>
static __device__ void measure_columns(const tcf_sparse_grid_args &args, const grid_board &b, const float *in) {
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  const grid_share all = share_of(args, s, S::SECOND);
  float power = 0;
  const tcf_u32 ahead = args.buffers - 1, turns = max((all.count + args.columns - 1) / args.columns, 1u) + ahead;
#pragma unroll 1
  for (tcf_u32 turn = 0; turn < turns; turn++) {
    take_columns<P>(args.look, in, part_of(all, turn * args.columns, args.columns),
                    (turn & ahead) * args.columns * S::GROUPS);
    end_copies();
    if (turn == 0) {
      draw_checked(args.look, s);
      if (decides(s)) take_checked(args.look, in, s);
      make_roots<grid_look<P>, S::ROOTS>(grid<P>().roots);
    }
    if (turn < ahead) continue;
    if (!ahead) end_copies();  // no batch stays on its way
    const grid_share columns = part_of(all, (turn - ahead) * args.columns, args.columns);
    if (threadIdx.x == 0) s.from = ((turn - ahead) & ahead) * args.columns * S::GROUPS;
    await_copies();
    __syncthreads();
    transform_in_rows<column_rows<P>>(columns.count * S::GROUPS);
    power += give_columns<P>(b, columns);
    __syncthreads();
  }
  tell_power<P>(b, power);
}

template <class P>
static __device__ void take_rows(const grid_board &b, const grid_share &rows) {
  typedef grid_sizes<P> S;
  typedef grid_half<S::GROUPS, S::SECOND> place;
  constexpr tcf_u32 EACH = 2 * S::GROUPS * S::SECOND,
                    TURNS = (S::FIRST / 128 * EACH + TCF_LOOK_THREADS - 1) / TCF_LOOK_THREADS;
  constexpr tcf_u32 AT_ONCE = TURNS < 2 ? 2 : TURNS > 8 ? 8 : TURNS;
  grid_state &s = grid<P>().s;
  const tcf_u32 items = rows.count * EACH;
  float power = threadIdx.x < s.blocks ? __ldcg(&b.power[threadIdx.x]) : 0;  // of all columns
  const float4 *from = b.between + (tcf_u64)rows.first * EACH;
#pragma unroll 1
  for (tcf_u32 first = 0; first < items; first += AT_ONCE * TCF_LOOK_THREADS) {
    float4 v[AT_ONCE];
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = first + threadIdx.x + k * TCF_LOOK_THREADS;
      if (id < items) v[k] = __ldcg(from + id);
    }
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = first + threadIdx.x + k * TCF_LOOK_THREADS;
      const place p = place::by_points(id);
      if (id < items) bin_rows<P>::half(p.row * S::GROUPS + p.group, p.point, p.half) = v[k];
    }
  }
  power = warp_sum_of(power);
  if (threadIdx.x % 32 == 0 && threadIdx.x < TCF_GRID_TEAM) s.power[threadIdx.x / 32] = power;
  __syncthreads();
}

// The values of some rows' bins, and their powers.
template <class P>
static __device__ void measure_rows(const grid_board &b, const grid_share &rows) {
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  __syncthreads();
  if (threadIdx.x == 0) {
    s.from = 0;
    s.row = rows.first;
    s.rows = rows.count;
    s.power_at = rows.count * (S::SECOND + 1) * S::GROUPS * 8;
  }
  take_rows<P>(b, rows);
  transform_in_rows<typename row_transform<P>::rows>(rows.count * S::GROUPS);
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < rows.count * S::SECOND; at += TCF_LOOK_THREADS) {
    float power = 0;
    UNROLL
    for (tcf_u32 g = 0; g < S::GROUPS; g++) UNROLL
    for (tcf_u32 half = 0; half < 2; half++) {
      const float4 v = bin_rows<P>::half(at / S::SECOND * S::GROUPS + g, at % S::SECOND, half);
      power += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    power_at<P>(at) = power * (1.f / S::VALUES);
  }
  __syncthreads();
}

#endif
