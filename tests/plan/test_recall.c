// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning with what an earlier process has computed, on a device that is not here: the schedule is the same, nothing is
// computed again, and what is stored is neither damaged nor of plans that are soon made. Linked with tcf_memo_put wrapped,
// to count it.
#include "plan/recall.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend/cache_folder.h"
#include "backend/planning_cache.h"
#include "base/memo.h"
#include "child.h"
#include "core/schedule_text.h"
#include "plan/later.h"
#include "plan/later_device.h"
#include "plan/plan.h"
#include "plan/way.h"
#include "units.h"

// Lengths whose search takes milliseconds: convolutions, several launches, clusters.
static const char *const awkward[] = {"c2c:34614", "c2c:211916*158", "c2c:20742", "c2c:516096*65", "c2c:10007*3"};
static const char *const easy[] = {"c2c:16", "c2c:100", "c2c:128", "c2c:1000"};

// ------------------------------------------------------------------------------------------------ counting

static atomic_int computed, recalls, keeps;

void __real_tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes);
void __wrap_tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes);
void __wrap_tcf_memo_put(tcf_memo_user user, const void *key, size_t key_bytes, const void *result, size_t result_bytes) {
  atomic_fetch_add(&computed, 1);
  __real_tcf_memo_put(user, key, key_bytes, result, result_bytes);
}

static char kept_as[4000];  // the text of what was kept last

static int recall(const char *what, void **data, size_t *bytes) {
  recalls++;
  return tcf_planning_recall(what, data, bytes);
}

static void keep(const char *what, const void *data, size_t bytes) {
  if (!keeps++) snprintf(kept_as, sizeof kept_as, "%s", what);
  tcf_planning_keep(what, data, bytes);
}

static tcf_backend backend;  // that of later_device.h, with a store

static void count_anew(void) { computed = recalls = keeps = 0; }

// ------------------------------------------------------------------------------------------------ plans

static char folder[200];

static void set_backend(void) {
  later_reset(0);
  later_let_go();
  backend = later_backend;
  backend.recall = recall;
  backend.keep = keep;
}

