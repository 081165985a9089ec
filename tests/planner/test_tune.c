// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Choosing within a tolerance, by prediction and by measurement.
#include "planner/tune.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "core/element.h"
#include "core/registry.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/planner.h"
#include "planner/total.h"
#include "planner/tune_stage.h"
#include "planner/wisdom.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ predicting

// The smallest bound that any choice of candidates gives.
static double least_bound(const tcf_problem *p, const tcf_device *d) {
  tcf_schedule s;
  s.stages = tcf_planner_stages(p, s.stage, &s.work[0]);
  for (int i = 0; i < s.stages; i++) {
    tcf_stage all[TCF_MAX_CANDIDATES];
    const int count = tcf_planner_candidates(&s.stage[i], d, (int)d->cores, all, TCF_MAX_CANDIDATES);
    s.stage[i] = all[0];
    for (int k = 1; k < count; k++)
      if (all[k].variance < s.stage[i].variance) s.stage[i] = all[k];
  }
  tcf_schedule_total(&s);
  return s.bound;
}

// The same where FP64 transforms the numbers, as it does below what FP32 reaches.
static double least_wide_bound(const tcf_problem *p, const tcf_device *d) {
  tcf_problem wide = *p;
  wide.wide = 1;
  return least_bound(&wide, d);
}

static void check_wide(const tcf_schedule *s, tcfft_status status, const tcf_problem *p) {
  ck_assert_msg(status == TCFFT_SUCCESS, "tolerance %g: %s", p->tolerance, tcfft_last_error());
  ck_assert_msg(s->bound <= p->tolerance && tcf_arithmetic_of(&s->stage[0]) == TCFFT_F64, "bound %g, tolerance %g", s->bound,
                p->tolerance);
}

static const char *const tolerant[] = {"c2c:8*16",     "c2c:1000*16", "c2c:1009*16", "c2c:149x149*4", "c2c:166x166*4",
                                       "c2c:64x60x50", "c2c:65537",   "r2c:30x40",   "c2c:173x1024",  "c2r:149x149"};

