// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on several devices as text: the passes with the stages that the first device runs, and the exchanges with the bytes
// that go over each link. A rank prints what it sends.
#include <inttypes.h>

#include "core/schedule_text.h"
#include "several/model.h"
#include "several/several.h"

static const char *const cuts[] = {"rows", "columns", "batch"}, *const areas[] = {"in",    "out",   "work",
                                                                                  "work1", "frame", "mates"};
static const char *const kinds[] = {"whole", "rows", "columns", "exchange", "real", "nothing"};

static void print_pass(const tcf_several *s, int step, tcf_writer *w) {
  const tcf_step *st = &s->flow.step[step];
  const tcfft_plan *plan = NULL;
  tcf_put(w, "step:%s:from=%s:to=%s:pieces=%d:twiddles=%d:transposed=%d:time=", kinds[st->kind], areas[st->from],
          areas[st->to], st->pieces, st->twiddles, st->transposed);
  tcf_put_real(w, tcf_several_pass_time(s, step));
  tcf_put(w, "\n");
  for (int k = 0; k < s->member[0].parts && !plan; k++)
    if (s->member[0].part[k].step == step) plan = s->member[0].part[k].plan;
  if (!plan) return;
  tcf_put(w, "part:");
  tcf_problem_print(&plan->problem, w);
  tcf_put(w, "\n");
  const tcf_schedule *schedule = tcf_plan_schedule(plan);
  for (int i = 0; i < schedule->stages; i++) tcf_stage_print(&schedule->stage[i], w);
}

// What a device of the list, or a rank, is called.
static int number_of(const tcf_several *s, int position) {
  return tcf_several_by_ranks(s) ? position : s->member[position].device.index;
}

static void print_exchange(const tcf_several *s, int step, tcf_writer *w) {
  const tcf_step *st = &s->flow.step[step];
  tcf_put(w, "step:exchange:from=%s:to=%s:leaves=%s:whole=%d:time=", areas[st->from], areas[st->to],
          st->mates ? "mates" : cuts[st->cut], st->whole);
  tcf_put_real(w, tcf_several_exchange_time(s, st));
  tcf_put(w, "\n");
  for (int i = 0; i < s->count; i++) {
    const int from = s->member[i].position;
    for (int to = 0; to < s->flow.devices; to++) {
      const int64_t bytes = tcf_flow_moved(&s->flow, st, from, to);
      if (from != to) tcf_put(w, "link:%d>%d:bytes=%" PRId64 "\n", number_of(s, from), number_of(s, to), bytes);
    }
  }
}

void tcf_several_print(const tcfft_plan *plan, tcf_writer *w) {
  const tcf_several *s = plan->several;
  const tcf_flow *f = &s->flow;
  tcf_put(w, "problem:");
  tcf_problem_print(&plan->problem, w);
  tcf_put(w, "\ndevice:");
  tcf_device_print(&plan->device, w);
  if (tcf_several_by_ranks(s)) {
    tcf_put(w, "\nranks:%d:rank=%d", s->comm.ranks, s->comm.rank);
  } else {
    tcf_put(w, "\ndevices:");
    for (int i = 0; i < s->count; i++) tcf_put(w, "%s%d", i ? "," : "", s->member[i].device.index);
    if (s->group) tcf_put(w, ":by=messages");
  }
  tcf_put(w, ":in=%s%s:out=%s%s:rows=%" PRId64 ":columns=%" PRId64 ":cell=%" PRId64 ":time=", cuts[f->cut[0]],
          f->by_remainders[0] ? "_transposed" : "", cuts[f->cut[1]], f->by_remainders[1] ? "_transposed" : "", f->rows,
          f->columns, f->cell);
  tcf_put_real(w, plan->first.schedule.time);
  tcf_put(w, ":bound=");
  tcf_put_real(w, plan->bound);
  tcf_put(w, "\n");
  for (int i = 0; i < f->steps; i++) {
    if (f->step[i].kind == TCF_STEP_EXCHANGE)
      print_exchange(s, i, w);
    else
      print_pass(s, i, w);
  }
  tcf_put(w, "memory:workspace=%zu:tables=%zu\n", plan->workspace_bytes, tcf_plan_table_bytes(plan));
}
