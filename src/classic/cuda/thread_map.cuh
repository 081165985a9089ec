// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which butterflies of a pass a thread has, and where their points lie. The passes are decimation in time (Cooley and
// Tukey 1965): the first pass stores its results in mixed-radix digit-reversed places and all others work in place.
// Therefore one barrier a pass is enough, a thread may hold few elements at a time, and the last pass ends in natural
// order. With two passes the places are those of Stockham's algorithm. For three and more passes Stockham's algorithm
// needs two barriers a pass and all of a thread's points in registers: 6000 to 16384 points reached 0.4 to 0.7 of a
// copy's speed.
//
// A transform may cover several axes that lie packed. It then has the same points, and each pass belongs to one axis;
// passes may come in any order, since axes commute. The outermost axis has the first pass and the last one, so that
// neighbouring threads load and store neighbouring points for any radices. Included by tile.cuh.

// Points of the axes inside the axis of pass p, and the product of the radices of that axis' passes before p.
template <class P>
COMPILED int points_below(int p) {
  int points = 1;
  for (int q = 0; q < P::passes; q++) points *= P::axis[q] < P::axis[p] ? P::radix[q] : 1;
  return points;
}
template <class P>
COMPILED int points_within(int p) {
  int points = 1;
  for (int q = 0; q < p; q++) points *= P::axis[q] == P::axis[p] ? P::radix[q] : 1;
  return points;
}

// The pass of a folded tile that makes real points into conjugate results of which it keeps half (R2C), or takes half of its
// conjugate points (C2R), and how many points of a pass' butterflies lie in shared memory. Places there are those of a tile
// whose radix is that number, and a place's lowest digit (R2C) or highest one (C2R) is the result or point that was kept.
template <class P>
COMPILED bool is_folded(int p) {
  return P::folded && p == (P::kind == KIND_R2C ? 0 : P::passes - 1);
}
template <class P>
COMPILED int kept_of(int p) {
  return is_folded<P>(p) ? (P::radix[p] + 1) / 2 : P::radix[p];
}
template <class P>
COMPILED int points_kept() {
  int points = 1;
  for (int p = 0; p < P::passes; p++) points *= kept_of<P>(p);
  return points;
}
template <class P>
COMPILED int places_within(int p) {
  int points = 1;
  for (int q = 0; q < p; q++) points *= P::axis[q] == P::axis[p] ? kept_of<P>(q) : 1;
  return points;
}

// The point or result whose place is i, where every digit that was kept stands for one of R.
template <int R>
INLINE int unfolded(int i) {
  constexpr int kept = (R + 1) / 2;
  return i / kept * R + i % kept;
}

// The type in which indices are divided. Unsigned division takes fewer instructions. In tiles without tensor cores,
// though, nvcc 13.0 makes slower code of it as often as faster code (speed relative to signed division: c2r 6000 0.91,
// r2c 10000 0.94, r2c 16384 1.05).
template <bool TENSOR>
struct divided_as {
  typedef int type;
};
template <>
struct divided_as<true> {
  typedef tcf_u32 type;
};

// Where the first pass stores the results of its butterfly j: the digits of every axis in reverse order, taken off j from
// the innermost axis' last pass on. The first pass' own digit, which is the most significant one of the input, is not
// part of j.
template <class P, int axis, int p>
INLINE int reversed(int j) {
  if constexpr (p == 0) {
    if constexpr (axis < P::axis[0]) return reversed<P, axis + 1, P::passes - 1>(j);
    return 0;
  } else if constexpr (P::axis[p] != axis) {
    return reversed<P, axis, p - 1>(j);
  } else {
    constexpr int radix = kept_of<P>(p), weight = points_below<P>(p) * places_within<P>(p);
    typedef typename divided_as<P::tensor != 0>::type index;
    return (index)j % radix * weight + reversed<P, axis, p - 1>((index)j / radix);
  }
}

