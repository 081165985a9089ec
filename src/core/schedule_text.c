// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/schedule_text.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/arith.h"
#include "core/kernel.h"
#include "core/registry.h"

static const char *const slot_names[TCF_SLOTS] = {"in", "out", "work", "work1", "work2"};
static const char *const op_names[] = {"none",           "copy",  "user",        "twiddle", "chirp",        "filter",
                                       "filter_inverse", "alone", "chirp_alone", "half",    "half_twiddle", "mirror"};
// Limits for parsed numbers. They exceed what any kernel takes, and arithmetic within them does not overflow.
#define MAX_LENGTH (INT64_C(1) << 40)
enum { MAX_THREADS = 4096, MAX_WIDTH = 1024 };

// Appends where a stage reads and writes.
static void print_axis(const tcf_stage *s, tcf_writer *w) {
  tcf_put(w, ":%s:axis=%d:n=%" PRId64 ":is=%" PRId64 ":os=%" PRId64 ":in=%s:out=%s", tcf_kind_name(s->kind), s->axis, s->n,
          s->is, s->os, slot_names[s->in], slot_names[s->out]);
  if (s->in_type != TCFFT_F32 || s->out_type != TCFFT_F32)
    tcf_put(w, ":types=%s,%s", tcf_type_name(s->in_type), tcf_type_name(s->out_type));
  if (s->wide) tcf_put(w, ":arithmetic=f64");
}

// Appends the transforms of a stage, and what it does besides.
static void print_transforms(const tcf_stage *s, tcf_writer *w) {
  for (int i = 0; i < s->dims; i++)
    tcf_put(w, ":d%d=%" PRId64 ",%" PRId64 ",%" PRId64, i, s->dim[i].n, s->dim[i].is, s->dim[i].os);
  if (s->axes) tcf_put_list(w, "axes", s->length, s->axes);
  if (s->points)
    tcf_put(w,
            ":points=%" PRId64 ":load=%s:store=%s:twiddle_n=%" PRId64 ":ie=%" PRId64 ",%" PRId64 ":oe=%" PRId64 ",%" PRId64,
            s->points, op_names[s->load], op_names[s->store], s->twiddle_n, s->in_step, s->in_batch_step, s->out_step,
            s->out_batch_step);
}

void tcf_stage_print(const tcf_stage *s, tcf_writer *w) {
  tcf_put(w, "stage:%s", s->kernel->name);
  print_axis(s, w);
  if (s->algorithm == TCFFT_ALGORITHM_TENSOR) tcf_put(w, ":split=%s", tcf_split_name(s->split));
  tcf_put(w, ":width=%" PRId64 ":threads=%" PRId64 ":fft=%s", s->width, s->threads, s->fft);
  print_transforms(s, w);
  tcf_put(w, ":bytes=%" PRId64 ":time=", s->bytes);
  tcf_put_real(w, s->time);
  tcf_put(w, ":variance=");
  tcf_put_real(w, s->variance);
  tcf_put(w, "\n");
}

void tcf_stage_print_task(const tcf_stage *s, tcf_writer *w) {
  static const char *const algorithms[] = {"auto", "classic", "tensor"};
  tcf_put(w, "stage:%s:%s", algorithms[s->algorithm], tcf_split_name(s->split));
  print_axis(s, w);
  print_transforms(s, w);
}

void tcf_schedule_print_head(const tcf_schedule *s, tcf_writer *w) {
  tcf_put(w, "schedule:stages=%d:work=%" PRId64, s->stages, s->work[0]);
  for (int i = 1; i < TCF_WORKS && (s->work[1] || s->work[2]); i++) tcf_put(w, ",%" PRId64, s->work[i]);
  tcf_put(w, ":bytes=%" PRId64 ":time=", s->bytes);
  tcf_put_real(w, s->time);
  tcf_put(w, ":bound=");
  tcf_put_real(w, s->bound);
  tcf_put(w, "\n");
}

void tcf_schedule_print(const tcf_schedule *s, tcf_writer *w) {
  tcf_schedule_print_head(s, w);
  for (int i = 0; i < s->stages; i++) tcf_stage_print(&s->stage[i], w);
}

static int find(const char *word, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp(word, names[i])) return i;
  return -1;
}

// What becomes of a field of a stage's line: it is stored, it is malformed, or the function that looked at it does not know
// it.
typedef enum field_answer { FIELD_STORED, FIELD_MALFORMED, FIELD_UNKNOWN } field_answer;

static field_answer stored_if(int fine) { return fine ? FIELD_STORED : FIELD_MALFORMED; }

