// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The generic tile kernel does what tile.cuh does, but lengths, radices and geometry are arguments of the launch instead
// of compile-time constants. It is for devices without a run-time compiler. A tile lies in shared memory; each pass takes
// its butterflies through registers one by one, in place, so that a tile may be as long as shared memory allows and no
// thread holds more than one butterfly. In place means that a transform either takes its points in digit-reversed order
// (decimation in time: twiddles, then butterflies) or leaves its results so (decimation in frequency: butterflies, then
// twiddles, the last pass first). Loads put points where they belong, and a convolution does one after the other with its
// product in between.
//
//     P: threads, blocks          launch bounds
//        real                     whether the program includes the real kinds
//        largest                  largest radix: radices beyond 16 need many registers
//        typed                    1: arguments say the types of numbers in memory
#ifndef TCFFT_CLASSIC_CUDA_GENERIC_CUH
#define TCFFT_CLASSIC_CUDA_GENERIC_CUH

#include "classic/cuda/generic_args.h"
#include "classic/cuda/kinds.cuh"

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) scalar2 name[]
#endif

// tcf_io_op
enum {
  GENERIC_PLAIN = 1,
  GENERIC_USER,
  GENERIC_TWIDDLE,
  GENERIC_CHIRP,
  GENERIC_FILTER,
  GENERIC_CONVOLVE,
  GENERIC_ALONE,
  GENERIC_CHIRP_ALONE
};
enum { GENERIC_BLUESTEIN = 2, GENERIC_FILTERED = 4 };  // tcf_conv

struct generic_context {
  const tcf_generic_sizes &g;
  const tcf_tile_args &a;
  scalar2 *shared;
  tcf_i64 in, out;  // element offset of transform 0
  tcf_i64 fft;      // number of transform 0 in batch dimension 0
  int ffts;         // transforms of the tile that exist, at most fpb
  tcf_u32 outer;    // index in batch dimension 1
};

INLINE generic_context generic_locate(const tcf_generic_args &args, scalar2 *shared) {
  const tcf_generic_sizes &g = args.sizes;
  const tcf_tile_args &a = args.tile;
  const tcf_u32 rest = blockIdx.x / (tcf_u32)a.groups, group = blockIdx.x - rest * (tcf_u32)a.groups;
  const dims_place at = place_dims(a, rest);
  const tcf_i64 fft = (tcf_i64)group * g.fpb.d, left = a.ffts - fft;
  return {
      g,       a, shared, at.in + fft * a.batch_is, at.out + fft * a.batch_os, fft, (int)(left < g.fpb.d ? left : g.fpb.d),
      at.first};
}

INLINE int quotient(int i, tcf_divisor by) { return by.magic ? (int)__umulhi((tcf_u32)i, by.magic) : i; }

INLINE int generic_at(const generic_context &x, int t, int i) {
  return t * x.g.stride + i + (i >> TCF_GENERIC_SHIFT) + (i >> 2 * TCF_GENERIC_SHIFT);
}

INLINE C generic_get(const generic_context &x, int at) {
  const scalar2 v = x.shared[at];
  return C{v.x, v.y};
}

INLINE void generic_put(const generic_context &x, int at, C v) { x.shared[at] = make_scalar2(v.re, v.im); }

// Where point i of a transform by decimation in time lies, and result i of one by decimation in frequency.
INLINE int digits_reversed(const generic_context &x, int i) {
  int at = 0;
  for (int p = x.g.passes - 1; p >= 0; p--) {
    const tcf_generic_pass &pass = x.g.pass[p];
    const int q = quotient(i, pass.radix);
    at += (i - q * pass.radix.d) * pass.before.d;
    i = q;
  }
  return at;
}

// Calls f(t, i) in some thread for each of `count` elements of every transform. order 1: neighbouring threads take
// neighbouring transforms, 0: neighbouring elements.
template <class F>
INLINE void generic_elements(const generic_context &x, int order, tcf_divisor count, const F &f) {
  const tcf_divisor by = order ? x.g.fpb : count;
  for (int id = threadIdx.x; id < x.g.fpb.d * count.d; id += blockDim.x) {
    const int q = quotient(id, by), r = id - q * by.d;
    f(order ? r : q, order ? q : r);
  }
}

