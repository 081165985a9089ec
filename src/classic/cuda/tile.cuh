// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel: a block computes P::fpb transforms of P::n points each in registers and shared memory, by passes of
// any radices, with one read and one write of device memory (Govindaraju et al. 2008, Fig. 4 and 5: rows, columns, and
// both with the twiddle and the transposition of the hierarchical algorithm fused into load and store). Everything that
// is known when the code is compiled is a member of P: n, passes, radix[] and axis[], and the members of TCF_TILE_FIELDS
// in src/tile/tile.h, which says what each of them means.
//
// Two alternatives were slower on an H200. Persistent blocks that load the next tile by asynchronous copies of 8 bytes
// while they compute reached 0.55 to 0.85 of this kernel's speed. Exchanging real and imaginary parts one after the other
// reached 0.85 of it.
#ifndef TCFFT_CUDA_TILE_CUH
#define TCFFT_CUDA_TILE_CUH

#include "classic/cuda/kinds.cuh"

// tcf_io_op
enum {
  OP_NONE,
  OP_COPY,
  OP_USER,
  OP_TWIDDLE,
  OP_CHIRP,
  OP_FILTER,
  OP_FILTER_INVERSE,
  OP_ALONE,
  OP_CHIRP_ALONE,
  OP_HALF,
  OP_HALF_TWIDDLE,
  OP_MIRROR
};
enum { ACROSS_AXIS = 1, ACROSS_ROWS };  // tcf_tile_across
enum { CONV_NONE, CONV_RADER, CONV_BLUESTEIN, CONV_DIRECT, CONV_FILTERED, CONV_RADER_OF_REALS };

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(128) scalar2 name[]
#endif

// ------------------------------------------------------------------------------------------------ where things are

template <class P>
struct tile_context {
  const tcf_tile_args &a;
  scalar2 *shared;
  tcf_i64 in, out;  // element offset of transform 0
  tcf_i64 fft;      // number of transform 0 in batch dimension 0
  int ffts;         // transforms of the tile that exist, at most data_ffts(); with has_pairs(): pairs of transforms
  int pair;         // number of the first pair
  tcf_u32 outer;    // index in batch dimension 1
};

// XOR swizzle of shared memory. Points lie in rows of 16, which are 8 pairs of 16 bytes, and the bits of i above the row
// permute the pairs: bits 4, 5, 6 and 7 flip the pair's number by 2, 4, 3 and 5, and the bits above them repeat this
// sequence. Any three consecutive numbers of the sequence are linearly independent, and so are any two of them together
// with 1: therefore neither eight butterflies of the first pass nor four transforms' points of two pairs have bank
// conflicts. The map is linear: swizzled(i ^ k) is swizzled(i) ^ swizzled(k).
INLINE int swizzled(int i) {
  return i ^ (((i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10 ^ i >> 12) & 3) << 2) ^ ((i >> 6 ^ i >> 7 ^ i >> 10 ^ i >> 11) & 1) << 1;
}

// Where point i of transform t lies between the passes. A transform of Rader's algorithm keeps its point 0 in front of
// the points that are convolved; result 0 replaces it later.
template <class P>
INLINE int shared_at(int t, int i) {
  if (P::swizzle) return t * P::stride + swizzled(i);
  return t * P::stride + (P::conv == CONV_RADER) + i + (P::pad ? (int)((tcf_u32)i / P::row) * P::pad : 0);
}

// Where element i of transform t lies on its way in or out. It differs from shared_at for Rader's algorithm alone, where
// element 0 is the one in front.
template <class P>
INLINE int staged_at(int t, int i) {
  if (P::conv != CONV_RADER) return shared_at<P>(t, i);
  return !P::pad ? t * P::stride + i : i ? shared_at<P>(t, i - 1) : t * P::stride;
}

// Where point i + offset lies when point i lies at `at`; the offset is known at compile time. additive: the remainders of
// i and of the offset modulo a row sum to less than a row, so that the two paddings add up. A row is a product of the
// first radices, so this holds between the passes.
template <class P>
INLINE int shared_beyond(int at, int t, int i, int offset, bool additive) {
  if (P::swizzle) {  // lengths are powers of two, so that the offset has no bits in common with the point
    const int fft = P::stride % 16 ? t * P::stride : 0;
    return ((at - fft) ^ (swizzled(offset) & 15)) + offset / 16 * 16 + fft;
  }
  if (!P::pad || additive || offset % P::row == 0) return at + offset + (P::pad ? offset / P::row * P::pad : 0);
  return shared_at<P>(t, i + offset);
}

