// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a tile: butterflies in registers, twiddles from tables, exchanges through shared memory, and where the first
// pass takes its points from and the last one puts them. Included by cuda_tile.cuh.

template <class P, int PASS>
struct tile_pass {
  static constexpr int radix = P::radix[PASS];
  static COMPILED int before() {
    int product = 1;
    for (int p = 0; p < PASS; p++) product *= P::radix[p];
    return product;
  }
  static COMPILED int twiddles() {  // entries of the table before this pass
    int product = 1, sum = 0;
    for (int p = 0; p < PASS; p++) {
      sum += (P::radix[p] - 1) * product;
      product *= P::radix[p];
    }
    return sum;
  }
  static constexpr int count = P::n / radix;  // butterflies of a lane
  static constexpr int rounds = (count + P::tpt - 1) / P::tpt;
  static constexpr bool full = count % P::tpt == 0;
  static constexpr int order = PASS == 0 ? P::order_in : P::order_out;
};

// Which lane and which of its threads this thread is, where neighbours take lanes (1) or points (0).
template <class P>
INLINE void place(int order, int *t, int *q) {
  const int id = threadIdx.x;
  *t = order ? id % P::width : id / P::tpt;
  *q = order ? id / P::width : id % P::tpt;
}

template <class P>
INLINE bool works(int t, int q) {
  return P::threads == P::width * P::tpt || (t < P::width && q < P::tpt);
}

// v[r] *= exp(-2 pi i r k / (before * R)). Roots r = 4 a + b are products of those of 4 a and b: fewer loads, and two
// roundings at most.
template <int R>
struct twiddle_bases {
  C low[4], high[(R + 3) / 4];
};

template <class P, int PASS>
INLINE void fetch_twiddles(const tile_context<P> &x, int k, twiddle_bases<tile_pass<P, PASS>::radix> *w) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix, before = pass::before();
  const float2 *table = (const float2 *)x.a.twiddle + pass::twiddles() + k;
  UNROLL
  for (int b = 1; b < 4 && b < R; b++) {
    const float2 v = __ldg(table + (b - 1) * before);
    w->low[b] = C{v.x, v.y};
  }
  UNROLL
  for (int r = 4; r < R; r += 4) {
    const float2 v = __ldg(table + (r - 1) * before);
    w->high[r / 4] = C{v.x, v.y};
  }
}

template <int R>
INLINE void twiddle(const twiddle_bases<R> &w, C *v) {
  UNROLL
  for (int b = 1; b < 4 && b < R; b++) v[b] = c_mul(v[b], w.low[b]);
  UNROLL
  for (int r = 4; r < R; r += 4) {
    v[r] = c_mul(v[r], w.high[r / 4]);
    UNROLL
    for (int b = 1; b < 4 && r + b < R; b++) v[r + b] = c_mul(v[r + b], c_mul(w.low[b], w.high[r / 4]));
  }
}

// Where the first pass takes its points from and the last one puts them. A butterfly's points are i + offset, the offsets
// known to the compiler.
template <class P>
struct from_memory {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t, i;
  const float2 *p;
  __device__ __forceinline__ from_memory(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), p(plain_input<P>(context, lane, first)) {}
  __device__ __forceinline__ C get(int offset) const {
    if (t >= x.lanes) return C{0.f, 0.f};
    if constexpr (loads_plain<P>())
      return load_plain<P>(x, p + offset * point_in<P>(x.a));
    else
      return load_edge<P>(x, t, i + offset);
  }
};

// Real numbers pairwise, where each pair lies on 8 bytes.
template <class P>
struct from_pairs {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t;
  const float2 *p;
  __device__ __forceinline__ from_pairs(const tile_context<P> &context, int lane, int first)
      : x(context),
        t(lane),
        p((const float2 *)((const float *)context.a.in + context.in + lane * context.a.lane_is) +
          (context.lane + lane) * context.a.in_lane + first * (P::lone_in ? 1 : context.a.in_step)) {}
  __device__ __forceinline__ C get(int offset) const {
    if (t >= x.lanes) return C{0.f, 0.f};
    const float2 v = load_once(p + offset * (P::lone_in ? 1 : x.a.in_step));
    return C{v.x, v.y};
  }
};

