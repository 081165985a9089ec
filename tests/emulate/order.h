// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The orders in which the emulated device takes blocks, warps and lanes (TCFFT_EMULATE_ORDER).
#ifndef TCFFT_EMULATE_ORDER_H
#define TCFFT_EMULATE_ORDER_H

#include <stdint.h>

enum { ORDER_RANDOM, ORDER_FORWARD, ORDER_REVERSE };

typedef struct order {
  uint64_t count, factor, offset, mask;
} order;

uint64_t emulated_random(void);
int emulated_order_kind(void);
order emulated_order(int64_t count, int kind);

#define IN_ORDER(o, item)                                             \
  for (uint64_t item##_i = 0, item; item##_i <= (o).mask; item##_i++) \
    if ((item = (item##_i * (o).factor + (o).offset) & (o).mask) < (o).count)

#endif
