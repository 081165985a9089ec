// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft tune: measures plans for problems, and keeps what it finds in the user's file of wisdom.
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/parallel.h"
#include "cli/choose.h"
#include "cli/outfile.h"
#include "cli/problem_list.h"
#include "cli/words.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "core/schedule_text.h"
#include "planner/tune.h"
#include "planner/tune_stage.h"
#include "planner/wisdom_file.h"
#include "planner/wisdom_path.h"
#include "planner/wisdom_text.h"

extern const tcf_command tcf_cmd_tune;

typedef struct request {
  const char *device_name;
  bool again, thorough;
  const char *csv_name, *candidates_name;
  tcf_outfile csv, candidates;
  int64_t threads;
  int64_t jobs;         // problems that are tuned at once; 0: chosen by the device
  double seconds, end;  // 0: no limit
  tcf_problem_choice choice;
  tcf_problem_list list;
  tcf_device device;
} request;

// What became of the problems so far.
typedef struct tally {
  size_t measured, known, failed, unfinished;
  size_t generated, loaded, timed;  // candidates, programs of theirs, and candidates and plans that ran
  double logs;                      // of the ratios of estimated plans' times over those of measured ones
  size_t compared;                  // how many there are
  size_t composed, within[2];       // plans of several launches whose stages were measured, and how many of them took their
                                    // stages' time but for 10 and 20 %
  double begin;
} tally;

static const char *duration(double seconds, char text[20]) {
  tcf_words_time(seconds, &(tcf_writer){.buf = text, .cap = 20});
  return text;
}

static void print_row(const tcf_problem *p, const tcf_schedule *s, double estimated, const char *how) {
  char problem[256], path[256], time[20], before[20] = "-", ratio[20] = "-";
  tcf_problem_print(p, &(tcf_writer){.buf = problem, .cap = sizeof problem});
  tcf_words_path(s, &(tcf_writer){.buf = path, .cap = sizeof path});
  if (estimated > 0) {
    duration(estimated, before);
    snprintf(ratio, sizeof ratio, "%.3f", estimated / s->time);
  }
  printf("%-32s  %10s  %10s  %6s  %-8s  %s\n", problem, before, duration(s->time, time), ratio, how, path);
  fflush(stdout);
}

// Counts plans of several launches by how well their stages' times predict them.
static void compare_stages(tally *t, const tcf_tune_report *report) {
  static const double within[] = {0.1, 0.2};
  for (int i = 0; i < 2; i++) {
    if (report->launches[i] < 2 || report->whole[i] <= 0) continue;
    t->composed++;
    for (int k = 0; k < 2; k++) t->within[k] += fabs(report->composed[i] / report->whole[i] - 1) <= within[k];
  }
}

// Appends a row to the file that --csv names. Times that were not measured are empty.
static void write_row(request *r, const tcf_problem *p, const tcf_schedule *s, const tcf_tune_report *report) {
  char problem[256];
  FILE *file = r->csv.file;
  if (!file) return;
  tcf_problem_print(p, &(tcf_writer){.buf = problem, .cap = sizeof problem});
  tcf_csv_text(file, problem);
  fputc(',', file);
  if (report->estimated > 0) fprintf(file, "%.6g", report->estimated);
  fprintf(file, ",%.6g", s->time);
  for (int i = 0; i < 2; i++)
    if (report->whole[i] > 0)
      fprintf(file, ",%d,%.6g,%.6g", report->launches[i], report->composed[i], report->whole[i]);
    else
      fprintf(file, ",,,");
  fprintf(file, ",%d,%d,%d\n", report->generated, report->loaded, report->timed);
  tcf_outfile_keep(&r->csv);
}

// Begins the file with the device, the day, and the names of its columns.
static void write_head(FILE *file, const tcf_device *d) {
  char day[16];
  const time_t now = time(NULL);
  struct tm t;
  if (!file) return;
  if (!gmtime_r(&now, &t) || !strftime(day, sizeof day, "%Y-%m-%d", &t)) strcpy(day, "-");
  fprintf(file, "# %s %s (%s)\n", day, d->name, tcf_backend_name(d->backend));
  fprintf(file,
          "problem,estimated,measured,launches,stages,whole,other_launches,other_stages,other_whole,candidates,programs,"
          "timed\n");
}

// The most threads of a plan, on the host.
static int most_threads(const request *r) {
  const int cores = (int)r->device.cores;
  return r->threads && r->threads < cores ? (int)r->threads : cores;
}

