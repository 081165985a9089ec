// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads the tones of a comb's bin by 8 or 16 lanes of a warp, one a value: what decode_comb and decode_pair of sparse/decode.h
// do one value after the other. All lanes of a warp go through the same steps, for bins of their own.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_READ_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_READ_CUH

#include "sparse/cuda/cluster_memory.cuh"

// Limits of powers in a comb's bin.
struct bin_limits {
  double look_from, outlier, single, least, rounding;
};

// A lane's part in the reading of a bin.
struct bin_lane {
  tcf_u32 lane, phase;
  bool is_value;
  tcf_u64 position;  // of the first sample of the lane's phase and group
};

template <class P>
INLINE bin_lane lane_of() {
  typedef cluster_sizes<P> S;
  const tcf_hash &h = memory_of<P>().s.hash;
  bin_lane l;
  l.lane = threadIdx.x % S::LANES;
  l.phase = l.lane % TCF_SPARSE_PHASES;
  l.is_value = S::VALUES == S::LANES || l.lane < S::VALUES;
  l.position = tcf_index_rest(h.start + h.delay[l.is_value ? l.lane / TCF_SPARSE_PHASES : 0] + l.phase, h.n);
  return l;
}

// ------------------------------------------------------------------------------------------------ sums over lanes

INLINE tcf_z other_lane(tcf_z a, int bit) {
  const tcf_z b = {__shfl_xor_sync(0xffffffffu, a.re, bit), __shfl_xor_sync(0xffffffffu, a.im, bit)};
  return b;
}

// That of a lane of the same bin.
template <class P>
INLINE tcf_z of_lane(tcf_z a, tcf_u32 lane) {
  const tcf_z b = {__shfl_sync(0xffffffffu, a.re, (int)lane, cluster_sizes<P>::LANES),
                   __shfl_sync(0xffffffffu, a.im, (int)lane, cluster_sizes<P>::LANES)};
  return b;
}

// Over so many neighbouring lanes.
template <tcf_u32 LANES, int N>
INLINE void sum_lanes(tcf_z (&a)[N]) {
  UNROLL
  for (int bit = LANES / 2; bit; bit >>= 1) UNROLL
  for (int i = 0; i < N; i++) a[i] = z_add(a[i], other_lane(a[i], bit));
}

INLINE tcf_z value_or_none(const bin_lane &l, tcf_z a) {
  const tcf_z none = {0, 0};
  return l.is_value ? a : none;
}

// ------------------------------------------------------------------------------------------------ one tone

// One tone of a bin; the same in its lanes but for what is left of the values without it.
struct lane_tone {
  tcf_u64 frequency;
  tcf_z amplitude, left;
  float energy, rest;  // as in tcf_decoded
};

// Refines turns by the phases between the groups, of which each group's lanes have theirs.
template <class P>
INLINE double refine_turns(double turns, double phase) {
  const tcf_hash &h = memory_of<P>().s.hash;
  UNROLL
  for (tcf_u32 g = 1; g < cluster_sizes<P>::GROUPS; g++) {
    const double here = __shfl_sync(0xffffffffu, phase, (int)(g * TCF_SPARSE_PHASES), cluster_sizes<P>::LANES);
    turns += turns_left(here - turns * (double)h.delay[g]) * h.per_delay[g];
  }
  return turns;
}

// The frequency of a bin that is nearest.
template <class P>
INLINE tcf_u64 frequency_in_bin(tcf_u64 bin, double turns) {
  const tcf_hash &h = memory_of<P>().s.hash;
  const tcf_i64 digit = (tcf_i64)floor((turns_left(turns) * (double)h.n - (double)bin) * h.per_bin + 0.5);
  const tcf_u64 whole = (tcf_u64)(digit < 0 ? digit + (tcf_i64)h.step : digit);
  return bin + h.bins * (whole >= h.step ? whole - h.step : whole);
}

