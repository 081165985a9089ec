// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles of even real lengths of which each thread computes a whole one (real_dft.cuh). Included by tile.cuh.

// Whether the tile is one of them. (Further threads of a transform, which a text can ask for, idle.)
template <class P>
COMPILED bool real_in_thread() {
  return P::passes == 1 && (P::hermitian_in || P::hermitian_out);
}

// Points hold pairs of real numbers, as in other tiles: as real and imaginary part, and swapped where the transform is an
// inverse one.
template <class P, template <class> class From, int R>
INLINE void load_real(const tile_context<P> &x, int t, C (&v)[R]) {
  C bins[R + 1];
  scalar numbers[2 * R];
  const From<P> from(x, t, 0), last(x, t, R);
  UNROLL
  for (int k = 0; k < R; k++) bins[k] = from.get(k);
  bins[R] = last.get(0);
  real_inverse<2 * R>(bins, numbers);
  UNROLL
  for (int r = 0; r < R; r++) v[r] = C{numbers[2 * r + 1], numbers[2 * r]};
}

template <class P, template <class> class To, int R>
INLINE void store_real(const tile_context<P> &x, int t, const C (&v)[R]) {
  C bins[R + 1];
  scalar numbers[2 * R];
  UNROLL
  for (int r = 0; r < R; r++) {
    numbers[2 * r] = v[r].re;
    numbers[2 * r + 1] = v[r].im;
  }
  real_forward<2 * R>(numbers, bins);
  const To<P> to(x, t, 0), last(x, t, R);
  UNROLL
  for (int k = 0; k < R; k++) to.put(k, bins[k]);
  last.put(0, bins[R]);
}
