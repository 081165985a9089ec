// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/problem.h"

#include <inttypes.h>
#include <string.h>

#include "base/sized.h"

static const char *const kind_names[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

static const char *const split_names[] = {"auto", "half1", "split2", "paper"};
enum { SPLITS = sizeof split_names / sizeof *split_names };

static const char *const type_names[] = {"f32", "f16", "bf16", "f64", "i8", "i16"};
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
int tcf_type_from_name(const char *name) { return find_name(name, type_names, TYPES); }

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
    tcf_put_real(w, p->tolerance);
  }
}

// ---------------------------------------------------------------------------------------------- parsing into a description

static tcfft_status bad(const char *text, const char *what) {
  return tcf_fail(TCFFT_ERROR_PARSE, "problem \"%.100s\": %s", text, what);
}

static int parse_dims(tcfft_desc *d, const char *text) {
  char dims[TCF_FIELD_MAX];
  strcpy(dims, text);
  d->batch = 1;
  char *star = strchr(dims, '*');
  if (star) {
    *star = 0;
    if (tcf_parse_int(star + 1, &d->batch) || d->batch < 1) return -1;  // a description accepts 0 as 1, text does not
  }
  const int rank = tcf_parse_list(dims, 'x', d->n, TCFFT_MAX_RANK);
  d->rank = rank;
  return rank > 0 ? 0 : -1;
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

static int parse_batch_axes(tcfft_desc *d, const char *text) {
  int64_t axes;
  if (tcf_parse_int(text, &axes) || axes < 0 || axes >= d->rank) return -1;
  d->batch_axes = (int)axes;
  return 0;
}

// A field that says a type: that of both sides by its name alone, or that of one side. -1: it is none, or has no type's
// name.
static int parse_type(tcfft_desc *d, const tcf_field *f) {
  const int in = !f->assigned || !strcmp(f->key, "in"), out = !f->assigned || !strcmp(f->key, "out");
  const int type = in || out ? tcf_type_from_name(f->assigned ? f->value : f->key) : -1;
  if (type < 0) return -1;
  if (in) d->in_type = (tcfft_type)type;
  if (out) d->out_type = (tcfft_type)type;
  return in && out ? BOTH_TYPES : in ? IN_TYPE : OUT_TYPE;
}

// Applies one field, a word or a key with numbers. Returns the setting that it made, or -1 if it is unknown or malformed.
static int parse_attribute(tcfft_desc *d, const tcf_field *f) {
  static const struct {
    const char *word;
    int sets, value;
  } words[] = {
      {"inplace", PLACEMENT, TCFFT_IN_PLACE},        {"classic", ALGORITHM, TCFFT_ALGORITHM_CLASSIC},
      {"tensor", ALGORITHM, TCFFT_ALGORITHM_TENSOR}, {"half1", SPLIT, TCFFT_SPLIT_HALF1},
      {"split2", SPLIT, TCFFT_SPLIT_SPLIT2},         {"paper", SPLIT, TCFFT_SPLIT_PAPER},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(f->key, words[i].word) && !f->assigned) {
      if (words[i].sets == PLACEMENT) d->placement = (tcfft_placement)words[i].value;
      if (words[i].sets == ALGORITHM) d->algorithm = (tcfft_algorithm)words[i].value;
      if (words[i].sets == SPLIT) d->split = (tcfft_split)words[i].value;
      return words[i].sets;
    }
  if (!strcmp(f->key, "is")) return tcf_parse_list(f->value, ',', d->in_stride, d->rank) == d->rank ? IN_STRIDE : -1;
  if (!strcmp(f->key, "os")) return tcf_parse_list(f->value, ',', d->out_stride, d->rank) == d->rank ? OUT_STRIDE : -1;
  if (!strcmp(f->key, "id")) return tcf_parse_int(f->value, &d->in_distance) ? -1 : IN_DISTANCE;
  if (!strcmp(f->key, "od")) return tcf_parse_int(f->value, &d->out_distance) ? -1 : OUT_DISTANCE;
  if (!strcmp(f->key, "ba")) return parse_batch_axes(d, f->value) ? -1 : BATCH_AXES;
  if (!strcmp(f->key, "tol")) return tcf_parse_real(f->value, &d->tolerance) ? -1 : TOLERANCE;
  return parse_type(d, f);
}

static tcfft_status parse_attributes(tcfft_desc *d, const char *text, const char *cursor) {
  static const char *const names[SETTINGS] = {
      "its placement", "its algorithm", "its split", "is=", "os=", "id=", "od=", "ba=", "tol=", "in=", "out=", "its types"};
  int seen[SETTINGS] = {0};
  tcf_field f;
  for (int more; (more = tcf_next_field(&cursor, &f)) != 0;) {
    if (more < 0) return bad(text, "has an empty or overlong field");
    const int sets = parse_attribute(d, &f);
    if (sets < 0)
      return tcf_fail(
          TCFFT_ERROR_PARSE,
          "problem \"%.100s\": field \"%.60s\" is none of inplace, is=, os=, id=, od=, ba=, classic, tensor, half1, split2, "
          "paper, tol=, f32, f16, bf16, f64, i8, i16, in=, out=, or has the wrong numbers or type",
          text, f.key);
    const int again =
        sets == BOTH_TYPES ? seen[IN_TYPE] || seen[OUT_TYPE] : (sets == IN_TYPE || sets == OUT_TYPE) && seen[BOTH_TYPES];
    if (seen[sets]++ || again)
      return tcf_fail(TCFFT_ERROR_PARSE, "problem \"%.100s\": field \"%.60s%s%.60s\" says %s a second time", text, f.key,
                      f.assigned ? "=" : "", f.value, names[sets]);
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
                  .devices = keep.devices,
                  .comm = keep.comm,
                  .in_order = keep.in_order,
                  .out_order = keep.out_order};
  const char *cursor = text;
  tcf_field f;
  if (tcf_next_field(&cursor, &f) != 1 || f.assigned)
    return bad(text, "does not begin with a kind (c2c, r2c, c2r, dct1 .. dct4)");
  const int kind = tcf_kind_from_name(f.key);
  if (kind < 0) return bad(text, "does not begin with a kind (c2c, r2c, c2r, dct1 .. dct4)");
  d.kind = (tcfft_kind)kind;
  if (tcf_next_field(&cursor, &f) != 1 || f.assigned || parse_dims(&d, f.key))
    return bad(text, "wants sizes after the kind, such as 4096, 64x64 or 1024*8, at most four");
  TCF_TRY(parse_attributes(&d, text, cursor));
  tcf_give_sized(&tcf_sized_desc, out, &d);
  return TCFFT_SUCCESS;
}
