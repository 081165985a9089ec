// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/several.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/interleaved.h"
#include "bench/peers/peer.h"
#include "bench/peers/several.h"
#include "bench/verify.h"
#include "core/desc.h"
#include "core/element.h"
#include "core/registry.h"

enum { MOST = 16 };

typedef struct several {
  tcf_problem problem;
  tcfft_direction direction;
  const tcf_backend *backend;
  int devices[MOST], count;
  tcfft_plan *plan[3];            // transposed, natural, one device
  void *in[2][MOST], *out[MOST];  // of plans on several devices, by the order of the input; large enough for either order
  void *one_in, *one_out;         // on the first device
  const tcf_peer *cufft;
  void *cufft_state;
  const tcf_several_peer *xt;
  void *xt_state;
  tcf_several_row *row;
} several;

typedef struct contender {
  several *s;
  int which;
} contender;

// ------------------------------------------------------------------------------------------------ one execution

static int input_of(const several *s, int which) { return which == TCF_SEVERAL_TRANSPOSED && s->problem.kind == TCFFT_C2R; }

static tcfft_status run(void *context) {
  const contender *c = context;
  several *s = c->s;
  const int first = s->devices[0];
  int previous;
  if (c->which <= TCF_SEVERAL_NATURAL) {
    TCF_TRY(tcfft_exec(s->plan[c->which], s->in[input_of(s, c->which)], s->out, s->direction));
    return tcfft_dist_wait(s->plan[c->which]);
  }
  if (c->which == TCF_SEVERAL_XT) return s->xt->run(s->xt_state);
  if (c->which == TCF_SEVERAL_ONE) {
    TCF_TRY(tcfft_exec(s->plan[TCF_SEVERAL_ONE], s->one_in, s->one_out, s->direction));
    return s->backend->sync(first, NULL);
  }
  TCF_TRY(s->backend->enter(first, &previous));
  const tcfft_status status = s->cufft->run(s->cufft_state);
  s->backend->leave(previous);
  TCF_TRY(status);
  return s->backend->sync(first, NULL);
}

