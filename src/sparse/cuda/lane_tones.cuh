// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads one or two tones of a comb's bin by four lanes of a warp, one a phase: what decode_comb and decode_pair of
// sparse/decode.h do one value after the other, with turns in whole numbers, which wrap around as turns do. All lanes of a
// warp go through the same steps, eight bins at a time.
#ifndef TCFFT_SPARSE_CUDA_LANE_TONES_CUH
#define TCFFT_SPARSE_CUDA_LANE_TONES_CUH

#include "sparse/cuda/look.cuh"

// Four neighbouring lanes read a bin: each has one phase's values of all groups.
template <class L>
struct bin_values {
  tcf_z at[L::GROUPS];
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

// Over 2 * FIRST neighbouring lanes.
template <int FIRST, int N>
INLINE void sum_over_lanes(tcf_z (&a)[N]) {
  UNROLL
  for (int bit = FIRST; bit; bit >>= 1) UNROLL
  for (int i = 0; i < N; i++) a[i] = z_add(a[i], other_lane(a[i], bit));
}

// Over a bin's lanes.
template <int N>
INLINE void sum_lanes(tcf_z (&a)[N]) {
  sum_over_lanes<TCF_SPARSE_PHASES / 2>(a);
}

// ------------------------------------------------------------------------------------------------ one tone

// One tone of a bin; the same in its lanes but for what is left of the values without it.
template <class L>
struct lane_tone {
  tcf_u32 frequency;
  tcf_z amplitude;
  bin_values<L> left;
  float energy, rest;  // as in tcf_decoded
};

// The argument of a, in units of 2^-32 turns.
INLINE tcf_i32 fixed_turns(tcf_z a) {
  return (tcf_i32)fminf(atan2f(a.im, a.re) * (4294967296.f / 6.283185307f), 2147483520.f);
}

// Refines turns by those between the first group and each other one, which wrap around as whole numbers do.
template <class L, int FROM = 1>
INLINE tcf_i32 refine_turns(tcf_i32 turns, const tcf_i32 (&phase)[L::GROUPS]) {
  const look_state &s = L::state();
  UNROLL
  for (tcf_u32 g = FROM; g < L::GROUPS; g++)
    turns += (tcf_i32)((float)(tcf_i32)((tcf_u32)phase[g] - (tcf_u32)turns * s.delay[g]) * s.per_delay[g]);
  return turns;
}

static COMPILED tcf_u32 bits_of_number(tcf_u32 x) { return x > 1 ? 1 + bits_of_number(x / 2) : 0; }

// The frequency of a bin that is nearest. The number of bins is a power of two.
template <class L>
INLINE tcf_u32 frequency_in_bin(tcf_u32 bin, tcf_i32 turns) {
  constexpr tcf_u32 ALL = L::ALL;
  const look_state &s = L::state();
  const tcf_hash &h = s.hash;
  if constexpr (L::POWER) {  // turns wrap around as frequencies do
    constexpr tcf_u32 BITS = bits_of_number(ALL);
    const tcf_u32 shift = BITS + (tcf_u32)s.turns_shift;
    return bin + ((((tcf_u32)turns - (bin << s.turns_shift) + (1u << (shift - 1))) >> shift) << BITS);
  }
  const tcf_i64 above = (tcf_i64)turns * (tcf_i64)h.n - ((tcf_i64)bin << 32);  // the bin, times 2^32
  const tcf_i32 digit = (tcf_i32)((above / (tcf_i64)ALL + ((tcf_i64)1 << 31)) >> 32), step = (tcf_i32)h.step;
  return bin + ALL * (tcf_u32)(digit < 0 ? digit + step : digit >= step ? digit - step : digit);
}

// What a tone of amplitude 1 adds to the lane's values.
template <class L>
INLINE bin_values<L> unit_values(tcf_u32 frequency) {
  const look_state &s = L::state();
  bin_values<L> w;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const tcf_u64 from = L::POWER ? s.from[g] : s.hash.start + s.hash.delay[g];
    w.at[g] = unit_root<L>(turns_at<L>(frequency, from + phase_of_lane()));
  }
  return w;
}

// The sum of v conj(w).
template <class L>
INLINE tcf_z correlate(const bin_values<L> &v, const bin_values<L> &w) {
  tcf_z sum = {0, 0};
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) sum = z_add(sum, z_mul_conj(v.at[g], w.at[g]));
  return sum;
}

template <class L>
INLINE float power_of_values(const bin_values<L> &v) {
  float sum = 0;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) sum += z_norm(v.at[g]);
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

