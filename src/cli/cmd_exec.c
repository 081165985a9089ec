// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft exec: transforms a NumPy file. Axes and norm mean what they mean in numpy.fft and scipy.fft.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"
#include "cli/npy.h"
#include "cli/outfile.h"
#include "cli/words.h"
#include "core/element.h"
#include "plan/later.h"
#include "plan/plan.h"

extern const tcf_command tcf_cmd_exec;

typedef enum norm { NORM_BACKWARD, NORM_ORTHO, NORM_FORWARD } norm;

static const tcf_choice norm_choices[] = {
    {"backward", NORM_BACKWARD}, {"ortho", NORM_ORTHO}, {"forward", NORM_FORWARD}, {0}};

// The numbers to read the file's into.
static const tcf_choice number_choices[] = {{"file", TCF_NPY_OWN}, {"f32", TCFFT_F32}, {"f64", TCFFT_F64}, {0}};

static const tcf_choice axes_choices[] = {{"all", 1}, {"last", 0}, {0}};

typedef struct request {
  int kind, norm, all_axes, algorithm, type;
  bool inverse;
  const char *device;
  double tolerance;
  int64_t last;  // --n; 0 = derived from the input
} request;

static bool is_dct(int kind) { return kind >= TCFFT_DCT1; }

// The direction to execute. c2r is numpy's irfft, with or without --inverse.
static tcfft_direction direction_of(const request *r) {
  return r->inverse || r->kind == TCFFT_C2R ? TCFFT_INVERSE : TCFFT_FORWARD;
}

// ------------------------------------------------------------------------------------------------ the problem

static int refuse(const char *what, const char *path, const char *detail) {
  return tcf_failure(what, "%s: %s", path, detail);
}

// Refuses before the computation what NumPy and SciPy would refuse too.
static int check_input(const request *r, const tcf_npy_header *h, const char *path) {
  if (h->dims == 0) return refuse("invalid size", path, "a scalar (an array of 0 dimensions) has no axis to transform");
  if (h->count == 0) return refuse("invalid size", path, "the array is empty");
  if (r->all_axes && h->dims > TCFFT_MAX_RANK)
    return tcf_failure("invalid size", "%s: %d dimensions, at most %d can be transformed at once: use --axes last", path,
                       h->dims, TCFFT_MAX_RANK);
  if (h->is_complex && (r->kind == TCFFT_R2C || is_dct(r->kind)))
    return tcf_failure("not possible for this problem", "%s: --kind %s takes real input, this is complex", path,
                       tcf_choice_name(tcf_kind_choices, r->kind));
  return 0;
}

// The logical length of the last axis.
static int last_length(const request *r, const tcf_npy_header *h, const char *path, int64_t *n) {
  const int64_t given = h->shape[h->dims - 1];
  *n = given;
  if (r->kind != TCFFT_C2R) return 0;
  *n = r->last ? r->last : 2 * (given - 1);
  if (*n < 1) return refuse("invalid size", path, "one bin of a half spectrum gives 0 points: say --n 1");
  if (*n / 2 + 1 != given)
    return tcf_failure("invalid size", "%s: --n %lld needs a last axis of %lld, this has %lld", path, (long long)*n,
                       (long long)(*n / 2 + 1), (long long)given);
  return 0;
}

// The scale that numpy and scipy apply. A DCT counts 2 n points per axis, type 1 counts 2 (n - 1).
static double scale_of(const request *r, const tcfft_desc *d) {
  double points = 1;
  for (int i = 0; i < d->rank; i++) {
    const double n = (double)d->n[i];
    points *= !is_dct(r->kind) ? n : r->kind != TCFFT_DCT1 ? 2 * n : n > 1 ? 2 * (n - 1) : 1;
  }
  if (r->norm == NORM_ORTHO) return 1 / sqrt(points);
  return (r->norm == NORM_FORWARD) == (direction_of(r) == TCFFT_FORWARD) ? 1 / points : 1;
}

