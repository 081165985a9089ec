// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A hash's values by their definition, from samples of known tones in double, and what is read from them: where every
// frequency appears and with which phase, its digits, its amplitude, and whether a bin has one tone or two.
#include <math.h>
#include <stdlib.h>

#include "sparse/host/run.h"
#include "support.h"

enum { N_MOST = 1024, TAPS_MOST = 400 };

// In long loops: an assertion of Check costs a system call even where it holds.
#define EXPECT(condition, ...)                   \
  do {                                           \
    if (!(condition)) ck_abort_msg(__VA_ARGS__); \
  } while (0)

typedef struct model {
  tcf_hash h;
  tcf_roots roots;
  tcf_flat_window window;
  float tap[TAPS_MOST];
  tcf_z unit[N_MOST];  // exp(2 pi i k / n)
  tcf_z x[N_MOST];
} model;

static model *new_model(test_rng *rng, uint64_t n, uint64_t bins, int comb) {
  model *m = calloc(1, sizeof *m);
  tcf_hash *h = &m->h;
  h->n = n;
  h->phases = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
  h->points = n / h->phases;
  h->bins = bins;
  h->start = test_next(rng) % h->points * (comb ? h->phases : 1);
  ck_assert_int_eq(tcf_roots_init(&m->roots, (int64_t)n), TCFFT_SUCCESS);
  for (uint64_t k = 0; k < n; k++)
    m->unit[k] =
        (tcf_z){cos(6.28318530717958647692 * (double)k / (double)n), sin(6.28318530717958647692 * (double)k / (double)n)};
  if (!comb) {
    while (!h->inverse) {
      h->sigma = 1 + test_next(rng) % (h->points - 1);
      h->inverse = tcf_modular_inverse(h->sigma, h->points);
    }
    tcf_flat_window_init(&m->window, TCF_WINDOW_FINE);
    h->taps = (uint64_t)tcf_flat_window_taps(&m->window, (int64_t)bins);
    ck_assert_uint_le(h->taps, TAPS_MOST);
    tcf_flat_window_fill(&m->window, (int64_t)bins, (int64_t)h->taps, m->tap);
  }
  tcf_sparse_delays(h, TCF_SPARSE_CLEAR_RATIO, comb ? TCF_SPARSE_COMB_GROUPS : tcf_sparse_window_groups(0, (int)h->phases),
                    comb ? TCF_SPARSE_GROUPS : TCF_SPARSE_WINDOW_GROUPS);
  return m;
}

static void free_model(model *m) {
  tcf_roots_free(&m->roots);
  free(m);
}

static void clear_samples(model *m) {
  for (uint64_t t = 0; t < m->h.n; t++) m->x[t] = (tcf_z){0, 0};
}

static void add_tone(model *m, uint64_t f, tcf_z a) {
  for (uint64_t t = 0; t < m->h.n; t++) m->x[t] = z_add(m->x[t], z_mul(a, m->unit[f * t % m->h.n]));
}

// The values of a bin.
static void measure(const model *m, uint64_t bin, tcf_z *value) {
  const tcf_hash *h = &m->h;
  const int comb = !h->sigma;
  tcf_z turn[N_MOST];  // exp(-2 pi i bin e / bins)
  for (uint64_t e = 0; e < h->bins; e++) {
    const double angle = -6.28318530717958647692 * (double)(bin * e % h->bins) / (double)h->bins;
    turn[e] = comb ? (tcf_z){cos(angle) / (double)h->bins, sin(angle) / (double)h->bins} : (tcf_z){cos(angle), sin(angle)};
  }
  for (uint32_t g = 0; g < h->groups; g++)
    for (uint32_t c = 0; c < h->phases; c++) {
      tcf_z sum = {0, 0};
      for (uint64_t i = 0; i < (comb ? h->bins : h->taps); i++) {
        const uint64_t t = comb ? tcf_comb_position(h, g, i) : h->phases * tcf_window_position(h, g, i);
        const tcf_z w = turn[comb ? i : tcf_window_element(h, i)];
        sum = z_add(sum, z_mul(z_scale(m->x[t + c], comb ? 1 : (double)m->tap[i]), w));
      }
      value[g * h->phases + c] = sum;
    }
}