// Whether points 2 i and 2 i + 1 of a transform are adjacent and aligned to 16 bytes, for passes on tensor cores that
// access both at once.
template <class P>
COMPILED bool pairs_lie_together() {
  return P::tensor && P::stride % 2 == 0 && (!P::pad || (P::pad % 2 == 0 && P::row % 2 == 0));
}

template <class P>
INLINE void shared_put(const tile_context<P> &x, int t, int i, C v) {
  x.shared[staged_at<P>(t, i)] = make_scalar2(v.re, v.im);
}

template <class P>
INLINE C shared_get(const tile_context<P> &x, int t, int i) {
  const scalar2 v = x.shared[staged_at<P>(t, i)];
  return C{v.x, v.y};
}

#include "classic/cuda/planes.cuh"

// Transforms of the data in a tile. With the prime-factor algorithm P::pfa transforms of the tile make one of them.
template <class P>
COMPILED int data_ffts() {
  return P::fpb / P::pfa;
}

template <class P>
INLINE void wait() {
  if constexpr (P::warp != 0)
    __syncwarp();
  else
    __syncthreads();
}

// Where the Hermitian split goes across transforms (hermitian_split.cuh), transforms come in pairs l and L - l: their
// points k and n - 1 - k determine each other. Pair 0 is transforms 0 and L / 2, each of which is its own partner; if L is
// odd, it is transform 0 alone. A tile holds the lower transforms of all its pairs first.
template <class P>
COMPILED bool has_pairs() {
  return P::across_in || P::across_out;
}

// Whether the two are rows l and L - l of a plane. Their points k and n - k determine each other then.
template <class P>
COMPILED bool pairs_are_rows() {
  return P::across_in == ACROSS_ROWS || P::across_out == ACROSS_ROWS;
}

template <class P>
INLINE int pair_of(int t) {
  return t < P::fpb / 2 ? t : t - P::fpb / 2;
}

// Number of the tile's transform t, counted from x.fft.
template <class P>
INLINE int fft_at(const tile_context<P> &x, int t) {
  if (!has_pairs<P>()) return t;
  const int pair = x.pair + pair_of<P>(t), ffts = (int)x.a.ffts;
  return t < P::fpb / 2 ? pair : pair ? ffts - pair : ffts / 2;
}

template <class P>
INLINE bool fft_exists(const tile_context<P> &x, int t) {
  if (!has_pairs<P>()) return t < x.ffts;
  return pair_of<P>(t) < x.ffts && (t != P::fpb / 2 || x.pair || (int)x.a.ffts % 2 == 0);
}

// Finds a tile by its number: its transforms in batch dimension 0, and its place in the other batch dimensions. A
// launch has fewer than 2^31 tiles.
template <class P>
INLINE tile_context<P> locate(const tcf_tile_args &a, scalar2 *shared, tcf_u32 number) {
  tcf_u32 group = number;
  dims_place at = {0, 0, 0};
  if (a.dim_n[0] > 1) {  // divisions cost as much as a pass of a short transform
    const tcf_u32 rest = group / (tcf_u32)a.groups;
    group -= rest * (tcf_u32)a.groups;
    at = place_dims(a, rest);
  }
  if (has_pairs<P>()) {
    constexpr int most = P::fpb / 2;
    const int pair = (int)group * most, left = (int)((a.ffts + 1) / 2) - pair;
    return {a, shared, at.in, at.out, 0, left < most ? left : most, pair, at.first};
  }
  constexpr int most = data_ffts<P>();
  const tcf_i64 fft = (tcf_i64)group * most, left = a.ffts - fft;
  const int ffts = most == 1 || left >= most ? most : (int)left;
  return {a, shared, at.in + fft * a.batch_is, at.out + fft * a.batch_os, fft, ffts, 0, at.first};
}

// The shift of a convolution over several launches (tcf_convolution_shift of core/schedule.h).
template <class P>
INLINE tcf_i64 convolution_shift(const tcf_tile_args &a) {
  return !P::even && (P::kind == KIND_R2C || P::kind == KIND_C2R) ? (a.n - 1) / 4 : 0;
}

