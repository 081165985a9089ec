// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prime-factor algorithm (Good 1958; no twiddles) for a length A times a prime p that Rader's algorithm transforms, A and
// p coprime. Point (p a + A j) mod A p of the input is point j of sub-transform a, which is a transform of the tile by
// itself. After the convolutions the A results of one k meet in a butterfly, and result e is the one that is e modulo A
// and e modulo p. Points pass through shared memory on both sides, where the renumbering costs a few instructions.
// Included by tile.cuh.

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

// (base + offset) * FACTOR modulo M; the offset is known at compile time. The last reduction is a subtraction and a
// minimum, since a negative difference is large as an unsigned number.
template <int FACTOR, int M>
INLINE tcf_u32 residue(tcf_u32 base, int offset) {
  const tcf_u32 sum = base * FACTOR % M + (tcf_u32)((long long)offset * FACTOR % M);
  return min(sum, sum - M);
}

// Stores element e of transform t in shared memory for the convolutions; staged_get reads it after them. In a tile whose
// elements are numbered one transform after the other, from base + offset on, the residues of that number serve: the
// length of a transform is a multiple of both moduli.
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

// The butterflies across the sub-transforms, in place: results k of all of them, for each k.
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
