// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of N real numbers, N a power of two, in one thread (Sorensen et al. 1987, split by the parity of the bins).
// The even bins are those of the half-length transform of sums; the odd bins 4 k + 1, and with them their conjugates, are
// those of a quarter-length complex transform of differences. This takes fewer operations than a complex transform of
// pairs and its Hermitian split, and fewer roundings (32 numbers: 6.5e-8 against 7.6e-8). Included by tile.cuh.

// Whether each thread of a tile holds a whole real transform of a length that this algorithm supports.
template <class P>
COMPILED bool real_in_thread() {
  return P::passes == 1 && (P::hermitian_in || P::hermitian_out) && (P::n & (P::n - 1)) == 0;
}

// a exp(-+ 2 pi i j / N).
template <int N, bool BACK>
INLINE C real_turn(C a, int j) {
  constexpr roots_of<N> roots;
  if (j == 0) return a;
  if (8 * j == N) return BACK ? c_swap(rotate_eighth(c_swap(a))) : rotate_eighth(a);
  return c_twiddle(a, roots.re[j], BACK ? -roots.im[j] : roots.im[j]);
}

// bins[0 .. N / 2] = sum over j of x[j] exp(-2 pi i j k / N).
template <int N>
INLINE void real_forward(const scalar *x, C *bins) {
  if constexpr (N == 2) {
    bins[0] = C{x[0] + x[1], 0.f};
    bins[1] = C{x[0] - x[1], 0.f};
  } else {
    constexpr int half = N / 2, quarter = N / 4;
    scalar sums[half];
    C even[half / 2 + 1], odd[quarter];
    UNROLL
    for (int j = 0; j < half; j++) sums[j] = x[j] + x[j + half];
    UNROLL
    for (int j = 0; j < quarter; j++)
      odd[j] = real_turn<N, false>(C{x[j] - x[j + half], x[j + quarter + half] - x[j + quarter]}, j);
    real_forward<half>(sums, even);
    dft<quarter>(odd);
    UNROLL
    for (int k = 0; k <= half / 2; k++) bins[2 * k] = even[k];
    UNROLL
    for (int k = 0; k < quarter; k++) {
      if (4 * k + 1 <= half)
        bins[4 * k + 1] = odd[k];
      else
        bins[N - 4 * k - 1] = C{odd[k].re, -odd[k].im};
    }
  }
}

// x[j] = sum over all N bins, of which bins[0 .. N / 2] are given, of bins[k] exp(2 pi i j k / N).
template <int N>
INLINE void real_inverse(const C *bins, scalar *x) {
  if constexpr (N == 2) {
    x[0] = bins[0].re + bins[1].re;
    x[1] = bins[0].re - bins[1].re;
  } else {
    constexpr int half = N / 2, quarter = N / 4;
    scalar sums[half];
    C even[half / 2 + 1], odd[quarter];  // swapped: the transform runs inverse
    UNROLL
    for (int k = 0; k <= half / 2; k++) even[k] = bins[2 * k];
    UNROLL
    for (int k = 0; k < quarter; k++) {
      const C v = bins[4 * k + 1 <= half ? 4 * k + 1 : N - 4 * k - 1];
      odd[k] = C{4 * k + 1 <= half ? v.im : -v.im, v.re};
    }
    dft<quarter>(odd);
    real_inverse<half>(even, sums);
    UNROLL
    for (int j = 0; j < quarter; j++) {
      const C v = real_turn<N, true>(c_swap(odd[j]), j);
      x[j] = fused((scalar)2, v.re, sums[j]);
      x[j + half] = fused((scalar)-2, v.re, sums[j]);
      x[j + quarter] = fused((scalar)-2, v.im, sums[j + quarter]);
      x[j + quarter + half] = fused((scalar)2, v.im, sums[j + quarter]);
    }
  }
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
