// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning by measurement on a device that does not exist: times are invented, so that what the tuner ought to find is
// known.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "core/schedule_text.h"
#include "planner/fits.h"
#include "planner/measure.h"
#include "planner/tune.h"
#include "planner/wisdom.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ the device

// What was timed: the task of a stage alone, and its invented seconds.
typedef struct trial {
  char task[512];
  double seconds;
} trial;

enum { MOST_TRIALS = 20000 };
static trial *trials;
static int trial_count, whole_count, loaded;
static double whole_factor[8];     // of the runs of several launches, in their order; the last one's of all others
static const char *missing;        // programs whose parameters have this text do not load
static int broken_at = -1;         // the run of this number fails
static size_t largest = SIZE_MAX;  // more memory is not there
static int as_predicted;           // times are those that were predicted
static int slow;                   // every run takes two milliseconds
static int held;                   // blocks of memory that were not released

static uint64_t hash_of(const char *text, uint64_t hash) {
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  return hash ^ hash >> 29;
}

// From half of what was predicted to twice that, by the stage's choices.
static double invented(const tcf_stage *s) {
  char text[1024];
  tcf_stage_print(s, &(tcf_writer){.buf = text, .cap = sizeof text});
  *strstr(text, ":bytes=") = 0;
  const double unit = (double)(hash_of(text, test_seed() | 1) >> 11) * 0x1p-53;
  tcf_stage known = *s;
  known.time = (double)s->bytes / 4e12 + 2e-6;
  return as_predicted ? s->time : known.time * exp2(2 * unit - 1);
}

static tcfft_status fake_alloc(int index, size_t bytes, void **memory) {
  (void)index;
  *memory = bytes <= largest ? tcf_alloc(64) : NULL;  // nothing is ever launched
  held += *memory != NULL;
  return *memory ? TCFFT_SUCCESS : tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes", bytes);
}

static void fake_release(int index, void *memory) {
  (void)index;
  held -= memory != NULL;
  free(memory);
}

static tcfft_status fake_copy_in(int index, void *to, const void *from, size_t bytes) {
  (void)index, (void)to, (void)from, (void)bytes;
  return TCFFT_SUCCESS;
}

static tcfft_status fake_load(int index, const tcf_load *loads, int count) {
  static int function;
  (void)index;
  for (int i = 0; i < count; i++) {
    if (missing && strstr(loads[i].program.parameters, missing))
      return tcf_fail(TCFFT_ERROR_INTERNAL, "it does not compile");
    *loads[i].function = &function;
    if (loads[i].clusters) *loads[i].clusters = 16;
    loaded++;
  }
  return TCFFT_SUCCESS;
}

static tcfft_status fake_launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  (void)function, (void)grid, (void)args, (void)stream;
  ck_abort_msg("something was launched");
  return TCFFT_ERROR_INTERNAL;
}

// Does not launch: looks at what would be.
static tcfft_status fake_time(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                              double *seconds) {
  const tcf_timed_run *run = context;
  (void)index, (void)body, (void)repeats;
  if (slow) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  if (trial_count + whole_count == broken_at) return tcf_fail(TCFFT_ERROR_DEVICE, "it fell off the bus");
  *seconds = 0;
  for (int i = 0; i < run->count; i++) *seconds += invented(run->launch[i].stage);
  if (run->count > 1) {
    const int last = (int)TEST_COUNT(whole_factor) - 1, at = whole_count++;
    *seconds *= whole_factor[at < last ? at : last];
    return TCFFT_SUCCESS;
  }
  ck_assert_int_lt(trial_count, MOST_TRIALS);
  trial *t = &trials[trial_count++];
  tcf_stage task = *run->launch[0].stage;
  task.algorithm = TCFFT_ALGORITHM_AUTO;
  tcf_stage_print_task(&task, &(tcf_writer){.buf = t->task, .cap = sizeof t->task});
  t->seconds = *seconds;
  return TCFFT_SUCCESS;
}

static const tcf_backend fake = {.id = TCFFT_BACKEND_CUDA,
                                 .name = "fake",
                                 .alloc = fake_alloc,
                                 .release = fake_release,
                                 .copy_in = fake_copy_in,
                                 .load = fake_load,
                                 .launch = fake_launch,
                                 .time = fake_time};

