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
  int is_as_the_key_says;  // whether the tables on the device are what their key was made from
} upload;

// Bytes of a table that are in memory of the host.
static size_t bytes_of(const tcf_prepared *p) { return p->fill ? p->host_bytes : p->table_bytes; }

// Where the tables lie in their block of device memory: those of the buffer as there, the others behind them, and those that
// the device completes. Returns the block's bytes, and in *key what it holds.
static size_t lay_out(size_t place[TCF_MAX_STAGES], const tcf_way *way, const upload *u, tcf_tables_key *key) {
  size_t behind = u->bump.used;
  for (int i = 0; i < way->schedule.stages; i++) {
    const tcf_prepared *p = &u->prepared[i];
    if (!p->table && !p->fill) continue;
    const int in_buffer = !p->fill && tcf_bump_has(&u->bump, p->table);
    place[i] = in_buffer ? (size_t)((char *)p->table - u->bump.memory) : behind;
    if (!in_buffer) behind += tcf_round_up(p->table_bytes);
    if (!key->backend) continue;
    if (p->table) tcf_tables_add(key, place[i], p->table, bytes_of(p));
    if (p->fill) tcf_tables_add(key, place[i] + p->host_bytes, p->fill->key, p->fill->key_bytes);
  }
  return key->bytes = behind;
}

static tcfft_status copy_tables(const tcf_way *way, const tcf_backend *b, const upload *u, const size_t place[]) {
  const int index = way->device.index;
  char *to = way->device_tables;
  for (int i = 0; i < way->schedule.stages; i++) {
    const tcf_prepared *p = &u->prepared[i];
    if (!p->table) continue;
    if (!tcf_bump_has(&u->bump, p->table))
      TCF_TRY(b->copy_in(index, to + place[i], p->table, bytes_of(p)));
    else if (p->fill)
      TCF_TRY(b->channel_in(index, u->channel, to + place[i], p->table, p->host_bytes));
  }
  return u->bump.used ? b->channel_in(index, u->channel, to, u->bump.memory, u->bump.used) : TCFFT_SUCCESS;
}

// Makes a whole table here, in place of the one that the device was to complete, and copies it. It may be in another order
// than the key says, so that no other plan may find it.
static tcfft_status replace_table(tcf_way *way, const tcf_backend *b, upload *u, int stage, char *to) {
  const tcf_stage *s = &way->schedule.stage[stage];
  const tcf_prepare with = {.device = &way->device, .backend = b, .threads = (int)s->threads, .tables = &way->tables};
  tcf_prepared whole = {0};
  tcfft_status status = s->kernel->prepare(s, &with, &whole);
  if (status == TCFFT_SUCCESS) status = b->sync(way->device.index, u->channel->stream);  // copies to the same place
  if (status == TCFFT_SUCCESS) status = b->copy_in(way->device.index, to, whole.table, whole.table_bytes);
  free(whole.table);
  whole.table = NULL;
  if (status != TCFFT_SUCCESS) return status;
  if (!tcf_bump_has(&u->bump, u->prepared[stage].table)) free(u->prepared[stage].table);
  u->prepared[stage] = whole;
  way->state[stage] = whole.state;
  way->table[stage] = to;
  u->is_as_the_key_says = 0;
  return TCFFT_SUCCESS;
}

// Memory that the device completes a table in: the channel's, or, where that is too small, *own.
static tcfft_status take_scratch(const tcf_backend *b, int index, tcf_channel *channel, size_t bytes, void **own,
                                 void **scratch) {
  *own = *scratch = NULL;
  if (!bytes) return TCFFT_SUCCESS;
  if (bytes > TCF_CHANNEL_SCRATCH) {
    TCF_TRY(b->alloc(index, bytes, own));
    *scratch = *own;
    return TCFFT_SUCCESS;
  }
  void *kept = channel->scratch;
  if (!kept) TCF_TRY(b->alloc(index, TCF_CHANNEL_SCRATCH, &kept));
  *scratch = channel->scratch = kept;
  return TCFFT_SUCCESS;
}

// The device completes a table, if it has the memory and the program. Memory that is freed waits for all work on the device,
// so that most tables are completed in the channel's. (Memory in the order of a stream, cudaMallocAsync, took 10 ms when a
// process asked for it first, on an H200; this takes 0.5 ms at most.)
static tcfft_status complete_table(tcf_way *way, const tcf_backend *b, upload *u, int stage, char *to) {
  const tcf_fill *fill = u->prepared[stage].fill;
  const int index = way->device.index;
  void *scratch, *own;
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  tcfft_status status = take_scratch(b, index, u->channel, fill->scratch, &own, &scratch);
  if (status == TCFFT_SUCCESS) status = fill->complete(fill, b, index, to, scratch, u->channel->stream);
  const tcfft_status waited = own ? b->sync(index, u->channel->stream) : TCFFT_SUCCESS;
  b->release(index, own);
  if (status == TCFFT_ERROR_OUT_OF_MEMORY || status == TCFFT_ERROR_UNSUPPORTED) {
    tcf_restore_error(error);
    return replace_table(way, b, u, stage, to);
  }
  return status != TCFFT_SUCCESS ? status : waited;
}