static tcf_z any_phase(test_rng *rng, double size) {
  const double angle = 3.14159265358979323846 * (double)test_uniform(rng);
  return (tcf_z){size * cos(angle), size * sin(angle)};
}

static double distance(tcf_z a, tcf_z b) { return sqrt(z_norm(z_sub(a, b))); }

// ------------------------------------------------------------------------------------------------ one tone

START_TEST(comb_tones) {
  test_rng rng = test_rng_fresh(400);
  const uint64_t lengths[][2] = {{1024, 16}, {1000, 25}, {960, 12}};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    model *m = new_model(&rng, lengths[l][0], lengths[l][1], 1);
    for (uint64_t f = 0; f < m->h.n; f++) {
      const tcf_z a = any_phase(&rng, 1);
      tcf_z value[TCF_SPARSE_VALUES];
      tcf_decoded d;
      clear_samples(m);
      add_tone(m, f, a);
      measure(m, f % m->h.bins, value);
      decode_comb(&m->h, &m->roots, f % m->h.bins, value, &d);
      EXPECT(d.frequency == f && distance(d.amplitude[0], a) < 1e-10 && d.rest < 1e-20 && fabs(d.energy - 1) < 1e-10,
             "n = %d, f = %d: %d, amplitude off by %g, rest %g", (int)m->h.n, (int)f, (int)d.frequency,
             distance(d.amplitude[0], a), d.rest);
    }
    free_model(m);
  }
}
END_TEST

// What is subtracted from a window's bins for a tone is what it adds to them.
static void check_bins(const model *m, uint64_t f, tcf_z a) {
  const tcf_hash *h = &m->h;
  const uint64_t place = tcf_window_place(h, f), middle = tcf_window_bin(h, place);
  tcf_z value[TCF_SPARSE_VALUES];
  for (int aside = -2; aside <= 2; aside++) {
    const uint64_t bin = (middle + h->bins + (uint64_t)(int64_t)aside) % h->bins;
    const double turns = turns_left((double)place / (double)h->points - (double)bin / (double)h->bins);
    const double response = tcf_flat_response(&m->window, turns * (double)h->bins);
    measure(m, bin, value);
    for (uint32_t g = 0; g < h->groups; g++)
      for (uint32_t c = 0; c < h->phases; c++) {
        const tcf_z w = z_mul(window_phase(h, &m->roots, place, f % h->points, g), m->unit[f * c % h->n]);
        const double off = distance(value[g * h->phases + c], z_scale(z_mul(w, a), response));
        EXPECT(off < 2e-7, "n = %d, f = %d, %d bins aside, group %d: off by %g", (int)h->n, (int)f, aside, (int)g, off);
      }
  }
}

START_TEST(window_tones) {
  test_rng rng = test_rng_fresh(410);
  const uint64_t lengths[] = {1024, 1000, 1022, 729, 1009};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    model *m = new_model(&rng, lengths[l], 16, 0);
    const tcf_hash *h = &m->h;
    for (uint64_t f = 0; f < h->n; f++) {
      const tcf_z a = any_phase(&rng, 1);
      const uint64_t place = tcf_window_place(h, f), bin = tcf_window_bin(h, place);
      tcf_z value[TCF_SPARSE_VALUES], amplitude[TCF_SPARSE_PHASES];
      tcf_decoded d;
      clear_samples(m);
      add_tone(m, f, a);
      measure(m, bin, value);
      decode_window(h, &m->roots, bin, value, &d);
      EXPECT(d.place == place && d.residue == f % h->points && d.rest < 1e-12, "n = %d, f = %d: %d of %d, rest %g",
             (int)h->n, (int)f, (int)d.residue, (int)h->points, d.rest);
      const double response = tcf_flat_response(&m->window, d.offset);
      split_phases(h, &m->roots, &d, amplitude);
      for (uint32_t q = 0; q < h->phases; q++) {
        const tcf_z expected = q == f / h->points ? a : (tcf_z){0, 0};
        const double off = distance(z_scale(amplitude[q], 1 / response), expected);
        EXPECT(off < 1e-6, "n = %d, f = %d, amplitude %d: off by %g", (int)h->n, (int)f, (int)q, off);
      }
      if (f % 16 == 0) check_bins(m, f, a);
    }
    free_model(m);
  }
}
END_TEST