static tcfft_status refresh(void *context) {
  const contender *c = context;
  return c->which == TCF_SEVERAL_XT ? c->s->xt->refresh(c->s->xt_state) : TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ data

// The input is made of one block of random numbers again and again, whose length is a prime number: filling and comparing
// gigabytes by the host would take much longer than what is measured.
enum { BLOCK = 8388593, RUNS = 48, RUN_BYTES = 1 << 20 };

// Fills memory of a device with a block of the host's, again and again: what is there is copied behind it.
static tcfft_status repeat(several *s, int device, void *memory, size_t bytes, const void *block, size_t block_bytes) {
  int previous;
  TCF_TRY(s->backend->copy_in(device, memory, block, bytes < block_bytes ? bytes : block_bytes));
  TCF_TRY(s->backend->enter(device, &previous));
  tcfft_status status = TCFFT_SUCCESS;
  for (size_t at = block_bytes; at < bytes && status == TCFFT_SUCCESS; at *= 2) {
    const tcf_peer_copy copy = {
        .to = (char *)memory + at, .from = memory, .rows = 1, .bytes = (int64_t)(at < bytes - at ? at : bytes - at)};
    status = s->backend->peers->copy(device, device, &copy, NULL);
  }
  s->backend->leave(previous);
  return status == TCFFT_SUCCESS ? s->backend->sync(device, NULL) : status;
}

static tcfft_status fill_one(several *s) {
  float *numbers = malloc(BLOCK * sizeof *numbers);
  if (!numbers) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes of host memory", BLOCK * sizeof *numbers);
  tcf_fill_uniform(TCFFT_F32, numbers, BLOCK, 1, 1);
  const size_t bytes = (size_t)tcf_side_bytes(&s->problem, 0);
  const tcfft_status status = repeat(s, s->devices[0], s->one_in, bytes, numbers, BLOCK * sizeof *numbers);
  free(numbers);
  return status;
}

static int64_t stride_of(const several *s, int output, int axis) {
  const tcf_problem *p = &s->problem;
  if (axis < 0) return output ? p->out_distance : p->in_distance;
  return output ? p->out_stride[axis] : p->in_stride[axis];
}

// Bytes of a side that are contiguous in one device's array and in a part, and how many such runs there are. 0: they are too
// short.
static int64_t run_of(const several *s, int output, const tcfft_dist_part *part, int64_t *count) {
  const tcf_problem *p = &s->problem;
  int64_t run = 1;
  int dim = part->dims;
  for (; dim > 0; dim--) {
    const int64_t stride = stride_of(s, output, part->axis[dim - 1]);
    if (part->stride[dim - 1] != run || stride * part->step[dim - 1] != run) break;
    run *= part->count[dim - 1];
  }
  *count = 1;
  for (int i = 0; i < dim; i++) *count *= part->count[i];
  return run * tcf_element_bytes(p, output);
}

// Where run number `index` of a part begins, in bytes, in the part and in one device's array.
static void place_run(const several *s, int output, const tcfft_dist_part *part, int64_t index, int64_t *in_part,
                      int64_t *in_one) {
  const tcf_problem *p = &s->problem;
  const int64_t bytes = tcf_element_bytes(p, output);
  int64_t run = 1, count, first = 0, at = 0, one = 0;
  run = run_of(s, output, part, &count) / bytes;
  int64_t inner = 1;
  int dim = part->dims;
  while (dim > 0 && inner < run) inner *= part->count[--dim];
  for (int i = 0; i < part->dims; i++) {
    const int64_t stride = stride_of(s, output, part->axis[i]);
    first += part->begin[i] * part->step[i] * stride;
  }
  for (int i = dim - 1; i >= 0; i--) {
    const int64_t stride = stride_of(s, output, part->axis[i]);
    const int64_t k = index % part->count[i];
    at += k * part->stride[i];
    one += k * part->step[i] * stride;
    index /= part->count[i];
  }
  *in_part = at * bytes;
  *in_one = (first + one) * bytes;
}

// The parts of the input, from the first device's array.
static tcfft_status distribute(several *s, const tcfft_plan *plan, void *const *memory) {
  void *const stream = NULL;
  for (int i = 0; i < s->count; i++) {
    tcfft_dist_part part = {.size = sizeof part};
    int64_t count, in_part, in_one;
    TCF_TRY(tcfft_dist_layout(plan, TCFFT_SIDE_IN, i, &part));
    const int64_t run = run_of(s, 0, &part, &count);
    for (int64_t r = 0; r < count && part.bytes; r++) {
      place_run(s, 0, &part, r, &in_part, &in_one);
      const tcf_peer_copy copy = {
          .to = (char *)memory[i] + in_part, .from = (char *)s->one_in + in_one, .rows = 1, .bytes = run};
      TCF_TRY(s->backend->peers->copy(s->devices[0], s->devices[i], &copy, stream));
    }
  }
  return s->backend->sync(s->devices[0], stream);
}

typedef struct sample {
  float a[RUN_BYTES / sizeof(float)], b[RUN_BYTES / sizeof(float)];
  double error, norm;  // sums of squares
} sample;

// Adds one run of a part, or a piece of it where it is long.
static tcfft_status add_run(several *s, int position, const tcfft_dist_part *part, int r, sample *x) {
  int64_t count, in_part, in_one;
  const int64_t run = run_of(s, 1, part, &count), bytes = run < RUN_BYTES ? run : RUN_BYTES;
  const int64_t at = (run - bytes) / 8 * r / RUNS * 8;
  place_run(s, 1, part, (int64_t)((double)r / RUNS * (double)count), &in_part, &in_one);
  TCF_TRY(s->backend->copy_out(s->devices[position], x->a, (char *)s->out[position] + in_part + at, (size_t)bytes));
  TCF_TRY(s->backend->copy_out(s->devices[0], x->b, (char *)s->one_out + in_one + at, (size_t)bytes));
  for (int64_t k = 0; k < bytes / (int64_t)sizeof(float); k++) {
    const double difference = (double)x->a[k] - (double)x->b[k];
    x->error += difference * difference;
    x->norm += (double)x->b[k] * (double)x->b[k];
  }
  return TCFFT_SUCCESS;
}

// The relative L2 difference of a plan's result from that of one device, in some places of each part.
static tcfft_status compare(several *s, const tcfft_plan *plan, double *difference) {
  sample *x = calloc(1, sizeof *x);
  if (!x) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%zu bytes of a sample", sizeof *x);
  tcfft_status status = TCFFT_SUCCESS;
  for (int i = 0; i < s->count && status == TCFFT_SUCCESS; i++) {
    tcfft_dist_part part = {.size = sizeof part};
    status = tcfft_dist_layout(plan, TCFFT_SIDE_OUT, i, &part);
    for (int r = 0; r < RUNS && status == TCFFT_SUCCESS && part.bytes; r++) status = add_run(s, i, &part, r, x);
  }
  *difference = sqrt(x->error / x->norm);
  free(x);
  return status;
}

// ------------------------------------------------------------------------------------------------ preparing

// The first device is entered.
static tcfft_status prepare_one(several *s, const tcfft_desc *d) {
  tcfft_desc one = *d;
  char index[16];
  snprintf(index, sizeof index, "%d", s->devices[0]);
  one.backend = TCFFT_BACKEND_CUDA;
  one.device = index;
  TCF_TRY(s->backend->alloc(s->devices[0], (size_t)tcf_side_bytes(&s->problem, 0), &s->one_in));
  TCF_TRY(s->backend->alloc(s->devices[0], (size_t)tcf_side_bytes(&s->problem, 1), &s->one_out));
  TCF_TRY(tcfft_plan_create(&s->plan[TCF_SEVERAL_ONE], &one));
  TCF_TRY(fill_one(s));
  return run(&(contender){s, TCF_SEVERAL_ONE});
}

// The parts of the two orders are of different sizes where they do not divide: the larger one serves both.
static tcfft_status allocate(several *s, tcfft_side side, void **memory) {
  for (int i = 0; i < s->count; i++) {
    int64_t bytes = 0;
    for (int k = 0; k < 2; k++) {
      tcfft_dist_part part = {.size = sizeof part};
      TCF_TRY(tcfft_dist_layout(s->plan[k], side, i, &part));
      if (part.bytes > bytes) bytes = part.bytes;
    }
    TCF_TRY(s->backend->alloc(s->devices[i], (size_t)bytes, &memory[i]));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status create(several *s, const tcfft_desc *d, const char *devices, int which) {
  tcfft_desc own = *d;
  own.devices = devices;
  own.device = NULL;
  own.backend = TCFFT_BACKEND_CUDA;
  const int transposed = which == TCF_SEVERAL_TRANSPOSED;
  own.in_order = transposed && d->kind == TCFFT_C2R ? TCFFT_ORDER_TRANSPOSED : TCFFT_ORDER_NATURAL;
  own.out_order = transposed && d->kind != TCFFT_C2R ? TCFFT_ORDER_TRANSPOSED : TCFFT_ORDER_NATURAL;
  TCF_TRY(tcfft_plan_create(&s->plan[which], &own));
  s->row->predicted[which] = 1e3 * tcfft_plan_predicted_time(s->plan[which]);
  return TCFFT_SUCCESS;
}

// Elements that are not written show.
static tcfft_status poison(several *s, const tcfft_plan *plan) {
  static unsigned char block[1 << 16];
  memset(block, 0xff, sizeof block);
  for (int i = 0; i < s->count; i++) {
    tcfft_dist_part part = {.size = sizeof part};
    TCF_TRY(tcfft_dist_layout(plan, TCFFT_SIDE_OUT, i, &part));
    if (part.bytes) TCF_TRY(repeat(s, s->devices[i], s->out[i], (size_t)part.bytes, block, sizeof block));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status prepare_several(several *s, const tcfft_desc *d, const char *devices) {
  for (int which = 0; which <= TCF_SEVERAL_NATURAL; which++) TCF_TRY(create(s, d, devices, which));
  TCF_TRY(allocate(s, TCFFT_SIDE_OUT, s->out));
  for (int order = 0; order < (d->kind == TCFFT_C2R ? 2 : 1); order++) {
    TCF_TRY(allocate(s, TCFFT_SIDE_IN, s->in[order]));
    TCF_TRY(distribute(s, s->plan[order ? TCF_SEVERAL_TRANSPOSED : TCF_SEVERAL_NATURAL], s->in[order]));
  }
  for (int which = 0; which <= TCF_SEVERAL_NATURAL; which++) {
    TCF_TRY(poison(s, s->plan[which]));
    TCF_TRY(run(&(contender){s, which}));
    TCF_TRY(compare(s, s->plan[which], &s->row->difference[which]));
  }
  return TCFFT_SUCCESS;
}

// Where a peer cannot take part the row goes on without it.
static void prepare_peers(several *s, int with_xt) {
  char *why = s->row->why[TCF_SEVERAL_CUFFT], *xt_why = s->row->why[TCF_SEVERAL_XT];
  const size_t cap = sizeof s->row->why[0];
  int previous;
  s->cufft = tcf_peer_find("cufft", TCFFT_BACKEND_CUDA, why, cap);
  if (s->cufft && tcf_peer_can(s->cufft, &s->problem) && s->backend->enter(s->devices[0], &previous) == TCFFT_SUCCESS) {
    tcf_peer_job job = {.problem = &s->problem, .direction = s->direction, .in = s->one_in, .out = s->one_out};
    s->cufft_state = tcf_peer_prepare(s->cufft, s->devices[0], &job);
    snprintf(why, cap, "%s", s->cufft_state ? "" : job.why);
    s->backend->leave(previous);
  }
  snprintf(xt_why, cap, "not asked for");
#ifdef TCF_HAVE_CUFFT
  s->xt = tcf_several_peer_cufft_xt();
  if (with_xt) s->xt_state = s->xt->prepare(&s->problem, s->devices, s->count, s->one_in, xt_why, cap);
#else
  if (with_xt) snprintf(xt_why, cap, "this tcfft was built without cuFFT");
#endif
}

static void release(several *s) {
  if (s->xt_state) s->xt->destroy(s->xt_state);
  if (s->cufft_state) s->cufft->destroy(s->cufft_state);
  for (int i = 0; i < s->count; i++) {
    s->backend->release(s->devices[i], s->in[0][i]);
    s->backend->release(s->devices[i], s->in[1][i]);
    s->backend->release(s->devices[i], s->out[i]);
  }
  s->backend->release(s->devices[0], s->one_in);
  s->backend->release(s->devices[0], s->one_out);
  for (int i = 0; i < 3; i++) tcfft_plan_destroy(s->plan[i]);
}

// ------------------------------------------------------------------------------------------------ timing

static tcfft_status time_all(several *s, double seconds) {
  const int present[TCF_SEVERAL_CONTENDERS] = {1, 1, 1, s->cufft_state != NULL, s->xt_state != NULL};
  contender contenders[TCF_SEVERAL_CONTENDERS];
  tcf_contestant contestants[TCF_SEVERAL_CONTENDERS];
  double times[TCF_SEVERAL_CONTENDERS];
  int count = 0;
  for (int i = 0; i < TCF_SEVERAL_CONTENDERS; i++) {
    if (!present[i]) continue;
    contenders[count] = (contender){s, i};
    contestants[count] = (tcf_contestant){.run = run, .refresh = refresh, .context = &contenders[count]};
    count++;
  }
  tcf_stopwatch watch = tcf_stopwatch_host;
  watch.min_rounds = 9;
  TCF_TRY(tcf_time_interleaved(contestants, count, &watch, seconds, times));
  for (int i = 0; i < count; i++) s->row->ms[contenders[i].which] = 1e3 * times[i];
  return TCFFT_SUCCESS;
}

// Forms follow each other in the place of the transposed plan, so that each has the memory.
static tcfft_status time_form(several *s, const tcfft_desc *d, const char *devices, tcf_several_form *form) {
  static const char *const pieces[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
  setenv("TCFFT_PIECES", pieces[form->pieces], 1);
  tcfft_plan_destroy(s->plan[TCF_SEVERAL_TRANSPOSED]);
  s->plan[TCF_SEVERAL_TRANSPOSED] = NULL;
  const double planned = s->row->predicted[TCF_SEVERAL_TRANSPOSED];
  const tcfft_status status = create(s, d, devices, TCF_SEVERAL_TRANSPOSED);
  form->predicted = s->row->predicted[TCF_SEVERAL_TRANSPOSED];
  s->row->predicted[TCF_SEVERAL_TRANSPOSED] = planned;
  unsetenv("TCFFT_PIECES");
  TCF_TRY(status);
  contender c = {s, TCF_SEVERAL_TRANSPOSED};
  const tcf_contestant contestant = {.run = run, .refresh = refresh, .context = &c};
  double seconds;
  TCF_TRY(poison(s, s->plan[TCF_SEVERAL_TRANSPOSED]));
  TCF_TRY(run(&c));
  TCF_TRY(compare(s, s->plan[TCF_SEVERAL_TRANSPOSED], &form->difference));
  TCF_TRY(tcf_time_interleaved(&contestant, 1, &tcf_stopwatch_host, 0.05, &seconds));
  form->ms = 1e3 * seconds;
  return TCFFT_SUCCESS;
}

static tcfft_status time_forms(several *s, const tcfft_desc *d, const char *devices) {
  for (int i = 0; i < TCF_SEVERAL_FORMS; i++) {
    s->row->form[i] = (tcf_several_form){.pieces = 1 << i};
    TCF_TRY(time_form(s, d, devices, &s->row->form[i]));
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_bench_several(const tcfft_desc *d, const char *devices, int with_xt, int with_forms, double seconds,
                               tcf_several_row *row) {
  several s = {.row = row, .direction = tcf_natural_direction(d->kind), .backend = tcf_backend_for(TCFFT_BACKEND_CUDA)};
  int64_t index[MOST];
  *row = (tcf_several_row){0};
  s.count = tcf_parse_list(devices, ',', index, MOST);
  if (s.count < 1) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "--devices %s is no list such as 0,1", devices);
  if (!s.backend) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "this tcfft was built without CUDA");
  for (int i = 0; i < s.count; i++) s.devices[i] = (int)index[i];
  if (d->in_type != TCFFT_F32 || d->out_type != TCFFT_F32)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "benchmarks on several devices are of f32");
  TCF_TRY(tcf_problem_from_desc(&s.problem, d));
  int previous;
  TCF_TRY(s.backend->enter(s.devices[0], &previous));
  tcfft_status status = prepare_one(&s, d);
  if (status == TCFFT_SUCCESS) status = prepare_several(&s, d, devices);
  if (status == TCFFT_SUCCESS) prepare_peers(&s, with_xt);
  if (status == TCFFT_SUCCESS) status = time_all(&s, seconds);
  if (status == TCFFT_SUCCESS && with_forms) status = time_forms(&s, d, devices);
  char why[TCF_ERROR_TEXT];
  snprintf(why, sizeof why, "%s", tcfft_last_error());
  release(&s);
  s.backend->leave(previous);
  return status == TCFFT_SUCCESS ? status : tcf_fail(status, "%s", why);
}