// Fields that are one number.
static field_answer take_number(tcf_stage *s, const tcf_field *f) {
#define NUMBER(key, real) \
  { #key, offsetof(tcf_stage, key), real }
  static const struct {
    const char *key;
    size_t offset;
    int is_real;
  } numbers[] = {NUMBER(n, 0),      NUMBER(is, 0),        NUMBER(os, 0),    NUMBER(width, 0), NUMBER(threads, 0),
                 NUMBER(points, 0), NUMBER(twiddle_n, 0), NUMBER(bytes, 0), NUMBER(time, 1),  NUMBER(variance, 1)};
#undef NUMBER
  for (int i = 0; i < TCF_COUNT(numbers); i++) {
    if (f->key[0] != numbers[i].key[0] || strcmp(f->key, numbers[i].key) != 0) continue;
    void *to = (char *)s + numbers[i].offset;
    return stored_if(!(numbers[i].is_real ? tcf_parse_real(f->value, to) : tcf_parse_int(f->value, to)));
  }
  return FIELD_UNKNOWN;
}

// Two types with a comma between them. 0: they are none.
static int take_types(tcf_stage *s, const char *text) {
  char in[TCF_FIELD_MAX];
  const size_t length = strcspn(text, ",");
  memcpy(in, text, length);
  in[length] = 0;
  const int in_type = tcf_stage_type_from_name(in),
            out_type = text[length] ? tcf_stage_type_from_name(text + length + 1) : -1;
  if (in_type < 0 || out_type < 0) return 0;
  s->in_type = (tcfft_type)in_type;
  s->out_type = (tcfft_type)out_type;
  return 1;
}

// Fields that are a word of a list: slots, load and store operations, the split.
static field_answer take_word(tcf_stage *s, const tcf_field *f) {
  if (!strcmp(f->key, "in") || !strcmp(f->key, "out")) {
    const int slot = find(f->value, slot_names, TCF_COUNT(slot_names));
    *(f->key[0] == 'i' ? &s->in : &s->out) = (tcf_slot)(slot < 0 ? 0 : slot);
    return stored_if(slot >= 0);
  }
  if (!strcmp(f->key, "load") || !strcmp(f->key, "store")) {
    const int op = find(f->value, op_names, TCF_COUNT(op_names));
    *(f->key[0] == 'l' ? &s->load : &s->store) = (tcf_io_op)(op < 0 ? 0 : op);
    return stored_if(op >= 0);
  }
  if (!strcmp(f->key, "types")) return stored_if(take_types(s, f->value));
  if (!strcmp(f->key, "arithmetic")) return stored_if(s->wide = !strcmp(f->value, "f64"));
  if (!strcmp(f->key, "split")) {
    const int split = tcf_split_from_name(f->value);
    s->split = (tcfft_split)(split < 0 ? 0 : split);
    s->algorithm = TCFFT_ALGORITHM_TENSOR;
    return stored_if(split >= 0);
  }
  return FIELD_UNKNOWN;
}

// Fields that are lists of numbers, or belong to an axis.
static field_answer take_list(tcf_stage *s, const tcf_field *f) {
  int64_t v[3];
  if (!strcmp(f->key, "axis")) {
    if (tcf_parse_int(f->value, v) || v[0] < 0 || v[0] >= TCFFT_MAX_RANK) return FIELD_MALFORMED;
    s->axis = (int)v[0];
    return FIELD_STORED;
  }
  if (!strcmp(f->key, "axes")) {
    s->axes = tcf_parse_list(f->value, ',', s->length, TCFFT_MAX_RANK);
    return stored_if(s->axes >= 2);
  }
  if (!strcmp(f->key, "ie") || !strcmp(f->key, "oe")) {
    if (tcf_parse_list(f->value, ',', v, 2) != 2) return FIELD_MALFORMED;
    *(f->key[0] == 'i' ? &s->in_step : &s->out_step) = v[0];
    *(f->key[0] == 'i' ? &s->in_batch_step : &s->out_batch_step) = v[1];
    return FIELD_STORED;
  }
  if (f->key[0] == 'd' && f->key[1] == '0' + s->dims && !f->key[2] && s->dims < TCF_MAX_DIMS) {
    if (tcf_parse_list(f->value, ',', v, 3) != 3 || v[0] < 1) return FIELD_MALFORMED;
    s->dim[s->dims++] = (tcf_iodim){v[0], v[1], v[2]};
    return FIELD_STORED;
  }
  return FIELD_UNKNOWN;
}

// Stores one field of a stage's line. Returns 0, or -1 if the field is unknown or malformed.
static int take_field(tcf_stage *s, const tcf_field *f) {
  if (!strcmp(f->key, "fft")) {
    if (strlen(f->value) >= sizeof s->fft) return -1;
    strcpy(s->fft, f->value);
    return 0;
  }
  field_answer answer = take_number(s, f);
  if (answer == FIELD_UNKNOWN) answer = take_word(s, f);
  if (answer == FIELD_UNKNOWN) answer = take_list(s, f);
  return answer == FIELD_STORED ? 0 : -1;
}

tcfft_status tcf_stage_parse(tcf_stage *s, const char *line) {
  *s = (tcf_stage){.algorithm = TCFFT_ALGORITHM_CLASSIC};
  const char *cursor = line;
  tcf_field f;
  if (tcf_next_field(&cursor, &f) != 1 || strcmp(f.key, "stage") != 0)
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\" does not begin with stage:", line);
  if (tcf_next_field(&cursor, &f) != 1 || !(s->kernel = tcf_kernel_find(f.key)))
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\" names no kernel of this library", line);
  int kind = -1;
  if (tcf_next_field(&cursor, &f) != 1 || (kind = tcf_kind_from_name(f.key)) < 0)
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\" names no kind", line);
  s->kind = (tcfft_kind)kind;
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;)
    if (more < 0 || take_field(s, &f))
      return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\": field \"%.40s\" is wrong", line, f.key);
  int64_t transforms = 1;
  for (int i = 0; i < s->dims; i++)
    if (__builtin_mul_overflow(transforms, s->dim[i].n, &transforms))
      return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\": its batch dimensions overflow", line);
  if (s->n > MAX_LENGTH || s->points > MAX_LENGTH || s->threads > MAX_THREADS || s->width > MAX_WIDTH ||
      s->out == TCF_SLOT_IN || (s->kind == TCFFT_DCT1 && s->n < 2))
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\": n, threads, width or out is none that a stage can have",
                    line);
  int64_t product = 1;
  for (int a = 0; a < s->axes; a++)
    if (s->length[a] < 1 || __builtin_mul_overflow(product, s->length[a], &product)) product = 0;
  if (s->axes && (product != s->n || s->kind > TCFFT_C2R))
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\": n is not the product of its axes", line);
  if (s->n < 1 || s->width < 1 || s->threads < 1 || !s->fft[0] || !s->dims)
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\" lacks n, width, threads, fft or d0", line);
  return TCFFT_SUCCESS;
}

