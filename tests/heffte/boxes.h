// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Boxes of heFFTe's, their data, and the definition of the transform in more than double precision, for the suites of
// executors.
#ifndef TCFFT_TESTS_HEFFTE_BOXES_H
#define TCFFT_TESTS_HEFFTE_BOXES_H

#include <cmath>
#include <random>
#include <vector>

#include "tcfft/tcfft_heffte.hpp"

#include <check.h>  // behind the language's headers: it has a macro called fail

extern "C" {
#include "support.h"
}

using heffte::box3d;
template <typename number>
using values_of = std::vector<std::complex<number>>;
using values = values_of<float>;
using exact = std::vector<std::complex<long double>>;

inline box3d<> make_box(const std::array<int, 3> &size, const std::array<int, 3> &order) {
  return box3d<>({{0, 0, 0}}, {{size[0] - 1, size[1] - 1, size[2] - 1}}, order);
}

// Where the element of these three indices lies in memory.
inline size_t at(const box3d<> &box, const std::array<int, 3> &index) {
  return index[box.order[0]] +
         static_cast<size_t>(box.osize(0)) * (index[box.order[1]] + static_cast<size_t>(box.osize(1)) * index[box.order[2]]);
}

template <typename visitor>
inline void each(const box3d<> &box, visitor visit) {
  for (int i = 0; i < box.size[0]; i++)
    for (int j = 0; j < box.size[1]; j++)
      for (int k = 0; k < box.size[2]; k++) visit(std::array<int, 3>{{i, j, k}});
}

// The definition along one axis, stored for the bins that the box out has.
inline exact definition(const box3d<> &box, const box3d<> &out, const exact &in, int axis, int sign) {
  const long double pi = 3.14159265358979323846L;
  const int n = box.size[axis];
  exact roots(n), result(out.count());
  for (int i = 0; i < n; i++) roots[i] = std::polar(1.0L, sign * 2 * pi * i / n);
  each(out, [&](std::array<int, 3> index) {
    long double re = 0, im = 0;  // without the complex product's care for infinities, which takes most of the time
    std::array<int, 3> from = index;
    for (from[axis] = 0; from[axis] < n; from[axis]++) {
      const std::complex<long double> x = in[at(box, from)], w = roots[static_cast<int64_t>(index[axis]) * from[axis] % n];
      re += x.real() * w.real() - x.imag() * w.imag();
      im += x.real() * w.imag() + x.imag() * w.real();
    }
    result[at(out, index)] = std::complex<long double>(re, im);
  });
  return result;
}

template <typename number = float>
inline values_of<number> random_values(size_t count, bool real) {
  std::minstd_rand numbers(static_cast<unsigned>(count) + 1);
  std::uniform_real_distribution<number> uniform(-1, 1);
  values_of<number> result(count);
  for (auto &v : result) {
    const number re = uniform(numbers), im = uniform(numbers);
    v = std::complex<number>(re, real ? 0 : im);
  }
  return result;
}

// The relative L2 error, of floats below 1e-6, of doubles below 1e-15.
inline double gate_of(float) { return 1e-6; }
inline double gate_of(double) { return 1e-15; }
inline double gate_of(std::complex<float>) { return 1e-6; }
inline double gate_of(std::complex<double>) { return 1e-15; }

template <typename sequence>
inline void check_near(const sequence &got, const exact &expected, const char *what, const box3d<> &box) {
  ck_assert_uint_eq(got.size(), expected.size());
  long double error = 0, norm = 0;
  for (size_t i = 0; i < expected.size(); i++) {
    error += std::norm(std::complex<long double>(got[i]) - expected[i]);
    norm += std::norm(expected[i]);
  }
  const double gate = gate_of(got[0]);
  ck_assert_msg(error <= gate * gate * norm, "%s of %d x %d x %d, order %d %d %d: relative error %g", what, box.size[0],
                box.size[1], box.size[2], box.order[0], box.order[1], box.order[2],
                static_cast<double>(std::sqrt(error / norm)));
}

#endif
