// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/tile_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/backend.h"
#include "num/modular.h"
#include "tile/direct.h"
#include "tile/io.h"
#include "tile/ops.h"

enum { MAX_POINTS = 1 << 20 };

static const char letters[] = {[TCF_CONV_NONE] = 0,     [TCF_CONV_RADER] = 'r',    [TCF_CONV_BLUESTEIN] = 'b',
                               [TCF_CONV_DIRECT] = 'd', [TCF_CONV_FILTERED] = 'f', [TCF_CONV_RADER_OF_REALS] = 'h'};

// Whether the tile's radices are those of a direct DFT, the prime last.
static int direct_radices(const tcf_tile *t) {
  int radix[2];
  if (!t->passes || tcf_direct_radices(t->n, radix) != t->passes) return 0;
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] != radix[p]) return 0;
  return 1;
}

// Takes "+io" off the end of the radices and sets ask_smem_in and ask_smem_out.
static tcfft_status parse_staged(tcf_tile *t, char *radices, const char *text) {
  char *staged = strchr(radices, '+');
  if (!staged) return TCFFT_SUCCESS;
  *staged++ = 0;
  t->ask_smem_in = *staged == 'i';
  t->ask_smem_out = staged[t->ask_smem_in] == 'o';
  if (!*staged || staged[t->ask_smem_in + t->ask_smem_out])
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not parse", text);
  return TCFFT_SUCCESS;
}

// Takes "@5" off the end of the radices and sets min_blocks.
static tcfft_status parse_blocks(tcf_tile *t, char *radices, const char *text) {
  char *at = strchr(radices, '@');
  int64_t blocks;
  t->min_blocks = 0;
  if (!at) return TCFFT_SUCCESS;
  *at++ = 0;
  if (tcf_parse_int(at, &blocks) != 0 || blocks < 1 || blocks > TCF_TILE_MOST_BLOCKS)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no multiprocessor has \"%.20s\" blocks", text, at);
  t->min_blocks = (int)blocks;
  return TCFFT_SUCCESS;
}

// "m16" is a pass of radix 16 on tensor cores by mma.sync, "w16" one through shared memory; a tile has one sort alone. Sets
// tensor and via_smem, and takes the letters away.
static void parse_tensor(tcf_tile *t, char *radices) {
  const char letter = strchr(radices, 'w') ? 'w' : 'm';
  char *to = radices, before = '.';
  t->tensor = 0;
  t->via_smem = letter == 'w';
  for (int pass = 0; *radices; before = *radices++) {
    if (*radices == '.') pass++;
    if (*radices == letter && before == '.' && pass < TCF_TILE_PASSES)
      t->tensor |= 1 << pass;
    else
      *to++ = *radices;
  }
  *to = 0;
}

static tcfft_status add_pass(tcf_tile *t, int axis, int64_t radix, const char *text) {
  if (t->passes == TCF_TILE_PASSES)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not transform in %d passes", text, TCF_TILE_PASSES);
  const int may_be =
      radix == 1 || tcf_tile_is_radix(radix) || (t->may_fold && !t->conv && radix > 0 && radix <= TCF_MOST_REALS_IN_THREAD);
  if (t->conv == TCF_CONV_DIRECT ? radix < 1 || radix > MAX_POINTS : !may_be)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no radix %" PRId64, text, radix);
  if (t->n > MAX_POINTS / (int)radix) return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not fit any tile", text);
  t->axis[t->passes] = axis;
  t->radix[t->passes++] = (int)radix;
  t->n *= (int)radix;
  return TCFFT_SUCCESS;
}

