// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "order.h"

#include <stdlib.h>
#include <string.h>

static uint64_t rng = 1;

uint64_t emulated_random(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng * 0x2545f4914f6cdd1du >> 24;
}

int emulated_order_kind(void) {
  const char *text = getenv("TCFFT_EMULATE_ORDER");
  if (text && !strcmp(text, "forward")) return ORDER_FORWARD;
  return text && !strcmp(text, "reverse") ? ORDER_REVERSE : ORDER_RANDOM;
}

// i -> factor i + offset, odd factor, is a permutation of the powers of two; what lies beyond count is left out.
order emulated_order(int64_t count, int kind) {
  order o = {.count = (uint64_t)count, .factor = 1, .mask = 1};
  while (o.mask < o.count) o.mask *= 2;
  o.mask--;
  if (kind == ORDER_REVERSE) o.factor = o.offset = o.mask;  // -1
  if (kind == ORDER_RANDOM) {
    o.factor = emulated_random() | 1;
    o.offset = emulated_random();
  }
  return o;
}
