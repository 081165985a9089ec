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

// Four neighbouring lanes read a bin: each has one phase's values of all groups.
template <class P>
struct bin_values {
  tcf_z at[P::groups];
};

INLINE tcf_u32 phase_of_lane() { return threadIdx.x % TCF_SPARSE_PHASES; }

// ------------------------------------------------------------------------------------------------ lanes

INLINE tcf_z other_lane(tcf_z a, int bit) {
  const tcf_z b = {__shfl_xor_sync(0xffffffffu, a.re, bit), __shfl_xor_sync(0xffffffffu, a.im, bit)};
  return b;
}

// That of a lane of the same bin.
INLINE tcf_z of_lane(tcf_z a, tcf_u32 lane) {
  const tcf_z b = {__shfl_sync(0xffffffffu, a.re, (int)lane, TCF_SPARSE_PHASES),
                   __shfl_sync(0xffffffffu, a.im, (int)lane, TCF_SPARSE_PHASES)};
  return b;
}

// Over a bin's lanes.
template <int N>
INLINE void sum_lanes(tcf_z (&a)[N]) {
  UNROLL
  for (int bit = TCF_SPARSE_PHASES / 2; bit; bit >>= 1) UNROLL
  for (int i = 0; i < N; i++) a[i] = z_add(a[i], other_lane(a[i], bit));
}

// ------------------------------------------------------------------------------------------------ one tone

// One tone of a bin; the same in its lanes but for what is left of the values without it.
template <class P>
struct lane_tone {
  tcf_u32 frequency;
  tcf_z amplitude;
  bin_values<P> left;
  float energy, rest;  // as in tcf_decoded
};

// Refines turns by those between the first group and another, which that group's number of a lane knows.
template <class P>
INLINE double refine_turns(double turns, double phase) {
  const tcf_hash &h = memory_of<P>().s.hash;
  UNROLL
  for (tcf_u32 g = 1; g < P::groups; g++) {
    const double here = __shfl_sync(0xffffffffu, phase, (int)g, TCF_SPARSE_PHASES);
    turns += turns_left(here - turns * (double)h.delay[g]) * h.per_delay[g];
  }
  return turns;
}

// The frequency of a bin that is nearest.
template <class P>
INLINE tcf_u32 frequency_in_bin(tcf_u32 bin, double turns) {
  const tcf_hash &h = memory_of<P>().s.hash;
  const tcf_i32 digit = (tcf_i32)floor((turns_left(turns) * (double)h.n - (double)bin) * h.per_bin + 0.5);
  const tcf_u32 step = (tcf_u32)h.step, whole = (tcf_u32)(digit < 0 ? digit + (tcf_i32)step : digit);
  return bin + (tcf_u32)h.bins * (whole >= step ? whole - step : whole);
}

// What a tone of amplitude 1 adds to the lane's values.
template <class P>
INLINE bin_values<P> unit_values(tcf_u32 frequency) {
  const cluster_state &s = memory_of<P>().s;
  bin_values<P> w;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++)
    w.at[g] = unit_root<P>(turns_at(s, frequency, s.hash.start + s.hash.delay[g] + phase_of_lane()));
  return w;
}

// The sum of v conj(w).
template <class P>
INLINE tcf_z correlate(const bin_values<P> &v, const bin_values<P> &w) {
  tcf_z sum = {0, 0};
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) sum = z_add(sum, z_mul_conj(v.at[g], w.at[g]));
  return sum;
}

template <class P>
INLINE float power_of_values(const bin_values<P> &v) {
  float sum = 0;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) sum += z_norm(v.at[g]);
  return sum;
}

// Of several numbers, one for each group, the lane's: that of the group of its own number.
template <class P>
INLINE tcf_z pick_by_lane(const tcf_z (&all)[P::groups]) {
  tcf_z mine = all[0];
  UNROLL
  for (tcf_u32 g = 1; g < P::groups; g++)
    if (phase_of_lane() == g) mine = all[g];
  return mine;
}

