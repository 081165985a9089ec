// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/model.h"

#include <math.h>
#include <stdlib.h>

#include "base/arith.h"
#include "base/process.h"

// What one more copy costs its lane. What one more piece costs: seconds, and of the pass that it is a piece of (two H100,
// 2026-11-27).
static const double copy_start = 4e-6, piece_start = 8e-6, piece_share = 0.008;

// What overlaps takes so much longer than the memory's bandwidth alone says.
static const double contention = 1.08;

// Bytes per second of a link where the device tells none: PCI Express of the fourth generation.
static const double plain_link = 2.2e10;

// Nor do devices have their own links to those that they have no peer access to.
double tcf_several_link(const tcf_several *s) {
  return s->member[0].device.link > 0 && !s->group ? s->member[0].device.link : plain_link;
}

int64_t tcf_several_sent(const tcf_several *s, const tcf_step *step, int position) {
  int64_t bytes = 0;
  for (int to = 0; to < s->flow.devices; to++)
    if (to != position) bytes += tcf_flow_moved(&s->flow, step, position, to);
  return bytes;
}

// The device that sends most is done last: the first one, whose blocks are the largest. A rank tells its own time.
double tcf_several_exchange_time(const tcf_several *s, const tcf_step *step) {
  return (double)tcf_several_sent(s, step, s->member[0].position) / tcf_several_link(s);
}

static double piece_time(const tcf_several *s, int step, int piece) {
  const tcf_step *st = &s->flow.step[step];
  const int64_t all = tcf_flow_units(&s->flow, st, s->member[0].position);
  const tcfft_plan *plan = tcf_several_part_of(&s->member[0], step, tcf_block_of(all, st->pieces, piece).count);
  double seconds = plan ? tcf_plan_schedule(plan)->time : 0;
  if (plan && st->twiddles)
    seconds +=
        2.0 * (double)tcf_flow_area_bytes(&s->flow) / st->pieces / s->member[0].device.copy + s->member[0].device.launch;
  return seconds;
}

// Two numbers are read for one that is written.
static double real_bytes(const tcf_several *s) { return 3.0 * (double)tcf_flow_area_bytes(&s->flow); }

double tcf_several_pass_time(const tcf_several *s, int step) {
  const tcf_step_kind kind = s->flow.step[step].kind;
  double seconds = 0;
  if (kind == TCF_STEP_NOTHING) return 0;
  if (kind == TCF_STEP_REAL) return real_bytes(s) / s->member[0].device.copy + s->member[0].device.launch;
  for (int piece = 0; piece < s->flow.step[step].pieces; piece++) seconds += piece_time(s, step, piece);
  return seconds;
}

static double later_of(double a, double b) { return a > b ? a : b; }

// Bytes that the first device's memory reads and writes: passes, and of exchanges what is sent, what comes, and what stays,
// which copies move as well. They share its bandwidth, however much they overlap.
static double memory_time(const tcf_several *s) {
  double bytes = 0;
  for (int i = 0; i < s->flow.steps; i++) {
    const tcf_step *st = &s->flow.step[i];
    if (st->kind == TCF_STEP_EXCHANGE)
      bytes += 2 * (double)tcf_several_sent(s, st, 0) + 2 * (double)tcf_flow_moved(&s->flow, st, 0, 0);
    if (st->kind == TCF_STEP_REAL) bytes += real_bytes(s);
    for (int piece = 0; piece < st->pieces && tcf_step_plans(st); piece++) {
      const int64_t units = tcf_block_of(tcf_flow_units(&s->flow, st, s->member[0].position), st->pieces, piece).count;
      const tcfft_plan *plan = tcf_several_part_of(&s->member[0], i, units);
      if (plan) bytes += (double)tcf_plan_schedule(plan)->bytes;
      if (plan && st->twiddles) bytes += 2 * (double)tcf_flow_area_bytes(&s->flow) / st->pieces;
    }
  }
  return bytes / s->member[0].device.copy;
}

// ------------------------------------------------------------------------------------------------ what overlaps

// Seconds of each step by itself.
typedef struct step_times {
  double of[TCF_FLOW_STEPS];
} step_times;

