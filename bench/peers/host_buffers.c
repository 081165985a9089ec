// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/peers/host_buffers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/verify.h"
#include "core/element.h"

int tcf_host_buffers_take(tcf_host_buffers *b, const tcf_peer_job *job) {
  const tcf_problem *p = job->problem;
  *b = (tcf_host_buffers){.in = job->in,
                          .out = job->out,
                          .type = p->in_type,
                          .in_bytes = (size_t)tcf_side_bytes(p, 0),
                          .out_bytes = (size_t)tcf_side_bytes(p, 1),
                          .given = job->in != NULL};
  if (b->given) return 1;
  const int in_place = p->placement == TCFFT_IN_PLACE;
  const size_t most = b->in_bytes > b->out_bytes ? b->in_bytes : b->out_bytes;
  b->in = tcf_alloc(in_place ? most : b->in_bytes);
  b->out = in_place ? b->in : tcf_alloc(b->out_bytes);
  if (b->in && b->out) return 1;
  tcf_host_buffers_release(b);
  return 0;
}

void tcf_host_buffers_fill(const tcf_host_buffers *b, int spoils) {
  if (b->given) return;
  if (spoils || b->in == b->out)
    memset(b->in, 0, b->in_bytes);
  else
    tcf_fill_uniform(b->type, b->in, (int64_t)b->in_bytes / tcf_type_bytes(b->type), 1, 1);
  if (b->in != b->out) memset(b->out, 0, b->out_bytes);
}

void tcf_host_buffers_release(tcf_host_buffers *b) {
  if (!b->given && b->out != b->in) free(b->out);
  if (!b->given) free(b->in);
  *b = (tcf_host_buffers){0};
}
