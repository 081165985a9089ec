// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans by wisdom, and its files.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "planner/wisdom_file.h"
#include "wisdom_support.h"

// ------------------------------------------------------------------------------------------------ plans

static tcfft_plan *plan_of(const char *problem, tcfft_effort effort, tcfft_status expected) {
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  test_desc(&d, problem);
  d.backend = TCFFT_BACKEND_HOST;
  d.effort = effort;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  ck_assert_msg(status == expected, "%s: %s", problem, tcfft_last_error());
  return plan;
}

static char *described(const tcfft_plan *plan) {
  char *text = malloc(1 << 14);
  ck_assert_int_eq(tcfft_plan_describe(plan, text, 1 << 14), TCFFT_SUCCESS);
  return text;
}

// What was measured is planned by every effort, and its time is the measured one.
START_TEST(every_effort) {
  tcfft_wisdom_forget();
  ck_assert_ptr_null(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
  tcfft_plan *measured = plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  char *first = described(measured), *line = strstr(first, "\nschedule:");
  ck_assert(!strstr(first, "\nwisdom:"));
  const tcfft_effort efforts[] = {TCFFT_EFFORT_ESTIMATE, TCFFT_EFFORT_MEASURE, TCFFT_EFFORT_WISDOM_ONLY};
  for (size_t i = 0; i < TEST_COUNT(efforts); i++) {
    tcfft_plan *plan = plan_of("c2c:360*100", efforts[i], TCFFT_SUCCESS);
    char *text = described(plan);
    ck_assert_ptr_nonnull(strstr(text, "\nwisdom:measured\n"));
    ck_assert(!strncmp(strstr(text, "\nschedule:"), line, strcspn(line + 1, "\n")));
    ck_assert(fabs(tcfft_plan_predicted_time(plan) / tcfft_plan_predicted_time(measured) - 1) < 1e-5);
    free(text);
    tcfft_plan_destroy(plan);
  }
  tcfft_wisdom_forget();
  ck_assert_ptr_null(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
  free(first);
  tcfft_plan_destroy(measured);
}
END_TEST

// A record whose schedule is another problem's, or whose kernel cannot read its fft, is planned without; the call that
// succeeds leaves the error text alone.
START_TEST(wrong_records) {
  static const char *const changes[][2] = {
      {"c2c:360*100:", "c2c:360*101:"}, {"n=360:", "n=361:"},  {"width=", "w1dth="}, {":fft=", ":fft=?"},
      {"out=out", "out=work"},          {"d0=100,", "d0=200,"}};
  for (size_t i = 0; i < TEST_COUNT(changes); i++) {
    tcfft_wisdom_forget();
    tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
    char *text = exported(), changed[4096];
    char *at = strstr(text, changes[i][0]);
    ck_assert_msg(at != NULL, "%s is not in %s", changes[i][0], text);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, changes[i][1], at + strlen(changes[i][0]));
    tcfft_wisdom_forget();
    tcf_wisdom_counts c;
    ck_assert_int_eq(tcf_wisdom_import(changed, TCF_WISDOM_TRUST, &c), TCFFT_SUCCESS);
    ck_assert_int_eq(tcfft_wisdom_import_string(NULL), TCFFT_ERROR_INVALID_ARGUMENT);
    tcfft_plan *plan = plan_of(i ? "c2c:360*100" : "c2c:360*101", TCFFT_EFFORT_ESTIMATE, TCFFT_SUCCESS);
    char *description = described(plan);
    ck_assert_msg(!strstr(description, "\nwisdom:"), "%s: %s", changes[i][1], description);
    ck_assert_str_eq(tcfft_last_error(), "text is NULL");
    ck_assert_int_eq(tcf_wisdom_count(), 1);  // that of the stage
    ck_assert_ptr_null(plan_of(i ? "c2c:360*100" : "c2c:360*101", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
    free(description);
    free(text);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// Schedules with a few characters changed are planned without, or compute the same.
START_TEST(damaged_schedules) {
  static const char *const some[] = {"c2c:360*20", "c2c:30x40*2", "c2c:149*5:os=2", "r2c:100*6", "dct2:60*4"};
  static const char *const fields[] = {"fft=", "width=", "threads=", "d0=", "fft="};
  enum { FLOATS = 20000 };
  static float in[FLOATS], right[FLOATS], out[FLOATS];
  test_rng rng = test_rng_fresh(9);
  int used = 0;
  for (int i = 0; i < FLOATS; i++) in[i] = test_uniform(&rng);
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    tcfft_wisdom_forget();
    tcfft_plan *plan = plan_of(some[i], TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS);
    memset(right, 0, sizeof right);
    ck_assert_int_eq(tcfft_exec(plan, in, right, TCFFT_FORWARD), TCFFT_SUCCESS);
    tcfft_plan_destroy(plan);
    char *good = exported();
    for (int round = 0; round < 200; round++) {
      char *text = strdup(good), *at = strstr(strstr(text, " | schedule:"), fields[round % (int)TEST_COUNT(fields)]);
      at = strchr(at, '=') + 1;
      at[test_between(&rng, 0, (int64_t)strcspn(at, ":") - 1)] = "0123456789.|(rb)"[test_between(&rng, 0, 15)];
      tcf_wisdom_counts c;
      tcfft_wisdom_forget();
      ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_TRUST, &c), TCFFT_SUCCESS);
      plan = plan_of(some[i], TCFFT_EFFORT_ESTIMATE, TCFFT_SUCCESS);
      char *description = described(plan);
      used += strstr(description, "\nwisdom:") != NULL;
      memset(out, 0, sizeof out);
      ck_assert_int_eq(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_SUCCESS);
      double error = 0, all = 0;
      for (int k = 0; k < FLOATS; k++) {
        error += (double)(out[k] - right[k]) * (double)(out[k] - right[k]);
        all += (double)right[k] * (double)right[k];
      }
      ck_assert_msg(error < 1e-10 * all, "%s by %s", some[i], description);
      free(description);
      free(text);
      tcfft_plan_destroy(plan);
    }
    free(good);
  }
  ck_assert_int_gt(used, 20);
}
END_TEST

// To ask what a device would do that is only described takes nothing from what was measured on the one of its name.
START_TEST(explained) {
  char text[4096], device[2048] = "";
  tcfft_desc d;
  tcf_device h = unit_device("H200");
  tcfft_wisdom_forget();
  remember("c2c:65536*300", "H200", 1e-5);
  test_desc(&d, "c2c:65536*300");
  d.backend = TCFFT_BACKEND_AUTO;
  h.shared = 4096;
  tcf_device_print(&h, &(tcf_writer){.buf = device, .cap = sizeof device});
  ck_assert_int_eq(tcfft_plan_explain(&d, device, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_ptr_null(strstr(text, "\nwisdom:"));
  ck_assert_int_eq(tcf_wisdom_count(), 1);
  ck_assert_int_eq(tcfft_plan_explain(&d, "H200", text, sizeof text), TCFFT_SUCCESS);
  ck_assert_ptr_nonnull(strstr(text, "\nwisdom:measured\n"));
  d.effort = TCFFT_EFFORT_WISDOM_ONLY;
  ck_assert_int_eq(tcfft_plan_explain(&d, "A100", text, sizeof text), TCFFT_ERROR_NO_WISDOM);
}
END_TEST

// The text of the wisdom, as other texts are given out.
START_TEST(strings) {
  char small[40], *text;
  tcfft_wisdom_forget();
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
  ck_assert_int_eq(tcfft_wisdom_export_string(NULL, 4), TCFFT_ERROR_INVALID_ARGUMENT);
  ck_assert_int_eq(tcfft_wisdom_export_string(NULL, 0), TCFFT_ERROR_BUFFER_TOO_SMALL);
  const size_t bytes = tcfft_last_text_size();
  ck_assert_int_eq(tcfft_wisdom_export_string(small, sizeof small), TCFFT_ERROR_BUFFER_TOO_SMALL);
  ck_assert_int_eq((int)strlen(small), (int)sizeof small - 1);
  text = malloc(bytes);
  ck_assert_int_eq(tcfft_wisdom_export_string(text, bytes), TCFFT_SUCCESS);
  ck_assert_uint_eq(strlen(text) + 1, bytes);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import_string(text), TCFFT_SUCCESS);
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_SUCCESS));
  ck_assert_int_eq(tcfft_wisdom_import_string(""), TCFFT_ERROR_PARSE);
  free(text);
}
END_TEST

// ------------------------------------------------------------------------------------------------ files

static char folder[64], path[128];

static void make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/tcfft_wisdom_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/new/w", folder);
}

