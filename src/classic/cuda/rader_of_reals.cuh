// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Rader's algorithm (1968) for real numbers. With a generator g of a prime p, bins g^k of R2C are a convolution of the
// p - 1 numbers x[g^-j] with the roots exp(-2 pi i g^j / p). Root j + (p - 1) / 2 is the conjugate of root j, so that the
// convolution's real part has the period (p - 1) / 2, and its imaginary part changes sign after as many. Even bins of its
// spectrum belong to the former and odd ones to the latter: the sum of both parts is a real sequence, whose spectrum is the
// input's times a filter (fill_rader_of_reals of tile/tables_instance.h), and sum and difference of its numbers k and
// k + (p - 1) / 2 are the two parts again. C2R is the same the other way round. So both transforms of the convolution are of
// p - 1 real numbers in pairs, P::n = (p - 1) / 2 complex points, half of what complex numbers have.
//
// Numbers are permuted on their way into shared memory and out of it. Both transforms are passes of an ordinary tile, and
// the product of the spectra is a trip through shared memory of its own. Included by tile.cuh.

// The tile whose passes these are.
template <class P>
struct passes_of_reals : P {
  static constexpr int conv = CONV_NONE, kind = KIND_C2C, load = OP_COPY, store = OP_COPY;
  static constexpr int points = P::n, in = P::n, out = P::n, nonzero_in = P::n, needed_out = P::n;
};

// Where number j of the sequence of sub-transform 0 lies, counted in real numbers. The second transform leaves real and
// imaginary parts swapped. Behind the sequence lies number 0 of the input, and then of the output.
template <class P>
INLINE int place_of_real(int j, bool swapped) {
  return 2 * shared_at<P>(0, j / 2) + (j % 2 != (int)swapped);
}
template <class P>
INLINE scalar &real_at(const tile_context<P> &x, int t, int place) {
  return ((scalar *)x.shared)[2 * t * P::pfa * P::stride + place];
}

// The places of the two numbers that make a bin: number j of the sequence and the one that is half the sequence away, of
// element 0 real and imaginary part of what lies behind. Of a real number it is the first one. conjugate: these are those of
// the bin that mirrors it.
struct element_places {
  int one, other;
  bool conjugate;
};

// Element e is input g^-j or output g^j; the table has the logarithms of all elements but 0.
template <class P>
INLINE element_places places_of_part(const tile_context<P> &x, int part, int e, bool out) {
  const int first = 2 * shared_at<P>(0, P::n), begin = 2 * part * P::stride;
  if (!e) return {begin + first, begin + first + 1, false};
  const int logarithm = __ldg(x.a.permutation + e - 1), j = out || !logarithm ? logarithm : 2 * P::n - logarithm;
  return {begin + place_of_real<P>(j, out), begin + place_of_real<P>(j < P::n ? j + P::n : j - P::n, out), false};
}

// Element e of a transform that sub-transforms make by the prime-factor algorithm (good_thomas.cuh). Of a sub-transform bins
// up to half of its length are kept: the others are conjugates of bins of the sub-transform on the other side of 0.
template <class P>
struct parts_of_reals {
  static constexpr int parts = P::pfa, prime = 2 * P::n + 1;
  static constexpr int to_part = inverse_modulo(prime % parts, parts), to_point = inverse_modulo(parts % prime, prime);
};
template <class P, bool BINS>
INLINE element_places places_of_element(const tile_context<P> &x, int e, bool out) {
  using parts = parts_of_reals<P>;
  if constexpr (P::pfa == 1) return places_of_part<P>(x, 0, e, out);
  const int part = out ? e % parts::parts : (int)((tcf_u32)e * parts::to_part % parts::parts),
            k = out ? e % parts::prime : (int)((tcf_u32)e * parts::to_point % parts::prime);
  if (!BINS || k <= P::n) return places_of_part<P>(x, part, k, out);
  element_places at = places_of_part<P>(x, part ? parts::parts - part : 0, parts::prime - k, out);
  at.conjugate = true;
  return at;
}

