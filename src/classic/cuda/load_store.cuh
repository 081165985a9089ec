// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sources and sinks: where the first pass takes its points from, and where the last pass puts its results. A source's
// From(x, t, i).get(offset) returns point i + offset of transform t; a sink's To(x, t, i).put(offset, v) stores it.
// Offsets are known at compile time. A sink in shared memory is in_place if it puts result k where point k was. Included
// by tile.cuh.

template <class P>
struct from_memory {
  static constexpr bool shared = false;
  static constexpr int count = P::n / P::radix[0];
  const tile_context<P> &x;
  int t, i;
  const in_pair<P> *p;
  __device__ __forceinline__ from_memory(const tile_context<P> &context, int fft, int first)
      : x(context), t(fft_to_load<P>(context, fft)), i(first), p(plain_input<P>(context, t, first)) {}
  __device__ __forceinline__ C get(int offset) const {
    if (offset >= P::nonzero_in) return C{0.f, 0.f};
    if constexpr (loads_plain<P>())
      return load_plain<P>(x, p + offset * point_in<P>(x.a));
    else if constexpr (P::load == OP_HALF)
      return load_half_point<P>(x, t, i + offset);
    else
      return load_user_point<P>(x, t, i + offset, offset + count < P::nonzero_in);
  }
};

// Real numbers in pairs, where each pair is aligned as a complex number is.
template <class P>
struct from_pairs {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t;
  const in_pair<P> *p;
  __device__ __forceinline__ from_pairs(const tile_context<P> &context, int fft, int first)
      : x(context),
        t(fft_to_load<P>(context, fft)),
        p((const in_pair<P> *)((const in_number<P> *)context.a.in + context.in + t * context.a.batch_is) +
          (context.fft + t) * context.a.in_batch_step + first * (P::no_batch_step_in ? 1 : context.a.in_step)) {}
  __device__ __forceinline__ C get(int offset) const {
    const scalar2 v = value_of(load_once(p + offset * (P::no_batch_step_in ? 1 : x.a.in_step)));
    return C{v.x, v.y};
  }
};

// Real numbers that may be aligned so. run_all_rounds checks it once for the whole first pass.
template <class P>
struct from_reals {
  static constexpr bool shared = false;
};

template <class From>
struct is_reals {
  static constexpr bool value = false;
};
template <class P>
struct is_reals<from_reals<P>> {
  static constexpr bool value = true;
};

template <class P>
struct from_shared {
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int t, i, at;
  bool additive;  // see shared_beyond
  __device__ __forceinline__ from_shared(const tile_context<P> &context, int fft, int first, bool between_passes = false)
      : x(context), t(fft), i(first), at(shared_at<P>(fft, first)), additive(between_passes) {}
  __device__ __forceinline__ C get(int offset) const {
    const scalar2 v = x.shared[shared_beyond<P>(at, t, i, offset, additive)];
    return C{v.x, v.y};
  }
};