// The chirp of point j, or of -j.
INLINE C chirp_at(const tcf_tile_args &a, tcf_i64 j) { return table_root(a.chirp, j < 0 ? -j : j); }

// Points of the complex transform of the whole axis.
template <class P>
INLINE tcf_i64 axis_points(const tcf_tile_args &a) {
  return P::kind == KIND_C2C ? a.n : P::kind == KIND_DCT1 ? a.n - 1 : P::even ? a.n / 2 : a.n;
}

// ------------------------------------------------------------------------------------------------ loading and storing

// Distances between points. Most data is contiguous, and then the distance is known at compile time. So it is where P says
// distance_in and distance_out, of which 0 stands for any (cluster_steps.cuh).
template <class P, class = void>
struct distances {
  static constexpr int in = P::contiguous_in, out = P::contiguous_out;
};
template <class P>
struct distances<P, typename has_member<P::distance_in>::type> {
  static constexpr int in = P::distance_in, out = P::distance_out;
};
template <class P>
INLINE tcf_i64 point_in(const tcf_tile_args &a) {
  return distances<P>::in ? distances<P>::in : a.point_is;
}
template <class P>
INLINE tcf_i64 point_out(const tcf_tile_args &a) {
  return distances<P>::out ? distances<P>::out : a.point_os;
}

// Whether loading a point takes no more than its address: there is no pre-processing.
template <class P>
COMPILED bool loads_plain() {
  return P::load == OP_COPY || (P::load == OP_USER && (P::kind == KIND_C2C || P::hermitian_in || P::across_in));
}

template <class P>
INLINE C plain_point(const tile_context<P> &x, in_pair<P> loaded) {
  const scalar2 v = value_of(loaded);
  if constexpr (P::load != OP_USER) return C{v.x, v.y};
  return C{v.x, v.y * (P::kind == KIND_C2R ? -x.a.sign : x.a.sign)};
}

template <class P>
INLINE C load_plain(const tile_context<P> &x, const in_pair<P> *p) {
  return plain_point<P>(x, load_once(p));
}

template <class P>
INLINE const in_pair<P> *plain_input(const tile_context<P> &x, int t, int i) {
  return (const in_pair<P> *)x.a.in + x.in + fft_at<P>(x, t) * x.a.batch_is + i * point_in<P>(x.a);
}

// Bin k of an odd length as a point of the transform back, which has real and imaginary parts swapped. An index has 32 bits:
// with 64 of them pre_point leaves too few registers to the tiles of long convolutions.
template <class P>
INLINE C load_odd_bin(const tile_context<P> &x, int t, int k) {
  const int n = (int)x.a.n;
  const bool mirrored = k > n / 2;
  const scalar2 v = value_of(((const in_pair<P> *)x.a.in + x.in + t * x.a.batch_is)[(mirrored ? n - k : k) * x.a.is]);
  const scalar im = mirrored == (x.a.inverse != 0) ? -v.y : v.y;
  return C{k ? im : 0.f, v.x};
}

// sure: point i is within the axis in every transform, so that no bounds check is needed.
template <class P>
INLINE C load_user_point(const tile_context<P> &x, int t, int i, bool sure = false) {
  const tcf_tile_args &a = x.a;
  constexpr int unit = kind_complex_in(P::kind) ? 2 : 1;
  const tcf_i64 e = (tcf_i64)i * a.in_step + (x.fft + t) * a.in_batch_step;
  const raw_input<in_number<P>> raw = {(const in_number<P> *)a.in + unit * (x.in + t * a.batch_is), unit * a.is,
                                       unit == 2 || a.whole_in != 0};
  if constexpr (P::kind == KIND_C2R && has_axes<P>()) {
    constexpr int points = plane_row<P>::points;
    return plane_point<P>(a, (const in_pair<P> *)a.in + x.in + t * a.batch_is, i / points, i % points);
  } else if constexpr (P::load == OP_CHIRP && P::kind == KIND_C2R && !P::even) {
    const int k = (int)(e - convolution_shift<P>(a));
    if (k < 0 || (!sure && k > (int)a.n / 2)) return C{0.f, 0.f};
    const C v = c_mul(load_odd_bin<P>(x, t, k), chirp_at(a, e));
    return k ? C{2 * v.re, 2 * v.im} : v;
  } else if constexpr (P::kind == KIND_C2R && !P::even) {
    return load_odd_bin<P>(x, t, i * (int)a.in_step + (int)(x.fft + t) * (int)a.in_batch_step);
  } else if constexpr (P::load == OP_CHIRP) {
    if (!sure && e >= axis_points<P>(a)) return C{0.f, 0.f};
    return c_mul(pre_point<P::kind, P::even != 0>(a, raw, e), chirp_at(a, e - convolution_shift<P>(a)));
  } else {
    return pre_point<P::kind, P::even != 0>(a, raw, e);
  }
}