static tcfft_status complete_tables(tcf_way *way, const tcf_backend *b, upload *u, const size_t place[], int *any) {
  for (int i = 0; i < way->schedule.stages; i++) {
    if (!u->prepared[i].fill) continue;
    *any = 1;
    TCF_TRY(complete_table(way, b, u, i, (char *)way->device_tables + place[i]));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status write_tables(tcf_way *way, const tcf_backend *b, upload *u, const size_t place[]) {
  int any = u->bump.used != 0;
  tcfft_status status = copy_tables(way, b, u, place);
  if (status == TCFFT_SUCCESS) status = complete_tables(way, b, u, place, &any);
  if (!any) return status;
  const tcfft_status waited =
      b->sync(way->device.index, u->channel->stream);  // after a failure too, so that the channel is idle
  return status != TCFFT_SUCCESS ? status : waited;
}

static tcfft_status fill_block(tcf_way *way, const tcf_backend *b, upload *u, const size_t place[],
                               const tcf_tables_key *key) {
  u->is_as_the_key_says = 1;
  TCF_TRY(b->alloc(way->device.index, key->bytes, &way->device_tables));
  TCF_TRY(write_tables(way, b, u, place));
  if (key->backend && u->is_as_the_key_says) way->shared = tcf_tables_share(key, way->device_tables);
  return TCFFT_SUCCESS;
}

// Uploads the tables of all stages to one block of device memory, or finds another plan's block that holds the same.
static tcfft_status upload_tables(tcf_way *way, const tcf_backend *b, upload *u) {
  size_t place[TCF_MAX_STAGES];
  tcf_tables_key key = {.backend = b->shares_tables ? b : NULL, .index = way->device.index};
  if (!lay_out(place, way, u, &key)) return TCFFT_SUCCESS;
  if (key.backend) way->shared = tcf_tables_find(&key);
  if (!way->shared) TCF_TRY(fill_block(way, b, u, place, &key));
  if (way->shared) way->device_tables = tcf_tables_memory(way->shared);
  for (int i = 0; i < way->schedule.stages; i++)
    if (u->prepared[i].table || u->prepared[i].fill) way->table[i] = (char *)way->device_tables + place[i];
  return TCFFT_SUCCESS;
}

static tcfft_status load_programs(const tcf_way *way, const tcf_backend *b, const tcf_prepared *prepared) {
  tcf_load loads[TCF_MAX_STAGES];
  int count = 0;
  for (int i = 0; i < way->schedule.stages; i++)
    if (prepared[i].load.program.family) loads[count++] = prepared[i].load;
  return count ? b->load(way->device.index, loads, count) : TCFFT_SUCCESS;
}

static tcfft_status prepare_each(tcf_way *way, const tcf_backend *b, upload *u) {
  for (int i = 0; i < way->schedule.stages; i++) {
    const tcf_stage *stage = &way->schedule.stage[i];
    const tcf_prepare with = {.device = &way->device,
                              .backend = way->tables.estimate_only ? NULL : b,
                              .threads = (int)stage->threads,
                              .may_fill = !way->tables.estimate_only && b->computes_tables,
                              .bump = &u->bump,
                              .tables = &way->tables};
    tcf_prepared *p = &u->prepared[i];
    TCF_TRY(stage->kernel->prepare(stage, &with, p));
    way->state[i] = p->state;
    if (p->scratch > way->workspace_bytes) way->workspace_bytes = p->scratch;
    way->tables.table_bytes += p->table_bytes;
  }
  return TCFFT_SUCCESS;
}

// Uploads the tables before loading programs, so that the channel is free for other threads while programs are compiled.
static tcfft_status prepare_on_device(tcf_way *way, const tcf_backend *b, upload *u) {
  TCF_TRY(b->take_channel(way->device.index, &u->channel));
  u->bump = (tcf_bump){.memory = u->channel->host, .bytes = TCF_CHANNEL_BYTES};
  tcfft_status status = prepare_each(way, b, u);
  if (status == TCFFT_SUCCESS) status = upload_tables(way, b, u);
  b->give_channel(way->device.index, u->channel);
  return status == TCFFT_SUCCESS ? load_programs(way, b, u->prepared) : status;
}

tcfft_status tcf_way_prepare(tcf_way *way, const tcf_backend *b) {
  upload u = {.channel = NULL};
  way->workspace_bytes = 0;
  const tcfft_status status =
      !way->tables.estimate_only && b->launch ? prepare_on_device(way, b, &u) : prepare_each(way, b, &u);
  for (int i = 0; i < way->schedule.stages; i++)
    if (!tcf_bump_has(&u.bump, u.prepared[i].table)) free(u.prepared[i].table);
  for (int w = 0; w < TCF_WORKS; w++) way->workspace_bytes += tcf_round_up((size_t)way->schedule.work[w]);
  return status;
}

// Kernels prepare a stage without its tables in an arena that goes with this call, so that the functions are found and not
// kept.
tcfft_status tcf_way_load(const tcf_schedule *schedule, const tcf_device *device, const tcf_backend *b, int *missing) {
  tcf_load loads[TCF_MAX_STAGES];
  tcf_arena states = {0};
  int count = 0;
  tcfft_status status = TCFFT_SUCCESS;
  for (int i = 0; i < schedule->stages && status == TCFFT_SUCCESS; i++) {
    const tcf_stage *stage = &schedule->stage[i];
    tcf_prepared p = {0};
    const tcf_prepare with = {
        .device = device, .backend = b, .threads = (int)stage->threads, .no_tables = 1, .tables = &states};
    status = stage->kernel->prepare(stage, &with, &p);
    if (status == TCFFT_SUCCESS && p.load.program.family) loads[count++] = p.load;
    free(p.table);
  }
  if (missing) *missing = 0;
  if (status == TCFFT_SUCCESS && count)
    status = missing ? b->load_at_hand(device->index, loads, count, missing) : b->load(device->index, loads, count);
  tcf_arena_free(&states);
  return status;
}
