// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads a comb's bin by four lanes of a warp: as one tone, two, three or four, and what is left of it as one more.
#ifndef TCFFT_SPARSE_CUDA_LANE_READ_CUH
#define TCFFT_SPARSE_CUDA_LANE_READ_CUH

#include "sparse/cuda/lane_four.cuh"

// Makes room for so many tones of a bin in the block's list, by the bin's lanes. Returns the first one's place.
template <class L>
INLINE tcf_u32 reserve(tcf_u32 tones) {
  tcf_u32 i = 0;
  if (tones && phase_of_lane() == 0) i = atomicAdd(&L::state().mine.tones, tones);
  return __shfl_sync(0xffffffffu, i, 0, TCF_SPARSE_PHASES);
}

template <class L>
INLINE void put_tone(tcf_u32 i, tcf_u32 frequency, tcf_z amplitude) {
  if (i >= L::ROOM) return;
  L::keep(i, look_tone{frequency, 0, amplitude});
  if (phase_of_lane() == 0) note_found(L::state(), frequency, amplitude);
}

// A bin's values are read in a unit of its own, in which the largest is about 1. unit: what that unit is of the signal's.
// The limits are of powers in it.
struct bin_scale {
  float unit, look_from, outlier, single, least, rounding;
};

// What is left of tones of so much power may be noise, and what rounding leaves.
INLINE float noise_of(const bin_scale &by, float energy) { return by.single + 1e-12f * energy; }

// The values of the bin at a place of shared memory, or zeros. Each function has them from there, since what is handed to a
// function that is not inlined lies in local memory, and took as long as reading a tone.
template <class L>
INLINE bin_scale load_values(tcf_u32 place, bool there, bin_values<L> &v) {
  float largest = 0;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const float2 value = L::value(place, g * TCF_SPARSE_PHASES + phase_of_lane());
    v.at[g].re = there ? value.x : 0;
    v.at[g].im = there ? value.y : 0;
    largest = fmaxf(largest, fmaxf(fabsf(v.at[g].re), fabsf(v.at[g].im)));
  }
  largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, 1));
  largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, 2));
  const tcf_u32 exponent = min(max(tcf_float_bits(largest) >> 23, 2u), 252u);
  const float scale = tcf_bits_float((254 - exponent) << 23);
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) v.at[g] = z_scale(v.at[g], scale);
  const double square = (double)scale * scale;
  const bin_limits &most = L::state().most;
  return bin_scale{tcf_bits_float(exponent << 23), (float)(most.look_from * square), (float)(most.outlier * square),
                   (float)(most.single * square),  (float)(most.least * square),     (float)(most.rounding * square)};
}

// Puts back what is left of them.
template <class L>
INLINE void store_values(tcf_u32 place, const bin_scale &by, const bin_values<L> &v) {
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++)
    L::value(place, g * TCF_SPARSE_PHASES + phase_of_lane()) = make_float2(v.at[g].re * by.unit, v.at[g].im * by.unit);
}

// Gives the tones that were read, weak ones of which may be what rounding left of others, if they are all that the bin
// holds. Returns whether they are.
template <class L, int N>
INLINE bool give_tones(const bin_scale &by, float noise, const lane_tones<N> &p, bool wanted) {
  bool all = wanted && p.rest <= noise, none[N];
  UNROLL
  for (int i = 0; i < N; i++) {
    const float power = z_norm(p.amplitude[i]);
    none[i] = power < by.rounding;
    all &= none[i] || power >= by.least * p.variance[i];
  }
  tcf_u32 tones = 0;
  UNROLL
  for (int i = 0; i < N; i++) tones += all && !none[i];
  tcf_u32 at = reserve<L>(tones);
  const bool given = all && at + tones <= L::ROOM;
#pragma unroll 1
  for (int i = 0; i < N; i++) {
    tcf_u32 frequency = p.frequency[0];
    tcf_z a = p.amplitude[0];
    bool give = all && !none[0];
    UNROLL
    for (int j = 1; j < N; j++)
      if (i == j) frequency = p.frequency[j], a = p.amplitude[j], give = all && !none[j];
    if (give) put_tone<L>(at++, frequency, z_scale(a, by.unit));
  }
  return given;
}

// Takes all tones of a bin, if these are two, three or four. noise: the most that they may leave.
template <class L>
static __device__ __noinline__ bool take_pair(tcf_u32 bin, tcf_u32 place, float noise, bool wanted) {
  bin_values<L> v;
  lane_tones<2> p;
  const bin_scale by = load_values<L>(place, wanted, v);
  const bool there = read_pair<L>(bin, place, 1 / by.unit, v, noise, wanted, &p);
  return __any_sync(0xffffffffu, there) && give_tones<L>(by, noise, p, there);
}

