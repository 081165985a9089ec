// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads four tones of a comb's bin by its four lanes, one tone a lane: eight neighbouring samples predict each other by a
// polynomial of degree four, without an equation to spare, and least squares over all values tell whether that is all that
// the bin holds.
#ifndef TCFFT_SPARSE_CUDA_LANE_FOUR_CUH
#define TCFFT_SPARSE_CUDA_LANE_FOUR_CUH

#include "sparse/cuda/lane_three.cuh"

// Four linear equations by rows, with the right side; lane i finds unknown i.
struct four_equations {
  z_double row[4][4], right[4];
};

// The determinant of the matrix with another column in the place of column `at`, by minors of two rows.
static __device__ __noinline__ z_double determinant(const four_equations &e, tcf_u32 at, const z_double (&column)[4]) {
  z_double m[4][4], upper[6], lower[6];
  UNROLL
  for (tcf_u32 i = 0; i < 4; i++) UNROLL
  for (tcf_u32 j = 0; j < 4; j++) m[i][j] = j == at ? column[i] : e.row[i][j];
  int k = 0;
  UNROLL
  for (int i = 0; i < 4; i++) UNROLL
  for (int j = i + 1; j < 4; j++) {
    upper[k] = zd_sub(zd_mul(m[0][i], m[1][j]), zd_mul(m[0][j], m[1][i]));
    lower[k++] = zd_sub(zd_mul(m[2][i], m[3][j]), zd_mul(m[2][j], m[3][i]));
  }
  z_double sum = {0, 0};
  UNROLL
  for (int i = 0; i < 6; i++) {  // columns 01 02 03 12 13 23, and those that are left; 02 and 13 are odd
    const z_double one = zd_mul(upper[i], lower[5 - i]);
    sum = i == 1 || i == 4 ? zd_sub(sum, one) : zd_add(sum, one);
  }
  return sum;
}

// The lane's unknown. false: the matrix is singular.
static __device__ bool solve_four(const four_equations &e, z_double *out, z_double *inverse) {
  z_double unit[4];
  UNROLL
  for (tcf_u32 i = 0; i < 4; i++) unit[i] = z_double{i == phase_of_lane() ? 1. : 0., 0};
  const z_double all = determinant(e, 4, e.right);
  const double norm = zd_norm(all);
  const bool there = norm > 1e-28;
  const double scale = there ? 1 / norm : 0;
  *out = zd_scale(zd_mul_conj(determinant(e, phase_of_lane(), e.right), all), scale);
  *inverse = zd_scale(zd_mul_conj(determinant(e, phase_of_lane(), unit), all), scale);
  return there;
}

// The lane's coefficient of the polynomial, from the lowest one.
template <class L>
INLINE bool predict_four(const bin_values<L> &v, z_double *c) {
  four_equations e;
  z_double y[8], inverse;
  UNROLL
  for (tcf_u32 i = 0; i < 8; i++) y[i] = zd(of_lane(v.at[i / 4], i % 4));
  UNROLL
  for (int i = 0; i < 4; i++) {
    UNROLL
    for (int j = 0; j < 4; j++) e.row[i][j] = y[i + j];
    e.right[i] = zd_scale(y[i + 4], -1);
  }
  return solve_four(e, c, &inverse);
}

// The lane's root of z^4 + .. + c[0] (Durand and Kerner); see roots_by_lanes.
static __device__ z_double root_of_four(z_double c, bool there) {
  const tcf_u32 i = phase_of_lane();
  const z_double first[4] = {{.8, .6}, {-.9, .4}, {.1, -1.}, {-.3, -.7}};
  z_double z = first[0];
  UNROLL
  for (int k = 1; k < 4; k++)
    if (i == k) z = first[k];
  double step = there;
#pragma unroll 1
  for (int turn = 0; turn < 2 * TCF_ROOT_TURNS && __any_sync(0xffffffffu, step > TCF_ROOT_ENOUGH); turn++) {
    z_double p = {1, 0}, others = {1, 0};
    UNROLL
    for (tcf_u32 k = 0; k < 4; k++) p = zd_add(zd_mul(p, z), zd_of_lane(c, 3 - k));
    UNROLL
    for (tcf_u32 k = 1; k < 4; k++) others = zd_mul(others, zd_sub(z, zd_of_lane(z, (i + k) % 4)));
    const double norm = zd_norm(others);
    const z_double by = zd_scale(zd_mul_conj(p, others), 1 / (norm > 1e-60 ? norm : 1e-60));
    z = zd_sub(z, by);
    if (there) step = zd_norm(by);
  }
  return z;
}