template <class P>
struct to_memory {
  static constexpr bool shared = false, takes_twiddles = true, in_place = true;
  static constexpr int count = P::n / P::radix[P::passes - 1];
  const tile_context<P> &x;
  int t, i;
  bool exists;
  typename stored<P>::type *p;
  __device__ __forceinline__ to_memory(const tile_context<P> &context, int fft, int first)
      : x(context),
        t(fft),
        i(first),
        exists(P::across_out || fft_exists<P>(context, fft)),  // slot_of_pair yields only transforms that exist
        p(plain_output<P>(context, fft, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    if (offset >= P::needed_out) return;
    const bool sure = !P::conv && offset + count < P::needed_out;  // convolutions end with other butterflies
    if constexpr (P::store == OP_MIRROR)
      store_mirrored<P>(x, t, i + offset, v);
    else if (exists && finish_point<P>(x, t, i + offset, &v, sure))
      store_once(p + offset * point_out<P>(x.a), stored<P>::of(v));
  }
  // put_two stores points i + offset and i + offset + 1 at once, where every such pair is aligned to the bytes of both.
  static constexpr bool two = P::contiguous_out && P::needed_out >= P::n && P::store != OP_CHIRP &&
                              P::store != OP_FILTER_INVERSE && P::store != OP_MIRROR && !stores_alone<P>();
  __device__ __forceinline__ bool on_16_bytes() const { return (size_t)p % sizeof(out_pairs<P>) == 0; }
  __device__ __forceinline__ void put_two(int offset, C v, C w) const {
    if (exists && finish_point<P>(x, t, i + offset, &v, true) && finish_point<P>(x, t, i + offset + 1, &w, true))
      store_once((out_pairs<P> *)(p + offset), stored_of<P>(v, w));
  }
  // put_across stores the same point of this transform, whose number is even, and of the next one at once; results are
  // `apart` points from one another. It is not for tiles with pairs of transforms, where the numbers of the upper half
  // descend.
  static constexpr bool across = !has_pairs<P>() && P::needed_out >= P::n && P::store != OP_CHIRP &&
                                 P::store != OP_FILTER_INVERSE && P::store != OP_MIRROR && !stores_alone<P>();
  __device__ __forceinline__ bool ffts_on_16_bytes(int apart) const {
    return fft_exists<P>(x, t + 1) && x.a.batch_os == 1 && (size_t)p % sizeof(out_pairs<P>) == 0 &&
           apart * point_out<P>(x.a) % 2 == 0;
  }
  __device__ __forceinline__ void put_across(int offset, C v, C w) const {
    if (finish_point<P>(x, t, i + offset, &v, true) && finish_point<P>(x, t + 1, i + offset, &w, true))
      store_once((out_pairs<P> *)(p + offset * point_out<P>(x.a)), stored_of<P>(v, w));
  }
};

// Real numbers in pairs: point k of the inverse transform holds numbers 2 k and 2 k + 1, swapped.
template <class P>
struct to_pairs {
  static constexpr bool shared = false, takes_twiddles = false, in_place = true, two = false, across = false;
  const tile_context<P> &x;
  int t;
  out_number<P> *base;
  tcf_i64 e;
  __device__ __forceinline__ to_pairs(const tile_context<P> &context, int fft, int first)
      : x(context),
        t(fft),
        base((out_number<P> *)context.a.out + context.out + fft * context.a.batch_os),
        e(first * step() + (P::no_batch_step_out ? 0 : (context.fft + fft) * context.a.out_batch_step)) {}
  __device__ __forceinline__ tcf_i64 step() const { return P::no_batch_step_out ? 1 : x.a.out_step; }
  __device__ __forceinline__ out_pair<P> pair(C v) const { return stored_of<P>(v.im * x.a.scale, v.re * x.a.scale); }
  __device__ __forceinline__ void put_whole(int offset, C v) const {
    store_once((out_pair<P> *)base + e + offset * step(), pair(v));
  }
  __device__ __forceinline__ void put_apart(int offset, C v) const {
    out_number<P> *p = base + 2 * (e + offset * step()) * x.a.os;
    p[0] = with_number<out_number<P>>::of(v.im * x.a.scale);
    p[x.a.os] = with_number<out_number<P>>::of(v.re * x.a.scale);
  }
  __device__ __forceinline__ void put(int offset, C v) const {
    if (t >= x.ffts) return;
    if (x.a.whole_out)
      put_whole(offset, v);
    else
      put_apart(offset, v);
  }
};

template <class P>
struct to_shared {
  static constexpr bool shared = true, takes_twiddles = true, in_place = true;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ to_shared(const tile_context<P> &context, int fft, int first)
      : x(context), t(fft), i(first), at(shared_at<P>(fft, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    x.shared[shared_beyond<P>(at, t, i, offset, true)] = make_scalar2(v.re, v.im);
  }
  static constexpr bool two = pairs_lie_together<P>(), across = false;
  __device__ __forceinline__ bool on_16_bytes() const { return true; }
  __device__ __forceinline__ void put_two(int offset, C v, C w) const {
    *(scalar4 *)(x.shared + shared_beyond<P>(at, t, i, offset, true)) = make_scalar4(v.re, v.im, w.re, w.im);
  }
};

// Stores the results of a butterfly, which are `apart` points from one another. How pairs of real numbers are stored is
// decided once for all of them, because a branch around each would make up a quarter of the kernel's instructions.
template <class To, int R>
INLINE void put_results(const To &to, int apart, const C (&v)[R]) {
  UNROLL
  for (int r = 0; r < R; r++) to.put(r * apart, v[r]);
}

template <class P, int R>
INLINE void put_results(const to_pairs<P> &to, int apart, const C (&v)[R]) {
  if (to.t >= to.x.ffts) return;
  if (to.x.a.whole_out) {
    UNROLL
    for (int r = 0; r < R; r++) to.put_whole(r * apart, v[r]);
  } else {
    UNROLL
    for (int r = 0; r < R; r++) to.put_apart(r * apart, v[r]);
  }
}
