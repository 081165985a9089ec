// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal from one comb whose values lie in the shared memory of all blocks: for more tones than a cluster of
// blocks has room for (sparse_cluster.cuh). Tones are read from bins that hold up to three of them, and checked; what cannot be
// told or does not pass is left to the program of peeling (sparse.cuh), which begins anew. Hashes, thresholds and the check are
// the same.
//
// A comb of first * second bins takes two steps (Cooley and Tukey): each block takes the samples of some columns, `second`
// elements apart, and transforms them, then all exchange what they have in device memory and transform rows. Bins then belong to
// one block. Blocks meet three times.
//
//     P: threads, blocks          launch bounds
//        first, second            lengths of the two steps
//        groups                   of the comb, the first two of which are eight neighbouring samples
#ifndef TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH

#include "sparse/cuda/grid_transform.cuh"
#include "sparse/cuda/lane_read.cuh"

enum { BLOCKS_A_LANE = TCF_GRID_TEAM / 32 };

static __device__ void grid_meet(const tcf_sparse_grid_args &a, grid_state &s) { meet_at(barrier_of(a), s.blocks, &s.turn); }

// ------------------------------------------------------------------------------------------------ noise

// The powers of this block's bins, of which all blocks are told.
template <class P>
static __device__ void report_row_powers(const tcf_look_args &a, const grid_board &b, tcf_u32 rows) {
  typedef grid_sizes<P> S;
  const tcf_u32 bins = rows * S::SECOND, sample = min(bins, (tcf_u32)TCF_LOOK_THREADS);
  grid_state &s = grid<P>().s;
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < bins; at += TCF_LOOK_THREADS) {
    float power = 0;
    UNROLL
    for (tcf_u32 g = 0; g < S::GROUPS; g++) UNROLL
    for (tcf_u32 half = 0; half < 2; half++) {
      const float4 v = second_rows<P>::half(at / S::SECOND * S::GROUPS + g, at % S::SECOND, half);
      power += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    power_at<P>(at) = power * (1.f / S::VALUES);
  }
  const bool counts = threadIdx.x < sample;
  const tcf_u32 key = counts ? tcf_float_bits(power_at<P>(threadIdx.x)) : 0;
  const float outlier = (float)(middle_power(key, counts, sample) * a.outlier_share);
  look_report mine = {0, 0, 0, 0};
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < bins; at += TCF_LOOK_THREADS) add_power(mine, power_at<P>(at), outlier);
  mine = block_report(s.look, mine);
  if (threadIdx.x == 0) b.report[s.block] = mine;
}

// A block that has tones in most of its bins does not know the noise.
static __device__ look_powers all_row_powers(const tcf_look_args &a, const grid_board &b, tcf_u32 blocks, tcf_u32 values) {
  look_report mine[BLOCKS_A_LANE], all = {0, 0, 0, 0};
  float least = 3e38f;
  UNROLL
  for (tcf_u32 i = 0; i < BLOCKS_A_LANE; i++) {
    const tcf_u32 at = i * 32 + threadIdx.x % 32;
    mine[i] = look_report{0, 0, 0, 0};
    if (at >= blocks) continue;
    const float4 there = __ldcg((const float4 *)&b.report[at]);
    mine[i] = look_report{there.x, there.y, there.z, tcf_float_bits(there.w)};
    if (mine[i].count) least = fminf(least, mine[i].clean / (float)mine[i].count);
  }
  UNROLL
  for (int bit = 16; bit; bit >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, bit));
  UNROLL
  for (tcf_u32 i = 0; i < BLOCKS_A_LANE; i++) {
    all.sum += mine[i].sum;
    all.most = fmaxf(all.most, mine[i].most);
    if (!(mine[i].clean <= 4 * least * (float)mine[i].count)) continue;
    all.clean += mine[i].clean;
    all.count += mine[i].count;
  }
  sum_reports<16>(all);
  return powers_of(a, all, values);
}

// ------------------------------------------------------------------------------------------------ tones

