// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "core/desc.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sized.h"

static tcfft_status check_enum(const char *name, int value, int last) {
  if (value < 0 || value > last)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %d is not one of its values 0 .. %d", name, value, last);
  return TCFFT_SUCCESS;
}

// The pairs of types that no device transforms. What a device transforms of the others is the planner's to say.
static tcfft_status check_types(const tcfft_desc *d) {
  TCF_TRY(check_enum("in_type", (int)d->in_type, TCFFT_I16));
  TCF_TRY(check_enum("out_type", (int)d->out_type, TCFFT_I16));
  if (d->out_type == TCFFT_I8 || d->out_type == TCFFT_I16)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT,
                    "out_type = %s: integers are a type of inputs alone, results have f32, f16, bf16 or f64",
                    tcf_type_name(d->out_type));
  if ((d->in_type == TCFFT_F64) != (d->out_type == TCFFT_F64))
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "in_type = %s, out_type = %s: f64 is transformed to and from f64 alone",
                    tcf_type_name(d->in_type), tcf_type_name(d->out_type));
  if (d->placement == TCFFT_IN_PLACE && tcf_type_bytes(d->in_type) != tcf_type_bytes(d->out_type))
    return tcf_fail(
        TCFFT_ERROR_INVALID_LAYOUT, "in place with numbers of unequal size: in_type = %s has %d bytes, out_type = %s has %d",
        tcf_type_name(d->in_type), tcf_type_bytes(d->in_type), tcf_type_name(d->out_type), tcf_type_bytes(d->out_type));
  return TCFFT_SUCCESS;
}

static tcfft_status check_orders(const tcfft_desc *d) {
  TCF_TRY(check_enum("in_order", (int)d->in_order, TCFFT_ORDER_TRANSPOSED));
  TCF_TRY(check_enum("out_order", (int)d->out_order, TCFFT_ORDER_TRANSPOSED));
  if ((d->devices && *d->devices) || d->comm) return TCFFT_SUCCESS;
  if (d->in_order || d->out_order)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = 1: only a plan with devices or comm has a side in transposed order",
                    d->in_order ? "in_order" : "out_order");
  return TCFFT_SUCCESS;
}

static tcfft_status check_options(const tcfft_desc *d) {
  TCF_TRY(check_enum("kind", (int)d->kind, TCFFT_DCT4));
  TCF_TRY(check_enum("placement", (int)d->placement, TCFFT_IN_PLACE));
  TCF_TRY(check_enum("backend", (int)d->backend, TCFFT_BACKEND_OPENCL));
  TCF_TRY(check_enum("algorithm", (int)d->algorithm, TCFFT_ALGORITHM_TENSOR));
  TCF_TRY(check_enum("split", (int)d->split, TCFFT_SPLIT_PAPER));
  TCF_TRY(check_enum("effort", (int)d->effort, TCFFT_EFFORT_WISDOM_ONLY));
  TCF_TRY(check_enum("workspace", (int)d->workspace, TCFFT_WORKSPACE_CALLER));
  TCF_TRY(check_enum("compile", (int)d->compile, TCFFT_COMPILE_BACKGROUND));
  TCF_TRY(check_orders(d));
  TCF_TRY(check_types(d));
  if (!(d->tolerance >= 0) || d->tolerance > 1)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "tolerance = %g is not in 0 .. 1", d->tolerance);
  const int wide = d->out_type == TCFFT_F64;
  const char *arithmetic = wide ? "FP64" : "FP32";
  for (int i = 0; i < 2; i++)
    if (!isfinite(d->scale[i]) || fabs(d->scale[i]) > (wide ? DBL_MAX : 3e38))
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "scale[%d] = %g is not a finite %s number", i, d->scale[i], arithmetic);
  for (int i = 0; i < 2; i++)
    if (d->scale[i] != 0 && fabs(d->scale[i]) < (wide ? DBL_MIN : FLT_MIN))
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "scale[%d] = %g underflows %s", i, d->scale[i], arithmetic);
  if (d->threads < 0) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "threads = %d is negative", d->threads);
  return TCFFT_SUCCESS;
}

