// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal that has few of them, from one comb whose values all lie in the shared memory of one cluster of blocks:
// what takes the program of peeling (sparse.cuh) a dozen meetings of the whole device takes a cluster four. Tones are read from
// bins that hold one or two of them, and checked; what cannot be told or does not pass is left to that program, which begins
// anew. Hashes, thresholds and the check are the same.
//
// Block q of the cluster takes the samples that are q modulo the number of blocks and transforms them, then all exchange what
// they have and the last radix is the number of blocks. A bin then belongs to one block.
//
//     P: threads, blocks          launch bounds
//        cluster                  blocks of a cluster
//        bins, groups             of a block; of the comb
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH

#include "sparse/cuda/cluster_read.cuh"
#include "sparse/cuda/cluster_transform.cuh"

// ------------------------------------------------------------------------------------------------ noise

// The power that half of the threads' numbers exceed, but for an eighth: the bits of its key from the top, each by a count.
INLINE double middle_power(tcf_u32 key, bool counts, tcf_u32 all) {
  tcf_u32 prefix = 0;
#pragma unroll 1
  for (int bit = 30; bit >= 21; bit--) {
    const tcf_u32 middle = prefix | 1u << bit;
    if ((tcf_u32)__syncthreads_count(counts && key < middle) <= all / 2) prefix = middle;
  }
  return power_of_key(prefix | 1u << 20);
}

template <int FIRST>
INLINE void sum_reports(cluster_report &r) {
  UNROLL
  for (int bit = FIRST; bit; bit >>= 1) {
    r.sum += __shfl_xor_sync(0xffffffffu, r.sum, bit);
    r.clean += __shfl_xor_sync(0xffffffffu, r.clean, bit);
    r.most = fmaxf(r.most, __shfl_xor_sync(0xffffffffu, r.most, bit));
    r.count += __shfl_xor_sync(0xffffffffu, r.count, bit);
  }
}

// The powers of this block's bins, of which all blocks are told. Those that FP32 does not hold are left to others.
template <class P>
static __device__ void report_powers(const tcf_sparse_cluster_args &a) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 FIRST = S::BINS < TCF_CLUSTER_THREADS ? S::BINS : TCF_CLUSTER_THREADS;
  constexpr tcf_u32 OWN = (S::BINS + TCF_CLUSTER_THREADS - 1) / TCF_CLUSTER_THREADS;
  cluster_memory<P> &m = memory_of<P>();
  float power[OWN];
  UNROLL
  for (tcf_u32 i = 0; i < OWN; i++) {
    const tcf_u32 bin = threadIdx.x + i * TCF_CLUSTER_THREADS;
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
  cluster_report mine = {0, 0, 0, 0};
  UNROLL
  for (tcf_u32 i = 0; i < OWN; i++) {
    if (threadIdx.x + i * TCF_CLUSTER_THREADS >= S::BINS) continue;
    mine.sum += power[i];
    mine.most = fmaxf(mine.most, power[i]);
    mine.clean += power[i] <= outlier ? power[i] : 0;
    mine.count += power[i] <= outlier;
  }
  sum_reports<16>(mine);
  if (threadIdx.x % 32 == 0) m.s.part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  mine = m.s.part[threadIdx.x % TCF_CLUSTER_WARPS];
  sum_reports<TCF_CLUSTER_WARPS / 2>(mine);
  if (threadIdx.x < S::COUNT) write_block<S::COUNT>(&m.s.report[this_block<P>()], mine, threadIdx.x);
}

// What follows of all blocks' reports; the same in all of them. A block that has tones in most of its bins does not know the
// noise.
struct cluster_powers {
  double sum, most, noise, samples;
};

template <class P>
static __device__ cluster_powers all_powers(const tcf_sparse_cluster_args &a) {
  typedef cluster_sizes<P> S;
  cluster_report mine = {0, 0, 0, 0};
  if (threadIdx.x % 16 < S::COUNT) mine = memory_of<P>().s.report[threadIdx.x % 16];
  const float mean = mine.count ? mine.clean / (float)mine.count : 3e38f;
  float least = mean;
  UNROLL
  for (int bit = 8; bit; bit >>= 1) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, bit));
  if (!(mean <= 4 * least)) mine.clean = mine.count = 0;
  sum_reports<8>(mine);
  const double noise = mine.count ? mine.clean / (float)mine.count : 0;
  return cluster_powers{mine.sum, mine.most, fmax(noise, tcf_sparse_least_noise(mine.sum * a.per_bin, 0, 1)),
                        (double)(mine.count * S::VALUES)};
}