COMPILED int largest_divisor(int of, int most) {
  int divisor = most < of ? most : of;
  while (divisor > 1 && of % divisor) divisor--;
  return divisor > 1 ? divisor : 1;
}

// How elements 0 .. COUNT - 1 of so many transforms of a tile are shared out: a thread takes the same elements of several
// transforms, so that it finds their places once. deep, batch: elements and transforms of which it has LOADS under way.
template <class P, int FFTS, int COUNT, int LOADS>
struct shared_out {
  static constexpr int ffts = P::warp ? 32 / P::tpt : FFTS, threads = P::warp ? 32 : P::threads;
  static constexpr int groups = largest_divisor(ffts, threads / COUNT);
  static constexpr int lanes = threads / groups, rounds = (COUNT + lanes - 1) / lanes, each = ffts / groups;
  static constexpr int batch = each < LOADS ? each : LOADS, deep = LOADS / batch < rounds ? LOADS / batch : rounds;
};

// For the elements e and transforms t of a thread: at = find(e) once for each element, and put(t, e, at, get(t, e, at)).
// ALONG: threads without an element load the last one, since branches around loads would make them wait for one another.
// What is put where it was got from must not be loaded so.
template <class P, int FFTS, int COUNT, int LOADS, bool ALONG, class Find, class Get, class Put>
INLINE void for_shared_out(const Find &find, const Get &get, const Put &put) {
  using share = shared_out<P, FFTS, COUNT, LOADS>;
  const int id = P::warp ? threadIdx.x % 32 : threadIdx.x, first = P::warp ? threadIdx.x / 32 * share::ffts : 0;
  const int group = share::groups > 1 ? id / share::lanes : 0, lane = share::groups > 1 ? id % share::lanes : id;
  if (group >= share::groups || (P::warp && first >= P::fpb)) return;
#pragma unroll 1
  for (int s = 0; s < share::rounds; s += share::deep) {
    decltype(find(0)) at[share::deep];
    UNROLL
    for (int d = 0; d < share::deep; d++) at[d] = find(min(lane + (s + d) * share::lanes, COUNT - 1));
    UNROLL
    for (int from = 0; from < share::each; from += share::batch) {
      decltype(get(0, 0, at[0])) v[share::deep][share::batch];
      const auto transform = [&](int i) { return first + group + (from + i) * share::groups; };
      UNROLL
      for (int d = 0; d < share::deep; d++) {
        const int e = lane + (s + d) * share::lanes;
        UNROLL
        for (int i = 0; i < share::batch; i++)
          if (from + i < share::each && (ALONG || e < COUNT)) v[d][i] = get(transform(i), min(e, COUNT - 1), at[d]);
      }
      UNROLL
      for (int d = 0; d < share::deep; d++) {
        const int e = lane + (s + d) * share::lanes;
        UNROLL
        for (int i = 0; i < share::batch; i++)
          if (from + i < share::each && e < COUNT) put(transform(i), e, at[d], v[d][i]);
      }
    }
  }
}

template <class V>
struct element_and_places {
  V v;
  element_places at;
};

// Moves all elements: get(t, e, places) and then put(t, e, places, value). Where neighbouring threads take neighbouring
// transforms each element is found by itself.
template <class P, int COUNT, bool OUT, bool BINS, class Get, class Put>
INLINE void move_permuted(const tile_context<P> &x, const Get &get, const Put &put) {
  if constexpr (OUT ? P::batch_fast_out : P::batch_fast_in) {
    move_elements<P, COUNT>(
        1,
        [&](int t, int e, int, int) {
          const element_places at = places_of_element<P, BINS>(x, e, OUT);
          return element_and_places<decltype(get(t, e, at))>{get(t, e, at), at};
        },
        [&](int t, int e, int, int, auto element) { put(t, e, element.at, element.v); });
  } else {
    for_shared_out<P, data_ffts<P>(), COUNT, 8, true>([&](int e) { return places_of_element<P, BINS>(x, e, OUT); }, get,
                                                      put);
  }
}

