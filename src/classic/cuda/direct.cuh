// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Direct DFT of a prime p, or of A * p with a small A coprime to p, from the definition. Points j and p - j enter as sums
// s_j and differences d_j, so that a pair of results
//     V_k, V_{p-k} = v_0 + sum cos(2 pi j k / p) s_j  -+  i sum sin(2 pi j k / p) d_j,   j = 1 .. h = (p - 1) / 2
// costs 4 h multiply-adds. A transform's points lie in shared memory. P::tpt threads share its pairs of results, `ept`
// pairs each, and keep nothing but their sums in registers: 4 A ept registers, where a butterfly in one thread needs 4 p.
//
// All constants are known at compile time, and all threads run the same instructions. As in Rader (1968), the pairs {k, p
// - k} are the powers of a generator g. Thread q has pairs g^(ept q) .. g^(ept q + ept - 1), which need the same matrix
// of constants as those of thread 0 if the points are counted in steps of g^-(ept q). That step is one more number a
// thread.
//
// Length A * p takes A direct DFTs of length p by Good's numbering (1958), without twiddles: their points are (p a + A j)
// mod n, and the A results of one k meet in one thread, in a butterfly.
//
// An estimate in fractions of a copy's speed, made before any measurement. The unit is the time in which a copy moves a
// point: one clock of a multiprocessor of an H200 (4.2 TB/s, 132 multiprocessors, 1.98 GHz), in which it issues 128
// instructions and moves 16 points between shared memory and registers. For each j a thread spends 4 ept multiply-adds, 6
// additions, 2 loads and 4 instructions for the address; each point takes 6 to pass through the tile:
//     p         17    19    23    29    31    37    41    61    67    97   127  2*17  2*37  5*17
//     ept        8     9     6     7     8     6     7     8    11    12    16     4     3     1
//     tpt        1     1     2     2     2     3     3     4     3     4     4     2     6     8
//     issue    .27   .29   .41   .43   .47   .55   .59   .81   .77  1.05  1.30   .36   .74   .75
//     shared   .25   .25   .31   .31   .31   .38   .38   .44   .38   .44   .44   .31   .56   .69
// `issue` and `shared` are in that unit. Memory is the limit up to about 47 (0.9 of a copy and more). Where 0.85 of the
// issue slots can be used, 61, 67, 97 and 127 reach 0.85, 0.8, 0.65 and 0.55. Code takes 16 bytes for each of h (4 ept +
// 12) instructions: 11 KB at 31 and 21 KB at 61, but 77 KB at 127, where more threads with fewer pairs each may be
// faster. Included by tile.cuh.

// ------------------------------------------------------------------------------------------------ compile-time constants

COMPILED int power_modulo(int base, int exponent, int modulus) {
  int power = 1 % modulus;
  for (int i = 0; i < exponent; i++) power = power * base % modulus;
  return power;
}

// The least g such that every number 1 .. p - 1 or its negative is a power of g modulo p.
COMPILED int pair_generator(int p) {
  for (int g = 2; g < p; g++) {
    int power = g, order = 1;
    for (; power != 1 && power != p - 1; order++) power = power * g % p;
    if (order == p / 2) return g;
  }
  return 1;
}

template <class P>
struct dense {
  static constexpr int prime = P::radix[P::passes - 1], parts = P::n / prime, half = prime / 2;
  static constexpr int ept = (half + P::tpt - 1) / P::tpt;  // pairs of results of a thread
  static constexpr bool full = ept * P::tpt == half;
  static constexpr int generator = pair_generator(prime);
  static constexpr int forward = power_modulo(generator, ept, prime), back = inverse_modulo(forward, prime);
  // Result k of the DFT of length p and result a of the one of length A make the result that is k modulo p and a modulo
  // A.
  static constexpr int by_k = inverse_modulo(parts % prime, prime) * parts % P::n,
                       by_part = parts > 1 ? inverse_modulo(prime % parts, parts) * prime % P::n : 0;
};

// ------------------------------------------------------------------------------------------------ sums

template <class P>
struct direct_sums {
  C first[dense<P>::parts], total[dense<P>::parts];
  C even[dense<P>::parts][dense<P>::ept], odd[dense<P>::parts][dense<P>::ept];
};

