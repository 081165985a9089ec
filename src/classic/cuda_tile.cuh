// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel: a block transforms `width` lanes of n points each in registers and shared memory, Stockham passes of any
// radices, one read and one write of device memory (Govindaraju et al. 2008, Fig. 4 and 5: rows, columns, and both with the
// twiddle and the transposition of the hierarchical algorithm fused into load and store). Everything that is known when the
// code is compiled is a member of P:
//
//     n, radix[], passes        points of a transform and how
//     width, tpt, threads       lanes of a tile, threads of a lane; threads = width * tpt, rounded up to warps
//     blocks                    of a multiprocessor, at least
//     order_in, order_out       1: neighbouring threads take neighbouring lanes, 0: neighbouring points
//     stride, shift, pad        point i of lane t lies at t * stride + i + (i >> shift) * pad: no bank conflicts, by simulation
//     unit_in, unit_out         1: neighbouring points are neighbours in memory
//     packed_in, packed_out     1: and neighbouring lanes follow each other
//     lone_in                   1: point i is element i of its axis, whatever the lane
//     load, store               tcf_edge
//     stage_in, stage_out       whether elements pass through shared memory on their way in, out: for other orders
//     turn_outer                1: the turn goes by the loop beyond the lanes
//     kind, even                for the edges: tcfft_kind, whether the logical length is even
//     conv                      0, 1 Rader, 2 Bluestein: n is the length of the convolution
//     points                    what a lane transforms: n, but where a convolution computes it
//     out                       elements of a lane's output
//     warp                      a lane's threads share a warp, which is all that must wait
//
// Tried on an H200 and slower: blocks that stay and load the next tile by asynchronous copies of 8 bytes while they compute
// (0.55 to 0.85 of this), real and imaginary parts exchanged one after the other (0.85).
#ifndef TCFFT_CUDA_TILE_CUH
#define TCFFT_CUDA_TILE_CUH

#include "classic/cuda_edges.cuh"

// tcf_edge
enum { EDGE_NONE, EDGE_PLAIN, EDGE_KIND, EDGE_TURN, EDGE_CHIRP, EDGE_FILTER };
enum { CONV_NONE, CONV_RADER, CONV_BLUESTEIN };

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) float2 name[]
#endif

// ------------------------------------------------------------------------------------------------ where things are

template <class P>
struct tile_context {
  const tcf_tile_args &a;
  float2 *shared;
  tcf_i64 in, out;  // element offset of lane 0
  tcf_i64 lane;     // number of lane 0 in loop 0
  int lanes;        // that exist, of P::width
  tcf_u32 outer;    // where the loop beyond the lanes stands
};

template <class P>
INLINE int shared_at(int t, int i) {
  return t * P::stride + i + (P::pad ? (i >> P::shift) * P::pad : 0);
}

// Where point i + offset lies when i lies at `at`, the offset known to the compiler: where the padding of both adds up, that is
// one constant more.
template <class P>
INLINE int shared_beyond(int at, int t, int i, int offset, bool aligned) {
  if (!P::pad || aligned || offset % (1 << P::shift) == 0) return at + offset + (P::pad ? (offset >> P::shift) * P::pad : 0);
  return shared_at<P>(t, i + offset);
}

template <class P>
INLINE void shared_put(const tile_context<P> &x, int t, int i, C v) {
  x.shared[shared_at<P>(t, i)] = make_float2(v.re, v.im);
}

template <class P>
INLINE C shared_get(const tile_context<P> &x, int t, int i) {
  const float2 v = x.shared[shared_at<P>(t, i)];
  return C{v.x, v.y};
}

template <class P>
INLINE void wait() {
  if constexpr (P::warp != 0)
    __syncwarp();
  else
    __syncthreads();
}

