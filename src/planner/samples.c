// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "base/memo.h"
#include "base/memory.h"
#include "core/schedule_text.h"
#include "planner/wisdom_text.h"

// What samples and the stages that they serve have in common.
typedef struct stage_class {
  int64_t points, length[TCFFT_MAX_RANK];
  int kind, odd, axes, load, store, side[2], in_type, out_type, wide, tensor, split,
      threads;  // split: of tensor cores; threads: of the host
} stage_class;

struct tcf_sample {
  stage_class class;
  tcf_stage stage;
  const tcf_device *on;  // NULL: the device that is planned for
  int akin;              // `on` describes what is planned for
  double seconds;        // measured
  int built_in;
  int next;               // of the chain, as first[] of tcf_samples
  double correction;      // over the predicted ones; 0: not yet computed
  tcf_assessed assessed;  // on its own device
};

void tcf_samples_free(tcf_samples *samples) {
  free(samples->list);
  *samples = (tcf_samples){0};
}

void tcf_samples_clear(tcf_samples *samples) { *samples = (tcf_samples){.list = samples->list, .cap = samples->cap}; }

// ------------------------------------------------------------------------------------------------ devices

// Reads the description of a device whose name is a word of `name`.
static int find_described(tcf_device *d, const char *name) {
  char word[64];
  for (const char *at = name; *at;) {
    const size_t length = strcspn(at, " ");
    if (length && length < sizeof word) {
      memcpy(word, at, length);
      word[length] = 0;
      if (!strchr(word, ':') && tcf_device_parse(d, word) == TCFFT_SUCCESS) return 1;
    }
    at += length + (at[length] == ' ');
  }
  return 0;
}

static int same_sort(const tcf_device *a, const tcf_device *b) {
  if (a->backend != b->backend || a->vector != b->vector) return 0;
  return a->backend == TCFFT_BACKEND_OPENCL ? a->gpu == b->gpu : a->capability == b->capability;
}

// Whether what follows the name in an identity is the described device's: a part of an H200 is no H200.
static int same_numbers(const char *numbers, const tcf_device *on) {
  char text[256];
  tcf_wisdom_device(&(tcf_writer){.buf = text, .cap = sizeof text}, on);
  const char *own = strstr(text, ":name=");
  return own && !strcmp(numbers, own + strlen(":name=") + strcspn(own + strlen(":name="), ":"));
}

// Whether a described device serves d, whose description is stored in *on. Its name is a word of the identity's name.
static int is_related(const char *identity, const tcf_device *d, tcf_device *on) {
  char name[128], error[TCF_ERROR_TEXT];
  const char *from = strstr(identity, ":name=");
  if (!from) return 0;
  from += strlen(":name=");
  const size_t length = strcspn(from, ":");
  if (length >= sizeof name) return 0;
  memcpy(name, from, length);
  name[length] = 0;
  tcf_keep_error(error);
  const int related = find_described(on, name) && same_sort(on, d) && same_numbers(from + length, on);
  tcf_restore_error(error);
  return related;
}

// Whether a device's name has the described one's name as a word, as "NVIDIA H200" has "H200".
static int is_named_as(const tcf_device *d, const tcf_device *on) {
  char error[TCF_ERROR_TEXT];
  tcf_device described;
  tcf_keep_error(error);
  const int named = find_described(&described, d->name) && !strcmp(described.name, on->name);
  tcf_restore_error(error);
  return named;
}

// What records of a device are for d.
static const tcf_sample_origin *origin_of(tcf_samples *samples, const tcf_device *d, const char *identity) {
  char own[256];
  tcf_sample_origin origin = {.relation = TCF_TIME_MODEL};
  for (int i = 0; i < samples->relateds; i++)
    if (!strcmp(samples->related[i].identity, identity)) return &samples->related[i];
  if (!strcmp(samples->last.identity, identity)) return &samples->last;
  tcf_put(&(tcf_writer){.buf = origin.identity, .cap = sizeof origin.identity}, "%s", identity);
  tcf_wisdom_device(&(tcf_writer){.buf = own, .cap = sizeof own}, d);
  if (!strcmp(own, identity)) {
    origin.relation = TCF_TIME_MEASURED;
  } else if (samples->relateds < TCF_SAMPLE_ORIGINS && is_related(identity, d, &origin.described)) {
    origin.relation = TCF_TIME_RELATED;
    origin.akin = is_named_as(d, &origin.described);
  }
  tcf_sample_origin *place = origin.relation == TCF_TIME_RELATED ? &samples->related[samples->relateds++] : &samples->last;
  *place = origin;
  return place;
}

int tcf_samples_serve(tcf_samples *samples, const tcf_device *d, const char *identity) {
  return origin_of(samples, d, identity)->relation != TCF_TIME_MODEL;
}

