// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal from one comb, which all blocks measure and read together: for more tones than a cluster of blocks has
// room for (sparse_cluster.cuh). Tones are read from bins that hold up to four of them, and checked; what cannot be
// told or does not pass is left to the program of peeling (sparse.cuh), which begins anew. Hashes, thresholds and the check are
// the same.
//
// A comb of first * second bins takes two steps (Cooley and Tukey): each block takes the samples of some columns, `second`
// elements apart, and transforms them, then all exchange what they have in device memory and transform rows. Bins then belong to
// one block, and stay in its shared memory; where they have no room there, the first rows tell the noise, and the others are
// transformed when they are read. Blocks meet three times, and once more where there are many tones to be ranked.
//
//     P: threads, blocks          launch bounds
//        power                    1: the signal's length is a power of two
//        first, second            lengths of the two steps
//        groups                   of the comb, the first two of which are eight neighbouring samples
#ifndef TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH

#include "sparse/cuda/grid_check.cuh"
#include "sparse/cuda/grid_results.cuh"
#include "sparse/cuda/grid_transform.cuh"
#include "sparse/cuda/lane_read.cuh"

// ------------------------------------------------------------------------------------------------ noise

// The powers of this block's bins, of which all blocks are told. Where there is no room for all rows at a time, the first ones
// tell of the others.
template <class P>
static __device__ void report_row_powers(const tcf_sparse_grid_args &args, const grid_board &b, const grid_share &all) {
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  const grid_share rows = part_of(all, 0, args.rows);
  const tcf_u32 bins = rows.count * S::SECOND, sample = min(bins, (tcf_u32)TCF_LOOK_THREADS);
  look_report mine = {0, 0, 0, 0};
  if (rows.count) {
    measure_rows<P>(b, rows);
    const bool counts = threadIdx.x < sample;
    const tcf_u32 key = counts ? tcf_float_bits(power_at<P>(threadIdx.x)) : 0;
    const float outlier = (float)(middle_power(key, counts, sample) * args.look.outlier_share);
#pragma unroll 1
    for (tcf_u32 at = threadIdx.x; at < bins; at += TCF_LOOK_THREADS) add_power(mine, power_at<P>(at), outlier);
    mine.sum *= (float)all.count / (float)rows.count;
  }
  mine = block_report<grid_look<P>>(mine);
  if (threadIdx.x == 0) b.report[s.block] = mine;
}

// The least of all threads' numbers.
template <class P>
INLINE float least_of_block(float mine) {
  grid_state &s = grid<P>().s;
  UNROLL
  for (int bit = 16; bit; bit >>= 1) mine = fminf(mine, __shfl_xor_sync(0xffffffffu, mine, bit));
  if (threadIdx.x % 32 == 0) s.least[threadIdx.x / 32] = mine;
  __syncthreads();
  mine = s.least[threadIdx.x % LOOK_WARPS];
  UNROLL
  for (int bit = LOOK_WARPS / 2; bit; bit >>= 1) mine = fminf(mine, __shfl_xor_sync(0xffffffffu, mine, bit));
  return mine;
}

// A block that has tones in most of its bins does not know the noise.
template <class P>
static __device__ look_powers all_row_powers(const tcf_look_args &a, const grid_board &b) {
  static_assert(TCF_GRID_TEAM <= TCF_LOOK_THREADS, "a block's report a thread");
  grid_state &s = grid<P>().s;
  look_report mine = {0, 0, 0, 0};
  if (threadIdx.x < s.blocks) {
    const float4 there = __ldcg((const float4 *)&b.report[threadIdx.x]);
    mine = look_report{there.x, there.y, there.z, tcf_float_bits(there.w)};
  }
  const float least = least_of_block<P>(mine.count ? mine.clean / (float)mine.count : 3e38f);
  if (!(mine.clean <= 4 * least * (float)mine.count)) {
    mine.clean = 0;
    mine.count = 0;
  }
  mine = block_report<grid_look<P>>(mine);
  if (threadIdx.x == 0) s.report = mine;
  __syncthreads();
  return powers_of(a, s.report, grid_sizes<P>::VALUES);
}