// Whether the comb's tones stand out of the noise so that it tells all there is to tell.
INLINE bool is_clear(const tcf_sparse_cluster_args &a, const cluster_powers &p, tcf_u32 values) {
  const double bins = (double)a.hash.bins, noise = p.noise * bins;
  const double tone = a.least > 0 ? a.least * a.least : fmax(p.sum - noise, 0.0) * a.per_k;
  return p.most > 0 && p.sum < 1e38 && !tcf_sparse_comb_is_noisy(a.ratio, tone, noise, bins) &&
         !tcf_sparse_comb_is_small(tone, noise, bins, (int)values);
}

// ------------------------------------------------------------------------------------------------ tones

INLINE bin_limits limits_of(const tcf_sparse_cluster_args &a, const cluster_powers &p) {
  const double rounding = tcf_sparse_rounding(p.most);
  // What rounding of the strongest tone leaves in the bin of a weak one is no second tone.
  return bin_limits{fmax(p.noise * a.look_share, rounding * 0.25), fmax(p.noise * a.outlier_share, rounding),
                    p.noise * a.single_share + 0.01 * rounding, fmax(p.noise * a.least_share, rounding), rounding};
}

// Queues the bins that may hold a tone.
template <class P>
static __device__ void queue_bins(float look_from) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
#pragma unroll 1
  for (tcf_u32 bin = threadIdx.x; bin < S::BINS; bin += TCF_CLUSTER_THREADS) {
    if (!(m.bin[bin].power > look_from)) continue;
    const tcf_u32 at = atomicAdd(&m.s.queued, 1u);
    if (at < TCF_CLUSTER_ROOM) m.s.queue[at] = bin;
  }
  __syncthreads();
}

// Reads the queued bins, as many at once as have lanes, and tells all blocks what was found.
template <class P>
static __device__ void read_bins(const bin_limits &most) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 queued = min(m.s.queued, (tcf_u32)TCF_CLUSTER_ROOM);
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x / 32 * 8; first < queued; first += TCF_CLUSTER_THREADS / 4) {
    const tcf_u32 i = first + threadIdx.x % 32 / 4;
    const bool there = i < queued;
    const tcf_u32 at = there ? m.s.queue[i] : 0;
    const bool understood = read_bin<P>(most, bin_of_place<P>(at), at, there);
    if (there && !understood) m.s.mine.doubtful = 1;
  }
  __syncthreads();
  if (threadIdx.x < S::COUNT) {
    cluster_found mine = m.s.mine;
    mine.doubtful |= mine.tones > S::ROOM || m.s.queued > TCF_CLUSTER_ROOM;
    mine.tones = min(mine.tones, S::ROOM);
    write_block<S::COUNT>(&m.s.found[this_block<P>()], mine, threadIdx.x);
  }
}

// What is known of all tones; the same in all blocks.
template <class P>
static __device__ cluster_found all_found() {
  cluster_found all = {0, 0, 0, ~0u, 0, 0, 0};
  if (threadIdx.x % 16 < cluster_sizes<P>::COUNT) all = memory_of<P>().s.found[threadIdx.x % 16];
  UNROLL
  for (int bit = 8; bit; bit >>= 1) {
    all.tones += __shfl_xor_sync(0xffffffffu, all.tones, bit);
    all.given += __shfl_xor_sync(0xffffffffu, all.given, bit);
    all.doubtful |= __shfl_xor_sync(0xffffffffu, all.doubtful, bit);
    all.least = min(all.least, __shfl_xor_sync(0xffffffffu, all.least, bit));
    all.largest = max(all.largest, __shfl_xor_sync(0xffffffffu, all.largest, bit));
    all.power += __shfl_xor_sync(0xffffffffu, all.power, bit);
  }
  return all;
}

// Whether what was found can be given: whole, for as many tones as are expected at most, each of them a finite coefficient.
INLINE bool can_be_given(const tcf_sparse_cluster_args &a, const cluster_found &all) {
  return !all.doubtful && all.tones > 0 && all.tones <= (tcf_u64)a.k && all.given <= (tcf_u64)a.capacity &&
         sqrtf(tcf_bits_float(all.largest)) * (double)a.hash.n < 3.4e38;
}

// ------------------------------------------------------------------------------------------------ the check

