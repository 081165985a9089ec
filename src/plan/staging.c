// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/staging.h"

#include <string.h>

#include "core/element.h"
#include "plan/rows.h"

enum {
  CHANNELS = 3,             // channels of a piecewise run: one is filled, one computes, one is emptied
  WORTH_PIECES = 64 << 20,  // bytes of input from which on a batch is split into pieces
};

// The input or output of the transform in host memory.
typedef struct operand {
  char *host;
  int64_t bytes;     // span of the whole batch
  int64_t distance;  // bytes between transforms of the batch
  int64_t one;       // bytes that one transform spans
  int pinned;        // 1 if it is copied directly, without a channel's buffer: pinned, and as an output also packed
  tcf_rows rows;     // of the transforms that are copied at once
} operand;

// A running transform of host memory.
typedef struct staging {
  const tcf_backend *backend;
  int index, inverse;
  operand in, out;
  int channels;
  tcf_channel *channel[CHANNELS];
  char *memory;  // one block of device memory for operands and workspace
} staging;

// ------------------------------------------------------------------------------------------------ getting ready

// Fills in an operand. INVALID_ARGUMENT for device memory.
static tcfft_status inspect(operand *s, const staging *g, const tcf_problem *p, int output, const void *host) {
  const int64_t unit = tcf_element_bytes(p, output);
  s->host = (char *)host;
  s->bytes = tcf_side_bytes(p, output);
  s->distance = unit * (output ? p->out_distance : p->in_distance);
  s->one = s->bytes - (p->batch - 1) * s->distance;
  tcf_rows_of(&s->rows, p, output, p->batch);
  const tcf_memory_kind first = g->backend->memory_kind(g->index, s->host),
                        last = g->backend->memory_kind(g->index, s->host + s->bytes - 1);
  if (first == TCF_MEMORY_DEVICE || last == TCF_MEMORY_DEVICE)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is device memory: tcfft_exec takes that", output ? "out" : "in",
                    host);
  s->pinned = (!output || !s->rows.dims) && first == TCF_MEMORY_PINNED && last == TCF_MEMORY_PINNED;
  return TCFFT_SUCCESS;
}

static tcfft_status take_channels(staging *g, int count) {
  for (; g->channels < count; g->channels++) TCF_TRY(g->backend->take_channel(g->index, &g->channel[g->channels]));
  return TCFFT_SUCCESS;
}

// Waits until no work is in flight, after a failure too, because the memory is released next.
static void leave(staging *g) {
  for (int i = 0; i < g->channels; i++) g->backend->sync(g->index, g->channel[i]->stream);
  for (int i = 0; i < g->channels; i++) g->backend->give_channel(g->index, g->channel[i]);
  if (g->memory) g->backend->release(g->index, g->memory);
}

static tcfft_status sync_channel(const staging *g, int i) { return g->backend->sync(g->index, g->channel[i]->stream); }

// ------------------------------------------------------------------------------------------------ all at once

static int64_t piece_bytes(const operand *s, int64_t piece) {
  const int64_t rest = s->bytes - piece * TCF_CHANNEL_BYTES;
  return rest < TCF_CHANNEL_BYTES ? rest : TCF_CHANNEL_BYTES;
}

// The channels alternate: while one copies to the device, the processor fills the buffer of the other.
static tcfft_status copy_in(const staging *g, char *device) {
  const operand *s = &g->in;
  if (s->pinned) return g->backend->channel_in(g->index, g->channel[0], device, s->host, (size_t)s->bytes);
  for (int64_t piece = 0; piece * TCF_CHANNEL_BYTES < s->bytes; piece++) {
    tcf_channel *channel = g->channel[piece % g->channels];
    const int64_t at = piece * TCF_CHANNEL_BYTES, bytes = piece_bytes(s, piece);
    TCF_TRY(g->backend->sync(g->index, channel->stream));
    memcpy(channel->host, s->host + at, (size_t)bytes);
    TCF_TRY(g->backend->channel_in(g->index, channel, device + at, channel->host, (size_t)bytes));
  }
  return TCFFT_SUCCESS;
}

