// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads the tones of a comb's bin by four lanes of a warp, one a phase: what decode_comb and decode_pair of sparse/decode.h do
// one value after the other, with turns in whole numbers, which wrap around as turns do. All lanes of a warp go through the
// same steps, eight bins at a time.
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

// The argument of a, in units of 2^-32 turns.
static __device__ __noinline__ tcf_i32 fixed_turns(tcf_z a) {
  return (tcf_i32)fminf(atan2f(a.im, a.re) * (4294967296.f / 6.283185307f), 2147483520.f);
}

// Refines turns by those between the first group and each other one, which wrap around as whole numbers do.
template <class P>
INLINE tcf_i32 refine_turns(tcf_i32 turns, const tcf_i32 (&phase)[P::groups]) {
  const tcf_hash &h = memory_of<P>().s.hash;
  UNROLL
  for (tcf_u32 g = 1; g < P::groups; g++)
    turns += (tcf_i32)((float)(tcf_i32)((tcf_u32)phase[g] - (tcf_u32)turns * (tcf_u32)h.delay[g]) * (float)h.per_delay[g]);
  return turns;
}

// The frequency of a bin that is nearest. The number of bins is a power of two.
template <class P>
INLINE tcf_u32 frequency_in_bin(tcf_u32 bin, tcf_i32 turns) {
  constexpr tcf_u32 ALL = P::bins * P::cluster;
  const tcf_hash &h = memory_of<P>().s.hash;
  const tcf_i64 above = (tcf_i64)turns * (tcf_i64)h.n - ((tcf_i64)bin << 32);  // the bin, times 2^32
  const tcf_i32 digit = (tcf_i32)((above / (tcf_i64)ALL + ((tcf_i64)1 << 31)) >> 32), step = (tcf_i32)h.step;
  return bin + ALL * (tcf_u32)(digit < 0 ? digit + step : digit >= step ? digit - step : digit);
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

// The turns of so many numbers, which a bin's lanes share.
template <int N>
INLINE void turns_by_lanes(const tcf_z (&all)[N], tcf_i32 (&turns)[N]) {
  UNROLL
  for (int first = 0; first < N; first += TCF_SPARSE_PHASES) {
    tcf_z mine = all[first];
    UNROLL
    for (int i = first + 1; i < first + TCF_SPARSE_PHASES && i < N; i++)
      if ((int)phase_of_lane() == i - first) mine = all[i];
    const tcf_i32 here = fixed_turns(mine);
    UNROLL
    for (int i = first; i < first + TCF_SPARSE_PHASES && i < N; i++)
      turns[i] = __shfl_sync(0xffffffffu, here, i - first, TCF_SPARSE_PHASES);
  }
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
  tcf_i32 turns[P::groups];
  turns_by_lanes(phase, turns);
  lane_tone<P> t;
  t.frequency = frequency_in_bin<P>(bin, refine_turns<P>(turns[0], turns));
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

// The steps of two tones; see sparse/decode.h. The lanes that have two more phases behind them have the sums.
template <class P>
INLINE bool predict_by_lanes(const bin_values<P> &v, tcf_z (&step)[2]) {
  double sum[TCF_PREDICTING] = {0}, one[TCF_PREDICTING];
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    predict_sums(v.at[g], of_lane(v.at[g], phase_of_lane() + 1), of_lane(v.at[g], phase_of_lane() + 2), one);
    UNROLL
    for (int i = 0; i < TCF_PREDICTING; i++) sum[i] += one[i];
  }
  UNROLL
  for (int i = 0; i < TCF_PREDICTING; i++)
    sum[i] = __shfl_sync(0xffffffffu, sum[i], 0, TCF_SPARSE_PHASES) + __shfl_sync(0xffffffffu, sum[i], 1, TCF_SPARSE_PHASES);
  step[0].re = step[1].re = 1;
  step[0].im = step[1].im = 0;
  return predict_steps(sum, step) != 0;
}

// How the amplitudes of two tones turn from the first group to each other one, by its four samples and what is known of their
// angles: [0] and [1] for the first of them.
template <class P>
INLINE bool split_groups(const bin_values<P> &v, const tcf_i32 (&turns)[2], tcf_z (&ratio)[2 * (P::groups - 1)]) {
  const tcf_z w[2] = {unit_root<P>((tcf_u32)turns[0] * phase_of_lane()), unit_root<P>((tcf_u32)turns[1] * phase_of_lane())};
  tcf_z sum[2 * P::groups + 1], out[P::groups][2];
  sum[2 * P::groups] = z_mul_conj(w[1], w[0]);
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    sum[2 * g] = z_mul_conj(v.at[g], w[0]);
    sum[2 * g + 1] = z_mul_conj(v.at[g], w[1]);
  }
  sum_lanes(sum);
  bool there = true;
  UNROLL
  for (tcf_u32 g = 0; g < P::groups; g++) {
    there &= split_two(TCF_SPARSE_PHASES, sum[2 * P::groups], sum + 2 * g, out[g]) > 0;
    if (!g) continue;
    ratio[2 * g - 2] = z_mul_conj(out[g][0], out[0][0]);
    ratio[2 * g - 1] = z_mul_conj(out[g][1], out[0][1]);
  }
  return there;
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
  tcf_z step[2], ratio[2 * (P::groups - 1)];
  tcf_i32 turns[2], between[2 * (P::groups - 1)];
  bool there = predict_by_lanes<P>(v, step);
  turns_by_lanes(step, turns);
  there &= split_groups<P>(v, turns, ratio);
  turns_by_lanes(ratio, between);
  UNROLL
  for (int i = 0; i < 2; i++) {
    tcf_i32 phase[P::groups];
    UNROLL
    for (tcf_u32 g = 1; g < P::groups; g++) phase[g] = between[2 * (g - 1) + i];
    p->frequency[i] = frequency_in_bin<P>(bin, refine_turns<P>(turns[i], phase));
  }
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
