// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning by measurement on a device that does not exist: times are invented, so that what the tuner ought to find is
// known.
#include <math.h>
#include <stdio.h>

#include "planner/fits.h"
#include "planner/invented.h"
#include "planner/measure.h"
#include "planner/tune.h"
#include "planner/wisdom.h"
#include "units.h"

static const char *const problems[] = {
    "c2c:1000*3000", "c2c:65536*100", "c2c:1048576*8", "c2c:72713*4",  "c2c:777*512:is=512:os=512:id=1:od=1",
    "c2c:300x500*7", "r2c:100000*30", "c2r:441*1000",  "c2c:64x64x64", "dct2:3000*9",
    "c2c:16777216"};

static tcf_schedule tuned(const char *problem, const tcf_tune_options *options, double *estimated) {
  tcf_tune_report report = {0};
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device("H200");
  tcf_schedule s;
  test_current = problem;
  ck_assert_msg(tcf_tune_run(&s, &p, &d, &invented_backend, 1, options, &report) == TCFFT_SUCCESS, "%s: %s", problem,
                tcfft_last_error());
  if (estimated) *estimated = report.estimated;
  ck_assert_int_eq(report.complete, !options || options->seconds <= 0);
  ck_assert_int_eq(invented_device.held, 0);
  tcf_schedule fitting = s;
  ck_assert_msg(tcf_schedule_fits(&fitting, &p, &d, 1), "%s: what was found is no schedule of it", problem);
  return s;
}

static tcf_schedule predicted(const char *problem) {
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device("H200");
  return unit_schedule(&p, &d, 1);
}

static tcf_schedule by_model(const char *problem) {
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device("H200");
  tcf_schedule s;
  ck_assert_int_eq(tcf_planner_predict(&s, &p, &d, 1), TCFFT_SUCCESS);
  return s;
}

static int same(const tcf_schedule *a, const tcf_schedule *b) {
  if (a->stages != b->stages) return 0;
  for (int i = 0; i < a->stages; i++)
    if (a->stage[i].kernel != b->stage[i].kernel || strcmp(a->stage[i].fft, b->stage[i].fft) != 0 ||
        a->stage[i].width != b->stage[i].width || a->stage[i].threads != b->stage[i].threads)
      return 0;
  return 1;
}

// ------------------------------------------------------------------------------------------------ what is found

// Each stage of the plan that is found is as fast as any that was tried, but for 2 % where it is more accurate, and the plan
// is never slower than the predicted one. (Where that is what is found, its stages have the times that were predicted, by
// the model alone or by records of others.)
START_TEST(fastest) {
  int more = 0;
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    double estimated;
    invented_begin();
    const tcf_schedule s = tuned(problems[i], NULL, &estimated), model = by_model(problems[i]);
    const int is_predicted = s.time == estimated || same(&s, &model);
    double time = 0;
    for (int k = 0; k < s.stages && !is_predicted; k++) {
      ck_assert_msg(s.stage[k].time <= 1.02 * invented_least(&s.stage[k]), "%s: stage %d of %g s, %g s were seen",
                    problems[i], k, s.stage[k].time, invented_least(&s.stage[k]));
      time += s.stage[k].time;
    }
    const double of_launch = 3.2e-6;  // an H200's, within two per cent
    ck_assert_msg(is_predicted || fabs(s.time - time) <= 1e-9 * time ||
                      (s.time > time && fabs(s.time - s.stages * of_launch) < 0.02 * s.time),
                  "%s: %g s, its stages %g s", problems[i], s.time, time);
    ck_assert_msg(estimated > 0 && s.time <= estimated, "%s: %g s, estimated %g s", problems[i], s.time, estimated);
    more += s.time < 0.9 * estimated;
  }
  ck_assert_int_gt(more, (int)TEST_COUNT(problems) / 4);
}
END_TEST

// Times as predicted: the predicted plan is as good as any, and is what is found.
START_TEST(ties) {
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    double estimated;
    invented_begin();
    invented_device.times = INVENTED_PREDICTED;
    const tcf_schedule e = predicted(problems[i]), s = tuned(problems[i], NULL, &estimated);
    ck_assert_msg(s.time <= e.time * (1 + 1e-9), "%s: %g s, predicted %g s", problems[i], s.time, e.time);
  }
}
END_TEST

// By a seed for which no two of the plans are the same.
static void begin_by_seed(void) {
  invented_begin();
  invented_device.seed = 1;
}

