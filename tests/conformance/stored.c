// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "conformance/stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Digits behind the first one, and the exponents of the smallest normal number and of the largest.
typedef struct format {
  int digits, least, most;
} format;

static format format_of(tcfft_type type) {
  static const format formats[] = {
      [TCFFT_F32] = {23, -126, 127}, [TCFFT_F16] = {10, -14, 15}, [TCFFT_BF16] = {7, -126, 127}};
  return formats[type];
}

int stored_bytes(tcfft_type type) {
  static const int bytes[] = {
      [TCFFT_F32] = 4, [TCFFT_F16] = 2, [TCFFT_BF16] = 2, [TCFFT_F64] = 8, [TCFFT_I8] = 1, [TCFFT_I16] = 2};
  return bytes[type];
}

static double decode(format f, unsigned bits) {
  const int mantissa = (int)(bits & ((1u << f.digits) - 1)), exponent = (int)((bits & 0x7fff) >> f.digits);
  const int special = exponent == f.most - f.least + 2;
  const double value = special    ? (mantissa ? NAN : INFINITY)
                       : exponent ? ldexp((1 << f.digits) + mantissa, exponent - 1 + f.least - f.digits)
                                  : ldexp(mantissa, f.least - f.digits);
  return bits >> 15 ? -value : value;
}

static unsigned encode(format f, double value) {
  const unsigned sign = signbit(value) ? 0x8000u : 0, special = (unsigned)(f.most - f.least + 2) << f.digits;
  if (isnan(value)) return sign | special | 1;
  if (isinf(value)) return sign | special;
  if (value == 0) return sign;
  const int exponent = ilogb(value) > f.least ? ilogb(value) : f.least;
  const unsigned digits = (unsigned)ldexp(fabs(value), f.digits - exponent);
  const unsigned normal = ((unsigned)(exponent - f.least + 1) << f.digits) + digits - (1u << f.digits);
  return sign | (digits >> f.digits ? normal : digits);
}

double stored_get(tcfft_type type, const void *numbers, int64_t i) {
  float single = 0;
  int16_t word = 0;
  const int bytes = stored_bytes(type);
  const char *at = (const char *)numbers + i * bytes;
  memcpy(&single, at, sizeof single * (bytes == 4));
  memcpy(&word, at, sizeof word * (bytes == 2));
  if (type == TCFFT_F32) return (double)single;
  if (type == TCFFT_I8) return *(const int8_t *)at;
  return type == TCFFT_I16 ? word : decode(format_of(type), (uint16_t)word);
}

void stored_put(tcfft_type type, void *numbers, int64_t i, double value) {
  char *at = (char *)numbers + i * stored_bytes(type);
  const float single = (float)value;
  if (type == TCFFT_F32) memcpy(at, &single, sizeof single);
  if (type == TCFFT_I8) *(int8_t *)at = (int8_t)value;
  const uint16_t word = type == TCFFT_F16 || type == TCFFT_BF16 ? (uint16_t)encode(format_of(type), value)
                                                                : (uint16_t)(type == TCFFT_I16 ? (int16_t)value : 0);
  if (stored_bytes(type) == 2) memcpy(at, &word, sizeof word);
}

double stored_nearest(tcfft_type type, double value) {
  if (type == TCFFT_I8 || type == TCFFT_I16) return nearbyint(value);
  if (!isfinite(value) || value == 0) return value;
  const format f = format_of(type);
  const int exponent = ilogb(value) > f.least ? ilogb(value) : f.least;
  const double nearest = ldexp(nearbyint(ldexp(fabs(value), f.digits - exponent)), exponent - f.digits);
  return copysign(nearest < ldexp(1, f.most + 1) ? nearest : INFINITY, value);
}

double stored_unit(tcfft_type type) { return ldexp(1, -1 - format_of(type).digits); }

// ------------------------------------------------------------------------------------------------ memory

enum { GUARD = 64 };

stored_memory stored_memory_new(int64_t numbers, tcfft_type type, int64_t shift) {
  const int64_t number = stored_bytes(type);
  stored_memory m = {.bytes = (size_t)(2 * GUARD + (numbers + shift) * number)};
  m.block = malloc(m.bytes);
  ck_assert_ptr_nonnull(m.block);
  memset(m.block, STORED_POISON, m.bytes);
  m.data = m.block + GUARD + shift * number;
  return m;
}

test_piece stored_piece(const stored_memory *m) { return (test_piece){m->block, m->bytes, (size_t)(m->data - m->block)}; }

void stored_check_gaps(const stored_memory *m, const test_side *side, const test_side *other, int number, const char *text) {
  char *own = calloc(m->bytes, 1);
  for (int k = 0; k < 2; k++) {
    const test_side *s = k ? other : side;
    for (int64_t b = 0; s && b < s->batch; b++)
      for (int64_t i = 0; i < s->count; i++)
        memset(own + (m->data - m->block) + test_at(s, b, i) * number, 1, (size_t)(s->width * number));
  }
  for (size_t i = 0; i < m->bytes; i++)
    if (!own[i] && (unsigned char)m->block[i] != STORED_POISON)
      ck_abort_msg("%s: byte %zu between elements was written", text, i);
  free(own);
}
