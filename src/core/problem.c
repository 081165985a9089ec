// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/problem.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sized.h"

static const char *const kind_names[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

static const char *const split_names[] = {"auto", "half1", "split2", "paper"};
enum { SPLITS = sizeof split_names / sizeof *split_names };

static const char *const type_names[] = {"f32", "f16", "bf16", "f64", "i8", "i16", "pair6", "pair8"};
enum { TYPES = sizeof type_names / sizeof *type_names };

static int find_name(const char *name, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp(name, names[i])) return i;
  return -1;
}

const char *tcf_kind_name(tcfft_kind kind) { return (unsigned)kind < KINDS ? kind_names[kind] : "?"; }
int tcf_kind_from_name(const char *name) { return find_name(name, kind_names, KINDS); }
tcfft_split tcf_split_for(double tolerance) { return tolerance >= 8e-4 ? TCFFT_SPLIT_HALF1 : TCFFT_SPLIT_SPLIT2; }
const char *tcf_split_name(tcfft_split split) { return (unsigned)split < SPLITS ? split_names[split] : "?"; }
int tcf_split_from_name(const char *name) { return find_name(name, split_names, SPLITS); }

const char *tcf_type_name(tcfft_type type) { return (unsigned)type < TYPES ? type_names[type] : "?"; }
int tcf_type_from_name(const char *name) { return find_name(name, type_names, TCFFT_I16 + 1); }
int tcf_stage_type_from_name(const char *name) { return find_name(name, type_names, TYPES); }

int64_t tcf_complex_length(tcfft_kind kind, int64_t n) {
  switch (kind) {
    case TCFFT_C2C:
      return n;
    case TCFFT_DCT1:
      return n - 1;
    case TCFFT_R2C:
    case TCFFT_C2R:
    case TCFFT_DCT2:
    case TCFFT_DCT3:
    case TCFFT_DCT4:
      break;
  }
  return n % 2 ? n : n / 2;
}

int64_t tcf_problem_in_length(const tcf_problem *p, int axis) {
  return p->kind == TCFFT_C2R && axis == p->rank - 1 ? p->n[axis] / 2 + 1 : p->n[axis];
}

int64_t tcf_problem_out_length(const tcf_problem *p, int axis) {
  return p->kind == TCFFT_R2C && axis == p->rank - 1 ? p->n[axis] / 2 + 1 : p->n[axis];
}

void tcf_problem_packed(const tcf_problem *p, int64_t in_stride[], int64_t out_stride[]) {
  int64_t in = 1, out = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    in_stride[i] = in;
    out_stride[i] = out;
    in *= tcf_problem_in_length(p, i);
    out *= tcf_problem_out_length(p, i);
    if (i == p->rank - 1 && p->placement == TCFFT_IN_PLACE) {  // pad rows of the real side to those of the complex side
      if (p->kind == TCFFT_R2C) in = 2 * out;
      if (p->kind == TCFFT_C2R) out = 2 * in;
    }
  }
}

void tcf_problem_default_distances(const tcf_problem *p, int64_t *in, int64_t *out) {
  int64_t reach[2] = {1, 1};
  for (int i = 0; i < p->rank; i++)
    for (int side = 0; side < 2; side++) {
      int64_t r;
      const int64_t length = side ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i);
      if (__builtin_mul_overflow(length, side ? p->out_stride[i] : p->in_stride[i], &r)) r = INT64_MAX;
      if (r > reach[side]) reach[side] = r;
    }
  if (p->placement == TCFFT_IN_PLACE) {
    if (p->kind == TCFFT_R2C) reach[0] = reach[1] > INT64_MAX / 2 ? INT64_MAX : 2 * reach[1];
    if (p->kind == TCFFT_C2R) reach[1] = reach[0] > INT64_MAX / 2 ? INT64_MAX : 2 * reach[0];
  }
  *in = reach[0];
  *out = reach[1];
}

void tcf_problem_pack(tcf_problem *p) {
  tcf_problem_packed(p, p->in_stride, p->out_stride);
  tcf_problem_default_distances(p, &p->in_distance, &p->out_distance);
}

int64_t tcf_problem_span(const tcf_problem *p, int output) {
  int64_t span = 1 + (p->batch - 1) * (output ? p->out_distance : p->in_distance);
  for (int i = 0; i < p->rank; i++)
    span +=
        output ? (tcf_problem_out_length(p, i) - 1) * p->out_stride[i] : (tcf_problem_in_length(p, i) - 1) * p->in_stride[i];
  return span;
}

int64_t tcf_problem_points(const tcf_problem *p) {
  int64_t points = 1;
  for (int i = 0; i < p->rank; i++) points *= p->n[i];
  return points;
}