// Reads the bins that may hold a tone, as many at once as have lanes.
template <class P>
static __device__ void read_rows(const bin_limits &most, tcf_u32 bins) {
  grid_memory<P> &m = grid<P>();
  look_state &s = m.s.look;
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < bins; at += TCF_LOOK_THREADS) {
    if (!(power_at<P>(at) > (float)most.look_from)) continue;
    const tcf_u32 i = atomicAdd(&s.queued, 1u);
    if (i < TCF_GRID_ROOM) m.queue[i] = at;
  }
  __syncthreads();
  const tcf_u32 queued = min(s.queued, (tcf_u32)TCF_GRID_ROOM);
  // Neighbours go to different warps, so that few bins are read by many.
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x / 32; first < queued; first += TCF_LOOK_THREADS / 4) {
    const tcf_u32 i = first + threadIdx.x % 32 / 4 * LOOK_WARPS;
    const bool there = i < queued;
    const tcf_u32 at = there ? m.queue[i] : 0;
    const bool understood = read_bin<grid_look<P>>(most, bin_of_row<P>(at), at, there);
    if (there && !understood) s.mine.doubtful = 1;
  }
  __syncthreads();
}

// Tells all blocks what was found.
template <class P>
static __device__ void report_tones(const grid_board &b) {
  grid_memory<P> &m = grid<P>();
  const tcf_u32 tones = min(m.s.look.mine.tones, (tcf_u32)TCF_GRID_ROOM);
  if (threadIdx.x < tones) ((uint4 *)b.list)[m.s.block * TCF_GRID_ROOM + threadIdx.x] = ((const uint4 *)m.list)[threadIdx.x];
  if (threadIdx.x) return;
  look_found mine = m.s.look.mine;
  mine.doubtful |= mine.tones > TCF_GRID_ROOM || m.s.look.queued > TCF_GRID_ROOM;
  mine.tones = tones;
  b.found[m.s.block] = mine;
}

// What is known of all tones, and how many each block has.
template <class P>
static __device__ void take_reports(const grid_board &b) {
  grid_state &s = grid<P>().s;
  if (threadIdx.x < 32) {
    look_found all = {0, 0, 0, ~0u, 0, 0, 0};
    tcf_u32 tones[BLOCKS_A_LANE];
    UNROLL
    for (tcf_u32 i = 0; i < BLOCKS_A_LANE; i++) {
      const tcf_u32 at = threadIdx.x * BLOCKS_A_LANE + i;
      tones[i] = 0;
      if (at >= s.blocks) continue;
      const uint4 *word = (const uint4 *)&b.found[at];
      const uint4 one = __ldcg(word), two = __ldcg(word + 1);
      tones[i] = one.x;
      all.tones += one.x;
      all.given += one.y;
      all.doubtful |= one.z;
      all.least = min(all.least, one.w);
      all.largest = max(all.largest, two.x);
      all.power += of_bits((tcf_u64)two.w << 32 | two.z);
    }
    tcf_u32 before = all.tones;
    for (tcf_u32 by = 1; by < 32; by *= 2) {
      const tcf_u32 other = __shfl_up_sync(0xffffffffu, before, by);
      if (threadIdx.x >= by) before += other;
    }
    before -= all.tones;
    UNROLL
    for (tcf_u32 i = 0; i < BLOCKS_A_LANE; i++) {
      s.before[threadIdx.x * BLOCKS_A_LANE + i] = before;
      before += tones[i];
    }
    sum_found<16>(all);
    if (threadIdx.x == 0) {
      s.before[TCF_GRID_TEAM] = all.tones;
      s.all = all;
    }
  }
  __syncthreads();
}

// All tones, in the place of the rows: frequencies, so many that four can be read at once, and amplitudes.
INLINE tcf_u32 keys_of(tcf_u32 tones) { return (tones + 127) / 128 * 128; }

template <class P>
static __device__ void take_tones(const grid_board &b) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 tones = s.all.tones, keys = keys_of(tones);
  tcf_u32 *key = (tcf_u32 *)grid<P>().rows;
  float2 *amplitude = (float2 *)(key + keys);
