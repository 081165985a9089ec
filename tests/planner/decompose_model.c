// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/decompose_model.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/twiddle.h"
#include "support.h"

// Memory of a slot: complex numbers, and the end of what was written.
typedef struct memory {
  double *at;
  int64_t elements, touched;
} memory;

static void get(const memory *m, int64_t i, double v[2]) {
  // Check's own assertion writes a message each time.
  if (i < 0 || i >= m->elements) ck_abort_msg("element %lld of %lld is read", (long long)i, (long long)m->elements);
  v[0] = m->at[2 * i];
  v[1] = m->at[2 * i + 1];
}

static void put(memory *m, int64_t i, const double v[2]) {
  if (i < 0 || i >= m->elements) ck_abort_msg("element %lld of %lld is written", (long long)i, (long long)m->elements);
  m->at[2 * i] = v[0];
  m->at[2 * i + 1] = v[1];
  if (i >= m->touched) m->touched = i + 1;
}

static memory take(int64_t elements) {
  memory m = {.at = malloc((size_t)(elements ? elements : 1) * 2 * sizeof(double)), .elements = elements};
  ck_assert_ptr_nonnull(m.at);
  for (int64_t i = 0; i < 2 * elements; i++) m.at[i] = NAN;
  return m;
}

// Elements that a side of an axis reaches over.
static int64_t reach(const tcf_stage *axis, int output) {
  int64_t span = (model_points(axis) - 1) * model_stride(axis, output) + 1;
  for (int i = 0; i < axis->dims; i++) span += (axis->dim[i].n - 1) * (output ? axis->dim[i].os : axis->dim[i].is);
  return span;
}

static void multiply(double v[2], const double w[2]) {
  const double re = v[0] * w[0] - v[1] * w[1];
  v[1] = v[0] * w[1] + v[1] * w[0];
  v[0] = re;
}

static void swap(double v[2]) {
  const double re = v[0];
  v[0] = v[1];
  v[1] = re;
}

