// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "plan/prepare.h"

#include <stdlib.h>

// Tables on their way to the device. They are built in the pinned buffer of a copy channel and uploaded by one copy at the
// device's full speed. One copy per stage from pageable memory took 0.2 ms and more for 270 KB, and new memory costs a
// microsecond a page. Tables that do not fit into the buffer are copied one by one.
typedef struct upload {
  tcf_prepared prepared[TCF_MAX_STAGES];
  tcf_channel *channel;
  tcf_bump bump;
} upload;

static tcfft_status copy_tables(tcfft_plan *plan, const upload *u) {
  const tcf_backend *b = plan->backend;
  const int index = plan->device.index;
  char *to = plan->device_tables, *behind = to + u->bump.used;
  for (int i = 0; i < plan->schedule.stages; i++) {
    const tcf_prepared *p = &u->prepared[i];
    if (!p->table) continue;
    if (tcf_bump_has(&u->bump, p->table)) {
      plan->table[i] = to + ((char *)p->table - u->bump.memory);
      continue;
    }
    TCF_TRY(b->copy_in(index, behind, p->table, p->table_bytes));
    plan->table[i] = behind;
    behind += tcf_round_up(p->table_bytes);
  }
  if (!u->bump.used) return TCFFT_SUCCESS;
  const tcfft_status status = b->channel_in(index, u->channel, to, u->bump.memory, u->bump.used),
                     waited = b->sync(index, u->channel->stream);  // after a failure too, so that the channel is idle
  return status != TCFFT_SUCCESS ? status : waited;
}

// Uploads the tables of all stages to one block of device memory.
static tcfft_status upload_tables(tcfft_plan *plan, const upload *u) {
  size_t bytes = 0;
  for (int i = 0; i < plan->schedule.stages; i++)
    if (u->prepared[i].table) bytes += tcf_round_up(u->prepared[i].table_bytes);
  if (!bytes) return TCFFT_SUCCESS;
  TCF_TRY(plan->backend->alloc(plan->device.index, bytes, &plan->device_tables));
  return copy_tables(plan, u);
}

static tcfft_status load_programs(tcfft_plan *plan, const tcf_prepared *prepared) {
  tcf_load loads[TCF_MAX_STAGES];
  int count = 0;
  for (int i = 0; i < plan->schedule.stages; i++)
    if (prepared[i].load.program.family) loads[count++] = prepared[i].load;
  return count ? plan->backend->load(plan->device.index, loads, count) : TCFFT_SUCCESS;
}

static tcfft_status prepare_each(tcfft_plan *plan, upload *u) {
  for (int i = 0; i < plan->schedule.stages; i++) {
    const tcf_stage *stage = &plan->schedule.stage[i];
    const tcf_prepare with = {.device = &plan->device,
                              .backend = plan->tables.estimate_only ? NULL : plan->backend,
                              .threads = (int)stage->threads,
                              .bump = &u->bump,
                              .tables = &plan->tables};
    tcf_prepared *p = &u->prepared[i];
    TCF_TRY(stage->kernel->prepare(stage, &with, p));
    plan->state[i] = p->state;
    if (p->scratch > plan->workspace_bytes) plan->workspace_bytes = p->scratch;
    plan->tables.table_bytes += p->table_bytes;
  }
  return TCFFT_SUCCESS;
}

// Uploads the tables before loading programs, so that the channel is free for other threads while programs are compiled.
static tcfft_status prepare_on_device(tcfft_plan *plan, upload *u) {
  TCF_TRY(plan->backend->take_channel(plan->device.index, &u->channel));
  u->bump = (tcf_bump){.memory = u->channel->host, .bytes = TCF_CHANNEL_BYTES};
  tcfft_status status = prepare_each(plan, u);
  if (status == TCFFT_SUCCESS) status = upload_tables(plan, u);
  plan->backend->give_channel(plan->device.index, u->channel);
  return status == TCFFT_SUCCESS ? load_programs(plan, u->prepared) : status;
}

tcfft_status tcf_plan_prepare(tcfft_plan *plan) {
  upload u = {.channel = NULL};
  plan->workspace_bytes = 0;
  const tcfft_status status = tcf_plan_on_device(plan) ? prepare_on_device(plan, &u) : prepare_each(plan, &u);
  for (int i = 0; i < plan->schedule.stages; i++)
    if (!tcf_bump_has(&u.bump, u.prepared[i].table)) free(u.prepared[i].table);
  for (int w = 0; w < TCF_WORKS; w++) plan->workspace_bytes += tcf_round_up((size_t)plan->schedule.work[w]);
  return status;
}
