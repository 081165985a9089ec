// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <tcfft/tcfft.h>

int main(void) {
  float in[2 * 8] = {1}, out[2 * 8];
  tcfft_plan *plan;
  if (tcfft_version() != TCFFT_VERSION || tcfft_plan_1d(&plan, TCFFT_C2C, 8, 1) != TCFFT_SUCCESS ||
      tcfft_exec_host(plan, in, out, TCFFT_FORWARD) != TCFFT_SUCCESS) {
    puts(tcfft_last_error());
    return 1;
  }
  tcfft_plan_destroy(plan);
  for (int i = 0; i < 8; i++) {
    if (out[2 * i] != 1 || out[2 * i + 1] != 0) return 1;
  }
  puts("C: fine");
  return 0;
}