static void print_types(const tcf_problem *p, tcf_writer *w) {
  const int equal = p->in_type == p->out_type;
  if (equal && p->in_type != TCFFT_F32) tcf_put(w, ":%s", tcf_type_name(p->in_type));
  if (!equal && p->in_type != TCFFT_F32) tcf_put(w, ":in=%s", tcf_type_name(p->in_type));
  if (!equal && p->out_type != TCFFT_F32) tcf_put(w, ":out=%s", tcf_type_name(p->out_type));
}

void tcf_problem_print(const tcf_problem *p, tcf_writer *w) {
  tcf_put(w, "%s:", tcf_kind_name(p->kind));
  for (int i = 0; i < p->rank; i++) tcf_put(w, "%s%" PRId64, i ? "x" : "", p->n[i]);
  if (p->batch != 1) tcf_put(w, "*%" PRId64, p->batch);
  print_types(p, w);
  if (p->placement == TCFFT_IN_PLACE) tcf_put(w, ":inplace");
  int64_t is[TCFFT_MAX_RANK], os[TCFFT_MAX_RANK], id, od;
  tcf_problem_packed(p, is, os);
  tcf_problem_default_distances(p, &id, &od);
  const size_t bytes = (size_t)p->rank * sizeof *is;
  if (memcmp(is, p->in_stride, bytes) != 0) tcf_put_list(w, "is", p->in_stride, p->rank);
  if (memcmp(os, p->out_stride, bytes) != 0) tcf_put_list(w, "os", p->out_stride, p->rank);
  if (id != p->in_distance && p->batch > 1) tcf_put_list(w, "id", &p->in_distance, 1);
  if (od != p->out_distance && p->batch > 1) tcf_put_list(w, "od", &p->out_distance, 1);
  if (p->batch_axes) tcf_put(w, ":ba=%d", p->batch_axes);
  if (p->algorithm == TCFFT_ALGORITHM_CLASSIC) tcf_put(w, ":classic");
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR) tcf_put(w, ":tensor");
  // The classic algorithm has no split. Otherwise AUTO omits the split that follows from the tolerance.
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR ||
      (p->algorithm == TCFFT_ALGORITHM_AUTO && p->split != tcf_split_for(p->tolerance)))
    tcf_put(w, ":%s", tcf_split_name(p->split));
  if (p->tolerance > 0) {
    tcf_put(w, ":tol=");
    tcf_put_exact(w, p->tolerance);
  }
}

// ---------------------------------------------------------------------------------------------- parsing into a description

static tcfft_status __attribute__((format(printf, 2, 3))) refuse(const char *text, const char *format, ...) {
  char what[600];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  return tcf_fail(TCFFT_ERROR_PARSE, "problem \"%.100s\": %s", text, what);
}

// Why a text is no whole number; NULL: it is one.
static const char *wrong_integer(const char *text) {
  int64_t value;
  const int sign = *text == '-';
  if (!tcf_parse_int(text, &value)) return NULL;
  if (!*text) return "is empty";
  return text[sign] && !text[sign + strspn(text + sign, "0123456789")] ? "does not fit in 64 bits"
                                                                       : "is not a whole number in decimal digits";
}

// Reads whole numbers that sep separates, and stores the first `most` of them. Returns how many there are, none in an empty
// text. At one that is wrong it stops: *wrong says why, `piece` is it, and the number returned is how many come before it.
static int read_integers(const char *text, char sep, int64_t *values, int most, char piece[TCF_FIELD_MAX],
                         const char **wrong) {
  const char separators[] = {sep, 0};
  *wrong = NULL;
  for (int count = 0;; count++) {
    const size_t length = strcspn(text, separators);
    if (!count && !*text) return 0;
    memcpy(piece, text, length);
    piece[length] = 0;
    *wrong = wrong_integer(piece);
    if (*wrong) return count;
    if (count < most) tcf_parse_int(piece, &values[count]);
    if (!text[length]) return count + 1;
    text += length + 1;
  }
}

static tcfft_status parse_dims(tcfft_desc *d, const char *text, const tcf_field *f) {
  char dims[2 * TCF_FIELD_MAX], piece[TCF_FIELD_MAX];
  const char *wrong;
  snprintf(dims, sizeof dims, "%s%s%s", f->key, f->assigned ? "=" : "", f->value);
  d->batch = 1;
  char *star = strchr(dims, '*');
  if (star) {
    *star = 0;
    wrong = wrong_integer(star + 1);
    if (wrong) return refuse(text, "batch = \"%.60s\" %s: it is the number behind n*", star + 1, wrong);
    tcf_parse_int(star + 1, &d->batch);  // a description accepts 0 as 1, text does not
    if (d->batch < 1) return refuse(text, "batch = %" PRId64 " is below 1", d->batch);
  }
  d->rank = read_integers(dims, 'x', d->n, TCFFT_MAX_RANK, piece, &wrong);
  if (wrong) return refuse(text, "n[%d] = \"%.60s\" %s: sizes are such as 4096, 64x64 or 1024*8", d->rank, piece, wrong);
  if (!d->rank) return refuse(text, "has no sizes before its batch, such as 64x64*8");
  if (d->rank > TCFFT_MAX_RANK) return refuse(text, "%.60s has %d axes, at most %d", dims, d->rank, TCFFT_MAX_RANK);
  return TCFFT_SUCCESS;
}

