// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel with passes on tensor cores (Sorna et al. 2018, with radix-4 steps on registers). Only this file needs P's
// tensor, split and via_smem (tile/tile.h). The first pass never runs on tensor cores; a pass that does has radix 4 m.
//
// Four lanes of a warp share a butterfly. Lane t of the four has its points t + 4 v, v < m. It computes an FP32 butterfly of
// these m points on registers and multiplies the results k by the inner twiddles. The four lanes then combine their results
// k in one matrix product. The radix-4 matrix is exact in FP16, so the only roundings of the product are those of its terms
// and of its sum. Afterwards lane t has results k + m t. A product takes 16 butterflies. Rows g and g + 8 of the product are
// neighbouring butterflies, so that eight lanes store 128 contiguous bytes.
//
// Compared with FP32, a point of such a pass takes two conversions to FP16 pairs, two conversions back, two differences, two
// sums, and about 1.5 instructions for the largest magnitude. Compiled for 4096 points by 16.m16.m16, a point takes 98
// instructions, 81 of which are executed (FP32: 56): 22.5 FADD, 15 FMUL, 9 FFMA, 4 F2FP, 4 HADD2, 2 HMMA and others. By
// 16.m16.16 it takes 86, among them 13 FMUL, 2 F2FP, 2 HADD2, 1 HMMA. For 16.m16.m16 on data of 537 MB a side, ncu on an
// H200 shows 537 MB read and 512 MB written, the rest of which stays in L2; issue slots 66 % busy, the data path of L1 65 %,
// hardly any bank conflicts, 80 registers, and warps that wait for loads.
//
// Numbers are scaled by a power of two for each transform of the tile. It is found in the results of the first pass and
// keeps the largest magnitude below FP16's limit in all tensor passes (num/split.h). A value in one transform changes no bit
// of another.
#ifndef TCFFT_CUDA_MMA_CUH
#define TCFFT_CUDA_MMA_CUH

#include "classic/cuda/tile.cuh"
#include "num/split.h"
#include "wmma/cuda/radix4.cuh"

typedef tcf_tile_args tcf_mma_args;

#include "wmma/cuda/scale.cuh"

#include "wmma/cuda/fragments.cuh"

// ------------------------------------------------------------------------------------------------ passes

// The two butterflies, from neighbouring rows, that four lanes of a warp share: their transforms of the tile, their numbers,
// and whether they exist.
struct shared_butterflies {
  int t[2], j[2];
  bool mine[2];
};

template <class P, int PASS>
struct tensor_pass {
  using pass = tile_pass<P, PASS>;
  static constexpr int warps = P::threads / 32, all = P::fpb * pass::count, rows = ROWS_OF_PRODUCT * warps,
                       rounds = (all + rows - 1) / rows;
  static constexpr bool full = all % rows == 0;
  // Rounds whose points a thread loads before it computes. Only one where the thread also keeps the twiddles of its results.
  static constexpr int fit = pass::last && P::store == OP_TWIDDLE ? 1 : EPT * 2 / pass::radix, some = fit < 1 ? 1 : fit;
  static constexpr int at_once = some < rounds ? some : rounds;
  // neighbours: both butterflies are of one transform and follow each other. together: their points and their roots also lie
  // side by side, on 16 bytes.
  static constexpr bool neighbours = !pass::order && pass::count % 2 == 0 && full;
  static constexpr bool together = neighbours && pass::below == 1 && pass::before % 2 == 0 && pairs_lie_together<P>();
  // across: the two are of neighbouring transforms and have the same number. steady: these transforms are the same in all of
  // a thread's rounds.
  static constexpr bool across = pass::order && P::fpb % 2 == 0 && full, steady = across && rows % P::fpb == 0;
  // All butterflies of a warp are of one transform.
  static constexpr bool lone =
      neighbours && P::threads == P::fpb * P::tpt && P::tpt % 32 == 0 && 2 * pass::count % P::tpt == 0;
  // All numbers are powers of two, and a place is composed of bits of the thread's number, the round's and the point's.
  static constexpr bool linear = together && P::swizzle && P::threads == P::fpb * P::tpt && (P::tpt & (P::tpt - 1)) == 0;
};