static void begin(void) {
  tcf_wisdom_forget();
  if (!trials) trials = malloc(MOST_TRIALS * sizeof *trials);
  ck_assert_ptr_nonnull(trials);
  trial_count = whole_count = loaded = held = as_predicted = slow = 0;
  missing = NULL;
  broken_at = -1;
  largest = SIZE_MAX;
  for (size_t i = 0; i < TEST_COUNT(whole_factor); i++) whole_factor[i] = 1;
}

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
  ck_assert_msg(tcf_tune_run(&s, &p, &d, &fake, 1, options, &report) == TCFFT_SUCCESS, "%s: %s", problem,
                tcfft_last_error());
  if (estimated) *estimated = report.estimated;
  ck_assert_int_eq(report.complete, !options || options->seconds <= 0);
  ck_assert_int_eq(held, 0);
  tcf_schedule fitting = s;
  ck_assert_msg(tcf_schedule_fits(&fitting, &p, &d, 1), "%s: what was found is no schedule of it", problem);
  return s;
}

static tcf_schedule predicted(const char *problem) {
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device("H200");
  return unit_schedule(&p, &d, 1);
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

// The least time of a task among the trials; INFINITY: it was not tried.
static double least_of(const tcf_stage *s) {
  char task[512];
  tcf_stage plain = *s;
  double least = INFINITY;
  plain.algorithm = TCFFT_ALGORITHM_AUTO;
  tcf_stage_print_task(&plain, &(tcf_writer){.buf = task, .cap = sizeof task});
  for (int i = 0; i < trial_count; i++)
    if (!strcmp(trials[i].task, task)) least = fmin(least, trials[i].seconds);
  return least;
}

// Each stage of the plan that is found is the fastest that was tried, several decompositions were tried where there are
// some, and the plan is never slower than the predicted one.
START_TEST(fastest) {
  int more = 0;
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    double estimated;
    begin();
    const tcf_schedule s = tuned(problems[i], NULL, &estimated), e = predicted(problems[i]);
    double time = 0;
    for (int k = 0; k < s.stages; k++) {
      ck_assert_msg(s.stage[k].time <= least_of(&s.stage[k]) * (1 + 1e-12), "%s: stage %d of %g s, %g s were seen",
                    problems[i], k, s.stage[k].time, least_of(&s.stage[k]));
      time += s.stage[k].time;
    }
    ck_assert_msg(fabs(s.time - time) <= 1e-9 * time, "%s: %g s, its stages %g s", problems[i], s.time, time);
    ck_assert_msg(estimated > 0 && s.time <= estimated, "%s: %g s, estimated %g s", problems[i], s.time, estimated);
    for (int k = 0; k < e.stages; k++) ck_assert(isfinite(least_of(&e.stage[k])));
    more += s.time < 0.9 * estimated;
  }
  ck_assert_int_gt(more, (int)TEST_COUNT(problems) / 2);
}
END_TEST

// Times as predicted: the predicted plan is as good as any, and is what is found.
START_TEST(ties) {
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    double estimated;
    begin();
    as_predicted = 1;
    const tcf_schedule s = tuned(problems[i], NULL, &estimated), e = predicted(problems[i]);
    ck_assert_msg(s.time <= e.time * (1 + 1e-9), "%s: %g s, predicted %g s", problems[i], s.time, e.time);
  }
}
END_TEST

// Of plans of several launches the one that is fastest as a whole is taken, whatever its stages take alone.
START_TEST(wholes) {
  static const char problem[] = "c2c:1048576*8";
  double estimated;
  begin();
  const tcf_schedule best = tuned(problem, NULL, &estimated), e = predicted(problem);
  ck_assert_int_eq(whole_count, 3);
  ck_assert(!same(&best, &e));
  for (int wins = 0; wins < 3; wins++) {
    begin();
    for (int i = 0; i < 3; i++) whole_factor[i] = i == wins ? 0.01 : 1;
    const tcf_schedule s = tuned(problem, NULL, &estimated);
    ck_assert_int_eq(whole_count, 3);
    ck_assert_msg(same(&s, &best) == (wins == 0) && same(&s, &e) == (wins == 2), "plan %d was to win", wins);
    ck_assert((wins == 2) == (s.time == estimated) && s.time < 0.5 * best.time);
  }
  // Not enough memory for a whole plan: by the sum of its stages.
  begin();
  largest = (size_t)8 * 1048576 * 8;
  const tcf_schedule s = tuned(problem, NULL, &estimated);
  ck_assert_msg(whole_count == 3 && same(&s, &best), "a plan of which each array is there");
}
END_TEST