template <class P>
static __device__ lane_tone<P> read_tone(tcf_u32 bin, const bin_values<P> &v) {
  constexpr float VALUES = P::groups * TCF_SPARSE_PHASES;
  tcf_z phase[P::groups];  // between neighbours; between the first group and each other one
  phase[0].re = phase[0].im = 0;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    const tcf_z next = of_lane(v.at[g], phase_of_lane() + 1);
    if (phase_of_lane() + 1 < TCF_SPARSE_PHASES) phase[0] = z_add(phase[0], z_mul_conj(next, v.at[g]));
    if (g) phase[g] = z_mul_conj(v.at[g], v.at[0]);
  }
  sum_lanes(phase);
  const double mine = turns_of(pick_by_lane<P>(phase));
  const double turns = refine_turns<P>(__shfl_sync(0xffffffffu, mine, 0, TCF_SPARSE_PHASES), mine);
  lane_tone<P> t;
  t.frequency = frequency_in_bin<P>(bin, turns);
  const bin_values<P> w = unit_values<P>(t.frequency);
  tcf_z sum[1] = {correlate<P>(v, w)};
  sum_lanes(sum);
  t.amplitude = z_scale(sum[0], 1 / VALUES);
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) t.left.at[g] = z_sub(v.at[g], z_mul(w.at[g], t.amplitude));
  tcf_z powers[1] = {{power_of_values<P>(v), power_of_values<P>(t.left)}};
  sum_lanes(powers);
  t.energy = powers[0].re * (1 / VALUES);
  t.rest = powers[0].im * (1 / (VALUES - 1));
  return t;
}

// ------------------------------------------------------------------------------------------------ two tones

// The sums of sparse/decode.h's predict_turns, by the lanes that have two more phases behind them.
template <class P>
INLINE int predict_by_lanes(const bin_values<P> &v, double turns[2]) {
  double sum[TCF_PREDICTING] = {0}, one[TCF_PREDICTING];
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    predict_sums(v.at[g], of_lane(v.at[g], phase_of_lane() + 1), of_lane(v.at[g], phase_of_lane() + 2), one);
    UNROLL
    for (int i = 0; i < TCF_PREDICTING; i++) sum[i] += phase_of_lane() + 2 < TCF_SPARSE_PHASES ? one[i] : 0;
  }
  // Two lanes have sums.
  UNROLL
  for (int i = 0; i < TCF_PREDICTING; i++) {
    sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], 1);
    sum[i] = __shfl_sync(0xffffffffu, sum[i], 0, TCF_SPARSE_PHASES);
  }
  return predict_roots(sum, turns);
}

INLINE tcf_u32 fixed_turns(double turns) { return (tcf_u32)(tcf_i64)(turns * 4294967296.); }

// The amplitudes of two tones at the first sample of each group, by its four samples and what is known of their angles.
template <class P>
INLINE bool split_groups(const bin_values<P> &v, const double turns[2], tcf_z (&first)[P::groups], tcf_z (&second)[P::groups]) {
  const tcf_z w[2] = {unit_root<P>(fixed_turns(turns[0]) * phase_of_lane()),
                      unit_root<P>(fixed_turns(turns[1]) * phase_of_lane())};
  tcf_z cross[1] = {z_mul_conj(w[1], w[0])};
  sum_lanes(cross);
  bool there = true;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    tcf_z u[2] = {z_mul_conj(v.at[g], w[0]), z_mul_conj(v.at[g], w[1])}, out[2];
    sum_lanes(u);
    there &= split_two(TCF_SPARSE_PHASES, cross[0], u, out) > 0;
    first[g] = out[0];
    second[g] = out[1];
  }
  return there;
}

// The frequency of one of two tones by its amplitudes in all groups.
template <class P>
INLINE tcf_u32 frequency_of_one(tcf_u32 bin, double turns, const tcf_z (&amplitude)[P::groups]) {
  tcf_z phase[P::groups];
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) phase[g] = z_mul_conj(amplitude[g], amplitude[0]);
  return frequency_in_bin<P>(bin, refine_turns<P>(turns, turns_of(pick_by_lane<P>(phase))));
}

struct lane_pair {
  tcf_u32 frequency[2];
  tcf_z amplitude[2];
  float rest, variance;  // as in tcf_pair
};

