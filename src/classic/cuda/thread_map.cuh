// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which butterflies of a pass a thread has, and where their points lie. Decimation in time (Cooley and Tukey 1965): the
// first pass puts its results where a mixed-radix digit reversal wants them, all others stay in place, so that one barrier a
// pass does, a thread holds no more than it likes, and the last pass ends in natural order. With two passes these are
// Stockham's places. Stockham's for three and more passes want two barriers each and all of a thread's points in registers:
// 6000 to 16384 points reached 0.4 to 0.7 of a copy's speed.
//
// A transform may be a transform of several axes that lie packed: the same points, and passes that belong to one axis each,
// in any order, since axes commute. The outermost axis has the first and the last pass, so that neighbouring threads load
// and store neighbouring points whatever the radices. Included by tile.cuh.

// Points of the axes inside the one of pass p, and what its passes before p make of it.
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

// What indices are divided as. Unsigned takes fewer instructions, but of tiles without tensor cores nvcc 13.0 then makes
// slower code as often as faster (c2r 6000 0.91, r2c 10000 0.94, r2c 16384 1.05 of the speed).
template <bool TENSOR>
struct divided_as {
  typedef int type;
};
template <>
struct divided_as<true> {
  typedef tcf_u32 type;
};

// Where the first pass puts point j of the input, but for its own digit, the foremost one: every axis' digits the other way
// round, taken off from the innermost axis' last pass on.
template <class P, int axis, int p>
INLINE int reversed(int j) {
  if constexpr (p == 0) {
    if constexpr (axis < P::axis[0]) return reversed<P, axis + 1, P::passes - 1>(j);
    return 0;
  } else if constexpr (P::axis[p] != axis) {
    return reversed<P, axis, p - 1>(j);
  } else {
    constexpr int radix = P::radix[p], weight = points_below<P>(p) * points_within<P>(p);
    typedef typename divided_as<P::tensor != 0>::type index;
    return (index)j % radix * weight + reversed<P, axis, p - 1>((index)j / radix);
  }
}

template <class P, int PASS>
struct tile_pass {
  typedef typename divided_as<P::tensor != 0>::type index;
  static constexpr int radix = P::radix[PASS];
  static constexpr bool last = PASS == P::passes - 1;
  static constexpr int within = points_within<P>(PASS), below = points_below<P>(PASS), before = below * within;
  static constexpr bool tensor = (P::tensor >> PASS & 1) != 0;  // wmma/cuda/mma.cuh has it
  // Entries of the table before this pass; those on tensor cores have their root 1, too, and begin at an even one.
  static COMPILED int twiddles() {
    int sum = 0;
    for (int p = 0; p <= PASS; p++) {
      const int with_one = P::tensor >> p & 1;
      if (with_one) sum += sum % 2;
      if (p < PASS) sum += (P::radix[p] - 1 + with_one) * points_within<P>(p);
    }
    return sum;
  }
  static constexpr bool turns = within > 1;   // its points have twiddles
  static constexpr int count = P::n / radix;  // butterflies of a transform
  // A thread that folds spectra has butterflies j and count - j.
  static constexpr bool mirrored = ((PASS == 0 && P::hermitian_in) || (last && P::hermitian_out)) && count > 1;
  // One that folds them across transforms has butterfly j of a transform and count - 1 - j of its mate: the threads of both
  // share these.
  static constexpr bool paired = (PASS == 0 && P::across_in) || (last && P::across_out), folds = mirrored || paired;
  static constexpr int slots = mirrored ? (count + 1) / 2 : count, sharers = paired ? 2 * P::tpt : P::tpt;
  static constexpr int depth = (slots + sharers - 1) / sharers, rounds = folds ? 2 * depth : depth;
  static constexpr bool full = slots % P::tpt == 0 && (!mirrored || count % 2 == 0);
  // Passes on tensor cores in between take points: two numbers of a transform lie side by side.
  static constexpr int order = !(tensor && !last) && (P::by_ffts || (PASS == 0 ? P::batch_fast_in : P::batch_fast_out));

  // Butterfly of thread q in its round: `count` where there is none.
  static __device__ __forceinline__ int butterfly(int q, int round) {
    const int slot = q + round % depth * P::tpt;
    if (slot >= slots) return count;
    if (!mirrored || round < depth) return slot;
    return slot ? count - slot : count % 2 ? count : count / 2;
  }

  // Where its points lie in shared memory between the passes: the first, and the distance.
  static __device__ __forceinline__ int first(int j) {
    if (PASS > 0) return (index)j / before * (before * radix) + (index)j % before;
    return reversed<P, 0, P::passes - 1>(j);
  }
  // Its twiddles are powers of exp(-2 pi i turn(j) / (within * radix)).
  static __device__ __forceinline__ int turn(int j) { return (index)j % before / below; }
};

// Which transform and which of its threads this thread is, where neighbours take transforms (1) or points (0).
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

// f(number<round - FROM>, t, j) for the butterflies j of rounds FROM .. TO - 1 that this thread does.
template <class P, int PASS, int FROM, int TO, int U = FROM, class F>
INLINE void for_rounds(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < TO) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = pass::butterfly(q, U);
    if (works<P>(t, q) && (pass::full || j < pass::count)) f(number<U - FROM>{}, t, j);
    for_rounds<P, PASS, FROM, TO, U + 1>(f);
  }
}

// The same for loads from memory, where a pass leaves threads over: they load butterfly 0. Branches around the loads of each
// round would make them wait for one another (3125 points by 5.25.5.5 and 157 threads: 0.47 of a copy's speed, so 0.72). To
// go along in everything that follows is slower: the compiler then moves all rounds together and runs out of registers.
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
