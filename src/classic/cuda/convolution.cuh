// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A whole convolution in one tile: two transforms of P::n points and the pointwise product between them, for lengths that
// no radices divide. Bluestein's algorithm (Govindaraju et al. 2008, section IV.E) serves any length up to (P::n + 1) /
// 2, Rader's (1968) a prime length P::n + 1 by the powers of a generator. Where a convolution is too long for a tile, the
// same code runs the step in which its two transforms meet.
//
// The inverse transform reverses the first one: decimation in frequency, the passes from last to first, twiddles after
// the butterflies, and every point where the first transform had it. Its first butterflies have the very points with
// which the first transform ends, so that nothing is exchanged between the two; and its last pass ends in natural order,
// in registers. Included by tile.cuh.

// ------------------------------------------------------------------------------------------------ in

// Odd real lengths take half of one side's numbers (R2C: bins 0 .. (n - 1) / 2 are stored; C2R: they alone are loaded, all
// but the first one twice, and the real part is what is stored). With P::shift, result k of R2C is that of point k + shift,
// and its input j has the chirp of j - shift; input k of C2R is point k + shift, and its result j has the chirp of j -
// shift.

// Bluestein's input: points times the chirp, followed by zeros. Whole legs of butterflies that are zero are known at
// compile time.
template <class P>
struct from_chirp {
  static constexpr bool shared = false;
  static constexpr int count = P::n / P::radix[0];
  const tile_context<P> &x;
  const from_memory<P> from;
  __device__ __forceinline__ from_chirp(const tile_context<P> &context, int fft, int first)
      : x(context), from(context, fft, first) {}
  __device__ __forceinline__ C get(int offset) const {
    if constexpr (P::shift && P::kind == KIND_C2R) {
      if (offset - P::shift >= P::nonzero_in || offset + count <= P::shift) return C{0.f, 0.f};
      const int k = from.i + offset - P::shift;
      if (k < 0 || k >= P::nonzero_in) return C{0.f, 0.f};
      const C v = c_mul(load_user_point<P>(x, from.t, k), fixed_root(x.a.chirp, k + P::shift));
      return k ? C{2 * v.re, 2 * v.im} : v;
    } else {
      if (offset >= P::nonzero_in || (offset + count > P::nonzero_in && from.i + offset >= P::nonzero_in))
        return C{0.f, 0.f};
      const int j = from.i + offset - P::shift;
      return c_mul(from.get(offset), fixed_root(x.a.chirp, P::shift && j < 0 ? -j : j));
    }
  }
};

// Input j of Rader's convolution is point g^-j, and its result k belongs to bin g^k. permutation[j] = g^j mod p.
template <class P>
INLINE int generator_power(const tile_context<P> &x, int j) {
  return __ldg(x.a.permutation + j);
}

template <class P>
struct from_staged_powers {
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int t, i;
  __device__ __forceinline__ from_staged_powers(const tile_context<P> &context, int fft, int first)
      : x(context), t(fft), i(first) {}
  __device__ __forceinline__ C get(int offset) const {
    const int j = i + offset;
    return shared_get<P>(x, t, generator_power(x, j ? P::n - j : 0));
  }
};

// Rader's gather from memory. The threads of a transform read scattered points of one row, so that the cache line of one
// load serves other threads as well; therefore these loads stay in the L1 cache.
template <class P>
struct from_powers {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t, i;
  __device__ __forceinline__ from_powers(const tile_context<P> &context, int fft, int first)
      : x(context), t(fft_to_load<P>(context, fft)), i(first) {
    int own, q;  // threads without a butterfly load, too, but only one thread stores a transform's point 0
    place<P>(tile_pass<P, 0>::order, &own, &q);
    if (i == 0 && q == 0 && works<P>(own, q)) shared_put<P>(x, fft, 0, load_point<P>(x, t, 0));
  }
  __device__ __forceinline__ C get(int offset) const {
    const int j = i + offset, at = generator_power(x, j ? P::n - j : 0);
    if constexpr (!P::batch_fast_in && loads_plain<P>()) return plain_point<P>(x, *plain_input<P>(x, t, at));
    return load_point<P>(x, t, at);
  }
};

