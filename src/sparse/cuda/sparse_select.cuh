// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The k largest of many coefficients, in the order of their indices, without those below 1e-6 of the largest: three counts of
// powers, eleven bits at a time, tell the least of them; no number is sorted or moved.
//
//     P: threads, blocks          launch bounds
#ifndef TCFFT_SPARSE_CUDA_SPARSE_SELECT_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_SELECT_CUH

#include "sparse/cuda/meeting.cuh"
#include "sparse/cuda/shared.cuh"
#include "sparse/cuda/sparse_select_args.h"

// In each block's shared memory.
struct select_state {
  tcf_u32 cells[TCF_SELECT_CELLS];
  tcf_u32 warp[32];
  tcf_u32 cell, rank;
};

// The upper bits of a power as a double, which are in the order of the powers and never overflow.
INLINE tcf_u32 select_key(double power) { return (tcf_u32)((tcf_u64)__double_as_longlong(power) >> 31); }
INLINE double select_power(const tcf_sparse_select_args &a, tcf_i64 i) {
  const float2 x = load_once((const float2 *)a.x + i);
  return (double)x.x * x.x + (double)x.y * x.y;
}

// Counts the powers whose upper bits are those of prefix, by their next eleven, or ten at last.
static __device__ void select_count(const tcf_sparse_select_args &a, select_state &s, int step, tcf_u32 prefix) {
  const int low = step == 0 ? 21 : step == 1 ? 10 : 0;
  const tcf_u32 mask = step == 2 ? 1023u : 2047u;
  tcf_u32 largest = 0;
  bool broken = false;
  for (tcf_u32 i = threadIdx.x; i < TCF_SELECT_CELLS; i += blockDim.x) s.cells[i] = 0;
  __syncthreads();
  for (tcf_i64 i = (tcf_i64)blockIdx.x * blockDim.x + threadIdx.x; i < a.n; i += (tcf_i64)gridDim.x * blockDim.x) {
    const double power = select_power(a, i);
    const tcf_u32 key = select_key(power);
    broken |= !(power < 1e300);
    largest = max(largest, key);
    if (step == 0 || key >> (low + (step == 1 ? 11 : 10)) == prefix >> (low + (step == 1 ? 11 : 10)))
      atomicAdd(&s.cells[key >> low & mask], 1u);
  }
  __syncthreads();
  for (tcf_u32 i = threadIdx.x; i < TCF_SELECT_CELLS; i += blockDim.x)
    if (s.cells[i]) atomicAdd(&a.board->cells[step][i], s.cells[i]);
  if (step) return;
  atomicMax(&a.board->largest, largest);
  if (broken) a.board->broken = 1;
}

// The cell from the top in which the rank-th power lies, and its rank there.
static __device__ void select_cell(const tcf_sparse_select_args &a, select_state &s, int step, tcf_u32 rank) {
  const tcf_u32 each = TCF_SELECT_CELLS / blockDim.x, first = threadIdx.x * each;
  tcf_u32 mine = 0;
  for (tcf_u32 i = 0; i < each; i++) mine += __ldcg(&a.board->cells[step][TCF_SELECT_CELLS - 1 - first - i]);
  tcf_u32 before = mine;
  for (tcf_u32 by = 1; by < 32; by *= 2) {
    const tcf_u32 other = __shfl_up_sync(0xffffffffu, before, by);
    if (threadIdx.x % 32 >= by) before += other;
  }
  if (threadIdx.x % 32 == 31) s.warp[threadIdx.x / 32] = before;
  __syncthreads();
  before -= mine;
  for (tcf_u32 w = 0; w < threadIdx.x / 32; w++) before += s.warp[w];
  if (before <= rank && rank < before + mine) {
    tcf_u32 cell = TCF_SELECT_CELLS - 1 - first;
    for (tcf_u32 there; before + (there = __ldcg(&a.board->cells[step][cell])) <= rank; cell--) before += there;
    s.cell = cell;
    s.rank = rank - before;
  }
  __syncthreads();
}

struct select_range {
  tcf_i64 first, end;
  tcf_u32 warp, warps;
};

INLINE select_range select_part(const tcf_sparse_select_args &a) {
  select_range r;
  r.warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  r.warps = gridDim.x * blockDim.x / 32;
  const tcf_i64 each = (a.n + r.warps - 1) / r.warps;
  r.first = min(a.n, each * (tcf_i64)r.warp);
  r.end = min(a.n, r.first + each);
  return r;
}

