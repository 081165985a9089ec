// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Wisdom that is built into the library: the records of planner/*.wisdom, in the text of planner/wisdom_text.h. The build
// writes their lines to planner/builtin_wisdom_lines.h.
#ifndef TCFFT_PLANNER_BUILTIN_WISDOM_H
#define TCFFT_PLANNER_BUILTIN_WISDOM_H

#include "planner/wisdom_text.h"

// Reads built-in record number i, from 0 on, and returns 1; 0: there are no more. free(r->device) takes it.
int tcf_builtin_wisdom_read(tcf_wisdom_record *r, int i);

// The same for the record of a device and a subject.
int tcf_builtin_wisdom_find(tcf_wisdom_record *r, const char *device, const char *subject);

#endif
