// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The pointwise product of a convolution, in the registers of the first transform's last pass: the spectrum is multiplied
// by the filter, and real and imaginary parts are swapped, so that the transform that follows runs inverse. Included by
// tile.cuh.

// A root or a value of a filter. No launch writes them, so that they come through the read-only cache.
INLINE C fixed_root(const scalar *table, tcf_u32 k) {
  const scalar2 w = __ldg((const scalar2 *)table + k);
  return C{w.x, w.y};
}

// Point 0 in Rader's algorithm. Bin 0 is the sum of all other points, so that bin 0 plus point 0 is result 0. Point 0 is
// also added to the product of bin 0, and thereby to every other result.
template <class P>
INLINE C with_first_point(const tile_context<P> &x, int t, C bin, C product) {
  const C x0 = shared_get<P>(x, t, 0);
  shared_put<P>(x, t, 0, c_add(bin, x0));
  return c_add(product, x0);
}

// Multiplies bins j + r * count of one butterfly by the filter. In a step of a long convolution each transform has its
// own contiguous part of the filter.
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
