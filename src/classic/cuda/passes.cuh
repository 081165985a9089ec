// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a tile: butterflies in registers, twiddles from tables, exchanges through shared memory. thread_map.cuh
// assigns the points to the threads. Included by tile.cuh.

// ------------------------------------------------------------------------------------------------ policy

// The policy of a tile whose passes are all FP32. P::tensor selects passes that are not: tile_pass<P, PASS>::tensor. A tile
// with such passes needs a policy with these members, which wmma/cuda/mma.cuh supplies:
//
//     larger_magnitude(most, v)                    the larger one of `most` and the magnitudes in a butterfly's results
//     note_magnitude<P>(x, t, most)                receives the largest one of transform t after the first pass
//     note_own_magnitude<P, PASS, FIRST>(x, most)  the same for the transforms of this thread
//     run_pass<P, PASS, To>(x)                     runs all butterflies of such a pass
//
// Magnitudes are the bits of a float.
struct fp32_passes {};

// ------------------------------------------------------------------------------------------------ twiddles

// Twiddles: v[r] *= exp(-2 pi i r k / (within * R)). Roots r = 4 a + b are products of those of 4 a and of b, which takes
// fewer loads and at most two roundings. In short convolutions, whose many roundings add up, every root is loaded: the error
// of 1022 points is 1.80e-7 instead of 1.88e-7, at 4 % more time. Elsewhere products are accurate enough, and up to 10 %
// faster.
template <int R>
struct twiddle_bases {
  C low[4], high[(R + 3) / 4], all[R];  // either low and high, or all
};

template <class P>
COMPILED bool loads_all_roots() {
  return P::conv == CONV_BLUESTEIN && P::n <= 2048;
}

template <class P, int PASS>
INLINE void fetch_twiddles(const tile_context<P> &x, int k, twiddle_bases<tile_pass<P, PASS>::radix> *w) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix, within = pass::within;
  const scalar2 *table = (const scalar2 *)x.a.twiddle + pass::twiddles() + k;
  const auto root = [&](int r) {
    const scalar2 v = __ldg(table + (r - 1) * within);
    return C{v.x, v.y};
  };
  if constexpr (loads_all_roots<P>()) {
    UNROLL
    for (int r = 1; r < R; r++) w->all[r] = root(r);
    return;
  }
  UNROLL
  for (int b = 1; b < 4 && b < R; b++) w->low[b] = root(b);
  UNROLL
  for (int r = 4; r < R; r += 4) w->high[r / 4] = root(r);
}

template <class P, int R>
INLINE void twiddle(const twiddle_bases<R> &w, C *v) {
  if constexpr (loads_all_roots<P>()) {
    UNROLL
    for (int r = 1; r < R; r++) v[r] = c_mul(v[r], w.all[r]);
    return;
  }
  UNROLL
  for (int b = 1; b < 4 && b < R; b++) v[b] = c_mul(v[b], w.low[b]);
  UNROLL
  for (int r = 4; r < R; r += 4) {
    v[r] = c_mul(v[r], w.high[r / 4]);
    UNROLL
    for (int b = 1; b < 4 && r + b < R; b++) v[r + b] = c_mul(v[r + b], c_mul(w.low[b], w.high[r / 4]));
  }
}

template <class P, int R>
INLINE twiddle_bases<R> without_products(twiddle_bases<R> w) {
  if constexpr (loads_all_roots<P>()) return w;
  UNROLL
  for (int b = 1; b < 4 && b < R; b++) w.low[b] = computed_again(w.low[b]);
  return w;
}

// Turns the twiddles of a thread's first butterfly into those of its butterfly of round U: k differs by a constant, so the
// roots differ by constant factors.
template <class P, int PASS, int U, int R, int B = 1>
INLINE void shift_low(twiddle_bases<R> *w) {
  if constexpr (B < 4 && B < R) {
    using pass = tile_pass<P, PASS>;
    constexpr int order = pass::before * R, k = B * (U * P::tpt % pass::before) % order;
    w->low[B] = c_mul(w->low[B], root_of<k, order>::re, root_of<k, order>::im);
    shift_low<P, PASS, U, R, B + 1>(w);
  }
}
template <class P, int PASS, int U, int R, int H = 4>
INLINE void shift_high(twiddle_bases<R> *w) {
  if constexpr (H < R) {
    using pass = tile_pass<P, PASS>;
    constexpr int order = pass::before * R, k = H * (U * P::tpt % pass::before) % order;
    w->high[H / 4] = c_mul(w->high[H / 4], root_of<k, order>::re, root_of<k, order>::im);
    shift_high<P, PASS, U, R, H + 4>(w);
  }
}

