// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/builtin_programs.h"

#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "classic/cuda/spectrum_args.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/io.h"
#include "tile/ops.h"
#include "tile/tile_text.h"

// ------------------------------------------------------------------------------------------------ generic programs

static const char *const endings[] = {[TCF_PROGRAM_OF_F32] = "",
                                      [TCF_PROGRAM_OF_F64] = TCF_PROGRAM_F64,
                                      [TCF_PROGRAM_TYPED] = ":typed=1",
                                      [TCF_PROGRAM_TYPED_F64] = ":typed=1" TCF_PROGRAM_F64};

tcf_program_numbers tcf_program_numbers_of(const tcf_stage *s) {
  static const tcf_program_numbers numbers[2][2] = {{TCF_PROGRAM_OF_F32, TCF_PROGRAM_TYPED},
                                                    {TCF_PROGRAM_OF_F64, TCF_PROGRAM_TYPED_F64}};
  return numbers[tcf_arithmetic_of(s) == TCFFT_F64][tcf_stage_converts(s)];
}

void tcf_generic_print(int real, int large, tcf_program_numbers numbers, char parameters[TCF_TILE_PARAMETERS]) {
  // As many blocks on a multiprocessor as leave each thread the registers for its largest butterfly.
  const int blocks = large ? 2 : 3;
  snprintf(parameters, TCF_TILE_PARAMETERS, "threads=%d:blocks=%d:real=%d:largest=%d%s", TCF_GENERIC_THREADS,
           numbers == TCF_PROGRAM_OF_F64 || numbers == TCF_PROGRAM_TYPED_F64 ? blocks - 1 : blocks, real, large ? 31 : 16,
           endings[numbers]);
}

void tcf_real_post_print(tcfft_kind kind, int even, int ffts, tcf_program_numbers numbers,
                         char parameters[TCF_TILE_PARAMETERS]) {
  snprintf(parameters, TCF_TILE_PARAMETERS, "kind=%d:even=%d:threads=%d:blocks=4:fpb=%d%s", (int)kind, even,
           TCF_REAL_POST_THREADS, ffts, endings[numbers]);
}

void tcf_gemm_print(char parameters[TCF_TILE_PARAMETERS]) {
  snprintf(parameters, TCF_TILE_PARAMETERS, "threads=%d:blocks=4", TCF_GEMM_THREADS);
}

void tcf_spectrum_print(int f64, char parameters[TCF_TILE_PARAMETERS]) {
  snprintf(parameters, TCF_TILE_PARAMETERS, "threads=%d:blocks=1%s", TCF_SPECTRUM_THREADS,
           endings[f64 ? TCF_PROGRAM_OF_F64 : TCF_PROGRAM_OF_F32]);
}

// Programs of each of tcf_program_numbers, those of FP32 first. Tables of convolutions have the type of the arithmetic; in
// the place of those of typed programs come matrix products, which are for FP32 alone.
int tcf_generic_program(int index, const char **family, char parameters[TCF_TILE_PARAMETERS]) {
  enum { ANY = 4, EDGES = 4 * (TCFFT_DCT4 - TCFFT_R2C + 1), SPECTRUM = ANY + EDGES, OF_A_TYPE, GEMM = 3 * OF_A_TYPE - 1 };
  if (index < 0 || index > GEMM) return 0;
  const int i = index % OF_A_TYPE;
  const tcf_program_numbers numbers = (tcf_program_numbers)(index / OF_A_TYPE);
  *family = index == GEMM ? "gemm" : i < ANY ? "generic" : i < SPECTRUM ? "real_post" : "spectrum";
  if (index == GEMM)
    tcf_gemm_print(parameters);
  else if (i < ANY)
    tcf_generic_print(i / 2, i % 2, numbers, parameters);
  else if (i < SPECTRUM)
    tcf_real_post_print((tcfft_kind)(TCFFT_R2C + (i - ANY) / 4), (i - ANY) % 2, (i - ANY) / 2 % 2 ? 32 : 1, numbers,
                        parameters);
  else
    tcf_spectrum_print(numbers == TCF_PROGRAM_OF_F64, parameters);
  return 1;
}

