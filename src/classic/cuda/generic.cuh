// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The generic tile kernel: what tile.cuh does, with lengths, radices and geometry of the launch's arguments instead of
// the compiler's. It is for devices whose programs nobody compiles at run time. A tile lies in shared memory; each pass
// takes its butterflies one by one through registers, in place, so that a tile is as long as shared memory holds and no
// thread holds more than one butterfly. In place means that a transform takes its points in digit-reversed order (by time:
// twiddles, then butterflies) or leaves its results so (by frequency: butterflies, then twiddles, the last pass first):
// loads put points where they belong, and a convolution does one after the other, its product in between.
//
//     P: threads, blocks          launch bound
//        real                     whether it knows the real kinds
//        largest                  radix: those beyond 16 take many registers
#ifndef TCFFT_CUDA_ANY_CUH
#define TCFFT_CUDA_ANY_CUH

#include "classic/cuda/generic_args.h"
#include "classic/cuda/kinds.cuh"

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) float2 name[]
#endif

// tcf_edge
enum { ANY_PLAIN = 1, ANY_KIND, ANY_TURN, ANY_CHIRP, ANY_FILTER, ANY_CONVOLVE };
enum { ANY_BLUESTEIN = 2, ANY_FILTERED = 4 };  // tcf_conv

struct any_context {
  const tcf_any_args &g;
  const tcf_tile_args &a;
  float2 *shared;
  tcf_i64 in, out;  // element offset of lane 0
  tcf_i64 lane;     // number of lane 0 in loop 0
  int lanes;        // that exist, of the tile's width
  tcf_u32 outer;    // where the loop beyond the lanes stands
};

INLINE any_context any_locate(const tcf_any_args &g, float2 *shared) {
  const tcf_tile_args &a = g.tile;
  const tcf_u32 rest = blockIdx.x / (tcf_u32)a.groups, group = blockIdx.x - rest * (tcf_u32)a.groups;
  const loops_place at = place_loops(a, rest);
  const tcf_i64 lane = (tcf_i64)group * g.width.d, left = a.lanes - lane;
  return {g,
          a,
          shared,
          at.in + lane * a.lane_is,
          at.out + lane * a.lane_os,
          lane,
          (int)(left < g.width.d ? left : g.width.d),
          at.first};
}

INLINE int quotient(int i, tcf_divisor by) { return by.magic ? (int)__umulhi((tcf_u32)i, by.magic) : i; }

INLINE int any_at(const any_context &x, int t, int i) {
  return t * x.g.stride + i + (i >> TCF_ANY_SHIFT) + (i >> 2 * TCF_ANY_SHIFT);
}

INLINE C any_get(const any_context &x, int at) {
  const float2 v = x.shared[at];
  return C{v.x, v.y};
}

INLINE void any_put(const any_context &x, int at, C v) { x.shared[at] = make_float2(v.re, v.im); }

// Where point i of a transform that goes by time lies, and result i of one that goes by frequency.
INLINE int digits_reversed(const any_context &x, int i) {
  int at = 0;
  for (int p = x.g.passes - 1; p >= 0; p--) {
    const tcf_any_pass &pass = x.g.pass[p];
    const int q = quotient(i, pass.radix);
    at += (i - q * pass.radix.d) * pass.before.d;
    i = q;
  }
  return at;
}

// f(t, i) for every one of count elements of every lane by some thread; order 1: neighbours take neighbouring lanes.
template <class F>
INLINE void any_elements(const any_context &x, int order, tcf_divisor count, const F &f) {
  const tcf_divisor by = order ? x.g.width : count;
  for (int id = threadIdx.x; id < x.g.width.d * count.d; id += blockDim.x) {
    const int q = quotient(id, by), r = id - q * by.d;
    f(order ? r : q, order ? q : r);
  }
}

// ------------------------------------------------------------------------------------------------ in

