// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of N real numbers in the registers of one thread, for any N whose numbers fit them.
//
// Powers of two are split by the parity of the bins (Sorensen et al. 1987). The even bins are those of the half-length
// transform of sums; the odd bins 4 k + 1, and with them their conjugates, are those of a quarter-length complex transform
// of differences. This takes fewer operations than a complex transform of pairs and its Hermitian split, and fewer roundings
// (32 numbers: 6.5e-8 against 7.6e-8). Powers of odd primes are sums of products.
//
// Lengths of coprime factors Q and M need no twiddles (Good 1958): M real transforms of Q numbers, and then for each of
// their bins k the transforms of its M real parts and of its M imaginary parts, where there are any. Number (q, m) is number
// M q + Q m modulo N, and bin (k, l) is the one that is k modulo Q and l modulo M. (6 numbers have an error of 4.5e-8 in
// place of 5.3e-8 by 3 complex points and a Hermitian split, 18 5.9e-8 in place of 7.4e-8.) Included by tile.cuh.

// ------------------------------------------------------------------------------------------------ odd powers of primes

// Terms that are added before their sum is: long sums have several parts. (R2C of 31 numbers has an error of 6.8e-8 in place
// of 8.0e-8, of 61 7.7e-8 in place of 1.06e-7. Errors of this file were simulated; an H200's are within some per cent.)
COMPILED int chain_of_sums(int terms) { return terms < 7 ? terms : terms < 14 ? (terms + 1) / 2 : (terms + 3) / 4; }

// bins[k] = sum over j of x[j] exp(-2 pi i j k / R), k = 0 .. (R - 1) / 2, by sums and differences of numbers j and R - j.
template <int R>
INLINE void odd_forward(const scalar *x, C *bins) {
  constexpr roots_of<R> root;
  constexpr int pairs = R / 2, chain = chain_of_sums(pairs);
  scalar sum[pairs + 1], difference[pairs + 1], total = x[0];
  UNROLL
  for (int j = 1; j <= pairs; j++) {
    sum[j] = x[j] + x[R - j];
    difference[j] = x[j] - x[R - j];
    total += sum[j];
  }
  UNROLL
  for (int k = 1; k <= pairs; k++) {
    C bin = {x[0], 0.f};
    UNROLL
    for (int from = 1; from <= pairs; from += chain) {
      C part = from == 1 ? bin : C{0.f, 0.f};
      UNROLL
      for (int j = from; j < from + chain && j <= pairs; j++) {
        part.re = fused(sum[j], root.re[j * k % R], part.re);
        part.im = fused(difference[j], root.im[j * k % R], part.im);
      }
      bin = from == 1 ? part : c_add(bin, part);
    }
    bins[k] = bin;
  }
  bins[0] = C{total, 0.f};
}

// x[q] = bins[0] + twice the real part of the sum over s = 1 .. (R - 1) / 2 of bins[s] exp(2 pi i q s / R). TWICE: bins
// from 1 on are twice as large already. Few terms are added to both results by themselves (3 numbers have an error of
// 3.0e-8 in place of 3.5e-8).
template <int R, bool TWICE>
INLINE void odd_inverse(const C *bins, scalar *x) {
  enum { FEW = 2 };
  constexpr roots_of<R> root;
  constexpr int pairs = R / 2, chain = chain_of_sums(pairs);
  C twice[pairs + 1];
  scalar total = bins[0].re;
  UNROLL
  for (int s = 1; s <= pairs; s++) {
    twice[s] = TWICE ? bins[s] : C{2 * bins[s].re, 2 * bins[s].im};
    total += twice[s].re;
  }
  UNROLL
  for (int q = 1; q <= pairs; q++) {
    scalar even = bins[0].re, odd = 0;
    UNROLL
    for (int from = 1; from <= pairs; from += chain) {
      scalar cosines = from == 1 ? even : (scalar)0, sines = 0;
      UNROLL
      for (int s = from; s < from + chain && s <= pairs; s++) {
        cosines = fused(twice[s].re, root.re[s * q % R], cosines);
        if (pairs > FEW) sines = fused(twice[s].im, root.im[s * q % R], sines);
      }
      even = from == 1 ? cosines : even + cosines;
      odd = from == 1 ? sines : odd + sines;
    }
    x[q] = even + odd;
    x[R - q] = even - odd;
    UNROLL
    for (int s = 1; s <= pairs && pairs <= FEW; s++) {
      x[q] = fused(twice[s].im, root.im[s * q % R], x[q]);
      x[R - q] = fused(-twice[s].im, root.im[s * q % R], x[R - q]);
    }
  }
  x[0] = total;
}

// ------------------------------------------------------------------------------------------------ powers of two

// a exp(-+ 2 pi i j / N).
template <int N, bool BACK>
INLINE C real_turn(C a, int j) {
  constexpr roots_of<N> roots;
  if (j == 0) return a;
  if (8 * j == N) return BACK ? c_swap(rotate_eighth(c_swap(a))) : rotate_eighth(a);
  return c_twiddle(a, roots.re[j], BACK ? -roots.im[j] : roots.im[j]);
}

