// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft bench --devices: plans on several CUDA devices beside one device, and beside cuFFT Xt.
#ifndef TCFFT_CLI_BENCH_SEVERAL_H
#define TCFFT_CLI_BENCH_SEVERAL_H

#include "cli/problem_list.h"

typedef struct tcf_bench_several_request {
  const char *devices, *peers, *csv, *note;
  double seconds;
  int forms;  // 1: each form of the plan, too
} tcf_bench_several_request;

// Measures each problem of the list. Returns 0, or an exit status after reporting the error; other rows are still measured.
int tcf_cmd_bench_several(const tcf_command *command, const tcf_bench_several_request *r, const tcf_problem_list *list);

#endif
