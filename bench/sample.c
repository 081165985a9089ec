// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/sample.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bins.h"
#include "bench/verify.h"
#include "core/element.h"

enum {
  LARGE = 1 << 22,          // points of a transform; for longer ones the reference takes too long
  SAMPLE_POINTS = 1 << 17,  // points of the batch that are compared with the reference
  RUNS = 256,
  RUN = 4096,  // elements
};

static size_t element_bytes(const tcf_problem *p, int output) { return (size_t)tcf_element_bytes(p, output); }

static const void *transform_at(const tcf_problem *p, const void *in, int64_t transform) {
  return (const char *)in + transform * p->in_distance * (int64_t)element_bytes(p, 0);
}

static int is_f64(const tcf_sample *s) { return s->problem->out_type == TCFFT_F64; }

// Bytes of `count` numbers of the reference.
static size_t reference_bytes(const tcf_sample *s, size_t count) {
  return count * (is_f64(s) ? sizeof(long double) : sizeof(double));
}

// A number of what was fetched, or of the reference.
static long double value_at(const tcf_sample *s, const void *values, size_t at) {
  return tcf_number_at(s->problem->out_type, values, (int64_t)at);
}
static long double right_at(const tcf_sample *s, size_t at) {
  return is_f64(s) ? ((const long double *)s->reference)[at] : ((const double *)s->reference)[at];
}

// ------------------------------------------------------------------------------------------------ whole transforms

static size_t piece_bytes(const tcf_sample *s) {
  return (size_t)tcf_problem_span(&s->piece, 1) * element_bytes(s->problem, 1);
}

// Chooses pieces of neighbouring transforms, spread over the batch from its first transform to its last.
static void choose_pieces(tcf_sample *s) {
  const tcf_problem *p = s->problem;
  const int64_t points = tcf_problem_points(p), fit = SAMPLE_POINTS / points;
  s->pieces = fit < 1 ? 1 : fit < TCF_SAMPLE_PIECES ? (int)fit : TCF_SAMPLE_PIECES;
  s->piece = *p;
  s->piece.batch = fit / s->pieces > 1 ? fit / s->pieces : 1;
  if (s->pieces * s->piece.batch >= p->batch) {
    s->pieces = 1;
    s->piece.batch = p->batch;
  }
  const int64_t last = p->batch - s->piece.batch;
  for (int i = 0; i < s->pieces; i++) s->first[i] = s->pieces > 1 ? (int64_t)((double)last * i / (s->pieces - 1)) : last;
  tcf_problem one = *p;
  one.batch = 1;
  s->whole = p->batch > 1 && p->out_distance < tcf_problem_span(&one, 1);
}

static int init_pieces(tcf_sample *s, const void *in) {
  choose_pieces(s);
  s->bytes =
      s->whole ? (size_t)tcf_problem_span(s->problem, 1) * element_bytes(s->problem, 1) : (size_t)s->pieces * piece_bytes(s);
  const size_t doubles = (size_t)(2 * tcf_side_points(s->problem, 1) * s->piece.batch);
  if (!(s->reference = malloc(reference_bytes(s, (size_t)s->pieces * doubles)))) return -1;
  for (int i = 0; i < s->pieces; i++)
    if (tcf_reference_batch(&s->piece, s->direction, transform_at(s->problem, in, s->first[i]),
                            (char *)s->reference + reference_bytes(s, (size_t)i * doubles)))
      return -1;
  return 0;
}

static size_t piece_offset(const tcf_sample *s, int i) {
  return (size_t)(s->first[i] * s->problem->out_distance) * element_bytes(s->problem, 1);
}

static tcfft_status take_pieces(const tcf_sample *s, const tcf_fetch *fetch, void *values) {
  if (s->whole) return fetch->get(fetch->context, 0, s->bytes, values);
  for (int i = 0; i < s->pieces; i++)
    TCF_TRY(fetch->get(fetch->context, piece_offset(s, i), piece_bytes(s), (char *)values + (size_t)i * piece_bytes(s)));
  return TCFFT_SUCCESS;
}

static int compare_pieces(const tcf_sample *s, const void *values, double *rel_l2) {
  const size_t doubles = (size_t)(2 * tcf_side_points(s->problem, 1) * s->piece.batch);
  tcf_error error = {0};
  for (int i = 0; i < s->pieces; i++) {
    const char *at = (const char *)values + (s->whole ? piece_offset(s, i) : (size_t)i * piece_bytes(s));
    if (tcf_error_compare(&error, &s->piece, s->direction, at,
                          (char *)s->reference + reference_bytes(s, (size_t)i * doubles)))
      return -1;
  }
  *rel_l2 = tcf_error_rel_l2(&error);
  return 0;
}

// ------------------------------------------------------------------------------------------------ single values