// The real sequence of a bin and its conjugate, and back.
INLINE C sum_and_difference(C v) { return C{v.re + v.im, v.re - v.im}; }

// C2R: bins with the signs of the forward transform. Of bin 0 the imaginary part is ignored.
template <class P>
INLINE void permute_reals_in(const tile_context<P> &x) {
  const tcf_i64 is = point_in<P>(x.a);
  constexpr bool bins = P::kind == KIND_C2R;
  const auto input = [&](int t, int e) {
    const tcf_i64 at = x.in + fft_to_load<P>(x, t) * x.a.batch_is + e * is;
    return (const in_number<P> *)x.a.in + (bins ? 2 : 1) * at;
  };
  if constexpr (!bins) {
    move_permuted<P, P::points, false, false>(
        x, [&](int t, int e, const element_places &) { return value_of(*input(t, e)); },
        [&](int t, int, const element_places &at, scalar v) { real_at(x, t, at.one) = v; });
  } else {
    move_permuted<P, P::points / 2 + 1, false, true>(
        x,
        [&](int t, int e, const element_places &at) {
          const scalar2 v = value_of(*(const in_pair<P> *)input(t, e));
          return C{v.x, e == 0 ? 0.f : (x.a.inverse != 0) == at.conjugate ? v.y : -v.y};
        },
        [&](int t, int e, const element_places &at, C v) {
          const C u = P::pfa > 1 ? v : sum_and_difference(v);
          real_at(x, t, at.one) = u.re;
          real_at(x, t, at.other) = u.im;
          if constexpr (P::pfa > 1) {  // bin 0 of a sub-transform, and that of the one on the other side of 0
            constexpr int prime = parts_of_reals<P>::prime;
            const int part = (int)((tcf_u32)e * parts_of_reals<P>::to_part % P::pfa);
            if (!part || e % prime) return;
            const element_places opposite = places_of_part<P>(x, P::pfa - part, 0, false);
            real_at(x, t, opposite.one) = v.re;
            real_at(x, t, opposite.other) = -v.im;
          }
        });
  }
}

// The butterflies across the sub-transforms, in place: bins k of all of them, for each k up to half of a sub-transform's
// length. C2R makes the numbers of the sequences of their results, R2C makes their points of these.
template <class P>
INLINE void join_reals(const tile_context<P> &x) {
  constexpr bool out = P::kind == KIND_R2C;
  for (int id = threadIdx.x; id < data_ffts<P>() * (P::n + 1); id += P::threads) {
    const int t = id / (P::n + 1), k = id % (P::n + 1);
    const element_places at = places_of_part<P>(x, 0, k, out);
    C v[P::pfa];
    UNROLL
    for (int a = 0; a < P::pfa; a++) {
      const scalar re = real_at(x, t, 2 * a * P::stride + at.one),
                   im = out && !k ? 0.f : real_at(x, t, 2 * a * P::stride + at.other);
      v[a] = out && k ? sum_and_difference(C{re, im}) : C{re, im};
    }
    dft<P::pfa>(v);
    UNROLL
    for (int a = 0; a < P::pfa; a++) {
      const C u = out || !k ? v[a] : sum_and_difference(v[a]);
      real_at(x, t, 2 * a * P::stride + at.one) = u.re;
      real_at(x, t, 2 * a * P::stride + at.other) = u.im;
    }
  }
  wait<P>();
}

// Bins 0 and (p - 1) / 2 of a transform, which are real, and the points that they make. Number 0 of the input is added to
// all results but result 0, the sum of all numbers: half of it where two numbers of the sequence make a result.
template <class P>
INLINE C multiply_first_bins(const tile_context<P> &x, int t, C z) {
  scalar &first = ((scalar *)x.shared)[2 * (t * P::stride + shared_at<P>(0, P::n))];
  const scalar x0 = first, sum = z.re + z.im;
  const C low = fixed_root(x.a.filter, 0), high = fixed_root(x.a.filter, P::n);
  first = x0 + sum;
  C v = C{fused(sum, low.re, P::kind == KIND_R2C ? 0.5f * x0 : x0), 0.f}, w = C{(z.re - z.im) * high.re, 0.f};
  merge_pair<true>(&v, &w, C{1.f, 0.f});
  return v;
}