template <class P>
static __device__ lane_tone read_tone(const bin_lane &l, tcf_u64 bin, tcf_z v) {
  typedef cluster_sizes<P> S;
  const tcf_z none = {0, 0}, next = of_lane<P>(v, l.lane + 1);
  tcf_z between[1] = {l.is_value && l.phase + 1 < TCF_SPARSE_PHASES ? z_mul_conj(next, v) : none};
  tcf_z across[1] = {z_mul_conj(v, of_lane<P>(v, l.phase))};
  sum_lanes<S::LANES>(between);
  sum_lanes<TCF_SPARSE_PHASES>(across);
  // Of few samples that follow each other in one arc tangent, of those between groups in the other.
  const double turns = turns_of(between[0]), phase = turns_of(across[0]);
  lane_tone t;
  t.frequency = frequency_in_bin<P>(bin, refine_turns<P>(turns, phase));
  const tcf_z w = unit_root<P>(turn_at<P>(t.frequency, l.position));
  tcf_z sum[1] = {z_mul_conj(v, w)};
  sum_lanes<S::LANES>(sum);
  t.amplitude = z_scale(sum[0], 1.f / S::VALUES);
  t.left = value_or_none(l, z_sub(v, z_mul(w, t.amplitude)));
  tcf_z powers[1] = {{z_norm(v), z_norm(t.left)}};
  sum_lanes<S::LANES>(powers);
  t.energy = powers[0].re * (1.f / S::VALUES);
  t.rest = powers[0].im * (1.f / (S::VALUES - 1));
  return t;
}

// ------------------------------------------------------------------------------------------------ two tones

// The sums of sparse/decode.h's predict_turns, by the lanes that have two more phases behind them.
template <class P>
INLINE int predict_by_lanes(const bin_lane &l, tcf_z v, double turns[2]) {
  const tcf_z x1 = of_lane<P>(v, l.lane + 1), x2 = of_lane<P>(v, l.lane + 2);
  const bool counts = l.is_value && l.phase + 2 < TCF_SPARSE_PHASES;
  double sum[TCF_PREDICTING];
  predict_sums(v, x1, x2, sum);
  UNROLL
  for (int i = 0; i < TCF_PREDICTING; i++) sum[i] = counts ? sum[i] : 0;
#pragma unroll 1
  for (int bit = cluster_sizes<P>::LANES / 2; bit; bit >>= 1) UNROLL
  for (int i = 0; i < TCF_PREDICTING; i++) sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], bit);
  return predict_roots(sum, turns);
}

// Explains the values of so many lanes by two tones whose values at the lane are w.
template <tcf_u32 LANES>
INLINE float split_lanes(float count, tcf_z v, const tcf_z w[2], tcf_z out[2]) {
  tcf_z sum[3] = {z_mul_conj(v, w[0]), z_mul_conj(v, w[1]), z_mul_conj(w[1], w[0])};
  sum_lanes<LANES>(sum);
  return split_two(count, sum[2], sum, out);
}

// 0: the bin holds no two tones that can be told apart.
template <class P>
static __device__ int read_pair(const bin_lane &l, tcf_u64 bin, tcf_z v, tcf_pair *p) {
  typedef cluster_sizes<P> S;
  double turns[2] = {0, 0};
  tcf_z w[2], here[2];
  int there = predict_by_lanes<P>(l, v, turns);
#pragma unroll 1
  for (int i = 0; i < 2; i++)
    w[i] = unit_root<P>(turn_at<P>(nearest_frequency(&memory_of<P>().s.hash, there ? turns[i] : 0), l.phase));
  there &= split_lanes<TCF_SPARSE_PHASES>(TCF_SPARSE_PHASES, v, w, here) > 0;
#pragma unroll 1
  for (int i = 0; i < 2; i++) {
    const double phase = turns_of(z_mul_conj(here[i], of_lane<P>(here[i], 0)));
    const double refined = refine_turns<P>(there ? turns[i] : 0, phase);
    p->frequency[i] = there ? frequency_in_bin<P>(bin, refined) : bin;
    w[i] = value_or_none(l, unit_root<P>(turn_at<P>(p->frequency[i], l.position)));
  }
  p->variance = split_lanes<S::LANES>(S::VALUES, v, w, p->amplitude);
  const tcf_z sum = z_add(z_mul(w[0], p->amplitude[0]), z_mul(w[1], p->amplitude[1]));
  tcf_z rest[1] = {{z_norm(z_sub(v, sum)), there && p->variance > 0 ? 0.f : 1.f}};
  sum_lanes<S::LANES>(rest);
  p->rest = rest[0].re * (1.f / (S::VALUES - 2));
  return rest[0].im == 0;
}

// ------------------------------------------------------------------------------------------------ a bin

