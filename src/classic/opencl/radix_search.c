// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/radix_search.h"

#include <string.h>

#include "core/limits.h"
#include "num/modular.h"
#include "tile/io.h"
#include "tile/ops.h"

enum {
  // On a GPU, whose registers hold 32 points. On a CPU radices beyond 16 only take longer to compile.
  LARGEST_RADIX = 32,
  // On a CPU, and for the first radix of a convolution, whose registers also hold part of the spectrum (8191 points by
  // 26.21.15 are half as fast).
  USUAL_RADIX = 16,
};

int tcf_opencl_is_radix(int r, const tcf_device *d) {
  return r == 1 || (r <= (d->gpu ? LARGEST_RADIX : USUAL_RADIX) && tcf_tile_is_radix(r));
}

// The cheapest radix schedules so far.
typedef struct found {
  tcf_tile *radices;
  double cost[TCF_OPENCL_SCHEDULES];  // instructions of a transform
  int count;
  const tcf_device *d;
} found;

static void keep(found *f, const tcf_tile *t, double cost) {
  int at = f->count < TCF_OPENCL_SCHEDULES ? f->count++ : TCF_OPENCL_SCHEDULES - 1;
  for (; at > 0 && f->cost[at - 1] > cost; at--) {
    f->cost[at] = f->cost[at - 1];
    f->radices[at] = f->radices[at - 1];
  }
  f->cost[at] = cost;
  f->radices[at] = *t;
}

static int is_worse(const found *f, double cost) {
  return f->count == TCF_OPENCL_SCHEDULES && cost >= f->cost[TCF_OPENCL_SCHEDULES - 1];
}

// Instructions of all butterflies of a pass, and of moving the points from this pass to the next.
static double pass_cost(const tcf_tile *t, int p, const tcf_device *d) {
  const double trip = d->gpu ? 12 : 8;
  return (t->conv ? 2 : 1) * t->n * (tcf_pass_ops(t->radix[p], p == 0) / t->radix[p] + trip);
}

static void search(found *f, tcf_tile *t, int rest, double cost) {
  if (is_worse(f, cost)) return;
  if (rest == 1) {
    keep(f, t, cost);
    return;
  }
  if (t->passes == TCF_TILE_PASSES) return;
  // Largest first, except for the first radix of a convolution: 330 points by 15.22 reach 0.58 of a copy's speed, by 15.11.2
  // 0.50 (H200).
  const int last = t->passes > (t->conv != 0) ? t->radix[t->passes - 1] : LARGEST_RADIX,
            most = t->conv && !t->passes ? USUAL_RADIX : last;
  for (int r = most; r > 1; r--) {
    if (rest % r || !tcf_opencl_is_radix(r, f->d)) continue;
    t->radix[t->passes++] = r;
    search(f, t, rest / r, cost + pass_cost(t, t->passes - 1, f->d));
    t->passes--;
  }
}

static void add_schedules(found *f, const tcf_tile *tile, tcf_conv conv, int n) {
  tcf_tile t = *tile;
  t.conv = (int)conv;
  t.n = n;
  t.passes = 0;
  if (n > TCF_LARGEST_TILE) return;
  if (n == 1) {
    t.radix[t.passes++] = 1;
    keep(f, &t, 0);
  } else {
    search(f, &t, n, conv ? 12.0 * n : 0);
  }
}

// Adds Rader's convolution for primes, and Bluestein's by several lengths.
static void add_convolutions(found *f, const tcf_tile *t) {
  static const int odd[] = {1, 3, 5, 7, 9, 15};
  if (t->points > 2 && (int)tcf_smallest_factor((tcf_u64)t->points) == t->points)
    add_schedules(f, t, TCF_CONV_RADER, t->points - 1);
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    int m = odd[i];
    while (m < 2 * t->points - 1) m *= 2;
    add_schedules(f, t, TCF_CONV_BLUESTEIN, m);
  }
}

int tcf_opencl_may_convolve(const tcf_stage *s) { return !tcf_op_convolves(s->load) && !tcf_op_convolves(s->store); }

int tcf_opencl_radices(tcf_tile schedules[TCF_OPENCL_SCHEDULES], const tcf_tile *tile, const tcf_stage *s,
                       const tcf_device *d) {
  found f = {.radices = schedules, .d = d};
  add_schedules(&f, tile, s->store == TCF_OP_FILTER_INVERSE ? TCF_CONV_FILTERED : TCF_CONV_NONE, tile->points);
  if (!f.count && tcf_opencl_may_convolve(s)) add_convolutions(&f, tile);
  return f.count;
}
