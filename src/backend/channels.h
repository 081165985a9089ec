// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A pool of copy channels (tcf_channel) for each device of a backend. Channels are never freed, because the driver may
// already be unloaded when the process ends.
#ifndef TCFFT_BACKEND_CHANNELS_H
#define TCFFT_BACKEND_CHANNELS_H

#include "core/backend.h"

// A backend's pool: one list of idle channels for each of its devices.
typedef struct tcf_channel_pool {
  tcfft_status (*open)(int index, tcf_channel *channel);  // opens a new channel on a device
  struct tcf_kept_channel **kept;                         // [devices]
} tcf_channel_pool;

// Implement take_channel and give_channel of tcf_backend.
tcfft_status tcf_channel_take(const tcf_channel_pool *pool, int index, tcf_channel **channel);
void tcf_channel_give(const tcf_channel_pool *pool, int index, tcf_channel *channel);

#endif