// Each warp's share of the coefficients is a contiguous one: it counts what it has above the cut, and of exactly this key.
static __device__ void select_tally(const tcf_sparse_select_args &a, tcf_u32 cut) {
  const select_range r = select_part(a);
  tcf_u32 above = 0, equal = 0;
  for (tcf_i64 i = r.first + threadIdx.x % 32; i < r.end; i += 32) {
    const tcf_u32 key = select_key(select_power(a, i));
    above += key > cut;
    equal += key == cut;
  }
  for (int bit = 16; bit; bit >>= 1) {
    above += __shfl_xor_sync(0xffffffffu, above, bit);
    equal += __shfl_xor_sync(0xffffffffu, equal, bit);
  }
  if (threadIdx.x % 32 == 0) {
    a.board->above[r.warp] = above;
    a.board->equal[r.warp] = equal;
  }
}

// Sums of what the warps before this one have, and of all.
INLINE tcf_u32 select_before(const tcf_u32 *counts, tcf_u32 warps) {
  tcf_u32 sum = 0;
  for (tcf_u32 w = threadIdx.x % 32; w < warps; w += 32) sum += __ldcg(counts + w);
  for (int bit = 16; bit; bit >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  return sum;
}

static __device__ void select_write(const tcf_sparse_select_args &a, tcf_u32 cut, tcf_u32 equals) {
  const select_range r = select_part(a);
  const tcf_u32 lane = threadIdx.x % 32, below = (1u << lane) - 1;
  tcf_u32 above = select_before(a.board->above, r.warp), equal = select_before(a.board->equal, r.warp);
  if (r.warp == 0) {
    const tcf_u32 all = select_before(a.board->above, r.warps), same = select_before(a.board->equal, r.warps);
    if (lane == 0) {
      *a.count = min((tcf_i64)(all + min(same, equals)), a.capacity);
      *a.status = 2;
    }
  }
  if (!a.board->above[r.warp] && !a.board->equal[r.warp]) return;
  for (tcf_i64 from = r.first; from < r.end; from += 32) {
    const tcf_i64 i = from + lane;
    const tcf_u32 key = i < r.end ? select_key(select_power(a, i)) : 0;
    const bool is_above = i < r.end && key > cut, is_equal = i < r.end && key == cut;
    const tcf_u32 some_above = __ballot_sync(0xffffffffu, is_above), some_equal = __ballot_sync(0xffffffffu, is_equal);
    const tcf_u32 equal_before = equal + __popc(some_equal & below);
    const tcf_i64 at = (tcf_i64)above + __popc(some_above & below) + min(equal_before, equals);
    if ((is_above || (is_equal && equal_before < equals)) && at < a.capacity) {
      a.index[at] = i;
      a.value[2 * at] = a.x[2 * i];
      a.value[2 * at + 1] = a.x[2 * i + 1];
    }
    above += __popc(some_above);
    equal += __popc(some_equal);
  }
}

template <class P>
INLINE void tcf_sparse_select(const tcf_sparse_select_args &a) {
  static_assert(sizeof(select_state) <= TCF_SELECT_SHARED, "what the host asks for");
  TCF_SHARED(shared);
  select_state &s = *(select_state *)shared;
  await_input();
  if (a.clear) {
    tcf_u32 *words = (tcf_u32 *)a.board;
    for (tcf_u32 i = threadIdx.x; i < sizeof *a.board / sizeof *words; i += blockDim.x) words[i] = 0;
    return;
  }
  tcf_u32 turn = 0, prefix = 0, rank = (tcf_u32)a.k - 1;
  for (int step = 0; step < TCF_SELECT_STEPS; step++) {
    select_count(a, s, step, prefix);
    meet_at(&a.board->arrived, gridDim.x, &turn);
    select_cell(a, s, step, rank);
    prefix |= s.cell << (step == 0 ? 21 : step == 1 ? 10 : 0);
    rank = s.rank;
    __syncthreads();
  }
  const double most = __longlong_as_double((long long)((tcf_u64)__ldcg(&a.board->largest) << 31));
  const tcf_u32 least = max(select_key(1e-12 * most), 1u);
  const bool nothing = a.board->broken || most == 0;
  tcf_u32 cut = prefix, equals = rank + 1;
  if (cut < least) {
    cut = least;
    equals = 0xffffffffu;
  }
  if (nothing) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      *a.count = 0;
      *a.status = a.board->broken ? 1 : 2;
    }
    return;
  }
  select_tally(a, cut);
  meet_at(&a.board->arrived, gridDim.x, &turn);
  select_write(a, cut, equals);
}

#endif
