// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The time of a flow: passes by their plans' predictions, exchanges by the speed of the links (tcf_device.link), and what of
// the two runs at once.
#ifndef TCFFT_SEVERAL_MODEL_H
#define TCFFT_SEVERAL_MODEL_H

#include "several/several.h"

// Bytes per second that a device sends to others.
double tcf_several_link(const tcf_several *s);

// Bytes that device `position` sends to others in an exchange, and the seconds that this takes at least.
int64_t tcf_several_sent(const tcf_several *s, const tcf_step *step, int position);
double tcf_several_exchange_time(const tcf_several *s, const tcf_step *step);

// Sets the pieces of the passes, and how they are sent, where enough time is predicted to be gained: the more pieces, the
// more overlaps, but each costs its start. The parts are planned as the flow was before, whose times are taken for those of
// any pieces. TCFFT_PIECES overrules the numbers of pieces.
void tcf_several_choose_pieces(tcf_several *s);

// Predicted seconds of an execution. The plans of the passes are made.
double tcf_several_time(const tcf_several *s);

// The same of one pass alone.
double tcf_several_pass_time(const tcf_several *s, int step);

#endif