// ------------------------------------------------------------------------------------------------ in

// Raw input whose type is an argument: as raw_input.
template <class P>
struct typed_input {
  int type;
  const void *memory;
  tcf_i64 first, stride;
  bool whole;
  template <class F>
  INLINE_MEMBER auto with(const F &f) const {
    return with_in_type<P>(type, [&](auto number) {
      using NUMBER = decltype(number);
      return f(raw_input<NUMBER>{(const NUMBER *)memory + first, stride, whole});
    });
  }
  INLINE_MEMBER scalar real(tcf_i64 j) const {
    return with([&](const auto &raw) { return raw.real(j); });
  }
  INLINE_MEMBER C pair(tcf_i64 j) const {
    return with([&](const auto &raw) { return raw.pair(j); });
  }
  INLINE_MEMBER C reals(tcf_i64 i) const {
    return with([&](const auto &raw) { return raw.reals(i); });
  }
};

template <class P>
INLINE auto generic_input(const generic_context &x, tcf_i64 first, tcf_i64 stride, bool whole) {
  if constexpr (is_typed<P>::value)
    return typed_input<P>{x.g.in_type, x.a.in, first, stride, whole};
  else
    return raw_input<scalar>{(const scalar *)x.a.in + first, stride, whole};
}

template <int KIND, class Raw>
INLINE C generic_pre(const generic_context &x, const Raw &raw, tcf_i64 e) {
  return x.g.even ? pre_point<KIND, true>(x.a, raw, e) : pre_point<KIND, false>(x.a, raw, e);
}

template <class P, class Raw>
INLINE C generic_pre_point(const generic_context &x, const Raw &raw, tcf_i64 e) {
  if constexpr (P::real != 0) {
    switch (x.g.kind) {
      case KIND_R2C:
        return generic_pre<KIND_R2C>(x, raw, e);
      case KIND_C2R:
        return generic_pre<KIND_C2R>(x, raw, e);
      case KIND_DCT1:
        return generic_pre<KIND_DCT1>(x, raw, e);
      case KIND_DCT2:
      case KIND_DCT3:  // each is the other's inverse
        return (x.g.kind == KIND_DCT2) == (x.a.inverse == 0) ? dct2_point(x.a, raw, e, x.g.even != 0)
                                                             : dct3_point(x.a, raw, e, x.g.even != 0);
      case KIND_DCT4:
        return generic_pre<KIND_DCT4>(x, raw, e);
    }
  }
  return pre_point<KIND_C2C, true>(x.a, raw, e);
}

// The shift of a convolution over several launches (tcf_convolution_shift of core/schedule.h), and the chirp of a point.
INLINE tcf_i64 generic_shift(const generic_context &x) {
  return !x.g.even && (x.g.kind == KIND_R2C || x.g.kind == KIND_C2R) ? (x.a.n - 1) / 4 : 0;
}
INLINE C generic_chirp(const generic_context &x, tcf_i64 j) { return table_root(x.a.chirp, j < 0 ? -j : j); }

// Element e of the axis after the kind's pre-processing. With the load operation chirp, in a convolution over several
// launches, it is multiplied by the chirp, and zero beyond the axis.
template <class P>
INLINE C generic_load_element(const generic_context &x, int t, tcf_i64 e) {
  const tcf_tile_args &a = x.a;
  const bool complex = kind_complex_in(x.g.kind);
  const int unit = complex ? 2 : 1;
  const tcf_i64 shift = generic_shift(x), bin = e - shift;
  const bool halved = x.g.load == GENERIC_CHIRP && shift && x.g.kind == KIND_C2R;
  if (halved ? bin < 0 || bin > a.n / 2 : x.g.load == GENERIC_CHIRP && e >= x.g.axis_n) return C{0.f, 0.f};
  const auto raw = generic_input<P>(x, unit * (x.in + t * a.batch_is), unit * a.is, complex || a.whole_in != 0);
  const C v = generic_pre_point<P>(x, raw, halved ? bin : e);
  if (x.g.load != GENERIC_CHIRP) return v;
  const C w = c_mul(v, generic_chirp(x, halved ? e : e - shift));
  return halved && bin ? C{2 * w.re, 2 * w.im} : w;
}

