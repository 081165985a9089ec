// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Spectra of real numbers in registers. A transform of n points holds 2 n real numbers pairwise; its points k and n - k and
// the spectrum's bins k and n - k make each other. A thread that has butterflies j and count - j of a pass (tile_pass'
// mirrored) has both of every pair, so that the exchange that would bring them together, and its barriers, are saved.
// Included by cuda_tile.cuh.

// Points k and n - k, becoming bins k and n - k; w = exp(-2 pi i k / (2 n)).
struct fold_pair {
  __device__ __forceinline__ void operator()(C *p, C *q, C w) const {
    C xk, xm_k;
    spectrum_pair(*p, *q, w, &xk, &xm_k);
    *p = xk;
    *q = xm_k;
  }
};

// Bins k and n - k, becoming points k and n - k, swapped: the transform that follows is an inverse.
struct unfold_pair {
  __device__ __forceinline__ void operator()(C *p, C *q, C w) const {
    const C b = C{q->re, -q->im}, s = c_add(*p, b), o = c_mul(c_sub(*p, b), w.re, -w.im);
    *p = C{s.im + o.re, s.re - o.im};
    *q = C{o.re - s.im, s.re + o.im};
  }
};

// Point r * count + j in a[r], point r * count + count - j in b[r]; root = exp(-2 pi i j / (2 n)).
template <int R, int r = 0, class Pair>
INLINE void fold_mirrored(C *a, C *b, C root, const Pair &pair) {
  if constexpr (2 * r < R) {
    pair(&a[r], &b[R - 1 - r], c_mul(root, root_of<r, 2 * R>::re, root_of<r, 2 * R>::im));
    if constexpr (2 * r + 1 < R)
      pair(&b[r], &a[R - 1 - r], c_mul(C{root.re, -root.im}, root_of<r + 1, 2 * R>::re, root_of<r + 1, 2 * R>::im));
    fold_mirrored<R, r + 1>(a, b, root, pair);
  }
}

// The two butterflies that mirror themselves: points r * count but the first, and count / 2 + r * count.
template <int R, int r = 1, class Pair>
INLINE void fold_first(C *a, const Pair &pair) {
  if constexpr (2 * r <= R) {
    C self = a[r];
    pair(&a[r], 2 * r == R ? &self : &a[R - r], C{root_of<r, 2 * R>::re, root_of<r, 2 * R>::im});
    fold_first<R, r + 1>(a, pair);
  }
}
template <int R, int r = 0, class Pair>
INLINE void fold_middle(C *b, const Pair &pair) {
  if constexpr (2 * r < R) {
    C self = b[r];
    pair(&b[r], 2 * r + 1 == R ? &self : &b[R - 1 - r], C{root_of<2 * r + 1, 4 * R>::re, root_of<2 * r + 1, 4 * R>::im});
    fold_middle<R, r + 1>(b, pair);
  }
}

// All of a thread's rounds; `zero(t, p)` does point 0, whose mate is bin n.
template <class P, int PASS, int U = 0, class Pair, class Zero>
INLINE void fold_rounds(const tile_context<P> &x, C (*v)[tile_pass<P, PASS>::radix], const Pair &pair, const Zero &zero) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix;
  if constexpr (U < pass::depth) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = pass::butterfly(q, U);
    if (works<P>(t, q) && j < pass::count) {
      if (U == 0 && j == 0) {
        zero(t, v[0]);
        fold_first<R>(v[0], pair);
        if constexpr (pass::mirrored && pass::count % 2 == 0) fold_middle<R>(v[pass::depth], pair);
      } else if constexpr (pass::mirrored) {
        fold_mirrored<R>(v[U], v[U + pass::depth], table_root(x.a.half, j), pair);
      }
    }
    fold_rounds<P, PASS, U + 1>(x, v, pair, zero);
  }
}

template <class P, template <class> class From, int R>
INLINE void unfold_spectra(const tile_context<P> &x, C (*v)[R]) {
  fold_rounds<P, 0>(x, v, unfold_pair{}, [&](int t, C *p) {
    C end = From<P>(x, t, P::n).get(0);
    p->im = end.im = 0;
    unfold_pair{}(p, &end, C{1.f, 0.f});
  });
}

template <class P, template <class> class To, int R>
INLINE void fold_spectra(const tile_context<P> &x, C (*v)[R]) {
  fold_rounds<P, P::passes - 1>(x, v, fold_pair{}, [&](int t, C *p) {
    C end = *p;
    fold_pair{}(p, &end, C{1.f, 0.f});
    To<P>(x, t, P::n).put(0, end);
  });
}
