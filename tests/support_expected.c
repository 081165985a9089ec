// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The reference: FFTW in the wider type, on packed arrays, whatever the layout of the problem.
#include <fftw3.h>

#include "support.h"

#ifdef TEST_F64
#define FFTW_OF(name) fftwl_##name
#else
#define FFTW_OF(name) fftw_##name
#endif

test_wide *test_doubles(int64_t count) {
  test_wide *p = FFTW_OF(malloc)((size_t)(count ? count : 1) * sizeof *p);
  ck_assert_ptr_nonnull(p);
  return p;
}

void test_free_doubles(test_wide *p) { FFTW_OF(free)(p); }

static void conjugate(test_wide *z, int64_t elements) {
  for (int64_t i = 0; i < elements; i++) z[2 * i + 1] = -z[2 * i + 1];
}

// FFTW's kind of a DCT. Types 2 and 3 are inverses of each other.
static FFTW_OF(r2r_kind) r2r_kind(tcfft_kind kind, tcfft_direction direction) {
  static const FFTW_OF(r2r_kind) kinds[2][4] = {
      [TCFFT_FORWARD] = {FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11},
      [TCFFT_INVERSE] = {FFTW_REDFT00, FFTW_REDFT01, FFTW_REDFT10, FFTW_REDFT11},
  };
  return kinds[direction][kind - TCFFT_DCT1];
}

// many: the dimensions of the batch, one more than d->batch_axes.
static FFTW_OF(plan) make_plan(const tcfft_desc *d, tcfft_direction direction, const FFTW_OF(iodim64) * dims,
                               const FFTW_OF(iodim64) * many, test_wide *in, test_wide *out) {
  const int rank = d->rank - d->batch_axes, loops = d->batch_axes + 1;
  if (d->kind == TCFFT_C2C) {
    return FFTW_OF(plan_guru64_dft)(rank, dims, loops, many, (FFTW_OF(complex) *)in, (FFTW_OF(complex) *)out,
                                    direction == TCFFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE);
  }
  if (d->kind == TCFFT_R2C)
    return FFTW_OF(plan_guru64_dft_r2c)(rank, dims, loops, many, in, (FFTW_OF(complex) *)out, FFTW_ESTIMATE);
  if (d->kind == TCFFT_C2R)
    return FFTW_OF(plan_guru64_dft_c2r)(rank, dims, loops, many, (FFTW_OF(complex) *)in, out, FFTW_ESTIMATE);
  FFTW_OF(r2r_kind) kinds[TCFFT_MAX_RANK];
  for (int a = 0; a < rank; a++) kinds[a] = r2r_kind(d->kind, direction);
  return FFTW_OF(plan_guru64_r2r)(rank, dims, loops, many, in, out, kinds, FFTW_ESTIMATE);
}

test_wide *test_expected(const tcfft_desc *d, tcfft_direction direction, test_wide *in) {
  test_side from, to;
  tcfft_desc packed = {.kind = d->kind, .rank = d->rank, .batch = d->batch};
  for (int a = 0; a < d->rank; a++) packed.n[a] = d->n[a];
  test_sides(&from, &to, &packed);

  FFTW_OF(iodim64) many[TCFFT_MAX_RANK + 1], *dims = many + d->batch_axes + 1;
  many[0] = (FFTW_OF(iodim64)){(ptrdiff_t)from.batch, (ptrdiff_t)from.distance, (ptrdiff_t)to.distance};
  for (int a = 0; a < d->rank; a++)
    many[a + 1] = (FFTW_OF(iodim64)){(ptrdiff_t)d->n[a], (ptrdiff_t)from.stride[a], (ptrdiff_t)to.stride[a]};
  test_wide *out = test_doubles(to.count * to.batch * to.width);
  FFTW_OF(plan) plan = make_plan(d, direction, dims, many, in, out);
  ck_assert_msg(plan != NULL, "the reference has no plan");
  // FFTW's real transforms have one sign each; the other is a conjugation of the complex side.
  if (d->kind == TCFFT_C2R && direction == TCFFT_FORWARD) conjugate(in, from.count * from.batch);
  FFTW_OF(execute)(plan);
  if (d->kind == TCFFT_R2C && direction == TCFFT_INVERSE) conjugate(out, to.count * to.batch);
  FFTW_OF(destroy_plan)(plan);
  return out;
}
