// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles of blocks that stay and take one after the other (cluster_loop.cuh). Included by tile.cuh.

// Whether the tile's launch has no other batch dimensions.
template <class P, class = void>
struct has_one_dim {
  static constexpr bool value = false;
};
template <class P>
struct has_one_dim<P, typename has_member<P::one_dim>::type> {
  static constexpr bool value = P::one_dim != 0;
};

// Whether the block stays. What depends on the thread's number is computed anew for each tile, because the compiler would
// keep more of it in registers than there are.
template <class P, class = void>
struct has_loop {
  static constexpr bool value = false;
};
template <class P>
struct has_loop<P, typename has_member<P::stays>::type> {
  static constexpr bool value = P::stays != 0;
};
template <class P>
INLINE int thread_of(const tile_context<P> &x) {
  if constexpr (has_loop<P>::value) return x.thread;
  return threadIdx.x;
}
