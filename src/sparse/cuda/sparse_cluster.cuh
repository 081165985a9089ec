// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal that has few of them, from one comb whose values all lie in the shared memory of one cluster of
// blocks: what takes the program of peeling (sparse.cuh) a dozen meetings of the whole device takes a cluster four. Tones
// are read from bins that hold one or two of them, and checked; what cannot be told or does not pass is left to that
// program, which begins anew. Hashes, thresholds and the check are the same.
//
// Block q of the cluster takes the samples that are q modulo the number of blocks and transforms them, then all exchange
// what they have and the last radix is the number of blocks. A bin then belongs to one block.
//
//     P: threads, blocks          launch bounds
//        power                    1: the signal's length is a power of two
//        cluster                  blocks of a cluster
//        bins, groups             of a block; of the comb
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH

#include "sparse/cuda/cluster_transform.cuh"
#include "sparse/cuda/lane_read.cuh"

// ------------------------------------------------------------------------------------------------ noise

// The powers of this block's bins, of which all blocks are told.
template <class P>
static __device__ void report_powers(const tcf_look_args &a) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 FIRST = S::BINS < TCF_LOOK_THREADS ? S::BINS : TCF_LOOK_THREADS;
  constexpr tcf_u32 OWN = (S::BINS + TCF_LOOK_THREADS - 1) / TCF_LOOK_THREADS;
  cluster_memory<P> &m = memory_of<P>();
  float power[OWN];
  UNROLL
  for (tcf_u32 i = 0; i < OWN; i++) {
    const tcf_u32 bin = threadIdx.x + i * TCF_LOOK_THREADS;
    power[i] = 0;
    if (bin >= S::BINS) continue;
    UNROLL
    for (tcf_u32 v = 0; v < S::VALUES; v++) {
      const float2 x = m.bin[bin].value[v];
      power[i] += x.x * x.x + x.y * x.y;
    }
    m.bin[bin].power = power[i] *= 1.f / S::VALUES;
  }
  const float outlier = (float)(middle_power(tcf_float_bits(power[0]), threadIdx.x < FIRST, FIRST) * a.outlier_share);
  look_report mine = {0, 0, 0, 0};
  UNROLL
  for (tcf_u32 i = 0; i < OWN; i++)
    if (threadIdx.x + i * TCF_LOOK_THREADS < S::BINS) add_power(mine, power[i], outlier);
  mine = block_report<cluster_look<P>>(mine);
  if (threadIdx.x < S::COUNT) write_block<S::COUNT>(&m.s.report[this_block<P>()], mine, threadIdx.x);
}

// A block that has tones in most of its bins does not know the noise.
template <class P>
static __device__ look_powers all_powers(const tcf_look_args &a) {
  typedef cluster_sizes<P> S;
  look_report mine = {0, 0, 0, 0};
  if (threadIdx.x % 16 < S::COUNT) mine = memory_of<P>().s.report[threadIdx.x % 16];
  const float mean = mine.count ? mine.clean / (float)mine.count : 3e38f;
  float least = mean;
  UNROLL
  for (int bit = 8; bit; bit >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, bit));
  if (!(mean <= 4 * least)) mine.clean = mine.count = 0;
  sum_reports<8>(mine);
  return powers_of(a, mine, S::VALUES);
}

// ------------------------------------------------------------------------------------------------ tones

// Queues the bins that may hold a tone.
template <class P>
static __device__ void queue_bins(float look_from) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
#pragma unroll 1
  for (tcf_u32 bin = threadIdx.x; bin < S::BINS; bin += TCF_LOOK_THREADS) {
    if (!(m.bin[bin].power > look_from)) continue;
    const tcf_u32 at = atomicAdd(&m.s.look.queued, 1u);
    if (at < TCF_CLUSTER_ROOM) m.s.queue[at] = bin;
  }
  __syncthreads();
}

// Reads the queued bins, as many at once as have lanes, and tells all blocks what was found.
template <class P>
static __device__ void read_bins() {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 queued = min(m.s.look.queued, (tcf_u32)TCF_CLUSTER_ROOM);
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x / 32 * 8; first < queued; first += TCF_LOOK_THREADS / 4) {
    const tcf_u32 i = first + threadIdx.x % 32 / 4;
    const bool there = i < queued;
    const tcf_u32 at = there ? m.s.queue[i] : 0;
    const bool understood = read_bin<cluster_look<P>>(bin_of_place<P>(at), at, there);
    if (there && !understood) m.s.look.mine.doubtful = 1;
  }
  __syncthreads();
  if (threadIdx.x < S::COUNT) {
    look_found mine = m.s.look.mine;
    mine.doubtful |= mine.tones > S::ROOM || m.s.look.queued > TCF_CLUSTER_ROOM;
    mine.tones = min(mine.tones, S::ROOM);
    write_block<S::COUNT>(&m.s.found[this_block<P>()], mine, threadIdx.x);
  }
}

