// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lanes whose length is A times a prime p of Rader's, A and p coprime, by Good's numbering (1958), without twiddles: point
// (p a + A j) mod A p of the input is point j of part a, a lane of the tile by itself; behind the convolutions the A results
// of one k meet in a butterfly, and result e is that which is e modulo A and e modulo p. Points pass through shared memory
// on both sides, where the numbering costs a few instructions. Included by cuda_tile.cuh.

COMPILED int inverse_modulo(int x, int modulus) {
  for (int i = 1; i < modulus; i++)
    if ((long long)x * i % modulus == 1) return i;
  return 1 % modulus;
}

template <class P>
struct good_parts {
  static constexpr int parts = P::parts, prime = P::n + 1;
  static constexpr int to_part = inverse_modulo(prime % parts, parts), to_point = inverse_modulo(parts % prime, prime);
};

// Where element e of lane t waits in shared memory before the convolutions, and behind them.
template <class P>
INLINE void staged_put(const tile_context<P> &x, int t, int e, C v) {
  using g = good_parts<P>;
  if constexpr (P::parts == 1)
    shared_put<P>(x, t, e, v);
  else
    shared_put<P>(x, t * P::parts + e * g::to_part % P::parts, (tcf_u32)e * g::to_point % g::prime, v);
}

template <class P>
INLINE C staged_get(const tile_context<P> &x, int t, int e) {
  if constexpr (P::parts == 1) return shared_get<P>(x, t, e);
  return shared_get<P>(x, t * P::parts + e % P::parts, e % good_parts<P>::prime);
}

// The butterflies of results k of all parts, each in its place.
template <class P>
INLINE void join_parts(const tile_context<P> &x) {
  constexpr int prime = good_parts<P>::prime, all = data_lanes<P>() * prime;
  for (int id = threadIdx.x; id < all; id += P::threads) {
    const int lane = id / prime * P::parts, k = id % prime;
    C v[P::parts];
    UNROLL
    for (int a = 0; a < P::parts; a++) v[a] = shared_get<P>(x, lane + a, k);
    dft<P::parts>(v);
    UNROLL
    for (int a = 0; a < P::parts; a++) shared_put<P>(x, lane + a, k, v[a]);
  }
  wait<P>();
}
