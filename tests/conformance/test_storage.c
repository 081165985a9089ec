// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of other types in memory: FP16, BF16, and integers as inputs. A transform of them gives what the same transform
// gives of the same values in FP32, rounded once to the type of the output.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/problems.h"
#include "conformance/stored.h"
#include "support.h"

// The pairs of types but FP32 to itself.
static const tcfft_type inputs[] = {TCFFT_F32, TCFFT_F16, TCFFT_BF16, TCFFT_I8, TCFFT_I16},
                        outputs[] = {TCFFT_F32, TCFFT_F16, TCFFT_BF16};
enum { PAIRS = 14 };
static tcfft_type in_type_of(int pair) { return inputs[(pair + 1) % 5]; }
static tcfft_type out_type_of(int pair) { return outputs[(pair + 1) / 5]; }

static const char *name_of(tcfft_type type) {
  static const char *const names[] = {"f32", "f16", "bf16", "f64", "i8", "i16"};
  return names[type];
}

// One problem with one pair of types.
typedef struct trial {
  char text[400];
  tcfft_desc d;
  test_side from, to;
  int in_place;
  tcfft_plan *plan, *single;  // of the types, and of FP32
  stored_memory in, out;
  test_buffer in_single, out_single;
} trial;

static tcfft_plan *plan_of(const tcfft_desc *d, tcfft_type in, tcfft_type out, const char *text) {
  tcfft_desc typed = *d;
  typed.in_type = in;
  typed.out_type = out;
  return test_plan(&typed, text);
}

// A plan of FP32 that computes the same.
static tcfft_plan *single_of(const trial *t) {
  tcfft_desc single = t->d;
  single.in_type = single.out_type = TCFFT_F32;
  return stored_single(t->plan, &single, t->text);
}

// Random values that the type has, in both inputs. Real results stay near 1.
static void fill(trial *t, tcfft_type type, uint64_t salt) {
  const double range = type == TCFFT_I8 ? 127 : type == TCFFT_I16 ? 32767 : 1;
  test_rng rng = test_rng_fresh(salt);
  for (int64_t b = 0; b < t->from.batch; b++)
    for (int64_t i = 0; i < t->from.count; i++)
      for (int64_t w = 0, at = test_at(&t->from, b, i); w < t->from.width; w++) {
        const double value = stored_nearest(type, range * (double)test_uniform(&rng));
        stored_put(type, t->in.data, at + w, value);
        t->in_single.data[at + w] = (float)stored_get(type, t->in.data, at + w);
      }
}

static void set_scale(tcfft_desc *d) {
  double points = 1;
  for (int a = d->batch_axes; a < d->rank; a++) points *= (double)d->n[a];
  const double range = d->in_type == TCFFT_I8 ? 127 : d->in_type == TCFFT_I16 ? 32767 : 1;
  d->scale[0] = 0.7 / (range * sqrt(points));
  d->scale[1] = -1.3 * d->scale[0];
}

// 0: in place with numbers of unequal size.
static int trial_new(trial *t, const char *text, tcfft_type in, tcfft_type out) {
  *t = (trial){.in_place = 0};
  test_desc(&t->d, text);
  t->d.in_type = in;
  t->d.out_type = out;
  t->in_place = t->d.placement == TCFFT_IN_PLACE;
  if (t->in_place && stored_bytes(in) != stored_bytes(out)) return 0;
  snprintf(t->text, sizeof t->text, "%s:in=%s:out=%s", text, name_of(in), name_of(out));
  set_scale(&t->d);
  test_sides(&t->from, &t->to, &t->d);
  t->plan = plan_of(&t->d, in, out, t->text);
  t->single = single_of(t);
  const int64_t most = t->in_place && t->to.span > t->from.span ? t->to.span : t->from.span;
  // Off all but the alignment of numbers, or on devices of elements.
  const int64_t in_shift = test_backend == TCFFT_BACKEND_HOST           ? 1
                           : t->in_place && t->to.width > t->from.width ? t->to.width
                                                                        : t->from.width,
                out_shift = test_backend == TCFFT_BACKEND_HOST ? 1 : t->to.width;
  t->in = stored_memory_new(most, in, in_shift);
  t->in_single = test_buffer_new(most, (int)in_shift);
  fill(t, in, (uint64_t)most);
  t->out = t->in_place ? t->in : stored_memory_new(t->to.span, out, out_shift);
  t->out_single = t->in_place ? t->in_single : test_buffer_new(t->to.span, (int)out_shift);
  return 1;
}