// ------------------------------------------------------------------------------------------------ out

// Results in natural order in shared memory, or, with Rader's algorithm, scattered over it.
template <class P>
struct to_stage {
  static constexpr bool shared = true, takes_twiddles = false;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ to_stage(const tile_context<P> &context, int fft, int first)
      : x(context), t(fft), i(first), at(staged_at<P>(fft, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    x.shared[shared_beyond<P>(at, t, i, offset, false)] = make_scalar2(v.re, v.im);
  }
};

// Kinds whose elements need one result each: R2C of odd length, and C2R of odd length.
template <class P>
struct to_elements {
  static constexpr bool shared = false, takes_twiddles = false;
  const tile_context<P> &x;
  int t, i;
  out_number<P> *base;
  __device__ __forceinline__ to_elements(const tile_context<P> &context, int fft, int first)
      : x(context),
        t(fft),
        i(first),
        base((out_number<P> *)context.a.out +
             (kind_complex_out(P::kind) ? 2 : 1) * (context.out + fft * context.a.batch_os)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    if (t >= x.ffts) return;
    const auto z = [&](tcf_i64) { return v; };
    store_element(base, (i + offset) * x.a.point_os, post_element<P::kind, P::even != 0>(x.a, z, i + offset),
                  kind_complex_out(P::kind));
  }
};

template <class P, template <class> class To>
INLINE void put_power(const tile_context<P> &x, int t, int k, C v) {
  const tcf_tile_args &a = x.a;
  const int at = generator_power(x, k);
  if (at >= P::needed_out) return;
  if constexpr (To<P>::takes_twiddles && multiplies_twiddles<P>())
    v = c_mul(v, root_at((tcf_u32)at * twiddle_index<P>(x, t), a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n,
                         a.inverse_twiddle_n_rest));
  To<P>(x, t, at).put(0, v);
}

// Stores results j + r * count of the inverse transform, whose real and imaginary parts are swapped. In a step of a long
// convolution (CONV_FILTERED) they stay swapped.
template <class P, template <class> class To, int R>
INLINE void put_convolved(const tile_context<P> &x, int t, int j, C *v) {
  constexpr int count = P::n / R, before = P::kind == KIND_R2C ? P::shift : 0, kept = before + P::needed_out,
                legs = P::conv == CONV_RADER ? R : (kept + count - 1) / count;
  if constexpr (P::conv == CONV_RADER) {
    UNROLL
    for (int r = 0; r < R; r++) put_power<P, To>(x, t, j + r * count, c_swap(v[r]));
    if (j == 0 && !P::smem_out) To<P>(x, t, 0).put(0, shared_get<P>(x, t, 0));
    return;
  }
  const auto is_kept = [&](int r) {
    return ((r + 1) * count <= kept || j + r * count < kept) && (r * count >= before || j + r * count >= before);
  };
  UNROLL
  for (int r = 0; r < legs; r++)
    if (P::conv == CONV_BLUESTEIN && is_kept(r)) {
      const int k = j + r * count - (P::kind == KIND_C2R ? P::shift : 0);
      v[r] = c_mul(c_swap(v[r]), fixed_root(x.a.chirp, P::shift && k < 0 ? -k : k));
    }
  if constexpr (To<P>::takes_twiddles && multiplies_twiddles<P>()) twiddle_results<P, R, legs>(x, t, j, v);
  if constexpr (before > 0) {
    UNROLL
    for (int r = 0; r < legs; r++)
      if (is_kept(r)) To<P>(x, t, j + r * count - before).put(0, v[r]);
  } else {
    const To<P> to(x, t, j);
    UNROLL
    for (int r = 0; r < legs; r++)
      if (is_kept(r)) to.put(r * count, v[r]);
  }
}

// ------------------------------------------------------------------------------------------------ back

// As for_rounds, with the order of neighbouring threads in which the data is stored.
template <class P, int PASS, int FROM, int TO, int U = FROM, class F>
INLINE void for_rounds_back(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < TO) {
    int t, q;
    place<P>(P::by_ffts || P::batch_fast_out, &t, &q);
    const int j = pass::butterfly(q, U);
    if (works<P>(t, q) && (pass::full || j < pass::count)) f(number<U - FROM>{}, t, j);
    for_rounds_back<P, PASS, FROM, TO, U + 1>(f);
  }
}

