// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal that has few of them, from one comb whose values all lie in the shared memory of one cluster of blocks:
// what takes the program of peeling (sparse.cuh) a dozen meetings of the whole device takes a cluster four. Tones are read from
// bins that hold one or two of them, and checked; what cannot be told or does not pass is left to that program, which begins
// anew. Hashes, thresholds and the check are the same.
//
// Block q of the cluster takes the samples that are q modulo the number of blocks and transforms them, then all exchange what
// they have and the last radix is the number of blocks. A bin then belongs to one thread.
//
//     P: threads, blocks          launch bounds
//        cluster                  blocks of a cluster
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_CUH

#include "sparse/cuda/cluster_transform.cuh"

// ------------------------------------------------------------------------------------------------ noise

// The power that half of the threads' numbers exceed, but for a sixteenth: its bits from the top, each by a count.
static __device__ double middle_power(double power, bool counts, tcf_u32 all) {
  const tcf_u32 key = (tcf_u32)(bits_of(power) >> 32);
  tcf_u32 prefix = 0;
#pragma unroll 1
  for (int bit = 30; bit >= 16; bit--) {
    const tcf_u32 middle = prefix | 1u << bit;
    if ((tcf_u32)__syncthreads_count(counts && key < middle) <= all / 2) prefix = middle;
  }
  return of_bits((tcf_u64)(prefix | 1u << 15) << 32);
}

INLINE cluster_report add_reports(const cluster_report &a, const cluster_report &b) {
  return cluster_report{a.sum + b.sum, fmax(a.most, b.most), a.clean + b.clean, a.count + b.count};
}

INLINE cluster_report other_report(const cluster_report &a, int bit) {
  return cluster_report{__shfl_xor_sync(0xffffffffu, a.sum, bit), __shfl_xor_sync(0xffffffffu, a.most, bit),
                        __shfl_xor_sync(0xffffffffu, a.clean, bit), __shfl_xor_sync(0xffffffffu, a.count, bit)};
}

INLINE cluster_report sum_reports(cluster_report mine, int first) {
#pragma unroll 1
  for (int bit = first; bit; bit >>= 1) mine = add_reports(mine, other_report(mine, bit));
  return mine;
}

// Tells all blocks what this block's bins hold.
template <int COUNT>
static __device__ void report_powers(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  const tcf_u32 first = min(a.bins, (tcf_u32)TCF_CLUSTER_THREADS);
  const double mine_first = threadIdx.x < first ? power_at(r, threadIdx.x) : 0;
  const double outlier = middle_power(mine_first, threadIdx.x < first, first) * a.outlier_share;
  cluster_report mine = {0, 0, 0, 0};
#pragma unroll 1
  for (tcf_u32 bin = threadIdx.x; bin < a.bins; bin += TCF_CLUSTER_THREADS) {
    const double power = power_at(r, bin);
    const bool clean = power <= outlier;
    mine = add_reports(mine, cluster_report{power, power, clean ? power : 0., clean ? 1. : 0.});
  }
  mine = sum_reports(mine, 16);
  if (threadIdx.x % 32 == 0) r.s->part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  mine = sum_reports(r.s->part[threadIdx.x % (TCF_CLUSTER_THREADS / 32)], TCF_CLUSTER_THREADS / 64);
  if (threadIdx.x < COUNT) write_block<COUNT>(&r.s->report[r.block], mine, threadIdx.x);
}

// What follows of all blocks' reports; the same in all of them. A block that has tones in most of its bins does not know the
// noise.
struct cluster_powers {
  double sum, most, noise, samples;
};