static void setup(void) {
  snprintf(folder, sizeof folder, "%s/tcfft-recall-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  setenv("TCFFT_CACHE", folder, 1);
  set_backend();
}

static void teardown(void) {
  int64_t files, bytes;
  ck_assert_int_eq(tcf_cache_clear(folder, &files, &bytes), 0);
  ck_assert_int_eq(remove(folder), 0);
}

static int files_kept(void) {
  tcf_cache_content content;
  ck_assert_int_eq(tcf_cache_look(folder, &content), 0);
  return (int)content.files;
}

static char *text_of(const tcf_schedule *s) {
  tcf_writer w = {.len = 0};
  tcf_schedule_print(s, &w);
  w = (tcf_writer){.buf = malloc(w.len + 1), .cap = w.len + 1};
  tcf_schedule_print(s, &w);
  return w.buf;
}

// The schedule that a plan gets. (Preparing it then computes layouts, which take no time to speak of.)
static char *plan_with(const char *text, const tcf_plan_options *options) {
  const tcf_problem p = unit_problem(text);
  const tcf_way_order order = {.problem = &p, .backend = options->estimate_only ? NULL : &backend, .options = options};
  static _Thread_local tcf_way way;
  way = (tcf_way){.device = later_numbers()};
  ck_assert_msg(tcf_way_choose(&way, &order) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return text_of(&way.schedule);
}

static char *plan(const char *text) { return plan_with(text, &(tcf_plan_options){.threads = 0}); }

// A whole plan, as soon as its final schedule serves.
static char *create(const char *text, tcf_compile compile) {
  const tcf_problem p = unit_problem(text);
  const tcf_device d = later_numbers();
  tcfft_plan *made = NULL;
  ck_assert_msg(tcf_plan_create(&made, &p, &d, &backend, &(tcf_plan_options){.compile = compile}) == TCFFT_SUCCESS, "%s: %s",
                text, tcfft_last_error());
  ck_assert_int_eq(tcfft_plan_wait(made), TCFFT_SUCCESS);
  char *schedule = text_of(tcf_plan_schedule(made));
  tcf_plan_destroy(made);
  return schedule;
}

static void plan_by(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int by_model) {
  const tcf_recall what = {.problem = p, .device = d, .backend = &backend, .threads = 132, .by_model = by_model};
  int given_up;
  ck_assert_int_eq(tcf_recall_and_plan(s, &what, &given_up), TCFFT_SUCCESS);
  ck_assert_int_eq(given_up, 0);
}

// As in another process: nothing is known.
static char *plan_anew(const char *text) {
  tcf_memo_forget();
  count_anew();
  return plan(text);
}

static void same(char *schedule, char *other) {
  ck_assert_str_eq(schedule, other);
  free(schedule);
  free(other);
}

static char *without_store(const char *text) {
  const tcf_problem p = unit_problem(text);
  const tcf_device d = later_numbers();
  tcf_memo_forget();
  const tcf_schedule s = unit_schedule(&p, &d, (int)d.cores);
  return text_of(&s);
}

// ------------------------------------------------------------------------------------------------ cases

START_TEST(recalled) {
  const char *text = awkward[_i];
  char *expected = without_store(text);
  char *first = plan_anew(text);
  ck_assert_int_gt(computed, 0);
  ck_assert_int_eq(recalls, 1);
  ck_assert_int_eq(keeps, 1);
  ck_assert_int_eq(files_kept(), 1);
  char *second = plan_anew(text);
  ck_assert_int_eq(computed, 0);
  ck_assert_int_eq(recalls, 1);
  ck_assert_int_eq(keeps, 0);
  // What is known is not read again.
  count_anew();
  char *third = plan(text);
  ck_assert_int_eq(computed, 0);
  ck_assert_int_eq(recalls, 0);
  ck_assert_str_eq(first, expected);
  same(expected, second);
  same(first, third);
}
END_TEST

// Some results are missing: they are computed, and stored with the others.
START_TEST(completed) {
  size_t bytes = 0;
  void *list;
  char *first = plan_anew(awkward[0]);
  const int all = computed;
  ck_assert_int_eq(tcf_planning_recall(kept_as, &list, &bytes), 1);
  const unsigned char *p = list;
  size_t some = 0;
  for (int i = 0; i < 3; i++) some += 3u + p[some + 1] + p[some + 2];
  tcf_planning_keep(kept_as, list, some);
  free(list);
  char *second = plan_anew(awkward[0]);
  ck_assert_int_gt(computed, 0);
  ck_assert_int_lt(computed, all);
  ck_assert_int_eq(keeps, 1);
  char *third = plan_anew(awkward[0]);
  ck_assert_int_eq(computed, 0);
  ck_assert_str_eq(first, second);
  same(first, third);
  free(second);
}
END_TEST

// What takes little time to plan is not stored. (A busy machine, or the address sanitizer, may make one planning of a
// problem take longer than it is worth, but not each.)
START_TEST(easy_ones) {
  for (size_t i = 0; i < TEST_COUNT(easy); i++) {
    int64_t files, bytes;
    int tries = 0;
    do {
      ck_assert_int_eq(tcf_cache_clear(folder, &files, &bytes), 0);
      free(plan_anew(easy[i]));
      ck_assert_int_gt(computed, 0);
    } while (keeps && ++tries < 40);
    ck_assert_msg(keeps == 0, "%s is stored each time", easy[i]);
    ck_assert_int_eq(files_kept(), 0);
  }
}
END_TEST

// Each problem, thread count and way of choosing has its own.
START_TEST(texts) {
  free(plan_anew("c2c:20742"));
  ck_assert_ptr_nonnull(strstr(kept_as, "cuda:name=H200:"));
  ck_assert_ptr_nonnull(strstr(kept_as, "\nc2c:20742\nthreads=132:by_model=0"));
  free(plan_anew("c2c:20742*2"));
  ck_assert_int_gt(computed, 0);
  ck_assert_int_eq(files_kept(), 2);
  ck_assert_ptr_nonnull(strstr(kept_as, "\nc2c:20742*2\n"));
  tcf_memo_forget();
  free(plan_with("c2c:20742", &(tcf_plan_options){.threads = 3}));
  ck_assert_int_eq(files_kept(), 3);
  const tcf_problem p = unit_problem("c2c:20742");
  tcf_device d = later_numbers();
  tcf_schedule s;
  tcf_memo_forget();
  count_anew();
  plan_by(&s, &p, &d, 1);
  ck_assert_int_eq(files_kept(), 4);
  ck_assert_ptr_nonnull(strstr(kept_as, "\nc2c:20742\nthreads=132:by_model=1"));
  d.cores--;
  tcf_memo_forget();
  plan_by(&s, &p, &d, 0);
  ck_assert_int_eq(files_kept(), 5);
}
END_TEST

// Planning by the cost model alone, where what was measured chooses otherwise.
START_TEST(by_model) {
  const tcf_problem p = unit_problem("c2c:4096*1000");
  const tcf_device d = later_numbers();
  tcf_schedule s, expected;
  for (int model = 0; model < 2; model++) {
    ck_assert_int_eq((model ? tcf_planner_predict : tcf_planner_run)(&expected, &p, &d, 132), TCFFT_SUCCESS);
    plan_by(&s, &p, &d, model);
    same(text_of(&s), text_of(&expected));
  }
}
END_TEST

// The cache is off, and there is no backend, or one without a store.
START_TEST(off) {
  char *expected = without_store(awkward[0]);
  setenv("TCFFT_CACHE", "", 1);
  for (int i = 0; i < 2; i++) {
    char *schedule = plan_anew(awkward[0]);
    ck_assert_int_gt(computed, 0);
    ck_assert_str_eq(schedule, expected);
    free(schedule);
  }
  setenv("TCFFT_CACHE", folder, 1);
  tcf_memo_forget();
  count_anew();
  char *explained = plan_with(awkward[0], &(tcf_plan_options){.estimate_only = 1});
  ck_assert_str_eq(explained, expected);
  free(explained);
  backend.recall = NULL;
  backend.keep = NULL;
  char *schedule = plan_anew(awkward[0]);
  ck_assert_int_eq(recalls, 0);
  same(schedule, expected);
  ck_assert_int_eq(files_kept(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ damage

static void change_file(long at, int bits) {
  char path[sizeof folder + 60], command[sizeof folder + 40];
  snprintf(command, sizeof command, "ls '%s'/*.cubin", folder);
  FILE *list = popen(command, "r");
  ck_assert_ptr_nonnull(fgets(path, sizeof path, list));
  pclose(list);
  path[strcspn(path, "\n")] = 0;
  if (!bits) {
    ck_assert_int_eq(truncate(path, at), 0);
    return;
  }
  FILE *f = fopen(path, "r+");
  ck_assert_ptr_nonnull(f);
  fseek(f, at, SEEK_SET);
  const int byte = fgetc(f);
  fseek(f, at, SEEK_SET);
  fputc(byte ^ bits, f);
  fclose(f);
}

// A file that was changed or cut off is not taken, and is replaced.
START_TEST(damaged_file) {
  static const long places[] = {0, 9, 17, 25, 40, 700, 1500};
  char *expected = plan_anew("c2c:10007*3");
  for (size_t i = 0; i < 2 * TEST_COUNT(places); i++) {
    change_file(places[i / 2], i % 2 ? 0x20 : 0);
    char *schedule = plan_anew("c2c:10007*3");
    ck_assert_msg(computed > 0, "the file is taken that was changed at %ld", places[i / 2]);
    ck_assert_int_eq(keeps, 1);
    ck_assert_str_eq(schedule, expected);
    free(schedule);
  }
  same(expected, plan_anew("c2c:10007*3"));
  ck_assert_int_eq(computed, 0);
}
END_TEST

// A whole file of something that is no list.
START_TEST(no_list) {
  static const unsigned char wrong[] = {1, 8, 8, 0, 99, 0, 0, 0, 0, 0, 0, 0};
  char *expected = plan_anew("c2c:10007*3");
  tcf_planning_keep(kept_as, wrong, sizeof wrong);
  char *schedule = plan_anew("c2c:10007*3");
  ck_assert_int_gt(computed, 0);
  ck_assert_int_eq(keeps, 1);
  same(schedule, expected);
}
END_TEST

// ------------------------------------------------------------------------------------------------ processes and threads

START_TEST(in_child) {
  if (!child_task()) return;
  set_backend();
  setenv("TCFFT_CACHE", child_task(), 1);
  const int nothing_stored = getenv("TCFFT_TEST_FIRST") != NULL;
  for (size_t i = 0; i < TEST_COUNT(awkward); i++) {
    count_anew();
    free(plan(awkward[i]));
    ck_assert_msg((computed > 0) == nothing_stored, "%s: %d results are computed", awkward[i], computed);
    ck_assert_int_eq(keeps, nothing_stored);
  }
}
END_TEST

START_TEST(processes) {
  setenv("TCFFT_TEST_FIRST", "1", 1);
  ck_assert_int_eq(child_wait(child_start("in_child", folder)), 0);
  unsetenv("TCFFT_TEST_FIRST");
  ck_assert_int_eq(files_kept(), (int)TEST_COUNT(awkward));
  ck_assert_int_eq(child_wait(child_start("in_child", folder)), 0);
  for (size_t i = 0; i < TEST_COUNT(awkward); i++) {
    char *schedule = plan_anew(awkward[i]);
    ck_assert_int_eq(computed, 0);
    same(schedule, without_store(awkward[i]));
  }
}
END_TEST

// Whole plans: one that waits for its programs, and one whose wanted schedule the library's thread makes again, without the
// clusters that do not fit.
START_TEST(whole_plans) {
  char *expected = without_store(awkward[0]);
  for (int i = 0; i < 2; i++) {
    tcf_memo_forget();
    count_anew();
    char *schedule = create(awkward[0], i ? TCF_COMPILE_BACKGROUND : TCF_COMPILE_WAIT);
    ck_assert_str_eq(schedule, expected);
    ck_assert_int_eq(keeps, !i);
    free(schedule);
  }
  free(expected);
  char *schedule[2];
  for (int i = 0; i < 2; i++) {
    later_reset(0);
    later_let_go();
    later_fail(LATER_CLUSTERS);
    tcf_memo_forget();
    count_anew();
    schedule[i] = create("c2c:65536*4", TCF_COMPILE_BACKGROUND);
    ck_assert_ptr_null(strstr(schedule[i], "cluster"));
    ck_assert_int_ge(recalls, 1);
  }
  same(schedule[0], schedule[1]);
}
END_TEST

// Planning that is brief gives up what is long, before it stores anything, and what then goes on stores all, however little
// is left. What is stored is not given up.
START_TEST(briefly) {
  const tcf_device d = later_numbers();
  tcf_schedule s;
  int given_up;
  for (size_t i = 0; i < TEST_COUNT(awkward); i++) {
    const tcf_problem p = unit_problem(awkward[i]);
    tcf_recall what = {.problem = &p, .device = &d, .backend = &backend, .threads = 132, .briefly = 1};
    tcf_memo_forget();
    count_anew();
    ck_assert_int_eq(tcf_recall_and_plan(&s, &what, &given_up), TCFFT_SUCCESS);
    ck_assert_msg(given_up, "%s is planned at once", awkward[i]);
    ck_assert_int_eq(recalls, 1);
    ck_assert_int_eq(keeps, 0);
    what.briefly = 0;
    what.again = 1;
    ck_assert_int_eq(tcf_recall_and_plan(&s, &what, &given_up), TCFFT_SUCCESS);
    ck_assert_int_eq(given_up, 0);
    ck_assert_int_eq(keeps, 1);
    same(text_of(&s), without_store(awkward[i]));
    tcf_memo_forget();
    count_anew();
    what.briefly = 1;
    ck_assert_int_eq(tcf_recall_and_plan(&s, &what, &given_up), TCFFT_SUCCESS);
    ck_assert_int_eq(given_up, 0);
    ck_assert_int_eq(computed, 0);
  }
  const tcf_problem p = unit_problem(easy[0]);
  const tcf_recall what = {.problem = &p, .device = &d, .backend = &backend, .threads = 132, .again = 1};
  tcf_memo_forget();
  count_anew();
  ck_assert_int_eq(tcf_recall_and_plan(&s, &what, &given_up), TCFFT_SUCCESS);
  ck_assert_int_eq(keeps, 1);
}
END_TEST

// Whole plans that are compiled in the background: the first process plans there too and stores what it computes, the second
// one has it from the beginning.
START_TEST(in_background) {
  const tcf_problem p = unit_problem(awkward[0]);
  const tcf_device d = later_numbers();
  for (int i = 0; i < 2; i++) {
    tcfft_plan *made = NULL;
    later_reset(0);
    tcf_memo_forget();
    count_anew();
    ck_assert_int_eq(tcf_plan_create(&made, &p, &d, &backend, &(tcf_plan_options){.compile = TCF_COMPILE_BACKGROUND}),
                     TCFFT_SUCCESS);
    if (i) ck_assert_ptr_nonnull(tcf_later_schedule(made->later));
    later_let_go();
    ck_assert_int_eq(tcfft_plan_wait(made), TCFFT_SUCCESS);
    ck_assert_int_eq(recalls, 1 + !i);  // by the creation, and by the thread
    ck_assert_int_eq(keeps, !i);
    same(text_of(tcf_plan_schedule(made)), without_store(awkward[0]));
    tcf_plan_destroy(made);
  }
}
END_TEST

static void *plan_all(void *schedules) {
  char **schedule = schedules;
  for (size_t i = 0; i < TEST_COUNT(awkward); i++) schedule[i] = plan(awkward[i]);
  return NULL;
}

START_TEST(in_threads) {
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  char *schedule[THREADS][TEST_COUNT(awkward)];
  free(plan(awkward[0]));
  tcf_memo_forget();
  for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&thread[i], NULL, plan_all, schedule[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (size_t a = 0; a < TEST_COUNT(awkward); a++) {
    char *expected = without_store(awkward[a]);
    for (int i = 0; i < THREADS; i++) {
      ck_assert_str_eq(schedule[i][a], expected);
      free(schedule[i][a]);
    }
    free(expected);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("recall");
  TCase *c = test_case(suite, "recalled", 60);
  tcase_add_loop_test(c, recalled, 0, TEST_COUNT(awkward));
  tcase_add_test(c, completed);
  tcase_add_test(c, texts);
  tcase_add_test(c, by_model);
  tcase_add_test(c, off);
  TCase *few = test_case(suite, "easy", 60), *damage = test_case(suite, "damage", 60),
        *more = test_case(suite, "others", 60);
  tcase_add_test(few, easy_ones);
  tcase_add_test(damage, damaged_file);
  tcase_add_test(damage, no_list);
  tcase_add_test(more, processes);
  tcase_add_test(more, whole_plans);
  tcase_add_test(more, briefly);
  tcase_add_test(more, in_background);
  tcase_add_test(more, in_threads);
  TCase *const cases[] = {c, few, damage, more};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) tcase_add_checked_fixture(cases[i], setup, teardown);
  TCase *child = child_case(suite, "in_child");
  tcase_add_test(child, in_child);
  return suite;
}
