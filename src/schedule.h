// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A schedule is what a plan will do, as pure data: stages in order, each one launch of one kernel over every transform along
// one axis. It prints and parses in the common grammar, one line a stage:
//
//     schedule:stages=2:work=4096:bytes=33554432:time=0.00123:bound=2.1e-07
//     stage:host_row:c2c:axis=1:n=1024:is=1:os=1:in=in:out=out:width=16:threads=2:fft=16.16.4:l0=64,1024,1024
//
// l0 = count, input stride, output stride of the loop whose transforms lie side by side in vector lanes; l1.. are the
// others. fft = how the (complex) length is computed, see classic/host_fft.h.
#ifndef TCFFT_SCHEDULE_H
#define TCFFT_SCHEDULE_H

#include "device.h"
#include "problem.h"

typedef enum tcf_slot { TCF_SLOT_IN, TCF_SLOT_OUT, TCF_SLOT_WORK } tcf_slot;

typedef struct tcf_loop {
  int64_t n, is, os;
} tcf_loop;

enum {
  TCF_MAX_LOOPS = TCFFT_MAX_RANK + 1,
  TCF_MAX_STAGES = TCFFT_MAX_RANK,
  TCF_FFT_TEXT = 128,
};

struct tcf_kernel;

typedef struct tcf_stage {
  const struct tcf_kernel *kernel;
  tcfft_kind kind;            // C2C along an axis, or the real kind
  tcfft_algorithm algorithm;  // never AUTO in a schedule
  tcfft_split split;
  int axis;
  int64_t n;       // logical length
  int64_t is, os;  // elements along the axis, in units of each side
  tcf_slot in, out;
  int loops;
  tcf_loop loop[TCF_MAX_LOOPS];
  int64_t width;    // host: transforms side by side
  int64_t threads;  // host
  char fft[TCF_FFT_TEXT];
  double time;      // predicted seconds
  double variance;  // predicted squared relative L2 error
  int64_t bytes;    // read and written in the memory that the loops walk
} tcf_stage;

typedef struct tcf_schedule {
  int stages;
  tcf_stage stage[TCF_MAX_STAGES];
  int64_t work_bytes;  // of TCF_SLOT_WORK
  double time;
  double bound;  // predicted relative L2 error, with its margin
  int64_t bytes;
} tcf_schedule;

// Elements along the axis on each side: R2C and C2R halve their complex one.
static inline int64_t tcf_in_rows(const tcf_stage *s) { return s->kind == TCFFT_C2R ? s->n / 2 + 1 : s->n; }
static inline int64_t tcf_out_rows(const tcf_stage *s) { return s->kind == TCFFT_R2C ? s->n / 2 + 1 : s->n; }

void tcf_stage_print(const tcf_stage *s, tcf_writer *w);
void tcf_schedule_print(const tcf_schedule *s, tcf_writer *w);
tcfft_status tcf_schedule_parse(tcf_schedule *s, const char *text);

#endif
