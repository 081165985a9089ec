// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Bins of real numbers in several packed axes (planes.cuh), on their way into a tile or out of it. A thread has the same
// bins of many rows, so that what follows from a bin's number is computed once, and addresses are a constant apart.
// Included by staging.cuh.

// Gives each thread one of COUNT elements of each `step`-th row of the block's planes, or of its warp's.
template <class P, int COUNT>
struct row_share {
  static constexpr int planes = P::warp ? 32 / P::tpt : data_ffts<P>(), threads = P::warp ? 32 : P::threads,
                       rows = planes * plane_row<P>::count, step = COUNT ? threads / COUNT : 0,
                       rounds = step ? (rows + step - 1) / step : 0, flat = (rows * COUNT + threads - 1) / threads;
  // Threads that have no row would cost more than divisions do.
  static constexpr bool fits = step > 0 && 4 * rounds <= 5 * flat;
  // Row r > 0 of one plane of two axes has the opposite row count - r.
  static constexpr bool plain = planes == 1 && P::axis[0] == 1;

  int element, first, plane;  // the thread's element, its first row, and the first plane
  bool works;
  __device__ __forceinline__ row_share() {
    const int start = P::warp ? threadIdx.x % 32 : threadIdx.x;
    element = start % COUNT;
    first = start / COUNT;
    plane = P::warp ? threadIdx.x / 32 * planes : 0;
    works = first < step && plane < P::fpb;
    if (first >= step) first = step - 1;
  }
  // Whether every thread that works has a row in that round.
  static COMPILED bool is_full(int round) { return (round + 1) * step <= rows; }
  __device__ __forceinline__ bool has(int round) const { return works && (is_full(round) || first + round * step < rows); }
};

// A row of the tile: its plane, its number there, and that of the opposite row.
struct tile_row {
  int plane, row, opposite;
};

// The thread's row of a round; threads without one get the last row.
template <class P, class Share>
INLINE tile_row row_of_round(const Share &share, int round) {
  constexpr int count = plane_row<P>::count;
  int row = share.first + round * Share::step;
  if (!Share::is_full(round) && row >= Share::rows) row = Share::rows - 1;
  if (Share::plain) {
    return {share.plane, row, round || row ? count - row : 0};  // only the first round has row 0
  }
  const int plane = row / count;
  row -= plane * count;
  return {share.plane + plane, row, opposite_row<P>(row)};
}

// ------------------------------------------------------------------------------------------------ in

// Bins 0 and `points` of a row and of its opposite row, of which the row's first point is made.
struct first_bins {
  scalar2 first, last, opposite_first, opposite_last;
};

template <class P>
INLINE first_bins load_first_bins(const in_pair<P> *bins, int row) {
  using plane = plane_row<P>;
  const in_pair<P> *own = bins + row * plane::bins, *opposite = bins + opposite_row<P>(row) * plane::bins;
  return {value_of(load_once(own)), value_of(load_once(own + plane::points)), value_of(load_once(opposite)),
          value_of(load_once(opposite + plane::points))};
}

// The half of a bin that is conjugate to the opposite row's (plane_bin).
INLINE C conjugate_half(const tcf_tile_args &a, scalar2 v, scalar2 w) {
  return bin_back(a, make_scalar2(0.5f * (v.x + w.x), 0.5f * (v.y - w.y)));
}

template <class P>
INLINE void put_first_point(const tile_context<P> &x, int t, int row, const first_bins &v) {
  const C low = conjugate_half(x.a, v.first, v.opposite_first), high = conjugate_half(x.a, v.opposite_last, v.last);
  shared_put<P>(x, t, row * plane_row<P>::points, half_of_spectrum(low, high, C{1.f, 0.f}, false));
}

template <class P>
INLINE const in_pair<P> *bins_of(const tile_context<P> &x, int t) {
  return (const in_pair<P> *)x.a.in + x.in + fft_to_load<P>(x, t) * x.a.batch_is;
}

// Moves points 1 .. points - 1 of all rows, two at a time: of bins k and points - k of a row and its opposite one.
template <class P>
INLINE void stage_rows_in(const tile_context<P> &x) {
  using plane = plane_row<P>;
  using share = row_share<P, plane::points / 2>;
  constexpr int batch = share::rounds < 8 ? share::rounds : 8;
  const share mine;
  const int k = mine.element + 1;
  if (P::warp && mine.plane >= P::fpb) return;
  const C root = table_root(x.a.half, k);
  UNROLL
  for (int from = 0; from < share::rounds; from += batch) {
    two_bins v[batch];
    UNROLL
    for (int s = 0; s < batch && from + s < share::rounds; s++) {
      const tile_row at = row_of_round<P>(mine, from + s);
      const in_pair<P> *bins = bins_of<P>(x, at.plane);
      v[s] = {value_of(load_once(bins + at.row * plane::bins + k)),
              value_of(load_once(bins + at.opposite * plane::bins + plane::points - k))};
    }
    UNROLL
    for (int s = 0; s < batch && from + s < share::rounds; s++) {
      if (!mine.has(from + s)) continue;
      const tile_row at = row_of_round<P>(mine, from + s);
      const C low = bin_back(x.a, v[s].low), high = bin_back(x.a, v[s].high);
      shared_put<P>(x, at.plane, at.row * plane::points + k, half_of_spectrum(low, high, root, false));
      if (2 * k < plane::points)
        shared_put<P>(x, at.plane, (at.opposite + 1) * plane::points - k, half_of_spectrum(low, high, root, true));
    }
  }
}

