// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a member of a plan does where members exchange messages: a rank, or a device of a list that has no peer access to
// another one. Its passes follow each other on one stream, with exchanges between them.
//
// A message between two members has to be contiguous. In the layout of whole columns the rows that belong to one member are,
// and are sent from there or received there as they lie; in the layout of whole rows the columns of one member are not. No
// strides of a plan could make them so, since an axis that is transformed would need one stride within a member's columns
// and another one between them. So the side of the rows is packed into a staging area, or unpacked from there, by one copy.
#ifndef TCFFT_SEVERAL_MESSAGES_H
#define TCFFT_SEVERAL_MESSAGES_H

#include "several/check.h"

// A member in an execution.
typedef struct tcf_member_work {
  const tcf_several *s;
  const tcf_flow *flow;
  const tcf_several_member *me;
  int member;  // its number here
  const tcf_several_run *run;
  int64_t cell;  // bytes
} tcf_member_work;

tcf_member_work tcf_member_work_of(const tcf_several *s, const tcf_several_run *run, int member);

// These queue a pass, and what comes before and after the messages of an exchange: what stays with the member is copied by
// them. The device is entered.
tcfft_status tcf_messages_pass(const tcf_member_work *w, int step);
tcfft_status tcf_messages_pack(const tcf_member_work *w, int step);
tcfft_status tcf_messages_unpack(const tcf_member_work *w, int step);

// Sets me->messages to those of an exchange, of one transform of the batch.
void tcf_messages_set(const tcf_member_work *w, int step, int64_t transform);

// Makes and frees the arrays of one member, for so many. OUT_OF_MEMORY.
tcfft_status tcf_messages_open(tcf_messages *m, int members);
void tcf_messages_close(tcf_messages *m);

#endif