template <class P>
struct from_shared {
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ from_shared(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), at(shared_at<P>(lane, first)) {}
  __device__ __forceinline__ C get(int offset) const {
    const float2 v = x.shared[shared_beyond<P>(at, t, i, offset, false)];
    return C{v.x, v.y};
  }
};

template <class P>
struct to_memory {
  static constexpr bool shared = false, turns = true;
  const tile_context<P> &x;
  int t, i;
  float2 *p;
  __device__ __forceinline__ to_memory(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), p(plain_output<P>(context, lane, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    if (t < x.lanes && finish_point<P>(x, t, i + offset, &v))
      store_once(p + offset * point_out<P>(x.a), make_float2(v.re, v.im));
  }
};

// Real numbers pairwise: point k of the inverse transform holds numbers 2 k and 2 k + 1, swapped.
template <class P>
struct to_pairs {
  static constexpr bool shared = false, turns = false;
  const tile_context<P> &x;
  int t, i;
  float *base;
  __device__ __forceinline__ to_pairs(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), base((float *)context.a.out + context.out + lane * context.a.lane_os) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    const tcf_tile_args &a = x.a;
    if (t >= x.lanes) return;
    const tcf_i64 e = (i + offset) * a.out_step + (x.lane + t) * a.out_lane;
    const float2 pair = make_float2(v.im * a.scale, v.re * a.scale);
    if (a.whole_out) {
      store_once((float2 *)base + e, pair);
    } else {
      base[2 * e * a.os] = pair.x;
      base[(2 * e + 1) * a.os] = pair.y;
    }
  }
};