template <class L>
static __device__ lane_tone<L> read_tone(tcf_u32 bin, const bin_values<L> &v) {
  constexpr float VALUES = L::GROUPS * TCF_SPARSE_PHASES;
  tcf_z phase[L::GROUPS];  // between neighbours; between the first group and each other one
  phase[0].re = phase[0].im = 0;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const tcf_z next = of_lane(v.at[g], phase_of_lane() + 1);
    if (phase_of_lane() + 1 < TCF_SPARSE_PHASES) phase[0] = z_add(phase[0], z_mul_conj(next, v.at[g]));
    if (g) phase[g] = z_mul_conj(v.at[g], v.at[0]);
  }
  sum_lanes(phase);
  tcf_i32 turns[L::GROUPS];
  turns_by_lanes(phase, turns);
  lane_tone<L> t;
  t.frequency = frequency_in_bin<L>(bin, refine_turns<L>(turns[0], turns));
  const bin_values<L> w = unit_values<L>(t.frequency);
  tcf_z sum[1] = {correlate<L>(v, w)};
  sum_lanes(sum);
  t.amplitude = z_scale(sum[0], 1 / VALUES);
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) t.left.at[g] = z_sub(v.at[g], z_mul(w.at[g], t.amplitude));
  tcf_z powers[1] = {{power_of_values<L>(v), power_of_values<L>(t.left)}};
  sum_lanes(powers);
  t.energy = powers[0].re * (1 / VALUES);
  t.rest = powers[0].im * (1 / (VALUES - 1));
  return t;
}

// ------------------------------------------------------------------------------------------------ two tones

// The steps of two tones; see sparse/decode.h. The lanes that have two more phases behind them have the sums. *unpredicted:
// the power of what two tones' steps do not predict of the samples. The values are those of a place, times `scale`: in a
// loop, whose code takes a third of the time to fetch.
template <class L>
INLINE bool predict_by_lanes(tcf_u32 place, float scale, tcf_z (&step)[2], float *unpredicted) {
  double sum[TCF_PREDICTING + 1] = {0}, one[TCF_PREDICTING], left;
#pragma unroll 1
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const float2 value = L::value(place, g * TCF_SPARSE_PHASES + phase_of_lane());
    const tcf_z v = {value.x * scale, value.y * scale}, last = of_lane(v, phase_of_lane() + 2);
    predict_sums(v, of_lane(v, phase_of_lane() + 1), last, one);
    UNROLL
    for (int i = 0; i < TCF_PREDICTING; i++) sum[i] += one[i];
    sum[TCF_PREDICTING] += (double)last.re * last.re + (double)last.im * last.im;
  }
  UNROLL
  for (int i = 0; i <= TCF_PREDICTING; i++)
    sum[i] = __shfl_sync(0xffffffffu, sum[i], 0, TCF_SPARSE_PHASES) + __shfl_sync(0xffffffffu, sum[i], 1, TCF_SPARSE_PHASES);
  step[0].re = step[1].re = 1;
  step[0].im = step[1].im = 0;
  const bool there = predict_steps(sum, sum[TCF_PREDICTING], step, &left) != 0;
  *unpredicted = (float)left;
  return there;
}

// How the amplitudes of two tones turn from the first group to each other one, by its four samples and what is known of
// their angles: [0] and [1] for the first of them.
template <class L>
INLINE bool split_groups(const bin_values<L> &v, const tcf_i32 (&turns)[2], tcf_z (&ratio)[2 * (L::GROUPS - 1)]) {
  const tcf_z w = unit_root<L>((tcf_u32)turns[0] * phase_of_lane()),
              more = z_sub(unit_root<L>((tcf_u32)turns[1] * phase_of_lane()), w);
  tcf_z sum[2 * L::GROUPS + 2], out[L::GROUPS][2];
  sum[2 * L::GROUPS] = z_mul_conj(more, w);
  sum[2 * L::GROUPS + 1] = tcf_z{z_norm(more), 0};
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    sum[2 * g] = z_mul_conj(v.at[g], w);
    sum[2 * g + 1] = z_mul_conj(v.at[g], more);
  }
  sum_lanes(sum);
  bool there = true;
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    there &= split_by_difference(TCF_SPARSE_PHASES, sum[2 * L::GROUPS], sum[2 * L::GROUPS + 1].re, sum + 2 * g, out[g]) != 0;
    if (!g) continue;
    ratio[2 * g - 2] = z_mul_conj(out[g][0], out[0][0]);
    ratio[2 * g - 1] = z_mul_conj(out[g][1], out[0][1]);
  }
  return there;
}

