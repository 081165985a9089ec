// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles whose elements pass through shared memory on their way in (smem_in) or out (smem_out): where loads and stores
// need a different order of neighbouring threads than the passes, and where a kind's post-processing needs pairs of
// elements. Included by tile.cuh.

// Calls f(t, i) in some thread for each of `count` elements of every transform. order 1: neighbouring threads take
// neighbouring transforms, 0: neighbouring elements. Where a transform's threads share a warp, that warp takes all
// elements of the transform.
template <class P, class F>
INLINE void for_elements(int order, int count, const F &f) {
  constexpr int ffts = P::warp ? 32 / P::tpt : P::fpb, threads = P::warp ? 32 : P::threads;
  const int first = P::warp ? threadIdx.x / 32 * ffts : 0, start = P::warp ? threadIdx.x % 32 : threadIdx.x;
  const int rounds = (ffts * count + threads - 1) / threads;
#pragma unroll 4
  for (int s = 0; s < rounds; s++) {
    const int id = start + s * threads;
    const int t = first + (order ? id % ffts : id / count), i = order ? id / ffts : id % count;
    if (id < ffts * count && t < P::fpb) f(t, i);
  }
}

// The spectrum of real numbers after a convolution, two bins at a time.
template <class P>
INLINE void stage_spectrum_out(const tile_context<P> &x) {
  const tcf_tile_args &a = x.a;
  for_elements<P>(P::batch_fast_out, P::points / 2 + 1, [&](int t, int k) {
    if (t >= x.ffts) return;
    C xk, xm_k;
    spectrum_pair(shared_get<P>(x, t, k), shared_get<P>(x, t, k ? P::points - k : 0), table_root(a.half, k), &xk, &xm_k);
    out_number<P> *base = (out_number<P> *)a.out + 2 * (x.out + t * a.batch_os);
    store_element(base, k * a.point_os, C{xk.re * a.scale, xk.im * a.scale_im}, true);
    if (2 * k < P::points)
      store_element(base, (P::points - k) * a.point_os, C{xm_k.re * a.scale, xm_k.im * a.scale_im}, true);
  });
}

// Moves elements from `get` to `put` through registers, in batches, so that several loads are in flight. Both functions
// also get the number of the element within the tile, as a base and an offset that is known at compile time: in a packed
// tile that is the address. All rounds but the last one have an element for every thread. That must be known at compile
// time: nvcc 13.0 makes branches of conditions, and then each load waits for the one before it (84 points, 16 transforms by
// 112 threads: 0.27 ms on an H100 in place of 0.19).
template <class P, int COUNT, class Get, class Put>
INLINE void move_elements(int order, const Get &get, const Put &put) {
  constexpr int ffts = P::warp ? 32 / P::tpt : data_ffts<P>(), threads = P::warp ? 32 : P::threads;
  constexpr int rounds = (ffts * COUNT + threads - 1) / threads, batch = rounds < 8 ? rounds : 8;
  constexpr int all = ffts * COUNT;
  const int first = P::warp ? threadIdx.x / 32 * ffts : 0, start = P::warp ? threadIdx.x % 32 : threadIdx.x;
  if (P::warp && first >= P::fpb) return;
  UNROLL
  for (int from = 0; from < rounds; from += batch) {
    decltype(get(0, 0, 0, 0)) v[batch];
    UNROLL
    for (int s = 0; s < batch && from + s < rounds; s++) {
      // Out-of-range numbers load the last element, because a branch around each load would make the loads wait for one
      // another.
      const int offset = (from + s) * threads, next = start + offset;
      const int id = offset + threads <= all || next < all - 1 ? next : all - 1,
                t = first + (order ? id % ffts : id / COUNT);
      v[s] = get(t, order ? id / ffts : id % COUNT, first * COUNT + start, offset);
    }
    UNROLL
    for (int s = 0; s < batch && from + s < rounds; s++) {
      const int offset = (from + s) * threads, id = start + offset, t = first + (order ? id % ffts : id / COUNT);
      if (offset + threads <= all || id < all) put(t, order ? id / ffts : id % COUNT, first * COUNT + start, offset, v[s]);
    }
  }
}

// Packed tiles are addressed as one run of elements. Out-of-range numbers are those of the last element.
template <class P>
INLINE int packed_at(const tile_context<P> &x, int base, int offset) {
  const int most = x.ffts * P::in - 1, at = base + offset;
  return at < most ? at : most;
}

template <class P, class Get>
INLINE void stage_in_by(const tile_context<P> &x, const Get &get) {
  move_elements<P, P::in>(P::batch_fast_in, get,
                          [&](int t, int i, int base, int offset, C v) { staged_put<P>(x, t, i, base, offset, v); });
}

template <class P>
INLINE void stage_points_in(const tile_context<P> &x) {
  stage_in_by<P>(x, [&](int t, int i, int base, int offset) {
    if constexpr (P::packed_in && loads_plain<P>())
      return load_plain<P>(x, (const in_pair<P> *)x.a.in + x.in + packed_at<P>(x, base, offset));
    return load_point<P>(x, fft_to_load<P>(x, t), i);
  });
}

template <class P>
INLINE void stage_pairs_in(const tile_context<P> &x) {
  const in_pair<P> *p = (const in_pair<P> *)((const in_number<P> *)x.a.in + x.in);
  stage_in_by<P>(x, [&](int t, int i, int base, int offset) {
    if constexpr (!P::packed_in) return from_pairs<P>(x, fft_to_load<P>(x, t), i).get(0);
    const scalar2 v = value_of(load_once(p + packed_at<P>(x, base, offset)));
    return C{v.x, v.y};
  });
}

