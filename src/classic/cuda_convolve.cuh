// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A whole convolution in one tile: two transforms of P::n points and the product between them, for lengths that no radices
// divide. Bluestein (Govindaraju et al. 2008, section IV.E): any length up to (P::n + 1) / 2. Rader (1968): a prime length
// P::n + 1, by the generator's powers. The result is left in shared memory in natural order.
// Included by cuda_tile.cuh.

template <class P>
struct from_chirp {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t, i;
  __device__ __forceinline__ from_chirp(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane_to_load<P>(context, lane)), i(first) {}
  __device__ __forceinline__ C get(int offset) const {
    if (i + offset >= P::points) return C{0.f, 0.f};
    return c_mul(load_point<P>(x, t, i + offset), table_root(x.a.chirp, i + offset));
  }
};

// What the sinks of a convolution share: they compute, and write to shared memory.
template <class P>
struct to_somewhere {
  static constexpr bool shared = true, turns = false, in_place = true;
  const tile_context<P> &x;
  int t, i;
  __device__ __forceinline__ to_somewhere(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first) {}
};

// Times the spectrum of the chirp; the transform that follows runs inverse.
template <class P>
struct to_filter : to_somewhere<P> {
  using to_somewhere<P>::to_somewhere;
  __device__ __forceinline__ void put(int offset, C v) const {
    const int k = this->i + offset;
    shared_put<P>(this->x, this->t, k, c_swap(c_mul(v, table_root(this->x.a.filter, k))));
  }
};

template <class P>
struct to_chirp : to_somewhere<P> {
  using to_somewhere<P>::to_somewhere;
  __device__ __forceinline__ void put(int offset, C v) const {
    const int k = this->i + offset;
    if (k < P::points) shared_put<P>(this->x, this->t, k, c_mul(c_swap(v), table_root(this->x.a.chirp, k)));
  }
};

// Input j of the convolution is point g^-j; its results are those of g^k. permutation[j] = g^j mod p.
template <class P>
struct from_generator {
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int t, i;
  __device__ __forceinline__ from_generator(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first) {}
  __device__ __forceinline__ C get(int offset) const {
    const int j = i + offset;
    return shared_get<P>(x, t, __ldg(x.a.permutation + (j ? P::n - j : 0)));
  }
};

template <class P>
struct to_generator : to_somewhere<P> {
  using to_somewhere<P>::to_somewhere;
  static constexpr bool in_place = false;
  __device__ __forceinline__ void put(int offset, C v) const {
    shared_put<P>(this->x, this->t, __ldg(this->x.a.permutation + this->i + offset), c_swap(v));
  }
};

// The product with the generator's spectrum. Bin 0 is the sum of all points but the first: with the first it is result 0,
// which waits behind the others; and the first point, added to the product there, is then part of every result.
template <class P>
struct to_rader_filter : to_somewhere<P> {
  using to_somewhere<P>::to_somewhere;
  __device__ __forceinline__ void put(int offset, C v) const {
    const int k = this->i + offset;
    C product = c_mul(v, table_root(this->x.a.filter, k));
    if (k == 0) {
      float2 *first = this->x.shared + P::width * P::stride + this->t;
      const C x0 = C{first->x, first->y};
      *first = make_float2(v.re + x0.re, v.im + x0.im);
      product = c_add(product, x0);
    }
    shared_put<P>(this->x, this->t, k, c_swap(product));
  }
};

template <class P>
INLINE void convolve_rader(const tile_context<P> &x) {
  await_input();
  for_elements<P>(P::order_in, P::n + 1, [&](int t, int i) {
    const C v = load_point<P>(x, lane_to_load<P>(x, t), i);
    if (i)
      shared_put<P>(x, t, i, v);
    else
      x.shared[P::width * P::stride + t] = make_float2(v.re, v.im);
  });
  __syncthreads();
  run_passes<P, from_generator, to_rader_filter>(x);
  run_passes<P, from_shared, to_generator>(x);
  __syncthreads();
  for (int t = threadIdx.x; t < P::width; t += P::threads) {
    const float2 zero = x.shared[P::width * P::stride + t];
    shared_put<P>(x, t, 0, C{zero.x, zero.y});
  }
  __syncthreads();
}

template <class P>
INLINE void convolve(const tile_context<P> &x) {
  if constexpr (P::conv == CONV_RADER) {
    convolve_rader<P>(x);
  } else {
    run_passes<P, from_chirp, to_filter>(x);
    run_passes<P, from_shared, to_chirp>(x);
  }
}