// ------------------------------------------------------------------------------------------------ classes

// How the transforms of one side of a stage lie.
enum { SIDE_ROWS, SIDE_COLUMNS, SIDE_STRIDED };

static int64_t point_stride(const tcf_stage *s, int output) {
  const int64_t step = output ? s->out_step : s->in_step, stride = output ? s->os : s->is;
  return tcf_magnitude(step ? step * stride : stride);
}

// The least distance between transforms along a batch dimension.
static int64_t fft_stride(const tcf_stage *s, int output) {
  const int64_t step = output ? s->out_batch_step : s->in_batch_step, stride = output ? s->os : s->is;
  int64_t least = step ? tcf_magnitude(step * stride) : INT64_MAX;
  for (int i = step != 0; i < s->dims; i++) {
    const int64_t distance = tcf_magnitude(output ? s->dim[i].os : s->dim[i].is);
    if (s->dim[i].n > 1 && distance && distance < least) least = distance;
  }
  return least == INT64_MAX ? 0 : least;
}

static int side_of(const tcf_stage *s, int output) {
  return point_stride(s, output) == 1 ? SIDE_ROWS : fft_stride(s, output) == 1 ? SIDE_COLUMNS : SIDE_STRIDED;
}

// Whether an operation does the same for all kinds.
static int is_of_any_kind(tcf_io_op op) {
  return op == TCF_OP_COPY || op == TCF_OP_TWIDDLE || op == TCF_OP_FILTER || op == TCF_OP_FILTER_INVERSE;
}

// The caller's complex numbers are copied as those between stages are, and what is neither loaded nor stored for the caller
// has no kind.
static stage_class class_of(const tcf_stage *s, int tensor, tcfft_split split, int threads) {
  stage_class c;
  memset(&c, 0, sizeof c);  // so that classes can be compared as bytes
  const int of_kind = s->kind != TCFFT_C2C && (!is_of_any_kind(s->load) || !is_of_any_kind(s->store) || !s->points);
  c.points = s->points ? s->points : s->n;
  c.axes = s->axes;
  for (int a = 0; a < s->axes; a++) c.length[a] = s->length[a];
  c.kind = of_kind ? (int)s->kind : TCFFT_C2C;
  c.odd = of_kind && tcf_kind_length(s) % 2;
  c.load = !of_kind && s->load == TCF_OP_USER ? TCF_OP_COPY : (int)s->load;
  c.store = !of_kind && s->store == TCF_OP_USER ? TCF_OP_COPY : (int)s->store;
  for (int output = 0; output < 2; output++) c.side[output] = side_of(s, output);
  c.tensor = tensor;
  c.split = tensor ? (int)split : 0;
  c.in_type = (int)s->in_type;
  c.out_type = (int)s->out_type;
  c.wide = s->wide;
  c.threads = threads;
  return c;
}

static int same_class(const stage_class *a, const stage_class *b) { return !memcmp(a, b, sizeof *a); }

// The chain of a class.
static int *chain_of(tcf_samples *samples, const stage_class *c) {
  const uint64_t sum = (uint64_t)c->points * 8 + (uint64_t)(c->kind + 2 * c->load + 4 * c->store);
  return &samples->first[sum * UINT64_C(0x9e3779b97f4a7c15) >> 56];
}

// ------------------------------------------------------------------------------------------------ samples

static tcfft_status make_room(tcf_samples *samples) {
  if (samples->count < samples->cap) return TCFFT_SUCCESS;
  const int cap = samples->cap ? 2 * samples->cap : 64;
  tcf_sample *more = realloc(samples->list, (size_t)cap * sizeof *more);
  if (!more) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %d samples", cap);
  samples->list = more;
  samples->cap = cap;
  return TCFFT_SUCCESS;
}

static int is_within(int64_t x) { return x >= -INT32_MAX && x <= INT32_MAX; }

// Whether a stage that was read may be priced: it is of the device's kernels, its transforms advance, and products of its
// numbers do not overflow. What is beyond is measured too rarely to matter.
static int is_sane(const tcf_stage *s, const tcf_device *d) {
  if (s->kernel->backend != d->backend || s->algorithm != s->kernel->algorithm) return 0;
  if (s->points > 0 && (s->in_step < 1 || s->out_step < 1)) return 0;
  int within = is_within(s->is) && is_within(s->os) && is_within(s->in_step) && is_within(s->out_step) &&
               is_within(s->in_batch_step) && is_within(s->out_batch_step) && is_within(s->points);
  for (int i = 0; i < s->dims; i++) within &= is_within(s->dim[i].n) && is_within(s->dim[i].is) && is_within(s->dim[i].os);
  return within;
}

