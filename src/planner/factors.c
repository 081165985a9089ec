// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/factors.h"

#include <math.h>
#include <string.h>

#include "base/arith.h"
#include "core/limits.h"

enum {
  PAIRS = 6,                // divisors of a length in two steps, nearest to its square root first
  TRIPLES = 4,              // first factors of a length in three steps
  SMALLEST_STEP = 4,        // of a hierarchical transform
  LARGEST_RADIX = 16,       // that a thread computes alone, with its points in registers
  LARGEST_STEP_PRIME = 13,  // of those radices
  FEWEST_GLOBAL = 3,        // steps: with two, the hierarchical algorithm does the same and transposes on the way
};
_Static_assert(TCF_HIERARCHICAL_FACTORS == 1 + 2 * PAIRS + TRIPLES, "room for every list of factors");

// ------------------------------------------------------------------------------------------------ hierarchical

// Inserts a divisor into the list of the largest ones, largest first.
static void keep_largest(int64_t found[PAIRS], int64_t divisor) {
  for (int i = 0; i < PAIRS; i++) {
    if (found[i] >= divisor) continue;
    const int64_t next = found[i];
    found[i] = divisor;
    divisor = next;
  }
}

// Lists the divisors of n nearest to its square root, nearest first, whose two factors both fit a tile. 0 stands for none.
// Divisors are those of the odd part of n times powers of two: to try all numbers from the root down took two thirds of the
// time of planning.
static void list_near_root(int64_t found[PAIRS], int64_t n) {
  int64_t odd = n;
  memset(found, 0, PAIRS * sizeof *found);
  if (n < 1 || n > (int64_t)TCF_LARGEST_TILE * TCF_LARGEST_TILE) return;
  while (odd % 2 == 0) odd /= 2;
  for (int64_t i = 1; i * i <= odd; i += 2) {
    if (odd % i) continue;
    const int64_t pair[] = {i, odd / i};
    for (int k = 0; k < 1 + (pair[0] != pair[1]); k++)
      for (int64_t small = pair[k]; small * small <= n && n % small == 0; small *= 2)
        if (small >= SMALLEST_STEP && n / small <= TCF_LARGEST_TILE) keep_largest(found, small);
  }
}

int tcf_factors_pairs(tcf_factors *list, int most, int64_t n) {
  int64_t small[PAIRS];
  int count = 0;
  list_near_root(small, n);
  for (int i = 0; i < PAIRS && small[i] && 2 * i < most; i++) {
    list[count++] = (tcf_factors){.count = 2, .n = {small[i], n / small[i]}};
    if (small[i] * small[i] != n) list[count++] = (tcf_factors){.count = 2, .n = {n / small[i], small[i]}};
  }
  return count;
}

static int list_triples(tcf_factors *list, int64_t n) {
  int count = 0, tried = 0;
  // The first step loads and stores in the same order, so it is the cheapest one to make long.
  for (int64_t first = (int64_t)(2 * cbrt((double)n)); first >= SMALLEST_STEP && tried < TRIPLES; first--) {
    if (n % first) continue;
    tcf_factors rest[2];
    tried++;
    if (first <= TCF_LARGEST_TILE && tcf_factors_pairs(rest, 2, n / first))
      list[count++] = (tcf_factors){.count = 3, .n = {first, rest->n[1], rest->n[0]}};
  }
  return count;
}

int tcf_factors_hierarchical(tcf_factors list[TCF_HIERARCHICAL_FACTORS], int64_t n) {
  enum { SHORTEST_OF_THREE = 1 << 18 };
  int count = 0;
  // Beyond a tile, clusters of blocks have kernels for a whole transform, and powers of two are left to a kernel that goes
  // through memory by itself (cuda_gemm).
  if (n <= TCF_LARGEST_IN_CLUSTER || (n & (n - 1)) == 0) list[count++] = (tcf_factors){.count = 1, .n = {n}};
  count += tcf_factors_pairs(list + count, 2 * PAIRS, n);
  if (n > SHORTEST_OF_THREE) count += list_triples(list + count, n);
  return count;
}

// ------------------------------------------------------------------------------------------------ global

static int largest_prime(int64_t n) {
  int largest = 1;
  for (int p = 2; p <= TCF_LARGEST_RADIX_PRIME; p++)
    for (; n % p == 0; n /= p) largest = p;
  return n == 1 ? largest : INT32_MAX;
}

// Writes n as a product of `count` divisors up to `most`, as equal as possible, the largest first: the longer the finished
// steps, the longer the contiguous runs of the steps that follow. 0: this search finds no such product.
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

// The fewest steps of radices. 0: there are none.
static int by_radices(tcf_factors *s, int64_t n) {
  int count = 1;
  for (int64_t reach = LARGEST_RADIX; reach < n && count <= TCF_MAX_FACTORS; reach *= LARGEST_RADIX) count++;
  for (; count <= TCF_MAX_FACTORS; count++)
    if (in_equal_steps(s, n, count, LARGEST_RADIX)) return count;
  return 0;
}

// Few steps are long and exchange their points in shared memory. The most steps are radices, which need no exchange.
int tcf_factors_global(tcf_factors list[TCF_GLOBAL_FACTORS], int64_t n) {
  const int largest = largest_prime(n);
  if (largest > TCF_LARGEST_RADIX_PRIME) return 0;
  tcf_factors radices;
  const int most = largest <= LARGEST_STEP_PRIME ? by_radices(&radices, n) : 0;
  if (most == 1 || (!most && n <= LARGEST_RADIX * LARGEST_RADIX)) return 0;
  int found = 0;
  for (int count = FEWEST_GLOBAL; count < FEWEST_GLOBAL + TCF_GLOBAL_FACTORS; count++) {
    if (most && count >= most) {
      list[found++] = radices;
      break;
    }
    if (in_equal_steps(&list[found], n, count, TCF_LARGEST_TILE)) found++;
  }
  return found;
}

int tcf_stage_convolves(const tcf_stage *s) {
  return tcf_rough_part(s->points ? s->points : s->n, TCF_LARGEST_RADIX_PRIME) > 1 || tcf_op_convolves(s->load) ||
         tcf_op_convolves(s->store);
}
