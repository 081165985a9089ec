// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The numerics that devices and their host twin share, each against a second implementation in integers.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/half.h"
#include "num/modular.h"
#include "num/pair.h"
#include "num/split.h"
#include "num/tensor_sum.h"
#include "support.h"

// In long loops: an assertion of Check costs a system call even where it holds.
#define EXPECT(condition, ...)                   \
  do {                                           \
    if (!(condition)) ck_abort_msg(__VA_ARGS__); \
  } while (0)

// ------------------------------------------------------------------------------------------------ pairs

// By rounding doubles: the exponent of the larger part, raised where that part is rounded up to the next power of two, and
// the parts as multiples of the last bit.
static void pair_by_doubles(const float from[2], double to[2], int exponent_bits) {
  const int part = exponent_bits == 6 ? 13 : 12, least = exponent_bits == 6 ? -35 : -127,
            end = exponent_bits == 6 ? 39 : 128;
  const double larger = fmax(fabs((double)from[0]), fabs((double)from[1]));
  int exponent = least, finite = isfinite(from[0]) && isfinite(from[1]);
  while (finite && rint(ldexp(larger, -exponent)) >= ldexp(1, part - 1)) exponent++;
  finite &= exponent + part - 1 <= end;
  for (int i = 0; i < 2; i++) to[i] = finite ? ldexp(rint(ldexp((double)from[i], -exponent)), exponent) : NAN;
}

static void check_pair(float x, float y, int exponent_bits) {
  double wanted[2];
  const tcf_u32 pair = tcf_pair_of(x, y, tcf_larger_magnitude(x, y), exponent_bits);
  const double re = (double)tcf_pair_re(pair, exponent_bits), im = (double)tcf_pair_im(pair, exponent_bits);
  pair_by_doubles((float[2]){x, y}, wanted, exponent_bits);
  if (isnan(wanted[0]))
    EXPECT(!isfinite(re) && !isfinite(im), "pair%d of %a, %a gives %a, %a", exponent_bits, (double)x, (double)y, re, im);
  else
    EXPECT(re == wanted[0] && im == wanted[1], "pair%d of %a, %a gives %a, %a, not %a, %a", exponent_bits, (double)x,
           (double)y, re, im, wanted[0], wanted[1]);
}

START_TEST(pairs_random) {
  test_rng rng = test_rng_fresh(0);
  for (int i = 0; i < 400000; i++) {
    uint32_t bits[2];
    float x[2];
    for (int k = 0; k < 2; k++) bits[k] = (uint32_t)test_between(&rng, 0, UINT32_MAX);
    if (i % 2) bits[1] = (bits[1] & 0x81ffffff) | (bits[0] & 0x7e000000);  // close to one another
    memcpy(x, bits, sizeof x);
    check_pair(x[0], x[1], 6 + 2 * (i / 2 % 2));
  }
}
END_TEST

// Around powers of two and the ends of both formats, where what is rounded needs another exponent.
START_TEST(pairs_edges) {
  for (int e = -149; e <= 127; e++)
    for (int off = -4; off <= 4; off++)
      for (int shift = 9; shift < 14; shift++) {
        const uint32_t bits = test_bits(ldexpf(1, e)) + ((uint32_t)off << shift);
        float x;
        memcpy(&x, &bits, sizeof x);
        const float other[] = {0, -0.f, x, -x, 0.37f * x, 1, INFINITY, NAN};
        for (size_t k = 0; k < TEST_COUNT(other); k++)
          for (int exponent_bits = 6; exponent_bits <= 8; exponent_bits += 2) {
            check_pair(x, other[k], exponent_bits);
            check_pair(other[k], -x, exponent_bits);
          }
      }
}
END_TEST

