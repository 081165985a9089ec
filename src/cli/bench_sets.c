// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench_sets.h"

#include <stdio.h>
#include <string.h>

const char tcf_bench_set_names[] = "pow2, smooth, primes, real, nd";

enum { POINTS = 1 << 20 };  // in all, where the batch is not written out

// A problem without '*' gets the batch that makes about POINTS of it.
static const char *const pow2[] = {"c2c:16",    "c2c:32",     "c2c:64",     "c2c:128",    "c2c:256",     "c2c:512",
                                   "c2c:1024",  "c2c:2048",   "c2c:4096",   "c2c:8192",   "c2c:16384",   "c2c:32768",
                                   "c2c:65536", "c2c:131072", "c2c:262144", "c2c:524288", "c2c:1048576", NULL};

// 2^a 3^b 5^c 7^d, evenly spread over the decades.
static const char *const smooth[] = {"c2c:6",       "c2c:12",    "c2c:15",     "c2c:24",     "c2c:36",     "c2c:60",
                                     "c2c:100",     "c2c:105",   "c2c:210",    "c2c:360",    "c2c:480",    "c2c:1000",
                                     "c2c:1260",    "c2c:1920",  "c2c:3000",   "c2c:6000",   "c2c:10000",  "c2c:12000",
                                     "c2c:30000",   "c2c:44100", "c2c:100000", "c2c:151200", "c2c:390625", "c2c:531441",
                                     "c2c:1000000", NULL};

static const char *const primes[] = {"c2c:17",    "c2c:31",    "c2c:61",    "c2c:127",   "c2c:257",   "c2c:509",
                                     "c2c:1009",  "c2c:2039",  "c2c:4093",  "c2c:8191",  "c2c:10007", "c2c:16381",
                                     "c2c:32749", "c2c:49999", "c2c:65521", "c2c:99991", NULL};

static const char *const real_kinds[] = {"r2c:64",    "r2c:1000",   "r2c:1024",  "r2c:16384",   "r2c:1048576", "c2r:64",
                                         "c2r:1000",  "c2r:1024",   "c2r:16384", "c2r:1048576", "dct1:1025",   "dct2:1000",
                                         "dct2:1024", "dct2:65536", "dct3:1024", "dct4:1024",   NULL};

static const char *const nd[] = {
    "c2c:64x64",       "c2c:100x100", "c2c:256x256",   "c2c:1024x1024", "c2c:64x64x64", "c2c:100x100x100", "c2c:128x128x128",
    "c2c:16x16x16x16", "c2c:101x103", "r2c:1024x1024", "c2r:1024x1024", "r2c:64x64x64", "dct2:512x512",    NULL};

static const struct {
  const char *name;
  const char *const *problems;
} sets[] = {{"pow2", pow2}, {"smooth", smooth}, {"primes", primes}, {"real", real_kinds}, {"nd", nd}};

// Points of a problem whose text is kind:n or kind:n0xn1..
static long points_of(const char *text) {
  long points = 1, n;
  int used;
  for (const char *p = strchr(text, ':'); p && *p && sscanf(p + 1, "%ld%n", &n, &used) == 1; p += used + 1) points *= n;
  return points;
}

int tcf_bench_set_problem(const char *set, int index, char *text, size_t cap) {
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    if (strcmp(set, sets[s].name) != 0) continue;
    for (int i = 0; i <= index; i++)
      if (!sets[s].problems[i]) return 0;
    const char *problem = sets[s].problems[index];
    const long batch = POINTS / points_of(problem);
    if (batch > 1)
      snprintf(text, cap, "%s*%ld", problem, batch);
    else
      snprintf(text, cap, "%s", problem);
    return 1;
  }
  return 0;
}