// The butterflies of rows 2 g and 2 g + 1 of the warp, whose rows begin at `base`. Where there is no such row, the first row
// stands in; the same warp reads that one before it writes it.
template <class P, int PASS>
INLINE shared_butterflies butterflies_of(int base, int round, int g) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  shared_butterflies b;
  UNROLL
  for (int i = 0; i < 2; i++) {
    const int row = base + 2 * g + i;
    b.mine[i] = tensor::full || row < tensor::all;
    const tcf_u32 at = b.mine[i] ? row : base;
    b.t[i] = pass::order ? at % P::fpb : at / pass::count;
    b.j[i] = pass::order ? at / P::fpb : at % pass::count;
  }
  if (tensor::lone) {
    const int id = P::fpb == 1 ? (int)threadIdx.x : (int)(threadIdx.x % P::tpt);
    b.t[0] = P::fpb == 1 ? 0 : (int)(threadIdx.x / P::tpt);
    b.j[0] = (id / 32 * tensor::rounds + round) * ROWS_OF_PRODUCT + 2 * g;
  }
  if (tensor::neighbours) {
    b.t[1] = b.t[0];
    b.j[1] = b.j[0] + 1;
  }
  if (tensor::steady) {
    const tcf_u32 row = threadIdx.x / 32 * ROWS_OF_PRODUCT + 2 * g;
    b.t[0] = (int)(row % P::fpb);
    b.j[0] = (int)(row / P::fpb) + round * (tensor::rows / P::fpb);
  }
  if (tensor::across) {
    b.t[1] = b.t[0] + 1;
    b.j[1] = b.j[0];
  }
  return b;
}

// Where the points of a butterfly begin in their transform, and what a round adds to that place, which the compiler
// computes.
template <class P, int PASS>
INLINE int place_of(int j) {
  return swizzled(tile_pass<P, PASS>::first(j));
}
template <class P, int PASS>
INLINE int place_of_round(int round) {
  return place_of<P, PASS>(round * ROWS_OF_PRODUCT % tile_pass<P, PASS>::count);
}

// What a thread knows of a round: its butterflies, and where the first of them begins (tensor_pass::linear).
struct round_of_thread {
  shared_butterflies b;
  int place;
};

// Where the point lies that is `offset` beyond the first point of the first butterfly; `offset` depends on the thread's
// number.
template <class P, int PASS>
INLINE int quarter_at(const round_of_thread &r, int offset) {
  if (tensor_pass<P, PASS>::linear) return r.b.t[0] * P::stride + (r.place ^ swizzled(offset));
  return shared_at<P>(r.b.t[0], tile_pass<P, PASS>::first(r.b.j[0]) + offset);
}

// Loads points q + 4 v of both butterflies.
template <class P, int PASS, int M>
INLINE void load_quarters(const tile_context<P> &x, const round_of_thread &r, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  const shared_butterflies &b = r.b;
  if constexpr (tensor_pass<P, PASS>::together) {
    const int first = pass::first(b.j[0]) + q * pass::before, at = quarter_at<P, PASS>(r, q * pass::before);
    UNROLL
    for (int i = 0; i < M; i++) {
      const float4 p = *(const float4 *)(x.shared + shared_beyond<P>(at, b.t[0], first, FOUR * i * pass::before, true));
      v[0][i] = C{p.x, p.y};
      v[1][i] = C{p.z, p.w};
    }
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      const from_shared<P> from(x, b.t[u], pass::first(b.j[u]) + q * pass::before, true);
      UNROLL
      for (int i = 0; i < M; i++) v[u][i] = from.get(FOUR * i * pass::before);
    }
  }
}

// The table has the twiddles of such a pass, including root 1, in the order in which a warp reads them (tile/tables.c): 16
// bytes for butterflies 2 p and 2 p + 1, those of the four lanes q side by side, then those of several neighbouring p, then
// those of the next i. In another order eight lanes met four rows of 128 bytes at once: 0.73 of a copy's speed for 4096
// points, with the data path of the cache nine tenths busy. An odd number of butterflies has no such pairs.
template <class P, int PASS>
struct quarter_roots {
  using pass = tile_pass<P, PASS>;
  static COMPILED int neighbours() {
    int group = pass::within / 2 < 8 ? pass::within / 2 : 8;
    while (group > 1 && pass::within / 2 % group) group--;
    return group;
  }
  static constexpr bool paired = pass::within % 2 == 0;
  static constexpr int group = neighbours(), step = paired ? 8 * group : FOUR * pass::within;  // to the roots of i + 1
  static __device__ __forceinline__ int first(int index, int q) {
    if (!paired) return q * pass::within + index;
    const tcf_u32 pair = (tcf_u32)index / 2;
    return (int)((pair / group * (pass::radix / FOUR * group) + pair % group) * FOUR + q) * 2 + index % 2;
  }
};

