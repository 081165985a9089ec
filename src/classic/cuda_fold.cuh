// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Spectra of real numbers in registers. A transform of n points holds 2 n real numbers pairwise; its points k and n - k and
// the spectrum's bins k and n - k make each other. A thread that has butterflies j and count - j of a pass (tile_pass'
// mirrored) has both of every pair, so that the exchange that would bring them together, and its barriers, are saved.
//
// With a[r] = point j + r count and b[r] = point count - j + r count, the pairs are a[r], b[R-1-r]. The thread with j = 0
// has butterflies 0 and count / 2, which mirror themselves. It goes the same way all the same: its upper halves are swapped,
// and those of butterfly 0 a step behind, so that point 0 meets n, the bin beyond the points:
//     a: 0, count, .. | count / 2 + (upper r) count        b: count / 2, 3 count / 2, .. | .., n
// What is left, point n / 2, is its own mate. Included by cuda_tile.cuh.

// Points k and n - k, becoming bins k and n - k; w = exp(-2 pi i k / (2 n)).
INLINE void fold_pair(C *p, C *q, C w) {
  C xk, xm_k;
  spectrum_pair(*p, *q, w, &xk, &xm_k);
  *p = xk;
  *q = xm_k;
}

// Bins k and n - k, becoming points k and n - k, swapped: the transform that follows is an inverse.
INLINE void unfold_pair(C *p, C *q, C w) {
  const C b = C{q->re, -q->im}, s = c_add(*p, b), o = c_mul(c_sub(*p, b), w.re, -w.im);
  *p = C{s.im + o.re, s.re - o.im};
  *q = C{o.re - s.im, s.re + o.im};
}

// All pairs of a thread's two butterflies. low = exp(-2 pi i j / (2 n)), and high = exp(2 pi i j' / (2 n)), where a lower
// point of b is r count + count - j'.
template <int R, bool FOLD, int r = 0>
INLINE void fold_butterflies(C *a, C *b, C low, C high) {
  if constexpr (2 * r < R) {
    const C w = c_mul(low, root_of<r, 2 * R>::re, root_of<r, 2 * R>::im);
    FOLD ? fold_pair(&a[r], &b[R - 1 - r], w) : unfold_pair(&a[r], &b[R - 1 - r], w);  // bins k and n - k
    if constexpr (2 * r + 1 < R) {
      const C v = c_mul(high, root_of<r + 1, 2 * R>::re, root_of<r + 1, 2 * R>::im);
      FOLD ? fold_pair(&b[r], &a[R - 1 - r], v) : unfold_pair(&b[r], &a[R - 1 - r], v);
    }
    fold_butterflies<R, FOLD, r + 1>(a, b, low, high);
  }
}

// The butterflies of a slot, and whether they are the two that mirror themselves. Without a second one (count is odd) the
// first stands in.
template <class P, int PASS>
struct mirrored_slot {
  using pass = tile_pass<P, PASS>;
  int a, b;
  bool own, both;
  __device__ __forceinline__ mirrored_slot(int slot, bool first_round)
      : a(slot),
        b(first_round && slot == 0 ? pass::count / 2 : pass::count - slot),
        own(first_round && slot == 0),
        both(!own || pass::count % 2 == 0) {}
  // Where elements r of a and b lie, less r count, as the pairs go.
  __device__ __forceinline__ int upper_a() const { return own ? b : a; }
  __device__ __forceinline__ int upper_b() const { return own ? pass::count : b; }
  __device__ __forceinline__ C low(const tcf_tile_args &args) const { return table_root(args.half, a); }
  __device__ __forceinline__ C high(const tcf_tile_args &args) const {
    const C w = table_root(args.half, own ? (both ? pass::count - b : 0) : a);
    return C{w.re, -w.im};
  }
};

