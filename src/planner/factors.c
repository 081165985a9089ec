// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/factors.h"
#include "core/limits.h"

#include <math.h>

enum {
  SPLITS = 6,         // of a length in two, nearest to its root first
  SMALLEST_STEP = 4,  // of a hierarchical transform
  THREES = TCF_HIERARCHICAL_FACTORS - 1 - 2 * SPLITS,
  LARGEST_RADIX = 16,       // that a thread computes by itself: its points stay in registers
  LARGEST_STEP_PRIME = 13,  // of those radices
  FEWEST_GLOBAL = 3,        // steps: two are the hierarchical algorithm's, which transposes as it goes
};

// ------------------------------------------------------------------------------------------------ hierarchical

// Puts a divisor where it belongs among the SPLITS largest ones.
static void keep_largest(int64_t found[SPLITS], int64_t divisor) {
  for (int i = 0; i < SPLITS; i++) {
    if (found[i] >= divisor) continue;
    const int64_t next = found[i];
    found[i] = divisor;
    divisor = next;
  }
}

// The divisor of n that is number `index` by distance from the root, both factors below the limit of a tile; 0: there is
// none. Divisors are those of n's odd part times powers of two: to try all numbers from the root down took two thirds of a
// plan's time.
static int64_t near_root(int64_t n, int index) {
  int64_t found[SPLITS] = {0}, odd = n;
  if (n < 1 || n > (int64_t)TCF_LARGEST_TILE * TCF_LARGEST_TILE) return 0;
  while (odd % 2 == 0) odd /= 2;
  for (int64_t i = 1; i * i <= odd; i += 2) {
    if (odd % i) continue;
    const int64_t pair[] = {i, odd / i};
    for (int k = 0; k < 1 + (pair[0] != pair[1]); k++)
      for (int64_t small = pair[k]; small * small <= n && n % small == 0; small *= 2)
        if (small >= SMALLEST_STEP && n / small <= TCF_LARGEST_TILE) keep_largest(found, small);
  }
  return index < SPLITS ? found[index] : 0;
}

int tcf_factors_pair(tcf_factors *s, int64_t n, int index) {
  const int64_t small = near_root(n, index / 2);
  if (!small || (index % 2 && small * small == n)) return 0;
  *s = (tcf_factors){2, {index % 2 ? n / small : small, index % 2 ? small : n / small}, 0};
  return 1;
}

static int split_in_three(tcf_factors *s, int64_t n, int index) {
  // The first step is read and written in its own order, so the cheapest to make long.
  for (int64_t first = (int64_t)(2 * cbrt((double)n)); first >= SMALLEST_STEP; first--) {
    if (n % first || index-- > 0) continue;
    tcf_factors rest;
    if (first > TCF_LARGEST_TILE || !tcf_factors_pair(&rest, n / first, 0)) return 0;
    *s = (tcf_factors){3, {first, rest.n[1], rest.n[0]}, 0};
    return 1;
  }
  return 0;
}

int tcf_factors_hierarchical(tcf_factors *s, int64_t n, int index) {
  if (index >= TCF_HIERARCHICAL_FACTORS) return -1;
  if (index == 0) {
    *s = (tcf_factors){1, {n}, 0};
    return n <= TCF_LARGEST_TILE || (n & (n - 1)) == 0;  // beyond a tile, what goes through memory by itself (cuda_gemm)
  }
  if (index <= 2 * SPLITS) return tcf_factors_pair(s, n, index - 1);
  return n > (1 << 18) ? split_in_three(s, n, index - 1 - 2 * SPLITS) : 0;
}

// ------------------------------------------------------------------------------------------------ global

static int largest_prime(int64_t n) {
  int largest = 1;
  for (int p = 2; p <= TCF_LARGEST_RADIX_PRIME; p++)
    for (; n % p == 0; n /= p) largest = p;
  return n == 1 ? largest : INT32_MAX;
}

// n as a product of `count` divisors up to `most`, as equal as they come, the largest first: the more points are done, the
// more of them lie side by side for the steps that follow. 0: this finds none.
static int in_equal_steps(tcf_factors *s, int64_t n, int count, int64_t most) {
  int64_t rest = n;
  *s = (tcf_factors){.global = 1};
  for (int left = count; left > 0; left--) {
    const double root = left == 1 ? (double)rest : pow((double)rest, 1.0 / left);
    int64_t step = (int64_t)ceil(root - 1e-6), beyond = 4 * step < most ? 4 * step : most;
    while (step <= beyond && rest % step) step++;
    if (step > beyond || step < 2) return 0;
    int at = s->count++;
    for (; at > 0 && s->n[at - 1] < step; at--) s->n[at] = s->n[at - 1];
    s->n[at] = step;
    rest /= step;
  }
  return rest == 1;
}

// The fewest steps of radices; 0: there are none.
static int by_radices(tcf_factors *s, int64_t n) {
  int count = 1;
  for (int64_t reach = LARGEST_RADIX; reach < n && count <= TCF_MAX_FACTORS; reach *= LARGEST_RADIX) count++;
  for (; count <= TCF_MAX_FACTORS; count++)
    if (in_equal_steps(s, n, count, LARGEST_RADIX)) return count;
  return 0;
}

// From few long steps, which exchange their points in shared memory, to the most: those of radices, which need none.
int tcf_factors_global(tcf_factors *s, int64_t n, int index) {
  const int largest = largest_prime(n), count = FEWEST_GLOBAL + index;
  if (largest > TCF_LARGEST_RADIX_PRIME || index >= TCF_GLOBAL_FACTORS) return -1;
  const int most = largest <= LARGEST_STEP_PRIME ? by_radices(s, n) : 0;
  if (most == 1 || (!most && n <= LARGEST_RADIX * LARGEST_RADIX)) return -1;
  if (most && (count == most || (index == 0 && most < count))) return 1;
  if (most && count > most) return -1;
  return in_equal_steps(s, n, count, TCF_LARGEST_TILE);
}
