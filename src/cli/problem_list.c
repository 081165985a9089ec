// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/problem_list.h"

#include <stdlib.h>

#include "bench/driver.h"
#include "cli/bench_random.h"
#include "cli/bench_sets.h"
#include "cli/choose.h"

int tcf_problem_list_add(tcf_problem_list *list, const char *text, const char *set) {
  tcfft_desc *problem = realloc(list->problem, (list->count + 1) * sizeof *problem);
  if (problem) list->problem = problem;
  const char **sets = realloc(list->set, (list->count + 1) * sizeof *sets);
  if (sets) list->set = sets;
  if (!problem || !sets) return tcf_failure("out of memory", "%zu problems", list->count + 1);
  tcfft_desc *d = &problem[list->count];
  *d = list->base;
  double bytes;
  const int status = tcf_choose_problem(list->command, text, d);
  if (status) return status;
  if (list->type >= 0) d->in_type = d->out_type = (tcfft_type)list->type;
  if (list->algorithm >= 0) d->algorithm = (tcfft_algorithm)list->algorithm;
  if (tcf_bench_bytes(d, &bytes) != TCFFT_SUCCESS) return tcf_usage_error(list->command, "%s", tcfft_last_error());
  sets[list->count] = set;
  if (list->max_bytes > 0 && bytes > list->max_bytes)
    list->too_large++;
  else
    list->count++;
  return 0;
}

static int unknown_set(const tcf_command *command, const char *names) {
  return tcf_usage_error(command, "--set '%s': expected some of %s", names, tcf_bench_set_names);
}

int tcf_problem_list_add_sets(tcf_problem_list *list, const char *names) {
  while (*names) {
    const char *set = tcf_bench_set_find(names, &names);
    char text[64];
    if (!set) return unknown_set(list->command, names);
    for (int i = 0; tcf_bench_set_problem(set, list->small_sets, i, text, sizeof text); i++) {
      const int status = tcf_problem_list_add(list, text, set);
      if (status) return status;
    }
  }
  return 0;
}

int tcf_problem_list_add_random(tcf_problem_list *list, uint64_t seed, int64_t count) {
  const int small = list->small_sets || list->base.backend == TCFFT_BACKEND_HOST;
  int status = 0;
  for (int64_t i = 0; i < count && !status; i++) {
    char text[128];
    tcf_random_problem(seed, i, small, text, sizeof text);
    status = tcf_problem_list_add(list, text, "random");
  }
  return status;
}

int tcf_problem_choice_check(const tcf_command *command, tcf_problem_choice *c, int arguments) {
  enum { USUAL = 100 };
  if (!c->random && c->count) return tcf_usage_error(command, "--count %d: only --random takes it", (int)c->count);
  if (c->random) {
    if (!tcf_random_seed(c->random, &c->seed))
      return tcf_usage_error(command, "--random '%s': expected 0 to 18446744073709551615", c->random);
    if (arguments || c->set || c->sweep)
      return tcf_usage_error(command, "--random %s: takes no PROBLEM and no set", c->random);
    if (!c->count) c->count = USUAL;
  }
  for (const char *names = c->set; names && *names;)
    if (!tcf_bench_set_find(names, &names)) return unknown_set(command, names);
  return 0;
}

int tcf_problem_list_add_chosen(tcf_problem_list *list, const tcf_problem_choice *c, int argc, char **argv) {
  int status = 0;
  for (int i = 0; i < argc && !status; i++) status = tcf_problem_list_add(list, argv[i], NULL);
  if (!status && c->sweep)
    status = tcf_problem_list_add_sets(list, tcf_bench_sweep_sets(list->base.backend == TCFFT_BACKEND_OPENCL));
  if (!status && c->set) status = tcf_problem_list_add_sets(list, c->set);
  if (!status && c->random) status = tcf_problem_list_add_random(list, c->seed, c->count);
  return status;
}

void tcf_problem_list_free(tcf_problem_list *list) {
  free(list->problem);
  free((void *)list->set);
}
