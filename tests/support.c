// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void test_mark(const char *file, int line) {
  static _Thread_local const char *last_file;
  static _Thread_local int last_line;
  if (file == last_file && line == last_line) return;
  last_file = file;
  last_line = line;
  (_mark_point)(file, line);
}

// ------------------------------------------------------------------------------------------------ random numbers

static uint64_t seed;

void test_seed_init(void) {
  const char *text = getenv("TCFFT_TEST_SEED");
  seed = text && *text ? strtoull(text, NULL, 10) : (uint64_t)time(NULL) * 65536u + (uint64_t)getpid() % 65536u;
}

uint64_t test_seed(void) { return seed; }

uint64_t test_share(void) {
  const char *asked = getenv("TCFFT_TEST_SHARE");
  return asked && atoi(asked) > 0 ? (uint64_t)atoi(asked) : 1;
}

int64_t test_first(void) { return (int64_t)((test_seed() >> 16) % test_share()); }

int test_is_due(const char *text, uint64_t share) {
  uint64_t hash = test_seed() ^ UINT64_C(0xcbf29ce484222325);
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  // splitmix64's end, since neighbouring texts differ in few bits.
  hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (hash ^ (hash >> 31)) % share == 0;
}

// splitmix64: neighbouring salts give unrelated states, and never 0 in practice, which xorshift would not leave.
static test_rng rng_from(uint64_t salt) {
  uint64_t z = salt + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (test_rng){z ? z : 1};
}

test_rng test_rng_fixed(uint64_t salt) { return rng_from(salt); }

test_rng test_rng_fresh(uint64_t salt) { return rng_from(seed ^ (salt << 32)); }

uint64_t test_next(test_rng *rng) {
  uint64_t x = rng->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  rng->state = x;
  return x * 0x2545f4914f6cdd1du;
}

// Rounded from 53 bits, so that small values have full mantissas: on a grid of 2^-23 the first sums of a transform would be
// exact.
#ifdef TEST_F64
test_number test_uniform(test_rng *rng) { return (test_number)((test_wide)test_next(rng) * 0x1p-63L - 1); }
#else
test_number test_uniform(test_rng *rng) { return (test_number)((test_wide)(test_next(rng) >> 11) * 0x1p-52 - 1); }
#endif

int64_t test_between(test_rng *rng, int64_t low, int64_t high) {
  return low + (int64_t)(test_next(rng) % (uint64_t)(high - low + 1));
}

// ------------------------------------------------------------------------------------------------ buffers

enum { GUARD = 64, ALIGN = 64 };

#ifdef TEST_F64
const test_word test_poison = 0xfff5c3e1ffe5c3e1u;
#else
const test_word test_poison = 0xffe5c3e1u;
#endif

