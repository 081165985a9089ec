// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What looks for tones in one comb whose values all lie in shared memory: the numbers that its blocks tell each other, and
// the decisions that follow of them, which are those of sparse/host/run.c.
//
//     L: GROUPS, ALL              of the comb; its bins
//        POWER                    whether the signal's length is a power of two
//        state()                  what a block knows of the comb
//        root(i)                  exp(-2 pi i k / 256)
//        value(at, v)             value v of the bin at a place
//        ROOM, keep(i, tone)      of a block's list of tones; takes a tone that was found
//        NEIGHBOURS               neighbouring samples of a bin
#ifndef TCFFT_SPARSE_CUDA_LOOK_CUH
#define TCFFT_SPARSE_CUDA_LOOK_CUH

#include "sparse/cuda/look_args.h"
#include "sparse/cuda/reading.cuh"

enum { LOOK_WARPS = TCF_LOOK_THREADS / 32 };

struct alignas(16) look_tone {
  tcf_u32 frequency, pad;
  tcf_z amplitude;
};
struct alignas(16) look_report {
  float sum, clean;  // of the bins' powers; of those that do not stand out
  float most;        // the largest
  tcf_u32 count;     // of those that do not stand out
};
struct alignas(16) look_found {
  tcf_u32 tones, given, doubtful;  // given: those below half of the sampling rate; doubtful: 1: a bin was not understood
  tcf_u32 least, largest;          // powers, as keys
  tcf_u32 count;                   // by all blocks (sparse_grid.cuh): bins of the block that tell the noise, and the sum of
  float clean, scatter;            // their powers; the sum of the powers' squares, over the square of their mean
};

// Limits of powers in a comb's bin.
struct bin_limits {
  double look_from, outlier, single, least, rounding;
};

// In shared memory.
struct look_state {
  look_report part[LOOK_WARPS];
  look_found mine;
  tcf_z sum[LOOK_WARPS][TCF_SPARSE_PHASES];
  double power[LOOK_WARPS];
  bin_limits most;
  tcf_hash hash;
  // Of the hash, in 32 bits: its groups' first samples, delays, and one over those.
  tcf_u32 from[TCF_LOOK_GROUPS], delay[TCF_LOOK_GROUPS];
  float per_delay[TCF_LOOK_GROUPS];
  double turns_scale;  // 2^32 / n
  int turns_shift;     // its logarithm, if it is a power of two
  tcf_u32 highest;     // frequency that is given
  tcf_u32 queued;      // bins of the block that may hold a tone
};

// ------------------------------------------------------------------------------------------------ numbers

// Powers in 32 bits, which are in their order: a float, if it is one.
INLINE tcf_u32 key_of(double power) { return tcf_float_bits((float)power); }
INLINE double power_of_key(tcf_u32 key) { return tcf_bits_float(key); }

static COMPILED tcf_u32 root_place(tcf_u32 i) { return i + i / 16; }  // roots 16 apart meet different banks

static __device__ __noinline__ tcf_u32 turns_of_rest(tcf_u32 frequency, tcf_u64 position, tcf_u64 n, double scale) {
  return (tcf_u32)((double)tcf_index_product(frequency, tcf_index_rest(position, n), n) * scale);
}

// frequency * position / n in units of 2^-32 turns. n is 2^31 at most.
template <class L>
INLINE tcf_u32 turns_at(tcf_u32 frequency, tcf_u64 position) {
  const look_state &s = L::state();
  if constexpr (L::POWER)
    return frequency * (tcf_u32)position << s.turns_shift;
  else
    return turns_of_rest(frequency, position, s.hash.n, s.turns_scale);
}

// exp(2 pi i turns / 2^32): the nearest root of order 256 below, and the series of the small angle that is left.
template <class L>
INLINE tcf_z unit_root(tcf_u32 turns) {
  const float2 w = L::root(turns >> 24);  // its conjugate
  const float x = (float)(turns & 0xffffff) * (6.283185307f / 4294967296.f), square = x * x;
  const float s = x - x * square * (1 / 6.f), c = 1 - square * (.5f - square * (1 / 24.f));
  const tcf_z root = {w.x * c + w.y * s, w.x * s - w.y * c};
  return root;
}