// The settings that fields of a problem's text make, each at most once.
enum {
  PLACEMENT,
  ALGORITHM,
  SPLIT,
  IN_STRIDE,
  OUT_STRIDE,
  IN_DISTANCE,
  OUT_DISTANCE,
  BATCH_AXES,
  TOLERANCE,
  IN_TYPE,
  OUT_TYPE,
  BOTH_TYPES,
  SETTINGS
};

typedef tcfft_status take_value(tcfft_desc *d, const char *text, const tcf_field *f);

static tcfft_status take_strides(tcfft_desc *d, const char *text, const tcf_field *f) {
  char piece[TCF_FIELD_MAX];
  const char *wrong;
  int64_t *strides = strcmp(f->key, "is") ? d->out_stride : d->in_stride;
  const int count = read_integers(f->value, ',', strides, d->rank, piece, &wrong);
  if (wrong) return refuse(text, "%s=%.60s: stride %d, \"%.60s\", %s", f->key, f->value, count, piece, wrong);
  if (count == d->rank) return TCFFT_SUCCESS;
  return refuse(text, "%s=%.60s has %d stride%s, the rank is %d", f->key, f->value, count, count == 1 ? "" : "s", d->rank);
}

static tcfft_status take_integer(const char *text, const tcf_field *f, int64_t *value) {
  const char *wrong = wrong_integer(f->value);
  if (wrong) return refuse(text, "%s=%.60s %s", f->key, f->value, wrong);
  tcf_parse_int(f->value, value);
  return TCFFT_SUCCESS;
}

static tcfft_status take_distance(tcfft_desc *d, const char *text, const tcf_field *f) {
  return take_integer(text, f, strcmp(f->key, "id") ? &d->out_distance : &d->in_distance);
}

static tcfft_status take_batch_axes(tcfft_desc *d, const char *text, const tcf_field *f) {
  int64_t axes = 0;
  TCF_TRY(take_integer(text, f, &axes));
  if (axes < 0 || axes >= d->rank) return refuse(text, "ba=%.60s is not in 0 .. rank - 1 = %d", f->value, d->rank - 1);
  d->batch_axes = (int)axes;
  return TCFFT_SUCCESS;
}

static tcfft_status take_tolerance(tcfft_desc *d, const char *text, const tcf_field *f) {
  if (!tcf_parse_real(f->value, &d->tolerance)) return TCFFT_SUCCESS;
  return refuse(text, "tol=%.60s is not a number in 0 .. 1, such as 0.001 or 1e-3", f->value);
}

static tcfft_status take_type(tcfft_desc *d, const char *text, const tcf_field *f) {
  const int type = tcf_type_from_name(f->value);
  if (type < 0) return refuse(text, "%s=%.60s is none of f32, f16, bf16, f64, i8, i16", f->key, f->value);
  *(strcmp(f->key, "in") ? &d->out_type : &d->in_type) = (tcfft_type)type;
  return TCFFT_SUCCESS;
}

// Fields that are a key with a value.
static const struct {
  const char *key;
  int sets;
  take_value *take;
} keys[] = {
    {"is", IN_STRIDE, take_strides},     {"os", OUT_STRIDE, take_strides},    {"id", IN_DISTANCE, take_distance},
    {"od", OUT_DISTANCE, take_distance}, {"ba", BATCH_AXES, take_batch_axes}, {"tol", TOLERANCE, take_tolerance},
    {"in", IN_TYPE, take_type},          {"out", OUT_TYPE, take_type},
};
enum { KEYS = sizeof keys / sizeof *keys };

// Fields that are a word: these, and the name of a type, which is that of both sides.
static const struct {
  const char *word;
  int sets, value;
} words[] = {
    {"inplace", PLACEMENT, TCFFT_IN_PLACE},        {"classic", ALGORITHM, TCFFT_ALGORITHM_CLASSIC},
    {"tensor", ALGORITHM, TCFFT_ALGORITHM_TENSOR}, {"half1", SPLIT, TCFFT_SPLIT_HALF1},
    {"split2", SPLIT, TCFFT_SPLIT_SPLIT2},         {"paper", SPLIT, TCFFT_SPLIT_PAPER},
};
enum { WORDS = sizeof words / sizeof *words };