// Roots for points j and the pairs of a thread. They are thread 0's, and serve all threads.
template <class P>
struct direct_roots {
  using D = dense<P>;
  scalar cosine[D::half + 1][D::ept], sine[D::half + 1][D::ept];
  COMPILED direct_roots() : cosine(), sine() {
    const roots_of<D::prime> root;
    int power = 1;
    for (int k = 0; k < D::ept; k++) {
      for (int j = 1; j <= D::half; j++) {
        cosine[j][k] = root.re[j * power % D::prime];
        sine[j][k] = -root.im[j * power % D::prime];
      }
      power = power * D::generator % D::prime;
    }
  }
};

INLINE int wrapped(int i, int n) { return i < n ? i : i - n; }

// Reduces an offset below 2 n to one below n by a subtraction and a minimum, since a negative difference is large as an
// unsigned number. Offsets count bytes, so that a sum and a difference give the addresses of a point and of its mirror
// point.
INLINE tcf_u32 wrapped_bytes(tcf_u32 at, tcf_u32 n) { return min(at, at - n); }

template <class P>
INLINE C direct_get(const scalar2 *fft, tcf_u32 at) {
  const scalar2 v = *(const scalar2 *)((const char *)fft + at);
  return C{v.x, v.y};
}

// Terms that are summed before they join the accumulated sum, so that fewer roundings happen at its full magnitude (37:
// 9.1e-8 becomes 7.6e-8). This costs one addition for every five operations, so that rows take 1.01 to 1.05 times as long
// (29: 1.09, 47, 53, 67 and more 1.07 to 1.14). It is used for primes whose plain sums have more than cuFFT's error, or as
// much where it costs little. In FP64 these are all from 37 on. (Plain sums from 47 on have cuFFT's error, up to 1.25e-7 for
// 83, in place of 9e-8. Eight terms round no less than four, and spill; two parts by two terms take 1.07 to 1.3 times as
// long.)
template <class P>
COMPILED int direct_block() {
  constexpr int p = dense<P>::prime;
#ifdef TCF_F64
  if (dense<P>::parts == 1 && p >= 37) return 4;
#endif
  return dense<P>::parts == 1 && (p == 19 || p == 31 || p == 37 || p == 41 || p == 43) ? 4 : 1;
}

// s and d: the sums and differences of COUNT pairs of points from number j on, of one DFT of length p.
template <class P, int COUNT>
INLINE void direct_add(const C *s, const C *d, int j, C first, C *even, C *odd) {
  using D = dense<P>;
  constexpr direct_roots<P> roots;
  UNROLL
  for (int k = 0; k < D::ept; k++) {
    C e = C{0.f, 0.f}, o = C{0.f, 0.f};
    UNROLL
    for (int i = 0; i < COUNT; i++) {
      const scalar c = roots.cosine[j + i][k], sn = roots.sine[j + i][k];
      e = i ? C{fused(c, s[i].re, e.re), fused(c, s[i].im, e.im)} : c_scale(s[i], c);
      o = i ? C{fused(sn, d[i].re, o.re), fused(sn, d[i].im, o.im)} : c_scale(d[i], sn);
    }
    even[k] = c_add(j == 1 ? first : even[k], e);
    odd[k] = j == 1 ? o : c_add(odd[k], o);
  }
}

// Accumulates all terms. at: byte offset of point j of the first DFT of length p. Its mirror point is at n - at, and the
// points of each further DFT lie p elements beyond.
template <class P>
INLINE void direct_run(const scalar2 *fft, tcf_u32 step, direct_sums<P> &sums) {
  using D = dense<P>;
  constexpr tcf_u32 all = POINT_BYTES * P::n;
  constexpr int block = direct_block<P>(), rest = D::half % block;
  tcf_u32 at = step;
  C s[D::parts][block], d[D::parts][block];
  UNROLL
  for (int j = 1; j <= D::half; j++) {
    const tcf_u32 here = P::tpt == 1 ? POINT_BYTES * j * D::parts : at;
    const int i = (j - 1) % block;
    UNROLL
    for (int a = 0; a < D::parts; a++) {
      const tcf_u32 part = POINT_BYTES * a * D::prime;
      const C v = direct_get<P>(fft, a ? wrapped_bytes(here + part, all) : here);
      const C w = direct_get<P>(fft, a ? wrapped_bytes(all - here + part, all) : all - here);
      s[a][i] = c_add(v, w);
      d[a][i] = c_sub(v, w);
      sums.total[a] = c_add(sums.total[a], s[a][i]);
      if (i == block - 1)
        direct_add<P, block>(s[a], d[a], j - i, sums.first[a], sums.even[a], sums.odd[a]);
      else if (j == D::half)
        direct_add<P, rest>(s[a], d[a], j - i, sums.first[a], sums.even[a], sums.odd[a]);
    }
    at = wrapped_bytes(at + step, all);
  }
}