// A tile: which lanes of loop 0, and where the other loops stand. There are fewer than 2^31.
template <class P>
INLINE tile_context<P> locate(const tcf_tile_args &a, float2 *shared) {
  tcf_u32 group = blockIdx.x;
  tcf_i64 in = 0, out = 0;
  tcf_u32 outer = 0;
  if (a.loop_n[0] > 1) {  // divisions cost as much as a pass of a short transform
    tcf_u32 rest = group / (tcf_u32)a.groups;
    group -= rest * (tcf_u32)a.groups;
    for (int l = 0; l < TCF_TILE_LOOPS && a.loop_n[l] > 1; l++) {
      const tcf_u32 next = rest / (tcf_u32)a.loop_n[l], i = rest - next * (tcf_u32)a.loop_n[l];
      rest = next;
      if (l == 0) outer = i;
      in += i * a.loop_is[l];
      out += i * a.loop_os[l];
    }
  }
  const tcf_i64 lane = (tcf_i64)group * P::width, left = a.lanes - lane;
  return {a, shared, in + lane * a.lane_is, out + lane * a.lane_os, lane, (int)(left < P::width ? left : P::width), outer};
}

// Points of the complex transform of the whole axis.
template <class P>
INLINE tcf_i64 axis_points(const tcf_tile_args &a) {
  return P::kind == KIND_C2C ? a.n : P::kind == KIND_DCT1 ? a.n - 1 : P::even ? a.n / 2 : a.n;
}

// ------------------------------------------------------------------------------------------------ loading and storing points

// Distances that the compiler may know: most data lies packed.
template <class P>
INLINE tcf_i64 point_in(const tcf_tile_args &a) {
  return P::unit_in ? 1 : a.point_is;
}
template <class P>
INLINE tcf_i64 point_out(const tcf_tile_args &a) {
  return P::unit_out ? 1 : a.point_os;
}

// Whether a load needs no more than the address.
template <class P>
COMPILED bool loads_plain() {
  return P::load == EDGE_PLAIN || (P::kind == KIND_C2C && P::load == EDGE_KIND);
}

template <class P>
INLINE C load_plain(const tile_context<P> &x, const float2 *p) {
  const float2 v = load_once(p);
  return C{v.x, P::load == EDGE_KIND ? v.y * x.a.sign : v.y};
}

template <class P>
INLINE const float2 *plain_input(const tile_context<P> &x, int t, int i) {
  return (const float2 *)x.a.in + x.in + t * x.a.lane_is + i * point_in<P>(x.a);
}

template <class P>
INLINE C load_edge(const tile_context<P> &x, int t, int i) {
  const tcf_tile_args &a = x.a;
  constexpr int unit = kind_complex_in(P::kind) ? 2 : 1;
  const tcf_i64 e = (tcf_i64)i * a.in_step + (x.lane + t) * a.in_lane;
  const raw_input raw = {(const float *)a.in + unit * (x.in + t * a.lane_is), unit * a.is, unit == 2 || a.whole_in != 0};
  if constexpr (P::load == EDGE_CHIRP) {
    if (e >= axis_points<P>(a)) return C{0.f, 0.f};
    return c_mul(pre_point<P::kind, P::even != 0>(a, raw, e), table_root(a.chirp, e));
  } else {
    return pre_point<P::kind, P::even != 0>(a, raw, e);
  }
}

// Point i of lane t of the tile. Lanes beyond the last are zeros.
template <class P>
INLINE C load_point(const tile_context<P> &x, int t, int i) {
  if (t >= x.lanes) return C{0.f, 0.f};
  if constexpr (loads_plain<P>())
    return load_plain<P>(x, plain_input<P>(x, t, i));
  else
    return load_edge<P>(x, t, i);
}

// A result on its way to p: what the store's edge does to it. 0: it is not stored.
template <class P>
INLINE bool finish_point(const tile_context<P> &x, int t, int k, C *v) {
  const tcf_tile_args &a = x.a;
  const auto element = [&] { return (tcf_i64)k * a.out_step + (x.lane + t) * a.out_lane; };
  if constexpr (P::store == EDGE_KIND) *v = C{v->re * a.scale, v->im * a.scale_im};
  if constexpr (P::store == EDGE_FILTER) *v = c_swap(c_mul(*v, table_root(a.filter, element())));
  if constexpr (P::store == EDGE_CHIRP) {  // the inverse of the convolution comes swapped
    const tcf_i64 e = element();
    if (e >= axis_points<P>(a)) return false;
    *v = c_mul(c_swap(*v), table_root(a.chirp, e));
    if constexpr (P::kind == KIND_C2C) *v = C{v->re * a.scale, v->im * a.scale_im};
  }
  return true;
}