// Where a pass gets its twiddles from. one: all butterflies of a thread share them. shifted: they are computed from those of
// the first butterfly, where the tables would crowd the cache; elsewhere loads are worth their accuracy (2^20 points: 1.7e-7
// instead of 1.8e-7).
template <class P, int PASS>
struct pass_twiddles {
  using pass = tile_pass<P, PASS>;
  static constexpr bool one =
      pass::has_twiddles && !pass::splits_bins && !pass::tensor && (pass::rounds == 1 || P::tpt % pass::before == 0);
  static constexpr bool shifted = P::n > 4096 && !P::folded && pass::has_twiddles && pass::below == 1 && !one &&
                                  !pass::tensor && !pass::splits_bins && pass::before % P::tpt == 0;
  // ahead: they are those of each butterfly, and those of the first rounds are fetched before the threads meet for the pass.
  // Registers would not suffice for all roots.
  static constexpr bool ahead =
      pass::has_twiddles && !one && !shifted && !pass::tensor && !pass::splits_bins && !loads_all_roots<P>();
};

template <class P, int PASS>
INLINE void fetch_first(const tile_context<P> &x, twiddle_bases<tile_pass<P, PASS>::radix> *w) {
  using pass = tile_pass<P, PASS>;
  int t, q;
  place<P>(pass::order, &t, &q);
  fetch_twiddles<P, PASS>(x, pass::twiddle_index(q), w);
}

template <class P, int PASS, int U, int R>
INLINE void twiddle_round(const tile_context<P> &x, int j, const twiddle_bases<R> &first, C *v) {
  using pass = tile_pass<P, PASS>;
  using from = pass_twiddles<P, PASS>;
  if constexpr (from::one || (from::shifted && U * P::tpt % pass::before == 0)) {
    twiddle<P, R>(first, v);
  } else if constexpr (from::shifted) {
    twiddle_bases<R> bases = first;
    shift_low<P, PASS, U>(&bases);
    shift_high<P, PASS, U>(&bases);
    twiddle<P, R>(bases, v);
  } else {
    twiddle_bases<R> bases;
    fetch_twiddles<P, PASS>(x, pass::twiddle_index(j), &bases);
    twiddle<P, R>(bases, v);
  }
}

// The twiddles of the inverse transform's first butterfly, whose points are those of the first transform's last one. What
// all butterflies share is fetched again: kept from one to the other it crowds the registers out. (956 points by r4(17.14)
// and 272 threads spill 88 bytes of a thread, 436 otherwise, and take 254 us on an H200, 400; 857 by b(12.12.12) 346, 404;
// 253 tiles of convolutions 1.1 % less in the mean.)
template <class P, int PASS, int U, int R>
INLINE void twiddle_back(const tile_context<P> &x, int j, const twiddle_bases<R> &first, C *v) {
  using pass = tile_pass<P, PASS>;
  if constexpr (pass_twiddles<P, PASS>::one) {
    twiddle_bases<R> again;
    fetch_twiddles<P, PASS>(x, computed_again(pass::twiddle_index(j)), &again);
    twiddle<P, R>(again, v);
  } else {
    twiddle_round<P, PASS, U>(x, j, without_products<P>(first), v);
  }
}

// ------------------------------------------------------------------------------------------------ passes

// Rounds of a pass that a thread loads before it computes. These are all rounds if the pass combines Hermitian bins, or if a
// store overwrites shared memory that other threads still read.
template <class P, int PASS, template <class> class From, template <class> class To>
COMPILED int rounds_at_once() {
  using pass = tile_pass<P, PASS>;
  if (pass::splits_bins) return pass::rounds;
  if constexpr (PASS == 0)
    if (From<P>::shared) return pass::rounds;
  if constexpr (pass::last && To<P>::shared)
    if (!To<P>::in_place) return pass::rounds;
  const int fit = EPT / pass::radix;
  return fit < 1 ? 1 : fit < pass::rounds ? fit : pass::rounds;
}

// Loads butterfly j of transform t from shared memory, as its points lie between the passes.
template <class P, int PASS, int R>
INLINE void load_between(const tile_context<P> &x, int t, int j, C (&v)[R]) {
  using pass = tile_pass<P, PASS>;
  const from_shared<P> from(x, t, pass::first(j), true);
  UNROLL
  for (int r = 0; r < R; r++) v[r] = r < pass::points ? from.get(r * pass::before) : C{0.f, 0.f};
}

