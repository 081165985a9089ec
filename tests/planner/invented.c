// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/invented.h"

#include <check.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arith.h"
#include "base/memory.h"
#include "core/schedule_text.h"
#include "planner/measure.h"
#include "planner/wisdom.h"
#include "support.h"
#include "units.h"

enum { MOST_TRIALS = 20000, MOST_PROGRAMS = 20000 };
invented invented_device;
static uint64_t program[MOST_PROGRAMS];

static uint64_t hash_of(const char *text, uint64_t hash) {
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  hash ^= hash >> 29;
  hash *= UINT64_C(0xbf58476d1ce4e5b9);
  return hash ^ hash >> 32;
}

// Between -1 and 1, by a text and the seed.
static double unit_of(const char *text) {
  return 2 * (double)(hash_of(text, 2 * invented_device.seed + 1) >> 11) * 0x1p-53 - 1;
}

static void print_task(const tcf_stage *s, char *text, size_t size) {
  tcf_stage task = *s;
  task.algorithm = TCFFT_ALGORITHM_AUTO;
  tcf_stage_print_task(&task, &(tcf_writer){.buf = text, .cap = size});
}

static void print_choice(const tcf_stage *s, char *text, size_t size) {
  tcf_stage_print(s, &(tcf_writer){.buf = text, .cap = size});
  *strstr(text, ":bytes=") = 0;
}

// The time by the cost model alone, which may have been corrected since.
static double by_model(const tcf_stage *s) {
  const tcf_device d = unit_device("H200");
  tcf_stage model = *s;
  return s->source != TCF_TIME_MODEL && tcf_samples_assess(&model, &d) ? model.time : s->time;
}

// Predictions are wrong alike for what is alike: by the task, by the radices, by threads and width. Those of convolutions
// scatter more.
static double scattered(const tcf_stage *s, const char *choice) {
  static const double task_error = 0.14, radix_error = 0.16, width_error = 0.12, rest = 0.04, convolution = 2;
  char text[1600], task[512];
  print_task(s, task, sizeof task);
  const double more =
      tcf_rough_part(s->points, 31) > 1 || tcf_op_convolves(s->load) || tcf_op_convolves(s->store) ? convolution : 1;
  double error = task_error * unit_of(task) + rest * unit_of(choice);
  snprintf(text, sizeof text, "%s %s %.*s", task, s->kernel->name, (int)strcspn(s->fft, "@"), s->fft);
  error += more * radix_error * unit_of(text);
  snprintf(text, sizeof text, "%s %s %lld", task, s->kernel->name, (long long)s->width);
  error += width_error * unit_of(text) / 2;
  snprintf(text, sizeof text, "%s %s %lld", task, s->kernel->name, (long long)s->threads);
  error += more * width_error * unit_of(text) / 2;
  return by_model(s) * exp(error);
}

static double invented_seconds(const tcf_stage *s) {
  char choice[1024];
  print_choice(s, choice, sizeof choice);
  if (invented_device.times == INVENTED_PREDICTED) return s->time;
  if (invented_device.times == INVENTED_BY_BYTES) return ((double)s->bytes / 4e12 + 2e-6) * exp2(unit_of(choice));
  for (int i = 0; i < invented_device.trials; i++)  // where time is no longer the predicted one
    if (!strcmp(invented_device.trial[i].choice, choice)) return invented_device.trial[i].seconds;
  return scattered(s, choice);
}

// ------------------------------------------------------------------------------------------------ the backend

static tcfft_status fake_alloc(int index, size_t bytes, void **memory) {
  (void)index;
  *memory = bytes <= invented_device.largest ? tcf_alloc(64) : NULL;  // nothing is ever launched
  invented_device.held += *memory != NULL;
  return *memory ? TCFFT_SUCCESS : tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes", bytes);
}

static void fake_release(int index, void *memory) {
  (void)index;
  invented_device.held -= memory != NULL;
  free(memory);
}

static tcfft_status fake_copy_in(int index, void *to, const void *from, size_t bytes) {
  (void)index, (void)to, (void)from, (void)bytes;
  return TCFFT_SUCCESS;
}