// Of plans of several launches the one that is fastest as a whole is taken, whatever its stages take alone.
START_TEST(wholes) {
  // The fastest, another one, what the model predicts, and the estimate, which takes what is built in.
  enum { PLANS = 4 };
  static const char problem[] = "c2c:1048576*8";
  const tcf_tune_options thorough = {.thorough = 1};  // so that there are two decompositions
  double estimated;
  begin_by_seed();
  const tcf_schedule e = predicted(problem), best = tuned(problem, &thorough, &estimated);
  ck_assert_int_eq(invented_device.wholes, PLANS);
  ck_assert(!same(&best, &e));
  for (int wins = 0; wins < PLANS; wins++) {
    begin_by_seed();
    for (int i = 0; i < PLANS; i++) invented_device.whole_factor[i] = i == wins ? 0.01 : 1;
    const tcf_schedule s = tuned(problem, &thorough, &estimated);
    ck_assert_int_eq(invented_device.wholes, PLANS);
    ck_assert_msg(same(&s, &best) == (wins == 0) && same(&s, &e) == (wins == 3), "plan %d was to win", wins);
    ck_assert((wins == 3) == (s.time == estimated) && s.time < 0.5 * best.time);
  }
  // Not enough memory for a whole plan: by the sum of its stages.
  begin_by_seed();
  invented_device.largest = (size_t)8 * 1048576 * 8;
  const tcf_schedule s = tuned(problem, &thorough, &estimated);
  ck_assert_msg(invented_device.wholes == PLANS && same(&s, &best), "a plan of which each array is there");
}
END_TEST

// The estimate gives way to a plan that takes a few per cent less, but where it takes so few microseconds that these are
// chance.
START_TEST(brief) {
  static const char problem[] = "c2c:1048576*8";
  static const struct {
    double estimate, other;  // seconds
    int stays;
  } rows[] = {{10e-6, 9.7e-6, 1}, {10e-6, 9e-6, 0}, {100e-6, 97e-6, 0}, {100e-6, 103e-6, 1}};
  const tcf_tune_options thorough = {.thorough = 1};
  double estimated;
  begin_by_seed();
  const tcf_schedule e = predicted(problem);
  for (int i = 1; i < 4; i++) invented_device.whole_factor[i] = 1000;
  const double other = tuned(problem, &thorough, &estimated).time;
  estimated /= 1000;
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    begin_by_seed();
    invented_device.whole_factor[0] = rows[i].other / other;
    invented_device.whole_factor[3] = rows[i].estimate / estimated;
    for (int k = 1; k < 3; k++) invented_device.whole_factor[k] = 1000;
    const tcf_schedule s = tuned(problem, &thorough, NULL);
    ck_assert_msg(same(&s, &e) == rows[i].stays, "row %zu", i);
    const double wanted = rows[i].stays ? rows[i].estimate : rows[i].other;
    ck_assert_msg(fabs(s.time - wanted) < 1e-6 * wanted, "row %zu: %g s", i, s.time);
  }
}
END_TEST

// Whether a plan takes no longer than the first one, or is an estimate of microseconds that the first one does not beat by
// more than chance.
static int is_as_fast(const tcf_schedule *s, const tcf_schedule *first, double estimated) {
  const double microseconds = 20e-6, beyond_chance = 0.94;
  if (s->time <= first->time * (1 + 1e-9)) return 1;
  return s->time == estimated && estimated < microseconds && first->time > beyond_chance * estimated;
}

// What was measured of stages is not measured again but in whole plans, and a measurement that was cut short goes on.
START_TEST(resumed) {
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    const tcf_tune_options again = {.again = 1}, none = {.seconds = 1e-9}, hurry = {.seconds = 3e-3};
    double estimated;
    invented_begin();
    const tcf_schedule first = tuned(problems[i], NULL, &estimated);
    const double before = estimated;
    const int all = invented_device.trials;
    invented_device.trials = invented_device.wholes = 0;
    tcf_schedule s = tuned(problems[i], NULL, &estimated);
    for (int k = 0; k < first.stages; k++)
      ck_assert_msg(invented_trials(&first.stage[k]) <= 3, "%s: %d trials of a known stage", problems[i],
                    invented_trials(&first.stage[k]));
    // The estimate is another one than before; where that one was the fastest, it may be missing.
    const int was_estimate = first.time == before;
    ck_assert_msg(was_estimate || is_as_fast(&s, &first, estimated), "%s: %g s from known stages, %g s before", problems[i],
                  s.time, first.time);
    invented_device.trials = 0;
    s = tuned(problems[i], &again, &estimated);
    ck_assert_msg(invented_device.trials >= all / 4 && (was_estimate || is_as_fast(&s, &first, estimated)),
                  "%s: %g s %g s %d trials, before %d", problems[i], s.time, first.time, invented_device.trials, all);
    invented_begin();
    s = tuned(problems[i], &none, &estimated);
    ck_assert_msg(invented_device.trials <= 3, "%s: %d trials after the end", problems[i], invented_device.trials);
    invented_device.slow = 1;
    s = tuned(problems[i], &hurry, &estimated);
    ck_assert_msg(invented_device.trials <= 9, "%s: %d trials after the end", problems[i], invented_device.trials);
    invented_device.slow = 0;
    ck_assert_int_eq(tcf_wisdom_count(), 0);  // of stages that were not tried out
    s = tuned(problems[i], NULL, &estimated);
    ck_assert_msg(same(&s, &first), "%s: another plan after a measurement that was cut short", problems[i]);
  }
}
END_TEST