test_word test_bits(test_number x) {
  test_word bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

void test_buffer_poison(test_buffer *b) {
  for (int64_t i = 0; i < b->total; i++) memcpy(&b->block[i], &test_poison, sizeof test_poison);
}

test_buffer test_buffer_new(int64_t floats, int shift) {
  test_buffer b = {.floats = floats};
  b.total = (floats + shift + 2 * GUARD + 15) / 16 * 16;
  b.block = aligned_alloc(ALIGN, (size_t)b.total * sizeof(test_number));
  ck_assert_ptr_nonnull(b.block);
  b.data = b.block + GUARD + shift;
  test_buffer_poison(&b);
  return b;
}

void test_buffer_free(test_buffer *b) {
  free(b->block);
  *b = (test_buffer){0};
}

test_number *test_buffer_copy(const test_buffer *b) {
  test_number *copy = malloc((size_t)b->total * sizeof(test_number));
  ck_assert_ptr_nonnull(copy);
  memcpy(copy, b->block, (size_t)b->total * sizeof(test_number));
  return copy;
}

int test_buffer_same(const test_buffer *b, const test_number *copy) {
  return memcmp(b->block, copy, (size_t)b->total * sizeof(test_number)) == 0;
}

// ------------------------------------------------------------------------------------------------ layouts

static int given(const int64_t *stride, int rank) {
  for (int a = 0; a < rank; a++) {
    if (stride[a]) return 1;
  }
  return 0;
}

// row_pad: elements of a packed row of the last axis, which in place is more than n for the real side.
static void fill_side(test_side *s, const int64_t *stride, int64_t distance, int64_t row_pad) {
  int64_t packed = 1;
  s->count = 1;
  for (int a = s->rank - 1; a >= 0; a--) {
    s->stride[a] = given(stride, s->rank) ? stride[a] : packed;
    packed *= a == s->rank - 1 ? row_pad : s->n[a];
    s->count *= s->n[a];
  }
  // What "packed" means for a batch of strided transforms is a matter of taste: the tables always give the distance there.
  ck_assert(distance || s->batch == 1 || !given(stride, s->rank));
  s->distance = distance ? distance : packed;
  int64_t last = (s->batch - 1) * s->distance;
  for (int a = 0; a < s->rank; a++) last += (s->n[a] - 1) * s->stride[a];
  s->span = (last + 1) * s->width;
}

void test_sides(test_side *in, test_side *out, const tcfft_desc *d) {
  static const int in_width[] = {2, 1, 2, 1, 1, 1, 1};
  static const int out_width[] = {2, 2, 1, 1, 1, 1, 1};
  const int64_t batch = d->batch ? d->batch : 1;
  *in = (test_side){.rank = d->rank, .batch = batch, .width = in_width[d->kind]};
  *out = (test_side){.rank = d->rank, .batch = batch, .width = out_width[d->kind]};
  for (int a = 0; a < d->rank; a++) in->n[a] = out->n[a] = d->n[a];
  const int last = d->rank - 1;
  const int64_t half = d->n[last] / 2 + 1;
  if (d->kind == TCFFT_R2C) out->n[last] = half;
  if (d->kind == TCFFT_C2R) in->n[last] = half;
  const int padded = d->placement == TCFFT_IN_PLACE;
  fill_side(in, d->in_stride, d->in_distance, d->kind == TCFFT_R2C && padded ? 2 * half : in->n[last]);
  fill_side(out, d->out_stride, d->out_distance, d->kind == TCFFT_C2R && padded ? 2 * half : out->n[last]);
}

int64_t test_at(const test_side *side, int64_t b, int64_t i) {
  int64_t at = b * side->distance;
  for (int a = side->rank - 1; a > 0; a--) {
    at += i % side->n[a] * side->stride[a];
    i /= side->n[a];
  }
  return (at + i * side->stride[0]) * side->width;
}

void test_fill(test_buffer *b, const test_side *side, uint64_t salt) {
  test_rng rng = test_rng_fixed(salt);
  for (int64_t t = 0; t < side->batch; t++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, t, i); w < side->width; w++) b->data[at + w] = test_uniform(&rng);
}

double test_distance(const test_side *side, const test_buffer *a, const test_buffer *b) {
  test_wide difference = 0, norm = 0;
  for (int64_t t = 0; t < side->batch; t++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, t, i); w < side->width; w++) {
        const test_wide x = a->data[at + w], y = b->data[at + w];
        difference += (x - y) * (x - y);
        norm += y * y;
      }
  return (double)sqrt((double)(difference / norm));
}

static void mark(unsigned char *map, const test_side *side) {
  for (int64_t t = 0; t < side->batch; t++) {
    for (int64_t i = 0; i < side->count; i++) memset(map + test_at(side, t, i), 1, (size_t)side->width);
  }
}

void test_check_gaps(const test_buffer *b, const test_side *side, const test_side *other, const char *text) {
  unsigned char *map = calloc((size_t)b->total, 1);
  ck_assert_ptr_nonnull(map);
  unsigned char *data = map + (b->data - b->block);
  mark(data, side);
  if (other) mark(data, other);
  for (int64_t i = 0; i < b->total; i++) {
    if (map[i] || test_bits(b->block[i]) == test_poison) continue;
    ck_abort_msg("%s: wrote number %lld of an output of %lld, which is no element of it", text,
                 (long long)(i - (b->data - b->block)), (long long)b->floats);
  }
  free(map);
}