// ------------------------------------------------------------------------------------------------ what is built in

static const char blocks_key[] = ":blocks=";

static int same_but_blocks(const char *a, const char *b) {
  const size_t key = sizeof blocks_key - 1;
  for (; *a == *b; a++, b++) {
    if (!*a) return 1;
    if (strncmp(a, blocks_key, key) != 0 || strncmp(b, blocks_key, key) != 0) continue;
    a += key + strspn(a + key, "0123456789") - 1;
    b += key + strspn(b + key, "0123456789") - 1;
  }
  return 0;
}

// Whether a program is compiled for a device.
static int serves(const tcf_built_in *b, const tcf_device *d) { return b->capability <= d->capability; }

const char *tcf_builtin_find(const tcf_device *d, const char *family, const char *parameters) {
  for (int64_t i = 0; i < d->built_ins; i++)
    if (serves(&d->built_in[i], d) && !strcmp(d->built_in[i].family, family) &&
        same_but_blocks(d->built_in[i].parameters, parameters))
      return d->built_in[i].parameters;
  return NULL;
}

// The beginning of the parameters of a tile for this stage, and further parts that depend on the stage alone. They select
// the few programs that are worth parsing. Not among them are the Hermitian fields, `in` and packed_in, which depend on the
// radices. typed: numbers in memory are not of the type of the arithmetic, and no such program is built in.
typedef struct tile_marks {
  char length[24], units[40], layout[120], kind[120], out[24];
  int f64, typed;
} tile_marks;

static tile_marks marks_of(const tcf_stage *s) {
  tcf_tile t = {0};
  tile_marks m;
  tcf_tile_set_io(&t, s);
  m.typed = t.in_type || t.out_type;
  snprintf(m.length, sizeof m.length, "n=%d:", t.points);
  snprintf(m.units, sizeof m.units, ":contiguous_in=%d:contiguous_out=%d:", t.contiguous_in, t.contiguous_out);
  snprintf(m.layout, sizeof m.layout,
           ":packed_out=%d:no_batch_step_in=%d:no_batch_step_out=%d:load=%d:store=%d:", t.packed_out, t.no_batch_step_in,
           t.no_batch_step_out, t.load, t.store);
  snprintf(m.kind, sizeof m.kind, ":twiddle_outer=%d:kind=%d:even=%d:conv=0:points=%d:", t.twiddle_outer, t.kind, t.even,
           t.points);
  snprintf(m.out, sizeof m.out, ":out=%d:", t.out);
  m.f64 = t.f64;
  return m;
}

static int is_marked(const tcf_built_in *b, const tile_marks *m) {
  return !m->typed && !strncmp(b->parameters, m->length, strlen(m->length)) && !strcmp(b->family, "tile") &&
         strstr(b->parameters, m->units) && strstr(b->parameters, m->layout) && strstr(b->parameters, m->kind) &&
         strstr(b->parameters, m->out) && !strstr(b->parameters, TCF_PROGRAM_F64) == !m->f64;
}

// Convolutions and tiles with passes on tensor cores have no marks but their length.
int tcf_builtin_may_have(const tcf_stage *s, const tcf_device *d) {
  char length[sizeof(((tile_marks *)0)->length)];
  tcf_tile t = {.may_fold = 1};
  if (!d->built_ins || tcf_tile_parse_fft(&t, s) != TCFFT_SUCCESS) return 0;
  int n = 1;
  for (int p = 0; p < t.passes; p++) n *= t.radix[p];
  snprintf(length, sizeof length, "n=%d:", n);
  const int has_marks = !t.conv && s->algorithm == TCFFT_ALGORITHM_CLASSIC;
  const tile_marks marks = has_marks ? marks_of(s) : (tile_marks){.length = ""};
  for (int64_t i = 0; i < d->built_ins; i++)
    if (serves(&d->built_in[i], d) && !strncmp(d->built_in[i].parameters, length, strlen(length)) &&
        (!has_marks || is_marked(&d->built_in[i], &marks)))
      return 1;
  return 0;
}

