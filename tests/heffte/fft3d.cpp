// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's test_fft3d for TEST_TAG: its templates with the sizes of its own test_fft3d_npN.cpp, in single precision, on some
// ranks in double precision as well, and on six ranks also those with a stream of the caller's.
#include "test_fft3d.h"

#include "heffte/streams.h"

static void cases_of_doubles(MPI_Comm comm) {
  switch (mpi::comm_size(comm)) {
    case 1:
      test_fft3d_arrays<TEST_TAG, double, 5, 6, 7>(comm);
      break;
    case 2:
      test_fft3d_arrays<TEST_TAG, std::complex<double>, 9, 9, 9>(comm);
      break;
    case 6:
      test_fft3d_queues<TEST_TAG, std::complex<double>, 11, 11, 20>(comm);
      break;
    case 8:
      test_fft3d_vectors<TEST_TAG, double, 16, 15, 15>(comm);
      break;
    default:
      break;
  }
}

static void cases(MPI_Comm comm) {
  switch (mpi::comm_size(comm)) {
    case 1:
      test_fft3d_arrays<TEST_TAG, float, 5, 6, 7>(comm);
      test_fft3d_arrays<TEST_TAG, std::complex<float>, 5, 6, 7>(comm);
      break;
    case 2:
      test_fft3d_const_dest2<TEST_TAG>(comm);
      test_fft3d_arrays<TEST_TAG, float, 9, 9, 9>(comm);
      test_fft3d_arrays<TEST_TAG, std::complex<float>, 9, 9, 9>(comm);
      break;
    case 4:
      test_fft3d_vectors_2d<TEST_TAG, std::complex<float>, 31, 31>(comm);
      break;
    case 6:
      test_fft3d_vectors<TEST_TAG, float, 11, 11, 22>(comm);
      test_fft3d_vectors<TEST_TAG, std::complex<float>, 11, 11, 22>(comm);
      test_fft3d_vectors_2d<TEST_TAG, std::complex<float>, 11, 11>(comm);
      test_fft3d_queues<TEST_TAG, std::complex<float>, 11, 11, 20>(comm);
      break;
    case 8:
      test_fft3d_vectors<TEST_TAG, float, 16, 15, 15>(comm);
      test_fft3d_vectors<TEST_TAG, std::complex<float>, 16, 15, 15>(comm);
      test_fft3d_vectors<TEST_TAG, std::complex<float>, 16, 0, 15>(comm);
      break;
    case 12:
      test_fft3d_arrays<TEST_TAG, float, 19, 20, 21>(comm);
      test_fft3d_arrays<TEST_TAG, std::complex<float>, 19, 15, 25>(comm);
      break;
    default:
      throw std::runtime_error("heFFTe has no test_fft3d for this number of ranks");
  }
}

int main(int argc, char *argv[]) {
  MPI_Init(&argc, &argv);
  {
    all_tests<> name("heffte::fft class");
    cases(MPI_COMM_WORLD);
    if (transforms_doubles<TEST_TAG>()) cases_of_doubles(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
