// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's test_fft3d_r2c for TEST_TAG: the templates of its file with the sizes that it has for as many ranks, in single
// precision, and on two and six ranks in double precision as well.
// The file's own main would run heFFTe's backends.
#define main heffte_main
#include "test_fft3d_r2c.cpp"
#undef main

#include "heffte/streams.h"

static void cases_of_doubles(MPI_Comm comm) {
  if (mpi::comm_size(comm) == 2) test_fft3d_r2c_arrays<TEST_TAG, double, 9, 9, 9>(comm);
  if (mpi::comm_size(comm) == 6) test_fft3d_r2c_queues<TEST_TAG, double, 11, 11, 20>(comm);
}

static void cases(MPI_Comm comm) {
  switch (mpi::comm_size(comm)) {
    case 1:
      test_fft3d_r2c_arrays<TEST_TAG, float, 3, 4, 5>(comm);
      break;
    case 2:
      test_fft3d_r2c_const_dest2<TEST_TAG>(comm);
      test_fft3d_r2c_arrays<TEST_TAG, float, 9, 9, 9>(comm);
      break;
    case 4:
      test_fft3d_r2c_vectors_2d<TEST_TAG, float, 11, 12>(comm);
      break;
    case 6:
      test_fft3d_r2c_vectors<TEST_TAG, float, 11, 11, 20>(comm);
      test_fft3d_r2c_queues<TEST_TAG, float, 11, 11, 20>(comm);
      break;
    case 8:
      test_fft3d_r2c_vectors<TEST_TAG, float, 12, 12, 10>(comm);
      break;
    case 12:
      test_fft3d_r2c_arrays<TEST_TAG, float, 21, 20, 20>(comm);
      break;
    default:
      throw std::runtime_error("heFFTe has no test_fft3d_r2c for this number of ranks");
  }
}

int main(int argc, char *argv[]) {
  MPI_Init(&argc, &argv);
  {
    all_tests<> name("heffte::fft_r2c class");
    cases(MPI_COMM_WORLD);
    if (transforms_doubles<TEST_TAG>()) cases_of_doubles(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
