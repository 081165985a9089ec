// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads three tones of a comb's bin, whose first two groups are eight neighbouring samples: these predict each other by a
// polynomial of degree three (Prony), whose roots are the tones' steps from sample to sample. The other groups tell the
// steps more exactly, as those of one tone and of two.
#ifndef TCFFT_SPARSE_CUDA_LANE_THREE_CUH
#define TCFFT_SPARSE_CUDA_LANE_THREE_CUH

#include "sparse/cuda/lane_tones.cuh"

INLINE z_double zd_of_lane(z_double a, tcf_u32 lane) {
  return z_double{__shfl_sync(0xffffffffu, a.re, (int)lane, TCF_SPARSE_PHASES),
                  __shfl_sync(0xffffffffu, a.im, (int)lane, TCF_SPARSE_PHASES)};
}

// What three tones' steps do not predict of six samples in noise of power 1 a value: their polynomial's coefficients are 3,
// 3 and 1 at most; and then three times as much amplitude.
static constexpr float MOST_UNPREDICTED_OF_THREE = 9 * 6 * (1 + 9 + 9 + 1);

// The polynomial's coefficients from the lowest one: least squares over the five quadruples of eight neighbours, and that of
// each later group, in which tones that are alike and hide each other in the first may not do so. Returns whether it
// predicts them: not where the bin holds more tones.
template <class L>
INLINE bool predict_by_neighbours(const bin_values<L> &v, float noise, z_double (&c)[3]) {
  three_equations e;
  z_double y[4];
  double inverse[3], left = 0;
  clear_three(&e);
  UNROLL
  for (tcf_u32 i = 0; i < 4; i++) y[i] = zd(of_lane(v.at[0], i));
#pragma unroll 1
  for (tcf_u32 t = 0; t < 5; t++) {
    predict_three(&e, y);
    left += zd_norm(y[3]);
    UNROLL
    for (int i = 0; i < 3; i++) y[i] = y[i + 1];
    y[3] = zd(of_lane(v.at[1], t));  // behind the last neighbour it is not used
  }
  UNROLL
  for (tcf_u32 g = 2; g < L::GROUPS; g++) {
    UNROLL
    for (tcf_u32 i = 0; i < 4; i++) y[i] = zd(of_lane(v.at[g], i));
    predict_three(&e, y);
    left += zd_norm(y[3]);
  }
  const bool there = solve_three(&e, TCF_LEAST_PREDICTING, c, inverse);
  // Rounding of nearly singular equations is what their solution's variance tells.
  double rounding = 0, predicted = 0;
  UNROLL
  for (int i = 0; i < 3; i++) {
    rounding = fmax(rounding, 1e-12 * e.diagonal[i] * inverse[i]);
    predicted += zd_mul_conj(e.right[i], c[i]).re;
  }
  return there && left * (1 - rounding) - predicted <= MOST_UNPREDICTED_OF_THREE * noise;
}

// The search for roots is over where a step's square is below this: the next one's would be its square, about.
static constexpr float NEAR_ROOT = 1e-9f;
static constexpr double AT_ROOT = 1e-17;

// What root_error tells, in FP32.
INLINE tcf_z root_error_in_fp32(const tcf_z (&c)[3], tcf_z z, tcf_z one, tcf_z two) {
  const tcf_z others = z_mul(z_sub(z, one), z_sub(z, two));
  const tcf_z p = z_add(z_mul(z_add(z_mul(z_add(z, c[2]), z), c[1]), z), c[0]);
  return z_scale(z_mul_conj(p, others), 1 / fmaxf(z_norm(others), 1e-30f));
}

// The roots of z^3 + c[2] z^2 + c[1] z + c[0], one a lane, the first one twice: all at once, each by what the others leave
// of the polynomial (Durand and Kerner). FP32 is exact enough for tones that are not alike, and takes a third of the time.
// there: the bin has such a polynomial; others are not waited for.
static __device__ tcf_z roots_by_lanes(const z_double (&c)[3], bool there) {
  const tcf_u32 i = phase_of_lane() % 3;
  const tcf_z a[3] = {{(float)c[0].re, (float)c[0].im}, {(float)c[1].re, (float)c[1].im}, {(float)c[2].re, (float)c[2].im}};
  tcf_z z = {(float)first_root((int)i).re, (float)first_root((int)i).im};
  float step = there;
#pragma unroll 1
  for (int turn = 0; turn < TCF_ROOT_TURNS / 2 && __any_sync(0xffffffffu, step > NEAR_ROOT); turn++) {
    const tcf_z by = root_error_in_fp32(a, z, of_lane(z, (i + 1) % 3), of_lane(z, (i + 2) % 3));
    z = z_sub(z, by);
    if (there) step = z_norm(by);
  }
  return z;
}