// The most threads that a stage on the host was measured with, which its subject ends with; 0 on other devices.
static int threads_of(const char *subject) {
  static const char key[] = ":threads=";
  const char *at = strstr(subject, key);
  return at ? (int)strtol(at + sizeof key - 1, NULL, 10) : 0;
}

// Appends a sample to its chain. What is built in comes before the rest.
static void put_into_chain(tcf_samples *samples, int i) {
  tcf_sample *s = &samples->list[i];
  int *at = chain_of(samples, &s->class);
  while (*at && (samples->list[*at - 1].built_in || !s->built_in)) at = &samples->list[*at - 1].next;
  s->next = *at;
  *at = i + 1;
}

tcfft_status tcf_samples_add(tcf_samples *samples, const tcf_device *d, const tcf_measured_stage *m) {
  char error[TCF_ERROR_TEXT];
  const tcf_sample_origin *origin = origin_of(samples, d, m->device);
  if (origin->relation == TCF_TIME_MODEL) return TCFFT_SUCCESS;
  const int related = origin->relation == TCF_TIME_RELATED;
  tcf_sample s = {
      .on = related ? &origin->described : NULL, .akin = origin->akin, .seconds = m->seconds, .built_in = m->built_in};
  tcf_keep_error(error);
  const int parsed = tcf_stage_parse(&s.stage, m->line) == TCFFT_SUCCESS;
  tcf_restore_error(error);
  if (!parsed || !is_sane(&s.stage, d)) return TCFFT_SUCCESS;
  // How fast clusters of blocks are beside memory differs from model to model: 2^17 points take 0.69 of a copy's speed on an
  // H200, 0.92 on an H100. Tiles are limited by memory on all.
  if (related && !s.akin && !s.stage.kernel->assess) return TCFFT_SUCCESS;
  TCF_TRY(make_room(samples));
  s.class = class_of(&s.stage, s.stage.algorithm == TCFFT_ALGORITHM_TENSOR, s.stage.split, threads_of(m->subject));
  samples->list[samples->count] = s;
  put_into_chain(samples, samples->count++);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ costs

static int same_choices(const tcf_stage *a, const tcf_stage *b) {
  return a->width == b->width && a->threads == b->threads && !strcmp(a->fft, b->fft);
}

// Whether a stage has so many transforms that twice as many take twice the time: several rounds of blocks on a device, and
// more than the caches hold on a processor.
static int fills(const tcf_stage *s, const tcf_device *d) {
  const double ffts = (double)tcf_dim_count(s, 0), points = (double)(s->points ? s->points : s->n);
  return d->backend == TCFFT_BACKEND_HOST ? 16 * points * ffts > 2 * (double)d->l3
                                          : ffts / (double)s->width >= 4 * (double)d->cores;
}

// Looks for the choices of a stage among what its kernel offers.
static tcf_assessed assess_offered(tcf_stage *s, const tcf_device *d) {
  enum { OFFERED = 192 };
  tcf_candidates all = {.max = OFFERED};
  int found = 0;
  tcf_stage task = *s;
  all.stage = tcf_alloc(OFFERED * sizeof *all.stage);
  if (!all.stage) return TCF_ASSESSED_IMPOSSIBLE;
  const int threads = d->backend == TCFFT_BACKEND_HOST ? (int)s->threads : 1;
  task.threads = threads;
  s->kernel->propose(&task, d, threads, &all);
  for (int more = 0; more < 2 && !found; more++) {
    if (more && all.count && s->kernel->variants) s->kernel->variants(&all.stage[0], d, &all);
    for (int i = 0; i < all.count && !found; i++) {
      found = same_choices(&all.stage[i], s);
      if (found) task = all.stage[i];
    }
  }
  free(all.stage);
  if (!found) return TCF_ASSESSED_IMPOSSIBLE;
  task.algorithm = s->algorithm;
  *s = task;
  return fills(s, d) ? TCF_ASSESSED_FILLS : TCF_ASSESSED_IDLE;
}

tcf_assessed tcf_samples_assess(tcf_stage *s, const tcf_device *d) {
  return s->kernel->assess ? s->kernel->assess(s, d) : assess_offered(s, d);
}

// ------------------------------------------------------------------------------------------------ use

// Predictions are not wrong by such a factor, so that the record is.
static const double most_wrong = 100;

// Compares the measured time with the predicted one, once. Where planning is given up the prediction may be of half a
// search.
static int is_usable(tcf_sample *sample, const tcf_device *d) {
  if (sample->correction == 0) {
    tcf_stage s = sample->stage;
    const tcf_assessed assessed = tcf_samples_assess(&s, sample->on ? sample->on : d);
    if (tcf_memo_given_up()) return 0;
    sample->assessed = assessed;
    sample->correction = assessed && s.time > 0 ? sample->seconds / s.time : -1;
    if (!(sample->correction > 1 / most_wrong && sample->correction < most_wrong)) sample->correction = -1;
  }
  return sample->correction > 0;
}

// How far a number is from another one: 1 for a factor of two.
static double octaves(int64_t a, int64_t b) { return fabs(log2((double)(a ? a : 1) / (double)(b ? b : 1))); }

// The distance of a stage from a sample of its class. Where both fill the device, the number of transforms does not matter.
static double distance_of(const tcf_sample *sample, const tcf_stage *s, int filled) {
  const tcf_stage *of = &sample->stage;
  double distance = filled ? 0 : octaves(tcf_dim_count(of, 0), tcf_dim_count(s, 0));
  for (int output = 0; output < 2; output++)
    distance += 0.1 * octaves(point_stride(of, output), point_stride(s, output)) +
                0.1 * octaves(fft_stride(of, output), fft_stride(s, output));
  return distance;
}

// Farther than any sample of the same model is.
static const double of_another_model = 1000;

// The stage with the choices of a sample. 0: the device cannot have it.
static int adopt(tcf_alike *alike, tcf_sample *sample, const tcf_stage *task, const tcf_device *d, double *distance) {
  const tcf_stage *of = &sample->stage;
  tcf_stage s = *task;
  if (sample->class.threads && of->threads > sample->class.threads) return 0;  // those of the host
  if (!is_usable(sample, d)) return 0;
  s.kernel = of->kernel;
  s.algorithm = of->algorithm;
  if (s.algorithm == TCFFT_ALGORITHM_TENSOR) s.split = of->split;
  s.width = of->width;
  s.threads = of->threads;
  memcpy(s.fft, of->fft, sizeof s.fft);
  const tcf_assessed assessed = tcf_samples_assess(&s, d);
  if (!assessed) return 0;
  const int filled = assessed == TCF_ASSESSED_FILLS && sample->assessed == TCF_ASSESSED_FILLS;
  s.time *= sample->correction;
  s.source = sample->on ? TCF_TIME_RELATED : TCF_TIME_MEASURED;
  *distance = distance_of(sample, task, filled) + (sample->on && !sample->akin ? of_another_model : 0);
  *alike = (tcf_alike){.stage = s, .near = filled || octaves(tcf_dim_count(of, 0), tcf_dim_count(task, 0)) <= 1};
  return 1;
}

// Whether one of two things that a kernel may do is to be preferred: what is near, then what was measured on the device
// itself, then what is nearer.
static int preferred(const tcf_alike *a, double distance, const tcf_alike *b, double other) {
  if (a->near != b->near) return a->near;
  if (a->stage.source != b->stage.source) return a->stage.source == TCF_TIME_MEASURED;
  return distance < other;
}

enum { MOST_KERNELS = 16 };  // of a class

// Adds the nearest samples of one class to the list, one for each kernel.
static int find_in_class(tcf_samples *samples, const stage_class *class, const tcf_stage *task, const tcf_device *d,
                         int built_in, tcf_alike *list, int count, int max) {
  double distances[MOST_KERNELS];
  const int begin = count;
  tcf_sample *at;
  for (int i = *chain_of(samples, class); i; i = at->next) {
    tcf_alike alike;
    double distance;
    at = &samples->list[i - 1];
    if (!same_class(&at->class, class) || (built_in && !at->built_in) || !tcf_kernel_is_selected(at->stage.kernel, task) ||
        !adopt(&alike, at, task, d, &distance))
      continue;
    int k = begin;
    while (k < count && list[k].stage.kernel != alike.stage.kernel) k++;
    if (k == max || k == begin + MOST_KERNELS || (k < count && !preferred(&alike, distance, &list[k], distances[k - begin])))
      continue;
    list[k] = alike;
    distances[k - begin] = distance;
    count += k == count;
  }
  return count;
}

int tcf_samples_find(tcf_samples *samples, const tcf_stage *task, const tcf_device *d, int threads, int built_in,
                     tcf_alike *list, int max) {
  int count = 0;
  if (!samples->count) return 0;
  for (int tensor = 0; tensor < 2; tensor++) {
    // AUTO takes two terms a number: what one gains in time is not worth its loss of accuracy.
    const tcfft_split split = task->algorithm == TCFFT_ALGORITHM_AUTO ? TCFFT_SPLIT_SPLIT2 : task->split;
    const stage_class class = class_of(task, tensor, split, d->backend == TCFFT_BACKEND_HOST ? threads : 0);
    count = find_in_class(samples, &class, task, d, built_in, list, count, max);
  }
  return count;
}