#pragma unroll 2
  for (tcf_u32 i = threadIdx.x; i < keys; i += TCF_LOOK_THREADS) {
    tcf_u32 block = 0;
    UNROLL
    for (tcf_u32 by = TCF_GRID_TEAM / 2; by; by /= 2)
      if (s.before[block + by] <= i) block += by;
    if (i < tones) {
      const float4 t = __ldcg((const float4 *)&b.list[block * TCF_GRID_ROOM + i - s.before[block]]);
      key[i] = tcf_float_bits(t.x);
      amplitude[i] = make_float2(t.z, t.w);
    } else {
      key[i] = ~0u;
    }
  }
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ the check

// The sum of the tones' values at the samples from t on, in the first thread.
template <class P>
static __device__ void add_all_tones(tcf_u64 t, tcf_z (&sum)[TCF_SPARSE_PHASES]) {
  look_state &s = grid<P>().s.look;
  const tcf_u32 tones = grid<P>().s.all.tones;
  const tcf_u32 *key = (const tcf_u32 *)grid<P>().rows;
  const float2 *amplitude = (const float2 *)(key + keys_of(tones));
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < tones; i += TCF_LOOK_THREADS)
    add_tone<grid_look<P>>(look_tone{key[i], 0, {amplitude[i].x, amplitude[i].y}}, t, sum);
  UNROLL
  for (int bit = 16; bit; bit >>= 1) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], other_lane(sum[c], bit));
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) s.sum[threadIdx.x / 32][c] = sum[c];
  __syncthreads();
  if (threadIdx.x) return;
#pragma unroll 1
  for (tcf_u32 w = 1; w < LOOK_WARPS; w++) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], s.sum[w][c]);
  }
}

// The power that the tones leave of the block's sectors, one a turn; in the first thread.
template <class P>
static __device__ double left_of_sectors(const tcf_look_args &a, const float *in, tcf_u32 turns) {
  const grid_state &s = grid<P>().s;
  double power = 0;
#pragma unroll 1
  for (tcf_u32 turn = 0; turn < turns; turn++) {
    const tcf_u64 t = checked_sample(a, turn * s.blocks + s.block);
    C x[TCF_SPARSE_PHASES];
    tcf_z sum[TCF_SPARSE_PHASES];
    if (turn)
      load_neighbours(in, a.real != 0, ((tcf_u64)in & 15) == 0, TCF_SPARSE_PHASES, t, x);
    else
      for (int c = 0; c < TCF_SPARSE_PHASES; c++) x[c] = C{s.checked[c].x, s.checked[c].y};
    add_all_tones<P>(t, sum);
    power += power_left(x, sum);
  }
  return power;
}

// Takes the samples of the check's first sector early, so that they are there when they are needed.
INLINE void take_checked(const tcf_look_args &a, const float *in, grid_state &s) {
  if (threadIdx.x != TCF_LOOK_THREADS - 1) return;
  C x[TCF_SPARSE_PHASES];
  load_neighbours(in, a.real != 0, ((tcf_u64)in & 15) == 0, TCF_SPARSE_PHASES, checked_sample(a, s.block), x);
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) s.checked[c] = make_float2(x[c].re, x[c].im);
}

// ------------------------------------------------------------------------------------------------ results

// Ranks the block's tones among all by their frequencies, one a warp.
template <class P>
static __device__ void rank_row_tones() {
  grid_memory<P> &m = grid<P>();
  const tcf_u32 own = min(m.s.look.mine.tones, (tcf_u32)TCF_GRID_ROOM), fours = keys_of(m.s.all.tones) / 4;
  const uint4 *key = (const uint4 *)m.rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x / 32; i < own; i += LOOK_WARPS) {
    const tcf_u32 one = m.list[i].frequency;
    tcf_u32 before = 0;
#pragma unroll 4
    for (tcf_u32 j = threadIdx.x % 32; j < fours; j += 32) {
      const uint4 k = key[j];
      before += (k.x < one) + (k.y < one) + (k.z < one) + (k.w < one);
    }
    UNROLL
    for (int bit = 16; bit; bit >>= 1) before += __shfl_xor_sync(0xffffffffu, before, bit);
    if (threadIdx.x % 32 == 0) m.list[i].pad = before;
  }
  __syncthreads();
}