static int64_t place_of(const tcf_problem *p, int64_t element, int64_t *k) {
  int64_t at = 0;
  for (int i = p->rank - 1; i >= 0; i--) {
    const int64_t n = tcf_problem_out_length(p, i);
    k[i] = element % n;
    element /= n;
    at += k[i] * p->out_stride[i];
  }
  return at;
}

// Chooses bins spread over the last transform of the batch, and runs spread over the whole output.
static int init_bins(tcf_sample *s, const void *in) {
  const tcf_problem *p = s->problem;
  const int64_t points = tcf_side_points(p, 1), last = p->batch - 1, span = tcf_problem_span(p, 1);
  s->runs = span == points * p->batch ? RUNS : 0;  // no runs where the output has gaps: their contents are undefined
  s->run_step = (span - RUN) / RUNS;
  s->bytes = (TCF_SAMPLE_BINS + (size_t)(s->runs * RUN)) * element_bytes(p, 1);
  if (!(s->reference = malloc(reference_bytes(s, 2 * TCF_SAMPLE_BINS)))) return -1;
  for (int i = 0; i < TCF_SAMPLE_BINS; i++) {
    int64_t k[TCFFT_MAX_RANK];
    // Multiples of the golden ratio modulo 1 spread evenly and prefer no power of two.
    const int64_t element = (int64_t)(fmod(0.618033988749895 * i, 1) * (double)points);
    s->place[i] = last * p->out_distance + place_of(p, element, k);
    if (is_f64(s))
      tcf_exact_bin_f64(p, s->direction, transform_at(p, in, last), k, (long double *)s->reference + 2 * i);
    else
      tcf_exact_bin_f32(p, s->direction, transform_at(p, in, last), k, (double *)s->reference + 2 * i);
  }
  return 0;
}

static tcfft_status take_bins(const tcf_sample *s, const tcf_fetch *fetch, void *values) {
  const size_t size = element_bytes(s->problem, 1);
  char *to = (char *)values;
  for (int i = 0; i < TCF_SAMPLE_BINS; i++, to += size)
    TCF_TRY(fetch->get(fetch->context, (size_t)s->place[i] * size, size, to));
  for (int64_t i = 0; i < s->runs; i++, to += RUN * size)
    TCF_TRY(fetch->get(fetch->context, (size_t)(i * s->run_step) * size, RUN * size, to));
  return TCFFT_SUCCESS;
}

static double compare_bins(const tcf_sample *s, const void *values) {
  const int is_complex = tcf_kind_complex_out(s->problem->kind);
  long double error2 = 0, size2 = 0;
  for (size_t i = 0; i < TCF_SAMPLE_BINS; i++) {
    const long double right[2] = {right_at(s, 2 * i), right_at(s, 2 * i + 1)};
    const long double re = value_at(s, values, is_complex ? 2 * i : i) - right[0],
                      im = is_complex ? value_at(s, values, 2 * i + 1) - right[1] : 0;
    error2 += re * re + im * im;
    size2 += right[0] * right[0] + right[1] * right[1];
  }
  return error2 == 0 ? 0 : sqrt((double)(error2 / size2));
}

double tcf_sample_difference(const tcf_sample *s, const void *values, const void *others) {
  if (!s->large || !s->runs) return (double)NAN;
  const size_t width = element_bytes(s->problem, 1) / (size_t)tcf_type_bytes(s->problem->out_type);
  const size_t from = TCF_SAMPLE_BINS * width, to = from + (size_t)(s->runs * RUN) * width;
  double difference2 = 0, size2 = 0;
  for (size_t i = from; i < to; i++) {
    const double other = (double)value_at(s, others, i), d = (double)value_at(s, values, i) - other;
    difference2 += d * d;
    size2 += other * other;
  }
  return difference2 == 0 ? 0 : sqrt(difference2 / size2);
}

// ------------------------------------------------------------------------------------------------ both kinds of samples

int tcf_sample_init(tcf_sample *s, const tcf_problem *p, tcfft_direction direction, const void *in) {
  *s = (tcf_sample){.problem = p, .direction = direction};
  s->large = tcf_problem_points(p) > LARGE && (p->kind == TCFFT_C2C || p->kind == TCFFT_R2C || p->kind == TCFFT_C2R);
  return s->large ? init_bins(s, in) : init_pieces(s, in);
}

void tcf_sample_free(tcf_sample *s) { free(s->reference); }

tcfft_status tcf_sample_take(const tcf_sample *s, const tcf_fetch *fetch, void *values) {
  return s->large ? take_bins(s, fetch, values) : take_pieces(s, fetch, values);
}

int tcf_sample_error(const tcf_sample *s, const void *values, double *rel_l2) {
  if (!s->large) return compare_pieces(s, values, rel_l2);
  *rel_l2 = compare_bins(s, values);
  return 0;
}
