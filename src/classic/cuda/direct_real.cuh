// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Direct DFT of a prime number p of real numbers (R2C), and of the spectrum of so many (C2R), by half of the multiply-adds
// that complex numbers take (direct.cuh). With sums s_j and differences d_j of points j and p - j, of which R2C's are real
// and so are those parts of C2R's that are not zero,
//     even_k = v_0 + sum cos(2 pi j k / p) s_j,   odd_k = sum sin(2 pi j k / p) d_j,   j = 1 .. h = (p - 1) / 2
// are real, too. Result k of R2C is even_k - i odd_k. Results k and p - k of C2R are even_k -+ odd_k. Points become s_j and
// d_j once, on their way to shared memory. Included by tile.cuh.

template <class P>
COMPILED bool sums_are_real() {
  return (P::kind == KIND_R2C || P::kind == KIND_C2R) && P::load == OP_USER && P::store == OP_USER && !P::even &&
         P::passes == 1 && sizeof(scalar) == sizeof(float);
}

template <class P>
struct real_sums {
  scalar total, even[dense<P>::ept], odd[dense<P>::ept];
};

// Terms that are summed before they join the accumulated sum: about the root of all makes for the fewest roundings at its
// full magnitude. (131 points: 8.8e-8; plain sums would have 1.5e-7 by their number.)
enum { REAL_BLOCK = 8 };

// ------------------------------------------------------------------------------------------------ in and out

// Element j of row t. Packed rows are at distances that are known when the code is compiled.
template <bool PACKED, int COUNT, class NUMBER>
INLINE NUMBER *in_row(NUMBER *rows, int t, int j, tcf_i64 batch_distance, tcf_i64 distance) {
  if constexpr (PACKED) return rows + (t * COUNT + j);
  return rows + (t * batch_distance + j * distance);
}

// Points j and p - j of R2C; of C2R bin j, the conjugate of which is bin p - j.
template <class P>
INLINE C load_real_pair(const tile_context<P> &x, int t, int j) {
  const int from = fft_to_load<P>(x, t);
  if constexpr (P::kind == KIND_C2R) {
    const scalar2 v = value_of(
        *in_row<P::packed_in, dense<P>::half + 1>((const in_pair<P> *)x.a.in + x.in, from, j, x.a.batch_is, x.a.is));
    return C{v.x, v.y * -x.a.sign};
  } else {
    const auto real = [&](int i) {
      return value_of(*in_row<P::packed_in, P::n>((const in_number<P> *)x.a.in + x.in, from, i, x.a.batch_is, x.a.is));
    };
    return C{real(j), real(j ? P::n - j : 0)};
  }
}

// Element j in shared memory is s_j and d_j, element 0 v_0.
template <class P>
INLINE void real_in(const tile_context<P> &x) {
  move_elements<P, dense<P>::half + 1>(
      P::batch_fast_in, [&](int t, int j, int, int) { return load_real_pair<P>(x, t, j); },
      [&](int t, int j, int, int, C v) {
        const C z = P::kind == KIND_R2C ? C{v.re + v.im, v.re - v.im} : C{2 * v.re, 2 * v.im};
        shared_put<P>(x, t, j, j ? z : C{v.re, 0.f});
        if (j) shared_put<P>(x, t, P::n - j, C{z.re, -z.im});
      });
  wait<P>();
}

// Bins 0 .. h of R2C, or numbers 0 .. p - 1 of C2R.
template <class P>
INLINE void real_out(const tile_context<P> &x) {
  if constexpr (P::kind == KIND_R2C)
    move_elements<P, dense<P>::half + 1>(
        P::batch_fast_out, [&](int t, int k, int, int) { return shared_get<P>(x, t, k); },
        [&](int t, int k, int, int, C v) {
          out_pair<P> *to =
              in_row<P::packed_out, dense<P>::half + 1>((out_pair<P> *)x.a.out + x.out, t, k, x.a.batch_os, x.a.point_os);
          if (t < x.ffts) store_once(to, stored_of<P>(v.re * x.a.scale, v.im * x.a.scale_im));
        });
  else
    move_elements<P, P::n>(
        P::batch_fast_out, [&](int t, int k, int, int) { return ((const scalar *)(x.shared + t * P::stride))[k]; },
        [&](int t, int k, int, int, scalar v) {
          out_number<P> *to =
              in_row<P::packed_out, P::n>((out_number<P> *)x.a.out + x.out, t, k, x.a.batch_os, x.a.point_os);
          if (t < x.ffts) *to = with_number<out_number<P>>::of(v * x.a.scale);
        });
}

// ------------------------------------------------------------------------------------------------ sums

