// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Devices of one process of which some have no peer access to each other. Each computes as a rank does (messages.h), on one
// stream, and between the passes all of them exchange messages by a group of the backend: NCCL, which goes by the host's
// memory or by whatever there is.
#ifndef TCFFT_SEVERAL_GROUP_H
#define TCFFT_SEVERAL_GROUP_H

#include "several/check.h"

// Lets the devices reach each other: all of them by peer access, or where two have none by s->group. UNSUPPORTED, with both
// numbers, where there is neither.
tcfft_status tcf_group_connect(tcf_several *s);

// Exchanges something between any two devices: libraries connect them when they first do so, which takes memory and waits.
// The members have their streams and messages.
tcfft_status tcf_group_try(const tcf_several *s);

// Waits for the executions, whose exchanges are the group's, and closes it.
void tcf_group_close(tcf_several *s);

// Queues an execution. The caller holds the plan's lock.
tcfft_status tcf_group_run(const tcf_several *s, const tcf_several_run *run);

#endif
