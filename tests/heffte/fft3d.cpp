// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's test_fft3d for tcfft's tags: its templates with the sizes of its own test_fft3d_npN.cpp, in single precision.
#include "test_fft3d.h"

#include "tcfft/tcfft_heffte.hpp"

template <typename tag>
static void cases(MPI_Comm comm) {
  switch (mpi::comm_size(comm)) {
    case 1:
      test_fft3d_arrays<tag, float, 5, 6, 7>(comm);
      test_fft3d_arrays<tag, std::complex<float>, 5, 6, 7>(comm);
      break;
    case 2:
      test_fft3d_const_dest2<tag>(comm);
      test_fft3d_arrays<tag, float, 9, 9, 9>(comm);
      test_fft3d_arrays<tag, std::complex<float>, 9, 9, 9>(comm);
      break;
    case 4:
      test_fft3d_vectors_2d<tag, std::complex<float>, 31, 31>(comm);
      break;
    default:
      throw std::runtime_error("heFFTe has no test_fft3d for this number of ranks");
  }
}

int main(int argc, char *argv[]) {
  MPI_Init(&argc, &argv);
  {
    all_tests<> name("heffte::fft class");
    cases<TEST_TAG>(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
