// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The second half of a wide cluster's transforms: the pass over the digits, and stores (cluster_wide.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_LAST_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_LAST_CUH

#include "classic/cuda/cluster_wide_shape.cuh"

// What is constant for a thread.
struct last_thread {
  tcf_u32 thread;       // of the group
  tcf_u32 fft, result;  // of 16 transforms and of 16 results of the first passes
  tcf_u32 ka;           // its first result; the others are 256 or, of 32 digits, 512 apart
  tcf_u32 place;        // of its digit 0 in a tile
};

template <class P>
INLINE last_thread last_thread_of(const cluster_work &w, tcf_u32 group) {
  typedef wide_shape<P> S;
  last_thread t;
  t.thread = threadIdx.x % S::GROUP;
  t.fft = t.thread % 16;
  t.result = t.thread / 16;
  t.ka = S::JOINED ? w.rank * 16 + t.result + 256 * group : (w.rank * S::TILES + group % S::TILES) * 16 + t.result;
  t.place = ((P::rows ? t.fft * 256 : t.fft * 16) + (t.result ^ t.fft)) * 8;
  return t;
}

// The root of a thread's pass over the digits: powers 8, 4, 2, 1 and, of 32 digits, 16.
struct last_root {
  root_powers powers;
  C w16;
};

// entry: where one of TCF_WIDE_ROOTS numbers begins.
INLINE last_root own_root(const float4 *entry, bool joined) {
  const float4 a = __ldg(entry), b = __ldg(entry + 1), c = __ldg(entry + 2);
  const float4 d = joined ? __ldg(entry + 4) : make_float4(0.f, 0.f, 0.f, 0.f);
  return last_root{{{a.x, a.y}, {a.z, a.w}, {b.x, b.y}, {c.x, c.y}}, {d.x, d.y}};
}

// With the twiddles of a transform, whose powers are in the table too.
INLINE last_root turned_root(const last_root &own, const float4 *entry, bool joined) {
  const float4 a = __ldg(entry), b = __ldg(entry + 1);
  const float4 d = joined ? __ldg(entry + 2) : make_float4(0.f, 0.f, 0.f, 0.f);
  return last_root{{c_mul(own.powers.w8, C{a.x, a.y}), c_mul(own.powers.w4, C{a.z, a.w}), c_mul(own.powers.w2, C{b.x, b.y}),
                    c_mul(own.powers.w1, C{b.z, b.w})},
                   c_mul(own.w16, C{d.x, d.y})};
}

// The digits of a thread; of 32, sums of those 16 apart. `zero` is 0, which the compiler does not know: with an address that
// hangs on sums it does not load all 32 at once, for which there are no registers.
template <class P>
INLINE void read_digits(C *v, tcf_u32 tile, tcf_u32 other, C w16, tcf_u32 zero) {
  constexpr tcf_u32 APART = (P::rows ? 16 : 256) * 8;
  UNROLL
  for (tcf_u32 b = 0; b < 16; b++) {
    v[b] = load_shared(tile + b * APART);
    if (!wide_shape<P>::JOINED) continue;
    const C z = load_shared(other + b * APART);
    v[b] = C{fmaf(w16.re, z.re, fmaf(-w16.im, z.im, v[b].re)), fmaf(w16.re, z.im, fmaf(w16.im, z.re, v[b].im))};
    if (b % 4 == 3) {
      const tcf_u32 nothing = (tcf_u32)__float_as_int(v[b].re) & zero;
      tile += nothing;
      other += nothing;
    }
  }
}

// Results of neighbouring transforms are neighbours: runs of 16.
template <class P>
INLINE void store_results(const tcf_cluster_wide_args &a, const last_thread &t, const C *v, tcf_u32 piece) {
  const tcf_u32 batch = piece / (tcf_u32)a.groups, group = piece % (tcf_u32)a.groups;
  out_pair<P> *to =
      (out_pair<P> *)a.out + place_in_batch(batch, a.dim_n, a.dim_os) + group * TCF_WIDE_FFTS + t.fft + t.ka * a.point_os;
  const tcf_i64 step = (wide_shape<P>::JOINED ? 512 : 256) * a.point_os;
  UNROLL
  for (int k = 0; k < 16; k++) {
    const C x = v[reversed<16>(k)];
    store_once(to + k * step, with_number<out_number<P>>::of(make_float2(x.re * a.scale, x.im * a.scale_im)));
  }
}

// Tells all blocks that slots may be written again, by the first warp of a group, when all warps have read them.
template <class P>
INLINE void free_slots(const wide_shape<P> &s, const last_thread &t, tcf_u32 n) {
  typedef wide_shape<P> S;
  barrier_wait(s.end_read(n), n / S::END_BARRIERS & 1);
  if (t.thread >= S::BLOCKS) return;
  barrier_arrive_there(place_in(s.end_empty(n), t.thread));
  if (S::JOINED) barrier_arrive_there(place_in(s.end_empty(n + 1), t.thread));
}

template <class P>
INLINE void transform_last(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 group) {
  typedef wide_shape<P> S;
  const last_thread t = last_thread_of<P>(w, group);
  const float4 *entries = (const float4 *)a.table + TCF_WIDE_ROOTS / 2 * 16, *entry = entries + TCF_WIDE_ROOTS / 2 * t.ka;
  const float4 *of_ffts = entries + TCF_WIDE_ROOTS / 2 * 16 * S::DIGITS;
  const last_root own = own_root(entry, S::JOINED);
  const bool leads = !S::JOINED || group == 0;
  C v[16];
  for (tcf_u32 n = S::JOINED ? 0 : group; n < w.count * S::TILES; n += S::GROUPS) {
    const tcf_u32 piece = w.piece(n / S::TILES), parity = n / S::END_BARRIERS & 1,
                  fft = piece % (tcf_u32)a.groups * 16 + t.fft;
    const last_root root = P::twiddles ? turned_root(own, of_ffts + TCF_WIDE_POWERS / 2 * fft, S::JOINED) : own;
    sixteen_roots roots;
    if (!P::twiddles)
      roots =
          sixteen_roots_of(loaded_again(entry), loaded_again(entry + 1), loaded_again(entry + 2), loaded_again(entry + 3));
    barrier_wait(s.end_full(n), parity);
    if (S::JOINED) barrier_wait(s.end_full(n + 1), (n + 1) / S::END_BARRIERS & 1);
    if (t.thread == 0 && leads) {
      barrier_expect(s.end_full(n), S::SLOT);
      if (S::JOINED) barrier_expect(s.end_full(n + 1), S::SLOT);
    }
    read_digits<P>(v, s.end_slot(n) + t.place, s.end_slot(n + 1) + t.place, root.w16, (tcf_u32)a.groups >> 31);
    __syncwarp();
    if (threadIdx.x % 32 == 0) barrier_arrive(s.end_read(n));
    if (P::twiddles)
      fused16(v, root.powers);
    else
      fused16<EXACT_STEPS>(v, roots);
    if (t.thread < 32 && leads) free_slots(s, t, n);
    store_results<P>(a, t, v, piece);
  }
}

#endif
