// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// opencl_edge: the last step of a long real kind: its output from the complex transform's result in the workspace.
#include "base/text.h"
#include "classic/opencl/launch.h"

enum { GROUP = 64 };  // work-items

static int is_edge(const tcf_stage *s) {
  return s->points > 0 && s->load == TCF_EDGE_NONE && s->store == TCF_EDGE_KIND && s->kind != TCFFT_C2C;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Lanes of a group: where lanes are the nearer neighbours in the output.
static int group_lanes(const tcf_stage *s) {
  return s->loop[0].n >= 32 && magnitude(s->loop[0].os) < magnitude(s->os) ? 32 : 1;
}

static int64_t axis_groups(const tcf_stage *s) {
  const int64_t depth = GROUP / group_lanes(s);
  return (tcf_out_rows(s) + depth - 1) / depth;
}

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1 || index > 0 || !d->compiler || !is_edge(s) || d->sm_threads < GROUP) return -1;
  s->width = group_lanes(s);
  s->threads = GROUP;
  tcf_writer text = {.buf = s->fft, .cap = sizeof s->fft};
  tcf_put(&text, "edge");
  const int64_t elements = tcf_loop_count(s, 0) * tcf_out_rows(s);
  s->bytes = tcf_loop_count(s, 0) * 8 * s->points + elements * (tcf_kind_complex_out(s->kind) ? 8 : 4);
  s->time = 1.3 * (double)s->bytes / d->copy + d->launch;
  s->variance = 3e-15;
  return 1;
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  if (!is_edge(stage)) return tcf_fail(TCFFT_ERROR_PARSE, "opencl_edge ends real kinds only");
  tcf_cuda_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  s->tile = (tcf_tile){.width = 1, .kind = (int)stage->kind, .load = TCF_EDGE_NONE, .store = TCF_EDGE_KIND};
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = (tcf_grid){.blocks = axis_groups(stage) * tcf_cuda_tiles(stage, group_lanes(stage)), .threads = GROUP};
  tcf_writer text = {.buf = s->parameters, .cap = sizeof s->parameters};
  tcf_put(&text, "kind=%d:even=%d:threads=%d:width=%d", (int)stage->kind, stage->n % 2 == 0, GROUP, group_lanes(stage));
  return tcf_opencl_prepare(s, "edge", stage, with, prepared);
}

static tcfft_status launch(const tcf_launch *l) { return tcf_opencl_launch(l, axis_groups(l->stage)); }

extern const tcf_kernel tcf_kernel_opencl_real_post;
const tcf_kernel tcf_kernel_opencl_real_post = {
    .name = "opencl_edge",
    .revision = 1,
    .backend = TCFFT_BACKEND_OPENCL,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .taken = TCF_TAKEN_BY_ANY,
    .what = "the last step of long real kinds, from memory to memory",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