// ------------------------------------------------------------------------------------------------ tones

// Reads the bins of the rows that may hold a tone, as many at once as have lanes.
template <class P>
static __device__ void read_rows(const bin_limits &most) {
  grid_memory<P> &m = grid<P>();
  look_state &s = m.s.look;
  __syncthreads();
  if (threadIdx.x == 0) s.queued = 0;
  __syncthreads();
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < m.s.rows * grid_sizes<P>::SECOND; at += TCF_LOOK_THREADS) {
    if (!(power_at<P>(at) > (float)most.look_from)) continue;
    const tcf_u32 i = atomicAdd(&s.queued, 1u);
    if (i < TCF_GRID_QUEUE) m.queue[i] = at;
  }
  __syncthreads();
  const tcf_u32 queued = min(s.queued, (tcf_u32)TCF_GRID_QUEUE);
  if (s.queued > queued) m.s.crowded = 1;
#pragma unroll 1  // neighbours go to different warps, so that few bins are read by many
  for (tcf_u32 first = threadIdx.x / 32; first < queued; first += TCF_LOOK_THREADS / 4) {
    const tcf_u32 i = first + threadIdx.x % 32 / 4 * LOOK_WARPS;
    const bool there = i < queued;
    const tcf_u32 at = there ? m.queue[i] : 0;
    const bool understood = read_bin<grid_look<P>>(most, bin_of_row<P>(at), at, there);
    if (there && !understood) s.mine.doubtful = 1;
  }
  __syncthreads();
}

template <class P>
static __device__ void read_all_rows(const tcf_sparse_grid_args &args, const grid_board &b, const bin_limits &most) {
  const grid_share all = share_of(grid<P>().s, grid_sizes<P>::FIRST);
#pragma unroll 1
  for (tcf_u32 done = 0; done < all.count && !grid<P>().s.crowded; done += args.rows) {
    if (done) measure_rows<P>(b, part_of(all, done, args.rows));
    read_rows<P>(most);
  }
}

// Whether no tone is much stronger than what the first rows have: what rounding of it leaves in other bins would pass for tones.
static __device__ bool are_as_told(const look_powers &p, const look_found &all) {
  return power_of_key(all.largest) <= 4 * p.most;
}

// Tells all blocks what was found; the tones are in the block's list already.
template <class P>
static __device__ void report_tones(const grid_board &b) {
  const grid_state &s = grid<P>().s;
  if (threadIdx.x) return;
  look_found mine = s.look.mine;
  mine.doubtful |= mine.tones > TCF_GRID_ROOM || s.crowded;
  mine.tones = min(mine.tones, (tcf_u32)TCF_GRID_ROOM);
  b.found[s.block] = mine;
}