static tcfft_status check_sizes(const tcfft_desc *d) {
  if (d->rank < 1 || d->rank > TCFFT_MAX_RANK)
    return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "rank = %d is not in 1 .. %d", d->rank, TCFFT_MAX_RANK);
  if (d->batch_axes < 0 || d->batch_axes >= d->rank)
    return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "batch_axes = %d is not in 0 .. rank - 1 = %d", d->batch_axes, d->rank - 1);
  // 16 bytes a point of FP32: a complex element has 8 bytes, and n/2 + 1 of them are up to twice as large as n floats.
  const int in_bytes = tcf_type_bytes(d->in_type), out_bytes = tcf_type_bytes(d->out_type);
  const int64_t most = INT64_MAX / (4 * (in_bytes > out_bytes ? in_bytes : out_bytes));
  static const char *const products[TCFFT_MAX_RANK] = {"so many", "n[0] * n[1]", "n[0] * n[1] * n[2]",
                                                       "n[0] * n[1] * n[2] * n[3]"};
  int64_t points = 1;
  for (int i = 0; i < d->rank; i++) {
    const int64_t least = d->kind == TCFFT_DCT1 && i >= d->batch_axes ? 2 : 1;
    if (d->n[i] < least)
      return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "n[%d] = %" PRId64 " is below %" PRId64 "%s", i, d->n[i], least,
                      least > 1 ? ", the least of dct1" : "");
    if (__builtin_mul_overflow(points, d->n[i], &points) || points > most)
      return tcf_fail(TCFFT_ERROR_OVERFLOW, "n[%d] = %" PRId64 ": an array of %s points takes more than 2^63 bytes", i,
                      d->n[i], products[i]);
  }
  if (d->batch < 0) return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "batch = %" PRId64 " is below 1", d->batch);
  if (__builtin_mul_overflow(points, d->batch ? d->batch : 1, &points) || points > most)
    return tcf_fail(TCFFT_ERROR_OVERFLOW, "batch = %" PRId64 ": so many transforms take more than 2^63 bytes", d->batch);
  return TCFFT_SUCCESS;
}

// Takes the strides of one side, which are all 0 (packed: *strides stays) or all positive.
static tcfft_status take_strides(const char *side, int rank, const int64_t *given, int64_t *strides) {
  int zeros = 0;
  for (int i = 0; i < rank; i++) {
    if (given[i] < 0)
      return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT, "%s_stride[%d] = %" PRId64 " is negative", side, i, given[i]);
    zeros += given[i] == 0;
  }
  if (zeros == rank) return TCFFT_SUCCESS;
  for (int i = 0; i < rank; i++)
    if (given[i] == 0)
      return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT,
                      "%s_stride[%d] = 0 while others are set: give all strides of a side or none", side, i);
  memcpy(strides, given, (size_t)rank * sizeof *strides);
  return TCFFT_SUCCESS;
}

// Refuses a side that spans more bytes than an int64_t counts.
static tcfft_status check_span(const tcf_problem *p, int output) {
  const char *side = output ? "out" : "in";
  int64_t span = 1;
  for (int i = 0; i <= p->rank; i++) {
    const int64_t n = i < p->rank ? (output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i)) : p->batch;
    const int64_t stride =
        i < p->rank ? (output ? p->out_stride[i] : p->in_stride[i]) : (output ? p->out_distance : p->in_distance);
    int64_t reach;
    if (__builtin_mul_overflow(n - 1, stride, &reach) || __builtin_add_overflow(span, reach, &span) ||
        span > INT64_MAX / (2 * tcf_type_bytes(output ? p->out_type : p->in_type))) {
      if (i < p->rank)
        return tcf_fail(TCFFT_ERROR_OVERFLOW, "%s_stride[%d] = %" PRId64 " reaches beyond 2^63 bytes", side, i, stride);
      return tcf_fail(TCFFT_ERROR_OVERFLOW, "%s_distance = %" PRId64 " reaches beyond 2^63 bytes", side, stride);
    }
  }
  return TCFFT_SUCCESS;
}

// axis: that of the stride; the rank: it is the distance.
static tcfft_status refuse_overlap(const tcf_problem *p, int output, int axis, int64_t stride, int64_t inside) {
  char field[32] = "distance";
  if (axis < p->rank) snprintf(field, sizeof field, "stride[%d]", axis);
  return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT,
                  "elements of the %s share memory or are not nested: %s_%s = %" PRId64 " does not clear the %" PRId64
                  " elements inside it",
                  output ? "output" : "input (which is written in place)", output ? "out" : "in", field, stride, inside);
}

// Refuses layouts in which two written elements may share memory. Accepted are nested strides, each larger than the span
// of the smaller ones, as all layouts of arrays are. Some unusual layouts are refused although their elements are
// distinct.
static tcfft_status check_distinct(const tcf_problem *p, int output) {
  int64_t length[TCFFT_MAX_RANK + 1], stride[TCFFT_MAX_RANK + 1];
  int axis[TCFFT_MAX_RANK + 1], count = 0;
  for (int i = 0; i <= p->rank; i++) {
    const int64_t n = i == p->rank ? p->batch : output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i);
    if (n == 1) continue;
    const int64_t s =
        i < p->rank ? (output ? p->out_stride[i] : p->in_stride[i]) : (output ? p->out_distance : p->in_distance);
    int at = count++;
    for (; at > 0 && stride[at - 1] > s; at--) {
      stride[at] = stride[at - 1];
      length[at] = length[at - 1];
      axis[at] = axis[at - 1];
    }
    stride[at] = s;
    length[at] = n;
    axis[at] = i;
  }
  int64_t inside = 0;
  for (int i = 0; i < count; i++) {
    if (stride[i] <= inside) return refuse_overlap(p, output, axis[i], stride[i], inside + 1);
    inside += (length[i] - 1) * stride[i];
  }
  return TCFFT_SUCCESS;
}