template <int KIND>
INLINE C any_pre(const any_context &x, const raw_input &raw, tcf_i64 e) {
  return x.g.even ? pre_point<KIND, true>(x.a, raw, e) : pre_point<KIND, false>(x.a, raw, e);
}

template <class P>
INLINE C any_pre_point(const any_context &x, const raw_input &raw, tcf_i64 e) {
  if constexpr (P::real != 0) {
    switch (x.g.kind) {
      case KIND_R2C:
        return any_pre<KIND_R2C>(x, raw, e);
      case KIND_C2R:
        return any_pre<KIND_C2R>(x, raw, e);
      case KIND_DCT1:
        return any_pre<KIND_DCT1>(x, raw, e);
      case KIND_DCT2:
      case KIND_DCT3:  // each is the other's inverse
        return (x.g.kind == KIND_DCT2) == (x.a.inverse == 0) ? dct2_point(x.a, raw, e, x.g.even != 0)
                                                             : dct3_point(x.a, raw, e, x.g.even != 0);
      case KIND_DCT4:
        return any_pre<KIND_DCT4>(x, raw, e);
    }
  }
  return pre_point<KIND_C2C, true>(x.a, raw, e);
}

// Element e of the axis as the kind gives it; a convolution over several launches: times the chirp, and zero beyond.
template <class P>
INLINE C any_load_element(const any_context &x, int t, tcf_i64 e) {
  const tcf_tile_args &a = x.a;
  const bool complex = kind_complex_in(x.g.kind);
  const int unit = complex ? 2 : 1;
  if (x.g.load == ANY_CHIRP && e >= x.g.whole_axis) return C{0.f, 0.f};
  const raw_input raw = {(const float *)a.in + unit * (x.in + t * a.lane_is), unit * a.is, complex || a.whole_in != 0};
  const C v = any_pre_point<P>(x, raw, e);
  return x.g.load == ANY_CHIRP ? c_mul(v, table_root(a.chirp, e)) : v;
}

template <class P>
INLINE C any_load_point(const any_context &x, int t, int i) {
  const tcf_tile_args &a = x.a;
  if (t >= x.lanes || i >= x.g.points.d) return C{0.f, 0.f};
  if (x.g.load == ANY_PLAIN || (x.g.load == ANY_KIND && x.g.kind == KIND_C2C)) {
    const float2 v = load_once((const float2 *)a.in + x.in + t * a.lane_is + i * a.point_is);
    return C{v.x, x.g.load == ANY_KIND ? v.y * a.sign : v.y};
  }
  return any_load_element<P>(x, t, (tcf_i64)i * a.in_step + (x.lane + t) * a.in_lane);
}

template <class P>
INLINE void any_load(const any_context &x) {
  any_elements(x, x.g.order_in, x.g.n, [&](int t, int i) {
    C v = any_load_point<P>(x, t, i);
    if (x.g.conv == ANY_BLUESTEIN && i < x.g.points.d) v = c_mul(v, table_root(x.a.chirp, i));
    any_put(x, any_at(x, t, x.g.conv ? i : digits_reversed(x, i)), v);
  });
}

// ------------------------------------------------------------------------------------------------ passes

// v[r] *= exp(-2 pi i r k / (before R)).
template <int R>
INLINE void any_twiddle(const any_context &x, const tcf_any_pass &pass, int k, C *v) {
  const float2 *table = (const float2 *)x.a.twiddle + pass.twiddle + k;
  UNROLL
  for (int r = 1; r < R; r++) {
    const float2 w = __ldg(table + (r - 1) * pass.before.d);
    v[r] = c_mul(v[r], w.x, w.y);
  }
}

