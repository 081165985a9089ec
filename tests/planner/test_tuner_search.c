// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the tuner leaves out, and that it finds nearly as fast a plan as it would by timing everything: the trials of a stage
// by themselves, and whole tunings on a device of invented times.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "planner/invented.h"
#include "planner/trials.h"
#include "planner/tune.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ trials

enum { RADICES = 8, WIDTHS = 4, ALL = RADICES * WIDTHS };

// Between 0 and 1.
static double drawn(void) {
  static uint64_t state;
  if (!state) state = test_seed() | 1;
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(state >> 11) * 0x1p-53;
}

// Candidates of all radices and widths, predicted to be equally fast, times[] being what they take.
static tcf_trials draw_trials(double times[ALL], double scatter) {
  tcf_trials t = {.scatter = scatter};
  double width[WIDTHS];
  for (int w = 0; w < WIDTHS; w++) width[w] = pow(scatter, 0.5 * drawn());
  for (int r = 0; r < RADICES; r++) {
    const double radices = pow(scatter, 0.5 * drawn());
    for (int w = 0; w < WIDTHS; w++) {
      tcf_stage s = {.width = 1 << w, .threads = 64, .time = 1};
      snprintf(s.fft, sizeof s.fft, "%d", r);
      times[r * WIDTHS + w] = radices * width[w];
      for (int twice = 0; twice < 2; twice++) ck_assert_int_eq(tcf_trials_add(&t, &s), TCFFT_SUCCESS);
    }
  }
  ck_assert_int_eq(t.count, ALL);
  return t;
}

static void time_chosen(tcf_trials *t, const double times[ALL]) {
  for (int i = 0; i < t->count; i++)
    if (t->trial[i].chosen) tcf_trials_note(t, i, times[i]);
}

// Where predictions err for radices and for widths, ten trials of 32 find the fastest candidate or one close to it.
START_TEST(alike) {
  double sum = 0;
  enum { DRAWS = 200 };
  for (int draw = 0; draw < DRAWS; draw++) {
    double times[ALL], least = INFINITY;
    tcf_trials t = draw_trials(times, draw % 2 ? 1.3 : 1.8);
    for (int i = 0; i < ALL; i++) least = fmin(least, times[i]);
    ck_assert_int_eq(tcf_trials_choose(&t, 0, 4), 4);
    ck_assert_msg(t.trial[0].chosen, "the one by prediction is not among the first");
    time_chosen(&t, times);
    ck_assert_int_le(tcf_trials_choose(&t, 0, 6), 6);
    time_chosen(&t, times);
    ck_assert_int_le(t.timed, 10);
    ck_assert_msg(t.fastest <= 1.35 * least, "%g, the fastest takes %g", t.fastest, least);
    sum += log(t.fastest / least);
    tcf_trials_free(&t);
  }
  ck_assert_msg(exp(sum / DRAWS) < 1.06, "on average %.3f of the fastest one's time", exp(sum / DRAWS));
}
END_TEST

// Radices that lost twice are given up, and the same state has the same next choice.
START_TEST(losers) {
  double times[ALL], first[ALL];
  tcf_trials t = draw_trials(times, 1.8), same = draw_trials(first, 1.8);
  for (int k = 0; k < 2; k++) {  // the first two of radices 0, one of radices 1
    tcf_trials *at = k ? &same : &t;
    tcf_trials_note(at, 0, 1.2);
    tcf_trials_note(at, 1, 1.15);
    tcf_trials_note(at, WIDTHS, 1);
  }
  const int count = tcf_trials_choose(&t, 0, ALL);
  ck_assert_int_eq(tcf_trials_choose(&same, 0, ALL), count);
  ck_assert_int_gt(count, WIDTHS);
  for (int i = 0; i < ALL; i++) {
    ck_assert_int_eq(t.trial[i].chosen, same.trial[i].chosen);
    ck_assert_msg(!t.trial[i].chosen || i > WIDTHS, "number %d was chosen", i);
  }
  tcf_trials_free(&t);
  tcf_trials_free(&same);
}
END_TEST