// Adds a tone to the block's list in all blocks, which the bin's lanes share. `give`, and the rest, are the same in all of
// them.
template <class P>
static __device__ __noinline__ bool give_tone(bool give, tcf_u64 frequency, tcf_z amplitude) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  const tcf_u32 lane = threadIdx.x % S::LANES;
  tcf_u32 i = S::ROOM;
  if (give && lane == 0) i = atomicAdd(&m.s.mine.tones, 1u);
  i = __shfl_sync(0xffffffffu, i, 0, S::LANES);
  if (!give || i >= S::ROOM) return false;
  const cluster_tone t = {frequency, amplitude};
  UNROLL
  for (tcf_u32 b = lane; b < S::COUNT; b += S::LANES) write_block<S::COUNT>(&m.list[this_block<P>()][i], t, b);
  if (lane) return true;
  const double power = power_of(amplitude);
  if (frequency <= m.s.highest) atomicAdd(&m.s.mine.given, 1u);
  atomicAdd(&m.s.mine.power, power);
  atomicMin(&m.s.mine.least, key_of(power));
  atomicMax(&m.s.mine.largest, key_of(power));
  return true;
}

// The power of two that makes the largest value of the bin about 1; *unit: its inverse.
template <class P>
INLINE float scale_of(tcf_z v, float *unit) {
  float most = fmaxf(fabsf(v.re), fabsf(v.im));
  UNROLL
  for (int bit = cluster_sizes<P>::LANES / 2; bit; bit >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, bit));
  const tcf_u32 exponent = min(max(tcf_float_bits(most) >> 23, 2u), 252u);
  *unit = tcf_bits_float(exponent << 23);
  return tcf_bits_float((254 - exponent) << 23);
}

// Two tones, the weaker of which may be what rounding left of the other. Returns whether they are all that the bin holds.
template <class P>
static __device__ __noinline__ bool take_pair(const bin_limits &most, tcf_u64 bin, tcf_z v, float unit, double energy,
                                              bool wanted) {
  const bin_lane l = lane_of<P>();
  tcf_pair p;
  bool taken = read_pair<P>(l, bin, v, &p) && wanted && (double)p.rest * unit * unit <= most.single + 1e-12 * energy;
#pragma unroll 1
  for (int i = 0; i < 2; i++) {
    const tcf_z amplitude = z_scale(p.amplitude[i], unit);
    const double power = power_of(amplitude);
    const bool none = power < most.rounding;
    const bool given = give_tone<P>(taken && !none && power >= most.least * p.variance, p.frequency[i], amplitude);
    taken &= none || given;
  }
  return taken;
}

// Takes the tones of a bin one after the other, as long as what is left is more than noise. Returns whether no more than noise
// is left. there: the bin's lanes have one, the block's place number `at`.
template <class P>
static __device__ bool read_bin(const bin_limits &most, const bin_lane &l, tcf_u64 bin, tcf_u32 at, bool there) {
  enum { MOST = 4 };
  tcf_z v = {0, 0};
  if (there && l.is_value) {
    const float2 value = memory_of<P>().bin[at].value[l.lane];
    v.re = value.x;
    v.im = value.y;
  }
  float unit;
  v = z_scale(v, scale_of<P>(v, &unit));
  const double square = (double)unit * unit;
  tcf_u64 before = ~(tcf_u64)0;
  bool reading = there, understood = false;
#pragma unroll 1
  for (int taken = 0; taken < MOST && __any_sync(0xffffffffu, reading); taken++) {
    const lane_tone t = read_tone<P>(l, bin, v);
    const double energy = t.energy * square, rest = t.rest * square;
    const tcf_z amplitude = z_scale(t.amplitude, unit);
    const bool two = reading && rest > most.single + 1e-12 * energy;
    const bool one = reading && !two && power_of(amplitude) >= most.least && t.frequency != before;
    if (reading && !one) understood = energy <= most.outlier;
    const bool given = give_tone<P>(one, t.frequency, amplitude);
    if (one && given && rest <= most.look_from) understood = true;
    if (__any_sync(0xffffffffu, two) && take_pair<P>(most, bin, v, unit, energy, two)) understood = true;
    reading = one && given && !(rest <= most.look_from);
    v = t.left;
    before = t.frequency;
  }
  return understood;
}

#endif
