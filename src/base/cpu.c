// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "base/cpu.h"

#include <string.h>

#include "base/process.h"

int tcf_cpu_level(void) {
  int level = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) level = 1;
  if (level && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    level = 2;
#endif
  const char *asked = tcf_process_variable("TCFFT_ISA");
  static const char *const names[] = {"baseline", "avx2", "avx512"};
  for (int i = 0; asked && i < 3; i++)
    if (!strcmp(asked, names[i]) && i < level) level = i;
  return level;
}

int tcf_cpu_vector(void) { return 4 << tcf_cpu_level(); }