// The radices of every axis of a stage: an 'x' separates axes, the outermost comes first. Inner axes of one point have no
// pass.
static tcfft_status parse_axes(tcf_tile *t, const tcf_stage *s, char *radices) {
  const int axes = s->axes ? s->axes : 1;
  int64_t value[TCFFT_MAX_RANK][TCF_TILE_PASSES];
  int count[TCFFT_MAX_RANK];
  for (int a = 0; a < axes; a++) {
    char *end = a + 1 < axes ? strchr(radices, 'x') : radices + strlen(radices);
    if (!end) return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not transform %d axes", s->fft, axes);
    *end = 0;
    count[a] = tcf_parse_list(radices, '.', value[a], TCF_TILE_PASSES);
    int64_t points = count[a] > 0;
    for (int i = 0; i < count[a] && points <= MAX_POINTS; i++)
      points *= value[a][i] > 0 && value[a][i] <= MAX_POINTS ? value[a][i] : 0;
    if (s->axes && points != tcf_axis_points(s, a))
      return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not transform %" PRId64 " points of its axis %d", s->fft,
                      tcf_axis_points(s, a), a);
    if (a && points == 1) count[a] = 0;
    radices = end + 1;
  }
  if (axes > 1 && count[0] < 2)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: the outermost axis has the first pass and the last", s->fft);
  const int alone = axes == 1;
  t->passes = 0;
  t->n = 1;
  for (int i = 0; i < (alone ? count[0] : 1); i++) TCF_TRY(add_pass(t, axes - 1, value[0][i], s->fft));
  for (int a = axes - 1; a > 0; a--)
    for (int i = 0; i < count[a]; i++) TCF_TRY(add_pass(t, axes - 1 - a, value[a][i], s->fft));
  for (int i = 1; i < count[0] && !alone; i++) TCF_TRY(add_pass(t, axes - 1, value[0][i], s->fft));
  return TCFFT_SUCCESS;
}

// Takes the "14" of "r14(8.9)", the number of transforms that the prime-factor algorithm joins.
static tcfft_status parse_parts(tcf_tile *t, const char **list, const char *text) {
  char *end;
  const long parts = strtol(*list, &end, 10);
  if (**list < '1' || **list > '9' || *end != '(' || !tcf_tile_may_join(parts))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not parse, or joins no such number of parts", text);
  t->pfa = (int)parts;
  *list = end;
  return TCFFT_SUCCESS;
}

int tcf_tile_may_have_parts(const tcf_stage *s) {
  const int real = s->kind != TCFFT_C2C;
  return (s->load == TCF_OP_COPY || (s->load == TCF_OP_USER && !real)) &&
         (s->store == TCF_OP_COPY || s->store == TCF_OP_TWIDDLE || (s->store == TCF_OP_USER && !real));
}

int tcf_tile_may_be_of_reals(const tcf_stage *s) {
  return (s->kind == TCFFT_R2C || s->kind == TCFFT_C2R) && !s->axes && s->n % 2 && s->points == s->n &&
         s->load == TCF_OP_USER && s->store == TCF_OP_USER && s->in_step == 1 && s->out_step == 1 && !s->in_batch_step &&
         !s->out_batch_step;
}

static tcfft_status check_parts(const tcf_tile *t, const tcf_stage *s) {
  const int prime = t->n + 1;
  if (tcf_smallest_factor((tcf_u64)prime) != (tcf_u64)prime)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: %d is no prime", s->fft, prime);
  if (t->pfa > 1 && (t->ask_smem_in || t->ask_smem_out))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: parts are staged as they are", s->fft);
  if (t->pfa > 1 && (t->pfa % prime == 0 || !tcf_tile_may_have_parts(s)))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: parts are for complex numbers, and coprime to %d", s->fft, prime);
  return TCFFT_SUCCESS;
}