// Point i of a transform of which the lower half of the points lies in memory. The result of the transform is real, and has
// real and imaginary parts swapped: points i and P::points - i differ in the sign of the real part.
template <class P>
INLINE C load_half_point(const tile_context<P> &x, int t, int i) {
  const bool mirrored = 2 * i > P::points;
  const scalar2 v = value_of(load_once(plain_input<P>(x, t, mirrored ? P::points - i : i)));
  return C{mirrored ? -v.x : v.x, v.y};
}

// Out-of-range transforms load the last valid one, which avoids a bounds check on every load. They are never stored.
template <class P>
INLINE int fft_to_load(const tile_context<P> &x, int t) {
  if (has_pairs<P>()) return pair_of<P>(t) < x.ffts ? t : t - pair_of<P>(t) + x.ffts - 1;
  return data_ffts<P>() == 1 || t < x.ffts ? t : x.ffts - 1;
}

// Point i of transform t of the tile.
template <class P>
INLINE C load_point(const tile_context<P> &x, int t, int i) {
  if constexpr (loads_plain<P>())
    return load_plain<P>(x, plain_input<P>(x, t, i));
  else if constexpr (P::load == OP_HALF)
    return load_half_point<P>(x, t, i);
  else
    return load_user_point<P>(x, t, i);
}

// Whether each result is an element of the output of an odd real length, and whether these are real numbers.
template <class P>
COMPILED bool stores_alone() {
  return P::store == OP_ALONE || P::store == OP_CHIRP_ALONE;
}
template <class P>
COMPILED bool stores_reals() {
  return stores_alone<P>() && P::kind == KIND_C2R;
}

// Applies the store operation to result k of transform t. Returns false if the result is not to be stored. sure: it is
// stored in every transform, so that no bounds check is needed.
template <class P>
INLINE bool finish_point(const tile_context<P> &x, int t, int k, C *v, bool sure = false) {
  const tcf_tile_args &a = x.a;
  const auto element = [&] { return (tcf_i64)k * a.out_step + (x.fft + fft_at<P>(x, t)) * a.out_batch_step; };
  if constexpr (P::store == OP_USER) *v = C{v->re * a.scale, v->im * a.scale_im};
  if constexpr (P::store == OP_FILTER) *v = c_swap(c_mul(*v, table_root(a.filter, element())));
  if constexpr (P::store == OP_HALF_TWIDDLE) {
    if (!sure && 2 * k > P::points) return false;
  }
  constexpr bool bins = stores_alone<P>() && P::kind == KIND_R2C;
  if constexpr (bins) {
    const tcf_i64 bin = element() - (P::store == OP_CHIRP_ALONE ? convolution_shift<P>(a) : 0);
    if ((P::store == OP_CHIRP_ALONE && bin < 0) || (!sure && bin > a.n / 2)) return false;
  }
  if constexpr (P::store == OP_CHIRP || P::store == OP_CHIRP_ALONE) {
    // The convolution's inverse transform leaves real and imaginary parts swapped.
    const tcf_i64 e = element();
    if (!bins && !sure && e >= axis_points<P>(a)) return false;
    *v = c_mul(c_swap(*v), chirp_at(a, bins ? e : e - convolution_shift<P>(a)));
  }
  if constexpr (stores_reals<P>())
    v->re = v->im * a.scale;
  else if constexpr (stores_alone<P>() || P::store == OP_MIRROR || (P::store == OP_CHIRP && P::kind == KIND_C2C))
    *v = C{v->re * a.scale, v->im * a.scale_im};
  return true;
}

