// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/bench_sets.h"

#include <stdio.h>
#include <string.h>

const char tcf_bench_set_names[] =
    "pow2, smooth, primes, real, nd, sweep_pow2, sweep_smooth, sweep_primes, sweep_awkward, sweep_2d, sweep_3d, sweep_r2c,"
    " sweep_one, demo, demo_gpu, opencl_pow2, opencl_smooth, opencl_primes";

// Points of all transforms of a problem: for the host; for a GPU (2^26 complex numbers exceed its caches by far); for
// OpenCL, whose GPU may be small (128 MB each of input and output); for the demo.
enum {
  HOST_POINTS = TCF_BENCH_HOST_POINTS,
  SWEEP_POINTS = 1 << 26,
  OPENCL_POINTS = 1 << 24,
  DEMO_POINTS = 1 << 25,
};

// Shapes of a kind, separated by blanks; a..b stands for a, 2 a, 4 a .. b.
typedef struct shapes {
  const char *kind, *list;
} shapes;

// A set. The batch of each problem is chosen such that all its transforms together have about `points` points.
static const struct set {
  const char *name;
  long points;
  shapes shapes[8];
} sets[] = {
    {"pow2", HOST_POINTS, {{"c2c", "16..1048576"}}},
    // 2^a 3^b 5^c 7^d, evenly spread over the decades.
    {"smooth",
     HOST_POINTS,
     {{"c2c",
       "6 12 15 24 36 60 100 105 210 360 480 1000 1260 1920 3000 6000 10000 12000 30000 44100 100000 151200 390625 "
       "531441 1000000"}}},
    {"primes", HOST_POINTS, {{"c2c", "17 31 61 127 257 509 1009 2039 4093 8191 10007 16381 32749 49999 65521 99991"}}},
    {"real",
     HOST_POINTS,
     {{"r2c", "64 1000 1024 16384 1048576"},
      {"c2r", "64 1000 1024 16384 1048576"},
      {"dct1", "1025"},
      {"dct2", "1000 1024 65536"},
      {"dct3", "1024"},
      {"dct4", "1024"}}},
    {"nd",
     HOST_POINTS,
     {{"c2c", "64x64 100x100 256x256 1024x1024 64x64x64 100x100x100 128x128x128 16x16x16x16 101x103"},
      {"r2c", "1024x1024"},
      {"c2r", "1024x1024"},
      {"r2c", "64x64x64"},
      {"dct2", "512x512"}}},
    {"sweep_pow2", SWEEP_POINTS, {{"c2c", "2..134217728"}}},
    // 2^a 3^b 5^c 7^d 11^e 13^f
    {"sweep_smooth",
     SWEEP_POINTS,
     {{"c2c",
       "3 5 6 7 9 10 11 12 13 15 27 60 77 81 91 100 143 360 625 1000 1001 1331 1920 2197 2401 3125 6000 6561 7200 8000 "
       "10000 12000 15625 30000 59049 100000 390625 1000000 1594323 10000000"}}},
    {"sweep_primes", SWEEP_POINTS, {{"c2c", "17 19 23 29 31 37 41 61 67 97 127 257 509 1009 2039 4093 8191 65521 1048573"}}},
    // Composite lengths with prime factors that are too large for a radix.
    {"sweep_awkward", SWEEP_POINTS, {{"c2c", "34 74 85 254 289 1022 2062 4097 10403 20014 65537 131074 510510 1042441"}}},
    {"sweep_2d", SWEEP_POINTS, {{"c2c", "64x64 100x100 128x128 256x256 512x512 1000x1000 1024x1024 4096x4096 8192x8192"}}},
    {"sweep_3d", SWEEP_POINTS, {{"c2c", "64x64x64 100x100x100 128x128x128 256x256x256 512x512x512"}}},
    // Twice the points, so that inputs and outputs have as many bytes as the complex ones.
    {"sweep_r2c",
     2L * SWEEP_POINTS,
     {{"r2c", "16..1048576 100 360 1000 6000 10000 100000"}, {"c2r", "16..1048576 100 360 1000 6000 10000 100000"}}},
    // One transform alone.
    {"sweep_one", 1, {{"c2c", "16..4194304"}}},
    // For ./bootstrap demo: a mixture of lengths, shapes and kinds that takes a minute.
    {"demo",
     HOST_POINTS,
     {{"c2c", "64 256 1024 4096 16384 65536 262144 1048576 1000 1009 65521 1024x1024 64x64x64"}, {"r2c", "4096 1000"}}},
    {"demo_gpu", DEMO_POINTS, {{"c2c", "64..16777216 1000 1009 65521 1024x1024 256x256x256"}, {"r2c", "4096 1000"}}},
    {"opencl_pow2", OPENCL_POINTS, {{"c2c", "1024..4194304"}}},
    {"opencl_smooth", OPENCL_POINTS, {{"c2c", "60 100 1000 1001 2187 3125 10000 59049 100000 1000000"}}},
    {"opencl_primes", OPENCL_POINTS, {{"c2c", "17 127 1009 8191 65537 1048573"}}},
};

const char *tcf_bench_sweep_sets(int opencl) {
  return opencl ? "opencl_pow2,opencl_smooth,opencl_primes"
                : "sweep_pow2,sweep_smooth,sweep_primes,sweep_awkward,sweep_2d,sweep_3d,sweep_r2c,sweep_one";
}

const char *tcf_bench_set_find(const char *text, const char **rest) {
  const size_t length = strcspn(text, ",");
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++)
    if (strlen(sets[s].name) == length && !strncmp(sets[s].name, text, length)) {
      *rest = text + length + (text[length] == ',');
      return sets[s].name;
    }
  return NULL;
}

// Points of a shape, n0xn1..
static long points_of(const char *shape) {
  long points = 1, n;
  int used;
  for (const char *p = shape; *p && sscanf(p, "%ld%n", &n, &used) == 1; p += used + (p[used] == 'x')) points *= n;
  return points;
}

// Finds shape number *index of a list. If the list is shorter, subtracts its number of shapes from *index and returns 0.
static int take_shape(const char *list, int *index, char *shape, size_t cap) {
  char word[32];
  for (int used; sscanf(list, "%31s%n", word, &used) == 1; list += used) {
    long from, to;
    if (sscanf(word, "%ld..%ld", &from, &to) != 2) {
      if ((*index)-- > 0) continue;
      snprintf(shape, cap, "%s", word);
      return 1;
    }
    for (; from <= to; from *= 2) {
      if ((*index)-- > 0) continue;
      snprintf(shape, cap, "%ld", from);
      return 1;
    }
  }
  return 0;
}

int tcf_bench_set_problem(const char *set, int processor, int index, char *text, size_t cap) {
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    if (strcmp(set, sets[s].name) != 0) continue;
    for (const shapes *some = sets[s].shapes; some->kind; some++) {
      char shape[32];
      if (!take_shape(some->list, &index, shape, sizeof shape)) continue;
      const long points = processor && sets[s].points > HOST_POINTS ? HOST_POINTS : sets[s].points;
      const long batch = points / points_of(shape);
      if (batch > 1)
        snprintf(text, cap, "%s:%s*%ld", some->kind, shape, batch);
      else
        snprintf(text, cap, "%s:%s", some->kind, shape);
      return 1;
    }
    return 0;
  }
  return 0;
}
