// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms of odd lengths of which each thread computes a whole one (folded.cuh). Rows pass through shared memory,
// since what neighbouring threads need is a row apart: bins, the lower half of a spectrum, with an odd distance between
// rows, and real numbers, one row behind the other as they lie in packed memory. (C2R had complex butterflies before, whose
// threads loaded both halves of a spectrum: 31 numbers had 0.39 of a copy's speed on an H200, and have 1.02.) Included by
// tile.cuh.

template <class P>
COMPILED bool folds_in_thread() {
  return P::folded && P::passes == 1;
}

// Elements that threads exchange by shared memory, COUNT of each transform: a warp that waits for no other exchanges those
// of its own transforms, of which `first` is the first one, else the block those of all. In round s this thread has element
// number start + s * threads, which is element i of transform first + t. From one round to the next this costs no divisions.
template <class P, int COUNT>
struct row_exchange {
  static constexpr int ffts = P::warp ? 32 : P::fpb, threads = P::warp ? 32 : P::threads, all = ffts * COUNT,
                       rounds = (all + threads - 1) / threads;
  int first, start, t, i;
  INLINE_MEMBER row_exchange()
      : first(P::warp ? threadIdx.x / 32 * 32 : 0), start(P::warp ? threadIdx.x % 32 : threadIdx.x) {
    t = start / COUNT;
    i = start % COUNT;
  }
  INLINE_MEMBER void next() {
    t += threads / COUNT;
    i += threads % COUNT;
    if (threads % COUNT == 0 || i < COUNT) return;
    t++;
    i -= COUNT;
  }
  INLINE_MEMBER int number(int s) const { return start + s * threads; }
  INLINE_MEMBER bool has(int s) const { return (s + 1) * threads <= all || number(s) < all; }
};

// Loads all elements, COUNT of each transform, and calls put for each: put(t, i, id, element). A packed tile is one run of
// elements. Those that do not exist are loaded from where the last ones are.
template <class P, int COUNT, class Element, class Put>
INLINE void load_rows(const tile_context<P> &x, const Element *in, const Put &put) {
  typedef row_exchange<P, COUNT> E;
  E from, to;
  Element v[E::rounds];
  const Element *begin = in + x.in + from.first * x.a.batch_is;
  const int ffts = x.ffts - from.first, last = ffts * COUNT - 1;
  UNROLL
  for (int s = 0; s < E::rounds; s++, from.next()) {
    const int id = from.number(s), t = from.t < ffts ? from.t : ffts - 1;
    v[s] = begin[P::packed_in ? (id < last ? id : last) : t * x.a.batch_is + from.i * point_in<P>(x.a)];
  }
  UNROLL
  for (int s = 0; s < E::rounds; s++, to.next())
    if (to.has(s)) put(to.t, to.i, to.number(s), v[s]);
}

// The same way back: stores get(t, i, id) of each element.
template <class P, int COUNT, class Element, class Get>
INLINE void store_rows(const tile_context<P> &x, Element *out, const Get &get) {
  typedef row_exchange<P, COUNT> E;
  enum { AT_ONCE = 8 };
  E from, to;
  Element v[AT_ONCE];
  Element *begin = out + x.out + to.first * x.a.batch_os;
  const int ffts = x.ffts - to.first;
  UNROLL
  for (int s0 = 0; s0 < E::rounds; s0 += AT_ONCE) {
    UNROLL
    for (int s = s0; s < s0 + AT_ONCE && s < E::rounds; s++, from.next())
      v[s - s0] = from.has(s) ? get(from.t, from.i, from.number(s)) : get(0, 0, 0);
    UNROLL
    for (int s = s0; s < s0 + AT_ONCE && s < E::rounds; s++, to.next()) {
      if (!to.has(s)) continue;
      if (P::packed_out && to.number(s) < ffts * COUNT) store_once(begin + to.number(s), v[s - s0]);
      if (!P::packed_out && to.t < ffts) store_once(begin + to.t * x.a.batch_os + to.i * point_out<P>(x.a), v[s - s0]);
    }
  }
}

// Where a row's bin lies in shared memory. Its number is the place where rows have no distance.
template <class P>
INLINE int bin_of_row(int t, int k, int id) {
  return P::stride == P::n / 2 + 1 ? id : t * P::stride + k;
}