// The same, where rows have more bins than there are threads, or leave too many of them idle.
template <class P>
INLINE void stage_bins_in(const tile_context<P> &x) {
  using plane = plane_row<P>;
  constexpr int half = plane::points / 2;
  move_elements<P, plane::count * half>(
      P::batch_fast_in, [&](int t, int i, int, int) { return load_two_bins<P>(bins_of<P>(x, t), i / half, i % half + 1); },
      [&](int t, int i, int, int, two_bins v) {
        const int row = i / half, k = i - row * half + 1;
        const C low = bin_back(x.a, v.low), high = bin_back(x.a, v.high), root = table_root(x.a.half, k);
        shared_put<P>(x, t, row * plane::points + k, half_of_spectrum(low, high, root, false));
        if (2 * k < plane::points)
          shared_put<P>(x, t, (opposite_row<P>(row) + 1) * plane::points - k, half_of_spectrum(low, high, root, true));
      });
}

template <class P>
INLINE void stage_pairs_of_bins_in(const tile_context<P> &x) {
  if constexpr (row_share<P, plane_row<P>::points / 2>::fits && !P::batch_fast_in)
    stage_rows_in<P>(x);
  else
    stage_bins_in<P>(x);
}

// The points of spectra in several axes, two at a time, and those of the rows' first bins, which are loaded before the
// others where a thread has one of them at most. Without shared memory each bin of a long row would be loaded twice, in
// different orders (c2r 96x96 on an H100: 0.56 of a copy's speed, 0.85 so).
template <class P>
INLINE void stage_planes_in(const tile_context<P> &x) {
  using plane = plane_row<P>;
  constexpr int planes = P::warp ? 32 / P::tpt : data_ffts<P>(), rows = planes * plane::count,
                threads = P::warp ? 32 : P::threads;
  if constexpr (rows <= threads && !P::batch_fast_in) {
    const int start = P::warp ? threadIdx.x % 32 : threadIdx.x, mine = start < rows ? start : rows - 1;
    const int plane_number = mine / plane::count, row = mine - plane_number * plane::count,
              t = (P::warp ? threadIdx.x / 32 * planes : 0) + plane_number;
    if (P::warp && t - plane_number >= P::fpb) return;
    const first_bins first = load_first_bins<P>(bins_of<P>(x, t), row);
    stage_pairs_of_bins_in<P>(x);
    if (start < rows) put_first_point<P>(x, t, row, first);
  } else {
    stage_pairs_of_bins_in<P>(x);
    move_elements<P, plane::count>(
        P::batch_fast_in, [&](int t, int row, int, int) { return load_first_bins<P>(bins_of<P>(x, t), row); },
        [&](int t, int row, int, int, first_bins v) { put_first_point<P>(x, t, row, v); });
  }
}

// ------------------------------------------------------------------------------------------------ out

// Stores bin k of a row, and of an even length bin points - k of the opposite row, which are made of the points of these
// places.
template <class P, class Root>
INLINE void store_two_bins(const tile_context<P> &x, const tile_row &at, int k, const Root &root) {
  using plane = plane_row<P>;
  out_pair<P> *out = (out_pair<P> *)x.a.out + x.out + at.plane * x.a.batch_os;
  const auto store = [&](int i, C v) { store_once(out + i, stored_of<P>(v.re * x.a.scale, v.im * x.a.scale_im)); };
  C low = shared_get<P>(x, at.plane, at.row * plane::points + k);
  if constexpr (P::even) {
    C high = shared_get<P>(x, at.plane, at.opposite * plane::points + (k ? plane::points - k : 0));
    spectrum_pair(low, high, root(k), &low, &high);
    if (2 * k < plane::points) store(at.opposite * plane::bins + plane::points - k, high);
  }
  store(at.row * plane::bins + k, low);
}

// The spectra of real numbers in several axes.
template <class P>
INLINE void stage_planes_out(const tile_context<P> &x) {
  using plane = plane_row<P>;
  constexpr int half = plane::points / 2 + 1;
  using share = row_share<P, half>;
  if constexpr (share::fits && !P::batch_fast_out) {
    const share mine;
    const C root = P::even ? table_root(x.a.half, mine.element) : C{1.f, 0.f};
#pragma unroll 4
    for (int s = 0; s < share::rounds; s++) {
      if (!mine.works || mine.first + s * share::step >= share::rows) continue;
      const tile_row at = row_of_round<P>(mine, s);
      if (at.plane < x.ffts) store_two_bins<P>(x, at, mine.element, [&](int) { return root; });
    }
  } else {
    for_elements<P>(P::batch_fast_out, plane::count * half, [&](int t, int i) {
      if (t >= x.ffts) return;
      const int row = i / half;
      store_two_bins<P>(x, {t, row, opposite_row<P>(row)}, i - row * half, [&](int k) { return table_root(x.a.half, k); });
    });
  }
}