static void trial_free(trial *t) {
  tcfft_plan_destroy(t->plan);
  tcfft_plan_destroy(t->single);
  free(t->in.block);
  test_buffer_free(&t->in_single);
  if (t->in_place) return;
  free(t->out.block);
  test_buffer_free(&t->out_single);
}

static void execute(const trial *t, const tcfft_plan *plan, tcfft_direction way) {
  const tcfft_status status = test_exec_pieces(plan, stored_piece(&t->in), stored_piece(&t->out), way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s: %s", t->text, tcfft_status_string(status), tcfft_last_error());
}

// The library's own copies of host memory to a device and back.
static void execute_host(const trial *t, tcfft_direction way) {
  const tcfft_status status = tcfft_exec_host(t->plan, t->in.data, t->out.data, way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: tcfft_exec_host: %s", t->text, tcfft_last_error());
}

// Twice, and on a device from host memory, into poison: the same bits, and nothing else is written.
static void run(const trial *t, tcfft_direction way) {
  const int count = test_backend == TCFFT_BACKEND_HOST ? 2 : 3;
  char *input = malloc(t->in.bytes), *first = malloc(t->out.bytes);
  memcpy(input, t->in.block, t->in.bytes);
  for (int again = 0; again < count; again++) {
    if (!t->in_place) memset(t->out.block, STORED_POISON, t->out.bytes);
    if (t->in_place) memcpy(t->in.block, input, t->in.bytes);
    if (again < 2)
      execute(t, t->plan, way);
    else
      execute_host(t, way);
    if (!again) memcpy(first, t->out.block, t->out.bytes);
    ck_assert_msg(!memcmp(first, t->out.block, t->out.bytes), "%s: execution %d gave other bits", t->text, again + 1);
  }
  ck_assert_msg(t->in_place || !memcmp(input, t->in.block, t->in.bytes), "%s: the input was changed", t->text);
  stored_check_gaps(&t->out, &t->to, t->in_place ? &t->from : NULL, stored_bytes(t->d.out_type), t->text);
  free(input);
  free(first);
  const tcfft_status status = test_exec(t->single, &t->in_single, &t->out_single, way);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s in FP32: %s", t->text, tcfft_last_error());
}

// How far apart numbers that should be equal may be.
static double slack(const trial *t, double wanted, double largest) {
  const double unit = t->d.out_type == TCFFT_F16 ? 0x1p-10 : t->d.out_type == TCFFT_BF16 ? 0x1p-7 : 0;
  return stored_bits_vary() ? 0x1p-22 * largest + unit * fabs(wanted) : 0;
}

static void check_exact(const trial *t) {
  double largest = 0;
  int64_t count = 0, other = 0;
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0; w < t->to.width; w++)
        largest = fmax(largest, fabs((double)t->out_single.data[test_at(&t->to, b, i) + w]));
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0, at = test_at(&t->to, b, i); w < t->to.width; w++, count++) {
        const double is = stored_get(t->d.out_type, t->out.data, at + w),
                     wanted = stored_nearest(t->d.out_type, (double)t->out_single.data[at + w]);
        if ((is == wanted && !signbit(is) == !signbit(wanted)) || (isnan(is) && isnan(wanted))) continue;
        other++;
        if (!(fabs(is - wanted) <= slack(t, wanted, largest)))
          ck_abort_msg("%s: element %lld of transform %lld is %a, not %a, which is %a in FP32", t->text, (long long)i,
                       (long long)b, is, wanted, (double)t->out_single.data[at + w]);
      }
  // Few of those that are rounded to 16 bits notice.
  if (other && t->d.out_type != TCFFT_F32 && count > 1000)
    ck_assert_msg(other * 50 < count, "%s: %lld of %lld numbers differ", t->text, (long long)other, (long long)count);
}

// Relative L2 distance to values that are packed, times a scale.
static double distance(const trial *t, const double *wanted, double scale) {
  double error = 0, norm = 0;
  const double *want = wanted;
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int64_t i = 0; i < t->to.count; i++)
      for (int64_t w = 0, at = test_at(&t->to, b, i); w < t->to.width; w++, want++) {
        const double is = stored_get(t->d.out_type, t->out.data, at + w), off = is - scale * *want;
        error += off * off;
        norm += scale * *want * scale * *want;
      }
  return sqrt(error / norm);
}