// What is known of all tones, and how many the blocks before each have.
template <class P>
static __device__ void take_reports(const grid_board &b) {
  grid_state &s = grid<P>().s;
  look_found mine = {0, 0, 0, ~0u, 0, 0, 0};
  if (threadIdx.x < s.blocks) {
    const uint4 *word = (const uint4 *)&b.found[threadIdx.x];
    const uint4 one = __ldcg(word), two = __ldcg(word + 1);
    mine = look_found{one.x, one.y, one.z, one.w, two.x, 0, of_bits((tcf_u64)two.w << 32 | two.z)};
  }
  tcf_u32 before = mine.tones;
  UNROLL
  for (tcf_u32 by = 1; by < 32; by *= 2) {
    const tcf_u32 other = __shfl_up_sync(0xffffffffu, before, by);
    if (threadIdx.x % 32 >= by) before += other;
  }
  before -= mine.tones;
  sum_found<16>(mine);
  if (threadIdx.x % 32 == 0) s.part[threadIdx.x / 32] = mine;
  __syncthreads();
#pragma unroll 1
  for (tcf_u32 w = 0; w < threadIdx.x / 32; w++) before += s.part[w].tones;
  if (threadIdx.x <= TCF_GRID_TEAM) s.before[threadIdx.x] = before;
  if (threadIdx.x < 32) {
    mine = s.part[threadIdx.x % LOOK_WARPS];
    sum_found<LOOK_WARPS / 2>(mine);
    if (threadIdx.x == 0) s.all = mine;
  }
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ the decision

// Says that this block is done. Returns whether this block decides for all: the last one to come does, so that none waits. If the
// team has another signal all meet and the first block decides, since blocks that went on would be counted in place of others.
static __device__ bool arrive_last(const tcf_sparse_grid_args &a, grid_state &s, bool more) {
  if (more) {
    grid_meet(a, s);
    return s.block == 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    s.last = 1;
    if (s.blocks > 1) {
      __threadfence();
      s.last = atomicAdd(barrier_of(a), 1u) + 1 == ++s.turn * s.blocks;
      __threadfence();
    }
  }
  __syncthreads();
  return s.last != 0;
}

static __device__ void decide(const tcf_look_args &a, const grid_state &s, const grid_board &b, const look_check &c,
                              const grid_sectors &sectors, tcf_i64 signal) {
  if (threadIdx.x >= 32) return;
  const double taken = (double)(sectors.count * TCF_SPARSE_PHASES);
  const bool right = !a.verify || passes(c, left_of_all(b, s.blocks, sectors), taken);
  if (threadIdx.x) return;
  a.count[signal] = s.all.given;
  a.status[signal] = !right ? TCF_SPARSE_LEFT : a.verify ? 0 : 1;
}

// ------------------------------------------------------------------------------------------------ a rehearsal

// A block without a share goes through the steps that come late, with bins of two to four tones: their code is then in the
// device's cache when the others need it, and does not come from memory.
template <class P>
static __device__ void rehearse(const grid_board &b) {
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  make_roots<grid_look<P>, S::ROOTS>(grid<P>().roots);
  if (threadIdx.x == 0) {
    s.row = s.block;
    s.rows = 1;
    s.power_at = (S::SECOND + 1) * S::GROUPS * 8;
    s.cells = nullptr;
  }
  __syncthreads();
  for (tcf_u32 at = threadIdx.x; at < S::SECOND; at += TCF_LOOK_THREADS) power_at<P>(at) = at < 3;
  const tcf_u32 at = threadIdx.x / S::VALUES, v = threadIdx.x % S::VALUES, g = v / TCF_SPARSE_PHASES;
  if (at < 3) {
    tcf_z sum = {0, 0};
    for (tcf_u32 i = 0; i < at + 2; i++) {
      const tcf_u32 frequency = bin_of_row<P>(at) % S::BINS + S::BINS * (tcf_u32)(s.look.hash.step * (i + 1) / 5);
      const tcf_u64 t = s.look.hash.start + s.look.hash.delay[g] + v % TCF_SPARSE_PHASES;
      sum = z_add(sum, unit_root<grid_look<P>>(turns_at<grid_look<P>>(frequency, t)));
    }
    second_rows<P>::row(g)[chunk_of(at) * TCF_SPARSE_PHASES + v % TCF_SPARSE_PHASES] = make_float2(sum.re, sum.im);
  }
  begin_looking(s.look);
  read_rows<P>(bin_limits{.5, 1e-8, 1e-8, 1e-6, 1e-7});
  for (tcf_u32 i = threadIdx.x; i <= TCF_GRID_TEAM; i += TCF_LOOK_THREADS) s.before[i] = 0;  // nobody's tones
  if (threadIdx.x == 0) s.all.tones = 0;
  __syncthreads();
  tcf_z sum[TCF_SPARSE_PHASES];
  add_listed_tones<P>(b, 0, 0, 1, sum);
}

// ------------------------------------------------------------------------------------------------ a signal

template <class P>
static __device__ look_powers measure_grid(const tcf_sparse_grid_args &args, const grid_board &b, const float *in) {
  const tcf_look_args &a = args.look;
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  measure_columns<P>(args, b, in);
  grid_meet(args, s);
  report_row_powers<P>(args, b, share_of(s, S::FIRST));
  grid_meet(args, s);
  return all_row_powers<P>(a, b);
}

INLINE void begin_grid_signal(const grid_board &b, grid_state &s) {
  begin_looking(s.look);
  if (threadIdx.x == 0) s.crowded = 0;
  const tcf_u32 cells = s.cells ? 2 * TCF_GRID_CELLS : 0;  // b.cell and b.taken
#pragma unroll 1
  for (tcf_u32 i = s.block * TCF_LOOK_THREADS + threadIdx.x; i < cells; i += s.blocks * TCF_LOOK_THREADS) b.cell[i] = 0;
}

// more: the team has another signal. Returns whether a block decides; else the signal is left to others.
template <class P>
static __device__ bool look_at_signal(const tcf_sparse_grid_args &args, const grid_board &b, const float *in, tcf_i64 signal,
                                      bool more) {
  const tcf_look_args &a = args.look;
  grid_state &s = grid<P>().s;
  begin_grid_signal(b, s);
  const look_powers p = measure_grid<P>(args, b, in);
  if (!is_clear(a, p, grid_sizes<P>::VALUES)) return false;
  read_all_rows<P>(args, b, limits_of(a, p));
  report_tones<P>(b);
  grid_meet(args, s);
  take_reports<P>(b);
  if (!can_be_given(a, s.all) || !are_as_told(p, s.all)) return false;
  const look_check c = check_of(a, p, s.all);
  const grid_sectors sectors = sectors_for(c.samples, s.blocks);
  if (a.verify && (c.samples == 0 || sectors.turns > 64)) return false;
  if (!write_row_tones<P>(args, b, signal)) return false;
  if (a.verify) check_share<P>(a, b, in, sectors);
  if (arrive_last(args, s, more)) decide(a, s, b, c, sectors, signal);
  return true;
}

template <class P>
INLINE void tcf_sparse_grid(const tcf_sparse_grid_args &args) {
  const tcf_look_args &a = args.look;
  const tcf_u32 team = blockIdx.x / args.team, teams = gridDim.x / args.team;
  grid_state &s = grid<P>().s;
  const grid_board b = board_of(args);
  await_input();
  set_state(s.look, a);
  if (threadIdx.x == 0) {
    s.block = blockIdx.x % args.team;
    s.blocks = args.active;
    s.turn = 0;
    s.list = b.list + s.block * TCF_GRID_ROOM;
    s.cells = a.k > TCF_GRID_COMPARED ? b.cell : nullptr;
    s.cells_per_frequency = args.cells_per_frequency;
  }
  __syncthreads();
  if (s.block >= args.active) return team ? (void)0 : rehearse<P>(b);
#pragma unroll 1
  for (tcf_i64 signal = team; signal < a.batch; signal += teams) {
    const float *in = a.in + signal * a.distance * (a.real ? 1 : 2);
    const bool more = signal + teams < a.batch, decided = look_at_signal<P>(args, b, in, signal, more);
    if (!decided && s.block == 0 && threadIdx.x == 0) a.status[signal] = TCF_SPARSE_LEFT;
    if (!decided && s.cells && more) grid_meet(args, s);  // before the cells are cleared
    __syncthreads();
  }
  if (threadIdx.x || s.blocks == 1) return;
  tcf_u32 *barrier = barrier_of(args);  // left as the next launch expects it
  if (atomicAdd(barrier + 1, 1u) + 1 == s.blocks) barrier[0] = barrier[1] = 0;
}

#endif