template <class P, int PASS, int M>
INLINE void twiddle_quarters(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  using table = quarter_roots<P, PASS>;
  const float2 *roots = (const float2 *)x.a.twiddle + pass::twiddles();
  if constexpr (!pass::has_twiddles) {
    return;
  } else if constexpr (tensor_pass<P, PASS>::together) {
    const int first = table::first(pass::twiddle_index(b.j[0]), q);
    UNROLL
    for (int i = 0; i < M; i++) {
      const float4 w = __ldg((const float4 *)(roots + first + i * table::step));
      v[0][i] = c_mul(v[0][i], w.x, w.y);
      v[1][i] = c_mul(v[1][i], w.z, w.w);
    }
  } else if constexpr (tensor_pass<P, PASS>::across) {
    const int first = table::first(pass::twiddle_index(b.j[0]), q);
    UNROLL
    for (int i = 0; i < M; i++) {
      const float2 w = __ldg(roots + first + i * table::step);
      v[0][i] = c_mul(v[0][i], w.x, w.y);
      v[1][i] = c_mul(v[1][i], w.x, w.y);
    }
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      const int first = table::first(pass::twiddle_index(b.j[u]), q);
      UNROLL
      for (int i = 0; i < M; i++) {
        const float2 w = __ldg(roots + first + i * table::step);
        v[u][i] = c_mul(v[u][i], w.x, w.y);
      }
    }
  }
}

// exp(-2 pi i q k / (4 m)) for lane q of four.
template <int K, int R>
INLINE C inner_root(int q) {
  const C even = q & 2 ? C{root_of<2 * K, R>::re, root_of<2 * K, R>::im} : C{1.f, 0.f};
  const C odd = q & 2 ? C{root_of<3 * K, R>::re, root_of<3 * K, R>::im} : C{root_of<K, R>::re, root_of<K, R>::im};
  return q & 1 ? odd : even;
}

// The inner twiddles of results 0 .. m - 1. In the first pass on tensor cores they include the transform's scale.
template <int M>
struct inner_roots {
  int exponent;  // of the scale
  C at[M];
};

template <class P, int PASS, int K = 0, int M>
INLINE void set_roots(int q, float scale, inner_roots<M> *roots) {
  if constexpr (K < M) {
    roots->at[K] = inner_root<K, FOUR * M>(q);
    if constexpr (PASS == first_tensor_pass<P>()) roots->at[K] = c_scale(computed_again(roots->at[K]), scale);
    set_roots<P, PASS, K + 1>(q, scale, roots);
  }
}

template <class P, int PASS, int M>
INLINE void scale_roots(const tile_context<P> &x, int t, int q, inner_roots<M> *roots) {
  roots->exponent = scale_exponent(x, t);
  set_roots<P, PASS>(q, tcf_power2(-roots->exponent), roots);
}

template <class P, int PASS, int M>
INLINE void twiddle_inside(const inner_roots<M> &roots, C *v) {
  if constexpr (PASS == first_tensor_pass<P>()) v[0] = c_scale(v[0], roots.at[0].re);
  UNROLL
  for (int k = 1; k < M; k++) v[k] = c_mul(v[k], roots.at[k]);
}

// The radix-4 step across the four lanes, for all results of both butterflies.
template <class P, int M>
INLINE void join_quarters(const tile_context<P> &x, int g, int q, C (&v)[2][M]) {
  if constexpr (P::via_smem != 0) {
    tcf_u32 *memory = fragments_memory<P>(x.shared);
    const half_fragment matrix = load_right(memory);
    radix4_by_memory<P, 0>(memory + HALF_WORDS + threadIdx.x / 32 * (HALF_WORDS + SUM_WORDS), matrix, v);
  } else {
    const tcf_u32 matrix = radix4_matrix(g, q);
    UNROLL
    for (int k = 0; k < M; k++) radix4<P>(matrix, &v[0][k], &v[1][k]);
  }
}

// Stores results k + M q between the passes.
template <class P, int PASS, int M>
INLINE void store_quarters_between(const tile_context<P> &x, const round_of_thread &r, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  const shared_butterflies &b = r.b;
  if constexpr (tensor_pass<P, PASS>::together) {
    const int first = pass::first(b.j[0]) + q * M * pass::before, at = quarter_at<P, PASS>(r, q * M * pass::before);
    UNROLL
    for (int i = 0; i < M; i++)
      *(float4 *)(x.shared + shared_beyond<P>(at, b.t[0], first, i * pass::before, true)) =
          make_float4(v[0][i].re, v[0][i].im, v[1][i].re, v[1][i].im);
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      const int first = pass::first(b.j[u]) + q * M * pass::before, at = shared_at<P>(b.t[u], first);
      UNROLL
      for (int i = 0; i < M && b.mine[u]; i++)
        x.shared[shared_beyond<P>(at, b.t[u], first, i * pass::before, true)] = make_float2(v[u][i].re, v[u][i].im);
    }
  }
}

