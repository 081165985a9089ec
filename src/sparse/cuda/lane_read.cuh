// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads a comb's bin by four lanes of a warp: as one tone, two, three or four, and what is left of it as one more.
#ifndef TCFFT_SPARSE_CUDA_LANE_READ_CUH
#define TCFFT_SPARSE_CUDA_LANE_READ_CUH

#include "sparse/cuda/lane_four.cuh"

// Adds a tone to the block's list, by the lanes of its bin. `give`, and the rest, are the same in all of them.
template <class L>
static __device__ __noinline__ bool give_tone(bool give, tcf_u32 frequency, tcf_z amplitude) {
  look_state &s = L::state();
  tcf_u32 i = L::ROOM;
  if (give && phase_of_lane() == 0) i = atomicAdd(&s.mine.tones, 1u);
  i = __shfl_sync(0xffffffffu, i, 0, TCF_SPARSE_PHASES);
  if (!give || i >= L::ROOM) return false;
  L::keep(i, look_tone{frequency, 0, amplitude});
  if (phase_of_lane() == 0) note_found(s, frequency, amplitude);
  return true;
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
  bool given = all;
  UNROLL
  for (int i = 0; i < N; i++) {
    const bool here = give_tone<L>(all && !none[i], p.frequency[i], amplitude[i]);
    given &= none[i] || here;
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

// Takes the tones of a bin one after the other, as long as what is left is more than noise. Returns whether no more than noise
// is left. there: the bin's lanes have one, the block's place number `at`.
template <class L>
static __device__ bool read_bin(const bin_limits &most, tcf_u32 bin, tcf_u32 at, bool there) {
  enum { MOST = 4 };
  bin_values<L> v;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const float2 value = L::value(at, g * TCF_SPARSE_PHASES + phase_of_lane());
    v.at[g].re = there ? value.x : 0;
    v.at[g].im = there ? value.y : 0;
  }
  const float unit = scale_values<L>(v);
  const double square = (double)unit * unit;
  tcf_u32 before = ~0u;
  bool reading = there, understood = false;
#pragma unroll 1
  for (int taken = 0; taken < MOST && __any_sync(0xffffffffu, reading); taken++) {
    const lane_tone<L> t = read_tone<L>(bin, v);
    const double energy = t.energy * square, rest = t.rest * square;
    const tcf_z amplitude = z_scale(t.amplitude, unit);
    const bool two = reading && rest > most.single + 1e-12 * energy;
    const bool one = reading && !two && power_of(amplitude) >= most.least && t.frequency != before;
    if (reading && !one) understood = energy <= most.outlier;
    const bool given = give_tone<L>(one, t.frequency, amplitude);
    if (one && given && rest <= most.look_from) understood = true;
    bool more = two;
    if (__any_sync(0xffffffffu, more) && take_pair<L>(most, bin, v, unit, energy, more)) understood = true, more = false;
    if constexpr (L::NEIGHBOURS >= 8) {
      if (__any_sync(0xffffffffu, more) && take_three<L>(most, bin, v, unit, energy, more)) understood = true, more = false;
      if (__any_sync(0xffffffffu, more) && take_four<L>(most, bin, v, unit, energy, more)) understood = true;
    }
    reading = one && given && !(rest <= most.look_from);
    v = t.left;
    before = t.frequency;
  }
  return understood;
}

#endif