// What was measured of stages is not measured again, and a measurement that was cut short goes on.
START_TEST(resumed) {
  for (size_t i = 0; i < TEST_COUNT(problems); i++) {
    const tcf_tune_options again = {.again = 1}, none = {.seconds = 1e-9}, hurry = {.seconds = 3e-3};
    double estimated;
    begin();
    const tcf_schedule first = tuned(problems[i], NULL, &estimated);
    const int all = trial_count;
    trial_count = whole_count = 0;
    tcf_schedule s = tuned(problems[i], NULL, &estimated);
    ck_assert_msg(trial_count <= 2 && same(&s, &first), "%s: %d trials of known stages", problems[i], trial_count);
    trial_count = 0;
    s = tuned(problems[i], &again, &estimated);
    ck_assert_msg(trial_count >= all - 2 && same(&s, &first), "%s: %d trials, before %d", problems[i], trial_count, all);
    begin();
    s = tuned(problems[i], &none, &estimated);
    ck_assert_msg(trial_count <= 3, "%s: %d trials after the end", problems[i], trial_count);
    slow = 1;
    s = tuned(problems[i], &hurry, &estimated);
    ck_assert_msg(trial_count <= 9, "%s: %d trials after the end", problems[i], trial_count);
    slow = 0;
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
    begin();
    tcf_stage stage = e.stage[0], task = stage;
    task.algorithm = TCFFT_ALGORITHM_AUTO;
    stage.time = 1e-9;
    stage.variance *= accurate ? 1.4 : 1.6;
    ck_assert_int_eq(tcf_wisdom_add_stage(&stage, &task, &d, 1), TCFFT_SUCCESS);
    const tcf_schedule s = tuned("c2c:1000*3000", NULL, NULL);
    ck_assert_msg((trial_count > 5) == !accurate && (s.stage[0].time < 2e-9) == accurate, "accurate %d: %d trials", accurate,
                  trial_count);
  }
}
END_TEST

// A candidate that does not compile is passed over; a device that fails is an error, and nothing is kept of it.
START_TEST(failures) {
  const tcf_problem p = unit_problem("c2c:1000*3000");
  const tcf_device d = unit_device("H200");
  double estimated;
  begin();
  const tcf_schedule s = tuned("c2c:1000*3000", NULL, &estimated);
  char radices[200];
  snprintf(radices, sizeof radices, ":radix=%.*s", (int)strspn(s.stage[0].fft, "0123456789."), s.stage[0].fft);
  for (char *at = radices; (at = strchr(at, '.')) != NULL;) *at = ',';
  const int all = trial_count;
  begin();
  missing = radices;
  ck_assert_int_eq(tcfft_wisdom_import_string(NULL), TCFFT_ERROR_INVALID_ARGUMENT);
  tcf_schedule other = tuned("c2c:1000*3000", NULL, &estimated);
  ck_assert_msg(trial_count > 0 && !same(&other, &s), "%s was found without its program (%s)", s.stage[0].fft, radices);
  ck_assert_str_eq(tcfft_last_error(), "text is NULL");  // what fails on the way to a success leaves no text
  for (int run = 0; run < all; run += 1 + all / 5) {
    begin();
    broken_at = run;
    other.stages = -7;
    ck_assert_int_eq(tcf_tune_run(&other, &p, &d, &fake, 1, NULL, NULL), TCFFT_ERROR_DEVICE);
    ck_assert_str_eq(tcfft_last_error(), "it fell off the bus");
    ck_assert_int_eq(other.stages, -7);
    ck_assert_int_eq(held, 0);
    ck_assert_int_eq(tcf_wisdom_count(), 0);
  }
}
END_TEST

// Where the memory suffices for the predicted plan's stages alone, other decompositions are none.
START_TEST(little_memory) {
  static const char *const some[] = {"c2c:100003*20", "c2c:16777216", "r2c:200003*9"};
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    begin();
    const tcf_schedule e = predicted(some[i]);
    largest = 0;
    for (int k = 0; k < e.stages; k++)
      for (int out = 0; out < 2; out++)
        if (tcf_measure_reach(&e.stage[k], out) > largest) largest = tcf_measure_reach(&e.stage[k], out);
    double estimated;
    tuned(some[i], NULL, &estimated);
  }
}
END_TEST

// A clock that sees no time pass.
START_TEST(no_time) {
  begin();
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
    begin();
    tcf_problem p = unit_problem(problems[i]);
    p.tolerance = 1.0001 * predicted(problems[i]).bound;
    tcf_schedule s;
    ck_assert_int_eq(tcf_tune_run(&s, &p, &d, &fake, 1, NULL, NULL), TCFFT_SUCCESS);
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
  tcase_add_test(found, resumed);
  tcase_add_test(found, inaccurate);
  tcase_add_test(found, failures);
  tcase_add_test(found, little_memory);
  tcase_add_test(found, no_time);
  tcase_add_test(found, tolerance);
  return suite;
}