template <class P>
INLINE float2 *plain_output(const tile_context<P> &x, int t, int k) {
  return (float2 *)x.a.out + x.out + t * x.a.lane_os + k * point_out<P>(x.a);
}

template <class P>
INLINE void store_point(const tile_context<P> &x, int t, int k, C v) {
  if (t < x.lanes && finish_point<P>(x, t, k, &v)) store_once(plain_output<P>(x, t, k), make_float2(v.re, v.im));
}

// The other index of the twiddle exp(-2 pi i k l / whole): the lane's number, or that of the loop beyond.
template <class P>
INLINE tcf_u32 turn_index(const tile_context<P> &x, int t) {
  return P::turn_outer ? x.outer : (tcf_u32)(x.lane + t);
}

// The twiddles of the hierarchical algorithm for one butterfly's results k = j + r * step: four roots and a step of four, so
// that no root is a product of more than two (powers of one root cost accuracy).
template <class P, int R>
INLINE void turn(const tile_context<P> &x, int t, int j, C *v) {
  const tcf_tile_args &a = x.a;
  constexpr int step = P::n / R;
  const tcf_u32 l = turn_index<P>(x, t);
  C base[4];
  UNROLL
  for (int b = 0; b < 4 && b < R; b++)
    base[b] = root_at((tcf_u32)(j + b * step) * l, a.whole, a.per_turn, a.inverse_whole, a.inverse_rest);
  UNROLL
  for (int r = 0; r < R; r += 4) {
    C high = C{1.f, 0.f};
    if (r) high = root_at((tcf_u32)(r * step) * l, a.whole, a.per_turn, a.inverse_whole, a.inverse_rest);
    UNROLL
    for (int b = 0; b < 4 && r + b < R; b++) v[r + b] = c_mul(v[r + b], r ? c_mul(base[b], high) : base[b]);
  }
}

// ------------------------------------------------------------------------------------------------ passes

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

// v[r] *= exp(-2 pi i r k / (before * R)). Roots r = 4 a + b are products of those of 4 a and b: fewer loads, and two roundings
// at most.
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

// Where the first pass takes its points from and the last one puts them. A butterfly's points are i + offset, the offsets known
// to the compiler.
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