template <class P>
INLINE C generic_load_point(const generic_context &x, int t, int i) {
  const tcf_tile_args &a = x.a;
  if (t >= x.ffts || i >= x.g.points.d) return C{0.f, 0.f};
  if (x.g.load == GENERIC_PLAIN || (x.g.load == GENERIC_USER && x.g.kind == KIND_C2C)) {
    const scalar2 v = with_in_type<P>(x.g.in_type, [&](auto number) {
      using pair = typename with_number<decltype(number)>::pair;
      return value_of(load_once((const pair *)a.in + x.in + t * a.batch_is + i * a.point_is));
    });
    return C{v.x, x.g.load == GENERIC_USER ? v.y * a.sign : v.y};
  }
  return generic_load_element<P>(x, t, (tcf_i64)i * a.in_step + (x.fft + t) * a.in_batch_step);
}

template <class P>
INLINE void generic_load(const generic_context &x) {
  generic_elements(x, x.g.batch_fast_in, x.g.n, [&](int t, int i) {
    C v = generic_load_point<P>(x, t, i);
    if (x.g.conv == GENERIC_BLUESTEIN && i < x.g.points.d) v = c_mul(v, table_root(x.a.chirp, i));
    generic_put(x, generic_at(x, t, x.g.conv ? i : digits_reversed(x, i)), v);
  });
}

// ------------------------------------------------------------------------------------------------ passes

// v[r] *= exp(-2 pi i r k / (before R)).
template <int R>
INLINE void generic_twiddle(const generic_context &x, const tcf_generic_pass &pass, int k, C *v) {
  const scalar2 *table = (const scalar2 *)x.a.twiddle + pass.twiddle + k;
  UNROLL
  for (int r = 1; r < R; r++) {
    const scalar2 w = __ldg(table + (r - 1) * pass.before.d);
    v[r] = c_mul(v[r], w.x, w.y);
  }
}

template <int R>
INLINE void generic_butterflies(const generic_context &x, const tcf_generic_pass &pass, bool by_time) {
  const int before = pass.before.d;
  generic_elements(x, 0, pass.count, [&](int t, int j) {
    const int q = quotient(j, pass.before), k = j - q * before, i = q * before * R + k;
    C v[R];
    UNROLL
    for (int r = 0; r < R; r++) v[r] = generic_get(x, generic_at(x, t, i + r * before));
    if (by_time && before > 1) generic_twiddle<R>(x, pass, k, v);
    dft<R>(v);
    if (!by_time && before > 1) generic_twiddle<R>(x, pass, k, v);
    UNROLL
    for (int r = 0; r < R; r++) generic_put(x, generic_at(x, t, i + r * before), v[r]);
  });
}

template <class P>
INLINE void generic_pass(const generic_context &x, const tcf_generic_pass &pass, bool by_time) {
  switch (pass.radix.d) {
    case 2:
      return generic_butterflies<2>(x, pass, by_time);
    case 3:
      return generic_butterflies<3>(x, pass, by_time);
    case 4:
      return generic_butterflies<4>(x, pass, by_time);
    case 5:
      return generic_butterflies<5>(x, pass, by_time);
    case 7:
      return generic_butterflies<7>(x, pass, by_time);
    case 8:
      return generic_butterflies<8>(x, pass, by_time);
    case 9:
      return generic_butterflies<9>(x, pass, by_time);
    case 11:
      return generic_butterflies<11>(x, pass, by_time);
    case 13:
      return generic_butterflies<13>(x, pass, by_time);
    case 16:
      return generic_butterflies<16>(x, pass, by_time);
  }
  if constexpr (P::largest > 16) {
    switch (pass.radix.d) {
      case 17:
        return generic_butterflies<17>(x, pass, by_time);
      case 19:
        return generic_butterflies<19>(x, pass, by_time);
      case 23:
        return generic_butterflies<23>(x, pass, by_time);
      case 29:
        return generic_butterflies<29>(x, pass, by_time);
      case 31:
        return generic_butterflies<31>(x, pass, by_time);
    }
  }
}