static tcfft_status parse_head(tcf_schedule *s, int64_t *stages, const char *line) {
  const char *cursor = line;
  tcf_field f;
  int seen = 0, more = 1, absent = tcf_next_field(&cursor, &f) != 1 || strcmp(f.key, "schedule") != 0;
  for (; !absent && (more = tcf_next_field(&cursor, &f)) > 0; seen++) {
    int wrong = 0;
    if (!strcmp(f.key, "stages"))
      wrong |= tcf_parse_int(f.value, stages);
    else if (!strcmp(f.key, "work"))
      wrong |= tcf_parse_list(f.value, ',', s->work, TCF_WORKS) < 1;
    else if (!strcmp(f.key, "bytes"))
      wrong |= tcf_parse_int(f.value, &s->bytes);
    else if (!strcmp(f.key, "time"))
      wrong |= tcf_parse_real(f.value, &s->time);
    else if (!strcmp(f.key, "bound"))
      wrong |= tcf_parse_real(f.value, &s->bound);
    else
      absent = 1;
    if (wrong)
      return tcf_fail(TCFFT_ERROR_PARSE, "schedule line \"%.60s\": %s=%.60s is none that it can have", line, f.key, f.value);
  }
  if (absent || more < 0 || seen != 5)
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule does not begin with schedule:stages=:work=:bytes=:time=:bound=");
  return TCFFT_SUCCESS;
}

tcfft_status tcf_schedule_parse(tcf_schedule *out, const char *text) {
  tcf_schedule s = {0};
  char line[1024];
  int lines = 0;
  int64_t stages = 0;
  for (; *text; lines++) {
    const size_t len = strcspn(text, "\n");
    if (len >= sizeof line) return tcf_fail(TCFFT_ERROR_PARSE, "schedule line %d is too long", lines + 1);
    memcpy(line, text, len);
    line[len] = 0;
    text += len + (text[len] == '\n');
    if (lines == 0) {
      TCF_TRY(parse_head(&s, &stages, line));
    } else if (s.stages < TCF_MAX_STAGES) {
      TCF_TRY(tcf_stage_parse(&s.stage[s.stages++], line));
    } else {
      return tcf_fail(TCFFT_ERROR_PARSE, "schedule has more than %d stages", TCF_MAX_STAGES);
    }
  }
  if (!lines || s.stages != stages)
    return tcf_fail(TCFFT_ERROR_PARSE, "schedule announces %d stages and has %d", (int)stages, s.stages);
  *out = s;
  return TCFFT_SUCCESS;
}
