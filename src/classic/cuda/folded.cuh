// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms of odd length (Sorensen et al. 1987, for any radix). The first pass of R2C has real points, so that
// results k and R - k of its butterflies are conjugates. Each of them leads to a transform of its own, whose bins are the
// conjugates of the other one's: only results 0 .. (R - 1) / 2 are kept, and all other passes have half of the butterflies.
// C2R is the same way back: all bins that are not congruent to 0 .. (R - 1) / 2 modulo the last radix R are left out, and
// the last pass makes R real numbers of (R + 1) / 2 points. Places between the passes are in thread_map.cuh. Included by
// tile.cuh.

// results[k] = sum over j of v[j].re exp(-2 pi i j k / R), k = 0 .. (R - 1) / 2.
template <int R>
INLINE void reals_to_half(C *v) {
  scalar numbers[R];
  UNROLL
  for (int j = 0; j < R; j++) numbers[j] = v[j].re;
  real_forward<R>(numbers, v);
}

// The inverse: v[q].im is real number q of R. Points are those of an inverse transform, whose real and imaginary parts are
// swapped.
template <int R>
INLINE void half_to_reals(C *v) {
  C bins[R / 2 + 1];
  scalar numbers[R];
  UNROLL
  for (int s = 0; s <= R / 2; s++) bins[s] = c_swap(v[s]);
  real_inverse<R>(bins, numbers);
  UNROLL
  for (int q = 0; q < R; q++) v[q].im = numbers[q];
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
