// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms of odd length (Sorensen et al. 1987, for any radix). The first pass of R2C has real points, so that
// results k and R - k of its butterflies are conjugates. Each of them leads to a transform of its own, whose bins are the
// conjugates of the other one's: only results 0 .. (R - 1) / 2 are kept, and all other passes have half of the butterflies.
// C2R is the same way back: all bins that are not congruent to 0 .. (R - 1) / 2 modulo the last radix R are left out, and
// the last pass makes R real numbers of (R + 1) / 2 points. Places between the passes are in thread_map.cuh. Included by
// tile.cuh.

// results[k] = sum over j of v[j].re exp(-2 pi i j k / R), k = 0 .. (R - 1) / 2, by sums and differences of points j and R -
// j.
template <int R>
INLINE void reals_to_half(C *v) {
  constexpr roots_of<R> root;
  constexpr int pairs = R / 2;
  scalar sum[pairs + 1], difference[pairs + 1], total = v[0].re;
  const scalar first = v[0].re;
  UNROLL
  for (int j = 1; j <= pairs; j++) {
    sum[j] = v[j].re + v[R - j].re;
    difference[j] = v[j].re - v[R - j].re;
    total += sum[j];
  }
  UNROLL
  for (int k = 1; k <= pairs; k++) {
    C bin = {first, 0.f};
    UNROLL
    for (int j = 1; j <= pairs; j++) {
      bin.re = fused(sum[j], root.re[j * k % R], bin.re);
      bin.im = fused(difference[j], root.im[j * k % R], bin.im);
    }
    v[k] = bin;
  }
  v[0] = C{total, 0.f};
}

// The inverse: v[q].im is real number q of R. Points are those of an inverse transform, whose real and imaginary parts are
// swapped. Long sums are added in two halves, and few terms to both results by themselves: 31 numbers have an error of 6.9e-8
// in place of 8.0e-8, 21 6.2e-8 in place of 6.8e-8, 3 3.0e-8 in place of 3.5e-8. (Simulated. Lengths between them have less
// error by one sum each.)
template <int R>
INLINE void half_to_reals(C *v) {
  enum { FEW = 2, MANY = 7 };
  constexpr roots_of<R> root;
  constexpr int pairs = R / 2, chain = pairs < MANY ? pairs : (pairs + 1) / 2;
  C twice[pairs + 1];
  scalar total = v[0].im;
  const scalar first = v[0].im;
  UNROLL
  for (int s = 1; s <= pairs; s++) {
    twice[s] = C{2 * v[s].im, 2 * v[s].re};
    total += twice[s].re;
  }
  UNROLL
  for (int q = 1; q <= pairs; q++) {
    scalar even = first, odd = 0, more_even = 0, more_odd = 0;
    UNROLL
    for (int s = 1; s <= pairs; s++) {
      scalar &sum = s <= chain ? even : more_even, &difference = s <= chain ? odd : more_odd;
      sum = fused(twice[s].re, root.re[s * q % R], sum);
      if (pairs > FEW) difference = fused(twice[s].im, root.im[s * q % R], difference);
    }
    if (chain < pairs) even += more_even, odd += more_odd;
    v[q].im = even + odd;
    v[R - q].im = even - odd;
    UNROLL
    for (int s = 1; s <= pairs && pairs <= FEW; s++) {
      v[q].im = fused(twice[s].im, root.im[s * q % R], v[q].im);
      v[R - q].im = fused(-twice[s].im, root.im[s * q % R], v[R - q].im);
    }
  }
  v[0].im = total;
}

// ------------------------------------------------------------------------------------------------ in and out

template <class P>
struct from_folded_reals {
  static constexpr bool shared = false;
  const in_number<P> *p;
  tcf_i64 is;
  __device__ __forceinline__ from_folded_reals(const tile_context<P> &x, int fft, int first) : is(point_in<P>(x.a)) {
    const int t = fft_to_load<P>(x, fft);
    p = (const in_number<P> *)x.a.in + x.in + t * x.a.batch_is + first * is;
    if (!P::no_batch_step_in) p += (x.fft + t) * x.a.in_batch_step * x.a.is;
  }
  __device__ __forceinline__ C get(int offset) const { return C{value_of(p[offset * is]), 0.f}; }
};

// Bins of the upper half of a spectrum are conjugates of those of the lower one. The imaginary part of bin 0 is taken for 0.
// Those between two steps have real and imaginary parts swapped already.
template <class P>
struct from_folded_bins {
  static constexpr bool shared = false;
  const in_pair<P> *p;
  tcf_i64 is;
  int i;
  scalar sign;
  __device__ __forceinline__ from_folded_bins(const tile_context<P> &x, int fft, int first)
      : is(point_in<P>(x.a)), i(first), sign(x.a.inverse ? 1.f : -1.f) {
    p = (const in_pair<P> *)x.a.in + x.in + fft_to_load<P>(x, fft) * x.a.batch_is;
  }
  __device__ __forceinline__ C get(int offset) const {
    const int k = i + offset;
    const bool mirrored = 2 * k > P::n;
    const scalar2 v = value_of(p[(mirrored ? P::n - k : k) * is]);
    if (P::load == OP_HALF) return C{mirrored ? -v.x : v.x, v.y};
    const scalar im = k == 0 ? 0.f : mirrored ? -v.y : v.y;
    return C{im * sign, v.x};
  }
};

template <class P>
struct to_folded_reals {
  static constexpr bool shared = false, takes_twiddles = false, in_place = true, two = false, across = false;
  const tile_context<P> &x;
  bool exists;
  out_number<P> *p;
  tcf_i64 os;
  __device__ __forceinline__ to_folded_reals(const tile_context<P> &context, int fft, int first)
      : x(context), exists(fft < context.ffts), os(point_out<P>(context.a)) {
    p = (out_number<P> *)context.a.out + context.out + fft * context.a.batch_os + first * os;
  }
  __device__ __forceinline__ void put(int offset, C v) const {
    if (exists) store_once(p + offset * os, with_number<out_number<P>>::of(v.im * x.a.scale));
  }
};
