// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Wisdom: the schedules that were measured to be fastest, one for each problem on each device, kept for the process; and
// those of stages. They come from measuring, from the caller's texts and files, and from the user's file, which is read when
// wisdom is first needed (planner/wisdom_path.h). Records of stages serve stages alike, as do those that are built into the
// library (planner/builtin_wisdom.h). All functions may be called from any thread.
#ifndef TCFFT_PLANNER_WISDOM_H
#define TCFFT_PLANNER_WISDOM_H

#include "planner/samples.h"

// What became of the lines of a text.
typedef struct tcf_wisdom_counts {
  int taken;    // new, or faster than what was known
  int known;    // no faster than what was known
  int stale;    // left out, unless a file is merged: measured with other kernels than this library has
  int foreign;  // among those taken or known: of a backend that this build lacks. They are kept for others.
} tcf_wisdom_counts;

// Copies what is known of a problem to *s, with the measured time. 0: nothing is known that can be used. threads counts on
// the host.
int tcf_wisdom_find(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads);

// Adds what has been measured, in place of what was known. OUT_OF_MEMORY.
tcfft_status tcf_wisdom_add(const tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads, double time);

// The same for a stage, whose task is one before a kernel was chosen. Stages are known to the tuner alone, which composes
// plans of them.
int tcf_wisdom_find_stage(tcf_stage *s, const tcf_stage *task, const tcf_device *d, int threads);
tcfft_status tcf_wisdom_add_stage(const tcf_stage *s, const tcf_stage *task, const tcf_device *d, int threads);

// What is known of stages like this one, before a kernel was chosen: from this device, and from devices like it. built_in:
// by built-in wisdom alone. threads counts on the host. Returns how many there are, at most `max`.
int tcf_wisdom_alike(tcf_alike *list, int max, const tcf_stage *task, const tcf_device *d, int threads, int built_in);

// Marks what is known of a problem as not to be used, by this process and in files that it writes.
void tcf_wisdom_drop(const tcf_problem *p, const tcf_device *d, int threads);

// How a text is added.
typedef enum tcf_wisdom_how {
  TCF_WISDOM_TRUST,  // schedules are not looked at before they are used
  TCF_WISDOM_CHECK,  // schedules of kernels that this library has are parsed
  TCF_WISDOM_MERGE   // a file that is about to be replaced: what this process measured stays, and what is stale is kept
} tcf_wisdom_how;

// Adds the records of a text; of two for the same, the faster stays, or the one that was there. PARSE, with the line, if the
// text is none; OUT_OF_MEMORY. Nothing has changed then.
tcfft_status tcf_wisdom_import(const char *text, tcf_wisdom_how how, tcf_wisdom_counts *counts);

// Appends everything that is known, sorted.
void tcf_wisdom_export(tcf_writer *w);

// Forgets everything. The user's file is not read again by itself.
void tcf_wisdom_forget(void);

// Number of records.
int tcf_wisdom_count(void);

#endif