// What is known of all tones; the same in all blocks.
template <class P>
static __device__ look_found all_found() {
  look_found all = {0, 0, 0, ~0u, 0, 0, 0, 0};
  if (threadIdx.x % 16 < cluster_sizes<P>::COUNT) all = memory_of<P>().s.found[threadIdx.x % 16];
  sum_found<8>(all);
  return all;
}

// ------------------------------------------------------------------------------------------------ the check

// The tones' values at the samples from t on, by half of the block's threads; in the first thread of each half.
template <class P>
static __device__ void add_tones(tcf_u64 t, tcf_z (&sum)[TCF_SPARSE_PHASES]) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 LANES = TCF_LOOK_THREADS / 2 / S::COUNT;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 thread = threadIdx.x % (TCF_LOOK_THREADS / 2), list = thread / LANES, warp = threadIdx.x / 32;
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
#pragma unroll 1
  for (tcf_u32 i = thread % LANES; i < m.s.found[list].tones; i += LANES) add_tone<cluster_look<P>>(m.list[list][i], t, sum);
  UNROLL
  for (int bit = 16; bit; bit >>= 1) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], other_lane(sum[c], bit));
  }
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) m.s.look.sum[warp][c] = sum[c];
  __syncthreads();
  if (thread) return;
#pragma unroll 1
  for (tcf_u32 w = 1; w < LOOK_WARPS / 2; w++) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], m.s.look.sum[warp + w][c]);
  }
}

// Adds up the power that the tones leave of sectors, of which each half of a block takes one a turn, and tells all blocks.
template <class P>
static __device__ void check_sectors(const tcf_look_args &a, const float *in, tcf_u32 turns) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 half = threadIdx.x / (TCF_LOOK_THREADS / 2);
  const bool aligned = ((tcf_u64)in & 15) == 0;
  double power = 0;
#pragma unroll 1
  for (tcf_u32 turn = 0; turn < turns; turn++) {
    const tcf_u32 number = 2 * (turn * S::COUNT + this_block<P>()) + half;
    const tcf_u64 t = checked_sample(a, number);
    C x[TCF_SPARSE_PHASES];
    tcf_z sum[TCF_SPARSE_PHASES];
    load_neighbours(in, a.real != 0, aligned, TCF_SPARSE_PHASES, t, x);
    add_tones<P>(t, sum);
    power += power_left(x, sum);
    __syncthreads();
  }
  if (threadIdx.x % (TCF_LOOK_THREADS / 2) == 0) m.s.look.power[half] = power;
  __syncthreads();
  if (threadIdx.x < S::COUNT) {
    const cluster_left left = {m.s.look.power[0] + m.s.look.power[1], 0};
    write_block<S::COUNT>(&m.s.left[this_block<P>()], left, threadIdx.x);
  }
}

// ------------------------------------------------------------------------------------------------ results

// Ranks the block's own tones by their frequencies, each against one block's tones by one thread.
template <class P>
static __device__ void rank_tones() {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 tones = m.s.found[this_block<P>()].tones;
  constexpr tcf_u32 LANES = TCF_LOOK_THREADS / S::COUNT;
  const tcf_u32 list = threadIdx.x / LANES, there = m.s.found[list].tones;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x % LANES; i < (there + 3) / 4 * 4; i += LANES)
    m.key[list][i] = i < there ? m.list[list][i].frequency : ~0u;
  __syncthreads();
  // Two tones at a time, which share what is read.
  const tcf_u32 halves = (tones + 1) / 2;
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x / 32 * 32; first < halves * S::COUNT; first += TCF_LOOK_THREADS) {
    const tcf_u32 id = first + threadIdx.x % 32, i = min(id / S::COUNT, halves - 1), b = id % S::COUNT;
    const tcf_u32 fours = (m.s.found[b].tones + 3) / 4;
    const tcf_u32 one = m.list[this_block<P>()][i].frequency;
    const tcf_u32 two = m.list[this_block<P>()][min(i + halves, tones - 1)].frequency;
    const uint4 *key = (const uint4 *)m.key[b];
    tcf_u32 before_one = 0, before_two = 0;
#pragma unroll 4
    for (tcf_u32 j = 0; j < fours; j++) {
      const uint4 k = key[j];
      before_one += (k.x < one) + (k.y < one) + (k.z < one) + (k.w < one);
      before_two += (k.x < two) + (k.y < two) + (k.z < two) + (k.w < two);
    }
    UNROLL
    for (int bit = S::COUNT / 2; bit; bit >>= 1) {
      before_one += __shfl_xor_sync(0xffffffffu, before_one, bit);
      before_two += __shfl_xor_sync(0xffffffffu, before_two, bit);
    }
    if (b || id >= halves * S::COUNT) continue;
    m.s.rank[i] = before_one;
    if (i + halves < tones) m.s.rank[i + halves] = before_two;
  }
  __syncthreads();
}