static double *gather(const test_side *side, const test_buffer *from) {
  double *packed = test_doubles(side->count * side->batch * side->width), *p = packed;
  for (int64_t b = 0; b < side->batch; b++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, b, i); w < side->width; w++) *p++ = (double)from->data[at + w];
  return packed;
}

// C2R of several axes has one right answer for spectra of real signals alone; those are random numbers here.
static int has_reference(const trial *t) { return t->d.kind != TCFFT_C2R || t->d.rank - t->d.batch_axes == 1; }

static void check_way(trial *t, tcfft_direction way) {
  fill(t, t->d.in_type, 7 * (uint64_t)way + 1);
  double *packed = gather(&t->from, &t->in_single);
  double *wanted = has_reference(t) ? test_expected(&t->d, way, packed) : NULL;
  run(t, way);
  if (stored_is_alike(&t->d)) check_exact(t);
  // Values rounded to the nearest are off by 0.41 of the most on the average, by 0.58 where all are just above a power of
  // two. Sums of a few samples of 8 bits have few values, of which all may be nearly halfway.
  const int samples = t->d.in_type == TCFFT_I8;
  const double rounding = (samples ? 1 : 0.58) * stored_unit(t->d.out_type), scaling = 6e-8,
               single = test_gate_l2(&t->d) + scaling;  // the scale is no power of two
  double *results = gather(&t->to, &t->out_single);
  const double off = distance(t, results, 1), error = wanted ? distance(t, wanted, t->d.scale[way]) : 0,
               bound = tcfft_plan_error_bound(t->plan), gate = sqrt(single * single + rounding * rounding);
  // Few numbers are no average.
  const double few = (double)(t->to.count * t->to.batch * t->to.width) < 250 ? 2 : 1;
  ck_assert_msg(off <= few * gate, "%s: %g from FP32's result, gate %g", t->text, off, few * gate);
  ck_assert_msg(error <= few * gate, "%s: error %g, gate %g", t->text, error, few * gate);
  ck_assert_msg(few > 1 || samples || error <= bound + scaling || t->d.algorithm == TCFFT_ALGORITHM_TENSOR,
                "%s: error %g above the bound %g", t->text, error, bound);
  ck_assert_msg(few > 1 || !wanted || t->d.out_type == TCFFT_F32 || bound <= 4 * error, "%s: bound %g, error %g", t->text,
                bound, error);
  test_free_doubles(results);
  test_free_doubles(wanted);
  test_free_doubles(packed);
}

// Whether a device leaves a problem out, or leaves it to another run: each pair of types has programs of its own.
static int is_left_out(const char *text, int pair) {
  char name[400];
  tcfft_desc d;
  if (test_backend == TCFFT_BACKEND_HOST) return 0;
  snprintf(name, sizeof name, "%s pair %d", text, pair);
  test_desc(&d, text);
  return !test_is_due(name, stored_share() * test_share()) || test_leaves_out(&d, name);
}

// The same of a problem that looks at every number of a type. OpenCL's compilers take no time for so short a program.
static int is_short_left_out(const char *text, int pair) {
  return test_backend != TCFFT_BACKEND_OPENCL && is_left_out(text, pair);
}

static void check_pair(const char *text, int pair) {
  trial t;
  if (is_left_out(text, pair)) return;
  if (!trial_new(&t, text, in_type_of(pair), out_type_of(pair))) return;
  for (int way = 0; way < 2; way++) check_way(&t, (tcfft_direction)way);
  trial_free(&t);
}

static void check_all(const char *text) {
  for (int pair = 0; pair < PAIRS; pair++) check_pair(text, pair);
}

// One pair of two in place that have numbers of one size, another one each time.
static void check_one(const char *text) {
  if (test_backend == TCFFT_BACKEND_HOST && !test_is_due(text, 4 * test_share())) return;
  test_rng rng = test_rng_fresh(strlen(text) + (uint64_t)text[strlen(text) / 2]);
  check_pair(text, (int)test_between(&rng, 0, PAIRS - 1));
  check_pair(text, strstr(text, "inplace") ? 4 + (int)test_between(&rng, 1, 2) : 4 + 5 * (int)test_between(&rng, 0, 1) + 1);
}

