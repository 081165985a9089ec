// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// heFFTe's benchmark with one backend more: the arguments of its speed3d_c2c or speed3d_r2c (by BENCH_C2C or BENCH_R2C), and
// tcfft or tcfft_cuda besides its own backends. Its own main runs those.
#define main heffte_main
#include "speed3d.h"
#undef main

#include "tcfft/tcfft_heffte.hpp"

int main(int argc, char *argv[]) {
  if (argc < 6 || backend::name<TEST_TAG>() != argv[1]) return heffte_main(argc, argv);
  MPI_Init(&argc, &argv);
  const std::array<int, 3> size = {{std::stoi(argv[3]), std::stoi(argv[4]), std::stoi(argv[5])}};
  perform_benchmark<TEST_TAG>(argv[2], argv[1], backend::name<TEST_TAG>(), size, arguments(argc, argv));
  MPI_Finalize();
  return 0;
}