#include "classic/cuda/plane_staging.cuh"

// Real numbers are loaded in pairs if every pair is aligned as a complex number is. That is decided once for all of them,
// since loads in branches of their own would wait for one another.
template <class P>
INLINE void smem_in(const tile_context<P> &x) {
  await_input();
  if constexpr (P::kind == KIND_C2R && has_axes<P>()) {
    stage_planes_in<P>(x);
  } else if constexpr (P::kind == KIND_R2C && P::even && P::load == OP_USER) {
    if (x.a.whole_in)
      stage_pairs_in<P>(x);
    else
      stage_points_in<P>(x);
  } else {
    stage_points_in<P>(x);
  }
  wait<P>();
}

template <class P, class Put>
INLINE void stage_out_by(const tile_context<P> &x, const Put &put) {
  move_elements<P, P::hermitian_out ? P::out : P::points>(
      P::batch_fast_out, [&](int t, int e, int base, int offset) { return staged_get<P>(x, t, e, base, offset); }, put);
}

// Stores pairs of real numbers, as to_pairs does.
template <class P>
INLINE void stage_pairs_out(const tile_context<P> &x) {
  if (x.a.whole_out) {
    out_pair<P> *p = (out_pair<P> *)((out_number<P> *)x.a.out + x.out);
    stage_out_by<P>(x, [&](int t, int e, int base, int offset, C v) {
      const to_pairs<P> to(x, t, e);
      if constexpr (!P::packed_out) {
        if (t < x.ffts) to.put_whole(0, v);
      } else if (base + offset < x.ffts * P::points) {
        store_once(p + base + offset, to.pair(v));
      }
    });
  } else {
    stage_out_by<P>(x, [&](int t, int e, int, int, C v) {
      if (t < x.ffts) to_pairs<P>(x, t, e).put_apart(0, v);
    });
  }
}

template <class P>
INLINE void stage_points_out(const tile_context<P> &x) {
  const tcf_tile_args &a = x.a;
  constexpr int count = P::hermitian_out ? P::out : P::points;
  stage_out_by<P>(x, [&](int t, int e, int base, int offset, C v) {
    if constexpr (P::packed_out && (P::store == OP_USER || P::store == OP_COPY)) {
      out_pair<P> *p = (out_pair<P> *)a.out + x.out + base;
      finish_point<P>(x, t, e, &v);
      if (base + offset < x.ffts * count) store_once(p + offset, stored_of<P>(v.re, v.im));
      return;
    }
    if constexpr (multiplies_twiddles<P>() && P::conv != CONV_NONE)
      v = c_mul(v, root_at((tcf_u32)e * twiddle_index<P>(x, t), a.twiddle_n, a.quarters_per_root, a.inverse_twiddle_n,
                           a.inverse_twiddle_n_rest));
    store_point<P>(x, t, e, v);
  });
}

// Stores the result in shared memory to the output, with the kind's post-processing.
template <class P>
INLINE void smem_out(const tile_context<P> &x) {
  if constexpr (P::kind == KIND_R2C && has_axes<P>()) {
    stage_planes_out<P>(x);
    return;
  }
  if constexpr (P::store == OP_USER && P::kind == KIND_R2C && P::even && !P::hermitian_out) {
    stage_spectrum_out<P>(x);
    return;
  }
  if constexpr (P::store == OP_USER && P::kind == KIND_C2R && P::even) {
    stage_pairs_out<P>(x);
    return;
  }
  if constexpr (P::store != OP_USER || P::kind == KIND_C2C || P::hermitian_out) {
    stage_points_out<P>(x);
    return;
  }
  const tcf_tile_args &a = x.a;
  for_elements<P>(P::batch_fast_out, P::out, [&](int t, int e) {
    if (t >= x.ffts) return;
    const auto z = [&](tcf_i64 i) { return shared_get<P>(x, t, (int)i); };
    constexpr bool complex = kind_complex_out(P::kind);
    constexpr int unit = complex ? 2 : 1;
    store_element((out_number<P> *)a.out + unit * (x.out + t * a.batch_os), e * a.point_os,
                  post_element<P::kind, P::even != 0>(a, z, e), complex);
  });
}

// Stores the bins of R2C, half of which are conjugates of results in shared memory, with the scale, or with the twiddles
// between two steps.
template <class P>
INLINE void folded_out(const tile_context<P> &x) {
  constexpr int R = P::radix[0], kept = (R + 1) / 2;
  const tcf_i64 os = point_out<P>(x.a);
  move_elements<P, P::n / 2 + 1>(
      P::batch_fast_out,
      [&](int t, int k, int, int) {
        const bool conjugate = k % R >= kept;
        const int at = conjugate ? P::n - k : k;
        const scalar2 v = x.shared[shared_at<P>(t, at / R * kept + at % R)];
        return C{v.x, conjugate ? -v.y : v.y};
      },
      [&](int t, int k, int, int, C v) {
        if (P::store == OP_HALF_TWIDDLE)
          v = c_mul(v, root_at((tcf_u32)k * twiddle_index<P>(x, t), x.a.twiddle_n, x.a.quarters_per_root,
                               x.a.inverse_twiddle_n, x.a.inverse_twiddle_n_rest));
        else
          v = C{v.re * x.a.scale, v.im * x.a.scale_im};
        if (t < x.ffts) store_once((out_pair<P> *)x.a.out + x.out + t * x.a.batch_os + k * os, stored_of<P>(v.re, v.im));
      });
}