// Appends a candidate of a stage to the file that --candidates names.
static void write_candidate(void *user, const tcf_stage *task, const tcf_stage *candidate, double seconds) {
  request *r = user;
  char text[4096];
  tcf_writer w = {.buf = text, .cap = sizeof text};
  tcf_schedule s = {.stages = 1};
  tcf_wisdom_stage_subject(&w, task, &r->device, most_threads(r));
  tcf_csv_text(r->candidates.file, text);
  s.stage[0] = *candidate;
  w.len = 0;
  tcf_schedule_print(&s, &w);
  for (char *c = text; *c; c++) *c = *c == '\n' ? ';' : *c;
  fputc(',', r->candidates.file);
  tcf_csv_text(r->candidates.file, text);
  fprintf(r->candidates.file, ",%.6g,%.6g\n", candidate->time, seconds);
  tcf_outfile_keep(&r->candidates);
}

// What the threads share that tune problems at once.
typedef struct work {
  request *r;
  tally t;
  size_t next, done;      // problems that were begun, and that were ended
  int broken;             // 1: nothing more can be kept
  pthread_mutex_t print;  // of all of this but `turn`, and of what is written
  pthread_mutex_t turn;   // of the device
} work;

// Counts and prints what was measured of a problem, adds it, and writes the user's file, so that nothing is lost if the
// command is ended.
static tcfft_status keep(work *w, const tcf_problem *p, const tcf_schedule *s, const tcf_tune_report *report) {
  request *r = w->r;
  tally *t = &w->t;
  if (report->complete) TCF_TRY(tcf_wisdom_add(s, p, &r->device, most_threads(r), s->time));
  TCF_TRY(tcf_wisdom_export_file(NULL));  // stages that were measured count in any case
  t->measured += report->complete != 0;
  t->unfinished += !report->complete;
  t->generated += (size_t)report->generated;
  t->loaded += (size_t)report->loaded;
  t->timed += (size_t)report->timed;
  if (report->estimated > 0) {
    t->logs += log(report->estimated / s->time);
    t->compared++;
  }
  compare_stages(t, report);
  write_row(r, p, s, report);
  tcf_progress("%s", "");
  print_row(p, s, report->estimated, report->complete ? "measured" : report->timed_whole ? "begun" : "untimed");
  return TCFFT_SUCCESS;
}

static tcfft_status measure(work *w, const tcf_problem *p) {
  request *r = w->r;
  tcf_schedule s;
  tcf_tune_report report;
  const tcf_tune_watch watch = {.timed = write_candidate, .user = r};
  const tcf_tune_options options = {.seconds = r->end > 0 ? fmax(r->end - tcf_clock(), 1e-3) : 0,
                                    .again = r->again,
                                    .thorough = r->thorough,
                                    .watch = r->candidates.file ? &watch : NULL,
                                    .turn = r->jobs > 1 ? &w->turn : NULL};
  TCF_TRY(tcf_tune_run(&s, p, &r->device, tcf_backend_for(r->device.backend), most_threads(r), &options, &report));
  pthread_mutex_lock(&w->print);
  const tcfft_status status = keep(w, p, &s, &report);
  pthread_mutex_unlock(&w->print);
  return status;
}

static tcfft_status tune_problem(work *w, const tcfft_desc *d) {
  tcf_problem p;
  tcf_schedule s;
  TCF_TRY(tcf_problem_from_desc(&p, d));
  if (w->r->again || !tcf_wisdom_find(&s, &p, &w->r->device, most_threads(w->r))) return measure(w, &p);
  pthread_mutex_lock(&w->print);
  w->t.known++;
  tcf_progress("%s", "");
  print_row(&p, &s, 0, "known");
  pthread_mutex_unlock(&w->print);
  return TCFFT_SUCCESS;
}

// Shows how far the command is, and how long it may still take by what it has taken.
static void show_progress(const work *w) {
  char left[20] = "?";
  const size_t all = w->r->list.count;
  if (w->t.measured) duration((tcf_clock() - w->t.begin) / (double)w->t.measured * (double)(all - w->done), left);
  tcf_progress("tune %zu of %zu, about %s left", w->done + 1, all, left);
}

// The next problem; NULL: there is none, or no time for it.
static const tcfft_desc *take_problem(work *w) {
  const request *r = w->r;
  const tcfft_desc *d = NULL;
  pthread_mutex_lock(&w->print);
  if (w->next < r->list.count && !w->broken && (r->end <= 0 || tcf_clock() < r->end)) {
    d = &r->list.problem[w->next++];
    show_progress(w);
  }
  pthread_mutex_unlock(&w->print);
  return d;
}