// How the amplitude of the lane's tone turns from the first group to each later one but the second. The polynomial whose
// roots are the other tones' steps tells it from four neighbours, but for a factor that all groups have.
template <class L>
INLINE void split_four(const bin_values<L> &v, tcf_u32 turns, tcf_i32 (&phase)[L::GROUPS]) {
  const tcf_z z = unit_root<L>(turns);
  const tcf_u32 i = phase_of_lane();
  const tcf_z a = of_lane(z, (i + 1) % 4), b = of_lane(z, (i + 2) % 4), d = of_lane(z, (i + 3) % 4);
  const tcf_z ab = z_mul(a, b), both = z_add(a, b);
  const tcf_z two = z_add(ab, z_mul(both, d)), three = z_mul(ab, d), one = z_add(both, d);
  tcf_z first = {0, 0};
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    const tcf_z rest = z_sub(z_mul(two, of_lane(v.at[g], 1)), z_mul(three, of_lane(v.at[g], 0)));
    const tcf_z sum = z_add(z_sub(of_lane(v.at[g], 3), z_mul(one, of_lane(v.at[g], 2))), rest);
    if (g == 0)
      first = sum;
    else if (g == 1)
      first = z_add(first, z_mul_conj(sum, unit_root<L>(TCF_SPARSE_PHASES * turns)));
    else
      phase[g] = fixed_turns(z_mul_conj(sum, first));
  }
}

// The equations of least squares for the values that are left.
template <class L>
INLINE four_equations equations_of_four(const bin_values<L> (&w)[4], const bin_values<L> &left) {
  tcf_z sum[14] = {};
  UNROLL
  for (tcf_u32 g = 0; g < L::GROUPS; g++) {
    int k = 4;
    UNROLL
    for (int i = 0; i < 4; i++) {
      sum[i] = z_add(sum[i], z_mul_conj(left.at[g], w[i].at[g]));
      UNROLL
      for (int j = i + 1; j < 4; j++, k++) sum[k] = z_add(sum[k], z_mul_conj(w[j].at[g], w[i].at[g]));
    }
  }
  sum_lanes(sum);
  four_equations e;
  int k = 4;
  UNROLL
  for (int i = 0; i < 4; i++) {
    e.right[i] = zd(sum[i]);
    e.row[i][i] = z_double{(double)L::GROUPS * TCF_SPARSE_PHASES, 0};
    UNROLL
    for (int j = i + 1; j < 4; j++, k++) {
      e.row[i][j] = zd(sum[k]);
      e.row[j][i] = z_double{sum[k].re, -(double)sum[k].im};
    }
  }
  return e;
}

// wanted: the bin is asked for. false: it holds no four tones that can be told apart.
template <class L>
static __device__ bool read_four(tcf_u32 bin, const bin_values<L> &v, bool wanted, lane_tones<4> *p) {
  constexpr double VALUES = L::GROUPS * TCF_SPARSE_PHASES;
  z_double c;
  bool there = wanted & predict_four<L>(v, &c);
  if (!__any_sync(0xffffffffu, there)) return false;
  const z_double z = root_of_four(c, there);
  const tcf_i32 turns = fixed_turns(tcf_z{(float)z.re, (float)z.im});
  tcf_i32 phase[L::GROUPS];
  split_four<L>(v, (tcf_u32)turns, phase);
  const tcf_u32 here = frequency_in_bin<L>(bin, refine_turns<L, 2>(turns, phase));
  bin_values<L> w[4], left = v;
  UNROLL
  for (int i = 0; i < 4; i++) {
    p->frequency[i] = __shfl_sync(0xffffffffu, here, i, TCF_SPARSE_PHASES);
    p->amplitude[i] = tcf_z{0, 0};
    w[i] = unit_values<L>(p->frequency[i]);
  }
#pragma unroll 1  // the second turn takes what rounding left in the first
  for (int turn = 0; turn < 2; turn++) {
    z_double mine, inverse;
    there &= solve_four(equations_of_four<L>(w, left), &mine, &inverse);
    UNROLL
    for (tcf_u32 i = 0; i < 4; i++) {
      const tcf_z more = of_lane(tcf_z{(float)mine.re, (float)mine.im}, i);
      p->amplitude[i] = z_add(p->amplitude[i], more);
      p->variance[i] = __shfl_sync(0xffffffffu, (float)(VALUES * inverse.re), (int)i, TCF_SPARSE_PHASES);
      UNROLL
      for (tcf_u32 g = 0; g < L::GROUPS; g++) left.at[g] = z_sub(left.at[g], z_mul(w[i].at[g], more));
    }
  }
  tcf_z rest[1] = {{power_of_values<L>(left), 0}};
  sum_lanes(rest);
  p->rest = rest[0].re * (float)(1 / (VALUES - 4));
  return there;
}

#endif