template <class P>
INLINE void bins_to_numbers(const tile_context<P> &x) {
  constexpr int bins = P::n / 2 + 1;
  const row_exchange<P, 1> of;
  const int mine = of.start < of.ffts ? of.start : of.ffts - 1;
  const in_pair<P> *in = (const in_pair<P> *)x.a.in;
  const scalar sign = x.a.inverse ? 1.f : -1.f;
  scalar2 *shared = x.shared + of.first * P::stride;
  scalar *numbers = (scalar *)shared;
  C v[P::n];
  if constexpr (P::smem_in != 0) {
    load_rows<P, bins>(x, in,
                       [&](int t, int k, int id, in_pair<P> bin) { shared[bin_of_row<P>(t, k, id)] = value_of(bin); });
    wait<P>();
  }
  in += x.in + fft_to_load<P>(x, of.first + mine) * x.a.batch_is;
  UNROLL
  for (int k = 0; k < bins; k++) {
    const scalar2 bin = P::smem_in ? shared[mine * P::stride + k] : value_of(load_once(in + k * point_in<P>(x.a)));
    v[k] = C{k ? bin.y * sign : 0.f, bin.x};
  }
  half_to_reals<P::n>(v);
  if constexpr (P::smem_out != 0) {
    if (P::smem_in) wait<P>();  // others have read their bins
    UNROLL
    for (int q = 0; q < P::n; q++)
      if (of.start < of.ffts) numbers[mine * P::n + q] = v[q].im * x.a.scale;
    wait<P>();
    store_rows<P, P::n>(x, (out_number<P> *)x.a.out,
                        [&](int, int, int id) { return with_number<out_number<P>>::of(numbers[id]); });
  } else {
    const to_folded_reals<P> to(x, threadIdx.x, 0);
    UNROLL
    for (int q = 0; q < P::n; q++) to.put(q, v[q]);
  }
}

template <class P>
INLINE void numbers_to_bins(const tile_context<P> &x) {
  constexpr int bins = P::n / 2 + 1;
  const row_exchange<P, 1> of;
  const int mine = of.start < of.ffts ? of.start : of.ffts - 1;
  const in_number<P> *in = (const in_number<P> *)x.a.in;
  scalar2 *shared = x.shared + of.first * P::stride;
  scalar *numbers = (scalar *)shared;
  C v[P::n];
  if constexpr (P::smem_in != 0) {
    load_rows<P, P::n>(x, in, [&](int, int, int id, in_number<P> number) { numbers[id] = value_of(number); });
    wait<P>();
  }
  const from_folded_reals<P> from(x, of.first + mine, 0);
  UNROLL
  for (int j = 0; j < P::n; j++) v[j] = P::smem_in ? C{numbers[mine * P::n + j], 0.f} : from.get(j);
  reals_to_half<P::n>(v);
  const auto bin = [&](int k) { return make_scalar2(v[k].re * x.a.scale, v[k].im * x.a.scale_im); };
  if constexpr (P::smem_out != 0) {
    if (P::smem_in) wait<P>();  // others have read their numbers
    UNROLL
    for (int k = 0; k < bins; k++)
      if (of.start < of.ffts) shared[mine * P::stride + k] = bin(k);
    wait<P>();
    store_rows<P, bins>(x, (out_pair<P> *)x.a.out, [&](int t, int k, int id) {
      return with_number<out_number<P>>::of(shared[bin_of_row<P>(t, k, id)]);
    });
  } else if (of.first + mine < x.ffts && of.start < of.ffts) {
    out_pair<P> *out = (out_pair<P> *)x.a.out + x.out + (of.first + mine) * x.a.batch_os;
    UNROLL
    for (int k = 0; k < bins; k++) store_once(out + k * point_out<P>(x.a), with_number<out_number<P>>::of(bin(k)));
  }
}

template <class P>
INLINE void fold_in_thread(const tile_context<P> &x) {
  static_assert(P::tpt == 1, "a thread has a transform");
  if (P::warp && (int)threadIdx.x / 32 * 32 >= x.ffts) return;
  await_input();
  if constexpr (P::kind == KIND_R2C)
    numbers_to_bins<P>(x);
  else
    bins_to_numbers<P>(x);
}
