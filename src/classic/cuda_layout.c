// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda_compose.h"

void tcf_tile_set_shared(tcf_tile *t) {
  const int used = t->passes > 1 || t->stage_in || t->stage_out || t->conv;
  t->shared = used ? (size_t)(t->width * t->stride + (t->conv == TCF_CONV_RADER ? t->width : 0)) * 8 : 0;
}

// Points of a lane that shared memory holds: of a spectrum, one more.
int tcf_tile_rows(const tcf_tile *t) {
  const int more = t->conv == TCF_CONV_RADER || (t->stage_in && t->mirror_in) || (t->stage_out && t->mirror_out);
  return t->n + more;
}

// ------------------------------------------------------------------------------------------------ passes

static int mirrored(const tcf_tile *t, int p) {
  return ((p == 0 && t->mirror_in) || (p == t->passes - 1 && t->mirror_out)) && t->n > t->radix[p];
}

static int slots_of(const tcf_tile *t, int p) {
  const int count = t->n / t->radix[p];
  return mirrored(t, p) ? (count + 1) / 2 : count;
}

int tcf_tile_rounds(const tcf_tile *t, int p) { return (mirrored(t, p) ? 2 : 1) * ((slots_of(t, p) + t->tpt - 1) / t->tpt); }

// Points move while others still read them: in shared memory before the first pass, after Rader's last.
static int moves(const tcf_tile *t, int p) {
  return (p == 0 && (t->stage_in || t->conv)) || (p == t->passes - 1 && t->conv == TCF_CONV_RADER);
}

int tcf_tile_held(const tcf_tile *t, int p) {
  const int rounds = tcf_tile_rounds(t, p), fit = t->hold / t->radix[p];
  const int at_once = mirrored(t, p) || moves(t, p) || fit > rounds ? rounds : fit < 1 ? 1 : fit;
  return at_once * t->radix[p];
}

// Where the points of butterfly j of a pass lie between the passes: the first of them. The distance is `before`.
static int first_point(const tcf_tile *t, int p, int before, int j) {
  if (p > 0) return j / before * before * t->radix[p] + j % before;
  int reversed = 0;
  for (int i = t->passes - 1; i > 1; i--) {
    reversed = (reversed + j % t->radix[i]) * t->radix[i - 1];
    j /= t->radix[i];
  }
  return (reversed + j) * t->radix[0];
}

// ------------------------------------------------------------------------------------------------ banks

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
  return lane * t->stride + i + (t->pad ? i / t->row * t->pad : 0);
}

// Accesses of pass p by the warp that begins at thread `first`, in its first round: between the passes, or in natural order.
static int pass_conflicts(const tcf_tile *t, int p, int before, int first, int natural) {
  const int radix = t->radix[p], count = t->n / radix, order = p == 0 ? t->order_in : t->order_out;
  int total = 0;
  for (int r = 0; r<radix; r += radix> 4 ? 3 : 1) {
    int address[32];
    for (int i = 0; i < 32; i++) {
      const int id = first + i, lane = order ? id % t->width : id / t->tpt, j = order ? id / t->width : id % t->tpt;
      const int point = natural ? j + r * count : first_point(t, p, before, j) + r * before;
      address[i] = lane < t->width && j < slots_of(t, p) ? shared_at(t, lane, point) : -1;
    }
    total += warp_conflicts(address) - 1;
  }
  return total;
}

// Of all passes, or `enough` and no more. What a pass reads between the passes it writes there, too.
static int conflicts(const tcf_tile *t, int enough) {
  int total = 0, before = 1;
  for (int p = 0; p < t->passes && total < enough; p++) {
    const int last = p == t->passes - 1, between = (p > 0) + !last,
              natural = (p == 0 && (t->stage_in || t->conv)) + (last && (t->stage_out || t->conv));
    for (int first = 0; first < t->threads && first < 64; first += 32) {
      if (between) total += between * pass_conflicts(t, p, before, first, 0);
      if (natural) total += natural * pass_conflicts(t, p, before, first, 1);
    }
    before *= t->radix[p];
  }
  return total;
}

// The best of the distances between lanes for the rows that are set. Padding may take an eighth of the memory: blocks that
// do not fit cost more than conflicts.
static void space_lanes(tcf_tile *t, const tcf_device *d, tcf_tile *best, int *least) {
  const int shared = t->width > 1 && (t->order_in || t->order_out || t->tpt < 16);  // half a warp meets several lanes
  const int rows = tcf_tile_rows(t), padded = rows + (rows - 1) / t->row * t->pad;
  for (int more = 0; more < (shared ? 16 : 1) && *least; more++) {
    tcf_tile c = *t;
    c.stride = padded + more;
    if (c.stride > rows + (rows / 8 > 1 ? rows / 8 : 1)) break;
    tcf_tile_set_shared(&c);
    if ((int64_t)c.shared > d->shared) continue;
    const int cost = c.shared ? conflicts(&c, *least) : 0;
    if (cost >= *least) continue;
    *least = cost;
    *best = c;
  }
}

// The fewest conflicts; with as many, the least padding of rows, which begin with multiples of the first radices' product.
void tcf_tile_lay_out(tcf_tile *t, const tcf_device *d) {
  enum { MOST_PAD = 15 };
  if (t->conv == TCF_CONV_DENSE) {  // threads of a warp read the same point of neighbouring lanes: an odd stride
    t->stride = t->n | 1;
    t->row = 1;
    tcf_tile_set_shared(t);
    if ((int64_t)t->shared > d->shared) t->stride = 0;
    return;
  }
  tcf_tile c = *t;
  int least = INT32_MAX;
  c.row = 1;
  c.pad = 0;
  space_lanes(&c, d, t, &least);
  for (c.pad = 1; c.pad <= MOST_PAD && least; c.pad++) {
    int64_t row = c.n;
    for (int p = c.passes - 1; p > 0 && least; p--) {
      row /= c.radix[p];
      c.row = (int)row;
      space_lanes(&c, d, t, &least);
    }
  }
}