// As executing does: the first pieces of a pass are sent as they are computed, the rest when it is done, by pieces of the
// next pass, each of which begins when its part has come.
static double simulate(const tcf_flow *f, const step_times *t) {
  double computed = 0, sent = 0, ready[TCF_PIECES] = {0}, there[TCF_PIECES] = {0};
  int pieces = 1, arrivals = 0;
  for (int i = 0; i < f->steps; i++) {
    const tcf_step *st = &f->step[i];
    if (st->kind != TCF_STEP_EXCHANGE) {
      pieces = st->pieces;
      for (int piece = 0; piece < pieces; piece++)
        ready[piece] = computed = later_of(computed, arrivals ? there[piece] : 0) + t->of[i] / pieces;
      continue;
    }
    arrivals = tcf_pieces_after(f, i);
    const int whole = st->whole < pieces ? st->whole : pieces - 1;
    const double part = t->of[i] / pieces, rest = t->of[i] - whole * part;
    for (int piece = 0; piece < whole; piece++) sent = later_of(sent, ready[piece]) + part + copy_start;
    sent = later_of(sent, ready[pieces - 1]);
    for (int piece = 0; piece < arrivals; piece++) there[piece] = sent += rest / arrivals + copy_start;
    for (int piece = 0; piece < TCF_PIECES; piece++) ready[piece] = 0;
    pieces = 1;
  }
  return later_of(computed, sent);
}

static step_times times_of(const tcf_several *s) {
  step_times t = {{0}};
  for (int i = 0; i < s->flow.steps; i++)
    t.of[i] = s->flow.step[i].kind == TCF_STEP_EXCHANGE ? tcf_several_exchange_time(s, &s->flow.step[i])
                                                        : tcf_several_pass_time(s, i);
  return t;
}

// moved: seconds that the memory takes for all bytes.
static double predict(const tcf_flow *f, const step_times *t, double moved) {
  double pieces = 0;
  int most = 1;
  for (int i = 0; i < f->steps; i++) {
    if (f->step[i].kind == TCF_STEP_EXCHANGE) continue;
    pieces += (f->step[i].pieces - 1) * (piece_start + piece_share * t->of[i]);
    if (f->step[i].pieces > most) most = f->step[i].pieces;
  }
  return later_of(simulate(f, t), most > 1 ? contention * moved : moved) + pieces;
}

// The steps of a rank, or of a device of a group, follow each other. In an exchange its side of the rows is copied to or
// from a staging area, and what stays with it once more.
static double time_by_messages(const tcf_several *s, const step_times *t) {
  const int me = s->member[0].position;
  double seconds = 0;
  for (int i = 0; i < s->flow.steps; i++) {
    const tcf_step *st = &s->flow.step[i];
    seconds += t->of[i];
    for (int other = 0; other < s->flow.devices && st->kind == TCF_STEP_EXCHANGE; other++) {
      const int sends = st->cut == TCF_CUT_COLUMNS || other == me, receives = st->cut == TCF_CUT_ROWS || other == me;
      const int64_t bytes =
          sends * tcf_flow_moved(&s->flow, st, me, other) + receives * tcf_flow_moved(&s->flow, st, other, me);
      seconds += 2.0 * (double)bytes / s->member[0].device.copy;
    }
  }
  return seconds;
}

double tcf_several_time(const tcf_several *s) {
  const step_times t = times_of(s);
  if (tcf_several_by_messages(s)) return time_by_messages(s, &t);
  return predict(&s->flow, &t, memory_time(s));
}

// A change is made where the time that is predicted with it is below this part of the time without it. More than two pieces
// gain less than is predicted: where two H100 were predicted to take 0.93 of the time with four, they took 1.02
// (2026-11-27).
static const double gain = 0.985, gain_of_pieces = 0.93;

// Tries values for one number of a flow and leaves the best; those above 2 are held to `least`. Returns whether that is
// another one than before.
static int improve(const tcf_flow *f, int *number, const int *values, int count, double least, const step_times *t,
                   double moved) {
  const int before = *number;
  double best = predict(f, t, moved);
  int kept = before;
  for (int i = 0; i < count; i++) {
    *number = values[i];
    const double seconds = predict(f, t, moved);
    if (seconds >= (values[i] > 2 ? least : gain) * best) continue;
    best = seconds;
    kept = values[i];
  }
  *number = kept;
  return kept != before;
}

// The numbers of pieces that are tried, and how many of them a pass of the device with most has units for.
static const int counts[] = {1, 2, 4, TCF_PIECES};

static int counts_for(const tcf_flow *f, const tcf_step *st) {
  int many = 1;
  while (many < TCF_COUNT(counts) && counts[many] <= tcf_flow_units(f, st, 0)) many++;
  return many;
}

