// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the library takes from the environment, in words for tests/base/privileged.sh: which runs this program with rights of
// its own and without.
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#include "backend/program_cache.h"
#include "tcfft/tcfft.h"

int main(void) {
  int devices = 0;
  tcfft_device_count(TCFFT_BACKEND_OPENCL, &devices);
  printf("%s:%s:%s\n", getauxval(AT_SECURE) ? "privileged" : "plain", tcf_cache_is_on(0) ? "cache" : "no cache",
         strstr(tcfft_last_error(), "/nowhere/") ? "file" : "no file");
  return 0;
}
