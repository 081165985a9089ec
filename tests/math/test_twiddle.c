// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Roots of unity against long double.
#include "math/twiddle.h"

#include <math.h>

#include "support.h"

// In long loops: an assertion of Check costs a system call even where it holds.
#define EXPECT(condition, ...)                   \
  do {                                           \
    if (!(condition)) ck_abort_msg(__VA_ARGS__); \
  } while (0)

// exp(-2 pi i k / n): to the nearest quarter turn in integers, the rest in long double.
static void root_long(int64_t k, int64_t n, long double out[2]) {
  const int64_t quarter = (8 * k + n) / (2 * n);
  const __int128 rest = (__int128)4 * k - (__int128)quarter * n;
  const long double angle = 3.14159265358979323846264338327950288L / 2 * ((long double)rest / (long double)n);
  const long double c = cosl(angle), s = sinl(angle);
  const long double re[4] = {c, -s, -c, s}, im[4] = {-s, -c, s, c};
  out[0] = re[quarter % 4];
  out[1] = im[quarter % 4];
}

static const int64_t orders[] = {1,
                                 2,
                                 3,
                                 4,
                                 5,
                                 6,
                                 7,
                                 8,
                                 12,
                                 16,
                                 24,
                                 60,
                                 100,
                                 1000,
                                 1009,
                                 1024,
                                 4095,
                                 65536,
                                 65537,
                                 1000003,
                                 (INT64_C(1) << 31) - 1,
                                 INT64_C(1) << 32,
                                 INT64_C(999999999989),
                                 (INT64_C(1) << 40) - 87,
                                 INT64_C(1) << 40};

// A k for every i: all of them where they are few.
static int64_t pick(int64_t i, int64_t n, test_rng *rng) {
  if (n <= 2000) return i % n;
  return i < 50 ? i : i < 100 ? n - 1 - (i - 50) : test_between(rng, 0, n - 1);
}

// To a few units of the last place, however small; as numbers of tables, to one.
START_TEST(exact_roots) {
  test_rng rng = test_rng_fresh(9);
  for (size_t o = 0; o < TEST_COUNT(orders); o++) {
    const int64_t n = orders[o];
    for (int64_t i = 0; i < 2000; i++) {
      const int64_t k = pick(i, n, &rng);
      double w[2];
      long double r[2];
      tcf_root_exact(k, n, w);
      root_long(k, n, r);
      for (int part = 0; part < 2; part++) {
        EXPECT(fabsl(w[part] - r[part]) <= fminl(0x1p-52L, 0x1.8p-51L * fabsl(r[part])),
               "root %lld of %lld: part %d is %a, not %La", (long long)k, (long long)n, part, w[part], r[part]);
      }
    }
  }
}
END_TEST

static int same(const double a[2], double re, double im) { return a[0] == re && a[1] == im; }

// Nothing is nearly 0 that is 0, and mirrored roots mirror each other.
START_TEST(symmetries) {
  for (int64_t n = 1; n <= 600; n++) {
    for (int64_t k = 0; k < n; k++) {
      double w[2], mirrored[2];
      tcf_root_exact(k, n, w);
      if (k == 0) EXPECT(same(w, 1, 0), "root %d of %d", (int)k, (int)n);
      if (4 * k == n) EXPECT(same(w, 0, -1), "root %d of %d", (int)k, (int)n);
      if (2 * k == n) EXPECT(same(w, -1, 0), "root %d of %d", (int)k, (int)n);
      if (4 * k == 3 * n) EXPECT(same(w, 0, 1), "root %d of %d", (int)k, (int)n);
      if (k > 0 && 8 * k % n != 0) {
        tcf_root_exact(n - k, n, mirrored);
        EXPECT(same(mirrored, w[0], -w[1]), "root %d of %d", (int)k, (int)n);
        if (n % 2 == 0) {
          tcf_root_exact((k + n / 2) % n, n, mirrored);
          EXPECT(same(mirrored, -w[0], -w[1]), "root %d of %d", (int)k, (int)n);
        }
        if (n % 4 == 0) {
          tcf_root_exact((k + n / 4) % n, n, mirrored);
          EXPECT(same(mirrored, w[1], -w[0]), "root %d of %d", (int)k, (int)n);
        }
      }
    }
  }
}
END_TEST

