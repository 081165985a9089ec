// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The Hermitian split of real transforms, in registers. A transform of n points holds 2 n real numbers in pairs. Its
// points k and n - k determine the spectrum's bins k and n - k (split, R2C), and these bins determine the points (merge,
// C2R). A thread that has butterflies j and count - j of a pass (`mirrored` of tile_pass) has both members of every pair,
// which saves an exchange through shared memory and its barriers.
//
// With a[r] = point j + r count and b[r] = point count - j + r count, the pairs are a[r], b[R-1-r]. The thread with j = 0
// has butterflies 0 and count / 2, whose pairs lie within each of them. It runs the same code: its upper halves are
// exchanged, and those of butterfly 0 are shifted by one step, so that point 0 meets n, the bin beyond the points:
//     a: 0, count, .. | count / 2 + (upper r) count        b: count / 2, 3 count / 2, .. | .., n
// Point n / 2, which is left over, pairs with itself.
//
// Where the points of a spectrum lie across L transforms of n points each (point i of transform l is point l + i L of the
// axis), butterfly j of transform l pairs with butterfly count - 1 - j of transform L - l, and all else is the same.
// Transforms 0 and L / 2 share their threads. The first half of these have butterflies j and count - j of transform 0, as
// above. The others have butterflies j and count - 1 - j of transform L / 2; if count is odd, its middle butterfly takes
// the place of the second one that transform 0 then does not have.
//
// Rows l and L - l of a plane, whose columns are transformed already or will be, pair as halves of one row do: point k of
// row l and point n - k of row L - l. A thread has butterfly j of the one and count - j of the other, and of their
// butterflies 0 point r count and (R - r) count; points 0 of both rows are also each other's points n, so that they make
// four bins. Rows 0 and L / 2 are their own partners, with the slots of single transforms. Included by tile.cuh.

// Turns points k and n - k into bins k and n - k; w = exp(-2 pi i k / (2 n)).
INLINE void split_pair(C *p, C *q, C w) {
  C xk, xm_k;
  spectrum_pair(*p, *q, w, &xk, &xm_k);
  *p = xk;
  *q = xm_k;
}

// Turns bins k and n - k into points k and n - k, with real and imaginary parts swapped, because the transform that
// follows is an inverse one.
//
// FUSED: the product is fused into its sums, which is more accurate. The split across transforms is accurate enough
// without, and nvcc 13.0 makes faster code of the separate product there (c2r 65536: 0.83 of a copy's speed, 0.76 fused).
template <bool FUSED>
INLINE void merge_pair(C *p, C *q, C w) {
  const C b = C{q->re, -q->im}, s = c_add(*p, b), d = c_sub(*p, b);
  if constexpr (!FUSED) {
    const C o = c_mul(d, w.re, -w.im);
    *p = C{s.im + o.re, s.re - o.im};
    *q = C{o.re - s.im, s.re + o.im};
    return;
  }
  *p = C{fused(d.re, w.re, fused(d.im, w.im, s.im)), fused(d.re, w.im, fused(-d.im, w.re, s.re))};
  *q = C{fused(d.re, w.re, fused(d.im, w.im, -s.im)), fused(-d.re, w.im, fused(d.im, w.re, s.re))};
}

// All pairs of a thread's two butterflies. roots.a(r) and roots.b(r) are exp(-2 pi i k / (2 n)) for the lower points k of
// a and b. From a loop, or from roots by c_twiddle, nvcc 13.0 makes code that computes before the thread's last loads are
// issued. That costs a tenth of the speed where two blocks share a multiprocessor (c2r 2^16 to 2^19).
template <int R, bool SPLIT, bool FUSED, int r = 0, class Roots>
INLINE void split_butterflies(C *a, C *b, const Roots &roots) {
  if constexpr (2 * r < R) {
    const C w = roots.a(r);
    SPLIT ? split_pair(&a[r], &b[R - 1 - r], w) : merge_pair<FUSED>(&a[r], &b[R - 1 - r], w);
    if constexpr (2 * r + 1 < R) {
      const C v = roots.b(r);
      SPLIT ? split_pair(&b[r], &a[R - 1 - r], v) : merge_pair<FUSED>(&b[r], &a[R - 1 - r], v);
    }
    split_butterflies<R, SPLIT, FUSED, r + 1>(a, b, roots);
  }
}

