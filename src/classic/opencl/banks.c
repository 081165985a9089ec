// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/banks.h"

#include "tile/passes.h"

// The model of local memory's banks is that of NVIDIA's GPUs, and close to that of others: 32 work-items run at once, and
// each half of them accesses 16 banks of 8 bytes. Complex numbers of FP64 take two banks, and a quarter accesses at once.
enum { WARP = 32, BANKS = 16, USUAL_PAD = 4 };

static int banks_of(const tcf_tile *t) { return BANKS >> t->f64; }

// The point 0 and the result 0 of Rader's algorithm lie behind the other points.
static int rows(const tcf_tile *t) { return t->n + (t->conv == TCF_CONV_RADER); }

static void set_layout(tcf_tile *t, int pad, int more) {
  t->pad = pad;
  t->stride = tcf_tile_padded(rows(t) - 1, pad) + 1 + more;
  t->shared = t->passes > 1 || t->smem_in || t->smem_out || t->conv
                  ? (size_t)t->fpb * (size_t)t->stride * (size_t)tcf_tile_point_bytes(t)
                  : 0;
}

void tcf_opencl_set_memory(tcf_tile *t, const tcf_device *d) {
  // In a direct DFT neighbouring work-items read the same point of neighbouring transforms. The stride is the prime
  // itself, which is odd, so that these accesses are free of bank conflicts.
  if (t->conv == TCF_CONV_DIRECT) {
    set_layout(t, 0, 0);
    return;
  }
  const int pad = d->gpu ? USUAL_PAD : 0;
  set_layout(t, pad, d->gpu && tcf_tile_padded(rows(t) - 1, pad) % 2);
}

// ------------------------------------------------------------------------------------------------ bank conflicts

// An access of all work-items to one element each, in the order of FOR_ELEMENTS (thread_map.cl).
typedef struct access {
  int order, count;   // as of ELEMENT_OF: 1 if neighbouring work-items take neighbouring transforms; elements of a transform
  int radix, before;  // of a pass in place; radix 0: the access belongs to no pass
  int reversed;       // 1: elements are numbered in natural order and lie in digit-reversed order
} access;

static int digits_reversed(const tcf_tile *t, int i) {
  int reversed = 0, before = t->n;
  for (int p = t->passes - 1; p >= 1; p--) {
    before /= t->radix[p];
    reversed += i % t->radix[p] * before;
    i /= t->radix[p];
  }
  return reversed + i;
}

static int place(const tcf_tile *t, const access *a, int id, int r) {
  const int fft = a->order ? id % t->fpb : id / a->count, element = a->order ? id / t->fpb : id % a->count;
  int i = element;
  if (a->radix) i = element / a->before * (a->before * a->radix) + element % a->before + r * a->before;
  if (a->reversed) i = digits_reversed(t, i);
  return fft * t->stride + tcf_tile_padded(i, t->pad);
}

// Memory cycles in which the first warp accesses one element for each work-item; 2 without conflicts, 4 of FP64.
static int cycles(const tcf_tile *t, const access *a, int r) {
  const int banks = banks_of(t);
  int sum = 0;
  for (int part = 0; part < WARP / banks; part++) {
    int bank[BANKS] = {0}, most = 0;
    for (int id = part * banks; id < (part + 1) * banks && id < t->fpb * a->count && id < t->threads; id++) {
      const int at = place(t, a, id, r) % banks;
      bank[at]++;
      if (bank[at] > most) most = bank[at];
    }
    sum += most;
  }
  return sum;
}

static int cycles_of_pass(const tcf_tile *t, int p, int order) {
  const int radix = t->radix[p], before = tcf_tile_within(t, p);
  const access a = {.order = order, .count = t->n / radix, .radix = radix, .before = before};
  return cycles(t, &a, 0) + cycles(t, &a, radix / 2);
}

static int cycles_of_elements(const tcf_tile *t, int order, int reversed) {
  const access a = {.order = order, .count = t->n, .reversed = reversed};
  return 2 * cycles(t, &a, 0);
}

// The first pass takes points that lie n / R0 apart in natural order, and stores its results side by side in
// digit-reversed order.
static int cycles_of_first(const tcf_tile *t) {
  const access a = {.order = t->batch_fast_in, .count = t->n / t->radix[0], .reversed = 1};
  return 2 * cycles(t, &a, 0);
}

static int all_cycles(const tcf_tile *t) {
  const int last = t->passes - 1;
  int sum = t->conv || t->smem_in ? cycles_of_elements(t, t->batch_fast_in, !t->conv) + 2 * cycles_of_pass(t, 0, 0)
                                  : cycles_of_first(t);
  for (int p = 1; p <= last; p++) {
    const int leaves = p == last && !t->smem_out;
    sum += (leaves ? 1 : 2) * (t->conv ? 2 : 1) * cycles_of_pass(t, p, leaves && t->batch_fast_out);
  }
  return sum + (t->smem_out ? cycles_of_elements(t, t->batch_fast_out, 0) : 0);
}

static int64_t groups(const tcf_tile *t, const tcf_device *d) { return d->sm_shared / (int64_t)(t->shared + 1024); }

void tcf_opencl_lay_out(tcf_tile *t, const tcf_device *d) {
  static const int pads[] = {USUAL_PAD, 0, 5, 3};
  tcf_opencl_set_memory(t, d);
  if (!d->gpu || !t->shared || t->conv == TCF_CONV_DIRECT) return;
  tcf_tile best = *t;
  int least = all_cycles(t);
  for (size_t i = 0; i < sizeof pads / sizeof *pads; i++)
    for (int more = 0; more < (t->fpb > 1 ? banks_of(t) : 1); more++) {
      tcf_tile other = *t;
      set_layout(&other, pads[i], more);
      if ((int64_t)other.shared > d->shared || (other.shared > best.shared && groups(&other, d) < groups(t, d))) continue;
      const int meets = all_cycles(&other);
      if (meets >= least) continue;
      least = meets;
      best = other;
    }
  *t = best;
}