static void describe(const request *r, const tcf_npy *in, int64_t last, tcfft_desc *d) {
  const tcf_npy_header *h = &in->header;
  d->in_type = in->type;
  d->out_type = tcf_arithmetic(in->type);
  d->kind = (tcfft_kind)r->kind;
  d->rank = r->all_axes ? h->dims : 1;
  for (int i = 0; i < d->rank; i++) d->n[i] = h->shape[h->dims - d->rank + i];
  d->n[d->rank - 1] = last;
  d->batch = r->all_axes ? 1 : h->count / h->shape[h->dims - 1];
  d->algorithm = (tcfft_algorithm)r->algorithm;
  d->tolerance = r->tolerance;
  d->scale[direction_of(r)] = scale_of(r, d);
}

// ------------------------------------------------------------------------------------------------ the data

// Gives real elements an imaginary part of 0.
static int widen(tcf_npy *npy) {
  const int64_t count = npy->header.count;
  const size_t bytes = (size_t)tcf_type_bytes(npy->type);
  char *wide = count <= INT64_MAX / 32 ? calloc((size_t)count, 2 * bytes) : NULL;
  if (!wide) return tcf_failure("out of memory", "%lld complex elements", (long long)count);
  for (size_t i = 0; i < (size_t)count; i++) memcpy(wide + 2 * i * bytes, (char *)npy->numbers + i * bytes, bytes);
  free(npy->numbers);
  npy->numbers = wide;
  npy->header.is_complex = true;
  return 0;
}

// Makes floats of shorter numbers.
static int to_floats(tcf_npy *npy) {
  const int64_t count = npy->header.count;
  float *floats = malloc((size_t)count * sizeof *floats);
  if (!floats) return tcf_failure("out of memory", "%lld numbers", (long long)count);
  for (int64_t i = 0; i < count; i++) floats[i] = (float)tcf_number_at(npy->type, npy->numbers, i);
  free(npy->numbers);
  npy->data = floats;
  npy->type = TCFFT_F32;
  return 0;
}

// Real data, floats or doubles.
typedef struct reals {
  void *at;
  tcfft_type type;
} reals;

// Multiplies the elements with one index along an axis by a factor.
static void scale_slice(reals data, int dims, const int64_t *shape, int axis, int64_t index, double factor) {
  int64_t inner = 1, outer = 1;
  for (int i = 0; i < axis; i++) outer *= shape[i];
  for (int i = axis + 1; i < dims; i++) inner *= shape[i];
  for (int64_t o = 0; o < outer; o++)
    for (int64_t i = 0, at = (o * shape[axis] + index) * inner; i < inner; i++, at++)
      if (data.type == TCFFT_F64)
        ((double *)data.at)[at] *= factor;
      else
        ((float *)data.at)[at] *= (float)factor;
}

// scipy's norm="ortho" makes types 1 to 3 orthogonal (orthogonalize=True): the ends of an axis are multiplied by sqrt(2)
// before, or by sqrt(1/2) after the transform.
static bool orthogonalizes(const request *r, bool before) {
  int type = r->kind - TCFFT_DCT1 + 1;
  if (r->norm != NORM_ORTHO || !is_dct(r->kind) || type == 4) return false;
  if (direction_of(r) == TCFFT_INVERSE && type != 1) type = 5 - type;
  return type != (before ? 2 : 3);
}

static void orthogonalize(const request *r, reals data, int dims, const int64_t *shape, bool before) {
  if (!orthogonalizes(r, before)) return;
  const double factor = before ? sqrt(2) : sqrt(0.5);
  for (int axis = r->all_axes ? 0 : dims - 1; axis < dims; axis++) {
    scale_slice(data, dims, shape, axis, 0, factor);
    if (r->kind == TCFFT_DCT1) scale_slice(data, dims, shape, axis, shape[axis] - 1, factor);
  }
}

// ------------------------------------------------------------------------------------------------ the run

static void print_path(const tcf_schedule *s) {
  char words[256] = "";
  tcf_words_path(s, &(tcf_writer){.buf = words, .cap = sizeof words});
  fputs(words, stdout);
}

