// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/stockham.h"

#include "bench/peers/peer.h"
#include "core/element.h"
#include "planner/candidates.h"
#include "planner/planner.h"
#include "planner/total.h"

enum { ENOUGH_LANES = 32 };

// A Stockham step as planner/decompose.c makes them, with one difference. `done`, the product of the radices of the steps
// before, is too small in the first steps to give a group enough transforms; then the group takes neighbouring transforms
// along the rest.
static tcf_stage make_step(const tcf_problem *p, int64_t done, int radix) {
  const int64_t n = p->n[0], rest = n / done / radix;
  const int by_done = done >= ENOUGH_LANES || rest == 1;
  tcf_stage s = {.kind = TCFFT_C2C, .algorithm = p->algorithm, .n = n, .is = 1, .os = 1, .points = radix};
  s.load = done == 1 ? TCF_OP_USER : TCF_OP_COPY;
  s.store = rest == 1 ? TCF_OP_USER : TCF_OP_TWIDDLE;
  s.twiddle_n = rest == 1 ? 0 : n / done;
  s.in_step = n / radix;
  s.out_step = done;
  if (rest == 1) {
    s.in_batch_step = s.out_batch_step = 1;
    s.dim[s.dims++] = (tcf_iodim){done, 0, 0};
  } else if (by_done) {
    s.dim[s.dims++] = (tcf_iodim){done, 1, 1};
    s.dim[s.dims++] = (tcf_iodim){rest, done, done * radix};
  } else {
    s.in_batch_step = done;
    s.out_batch_step = done * radix;
    s.dim[s.dims++] = (tcf_iodim){rest, 0, 0};
    if (done > 1) s.dim[s.dims++] = (tcf_iodim){done, 1, 1};
  }
  if (p->batch > 1) s.dim[s.dims++] = (tcf_iodim){p->batch, n, n};
  return s;
}

// The steps alternate between the workspace and the output, such that the last one writes the output.
static tcfft_status make_schedule(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int radix) {
  tcf_stage candidates[TCF_MAX_CANDIDATES];
  int steps = 0;
  for (int64_t left = p->n[0]; left > 1; left /= radix) steps++;
  *s = (tcf_schedule){.work = {steps > 1 ? TCF_COMPLEX_BYTES * p->n[0] * p->batch : 0}};
  tcf_slot at = TCF_SLOT_IN;
  for (int64_t done = 1; done < p->n[0]; done *= radix) {
    tcf_stage step = make_step(p, done, radix);
    step.in = at;
    step.out = at = (steps - s->stages) % 2 ? TCF_SLOT_OUT : TCF_SLOT_WORK;
    if (!tcf_planner_candidates(&step, d, 1, candidates, TCF_MAX_CANDIDATES))
      return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no kernel on %s for a step of radix %d", d->name, radix);
    s->stage[s->stages++] = candidates[0];
  }
  tcf_schedule_total(s);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_stockham_plan(tcfft_plan **out, const tcfft_plan *planned, int radix) {
  const tcf_problem *p = &planned->problem;
  int64_t n = p->n[0];
  while (radix > 1 && n % radix == 0) n /= radix;
  if (p->kind != TCFFT_C2C || p->rank != 1 || n != 1 || p->n[0] < radix || p->placement == TCFFT_IN_PLACE ||
      !tcf_peer_is_packed(p, 0) || !tcf_peer_is_packed(p, 1))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "steps of radix %d are for c2c:N*B, N a power of it, packed, out of place",
                    radix);
  tcf_schedule schedule;
  TCF_TRY(make_schedule(&schedule, p, &planned->device, radix));
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_PLAN, .schedule = &schedule};
  return tcf_plan_create(out, p, &planned->device, planned->backend, &options);
}