PROBLEMS_TABLE(small, check_all)
PROBLEMS_TABLE(lengths, check_one)
PROBLEMS_TABLE(real, check_one)
PROBLEMS_TABLE(dct, check_one)
PROBLEMS_TABLE(multi, check_one)
PROBLEMS_TABLE(strides, check_one)
PROBLEMS_TABLE(in_place, check_one)
PROBLEMS_TABLE(tensor, check_one)

START_TEST(random_layouts) {
  static const problems_set set = {.kinds = {"c2c", "c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"},
                                   .count = 8,
                                   .least_rank = 1,
                                   .shortest = 1,
                                   .longest = {3000, 90, 24, 9}};
  test_rng rng = test_rng_fresh((uint64_t)_i);
  char text[300];
  problems_random(&set, &rng, text, sizeof text);
  for (int k = 0; k < 3; k++) check_pair(text, (int)test_between(&rng, 0, PAIRS - 1));
}
END_TEST

START_TEST(every_length) {
  char text[60];
  snprintf(text, sizeof text, "c2c:%d*%d", _i, 300 / _i + 1);
  test_rng rng = test_rng_fresh((uint64_t)_i);
  check_pair(text, (int)test_between(&rng, 0, PAIRS - 1));
  check_pair(text, 5);
}
END_TEST

// ------------------------------------------------------------------------------------------------ every number

// The identity: transforms of one point, by every way that memory is moved (rows, columns, single elements).
static const char *const identities[] = {"c2c:1*32768", "c2c:1*32768:is=1:id=2:os=1:od=3", "c2c:1x1*32768",
                                         "c2c:1*32767:id=1:od=1"};

static tcfft_plan *identity(trial *t, const char *text, tcfft_type in, tcfft_type out) {
  *t = (trial){.in_place = 0};
  test_desc(&t->d, text);
  t->d.in_type = in;
  t->d.out_type = out;
  test_sides(&t->from, &t->to, &t->d);
  t->in = stored_memory_new(t->from.span, in, 0);
  t->out = stored_memory_new(t->to.span, out, 0);
  return plan_of(&t->d, in, out, text);
}

static void check_identity(const trial *t, const char *text) {
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int w = 0; w < 2; w++) {
      const double given = stored_get(t->d.in_type, t->in.data, test_at(&t->from, b, 0) + w),
                   wanted = stored_nearest(t->d.out_type, given),
                   is = stored_get(t->d.out_type, t->out.data, test_at(&t->to, b, 0) + w);
      if (isnan(wanted) ? !isnan(is) : is != wanted || !signbit(is) != !signbit(wanted))
        ck_abort_msg("%s: %s %a became %s %a, not %a", text, name_of(t->d.in_type), given, name_of(t->d.out_type), is,
                     wanted);
    }
}

// All numbers of a type of 16 or 8 bits.
START_TEST(every_value) {
  for (int in = 1; in < 5; in++)
    for (int out = 0; out < 3; out++) {
      trial t;
      if (is_short_left_out(identities[_i], in + 5 * out)) continue;
      tcfft_plan *plan = identity(&t, identities[_i], inputs[in], outputs[out]);
      int64_t bits = 0;
      for (int64_t b = 0; b < t.from.batch; b++)
        for (int w = 0; w < 2; w++, bits++)
          memcpy(t.in.data + (test_at(&t.from, b, 0) + w) * stored_bytes(inputs[in]), &bits,
                 (size_t)stored_bytes(inputs[in]));
      execute(&t, plan, TCFFT_INVERSE);
      check_identity(&t, identities[_i]);
      tcfft_plan_destroy(plan);
      free(t.in.block);
      free(t.out.block);
    }
}
END_TEST