// Of random numbers of one size: what plans are predicted to lose by them.
START_TEST(pairs_error) {
  test_rng rng = test_rng_fresh(0);
  for (int exponent_bits = 6; exponent_bits <= 8; exponent_bits += 2) {
    double error = 0, norm = 0;
    for (int i = 0; i < 200000; i++) {
      const float x = test_uniform(&rng), y = test_uniform(&rng);
      const tcf_u32 pair = tcf_pair_of(x, y, tcf_larger_magnitude(x, y), exponent_bits);
      const double re = (double)tcf_pair_re(pair, exponent_bits) - (double)x,
                   im = (double)tcf_pair_im(pair, exponent_bits) - (double)y;
      error += re * re + im * im;
      norm += (double)x * (double)x + (double)y * (double)y;
    }
    const double relative = sqrt(error / norm) * (exponent_bits == 6 ? 1 : 0.5);
    EXPECT(relative > 0.9e-4 && relative < 1.45e-4, "pair%d: %g", exponent_bits, sqrt(error / norm));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ half

// Rounds by the remainder of an integer division, from the float's own integers.
static float half_by_integers(float x) {
  const uint32_t bits = test_bits(x);
  const int biased = (int)(bits >> 23 & 255);
  if (biased == 255) return x;
  const int exponent = biased ? biased - 150 : -149;  // of the last bit
  const uint64_t m = (bits & 0x7fffff) | (biased ? 0x800000u : 0);
  if (m == 0) return x;
  int top = exponent;  // of the first bit
  for (uint64_t v = m; v > 1; v >>= 1) top++;
  const int last = top - 10 > -24 ? top - 10 : -24, shift = last - exponent;
  uint64_t r = m;
  if (shift > 40) {
    r = 0;
  } else if (shift > 0) {
    const uint64_t rest = m & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
    r = m >> shift;
    r += rest > half || (rest == half && (r & 1));
  }
  const double y = ldexp((double)r, shift > 0 ? last : exponent);
  return copysignf(y >= 65536 ? INFINITY : (float)y, x);
}

static float half_value(unsigned h) {
  const int exponent = (int)(h >> 10 & 31), mantissa = (int)(h & 1023);
  const double y = exponent == 31 ? (mantissa ? NAN : INFINITY)
                   : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                                  : ldexp(mantissa, -24);
  return (float)(h >> 15 ? -y : y);
}

static void check_half(float x) {
  const float is = tcf_round_half(x), wanted = half_by_integers(x);
  if (isnan(x))
    EXPECT(isnan(is), "NaN %08x gives %a", test_bits(x), (double)is);
  else
    EXPECT(test_bits(is) == test_bits(wanted), "%a gives %a, not %a", (double)x, (double)is, (double)wanted);
}

// Every half is a fixed point; so is the rounding of whatever lies halfway to its neighbour, and next to that.
START_TEST(half_exhaustive) {
  for (unsigned h = 0; h < 65536; h++) {
    const float x = half_value(h);
    if (!isnan(x)) EXPECT(test_bits(tcf_round_half(x)) == test_bits(x), "half %04x gives %a", h, (double)tcf_round_half(x));
    check_half(x);
    if ((h & 0x7fff) >= 0x7bff) continue;  // the largest has no finite neighbour
    const float next = half_value(h + 1), middle = (x + next) / 2;
    const float even = h & 1 ? next : x;
    EXPECT(test_bits(tcf_round_half(middle)) == test_bits(even), "the middle %a gives %a", (double)middle,
           (double)tcf_round_half(middle));
    const float near = nextafterf(middle, x), far = nextafterf(middle, next);
    EXPECT(test_bits(tcf_round_half(near)) == test_bits(x), "%a is nearer to %a", (double)near, (double)x);
    EXPECT(test_bits(tcf_round_half(far)) == test_bits(next), "%a is nearer to %a", (double)far, (double)next);
    check_half(nextafterf(x, next));
    check_half(nextafterf(next, x));
  }
}
END_TEST

START_TEST(half_edges) {
  static const struct {
    float x, half;
  } rows[] = {
      {0, 0},
      {65504, 65504},
      {0x1.ffdffep15f, 65504},  // just below 65520
      {65519.99f, 65504},
      {65520, INFINITY},
      {65536, INFINITY},
      {3.4e38f, INFINITY},
      {INFINITY, INFINITY},
      {0x1p-14f, 0x1p-14f},
      {0x1.ff4p-15f, 0x1.ffp-15f},  // ties of subnormals
      {0x1.ffcp-15f, 0x1p-14f},
      {0x1.ffep-15f, 0x1p-14f},
      {0x1p-24f, 0x1p-24f},
      {0x1p-25f, 0},
      {0x1.000002p-25f, 0x1p-24f},
      {0x1.8p-24f, 0x1p-23f},
      {0x1p-126f, 0},
      {0x1p-149f, 0},
      {0x1.fffffcp-127f, 0},
      {1 + 0x1p-11f, 1},
      {1 + 0x1.8p-10f, 1 + 0x1p-9f},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    ck_assert_msg(test_bits(tcf_round_half(rows[i].x)) == test_bits(rows[i].half), "%a gives %a", (double)rows[i].x,
                  (double)tcf_round_half(rows[i].x));
    ck_assert_msg(test_bits(tcf_round_half(-rows[i].x)) == test_bits(-rows[i].half), "-%a gives %a", (double)rows[i].x,
                  (double)tcf_round_half(-rows[i].x));
  }
  static const uint32_t nans[] = {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffffffffu, 0x7fa5a5a5u};
  for (size_t i = 0; i < TEST_COUNT(nans); i++) ck_assert(isnan(tcf_round_half(tcf_bits_float(nans[i]))));
}
END_TEST

START_TEST(half_random) {
  test_rng rng = test_rng_fresh(3);
  for (int i = 0; i < 1000000; i++) {
    const uint64_t r = test_next(&rng);
    const uint32_t any = (uint32_t)r, in_range = (any & 0x807fffffu) | (uint32_t)(100 + (r >> 40) % 46) << 23;
    check_half(tcf_bits_float(any));
    check_half(tcf_bits_float(in_range));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ split

// Scaled by its own exponent a magnitude lies in [2^8, 2^9), and comes back exactly.
START_TEST(split_exponents) {
  static const uint32_t mantissas[] = {0, 1, 2, 0x400000, 0x555555, 0x7ffffe, 0x7fffff};
  for (uint32_t biased = 0; biased < 255; biased++) {
    for (size_t i = 0; i < TEST_COUNT(mantissas) + 23; i++) {
      const uint32_t mantissa = i < TEST_COUNT(mantissas) ? mantissas[i] : UINT32_C(1) << (i - TEST_COUNT(mantissas));
      const uint32_t bits = biased << 23 | mantissa;
      if (!bits) continue;
      const int e = tcf_split_exponent(bits);
      const float x = tcf_bits_float(bits), scaled = tcf_scale_power2(x, -e);
      EXPECT(scaled >= 0x1p8f && scaled < 0x1p9f, "%a / 2^%d = %a", (double)x, e, (double)scaled);
      EXPECT((double)scaled == ldexp((double)x, -e), "%a / 2^%d = %a", (double)x, e, (double)scaled);
      EXPECT(test_bits(tcf_scale_power2(scaled, e)) == bits, "%a does not come back from 2^%d", (double)x, e);
    }
  }
  static const uint32_t others[] = {0, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu};
  for (size_t i = 0; i < TEST_COUNT(others); i++) ck_assert_int_eq(tcf_split_exponent(others[i]), 0);
  for (int k = -126; k <= 127; k++) ck_assert((double)tcf_power2(k) == ldexp(1, k));
}
END_TEST

// Two terms hold a value of the group to 2^-23 of its largest magnitude, wherever in the range of FP32 that lies.
START_TEST(split_error) {
  test_rng rng = test_rng_fresh(4);
  for (int i = 0; i < 200000; i++) {
    const uint32_t largest = (uint32_t)(1 + test_next(&rng) % 0x7f7fffffu);
    const int e = tcf_split_exponent(largest);
    const float x = test_uniform(&rng) * tcf_bits_float(largest), s = tcf_scale_power2(x, -e);
    const float hi = tcf_round_half(s), lo = tcf_round_half(s - hi);
    EXPECT(fabsf(s) < 0x1p9f && fabsf(lo) <= 0x1p-3f, "%a = %a + %a", (double)s, (double)hi, (double)lo);
    EXPECT(fabs((double)s - (double)hi - (double)lo) <= 0x1p-15, "%a = %a + %a", (double)s, (double)hi, (double)lo);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tensor sums

// In units of the grid, as integers. Finite terms, not all zero.
static double sum_by_integers(const float t[4]) {
  int top = -1000;
  for (int i = 0; i < 4; i++)
    if (t[i] != 0 && ilogbf(t[i]) > top) top = ilogbf(t[i]);
  const int last = top - 23 - 2;
  __int128 sum = 0;
  for (int i = 0; i < 4; i++) {
    int e;
    const int64_t m = (int64_t)ldexp(frexp(fabs((double)t[i]), &e), 24);
    const int shift = e - 24 - last;
    const __int128 units = shift >= 0 ? (__int128)m << shift : shift > -63 ? m >> -shift : 0;
    sum += t[i] < 0 ? -units : units;
  }
  const int negative = sum < 0;
  if (negative) sum = -sum;
  int dropped = 0;
  while (sum >> dropped >= (__int128)1 << 24) dropped++;
  const double y = ldexp((double)(int64_t)(sum >> dropped), dropped + last);
  return negative ? -y : y;
}

static void check_sum(float a, float b, float c, float d) {
  const float t[4] = {a, b, c, d}, is = tcf_tensor_sum4(a, b, c, d), mirrored = tcf_tensor_sum4(-a, -b, -c, -d);
  const double wanted = sum_by_integers(t);
  EXPECT((double)is == wanted, "%a + %a + %a + %a = %a, not %a", (double)a, (double)b, (double)c, (double)d, (double)is,
         wanted);
  EXPECT(is == -mirrored, "%a + %a + %a + %a is not symmetric", (double)a, (double)b, (double)c, (double)d);
  EXPECT(tcf_tensor_sum4(d, b, a, c) == is, "%a + %a + %a + %a depends on the order", (double)a, (double)b, (double)c,
         (double)d);
}

// Worked out by hand from "two extra bits, toward zero, then toward zero".
START_TEST(sums_by_hand) {
  static const struct {
    float t[4];
    float sum;
  } rows[] = {
      {{1, 2, 3, 4}, 10},
      {{1, 0x1p-23f, 0, 0}, 1 + 0x1p-23f},
      {{1, 0x1p-24f, 0, 0}, 1},
      {{1, 0x1p-24f, 0x1p-24f, 0}, 1 + 0x1p-23f},
      {{1, 0x1p-25f, 0x1p-25f, 0x1p-24f}, 1 + 0x1p-23f},
      {{1, 0x1p-26f, 0x1p-26f, 0x1p-24f}, 1},        // both are below the grid
      {{1, 0x1.8p-25f, 0x1.8p-25f, 0x1.8p-25f}, 1},  // 9/8 of the last place exactly, 3/4 of it on the grid
      {{1, -0x1p-25f, 0, 0}, 1 - 0x1p-24f},
      {{1, -0x1p-26f, 0, 0}, 1},
      {{1, -0x1.fp-26f, -0x1.fp-26f, -0x1.fp-26f}, 1},
      {{1, -1, 0x1p-25f, 0}, 0x1p-25f},
      {{1, -1, 0x1p-26f, 0}, 0},
      {{1, -1, 0x1.fcp-24f, 0}, 0x1.8p-24f},
      {{2048, -2048, 0x1p-14f, 0x1p-15f}, 0x1p-14f},
      {{0x1.ffcp0f, 0x1.ffcp0f, 0x1.ffcp0f, 0x1.ffcp0f}, 0x1.ffcp2f},
      {{65504, 65504, 65504, 65504}, 262016},
      {{65504, 65504, 65504, 0x1p-7f}, 196512},
      {{65504, 0x1p-10f, 0, 0}, 65504},
      {{0x1p-24f, 0, 0, 0}, 0x1p-24f},
      {{0x1p-24f, -0x1p-24f, 0x1p-24f, 0x1p-24f}, 0x1p-23f},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const float *t = rows[i].t, is = tcf_tensor_sum4(t[0], t[1], t[2], t[3]);
    ck_assert_msg(is == rows[i].sum, "row %d gives %a, not %a", (int)i, (double)is, (double)rows[i].sum);
    check_sum(t[0], t[1], t[2], t[3]);
  }
}
END_TEST

START_TEST(sums_random) {
  test_rng rng = test_rng_fresh(5);
  for (int i = 0; i < 300000; i++) {
    float t[4];
    const int64_t spread = test_between(&rng, 0, 40);
    for (int k = 0; k < 4; k++) {
      t[k] = half_value((unsigned)(test_next(&rng) % 0x7c00u) | (unsigned)(test_next(&rng) & 0x8000u));
      // Half of the rounds: any FP32 values within some octaves, the sums of the second term's products.
      if (i % 2) t[k] = ldexpf(test_uniform(&rng), (int)test_between(&rng, -spread, 0));
      if (test_next(&rng) % 16 == 0) t[k] = 0;
    }
    if (t[0] == 0 && t[1] == 0 && t[2] == 0 && t[3] == 0) t[0] = 1;
    check_sum(t[0], t[1], t[2], t[3]);
  }
}
END_TEST

START_TEST(sums_special) {
  const float inf = INFINITY;
  ck_assert(tcf_tensor_sum4(0, 0, 0, 0) == 0);
  ck_assert(tcf_tensor_sum4(-0.f, 0, -0.f, 0) == 0);
  ck_assert(tcf_tensor_sum4(inf, 1, -2, 3) == inf);
  ck_assert(tcf_tensor_sum4(1, -inf, -inf, 3) == -inf);
  ck_assert(isnan(tcf_tensor_sum4(inf, 1, -inf, 0)));
  ck_assert(tcf_tensor_grid(0) == 0 && tcf_tensor_grid(inf) == 0 && tcf_tensor_grid(1) == 0x1p-25 &&
            tcf_tensor_grid(1.99f) == 0x1p-25);
  for (int k = 0; k < 4; k++) {
    float t[4] = {1, inf, -1, 0};
    t[k] = NAN;
    ck_assert(isnan(tcf_tensor_sum4(t[0], t[1], t[2], t[3])));
    t[1] = k == 1 ? NAN : 65504;
    ck_assert(isnan(tcf_tensor_sum4(t[0], t[1], t[2], t[3])));
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ modular

// By doubling, so that nothing is wider than 64 bits; m < 2^63.
static uint64_t mulmod_by_doubling(uint64_t a, uint64_t b, uint64_t m) {
  uint64_t r = 0;
  for (a %= m; b; b >>= 1, a = a >= m - a ? a - (m - a) : a + a)
    if (b & 1) r = r >= m - a ? r - (m - a) : r + a;
  return r;
}

START_TEST(products) {
  test_rng rng = test_rng_fresh(6);
  for (int i = 0; i < 20000; i++) {
    const int bits = (int)test_between(&rng, 1, 62);
    const uint64_t m = (test_next(&rng) >> (64 - bits)) | 1, a = test_next(&rng) >> test_between(&rng, 0, 63),
                   b = test_next(&rng) >> test_between(&rng, 0, 63);
    EXPECT(tcf_mulmod(a, b, m) == mulmod_by_doubling(a, b, m), "%llu * %llu mod %llu", (unsigned long long)a,
           (unsigned long long)b, (unsigned long long)m);
  }
  ck_assert_uint_eq(tcf_mulmod(UINT64_MAX, UINT64_MAX, UINT64_MAX), 0);
  ck_assert_uint_eq(tcf_mulmod(UINT64_MAX - 1, UINT64_MAX - 1, UINT64_MAX), 1);
  ck_assert_uint_eq(tcf_mulmod(UINT32_MAX, UINT32_MAX, UINT64_MAX), (uint64_t)UINT32_MAX * UINT32_MAX);
  ck_assert_uint_eq(tcf_mulmod(5, 7, 1), 0);
}
END_TEST

// By a factor whose quotient is known: every modulus from 1 bit to 31, and the largest numbers of each.
static void check_product_by(uint32_t a, uint32_t factor, uint32_t m) {
  const tcf_modular_factor f = tcf_modular_factor_of(factor, m);
  EXPECT(tcf_mulmod_by(a, f) == (uint64_t)a * factor % m, "%u * %u mod %u is not %u", a, factor, m, tcf_mulmod_by(a, f));
}

START_TEST(products_by_factor) {
  test_rng rng = test_rng_fresh(8);
  for (int i = 0; i < 100000; i++) {
    const int bits = 1 + i % 31;
    const uint32_t m = (uint32_t)(test_next(&rng) >> (64 - bits)) | (uint32_t)1 << (bits - 1);
    const uint32_t a = (uint32_t)(test_next(&rng) % m), factor = (uint32_t)(test_next(&rng) % m);
    check_product_by(a, factor, m);
    check_product_by(m - 1, m - 1, m);
    check_product_by(m - 1, factor, m);
    check_product_by(a, 0, m);
  }
  check_product_by(INT32_MAX - 1, INT32_MAX - 1, INT32_MAX);
}
END_TEST

START_TEST(powers) {
  test_rng rng = test_rng_fresh(7);
  for (int i = 0; i < 300; i++) {
    const uint64_t m = (test_next(&rng) >> test_between(&rng, 2, 60)) + 1, base = test_next(&rng);
    uint64_t expected = 1 % m;
    for (uint64_t e = 0; e < 40; e++, expected = mulmod_by_doubling(expected, base, m))
      ck_assert_uint_eq(tcf_powmod(base, e, m), expected);
  }
  ck_assert_uint_eq(tcf_powmod(2, 2147483646, 2147483647), 1);  // Fermat
  ck_assert_uint_eq(tcf_powmod(3, UINT64_C(1) << 61, UINT64_C(2305843009213693951)),
                    mulmod_by_doubling(3, 3, UINT64_C(2305843009213693951)));
}
END_TEST

START_TEST(factors) {
  static uint32_t least[20001];
  for (uint32_t p = 2; p <= 20000; p++)
    for (uint32_t k = p; k <= 20000 && !least[p]; k += p)
      if (!least[k]) least[k] = k == p ? 0 : p;
  for (uint32_t n = 2; n <= 20000; n++) EXPECT(tcf_smallest_factor(n) == (least[n] ? least[n] : n), "%u", n);
  static const uint64_t more[][2] = {{2147483647, 2147483647},
                                     {4295098369u, 65537},
                                     {UINT64_C(1000006000009), 1000003},
                                     {UINT64_C(1) << 62, 2},
                                     {UINT64_C(4294967291), 4294967291u},
                                     {4294967297u, 641}};
  for (size_t i = 0; i < TEST_COUNT(more); i++) ck_assert_uint_eq(tcf_smallest_factor(more[i][0]), more[i][1]);
}
END_TEST

// The order of g modulo p, by walking.
static uint64_t order_of(uint64_t g, uint64_t p) {
  uint64_t order = 1;
  for (uint64_t x = g % p; x != 1; x = x * g % p) order++;
  return order;
}

// It generates, and no smaller number does.
START_TEST(generators) {
  for (uint64_t p = 3; p < 1500; p += 2) {
    if (tcf_smallest_factor(p) != p) continue;
    const uint64_t g = tcf_primitive_root(p);
    ck_assert_uint_eq(order_of(g, p), p - 1);
    for (uint64_t smaller = 2; smaller < g; smaller++) ck_assert_uint_lt(order_of(smaller, p), p - 1);
  }
  static const uint64_t known[][2] = {{65537, 3}, {1000003, 2}, {998244353, 3}, {2147483647, 7},
                                      {40487, 5}, {191, 19},    {409, 21}};
  for (size_t i = 0; i < TEST_COUNT(known); i++) ck_assert_uint_eq(tcf_primitive_root(known[i][0]), known[i][1]);
  ck_assert_uint_eq(order_of(tcf_primitive_root(1000003), 1000003), 1000002);
}
END_TEST

START_TEST(chirps) {
  static const uint64_t lengths[] = {1,
                                     2,
                                     3,
                                     1000,
                                     65537,
                                     2147483647,
                                     UINT64_C(1) << 31,
                                     (UINT64_C(1) << 31) + 11,
                                     UINT64_C(4294967291),
                                     (UINT64_C(1) << 40) - 87,
                                     UINT64_C(1) << 40,
                                     (UINT64_C(1) << 40) + 15};
  test_rng rng = test_rng_fresh(8);
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const uint64_t n = lengths[i];
    for (int k = 0; k < 500; k++) {
      const uint64_t j = k < 20 ? (uint64_t)k % n : k < 40 ? n - 1 - (uint64_t)(k - 20) % n : test_next(&rng) % n;
      ck_assert_uint_eq(tcf_chirp_phase(j, n), mulmod_by_doubling(j, j, 2 * n));
    }
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("num");
  TCase *all = test_case(suite, "num", 60);
  tcase_add_test(all, pairs_random);
  tcase_add_test(all, pairs_edges);
  tcase_add_test(all, pairs_error);
  tcase_add_test(all, half_exhaustive);
  tcase_add_test(all, half_edges);
  tcase_add_test(all, half_random);
  tcase_add_test(all, split_exponents);
  tcase_add_test(all, split_error);
  tcase_add_test(all, sums_by_hand);
  tcase_add_test(all, sums_random);
  tcase_add_test(all, sums_special);
  tcase_add_test(all, products);
  tcase_add_test(all, products_by_factor);
  tcase_add_test(all, powers);
  tcase_add_test(all, factors);
  tcase_add_test(all, generators);
  tcase_add_test(all, chirps);
  return suite;
}
