// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Both steps of a hierarchical transform by clusters of blocks that stay: as many as the device runs at once, each of which
// takes one transform after the other. The first step's last pass stores its results into the shared memory of the blocks
// that have them as points (st.async, counted by a barrier there), over what all blocks have read, as they say by another
// barrier; so no fence of the cluster is in the loop. With packed planes the two steps are those of the two axes, and there
// are no twiddles between them.
//
// The loop costs no registers as long as every thread goes along with all of a pass and its stores alone are left out
// (for_all of thread_map.cuh), and as long as what depends on the thread's number is computed anew each time.
//
// Two barriers of a block order all this, both with the parity of the transform's number in the loop:
//
// - `ready` counts the warps of all blocks that have read what is between the first step's passes. A thread's reads of the
//   second step, of the transform before, are complete as well: it has stored their results to memory.
// - `full` counts the bytes that come. Thread 0 says how many they will be before its own warp arrives at `ready` for that
//   transform, and nobody stores before all warps have arrived there.
//
// No block ends before all arrivals and bytes for it have come. What a block reads from memory it has read before it is
// ready, so that results may replace it (in place).
//
// None of this has run on a GPU: the planner proposes none of it. Included by cluster_steps.cuh.

// The tile S of a step. Its transforms are in one batch dimension.
template <class S>
struct looped_step : S {
  static constexpr int one_dim = 1, stays = 1;
};

// That, and the tile of the step behind it.
template <class S, class Behind, int CLUSTER>
struct step_before : looped_step<S> {
  typedef Behind behind;
  static constexpr tcf_u32 cluster = CLUSTER;
};

// Barriers of a cluster that stays lie before the block's points. One counts the points that other blocks store there, the
// other one the warps of all blocks that have read what such points replace.
INLINE tcf_u32 full_barrier(const scalar2 *points) { return shared_place(points) - TCF_STEPS_BARRIERS; }
INLINE tcf_u32 ready_barrier(const scalar2 *points) { return full_barrier(points) + 8; }

// Result k of transform i is point i of transform k of the step behind, in one of the cluster's blocks. The places are
// those of the points between this step's passes, so that all blocks must have read these.
template <class P>
struct to_cluster {
  typedef typename P::behind N;
  static constexpr bool shared = true, takes_twiddles = true, in_place = false, two = false, across = false;
  static constexpr tcf_u32 fpb = (tcf_u32)N::fpb, count = (tcf_u32)(P::n / P::radix[P::passes - 1]);
  const tile_context<P> &x;
  tcf_u32 i, memory;
  bool exists;
  __device__ __forceinline__ to_cluster(const tile_context<P> &context, int fft, int first)
      : x(context),
        i((tcf_u32)first),
        memory(shared_place(x.shared) + POINT_BYTES * (tcf_u32)shared_at<N>(0, (int)x.fft + fft_at<P>(x, fft))),
        exists(fft_exists<P>(x, fft)) {}
  static __device__ __forceinline__ void has_read(const tile_context<P> &x, tcf_u32 bits) {
    warp_has_read(bits, ready_barrier(x.shared), P::cluster);
  }
  static __device__ __forceinline__ void await_others(const tile_context<P> &x) {
    barrier_wait(ready_barrier(x.shared), x.parity);
  }
  // Multiplies the results j + r * count of a butterfly by the twiddles between the steps. That of j is computed, the others
  // are its products with roots that depend on r and on the transform, of which the table has those of r = 1, 2, 3, 4, 8, ..
  template <int R>
  static __device__ __forceinline__ void multiply(const tile_context<P> &x, int t, int j, C (&v)[R]) {
    using pass = tile_pass<P, P::passes - 1>;
    const tcf_tile_args &a = x.a;
    const tcf_u32 l = (tcf_u32)((int)x.fft + fft_at<P>(x, fft_to_load<P>(x, t)));
    const scalar2 *table = (const scalar2 *)a.twiddle + pass::twiddles() + (R - 1) * pass::within + l;
    const auto root = [&](int row) {
      const scalar2 w = __ldg(table + row * N::n);
      return C{w.x, w.y};
    };
    C base[4];
    base[0] = root_at((tcf_u32)j * l, a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n, a.inverse_twiddle_n_rest);
    UNROLL
    for (int b = 1; b < 4 && b < R; b++) base[b] = c_mul(base[0], root(b - 1));
    UNROLL
    for (int r = 0; r < R; r += 4) {
      const C high = r ? root(2 + r / 4) : C{1.f, 0.f};
      UNROLL
      for (int b = 0; b < 4 && r + b < R; b++) v[r + b] = c_mul(v[r + b], r ? c_mul(base[b], high) : base[b]);
    }
  }
  __device__ __forceinline__ void put(int offset, C v) const {
    tcf_u32 block, own;
    if constexpr (has_pairs<N>() || (fpb % count && count > fpb)) {
      find_fft<N, (tcf_u32)P::n>(i + (tcf_u32)offset, &block, &own);
    } else if constexpr (fpb % count == 0) {  // i is below `count`, of which the offset is a multiple
      block = (tcf_u32)offset / fpb;
      own = i + (tcf_u32)offset % fpb;
    } else {
      const tcf_u32 from = (tcf_u32)offset % fpb + i;
      const bool next = from >= fpb;
      block = (tcf_u32)offset / fpb + next;
      own = from - (next ? fpb : 0);
    }
    store_there(place_in(memory + POINT_BYTES * own * (tcf_u32)N::stride, block), v,
                place_in(full_barrier(x.shared), block));
  }
};

