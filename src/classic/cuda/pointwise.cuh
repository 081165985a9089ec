// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a convolution does to a spectrum between its two transforms, in the registers of the last pass: the product with the
// filter, real and imaginary parts swapped, so that the transform back runs inverse. Included by tile.cuh.

// Roots and spectra that no launch writes.
INLINE C fixed_root(const float *table, tcf_u32 k) {
  const float2 w = __ldg((const float2 *)table + k);
  return C{w.x, w.y};
}

// Bin 0 of Rader's is the sum of all points but the first: with the first it is result 0; and the first point, added to the
// product there, is then part of every result.
template <class P>
INLINE C with_first_point(const tile_context<P> &x, int t, C bin, C product) {
  const C x0 = shared_get<P>(x, t, 0);
  shared_put<P>(x, t, 0, c_add(bin, x0));
  return c_add(product, x0);
}

// Bins j + r * count of one butterfly. Steps of a long convolution have each transform's part of the spectrum together.
template <class P, int R>
INLINE void multiply(const tile_context<P> &x, int t, int j, C *v) {
  constexpr int count = P::n / R;
  const tcf_u32 part = P::conv == CONV_FILTERED ? twiddle_index<P>(x, fft_to_load<P>(x, t)) * P::n : 0;
  UNROLL
  for (int r = 0; r < R; r++) {
    C product = c_mul(v[r], fixed_root(x.a.filter, part + j + r * count));
    if (P::conv == CONV_RADER && r == 0 && j == 0) product = with_first_point<P>(x, t, v[0], product);
    v[r] = c_swap(product);
  }
}