static void remove_folder(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  ck_assert_int_eq(system(command), 0);
}

static void write_text(const char *text, mode_t mode) {
  unlink(path);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(path, mode), 0);
}

START_TEST(files) {
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);  // makes the folder
  char *text = exported();
  // Another process's records are merged.
  tcfft_wisdom_forget();
  remember("c2c:8*16", "board1", 1e-6);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert(tcf_wisdom_count() == 2 && is_near(known_on("c2c:8*16", "board1"), 1e-6) &&
            is_near(known_on("c2c:1000*17", "board1"), 1e-5));
  // What others may have written is not read, and no other file is overwritten.
  tcfft_wisdom_forget();
  write_text(text, 0620);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);
  write_text(text, 0602);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);
  write_text("my letters\n", 0600);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_PARSE);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_ERROR_FILE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "left alone"));
  ck_assert_int_eq(tcfft_wisdom_import(folder), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_export(folder), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_import("/nowhere/w"), TCFFT_ERROR_FILE);
  unlink(path);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);  // and does not wait
  setenv("TCFFT_WISDOM", "", 1);
  ck_assert_int_eq(tcfft_wisdom_import(NULL), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_export(NULL), TCFFT_ERROR_FILE);
  free(text);
  remove_folder();
}
END_TEST

// The user's file is written by measuring where TCFFT_WISDOM names it, and read when another process makes its first plan.
START_TEST(users_file) {
  make_folder();
  setenv("TCFFT_WISDOM", path, 1);
  const pid_t child = fork();
  if (!child) {
    tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
    _exit(0);
  }
  int status = 1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_SUCCESS));
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  remove_folder();
}
END_TEST