template <int COUNT>
static __device__ cluster_powers all_powers(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  cluster_report mine = {0, 0, 0, 0};
  if (threadIdx.x % 32 < COUNT) mine = r.s->report[threadIdx.x % 32];
  const double mean = mine.count > 0 ? mine.clean / mine.count : 1e300;
  double least = mean;
  for (int bit = 16; bit; bit >>= 1) least = fmin(least, __shfl_xor_sync(0xffffffffu, least, bit));
  if (!(mean <= 4 * least)) mine.clean = mine.count = 0;
  mine = sum_reports(mine, 16);
  const double bins = (double)a.bins * COUNT;
  const double noise = mine.count > 0 ? mine.clean / mine.count : 0;
  return cluster_powers{mine.sum, mine.most, fmax(noise, tcf_sparse_least_noise(mine.sum / bins, 0, bins)),
                        mine.count * r.values};
}

// Whether the comb's tones stand out of the noise so that it tells all there is to tell.
INLINE bool is_clear(const tcf_sparse_cluster_args &a, const cluster_powers &p, tcf_u32 values) {
  const double bins = (double)a.hash.bins, noise = p.noise * bins;
  const double tone = a.least > 0 ? a.least * a.least : fmax(p.sum - noise, 0.0) / (double)a.k;
  return p.sum < 1e300 && p.most > 0 && !tcf_sparse_comb_is_noisy(a.ratio, tone, noise, bins) &&
         !tcf_sparse_comb_is_small(tone, noise, bins, (int)values);
}

// ------------------------------------------------------------------------------------------------ tones

// Limits of powers in a comb's bin.
struct bin_limits {
  double look_from, outlier, single, least, rounding;
};

INLINE bin_limits limits_of(const tcf_sparse_cluster_args &a, const cluster_powers &p) {
  const double rounding = tcf_sparse_rounding(p.most);
  return bin_limits{fmax(p.noise * a.look_share, rounding / 4), fmax(p.noise * a.outlier_share, rounding),
                    p.noise * a.single_share, fmax(p.noise * a.least_share, rounding), rounding};
}

// Adds a tone to the block's list in all blocks.
template <int COUNT>
static __device__ __noinline__ bool give_tone(const cluster_run &r, tcf_u64 frequency, tcf_z amplitude) {
  cluster_found *mine = &r.s->mine;
  const tcf_u32 i = atomicAdd(&mine->tones, 1u);
  if (i >= r.room) return false;
  const double power = power_of(amplitude);
  const cluster_tone t = {frequency, amplitude};
#pragma unroll 1
  for (tcf_u32 b = 0; b < COUNT; b++) write_block<COUNT>(r.list + r.block * r.room + i, t, b);
  if (frequency <= r.highest) atomicAdd(&mine->given, 1u);
  atomicAdd(&mine->power, power);
  atomicMin((unsigned long long *)&mine->least, (unsigned long long)bits_of(power));
  atomicMax((unsigned long long *)&mine->largest, (unsigned long long)bits_of(power));
  return true;
}

// Multiplies a bin's values by the power of two that makes the largest about 1. Returns what they are multiplied by to be the
// signal's again.
INLINE float scale_bin(tcf_z *value, tcf_u32 values) {
  float most = 0;
#pragma unroll 4
  for (tcf_u32 i = 0; i < values; i++) most = fmaxf(most, fmaxf(fabsf(value[i].re), fabsf(value[i].im)));
  const tcf_u32 exponent = min(max(tcf_float_bits(most) >> 23, 2u), 252u);
  const float scale = tcf_bits_float((254 - exponent) << 23);
#pragma unroll 4
  for (tcf_u32 i = 0; i < values; i++) value[i] = z_scale(value[i], scale);
  return tcf_bits_float(exponent << 23);
}

// Two tones, the weaker of which may be what rounding left of the other. Returns whether they are all that the bin holds.
template <int COUNT>
static __device__ __noinline__ bool take_pair(const cluster_run &r, const bin_limits &most, tcf_u64 bin, const tcf_z *value,
                                              float unit, double energy) {
  tcf_pair p;
  if (!decode_pair(&r.s->hash, &r.s->root_scale, bin, value, &p)) return false;
  if ((double)p.rest * unit * unit > most.single + 1e-12 * energy) return false;
  bool taken = true;
#pragma unroll 1
  for (int i = 0; i < 2; i++) {
    const tcf_z a = z_scale(p.amplitude[i], unit);
    const double power = power_of(a);
    if (power < most.rounding) continue;
    taken &= power >= most.least * p.variance && give_tone<COUNT>(r, p.frequency[i], a);
  }
  return taken;
}

