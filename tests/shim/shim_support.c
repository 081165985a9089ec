// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim_support.h"

#include <math.h>
#include <string.h>

shim_side shim_side_of(const shim_case *c, int output) {
  const int real = c->type == CUFFT_C2C ? 0 : (c->type == CUFFT_R2C) == !output, last = c->rank - 1;
  const int halved = c->type != CUFFT_C2C && !real, padded = c->in_place && c->type != CUFFT_C2C;
  shim_side s = {.rank = c->rank, .width = real ? 1 : 2, .batch = c->batch, .count = 1, .stride = 1, .distance = 1};
  for (int i = 0; i < c->rank; i++) {
    s.n[i] = i == last && halved ? c->n[i] / 2 + 1 : c->n[i];
    s.count *= s.n[i];
    s.embed[i] = i == last && padded && real ? 2 * (c->n[i] / 2 + 1) : s.n[i];
    s.distance *= s.embed[i];
  }
  if (c->embeds) {
    memcpy(s.embed, output ? c->onembed : c->inembed, sizeof s.embed);
    s.stride = output ? c->ostride : c->istride;
    s.distance = output ? c->odist : c->idist;
  }
  s.span = (shim_at(&s, s.batch - 1, s.count - 1) + 1) * s.width;
  return s;
}

long long shim_at(const shim_side *s, long long b, long long i) {
  long long x[3] = {0}, at = 0;
  for (int a = s->rank - 1; a >= 0; a--) {
    const long long n = s->n[a] > 0 ? s->n[a] : 1;
    x[a] = i % n;
    i /= n;
  }
  for (int a = 0; a < s->rank; a++) at = at * (a ? s->embed[a] : 1) + x[a];
  return b * s->distance + at * s->stride;
}

// The elements of all transforms, packed.
static double *gather(const shim_side *s, const float *from) {
  double *to = test_doubles(s->batch * s->count * s->width);
  for (long long b = 0, k = 0; b < s->batch; b++)
    for (long long i = 0; i < s->count; i++)
      for (int part = 0; part < s->width; part++) to[k++] = from[shim_at(s, b, i) * s->width + part];
  return to;
}

// What lies between the elements of the output is what was there.
static void check_gaps(const shim_side *s, const float *before, const float *after) {
  char *touched = calloc((size_t)s->span, 1);
  ck_assert_ptr_nonnull(touched);
  for (long long b = 0; b < s->batch; b++)
    for (long long i = 0; i < s->count; i++) memset(touched + shim_at(s, b, i) * s->width, 1, (size_t)s->width);
  for (long long i = 0; i < s->span; i++)
    ck_assert_msg(touched[i] || test_bits(before[i]) == test_bits(after[i]), "float %lld was written: %g", i,
                  (double)after[i]);
  free(touched);
}

static void check_values(const shim_case *c, const shim_side *to, int direction, double *input, const float *out) {
  static const struct {
    int type;
    tcfft_kind kind;
  } kinds[] = {{CUFFT_C2C, TCFFT_C2C}, {CUFFT_R2C, TCFFT_R2C}, {CUFFT_C2R, TCFFT_C2R}};
  tcfft_desc d = TCFFT_DESC_INIT;
  for (size_t i = 0; i < TEST_COUNT(kinds); i++)
    if (kinds[i].type == c->type) d.kind = kinds[i].kind;
  d.rank = c->rank;
  d.batch = c->batch;
  for (int i = 0; i < c->rank; i++) d.n[i] = c->n[i];
  double *wanted = test_expected(&d, direction == CUFFT_INVERSE ? TCFFT_INVERSE : TCFFT_FORWARD, input);
  double *got = gather(to, out), error = 0, norm = 0;
  for (long long i = 0; i < to->batch * to->count * to->width; i++) {
    error += (got[i] - wanted[i]) * (got[i] - wanted[i]);
    norm += wanted[i] * wanted[i];
  }
  ck_assert_msg(error <= 1e-12 * norm, "a relative error of %g: type %x, rank %d, n %lld %lld %lld, batch %lld",
                sqrt(error / norm), c->type, c->rank, c->n[0], c->n[1], c->n[2], c->batch);
  test_free_doubles(wanted);
  test_free_doubles(got);
}

cufftResult shim_execute_typed(int plan, void *in, void *out, int direction, int type) {
  return type == CUFFT_C2C   ? cufftExecC2C(plan, in, out, direction)
         : type == CUFFT_R2C ? cufftExecR2C(plan, in, out)
                             : cufftExecC2R(plan, in, out);
}

void shim_check(const shim_case *c, int plan, int direction, shim_execute *execute, void *stream) {
  const shim_side from = shim_side_of(c, 0), to = shim_side_of(c, 1);
  const size_t in_bytes = (size_t)from.span * sizeof(float), out_bytes = (size_t)to.span * sizeof(float);
  const size_t bytes = c->in_place && out_bytes > in_bytes ? out_bytes : in_bytes;
  test_rng rng = test_rng_fresh((uint64_t)c->n[0]);
  float *x = malloc(bytes);
  ck_assert_ptr_nonnull(x);
  for (size_t i = 0; i < bytes / sizeof *x; i++) x[i] = test_uniform(&rng);
  double *input = gather(&from, x);
  void *in = device_new(x, bytes), *out = c->in_place ? in : device_new(NULL, out_bytes);
  float *before = device_get(out, out_bytes);
  if (c->type == CUFFT_R2C) direction = CUFFT_FORWARD;
  if (c->type == CUFFT_C2R) direction = CUFFT_INVERSE;
  succeeds(execute ? execute(plan, in, out, direction) : shim_execute_typed(plan, in, out, direction, c->type));
  device_sync(stream);
  float *after = device_get(out, out_bytes), *left = device_get(in, bytes);
  check_values(c, &to, direction, input, after);
  if (!c->in_place) {
    check_gaps(&to, before, after);
    ck_assert_msg(!memcmp(left, x, bytes), "the input was changed");
    device_free(out);
  }
  device_free(in);
  test_free_doubles(input);
  free(x);
  free(before);
  free(after);
  free(left);
}