START_TEST(users_file_broken) {
  make_folder();
  ck_assert_int_eq(mkdir(strcat(strcpy(path, folder), "/new"), 0700), 0);
  strcat(path, "/w");
  setenv("TCFFT_WISDOM", path, 1);
  write_text(LINE_HEAD "nonsense\n", 0600);
  tcf_wisdom_count();
  ck_assert_str_eq(tcfft_last_error(), "");
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));  // planned, and the file is left alone
  ck_assert_str_eq(tcfft_last_error(), "");
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_PARSE);
  remove_folder();
}
END_TEST

// What this process measured or could not use stays so when its file is written, whatever the file said before; and what
// other versions of the library measured stays in the file, which stays readable for whoever could read it.
START_TEST(merged_files) {
  struct stat s;
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-9);
  remember("c2c:8*16", "board1", 1e-9);
  remember("c2c:64x60*3", "board1", 1e-9);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  remember("c2c:1000*17", "board1", 2e-5);  // was too good to be true
  const tcf_problem p = unit_problem("c2c:8*16");
  const tcf_device d = unit_device("board1");
  tcf_wisdom_drop(&p, &d, 1);
  ck_assert_int_eq(chmod(path, 0644), 0);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  ck_assert(is_near(known_on("c2c:1000*17", "board1"), 2e-5) && !known_on("c2c:8*16", "board1"));
  ck_assert_int_eq(stat(path, &s), 0);
  ck_assert_int_eq(s.st_mode & 0777, 0644);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), 2);
  ck_assert(is_near(known_on("c2c:1000*17", "board1"), 2e-5));
  write_text(LINE_HEAD LINE_DEVICE " | " LINE_SCHEDULE " | host_row.999 | 1 | 2026-11-26\n", 0600);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  ck_assert(!known_on("c2c:8*16", "board1"));
  tcf_wisdom_counts c;
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcf_wisdom_import_file(path, &c), TCFFT_SUCCESS);
  ck_assert(c.taken == 2 && c.stale == 1);
  remove_folder();
}
END_TEST

static void *export_often(void *unused) {
  for (int i = 0; i < 300; i++) ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  return unused;
}

// A child that was forked while the file was written, and lives on, does not keep others from writing it.
START_TEST(forked) {
  enum { CHILDREN = 20 };
  pthread_t thread;
  pid_t child[CHILDREN];
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  ck_assert_int_eq(pthread_create(&thread, NULL, export_often, NULL), 0);
  for (int i = 0; i < CHILDREN; i++) {
    child[i] = fork();
    if (!child[i]) {
      pause();
      _exit(0);
    }
  }
  ck_assert_int_eq(pthread_join(thread, NULL), 0);
  for (int i = 0; i < CHILDREN; i++) {
    kill(child[i], SIGKILL);
    waitpid(child[i], NULL, 0);
  }
  remove_folder();
}
END_TEST

// Processes that write one file at once lose no record.
START_TEST(processes) {
  enum { PROCESSES = 6, EACH = 8 };
  char problem[40];
  make_folder();
  for (int k = 0; k < PROCESSES; k++) {
    const pid_t child = fork();
    if (child) continue;
    tcfft_wisdom_forget();
    for (int i = 0; i < EACH; i++) {
      snprintf(problem, sizeof problem, "c2c:%d*16", 8 + k * EACH + i);
      remember(problem, "board1", 1e-5);
      if (tcfft_wisdom_export(path) != TCFFT_SUCCESS) _exit(1);
    }
    _exit(0);
  }
  for (int k = 0, status; k < PROCESSES; k++) {
    ck_assert_int_gt(wait(&status), 0);
    ck_assert_int_eq(status, 0);
  }
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), PROCESSES * EACH);
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("wisdom_files");
  TCase *plans = test_case(suite, "plans", 60), *disk = test_case(suite, "disk", 60);
  tcase_add_test(plans, every_effort);
  tcase_add_test(plans, wrong_records);
  tcase_add_test(plans, damaged_schedules);
  tcase_add_test(plans, explained);
  tcase_add_test(plans, strings);
  tcase_add_test(disk, files);
  tcase_add_test(disk, users_file);
  tcase_add_test(disk, users_file_broken);
  tcase_add_test(disk, merged_files);
  tcase_add_test(disk, forked);
  tcase_add_test(disk, processes);
  return suite;
}
