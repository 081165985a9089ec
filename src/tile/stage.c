// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/stage.h"

#include <string.h>

#include "core/element.h"
#include "core/real_roots.h"

int64_t tcf_tile_count(const tcf_stage *s, int width) { return (s->dim[0].n + width - 1) / width * tcf_dim_count(s, 1); }

// Tiles along dim[0].
static int64_t tile_groups(const tcf_stage *s, const tcf_tile *t) {
  const int paired = t->across_in || t->across_out;
  const int64_t ffts = paired ? (s->dim[0].n + 1) / 2 : s->dim[0].n, most = paired ? t->fpb / 2 : tcf_tile_ffts(t);
  return (ffts + most - 1) / most;
}

tcf_grid tcf_tile_grid(const tcf_stage *s, const tcf_tile *t) {
  return (tcf_grid){.blocks = tile_groups(s, t) * tcf_dim_count(s, 1), .threads = t->threads, .shared = t->shared};
}

int tcf_tile_pairs_aligned(const void *memory, const tcf_stage *s, int output) {
  if ((uintptr_t)memory % (2 * (size_t)tcf_type_bytes(output ? s->out_type : s->in_type))) return 0;
  const int complex = output ? tcf_kind_complex_out(s->kind) : tcf_kind_complex_in(s->kind);
  if (complex) return 1;
  int odd = (output ? s->os : s->is) != 1;
  for (int i = 0; i < s->dims; i++) odd |= (output ? s->dim[i].os : s->dim[i].is) % 2 != 0;
  return !odd;
}

static void set_twiddle(tcf_tile_args_f64 *a, int64_t whole) {
  if (!whole) return;
  a->twiddle_n = (tcf_u32)whole;
  a->quarters_per_root = 4.0 / (double)whole;
  a->inverse_twiddle_n = 1.0 / (double)whole;
  a->inverse_twiddle_n_rest = (double)(1 / (long double)whole - a->inverse_twiddle_n);
}

// What differs from launch to launch: memory, tables, direction and scale. The memory decides what is aligned.
#define LAUNCH_ARGUMENTS(set_launch, args, number)                                       \
  static void set_launch(args *a, const tcf_launch *l, const tcf_table_layout *layout) { \
    const char *table = l->table;                                                        \
    a->in = l->in;                                                                       \
    a->out = l->out;                                                                     \
    a->sign = l->inverse ? -1 : 1;                                                       \
    a->scale = (number)l->scale;                                                         \
    a->scale_im = l->inverse ? -a->scale : a->scale;                                     \
    a->inverse = l->inverse;                                                             \
    a->whole_in = tcf_tile_pairs_aligned(l->in, l->stage, 0);                            \
    a->whole_out = tcf_tile_pairs_aligned(l->out, l->stage, 1);                          \
    if (!layout) return;                                                                 \
    a->twiddle = (const number *)(table + layout->twiddle);                              \
    a->half = (const number *)(table + layout->half);                                    \
    a->quarter = (const number *)(table + layout->quarter);                              \
    a->chirp = (const number *)(table + layout->chirp);                                  \
    a->filter = (const number *)(table + layout->filter);                                \
    a->permutation = (const tcf_i32 *)(table + layout->permutation);                     \
  }

LAUNCH_ARGUMENTS(set_launch, tcf_tile_args, float)
LAUNCH_ARGUMENTS(set_launch_f64, tcf_tile_args_f64, double)

// Whether the load or the store operation finds its elements by their number along the axis.
static int loads_by_element(const tcf_stage *s, const tcf_tile *t) {
  return s->load == TCF_OP_CHIRP || (s->load == TCF_OP_USER && s->kind != TCFFT_C2C && !t->across_in);
}

static int stores_by_element(const tcf_stage *s, const tcf_tile *t) {
  return s->store == TCF_OP_MIRROR || (s->store == TCF_OP_USER && s->kind != TCFFT_C2C && !t->across_out);
}

// What a stage's launches have in common.
static tcf_tile_args_f64 common_arguments_f64(const tcf_stage *s, const tcf_tile *t) {
  const tcf_iodim *ffts = &s->dim[0];
  tcf_tile_args_f64 a = {.ffts = ffts->n,
                         .groups = tile_groups(s, t),
                         .is = s->is,
                         .point_is = s->in_step * s->is,
                         .batch_is = ffts->is + (loads_by_element(s, t) ? 0 : s->in_batch_step * s->is),
                         .in_step = s->in_step,
                         .in_batch_step = s->in_batch_step,
                         .os = s->os,
                         .point_os = s->out_step * s->os,
                         .batch_os = ffts->os + (stores_by_element(s, t) ? 0 : s->out_batch_step * s->os),
                         .out_step = s->out_step,
                         .out_batch_step = s->out_batch_step,
                         .n = tcf_kind_length(s)};
  if (tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE) set_twiddle(&a, s->twiddle_n);
  if (s->kind == TCFFT_DCT4 && s->n % 2) a.eighth = (tcf_u32)tcf_inverse_of_eight(s->n);
  int used = 0;
  for (int i = 1; i < s->dims; i++) {
    if (s->dim[i].n == 1) continue;
    a.dim_n[used] = s->dim[i].n;
    a.dim_is[used] = s->dim[i].is;
    a.dim_os[used++] = s->dim[i].os;
  }
  for (; used < TCF_TILE_DIMS; used++) a.dim_n[used] = 1;
  return a;
}

// The arguments of both types are the same up to the first number.
enum { ALIKE = offsetof(tcf_tile_args, quarters_per_root) };
_Static_assert(ALIKE == offsetof(tcf_tile_args_f64, twiddle_n) + sizeof(tcf_u32), "they begin alike");

static tcf_tile_args common_arguments(const tcf_stage *s, const tcf_tile *t) {
  const tcf_tile_args_f64 wide = common_arguments_f64(s, t);
  tcf_tile_args a = {.quarters_per_root = (float)wide.quarters_per_root,
                     .inverse_twiddle_n = (float)wide.inverse_twiddle_n,
                     .eighth = wide.eighth};
  memcpy(&a, &wide, ALIKE);
  a.inverse_twiddle_n_rest = (float)(wide.inverse_twiddle_n - (double)a.inverse_twiddle_n);
  return a;
}

tcf_tile_any_args tcf_tile_common_arguments(const tcf_stage *s, const tcf_tile *t) {
  return t->f64 ? (tcf_tile_any_args){.f64 = common_arguments_f64(s, t)}
                : (tcf_tile_any_args){.f32 = common_arguments(s, t)};
}

void tcf_tile_set_launch(tcf_tile_any_args *a, const tcf_launch *l, const tcf_table_layout *layout, const tcf_tile *t) {
  if (t->f64)
    set_launch_f64(&a->f64, l, layout);
  else
    set_launch(&a->f32, l, layout);
}

tcf_tile_args tcf_tile_arguments(const tcf_launch *l, const tcf_table_layout *layout, const tcf_tile *t) {
  tcf_tile_args a = common_arguments(l->stage, t);
  set_launch(&a, l, layout);
  return a;
}

tcf_tile_args_f64 tcf_tile_arguments_f64(const tcf_launch *l, const tcf_table_layout *layout, const tcf_tile *t) {
  tcf_tile_args_f64 a = common_arguments_f64(l->stage, t);
  set_launch_f64(&a, l, layout);
  return a;
}
