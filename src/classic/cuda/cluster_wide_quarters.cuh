// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The second half of a wide cluster's transforms of 64 digits (cluster_wide.cuh): 16 results of the first passes, of all
// digits and all transforms, take all four slots.
//
// Digit b = 4 m + h, result kb = kc + 16 kd: a pass over m, radix 16, in place in a slot as soon as that is full, by one
// group of threads, in which each thread writes where it has read; behind a barrier of both groups a pass over h, radix 4,
// whose results are stored. Tile number h of all blocks fills slot h, so that the first pass of a slot overlaps the sends to
// the next one:
//
//   where transforms are neighbours in the input, slot h has digit 4 m + h of block m's tile, of all 16 transforms, at
//   [m][fft]; where points are, a tile has 16 digits of one transform, and slot h has all digits of transforms 4 h .. 4 h +
//   3, at [m][digit % 4][fft % 4].
//
// Behind each of these lie the 16 results, exclusive-or'ed with the transform, so that neighbouring threads of the pass over
// h, which have neighbouring transforms, read from different banks. A thread of that pass has half of the digits kc of a
// result and a transform. All slots are free as soon as its last points are read, which is four loads ahead of its
// arithmetic: for the next transforms, whose first tiles wait in the registers of the threads of the first passes, may not
// come before.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_QUARTERS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_QUARTERS_CUH

#include "classic/cuda/cluster_wide_shape.cuh"

enum { WIDE_QUARTER_BYTES = 256 * 8 };  // between digits m, and then kc, of a slot

// Pieces of 16 bytes of the table before the roots of the pass over m, of that over h, and the powers of each transform's
// twiddle.
template <class P>
struct wide_quarter_table {
  static constexpr tcf_u32 OVER_M = TCF_WIDE_ROOTS / 2 * 16, OVER_H = OVER_M + TCF_WIDE_ROOTS / 2 * TCF_CLUSTER_COLUMN;
  static constexpr tcf_u32 TWIDDLES = wide_shape<P>::ROOT_NUMBERS / 2;
};

// The slots of a group, each as soon as it is full.
template <class P>
INLINE void pass_of_slots(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w, tcf_u32 group,
                          tcf_u32 it) {
  typedef wide_shape<P> S;
  const float4 *table = (const float4 *)a.table;
  const tcf_u32 thread = threadIdx.x % S::GROUP, line = thread / 16;
  C v[16];
  for (tcf_u32 h = group; h < S::TILES; h += S::GROUPS) {
    const tcf_u32 fft = P::rows ? 4 * h + line % 4 : line, mine = s.end_slot(h) + thread * 8;
    const float4 *entry = table + wide_quarter_table<P>::OVER_M + TCF_WIDE_ROOTS / 2 * (w.rank * 16 + (thread % 16 ^ fft));
    root_powers powers;
    sixteen_roots roots;
    if (P::twiddles) {
      const float4 *of_fft = table + wide_quarter_table<P>::TWIDDLES +
                             TCF_WIDE_POWERS / 2 * (w.piece(it) % (tcf_u32)a.groups * TCF_WIDE_FFTS + fft);
      const float4 x = loaded_again(entry), y = loaded_again(entry + 1), z = loaded_again(entry + 2),
                   p = loaded_again(of_fft), q = loaded_again(of_fft + 1);
      powers = root_powers{c_mul(C{x.x, x.y}, C{p.x, p.y}), c_mul(C{x.z, x.w}, C{p.z, p.w}), c_mul(C{y.x, y.y}, C{q.x, q.y}),
                           c_mul(C{z.x, z.y}, C{q.z, q.w})};
    } else {
      roots =
          sixteen_roots_of(loaded_again(entry), loaded_again(entry + 1), loaded_again(entry + 2), loaded_again(entry + 3));
    }
    barrier_wait(s.end_full(h), it & 1);
    if (thread == 0) barrier_expect(s.end_full(h), S::SLOT);
    UNROLL
    for (tcf_u32 m = 0; m < 16; m++) v[m] = load_shared(mine + m * WIDE_QUARTER_BYTES);
    if (P::twiddles)
      fused16(v, powers);
    else
      fused16<EXACT_STEPS>(v, roots);
    UNROLL
    for (tcf_u32 k = 0; k < 16; k++) store_shared(mine + k * WIDE_QUARTER_BYTES, v[reversed<16>((int)k)]);
  }
}

