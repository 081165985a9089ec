// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "base/cpu.h"

#include <stdatomic.h>
#include <string.h>

#include "base/process.h"

#if defined(__x86_64__)
#include <cpuid.h>

// XCR0, which says whose registers the operating system saves.
static unsigned saved_registers(void) {
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// __builtin_cpu_supports would ask the compiler's own library, and that of Zig 0.17 finds no instruction set of these.
static int level_of_processor(void) {
  const unsigned avx512 = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL, ymm = 0x06, zmm = 0xe6;
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_FMA) || !(c & bit_F16C)) return 0;
  const unsigned saved = saved_registers();
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2) || (saved & ymm) != ymm) return 0;
  return (b & avx512) == avx512 && (saved & zmm) == zmm ? 2 : 1;
}
#else
static int level_of_processor(void) { return 0; }
#endif

// Asked once: a virtual machine leaves CPUID to its host, which takes microseconds.
static int known_level(void) {
  static atomic_int known;  // the level and 1
  if (!known) known = level_of_processor() + 1;
  return known - 1;
}

enum { LEVELS = 3 };

// The level that TCFFT_ISA names; LEVELS if it names none.
static int asked_level(const char *asked) {
  static const char *const names[LEVELS] = {"baseline", "avx2", "avx512"};
  int level = 0;
  while (level < LEVELS && (!asked || strcmp(asked, names[level]) != 0)) level++;
  return level;
}

int tcf_cpu_level(void) {
  const int level = known_level(), asked = asked_level(tcf_process_variable("TCFFT_ISA"));
  return asked < level ? asked : level;
}

const char *tcf_cpu_unknown_level(void) {
  const char *asked = tcf_process_variable("TCFFT_ISA");
  return asked && *asked && asked_level(asked) == LEVELS ? asked : NULL;
}

int tcf_cpu_vector(void) { return 4 << tcf_cpu_level(); }