// What a result is stored as: a complex number, or after stores_reals its real part alone.
template <class NUMBER, bool REAL>
struct stored_result {
  typedef typename with_number<NUMBER>::pair type;
  static __device__ __forceinline__ type of(C v) { return with_number<NUMBER>::of(make_scalar2(v.re, v.im)); }
};
template <class NUMBER>
struct stored_result<NUMBER, true> {
  typedef NUMBER type;
  static __device__ __forceinline__ type of(C v) { return with_number<NUMBER>::of(v.re); }
};
template <class P>
using stored = stored_result<out_number<P>, stores_reals<P>()>;

// A complex result as it is stored, and two of them.
template <class P>
INLINE out_pair<P> stored_of(scalar re, scalar im) {
  return with_number<out_number<P>>::of(make_scalar2(re, im));
}
template <class P>
using out_pairs = typename with_number<out_number<P>>::pairs;
template <class P>
INLINE out_pairs<P> stored_of(C v, C w) {
  return with_number<out_number<P>>::of(make_scalar4(v.re, v.im, w.re, w.im));
}

template <class P>
INLINE typename stored<P>::type *plain_output(const tile_context<P> &x, int t, int k) {
  const tcf_i64 before = P::store == OP_CHIRP_ALONE && P::kind == KIND_R2C ? convolution_shift<P>(x.a) * x.a.os : 0;
  return (typename stored<P>::type *)x.a.out + x.out - before + fft_at<P>(x, t) * x.a.batch_os + k * point_out<P>(x.a);
}

// Stores result k of transform t as the bin of that number, or beyond n / 2 its conjugate as the bin that mirrors it.
// Transform 0 has both of them.
template <class P>
INLINE void store_mirrored(const tile_context<P> &x, int t, int k, C v) {
  const tcf_tile_args &a = x.a;
  const int fft = (int)x.fft + t, e = k * (int)a.out_step + fft * (int)a.out_batch_step;
  const bool mirrored = e > (int)a.n / 2;
  if (!fft_exists<P>(x, t) || (mirrored && fft == 0)) return;
  finish_point<P>(x, t, k, &v, true);
  out_pair<P> *to = (out_pair<P> *)a.out + x.out + t * a.batch_os + (mirrored ? (int)a.n - e : e) * a.os;
  store_once(to, stored_of<P>(v.re, mirrored ? -v.im : v.im));
}

template <class P>
INLINE void store_point(const tile_context<P> &x, int t, int k, C v) {
  if constexpr (P::store == OP_MIRROR)
    store_mirrored<P>(x, t, k, v);
  else if (fft_exists<P>(x, t) && finish_point<P>(x, t, k, &v))
    store_once(plain_output<P>(x, t, k), stored<P>::of(v));
}

template <class P>
COMPILED bool multiplies_twiddles() {
  return P::store == OP_TWIDDLE || P::store == OP_HALF_TWIDDLE || P::store == OP_FILTER_INVERSE;
}

// The index l of the twiddle exp(-2 pi i k l / twiddle_n): the transform's number, or with twiddle_outer the index in
// batch dimension 1.
template <class P>
INLINE tcf_u32 twiddle_index(const tile_context<P> &x, int t) {
  return P::twiddle_outer ? x.outer : (tcf_u32)(x.fft + fft_at<P>(x, t));
}

// Multiplies the first LEGS results of a butterfly, k = j + r * step, by the twiddles between steps of the hierarchical
// algorithm. Roots 0 to 3 and a factor for every fourth one are computed and the others are products of two of these,
// because powers of a single root lose accuracy.
template <class P, int R, int LEGS = R>
INLINE void twiddle_results(const tile_context<P> &x, int t, int j, C *v) {
  const tcf_tile_args &a = x.a;
  constexpr int step = P::n / R;
  const tcf_u32 l = twiddle_index<P>(x, t);
  C base[4];
  UNROLL
  for (int b = 0; b < 4 && b < LEGS; b++)
    base[b] = root_at((tcf_u32)(j + b * step) * l, a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n,
                      a.inverse_twiddle_n_rest);
  UNROLL
  for (int r = 0; r < LEGS; r += 4) {
    C high = C{1.f, 0.f};
    if (r)
      high =
          root_at((tcf_u32)(r * step) * l, a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n, a.inverse_twiddle_n_rest);
    UNROLL
    for (int b = 0; b < 4 && r + b < LEGS; b++) v[r + b] = c_mul(v[r + b], r ? c_mul(base[b], high) : base[b]);
  }
}

