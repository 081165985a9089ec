// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the first pass takes its points from and the last one puts them: From(x, t, i).get(offset) is point i + offset of
// lane t, To(x, t, i).put(offset, v) takes it, the offsets known to the compiler. A sink in shared memory is in_place if it
// puts point k where point k was. Included by cuda_tile.cuh.

template <class P>
struct from_memory {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t, i;
  const float2 *p;
  __device__ __forceinline__ from_memory(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), p(plain_input<P>(context, lane, first)) {}
  __device__ __forceinline__ C get(int offset) const {
    if (t >= x.lanes) return C{0.f, 0.f};
    if constexpr (loads_plain<P>())
      return load_plain<P>(x, p + offset * point_in<P>(x.a));
    else
      return load_edge<P>(x, t, i + offset);
  }
};

// Real numbers pairwise, where each pair lies on 8 bytes.
template <class P>
struct from_pairs {
  static constexpr bool shared = false;
  const tile_context<P> &x;
  int t;
  const float2 *p;
  __device__ __forceinline__ from_pairs(const tile_context<P> &context, int lane, int first)
      : x(context),
        t(lane),
        p((const float2 *)((const float *)context.a.in + context.in + lane * context.a.lane_is) +
          (context.lane + lane) * context.a.in_lane + first * (P::lone_in ? 1 : context.a.in_step)) {}
  __device__ __forceinline__ C get(int offset) const {
    if (t >= x.lanes) return C{0.f, 0.f};
    const float2 v = load_once(p + offset * (P::lone_in ? 1 : x.a.in_step));
    return C{v.x, v.y};
  }
};

template <class P>
struct from_shared {
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ from_shared(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), at(shared_at<P>(lane, first)) {}
  __device__ __forceinline__ C get(int offset) const {
    const float2 v = x.shared[shared_beyond<P>(at, t, i, offset, false)];
    return C{v.x, v.y};
  }
};

template <class P>
struct to_memory {
  static constexpr bool shared = false, turns = true, in_place = true;
  const tile_context<P> &x;
  int t, i;
  float2 *p;
  __device__ __forceinline__ to_memory(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), p(plain_output<P>(context, lane, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    if (t < x.lanes && finish_point<P>(x, t, i + offset, &v))
      store_once(p + offset * point_out<P>(x.a), make_float2(v.re, v.im));
  }
};

// Real numbers pairwise: point k of the inverse transform holds numbers 2 k and 2 k + 1, swapped.
template <class P>
struct to_pairs {
  static constexpr bool shared = false, turns = false, in_place = true;
  const tile_context<P> &x;
  int t, i;
  float *base;
  __device__ __forceinline__ to_pairs(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), base((float *)context.a.out + context.out + lane * context.a.lane_os) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    const tcf_tile_args &a = x.a;
    if (t >= x.lanes) return;
    const tcf_i64 e = (i + offset) * a.out_step + (x.lane + t) * a.out_lane;
    const float2 pair = make_float2(v.im * a.scale, v.re * a.scale);
    if (a.whole_out) {
      store_once((float2 *)base + e, pair);
    } else {
      base[2 * e * a.os] = pair.x;
      base[(2 * e + 1) * a.os] = pair.y;
    }
  }
};

template <class P>
struct to_shared {
  static constexpr bool shared = true, turns = true, in_place = true;
  const tile_context<P> &x;
  int t, i, at;
  __device__ __forceinline__ to_shared(const tile_context<P> &context, int lane, int first)
      : x(context), t(lane), i(first), at(shared_at<P>(lane, first)) {}
  __device__ __forceinline__ void put(int offset, C v) const {
    x.shared[shared_beyond<P>(at, t, i, offset, false)] = make_float2(v.re, v.im);
  }
};