// In place, both sides must cover the same bytes element by element (row by row for R2C and C2R).
static tcfft_status check_in_place(const tcf_problem *p) {
  const int64_t in_unit = tcf_kind_complex_in(p->kind) ? 2 : 1, out_unit = tcf_kind_complex_out(p->kind) ? 2 : 1;
  const int last = p->rank - 1, real = in_unit != out_unit;
  if (real && p->n[last] > 1 && (p->in_stride[last] != 1 || p->out_stride[last] != 1))
    return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT,
                    "in place %s wants stride 1 along its last axis: in_stride[%d] = %" PRId64 ", out_stride[%d] = %" PRId64,
                    tcf_kind_name(p->kind), last, p->in_stride[last], last, p->out_stride[last]);
  const char *hint = real ? " (rows of the real side are padded to 2 (n/2 + 1) numbers)" : "";
  for (int i = 0; i < p->rank - real; i++)
    if (p->n[i] > 1 && p->in_stride[i] * in_unit != p->out_stride[i] * out_unit)
      return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT,
                      "in place with unequal layouts: in_stride[%d] = %" PRId64 ", out_stride[%d] = %" PRId64 "%s", i,
                      p->in_stride[i], i, p->out_stride[i], hint);
  if (p->batch > 1 && p->in_distance * in_unit != p->out_distance * out_unit)
    return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT,
                    "in place with unequal layouts: in_distance = %" PRId64 ", out_distance = %" PRId64 "%s", p->in_distance,
                    p->out_distance, hint);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_take_desc(tcfft_desc *own, const tcfft_desc *given) {
  if (!given) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "d is NULL");
  return tcf_take_sized(&tcf_sized_desc, own, given);
}

tcfft_status tcf_problem_from_desc(tcf_problem *out, const tcfft_desc *d) {
  TCF_TRY(check_options(d));
  TCF_TRY(check_sizes(d));
  tcf_problem p = {.kind = d->kind,
                   .rank = d->rank,
                   .batch = d->batch ? d->batch : 1,
                   .batch_axes = d->batch_axes,
                   .placement = d->placement,
                   .in_type = d->in_type,
                   .out_type = d->out_type,
                   .algorithm = d->algorithm,
                   .split = d->split == TCFFT_SPLIT_AUTO ? tcf_split_for(d->tolerance) : d->split,
                   .tolerance = d->tolerance};
  memcpy(p.n, d->n, (size_t)d->rank * sizeof *p.n);
  for (int i = 0; i < 2; i++) p.scale[i] = d->scale[i] != 0 ? d->scale[i] : 1;
  tcf_problem_packed(&p, p.in_stride, p.out_stride);
  int64_t in_packed[TCFFT_MAX_RANK], out_packed[TCFFT_MAX_RANK];
  memcpy(in_packed, p.in_stride, sizeof in_packed);
  memcpy(out_packed, p.out_stride, sizeof out_packed);
  TCF_TRY(take_strides("in", p.rank, d->in_stride, p.in_stride));
  TCF_TRY(take_strides("out", p.rank, d->out_stride, p.out_stride));
  // The stride of an axis of one element has no effect. Use the packed one, so that equal problems have equal texts.
  for (int i = 0; i < p.rank; i++) {
    if (tcf_problem_in_length(&p, i) == 1) p.in_stride[i] = in_packed[i];
    if (tcf_problem_out_length(&p, i) == 1) p.out_stride[i] = out_packed[i];
  }
  if (d->in_distance < 0)
    return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT, "in_distance = %" PRId64 " is negative", d->in_distance);
  if (d->out_distance < 0)
    return tcf_fail(TCFFT_ERROR_INVALID_LAYOUT, "out_distance = %" PRId64 " is negative", d->out_distance);
  tcf_problem_default_distances(&p, &p.in_distance, &p.out_distance);
  if (d->in_distance && p.batch > 1) p.in_distance = d->in_distance;
  if (d->out_distance && p.batch > 1) p.out_distance = d->out_distance;
  TCF_TRY(check_span(&p, 0));
  TCF_TRY(check_span(&p, 1));
  TCF_TRY(check_distinct(&p, 1));
  if (p.placement == TCFFT_IN_PLACE) {
    TCF_TRY(check_distinct(&p, 0));
    TCF_TRY(check_in_place(&p));
  }
  *out = p;
  return TCFFT_SUCCESS;
}