// A pass whose points are here, and those after it. Values stay in registers between the read and the write of shared memory,
// so that one buffer does. `used`: somebody may still read what this pass is about to overwrite.
template <class P, int PASS, bool used, template <class> class To>
INLINE void run_pass(const tile_context<P> &x, pass_points<P, PASS> &points) {
  using pass = tile_pass<P, PASS>;
  constexpr int R = pass::radix, before = pass::before();
  constexpr bool last = PASS == P::passes - 1;
  if constexpr (used && (!last || To<P>::shared)) wait<P>();
  // Loaded once where a thread's butterflies differ by constants, for rounds cost loads and the tables cache.
  constexpr bool shifts = PASS > 0 && pass::rounds > 1 && before % P::tpt == 0;
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

// ------------------------------------------------------------------------------------------------ whole tiles

// f(t, i) for every one of `count` elements of every lane by some thread, neighbours as `order` says. Where a lane's threads
// share a warp, its elements are that warp's.
template <class P, class F>
INLINE void for_elements(int order, int count, const F &f) {
  constexpr int lanes = P::warp ? 32 / P::tpt : P::width, threads = P::warp ? 32 : P::threads;
  const int first = P::warp ? threadIdx.x / 32 * lanes : 0, start = P::warp ? threadIdx.x % 32 : threadIdx.x;
  const int rounds = (lanes * count + threads - 1) / threads;
#pragma unroll 4
  for (int s = 0; s < rounds; s++) {
    const int id = start + s * threads;
    const int t = first + (order ? id % lanes : id / count), i = order ? id / lanes : id % count;
    if (id < lanes * count && t < P::width) f(t, i);
  }
}

// The spectrum of real numbers, two bins at a time: Z[k] and Z[m - k] come from the same two.
template <class P>
INLINE void stage_spectrum_in(const tile_context<P> &x) {
  const tcf_tile_args &a = x.a;
  for_elements<P>(P::order_in, P::n / 2 + 1, [&](int t, int k) {
    if (t >= x.lanes) return;
    const raw_input raw = {(const float *)a.in + 2 * (x.in + t * a.lane_is), 2 * a.is, true};
    const C xk = spectrum_bin(raw, 2 * P::n, k, !a.inverse), xm_k = spectrum_bin(raw, 2 * P::n, P::n - k, !a.inverse);
    shared_put<P>(x, t, k, half_of_spectrum(a, xk, xm_k, k, false));
    if (k > 0 && 2 * k < P::n) shared_put<P>(x, t, P::n - k, half_of_spectrum(a, xk, xm_k, k, true));
  });
}

template <class P>
INLINE void stage_spectrum_out(const tile_context<P> &x) {
  const tcf_tile_args &a = x.a;
  for_elements<P>(P::order_out, P::points / 2 + 1, [&](int t, int k) {
    if (t >= x.lanes) return;
    C xk, xm_k;
    spectrum_pair(shared_get<P>(x, t, k), shared_get<P>(x, t, k ? P::points - k : 0), table_root(a.half, k), &xk, &xm_k);
    float *base = (float *)a.out + 2 * (x.out + t * a.lane_os);
    store_element(base, k * a.point_os, C{xk.re * a.scale, xk.im * a.scale_im}, true);
    if (2 * k < P::points)
      store_element(base, (P::points - k) * a.point_os, C{xm_k.re * a.scale, xm_k.im * a.scale_im}, true);
  });
}

// The same for plain elements, from `get` to `put` by way of registers: several loads are on their way at once. Both also learn
// which element of the tile it is, as a base and an offset that the compiler knows: where a tile lies packed, that is its address.
template <class P, int COUNT, class Get, class Put>
INLINE void move_elements(int order, const Get &get, const Put &put) {
  constexpr int lanes = P::warp ? 32 / P::tpt : P::width, threads = P::warp ? 32 : P::threads;
  constexpr int rounds = (lanes * COUNT + threads - 1) / threads, batch = rounds < 8 ? rounds : 8;
  constexpr bool exact = lanes * COUNT % threads == 0;
  const int first = P::warp ? threadIdx.x / 32 * lanes : 0, start = P::warp ? threadIdx.x % 32 : threadIdx.x;
  if (P::warp && first >= P::width) return;
  UNROLL
  for (int from = 0; from < rounds; from += batch) {
    C v[batch];
    UNROLL
    for (int s = 0; s < batch && from + s < rounds; s++) {
      const int offset = (from + s) * threads, id = start + offset, t = first + (order ? id % lanes : id / COUNT);
      if (exact || id < lanes * COUNT) v[s] = get(t, order ? id / lanes : id % COUNT, first * COUNT + start, offset);
    }
    UNROLL
    for (int s = 0; s < batch && from + s < rounds; s++) {
      const int offset = (from + s) * threads, id = start + offset, t = first + (order ? id % lanes : id / COUNT);
      if (exact || id < lanes * COUNT) put(t, order ? id / lanes : id % COUNT, first * COUNT + start, offset, v[s]);
    }
  }
}

template <class P>
INLINE void stage_in(const tile_context<P> &x) {
  if constexpr (P::kind == KIND_C2R && P::even && P::load == EDGE_KIND)
    stage_spectrum_in<P>(x);
  else
    move_elements<P, P::n>(
        P::order_in,
        [&](int t, int i, int base, int offset) {
          if constexpr (P::packed_in && loads_plain<P>()) {
            const float2 *p = (const float2 *)x.a.in + x.in + base;
            return base + offset < x.lanes * P::n ? load_plain<P>(x, p + offset) : C{0.f, 0.f};
          }
          return load_point<P>(x, t, i);
        },
        [&](int t, int i, int, int, C v) { shared_put<P>(x, t, i, v); });
  wait<P>();
}

template <class P>
INLINE void stage_points_out(const tile_context<P> &x) {
  const tcf_tile_args &a = x.a;
  move_elements<P, P::points>(
      P::order_out, [&](int t, int e, int, int) { return shared_get<P>(x, t, e); },
      [&](int t, int e, int base, int offset, C v) {
        if constexpr (P::kind == KIND_C2R && P::even && P::store == EDGE_KIND) {
          to_pairs<P>(x, t, e).put(0, v);
          return;
        }
        if constexpr (P::packed_out && (P::store == EDGE_KIND || P::store == EDGE_PLAIN)) {
          float2 *p = (float2 *)x.a.out + x.out + base;
          finish_point<P>(x, t, e, &v);
          if (base + offset < x.lanes * P::points) store_once(p + offset, make_float2(v.re, v.im));
          return;
        }
        if constexpr (P::store == EDGE_TURN && P::conv != CONV_NONE)
          v = c_mul(v, root_at((tcf_u32)e * turn_index<P>(x, t), a.whole, a.per_turn, a.inverse_whole, a.inverse_rest));
        store_point<P>(x, t, e, v);
      });
}

// The result in shared memory to the output, through the kind's edge.
template <class P>
INLINE void stage_out(const tile_context<P> &x) {
  if constexpr (P::store == EDGE_KIND && P::kind == KIND_R2C && P::even != 0) {
    stage_spectrum_out<P>(x);
    return;
  }
  if constexpr (P::store != EDGE_KIND || P::kind == KIND_C2C || (P::kind == KIND_C2R && P::even != 0)) {
    stage_points_out<P>(x);
    return;
  }
  const tcf_tile_args &a = x.a;
  for_elements<P>(P::order_out, P::out, [&](int t, int e) {
    if (t >= x.lanes) return;
    const auto z = [&](tcf_i64 i) { return shared_get<P>(x, t, (int)i); };
    constexpr bool complex = kind_complex_out(P::kind);
    constexpr int unit = complex ? 2 : 1;
    store_element((float *)a.out + unit * (x.out + t * a.lane_os), e * a.point_os,
                  post_element<P::kind, P::even != 0>(a, z, e), complex);
  });
}

#include "classic/cuda_convolve.cuh"

template <class P>
INLINE void tcf_tile(const tcf_tile_args &a) {
  TCF_SHARED(shared);
  const tile_context<P> x = locate<P>(a, shared);
  constexpr bool pairs_out = P::kind == KIND_C2R && P::even && P::store == EDGE_KIND && !P::stage_out;
  if constexpr (P::conv != CONV_NONE) {
    convolve<P>(x);
  } else if constexpr (pairs_out) {
    if constexpr (P::stage_in != 0) {
      stage_in<P>(x);
      run_passes<P, from_shared, to_pairs>(x);
    } else {
      run_passes<P, from_memory, to_pairs>(x);
    }
  } else if constexpr (P::stage_in != 0) {
    stage_in<P>(x);
    if constexpr (P::stage_out != 0)
      run_passes<P, from_shared, to_shared>(x);
    else
      run_passes<P, from_shared, to_memory>(x);
  } else if (P::kind == KIND_R2C && P::even && P::load == EDGE_KIND && a.whole_in) {
    if constexpr (P::stage_out != 0)
      run_passes<P, from_pairs, to_shared>(x);
    else
      run_passes<P, from_pairs, to_memory>(x);
  } else {
    if constexpr (P::stage_out != 0)
      run_passes<P, from_memory, to_shared>(x);
    else
      run_passes<P, from_memory, to_memory>(x);
  }
  if constexpr (P::stage_out != 0) stage_out<P>(x);
}

#endif
