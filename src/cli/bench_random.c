// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Integers alone, and one draw a statement: neither a machine's rounding nor its compiler's order of evaluation decides.
#include "cli/bench_random.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench_sets.h"
#include "cli/random.h"
#include "num/modular.h"

// Points of all transforms of a problem for a GPU; logarithms of the shortest and of the longest length, axis and column.
enum { GPU_POINTS = 1 << 25, SHORTEST = 1, LONGEST = 20, SHORTEST_AXIS = 5, LONGEST_AXIS = 12, LONGEST_COLUMN = 13 };

// Some lengths: those of at least `least` that fit.
typedef struct lengths {
  tcf_drawn_lengths from;
  int64_t least;
  int (*fits)(int64_t n);
} lengths;

// A problem in the making.
typedef struct draw {
  uint64_t state;
  int64_t points;  // of all transforms
  const lengths *lengths;
  char *text;
  size_t cap;
} draw;

// ------------------------------------------------------------------------------------------------ lengths

// n without its prime factors up to a limit.
static int64_t without_factors(int64_t n, int64_t limit) {
  for (int64_t p = 2; p <= limit; p++)
    while (n % p == 0) n /= p;
  return n;
}

static int is_prime(int64_t n) { return tcf_smallest_factor((tcf_u64)n) == (tcf_u64)n; }

static int fits_any(int64_t n) { return n > 0; }
static int fits_smooth(int64_t n) { return without_factors(n, 13) == 1; }
static int fits_product(int64_t n) { return without_factors(n, 31) > 1 && !is_prime(n); }

static const lengths any = {TCF_DRAWN_ANY, 2, fits_any}, smooth = {TCF_DRAWN_SMOOTH, 2, fits_smooth},
                     primes = {TCF_DRAWN_LARGE_PRIME, 37, is_prime}, products = {TCF_DRAWN_LARGE_PRIME, 74, fits_product};

// From 0 to count - 1. For the counts here the remainder's bias is below 2^-38.
static int64_t below(draw *d, int64_t count) { return (int64_t)(tcf_draw(&d->state) % (uint64_t)count); }

// From 2^from to 2^to: each octave is as likely as another, and in an octave n with a probability in proportion to 1 / n.
static int64_t log_uniform(draw *d, int from, int to) {
  const int64_t low = INT64_C(1) << (from + below(d, to - from));
  for (;;) {
    const int64_t n = low + below(d, low + 1);
    if (below(d, n) < low) return n;
  }
}

// The next length that fits downwards from a log-uniform one. Where there is none, another is drawn.
static int64_t draw_length(draw *d, int from, int to) {
  const int64_t shortest = INT64_C(1) << from, least = d->lengths->least > shortest ? d->lengths->least : shortest;
  for (;;) {
    int64_t n = log_uniform(d, from, to);
    while (n >= least && !d->lengths->fits(n)) n--;
    if (n >= least) return n;
  }
}

// ------------------------------------------------------------------------------------------------ problems

static void write_rows(draw *d, const char *kind, const char *shape, int64_t batch) {
  if (batch > 1)
    snprintf(d->text, d->cap, "%s:%s*%" PRId64, kind, shape, batch);
  else
    snprintf(d->text, d->cap, "%s:%s", kind, shape);
}

static void draw_rows_of(draw *d, const char *kind) {
  char shape[24];
  const int64_t n = draw_length(d, SHORTEST, LONGEST);
  snprintf(shape, sizeof shape, "%" PRId64, n);
  write_rows(d, kind, shape, d->points / n);
}

static void draw_rows(draw *d) { draw_rows_of(d, "c2c"); }
static void draw_real(draw *d) { draw_rows_of(d, below(d, 2) ? "c2r" : "r2c"); }

static void draw_one(draw *d) {
  char shape[24];
  snprintf(shape, sizeof shape, "%" PRId64, draw_length(d, SHORTEST, LONGEST));
  write_rows(d, "c2c", shape, 1);
}

// Two or three axes, all drawn again until one transform has no more points than all may have.
static void draw_shape(draw *d) {
  const int rank = 2 + (int)below(d, 2);
  int64_t n[3], points;
  do {
    points = 1;
    for (int i = 0; i < rank; i++) points *= n[i] = draw_length(d, SHORTEST_AXIS, LONGEST_AXIS);
  } while (points > d->points);
  char shape[72];
  for (int i = 0, used = 0; i < rank; i++)
    used += snprintf(shape + used, sizeof shape - (size_t)used, "%s%" PRId64, i ? "x" : "", n[i]);
  write_rows(d, "c2c", shape, d->points / points);
}

static void draw_columns(draw *d) {
  d->lengths = &any;
  const int64_t n = draw_length(d, SHORTEST, LONGEST_COLUMN), count = d->points / n;
  snprintf(d->text, d->cap, "c2c:%" PRId64 "*%" PRId64 ":is=%" PRId64 ":os=%" PRId64 ":id=1:od=1", n, count, count, count);
}

// Where the draws of a number of a seed begin: at the seed's first draw, for the seed and the index alone would add up to
// the same number for several problems.
static uint64_t state_of(uint64_t seed, int64_t index) { return tcf_draw(&seed) + (uint64_t)index; }

int64_t tcf_random_length(uint64_t seed, int64_t index) {
  draw d = {.state = state_of(seed, index)};
  return log_uniform(&d, SHORTEST, LONGEST);
}

tcf_drawn_lengths tcf_random_problem(uint64_t seed, int64_t index, int processor, char *text, size_t cap) {
  static const struct {
    int percent;
    void (*draw)(draw *d);
  } classes[] = {{50, draw_rows}, {15, draw_shape}, {20, draw_real}, {8, draw_columns}, {7, draw_one}};
  static const lengths *const thirds[] = {&any, &any, &smooth, &smooth, &primes, &products};
  draw d = {
      .state = state_of(seed, index), .points = processor ? TCF_BENCH_HOST_POINTS : GPU_POINTS, .text = text, .cap = cap};
  d.lengths = thirds[below(&d, sizeof thirds / sizeof *thirds)];
  int class = 0;
  for (int64_t percent = below(&d, 100); percent >= classes[class].percent; class ++) percent -= classes[class].percent;
  classes[class].draw(&d);
  return d.lengths->from;
}

int tcf_random_seed(const char *text, uint64_t *seed) {
  if (!*text || text[strspn(text, "0123456789")]) return 0;
  errno = 0;
  const unsigned long long value = strtoull(text, NULL, 10);
  if (errno) return 0;
  *seed = value;
  return 1;
}
