// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Wisdom that is built into the library: the records of planner/*.wisdom, in the text of planner/wisdom_text.h. The build
// writes them to planner/builtin_wisdom_lines.h, each with the points of its stage beside its text, so that no record is
// read before a stage of its length is planned.
#ifndef TCFFT_PLANNER_BUILTIN_WISDOM_H
#define TCFFT_PLANNER_BUILTIN_WISDOM_H

#include "planner/wisdom_text.h"

// Reads built-in record number i, from 0 on, and returns 1; 0: there are no more. free(r->device) takes it.
int tcf_builtin_wisdom_read(tcf_wisdom_record *r, int i);

// The same for the record of a device and a subject.
int tcf_builtin_wisdom_find(tcf_wisdom_record *r, const char *device, const char *subject);

// How many records there are; the first one from number `from` on that may be of a stage of so many points, or -1; the
// device of a record, as text.
int tcf_builtin_wisdom_count(void);
int tcf_builtin_wisdom_of(int64_t points, int from);
const char *tcf_builtin_wisdom_device(int i);

#endif