// Applies a word. Returns the setting that it makes, or -1 if it is none.
static int take_word(tcfft_desc *d, const char *word) {
  const int type = tcf_type_from_name(word);
  if (type >= 0) d->in_type = d->out_type = (tcfft_type)type;
  if (type >= 0) return BOTH_TYPES;
  for (int i = 0; i < WORDS; i++) {
    if (strcmp(word, words[i].word) != 0) continue;
    if (words[i].sets == PLACEMENT) d->placement = (tcfft_placement)words[i].value;
    if (words[i].sets == ALGORITHM) d->algorithm = (tcfft_algorithm)words[i].value;
    if (words[i].sets == SPLIT) d->split = (tcfft_split)words[i].value;
    return words[i].sets;
  }
  return -1;
}

// Applies one field, and stores the setting that it makes.
static tcfft_status parse_attribute(tcfft_desc *d, const char *text, const tcf_field *f, int *sets) {
  for (int i = 0; i < KEYS; i++) {
    if (strcmp(f->key, keys[i].key) != 0) continue;
    if (!f->assigned) return refuse(text, "field \"%.60s\" has no value: %s=..", f->key, f->key);
    *sets = keys[i].sets;
    return keys[i].take(d, text, f);
  }
  *sets = take_word(d, f->key);
  if (*sets >= 0 && f->assigned) return refuse(text, "%s=%.60s: %s takes no value", f->key, f->value, f->key);
  if (*sets == BOTH_TYPES && (d->in_type == TCFFT_I8 || d->in_type == TCFFT_I16))
    return refuse(text, "field \"%s\" says the type of both sides, and integers are a type of inputs alone: in=%s", f->key,
                  f->key);
  if (*sets >= 0) return TCFFT_SUCCESS;
  return refuse(text,
                "field \"%.60s\" is none of inplace, is=, os=, id=, od=, ba=, classic, tensor, half1, split2, paper, tol=, "
                "f32, f16, bf16, f64, in=, out=",
                f->key);
}

static tcfft_status parse_attributes(tcfft_desc *d, const char *text, const char *cursor) {
  static const char *const names[SETTINGS] = {
      "its placement", "its algorithm", "its split", "is=", "os=", "id=", "od=", "ba=", "tol=", "in=", "out=", "its types"};
  int seen[SETTINGS] = {0};
  tcf_field f;
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;) {
    int sets = 0;
    if (more < 0) return refuse(text, "has an empty or overlong field");
    TCF_TRY(parse_attribute(d, text, &f, &sets));
    const int again =
        sets == BOTH_TYPES ? seen[IN_TYPE] || seen[OUT_TYPE] : (sets == IN_TYPE || sets == OUT_TYPE) && seen[BOTH_TYPES];
    if (again)
      return refuse(
          text,
          "field \"%.60s%s%.60s\" and another one say the type of one side: in= and out= are of one, a type alone of both",
          f.key, f.assigned ? "=" : "", f.value);
    if (seen[sets]++)
      return refuse(text, "field \"%.60s%s%.60s\" says %s a second time", f.key, f.assigned ? "=" : "", f.value,
                    names[sets]);
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_desc_parse(tcfft_desc *out, const char *text) {
  if (!out) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "d is NULL");
  if (!text) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "text is NULL");
  tcfft_desc keep;
  TCF_TRY(tcf_take_sized(&tcf_sized_desc, &keep, out));
  tcfft_desc d = {.size = keep.size,
                  .backend = keep.backend,
                  .device = keep.device,
                  .effort = keep.effort,
                  .scale = {keep.scale[0], keep.scale[1]},
                  .workspace = keep.workspace,
                  .threads = keep.threads,
                  .compile = keep.compile,
                  .devices = keep.devices,
                  .comm = keep.comm,
                  .in_order = keep.in_order,
                  .out_order = keep.out_order};
  const char *cursor = text;
  tcf_field f = {0};
  const int first = tcf_next_field(&cursor, &f), kind = first && !f.assigned ? tcf_kind_from_name(f.key) : -1;
  if (kind < 0) return refuse(text, "does not begin with a kind (c2c, r2c, c2r, dct1 .. dct4)");
  d.kind = (tcfft_kind)kind;
  const int more = first < 0 ? 0 : tcf_next_field(&cursor, &f);
  if (more < 0) return refuse(text, "has an empty or overlong field");
  if (!more) return refuse(text, "has no sizes after the kind, such as 4096, 64x64 or 1024*8");
  TCF_TRY(parse_dims(&d, text, &f));
  TCF_TRY(parse_attributes(&d, text, cursor));
  tcf_give_sized(&tcf_sized_desc, out, &d);
  return TCFFT_SUCCESS;
}
