// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/signals.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_EMULATED  // a suite on devices
#include "on_device.h"
#endif

static const double TURN = 6.28318530717958647692;

// ------------------------------------------------------------------------------------------------ signals

static double uniform(test_rng *rng) { return (double)(test_next(rng) >> 11) * 0x1p-53; }

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static int64_t draw_frequency(test_rng *rng, support kind, int64_t n, int64_t base, int64_t i, int64_t k) {
  const int64_t lattice = n / 4096 ? n / 4096 : 1;
  switch (kind) {
    case CLUSTERED:
      return (base + (int64_t)(test_next(rng) % (uint64_t)(4 * k))) % n;
    case HARMONIC:
      return (base % (n / k) + 1) * (i + 1) % n;
    case LATTICE:
      return (int64_t)(test_next(rng) % (uint64_t)(n / lattice)) * lattice;
    default:
      return (int64_t)(test_next(rng) % (uint64_t)n);
  }
}

// Different frequencies; of real signals those of one half, without 0 and n / 2.
static void draw_support(signal *s, test_rng *rng, support kind) {
  const int64_t n = s->real ? (s->n - 1) / 2 : s->n, first = s->real;
  const int64_t base = (int64_t)(test_next(rng) % (uint64_t)n);
  for (int64_t have = 0; have < s->k;) {
    while (have < s->k) {
      s->frequency[have] = first + draw_frequency(rng, kind, n, base, have, s->k);
      have++;
    }
    qsort(s->frequency, (size_t)have, sizeof *s->frequency, by_number);
    int64_t kept = 0;
    for (int64_t i = 0; i < have; i++)
      if (!i || s->frequency[i] != s->frequency[i - 1]) s->frequency[kept++] = s->frequency[i];
    have = kept;
  }
}

static signal room_for(int64_t n, int64_t k, int real) {
  signal s = {.n = n, .k = k, .real = real};
  s.frequency = malloc((size_t)k * sizeof *s.frequency);
  s.amplitude = malloc((size_t)k * 2 * sizeof *s.amplitude);
  s.x = malloc((size_t)n * (real ? 1 : 2) * sizeof *s.x);
  return s;
}