// The same in FP64, from what FP32 found.
static __device__ __noinline__ tcf_z exact_roots_by_lanes(const z_double (&c)[3], tcf_z near, bool there) {
  const tcf_u32 i = phase_of_lane() % 3;
  z_double z = z_norm(near) < 16 ? zd(near) : first_root((int)i);  // what is no number is not
  double step = there;
#pragma unroll 1
  for (int turn = 0; turn < TCF_ROOT_TURNS && __any_sync(0xffffffffu, step > AT_ROOT); turn++) {
    const z_double by = root_error(c, z, zd_of_lane(z, (i + 1) % 3), zd_of_lane(z, (i + 2) % 3));
    z = zd_sub(z, by);
    if (there) step = zd_norm(by);
  }
  return tcf_z{(float)z.re, (float)z.im};
}

// The turns of three roots, of which each lane has one.
INLINE void turns_of_roots(tcf_z root, bool wanted, tcf_i32 (&turns)[3]) {
  const tcf_i32 here = fixed_turns(root);
  UNROLL
  for (int i = 0; i < 3; i++) {
    const tcf_i32 one = __shfl_sync(0xffffffffu, here, i, TCF_SPARSE_PHASES);
    if (wanted) turns[i] = one;
  }
}

// The equations of least squares for `count` samples.
INLINE three_equations equations_of(double count, const tcf_z *cross, const tcf_z *right) {
  return three_equations{
      {count, count, count}, zd(cross[0]), zd(cross[1]), zd(cross[2]), {zd(right[0]), zd(right[1]), zd(right[2])}};
}

INLINE void add_cross(tcf_z *cross, const tcf_z (&w)[3]) {
  cross[0] = z_add(cross[0], z_mul_conj(w[1], w[0]));
  cross[1] = z_add(cross[1], z_mul_conj(w[2], w[0]));
  cross[2] = z_add(cross[2], z_mul_conj(w[2], w[1]));
}

// How the amplitudes of three tones turn from the first eight samples to each later group: by what is known of their angles.
// [3 (g - 2) + i] for tone i.
template <class L>
INLINE bool split_three(const bin_values<L> &v, const tcf_i32 (&turns)[3], tcf_z (&ratio)[3 * (L::GROUPS - 2)]) {
  constexpr int SETS = L::GROUPS - 1;
  tcf_z sum[6 + 3 * SETS] = {};  // of the crossed tones in eight samples and in four; of each set's values
  tcf_z w[3];
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const tcf_u32 set = g ? g - 1 : 0, at = phase_of_lane() + (g == 1 ? TCF_SPARSE_PHASES : 0);
    if (g < 3) UNROLL
    for (int i = 0; i < 3; i++) w[i] = unit_root<L>((tcf_u32)turns[i] * at);
    if (g < 3) add_cross(sum + (g < 2 ? 0 : 3), w);
    UNROLL
    for (int i = 0; i < 3; i++) sum[6 + 3 * set + i] = z_add(sum[6 + 3 * set + i], z_mul_conj(v.at[g], w[i]));
  }
  sum_lanes(sum);
  z_double first[3], later[3];
  double inverse[3];
  three_equations e = equations_of(2 * TCF_SPARSE_PHASES, sum, sum + 6);
  bool there = solve_three(&e, 1e-9, first, inverse) != 0;
  UNROLL
  for (int set = 1; set < SETS; set++) {
    e = equations_of(TCF_SPARSE_PHASES, sum + 3, sum + 6 + 3 * set);
    there &= solve_three(&e, 1e-9, later, inverse) != 0;
    UNROLL
    for (int i = 0; i < 3; i++) {
      const z_double turn = zd_mul_conj(later[i], first[i]);
      ratio[3 * (set - 1) + i] = tcf_z{(float)turn.re, (float)turn.im};
    }
  }
  return there;
}