// What became of compiling in the background, and the schedule that does not run.
static void print_background(const tcfft_plan *plan, const tcf_way *runs) {
  static const char *const states[] = {
      [TCF_LATER_COMPILING] = "compiling", [TCF_LATER_READY] = "ready", [TCF_LATER_FAILED] = "failed"};
  if (!plan->later) return;
  const int first = runs == &plan->first;
  const tcf_later_state state = tcf_later_state_of(plan->later);
  const tcf_schedule *other = first ? tcf_later_schedule(plan->later) : &plan->first.schedule;
  // It may have become ready since the way that runs was looked up.
  printf(" (in the background: %s", states[first && state == TCF_LATER_READY ? TCF_LATER_COMPILING : state]);
  if (other) {
    fputs(", the other schedule: ", stdout);
    print_path(other);
  }
  putchar(')');
}

// A transform that was computed, which the caller destroys.
typedef struct computed {
  tcfft_plan *plan;
  const tcf_way *runs;  // that it took: executions may have another one by the time that the result is written
  tcfft_device_info device;
  double seconds;
  void *result;
} computed;

static tcfft_status print_summary(const computed *c) {
  char *problem;
  TCF_TRY(tcf_whole_text(&problem, tcf_problem_text, c->plan));
  printf("%s on %s: %.3f ms, path: ", problem, c->device.name, 1e3 * c->seconds);
  print_path(&c->runs->schedule);
  print_background(c->plan, c->runs);
  putchar('\n');
  free(problem);
  return TCFFT_SUCCESS;
}

// shape becomes the shape that NumPy would give the result.
static int transform(const request *r, tcfft_desc *d, tcf_npy *in, int64_t *shape, computed *c) {
  const int dims = in->header.dims;
  const tcfft_kind kind = d->kind;
  memcpy(shape, in->header.shape, sizeof in->header.shape);
  shape[dims - 1] = kind == TCFFT_R2C ? d->n[d->rank - 1] / 2 + 1 : d->n[d->rank - 1];
  size_t bytes = (size_t)tcf_type_bytes(d->out_type) << tcf_kind_complex(kind, 1);
  for (int i = 0; i < dims; i++) bytes *= (size_t)shape[i];
  tcfft_status status = tcf_resolve_device(d, &c->device);
  if (status == TCFFT_SUCCESS) status = tcfft_plan_create(&c->plan, d);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  c->result = malloc(bytes);
  if (!c->result) return tcf_failure("out of memory", "%zu bytes of output", bytes);
  orthogonalize(r, (reals){in->numbers, in->type}, dims, in->header.shape, true);
  const double start = tcf_clock();
  status = tcfft_exec_host(c->plan, in->numbers, c->result, direction_of(r));
  c->seconds = tcf_clock() - start;
  c->runs = tcf_plan_way(c->plan);
  orthogonalize(r, (reals){c->result, d->out_type}, dims, shape, false);
  return status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

static int run_file(const request *r, tcfft_desc *d, tcf_npy *in, const char *in_path, const char *out_path) {
  int64_t last, shape[TCF_NPY_MAX_DIMS];
  int status = check_input(r, &in->header, in_path);
  if (!status) status = last_length(r, &in->header, in_path, &last);
  if (!status && !in->header.is_complex && (r->kind == TCFFT_C2C || r->kind == TCFFT_C2R)) status = widen(in);
  if (!status && tcf_type_bytes(in->type) < 4 && orthogonalizes(r, true)) status = to_floats(in);
  if (status) return status;
  describe(r, in, last, d);
  tcf_outfile out;
  // The output is opened before the work, so that an output that cannot be written is reported at once.
  if ((status = tcf_outfile_open(&out, out_path)) != 0) return status;
  computed c = {0};
  status = transform(r, d, in, shape, &c);
  if (!status) {
    tcf_npy_write(out.file, c.result, d->out_type, r->kind == TCFFT_C2C || r->kind == TCFFT_R2C, in->header.dims, shape);
    status = tcf_outfile_commit(&out);
  }
  if (!status && print_summary(&c) != TCFFT_SUCCESS) status = tcf_library_failure(TCFFT_ERROR_OUT_OF_MEMORY);
  tcf_outfile_discard(&out);
  tcfft_plan_destroy(c.plan);
  free(c.result);
  return status;
}

static int run(int argc, char **argv) {
  request r = {.kind = TCFFT_C2C, .all_axes = 1, .type = TCF_NPY_OWN};
  int status = 0;
  const tcf_option options[] = {
      {.name = "kind", .type = TCF_OPTION_CHOICE, .value = &r.kind, .choices = tcf_kind_choices},
      {.name = "inverse", .type = TCF_OPTION_FLAG, .value = &r.inverse},
      {.name = "axes", .type = TCF_OPTION_CHOICE, .value = &r.all_axes, .choices = axes_choices},
      {.name = "norm", .type = TCF_OPTION_CHOICE, .value = &r.norm, .choices = norm_choices},
      {.name = "n", .type = TCF_OPTION_INTEGER, .value = &r.last, .min = 1, .max = 0x1p62},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {.name = "algorithm", .type = TCF_OPTION_CHOICE, .value = &r.algorithm, .choices = tcf_algorithm_choices},
      {.name = "type", .type = TCF_OPTION_CHOICE, .value = &r.type, .choices = number_choices},
      {.name = "tolerance", .type = TCF_OPTION_REAL, .value = &r.tolerance, .min = 0, .max = 1},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_exec, options, &argc, argv, &status)) return status;
  if (argc != 2) return tcf_usage_error(&tcf_cmd_exec, "expected IN.npy and OUT.npy, got %d file names", argc);
  if (r.inverse && r.kind == TCFFT_R2C) return tcf_usage_error(&tcf_cmd_exec, "--inverse: the inverse of r2c is --kind c2r");
  if (r.last && r.kind != TCFFT_C2R)
    return tcf_usage_error(&tcf_cmd_exec, "--n %lld: only --kind c2r takes it", (long long)r.last);
  if (tcf_outfile_same(argv[1], argv[0]))
    return tcf_usage_error(&tcf_cmd_exec, "'%s' and '%s' are the same file", argv[0], argv[1]);
  tcfft_desc d = TCFFT_DESC_INIT;
  if ((status = tcf_choose_device(&tcf_cmd_exec, r.device, &d)) != 0) return status;
  if ((status = tcf_choose_compile(&tcf_cmd_exec, &d)) != 0) return status;
  char why[256];
  tcf_npy in = {0};
  if (tcf_npy_read(&in, argv[0], r.type, why, sizeof why)) return tcf_failure("cannot read", "%s: %s", argv[0], why);
  status = run_file(&r, &d, &in, argv[0], argv[1]);
  tcf_npy_free(&in);
  return status;
}

