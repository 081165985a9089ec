// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's tests of executors, for TEST_TAG in single precision: small boxes with known spectra, and larger ones beside heFFTe's own
// stock backend. They need no mpirun.
#define main heffte_main
#include "test_units_nompi.cpp"
#undef main

#include "tcfft/tcfft_heffte.hpp"

int main() {
  all_tests<using_nompi> name("Non-MPI Tests");
  test_1d_real<TEST_TAG, float>();
  test_1d_complex<TEST_TAG, std::complex<float>>();
  test_1d_r2c<TEST_TAG, float>();
  test_cross_reference<backend::stock, TEST_TAG, float>();
  test_cross_reference_r2c<backend::stock, TEST_TAG, float>();
  return 0;
}