// What is constant for a thread of the pass over h: its transform, the place of its digits h = 0, its first result, and the
// powers 2 and 1 of that result's root, 256 pieces of the table apart from those of the next result.
struct over_slots {
  tcf_u32 fft, place, ka;
  const float4 *powers;
};

template <class P>
INLINE over_slots over_slots_of(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w,
                                tcf_u32 group) {
  typedef wide_shape<P> S;
  const tcf_u32 thread = threadIdx.x % S::GROUP, result = thread / 16;
  over_slots t;
  t.fft = thread % 16;
  const tcf_u32 line = P::rows ? s.end_slot(t.fft / 4) + t.fft % 4 * 128 : s.end_slot(0) + t.fft * 128;
  t.place = line + (result ^ t.fft) * 8 + group * 8 * WIDE_QUARTER_BYTES;
  t.ka = w.rank * 16 + result + 256 * 8 * group;
  t.powers = (const float4 *)a.table + wide_quarter_table<P>::OVER_H + t.ka;
  return t;
}

// The digits h of a thread's digit kc.
template <class P>
INLINE void load_over_slots(C *x, const over_slots &t, tcf_u32 kc) {
  constexpr tcf_u32 APART = P::rows ? 4 * 128 : wide_shape<P>::SLOT;
  UNROLL
  for (tcf_u32 h = 0; h < 4; h++) x[h] = load_shared(t.place + h * APART + kc * WIDE_QUARTER_BYTES);
}

// Tells all blocks that all slots may be written again, by one warp, when all warps have read them.
template <class P>
INLINE void free_all_slots(const wide_shape<P> &s, tcf_u32 group, tcf_u32 it) {
  typedef wide_shape<P> S;
  const tcf_u32 thread = threadIdx.x % S::GROUP;
  __syncwarp();
  if (thread % 32 == 0) barrier_arrive(s.end_read(0));
  if (group != 0 || thread >= 32) return;
  barrier_wait(s.end_read(0), it & 1);
  if (thread < S::BLOCKS) barrier_arrive_there(place_in(s.end_empty(0), thread));
  __syncwarp();
}

template <class P>
INLINE void pass_over_slots(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const over_slots &t, float4 turn,
                            out_pair<P> *to, tcf_u32 group, tcf_u32 it) {
  const tcf_i64 step = 256 * a.point_os;
  C v[16];
  float4 next = loaded_again(t.powers);
  UNROLL
  for (tcf_u32 i = 0; i < 4; i++) load_over_slots<P>(v + 4 * i, t, i);
  UNROLL
  for (tcf_u32 i = 0; i < 8; i++) {
    C *x = v + 4 * (i % 4);
    C w2 = {next.x, next.y}, w1 = {next.z, next.w};
    if (i < 7) next = loaded_again(t.powers + 256 * (i + 1));
    if (P::twiddles) {
      w2 = c_mul(w2, C{turn.x, turn.y});
      w1 = c_mul(w1, C{turn.z, turn.w});
    }
    fused4<EXACT_STEPS>(x, w2, w1);
    out_pair<P> *at = to + i * step;
    UNROLL
    for (int k = 0; k < 4; k++) {
      const C y = x[reversed<4>(k)];
      store_once(at + 16 * k * step, with_number<out_number<P>>::of(make_float2(y.re * a.scale, y.im * a.scale_im)));
    }
    if (i < 4) load_over_slots<P>(x, t, i + 4);
    if (i == 3) free_all_slots(s, group, it);
  }
}

template <class P>
INLINE void transform_quarters(const wide_shape<P> &s, const tcf_cluster_wide_args &a, const cluster_work &w,
                               tcf_u32 group) {
  typedef wide_shape<P> S;
  const over_slots t = over_slots_of(s, a, w, group);
  for (tcf_u32 it = 0; it < w.count; it++) {
    const tcf_u32 piece = w.piece(it), batch = piece / (tcf_u32)a.groups,
                  fft = piece % (tcf_u32)a.groups * TCF_WIDE_FFTS + t.fft;
    pass_of_slots(s, a, w, group, it);
    float4 turn = make_float4(1.f, 0.f, 1.f, 0.f);
    if (P::twiddles)
      turn = loaded_again((const float4 *)a.table + wide_quarter_table<P>::TWIDDLES + TCF_WIDE_POWERS / 2 * fft + 2);
    out_pair<P> *to = (out_pair<P> *)a.out + place_in_batch(batch, a.dim_n, a.dim_os) + fft + t.ka * a.point_os;
    group_barrier(1, S::GROUPS * S::GROUP);
    pass_over_slots(s, a, t, turn, to, group, it);
  }
}

#endif