// The tones' values at the samples from t on, by half of the block's threads; in the first thread of each half.
template <class P>
static __device__ void add_tones(tcf_u64 t, tcf_z *sum) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 LANES = TCF_CLUSTER_THREADS / 2 / S::COUNT;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 thread = threadIdx.x % (TCF_CLUSTER_THREADS / 2), list = thread / LANES, warp = threadIdx.x / 32;
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
#pragma unroll 1
  for (tcf_u32 i = thread % LANES; i < m.s.found[list].tones; i += LANES) {
    const cluster_tone tone = m.list[list][i];
    const tcf_z step = unit_root<P>(turns_at(m.s, tone.frequency, 1));
    tcf_z w = z_mul(unit_root<P>(turns_at(m.s, tone.frequency, t)), tone.amplitude);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++, w = z_mul(w, step)) sum[c] = z_add(sum[c], w);
  }
  UNROLL
  for (int bit = 16; bit; bit >>= 1) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], other_lane(sum[c], bit));
  }
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) m.s.sum[warp][c] = sum[c];
  __syncthreads();
  if (thread) return;
#pragma unroll 1
  for (tcf_u32 w = 1; w < TCF_CLUSTER_WARPS / 2; w++) {
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], m.s.sum[warp + w][c]);
  }
}

// Adds up the power that the tones leave of sectors, of which each half of a block takes one a turn, and tells all blocks.
template <class P>
static __device__ void check_sectors(const tcf_sparse_cluster_args &a, const float *in, tcf_u32 turns) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 half = threadIdx.x / (TCF_CLUSTER_THREADS / 2);
  const bool aligned = ((tcf_u64)in & 15) == 0;
  double power = 0;