// Refines the turns of two tones by all groups, where they are to be refined.
template <class L>
INLINE bool refine_pair(const bin_values<L> &v, bool wanted, tcf_i32 (&turns)[2]) {
  tcf_z ratio[2 * (L::GROUPS - 1)];
  tcf_i32 between[2 * (L::GROUPS - 1)];
  const bool there = split_groups<L>(v, turns, ratio);
  turns_by_lanes(ratio, between);
  UNROLL
  for (int i = 0; i < 2; i++) {
    tcf_i32 phase[L::GROUPS];
    UNROLL
    for (tcf_u32 g = 1; g < L::GROUPS; g++) phase[g] = between[2 * (g - 1) + i];
    const tcf_i32 refined = refine_turns<L>(turns[i], phase);
    if (wanted) turns[i] = refined;
  }
  return there | !wanted;
}

// Tones of a bin; variance and rest as in tcf_pair.
template <int N>
struct lane_tones {
  tcf_u32 frequency[N];
  tcf_z amplitude[N];
  float variance[N], rest;
};

// Of two tones in noise of power 1 a value, what the steps do not predict of six samples: a step's coefficients are 2 and 1
// at most, so that the noise of three samples is in one, and then twice as much amplitude.
static constexpr float MOST_UNPREDICTED = 4 * 6 * (1 + 4 + 1);

// Neighbours tell the steps of tones without noise well enough that the other groups need not tell them better. Whether they
// did: each tone stands so far above what is left that no other frequency of the bin would leave as little. (The frequency
// next to a tone's would leave a hundredth of its power: in the last group, by whose delay the two are told apart.)
template <int N>
INLINE bool are_exact(const lane_tones<N> &p, float noise) {
  bool exact = p.rest <= noise;
  UNROLL
  for (int i = 0; i < N; i++) exact &= z_norm(p.amplitude[i]) >= 4096 * noise;
  return exact;
}

// Amplitudes of a larger variance, as in tcf_pair, are not as exact as FP32 when the equations have been solved once.
static constexpr float MOST_AT_ONCE = 2;

// The amplitudes of two tones of these frequencies, and what they leave. Returns whether the tones can be told apart.
template <class L>
INLINE bool fit_pair(const bin_values<L> &v, float noise, lane_tones<2> *p) {
  constexpr float VALUES = L::GROUPS * TCF_SPARSE_PHASES;
  const bin_values<L> w[2] = {unit_values<L>(p->frequency[0]), unit_values<L>(p->frequency[1])};
  bin_values<L> left = v;
  p->amplitude[0] = p->amplitude[1] = tcf_z{0, 0};
  bool there = true;
  // The equations of tones that are alike are nearly singular: a second turn takes what rounding left in the first.
#pragma unroll 1
  for (int turn = 0; turn < 2; turn++) {
    tcf_z sum[3] = {correlate<L>(left, w[0]), correlate<L>(left, w[1]), correlate<L>(w[1], w[0])}, more[2] = {};
    sum_lanes(sum);
    p->variance[0] = p->variance[1] = split_two(VALUES, sum[2], sum, more);
    UNROLL
    for (int i = 0; i < 2; i++) p->amplitude[i] = z_add(p->amplitude[i], more[i]);
    UNROLL
    for (tcf_u32 g = 0; g < L::GROUPS; g++)
      left.at[g] = z_sub(left.at[g], z_add(z_mul(w[0].at[g], more[0]), z_mul(w[1].at[g], more[1])));
    tcf_z rest[1] = {{power_of_values<L>(left), 0}};
    sum_lanes(rest);
    p->rest = rest[0].re * (1 / (VALUES - 2));
    there = p->variance[0] > 0;
    if (!__any_sync(0xffffffffu, there && (p->rest > noise || p->variance[0] > MOST_AT_ONCE))) break;
  }
  return there;
}

// false: the bin holds no two tones that can be told apart. noise: the most that they may be in. Bins of more tones, which
// their steps tell in a fifth of the time, are not waited for.
template <class L>
static __device__ bool read_pair(tcf_u32 bin, tcf_u32 place, float scale, const bin_values<L> &v, float noise, bool wanted,
                                 lane_tones<2> *p) {
  tcf_z step[2];
  tcf_i32 turns[2];
  float unpredicted;
  bool there = wanted & predict_by_lanes<L>(place, scale, step, &unpredicted);
  there &= unpredicted <= L::GROUPS * (MOST_UNPREDICTED / 3) * noise;
  if (!__any_sync(0xffffffffu, there)) return false;
  turns_by_lanes(step, turns);
  bool exact = !there;
#pragma unroll 1
  for (int refined = 0; refined < 2; refined++) {
    if (refined) there &= refine_pair<L>(v, !exact, turns);
    UNROLL
    for (int i = 0; i < 2; i++) p->frequency[i] = frequency_in_bin<L>(bin, turns[i]);
    const bool apart = fit_pair<L>(v, noise, p);
    if (refined) return there & apart;
    exact |= apart && are_exact(*p, noise);
    if (__all_sync(0xffffffffu, exact)) break;
  }
  return there;
}

#endif
