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
// What is left, point n / 2, is its own mate.
//
// Where a spectrum's points lie across L transforms, n each (point i of transform l is l + i L), the mates are butterfly j
// of transform l and butterfly count - 1 - j of transform L - l, and all else is the same. Lanes 0 and L / 2 share their
// threads: those of the first half have butterflies j and count - j of transform 0, as above, the others j and count - 1 - j
// of transform L / 2, whose middle butterfly, where count is odd, takes the place of the one that transform 0 then has not.
// Included by tile.cuh.

// Points k and n - k, becoming bins k and n - k; w = exp(-2 pi i k / (2 n)).
INLINE void fold_pair(C *p, C *q, C w) {
  C xk, xm_k;
  spectrum_pair(*p, *q, w, &xk, &xm_k);
  *p = xk;
  *q = xm_k;
}

// Bins k and n - k, becoming points k and n - k, swapped: the transform that follows is an inverse.
//
// FUSED: the product is fused into its sums, which is the more accurate way. Across transforms, where
// nothing is short of accuracy, nvcc 13.0 does better with the product by itself (c2r 65536: 0.76 to 0.83 of a copy).
template <bool FUSED>
INLINE void unfold_pair(C *p, C *q, C w) {
  const C b = C{q->re, -q->im}, s = c_add(*p, b), d = c_sub(*p, b);
  if constexpr (!FUSED) {
    const C o = c_mul(d, w.re, -w.im);
    *p = C{s.im + o.re, s.re - o.im};
    *q = C{o.re - s.im, s.re + o.im};
    return;
  }
  *p = C{fmaf(d.re, w.re, fmaf(d.im, w.im, s.im)), fmaf(d.re, w.im, fmaf(-d.im, w.re, s.re))};
  *q = C{fmaf(d.re, w.re, fmaf(d.im, w.im, -s.im)), fmaf(-d.re, w.im, fmaf(d.im, w.re, s.re))};
}

// All pairs of a thread's two butterflies. roots.a(r), roots.b(r) = exp(-2 pi i k / (2 n)) for the lower points k of a and
// b. Of a loop, or of roots by c_twiddle, nvcc 13.0 makes code that computes before its last loads are on their way: a tenth
// of the speed where two blocks share a multiprocessor (c2r 2^16 to 2^19).
template <int R, bool FOLD, bool FUSED, int r = 0, class Roots>
INLINE void fold_butterflies(C *a, C *b, const Roots &roots) {
  if constexpr (2 * r < R) {
    const C w = roots.a(r);
    FOLD ? fold_pair(&a[r], &b[R - 1 - r], w) : unfold_pair<FUSED>(&a[r], &b[R - 1 - r], w);
    if constexpr (2 * r + 1 < R) {
      const C v = roots.b(r);
      FOLD ? fold_pair(&b[r], &a[R - 1 - r], v) : unfold_pair<FUSED>(&b[r], &a[R - 1 - r], v);
    }
    fold_butterflies<R, FOLD, FUSED, r + 1>(a, b, roots);
  }
}

// The two butterflies of a thread, a of transform ta and b of transform tb, and whether they are the two that mirror
// themselves. Without a second one, of an odd number, the first stands in.
struct fold_slot {
  int ta, a, tb, b;
  int low;  // the first point of a, of the whole axis
  bool own, both;
};

// Slot number `slot` of transform t.
template <class P, int PASS>
INLINE fold_slot mirrored_slot(int t, int slot, bool first_round) {
  constexpr int count = tile_pass<P, PASS>::count;
  const bool own = first_round && slot == 0;
  return {t, slot, t, own ? count / 2 : count - slot, slot, own, !own || count % 2 == 0};
}

// The slot of this thread in round U of a pass across transforms; where it has none, *mine is 0 and the slot is another's.
template <class P, int PASS>
INLINE fold_slot paired_slot(const tile_context<P> &x, int round, bool *mine) {
  constexpr int half = P::fpb / 2, count = tile_pass<P, PASS>::count, first = (count + 1) / 2;
  const int id = threadIdx.x, ffts = (int)x.a.ffts, j = id / half + round * 2 * P::tpt;
  const bool works = P::threads == P::fpb * P::tpt || id < P::fpb * P::tpt, even = ffts % 2 == 0;
  *mine = works && j < count && id % half < x.ffts && (x.pair + id % half || even || j < first);
  const int t = *mine ? id % half : 0, q = *mine ? j : 0, pair = x.pair + t;
  if (pair) return {t, q, t + half, count - 1 - q, pair + ffts * q, false, true};
  if (q == 0) {
    const bool both = count % 2 == 0 || even;
    return {0, 0, count % 2 && both ? half : 0, both ? count / 2 : 0, 0, true, both};
  }
  if (q < first) return {0, q, 0, count - q, ffts * q, false, true};
  return {half, q - first, half, count - 1 - (q - first), ffts / 2 + ffts * (q - first), false, true};
}