// The two butterflies of a thread: a of transform ta, and b of transform tb. `own`: these are the two that pair with
// themselves. `both`: the second one exists; if it does not, because their number is odd, the first one stands in for it.
// `zero`: they are butterflies 0 of two rows of a plane.
struct bin_slot {
  int ta, a, tb, b;
  int low;  // the first point of a, as a point of the whole axis
  bool own, both, zero;
};

// Slot number `slot` of transform t.
template <class P, int PASS>
INLINE bin_slot mirrored_slot(int t, int slot, bool first_round) {
  constexpr int count = tile_pass<P, PASS>::count;
  const bool own = first_round && slot == 0;
  return {t, slot, t, own ? count / 2 : count - slot, slot, own, !own || count % 2 == 0, false};
}

// The slot of this thread in a round of a pass across transforms. If it has none, *mine is false and it gets the slot of
// another thread.
template <class P, int PASS>
INLINE bin_slot paired_slot(const tile_context<P> &x, int round, bool *mine) {
  constexpr int half = P::fpb / 2, count = tile_pass<P, PASS>::count, first = (count + 1) / 2;
  const int id = threadIdx.x, ffts = (int)x.a.ffts, j = id / half + round * 2 * P::tpt;
  const bool works = P::threads == P::fpb * P::tpt || id < P::fpb * P::tpt, even = ffts % 2 == 0;
  *mine = works && j < count && id % half < x.ffts && (x.pair + id % half || even || j < first);
  const int t = *mine ? id % half : 0, q = *mine ? j : 0, pair = x.pair + t;
  if (pair) return {t, q, t + half, count - 1 - q, pair + ffts * q, false, true, false};
  if (q == 0) {
    const bool both = count % 2 == 0 || even;
    return {0, 0, count % 2 && both ? half : 0, both ? count / 2 : 0, 0, true, both, false};
  }
  if (q < first) return {0, q, 0, count - q, ffts * q, false, true, false};
  return {half, q - first, half, count - 1 - (q - first), ffts / 2 + ffts * (q - first), false, true, false};
}

// The slot of this thread in a round of a pass that takes rows of a plane. Neighbouring threads have neighbouring points of
// a row.
template <class P, int PASS>
INLINE bin_slot rows_slot(const tile_context<P> &x, int round, bool *mine) {
  constexpr int half = P::fpb / 2, count = tile_pass<P, PASS>::count, first = (count + 1) / 2, sharers = 2 * P::tpt;
  const int id = threadIdx.x, j = id % sharers + round * sharers;
  const bool works = P::threads == P::fpb * P::tpt || id < P::fpb * P::tpt, even = (int)x.a.ffts % 2 == 0;
  *mine = works && id / sharers < x.ffts && j < (x.pair + id / sharers ? count : even ? 2 * first : first);
  const int t = *mine ? id / sharers : 0, q = *mine ? j : 0;
  if (x.pair + t) return {t, q, t + half, q ? count - q : 0, q, false, true, q == 0};
  const bool upper = q >= first;
  return mirrored_slot<P, PASS>(upper ? half : 0, upper ? q - first : q, true);
}

template <class P, int PASS>
INLINE bin_slot slot_of_pair(const tile_context<P> &x, int round, bool *mine) {
  if constexpr (pairs_are_rows<P>())
    return rows_slot<P, PASS>(x, round, mine);
  else
    return paired_slot<P, PASS>(x, round, mine);
}

