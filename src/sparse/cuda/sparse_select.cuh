// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The k largest of many coefficients, in the order of their indices, without those below 1e-6 of the largest: three counts
// of powers, by eleven, eleven and ten bits, tell the least of them; no number is sorted. The k-th largest power of a sample
// of one in 64, rounded down to a power of two, has at least k coefficients above it, so that those below cannot be among
// the k largest. Those above are listed when they are counted first, and all further steps go through the lists, if these
// have room for them.
//
//     P: threads, blocks          launch bounds
#ifndef TCFFT_SPARSE_CUDA_SPARSE_SELECT_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_SELECT_CUH

#include "sparse/cuda/meeting.cuh"
#include "sparse/cuda/shared.cuh"
#include "sparse/cuda/sparse_select_args.h"

enum { SELECT_WARPS = TCF_SELECT_THREADS / 32 };

// In each block's shared memory.
struct select_state {
  tcf_u32 cells[TCF_SELECT_CELLS];
  tcf_u32 warp[32];
  tcf_u32 above[SELECT_WARPS], equal[SELECT_WARPS];  // of each warp's coefficients
  tcf_u32 cell, rank, listed;
};

// The upper bits of a power as a double, which are in the order of the powers and never overflow.
INLINE tcf_u32 select_key(double power) { return (tcf_u32)((tcf_u64)__double_as_longlong(power) >> 31); }
INLINE double power_of_point(float2 x) { return (double)x.x * x.x + (double)x.y * x.y; }

// A warp's share of the coefficients, which is a contiguous one, as are those of a block.
struct select_range {
  tcf_i64 first, end, each;
  tcf_u32 warp, warps;
};

INLINE select_range select_part(const tcf_sparse_select_args &a) {
  select_range r;
  r.warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  r.warps = gridDim.x * blockDim.x / 32;
  r.each = (a.n + r.warps - 1) / r.warps;
  r.first = min(a.n, r.each * (tcf_i64)r.warp);
  r.end = min(a.n, r.first + r.each);
  return r;
}
INLINE tcf_i64 first_of_block(const select_range &r) { return r.each * (tcf_i64)(r.warp - threadIdx.x / 32); }
INLINE tcf_select_entry *list_of_block(const tcf_sparse_select_args &a) { return a.list + (tcf_i64)blockIdx.x * a.room; }

// The powers of four coefficients of the lane, from i on and 32 apart, with as many loads on their way; -1 behind the end.
enum { SELECT_AT_ONCE = 4 };
INLINE void load_powers(const tcf_sparse_select_args &a, const select_range &r, tcf_i64 i, double (&power)[SELECT_AT_ONCE]) {
  float2 x[SELECT_AT_ONCE];
  UNROLL
  for (int j = 0; j < SELECT_AT_ONCE; j++) x[j] = load_once((const float2 *)a.x + min(i + 32 * j, r.end - 1));
  UNROLL
  for (int j = 0; j < SELECT_AT_ONCE; j++) power[j] = i + 32 * j < r.end ? power_of_point(x[j]) : -1;
}

// ------------------------------------------------------------------------------------------------ counts

INLINE int low_bit(int step) { return step == 0 ? 21 : step == 1 ? 10 : 0; }

// Counts a key whose upper bits are those of prefix by its next eleven, or ten at last.
INLINE void count_key(select_state &s, int step, tcf_u32 prefix, tcf_u32 key) {
  const int low = low_bit(step), next = step == 1 ? 11 : 10;
  if (step == 0 || key >> (low + next) == prefix >> (low + next))
    atomicAdd(&s.cells[key >> low & (step == 2 ? 1023u : 2047u)], 1u);
}

INLINE void clear_select_cells(select_state &s) {
  for (tcf_u32 i = threadIdx.x; i < TCF_SELECT_CELLS; i += blockDim.x) s.cells[i] = 0;
  __syncthreads();
}
INLINE void add_select_cells(const tcf_sparse_select_args &a, const select_state &s, int which) {
  __syncthreads();
  for (tcf_u32 i = threadIdx.x; i < TCF_SELECT_CELLS; i += blockDim.x)
    if (s.cells[i]) atomicAdd(&a.board->cells[which][i], s.cells[i]);
}