// BASE^q modulo the prime, times FACTOR modulo n, for q < P::tpt: a selection among P::tpt constants.
template <class P, int BASE, int FACTOR, int I = 1>
INLINE int power_of_thread(int q) {
  constexpr int power = power_modulo(BASE, I % P::tpt, dense<P>::prime) * FACTOR % P::n;
  if constexpr (I < P::tpt)
    return q == I ? power : power_of_thread<P, BASE, FACTOR, I + 1>(q);
  else
    return power;
}

template <class P>
INLINE void direct_sum(const tile_context<P> &x, int t, int q, direct_sums<P> &sums) {
  using D = dense<P>;
  const scalar2 *fft = x.shared + t * P::stride;
  const tcf_u32 step = POINT_BYTES * (tcf_u32)power_of_thread<P, D::back, D::parts>(q);
  UNROLL
  for (int a = 0; a < D::parts; a++) {
    const scalar2 v = fft[a * D::prime];
    sums.first[a] = sums.total[a] = C{v.x, v.y};
  }
  direct_run<P>(fft, step, sums);
}

// Calls put(at, v) for all results that are k modulo p, after the butterfly across the DFTs of length p. at: byte offset
// of the result that is 0 modulo A.
template <class P, class F>
INLINE void direct_finish(C *v, tcf_u32 at, const F &put) {
  using D = dense<P>;
  dft<D::parts>(v);
  UNROLL
  for (int a = 0; a < D::parts; a++) {
    put(at, v[a]);
    at = wrapped_bytes(at + POINT_BYTES * D::by_part, POINT_BYTES * P::n);
  }
}

template <class P, class F>
INLINE void direct_results(int q, const direct_sums<P> &sums, const F &put) {
  using D = dense<P>;
  constexpr tcf_u32 all = POINT_BYTES * P::n;
  C v[D::parts];
  tcf_u32 at = POINT_BYTES * (tcf_u32)power_of_thread<P, D::forward, D::by_k>(q);
  UNROLL
  for (int i = 0; i < D::ept; i++) {
    if (D::full || q * D::ept + i < D::half) {
      UNROLL
      for (int a = 0; a < D::parts; a++)
        v[a] = C{sums.even[a][i].re + sums.odd[a][i].im, sums.even[a][i].im - sums.odd[a][i].re};
      direct_finish<P>(v, at, put);
      UNROLL
      for (int a = 0; a < D::parts; a++)
        v[a] = C{sums.even[a][i].re - sums.odd[a][i].im, sums.even[a][i].im + sums.odd[a][i].re};
      direct_finish<P>(v, all - at, put);
    }
    tcf_u32 next = at;
    UNROLL
    for (int g = 1; g < D::generator; g++) next = wrapped_bytes(next + at, all);
    at = next;
  }
  if (q == 0) {
    UNROLL
    for (int a = 0; a < D::parts; a++) v[a] = sums.total[a];
    direct_finish<P>(v, 0, put);
  }
}

// ------------------------------------------------------------------------------------------------ the tile

// Where the elements of a packed tile that a thread moves lie in shared memory: every P::threads-th element. Steps
// replace a division for each element.
template <class P>
struct direct_walk {
  static constexpr bool linear = P::stride == P::n;
  static constexpr int ffts = P::threads / P::n, points = P::threads % P::n;
  int i, at;
  __device__ __forceinline__ direct_walk()
      : i(threadIdx.x % P::n), at(linear ? (int)threadIdx.x : threadIdx.x / P::n * P::stride + threadIdx.x % P::n) {}
  __device__ __forceinline__ void next() {
    if constexpr (linear) {
      at += P::threads;
    } else {
      const bool wraps = i + points >= P::n;
      i += wraps ? points - P::n : points;
      at += ffts * P::stride + points + (wraps ? P::stride - P::n : 0);
    }
  }
};

