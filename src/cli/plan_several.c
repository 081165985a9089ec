// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/plan_several.h"

#include <stdio.h>

#include "cli/words.h"
#include "several/fewer.h"
#include "several/model.h"

static const char *amount(double value, const char *unit, char text[20]) {
  tcf_words_amount(value, unit, &(tcf_writer){.buf = text, .cap = 20});
  return text;
}

static const char *duration(double seconds, char text[20]) {
  tcf_words_time(seconds, &(tcf_writer){.buf = text, .cap = 20});
  return text;
}

static const tcfft_plan *part_of(const tcf_several *s, int step) {
  for (int i = 0; i < s->member[0].parts; i++)
    if (s->member[0].part[i].step == step) return s->member[0].part[i].plan;
  return NULL;
}

static const char *what_pass(const tcf_flow *f, const tcf_step *st) {
  if (st->kind == TCF_STEP_WHOLE) return "each device transforms its part of the batch";
  if (st->kind == TCF_STEP_COLUMNS)
    return st->twiddles ? "columns, and the twiddles between the two passes of the axis"
                        : "the first axis of each device's columns";
  if (st->kind == TCF_STEP_NOTHING) return "nothing, until all of the exchange has come";
  if (st->kind == TCF_STEP_REAL)
    return f->problem.kind == TCFFT_R2C ? "the spectrum of the real axis from numbers and their mates"
                                        : "complex numbers from the spectrum of the real axis and its mates";
  if (f->problem.rank == 1)
    return st->transposed ? "rows, stored as columns" : "rows of the matrix that the axis is taken as";
  return "all axes but the first, of each device's rows";
}

static void print_pass(const tcf_several *s, int step) {
  const tcf_step *st = &s->flow.step[step];
  const tcfft_plan *plan = part_of(s, step);
  char time[20], bytes[20], problem[200] = "";
  if (plan) tcf_problem_print(&plan->problem, &(tcf_writer){.buf = problem, .cap = sizeof problem});
  const double moved = plan ? (double)tcf_plan_schedule(plan)->bytes * st->pieces : 0;
  printf("%4d  %8d  %9s  %9s  %s%s%s\n", step + 1, st->pieces, amount(moved, "B", bytes),
         duration(tcf_several_pass_time(s, step), time), what_pass(&s->flow, st), plan ? ": " : "", problem);
}

// The links carry the same where blocks are equal; where not, the least and the most are told.
static void print_exchange(const tcf_several *s, int step) {
  const tcf_step *st = &s->flow.step[step];
  int64_t least = INT64_MAX, most = 0;
  char a[20], b[20], sent[20], time[20];
  for (int from = 0; from < s->count; from++) {
    for (int to = 0; to < s->count; to++) {
      const int64_t bytes = tcf_flow_moved(&s->flow, st, from, to);
      if (from != to && bytes < least) least = bytes;
      if (from != to && bytes > most) most = bytes;
    }
  }
  printf("%4d  %8s  %9s  %9s  exchange: %s%s%s from each device to each other, which then have blocks of %s\n", step + 1, "",
         amount((double)tcf_several_sent(s, st, 0), "B", sent), duration(tcf_several_exchange_time(s, st), time),
         amount((double)least, "B", a), least == most ? "" : " to ", least == most ? "" : amount((double)most, "B", b),
         st->mates                    ? "mates"
         : st->cut == TCF_CUT_COLUMNS ? "columns"
                                      : "rows");
}

static tcfft_status print_fastest(const tcfft_plan *plan, const tcfft_desc *d) {
  double seconds[TCF_SEVERAL_MOST];
  char time[20];
  int best;
  TCF_TRY(tcf_several_times(seconds, &best, &plan->problem, d, &plan->device));
  if (best == plan->several->count) {
    printf("fastest  on all of them\n");
  } else {
    printf("fastest  on the first %d of them: %s predicted\n", best, duration(seconds[best - 1], time));
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_print_several(const tcfft_plan *plan, const tcfft_desc *d) {
  static const char *const cuts[] = {"blocks of the first axis", "blocks of the second axis", "transforms of the batch"};
  const tcf_several *s = plan->several;
  char problem[512] = "", a[20], b[20];
  tcf_problem_print(&plan->problem, &(tcf_writer){.buf = problem, .cap = sizeof problem});
  printf("problem  %s\ndevices  ", problem);
  for (int i = 0; i < s->count; i++) printf("%s%d", i ? "," : "", s->member[i].device.index);
  printf(" (%s), links of %s\n", plan->device.name, amount(tcf_several_link(s), "B/s", a));
  printf("input    %s%s\noutput   %s%s\n", cuts[s->flow.cut[0]], s->flow.by_remainders[0] ? ", by remainders" : "",
         cuts[s->flow.cut[1]], s->flow.by_remainders[1] ? ", by remainders" : "");
  printf("time     %s predicted\n", duration(plan->first.schedule.time, a));
  TCF_TRY(print_fastest(plan, d));
  printf("memory   %s of workspace on each device, %s of tables\n", amount((double)plan->workspace_bytes, "B", a),
         amount((double)tcf_plan_table_bytes(plan), "B", b));
  printf("error    relative L2, predicted to stay below %.1e\n\n", plan->bound);
  printf("%4s  %8s  %9s  %9s  %s\n", "step", "pieces", "moved", "time", "what the first device does");
  for (int i = 0; i < s->flow.steps; i++) {
    if (s->flow.step[i].kind == TCF_STEP_EXCHANGE)
      print_exchange(s, i);
    else
      print_pass(s, i);
  }
  return TCFFT_SUCCESS;
}