// Writes the block's tones, before it is known whether they are right: what is not is written again by others.
template <class P>
static __device__ void write_row_tones(const tcf_look_args &a, tcf_i64 signal) {
  const grid_memory<P> &m = grid<P>();
  if (threadIdx.x >= min(m.s.look.mine.tones, (tcf_u32)TCF_GRID_ROOM)) return;
  const look_tone t = m.list[threadIdx.x];
  const tcf_i64 at = signal * a.capacity + t.pad;
  if (t.frequency > m.s.look.highest) return;
  a.index[at] = (tcf_i64)t.frequency;
  a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
  a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
}

// Says that this block is done, and whether it is the last one; that one takes the decision for all.
static __device__ void arrive_last(const tcf_sparse_grid_args &a, grid_state &s) {
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
}

static __device__ void decide(const tcf_look_args &a, const grid_state &s, const grid_board &b, const look_check &c,
                              tcf_u32 turns, tcf_i64 signal) {
  double left = 0;
  if (threadIdx.x >= 32) return;
  if (a.verify)
    for (tcf_u32 at = threadIdx.x; at < s.blocks; at += 32) left += __ldcg(&b.left[at]);
  for (int bit = 16; bit; bit >>= 1) left += __shfl_xor_sync(0xffffffffu, left, bit);
  const bool right = !a.verify || passes(c, left, (double)(turns * s.blocks * TCF_SPARSE_PHASES));
  if (threadIdx.x) return;
  a.count[signal] = s.all.given;
  a.status[signal] = !right ? TCF_SPARSE_LEFT : a.verify ? 0 : 1;
}

// ------------------------------------------------------------------------------------------------ a rehearsal

// A block without a share goes through the steps that come late, with bins of two and of three tones: their code is then in the
// device's cache when the others need it, and does not come from memory.
template <class P>
static __device__ void rehearse() {
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  make_roots<grid_look<P>, S::ROOTS>(grid<P>().roots);
  if (threadIdx.x == 0) s.power_at = (S::SECOND + 1) * S::GROUPS * 8;
  __syncthreads();
  for (tcf_u32 at = threadIdx.x; at < S::SECOND; at += TCF_LOOK_THREADS) power_at<P>(at) = at < 2;
  const tcf_u32 at = threadIdx.x / S::VALUES, v = threadIdx.x % S::VALUES, g = v / TCF_SPARSE_PHASES;
  if (at < 2) {
    tcf_z sum = {0, 0};
    for (tcf_u32 i = 0; i < at + 2; i++) {
      const tcf_u32 frequency = bin_of_row<P>(at) % S::BINS + S::BINS * (tcf_u32)(s.look.hash.step * (i + 1) / 5);
      const tcf_u64 t = s.look.hash.start + s.look.hash.delay[g] + v % TCF_SPARSE_PHASES;
      sum = z_add(sum, unit_root<grid_look<P>>(turns_at(s.look, frequency, t)));
    }
    second_rows<P>::row(g)[chunk_of(at) * TCF_SPARSE_PHASES + v % TCF_SPARSE_PHASES] = make_float2(sum.re, sum.im);
  }
  begin_looking(s.look);
  __syncthreads();
  read_rows<P>(bin_limits{.5, 1e-8, 1e-8, 1e-6, 1e-7}, S::SECOND);
  if (threadIdx.x == 0) s.all.tones = min(s.look.mine.tones, 5u);
  for (tcf_u32 i = threadIdx.x; i < 128; i += TCF_LOOK_THREADS) {
    ((tcf_u32 *)grid<P>().rows)[i] = ~0u;
    ((float2 *)((tcf_u32 *)grid<P>().rows + 128))[i] = make_float2(0, 0);
  }
  __syncthreads();
  tcf_z sum[TCF_SPARSE_PHASES];
  rank_row_tones<P>();
  add_all_tones<P>(0, sum);
}