// false: the bin holds no two tones that can be told apart.
template <class P>
static __device__ bool read_pair(tcf_u32 bin, const bin_values<P> &v, lane_pair *p) {
  constexpr float VALUES = P::groups * TCF_SPARSE_PHASES;
  double turns[2] = {0, 0};
  tcf_z first[P::groups], second[P::groups];
  bool there = predict_by_lanes<P>(v, turns) != 0;
  there &= split_groups<P>(v, turns, first, second);
  p->frequency[0] = frequency_of_one<P>(bin, turns[0], first);
  p->frequency[1] = frequency_of_one<P>(bin, turns[1], second);
  const bin_values<P> w[2] = {unit_values<P>(p->frequency[0]), unit_values<P>(p->frequency[1])};
  tcf_z sum[3] = {correlate<P>(v, w[0]), correlate<P>(v, w[1]), correlate<P>(w[1], w[0])};
  sum_lanes(sum);
  p->variance = split_two(VALUES, sum[2], sum, p->amplitude);
  bin_values<P> left;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++)
    left.at[g] = z_sub(v.at[g], z_add(z_mul(w[0].at[g], p->amplitude[0]), z_mul(w[1].at[g], p->amplitude[1])));
  tcf_z rest[1] = {{power_of_values<P>(left), 0}};
  sum_lanes(rest);
  p->rest = rest[0].re * (1 / (VALUES - 2));
  return there && p->variance > 0;
}

// ------------------------------------------------------------------------------------------------ a bin

// Adds a tone to the block's list in all blocks, which the bin's lanes share. `give`, and the rest, are the same in all of
// them.
template <class P>
static __device__ __noinline__ bool give_tone(bool give, tcf_u32 frequency, tcf_z amplitude) {
  typedef cluster_sizes<P> S;
  cluster_memory<P> &m = memory_of<P>();
  tcf_u32 i = S::ROOM;
  if (give && phase_of_lane() == 0) i = atomicAdd(&m.s.mine.tones, 1u);
  i = __shfl_sync(0xffffffffu, i, 0, TCF_SPARSE_PHASES);
  if (!give || i >= S::ROOM) return false;
  const cluster_tone t = {frequency, 0, amplitude};
  UNROLL
  for (tcf_u32 b = phase_of_lane(); b < S::COUNT; b += TCF_SPARSE_PHASES)
    write_block<S::COUNT>(&m.list[this_block<P>()][i], t, b);
  if (phase_of_lane()) return true;
  const double power = power_of(amplitude);
  if (frequency <= m.s.highest) atomicAdd(&m.s.mine.given, 1u);
  atomicAdd(&m.s.mine.power, power);
  atomicMin(&m.s.mine.least, key_of(power));
  atomicMax(&m.s.mine.largest, key_of(power));
  return true;
}

// Makes the largest value of the bin about 1 by a power of two. Returns its inverse.
template <class P>
INLINE float scale_values(bin_values<P> &v) {
  float most = 0;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) most = fmaxf(most, fmaxf(fabsf(v.at[g].re), fabsf(v.at[g].im)));
  most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 1));
  most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, 2));
  const tcf_u32 exponent = min(max(tcf_float_bits(most) >> 23, 2u), 252u);
  const float scale = tcf_bits_float((254 - exponent) << 23);
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) v.at[g] = z_scale(v.at[g], scale);
  return tcf_bits_float(exponent << 23);
}

// Two tones, the weaker of which may be what rounding left of the other. Returns whether they are all that the bin holds.
template <class P>
static __device__ __noinline__ bool take_pair(const bin_limits &most, tcf_u32 bin, const bin_values<P> &v, float unit,
                                              double energy, bool wanted) {
  lane_pair p;
  bool taken = read_pair<P>(bin, v, &p) && wanted && (double)p.rest * unit * unit <= most.single + 1e-12 * energy;
  UNROLL
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
static __device__ bool read_bin(const bin_limits &most, tcf_u32 bin, tcf_u32 at, bool there) {
  enum { MOST = 4 };
  bin_values<P> v;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    const float2 value = memory_of<P>().bin[at].value[g * TCF_SPARSE_PHASES + phase_of_lane()];
    v.at[g].re = there ? value.x : 0;
    v.at[g].im = there ? value.y : 0;
  }
  const float unit = scale_values<P>(v);
  const double square = (double)unit * unit;
  tcf_u32 before = ~0u;
  bool reading = there, understood = false;
#pragma unroll 1
  for (int taken = 0; taken < MOST && __any_sync(0xffffffffu, reading); taken++) {
    const lane_tone<P> t = read_tone<P>(bin, v);
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