// Transforms of n points from x to y, or from and to memory that lies like them, by FFTW.
static fftw_plan plan_of(double *y, double *x, int64_t n) {
  const fftw_plan plan =
      fftw_plan_dft_1d((int)n, (fftw_complex *)x, (fftw_complex *)y, FFTW_FORWARD, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  ck_assert_ptr_nonnull(plan);
  return plan;
}

static void transform(double *y, double *x, int64_t n) {
  const fftw_plan plan = plan_of(y, x, n);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

// exp(-2 pi i k / n) for every k. The table is kept, because all transforms of a stage, and often the next stage, use one
// length.
static const double *roots_of(int64_t n) {
  static double *roots;
  static int64_t length;
  if (length == n) return roots;
  free(roots);
  roots = malloc((size_t)n * 2 * sizeof(double));
  ck_assert_ptr_nonnull(roots);
  for (int64_t k = 0; k < n; k++) tcf_root_exact(k, n, roots + 2 * k);
  length = n;
  return roots;
}

// exp(-pi i e^2 / n)
static double *make_chirp(int64_t n) {
  double *chirp = malloc((size_t)n * 2 * sizeof(double));
  ck_assert_ptr_nonnull(chirp);
  for (int64_t e = 0; e < n; e++) tcf_root_exact((int64_t)((__int128)e * e % (2 * n)), 2 * n, chirp + 2 * e);
  return chirp;
}

// The spectrum of the conjugate chirp around m points, divided by m: what the inverse transform leaves out. Of a shifted
// convolution it is multiplied by exp(pi i shift^2 / n).
static double *make_filter(const double *chirp, int64_t n, int64_t m, int64_t shift) {
  double *sequence = calloc((size_t)m, 2 * sizeof(double)), *filter = malloc((size_t)m * 2 * sizeof(double));
  ck_assert(sequence && filter);
  for (int64_t e = 0; e < n && 2 * e <= m; e++)
    for (int side = 0; side < 2; side++) {
      double *to = sequence + 2 * (side ? (m - e) % m : e);
      to[0] = chirp[2 * e] / (double)m;
      to[1] = -chirp[2 * e + 1] / (double)m;
    }
  const double *turn = chirp + 2 * shift;
  for (int64_t e = 0; e < m; e++) multiply(sequence + 2 * e, (const double[]){turn[0], -turn[1]});
  transform(filter, sequence, m);
  free(sequence);
  return filter;
}

typedef struct model {
  const tcf_stage *axis;
  memory slot[TCF_SLOTS];
  double *chirp, *filter;
  double *x, *y;   // input and output of one transform
  fftw_plan plan;  // from x to y
} model;

// Multiplies the bins of transform l of the stage by the filter's spectrum and transforms them back.
static void convolve_lane(model *m, const tcf_stage *s, int64_t l) {
  for (int64_t k = 0; k < s->points; k++) {
    double *v = m->x + 2 * k;
    memcpy(v, m->y + 2 * k, 2 * sizeof *v);
    multiply(v, m->filter + 2 * (l + s->twiddle_n / s->points * k));
    swap(v);
  }
  fftw_execute(m->plan);
}

static void multiply_chirp(const model *m, int64_t e, double v[2]) { multiply(v, m->chirp + 2 * (e < 0 ? -e : e)); }

// Loads point e of a convolution over several stages, which is zero where the axis has none.
static void load_chirped(const model *m, const tcf_stage *s, int64_t e, int64_t in, double v[2]) {
  const int64_t n = model_points(m->axis), stride = model_part_stride(s, 0), shift = tcf_convolution_shift(s->kind, s->n);
  const int bins = shift && s->kind == TCFFT_C2R;
  const int64_t at = bins ? e - shift : e, end = bins ? n / 2 + 1 : n;
  if (at < 0 || at >= end) return;
  get(&m->slot[s->in], in + at * stride, v);
  multiply_chirp(m, bins ? e : e - shift, v);
  for (int part = 0; part < 2 && bins && at; part++) v[part] *= 2;
}

// Stores result e of such a convolution, if the axis has it; of R2C also the bin that is its conjugate.
static void store_chirped(model *m, const tcf_stage *s, int64_t e, int64_t out, double v[2]) {
  const int64_t n = model_points(m->axis), stride = model_part_stride(s, 1);
  const int64_t shift = s->store == TCF_OP_CHIRP_ALONE ? tcf_convolution_shift(s->kind, s->n) : 0;
  const int bins = shift && s->kind == TCFFT_R2C;
  const int64_t at = bins ? e - shift : e, end = bins ? n / 2 + 1 : n;
  if (at < 0 || at >= end) return;
  swap(v);
  multiply_chirp(m, bins ? e : e - shift, v);
  if (shift && !bins) v[0] = 0;  // the imaginary part is what C2R stores
  put(&m->slot[s->out], out + at * stride, v);
  if (bins && at) put(&m->slot[s->out], out + (n - at) * stride, (const double[]){v[0], -v[1]});
}

// Runs transform l of batch dimension 0 from memory to memory. offset is that of the other dimensions, beyond the index of
// dimension 1.
static void run_lane(model *m, const tcf_stage *s, int64_t l, int64_t beyond, const int64_t offset[2]) {
  const int64_t n = model_points(m->axis), in = offset[0] + l * s->dim[0].is, out = offset[1] + l * s->dim[0].os;
  const int64_t in_stride = model_part_stride(s, 0), out_stride = model_part_stride(s, 1);
  for (int64_t i = 0; i < s->points; i++) {
    const int64_t e = i * s->in_step + l * s->in_batch_step;
    double *v = m->x + 2 * i;
    v[0] = v[1] = 0;
    if (s->load == TCF_OP_CHIRP) {
      load_chirped(m, s, e, in, v);
      continue;
    }
    if (s->load == TCF_OP_HALF && 2 * i > s->points) {  // minus the conjugate of the point that is there
      v[0] = -m->x[2 * (s->points - i)];
      v[1] = m->x[2 * (s->points - i) + 1];
      continue;
    }
    get(&m->slot[s->in], in + e * in_stride, v);
    if (s->load == TCF_OP_TWIDDLE) multiply(v, roots_of(s->twiddle_n) + 2 * (i * l % s->twiddle_n));
  }
  if (model_is_end(s))
    memcpy(m->y, m->x, (size_t)s->points * 2 * sizeof(double));
  else
    fftw_execute(m->plan);
  const int64_t step_lane = s->in_batch_step || s->out_batch_step ? l : beyond;
  const int turns = tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE;
  const double *roots = turns ? roots_of(s->twiddle_n) : NULL;
  if (s->store == TCF_OP_FILTER_INVERSE) convolve_lane(m, s, step_lane);
  for (int64_t k = 0; k < s->points; k++) {
    const int64_t e = k * s->out_step + l * s->out_batch_step;
    double *v = m->y + 2 * k;
    if (s->store == TCF_OP_HALF_TWIDDLE && 2 * k > s->points) continue;
    if (s->store == TCF_OP_MIRROR && e) {  // bins k and n - k lie side by side in the model
      if (l == 0 && 2 * e > n) continue;
      put(&m->slot[s->out], out + (n - e) * out_stride, (const double[]){v[0], -v[1]});
    }
    if (turns) {
      multiply(v, roots + 2 * (k * step_lane % s->twiddle_n));
    } else if (s->store == TCF_OP_FILTER) {
      multiply(v, m->filter + 2 * e);
      swap(v);
    } else if (tcf_op_has_chirp(s->store)) {
      store_chirped(m, s, e, out, v);
      continue;
    }
    put(&m->slot[s->out], out + e * out_stride, v);
  }
}

// Runs the transforms of a stage in a random order: none may need what another one has overwritten.
static void run_part(model *m, const tcf_stage *s, test_rng *rng) {
  const int64_t lanes = tcf_dim_count(s, 0);
  m->plan = fftw_plan_dft_1d((int)s->points, (fftw_complex *)m->x, (fftw_complex *)m->y, FFTW_FORWARD, FFTW_ESTIMATE);
  ck_assert_ptr_nonnull(m->plan);
  int64_t *order = malloc((size_t)lanes * sizeof *order);
  ck_assert_ptr_nonnull(order);
  for (int64_t i = 0; i < lanes; i++) {
    const int64_t j = test_between(rng, 0, i);
    order[i] = order[j];
    order[j] = i;
  }
  for (int64_t i = 0; i < lanes; i++) {
    int64_t rest = order[i] / s->dim[0].n, offset[2] = {0, 0};
    const int64_t beyond = s->dims > 1 ? rest % s->dim[1].n : 0;
    for (int k = 1; k < s->dims; k++) {
      offset[0] += rest % s->dim[k].n * s->dim[k].is;
      offset[1] += rest % s->dim[k].n * s->dim[k].os;
      rest /= s->dim[k].n;
    }
    run_lane(m, s, order[i] % s->dim[0].n, beyond, offset);
  }
  free(order);
  fftw_destroy_plan(m->plan);
}

// First elements of transform number t on either side.
static void locate(const tcf_stage *axis, int64_t t, int64_t *in, int64_t *out) {
  *in = *out = 0;
  for (int i = 0; i < axis->dims; i++) {
    *in += t % axis->dim[i].n * axis->dim[i].is;
    *out += t % axis->dim[i].n * axis->dim[i].os;
    t /= axis->dim[i].n;
  }
}

// Makes points such that each two conjugate results of R2C, or points of C2R, may be one: real numbers, or what becomes real
// numbers after its real and imaginary parts were swapped.
static void make_halves(double *x, const tcf_stage *axis) {
  const int64_t n = axis->n;
  if (axis->kind == TCFFT_R2C)
    for (int64_t e = 0; e < n; e++) x[2 * e + 1] = 0;
  if (axis->kind != TCFFT_C2R) return;
  x[0] = 0;
  for (int64_t e = 1; 2 * e < n; e++) {
    x[2 * (n - e)] = -x[2 * e];
    x[2 * (n - e) + 1] = x[2 * e + 1];
  }
}

// What every transform of the axis should become, packed; fills the input.
static double *expected(const tcf_stage *axis, memory *input, test_rng *rng) {
  const int64_t n = model_points(axis), transforms = tcf_dim_count(axis, 0);
  double *x = malloc((size_t)n * 2 * sizeof(double)), *y = malloc((size_t)(n * transforms) * 2 * sizeof(double));
  ck_assert(x && y);
  const fftw_plan plan = plan_of(y, x, n);
  for (int64_t t = 0; t < transforms; t++) {
    int64_t in, out;
    locate(axis, t, &in, &out);
    for (int64_t e = 0; e < n; e++) {
      x[2 * e] = (double)test_uniform(rng);
      x[2 * e + 1] = (double)test_uniform(rng);
    }
    if (n % 2 && axis->n == n) make_halves(x, axis);
    for (int64_t e = 0; e < n; e++) put(input, in + e * model_stride(axis, 0), x + 2 * e);
    fftw_execute_dft(plan, (fftw_complex *)x, (fftw_complex *)(y + 2 * n * t));
  }
  fftw_destroy_plan(plan);
  free(x);
  return y;
}

// Largest error of the output by the largest value; elements that are no transform's have to be untouched.
static double error_of(const tcf_stage *axis, const memory *output, const double *y) {
  const int64_t n = model_points(axis), transforms = tcf_dim_count(axis, 0);
  double error = 0, largest = 0;
  int64_t written = 0;
  for (int64_t t = 0; t < transforms; t++) {
    int64_t in, out;
    locate(axis, t, &in, &out);
    for (int64_t e = 0; e < n; e++) {
      const double *is = output->at + 2 * (out + e * model_stride(axis, 1)), *wants = y + 2 * (t * n + e);
      const double re = is[0] - wants[0], im = is[1] - wants[1], off = re * re + im * im;
      const double size = wants[0] * wants[0] + wants[1] * wants[1];
      if (!(off <= error)) error = off;
      if (size > largest) largest = size;
    }
  }
  for (int64_t i = 0; i < output->elements; i++) written += !isnan(output->at[2 * i]);
  ck_assert_int_eq(written, n * transforms);
  return sqrt(error / largest);
}

static double *new_numbers(int64_t count) {
  double *x = malloc((size_t)count * 2 * sizeof(double));
  ck_assert_ptr_nonnull(x);
  return x;
}

// Makes the memory that the stages work in.
static model new_model(const tcf_stage *axis, const tcf_decomposition *parts) {
  model m = {.axis = axis};
  int64_t longest = 1, convolution = 0;
  for (int i = 0; i < parts->count; i++) {
    const tcf_stage *s = &parts->stage[i];
    if (s->points > longest) longest = s->points;
    if (s->store == TCF_OP_FILTER || s->store == TCF_OP_FILTER_INVERSE) convolution = s->twiddle_n;
  }
  if (convolution) {
    m.chirp = make_chirp(model_points(axis));
    m.filter = make_filter(m.chirp, model_points(axis), convolution, tcf_convolution_shift(axis->kind, axis->n));
  }
  m.x = new_numbers(longest);
  m.y = new_numbers(longest);
  for (int w = TCF_SLOT_WORK; w < TCF_SLOTS; w++)
    if (w != (int)axis->in && w != (int)axis->out) m.slot[w] = take(parts->work[w - TCF_SLOT_WORK] / 8);
  m.slot[axis->in] = take(reach(axis, 0));
  if (axis->out != axis->in) m.slot[axis->out] = take(reach(axis, 1));
  return m;
}

static void free_model(model *m) {
  for (int w = 0; w < TCF_SLOTS; w++) free(m->slot[w].at);
  free(m->chirp);
  free(m->filter);
  free(m->x);
  free(m->y);
}

void model_check(const char *what, const tcf_stage *axis, const tcf_decomposition *parts) {
  model m = new_model(axis, parts);
  test_rng rng = test_rng_fixed((uint64_t)axis->n);
  double *y = expected(axis, &m.slot[axis->in], &rng);
  for (int i = 0; i < parts->count; i++) run_part(&m, &parts->stage[i], &rng);
  const double error = error_of(axis, &m.slot[axis->out], y);
  ck_assert_msg(error <= 1e-12, "%s: error %g", what, error);
  // What is asked for is needed.
  for (int w = TCF_SLOT_WORK; w < TCF_SLOTS; w++)
    if (w != (int)axis->in && w != (int)axis->out)
      ck_assert_msg(m.slot[w].touched == m.slot[w].elements, "%s: %lld of %lld elements of slot %d are used", what,
                    (long long)m.slot[w].touched, (long long)m.slot[w].elements, w);
  free_model(&m);
  free(y);
}