// Of candidates that are about as fast the most accurate one is the best, of those that are as accurate the fastest.
START_TEST(accurate) {
  tcf_trials t = {.fastest = INFINITY, .scatter = INFINITY};
  const double time[] = {1.5, 1, 1.01, 1.015, 1.03, INFINITY}, variance[] = {1, 4, 3, 3, 2, 1};
  const int best[] = {0, 1, 2, 2, 2, 2};
  ck_assert_int_eq(tcf_trials_best(&t), -1);
  for (int i = 0; i < (int)TEST_COUNT(time); i++) {
    const tcf_stage s = {.width = 1 + i, .threads = 64, .time = 1, .variance = variance[i]};
    ck_assert_int_eq(tcf_trials_add(&t, &s), TCFFT_SUCCESS);
  }
  for (int i = 0; i < (int)TEST_COUNT(time); i++) {
    tcf_trials_note(&t, i, time[i]);
    ck_assert_int_eq(tcf_trials_best(&t), best[i]);
  }
  tcf_trials_free(&t);
}
END_TEST

// What is predicted to be too slow is not tried, unless nothing else works.
START_TEST(too_slow) {
  for (int works = 0; works < 2; works++) {
    tcf_trials t = {.scatter = 1.3};
    tcf_stage s = {.width = 1, .threads = 64, .time = 1};
    for (; s.width <= 4; s.width++) {
      ck_assert_int_eq(tcf_trials_add(&t, &s), TCFFT_SUCCESS);
      s.time *= 1.1;
    }
    ck_assert_int_eq(tcf_trials_choose(&t, 0, 1), 1);
    ck_assert(t.trial[0].chosen);
    tcf_trials_note(&t, 0, works ? 2 : INFINITY);
    ck_assert_int_eq(tcf_trials_choose(&t, 0, ALL), works ? 1 : 3);
    ck_assert_int_eq(t.trial[3].chosen, !works);
    tcf_trials_free(&t);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tunings

static const char h100[] =
    "cuda:name=H100:cores=132:vector=32:l2=52428800:copy=2.883e+12:flops=2.2e+11:capability=90:shared=232448:sm_shared="
    "233472:sm_threads=2048:sm_registers=65536:cluster=16:launch=2.7e-06:compiler=1:memory=80000000000";

static const char *const problems[] = {"c2r:152141*220",  "c2r:83603*401", "c2c:123*272800", "c2c:3718*9024",
                                       "c2c:3185x462*22", "c2c:67",        "c2c:64x56*9362", "c2r:213*157532",
                                       "c2r:6*5592405",   "c2c:49862*672", "c2c:604",        "c2c:30217"};

// What a tuning came to.
typedef struct outcome {
  int programs, turns;
  double time, estimated;
} outcome;

static outcome tune(const char *problem, uint64_t seed, int thorough) {
  const tcf_device d = unit_device(h100);
  const tcf_problem p = unit_problem(problem);
  const tcf_tune_options options = {.thorough = thorough};
  tcf_tune_report report;
  tcf_schedule s;
  test_current = problem;
  invented_begin();
  invented_device.times = INVENTED_SCATTERED;
  invented_device.seed = seed;
  ck_assert_msg(tcf_tune_run(&s, &p, &d, &invented_backend, 1, &options, &report) == TCFFT_SUCCESS, "%s: %s", problem,
                tcfft_last_error());
  ck_assert_int_eq(invented_device.held, 0);
  ck_assert_int_eq(report.timed, invented_device.trials + invented_device.wholes);
  ck_assert(report.loaded <= report.generated && report.loaded <= report.timed);
  ck_assert(report.estimated > 0 && s.time <= report.estimated);
  return (outcome){
      .programs = invented_device.programs, .turns = invented_device.turns, .time = s.time, .estimated = report.estimated};
}

// A part of the programs (0.26 in the mean, of unaligned columns more than of others, since more of their tiles are alike),
// and on average nearly as fast a plan.
START_TEST(pruned) {
  enum { SEEDS = 12 };
  int programs[2] = {0}, turns = 0;
  double loss = 0;
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    int of_problem[2] = {0};
    double its_loss = 0, gain = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      const outcome few = tune(problems[i], test_seed() + seed, 0), all = tune(problems[i], test_seed() + seed, 1);
      of_problem[0] += few.programs;
      of_problem[1] += all.programs;
      turns += few.turns;
      its_loss += log(few.time / all.time) / SEEDS;
      gain += log(all.estimated / all.time) / SEEDS;
      // Of few candidates neighbours are tried before the last ones are timed, and may be those of another one.
      ck_assert_msg(few.programs <= all.programs + 6, "%s: %d programs of %d", problems[i], few.programs, all.programs);
    }
    printf("%-16s programs %5.1f of %5.1f, its plan %.3f of the fastest one's time, the estimated %.3f\n", problems[i],
           (double)of_problem[0] / SEEDS, (double)of_problem[1] / SEEDS, exp(its_loss), exp(gain));
    for (int k = 0; k < 2; k++) programs[k] += of_problem[k];
    loss += its_loss / (double)TEST_COUNT(problems);
  }
  printf("together         programs %5.1f of %5.1f in %.1f turns of 16, its plan %.3f\n", (double)programs[0] / SEEDS,
         (double)programs[1] / SEEDS, (double)turns / SEEDS, exp(loss));
  ck_assert_msg(turns <= 6 * SEEDS * (int)TEST_COUNT(problems), "%d turns of 16 programs", turns);
  ck_assert_msg(7 * programs[0] < 2 * programs[1], "%d programs of %d", programs[0], programs[1]);
  ck_assert_msg(exp(loss) < 1.05, "%.3f of the fastest plans' time", exp(loss));
}
END_TEST