static __device__ void count_sample(const tcf_sparse_select_args &a, select_state &s) {
  const select_range r = select_part(a);
  clear_select_cells(s);
  for (tcf_i64 i = r.first + threadIdx.x % 32; i < r.end; i += 32 * TCF_SELECT_SAMPLE)
    count_key(s, 0, 0, select_key(power_of_point(load_once((const float2 *)a.x + i))));
  add_select_cells(a, s, TCF_SELECT_STEPS);
}

// Counts all powers from `floor` on, and lists them if asked to. What lists have no room for is counted all the same.
static __device__ void count_all(const tcf_sparse_select_args &a, select_state &s, tcf_u32 floor, bool lists) {
  const select_range r = select_part(a);
  const tcf_i64 block = first_of_block(r);
  tcf_select_entry *list = list_of_block(a);
  tcf_u32 largest = 0;
  bool broken = false;
  if (threadIdx.x == 0) s.listed = 0;
  clear_select_cells(s);
  for (tcf_i64 from = r.first + threadIdx.x % 32; from < r.end; from += 32 * SELECT_AT_ONCE) {
    double power[SELECT_AT_ONCE];
    load_powers(a, r, from, power);
    UNROLL
    for (int j = 0; j < SELECT_AT_ONCE; j++) {
      const tcf_u32 key = select_key(fabs(power[j]));
      if (power[j] == -1) continue;
      broken |= !(power[j] < 1e300);
      largest = max(largest, key);
      if (key < floor) continue;
      count_key(s, 0, 0, key);
      const tcf_u32 at = lists ? atomicAdd(&s.listed, 1u) : 0;
      if (lists && at < a.room) list[at] = tcf_select_entry{(tcf_u32)(from + 32 * j - block), key};
    }
  }
  add_select_cells(a, s, 0);
  atomicMax(&a.board->largest, largest);
  if (broken) a.board->broken = 1;
  if (threadIdx.x == 0 && (!lists || s.listed > a.room)) a.board->crowded = 1;
}