static int improve_all(tcf_flow *f, const step_times *t, double moved) {
  static const int wholes[] = {0, 1, 2, 3, 4, 5, 6, 7};
  int better = 0;
  for (int i = 0; i < f->steps; i++) {
    tcf_step *st = &f->step[i];
    if (st->kind == TCF_STEP_EXCHANGE && !st->mates)
      better |= improve(f, &st->whole, wholes, TCF_COUNT(wholes), gain, t, moved);
    else if (tcf_step_plans(st))
      better |= improve(f, &st->pieces, counts, counts_for(f, st), gain_of_pieces, t, moved);
  }
  return better;
}

// All passes in two pieces, of which the first one is sent as it is, and then the best that single changes lead to.
static double improve_two(tcf_flow *f, const step_times *t, double moved) {
  enum { ROUNDS = 8 };
  for (int i = 0; i < f->steps; i++) {
    f->step[i].pieces = tcf_step_plans(&f->step[i]) && counts_for(f, &f->step[i]) > 1 ? 2 : 1;
    f->step[i].whole = f->step[i].kind == TCF_STEP_EXCHANGE && !f->step[i].mates;
  }
  for (int rounds = 0; rounds < ROUNDS && improve_all(f, t, moved); rounds++) continue;
  return predict(f, t, moved);
}

// The choices of pieces, and of how many of them are sent as they are computed.
typedef struct choices {
  tcf_flow flow;  // the one that is tried
  const step_times *times;
  double moved;
  const int *asked;  // pieces of each pass; NULL: any
  double least;      // seconds of the best one
  tcf_flow best;
} choices;

// The steps from `step` on; pass: how many passes are before it, before: pieces of the step before it.
static void try_all(choices *c, int step, int pass, int before) {
  tcf_step *st = &c->flow.step[step];
  if (step == c->flow.steps) {
    const double seconds = predict(&c->flow, c->times, c->moved);
    if (seconds >= c->least) return;
    c->least = seconds;
    c->best = c->flow;
  } else if (st->kind == TCF_STEP_EXCHANGE) {
    const int most = st->mates ? 1 : before;
    for (st->whole = 0; st->whole < most; st->whole++) try_all(c, step + 1, pass, 1);
  } else if (!tcf_step_plans(st)) {
    st->pieces = 1;
    try_all(c, step + 1, pass, 1);
  } else {
    const int *tried = c->asked ? &c->asked[pass] : counts, many = c->asked ? 1 : counts_for(&c->flow, st);
    for (int i = 0; i < many; i++) {
      st->pieces = tried[i];
      try_all(c, step + 1, pass + 1, st->pieces);
    }
  }
}

// Four pieces of a pass gain little where the next pass has two, so that single changes do not lead there; but what the
// best of all choices gains is less than predicted, so that it is taken where this is below such a part of the other's time.
// (Two H200, 2026-11-29, predicted and measured: 512^3 0.89 and 0.87, 640 x 512^2 0.87 and 0.88, r2c and c2r 1024^3 0.88
// and 0.965, 0.945 and 0.963, 32768^2 0.93 and 0.92; 768^3 and 1024^3 0.97 and 1.02. H100 were not timed so.)
static const double gain_of_all = 0.955;

// The pieces that TCFFT_PIECES asks for, one number for each pass, of which the last one is for the others, too.
static int asks_for(int asked[TCF_FLOW_STEPS]) {
  const char *text = tcf_process_variable("TCFFT_PIECES");
  int last = 0;
  for (int i = 0; i < TCF_FLOW_STEPS; i++) {
    char *end = (char *)text;
    const long number = text && *text ? strtol(text, &end, 10) : last;
    if (number < 1) return 0;
    asked[i] = last = number < TCF_PIECES ? (int)number : TCF_PIECES;
    text = text && *end == ',' ? end + 1 : "";
  }
  return 1;
}

void tcf_several_choose_pieces(tcf_several *s) {
  int asked[TCF_FLOW_STEPS];
  const step_times t = times_of(s);
  choices c = {.flow = s->flow,
               .times = &t,
               .moved = memory_time(s),
               .asked = asks_for(asked) ? asked : NULL,
               .least = INFINITY,
               .best = s->flow};
  try_all(&c, 0, 0, 1);
  if (c.asked || c.least < gain_of_all * improve_two(&s->flow, &t, c.moved)) s->flow = c.best;
}