// Lane 8 q + g gets what lane 4 g + q has. Then eight neighbouring lanes store 128 contiguous bytes instead of four times
// 32.
template <int M>
INLINE void by_quarters(C (&v)[2][M]) {
  const int lane = threadIdx.x % 32, from = lane % 8 * FOUR + lane / 8;
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < M; k++) {
      v[u][k].re = __shfl_sync(0xffffffffu, v[u][k].re, from);
      v[u][k].im = __shfl_sync(0xffffffffu, v[u][k].im, from);
    }
  }
}

// The twiddles of the hierarchical algorithm (twiddle_results of classic/cuda/tile.cuh) for results M q + k of a transform,
// k < M. All butterflies of a transform share the roots of k, and the root of the first result multiplies them, so that no
// root is a product of more than two.
template <class P, int PASS, int M>
struct result_twiddles {
  static constexpr int count = tile_pass<P, PASS>::count;
  C step[M];
  __device__ __forceinline__ void set(const tile_context<P> &x, int t) {
    UNROLL
    for (int k = 1; k < M; k++) step[k] = root(x, t, k * count);
  }
  __device__ __forceinline__ void apply(const tile_context<P> &x, int t, int first, C *v) const {
    const C base = root(x, t, first);
    v[0] = c_mul(v[0], base);
    UNROLL
    for (int k = 1; k < M; k++) v[k] = c_mul(v[k], c_mul(base, step[k]));
  }
  static __device__ __forceinline__ C root(const tile_context<P> &x, int t, int k) {
    return root_at((tcf_u32)k * twiddle_index<P>(x, t), x.a.twiddle_n, x.a.quarters_per_root, x.a.inverse_twiddle_n,
                   x.a.inverse_twiddle_n_rest);
  }
};

template <class P, int PASS, template <class> class To, int M>
INLINE void put_quarters(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  const To<P> to(x, b.t[0], b.j[0] + q * M * pass::count);
  if constexpr (tensor::neighbours && To<P>::two) {
    if (to.on_16_bytes()) {
      UNROLL
      for (int i = 0; i < M; i++) to.put_two(i * pass::count, v[0][i], v[1][i]);
      return;
    }
  } else if constexpr (tensor::across && To<P>::across) {
    if (to.ffts_on_16_bytes(pass::count)) {
      UNROLL
      for (int i = 0; i < M; i++) to.put_across(i * pass::count, v[0][i], v[1][i]);
      return;
    }
  }
  UNROLL
  for (int u = 0; u < 2; u++)
    if (b.mine[u]) put_results(To<P>(x, b.t[u], b.j[u] + q * M * pass::count), pass::count, v[u]);
}

// The last pass of a thread: stores the results of each round, and keeps the twiddles of both transforms unless they change
// with the round. Neighbouring butterflies have neighbouring results, which are stored two at a time where they are aligned
// to 16 bytes.
template <class P, int PASS, template <class> class To>
struct last_tensor_pass_of {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  static constexpr int M = pass::radix / FOUR;
  static constexpr bool twiddles = To<P>::takes_twiddles && P::store == OP_TWIDDLE, few = M <= 4,
                        shuffled =
                            !To<P>::shared && ((tensor::neighbours && To<P>::two) || (tensor::across && To<P>::across));
  result_twiddles<P, PASS, few ? M : 1> at[2];
  __device__ __forceinline__ void store(const tile_context<P> &x, int base, int round, C (&v)[2][M]) {
    const int lane = threadIdx.x % 32, g = shuffled ? lane % 8 : lane / FOUR, q = shuffled ? lane / 8 : lane % FOUR;
    const shared_butterflies b = butterflies_of<P, PASS>(base, round, g);
    if constexpr (shuffled) by_quarters(v);
    UNROLL
    for (int u = 0; u < 2 && twiddles; u++) {
      const int first = b.j[u] + q * M * pass::count;
      if constexpr (few) {
        if (round == 0 || !(tensor::lone || tensor::steady)) at[u].set(x, b.t[u]);
        at[u].apply(x, b.t[u], first, v[u]);
      } else {
        twiddle_results<P, pass::radix, M>(x, b.t[u], first, v[u]);
      }
    }
    put_quarters<P, PASS, To>(x, b, q, v);
  }
};