template <class P, int R>
INLINE void put_results(const to_cluster<P> &to, int apart, const C (&v)[R]) {
  if (!to.exists) return;
  UNROLL
  for (int r = 0; r < R; r++) to.put(r * apart, v[r]);
}

template <class P>
struct is_remote<to_cluster<P>> {
  static constexpr bool value = true;
};

// Transforms of a block's tile that exist.
template <class P>
INLINE tcf_u32 ffts_here(const tile_context<P> &x) {
  if (!has_pairs<P>()) return (tcf_u32)x.ffts;
  return 2 * (tcf_u32)x.ffts - (x.pair == 0 && (int)x.a.ffts % 2);
}

// Both steps of the transforms of a cluster that stays, one after the other. The first step's results go to the blocks that
// have them as points.
template <class P>
INLINE void run_one_after_the_other(const tcf_cluster_steps_args &a) {
  typedef looped_step<typename P::step_1> last;
  typedef step_before<typename P::step_0, last, P::cluster> first;
  static_assert(P::threads % 32 == 0 && P::cluster <= 32, "a warp's lanes arrive at the blocks' barriers");
  static_assert((P::cluster - 1) * (has_pairs<last>() ? last::fpb / 2 : last::fpb) <
                    (has_pairs<last>() ? (first::n + 1) / 2 : first::n),
                "every block has a transform of the second step: a barrier without bytes would not wait");
  TCF_SHARED(shared);
  start_next_launch();
  const tcf_u32 rank = blockIdx.x % P::cluster;
  scalar2 *points = (scalar2 *)((char *)shared + TCF_STEPS_BARRIERS);
  const tcf_u32 full = full_barrier(points),
                bytes = POINT_BYTES * last::n * ffts_here<last>(locate<last>(a.step[1], points, rank));
  if (threadIdx.x == 0) {
    barrier_init(full, 1);
    barrier_init(ready_barrier(points), P::cluster * (P::threads / 32));
    barrier_expect(full, bytes);
    barriers_initialised();
  }
  cluster_begins();
  cluster_wait();
  tcf_u32 parity = 0;
  for (tcf_u32 number = blockIdx.x / P::cluster; number < a.ffts; number += gridDim.x / P::cluster, parity ^= 1) {
    const dims_place at = place_of_cluster(a, number);
    const int thread = own_thread();
    tile_context<first> x = locate<first>(a.step[0], points, rank);
    x.in += at.in;
    x.thread = thread;
    x.parity = parity;
    run_first<first, to_cluster>(x);
    barrier_wait(full, parity);
    if (threadIdx.x == 0) barrier_expect(full, bytes);
    tile_context<last> y = locate<last>(a.step[1], points, rank);
    y.out += at.out;
    y.thread = thread;
    run_last<last, from_shared>(y);
  }
}