static const char usage[] =
    "usage: tcfft exec IN.npy OUT.npy [--kind K] [--inverse] [--axes all|last] [--norm backward|ortho|forward] [--n N]"
    " [--device D] [--algorithm A] [--type T] [--tolerance T]\n"
    "\n"
    "Reads float32, float64, complex64 or complex128, and transforms and writes numbers of the same precision; reads\n"
    "float16, int8 or int16, and writes numbers of single precision.\n"
    "OUT.npy must be another file than IN.npy; - is standard output: messages then go to standard error.\n"
    "\n"
    "  --kind K         c2c (default)  numpy.fft.fftn; real input is widened\n"
    "                   r2c            numpy.fft.rfftn\n"
    "                   c2r            numpy.fft.irfftn\n"
    "                   dct1 .. dct4   scipy.fft.dctn of that type\n"
    "  --inverse        numpy.fft.ifftn, scipy.fft.idctn; the inverse of r2c is c2r\n"
    "  --axes all|last  transform all axes (default, at most 4) or only the last one, as fft, rfft, irfft and dct do\n"
    "  --norm NORM      as in numpy and scipy: backward (default) divides the inverse by the number of points, forward the\n"
    "                   forward transform, ortho both by its square root\n"
    "  --n N            c2r: the length of the last axis of the result, needed if it is odd\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices\n"
    "  --algorithm A    auto, classic, tensor\n"
    "  --type T         file (default): the file's numbers; f32 or f64: these, to which the file's are rounded first\n"
    "  --tolerance T    largest allowed relative L2 error; 0 = the accuracy of the precision";

const tcf_command tcf_cmd_exec = {
    .name = "exec",
    .summary = "transform a NumPy file",
    .usage = usage,
    .run = run,
};