// Where elements r of a and b are loaded from or stored to, in the order of the pairs. Side is a source or a sink of
// load_store.cuh.
template <class P, int PASS, template <class> class Side>
struct bin_sides {
  static constexpr int count = tile_pass<P, PASS>::count, radix = tile_pass<P, PASS>::radix;
  static constexpr int lower_a = (radix + 1) / 2, lower_b = radix / 2;  // number of lower elements
  const Side<P> low_a, low_b, high_a, high_b;
  __device__ __forceinline__ bin_sides(const tile_context<P> &x, const bin_slot &s)
      : low_a(x, s.ta, s.a),
        low_b(x, s.tb, s.zero ? count : s.b),
        high_a(x, s.own ? s.tb : s.ta, s.own ? s.b : s.a),
        high_b(x, s.own ? s.ta : s.tb, s.own || s.zero ? count : s.b) {}
  __device__ __forceinline__ const Side<P> &a(int r) const { return r < lower_a ? low_a : high_a; }
  __device__ __forceinline__ const Side<P> &b(int r) const { return r < lower_b ? low_b : high_b; }
  // The point that pairs with itself, if there is one.
  __device__ __forceinline__ const Side<P> &middle() const { return radix % 2 ? low_b : low_a; }
  static constexpr int middle_at = radix / 2 * count;
  static __device__ __forceinline__ bool has_middle(const bin_slot &s) { return s.own && (radix % 2 == 0 || s.both); }
};

INLINE C select(bool first, C a, C b) { return C{first ? a.re : b.re, first ? a.im : b.im}; }

// Where the roots of a slot come from: they are products of the first one and of constants, or all of them are loaded
// from the table.
enum bin_roots_by { BY_PRODUCTS, BY_TABLE };

// Within a transform the roots are adjacent in the table. Loading all of them is more accurate, which powers of two do
// not need; of these the long ones are faster so (c2r 32768: 0.70 of a copy's speed, 0.65 by products; but 64: 0.91, 0.95
// by products). Across transforms they lie far apart.
template <class P, int PASS>
COMPILED bin_roots_by roots_come() {
  using pass = tile_pass<P, PASS>;
  if (pass::paired) return BY_PRODUCTS;
  return P::n > 4096 || (P::n & (P::n - 1)) != 0 ? BY_TABLE : BY_PRODUCTS;
}

template <class P, int PASS, bin_roots_by = roots_come<P, PASS>()>
struct bin_roots {
  static constexpr int count = tile_pass<P, PASS>::count;
  const scalar2 *of_a, *of_b;
  __device__ __forceinline__ bin_roots(const tile_context<P> &x, const bin_slot &s)
      : of_a((const scalar2 *)x.a.half + s.a), of_b((const scalar2 *)x.a.half + s.b) {}
  __device__ __forceinline__ C a(int r) const { return get(of_a + r * count); }
  __device__ __forceinline__ C b(int r) const { return get(of_b + r * count); }
  static __device__ __forceinline__ C get(const scalar2 *at) {
    const scalar2 v = __ldg(at);
    return C{v.x, v.y};
  }
};

template <class P, int PASS>
struct bin_roots<P, PASS, BY_PRODUCTS> {
  static constexpr int R = tile_pass<P, PASS>::radix;
  static constexpr scalar own_re = root_of<1, 4 * R>::re, own_im = root_of<1, 4 * R>::im;
  const C low, high;
  __device__ __forceinline__ bin_roots(const tile_context<P> &x, const bin_slot &s)
      : low(table_root(x.a.half, s.low)), high{s.own ? own_re : low.re, s.own ? -own_im : -low.im} {}
  __device__ __forceinline__ C a(int r) const { return times(low, r); }
  __device__ __forceinline__ C b(int r) const { return times(high, r + 1); }
  static __device__ __forceinline__ C times(C root, int r) {
    constexpr roots_of<2 * R> roots;
    return c_mul(root, roots.re[r], roots.im[r]);
  }
};

template <class P, int PASS, bool SPLIT>
INLINE void split_slot_pairs(const tile_context<P> &x, const bin_slot &slot, C *A, C *B) {
  split_butterflies<tile_pass<P, PASS>::radix, SPLIT, !tile_pass<P, PASS>::paired>(A, B, bin_roots<P, PASS>(x, slot));
}

// Bin 0 of row l is the conjugate of bin 0 of row L - l, and bin n that of bin n, so that a thread needs one of each pair.
// Where the input is no spectrum of real numbers it takes their mean, as a transform of the columns before the rows would.
template <class P, int PASS, template <class> class From>
INLINE void mean_of_bins(const tile_context<P> &x, const bin_slot &s, C *bin_0, C *bin_n) {
  using pass = tile_pass<P, PASS>;
  const C other_0 = From<P>(x, s.tb, 0).get(0), other_n = From<P>(x, s.ta, pass::count).get((pass::radix - 1) * pass::count);
  *bin_0 = C{(bin_0->re + other_0.re) / 2, (bin_0->im - other_0.im) / 2};
  *bin_n = C{(bin_n->re + other_n.re) / 2, (bin_n->im - other_n.im) / 2};
}

