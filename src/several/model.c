// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/model.h"

#include <stdlib.h>

#include "base/process.h"

// Seconds of an exchange that are worth a piece, and what one more copy or wait costs.
static const double worth_a_piece = 100e-6, copy_start = 4e-6;

// Bytes per second of a link where the device tells none: PCI Express of the fourth generation.
static const double plain_link = 2.2e10;

double tcf_several_link(const tcf_several *s) {
  return s->member[0].device.link > 0 ? s->member[0].device.link : plain_link;
}

int64_t tcf_several_sent(const tcf_several *s, const tcf_step *step, int position) {
  int64_t bytes = 0;
  for (int to = 0; to < s->count; to++)
    if (to != position) bytes += tcf_flow_moved(&s->flow, step, position, to);
  return bytes;
}

// Kernels that store into another device's memory reach so much of what copies do (365 of 391 GB/s on H200).
static const double stores_over_copies = 0.933;

// The device that sends most is done last: the first one, whose blocks are the largest.
double tcf_several_exchange_time(const tcf_several *s, const tcf_step *step) {
  return (double)tcf_several_sent(s, step, 0) / tcf_several_link(s) / (step->spreads ? stores_over_copies : 1);
}

static int pieces_for(double seconds) {
  int pieces = 1;
  while (2 * pieces <= TCF_PIECES && seconds >= 2 * pieces * worth_a_piece) pieces *= 2;
  return pieces;
}

void tcf_several_choose_pieces(tcf_several *s) {
  const char *text = tcf_process_variable("TCFFT_PIECES");
  const int asked = text ? atoi(text) : 0;
  tcf_flow *f = &s->flow;
  if (f->cut[0] == TCF_CUT_BATCH) return;
  for (int i = 0; i < f->steps; i++) {
    if (f->step[i].kind == TCF_STEP_EXCHANGE) continue;
    double seconds = 0;
    for (int k = i - 1; k <= i + 1; k += 2)
      if (k >= 0 && k < f->steps && tcf_several_exchange_time(s, &f->step[k]) > seconds)
        seconds = tcf_several_exchange_time(s, &f->step[k]);
    f->step[i].pieces = asked > 0 ? (asked < TCF_PIECES ? asked : TCF_PIECES) : pieces_for(seconds);
  }
}

static double piece_time(const tcf_several *s, int step, int piece) {
  const tcf_step *st = &s->flow.step[step];
  const int64_t all = tcf_flow_units(&s->flow, st, 0);
  const tcf_part_key key = {step, {{tcf_block_of(all, st->pieces, piece).count}}};
  const tcfft_plan *plan = tcf_several_part_of(&s->member[0], &key);
  double seconds = plan ? tcf_plan_schedule(plan)->time : 0;
  if (plan && st->twiddles)
    seconds +=
        2.0 * (double)tcf_flow_area_bytes(&s->flow) / st->pieces / s->member[0].device.copy + s->member[0].device.launch;
  return seconds;
}

double tcf_several_pass_time(const tcf_several *s, int step) {
  double seconds = 0;
  for (int piece = 0; piece < s->flow.step[step].pieces; piece++) seconds += piece_time(s, step, piece);
  return seconds;
}

static double later_of(double a, double b) { return a > b ? a : b; }

// Bytes that the first device's memory reads and writes: passes, and of exchanges what is sent, what comes, and what stays, which copies
// move as well. They share its bandwidth, however much they overlap.
static double memory_time(const tcf_several *s) {
  double bytes = 0;
  for (int i = 0; i < s->flow.steps; i++) {
    const tcf_step *st = &s->flow.step[i];
    if (st->kind == TCF_STEP_EXCHANGE)
      bytes += 2 * (double)tcf_several_sent(s, st, 0) + 2 * (double)tcf_flow_moved(&s->flow, st, 0, 0);
    for (int piece = 0; piece < st->pieces && st->kind != TCF_STEP_EXCHANGE; piece++) {
      const tcf_part_key key = {i, {{tcf_block_of(tcf_flow_units(&s->flow, st, 0), st->pieces, piece).count}}};
      const tcfft_plan *plan = tcf_several_part_of(&s->member[0], &key);
      if (plan) bytes += (double)tcf_plan_schedule(plan)->bytes;
      if (plan && st->twiddles) bytes += 2 * (double)tcf_flow_area_bytes(&s->flow) / st->pieces;
    }
  }
  return bytes / s->member[0].device.copy;
}

// As executing does: each piece of a pass is sent when it is computed; what is sent last goes piece by piece of the next pass.
double tcf_several_time(const tcf_several *s) {
  const tcf_flow *f = &s->flow;
  double computed = 0, sent = 0;
  double ready[TCF_PIECES] = {0},
         there[TCF_PIECES] = {0};  // pieces of the last pass; what has come for those of the next one
  int pieces = 1, arrivals = 0;
  for (int i = 0; i < f->steps; i++) {
    const tcf_step *st = &f->step[i];
    if (st->kind != TCF_STEP_EXCHANGE) {
      pieces = st->pieces;
      for (int piece = 0; piece < pieces; piece++)
        ready[piece] = computed = later_of(computed, arrivals ? there[piece] : 0) + piece_time(s, i, piece);
      continue;
    }
    arrivals = i + 1 < f->steps ? f->step[i + 1].pieces : 1;
    const double part = tcf_several_exchange_time(s, st) / pieces;
    for (int piece = 0; piece < pieces - 1; piece++) sent = later_of(sent, ready[piece]) + part + copy_start;
    sent = later_of(sent, ready[pieces - 1]);
    for (int piece = 0; piece < arrivals; piece++) there[piece] = sent += part / arrivals + copy_start;
    for (int piece = 0; piece < TCF_PIECES; piece++) ready[piece] = 0;
  }
  return later_of(later_of(computed, sent), memory_time(s));
}