// Loads and stores of a packed tile. All loads of a batch are issued before the first is used: no load depends on a
// condition that differs between threads, and the sign is applied later. In a tile that is not full, elements beyond the
// last transform are replaced by its last element.
template <class P, bool FULL>
INLINE void direct_in_packed(const tile_context<P> &x) {
  constexpr int all = P::fpb * P::n, rounds = (all + P::threads - 1) / P::threads, batch = rounds < 12 ? rounds : 12;
  const in_pair<P> *from = (const in_pair<P> *)x.a.in + x.in;
  const int start = threadIdx.x, last = x.ffts * P::n - 1;
  direct_walk<P> walk;
  UNROLL
  for (int first = 0; first < rounds; first += batch) {
    in_pair<P> v[batch];
    UNROLL
    for (int s = 0; s < batch && first + s < rounds; s++) {
      const int id = start + (first + s) * P::threads;
      const bool sure = FULL && (first + s + 1) * P::threads <= all;
      v[s] = load_once(from + (sure || id <= last ? id : last));
    }
    UNROLL
    for (int s = 0; s < batch && first + s < rounds; s++) {
      const bool sure = (first + s + 1) * P::threads <= all;
      const scalar2 w = value_of(v[s]);
      if (sure || start + (first + s) * P::threads < all)
        x.shared[walk.at] = make_scalar2(w.x, P::load == OP_USER ? w.y * x.a.sign : w.y);
      walk.next();
    }
  }
}

template <class P, bool FULL>
INLINE void direct_out_packed(const tile_context<P> &x) {
  constexpr int all = P::fpb * P::n, rounds = (all + P::threads - 1) / P::threads, batch = rounds < 8 ? rounds : 8;
  out_pair<P> *to = (out_pair<P> *)x.a.out + x.out;
  const int start = threadIdx.x, count = x.ffts * P::n;
  direct_walk<P> walk;
  UNROLL
  for (int first = 0; first < rounds; first += batch) {
    C v[batch];
    UNROLL
    for (int s = 0; s < batch && first + s < rounds; s++) {
      const bool sure = (first + s + 1) * P::threads <= all;
      const scalar2 w = x.shared[sure || start + (first + s) * P::threads < all ? walk.at : 0];
      v[s] = C{w.x, w.y};
      walk.next();
    }
    UNROLL
    for (int s = 0; s < batch && first + s < rounds; s++) {
      const int id = start + (first + s) * P::threads;
      finish_point<P>(x, 0, 0, &v[s]);
      if ((FULL && (first + s + 1) * P::threads <= all) || id < count) store_once(to + id, stored_of<P>(v[s].re, v[s].im));
    }
  }
}

template <class P>
INLINE void direct_in(const tile_context<P> &x) {
  if constexpr (P::packed_in && !P::batch_fast_in && loads_plain<P>()) {
    if (x.ffts == P::fpb)
      direct_in_packed<P, true>(x);
    else
      direct_in_packed<P, false>(x);
  } else {
    move_elements<P, P::n>(
        P::batch_fast_in, [&](int t, int i, int, int) { return load_point<P>(x, fft_to_load<P>(x, t), i); },
        [&](int t, int i, int, int, C v) { shared_put<P>(x, t, i, v); });
  }
  wait<P>();
}

template <class P>
INLINE void direct_out(const tile_context<P> &x) {
  if constexpr (P::packed_out && !P::batch_fast_out &&
                (P::store == OP_COPY || (P::store == OP_USER && P::kind == KIND_C2C))) {
    if (x.ffts == P::fpb)
      direct_out_packed<P, true>(x);
    else
      direct_out_packed<P, false>(x);
  } else {
    smem_out<P>(x);
  }
}

// Neighbouring threads take neighbouring transforms, so that the threads of a warp have the same q. Strides are odd, so
// that their accesses are free of bank conflicts.
template <class P>
INLINE void convolve_by_sums(const tile_context<P> &x) {
  await_input();
  direct_in<P>(x);
  int t, q;
  place<P>(1, &t, &q);
  const bool mine = works<P>(t, q);
  direct_sums<P> sums;
  if (mine) direct_sum<P>(x, t, q, sums);
  if constexpr (P::smem_out != 0) {
    wait<P>();
    char *fft = (char *)(x.shared + t * P::stride);
    if (mine) direct_results<P>(q, sums, [&](tcf_u32 at, C v) { *(scalar2 *)(fft + at) = make_scalar2(v.re, v.im); });
    wait<P>();
    direct_out<P>(x);
  } else {
    if (!mine) return;
    direct_results<P>(q, sums, [&](tcf_u32 at, C v) {
      const int e = (int)(at / POINT_BYTES);
      if constexpr (multiplies_twiddles<P>())
        v = c_mul(v, root_at((tcf_u32)e * twiddle_index<P>(x, t), x.a.twiddle_n, x.a.quarters_per_root,
                             x.a.inverse_twiddle_n, x.a.inverse_twiddle_n_rest));
      store_point<P>(x, t, e, v);
    });
  }
}
