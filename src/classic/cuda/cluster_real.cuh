// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms by clusters (cluster.cuh): what is different.
//
// The n = 256 R real numbers are columns of 256, R of them, and the columns 2c and 2c + 1 are loaded as one column of
// complex numbers. Results k1 and 256 - k1 of that column are split into those of both real ones, by lanes of a warp; of
// these k1 = 0 .. 127 are sent on. So a transform has 128 rows of R complex points, n / 2 points in all, and row k1 yields
// the bins k1 + 256 k2 below n / 2, and above it the conjugates of the bins n - k1 - 256 k2, which are the results of the
// row 256 - k1. (As in the transforms of Sorensen et al. 1987 no result is computed twice, and there is no pass after the
// transform that would need rows of other blocks.)
//
// Rows 0 and 128 consist of real numbers and share one row, as real and imaginary parts. Of such a pair of 16 numbers the
// first 16 yield a transform of real numbers, and the others one at frequencies k + 1/2, since row 128 has the twiddles
// exp(-2 pi i m / 32): again 16 complex numbers in all (pair16). Numbers 0 and 8 of the first are real ones for all points
// that the second pass takes together, and the same applies to them.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_REAL_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_REAL_CUH

#include "classic/cuda/cluster_shape.cuh"

// ------------------------------------------------------------------------------------------------ columns

// A pair of real numbers, which a plan may have at any stride and a caller at any multiple of 4 bytes.
template <class P>
INLINE void copy_pair(tcf_u32 place, const float *from, tcf_i64 is, bool together) {
  if (P::contiguous_in && together) return copy_element(place, (const float2 *)from);
  copy_number(place, from);
  copy_number(place + 4, from + is);
}

// Twice result k1 = t.row + 16 q of the real columns 2c and 2c + 1, q < 8, from results of the complex column c, of which
// the lane for row 16 - t.row has the one at 256 - k1. Row 0 gets the results 0 and 128, which are real.
INLINE void split_results(C &even, C &odd, const C *v, tcf_u32 row, int q) {
  const C own = v[reversed<16>(q)], mirrored = v[reversed<16>(15 - q)], of_row_0 = v[reversed<16>(q ? 16 - q : 8)];
  const C gives = {row ? mirrored.re : of_row_0.re, row ? mirrored.im : of_row_0.im};
  const int from = (int)((16 - row) % 16);
  const C other = {__shfl_sync(0xffffffffu, gives.re, from, 16), __shfl_sync(0xffffffffu, gives.im, from, 16)};
  even = C{own.re + other.re, own.im - other.im};
  odd = C{own.im + other.im, other.re - own.re};
  if (row || q) return;
  even = C{2.f * own.re, 2.f * other.re};
  odd = C{2.f * own.im, 2.f * other.im};
}

// ------------------------------------------------------------------------------------------------ rows 0 and 128

// Of 16 pairs (a, b) of real numbers: results k of the a, sums of a_m exp(-2 pi i m k / 16), and results k of the b, sums of
// b_m exp(-2 pi i m (k + 1/2) / 16). Number j of what comes out, v[reversed<16>(j)], is result j of the a for j = 1 .. 7,
// result 2 (j - 8) of the b for j = 8 .. 15, and for j = 0 the results 0 and 8 of the a, which are real. The other results
// are conjugates.
INLINE void pair16(C *v) {
  constexpr float COS_32ND = 0.98078528040323044f, SIN_32ND = 0.19509032201612826f;
  C b[8];
  float a[16];
  UNROLL
  for (int m = 0; m < 8; m++) b[m] = C{v[m].im, -v[m + 8].im};
  UNROLL
  for (int m = 0; m < 16; m++) a[m] = v[m].re;
  fused8(b, C{ROOT_HALF, -ROOT_HALF}, C{COS_16TH, -SIN_16TH}, C{COS_32ND, -SIN_32ND}, c_eighth(C{COS_32ND, -SIN_32ND}));
  UNROLL
  for (int p = 0; p < 8; p++) v[reversed<16>(8 + p)] = b[reversed<8>(p)];
  C odd[4], two[2];
  float sum[8];
  UNROLL
  for (int m = 0; m < 8; m++) sum[m] = a[m] + a[m + 8];
  UNROLL
  for (int m = 0; m < 4; m++) odd[m] = C{a[m] - a[m + 8], a[m + 12] - a[m + 4]};
  fused4(odd, C{ROOT_HALF, -ROOT_HALF}, C{COS_16TH, -SIN_16TH});  // results 1, 5, 9 and 13
  v[reversed<16>(1)] = odd[0];
  v[reversed<16>(5)] = odd[reversed<4>(1)];
  v[reversed<16>(7)] = C{odd[reversed<4>(2)].re, -odd[reversed<4>(2)].im};
  v[reversed<16>(3)] = C{odd[reversed<4>(3)].re, -odd[reversed<4>(3)].im};
  UNROLL
  for (int m = 0; m < 2; m++) two[m] = C{sum[m] - sum[m + 4], sum[m + 6] - sum[m + 2]};
  plain2_eighth(two[0], two[1]);  // results 2 and 10
  v[reversed<16>(2)] = two[0];
  v[reversed<16>(6)] = C{two[1].re, -two[1].im};
  const float s0 = sum[0] + sum[4], s1 = sum[1] + sum[5], s2 = sum[2] + sum[6], s3 = sum[3] + sum[7];
  v[reversed<16>(4)] = C{s0 - s2, s3 - s1};
  v[0] = C{s0 + s2 + (s1 + s3), s0 + s2 - (s1 + s3)};
}