// Loads the bins of a slot and turns them into the points of its two butterflies, for the first pass.
template <class P, int PASS, template <class> class From, int R>
INLINE void load_slot(const tile_context<P> &x, const bin_slot &slot, C (&a)[R], C (&b)[R]) {
  using sides = bin_sides<P, PASS, From>;
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
  if (pairs_are_rows<P>() && slot.zero) mean_of_bins<P, PASS, From>(x, slot, &A[0], &B[R - 1]);
  split_slot_pairs<P, PASS, false>(x, slot, A, B);
  C self = middle;
  merge_pair<true>(&middle, &self, C{0.f, -1.f});
  UNROLL
  for (int r = 0; r < R; r++) {
    a[r] = r < lower_a ? A[r] : select(slot.own, R % 2 == 0 && r == lower_a ? middle : B[r - 1], A[r]);
    b[r] = r < lower_b ? B[r] : select(slot.own, r < lower_a ? middle : A[r], B[r]);
  }
  if (pairs_are_rows<P>() && slot.zero) {
    UNROLL
    for (int r = 0; r < R; r++) b[r] = B[r ? r - 1 : R - 1];
  }
}

// Turns the results of a slot's two butterflies into bins and stores them, in the last pass.
template <class P, int PASS, template <class> class To, int R>
INLINE void store_slot(const tile_context<P> &x, const bin_slot &slot, const C (&a)[R], const C (&b)[R]) {
  using sides = bin_sides<P, PASS, To>;
  constexpr int lower_a = sides::lower_a, lower_b = sides::lower_b, count = sides::count;
  C A[R], B[R], middle = R % 2 ? b[lower_b] : a[R / 2], self = middle;
  UNROLL
  for (int r = 0; r < R; r++) {
    A[r] = r < lower_a ? a[r] : select(slot.own, b[r], a[r]);
    B[r] = r < lower_b ? b[r] : select(slot.own, r == R - 1 ? a[0] : a[r + 1], b[r]);
    if (pairs_are_rows<P>()) B[r] = select(slot.zero, b[r == R - 1 ? 0 : r + 1], B[r]);
  }
  split_slot_pairs<P, PASS, true>(x, slot, A, B);
  split_pair(&middle, &self, C{0.f, -1.f});
  const sides to(x, slot);
  UNROLL
  for (int r = 0; r < R; r++) {
    if (r < lower_a || slot.both) to.a(r).put(r * count, A[r]);
    if (r >= lower_b || slot.both) to.b(r).put(r * count, B[r]);
  }
  if (sides::has_middle(slot)) to.middle().put(sides::middle_at, middle);
  if (pairs_are_rows<P>() && slot.zero) {
    C bin_n = a[0], bin_0 = b[0];
    split_pair(&bin_n, &bin_0, C{-1.f, 0.f});
    To<P>(x, slot.ta, sides::count).put((R - 1) * sides::count, bin_n);
    To<P>(x, slot.tb, 0).put(0, bin_0);
  }
}

// ------------------------------------------------------------------------------------------------ within transforms

// Calls f(number<U>, slot) for the slots of this thread in pass PASS. ALONG: threads without a slot load along, as in
// for_loads.
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

template <class P, template <class> class From, int R>
INLINE void load_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, 0>;
  for_slots<P, 0, !From<P>::shared>([&](auto u, const bin_slot &slot) {
    if constexpr (real_in_thread<P>())
      load_real<P, From>(x, slot.ta, v[u.value]);
    else
      load_slot<P, 0, From>(x, slot, v[u.value], v[u.value + pass::depth]);
  });
}

template <class P, template <class> class To, int R>
INLINE void store_spectra(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, P::passes - 1>;
  for_slots<P, P::passes - 1, false>([&](auto u, const bin_slot &slot) {
    if constexpr (real_in_thread<P>())
      store_real<P, To>(x, slot.ta, v[u.value]);
    else
      store_slot<P, P::passes - 1, To>(x, slot, v[u.value], v[u.value + pass::depth]);
  });
}
