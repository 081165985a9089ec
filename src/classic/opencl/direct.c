// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/direct.h"

#include <float.h>
#include <math.h>

#include "math/twiddle.h"
#include "num/modular.h"
#include "tile/cost.h"
#include "tile/direct.h"

static int is_possible(const tcf_tile *t, const tcf_device *d) { return d->gpu && t->passes == 1; }

int tcf_opencl_direct(tcf_tile *t, const tcf_stage *s, const tcf_device *d, int tpt) {
  enum { WARP = 32 };
  if (t->points > TCF_DIRECT_LONGEST) return 0;
  t->n = t->points;
  t->conv = TCF_CONV_DIRECT;
  t->passes = tcf_direct_radices(t->n, t->radix);
  t->tpt = tpt;
  if (!is_possible(t, d) || !tcf_direct_fits(t)) return 0;
  t->fpb = tpt > 1 ? WARP : 2 * WARP;
  while (t->fpb > 1 && (t->fpb / 2 >= s->dim[0].n || t->fpb * tpt > d->sm_threads)) t->fpb /= 2;
  return t->fpb * tpt <= d->sm_threads;
}

// Fitted to 204 tiles of the primes from 17 to 127 on an H200; on average the tile that it chooses is 2 % slower than the
// fastest one. Few warps cannot hide each other's latency, and a multiprocessor has four schedulers, each of which gets
// whole warps.
#define OPS 1.5
#define ALL 0.83
#define FEW 0.3
#define UNEVEN 1.1
#define PARTIAL 1.1

double tcf_opencl_direct_seconds(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  enum { WARP = 32, SCHEDULERS = 4, MANY = 24 * WARP };
  const int resident = t->blocks * t->threads;
  double factor = ALL;
  if (resident < MANY) factor *= 1 + FEW * log2((double)MANY / resident);
  if (t->threads % (SCHEDULERS * WARP)) factor *= UNEVEN;
  if (t->threads % WARP) factor *= PARTIAL;
  return (tcf_tile_seconds(s, t, OPS * tcf_direct_ops(t), d) - d->launch) * factor + d->launch;
}

int tcf_opencl_may_be_direct(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d) {
  tcf_tile t = *tile;
  t.tpt = (int)(s->threads / s->width);
  return is_possible(&t, d) && t.tpt * s->width == s->threads && tcf_direct_fits(&t);
}

// ------------------------------------------------------------------------------------------------ constants of its program

// The least g such that every number 1 .. p - 1 or its negative is a power of g modulo p.
static int pair_generator(int p) {
  for (int g = 2; g < p; g++) {
    int power = g, order = 1;
    for (; power != 1 && power != p - 1; order++) power = power * g % p;
    if (order == p / 2) return g;
  }
  return 1;
}

void tcf_opencl_print_direct(const tcf_tile *t, tcf_writer *w) {
  const int ept = (t->n / 2 + t->tpt - 1) / t->tpt, generator = pair_generator(t->n);
  const tcf_u64 prime = (tcf_u64)t->n, forward = tcf_powmod((tcf_u64)generator, (tcf_u64)ept, prime);
  tcf_put(w, ":generator=%d:forward=%d:back=%d", generator, (int)forward, (int)tcf_powmod(forward, prime - 2, prime));
}

// Prints x as in 0xffabcdp-24f, which is exact and does not depend on the locale. The suffix is that of x's type, whose
// numbers have so many digits.
static void put_number(tcf_writer *w, double x, int digits, const char *suffix) {
  int exponent;
  const long long mantissa = (long long)ldexp(frexp(x, &exponent), digits);
  tcf_put(w, "%s0x%llxp%d%s,", mantissa < 0 ? "-" : "", mantissa < 0 ? -mantissa : mantissa, exponent - digits, suffix);
}

// Constants of FP32 are rounded from double, those of FP64 from long double.
static void put_roots(tcf_writer *w, const char *name, const tcf_tile *t, int part) {
  tcf_put(w, "#define %s ", name);
  for (int j = 0; j <= t->n / 2; j++) {
    double root[2];
    long double wide[2];
    tcf_root_exact(j, t->n, root);
    tcf_wide_root_exact(j, t->n, wide);
    if (t->f64)
      put_number(w, (double)(part ? -wide[1] : wide[0]), DBL_MANT_DIG, "");
    else
      put_number(w, (double)(float)(part ? -root[1] : root[0]), FLT_MANT_DIG, "f");
  }
  tcf_put(w, "\n");
}

void tcf_opencl_print_constants(const tcf_tile *t, char text[TCF_OPENCL_CONSTANTS]) {
  tcf_writer w = {.buf = text, .cap = TCF_OPENCL_CONSTANTS};
  text[0] = 0;
  if (t->conv != TCF_CONV_DIRECT) return;
  put_roots(&w, "COSINES", t, 0);
  put_roots(&w, "SINES", t, 1);
}
