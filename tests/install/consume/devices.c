// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Why there is no device but the host. 1: there is another one, or the host is missing.
#include <stdio.h>
#include <tcfft/tcfft.h>

int main(void) {
  int count = 0;
  if (tcfft_device_count(TCFFT_BACKEND_AUTO, &count) != TCFFT_SUCCESS || count != 1) return 1;
  for (int b = TCFFT_BACKEND_CUDA; b <= TCFFT_BACKEND_OPENCL; b++) {
    if (tcfft_device_count((tcfft_backend)b, &count) != TCFFT_ERROR_NO_DEVICE) return 1;
    puts(tcfft_last_error());
  }
  return 0;
}
