// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's tests of executors, for TEST_TAG in both precisions: small boxes with known spectra, and larger ones beside
// heFFTe's own stock backend. They need no mpirun.
#define main heffte_main
#include "test_units_nompi.cpp"
#undef main

#include "heffte/streams.h"

int main() {
  all_tests<using_nompi> name("Non-MPI Tests");
  test_1d_real<TEST_TAG, float>();
  test_1d_complex<TEST_TAG, std::complex<float>>();
  test_1d_r2c<TEST_TAG, float>();
  test_cross_reference<backend::stock, TEST_TAG, float>();
  test_cross_reference_r2c<backend::stock, TEST_TAG, float>();
  if (!transforms_doubles<TEST_TAG>()) return 0;
  test_1d_real<TEST_TAG, double>();
  test_1d_complex<TEST_TAG, std::complex<double>>();
  test_1d_r2c<TEST_TAG, double>();
  test_cross_reference<backend::stock, TEST_TAG, double>();
  test_cross_reference_r2c<backend::stock, TEST_TAG, double>();
  return 0;
}
