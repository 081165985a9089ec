// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "backend/channels.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"

typedef struct tcf_kept_channel {
  tcf_channel channel;  // first: a channel that is given back is its tcf_kept_channel
  struct tcf_kept_channel *next;
} kept_channel;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // one for all pools: it is held for a few instructions only

static tcfft_status open_channel(const tcf_channel_pool *pool, int index, tcf_channel **channel) {
  kept_channel *made = tcf_alloc(sizeof *made);
  if (!made) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a copy channel");
  *made = (kept_channel){.next = NULL};
  const tcfft_status status = pool->open(index, &made->channel);
  if (status == TCFFT_SUCCESS)
    *channel = &made->channel;
  else
    free(made);
  return status;
}

tcfft_status tcf_channel_take(const tcf_channel_pool *pool, int index, tcf_channel **channel) {
  pthread_mutex_lock(&lock);
  kept_channel *first = pool->kept[index];
  if (first) pool->kept[index] = first->next;
  pthread_mutex_unlock(&lock);
  if (!first) return open_channel(pool, index, channel);
  *channel = &first->channel;
  return TCFFT_SUCCESS;
}

void tcf_channel_give(const tcf_channel_pool *pool, int index, tcf_channel *channel) {
  kept_channel *back = (kept_channel *)channel;
  if (!back) return;
  pthread_mutex_lock(&lock);
  back->next = pool->kept[index];
  pool->kept[index] = back;
  pthread_mutex_unlock(&lock);
}