// Takes the tones of a bin one after the other, as long as what is left is more than noise. Returns whether no more than noise
// is left.
template <int COUNT>
static __device__ __noinline__ bool read_bin(const cluster_run &r, const bin_limits &most, tcf_u64 bin, tcf_z *value) {
  enum { MOST = 4 };
  double energy = 0;
  tcf_u64 before = ~(tcf_u64)0;
  const float unit = scale_bin(value, r.values);
  const double square = (double)unit * unit;
#pragma unroll 1
  for (int taken = 0; taken < MOST; taken++) {
    tcf_z left[TCF_CLUSTER_VALUES];
    tcf_decoded d;
#pragma unroll 4
    for (tcf_u32 i = 0; i < r.values; i++) left[i] = value[i];
    decode_comb(&r.s->hash, &r.s->root_scale, bin, left, &d);
    energy = d.energy * square;
    const double rest = d.rest * square;
    const tcf_z amplitude = z_scale(d.amplitude[0], unit);
    if (rest > most.single + 1e-12 * energy)
      return take_pair<COUNT>(r, most, bin, value, unit, energy) || energy <= most.outlier;
    if (power_of(amplitude) < most.least || d.frequency == before) return energy <= most.outlier;
    if (!give_tone<COUNT>(r, d.frequency, amplitude)) return false;
    if (rest <= most.look_from) return true;
#pragma unroll 4
    for (tcf_u32 i = 0; i < r.values; i++) value[i] = left[i];
    before = d.frequency;
  }
  return false;
}

template <int COUNT>
static __device__ void read_bins(const cluster_run &r, const tcf_sparse_cluster_args &a, const bin_limits &most) {
#pragma unroll 1
  for (tcf_u32 bin = threadIdx.x; bin < a.bins; bin += TCF_CLUSTER_THREADS)
    if (power_at(r, bin) > most.look_from &&
        !read_bin<COUNT>(r, most, bin_of_place<COUNT>(r, a, bin), (tcf_z *)(r.z + bin * r.row)))
      r.s->mine.doubtful = 1;
  __syncthreads();
  if (threadIdx.x < COUNT) {
    cluster_found mine = r.s->mine;
    mine.doubtful |= mine.tones > r.room;
    write_block<COUNT>(&r.s->found[r.block], mine, threadIdx.x);
  }
}

// ------------------------------------------------------------------------------------------------ the check

// What is known of all tones; the same in all blocks.
template <int COUNT>
static __device__ cluster_found all_found(const cluster_run &r) {
  cluster_found sum = {0, 0, 0, 0, 0, 0, ~(tcf_u64)0, 0};
  if (threadIdx.x % 32 < COUNT) sum = r.s->found[threadIdx.x % 32];
#pragma unroll 1
  for (int bit = 16; bit; bit >>= 1) {
    sum.tones += __shfl_xor_sync(0xffffffffu, sum.tones, bit);
    sum.given += __shfl_xor_sync(0xffffffffu, sum.given, bit);
    sum.doubtful |= __shfl_xor_sync(0xffffffffu, sum.doubtful, bit);
    sum.power += __shfl_xor_sync(0xffffffffu, sum.power, bit);
    sum.least = min(sum.least, __shfl_xor_sync(0xffffffffu, sum.least, bit));
    sum.largest = max(sum.largest, __shfl_xor_sync(0xffffffffu, sum.largest, bit));
  }
  return sum;
}