// At odd multiples of 1/8 of the circle, both parts have the same magnitude.
START_TEST(octants) {
  static const int64_t lengths[] = {8, 24, 1024, INT64_C(1) << 40};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    for (int64_t octant = 1; octant < 8; octant += 2) {
      double w[2];
      tcf_root_exact(lengths[i] / 8 * octant, lengths[i], w);
      ck_assert_msg(fabs(w[0]) == fabs(w[1]), "octant %d: %a, %a", (int)octant, w[0], w[1]);
      ck_assert((w[0] > 0) == (octant == 1 || octant == 7) && (w[1] > 0) == (octant > 4));
    }
  }
}
END_TEST

// Products of two table entries stay within 2^-50, and round to FP32 as the root itself does or next to it.
START_TEST(table_roots) {
  test_rng rng = test_rng_fresh(10);
  for (size_t o = 0; o < TEST_COUNT(orders); o++) {
    const int64_t n = orders[o];
    tcf_roots roots;
    ck_assert_int_eq(tcf_roots_init(&roots, n), TCFFT_SUCCESS);
    ck_assert_int_eq(roots.n, n);
    for (int64_t i = 0; i < 5000; i++) {
      const int64_t k = pick(i, n, &rng);
      double w[2];
      float f[2];
      long double r[2];
      tcf_root(&roots, k, w);
      tcf_root_f32(&roots, k, f);
      root_long(k, n, r);
      for (int part = 0; part < 2; part++) {
        EXPECT(fabsl(w[part] - r[part]) < 0x1p-50L, "root %lld of %lld is off by %Lg", (long long)k, (long long)n,
               w[part] - r[part]);
        EXPECT(f[part] == (float)w[part] && fabsl(f[part] - r[part]) <= 0x1.00002p-25L, "root %lld of %lld as float",
               (long long)k, (long long)n);
      }
    }
    tcf_roots_free(&roots);
    ck_assert_ptr_null(roots.low);
    tcf_roots_free(&roots);
  }
}
END_TEST

// The same in long double: what is rounded to FP64 is the root's own rounding or next to it.
START_TEST(wide_roots) {
  test_rng rng = test_rng_fresh(11);
  for (size_t o = 0; o < TEST_COUNT(orders); o++) {
    const int64_t n = orders[o];
    tcf_arena arena = {0};
    tcf_wide_roots roots, kept;
    ck_assert_int_eq(tcf_wide_roots_init(&roots, n), TCFFT_SUCCESS);
    if (n < 100000) ck_assert_int_eq(tcf_wide_roots_keep(&kept, n, &arena), TCFFT_SUCCESS);
    for (int64_t i = 0; i < 2000; i++) {
      const int64_t k = pick(i, n, &rng);
      double d[2], e[2] = {0};
      long double w[2], r[2];
      tcf_wide_root(&roots, k, w);
      tcf_root_f64(&roots, k, d);
      if (n < 100000) tcf_root_f64(&kept, k, e);
      root_long(k, n, r);
      for (int part = 0; part < 2; part++) {
        EXPECT(fabsl(w[part] - r[part]) < 0x1p-61L, "root %lld of %lld is off by %Lg", (long long)k, (long long)n,
               w[part] - r[part]);
        EXPECT(d[part] == (double)w[part] && fabsl(d[part] - r[part]) <= 0x1.01p-54L, "root %lld of %lld as double",
               (long long)k, (long long)n);
        EXPECT(n >= 100000 || e[part] == d[part], "root %lld of %lld that was kept", (long long)k, (long long)n);
      }
    }
    tcf_wide_roots_free(&roots);
    tcf_arena_free(&arena);
  }
}
END_TEST

// What a plan keeps is what a visitor gets.
START_TEST(kept_roots) {
  tcf_arena arena = {0};
  for (int64_t n = 1; n < 3000; n = n * 3 / 2 + 1) {
    tcf_roots kept, own;
    ck_assert_int_eq(tcf_roots_keep(&kept, n, &arena), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_roots_init(&own, n), TCFFT_SUCCESS);
    for (int64_t k = 0; k < n; k++) {
      double a[2], b[2];
      tcf_root(&kept, k, a);
      tcf_root(&own, k, b);
      EXPECT(same(a, b[0], b[1]), "root %d of %d", (int)k, (int)n);
    }
    tcf_roots_free(&own);
  }
  tcf_arena_free(&arena);
  ck_assert_ptr_null(arena.first);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("twiddle");
  TCase *all = test_case(suite, "twiddle", 60);
  tcase_add_test(all, exact_roots);
  tcase_add_test(all, symmetries);
  tcase_add_test(all, octants);
  tcase_add_test(all, table_roots);
  tcase_add_test(all, wide_roots);
  tcase_add_test(all, kept_roots);
  return suite;
}