template <class P, int PASS>
struct tile_pass {
  typedef typename divided_as<P::tensor != 0>::type index;
  static constexpr int radix = P::radix[PASS];
  static constexpr bool last = PASS == P::passes - 1;
  static constexpr int within = points_within<P>(PASS), below = points_below<P>(PASS),
                       before = below * places_within<P>(PASS);
  static constexpr bool folds = is_folded<P>(PASS), into_half = folds && P::kind == KIND_R2C;
  static constexpr int kept = kept_of<P>(PASS), points = into_half ? radix : kept, results = into_half ? kept : radix;
  static constexpr int apart = P::n / radix;                    // in the input, between points of the first pass
  static constexpr bool tensor = (P::tensor >> PASS & 1) != 0;  // run by wmma/cuda/mma.cuh
  // Entries of the twiddle table before those of this pass. Passes on tensor cores also store root 1 and begin at an even
  // entry.
  static COMPILED int twiddles() {
    int sum = 0;
    for (int p = 0; p <= PASS; p++) {
      const int with_one = P::tensor >> p & 1;
      if (with_one) sum += sum % 2;
      if (p < PASS) sum += (P::radix[p] - 1 + with_one) * points_within<P>(p);
    }
    return sum;
  }
  static constexpr bool has_twiddles = within > 1;                                  // its points have twiddles
  static constexpr int count = P::folded ? points_kept<P>() / kept : P::n / radix;  // butterflies of a transform
  // Where the pass does the Hermitian split within a transform (hermitian_split.cuh), a thread has butterflies j and
  // count - j.
  static constexpr bool mirrored = ((PASS == 0 && P::hermitian_in) || (last && P::hermitian_out)) && count > 1;
  // Where it does the split across transforms, a thread has butterfly j of a transform and butterfly count - 1 - j of the
  // partner, of rows of a plane count - j; the threads of both transforms share these slots. Two rows that are their own
  // partners need one more for an odd number of butterflies.
  static constexpr bool paired = (PASS == 0 && P::across_in) || (last && P::across_out), splits_bins = mirrored || paired;
  static constexpr int slots = mirrored ? (count + 1) / 2 : paired && pairs_are_rows<P>() ? count + count % 2 : count;
  static constexpr int sharers = paired ? 2 * P::tpt : P::tpt;
  static constexpr int depth = (slots + sharers - 1) / sharers, rounds = splits_bins ? 2 * depth : depth;
  static constexpr bool full = slots % P::tpt == 0 && (!mirrored || count % 2 == 0);
  // 1: neighbouring threads take neighbouring transforms, 0: neighbouring points. A pass on tensor cores that is not the
  // last takes points, because it accesses adjacent points of one transform.
  static constexpr int order = !(tensor && !last) && (P::by_ffts || (PASS == 0 ? P::batch_fast_in : P::batch_fast_out));

  // Butterfly of thread q in this round; `count` if it has none.
  static __device__ __forceinline__ int butterfly(int q, int round) {
    const int slot = q + round % depth * P::tpt;
    if (slot >= slots) return count;
    if (!mirrored || round < depth) return slot;
    return slot ? count - slot : count % 2 ? count : count / 2;
  }

  // Where the first point of butterfly j lies in shared memory between the passes. The others follow `before` apart.
  static __device__ __forceinline__ int first(int j) {
    if (PASS > 0) return (index)j / before * (before * kept) + (index)j % before;
    return reversed<P, 0, P::passes - 1>(j);
  }
  // The first point of butterfly j of the first pass, in the input.
  static __device__ __forceinline__ int input(int j) {
    if constexpr (P::folded && P::kind == KIND_C2R) return unfolded<P::radix[P::passes - 1]>(j);
    return j;
  }
  // The twiddles of butterfly j are powers of exp(-2 pi i twiddle_index(j) / (within * radix)).
  static __device__ __forceinline__ int twiddle_index(int j) {
    if constexpr (P::folded && P::kind == KIND_R2C && PASS > 0) return unfolded<P::radix[0]>(j % before);
    return (index)j % before / below;
  }
};

// The transform *t of this thread and its number *q among that transform's threads. order 1: neighbouring threads take
// neighbouring transforms, 0: neighbouring points.
template <class P>
INLINE void place(int order, int *t, int *q) {
  const int id = threadIdx.x;
  *t = order ? id % P::fpb : id / P::tpt;
  *q = order ? id / P::fpb : id % P::tpt;
}

template <class P>
INLINE bool works(int t, int q) {
  return P::threads == P::fpb * P::tpt || (t < P::fpb && q < P::tpt);
}

template <int I>
struct number {
  static constexpr int value = I;
};

// Whether every thread that works has a butterfly in round U, so that there is nothing to ask.
template <class P, int PASS, int U>
COMPILED bool is_full_round() {
  using pass = tile_pass<P, PASS>;
  return pass::full || (!pass::splits_bins && (U + 1) * pass::sharers <= pass::slots);
}

// Calls f(number<round - FROM>, t, j) for the butterflies j that this thread has in rounds FROM .. TO - 1.
template <class P, int PASS, int FROM, int TO, int U = FROM, class F>
INLINE void for_rounds(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < TO) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = pass::butterfly(q, U);
    if (works<P>(t, q) && (is_full_round<P, PASS, U>() || j < pass::count)) f(number<U - FROM>{}, t, j);
    for_rounds<P, PASS, FROM, TO, U + 1>(f);
  }
}

// The same for loads from memory. In a round that has fewer butterflies than threads, the remaining threads load
// butterfly 0: branches around the loads of each round would make them wait for one another (3125 points by 5.25.5.5 and
// 157 threads reach 0.72 of a copy's speed, 0.47 with branches). Letting these threads also take part in everything that
// follows is slower, because the compiler then moves all rounds together and runs out of registers.
template <class P, int PASS, int FROM, int TO, int U = FROM, class F>
INLINE void for_loads(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (pass::full) {
    for_rounds<P, PASS, FROM, TO>(f);
  } else if constexpr (U < TO) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = pass::butterfly(q, U);
    const bool mine = works<P>(t, q) && j < pass::count;
    f(number<U - FROM>{}, mine ? t : 0, mine ? j : 0);
    for_loads<P, PASS, FROM, TO, U + 1>(f);
  }
}