// The tones' values at the samples from t on, by half of the block's threads; in the first thread of each half.
template <int COUNT>
static __device__ void add_tones(const cluster_run &r, tcf_u64 t, tcf_z *sum) {
  constexpr tcf_u32 LANES = TCF_CLUSTER_THREADS / 2 / COUNT;
  const tcf_u32 thread = threadIdx.x % (TCF_CLUSTER_THREADS / 2), lane = thread % LANES, list = thread / LANES;
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
#pragma unroll 1
  for (tcf_u32 i = lane; i < r.s->found[list].tones; i += LANES) {
    const cluster_tone tone = r.list[list * r.room + i];
    const tcf_z step = sparse_root(r.s->root_scale, tone.frequency);
    tcf_z w = z_mul(sparse_root(r.s->root_scale, tcf_index_product(tone.frequency, t, r.s->hash.n)), tone.amplitude);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++, w = z_mul(w, step)) sum[c] = z_add(sum[c], w);
  }
#pragma unroll 1
  for (int bit = 16; bit; bit >>= 1) UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
    sum[c].re += __shfl_xor_sync(0xffffffffu, sum[c].re, bit);
    sum[c].im += __shfl_xor_sync(0xffffffffu, sum[c].im, bit);
  }
  const tcf_u32 warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) r.s->sum[warp][c] = sum[c];
  __syncthreads();
  if (thread == 0)
#pragma unroll 1
    for (tcf_u32 w = 1; w < TCF_CLUSTER_THREADS / 64; w++)
      for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = z_add(sum[c], r.s->sum[warp + w][c]);
  __syncthreads();
}

// Adds up the power that the tones leave of so many sectors, of which each half of a block takes one at a time, and tells all
// blocks.
template <int COUNT>
static __device__ void check_sectors(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 sectors) {
  const tcf_u32 half = threadIdx.x / (TCF_CLUSTER_THREADS / 2);
  double power = 0;
#pragma unroll 1
  for (tcf_u32 first = 0; first < sectors; first += 2 * COUNT) {
    const tcf_u64 t = tcf_index_rest(tcf_sparse_random_at(a.check, first + 2 * r.block + half), a.hash.points) * a.hash.phases;
    C x[TCF_SPARSE_PHASES];
    tcf_z sum[TCF_SPARSE_PHASES];
    load_neighbours(r.in, a.real != 0, r.aligned, TCF_SPARSE_PHASES, t, x);
    add_tones<COUNT>(r, t, sum);
    UNROLL
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
      const double re = (double)x[c].re - sum[c].re, im = (double)x[c].im - sum[c].im;
      power += re * re + im * im;
    }
  }
  if (threadIdx.x % (TCF_CLUSTER_THREADS / 2) == 0) r.s->part[half].sum = power;
  __syncthreads();
  if (threadIdx.x < COUNT) {
    const cluster_left left = {r.s->part[0].sum + r.s->part[1].sum, 0};
    write_block<COUNT>(&r.s->left[r.block], left, threadIdx.x);
  }
}

// ------------------------------------------------------------------------------------------------ results

// Ranks the block's own tones by their frequencies, each against one block's tones by one thread.
template <int COUNT>
static __device__ void rank_tones(const cluster_run &r) {
  const tcf_u32 tones = r.s->found[r.block].tones;
  for (tcf_u32 i = threadIdx.x; i < tones; i += TCF_CLUSTER_THREADS) r.s->rank[i] = 0;
  __syncthreads();
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < tones * COUNT; id += TCF_CLUSTER_THREADS) {
    const tcf_u32 i = id / COUNT, b = id % COUNT, others = r.s->found[b].tones;
    const cluster_tone *other = r.list + b * r.room;
    const tcf_u64 frequency = r.list[r.block * r.room + i].frequency;
    tcf_u32 before = 0;
#pragma unroll 4
    for (tcf_u32 j = 0; j < others; j++) before += other[j].frequency < frequency;
    atomicAdd(&r.s->rank[i], before);
  }
  __syncthreads();
}