#pragma unroll 1
  for (tcf_u32 turn = 0; turn < turns; turn++) {
    const tcf_u32 number = 2 * (turn * S::COUNT + this_block<P>()) + half;
    const tcf_u64 t = tcf_index_rest(tcf_sparse_random_at(a.check, number), a.hash.points) * TCF_SPARSE_PHASES;
    C x[TCF_SPARSE_PHASES];
    tcf_z sum[TCF_SPARSE_PHASES];
    load_neighbours(in, a.real != 0, aligned, TCF_SPARSE_PHASES, t, x);
    add_tones<P>(t, sum);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
      const double re = (double)x[c].re - sum[c].re, im = (double)x[c].im - sum[c].im;
      power += re * re + im * im;
    }
    __syncthreads();
  }
  if (threadIdx.x % (TCF_CLUSTER_THREADS / 2) == 0) m.s.power[half] = power;
  __syncthreads();
  if (threadIdx.x < S::COUNT) {
    const cluster_left left = {m.s.power[0] + m.s.power[1], 0};
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
  constexpr tcf_u32 LANES = TCF_CLUSTER_THREADS / S::COUNT;
  const tcf_u32 list = threadIdx.x / LANES, there = m.s.found[list].tones;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x % LANES; i < (there + 3) / 4 * 4; i += LANES)
    m.key[list][i] = i < there ? m.list[list][i].frequency : ~0u;
  __syncthreads();
  // Two tones at a time, which share what is read.
  const tcf_u32 halves = (tones + 1) / 2;
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x / 32 * 32; first < halves * S::COUNT; first += TCF_CLUSTER_THREADS) {
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
static __device__ void write_tones(const tcf_sparse_cluster_args &a, tcf_i64 signal) {
  const cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 i = threadIdx.x;
  if (i >= m.s.found[this_block<P>()].tones) return;
  const cluster_tone t = m.list[this_block<P>()][i];
  const tcf_i64 at = signal * a.capacity + m.s.rank[i];
  if (t.frequency > m.s.highest) return;
  a.index[at] = (tcf_i64)t.frequency;
  a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
  a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
}

template <class P>
static __device__ bool passes_check(const tcf_sparse_cluster_args &a, const float *in, const cluster_powers &p,
                                    const cluster_found &all) {
  constexpr tcf_u32 COUNT = P::cluster, WHOLE = 2 * COUNT * TCF_SPARSE_PHASES;  // samples that all blocks look at at once
  const double rounding = 1e-12 * all.power, spread = a.real ? 2 : 1, error = 1 / p.samples;
  const double noise = p.noise * (double)a.hash.bins;
  const double least = (a.least > 0 ? a.least * a.least : power_of_key(all.least)) - 2 * rounding;
  const double samples = tcf_sparse_check_samples(least, noise, error, spread, (double)a.hash.n);
  if (samples == 0 || samples > 64. * WHOLE) return false;
  const tcf_u32 turns = ((tcf_u32)ceil(samples) + WHOLE - 1) / WHOLE;
  check_sectors<P>(a, in, turns);
  rank_tones<P>();
  cluster_meet<COUNT>();
  double left = 0;
  UNROLL
  for (tcf_u32 b = 0; b < COUNT; b++) left += memory_of<P>().s.left[b].power;
  const double taken = (double)(turns * WHOLE), mean = left / taken;
  return mean < 1e300 && tcf_sparse_agrees(mean, noise, error, spread, taken, rounding);
}

template <class P>
INLINE void begin_signal() {
  cluster_state &s = memory_of<P>().s;
  if (threadIdx.x) return;
  s.mine = cluster_found{0, 0, 0, ~0u, 0, 0, 0};
  s.queued = 0;
}

// A cluster without a signal goes through the steps that come late, with two tones of its own in a bin of each block: their code
// is then in the device's cache when the others need it. From memory it took 9 of 37 microseconds.
template <class P>
static __device__ void begin_rehearsal() {
  cluster_memory<P> &m = memory_of<P>();
  make_roots<P>();
  for (tcf_u32 bin = threadIdx.x; bin < P::bins; bin += TCF_CLUSTER_THREADS) m.bin[bin].power = bin == 0;
  if (threadIdx.x < cluster_sizes<P>::VALUES) m.bin[0].value[threadIdx.x] = make_float2(threadIdx.x % 2 ? 0.f : 2.f, 0.f);
  if (threadIdx.x < P::cluster) m.s.report[threadIdx.x] = cluster_report{1, 1e-14f * P::bins, 1, P::bins};
  __syncthreads();
}

// Returns whether the signal's tones were found and given.
template <class P>
static __device__ bool transform_signal(const tcf_sparse_cluster_args &a, const float *in, tcf_i64 signal, bool rehearsal) {
  begin_signal<P>();
  if (rehearsal) {
    begin_rehearsal<P>();
  } else {
    measure_comb<P>(a, in);
    report_powers<P>(a);
  }
  cluster_meet<P::cluster>();
  const cluster_powers p = all_powers<P>(a);
  if (!is_clear(a, p, cluster_sizes<P>::VALUES) && !rehearsal) return false;
  const bin_limits most = limits_of(a, p);
  queue_bins<P>((float)most.look_from);
  read_bins<P>(most);
  cluster_meet<P::cluster>();
  const cluster_found all = all_found<P>();
  if (!can_be_given(a, all) && !rehearsal) return false;
  if (!a.verify) rank_tones<P>();
  if (a.verify && !passes_check<P>(a, in, p, all)) return false;
  if (rehearsal) return false;
  write_tones<P>(a, signal);
  if (blockIdx.x % P::cluster == 0 && threadIdx.x == 0) {
    a.count[signal] = all.given;
    a.status[signal] = a.verify ? 0 : 1;
  }
  return true;
}

template <class P>
INLINE void tcf_sparse_cluster(const tcf_sparse_cluster_args &a) {
  cluster_state &s = memory_of<P>().s;
  await_input();
  static_assert(sizeof(tcf_hash) % 4 == 0 && sizeof(tcf_hash) / 4 <= TCF_CLUSTER_THREADS, "a word a thread");
  if (threadIdx.x < sizeof(tcf_hash) / 4) ((tcf_u32 *)&s.hash)[threadIdx.x] = ((const tcf_u32 *)&a.hash)[threadIdx.x];
  if (threadIdx.x == 0) {
    s.turns_scale = 4294967296. * a.root_scale;
    s.turns_shift = a.hash.n & (a.hash.n - 1) ? -1 : __clzll((long long)a.hash.n) - 31;
    s.highest = a.real ? (tcf_u32)(a.hash.n / 2) : ~0u;
  }
  const bool rehearsal = blockIdx.x / P::cluster >= a.clusters;
#pragma unroll 1
  for (tcf_i64 signal = rehearsal ? 0 : blockIdx.x / P::cluster; signal < a.batch; signal += a.clusters) {
    const float *in = a.in + signal * a.distance * (a.real ? 1 : 2);
    const bool given = transform_signal<P>(a, in, signal, rehearsal);
    if (rehearsal) break;
    if (!given && blockIdx.x % P::cluster == 0 && threadIdx.x == 0) a.status[signal] = TCF_SPARSE_LEFT;
    __syncthreads();
  }
}

#endif
