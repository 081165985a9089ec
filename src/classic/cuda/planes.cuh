// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// R2C and C2R of several packed axes in one tile. The last axis has an even length 2 m in pairs of numbers, m points, or an
// odd length n as n points. After a transform Z of all axes, with k the frequency of the last axis and o those of the
// others, bin (o, k) of an even length is made of points (o, k) and (-o, m - k), as bin k of one axis is of points k and m -
// k (kinds.cuh), and that of an odd length is point (o, k). C2R does the reverse: the transform along the other axes
// commutes with what is done along the last one. Included by tile.cuh.

template <class P>
COMPILED bool has_axes() {
  return P::axis[0] != 0;
}

// Points of an axis, 0 the innermost.
template <class P>
COMPILED int length_of_axis(int axis) {
  int points = 1;
  for (int p = 0; p < P::passes; p++) points *= P::axis[p] == axis ? P::radix[p] : 1;
  return points;
}

// Points of the last axis, and bins of it in memory.
template <class P>
struct plane_row {
  static constexpr int points = length_of_axis<P>(0), count = P::n / points;
  static constexpr int bins = P::even ? points + 1 : points / 2 + 1;
};

// Row -o of row o, axis by axis.
template <class P, int AXIS = 1>
INLINE int opposite_row(int row) {
  constexpr int length = length_of_axis<P>(AXIS);
  if constexpr (AXIS == P::axis[0]) {
    return row ? length - row : 0;
  } else {
    const int rest = row / length, i = row - rest * length;
    return opposite_row<P, AXIS + 1>(rest) * length + (i ? length - i : 0);
  }
}

// A bin as the transform back takes it.
INLINE C bin_back(const tcf_tile_args &a, scalar2 v) { return C{v.x, a.inverse ? v.y : -v.y}; }

// Bin k of a row for the transform back. A row's first bin, and its last one of an even length, must be conjugate to those
// of the opposite row. Of bins that are not, the half is taken that is, as of a single axis the real part.
template <class P>
INLINE C plane_bin(const tcf_tile_args &a, const in_pair<P> *bins, int row, int k) {
  const scalar2 v = value_of(load_once(bins + row * plane_row<P>::bins + k));
  if (k > 0 && !(P::even && k == plane_row<P>::points)) return bin_back(a, v);
  const scalar2 w = value_of(load_once(bins + opposite_row<P>(row) * plane_row<P>::bins + k));
  return bin_back(a, make_scalar2(0.5f * (v.x + w.x), 0.5f * (v.y - w.y)));
}

// Point (row, k) of the transform back, with real and imaginary parts swapped.
template <class P>
INLINE C plane_point(const tcf_tile_args &a, const in_pair<P> *bins, int row, int k) {
  constexpr int points = plane_row<P>::points;
  const bool mirrored = 2 * k > points;
  const int at = mirrored ? points - k : k;
  if constexpr (P::even) {
    const int opposite = opposite_row<P>(row);
    return half_of_spectrum(a, plane_bin<P>(a, bins, mirrored ? opposite : row, at),
                            plane_bin<P>(a, bins, mirrored ? row : opposite, points - at), at, mirrored);
  } else {
    const C v = plane_bin<P>(a, bins, mirrored ? opposite_row<P>(row) : row, at);
    return C{mirrored ? -v.im : v.im, v.re};
  }
}

// Bins (row, k) and (-row, points - k) of an even length, 0 < k < points, of which points (row, k) and (-row, points - k)
// are made.
struct two_bins {
  scalar2 low, high;
};
template <class P>
INLINE two_bins load_two_bins(const in_pair<P> *bins, int row, int k) {
  using plane = plane_row<P>;
  return {value_of(load_once(bins + row * plane::bins + k)),
          value_of(load_once(bins + opposite_row<P>(row) * plane::bins + plane::points - k))};
}