template <class P, int PASS, int R>
INLINE void store_between(const tile_context<P> &x, int t, int j, const C (&v)[R]) {
  using pass = tile_pass<P, PASS>;
  const int i = pass::first(j), at = shared_at<P>(t, i);
  if constexpr (PASS == 0 && pairs_lie_together<P>() && pass::before == 1 && R % 2 == 0) {
    UNROLL
    for (int r = 0; r < R; r += 2)
      *(scalar4 *)(x.shared + shared_beyond<P>(at, t, i, r, true)) =
          make_scalar4(v[r].re, v[r].im, v[r + 1].re, v[r + 1].im);
  } else {
    UNROLL
    for (int r = 0; r < pass::results; r++)
      x.shared[shared_beyond<P>(at, t, i, r * pass::before, true)] = make_scalar2(v[r].re, v[r].im);
  }
}

template <class P, int PASS, int FROM, int TO, template <class> class From, int R>
INLINE void load_rounds(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, PASS>;
  if constexpr (PASS > 0) {
    for_rounds<P, PASS, FROM, TO>([&](auto u, int t, int j) { load_between<P, PASS>(x, t, j, v[u.value]); });
  } else {
    const auto load = [&](auto u, int t, int j) {
      const From<P> from(x, t, pass::input(j));
      UNROLL
      for (int r = 0; r < R; r++) v[u.value][r] = from.get(r * pass::apart);
    };
    if constexpr (From<P>::shared)
      for_rounds<P, PASS, FROM, TO>(load);
    else
      for_loads<P, PASS, FROM, TO>(load);
  }
}

template <class P, int PASS, int FROM, int TO, template <class> class To, int R>
INLINE void store_rounds(const tile_context<P> &x, C (*v)[R]) {
  using pass = tile_pass<P, PASS>;
  for_rounds<P, PASS, FROM, TO>([&](auto u, int t, int j) {
    if constexpr (pass::last && P::conv == CONV_NONE) {
      put_results(To<P>(x, t, j), pass::count, v[u.value]);
    } else {
      store_between<P, PASS>(x, t, j, v[u.value]);
    }
  });
}

// Runs both butterflies of each slot of a thread, in a first or last pass that combines Hermitian bins of two transforms.
// Slots run one after the other, which takes the fewest registers.
template <class P, int PASS, template <class> class From, template <class> class To, class Passes, int U = 0>
INLINE void run_pairs(const tile_context<P> &x) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix;
  static_assert(P::passes > 1, "points are exchanged before or after the Hermitian split");
  if constexpr (U < pass::depth) {
    bool mine;
    const bin_slot slot = slot_of_pair<P, PASS>(x, U, &mine);
    C a[R], b[R];
    if constexpr (PASS == 0) {
      load_slot<P, PASS, From>(x, slot, a, b);
      if (mine) {
        dft<R>(a);
        dft<R>(b);
        if constexpr (P::tensor != 0) {
          Passes::template note_magnitude<P>(x, slot.ta, Passes::larger_magnitude(0, a));
          if (slot.both) Passes::template note_magnitude<P>(x, slot.tb, Passes::larger_magnitude(0, b));
        }
        store_between<P, PASS>(x, slot.ta, slot.a, a);
        if (slot.both) store_between<P, PASS>(x, slot.tb, slot.b, b);
      }
    } else if (mine) {
      twiddle_bases<R> at_a, at_b;
      fetch_twiddles<P, PASS>(x, pass::twiddle_index(slot.a), &at_a);
      fetch_twiddles<P, PASS>(x, pass::twiddle_index(slot.b), &at_b);
      load_between<P, PASS>(x, slot.ta, slot.a, a);
      load_between<P, PASS>(x, slot.tb, slot.b, b);
      twiddle<P, R>(at_a, a);
      dft<R>(a);
      twiddle<P, R>(at_b, b);
      dft<R>(b);
      store_slot<P, PASS, To>(x, slot, a, b);
    }
    run_pairs<P, PASS, From, To, Passes, U + 1>(x);
  }
}

// Whether a thread must issue all its loads before it computes. nvcc 13.0 interleaves the two in tiles of several axes, and
// two blocks on a multiprocessor do not hide the latency (100x100: 0.75 of a copy's speed, 0.86 with the loads first). With
// three blocks 60x60 loses 0.02, and of one axis 6561 and 100 points lost as well.
template <class P>
COMPILED bool loads_first() {
  return P::axis[0] != 0 && P::blocks == 2;
}

