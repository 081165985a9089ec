// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A pool of copy channels (tcf_channel) for each device of a backend. Channels are never freed: at the end of the process
// the driver may be gone already.
#ifndef TCFFT_BACKEND_CHANNELS_H
#define TCFFT_BACKEND_CHANNELS_H

#include "core/backend.h"

// A backend's pool: one list of idle channels for each of its devices.
typedef struct tcf_channel_pool {
  tcfft_status (*open)(int index, tcf_channel *channel);  // fills in a new one
  struct tcf_kept_channel **kept;                         // [devices]
} tcf_channel_pool;

// The slots take_channel and give_channel of tcf_backend.
tcfft_status tcf_channel_take(const tcf_channel_pool *pool, int index, tcf_channel **channel);
void tcf_channel_give(const tcf_channel_pool *pool, int index, tcf_channel *channel);

#endif