template <int R>
INLINE void any_butterflies(const any_context &x, const tcf_any_pass &pass, bool by_time) {
  const int before = pass.before.d;
  any_elements(x, 0, pass.count, [&](int t, int j) {
    const int q = quotient(j, pass.before), k = j - q * before, i = q * before * R + k;
    C v[R];
    UNROLL
    for (int r = 0; r < R; r++) v[r] = any_get(x, any_at(x, t, i + r * before));
    if (by_time && before > 1) any_twiddle<R>(x, pass, k, v);
    dft<R>(v);
    if (!by_time && before > 1) any_twiddle<R>(x, pass, k, v);
    UNROLL
    for (int r = 0; r < R; r++) any_put(x, any_at(x, t, i + r * before), v[r]);
  });
}

template <class P>
INLINE void any_pass(const any_context &x, const tcf_any_pass &pass, bool by_time) {
  switch (pass.radix.d) {
    case 2:
      return any_butterflies<2>(x, pass, by_time);
    case 3:
      return any_butterflies<3>(x, pass, by_time);
    case 4:
      return any_butterflies<4>(x, pass, by_time);
    case 5:
      return any_butterflies<5>(x, pass, by_time);
    case 7:
      return any_butterflies<7>(x, pass, by_time);
    case 8:
      return any_butterflies<8>(x, pass, by_time);
    case 9:
      return any_butterflies<9>(x, pass, by_time);
    case 11:
      return any_butterflies<11>(x, pass, by_time);
    case 13:
      return any_butterflies<13>(x, pass, by_time);
    case 16:
      return any_butterflies<16>(x, pass, by_time);
  }
  if constexpr (P::largest > 16) {
    switch (pass.radix.d) {
      case 17:
        return any_butterflies<17>(x, pass, by_time);
      case 19:
        return any_butterflies<19>(x, pass, by_time);
      case 23:
        return any_butterflies<23>(x, pass, by_time);
      case 29:
        return any_butterflies<29>(x, pass, by_time);
      case 31:
        return any_butterflies<31>(x, pass, by_time);
    }
  }
}

// The lane's number by which a step turns, or that of the loop beyond the lanes.
INLINE tcf_u32 any_turn_index(const any_context &x, int t) { return x.g.turn_outer ? x.outer : (tcf_u32)(x.lane + t); }