// Some bits of a number.
INLINE tcf_u32 dependent_bits(float x) { return __float_as_uint(x); }
INLINE tcf_u32 dependent_bits(double x) { return (tcf_u32)(__double_as_longlong(x) >> 32); }

// A number that depends on all points of some rounds.
template <class P, int PASS, int FROM, int TO, int R>
INLINE tcf_u32 bits_of_rounds(const C (*v)[R]) {
  tcf_u32 bits = 0;
  for_rounds<P, PASS, FROM, TO>([&](auto u, int, int) {
    UNROLL
    for (int r = 0; r < R; r++) bits ^= dependent_bits(v[u.value][r].re) ^ dependent_bits(v[u.value][r].im);
  });
  return bits;
}

// Whether a source is the shared memory of other blocks, all of which must have read before any of them writes again
// (cluster_steps.cuh).
template <class From>
struct is_remote {
  static constexpr bool value = false;
};

// Runs the rounds of a pass from FROM on, as many at once as fit.
template <class P, int PASS, int FROM, template <class> class From, template <class> class To, class Passes, int R>
INLINE void run_rounds(const tile_context<P> &x, const twiddle_bases<R> *ahead) {
  using pass = tile_pass<P, PASS>;
  constexpr int most = rounds_at_once<P, PASS, From, To>(), to = FROM + most < pass::rounds ? FROM + most : pass::rounds;
  constexpr bool moves = (PASS == 0 && From<P>::shared) || (pass::last && To<P>::shared && !To<P>::in_place);
  if constexpr (pass::paired) {
    run_pairs<P, PASS, From, To, Passes>(x);
  } else if constexpr (FROM < pass::rounds) {
    C v[to - FROM][R];
    if constexpr (PASS == 0 && P::hermitian_in != 0)
      load_spectra<P, From>(x, v);
    else
      load_rounds<P, PASS, FROM, to, From>(x, v);
    if constexpr (moves && PASS == 0 && is_remote<From<P>>::value)
      From<P>::has_read(bits_of_rounds<P, PASS, FROM, to>(v));
    else if constexpr (moves)
      wait<P>();
    else if constexpr (PASS == 0 && loads_first<P>())
      __syncwarp();
    tcf_u32 most_bits = 0;
    for_rounds<P, PASS, FROM, to>([&](auto u, int t, int j) {
      if constexpr (tile_pass<P, PASS>::has_twiddles) {
        using from = pass_twiddles<P, PASS>;
        if constexpr (FROM == 0 && from::ahead)
          twiddle<P, R>(ahead[u.value], v[u.value]);
        else
          twiddle_round<P, PASS, FROM + u.value>(x, j, *ahead, v[u.value]);
      }
      if constexpr (pass::into_half)
        reals_to_half<R>(v[u.value]);
      else if constexpr (pass::folds)
        half_to_reals<R>(v[u.value]);
      else if constexpr (!real_in_thread<P>())
        dft<R>(v[u.value]);
      if constexpr (PASS == 0 && P::tensor != 0) most_bits = Passes::larger_magnitude(most_bits, v[u.value]);
      if constexpr (pass::last && P::conv != CONV_NONE) {
        multiply<P, R>(x, t, j, v[u.value]);
        if constexpr (PASS > 0) {  // the first butterfly of the inverse transform has the same points
          dft<R>(v[u.value]);
          twiddle_back<P, PASS, FROM + u.value>(x, j, *ahead, v[u.value]);
        }
      } else if constexpr (pass::last && To<P>::takes_twiddles && multiplies_twiddles<P>() && !P::folded) {
        twiddle_results<P, R>(x, t, j, v[u.value]);
      }
    });
    if constexpr (moves && PASS == 0 && is_remote<From<P>>::value) From<P>::await_others();
    if constexpr (PASS == 0 && P::tensor != 0) Passes::template note_own_magnitude<P, PASS, FROM == 0>(x, most_bits);
    if constexpr (pass::last && P::hermitian_out != 0)
      store_spectra<P, To>(x, v);
    else
      store_rounds<P, PASS, FROM, to, To>(x, v);
    run_rounds<P, PASS, to, From, To, Passes>(x, ahead);
  }
}