// Likewise: while one channel copies from the device, the processor empties the buffer of the other.
static tcfft_status copy_out(const staging *g, const char *device) {
  const operand *s = &g->out;
  if (s->pinned) {
    TCF_TRY(g->backend->channel_out(g->index, g->channel[0], s->host, device, (size_t)s->bytes));
    return sync_channel(g, 0);
  }
  const int64_t pieces = (s->bytes + TCF_CHANNEL_BYTES - 1) / TCF_CHANNEL_BYTES, ahead = g->channels;
  for (int64_t piece = 0; piece < pieces + ahead - 1; piece++) {
    if (piece < pieces) {
      tcf_channel *channel = g->channel[piece % ahead];
      TCF_TRY(g->backend->channel_out(g->index, channel, channel->host, device + piece * TCF_CHANNEL_BYTES,
                                      (size_t)piece_bytes(s, piece)));
    }
    const int64_t done = piece - (ahead - 1);
    if (done < 0) continue;
    const int64_t at = done * TCF_CHANNEL_BYTES;
    TCF_TRY(sync_channel(g, (int)(done % ahead)));
    tcf_rows_copy(&s->rows, at, at + piece_bytes(s, done), s->host + at, g->channel[done % ahead]->host);
  }
  return TCFFT_SUCCESS;
}

static tcfft_status run_whole(staging *g, const tcfft_plan *plan) {
  const int in_place = g->in.host == g->out.host;
  const int64_t most = g->in.bytes > g->out.bytes ? g->in.bytes : g->out.bytes;
  const size_t in_bytes = tcf_round_up((size_t)(in_place ? most : g->in.bytes)),
               out_bytes = in_place ? 0 : tcf_round_up((size_t)g->out.bytes);
  TCF_TRY(take_channels(g, most > TCF_CHANNEL_BYTES ? 2 : 1));
  void *memory;
  TCF_TRY(g->backend->alloc(g->index, in_bytes + out_bytes + plan->workspace_bytes, &memory));
  g->memory = memory;
  char *in = g->memory, *out = in_place ? in : in + in_bytes;
  TCF_TRY(copy_in(g, in));
  for (int i = 1; i < g->channels; i++) TCF_TRY(sync_channel(g, i));
  TCF_TRY(tcf_plan_run(plan, in, out, g->inverse, g->memory + in_bytes + out_bytes, g->channel[0]->stream));
  if (g->channels > 1) TCF_TRY(sync_channel(g, 0));
  return copy_out(g, out);
}

// ------------------------------------------------------------------------------------------------ piece by piece

// A batch that is split into pieces. Consecutive pieces use different channels, so that copying in, transforming and
// copying out overlap.
typedef struct pieces {
  tcfft_plan *plan;                           // transforms one piece
  int64_t batch;                              // transforms of the whole batch
  int64_t each;                               // transforms of a piece
  size_t in_bytes, out_bytes, channel_bytes;  // bytes of device memory: input and output of a channel, and all of a channel
} pieces;

static int64_t count_of(const pieces *x, int64_t piece) {
  const int64_t rest = x->batch - piece * x->each;
  return rest < x->each ? rest : x->each;
}

// Starts a piece on its channel. The last piece may be short; the plan then transforms the old data behind it as well,
// which is not copied out.
static tcfft_status start_piece(const staging *g, const pieces *x, int64_t piece) {
  const int l = (int)(piece % CHANNELS);
  tcf_channel *channel = g->channel[l];
  char *in = g->memory + (size_t)l * x->channel_bytes, *out = in + x->in_bytes;
  const int64_t count = count_of(x, piece), first = piece * x->each;
  const int64_t bytes = (count - 1) * g->in.distance + g->in.one, out_bytes = (count - 1) * g->out.distance + g->out.one;
  const char *from = g->in.host + first * g->in.distance;
  if (!g->in.pinned) from = memcpy(channel->host, from, (size_t)bytes);
  TCF_TRY(g->backend->channel_in(g->index, channel, in, from, (size_t)bytes));
  TCF_TRY(tcf_plan_run(x->plan, in, out, g->inverse, out + x->out_bytes, channel->stream));
  char *to = g->out.pinned ? g->out.host + first * g->out.distance : channel->host;
  return g->backend->channel_out(g->index, channel, to, out, (size_t)out_bytes);
}

