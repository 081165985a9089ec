// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// opencl_real_post: the last step of a long real kind, from the result of the complex transform in the workspace to the
// output.
#include "base/text.h"
#include "classic/opencl/launch.h"
#include "tile/real_post.h"

enum { GROUP = 64 };  // work-items

static int64_t axis_groups(const tcf_stage *s) { return tcf_real_post_groups(s, tcf_out_rows(s), GROUP); }

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  tcf_stage s = *stage;
  if (threads > 1 || !d->compiler || !tcf_real_post_is(&s) || d->sm_threads < GROUP) return;
  tcf_real_post_propose(&s, d, GROUP, 1.3);
  tcf_candidates_add(out, &s);
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  if (!tcf_real_post_is(stage)) return tcf_fail(TCFFT_ERROR_PARSE, "opencl_real_post ends real kinds only");
  tcf_tile_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  s->tile = tcf_real_post_tile(stage);
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = (tcf_grid){.blocks = axis_groups(stage) * tcf_tile_count(stage, tcf_real_post_ffts(stage)), .threads = GROUP};
  tcf_writer text = {.buf = s->parameters, .cap = sizeof s->parameters};
  tcf_put(&text, "kind=%d:even=%d:threads=%d:width=%d", (int)stage->kind, stage->n % 2 == 0, GROUP,
          tcf_real_post_ffts(stage));
  tcf_opencl_print_types(stage, &text);
  return tcf_opencl_prepare(s, "real_post", stage, with, prepared);
}

static tcfft_status launch(const tcf_launch *l) { return tcf_opencl_launch(l, axis_groups(l->stage)); }

extern const tcf_kernel tcf_kernel_opencl_real_post;
const tcf_kernel tcf_kernel_opencl_real_post = {
    .name = "opencl_real_post",
    .revision = 2,
    .backend = TCFFT_BACKEND_OPENCL,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .selection = TCF_SELECT_ALWAYS,
    .what = "the last step of long real kinds, from memory to memory",
    .f64 = 1,
    .stored = 1,
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