// f(number<U>, slot, t) for the slots of a thread in pass PASS. ALONG: as for_loads.
template <class P, int PASS, bool ALONG, int U = 0, class F>
INLINE void for_slots(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < pass::depth) {
    int t, q;
    place<P>(pass::order, &t, &q);
    constexpr bool even = pass::slots % P::tpt == 0;
    const int slot = q + U * P::tpt;
    const bool mine = works<P>(t, q) && (even || slot < pass::slots);
    if ((ALONG && !even) || mine) f(number<U>{}, mirrored_slot<P, PASS>(mine ? slot : U * P::tpt, U == 0), mine ? t : 0);
    for_slots<P, PASS, ALONG, U + 1>(f);
  }
}

INLINE C select(bool first, C a, C b) { return C{first ? a.re : b.re, first ? a.im : b.im}; }

// What the first pass takes: points made of bins.
template <class P, template <class> class From, int R>
INLINE void load_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, 0>;
  constexpr int lower_a = (R + 1) / 2, lower_b = R / 2;
  for_slots<P, 0, !From<P>::shared>([&](auto u, const mirrored_slot<P, 0> &slot, int t) {
    C *a = v[u.value], *b = v[pass::mirrored ? u.value + pass::depth : u.value], A[R], B[R], middle = C{0.f, 0.f};
    const From<P> low_a(x, t, slot.a), low_b(x, t, slot.b), high_a(x, t, slot.upper_a()), high_b(x, t, slot.upper_b());
    UNROLL
    for (int r = 0; r < R; r++) {
      A[r] = (r < lower_a ? low_a : high_a).get(r * pass::count);
      B[r] = (r < lower_b ? low_b : high_b).get(r * pass::count);
    }
    if (P::n % 2 == 0 && slot.own) middle = From<P>(x, t, P::n / 2).get(0);
    if (slot.own) A[0].im = B[R - 1].im = 0;
    fold_butterflies<R, false>(A, B, slot.low(x.a), slot.high(x.a));
    C self = middle;
    unfold_pair(&middle, &self, C{0.f, -1.f});
    UNROLL
    for (int r = 0; r < R; r++) {
      a[r] = r < lower_a ? A[r] : select(slot.own, R % 2 == 0 && r == lower_a ? middle : B[r - 1], A[r]);
      if constexpr (pass::mirrored) b[r] = r < lower_b ? B[r] : select(slot.own, r < lower_a ? middle : A[r], B[r]);
    }
  });
}

// What the last pass stores: bins made of points.
template <class P, template <class> class To, int R>
INLINE void store_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, P::passes - 1>;
  constexpr int lower_a = (R + 1) / 2, lower_b = R / 2;
  for_slots<P, P::passes - 1, false>([&](auto u, const mirrored_slot<P, P::passes - 1> &slot, int t) {
    const C *a = v[u.value], *b = v[pass::mirrored ? u.value + pass::depth : u.value];
    C A[R], B[R], middle = R % 2 ? b[lower_b] : a[R / 2], self = middle;
    UNROLL
    for (int r = 0; r < R; r++) {
      A[r] = r < lower_a ? a[r] : select(slot.own, b[r], a[r]);
      B[r] = r < lower_b ? b[r] : select(slot.own, r == R - 1 ? a[0] : a[r + 1], b[r]);
    }
    fold_butterflies<R, true>(A, B, slot.low(x.a), slot.high(x.a));
    fold_pair(&middle, &self, C{0.f, -1.f});
    const To<P> low_a(x, t, slot.a), low_b(x, t, slot.b), high_a(x, t, slot.upper_a()), high_b(x, t, slot.upper_b());
    UNROLL
    for (int r = 0; r < R; r++) {
      if (r < lower_a || slot.both) (r < lower_a ? low_a : high_a).put(r * pass::count, A[r]);
      if (r >= lower_b || slot.both) (r < lower_b ? low_b : high_b).put(r * pass::count, B[r]);
    }
    if (P::n % 2 == 0 && slot.own) To<P>(x, t, P::n / 2).put(0, middle);
  });
}