// Waits for a piece and copies its result from the channel's buffer to the caller's memory.
static tcfft_status finish_piece(const staging *g, const pieces *x, int64_t piece) {
  const int l = (int)(piece % CHANNELS);
  TCF_TRY(sync_channel(g, l));
  if (g->out.pinned) return TCFFT_SUCCESS;
  const int64_t bytes = (count_of(x, piece) - 1) * g->out.distance + g->out.one;
  tcf_rows_copy(&g->out.rows, 0, bytes, g->out.host + piece * x->each * g->out.distance, g->channel[l]->host);
  return TCFFT_SUCCESS;
}

static tcfft_status run_pieces(staging *g, const pieces *x) {
  const int64_t count = (x->batch + x->each - 1) / x->each;
  TCF_TRY(take_channels(g, CHANNELS));
  void *memory;
  TCF_TRY(g->backend->alloc(g->index, CHANNELS * x->channel_bytes, &memory));
  g->memory = memory;
  for (int64_t piece = 0; piece < count + CHANNELS; piece++) {
    if (piece >= CHANNELS) TCF_TRY(finish_piece(g, x, piece - CHANNELS));
    if (piece < count) TCF_TRY(start_piece(g, x, piece));
  }
  return TCFFT_SUCCESS;
}

// Transforms of a piece: as many as fit in a channel's buffer. 0 if the batch is not split into pieces.
static int64_t transforms_of_piece(const staging *g, int64_t batch) {
  const operand *in = &g->in, *out = &g->out;
  if (batch < CHANNELS || in->bytes < WORTH_PIECES || in->distance < in->one || out->distance < out->one) return 0;
  const int64_t widest = in->distance > out->distance ? in->distance : out->distance;
  if (widest <= TCF_CHANNEL_BYTES) return TCF_CHANNEL_BYTES / widest;
  // Longer transforms need no buffer if input and output are copied directly.
  return in->pinned && out->pinned ? 1 : 0;
}

static tcfft_status make_pieces(pieces *x, staging *g, const tcfft_plan *plan, int64_t each) {
  tcf_problem p = plan->problem;
  *x = (pieces){.batch = p.batch, .each = each};
  p.batch = each;
  // While the plan itself waits for its programs, those of the pieces are not waited for either.
  const int waits = plan->later && tcf_plan_way(plan) == &plan->first;
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_CALLER,
                                    .compile = waits ? TCF_COMPILE_NEVER : TCF_COMPILE_WAIT};
  TCF_TRY(tcf_plan_create(&x->plan, &p, &plan->device, plan->backend, &options));
  tcf_rows_of(&g->out.rows, &p, 1, each);
  x->in_bytes = tcf_round_up((size_t)((each - 1) * g->in.distance + g->in.one));
  x->out_bytes = tcf_round_up((size_t)((each - 1) * g->out.distance + g->out.one));
  x->channel_bytes = x->in_bytes + x->out_bytes + tcf_round_up(x->plan->workspace_bytes);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_staging_run(const tcfft_plan *plan, const void *in, void *out, int inverse) {
  staging g = {.backend = plan->backend, .index = plan->device.index, .inverse = inverse};
  TCF_TRY(inspect(&g.in, &g, &plan->problem, 0, in));
  TCF_TRY(inspect(&g.out, &g, &plan->problem, 1, out));
  const int64_t each = transforms_of_piece(&g, plan->problem.batch);
  pieces x = {.plan = NULL};
  tcfft_status status = each ? make_pieces(&x, &g, plan, each) : TCFFT_SUCCESS;
  if (status == TCFFT_SUCCESS) status = each ? run_pieces(&g, &x) : run_whole(&g, plan);
  leave(&g);
  tcf_plan_destroy(x.plan);
  return status;
}
