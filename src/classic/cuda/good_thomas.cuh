// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lanes whose length is A times a prime p of Rader's, A and p coprime, by Good's numbering (1958), without twiddles: point
// (p a + A j) mod A p of the input is point j of part a, a transform of the tile by itself; behind the convolutions the A
// results of one k meet in a butterfly, and result e is that which is e modulo A and e modulo p. Points pass through shared
// memory on both sides, where the numbering costs a few instructions. Included by tile.cuh.

COMPILED int inverse_modulo(int x, int modulus) {
  for (int i = 1; i < modulus; i++)
    if ((long long)x * i % modulus == 1) return i;
  return 1 % modulus;
}

template <class P>
struct good_parts {
  static constexpr int parts = P::pfa, prime = P::n + 1;
  static constexpr int to_part = inverse_modulo(prime % parts, parts), to_point = inverse_modulo(parts % prime, prime);
};

// (base + offset) * factor modulo m, the offset known to the compiler: an addition and a minimum, since what is too small is
// large as an unsigned number.
template <int FACTOR, int M>
INLINE tcf_u32 residue(tcf_u32 base, int offset) {
  const tcf_u32 sum = base * FACTOR % M + (tcf_u32)((long long)offset * FACTOR % M);
  return min(sum, sum - M);
}

// Where element e of transform t waits in shared memory before the convolutions, and behind them. A tile whose elements are
// counted one transform after the other, from base + offset on, has the residues of these numbers: a transform's length has
// none.
template <class P>
INLINE void staged_put(const tile_context<P> &x, int t, int e, int base, int offset, C v) {
  using g = good_parts<P>;
  if constexpr (P::pfa == 1)
    shared_put<P>(x, t, e, v);
  else if constexpr (P::batch_fast_in != 0)
    shared_put<P>(x, t * g::parts + e * g::to_part % g::parts, (tcf_u32)e * g::to_point % g::prime, v);
  else
    shared_put<P>(x, t * g::parts + residue<g::to_part, g::parts>(base, offset),
                  residue<g::to_point, g::prime>(base, offset), v);
}

template <class P>
INLINE C staged_get(const tile_context<P> &x, int t, int e, int base, int offset) {
  using g = good_parts<P>;
  if constexpr (P::pfa == 1)
    return shared_get<P>(x, t, e);
  else if constexpr (P::batch_fast_out != 0)
    return shared_get<P>(x, t * g::parts + e % g::parts, e % g::prime);
  else
    return shared_get<P>(x, t * g::parts + residue<1, g::parts>(base, offset), residue<1, g::prime>(base, offset));
}

// The butterflies of results k of all parts, each in its place.
template <class P>
INLINE void join_parts(const tile_context<P> &x) {
  constexpr int prime = good_parts<P>::prime, all = data_ffts<P>() * prime;
  for (int id = threadIdx.x; id < all; id += P::threads) {
    const int fft = id / prime * P::pfa, k = id % prime;
    C v[P::pfa];
    UNROLL
    for (int a = 0; a < P::pfa; a++) v[a] = shared_get<P>(x, fft + a, k);
    dft<P::pfa>(v);
    UNROLL
    for (int a = 0; a < P::pfa; a++) shared_put<P>(x, fft + a, k, v[a]);
  }
  wait<P>();
}