// ------------------------------------------------------------------------------------------------ whole tiles

// The order matters: each header uses those before it.
// clang-format off
#include "classic/cuda/load_store.cuh"
#include "classic/cuda/thread_map.cuh"
#include "classic/cuda/real_dft.cuh"
#include "classic/cuda/folded.cuh"
#include "classic/cuda/real_in_thread.cuh"
#include "classic/cuda/hermitian_split.cuh"
#include "classic/cuda/pointwise.cuh"
#include "classic/cuda/passes.cuh"
#include "classic/cuda/good_thomas.cuh"
#include "classic/cuda/staging.cuh"
#include "classic/cuda/folded_in_thread.cuh"
#include "classic/cuda/convolution.cuh"
#include "classic/cuda/direct.cuh"
#include "classic/cuda/direct_real.cuh"
#include "classic/cuda/rader_of_reals.cuh"
// clang-format on

template <class P, template <class> class From, class Passes>
INLINE void tile_from(const tile_context<P> &x) {
  if constexpr (P::smem_out != 0)
    run_passes<P, From, to_shared, Passes>(x);
  else if constexpr (P::kind == KIND_C2R && P::even && P::store == OP_USER)
    run_passes<P, From, to_pairs, Passes>(x);
  else
    run_passes<P, From, to_memory, Passes>(x);
}

template <class P, class = void>
struct has_ahead {
  static constexpr bool value = false;
};
template <class P>
struct has_ahead<P, typename has_member<P::ahead>::type> {
  static constexpr bool value = P::ahead != 0;
};

// Where few blocks fit a multiprocessor, memory waits while they compute. So each block asks the device's cache for the
// input of the tile that comes half a round of blocks later: complex rows of 5000 to 15625 points take 1 to 8 % less time on
// an H200 (12000 1 % more), real ones 0 to 8 (r2c 24000 1 % more). The input of a whole round of blocks is more than the
// cache holds: up to 20 % more time.
template <class P>
INLINE void fetch_input_ahead(const tcf_tile_args &a, scalar2 *shared) {
  constexpr tcf_u32 element = sizeof(in_pair<P>) / (P::load != OP_USER || kind_complex_in(P::kind) ? 1 : 2);
  if (threadIdx.x || !a.ahead || gridDim.x - blockIdx.x <= a.ahead) return;
  const tile_context<P> later = locate<P>(a, shared, blockIdx.x + a.ahead);
  fetch_into_cache((const char *)a.in + later.in * element, (tcf_u32)(later.ffts * a.batch_is) * element);
}

// Passes: how the passes of the tile run (passes.cuh).
template <class P, class Passes = fp32_passes>
INLINE void tcf_tile(const tcf_tile_args &a) {
  TCF_SHARED(shared);
  start_next_launch();
  if constexpr (has_ahead<P>::value) fetch_input_ahead<P>(a, shared);
  const tile_context<P> x = locate<P>(a, shared, blockIdx.x);
  if constexpr (P::conv == CONV_DIRECT && sums_are_real<P>()) {
    convolve_real_by_sums<P>(x);
  } else if constexpr (P::conv == CONV_DIRECT) {
    convolve_by_sums<P>(x);
  } else if constexpr (P::conv == CONV_RADER_OF_REALS) {
    rader_of_reals<P>(x);
    return;
  } else if constexpr (P::conv != CONV_NONE) {
    convolve<P>(x);
  } else if constexpr (folds_in_thread<P>()) {
    fold_in_thread<P>(x);
    return;
  } else if constexpr (P::folded && P::kind == KIND_R2C) {
    run_passes<P, from_folded_reals, to_shared, Passes>(x);
    folded_out<P>(x);
    return;
  } else if constexpr (P::folded) {
    run_passes<P, from_folded_bins, to_folded_reals, Passes>(x);
  } else if constexpr (P::smem_in != 0) {
    smem_in<P>(x);
    tile_from<P, from_shared, Passes>(x);
  } else if constexpr (P::kind == KIND_R2C && P::even && P::load == OP_USER) {
    tile_from<P, from_reals, Passes>(x);
  } else {
    tile_from<P, from_memory, Passes>(x);
  }
  if constexpr (P::smem_out != 0 && P::conv != CONV_DIRECT) smem_out<P>(x);
}

#endif