static __device__ void write_tones(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_i64 signal) {
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < r.s->found[r.block].tones; i += TCF_CLUSTER_THREADS) {
    const cluster_tone t = r.list[r.block * r.room + i];
    const tcf_i64 at = signal * a.capacity + r.s->rank[i];
    if (t.frequency > r.highest) continue;
    a.index[at] = (tcf_i64)t.frequency;
    a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
    a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
  }
}

// Whether what was found can be given: whole, for as many tones as are expected at most, each of them a finite coefficient.
INLINE bool can_be_given(const tcf_sparse_cluster_args &a, const cluster_found &sum) {
  return !sum.doubtful && sum.tones > 0 && sum.tones <= (tcf_u64)a.k && sum.given <= (tcf_u64)a.capacity &&
         sqrt(of_bits(sum.largest)) * (double)a.hash.n <= 3.4028234e38;
}

template <int COUNT>
static __device__ bool passes_check(const cluster_run &r, const tcf_sparse_cluster_args &a, const cluster_powers &p,
                                    const cluster_found &sum) {
  const double rounding = 1e-12 * sum.power, spread = a.real ? 2 : 1, error = 1 / p.samples;
  const double noise = p.noise * (double)a.hash.bins;
  const double least = (a.least > 0 ? a.least * a.least : of_bits(sum.least)) - 2 * rounding;
  const double samples = tcf_sparse_check_samples(least, noise, error, spread, (double)a.hash.n);
  const tcf_u32 whole = 2 * COUNT * TCF_SPARSE_PHASES;  // samples that all blocks look at at once
  if (samples == 0 || samples > 64. * whole) return false;
  const tcf_u32 turns = max(1u, ((tcf_u32)ceil(samples) + whole - 1) / whole);
  check_sectors<COUNT>(r, a, turns * 2 * COUNT);
  rank_tones<COUNT>(r);
  cluster_meet<COUNT>();
  double left = 0;
#pragma unroll 1
  for (tcf_u32 b = 0; b < COUNT; b++) left += r.s->left[b].power;
  const double taken = (double)(turns * whole), mean = left / taken;
  return mean < 1e300 && tcf_sparse_agrees(mean, noise, error, spread, taken, rounding);
}

template <int COUNT>
static __device__ bool transform_signal(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_i64 signal) {
  if (threadIdx.x == 0) r.s->mine = cluster_found{0, 0, 0, 0, 0, 0, ~(tcf_u64)0, 0};
  measure_comb<COUNT>(r, a);
  set_powers(r, a);
  report_powers<COUNT>(r, a);
  cluster_meet<COUNT>();
  const cluster_powers p = all_powers<COUNT>(r, a);
  if (!is_clear(a, p, r.values)) return false;
  read_bins<COUNT>(r, a, limits_of(a, p));
  cluster_meet<COUNT>();
  const cluster_found sum = all_found<COUNT>(r);
  if (!can_be_given(a, sum)) return false;
  if (!a.verify) rank_tones<COUNT>(r);
  if (a.verify && !passes_check<COUNT>(r, a, p, sum)) return false;
  write_tones(r, a, signal);
  if (r.block == 0 && threadIdx.x == 0) {
    a.count[signal] = sum.given;
    a.status[signal] = a.verify ? 0 : 1;
  }
  return true;
}

template <class P>
INLINE void tcf_sparse_cluster(const tcf_sparse_cluster_args &a) {
  constexpr int COUNT = P::cluster;
  TCF_SHARED(shared);
  cluster_run r;
  await_input();
  set_up_run<COUNT>(r, a, shared);
  for (tcf_i64 signal = blockIdx.x / COUNT; signal < a.batch; signal += gridDim.x / COUNT) {
    r.in = a.in + signal * a.distance * (a.real ? 1 : 2);
    r.aligned = ((tcf_u64)r.in & 15) == 0;
    if (!transform_signal<COUNT>(r, a, signal) && r.block == 0 && threadIdx.x == 0) a.status[signal] = TCF_SPARSE_LEFT;
    __syncthreads();
  }
}

#endif