// Turns points into bins of the real sequence, multiplies these by the filter, and turns them back into points, for the
// transform back with real and imaginary parts swapped.
template <class P>
INLINE void multiply_reals(const tile_context<P> &x) {
  struct pair {
    C low, high;
  };
  struct factors {
    int low, high;  // where both points lie
    C w, of_low, of_high;
  };
  for_shared_out<P, P::fpb, P::n / 2 + 1, 2, false>(
      [&](int k) {
        return factors{shared_at<P>(0, k), shared_at<P>(0, k ? P::n - k : 0), fixed_root(x.a.half, k),
                       fixed_root(x.a.filter, k), fixed_root(x.a.filter, P::n - k)};
      },
      [&](int t, int, const factors &f) {
        const scalar2 p = x.shared[t * P::stride + f.low], q = x.shared[t * P::stride + f.high];
        return pair{C{p.x, p.y}, C{q.x, q.y}};
      },
      [&](int t, int k, const factors &f, pair v) {
        if (k) {
          spectrum_pair(v.low, v.high, f.w, &v.low, &v.high);
          v.low = c_mul(v.low, f.of_low);
          v.high = c_mul(v.high, f.of_high);
          merge_pair<true>(&v.low, &v.high, f.w);
          if (2 * k < P::n) x.shared[t * P::stride + f.high] = make_scalar2(v.high.re, v.high.im);
        } else {
          v.low = multiply_first_bins<P>(x, t, v.low);
        }
        x.shared[t * P::stride + f.low] = make_scalar2(v.low.re, v.low.im);
      });
  wait<P>();
}

template <class P>
INLINE void permute_reals_out(const tile_context<P> &x) {
  const tcf_i64 os = point_out<P>(x.a);
  constexpr bool bins = P::kind == KIND_R2C;
  const auto output = [&](int t) { return (out_number<P> *)x.a.out + (bins ? 2 : 1) * (x.out + t * x.a.batch_os); };
  if constexpr (bins) {
    move_permuted<P, P::points / 2 + 1, true, true>(
        x,
        [&](int t, int e, const element_places &at) {
          const C v = C{real_at(x, t, at.one), e ? real_at(x, t, at.other) : 0.f};
          if constexpr (P::pfa > 1) return C{v.re, at.conjugate ? -v.im : v.im};
          return e ? sum_and_difference(v) : v;
        },
        [&](int t, int e, const element_places &, C v) {
          if (t < x.ffts) store_element(output(t), e * os, C{v.re * x.a.scale, v.im * x.a.scale_im}, true);
        });
  } else {
    move_permuted<P, P::points, true, false>(
        x, [&](int t, int, const element_places &at) { return real_at(x, t, at.one); },
        [&](int t, int e, const element_places &, scalar v) {
          if (t < x.ffts) store_element(output(t), e * os, C{v * x.a.scale, 0.f}, false);
        });
  }
}

template <class P>
INLINE void rader_of_reals(const tile_context<P> &x) {
  using passes = passes_of_reals<P>;
  const tile_context<passes> y = {x.a, x.shared, x.in, x.out, x.fft, x.ffts, x.pair, x.outer};
  await_input();
  permute_reals_in<P>(x);
  wait<P>();
  if constexpr (P::pfa > 1 && P::kind == KIND_C2R) join_reals<P>(x);
  run_passes<passes, from_shared, to_shared>(y);
  multiply_reals<P>(x);
  run_passes<passes, from_shared, to_shared>(y);
  if constexpr (P::pfa > 1 && P::kind == KIND_R2C) join_reals<P>(x);
  permute_reals_out<P>(x);
}