// A tile of rows has point j2 of a row at [j2][row ^ j2 % 16], so that the points of one row lie in different banks: those
// of row 0 are transformed by the threads of one warp. (By the threads that have them otherwise, one or two of each warp,
// all warps took their first pass twice: 4 to 9 points of a copy's speed.) For thread `thread` of the first pass:
template <class P>
INLINE tcf_u32 turned_row(tcf_u32 thread) {
  return thread ^ thread / cluster_shape<P>::ROWS % 16;
}

// The first pass of row 0, by one warp. All others leave that row alone.
template <class P>
INLINE void first_pass_of_reals(C *v, tcf_u32 tile, tcf_u32 lane) {
  typedef cluster_shape<P> S;
  if (lane < S::ROW / 16) {
    const tcf_u32 place = tile + turned_row<P>(lane * S::ROWS) * 8;
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++) v[m] = load_shared(place + m * S::ROW_THREADS * 8);
    pair16(v);
    UNROLL
    for (tcf_u32 k = 0; k < 16; k++) store_shared(place + k * S::ROW_THREADS * 8, v[reversed<16>((int)k)]);
  }
  __syncwarp();
}

// Which row and which digit a slot of row 0 holds, behind the first pass. (Slot 0 holds digits 0 and 8 of row 0, see
// read_reals.)
INLINE void digit_of_slot(tcf_u32 slot, tcf_u32 parity, tcf_u32 &k1, tcf_u32 &k2) {
  k1 = slot < 8 ? 0 : 128;
  k2 = slot == 0 && parity ? 8 : (slot < 8 ? slot : 2 * (slot - 8)) + 16 * parity;
}

// Slot 0 for the second pass. Of rows of 256 points one thread has all. Of 512 the thread of even digits gets pairs of sums
// and of differences of digit 0, which are for pair16, and the other one what digit 8 begins with.
INLINE C joined_reals(C x, C y, tcf_u32 parity) { return parity ? C{x.im, -y.im} : C{x.re + y.re, x.re - y.re}; }

// ------------------------------------------------------------------------------------------------ bins

// Stores the results of 16 points: k + STEP m, of which those from the middle of the axis on are conjugates of bins below
// it.
template <class P, int STEP>
INLINE void store_bins(const tcf_cluster_args &a, float2 *to, tcf_u32 k, const C *v) {
  constexpr int N = (int)cluster_shape<P>::POINTS;
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  float2 *up = to + os * k, *down = to + os * (N - k);
  UNROLL
  for (int m = 0; m < 16; m++) {
    const C x = v[reversed<16>(m)];
    if (m < 8)
      store_once(up + os * (STEP * m), make_float2(x.re * a.scale, x.im * a.scale_im));
    else
      store_once(down - os * (STEP * m), make_float2(x.re * a.scale, -x.im * a.scale_im));
  }
}

// Stores what pair16 makes of numbers whose results are STEP bins apart.
template <class P, int STEP>
INLINE void store_pair(const tcf_cluster_args &a, float2 *to, const C *v) {
  const tcf_i64 os = P::contiguous_out ? 1 : a.os;
  store_once(to, make_float2(v[0].re * a.scale, 0.f));
  store_once(to + os * (8 * STEP), make_float2(v[0].im * a.scale, 0.f));
  UNROLL
  for (int j = 1; j < 16; j++) {
    const C x = v[reversed<16>(j)];
    const int bin = j < 8 ? STEP * j : STEP * 2 * (j - 8) + STEP / 2;
    if (j < 12)
      store_once(to + os * bin, make_float2(x.re * a.scale, x.im * a.scale_im));
    else
      store_once(to + os * (16 * STEP - bin), make_float2(x.re * a.scale, -x.im * a.scale_im));
  }
}

#endif