// What is known of a stage is not taken where it is too inaccurate.
START_TEST(inaccurate) {
  const tcf_device d = unit_device("H200");
  const tcf_schedule e = predicted("c2c:1000*3000");
  for (int accurate = 0; accurate < 2; accurate++) {
    invented_begin();
    tcf_stage stage = e.stage[0], task = stage;
    task.algorithm = TCFFT_ALGORITHM_AUTO;
    stage.time = 1e-9;
    stage.variance *= accurate ? 1.4 : 1.6;
    ck_assert_int_eq(tcf_wisdom_add_stage(&stage, &task, &d, 1), TCFFT_SUCCESS);
    tuned("c2c:1000*3000", NULL, NULL);
    ck_assert_msg((invented_device.trials > 3) == !accurate, "accurate %d: %d trials", accurate, invented_device.trials);
  }
}
END_TEST

// A candidate that does not compile is passed over; a device that fails is an error, and nothing is kept of the stage it was
// at.
START_TEST(failures) {
  const tcf_problem p = unit_problem("c2c:1000*3000");
  const tcf_device d = unit_device("H200");
  double estimated;
  invented_begin();
  const tcf_schedule s = tuned("c2c:1000*3000", NULL, &estimated);
  char radices[200];
  snprintf(radices, sizeof radices, ":radix=%.*s", (int)strspn(s.stage[0].fft, "0123456789."), s.stage[0].fft);
  for (char *at = radices; (at = strchr(at, '.')) != NULL;) *at = ',';
  const int all = invented_device.trials, known = tcf_wisdom_count();
  invented_begin();
  invented_device.missing = radices;
  ck_assert_int_eq(tcfft_wisdom_import_string(NULL), TCFFT_ERROR_INVALID_ARGUMENT);
  tcf_schedule other = tuned("c2c:1000*3000", NULL, &estimated);
  ck_assert_msg(invented_device.trials > 0 && !same(&other, &s), "%s was found without its program (%s)", s.stage[0].fft,
                radices);
  ck_assert_str_eq(tcfft_last_error(), "text is NULL");  // what fails on the way to a success leaves no text
  for (int run = 0; run < all; run += 1 + all / 5) {
    invented_begin();
    invented_device.broken_at = run;
    other.stages = -7;
    ck_assert_int_eq(tcf_tune_run(&other, &p, &d, &invented_backend, 1, NULL, NULL), TCFFT_ERROR_DEVICE);
    ck_assert_str_eq(tcfft_last_error(), "it fell off the bus");
    ck_assert_int_eq(other.stages, -7);
    ck_assert_int_eq(invented_device.held, 0);
    ck_assert_int_le(tcf_wisdom_count(), known);  // of stages that were done before
  }
}
END_TEST

// Where the memory suffices for the predicted plan's stages alone, other decompositions are none.
START_TEST(little_memory) {
  static const char *const some[] = {"c2c:100003*20", "c2c:16777216", "r2c:200003*9"};
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    invented_begin();
    const tcf_schedule e = predicted(some[i]);
    invented_device.largest = 0;
    for (int k = 0; k < e.stages; k++)
      for (int out = 0; out < 2; out++)
        if (tcf_measure_reach(&e.stage[k], out) > invented_device.largest)
          invented_device.largest = tcf_measure_reach(&e.stage[k], out);
    double estimated;
    tuned(some[i], NULL, &estimated);
  }
}
END_TEST

// A clock that sees no time pass.
START_TEST(no_time) {
  invented_begin();
  const tcf_problem p = unit_problem("c2c:1000*3000");
  const tcf_device d = unit_device("H200");
  tcf_schedule s = predicted("c2c:1000*3000"), found;
  ck_assert_int_eq(tcf_wisdom_add(&s, &p, &d, 1, 0), TCFFT_SUCCESS);
  ck_assert(tcf_wisdom_find(&found, &p, &d, 1) && found.time > 0);
}
END_TEST

// Nothing above the tolerance is found.
START_TEST(tolerance) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    invented_begin();
    tcf_problem p = unit_problem(problems[i]);
    p.tolerance = 1.0001 * predicted(problems[i]).bound;
    tcf_schedule s;
    ck_assert_int_eq(tcf_tune_run(&s, &p, &d, &invented_backend, 1, NULL, NULL), TCFFT_SUCCESS);
    ck_assert_msg(s.bound <= p.tolerance, "%s: %g above %g", problems[i], s.bound, p.tolerance);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tuner");
  TCase *found = test_case(suite, "found", 120);
  tcase_add_test(found, fastest);
  tcase_add_test(found, ties);
  tcase_add_test(found, wholes);
  tcase_add_test(found, brief);
  tcase_add_test(found, resumed);
  tcase_add_test(found, inaccurate);
  tcase_add_test(found, failures);
  tcase_add_test(found, little_memory);
  tcase_add_test(found, no_time);
  tcase_add_test(found, tolerance);
  return suite;
}