// Refines the turns of three tones by the groups behind the neighbours, where they are to be refined.
template <class L>
INLINE bool refine_three(const bin_values<L> &v, bool wanted, tcf_i32 (&turns)[3]) {
  tcf_z ratio[3 * (L::GROUPS - 2)];
  tcf_i32 between[3 * (L::GROUPS - 2)];
  const bool there = split_three<L>(v, turns, ratio);
  turns_by_lanes(ratio, between);
  UNROLL
  for (int i = 0; i < 3; i++) {
    tcf_i32 phase[L::GROUPS];
    UNROLL
    for (tcf_u32 g = 2; g < L::GROUPS; g++) phase[g] = between[3 * (g - 2) + i];
    const tcf_i32 refined = refine_turns<L, 2>(turns[i], phase);
    if (wanted) turns[i] = refined;
  }
  return there | !wanted;
}

// The amplitudes of three tones of these frequencies, and what they leave. Returns whether the tones can be told apart.
template <class L>
INLINE bool fit_three(const bin_values<L> &v, float noise, lane_tones<3> *p) {
  constexpr double VALUES = L::GROUPS * TCF_SPARSE_PHASES;
  bin_values<L> w[3], left = v;
  UNROLL
  for (int i = 0; i < 3; i++) {
    w[i] = unit_values<L>(p->frequency[i]);
    p->amplitude[i] = tcf_z{0, 0};
  }
  bool there = true;
#pragma unroll 1  // the second turn takes what rounding left in the first
  for (int turn = 0; turn < 2; turn++) {
    tcf_z sum[6] = {};
    UNROLL
    for (tcf_u32 g = 0; g < L::GROUPS; g++) {
      const tcf_z all[3] = {w[0].at[g], w[1].at[g], w[2].at[g]};
      add_cross(sum, all);
      UNROLL
      for (int i = 0; i < 3; i++) sum[3 + i] = z_add(sum[3 + i], z_mul_conj(left.at[g], all[i]));
    }
    sum_lanes(sum);
    z_double out[3];
    double inverse[3];
    const three_equations e = equations_of(VALUES, sum, sum + 3);
    there &= solve_three(&e, 1e-6, out, inverse) != 0;
    UNROLL
    for (int i = 0; i < 3; i++) {
      const tcf_z more = {(float)out[i].re, (float)out[i].im};
      p->amplitude[i] = z_add(p->amplitude[i], more);
      p->variance[i] = (float)(VALUES * inverse[i]);
      UNROLL
      for (tcf_u32 g = 0; g < L::GROUPS; g++) left.at[g] = z_sub(left.at[g], z_mul(w[i].at[g], more));
    }
    tcf_z rest[1] = {{power_of_values<L>(left), 0}};
    sum_lanes(rest);
    p->rest = rest[0].re * (float)(1 / (VALUES - 3));
    const float most = fmaxf(fmaxf(p->variance[0], p->variance[1]), p->variance[2]);
    if (!__any_sync(0xffffffffu, there && (p->rest > noise || most > MOST_AT_ONCE))) break;
  }
  return there;
}

// wanted: the bin is asked for. false: it holds no three tones that can be told apart. noise: as for read_pair.
template <class L>
static __device__ bool read_three(tcf_u32 bin, const bin_values<L> &v, float noise, bool wanted, lane_tones<3> *p) {
  static_assert(L::GROUPS > 2, "a group beside the eight neighbours");
  z_double c[3];
  bool there = wanted & predict_by_neighbours<L>(v, noise, c);
  if (!__any_sync(0xffffffffu, there)) return false;
  tcf_z root = roots_by_lanes(c, there);
  tcf_i32 turns[3] = {};
  bool exact = !there;
#pragma unroll 1
  for (int refined = 0; refined < 2; refined++) {
    if (refined) root = exact_roots_by_lanes(c, root, !exact);
    turns_of_roots(root, !refined | !exact, turns);
    if (refined) there &= refine_three<L>(v, !exact, turns);
    UNROLL
    for (int i = 0; i < 3; i++) p->frequency[i] = frequency_in_bin<L>(bin, turns[i]);
    const bool apart = fit_three<L>(v, noise, p);
    if (refined) return there & apart;
    exact |= apart && are_exact(*p, noise);
    if (__all_sync(0xffffffffu, exact)) break;
  }
  return there;
}

#endif