// Rounds FROM .. of a pass, as many at once as fit. All of them, where results overwrite points that other threads still
// read.
template <class P, int PASS, int FROM, template <class> class To, int R>
INLINE void run_rounds_back(const tile_context<P> &x, const twiddle_bases<R> &first) {
  using pass = tile_pass<P, PASS>;
  constexpr bool moves = PASS == 0 && To<P>::shared;
  constexpr int fit = EPT / R,
                most = moves     ? pass::rounds
                       : fit < 1 ? 1
                                 : fit,
                to = FROM + most < pass::rounds ? FROM + most : pass::rounds;
  if constexpr (FROM < pass::rounds) {
    C v[to - FROM][R];
    for_rounds_back<P, PASS, FROM, to>([&](auto u, int t, int j) { load_between<P, PASS>(x, t, j, v[u.value]); });
    if constexpr (moves) wait<P>();
    for_rounds_back<P, PASS, FROM, to>([&](auto u, int t, int j) {
      dft<R>(v[u.value]);
      if constexpr (PASS == 0) {
        put_convolved<P, To, R>(x, t, j, v[u.value]);
      } else {
        twiddle_round<P, PASS, FROM + u.value>(x, j, first, v[u.value]);
        store_between<P, PASS>(x, t, j, v[u.value]);
      }
    });
    run_rounds_back<P, PASS, to, To>(x, first);
  }
}

// Pass PASS of the inverse transform, and then those before it down to pass 0.
template <class P, int PASS, template <class> class To>
INLINE void run_back(const tile_context<P> &x) {
  using from = pass_twiddles<P, PASS>;
  twiddle_bases<tile_pass<P, PASS>::radix> bases;
  if constexpr (from::one || from::shifted) {
    int t, q;
    place<P>(P::by_ffts || P::batch_fast_out, &t, &q);
    fetch_twiddles<P, PASS>(x, computed_again(tile_pass<P, PASS>::twiddle_index(q)), &bases);
  }
  run_rounds_back<P, PASS, 0, To>(x, bases);
  if constexpr (PASS > 0) {
    wait<P>();
    run_back<P, PASS - 1, To>(x);
  } else if constexpr (To<P>::shared) {
    wait<P>();
  }
}

// ------------------------------------------------------------------------------------------------ both

// The sink of the first transform: its last pass leaves its results where its points were.
template <class P>
struct to_product {
  static constexpr bool shared = true, takes_twiddles = false, in_place = true;
};

template <class P, template <class> class From>
INLINE void convolve_from(const tile_context<P> &x) {
  run_passes<P, From, to_product>(x);
  constexpr int next = P::passes > 1 ? P::passes - 2 : 0;  // the last pass of both is done
  constexpr bool real = P::store == OP_USER && P::kind != KIND_C2C;
  if constexpr (P::smem_out != 0)
    run_back<P, next, to_stage>(x);
  else if constexpr (real && P::kind == KIND_C2R && P::even)
    run_back<P, next, to_pairs>(x);
  else if constexpr (real)
    run_back<P, next, to_elements>(x);
  else
    run_back<P, next, to_memory>(x);
}

template <class P>
INLINE void convolve(const tile_context<P> &x) {
  if constexpr (P::conv == CONV_BLUESTEIN) {
    convolve_from<P, from_chirp>(x);
  } else if constexpr (P::conv == CONV_FILTERED) {
    convolve_from<P, from_memory>(x);
  } else if constexpr (P::smem_in != 0) {
    smem_in<P>(x);
    convolve_from<P, from_staged_powers>(x);
    if constexpr (P::pfa > 1) join_parts<P>(x);
  } else {
    convolve_from<P, from_powers>(x);
  }
}