template <class P>
struct to_shared {
  static constexpr bool shared = true, turns = true;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ to_shared(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), at(shared_at<P>(lane, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    x.shared[shared_beyond<P>(at, t, i, offset, false)] = make_float2(v.re, v.im);
  }
};

template <int I>
struct number {
  static constexpr int value = I;
};

// f(number<u>, t, j) for every butterfly j of a pass that this thread does.
template <class P, int PASS, int U = 0, class F>
INLINE void for_butterflies(const F &f) {
  using pass = tile_pass<P, PASS>;
  if constexpr (U < pass::rounds) {
    int t, q;
    place<P>(pass::order, &t, &q);
    const int j = q + U * P::tpt;
    if (works<P>(t, q) && (pass::full || j < pass::count)) f(number<U>{}, t, j);
    for_butterflies<P, PASS, U + 1>(f);
  }
}

template <class P, int PASS>
struct pass_points {
  C v[tile_pass<P, PASS>::rounds][tile_pass<P, PASS>::radix];
};

// A pass' results through shared memory to the next pass' threads.
template <class P, int PASS>
INLINE void exchange(const tile_context<P> &x, const pass_points<P, PASS> &from, pass_points<P, PASS + 1> &to) {
  using pass = tile_pass<P, PASS>;
  using next = tile_pass<P, PASS + 1>;
  constexpr int R = pass::radix, before = pass::before();
  constexpr bool aligned = PASS == 0 && R % (1 << P::shift) == 0;  // what follows a multiple carries nothing
  for_butterflies<P, PASS>([&](auto u, int t, int j) {
    const int i = (j / before) * before * R + j % before, at = shared_at<P>(t, i);
    UNROLL
    for (int r = 0; r < R; r++) {
      const C v = from.v[u.value][r];
      x.shared[shared_beyond<P>(at, t, i, r * before, aligned)] = make_float2(v.re, v.im);
    }
  });
  wait<P>();
  for_butterflies<P, PASS + 1>([&](auto u, int t, int j) {
    const from_shared<P> points(x, t, j);
    UNROLL
    for (int r = 0; r < next::radix; r++) to.v[u.value][r] = points.get(r * next::count);
  });
}

// Twiddles of a thread's butterfly number U from those of its first: k differs by a constant, so the roots do by constant
// factors.
template <class P, int PASS, int U, int R, int B = 1>
INLINE void shift_low(twiddle_bases<R> *w) {
  if constexpr (B < 4 && B < R) {
    using pass = tile_pass<P, PASS>;
    constexpr int order = pass::before() * R, k = B * (U * P::tpt % pass::before()) % order;
    w->low[B] = c_mul(w->low[B], root_of<k, order>::re, root_of<k, order>::im);
    shift_low<P, PASS, U, R, B + 1>(w);
  }
}
template <class P, int PASS, int U, int R, int H = 4>
INLINE void shift_high(twiddle_bases<R> *w) {
  if constexpr (H < R) {
    using pass = tile_pass<P, PASS>;
    constexpr int order = pass::before() * R, k = H * (U * P::tpt % pass::before()) % order;
    w->high[H / 4] = c_mul(w->high[H / 4], root_of<k, order>::re, root_of<k, order>::im);
    shift_high<P, PASS, U, R, H + 4>(w);
  }
}

// A pass whose points are here, and those after it. Values stay in registers between the read and the write of shared
// memory, so that one buffer does. `used`: somebody may still read what this pass is about to overwrite.
template <class P, int PASS, bool used, template <class> class To>
INLINE void run_pass(const tile_context<P> &x, pass_points<P, PASS> &points) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix, before = pass::before();
  constexpr bool last = PASS == P::passes - 1;
  if constexpr (used && (!last || To<P>::shared)) wait<P>();
  // Loaded once where a thread's butterflies differ by constants and the tables crowd the cache; elsewhere the loads are worth
  // their accuracy (2^20: 1.7e-7 against 1.8e-7).
  constexpr bool shifts = P::n > 4096 && PASS > 0 && pass::rounds > 1 && before % P::tpt == 0;
  twiddle_bases<R> first;
  if constexpr (shifts) {
    int t, q;
    place<P>(pass::order, &t, &q);
    if (works<P>(t, q)) fetch_twiddles<P, PASS>(x, q % before, &first);
  }
  for_butterflies<P, PASS>([&](auto u, int t, int j) {
    C *v = points.v[u.value];
    if constexpr (PASS > 0) {
      twiddle_bases<R> bases = first;
      if constexpr (!shifts) {
        fetch_twiddles<P, PASS>(x, j % before, &bases);
      } else if constexpr (u.value * P::tpt % before != 0) {
        shift_low<P, PASS, u.value>(&bases);
        shift_high<P, PASS, u.value>(&bases);
      }
      twiddle<R>(bases, v);
    }
    dft<R>(v);
    if constexpr (last) {
      if constexpr (To<P>::turns && P::store == EDGE_TURN) turn<P, R>(x, t, j, v);
      const To<P> to(x, t, j);
      UNROLL
      for (int r = 0; r < R; r++) to.put(r * pass::count, v[r]);
    }
  });
  if constexpr (last) {
    if constexpr (To<P>::shared) wait<P>();
  } else {
    pass_points<P, PASS + 1> next;
    exchange<P, PASS>(x, points, next);
    run_pass<P, PASS + 1, true, To>(x, next);
  }
}

template <class P, template <class> class From, template <class> class To>
INLINE void run_passes(const tile_context<P> &x) {
  using pass = tile_pass<P, 0>;
  pass_points<P, 0> points;
  for_butterflies<P, 0>([&](auto u, int t, int j) {
    const From<P> from(x, t, j);
    UNROLL
    for (int r = 0; r < pass::radix; r++) points.v[u.value][r] = from.get(r * pass::count);
  });
  run_pass<P, 0, From<P>::shared, To>(x, points);
}
