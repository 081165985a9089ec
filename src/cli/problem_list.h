// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The problems that a command works through: those of its arguments, of sets, and random ones.
#ifndef TCFFT_CLI_PROBLEM_LIST_H
#define TCFFT_CLI_PROBLEM_LIST_H

#include "cli/command.h"
#include "tcfft/tcfft.h"

// Begins as {.command = .., .base = TCFFT_DESC_INIT, .algorithm = -1, .type = -1}.
typedef struct tcf_problem_list {
  const tcf_command *command;  // whose usage errors are reported
  tcfft_desc base;             // what the problems' texts do not say: device, threads, effort
  int algorithm;               // of all problems; -1: as their texts say
  int type;                    // of the numbers of all problems; -1: as their texts say
  double max_bytes;            // problems whose input and output take more are left out; 0: none are
  bool small_sets;             // sets for GPUs have as many points as a processor's; random problems on the host always have
  tcfft_desc *problem;
  const char **set;  // of each problem; NULL for one of the command line
  size_t count, too_large;
} tcf_problem_list;

// Append one problem, the problems of sets whose names are joined by commas, or the first `count` of a seed. Return 0, or an
// exit status after reporting the error.
int tcf_problem_list_add(tcf_problem_list *list, const char *text, const char *set);
int tcf_problem_list_add_sets(tcf_problem_list *list, const char *names);
int tcf_problem_list_add_random(tcf_problem_list *list, uint64_t seed, int64_t count);

// The options that choose problems besides the arguments.
typedef struct tcf_problem_choice {
  const char *set, *random;
  int64_t count;  // of random problems; 0: the option is not given
  bool sweep;     // every set of the sweep
  uint64_t seed;  // of `random`, which tcf_problem_choice_check reads
} tcf_problem_choice;

// Checks the options before anything is planned. arguments: how many problems the command line names. Returns 0, or an exit
// status.
int tcf_problem_choice_check(const tcf_command *command, tcf_problem_choice *choice, int arguments);

// Appends what was chosen.
int tcf_problem_list_add_chosen(tcf_problem_list *list, const tcf_problem_choice *choice, int argc, char **argv);

void tcf_problem_list_free(tcf_problem_list *list);

#endif