// Where elements r of a and b come from, or go, as the pairs do: Side is a source or a sink of load_store.cuh.
template <class P, int PASS, template <class> class Side>
struct fold_sides {
  static constexpr int count = tile_pass<P, PASS>::count, radix = tile_pass<P, PASS>::radix;
  static constexpr int lower_a = (radix + 1) / 2, lower_b = radix / 2;  // so many elements are the lower ones
  const Side<P> low_a, low_b, high_a, high_b;
  __device__ __forceinline__ fold_sides(const tile_context<P> &x, const fold_slot &s)
      : low_a(x, s.ta, s.a),
        low_b(x, s.tb, s.b),
        high_a(x, s.own ? s.tb : s.ta, s.own ? s.b : s.a),
        high_b(x, s.own ? s.ta : s.tb, s.own ? count : s.b) {}
  __device__ __forceinline__ const Side<P> &a(int r) const { return r < lower_a ? low_a : high_a; }
  __device__ __forceinline__ const Side<P> &b(int r) const { return r < lower_b ? low_b : high_b; }
  // The point that is its own mate, where there is one.
  __device__ __forceinline__ const Side<P> &middle() const { return radix % 2 ? low_b : low_a; }
  static constexpr int middle_at = radix / 2 * count;
  static __device__ __forceinline__ bool has_middle(const fold_slot &s) { return s.own && (radix % 2 == 0 || s.both); }
};

INLINE C select(bool first, C a, C b) { return C{first ? a.re : b.re, first ? a.im : b.im}; }

// The roots of a slot: constants, products of the first one and of constants, or all of them from the table.
enum fold_roots_by { BY_CONSTANTS, BY_PRODUCTS, BY_TABLE };

// Within a transform roots are neighbours in the table. Loading them all is the more accurate way, which powers of two need
// not; of these the long ones are faster by it (c2r 32768: 0.65 to 0.70 of a copy; 64: 0.95 to 0.91). Across transforms they
// lie far apart.
template <class P, int PASS>
COMPILED fold_roots_by roots_come() {
  using pass = tile_pass<P, PASS>;
  if (pass::paired) return BY_PRODUCTS;
  if (pass::count == 1) return BY_CONSTANTS;
  return P::n > 4096 || (P::n & (P::n - 1)) != 0 ? BY_TABLE : BY_PRODUCTS;
}

template <class P, int PASS, fold_roots_by = roots_come<P, PASS>()>
struct fold_roots {
  static constexpr int count = tile_pass<P, PASS>::count;
  const float2 *of_a, *of_b;
  __device__ __forceinline__ fold_roots(const tile_context<P> &x, const fold_slot &s)
      : of_a((const float2 *)x.a.half + s.a), of_b((const float2 *)x.a.half + s.b) {}
  __device__ __forceinline__ C a(int r) const { return get(of_a + r * count); }
  __device__ __forceinline__ C b(int r) const { return get(of_b + r * count); }
  static __device__ __forceinline__ C get(const float2 *at) {
    const float2 v = __ldg(at);
    return C{v.x, v.y};
  }
};

template <class P, int PASS>
struct fold_roots<P, PASS, BY_CONSTANTS> {
  __device__ __forceinline__ fold_roots(const tile_context<P> &, const fold_slot &) {}
  __device__ __forceinline__ C a(int r) const {
    constexpr roots_of<2 * tile_pass<P, PASS>::radix> roots;
    return C{roots.re[r], roots.im[r]};
  }
  __device__ __forceinline__ C b(int r) const { return a(r); }
};

template <class P, int PASS>
struct fold_roots<P, PASS, BY_PRODUCTS> {
  static constexpr int R = tile_pass<P, PASS>::radix;
  static constexpr float own_re = root_of<1, 4 * R>::re, own_im = root_of<1, 4 * R>::im;
  const C low, high;
  __device__ __forceinline__ fold_roots(const tile_context<P> &x, const fold_slot &s)
      : low(table_root(x.a.half, s.low)), high{s.own ? own_re : low.re, s.own ? -own_im : -low.im} {}
  __device__ __forceinline__ C a(int r) const { return times(low, r); }
  __device__ __forceinline__ C b(int r) const { return times(high, r + 1); }
  static __device__ __forceinline__ C times(C root, int r) {
    constexpr roots_of<2 * R> roots;
    return c_mul(root, roots.re[r], roots.im[r]);
  }
};