// Runs all rounds of a pass. Whether real numbers lie in pairs selects the whole first pass: a branch around its loads alone
// cost 3 to 8 % (r2c 4096 to 16384), and a branch around the whole kernel takes half as long again to compile.
template <class P, int PASS, template <class> class From, template <class> class To, class Passes, int R>
INLINE void run_all_rounds(const tile_context<P> &x, const twiddle_bases<R> *ahead) {
  if constexpr (tile_pass<P, PASS>::tensor)
    Passes::template run_pass<P, PASS, To>(x);
  else if constexpr (!is_reals<From<P>>::value || PASS > 0)
    run_rounds<P, PASS, 0, From, To, Passes>(x, ahead);
  else if (x.a.whole_in)
    run_rounds<P, PASS, 0, from_pairs, To, Passes>(x, ahead);
  else
    run_rounds<P, PASS, 0, from_memory, To, Passes>(x, ahead);
}

// Whether one branch around all rounds of a pass keeps the threads that have no transform out of it. With a branch around
// each round the loads of each wait by themselves. (5040 points by 12.5.7.12 and 210 of 224 threads on an H200: 227 us, with
// one branch 157.) Threads that meet within a pass all go through it.
template <class P, int PASS, template <class> class From, template <class> class To>
COMPILED bool skips_idle_threads() {
  using pass = tile_pass<P, PASS>;
  constexpr bool meets =
      (PASS == 0 && (From<P>::shared || loads_first<P>())) || (pass::last && To<P>::shared && !To<P>::in_place);
  return pass::rounds > 1 && P::threads != P::fpb * P::tpt && P::tensor == 0 && !pass::splits_bins && !meets;
}

template <class P, int PASS, template <class> class From, template <class> class To, class Passes, int R>
INLINE void run_those_that_work(const tile_context<P> &x, const twiddle_bases<R> *ahead) {
  int t, q;
  place<P>(tile_pass<P, PASS>::order, &t, &q);
  if constexpr (skips_idle_threads<P, PASS, From, To>()) {
    if (works<P>(t, q)) run_all_rounds<P, PASS, From, To, Passes>(x, ahead);
  } else {
    run_all_rounds<P, PASS, From, To, Passes>(x, ahead);
  }
}

template <class P, int PASS, template <class> class From>
COMPILED bool reads_memory() {
  if constexpr (PASS == 0) return !From<P>::shared;
  return false;
}

template <class P, int PASS, int N, int U = 0>
INLINE void fetch_ahead(const tile_context<P> &x, twiddle_bases<tile_pass<P, PASS>::radix> *w) {
  using pass = tile_pass<P, PASS>;
  using from = pass_twiddles<P, PASS>;
  if constexpr (from::one || from::shifted) {
    fetch_first<P, PASS>(x, w);
  } else if constexpr (from::ahead && U < N) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = pass::butterfly(q, U);
    fetch_twiddles<P, PASS>(x, pass::twiddle_index(is_full_round<P, PASS, U>() ? j : min(j, pass::count - 1)), w + U);
    fetch_ahead<P, PASS, N, U + 1>(x, w);
  }
}

// Runs a pass and those after it. ahead: twiddles of its first rounds, or the only ones that it needs.
template <class P, int PASS, template <class> class From, template <class> class To, class Passes, int R>
INLINE void run_pass(const tile_context<P> &x, const twiddle_bases<R> *ahead) {
  using pass = tile_pass<P, PASS>;
  constexpr bool waits = reads_memory<P, PASS, From>();
  if constexpr (pass::last) {
    if constexpr (waits) await_input();
    run_those_that_work<P, PASS, From, To, Passes>(x, ahead);
    if constexpr (To<P>::shared) wait<P>();
  } else {
    // The twiddles of the next pass are fetched while others still compute this one, and those of the second pass before the
    // input where they take few registers, so that both loads wait together.
    using next = pass_twiddles<P, PASS + 1>;
    constexpr int rounds = next::ahead ? rounds_at_once<P, PASS + 1, From, To>() : 1;
    constexpr bool early = PASS == 0 && (next::one || next::shifted);
    twiddle_bases<tile_pass<P, PASS + 1>::radix> bases[rounds];
    if constexpr (early) fetch_ahead<P, PASS + 1, rounds>(x, bases);
    if constexpr (waits) await_input();
    run_those_that_work<P, PASS, From, To, Passes>(x, ahead);
    if constexpr (!early) fetch_ahead<P, PASS + 1, rounds>(x, bases);
    wait<P>();
    run_pass<P, PASS + 1, From, To, Passes>(x, bases);
  }
}

template <class P, template <class> class From, template <class> class To, class Passes = fp32_passes>
INLINE void run_passes(const tile_context<P> &x) {
  twiddle_bases<tile_pass<P, 0>::radix> none;
  run_pass<P, 0, From, To, Passes>(x, &none);
}