// ------------------------------------------------------------------------------------------------ a signal

template <class P>
static __device__ look_powers measure_grid(const tcf_sparse_grid_args &args, const grid_board &b, const float *in) {
  const tcf_look_args &a = args.look;
  typedef grid_sizes<P> S;
  grid_state &s = grid<P>().s;
  const grid_share columns = share_of(s, S::SECOND), rows = share_of(s, S::FIRST);
  take_checked(a, in, s);
  take_columns<P>(a, in, columns);
  transform_in_rows<first_rows<P>>(columns.count * S::GROUPS);
  give_columns<P>(b, columns);
  grid_meet(args, s);
  if (threadIdx.x == 0) {
    s.rows = rows.count;
    s.power_at = rows.count * (S::SECOND + 1) * S::GROUPS * 8;
  }
  take_rows<P>(b, rows);
  transform_in_rows<second_rows<P>>(rows.count * S::GROUPS);
  report_row_powers<P>(a, b, rows.count);
  grid_meet(args, s);
  return all_row_powers(a, b, s.blocks, S::VALUES);
}

// Returns whether the last block decides; else the signal is left to others.
template <class P>
static __device__ bool look_at_signal(const tcf_sparse_grid_args &args, const grid_board &b, const float *in,
                                      tcf_i64 signal) {
  const tcf_look_args &a = args.look;
  grid_state &s = grid<P>().s;
  begin_looking(s.look);
  const look_powers p = measure_grid<P>(args, b, in);
  if (!is_clear(a, p, grid_sizes<P>::VALUES)) return false;
  read_rows<P>(limits_of(a, p), s.rows * grid_sizes<P>::SECOND);
  report_tones<P>(b);
  grid_meet(args, s);
  take_reports<P>(b);
  if (!can_be_given(a, s.all)) return false;
  const look_check c = check_of(a, p, s.all);
  const tcf_u32 whole = s.blocks * TCF_SPARSE_PHASES, turns = ((tcf_u32)ceil(c.samples) + whole - 1) / whole;
  if (a.verify && (c.samples == 0 || c.samples > 64. * whole)) return false;
  take_tones<P>(b);
  rank_row_tones<P>();
  write_row_tones<P>(a, signal);
  if (a.verify) {
    const double left = left_of_sectors<P>(a, in, turns);
    if (threadIdx.x == 0) b.left[s.block] = left;
  }
  arrive_last(args, s);
  if (s.last) decide(a, s, b, c, turns, signal);
  return true;
}

template <class P>
INLINE void tcf_sparse_grid(const tcf_sparse_grid_args &args) {
  const tcf_look_args &a = args.look;
  const tcf_u32 team = blockIdx.x / args.team, teams = gridDim.x / args.team;
  grid_state &s = grid<P>().s;
  await_input();
  set_state(s.look, a);
  if (threadIdx.x == 0) {
    s.block = blockIdx.x % args.team;
    s.blocks = args.active;
    s.turn = 0;
  }
  __syncthreads();
  if (s.block >= args.active) return team ? (void)0 : rehearse<P>();
  const grid_board b = board_of(args);
#pragma unroll 1
  for (tcf_i64 signal = team; signal < a.batch; signal += teams) {
    const float *in = a.in + signal * a.distance * (a.real ? 1 : 2);
    const bool decided = look_at_signal<P>(args, b, in, signal);
    if (!decided && s.block == 0 && threadIdx.x == 0) a.status[signal] = TCF_SPARSE_LEFT;
    __syncthreads();
  }
  if (threadIdx.x || s.blocks == 1) return;
  tcf_u32 *barrier = barrier_of(args);  // left as the next launch expects it
  if (atomicAdd(barrier + 1, 1u) + 1 == s.blocks) barrier[0] = barrier[1] = 0;
}

#endif