// Phases of the longest signals, whose turns are the rest of a product of 68 bits: reduced in whole numbers, they lose
// nothing.
START_TEST(long_phases) {
  test_rng rng = test_rng_fresh(415);
  const uint64_t lengths[] = {UINT64_C(1) << 34, UINT64_C(5) << 31, (UINT64_C(1) << 34) - 41, (UINT64_C(1) << 33) + 2};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    const uint64_t n = lengths[l], phases = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1, points = n / phases;
    tcf_roots roots;
    ck_assert_int_eq(tcf_roots_init(&roots, (int64_t)n), TCFFT_SUCCESS);
    for (int i = 0; i < 2000; i++) {
      tcf_hash h = {.n = n, .points = points, .phases = (uint32_t)phases, .groups = 2};
      const uint64_t f = test_next(&rng) % n, place = test_next(&rng) % points;
      h.start = test_next(&rng) % points;
      h.delay[1] = test_next(&rng) % (points / 2);
      const uint64_t comb = (uint64_t)((unsigned __int128)f * (h.start + h.delay[1]) % n);
      const unsigned __int128 turns =
          (unsigned __int128)place * h.delay[1] % points + (unsigned __int128)(f % points) * h.start % points;
      const uint64_t window = phases * (uint64_t)(turns % points);
      double expected[2][2];
      tcf_root_exact((int64_t)comb, (int64_t)n, expected[0]);
      tcf_root_exact((int64_t)window, (int64_t)n, expected[1]);
      const tcf_z read[2] = {comb_phase(&h, &roots, f, 1), window_phase(&h, &roots, place, f % points, 1)};
      for (int which = 0; which < 2; which++) {
        const double off = distance(read[which], (tcf_z){expected[which][0], -expected[which][1]});
        EXPECT(off < 1e-14, "n = %llu, f = %llu: off by %g", (unsigned long long)n, (unsigned long long)f, off);
      }
    }
    tcf_roots_free(&roots);
  }
}
END_TEST

// A value of a tone of amplitude 1 with noise, whose power is 1 / ratio: exp(2 pi i turn / n), stored in FP32.
static tcf_z noisy_value(test_rng *rng, uint64_t turn, uint64_t n, double ratio) {
  double w[2];
  tcf_root_exact((int64_t)turn, (int64_t)n, w);
  const double size = sqrt(-log((double)(test_next(rng) >> 11) * 0x1p-53 + 1e-300) / ratio);
  const tcf_z noise = any_phase(rng, size);
  return (tcf_z){(float)(w[0] + noise.re), (float)(noise.im - w[1])};
}