template <class L>
static __device__ __noinline__ bool take_three(tcf_u32 bin, tcf_u32 place, float noise, bool wanted) {
  bin_values<L> v;
  lane_tones<3> p;
  const bin_scale by = load_values<L>(place, wanted, v);
  const bool there = read_three<L>(bin, v, noise, wanted, &p);
  return __any_sync(0xffffffffu, there) && give_tones<L>(by, noise, p, there);
}

template <class L>
static __device__ __noinline__ bool take_four(tcf_u32 bin, tcf_u32 place, float noise, bool wanted) {
  bin_values<L> v;
  lane_tones<4> p;
  const bin_scale by = load_values<L>(place, wanted, v);
  const bool there = read_four<L>(bin, v, wanted, &p);
  return __any_sync(0xffffffffu, there) && give_tones<L>(by, noise, p, there);
}

// Whether the values' powers are so different that no single tone has them, by twenty deviations of the most noise that a
// single tone may have. What is several tones is then not read as one first. *energy: their mean.
template <class L>
INLINE bool varies(const bin_scale &by, const bin_values<L> &v, float *energy) {
  float sum = 0, least = 3e38f, largest = 0;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const float power = z_norm(v.at[g]);
    sum += power;
    least = fminf(least, power);
    largest = fmaxf(largest, power);
  }
  UNROLL
  for (int bit = 1; bit < TCF_SPARSE_PHASES; bit *= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, bit);
    least = fminf(least, __shfl_xor_sync(0xffffffffu, least, bit));
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, bit));
  }
  const float apart = largest - least;
  *energy = sum * (1.f / (L::GROUPS * TCF_SPARSE_PHASES));
  // A value that is d longer than the mean has 2 d sqrt(mean) more power.
  return apart * apart > 4 * 400 * *energy * noise_of(by, *energy);
}

// Takes the tones of a bin one after the other, as long as what is left is more than noise. Returns whether no more than
// noise is left. there: the bin's lanes have one, the block's place number `place`. The limits are in L::state().
template <class L>
static __device__ __noinline__ bool read_bin(tcf_u32 bin, tcf_u32 place, bool there) {
  enum { MOST = 4 };
  tcf_u32 before = ~0u;
  bool reading = there, understood = false;
#pragma unroll 1
  for (int taken = 0; taken < MOST && __any_sync(0xffffffffu, reading); taken++) {
    bin_values<L> v;
    const bin_scale by = load_values<L>(place, reading, v);
    float energy;
    bool more = reading & varies<L>(by, v, &energy);
    if (more) understood = energy <= by.outlier;
    reading &= !more;
    if (__any_sync(0xffffffffu, reading)) {
      const lane_tone<L> t = read_tone<L>(bin, v);
      const bool two = reading && t.rest > noise_of(by, energy);
      const bool one = reading && !two && z_norm(t.amplitude) >= by.least && t.frequency != before;
      if (reading && !one) understood = energy <= by.outlier;
      const tcf_u32 at = reserve<L>(one);
      const bool given = one && at < L::ROOM;
      if (given) put_tone<L>(at, t.frequency, z_scale(t.amplitude, by.unit));
      if (given && t.rest <= by.look_from) understood = true;
      more |= two;
      reading = given && !(t.rest <= by.look_from);
      if (reading) store_values<L>(place, by, t.left);
      before = t.frequency;
    }
    const float noise = noise_of(by, energy);
    if (__any_sync(0xffffffffu, more) && take_pair<L>(bin, place, noise, more)) understood = true, more = false;
    if constexpr (L::NEIGHBOURS >= 8) {
      if (__any_sync(0xffffffffu, more) && take_three<L>(bin, place, noise, more)) understood = true, more = false;
      if (__any_sync(0xffffffffu, more) && take_four<L>(bin, place, noise, more)) understood = true;
    }
  }
  return understood;
}

// Reads a bin of so many tones that a warp makes up, at the first place: the code is then in the device's cache when others
// need it.
template <class L>
static __device__ void rehearse_tones(tcf_u32 tones) {
  const bool mine = threadIdx.x % 32 < TCF_SPARSE_PHASES;
  bin_values<L> v = {};
  if (threadIdx.x % 32 == 0) L::state().most = bin_limits{.5, 1e-8, 1e-8, 1e-6, 1e-7};
#pragma unroll 1
  for (tcf_u32 i = 1; i <= tones; i++) {
    const bin_values<L> w = unit_values<L>(L::ALL * (tcf_u32)(L::state().hash.step * i / 5));
    UNROLL
    for (tcf_u32 g = 0; g < L::GROUPS; g++) v.at[g] = z_add(v.at[g], w.at[g]);
  }
  if (mine) store_values<L>(0, bin_scale{1}, v);
  __syncwarp();
  if (tones == 2) take_pair<L>(0, 0, 1e-8f, mine);
  if constexpr (L::NEIGHBOURS >= 8)
    if (tones == 3) take_three<L>(0, 0, 1e-8f, mine);
}

#endif