// The index l of the twiddles between steps: the transform's number, or with twiddle_outer the index in batch dimension
// 1.
INLINE tcf_u32 generic_turn_index(const generic_context &x, int t) {
  return x.g.twiddle_outer ? x.outer : (tcf_u32)(x.fft + t);
}

// The pointwise product of a convolution, in digit-reversed order; the transform that follows runs inverse. In a step of
// a long convolution each transform has its own contiguous part of the filter.
INLINE void generic_filter(const generic_context &x) {
  generic_elements(x, 0, x.g.n, [&](int t, int k) {
    if (t >= x.ffts) return;
    const int at = generic_at(x, t, digits_reversed(x, k));
    const tcf_i64 part = x.g.conv == GENERIC_FILTERED ? (tcf_i64)generic_turn_index(x, t) * x.g.n.d : 0;
    generic_put(x, at, c_swap(c_mul(generic_get(x, at), table_root(x.a.filter, part + k))));
  });
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ out

// Result i of transform t.
INLINE C generic_result(const generic_context &x, int t, int i) {
  const C v = generic_get(x, generic_at(x, t, i));
  return x.g.conv == GENERIC_BLUESTEIN ? c_mul(c_swap(v), table_root(x.a.chirp, i)) : v;
}

// The bin of R2C that element e of the axis or of a convolution is.
INLINE tcf_i64 generic_bin(const generic_context &x, tcf_i64 e) {
  return x.g.store == GENERIC_CHIRP_ALONE ? e - generic_shift(x) : e;
}

// Applies the store operation to result k. Returns false if the result is not to be stored.
INLINE bool generic_finish(const generic_context &x, int t, int k, C *v) {
  const tcf_tile_args &a = x.a;
  const tcf_i64 e = (tcf_i64)k * a.out_step + (x.fft + t) * a.out_batch_step;
  if (x.g.store == GENERIC_TWIDDLE || x.g.store == GENERIC_CONVOLVE) {
    const tcf_u32 l = generic_turn_index(x, t);
    *v = c_mul(*v, root_at((tcf_u32)k * l, a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n, a.inverse_twiddle_n_rest));
  }
  if (x.g.store == GENERIC_FILTER) *v = c_swap(c_mul(*v, table_root(a.filter, e)));
  const bool alone = x.g.store == GENERIC_ALONE || x.g.store == GENERIC_CHIRP_ALONE;
  const bool bins = alone && x.g.kind == KIND_R2C;
  const tcf_i64 bin = generic_bin(x, e);
  if (bins && (bin < 0 || bin > a.n / 2)) return false;
  if (x.g.store == GENERIC_CHIRP ||
      x.g.store == GENERIC_CHIRP_ALONE) {  // the convolution's inverse transform leaves real and imaginary parts swapped
    if (!bins && e >= x.g.axis_n) return false;
    *v = c_mul(c_swap(*v), generic_chirp(x, bins ? e : e - generic_shift(x)));
  }
  const bool plain = x.g.kind == KIND_C2C && (x.g.store == GENERIC_USER || x.g.store == GENERIC_CHIRP);
  if (alone && x.g.kind == KIND_C2R)
    *v = C{v->im * a.scale, 0.f};
  else if (alone || plain)
    *v = C{v->re * a.scale, v->im * a.scale_im};
  return true;
}

template <class P>
INLINE void generic_store_point(const generic_context &x, int t, int k) {
  C v = generic_result(x, t, k);
  if (!generic_finish(x, t, k, &v)) return;
  const bool shifted = x.g.store == GENERIC_CHIRP_ALONE && x.g.kind == KIND_R2C;
  const tcf_i64 at = x.out + t * x.a.batch_os + k * x.a.point_os - (shifted ? generic_shift(x) * x.a.os : 0);
  with_out_type<P>(x.g.out_type, [&](auto number) {
    using numbers = with_number<decltype(number)>;
    if (x.g.kind == KIND_C2R && (x.g.store == GENERIC_ALONE || x.g.store == GENERIC_CHIRP_ALONE))
      store_once((decltype(number) *)x.a.out + at, numbers::of(v.re));
    else
      store_once((typename numbers::pair *)x.a.out + at, numbers::of(make_scalar2(v.re, v.im)));
  });
}

// Result k of the inverse transform of a spectrum holds the real numbers 2 k and 2 k + 1, swapped.
template <class P>
INLINE void generic_store_pair(const generic_context &x, int t, int k) {
  const tcf_tile_args &a = x.a;
  const C v = generic_result(x, t, k);
  const tcf_i64 e = (tcf_i64)k * a.out_step + (x.fft + t) * a.out_batch_step;
  with_out_type<P>(x.g.out_type, [&](auto number) {
    using numbers = with_number<decltype(number)>;
    auto *base = (decltype(number) *)a.out + x.out + t * a.batch_os;
    if (a.whole_out) {
      store_once((typename numbers::pair *)base + e, numbers::of(make_scalar2(v.im * a.scale, v.re * a.scale)));
    } else {
      base[2 * e * a.os] = numbers::of(v.im * a.scale);
      base[(2 * e + 1) * a.os] = numbers::of(v.re * a.scale);
    }
  });
}

template <int KIND, class Z>
INLINE C generic_post(const generic_context &x, const Z &z, tcf_i64 e) {
  return x.g.even ? post_element<KIND, true>(x.a, z, e) : post_element<KIND, false>(x.a, z, e);
}

template <class Z>
INLINE C generic_post_element(const generic_context &x, const Z &z, tcf_i64 e) {
  switch (x.g.kind) {
    case KIND_R2C:
      return generic_post<KIND_R2C>(x, z, e);
    case KIND_DCT1:
      return generic_post<KIND_DCT1>(x, z, e);
    case KIND_DCT2:
      return generic_post<KIND_DCT2>(x, z, e);
    case KIND_DCT3:
      return generic_post<KIND_DCT3>(x, z, e);
    case KIND_DCT4:
      return generic_post<KIND_DCT4>(x, z, e);
    default:
      return generic_post<KIND_C2R>(x, z, e);
  }
}

template <class P>
INLINE void generic_store_element(const generic_context &x, int t, int e) {
  const bool complex = kind_complex_out(x.g.kind);
  const C v = generic_post_element(
      x, [&](tcf_i64 i) { return generic_result(x, t, (int)i); }, e);
  with_out_type<P>(x.g.out_type, [&](auto number) {
    auto *base = (decltype(number) *)x.a.out + (complex ? 2 : 1) * (x.out + t * x.a.batch_os);
    store_element(base, e * x.a.point_os, v, complex);
  });
}

template <class P>
INLINE void generic_store(const generic_context &x) {
  if constexpr (P::real != 0) {
    if (x.g.store == GENERIC_USER && x.g.kind != KIND_C2C) {
      const bool pairs = x.g.kind == KIND_C2R && x.g.even;
      generic_elements(x, x.g.batch_fast_out, x.g.out, [&](int t, int e) {
        if (t >= x.ffts) return;
        if (pairs)
          generic_store_pair<P>(x, t, e);
        else
          generic_store_element<P>(x, t, e);
      });
      return;
    }
  }
  generic_elements(x, x.g.batch_fast_out, x.g.points, [&](int t, int k) {
    if (t < x.ffts) generic_store_point<P>(x, t, k);
  });
}

// ------------------------------------------------------------------------------------------------ whole tiles

template <class P>
INLINE void tcf_generic(const tcf_generic_args &args) {
  TCF_SHARED(shared);
  start_next_launch();
  const generic_context x = generic_locate(args, shared);
  const tcf_generic_sizes &g = args.sizes;
  await_input();
  generic_load<P>(x);
  __syncthreads();
  // A convolution runs the passes backwards by decimation in frequency, and then forwards by decimation in time. One loop
  // serves both, because the butterflies are most of the code.
  for (int step = g.conv ? -g.passes : 0; step < g.passes; step++) {
    if (g.conv && step == 0) generic_filter(x);
    generic_pass<P>(x, g.pass[step < 0 ? -1 - step : step], step >= 0);
    __syncthreads();
  }
  generic_store<P>(x);
}

#endif