static tcfft_status check_reals(const tcf_tile *t, const tcf_stage *s) {
  const int prime = 2 * t->n + 1;
  if (tcf_smallest_factor((tcf_u64)prime) != (tcf_u64)prime || t->pfa % prime == 0)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: %d is no prime that %" PRId64 " has once", s->fft, prime, s->n);
  for (int p = 0; p < t->passes; p++)
    if (t->radix[p] < 2) return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no radix %d", s->fft, t->radix[p]);
  if (!t->may_fold || !tcf_tile_may_be_of_reals(s) || t->passes < 2 || t->tensor || t->ask_smem_in || t->ask_smem_out)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s is for whole axes of real numbers, of an odd length, in two passes or more",
                    s->fft);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_tile_parse_fft(tcf_tile *t, const tcf_stage *s) {
  const char *text = s->fft;
  t->conv = TCF_CONV_NONE;
  t->pfa = 1;
  for (int c = TCF_CONV_RADER; c <= TCF_CONV_RADER_OF_REALS; c++)
    if (text[0] == letters[c]) t->conv = c;
  char radices[TCF_FFT_TEXT];
  const char *list = text + (t->conv ? 1 : 0);
  if ((t->conv == TCF_CONV_RADER || t->conv == TCF_CONV_RADER_OF_REALS) && *list != '(')
    TCF_TRY(parse_parts(t, &list, text));
  snprintf(radices, sizeof radices, "%s", list + (t->conv && *list ? 1 : 0));
  TCF_TRY(parse_blocks(t, radices, text));
  TCF_TRY(parse_staged(t, radices, text));
  const size_t length = strlen(radices);
  if (t->conv && (*list != '(' || !length || radices[length - 1] != ')'))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not parse", text);
  if (t->conv) radices[length - 1] = 0;
  parse_tensor(t, radices);
  if (t->conv && s->axes > 1) return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not transform %d axes", text, s->axes);
  TCF_TRY(parse_axes(t, s, radices));
  if (t->conv == TCF_CONV_DIRECT && !direct_radices(t))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s: no length for sums", text);
  const int64_t points = t->conv == TCF_CONV_RADER            ? t->pfa * (t->n + INT64_C(1))
                         : t->conv == TCF_CONV_RADER_OF_REALS ? t->pfa * (2 * t->n + INT64_C(1))
                                                              : t->n;
  if (t->passes < 1 || (t->conv == TCF_CONV_BLUESTEIN ? tcf_tile_least_bluestein(t, s) > t->n : s->points != points))
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s does not transform %" PRId64 " points", text, s->points);
  if (t->conv == TCF_CONV_RADER) TCF_TRY(check_parts(t, s));
  if (t->conv == TCF_CONV_RADER_OF_REALS) TCF_TRY(check_reals(t, s));
  if ((t->conv == TCF_CONV_FILTERED) != (s->store == TCF_OP_FILTER_INVERSE) || s->load == TCF_OP_TWIDDLE)
    return tcf_fail(TCFFT_ERROR_PARSE, "fft=%s is for another store or load", text);
  return TCFFT_SUCCESS;
}

void tcf_tile_print_fft(const tcf_tile *t, char text[TCF_FFT_TEXT]) {
  tcf_writer w = {.buf = text, .cap = TCF_FFT_TEXT};
  if (t->conv) tcf_put(&w, "%c", letters[t->conv]);
  if (tcf_tile_pfa(t) > 1) tcf_put(&w, "%d", t->pfa);
  if (t->conv) tcf_put(&w, "(");
  for (int axis = t->axis[0]; axis >= 0; axis--) {
    int passes = 0;
    for (int p = 0; p < t->passes; p++) passes += t->axis[p] == axis;
    if (!passes) tcf_put(&w, "x1");  // real numbers in pairs, of which the last axis has one
    for (int p = 0, first = 1; p < t->passes; p++) {
      if (t->axis[p] != axis) continue;
      tcf_put(&w, "%s%s%d",
              !first              ? "."
              : axis < t->axis[0] ? "x"
                                  : "",
              !(t->tensor >> p & 1) ? ""
              : t->via_smem         ? "w"
                                    : "m",
              t->radix[p]);
      first = 0;
    }
  }
  if (t->conv) tcf_put(&w, ")");
  if (tcf_tile_pfa(t) == 1 && (t->ask_smem_in || t->ask_smem_out))
    tcf_put(&w, "+%s%s", t->ask_smem_in ? "i" : "", t->ask_smem_out ? "o" : "");
  if (t->min_blocks) tcf_put(&w, "@%d", t->min_blocks);
}

void tcf_tile_print(const tcf_tile *t, char parameters[TCF_TILE_PARAMETERS]) {
  tcf_writer w = {.buf = parameters, .cap = TCF_TILE_PARAMETERS};
  tcf_put(&w, "n=%d:passes=%d:radix=", t->n, t->passes);
  for (int p = 0; p < t->passes; p++) tcf_put(&w, "%d,", t->radix[p]);
  tcf_put(&w, ":axis=");
  for (int p = 0; p < t->passes; p++) tcf_put(&w, "%d,", t->axis[p]);
  const struct {
    const char *key;
    int value;
  } members[] = {
#define FIELD(name) {#name, t->name},
      TCF_TILE_FIELDS(FIELD)
#undef FIELD
  };
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) tcf_put(&w, ":%s=%d", members[i].key, members[i].value);
  if (t->ahead) tcf_put(&w, ":ahead=1");
  if (t->in_type || t->out_type) tcf_put(&w, ":in_type=%d:out_type=%d", t->in_type, t->out_type);
  if (t->f64) tcf_put(&w, TCF_PROGRAM_F64);
}