// Floats at, halfway between, and next to halfway between neighbouring numbers of a type, and all exponents.
static float near(tcfft_type type, test_rng *rng) {
  const uint64_t random = test_next(rng);
  uint32_t bits = (uint32_t)random;
  const uint32_t low = type == TCFFT_F16 ? 0x1fff : 0xffff, half = (low + 1) / 2;
  const uint32_t ends[] = {0, half, half - 1, half + 1, low, 1};
  if (random >> 60) bits = (bits & ~low) | ends[(random >> 40) % TEST_COUNT(ends)];
  // FP16's exponents are a small part of FP32's.
  if (type == TCFFT_F16 && random >> 61) bits = (bits & 0x807fffffu) | (uint32_t)(127 - 27 + (random >> 32) % 45) << 23;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

START_TEST(every_rounding) {
  for (int out = 1; out < 3; out++) {
    trial t;
    if (is_short_left_out(identities[_i], 5 * out)) continue;
    tcfft_plan *plan = identity(&t, identities[_i], TCFFT_F32, outputs[out]);
    test_rng rng = test_rng_fresh((uint64_t)_i);
    for (int64_t i = 0; i < t.from.span; i++) {
      const float value = near(outputs[out], &rng);
      memcpy(t.in.data + 4 * i, &value, sizeof value);
    }
    execute(&t, plan, TCFFT_FORWARD);
    check_identity(&t, identities[_i]);
    tcfft_plan_destroy(plan);
    free(t.in.block);
    free(t.out.block);
  }
}
END_TEST

// A single element among zeros is every result, exactly: what vectors round.
static const char *const impulses[] = {
    "c2c:16*1024",           "c2c:64*256", "c2c:256*64", "c2c:1000*64", "c2c:48*512:is=512:id=1:os=512:od=1",
    "c2c:30*500:os=500:od=1"};

static void check_impulse(const trial *t, const char *text, int64_t b) {
  double given[2];
  for (int w = 0; w < 2; w++) given[w] = stored_get(TCFFT_F32, t->in.data, test_at(&t->from, b, 0) + w);
  for (int64_t i = 0; i < t->to.count; i++)
    for (int w = 0; w < 2; w++) {
      const double is = stored_get(t->d.out_type, t->out.data, test_at(&t->to, b, i) + w),
                   wanted = stored_nearest(t->d.out_type, given[w]);
      if (isnan(given[0]) ? !isnan(is) : is != wanted)
        ck_abort_msg("%s: %a became %s %a, not %a", text, given[w], name_of(t->d.out_type), is, wanted);
    }
}

START_TEST(every_rounding_by_vectors) {
  for (int out = 1; out < 3; out++) {
    trial t;
    if (is_short_left_out(impulses[_i], 5 * out)) continue;
    tcfft_plan *plan = identity(&t, impulses[_i], TCFFT_F32, outputs[out]);
    test_rng rng = test_rng_fresh((uint64_t)_i);
    memset(t.in.data, 0, (size_t)t.from.span * sizeof(float));
    for (int64_t b = 0; b < t.from.batch; b++)
      for (int w = 0; w < 2; w++) {
        // An infinity times the zero of a root is none.
        float value = near(outputs[out], &rng);
        if (!isfinite(value)) value = 1;
        const uint32_t nans[] = {0x7fffffff, 0xff800001};
        if (b % 32 == 15) memcpy(&value, &nans[b / 32 % 2], sizeof value);
        stored_put(TCFFT_F32, t.in.data, test_at(&t.from, b, 0) + w, (double)value);
      }
    execute(&t, plan, TCFFT_FORWARD);
    for (int64_t b = 0; b < t.from.batch; b++) check_impulse(&t, impulses[_i], b);
    tcfft_plan_destroy(plan);
    free(t.in.block);
    free(t.out.block);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ ranges, bad values

static const char *const spoilt_texts[] = {"c2c:16*37",  "c2c:64*19",  "c2c:60*37:is=37:id=1:os=37:od=1",
                                           "c2c:1009*9", "c2c:2048*5", "r2c:64*19",
                                           "c2r:63*19",  "dct2:64*19"};

// An infinity, a NaN, and results that overflow change no other transform, and become what IEEE says.
static void check_spoilt(const char *text, tcfft_type type, double bad) {
  trial t;
  if (is_left_out(text, (int)type)) return;
  ck_assert(trial_new(&t, text, type, TCFFT_F16));
  const int64_t victim = t.from.batch / 2;
  execute(&t, t.plan, TCFFT_FORWARD);
  char *good = malloc(t.out.bytes);
  memcpy(good, t.out.block, t.out.bytes);
  for (int64_t i = 0; i < t.from.count; i++)
    if (isfinite(bad) || i == t.from.count / 2) stored_put(type, t.in.data, test_at(&t.from, victim, i), bad);
  execute(&t, t.plan, TCFFT_FORWARD);
  int64_t infinite = 0, nans = 0;
  for (int64_t b = 0; b < t.to.batch; b++)
    for (int64_t i = 0; i < t.to.count; i++)
      for (int64_t w = 0, at = test_at(&t.to, b, i); w < t.to.width; w++) {
        const double is = stored_get(TCFFT_F16, t.out.data, at + w);
        infinite += isinf(is) != 0;
        nans += isnan(is) != 0;
        if (b != victim)
          ck_assert_msg(!memcmp(good + (t.out.data - t.out.block) + 2 * (at + w), t.out.data + 2 * (at + w), 2),
                        "%s: %g in transform %lld changed transform %lld", t.text, bad, (long long)victim, (long long)b);
      }
  ck_assert_msg(isfinite(bad) ? infinite > 0 && !nans : infinite + nans > 0, "%s: %g left %lld infinities, %lld NaNs",
                t.text, bad, (long long)infinite, (long long)nans);
  free(good);
  trial_free(&t);
}

START_TEST(spoilt) {
  check_spoilt(spoilt_texts[_i], TCFFT_F16, NAN);
  check_spoilt(spoilt_texts[_i], TCFFT_BF16, INFINITY);
  check_spoilt(spoilt_texts[_i], TCFFT_F32, 1e6);  // the sum is beyond 65504
}
END_TEST

// Numbers from the smallest subnormal ones to the largest, as FP32 has them.
static const char *const ranges[] = {"c2c:64*40", "c2c:1000*3", "c2c:16x12*9", "r2c:256*9", "dct4:30*9", "c2c:4099"};

START_TEST(all_ranges) {
  static const double range[] = {0x1p-24, 0x1p-20, 0x1p-14, 0x1p-8, 0x1p8, 0x1p13};
  for (size_t r = 0; r < TEST_COUNT(range); r++)
    for (int pair = 5; pair < PAIRS; pair++) {
      trial t;
      if (is_left_out(ranges[_i], pair)) continue;
      trial_new(&t, ranges[_i], in_type_of(pair), out_type_of(pair));
      tcfft_plan_destroy(t.plan);
      tcfft_plan_destroy(t.single);
      t.d.scale[0] *= range[r];
      t.plan = plan_of(&t.d, t.d.in_type, t.d.out_type, t.text);
      t.single = single_of(&t);
      run(&t, TCFFT_FORWARD);
      check_exact(&t);
      trial_free(&t);
    }
}
END_TEST

START_TEST(threads) {
  static const char *const texts[] = {"c2c:16*999", "c2c:64*77", "c2c:65536", "r2c:4096*9", "c2c:131071", "dct2:16x30*5"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    trial t;
    trial_new(&t, texts[i], TCFFT_I16, TCFFT_BF16);
    tcfft_plan_destroy(t.plan);
    t.d.threads = _i;
    t.plan = plan_of(&t.d, t.d.in_type, t.d.out_type, t.text);
    tcfft_plan_destroy(t.single);
    t.single = single_of(&t);
    run(&t, TCFFT_FORWARD);
    check_exact(&t);
    trial_free(&t);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("storage");
  tcase_add_loop_test(test_case(suite, "small", 60), small_table, 0, PROBLEMS_COUNT(small));
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, PROBLEMS_COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, PROBLEMS_COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, PROBLEMS_COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, PROBLEMS_COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, PROBLEMS_COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, PROBLEMS_COUNT(in_place));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor_table, 0, PROBLEMS_COUNT(tensor));
  tcase_add_loop_test(test_case(suite, "random_layouts", 60), random_layouts, 0, 200);
  tcase_add_loop_test(test_case(suite, "every_length", 60), every_length, 1, 300);
  tcase_add_loop_test(test_case(suite, "every_value", 60), every_value, 0, TEST_COUNT(identities));
  tcase_add_loop_test(test_case(suite, "every_rounding", 60), every_rounding, 0, TEST_COUNT(identities));
  tcase_add_loop_test(test_case(suite, "every_rounding_by_vectors", 60), every_rounding_by_vectors, 0, TEST_COUNT(impulses));
  tcase_add_loop_test(test_case(suite, "spoilt", 60), spoilt, 0, TEST_COUNT(spoilt_texts));
  tcase_add_loop_test(test_case(suite, "all_ranges", 60), all_ranges, 0, TEST_COUNT(ranges));
  tcase_add_loop_test(test_case(suite, "threads", 60), threads, 1, 4);
  return suite;
}
