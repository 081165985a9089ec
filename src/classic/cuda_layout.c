// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda_compose.h"

void tcf_tile_set_shared(tcf_tile *t) {
  const int used = t->passes > 1 || t->stage_in || t->stage_out || t->conv;
  t->shared = used ? (size_t)(t->width * t->stride + (t->conv == TCF_CONV_RADER ? t->width : 0)) * 8 : 0;
}

// Points of a lane that shared memory holds.
int tcf_tile_rows(const tcf_tile *t) { return t->conv == TCF_CONV_RADER ? t->n + 1 : t->n; }

// Passes over shared memory that the accesses of one warp cost (Dotsenko et al. 2011, section 4.3): 8-byte words, so that
// half a warp at a time meets 16 pairs of banks.
static int warp_conflicts(const int address[32]) {
  int worst = 1;
  for (int half = 0; half < 32; half += 16) {
    int count[16] = {0}, seen[16][16];
    for (int i = half; i < half + 16; i++) {
      const int a = address[i], bank = a & 15;
      if (a < 0) continue;
      int same = 0;  // one word for several threads is one access
      for (int j = 0; j < count[bank] && !same; j++) same = seen[bank][j] == a;
      if (same) continue;
      seen[bank][count[bank]++] = a;
      if (count[bank] > worst) worst = count[bank];
    }
  }
  return worst;
}

static int shared_at(const tcf_tile *t, int lane, int i) {
  return lane * t->stride + i + (t->pad ? (i >> t->shift) * t->pad : 0);
}

// Accesses of pass p by the warp that begins at thread `first`: reads, or writes.
static int pass_conflicts(const tcf_tile *t, int p, int before, int first, int writes) {
  const int radix = t->radix[p], count = t->n / radix, order = p == 0 ? t->order_in : t->order_out;
  int total = 0;
  for (int r = 0; r<radix; r += radix> 4 ? 3 : 1) {
    int address[32];
    for (int i = 0; i < 32; i++) {
      const int id = first + i, lane = order ? id % t->width : id / t->tpt, j = order ? id / t->width : id % t->tpt;
      const int k = j % before, point = writes ? j / before * before * radix + k + r * before : j + r * count;
      address[i] = lane < t->width && j < count ? shared_at(t, lane, point) : -1;
    }
    total += warp_conflicts(address) - 1;
  }
  return total;
}

// Of all passes, or `enough` and no more.
static int conflicts(const tcf_tile *t, int enough) {
  int total = 0, before = 1;
  for (int p = 0; p < t->passes && total < enough; p++) {
    for (int first = 0; first < t->threads && first < 64; first += 32) {
      if (p > 0 || t->stage_in || t->conv) total += pass_conflicts(t, p, before, first, 0);
      if (p < t->passes - 1 || t->stage_out) total += pass_conflicts(t, p, before, first, 1);
    }
    before *= t->radix[p];
  }
  return total;
}

// The least shared memory among the layouts with the fewest conflicts.
void tcf_tile_lay_out(tcf_tile *t, const tcf_device *d) {
  if (t->conv == TCF_CONV_DENSE) {  // threads of a warp read the same point of neighbouring lanes: an odd stride
    t->stride = t->n | 1;
    t->shift = 2;
    tcf_tile_set_shared(t);
    if ((int64_t)t->shared > d->shared) t->stride = 0;
    return;
  }
  static const struct { int shift, pad; } pads[] = {{2, 0}, {6, 1}, {5, 1}, {4, 1}, {3, 1}, {5, 2}, {4, 2}, {2, 1}};
  const tcf_tile plain = *t;
  int best = INT32_MAX;
  for (size_t i = 0; i < sizeof pads / sizeof *pads && best; i++)
    for (int more = 0; more < (t->width > 1 ? 16 : 1) && best; more++) {
      tcf_tile c = plain;
      c.shift = pads[i].shift;
      c.pad = pads[i].pad;
      c.stride = tcf_tile_rows(t) + ((tcf_tile_rows(t) - 1) >> c.shift) * c.pad + more;
      tcf_tile_set_shared(&c);
      if ((int64_t)c.shared > d->shared) continue;
      const int cost = c.shared ? conflicts(&c, best) : 0;
      if (cost >= best) continue;
      best = cost;
      *t = c;
    }
}