// Runs all butterflies of a pass, 16 rows of a product at a time. Where neighbouring threads take points, a warp takes
// neighbouring butterflies; where the threads of a transform only wait for their own warp (P::warp), these are the warp's
// own. Where neighbouring threads take transforms, the warps take the rows in turn, so that each warp sees few transforms.
template <class P, int PASS, template <class> class To>
INLINE void run_tensor_pass(const tile_context<P> &x) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  constexpr int M = pass::radix / FOUR, other = tensor::neighbours ? 0 : 1;  // index in roots of the second butterfly
  const int lane = threadIdx.x % 32, warp = (int)threadIdx.x / 32, g = lane / FOUR, q = lane % FOUR;
  inner_roots<M> roots[2];
  last_tensor_pass_of<P, PASS, To> last;
  int place = 0;
  UNROLL
  for (int from = 0; from < tensor::rounds; from += tensor::at_once) {
    C v[tensor::at_once][2][M];
    round_of_thread r[tensor::at_once];
    const auto base_of = [&](int round) {
      return (pass::order ? round * tensor::warps + warp : warp * tensor::rounds + round) * ROWS_OF_PRODUCT;
    };
    const auto exists = [&](int round) { return round < tensor::rounds && (tensor::full || base_of(round) < tensor::all); };
    UNROLL
    for (int i = 0; i < tensor::at_once; i++) {
      if (!exists(from + i)) break;
      r[i].b = butterflies_of<P, PASS>(base_of(from + i), from + i, g);
      if (tensor::linear) {
        if (from + i == 0) place = place_of<P, PASS>(r[i].b.j[0]);
        r[i].place = place ^ place_of_round<P, PASS>(from + i);
      }
      load_quarters<P, PASS>(x, r[i], q, v[i]);
    }
    UNROLL
    for (int i = 0; i < tensor::at_once; i++) {
      if (!exists(from + i)) break;
      if (from + i == 0 || !(tensor::lone || tensor::steady)) {
        scale_roots<P, PASS>(x, r[i].b.t[0], q, &roots[0]);
        if (other) scale_roots<P, PASS>(x, r[i].b.t[1], q, &roots[1]);
      }
      twiddle_quarters<P, PASS>(x, r[i].b, q, v[i]);
      UNROLL
      for (int u = 0; u < 2; u++) {
        dft<M>(v[i][u]);
        twiddle_inside<P, PASS>(roots[u * other], v[i][u]);
      }
      join_quarters(x, g, q, v[i]);
      UNROLL
      for (int u = 0; u < 2 && PASS == last_tensor_pass<P>(); u++) {
        const float back = tcf_power2(roots[u * other].exponent);
        UNROLL
        for (int k = 0; k < M; k++) v[i][u][k] = c_scale(v[i][u][k], back);
      }
    }
    __syncwarp();  // all four lanes have read the places that the others will write
    UNROLL
    for (int i = 0; i < tensor::at_once; i++) {
      if (!exists(from + i)) break;
      if constexpr (pass::last)
        last.store(x, base_of(from + i), from + i, v[i]);
      else
        store_quarters_between<P, PASS>(x, r[i], q, v[i]);
    }
  }
}

// The policy of tiles with passes on tensor cores (classic/cuda/passes.cuh).
struct tensor_passes {
  template <int R>
  INLINE tcf_u32 larger_magnitude(tcf_u32 most, const C (&v)[R]) {
    return ::larger_magnitude(most, v);
  }
  template <class P>
  INLINE void note_magnitude(const tile_context<P> &x, int t, tcf_u32 most) {
    ::note_magnitude(x, t, most);
  }
  template <class P, int PASS, bool FIRST>
  INLINE void note_own_magnitude(const tile_context<P> &x, tcf_u32 most) {
    ::note_own_magnitude<P, PASS, FIRST>(x, most);
  }
  template <class P, int PASS, template <class> class To>
  INLINE void run_pass(const tile_context<P> &x) {
    run_tensor_pass<P, PASS, To>(x);
  }
};

template <class P>
INLINE void tcf_mma(const tcf_mma_args &a) {
  TCF_SHARED(shared);
  if constexpr (!has_own_words<P>()) {
    tcf_u32 *largest = (tcf_u32 *)(shared + P::fpb * P::stride);
    for (int t = threadIdx.x; t < P::fpb; t += P::threads) largest[t] = 0;
  }
  if constexpr (P::via_smem != 0) write_matrix<P>(shared);
  if constexpr (!has_own_words<P>() || P::via_smem != 0) __syncthreads();
  tcf_tile<P, tensor_passes>(a);
}

#endif