template <class P>
static __device__ void write_tones(const tcf_look_args &a, tcf_i64 signal) {
  const cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 i = threadIdx.x;
  if (i >= m.s.found[this_block<P>()].tones) return;
  const look_tone t = m.list[this_block<P>()][i];
  const tcf_i64 at = signal * a.capacity + m.s.rank[i];
  if (t.frequency > m.s.look.highest) return;
  a.index[at] = (tcf_i64)t.frequency;
  a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
  a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
}

template <class P>
static __device__ bool passes_check(const tcf_look_args &a, const float *in, const look_powers &p, const look_found &all) {
  constexpr tcf_u32 COUNT = P::cluster, WHOLE = 2 * COUNT * TCF_SPARSE_PHASES;  // samples that all blocks look at at once
  const look_check c = check_of(a, p, all);
  if (c.samples == 0 || c.samples > 64. * WHOLE) return false;
  const tcf_u32 turns = ((tcf_u32)ceil(c.samples) + WHOLE - 1) / WHOLE;
  check_sectors<P>(a, in, turns);
  rank_tones<P>();
  cluster_meet<COUNT>();
  double left = 0;
  UNROLL
  for (tcf_u32 b = 0; b < COUNT; b++) left += memory_of<P>().s.left[b].power;
  return passes(c, left, (double)(turns * WHOLE));
}

// A cluster without a signal goes through the steps that come late, with two tones of its own in a bin of each block: their
// code is then in the device's cache when the others need it. From memory it took 9 of 37 microseconds.
template <class P>
static __device__ void begin_rehearsal() {
  cluster_memory<P> &m = memory_of<P>();
  make_tables<P>();
  for (tcf_u32 bin = threadIdx.x; bin < P::bins; bin += TCF_LOOK_THREADS) m.bin[bin].power = bin == 0;
  if (threadIdx.x < cluster_sizes<P>::VALUES) m.bin[0].value[threadIdx.x] = make_float2(threadIdx.x % 2 ? 0.f : 2.f, 0.f);
  if (threadIdx.x < P::cluster) m.s.report[threadIdx.x] = look_report{1, 1e-14f * P::bins, 1, P::bins};
  __syncthreads();
}

// One block of it reads a pair of tones, where these are few: it is done before the others. The blocks of its cluster, whose
// memory it writes to, are there meanwhile.
template <class P>
static __device__ void rehearse_pair() {
  make_tables<P>();
  begin_looking(memory_of<P>().s.look);
  cluster_meet<P::cluster>();
  if (this_block<P>() == 0 && threadIdx.x < 32) rehearse_tones<cluster_look<P>>(2);
  cluster_meet<P::cluster>();
}

// Returns the signal's outcome, or that it is left. If its tones were found they are given.
template <class P>
static __device__ tcf_i32 transform_signal(const tcf_look_args &a, const float *in, tcf_i64 signal, bool rehearsal) {
  begin_looking(memory_of<P>().s.look);
  if (rehearsal) {
    begin_rehearsal<P>();
  } else {
    measure_comb<P>(a, in);
    report_powers<P>(a);
  }
  cluster_meet<P::cluster>();
  const look_powers p = all_powers<P>(a);
  if (!is_clear(a, p, cluster_sizes<P>::VALUES) && !rehearsal)
    return may_be_whole(a, p) && p.most <= p.noise * a.usual_share ? LOOK_WHOLE : TCF_SPARSE_LEFT;
  const bin_limits most = limits_of(a, p);
  if (threadIdx.x == 0) memory_of<P>().s.look.most = most;
  queue_bins<P>((float)most.look_from);
  read_bins<P>();
  cluster_meet<P::cluster>();
  const look_found all = all_found<P>();
  if (!can_be_given(a, all) && !rehearsal) return TCF_SPARSE_LEFT;
  if (!a.verify) rank_tones<P>();
  if (a.verify && !passes_check<P>(a, in, p, all)) return TCF_SPARSE_LEFT;
  if (rehearsal) return TCF_SPARSE_LEFT;
  write_tones<P>(a, signal);
  if (blockIdx.x % P::cluster == 0 && threadIdx.x == 0) a.count[signal] = all.given;
  return a.verify ? 0 : 1;
}

template <class P>
INLINE void tcf_sparse_cluster(const tcf_sparse_cluster_args &args) {
  const tcf_look_args &a = args.look;
  await_input();
  set_state(memory_of<P>().s.look, a);
  const bool rehearsal = blockIdx.x / P::cluster >= args.clusters;
  if (rehearsal && args.rehearsal == TCF_REHEARSE_PAIR) return rehearse_pair<P>();
#pragma unroll 1
  for (tcf_i64 signal = rehearsal ? 0 : blockIdx.x / P::cluster; signal < a.batch; signal += args.clusters) {
    const float *in = a.in + signal * a.distance * (a.real ? 1 : 2);
    const tcf_i32 outcome = transform_signal<P>(a, in, signal, rehearsal);
    if (rehearsal) break;
    if (blockIdx.x % P::cluster == 0 && threadIdx.x == 0) a.status[signal] = outcome;
    __syncthreads();
  }
}

#endif