// The sum of a signal's tones in double. The caller frees it by fftw_free.
static fftw_complex *sum_tones(signal *s) {
  const int64_t n = s->n;
  fftw_complex *X = fftw_alloc_complex((size_t)n);
  memset(X, 0, (size_t)n * sizeof *X);
  for (int64_t i = 0; i < s->k; i++) {
    const int64_t f = s->frequency[i];
    const double *a = s->amplitude + 2 * i;
    X[f][0] = a[0];
    X[f][1] = a[1];
    s->power += (a[0] * a[0] + a[1] * a[1]) * (s->real ? 2 : 1);
    if (!s->real) continue;
    X[n - f][0] = a[0];
    X[n - f][1] = -a[1];
  }
  fftw_plan plan = fftw_plan_dft_1d((int)n, X, X, FFTW_BACKWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  return X;
}

signal make_signal(test_rng *rng, int64_t n, int64_t k, int real, support kind, double spread, double snr) {
  signal s = room_for(n, k, real);
  draw_support(&s, rng, kind);
  for (int64_t i = 0; i < k; i++) {
    const double a = pow(10, -spread / 20 * uniform(rng)), phase = TURN * uniform(rng);
    s.amplitude[2 * i] = a * cos(phase);
    s.amplitude[2 * i + 1] = a * sin(phase);
  }
  fftw_complex *X = sum_tones(&s);
  const double deviation = snr > 0 ? sqrt(s.power / snr / (real ? 1 : 2)) : 0;
  for (int64_t t = 0; t < n; t++) {
    const double size = deviation ? deviation * sqrt(-2 * log(uniform(rng) + 1e-300)) : 0, angle = TURN * uniform(rng);
    s.x[real ? t : 2 * t] = (float)(X[t][0] + size * cos(angle));
    if (!real) s.x[2 * t + 1] = (float)(X[t][1] + size * sin(angle));
  }
  fftw_free(X);
  return s;
}

signal make_tones(int64_t n, int64_t k, const int64_t *frequency, const double *amplitude) {
  signal s = room_for(n, k, 0);
  memcpy(s.frequency, frequency, (size_t)k * sizeof *frequency);
  memcpy(s.amplitude, amplitude, (size_t)k * 2 * sizeof *amplitude);
  fftw_complex *X = sum_tones(&s);
  for (int64_t t = 0; t < n; t++) {
    s.x[2 * t] = (float)X[t][0];
    s.x[2 * t + 1] = (float)X[t][1];
  }
  fftw_free(X);
  return s;
}

void free_signal(signal *s) {
  free(s->frequency);
  free(s->amplitude);
  free(s->x);
}

// ------------------------------------------------------------------------------------------------ results

result make_result(int64_t capacity) {
  result r = {.capacity = capacity, .count = -7, .status = -7};
  r.index = malloc((size_t)capacity * sizeof *r.index);
  r.value = malloc((size_t)capacity * 2 * sizeof *r.value);
  memset(r.index, 0x5a, (size_t)capacity * sizeof *r.index);
  memset(r.value, 0x5a, (size_t)capacity * 2 * sizeof *r.value);
  return r;
}

void free_result(result *r) {
  free(r->index);
  free(r->value);
}

tcfft_sparse_desc desc_of(int64_t n, int64_t k) {
  tcfft_sparse_desc d = TCFFT_SPARSE_DESC_INIT;
  d.n = n;
  d.k = k;
  d.no_fallback = 1;
  d.method = TCFFT_SPARSE_PEELING;
  d.seed = test_seed();
  d.backend = test_backend;
  return d;
}

tcfft_sparse_plan *plan_of(const tcfft_sparse_desc *d) {
  tcfft_sparse_plan *plan = NULL;
  const tcfft_status status = tcfft_sparse_plan_create(&plan, d);
  ck_assert_msg(status == TCFFT_SUCCESS, "n = %lld, k = %lld: %s", (long long)d->n, (long long)d->k, tcfft_last_error());
  return plan;
}

#ifdef TEST_EMULATED
enum { GUARD = 64 };  // bytes behind an array

// Poisoned memory of the device, and bytes behind it that no transform may write.
static void *guarded(size_t bytes) {
  char *poison = malloc(bytes + GUARD);
  memset(poison, 0x5a, bytes + GUARD);
  void *memory = device_new(poison, bytes + GUARD);
  free(poison);
  return memory;
}

static void check_guard(const void *memory, size_t bytes) {
  char behind[GUARD], poison[GUARD];
  memset(poison, 0x5a, GUARD);
  device_succeeds(on_device()->copy_out(ON_DEVICE, behind, (const char *)memory + bytes, GUARD), "copying out");
  ck_assert_mem_eq(behind, poison, GUARD);
}

// Copies a signal to the device and its results back. What lies behind the results, up to the capacity, may be anything
// there; what lies behind that is as it was.
static void execute(const tcfft_sparse_plan *plan, const tcfft_sparse_desc *d, const float *x, result *r) {
  const size_t samples = (size_t)d->n * (d->real ? 1 : 2) * sizeof *x, indices = (size_t)r->capacity * sizeof *r->index;
  void *in = device_new(x, samples), *index = guarded(indices), *value = guarded(indices);
  void *count = device_new(&r->count, sizeof r->count), *status = device_new(&r->status, sizeof r->status);
  device_succeeds(tcfft_sparse_exec(plan, in, index, value, count, status, NULL), "a sparse transform");
  device_sync(NULL);
  check_guard(index, indices);
  check_guard(value, indices);
  void *const from[] = {index, value, count, status};
  void *const to[] = {r->index, r->value, &r->count, &r->status};
  const size_t bytes[] = {indices, indices, sizeof r->count, sizeof r->status};
  for (int i = 0; i < 4; i++) {
    device_succeeds(on_device()->copy_out(ON_DEVICE, to[i], from[i], bytes[i]), "copying out");
    device_free(from[i]);
  }
  device_free(in);
}
#else
static void execute(const tcfft_sparse_plan *plan, const tcfft_sparse_desc *d, const float *x, result *r) {
  (void)d;
  const tcfft_status status = tcfft_sparse_exec(plan, x, r->index, r->value, &r->count, &r->status, NULL);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s", tcfft_last_error());
  for (int64_t i = r->count; i < r->capacity; i++) ck_assert_int_eq(r->index[i], 0x5a5a5a5a5a5a5a5aLL);
}
#endif

result run(const tcfft_sparse_desc *d, const float *x) {
  result r = make_result(d->capacity ? d->capacity : 2 * d->k);
  tcfft_sparse_plan *plan = plan_of(d);
  execute(plan, d, x, &r);
  ck_assert_int_ge(r.count, 0);
  ck_assert_int_le(r.count, r.capacity);
  for (int64_t i = 1; i < r.count; i++) ck_assert_int_gt(r.index[i], r.index[i - 1]);
  tcfft_sparse_plan_destroy(plan);
  return r;
}

score compare(const signal *s, const result *r) {
  score c = {0};
  int64_t i = 0, j = 0;
  while (i < s->k || j < r->count) {
    if (j >= r->count || (i < s->k && s->frequency[i] < r->index[j])) {
      c.missed++;
      i++;
    } else if (i >= s->k || r->index[j] < s->frequency[i]) {
      c.invented++;
      j++;
    } else {
      c.mean += hypot(r->value[2 * j] / (double)s->n - s->amplitude[2 * i],
                      r->value[2 * j + 1] / (double)s->n - s->amplitude[2 * i + 1]);
      i++;
      j++;
    }
  }
  c.mean /= (double)s->k;
  return c;
}

void check_found(const signal *s, const tcfft_sparse_desc *d, double error, const char *what) {
  result r = run(d, s->x);
  const score c = compare(s, &r);
  ck_assert_msg(c.missed == 0 && c.invented == 0 && r.status == TCFFT_SPARSE_VERIFIED && c.mean <= error,
                "%s, n = %lld, k = %lld (given %lld): %lld missed, %lld invented, status %d, error %g", what,
                (long long)s->n, (long long)s->k, (long long)d->k, (long long)c.missed, (long long)c.invented, r.status,
                c.mean);
  free_result(&r);
}