INLINE void set_state(look_state &s, const tcf_look_args &a) {
  static_assert(sizeof(tcf_hash) % 4 == 0 && sizeof(tcf_hash) / 4 <= TCF_LOOK_THREADS, "a word a thread");
  if (threadIdx.x < sizeof(tcf_hash) / 4) ((tcf_u32 *)&s.hash)[threadIdx.x] = ((const tcf_u32 *)&a.hash)[threadIdx.x];
  if (threadIdx.x < TCF_LOOK_GROUPS) {
    const tcf_u32 g = threadIdx.x;
    s.from[g] = (tcf_u32)(a.hash.start + a.hash.delay[g]);
    s.delay[g] = (tcf_u32)a.hash.delay[g];
    s.per_delay[g] = (float)a.hash.per_delay[g];
  }
  if (threadIdx.x) return;
  s.turns_scale = 4294967296. * a.root_scale;
  s.turns_shift = __clzll((long long)a.hash.n) - 31;
  s.highest = a.real ? (tcf_u32)(a.hash.n / 2) : ~0u;
}

INLINE void begin_looking(look_state &s) {
  if (threadIdx.x) return;
  s.mine = look_found{0, 0, 0, ~0u, 0, 0, 0, 0};
  s.queued = 0;
}

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

INLINE void add_power(look_report &r, float power, float outlier) {
  r.sum += power;
  r.most = fmaxf(r.most, power);
  r.clean += power <= outlier ? power : 0;
  r.count += power <= outlier;
}

// A warp's sum, and its least and largest number.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
INLINE tcf_u32 warp_sum(tcf_u32 x) { return __reduce_add_sync(0xffffffffu, x); }
INLINE tcf_u32 warp_least(tcf_u32 x) { return __reduce_min_sync(0xffffffffu, x); }
INLINE tcf_u32 warp_most(tcf_u32 x) { return __reduce_max_sync(0xffffffffu, x); }
#else
INLINE tcf_u32 warp_sum(tcf_u32 x) {
  for (int bit = 16; bit; bit >>= 1) x += __shfl_xor_sync(0xffffffffu, x, bit);
  return x;
}
INLINE tcf_u32 warp_least(tcf_u32 x) {
  for (int bit = 16; bit; bit >>= 1) x = min(x, __shfl_xor_sync(0xffffffffu, x, bit));
  return x;
}
INLINE tcf_u32 warp_most(tcf_u32 x) {
  for (int bit = 16; bit; bit >>= 1) x = max(x, __shfl_xor_sync(0xffffffffu, x, bit));
  return x;
}
#endif
INLINE float warp_sum_of(float x) {
  UNROLL
  for (int bit = 16; bit; bit >>= 1) x += __shfl_xor_sync(0xffffffffu, x, bit);
  return x;
}

template <int FIRST>
INLINE void sum_reports(look_report &r) {
  UNROLL
  for (int bit = FIRST; bit; bit >>= 1) {
    r.sum += __shfl_xor_sync(0xffffffffu, r.sum, bit);
    r.clean += __shfl_xor_sync(0xffffffffu, r.clean, bit);
    r.most = fmaxf(r.most, __shfl_xor_sync(0xffffffffu, r.most, bit));
    r.count += __shfl_xor_sync(0xffffffffu, r.count, bit);
  }
}

// That of the block, in the threads of its first warp; the others have no more to do here.
template <class L>
static __device__ __noinline__ look_report block_report(look_report mine) {
  look_state &s = L::state();
  sum_reports<16>(mine);
  if (threadIdx.x % 32 == 0) s.part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return mine;
  mine = s.part[threadIdx.x % LOOK_WARPS];
  sum_reports<LOOK_WARPS / 2>(mine);
  return mine;
}

// What follows of all blocks' reports; the same in all of them.
struct look_powers {
  double sum, most, noise, samples;
};

INLINE look_powers powers_of(const tcf_look_args &a, const look_report &all, tcf_u32 values) {
  const double noise = all.count ? all.clean / (float)all.count : 0;
  return look_powers{all.sum, all.most, fmax(noise, tcf_sparse_least_noise(all.sum * a.per_bin, 0, 1)),
                     (double)(all.count * values)};
}

// Whether the comb's tones stand out of the noise so that it tells all there is to tell. Powers that FP32 does not hold are
// left to others.
INLINE bool is_clear(const tcf_look_args &a, const look_powers &p, tcf_u32 values) {
  const double bins = (double)a.hash.bins, noise = p.noise * bins;
  const double tone = a.least > 0 ? a.least * a.least : fmax(p.sum - noise, 0.0) * a.per_k;
  return p.most > 0 && p.sum < 1e38 && !tcf_sparse_comb_is_noisy(a.ratio, tone, noise, bins) &&
         !tcf_sparse_comb_is_small(tone, noise, bins, (int)values);
}