// The product of a convolution, in digit-reversed order; the transform that follows runs inverse. Steps of a long one have
// each lane's part of the spectrum together.
INLINE void any_filter(const any_context &x) {
  any_elements(x, 0, x.g.n, [&](int t, int k) {
    if (t >= x.lanes) return;
    const int at = any_at(x, t, digits_reversed(x, k));
    const tcf_i64 part = x.g.conv == ANY_FILTERED ? (tcf_i64)any_turn_index(x, t) * x.g.n.d : 0;
    any_put(x, at, c_swap(c_mul(any_get(x, at), table_root(x.a.filter, part + k))));
  });
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ out

// Result i of lane t.
INLINE C any_result(const any_context &x, int t, int i) {
  const C v = any_get(x, any_at(x, t, i));
  return x.g.conv == ANY_BLUESTEIN ? c_mul(c_swap(v), table_root(x.a.chirp, i)) : v;
}

// What the store's edge does to result k. 0: it is not stored.
INLINE bool any_finish(const any_context &x, int t, int k, C *v) {
  const tcf_tile_args &a = x.a;
  const tcf_i64 e = (tcf_i64)k * a.out_step + (x.lane + t) * a.out_lane;
  if (x.g.store == ANY_TURN || x.g.store == ANY_CONVOLVE) {
    const tcf_u32 l = any_turn_index(x, t);
    *v = c_mul(*v, root_at((tcf_u32)k * l, a.whole, a.per_turn, a.inverse_whole, a.inverse_rest));
  }
  if (x.g.store == ANY_FILTER) *v = c_swap(c_mul(*v, table_root(a.filter, e)));
  if (x.g.store == ANY_CHIRP) {  // the inverse of the convolution comes swapped
    if (e >= x.g.whole_axis) return false;
    *v = c_mul(c_swap(*v), table_root(a.chirp, e));
  }
  if (x.g.kind == KIND_C2C && (x.g.store == ANY_KIND || x.g.store == ANY_CHIRP)) *v = C{v->re * a.scale, v->im * a.scale_im};
  return true;
}

INLINE void any_store_point(const any_context &x, int t, int k) {
  C v = any_result(x, t, k);
  if (any_finish(x, t, k, &v))
    store_once((float2 *)x.a.out + x.out + t * x.a.lane_os + k * x.a.point_os, make_float2(v.re, v.im));
}

// Result k of the inverse transform of a spectrum holds the real numbers 2 k and 2 k + 1, swapped.
INLINE void any_store_pair(const any_context &x, int t, int k) {
  const tcf_tile_args &a = x.a;
  const C v = any_result(x, t, k);
  const tcf_i64 e = (tcf_i64)k * a.out_step + (x.lane + t) * a.out_lane;
  float *base = (float *)a.out + x.out + t * a.lane_os;
  if (a.whole_out) {
    store_once((float2 *)base + e, make_float2(v.im * a.scale, v.re * a.scale));
  } else {
    base[2 * e * a.os] = v.im * a.scale;
    base[(2 * e + 1) * a.os] = v.re * a.scale;
  }
}

template <int KIND, class Z>
INLINE C any_post(const any_context &x, const Z &z, tcf_i64 e) {
  return x.g.even ? post_element<KIND, true>(x.a, z, e) : post_element<KIND, false>(x.a, z, e);
}

template <class Z>
INLINE C any_post_element(const any_context &x, const Z &z, tcf_i64 e) {
  switch (x.g.kind) {
    case KIND_R2C:
      return any_post<KIND_R2C>(x, z, e);
    case KIND_DCT1:
      return any_post<KIND_DCT1>(x, z, e);
    case KIND_DCT2:
      return any_post<KIND_DCT2>(x, z, e);
    case KIND_DCT3:
      return any_post<KIND_DCT3>(x, z, e);
    case KIND_DCT4:
      return any_post<KIND_DCT4>(x, z, e);
    default:
      return any_post<KIND_C2R>(x, z, e);
  }
}

INLINE void any_store_element(const any_context &x, int t, int e) {
  const bool complex = kind_complex_out(x.g.kind);
  const C v = any_post_element(
      x, [&](tcf_i64 i) { return any_result(x, t, (int)i); }, e);
  float *base = (float *)x.a.out + (complex ? 2 : 1) * (x.out + t * x.a.lane_os);
  store_element(base, e * x.a.point_os, v, complex);
}

template <class P>
INLINE void any_store(const any_context &x) {
  if constexpr (P::real != 0) {
    if (x.g.store == ANY_KIND && x.g.kind != KIND_C2C) {
      const bool pairs = x.g.kind == KIND_C2R && x.g.even;
      any_elements(x, x.g.order_out, x.g.out, [&](int t, int e) {
        if (t >= x.lanes) return;
        if (pairs)
          any_store_pair(x, t, e);
        else
          any_store_element(x, t, e);
      });
      return;
    }
  }
  any_elements(x, x.g.order_out, x.g.points, [&](int t, int k) {
    if (t < x.lanes) any_store_point(x, t, k);
  });
}

// ------------------------------------------------------------------------------------------------ whole tiles

template <class P>
INLINE void tcf_any(const tcf_any_args &g) {
  TCF_SHARED(shared);
  start_next_launch();
  const any_context x = any_locate(g, shared);
  await_input();
  any_load<P>(x);
  __syncthreads();
  // A convolution goes through the passes backwards, by frequency, and then forwards, by time. One place for both: the
  // butterflies are most of the code.
  for (int step = g.conv ? -g.passes : 0; step < g.passes; step++) {
    if (g.conv && step == 0) any_filter(x);
    any_pass<P>(x, g.pass[step < 0 ? -1 - step : step], step >= 0);
    __syncthreads();
  }
  any_store<P>(x);
}

#endif