static void tune_problems(void *context, int job) {
  (void)job;
  work *w = context;
  for (const tcfft_desc *d; (d = take_problem(w)) != NULL;) {
    const tcfft_status status = tune_problem(w, d);
    pthread_mutex_lock(&w->print);
    tcf_progress("%s", "");
    if (status != TCFFT_SUCCESS && !w->broken) tcf_library_failure(status);
    w->broken |= status == TCFFT_ERROR_FILE;
    w->t.failed += status != TCFFT_SUCCESS;
    w->done++;
    pthread_mutex_unlock(&w->print);
  }
}

static void print_tally(const tally *t, size_t left) {
  printf("%zu measured, %zu known before, %zu failed, %zu left for want of time\n", t->measured, t->known, t->failed,
         left + t->unfinished);
  if (t->timed)
    printf("%zu candidates, programs compiled or loaded for them %zu, %zu launches and plans timed\n", t->generated,
           t->loaded, t->timed);
  if (t->compared)
    printf("geometric mean of the estimated plans' times over those of the measured: %.3f\n",
           exp(t->logs / (double)t->compared));
  if (t->composed)
    printf("plans of several launches took their stages' times within 10 %% %zu times, within 20 %% %zu times of %zu\n",
           t->within[0], t->within[1], t->composed);
}

// Compilers take nearly all of the time on a CUDA device. The programs of a problem keep some four cores busy: those of a
// round are as many as have a chance, and the next round waits for the slowest of them.
static int64_t jobs_of(const request *r) {
  enum { CORES = 4, MOST = 8 };
  const int64_t jobs = r->device.backend == TCFFT_BACKEND_CUDA ? tcf_cores() / CORES : 1;
  return jobs < 1 ? 1 : jobs > MOST ? MOST : jobs;
}

static int tune_all(request *r) {
  work w = {.r = r, .t.begin = tcf_clock(), .print = PTHREAD_MUTEX_INITIALIZER, .turn = PTHREAD_MUTEX_INITIALIZER};
  if (r->seconds > 0) r->end = w.t.begin + r->seconds;
  if (!r->jobs) r->jobs = jobs_of(r);
  printf("%-32s  %10s  %10s  %6s\n", "problem", "estimated", "measured", "ratio");
  tcf_in_parallel((int)r->jobs, tune_problems, &w, 0);
  if (!w.broken) print_tally(&w.t, r->list.count - w.next);
  return w.t.failed ? TCF_EXIT_FAILURE : 0;
}

static int run_request(request *r, int argc, char **argv) {
  char path[PATH_MAX];
  tcfft_device_info info;
  int status = tcf_choose_device(&tcf_cmd_tune, r->device_name, &r->list.base);
  if (status) return status;
  tcfft_status found = tcf_resolve_device(&r->list.base, &info);
  if (found == TCFFT_SUCCESS) found = tcf_device_query(info.backend, info.index, &r->device);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  if (!tcf_wisdom_path(path))
    return tcf_failure("there is no file to keep what is found",
                       "TCFFT_WISDOM is empty, or neither XDG_CACHE_HOME nor HOME is set");
  // Before anything is measured in vain.
  found = tcf_wisdom_export_file(NULL);
  if (found != TCFFT_SUCCESS) return tcf_library_failure(found);
  r->list.small_sets = !tcf_is_gpu(info.backend, info.index);
  status = tcf_problem_list_add_chosen(&r->list, &r->choice, argc, argv);
  if (status) return status;
  status = tcf_outfile_open(&r->csv, r->csv_name);
  if (status) return status;
  status = tcf_outfile_open(&r->candidates, r->candidates_name);
  if (status) return status;
  write_head(r->csv.file, &r->device);
  if (r->candidates.file) fprintf(r->candidates.file, "stage,candidate,predicted,measured\n");
  printf("%s (%s), to %s\n", r->device.name, tcf_backend_name(r->device.backend), path);
  status = tune_all(r);
  if (tcf_outfile_commit(&r->csv) || tcf_outfile_commit(&r->candidates)) status = TCF_EXIT_FAILURE;
  return status;
}