// Of one phase alone the frequency of a long signal cannot be read, nor of the largest delay without those before it: the
// noise that the delays are chosen for moves neither the frequency nor the place by one.
START_TEST(long_digits) {
  test_rng rng = test_rng_fresh(416);
  const uint64_t lengths[] = {1 << 16, 1 << 20, UINT64_C(1) << 27, UINT64_C(5) << 31, UINT64_C(1) << 34};
  tcf_z value[TCF_SPARSE_VALUES];
  tcf_decoded d;
  for (size_t l = 0; l < TEST_COUNT(lengths); l++)
    for (double ratio = 400; ratio < 1e7; ratio *= 50) {
      const uint64_t n = lengths[l];
      tcf_roots roots;
      ck_assert_int_eq(tcf_roots_init(&roots, (int64_t)n), TCFFT_SUCCESS);
      tcf_hash comb = {.n = n, .points = n / 4, .bins = 512, .phases = 4, .start = test_next(&rng) % (n / 4) * 4};
      tcf_hash window = {.n = n, .points = n / 4, .bins = 512, .phases = 4, .start = test_next(&rng) % (n / 4)};
      window.sigma = test_next(&rng) % (n / 4) | 1;
      while (!(window.inverse = tcf_modular_inverse(window.sigma, window.points)))
        window.sigma = (window.sigma + 2) % (n / 4);
      ck_assert(tcf_sparse_delays(&comb, ratio, TCF_SPARSE_COMB_GROUPS, TCF_SPARSE_GROUPS));
      ck_assert(tcf_sparse_delays(&window, ratio, 4, TCF_SPARSE_WINDOW_GROUPS));
      for (int i = 0; i < 200; i++) {
        const uint64_t f = test_next(&rng) % n, place = tcf_window_place(&window, f), bin = tcf_window_bin(&window, place);
        for (uint32_t v = 0; v < 4 * comb.groups; v++)
          value[v] = noisy_value(&rng, tcf_index_product(f, (comb.start + comb.delay[v / 4] + v % 4) % n, n), n, ratio);
        decode_comb(&comb, &roots, f % 512, value, &d);
        EXPECT(d.frequency == f, "n = %llu, ratio %g: %llu is read as %llu", (unsigned long long)n, ratio,
               (unsigned long long)f, (unsigned long long)d.frequency);
        for (uint32_t v = 0; v < 4 * window.groups; v++) {
          const uint64_t turn = tcf_index_product(place, window.delay[v / 4], window.points) +
                                tcf_index_product(f % window.points, window.start, window.points);
          value[v] = noisy_value(&rng, (4 * turn + tcf_index_product(f, v % 4, n)) % n, n, ratio);
        }
        decode_window(&window, &roots, bin, value, &d);
        EXPECT(d.place == place && d.residue == f % window.points, "n = %llu, ratio %g: place %llu is read as %llu",
               (unsigned long long)n, ratio, (unsigned long long)place, (unsigned long long)d.place);
      }
      tcf_roots_free(&roots);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ two tones

static int passes_for_one(const model *m, uint64_t bin) {
  tcf_z value[TCF_SPARSE_VALUES];
  tcf_decoded d;
  const double values = m->h.groups * m->h.phases;
  measure(m, bin, value);
  if (m->h.sigma)
    decode_window(&m->h, &m->roots, bin, value, &d);
  else
    decode_comb(&m->h, &m->roots, bin, value, &d);
  const double degrees = m->h.sigma ? values - m->h.phases : values - 1;
  return tcf_sparse_is_single(d.rest, d.energy, m->h.sigma ? 1e-12 : 1e-14, degrees);
}

// Two tones of a bin are never taken for one, also where their sum has the same magnitude in all values: half of the
// sampling rate apart and in quadrature, which only the phases tell.
START_TEST(comb_collisions) {
  test_rng rng = test_rng_fresh(420);
  const uint64_t lengths[][2] = {{1024, 16}, {1000, 25}, {960, 12}};
  for (int i = 0; i < 240; i++) {
    const uint64_t *length = lengths[i % 3];
    model *m = new_model(&rng, length[0], length[1], 1);
    const uint64_t f = test_next(&rng) % m->h.n, step = m->h.n / m->h.bins;
    const uint64_t apart = i % 2 ? m->h.n / 2 : m->h.bins * (1 + test_next(&rng) % (step - 1));
    const double size = pow(10, -3 * (double)(test_next(&rng) % 1000) / 1000);
    const tcf_z a = any_phase(&rng, 1), b = i % 2 ? (tcf_z){-a.im * size, a.re * size} : any_phase(&rng, size);
    add_tone(m, f, a);
    add_tone(m, (f + apart) % m->h.n, b);
    EXPECT(!passes_for_one(m, f % m->h.bins), "n = %d: %d and, %g as strong, %d", (int)m->h.n, (int)f, size,
           (int)((f + apart) % m->h.n));
    free_model(m);
  }
}
END_TEST

// What decode_pair reads of a comb's bin with so many tones; 0: it holds no two. *energy: the bin's.
static int read_pair(const model *m, uint64_t bin, tcf_pair *p, double *energy) {
  tcf_z value[TCF_SPARSE_VALUES];
  const uint32_t values = m->h.groups * m->h.phases;
  measure(m, bin, value);
  *energy = 0;
  for (uint32_t v = 0; v < values; v++) *energy += z_norm(value[v]) / values;
  return decode_pair(&m->h, &m->roots, bin, value, p);
}

// Two tones of a comb's bin are read exactly, up to a thousand times as strong as each other; three are not taken for two.
START_TEST(comb_pairs) {
  test_rng rng = test_rng_fresh(440);
  const uint64_t lengths[][2] = {{1024, 16}, {1000, 25}, {960, 12}};
  for (int i = 0; i < 240; i++) {
    const uint64_t *length = lengths[i % 3];
    model *m = new_model(&rng, length[0], length[1], 1);
    const uint64_t step = m->h.n / m->h.bins, bin = test_next(&rng) % m->h.bins;
    // Far enough apart that four samples tell them.
    const uint64_t digit = test_next(&rng) % step, apart = step / 8 + test_next(&rng) % (step - 2 * (step / 8));
    const uint64_t f[2] = {bin + m->h.bins * digit, bin + m->h.bins * ((digit + apart) % step)};
    const double size = pow(10, -3 * (double)(test_next(&rng) % 1000) / 1000);
    const tcf_z a[2] = {any_phase(&rng, 1), any_phase(&rng, size)};
    tcf_pair p;
    double energy;
    add_tone(m, f[0], a[0]);
    add_tone(m, f[1], a[1]);
    EXPECT(read_pair(m, bin, &p, &energy), "n = %d: %d and, %g as strong, %d are no pair", (int)m->h.n, (int)f[0], size,
           (int)f[1]);
    const int turned = p.frequency[0] != f[0];
    for (int t = 0; t < 2; t++)
      EXPECT(p.frequency[t ^ turned] == f[t] && distance(p.amplitude[t ^ turned], a[t]) < 1e-9,
             "n = %d, of %d and, %g as strong, %d: %d, amplitude off by %g", (int)m->h.n, (int)f[0], size, (int)f[1],
             (int)p.frequency[t ^ turned], distance(p.amplitude[t ^ turned], a[t]));
    EXPECT(p.rest < 1e-20 && p.variance >= 1, "rest %g, variance %g", p.rest, p.variance);
    // A third one of the bin, where neither is.
    uint64_t third = (digit + 1 + test_next(&rng) % (step - 1)) % step;
    if (third == (digit + apart) % step) third = (third + 1) % step == digit ? (third + 2) % step : (third + 1) % step;
    add_tone(m, bin + m->h.bins * third, any_phase(&rng, 0.5));
    EXPECT(!read_pair(m, bin, &p, &energy) || p.rest > 1e-9 * energy, "n = %d: three tones passed for two, rest %g of %g",
           (int)m->h.n, p.rest, energy);
    free_model(m);
  }
}
END_TEST

// What decode_three reads of it.
static int read_three(model *m, uint64_t bin, tcf_three *out, double *energy) {
  tcf_z value[TCF_SPARSE_VALUES], next[TCF_SPARSE_VALUES];
  const uint32_t values = m->h.groups * m->h.phases;
  const uint64_t start = m->h.start;
  measure(m, bin, value);
  m->h.start = (start + m->h.phases) % m->h.n;  // the samples behind those of the first group
  measure(m, bin, next);
  m->h.start = start;
  *energy = 0;
  for (uint32_t v = 0; v < values; v++) *energy += z_norm(value[v]) / values;
  return decode_three(&m->h, &m->roots, bin, value, next, out);
}

// Whether two digits lie so far apart in a ring of `step` that eight samples tell them.
static int are_apart(uint64_t a, uint64_t b, uint64_t step) {
  const uint64_t d = (a + step - b) % step;
  return d >= step / 8 && step - d >= step / 8;
}

// Three tones of a comb's bin are read exactly, up to ten times as strong as each other; four are not taken for three.
START_TEST(comb_threes) {
  test_rng rng = test_rng_fresh(450);
  const uint64_t lengths[][2] = {{1024, 16}, {1000, 25}, {960, 12}};
  for (int i = 0; i < 240; i++) {
    const uint64_t *length = lengths[i % 3];
    model *m = new_model(&rng, length[0], length[1], 1);
    const uint64_t step = m->h.n / m->h.bins, bin = test_next(&rng) % m->h.bins;
    uint64_t digit[4];
    tcf_z a[4];
    for (int t = 0; t < 4;) {
      digit[t] = test_next(&rng) % step;
      a[t] = any_phase(&rng, pow(10, -(double)(test_next(&rng) % 1000) / 1000));
      int apart = 1;
      for (int u = 0; u < t; u++) apart &= are_apart(digit[t], digit[u], step);
      t += apart;
    }
    for (int t = 0; t < 3; t++) add_tone(m, bin + m->h.bins * digit[t], a[t]);
    tcf_three p;
    double energy;
    EXPECT(read_three(m, bin, &p, &energy), "n = %d: digits %d, %d and %d are no three", (int)m->h.n, (int)digit[0],
           (int)digit[1], (int)digit[2]);
    for (int t = 0; t < 3; t++) {
      int at = 0;
      while (at < 2 && p.frequency[at] != bin + m->h.bins * digit[t]) at++;
      EXPECT(p.frequency[at] == bin + m->h.bins * digit[t] && distance(p.amplitude[at], a[t]) < 1e-9 &&
                 p.variance[at] > 0.999999,
             "n = %d, digits %d, %d and %d: number %d is missing, or off by %g", (int)m->h.n, (int)digit[0], (int)digit[1],
             (int)digit[2], t, distance(p.amplitude[at], a[t]));
    }
    EXPECT(p.rest < 1e-18, "a rest of %g", p.rest);
    add_tone(m, bin + m->h.bins * digit[3], a[3]);
    EXPECT(!read_three(m, bin, &p, &energy) || p.rest > 1e-9 * energy, "n = %d: four tones passed for three, rest %g of %g",
           (int)m->h.n, p.rest, energy);
    free_model(m);
  }
}
END_TEST

START_TEST(window_collisions) {
  test_rng rng = test_rng_fresh(430);
  const uint64_t lengths[] = {1024, 1000, 1022, 729, 1009};
  for (int i = 0; i < 150; i++) {
    model *m = new_model(&rng, lengths[i % 5], 16, 0);
    const tcf_hash *h = &m->h;
    const uint64_t place = test_next(&rng) % h->points, bin = tcf_window_bin(h, place);
    const uint64_t other = (place + 1 + test_next(&rng) % (h->points / h->bins / 2)) % h->points;
    add_tone(m, tcf_index_product(place, h->inverse, h->points), any_phase(&rng, 1));
    add_tone(m, tcf_index_product(other, h->inverse, h->points), any_phase(&rng, 0.1));
    EXPECT(!passes_for_one(m, bin), "n = %d: places %d and %d", (int)h->n, (int)place, (int)other);
    free_model(m);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_decode");
  TCase *one = test_case(suite, "one_tone", 60);
  tcase_add_test(one, comb_tones);
  tcase_add_test(one, window_tones);
  TCase *of_long = test_case(suite, "long_signals", 60);
  tcase_add_test(of_long, long_phases);
  tcase_add_test(of_long, long_digits);
  TCase *two = test_case(suite, "collisions", 60);
  tcase_add_test(two, comb_collisions);
  tcase_add_test(two, comb_pairs);
  tcase_add_test(two, comb_threes);
  tcase_add_test(two, window_collisions);
  return suite;
}