// As direct_roots, for terms J .. J + COUNT - 1. The compiler evaluates all roots once.
template <int N>
struct roots_once {
  static constexpr roots_of<N> roots = roots_of<N>();
};
template <class P, int J, int COUNT>
struct real_roots {
  using D = dense<P>;
  scalar cosine[COUNT][D::ept], sine[COUNT][D::ept];
  COMPILED real_roots() : cosine(), sine() {
    int power = 1;
    for (int k = 0; k < D::ept; k++) {
      for (int i = 0; i < COUNT; i++) {
        cosine[i][k] = roots_once<D::prime>::roots.re[(J + i) * power % D::prime];
        sine[i][k] = -roots_once<D::prime>::roots.im[(J + i) * power % D::prime];
      }
      power = power * D::generator % D::prime;
    }
  }
};

// Accumulates COUNT terms from number J on.
template <class P, int J, int COUNT>
INLINE void real_add(const C *z, scalar first, real_sums<P> &sums) {
  constexpr real_roots<P, J, COUNT> roots;
  scalar total = z[0].re;
  UNROLL
  for (int i = 1; i < COUNT; i++) total += z[i].re;
  sums.total = (J == 1 ? first : sums.total) + total;
  UNROLL
  for (int k = 0; k < dense<P>::ept; k++) {
    scalar e = z[0].re * roots.cosine[0][k], o = z[0].im * roots.sine[0][k];
    UNROLL
    for (int i = 1; i < COUNT; i++) {
      e = fused(roots.cosine[i][k], z[i].re, e);
      o = fused(roots.sine[i][k], z[i].im, o);
    }
    sums.even[k] = (J == 1 ? first : sums.even[k]) + e;
    sums.odd[k] = J == 1 ? o : sums.odd[k] + o;
  }
}

// All terms from number J on. at: byte offset of the first of them. A loop over blocks nvcc 13.0 leaves as it is, with the
// roots in memory, where they are many.
template <class P, int J>
INLINE void real_run(const scalar2 *fft, tcf_u32 step, tcf_u32 at, real_sums<P> &sums) {
  constexpr int left = dense<P>::half + 1 - J, count = left < REAL_BLOCK ? left : REAL_BLOCK;
  if constexpr (left > 0) {
    C z[count];
    UNROLL
    for (int i = 0; i < count; i++) {
      z[i] = direct_get<P>(fft, P::tpt == 1 ? POINT_BYTES * (J + i) : at);
      at = wrapped_bytes(at + step, POINT_BYTES * P::n);
    }
    real_add<P, J, count>(z, fft[0].x, sums);
    real_run<P, J + count>(fft, step, at, sums);
  }
}

// Puts the results of a thread's pairs, each at k and p - k. fft: where the transform lies. Offsets are bytes of complex
// numbers, as in direct_results: with conditions in place of minima nvcc 13.0 takes minutes.
template <class P>
INLINE void real_results(scalar2 *fft, int q, const real_sums<P> &sums) {
  using D = dense<P>;
  constexpr tcf_u32 all = POINT_BYTES * P::n;
  const auto at_byte = [&](tcf_u32 at) { return (char *)fft + at; };
  const auto put = [&](tcf_u32 at, scalar even, scalar odd) {
    if constexpr (P::kind == KIND_C2R) {
      *(scalar *)at_byte(at / 2) = even - odd;
      *(scalar *)at_byte((all - at) / 2) = even + odd;
    } else {
      *(scalar2 *)at_byte(min(at, all - at)) = make_scalar2(even, at > all / 2 ? odd : -odd);
    }
  };
  tcf_u32 at = POINT_BYTES * (tcf_u32)power_of_thread<P, D::forward, 1>(q);
  UNROLL
  for (int i = 0; i < D::ept; i++) {
    if (D::full || q * D::ept + i < D::half) put(at, sums.even[i], sums.odd[i]);
    tcf_u32 next = at;
    UNROLL
    for (int g = 1; g < D::generator; g++) next = wrapped_bytes(next + at, all);
    at = next;
  }
  if (q) return;
  if constexpr (P::kind == KIND_C2R)
    *(scalar *)fft = sums.total;
  else
    *fft = make_scalar2(sums.total, 0.f);
}

// As convolve_by_sums.
template <class P>
INLINE void convolve_real_by_sums(const tile_context<P> &x) {
  await_input();
  real_in<P>(x);
  int t, q;
  place<P>(1, &t, &q);
  const bool mine = works<P>(t, q);
  scalar2 *fft = x.shared + t * P::stride;
  real_sums<P> sums;
  const tcf_u32 step = POINT_BYTES * (tcf_u32)power_of_thread<P, dense<P>::back, 1>(q);
  if (mine) real_run<P, 1>(fft, step, step, sums);
  wait<P>();
  if (mine) real_results<P>(fft, q, sums);
  wait<P>();
  real_out<P>(x);
}