// Whether the whole transform may follow at once, where no bin stands out of the noise.
INLINE bool may_be_whole(const tcf_look_args &a, const look_powers &p) { return a.whole && p.sum > 0 && p.sum < 1e38; }
enum { LOOK_WHOLE = 2 };  // the outcome: TCFFT_SPARSE_DENSE

INLINE bin_limits limits_of(const tcf_look_args &a, const look_powers &p) {
  const double rounding = tcf_sparse_rounding(p.most);
  // What rounding of the strongest tone leaves in the bin of a weak one is no second tone.
  return bin_limits{fmax(p.noise * a.look_share, rounding * 0.25), fmax(p.noise * a.outlier_share, rounding),
                    p.noise * a.single_share + 0.01 * rounding, fmax(p.noise * a.least_share, rounding), rounding};
}

// ------------------------------------------------------------------------------------------------ tones

// Counts a tone that was found.
INLINE void note_found(look_state &s, tcf_u32 frequency, tcf_z amplitude) {
  const tcf_u32 key = tcf_float_bits(z_norm(amplitude));
  if (frequency <= s.highest) atomicAdd(&s.mine.given, 1u);
  atomicMin(&s.mine.least, key);
  atomicMax(&s.mine.largest, key);
}

template <int FIRST>
INLINE void sum_found(look_found &all) {
  UNROLL
  for (int bit = FIRST; bit; bit >>= 1) {
    all.tones += __shfl_xor_sync(0xffffffffu, all.tones, bit);
    all.given += __shfl_xor_sync(0xffffffffu, all.given, bit);
    all.doubtful |= __shfl_xor_sync(0xffffffffu, all.doubtful, bit);
    all.least = min(all.least, __shfl_xor_sync(0xffffffffu, all.least, bit));
    all.largest = max(all.largest, __shfl_xor_sync(0xffffffffu, all.largest, bit));
  }
}

// Whether what was found can be given: whole, for as many tones as are expected at most, each of them a finite coefficient.
INLINE bool can_be_given(const tcf_look_args &a, const look_found &all) {
  return !all.doubtful && all.tones > 0 && all.tones <= (tcf_u64)a.k && all.given <= (tcf_u64)a.capacity &&
         sqrtf(tcf_bits_float(all.largest)) * (double)a.hash.n < 3.4e38;
}

// ------------------------------------------------------------------------------------------------ the check

// How a signal is checked, as in check.cuh.
struct look_check {
  double rounding, spread, error, noise, samples;  // samples 0: it cannot be
};

INLINE look_check check_of(const tcf_look_args &a, const look_powers &p, const look_found &all) {
  look_check c = {1e-12 * p.sum, a.real ? 2. : 1., 1 / p.samples, p.noise * (double)a.hash.bins, 0};
  const double least = (a.least > 0 ? a.least * a.least : power_of_key(all.least)) - 2 * c.rounding;
  c.samples = tcf_sparse_check_samples(least, c.noise, c.error, c.spread, (double)a.hash.n);
  return c;
}

INLINE bool passes(const look_check &c, double left, double taken) {
  const double mean = left / taken;
  return mean < 1e300 && tcf_sparse_agrees(mean, c.noise, c.error, c.spread, taken, c.rounding);
}

// The number of the check's sector that begins with its first sample.
INLINE tcf_u64 checked_sample(const tcf_look_args &a, tcf_u64 number) {
  return tcf_index_rest(tcf_sparse_random_at(a.check, number), a.hash.points) * TCF_SPARSE_PHASES;
}

// Adds a tone's values at the samples from t on.
template <class L>
INLINE void add_tone(const look_tone &tone, tcf_u64 t, tcf_z (&sum)[TCF_SPARSE_PHASES]) {
  const tcf_z step = unit_root<L>(turns_at<L>(tone.frequency, 1));
  tcf_z w = z_mul(unit_root<L>(turns_at<L>(tone.frequency, t)), tone.amplitude);
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++, w = z_mul(w, step)) sum[c] = z_add(sum[c], w);
}

// The power that is left of four samples.
INLINE double power_left(const C (&x)[TCF_SPARSE_PHASES], const tcf_z (&sum)[TCF_SPARSE_PHASES]) {
  double power = 0;
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
    const double re = (double)x[c].re - sum[c].re, im = (double)x[c].im - sum[c].im;
    power += re * re + im * im;
  }
  return power;
}

#endif