// Parses "16,16," into an array. Returns how many numbers there are.
static int take_list(int value[TCF_TILE_PASSES], const char *list) {
  int64_t numbers[TCF_TILE_PASSES];
  char text[TCF_FIELD_MAX];
  snprintf(text, sizeof text, "%s", list);
  const size_t length = strlen(text);
  if (length && text[length - 1] == ',') text[length - 1] = 0;
  const int count = tcf_parse_list(text, ',', numbers, TCF_TILE_PASSES);
  for (int i = 0; i < count; i++) value[i] = (int)numbers[i];
  return count;
}

// Whether the passes of a program transform the axes of a stage.
static int makes_axes(const tcf_tile *t, const tcf_stage *s) {
  if (t->axis[0] != (s->axes ? s->axes - 1 : 0)) return 0;
  for (int a = 0; a < s->axes; a++) {
    int64_t points = 1;
    for (int p = 0; p < t->passes; p++) points *= t->axis[p] == s->axes - 1 - a ? t->radix[p] : 1;
    if (points != tcf_axis_points(s, a)) return 0;
  }
  return 1;
}

// Fills radices, transforms and threads of a stage from a program's parameters. 0: the program is for other axes, or needs
// more shared memory than the device has.
static int take_geometry(tcf_stage *s, const char *parameters, const tcf_device *d) {
  tcf_field f;
  int64_t tpt = 0, stride = 0, smem_in = 0, smem_out = 0;
  tcf_tile t = {0};
  s->width = 0;
  for (const char *cursor = parameters; tcf_next_field(&cursor, &f) == 1;) {
    if (!strcmp(f.key, "fpb")) tcf_parse_int(f.value, &s->width);
    if (!strcmp(f.key, "tpt")) tcf_parse_int(f.value, &tpt);
    if (!strcmp(f.key, "stride")) tcf_parse_int(f.value, &stride);
    if (!strcmp(f.key, "smem_in")) tcf_parse_int(f.value, &smem_in);
    if (!strcmp(f.key, "smem_out")) tcf_parse_int(f.value, &smem_out);
    if (!strcmp(f.key, "radix")) t.passes = take_list(t.radix, f.value);
    if (!strcmp(f.key, "axis")) take_list(t.axis, f.value);
  }
  // Elements that pass through shared memory anyway still do when asked to, so asking is safe.
  t.ask_smem_in = smem_in != 0;
  t.ask_smem_out = smem_out != 0;
  tcf_tile_print_fft(&t, s->fft);
  s->threads = tpt * s->width;
  return makes_axes(&t, s) && s->width > 0 && tcf_stage_point_bytes(s) * s->width * stride <= d->shared;
}

// Fills a stage from a program. 0: a compiler would make another program of the result.
static int fill_from_program(tcf_stage *s, const tcf_device *d, const tcf_built_in *program) {
  tcf_tile t;
  char parameters[TCF_TILE_PARAMETERS];
  if (!take_geometry(s, program->parameters, d) || tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return 0;
  tcf_tile_print(&t, parameters);
  if (!same_but_blocks(parameters, program->parameters)) return 0;
  tcf_tile_set_cost(s, &t, tcf_tile_ops(&t), d);
  return 1;
}

// Adds the programs for the batch dimension that a stage has chosen.
static void propose_programs(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  enum { MOST = 12 };  // programs for the same points of the same layout: mostly they differ in width
  const tile_marks marks = marks_of(stage);
  int tried = 0;
  for (int64_t i = 0; i < d->built_ins && tried < MOST; i++) {
    if (!serves(&d->built_in[i], d) || !is_marked(&d->built_in[i], &marks)) continue;
    tcf_stage s = *stage;
    tried++;
    if (fill_from_program(&s, d, &d->built_in[i])) tcf_candidates_add(out, &s);
  }
}

void tcf_builtin_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out) {
  if (stage->points < 1 || stage->points > TCF_LARGEST_TILE || !tcf_loads_plainly(stage) || !d->built_ins) return;
  for (int dim = 0;; dim++) {
    tcf_stage s = *stage;
    if (!tcf_tile_choose_dim(&s, dim)) return;
    propose_programs(&s, d, out);
  }
}