// A bound within the tolerance wherever there is one, and a refusal that tells the truth where there is none.
START_TEST(tolerance) {
  for (int k = 0; k < UNIT_HOSTS; k++) {
    const tcf_device d = unit_device(unit_host(k));
    for (size_t i = 0; i < TEST_COUNT(tolerant); i++) {
      tcf_problem p = unit_problem(tolerant[i]);
      const double least = least_bound(&p, &d), free_bound = unit_schedule(&p, &d, (int)d.cores).bound;
      for (int step = 0; step <= 8; step++) {
        p.tolerance = least * 1.0001 + (free_bound - least) * step / 8;
        tcf_schedule s;
        ck_assert_msg(tcf_planner_run(&s, &p, &d, (int)d.cores) == TCFFT_SUCCESS, "%s on %s, %.6g reachable: %s",
                      tolerant[i], d.name, least, tcfft_last_error());
        ck_assert_msg(s.bound <= p.tolerance, "%s: bound %g, tolerance %g", tolerant[i], s.bound, p.tolerance);
      }
      tcf_schedule s = {.stages = -7};
      char says[80];
      p.tolerance = least * 0.9;
      check_wide(&s, tcf_planner_run(&s, &p, &d, (int)d.cores), &p);
      s.stages = -7;
      p.tolerance = least_wide_bound(&p, &d) * 0.9;
      snprintf(says, sizeof says, "tolerance = %.3g is below %.3g", p.tolerance, least_wide_bound(&p, &d));
      ck_assert_int_eq(tcf_planner_run(&s, &p, &d, (int)d.cores), TCFFT_ERROR_TOLERANCE);
      ck_assert_int_eq(s.stages, -7);
      ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "%s on %s: \"%s\", not \"%s\"", tolerant[i], d.name,
                    tcfft_last_error(), says);
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ measuring

static const char *const measured[] = {"c2c:8*16",   "c2c:1000*16",      "c2c:1009*16",       "c2c:64x60",
                                       "c2c:65536",  "c2c:149x149",      "r2c:4096*4",        "c2r:30x40*3",
                                       "dct2:100*7", "c2c:256*8:tensor", "r2c:6x7x8:inplace", "c2c:8x16:os=1,8"};

static double time_of_stages(const tcf_schedule *s) {
  double time = 0;
  for (int k = 0; k < s->stages; k++) time += s->stage[k].time;
  return time;
}

// Seconds that the process' threads were ready to run and waited for a core. 0 where the system does not tell.
static double waited_for_cores(void) {
  double seconds = 0;
  DIR *threads = opendir("/proc/self/task");
  for (struct dirent *e; threads && (e = readdir(threads));) {
    char path[300];
    double ran, waited;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", e->d_name);
    FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "r");
    if (f && fscanf(f, "%lf %lf", &ran, &waited) == 2) seconds += 1e-9 * waited;
    if (f) fclose(f);
  }
  if (threads) closedir(threads);
  return seconds;
}

// The plan's time is of one run beside those of its stages: a machine that does something else meanwhile may double it, but
// not each time. Where other processes hold the cores in each of the tries, of two threads above all, which wait for each
// other at each stage, the time may be as long as what the tuner took by the clock. Elsewhere it may not.
static void check_time(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads) {
  enum { TRIES = 8 };
  int crowded = 0;
  double took = INFINITY;
  for (int tries = 0; tries < TRIES && s->time >= 3 * time_of_stages(s) + 1e-3; tries++) {
    const double start = tcf_tuning_clock(), waited = waited_for_cores();
    ck_assert_int_eq(tcf_tune_run(s, p, d, tcf_backend_for(TCFFT_BACKEND_HOST), threads, NULL, NULL), TCFFT_SUCCESS);
    took = tcf_tuning_clock() - start;
    crowded += waited_for_cores() - waited > 0.1 * took;
  }
  ck_assert_msg(s->time > 0 && s->time < (crowded == TRIES ? took : 3 * time_of_stages(s) + 1e-3),
                "%s: %g s, its stages %g s; cores were crowded in %d tries of %d", test_current, s->time, time_of_stages(s),
                crowded, TRIES);
}

// What measuring chooses from is what prediction chooses from, and its problem stays the same.
START_TEST(schedules) {
  const tcf_device d = unit_this_machine();
  for (size_t i = 0; i < TEST_COUNT(measured); i++) {
    test_current = measured[i];
    const tcf_problem p = unit_problem(measured[i]);
    for (int threads = 1; threads <= 2; threads++) {
      tcf_schedule s, predicted;
      ck_assert_msg(tcf_tune_run(&s, &p, &d, tcf_backend_for(TCFFT_BACKEND_HOST), threads, NULL, NULL) == TCFFT_SUCCESS,
                    "%s: %s", measured[i], tcfft_last_error());
      ck_assert_int_eq(tcf_planner_run(&predicted, &p, &d, threads), TCFFT_SUCCESS);
      ck_assert_int_eq(s.stages, predicted.stages);
      ck_assert_int_eq(s.work[0], predicted.work[0]);
      for (int k = 0; k < s.stages; k++) {
        const tcf_stage *a = &s.stage[k], *b = &predicted.stage[k];
        ck_assert(a->axis == b->axis && a->n == b->n && a->kind == b->kind && a->in == b->in && a->out == b->out);
        ck_assert(a->is == b->is && a->os == b->os && a->bytes == b->bytes);
        ck_assert(a->threads == 1 || a->threads == threads);
        ck_assert_msg(a->time > 0 && a->time < 10, "%s: %g s", measured[i], a->time);
        if (p.algorithm) ck_assert_int_eq(a->kernel->algorithm, p.algorithm);
      }
      check_time(&s, &p, &d, threads);
      ck_assert(s.bound > 0 && s.bound < 1e-6);
    }
  }
}
END_TEST

// A measured plan transforms rightly, and its bound holds.
START_TEST(results) {
  for (size_t i = 0; i < TEST_COUNT(measured); i++) {
    tcfft_desc d;
    test_desc(&d, measured[i]);
    d.effort = TCFFT_EFFORT_MEASURE;
    for (int direction = 0; direction < 2; direction++) {
      const test_errors r = test_run(&d, measured[i], (tcfft_direction)direction, 1);
      ck_assert_msg(r.l2 <= test_gate_l2(&d) && r.worst <= test_gate_worst(&d), "%s: errors %g, %g", measured[i], r.l2,
                    r.worst);
      ck_assert_msg(r.l2 <= r.bound, "%s: error %g, bound %g", measured[i], r.l2, r.bound);
    }
  }
}
END_TEST

// However fast, nothing that misses the tolerance is taken; what is refused by prediction is refused by measurement.
START_TEST(measured_tolerance) {
  const tcf_device d = unit_this_machine();
  static const char *const texts[] = {"c2c:16*8",   "c2c:64*8",    "c2c:512*8", "c2c:1000*4",
                                      "c2c:1009*4", "c2c:149x149", "c2c:64x60"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcf_problem p = unit_problem(texts[i]);
    const double least = least_bound(&p, &d);
    tcf_schedule s = {.stages = -7};
    for (int step = 0; step < 3; step++) {
      p.tolerance = least * (1.001 + 0.15 * step);
      ck_assert_msg(tcf_tune_run(&s, &p, &d, tcf_backend_for(TCFFT_BACKEND_HOST), 1, NULL, NULL) == TCFFT_SUCCESS,
                    "%s within %g: %s", texts[i], p.tolerance, tcfft_last_error());
      ck_assert_msg(s.bound <= p.tolerance, "%s: bound %g, tolerance %g", texts[i], s.bound, p.tolerance);
    }
    p.tolerance = least * 0.9;
    check_wide(&s, tcf_tune_run(&s, &p, &d, tcf_backend_for(TCFFT_BACKEND_HOST), 1, NULL, NULL), &p);
    s.stages = -7;
    p.tolerance = least_wide_bound(&p, &d) * 0.9;
    ck_assert_int_eq(tcf_tune_run(&s, &p, &d, tcf_backend_for(TCFFT_BACKEND_HOST), 1, NULL, NULL), TCFFT_ERROR_TOLERANCE);
    ck_assert_int_eq(s.stages, -7);
  }
}
END_TEST

#if defined __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#ifndef ADDRESS_SANITIZER
#define ADDRESS_SANITIZER 0
#endif

// Where there is no memory to time a plan in, the schedule is the predicted one, and not told to be measured: not to wisdom
// either. (The process is a child. The address sanitizer has no such limit.)
START_TEST(untimed) {
  const char text[] = "c2c:1024*2:id=1000000000:od=1000000000";
  const tcf_device d = unit_this_machine();
  const tcf_problem p = unit_problem(text);
  struct rlimit little;
  tcf_schedule s, found;
  tcf_tune_report report;
  if (ADDRESS_SANITIZER) return;
  ck_assert_int_eq(getrlimit(RLIMIT_AS, &little), 0);
  if (little.rlim_max > (rlim_t)6 << 30) little.rlim_cur = (rlim_t)6 << 30;
  ck_assert_int_eq(setrlimit(RLIMIT_AS, &little), 0);
  ck_assert_msg(tcf_tune_run(&s, &p, &d, tcf_backend_for(TCFFT_BACKEND_HOST), 1, NULL, &report) == TCFFT_SUCCESS, "%s",
                tcfft_last_error());
  ck_assert(s.stages == 1 && !report.complete && !report.timed_whole && !report.timed);
  tcfft_desc desc;
  test_desc(&desc, text);
  desc.effort = TCFFT_EFFORT_MEASURE;
  desc.threads = 1;
  tcfft_plan_destroy(test_plan(&desc, text));
  ck_assert(!tcf_wisdom_find(&found, &p, &d, 1));
  const tcf_problem small = unit_problem("c2c:1024*2");
  ck_assert_int_eq(tcf_tune_run(&s, &small, &d, tcf_backend_for(TCFFT_BACKEND_HOST), 1, NULL, &report), TCFFT_SUCCESS);
  ck_assert(report.complete && report.timed_whole && report.timed > 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tune");
  TCase *predict = test_case(suite, "predict", 60), *measure = test_case(suite, "measure", 60);
  tcase_add_test(predict, tolerance);
  tcase_add_test(measure, schedules);
  tcase_add_test(measure, results);
  tcase_add_test(measure, measured_tolerance);
  tcase_add_test(measure, untimed);
  return suite;
}