// Nothing is left to chance.
START_TEST(repeated) {
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    const outcome once = tune(problems[i], test_seed(), 0), again = tune(problems[i], test_seed(), 0);
    ck_assert_msg(once.programs == again.programs && once.time == again.time, "%s: %d and %d programs, %g s and %g s",
                  problems[i], once.programs, again.programs, once.time, again.time);
  }
}
END_TEST

// Where predictions hold, decompositions that are predicted to be much slower are not tried at all. (Of this length some are
// predicted to be nearly as fast as the fastest.)
START_TEST(decompositions) {
  const tcf_device d = unit_device(h100);
  const tcf_problem p = unit_problem("c2c:60060*558");
  const tcf_schedule e = unit_schedule(&p, &d, 1);
  tcf_schedule s;
  int trials[2];
  for (int thorough = 0; thorough < 2; thorough++) {
    const tcf_tune_options options = {.thorough = thorough};
    invented_begin();
    invented_device.times = INVENTED_PREDICTED;
    ck_assert_int_eq(tcf_tune_run(&s, &p, &d, &invented_backend, 1, &options, NULL), TCFFT_SUCCESS);
    trials[thorough] = invented_device.trials;
    for (int k = 0; k < e.stages; k++) trials[thorough] -= invented_trials(&e.stage[k]);
    ck_assert(s.time <= e.time * (1 + 1e-9));
  }
  ck_assert_msg(4 * trials[0] < trials[1], "%d trials of other decompositions, of %d", trials[0], trials[1]);
}
END_TEST

// ------------------------------------------------------------------------------------------------ several at once

// A problem that a thread tunes, and what came of it.
typedef struct job {
  const char *problem;
  pthread_mutex_t *turn;
  tcfft_status status;
  tcf_schedule s;
} job;

static void *run_job(void *context) {
  job *j = context;
  const tcf_device d = unit_device(h100);
  const tcf_problem p = unit_problem(j->problem);
  const tcf_tune_options options = {.turn = j->turn};
  j->status = tcf_tune_run(&j->s, &p, &d, &invented_backend, 1, &options, NULL);
  return NULL;
}

// Threads that tune different problems find what each finds alone, and nothing runs on the device while something is timed.
START_TEST(at_once) {
  enum { JOBS = 4 };
  static const char *const some[JOBS] = {"c2c:3718*9024", "c2r:213*157532", "c2c:49862*672", "c2c:604"};
  pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread[JOBS];
  static job jobs[JOBS];
  double alone[JOBS];
  for (int i = 0; i < JOBS; i++) alone[i] = tune(some[i], test_seed(), 0).time;
  invented_begin();
  invented_device.times = INVENTED_SCATTERED;
  invented_device.slow = 1;
  for (int i = 0; i < JOBS; i++) {
    jobs[i] = (job){.problem = some[i], .turn = &turn};
    ck_assert_int_eq(pthread_create(&thread[i], NULL, run_job, &jobs[i]), 0);
  }
  for (int i = 0; i < JOBS; i++) ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < JOBS; i++) {
    ck_assert_msg(jobs[i].status == TCFFT_SUCCESS, "%s", some[i]);
    ck_assert_msg(jobs[i].s.time == alone[i], "%s: %g s, alone %g", some[i], jobs[i].s.time, alone[i]);
  }
  ck_assert_int_eq(invented_device.overlaps, 0);
  ck_assert_int_eq(invented_device.held, 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tuner_search");
  TCase *choice = test_case(suite, "choice", 30), *found = test_case(suite, "plans", 120);
  tcase_add_test(choice, alike);
  tcase_add_test(choice, losers);
  tcase_add_test(choice, accurate);
  tcase_add_test(choice, too_slow);
  tcase_add_test(found, pruned);
  tcase_add_test(found, repeated);
  tcase_add_test(found, decompositions);
  tcase_add_test(found, at_once);
  return suite;
}
