// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Records of wisdom as text: a head, and a line for each record, of six fields between " | ":
//
//     tcfft wisdom 1
//     cuda:name=NVIDIA H200:capability=90:cores=132 | c2c:1024*64 | schedule:..;stage:.. | cuda_tile.6 | 1.2e-05 |
//     2026-11-26
//
// The device by its name and what its speed follows from; a problem as core/problem.h prints it, and the threads on the
// host; the schedule as core/schedule.h prints it, its lines separated by ';'; its kernels with their revisions; the
// measured seconds of an execution; the day of the measurement.
#ifndef TCFFT_PLANNER_WISDOM_TEXT_H
#define TCFFT_PLANNER_WISDOM_TEXT_H

#include "core/schedule.h"

extern const char tcf_wisdom_head[];  // without the end of its line

typedef struct tcf_wisdom_record {
  char *device, *subject, *schedule, *kernels;  // one block of memory, which `device` begins and free() takes
  double time;
  int date;     // 20261126
  int of_here;  // 1: measured, or dropped, by this process
  int dropped;  // 1: not to be used; kept lest a file that is merged brings it back
} tcf_wisdom_record;

// Whether a record can be used by this library.
typedef enum tcf_wisdom_standing {
  TCF_WISDOM_CURRENT,
  TCF_WISDOM_STALE,   // measured with another revision of a kernel, or with one that is no more
  TCF_WISDOM_FOREIGN  // the same, of a backend that this build lacks: it may be current for another build
} tcf_wisdom_standing;

// Append what identifies a device, and a problem or a stage on it. threads counts on the host alone.
void tcf_wisdom_device(tcf_writer *w, const tcf_device *d);
void tcf_wisdom_subject(tcf_writer *w, const tcf_problem *p, const tcf_device *d, int threads);
void tcf_wisdom_stage_subject(tcf_writer *w, const tcf_stage *task, const tcf_device *d, int threads);

// Makes the record of a schedule that was measured today. OUT_OF_MEMORY.
tcfft_status tcf_wisdom_make(tcf_wisdom_record *r, const char *device, const char *subject, const tcf_schedule *s,
                             double time);

// Reads a line of `length` bytes, its number for the error text. PARSE if it is none of six fields, or its time or date is
// none; its schedule is not looked at. OUT_OF_MEMORY.
tcfft_status tcf_wisdom_parse(tcf_wisdom_record *r, const char *line, size_t length, int number);

// The same for a line in memory that free() takes, which becomes the record's, or is freed.
tcfft_status tcf_wisdom_parse_own(tcf_wisdom_record *r, char *line, int number);

// Appends the line of a record.
void tcf_wisdom_print(const tcf_wisdom_record *r, tcf_writer *w);

tcf_wisdom_standing tcf_wisdom_standing_of(const tcf_wisdom_record *r);

// Reads a record's schedule. PARSE as tcf_schedule_parse, OUT_OF_MEMORY.
tcfft_status tcf_wisdom_schedule(const tcf_wisdom_record *r, tcf_schedule *s);

#endif