template <class P, int PASS, bool FOLD>
INLINE void fold_slot_pairs(const tile_context<P> &x, const fold_slot &slot, C *A, C *B) {
  fold_butterflies<tile_pass<P, PASS>::radix, FOLD, !tile_pass<P, PASS>::paired>(A, B, fold_roots<P, PASS>(x, slot));
}

// What the first pass takes: points made of bins.
template <class P, int PASS, template <class> class From, int R>
INLINE void load_slot(const tile_context<P> &x, const fold_slot &slot, C (&a)[R], C (&b)[R]) {
  using sides = fold_sides<P, PASS, From>;
  constexpr int lower_a = sides::lower_a, lower_b = sides::lower_b, count = sides::count;
  C A[R], B[R], middle = C{0.f, 0.f};
  const sides from(x, slot);
  UNROLL
  for (int r = 0; r < R; r++) {
    A[r] = from.a(r).get(r * count);
    B[r] = from.b(r).get(r * count);
  }
  if (sides::has_middle(slot)) middle = from.middle().get(sides::middle_at);
  if (slot.own) A[0].im = B[R - 1].im = 0;
  fold_slot_pairs<P, PASS, false>(x, slot, A, B);
  C self = middle;
  unfold_pair<true>(&middle, &self, C{0.f, -1.f});
  UNROLL
  for (int r = 0; r < R; r++) {
    a[r] = r < lower_a ? A[r] : select(slot.own, R % 2 == 0 && r == lower_a ? middle : B[r - 1], A[r]);
    b[r] = r < lower_b ? B[r] : select(slot.own, r < lower_a ? middle : A[r], B[r]);
  }
}

// What the last pass stores: bins made of points.
template <class P, int PASS, template <class> class To, int R>
INLINE void store_slot(const tile_context<P> &x, const fold_slot &slot, const C (&a)[R], const C (&b)[R]) {
  using sides = fold_sides<P, PASS, To>;
  constexpr int lower_a = sides::lower_a, lower_b = sides::lower_b, count = sides::count;
  C A[R], B[R], middle = R % 2 ? b[lower_b] : a[R / 2], self = middle;
  UNROLL
  for (int r = 0; r < R; r++) {
    A[r] = r < lower_a ? a[r] : select(slot.own, b[r], a[r]);
    B[r] = r < lower_b ? b[r] : select(slot.own, r == R - 1 ? a[0] : a[r + 1], b[r]);
  }
  fold_slot_pairs<P, PASS, true>(x, slot, A, B);
  fold_pair(&middle, &self, C{0.f, -1.f});
  const sides to(x, slot);
  UNROLL
  for (int r = 0; r < R; r++) {
    if (r < lower_a || slot.both) to.a(r).put(r * count, A[r]);
    if (r >= lower_b || slot.both) to.b(r).put(r * count, B[r]);
  }
  if (sides::has_middle(slot)) to.middle().put(sides::middle_at, middle);
}

// ------------------------------------------------------------------------------------------------ within transforms

// f(number<U>, slot) for the slots of a thread in pass PASS. ALONG: as for_loads.
template <class P, int PASS, bool ALONG, int U = 0, class F>
INLINE void for_slots(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < pass::depth) {
    int t, q;
    place<P>(pass::order, &t, &q);
    constexpr bool even = pass::slots % P::tpt == 0;
    const int slot = q + U * P::tpt;
    const bool mine = works<P>(t, q) && (even || slot < pass::slots);
    if ((ALONG && !even) || mine) f(number<U>{}, mirrored_slot<P, PASS>(mine ? t : 0, mine ? slot : U * P::tpt, U == 0));
    for_slots<P, PASS, ALONG, U + 1>(f);
  }
}

// A transform of a single butterfly has no second one.
template <class P, template <class> class From, int R>
INLINE void load_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, 0>;
  for_slots<P, 0, !From<P>::shared>([&](auto u, const fold_slot &slot) {
    if constexpr (real_in_thread<P>()) {
      load_real<P, From>(x, slot.ta, v[u.value]);
    } else if constexpr (pass::mirrored) {
      load_slot<P, 0, From>(x, slot, v[u.value], v[u.value + pass::depth]);
    } else {
      C none[R];
      load_slot<P, 0, From>(x, slot, v[u.value], none);
    }
  });
}

template <class P, template <class> class To, int R>
INLINE void store_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, P::passes - 1>;
  for_slots<P, P::passes - 1, false>([&](auto u, const fold_slot &slot) {
    if constexpr (real_in_thread<P>())
      store_real<P, To>(x, slot.ta, v[u.value]);
    else
      store_slot<P, P::passes - 1, To>(x, slot, v[u.value], v[pass::mirrored ? u.value + pass::depth : u.value]);
  });
}