// Counts a program that was not loaded before.
static void count_program(const tcf_program *p) {
  const uint64_t hash = hash_of(p->parameters, hash_of(p->family, 1));
  for (int i = 0; i < invented_device.programs; i++)
    if (program[i] == hash) return;
  ck_assert_int_lt(invented_device.programs, MOST_PROGRAMS);
  program[invented_device.programs++] = hash;
}

static tcfft_status fake_load(int index, const tcf_load *loads, int count) {
  static int function;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  enum { SIDE_BY_SIDE = 16 };
  (void)index;
  for (int i = 0; i < count; i++) {
    if (invented_device.missing && strstr(loads[i].program.parameters, invented_device.missing))
      return tcf_fail(TCFFT_ERROR_INTERNAL, "it does not compile");
    *loads[i].function = &function;
    if (loads[i].clusters) *loads[i].clusters = 16;
  }
  pthread_mutex_lock(&lock);
  const int before = invented_device.programs;
  for (int i = 0; i < count; i++) count_program(&loads[i].program);
  invented_device.turns += (invented_device.programs - before + SIDE_BY_SIDE - 1) / SIDE_BY_SIDE;
  pthread_mutex_unlock(&lock);
  return TCFFT_SUCCESS;
}

static tcfft_status fake_launch(void *function, const tcf_grid *grid, const void *args, void *stream) {
  (void)function, (void)grid, (void)args, (void)stream;
  ck_abort_msg("something was launched");
  return TCFFT_ERROR_INTERNAL;
}

static tcfft_status look(const tcf_timed_run *run, double *seconds) {
  invented *d = &invented_device;
  if (d->slow) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  if (d->trials + d->wholes == d->broken_at) return tcf_fail(TCFFT_ERROR_DEVICE, "it fell off the bus");
  *seconds = 0;
  for (int i = 0; i < run->count; i++) *seconds += invented_seconds(run->launch[i].stage);
  if (run->count > 1) {
    const int last = (int)TEST_COUNT(d->whole_factor) - 1, at = d->wholes++;
    *seconds *= d->whole_factor[at < last ? at : last];
    return TCFFT_SUCCESS;
  }
  ck_assert_int_lt(d->trials, MOST_TRIALS);
  invented_trial *t = &d->trial[d->trials++];
  print_task(run->launch[0].stage, t->task, sizeof t->task);
  print_choice(run->launch[0].stage, t->choice, sizeof t->choice);
  t->seconds = *seconds;
  return TCFFT_SUCCESS;
}

// Does not launch: looks at what would be.
static tcfft_status fake_time(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                              double *seconds) {
  static atomic_int runs;
  (void)index, (void)body, (void)repeats;
  invented_device.overlaps += atomic_fetch_add(&runs, 1) != 0;
  const tcfft_status status = look(context, seconds);
  atomic_fetch_sub(&runs, 1);
  return status;
}

const tcf_backend invented_backend = {.id = TCFFT_BACKEND_CUDA,
                                      .name = "fake",
                                      .alloc = fake_alloc,
                                      .release = fake_release,
                                      .copy_in = fake_copy_in,
                                      .load = fake_load,
                                      .launch = fake_launch,
                                      .time = fake_time};

void invented_begin(void) {
  invented_trial *trials = invented_device.trial ? invented_device.trial : malloc(MOST_TRIALS * sizeof *trials);
  tcf_wisdom_forget();
  ck_assert_ptr_nonnull(trials);
  invented_device = (invented){.seed = test_seed(), .trial = trials, .broken_at = -1, .largest = SIZE_MAX};
  for (size_t i = 0; i < TEST_COUNT(invented_device.whole_factor); i++) invented_device.whole_factor[i] = 1;
}

double invented_least(const tcf_stage *s) {
  char task[512];
  double least = INFINITY;
  print_task(s, task, sizeof task);
  for (int i = 0; i < invented_device.trials; i++)
    if (!strcmp(invented_device.trial[i].task, task)) least = fmin(least, invented_device.trial[i].seconds);
  return least;
}

int invented_trials(const tcf_stage *s) {
  char task[512];
  int count = 0;
  print_task(s, task, sizeof task);
  for (int i = 0; i < invented_device.trials; i++) count += !strcmp(invented_device.trial[i].task, task);
  return count;
}