template <int N>
INLINE void even_forward(const scalar *x, C *bins) {
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
    even_forward<half>(sums, even);
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

template <int N, bool TWICE>
INLINE void even_inverse(const C *bins, scalar *x) {
  if constexpr (N == 2) {
    x[0] = bins[0].re + bins[1].re;
    x[1] = bins[0].re - bins[1].re;
  } else {
    constexpr int half = N / 2, quarter = N / 4;
    constexpr scalar times = TWICE ? 1 : 2;
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
    even_inverse<half, TWICE>(even, sums);
    UNROLL
    for (int j = 0; j < quarter; j++) {
      const C v = real_turn<N, true>(c_swap(odd[j]), j);
      x[j] = fused(times, v.re, sums[j]);
      x[j + half] = fused(-times, v.re, sums[j]);
      x[j + quarter] = fused(-times, v.im, sums[j + quarter]);
      x[j + quarter + half] = fused(times, v.im, sums[j + quarter]);
    }
  }
}

// ------------------------------------------------------------------------------------------------ coprime factors

template <int N>
INLINE void real_forward(const scalar *x, C *bins);
template <int N, bool TWICE = false>
INLINE void real_inverse(const C *bins, scalar *x);

// Bins 0 and, if Q is even, Q / 2 of Q real numbers are real.
COMPILED bool is_complex_bin(int k, int q) { return k && 2 * k != q; }

template <int Q, int M>
INLINE void coprime_forward(const scalar *x, C *bins) {
  constexpr int N = Q * M;
  C mixed[M][Q / 2 + 1];
  UNROLL
  for (int m = 0; m < M; m++) {
    scalar numbers[Q];
    UNROLL
    for (int q = 0; q < Q; q++) numbers[q] = x[(M * q + Q * m) % N];
    real_forward<Q>(numbers, mixed[m]);
  }
  UNROLL
  for (int k = 0; k <= Q / 2; k++) {
    scalar parts[2][M];
    C re[M / 2 + 1], im[M / 2 + 1];
    UNROLL
    for (int m = 0; m < M; m++) {
      parts[0][m] = mixed[m][k].re;
      parts[1][m] = mixed[m][k].im;
    }
    real_forward<M>(parts[0], re);
    if (is_complex_bin(k, Q)) real_forward<M>(parts[1], im);
    UNROLL
    for (int bin = k; bin < N; bin += Q) {
      const int l = bin % M, low = 2 * l > M ? M - l : l;
      const scalar sign = 2 * l > M ? -1 : 1;
      C v = C{re[low].re, sign * re[low].im};
      if (is_complex_bin(k, Q)) v = C{v.re - sign * im[low].im, v.im + im[low].re};
      if (2 * bin <= N)
        bins[bin] = v;
      else if (is_complex_bin(k, Q))
        bins[N - bin] = C{v.re, -v.im};
    }
  }
}

template <int Q, int M, bool TWICE>
INLINE void coprime_inverse(const C *bins, scalar *x) {
  constexpr int N = Q * M;
  C mixed[M][Q / 2 + 1];
  UNROLL
  for (int k = 0; k <= Q / 2; k++) {
    C row[M], re[M / 2 + 1], im[M / 2 + 1];
    scalar parts[2][M];
    UNROLL
    for (int bin = k; bin < N; bin += Q) {
      const C given = bins[2 * bin <= N ? bin : N - bin];
      row[bin % M] = C{given.re, 2 * bin <= N ? given.im : -given.im};
    }
    re[0] = C{row[0].re, 0.f};
    im[0] = C{row[0].im, 0.f};
    UNROLL
    for (int l = 1; l <= M / 2; l++) {
      const C a = row[l], b = row[M - l];
      re[l] = is_complex_bin(k, Q) ? C{a.re + b.re, a.im - b.im} : a;
      im[l] = C{a.im + b.im, b.re - a.re};
    }
    if (is_complex_bin(k, Q)) {
      real_inverse<M, true>(re, parts[0]);
      real_inverse<M, true>(im, parts[1]);
    } else {
      real_inverse<M, TWICE>(re, parts[0]);
    }
    UNROLL
    for (int m = 0; m < M; m++) mixed[m][k] = C{parts[0][m], is_complex_bin(k, Q) ? parts[1][m] : 0.f};
  }
  UNROLL
  for (int m = 0; m < M; m++) {
    scalar numbers[Q];
    real_inverse<Q, TWICE>(mixed[m], numbers);
    UNROLL
    for (int q = 0; q < Q; q++) x[(M * q + Q * m) % N] = numbers[q];
  }
}

// The power of n's smallest prime that divides n.
COMPILED int smallest_power(int n) {
  int p = 2, power = 1;
  if (n < p) return 1;
  while (n % p) p++;
  while (n / power % p == 0) power *= p;
  return power;
}

// bins[0 .. N / 2] = sum over j of x[j] exp(-2 pi i j k / N).
template <int N>
INLINE void real_forward(const scalar *x, C *bins) {
  constexpr int power = smallest_power(N);
  if constexpr (power < N)
    coprime_forward<power, N / power>(x, bins);
  else if constexpr (N % 2)
    odd_forward<N>(x, bins);
  else
    even_forward<N>(x, bins);
}

// x[j] = sum over all N bins of bins[k] exp(2 pi i j k / N). Of these bins[0 .. N / 2] are given, and if TWICE, those that
// have a conjugate among the others are given twice as large.
template <int N, bool TWICE>
INLINE void real_inverse(const C *bins, scalar *x) {
  constexpr int power = smallest_power(N);
  if constexpr (power < N)
    coprime_inverse<power, N / power, TWICE>(bins, x);
  else if constexpr (N % 2)
    odd_inverse<N, TWICE>(bins, x);
  else
    even_inverse<N, TWICE>(bins, x);
}
