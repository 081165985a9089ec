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

// Makes the largest value of the bin about 1 by a power of two. Returns its inverse.
template <class L>
INLINE float scale_values(bin_values<L> &v) {
  float most = 0;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) most = fmaxf(most, fmaxf(fabsf(v.at[g].re), fabsf(v.at[g].im)));
  most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 1));
  most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 2));
  const tcf_u32 exponent = min(max(tcf_float_bits(most) >> 23, 2u), 252u);
  const float scale = tcf_bits_float((254 - exponent) << 23);
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) v.at[g] = z_scale(v.at[g], scale);
  return tcf_bits_float(exponent << 23);
}

// Gives the tones that were read, weak ones of which may be what rounding left of others, if they are all that the bin holds.
// Returns whether they are.
template <class L, int N>
INLINE bool give_tones(const bin_limits &most, const lane_tones<N> &p, float unit, double energy, bool wanted) {
  bool all = wanted && (double)p.rest * unit * unit <= most.single + 1e-12 * energy, none[N];
  tcf_z amplitude[N];
  UNROLL
  for (int i = 0; i < N; i++) {
    amplitude[i] = z_scale(p.amplitude[i], unit);
    const double power = power_of(amplitude[i]);
    none[i] = power < most.rounding;
    all &= none[i] || power >= most.least * p.variance[i];
  }
  tcf_u32 tones = 0;
  UNROLL
  for (int i = 0; i < N; i++) tones += all && !none[i];
  tcf_u32 at = reserve<L>(tones);
  const bool given = all && at + tones <= L::ROOM;
#pragma unroll 1
  for (int i = 0; i < N; i++) {
    tcf_u32 frequency = p.frequency[0];
    tcf_z a = amplitude[0];
    bool give = all && !none[0];
    UNROLL
    for (int j = 1; j < N; j++)
      if (i == j) frequency = p.frequency[j], a = amplitude[j], give = all && !none[j];
    if (give) put_tone<L>(at++, frequency, a);
  }
  return given;
}

template <class L>
static __device__ __noinline__ bool take_pair(const bin_limits &most, tcf_u32 bin, const bin_values<L> &v, float unit,
                                              double energy, bool wanted) {
  lane_tones<2> p;
  const bool there = read_pair<L>(bin, v, &p);
  return give_tones<L>(most, p, unit, energy, there && wanted);
}

template <class L>
static __device__ __noinline__ bool take_three(const bin_limits &most, tcf_u32 bin, const bin_values<L> &v, float unit,
                                               double energy, bool wanted) {
  lane_tones<3> p;
  const bool there = read_three<L>(bin, v, wanted, &p);
  return give_tones<L>(most, p, unit, energy, there && wanted);
}

template <class L>
static __device__ __noinline__ bool take_four(const bin_limits &most, tcf_u32 bin, const bin_values<L> &v, float unit,
                                              double energy, bool wanted) {
  lane_tones<4> p;
  const bool there = read_four<L>(bin, v, wanted, &p);
  return give_tones<L>(most, p, unit, energy, there && wanted);
}

// Whether the values' powers are so different that no single tone has them, by twenty deviations of the most noise that a single
// tone may have. What is several tones is then not read as one first. *energy: their mean.
template <class L>
INLINE bool varies(const bin_limits &most, const bin_values<L> &v, double square, double *energy) {
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
  const float mean = sum * (1.f / (L::GROUPS * TCF_SPARSE_PHASES)), apart = largest - least;
  *energy = mean * square;
  // A value that is d longer than the mean has 2 d sqrt(mean) more power.
  return (double)(apart * apart) * square > 4 * 400 * (double)mean * (most.single + 1e-12 * *energy);
}

// Takes the tones of a bin one after the other, as long as what is left is more than noise. Returns whether no more than noise
// is left. there: the bin's lanes have one, the block's place number `place`.
template <class L>
static __device__ __noinline__ bool read_bin(const bin_limits &most, tcf_u32 bin, tcf_u32 place, bool there) {
  enum { MOST = 4 };
  bin_values<L> v, left;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const float2 value = L::value(place, g * TCF_SPARSE_PHASES + phase_of_lane());
    v.at[g].re = there ? value.x : 0;
    v.at[g].im = there ? value.y : 0;
  }
  const float unit = scale_values<L>(v);
  left = v;
  const double square = (double)unit * unit;
  double energy;
  tcf_u32 before = ~0u;
  bool several = there & varies<L>(most, v, square, &energy), reading = there,
       understood = several && energy <= most.outlier;
#pragma unroll 1
  for (int taken = 0; taken < MOST && __any_sync(0xffffffffu, reading); taken++) {
    bool more = reading & several;
    reading &= !several;
    several = false;
    if (__any_sync(0xffffffffu, reading)) {
      const lane_tone<L> t = read_tone<L>(bin, v);
      const double rest = t.rest * square;
      const tcf_z amplitude = z_scale(t.amplitude, unit);
      if (reading) energy = t.energy * square;
      const bool two = reading && rest > most.single + 1e-12 * energy;
      const bool one = reading && !two && power_of(amplitude) >= most.least && t.frequency != before;
      if (reading && !one) understood = energy <= most.outlier;
      const tcf_u32 at = reserve<L>(one);
      const bool given = one && at < L::ROOM;
      if (given) put_tone<L>(at, t.frequency, amplitude);
      if (given && rest <= most.look_from) understood = true;
      more |= two;
      reading = given && !(rest <= most.look_from);
      before = t.frequency;
      left = t.left;
    }
    if (__any_sync(0xffffffffu, more) && take_pair<L>(most, bin, v, unit, energy, more)) understood = true, more = false;
    if constexpr (L::NEIGHBOURS >= 8) {
      if (__any_sync(0xffffffffu, more) && take_three<L>(most, bin, v, unit, energy, more)) understood = true, more = false;
      if (__any_sync(0xffffffffu, more) && take_four<L>(most, bin, v, unit, energy, more)) understood = true;
    }
    v = left;
  }
  return understood;
}

#endif