static int run(int argc, char **argv) {
  request r = {.list = {.command = &tcf_cmd_tune, .base = TCFFT_DESC_INIT, .algorithm = -1, .type = -1}};
  int status = 0;
  const tcf_option options[] = {
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device_name},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &r.list.algorithm, .choices = tcf_algorithm_choices},
      {.name = "threads", .type = TCF_OPTION_INTEGER, .value = &r.threads, .min = 0, .max = 4096},
      {.name = "jobs", .type = TCF_OPTION_INTEGER, .value = &r.jobs, .min = 0, .max = 64},
      {.name = "set", .type = TCF_OPTION_TEXT, .value = &r.choice.set},
      {.name = "random", .type = TCF_OPTION_TEXT, .value = &r.choice.random},
      {.name = "count", .type = TCF_OPTION_INTEGER, .value = &r.choice.count, .min = 1, .max = 10000},
      {.name = "all", .type = TCF_OPTION_FLAG, .value = &r.choice.sweep},
      {.name = "max-bytes", .type = TCF_OPTION_REAL, .value = &r.list.max_bytes, .min = 0, .max = 1e18},
      {.name = "time", .type = TCF_OPTION_REAL, .value = &r.seconds, .min = 0, .max = 1e9},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &r.csv_name},
      {.name = "candidates", .type = TCF_OPTION_TEXT, .value = &r.candidates_name},
      {.name = "again", .type = TCF_OPTION_FLAG, .value = &r.again},
      {.name = "thorough", .type = TCF_OPTION_FLAG, .value = &r.thorough},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_tune, options, &argc, argv, &status)) return status;
  if (!argc && !r.choice.set && !r.choice.random && !r.choice.sweep)
    return tcf_usage_error(&tcf_cmd_tune, "expected a PROBLEM, --set, --random or --all");
  status = tcf_problem_choice_check(&tcf_cmd_tune, &r.choice, argc);
  if (!status) status = run_request(&r, argc, argv);
  tcf_outfile_discard(&r.csv);
  tcf_outfile_discard(&r.candidates);
  tcf_problem_list_free(&r.list);
  return status;
}

static const char usage[] =
    "usage: tcfft tune [PROBLEM..] [--set S,..] [--all] [--random SEED [--count N]] [--device D] [--algorithm A]"
    " [--threads N] [--jobs N] [--max-bytes B] [--time S] [--csv F] [--candidates F] [--again] [--thorough]\n"
    "\n"
    "Times plans for problems on this machine and keeps the fastest in the user's file of wisdom (see `tcfft wisdom`), "
    "from\n"
    "which every program's plans are taken. Columns: the time of the plan by prediction and of the fastest one, and their\n"
    "ratio. The file is written after each problem; a command that was ended goes on where it was.\n"
    "\n"
    "  PROBLEM..        such as c2c:4096*64, r2c:1024x1024, dct2:1000*8:inplace\n"
    "  --set S,..       sets of problems, as `tcfft bench` has them\n"
    "  --all            all sets of the sweep; on a processor with as many points as its own sets have\n"
    "  --random SEED    problems that are drawn by a seed, as `tcfft bench` draws them; --count N of them, default 100\n"
    "  --device D       auto, host, cuda, cuda:0, opencl, ..\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --threads N      on the host at most N threads, for which alone the plans then are; default 0 = as many as there "
    "are,\n"
    "                   as `tcfft plan` and the library do; `tcfft bench --threads 0` times what was tuned, by default it "
    "takes 1\n"
    "  --jobs N         problems that are tuned at once, so that one is compiled for while another is timed; default 0 = "
    "one\n"
    "                   for four cores on a CUDA device, else 1\n"
    "  --max-bytes B    leave out problems whose input and output take more; default 0 = no limit\n"
    "  --time S         begin nothing more after S seconds; what was measured of the problem at hand is kept for the next "
    "time;\n"
    "                   default 0 = no limit\n"
    "  --csv F          also write a row for each problem measured now: seconds of the plan by prediction and of the "
    "fastest\n"
    "                   one; of the two best plans of measured stages their launches, the sum of the stages, and the whole\n"
    "  --candidates F   also write a row for each candidate of a stage that was timed: the stage, its choices, predicted "
    "and\n"
    "                   measured seconds\n"
    "  --again          measure problems and their stages again that are known\n"
    "  --thorough       also time what is unlikely to be the fastest; takes several times as long on a GPU";

const tcf_command tcf_cmd_tune = {
    .name = "tune",
    .summary = "measure plans for problems, and keep the fastest",
    .usage = usage,
    .run = run,
};
