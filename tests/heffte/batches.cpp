// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's tests of batches and of transforms on a part of the ranks, for TEST_TAG. They are written for double, and are
// read as if for float; what they include has been read before.
#include "tcfft/tcfft_heffte.hpp"
#include "test_common.h"

#include <random>

#define double float
#define main heffte_main
#include "test_subcomm.cpp"
#undef main
#undef double

int main(int argc, char *argv[]) {
  MPI_Init(&argc, &argv);
  {
    all_tests<> name("heffte::fft batches and subcommunicators");
    test_batch_cases<TEST_TAG>(MPI_COMM_WORLD);
    if (mpi::comm_size(MPI_COMM_WORLD) >= 4) test_all_subcases<TEST_TAG>(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