// Counts the powers whose upper bits are those of prefix.
static __device__ void count_more(const tcf_sparse_select_args &a, select_state &s, int step, tcf_u32 prefix, bool listed) {
  const select_range r = select_part(a);
  const tcf_select_entry *list = list_of_block(a);
  clear_select_cells(s);
  for (tcf_u32 i = threadIdx.x; listed && i < s.listed; i += blockDim.x) count_key(s, step, prefix, list[i].key);
  for (tcf_i64 from = r.first + threadIdx.x % 32; !listed && from < r.end; from += 32 * SELECT_AT_ONCE) {
    double power[SELECT_AT_ONCE];
    load_powers(a, r, from, power);
    UNROLL
    for (int j = 0; j < SELECT_AT_ONCE; j++)
      if (power[j] != -1) count_key(s, step, prefix, select_key(power[j]));
  }
  add_select_cells(a, s, step);
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

// ------------------------------------------------------------------------------------------------ results

// How many of each warp's coefficients are above the cut, and how many have exactly this key; the block's sums for all
// blocks.
static __device__ void select_tally(const tcf_sparse_select_args &a, select_state &s, tcf_u32 cut, bool listed) {
  const select_range r = select_part(a);
  const tcf_select_entry *list = list_of_block(a);
  tcf_u32 above = 0, equal = 0;
  if (threadIdx.x < SELECT_WARPS) s.above[threadIdx.x] = s.equal[threadIdx.x] = 0;
  __syncthreads();
  for (tcf_u32 i = threadIdx.x; listed && i < s.listed; i += blockDim.x) {
    const tcf_u32 warp = list[i].offset / (tcf_u32)r.each;
    if (list[i].key > cut) atomicAdd(&s.above[warp], 1u);
    if (list[i].key == cut) atomicAdd(&s.equal[warp], 1u);
  }
  for (tcf_i64 from = r.first + threadIdx.x % 32; !listed && from < r.end; from += 32 * SELECT_AT_ONCE) {
    double power[SELECT_AT_ONCE];
    load_powers(a, r, from, power);
    UNROLL
    for (int j = 0; j < SELECT_AT_ONCE; j++) {
      if (power[j] == -1) continue;
      above += select_key(power[j]) > cut;
      equal += select_key(power[j]) == cut;
    }
  }
  if (above) atomicAdd(&s.above[threadIdx.x / 32], above);
  if (equal) atomicAdd(&s.equal[threadIdx.x / 32], equal);
  __syncthreads();
  if (threadIdx.x) return;
  above = equal = 0;
  for (int w = 0; w < SELECT_WARPS; w++) above += s.above[w], equal += s.equal[w];
  a.board->above[blockIdx.x] = above;
  a.board->equal[blockIdx.x] = equal;
}

// The sum of the first `count` numbers, by a warp.
template <class Load>
INLINE tcf_u32 select_sum(tcf_u32 count, Load load) {
  tcf_u32 sum = 0;
  for (tcf_u32 i = threadIdx.x % 32; i < count; i += 32) sum += load(i);
  for (int bit = 16; bit; bit >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  return sum;
}

// Those before the warp's first coefficient, of blocks and then of the block's warps.
INLINE tcf_u32 select_before(const tcf_u32 *blocks, const tcf_u32 *warps) {
  return select_sum(blockIdx.x, [&](tcf_u32 i) { return __ldcg(blocks + i); }) +
         select_sum(threadIdx.x / 32, [&](tcf_u32 i) { return warps[i]; });
}

static __device__ void select_write(const tcf_sparse_select_args &a, const select_state &s, tcf_u32 cut, tcf_u32 equals) {
  const select_range r = select_part(a);
  const tcf_u32 lane = threadIdx.x % 32, below = (1u << lane) - 1;
  if (r.warp == 0) {
    const tcf_u32 all = select_sum(gridDim.x, [&](tcf_u32 i) { return __ldcg(a.board->above + i); });
    const tcf_u32 same = select_sum(gridDim.x, [&](tcf_u32 i) { return __ldcg(a.board->equal + i); });
    if (lane == 0) {
      *a.count = min((tcf_i64)(all + min(same, equals)), a.capacity);
      *a.status = 2;
    }
  }
  if (!s.above[threadIdx.x / 32] && !s.equal[threadIdx.x / 32]) return;
  tcf_u32 above = select_before(a.board->above, s.above), equal = select_before(a.board->equal, s.equal);
  for (tcf_i64 from = r.first; from < r.end; from += 32 * SELECT_AT_ONCE) {
    double power[SELECT_AT_ONCE];
    load_powers(a, r, from + lane, power);
    UNROLL
    for (int j = 0; j < SELECT_AT_ONCE; j++) {
      const tcf_i64 i = from + 32 * j + lane;
      const tcf_u32 key = i < r.end ? select_key(power[j]) : 0;
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
  tcf_u32 turn = 0, prefix = 0, rank = (tcf_u32)a.k - 1, floor = 0;
  bool listed =
      a.k * 4 * TCF_SELECT_LISTED * TCF_SELECT_SAMPLE <= a.n;  // or the lists would not hold what the sample leaves
  if (listed) {
    count_sample(a, s);
    meet_at(&a.board->arrived, gridDim.x, &turn);
    select_cell(a, s, TCF_SELECT_STEPS, rank);
    floor = s.cell << low_bit(0);
    __syncthreads();
  }
  for (int step = 0; step < TCF_SELECT_STEPS; step++) {
    if (step == 0)
      count_all(a, s, floor, listed);
    else
      count_more(a, s, step, prefix, listed);
    meet_at(&a.board->arrived, gridDim.x, &turn);
    listed = listed && !__ldcg(&a.board->crowded);
    select_cell(a, s, step, rank);
    prefix |= s.cell << low_bit(step);
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
  select_tally(a, s, cut, listed);
  meet_at(&a.board->arrived, gridDim.x, &turn);
  select_write(a, s, cut, equals);
}

#endif
