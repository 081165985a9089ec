// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include <tcfft/tcfft.h>

#include <complex>
#include <cstdio>
#include <vector>

int main() {
  std::vector<std::complex<float>> in(8), out(8);
  in[0] = 1;
  tcfft_desc d = TCFFT_DESC_INIT;
  d.kind = TCFFT_C2C;
  d.rank = 1;
  d.n[0] = 8;
  d.backend = TCFFT_BACKEND_HOST;
  tcfft_plan *plan = nullptr;
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  if (tcfft_plan_create(&plan, &d) != TCFFT_SUCCESS ||
      tcfft_exec_with(plan, in.data(), out.data(), TCFFT_FORWARD, &info) != TCFFT_SUCCESS) {
    std::puts(tcfft_last_error());
    return 1;
  }
  tcfft_plan_destroy(plan);
  for (auto z : out) {
    if (z != std::complex<float>(1)) return 1;
  }
  std::puts("C++: fine");
  return 0;
}
