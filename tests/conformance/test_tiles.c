// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles given as texts, which the planner might not choose, on the CUDA device of this machine, real or emulated.
// Convolutions: with loads and stores through shared memory or not, with threads that have no butterfly in a pass, one
// pass and many, a batch that does not fill the last tile, primes that are factors of a length. Passes on tensor cores,
// with fragments from registers and via shared memory: with neighbouring points side by side or not, with rows that do not
// fill a product. Real transforms: by one thread each, by more threads than they have butterflies, by threads that fill no
// warp.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/device_choice.h"
#include "core/kernel.h"
#include "math/reference.h"
#include "on_device.h"

enum { LANES = 21 };

typedef struct forced_tile {
  int points;
  const char *fft;
  int width, threads;
} forced_tile;

static const forced_tile tensor_tiles[] = {
    {4, "1.m4", 16, 16},         {12, "3.m4", 16, 64},         {16, "4.m4", 8, 32},          {48, "4.m12", 3, 12},
    {48, "4.w12", 3, 12},        {60, "5.m12", 5, 25},         {64, "4.m16", 4, 16},         {64, "8.m8+io", 8, 64},
    {64, "8.w8", 8, 64},         {64, "4.m4.m4", 1, 16},       {128, "2.m8.m8", 5, 40},      {128, "2.m8.8", 4, 64},
    {256, "16.m16", 3, 48},      {256, "16.w16", 4, 64},       {256, "16.w16+o", 16, 256},   {360, "15.m8.3", 4, 96},
    {360, "3.10.m12", 2, 60},    {512, "32.m16", 2, 64},       {1000, "5.m20.10", 2, 100},   {1000, "5.w20.10", 2, 100},
    {2048, "8.m16.m16", 2, 256}, {1536, "4.6.m16.m4", 1, 96},  {3780, "3.7.15.m12", 1, 315}, {4096, "16.m16.m16", 1, 256},
    {4096, "16.16.m16", 1, 128}, {4096, "16.w16.w16", 1, 256}, {8192, "32.m16.m16", 1, 512}, {16384, "32.m32.m16", 1, 512}};

static const forced_tile conv_tiles[] = {
    {17, "r(16)", 5, 40},           {17, "r(16)+io", 8, 8},        {37, "r(6.6)", 4, 24},
    {37, "r(6.6)+i", 4, 24},        {37, "r(6.6)+o", 16, 96},      {37, "r(6.6)+io", 16, 96},
    {73, "r(3.4.6)", 8, 64},        {73, "r(3.4.6)+io", 8, 64},    {73, "r(8.9)+io", 16, 112},
    {257, "r(16.16)", 2, 32},       {257, "r(16.16)+io", 4, 64},   {257, "r(16.16)+io", 16, 256},
    {257, "r(4.4.4.4)+i", 16, 256}, {241, "r(5.6.8)+io", 16, 240}, {34, "r2(16)", 4, 16},
    {74, "r2(6.6)", 8, 96},         {85, "r5(4.4)", 3, 60},        {254, "r2(14.9)", 4, 72},
    {292, "r4(8.9)", 2, 72},        {1022, "r14(8.9)", 1, 126},    {1022, "r14(9.8)", 2, 224},
    {4097, "r17(16.15)", 1, 272},   {3, "b(5)", 16, 16},           {3, "b(8)", 4, 32},
    {37, "b(16.5)", 4, 20},         {38, "b(16.8)", 2, 16},        {38, "b(16.8)+o", 2, 16},
    {64, "b(16.8)", 4, 64},         {64, "b(8.16)", 4, 64},        {33, "b(2.2.2.2.2.3)", 4, 64},
    {100, "b(10.5.4)", 3, 51},      {500, "b(10.10.10)", 1, 100},  {479, "b(32.30)", 2, 64},
    {400, "b(5.5.32)", 1, 96},      {73, "d(73)", 32, 96},         {97, "d(97)", 32, 128},
    {127, "d(127)", 32, 128},       {146, "d(2.73)", 32, 192}};

// Butterflies of large primes: alone, first, between others, last.
static const forced_tile large_tiles[] = {
    {37, "37", 32, 32},       {41, "41", 16, 16},       {43, "43", 32, 32},     {47, "47", 5, 5},
    {53, "53", 32, 32},       {59, "59", 16, 16},       {61, "61", 32, 32},     {67, "67", 7, 7},
    {71, "71", 16, 16},       {73, "73", 32, 32},       {74, "37.2", 8, 16},    {555, "15.37", 2, 40},
    {1290, "6.43.5", 1, 40},  {1369, "37.37", 2, 74},   {329, "47.7", 4, 28},   {1037, "61.17", 1, 17},
    {1314, "9.73.2", 1, 146}, {470, "47.10+io", 2, 32}, {3551, "53.67", 1, 32}, {2911, "71.41", 1, 41}};

// Radices of two coprime factors and squares beyond 16, first, last and between others, for as many blocks as rows ask for.
static const forced_tile composite_tiles[] = {
    {324, "18.18", 2, 36},       {126, "21.6", 4, 84},      {198, "9.22", 3, 66},     {364, "14.26@5", 2, 28},
    {756, "27.28@3", 1, 28},     {616, "28.22", 1, 28},     {572, "26.22@4", 1, 26},  {1575, "21.3.25@9", 1, 75},
    {2646, "21.6.21@5", 1, 126}, {1716, "22.3.26", 2, 132}, {3234, "7.22.21", 1, 154}};

// Of even lengths the points are pairs of numbers.
static const forced_tile real_tiles[] = {{7, "7", 16, 16},         {7, "7", 16, 32},           {31, "31", 32, 32},
                                         {31, "31", 1, 1},         {31, "31", 5, 5},           {15, "15", 64, 64},
                                         {21, "21", 48, 48},       {3, "3", 33, 33},           {15, "3.5", 8, 40},
                                         {27, "9.3+io", 4, 16},    {33, "33", 32, 32},         {45, "45", 32, 32},
                                         {49, "49", 64, 64},       {61, "61", 32, 32},         {63, "63", 7, 7},
                                         {6, "3", 64, 64},         {12, "6", 33, 33},          {24, "12", 32, 32},
                                         {30, "15", 16, 16},       {36, "18", 64, 64},         {50, "25", 32, 32},
                                         {56, "28", 5, 5},         {62, "31", 32, 32},         {75, "75", 64, 64},
                                         {77, "77", 32, 32},       {89, "89", 32, 32},         {95, "95", 32, 32},
                                         {72, "36", 32, 32},       {90, "45", 64, 64},         {94, "47", 5, 5},
                                         {111, "37.3", 8, 24},     {111, "3.37", 4, 32},       {629, "17.37", 2, 34},
                                         {615, "41.5.3", 1, 16},   {370, "5.37", 4, 20},       {31, "d(31)", 32, 32},
                                         {47, "d(47)", 32, 32},    {89, "d(89)", 7, 35},       {131, "d(131)", 16, 96},
                                         {199, "d(199)", 8, 72},   {17, "d(17)", 1, 8},        {97, "d(97)", 32, 96},
                                         {121, "11.11+o", 8, 96},  {169, "13.13+i", 6, 78},    {792, "18.22", 2, 44},
                                         {1092, "21.26@4", 1, 26}, {2205, "21.21.5", 1, 105},  {73, "h(6.6)", 4, 24},
                                         {79, "h(3.13)", 5, 65},   {97, "h(6.8)", 16, 128},    {101, "h(10.5)", 32, 320},
                                         {131, "h(5.13)", 7, 35},  {131, "h(13.5)@3", 1, 13},  {211, "h(15.7)", 4, 28},
                                         {257, "h(8.16)", 2, 32},  {433, "h(6.6.6)", 3, 108},  {2521, "h(15.14.6)", 1, 90},
                                         {237, "h3(13.3)", 1, 39}, {485, "h5(8.6)", 3, 120},   {655, "h5(13.5)", 2, 50},
                                         {873, "h9(6.8)", 1, 72},  {2165, "h5(18.12)", 1, 60}, {1899, "h9(15.7)", 2, 126}};

// Rows or columns on either side.
static tcf_stage stage_of(int points, int columns_in, int columns_out) {
  tcf_stage s = {.kernel = tcf_kernel_find("cuda_tile"),
                 .algorithm = TCFFT_ALGORITHM_CLASSIC,
                 .n = points,
                 .points = points,
                 .is = columns_in ? LANES : 1,
                 .os = columns_out ? LANES : 1,
                 .in = TCF_SLOT_IN,
                 .out = TCF_SLOT_OUT,
                 .load = TCF_OP_USER,
                 .store = TCF_OP_USER,
                 .in_step = 1,
                 .out_step = 1,
                 .dims = 1};
  s.dim[0] = (tcf_iodim){LANES, columns_in ? 1 : points, columns_out ? 1 : points};
  return s;
}

// Launches the stage once; what it wrote, on the host.
static float *run(const tcf_stage *s, const tcf_device *d, const float *in, int inverse) {
  const size_t bytes = (size_t)(LANES * s->n) * 8;
  tcf_arena tables = {0};
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = d, .backend = on_device(), .threads = 1, .tables = &tables};
  device_succeeds(s->kernel->prepare(s, &with, &prepared), s->fft);
  device_succeeds(on_device()->load(ON_DEVICE, &prepared.load, 1), s->fft);
  void *from = device_new(in, bytes), *to = device_new(NULL, bytes),
       *table = prepared.table_bytes ? device_new(prepared.table, prepared.table_bytes) : NULL;  // sums have none
  const tcf_launch launch = {.stage = s,
                             .backend = on_device(),
                             .state = prepared.state,
                             .table = table,
                             .in = from,
                             .out = to,
                             .threads = 1,
                             .inverse = inverse,
                             .scale = 0.5f};
  int previous;
  device_succeeds(on_device()->enter(ON_DEVICE, &previous), s->fft);
  device_succeeds(s->kernel->launch(&launch), s->fft);
  on_device()->leave(previous);
  device_sync(NULL);
  float *out = device_get(to, bytes);
  device_free(from);
  device_free(to);
  if (table) device_free(table);
  free(prepared.table);
  tcf_arena_free(&tables);
  return out;
}

static void compare(const tcf_stage *s, const float *in, const float *out, int inverse) {
  const int64_t n = s->points;
  double *x = malloc((size_t)n * 16), *y = malloc((size_t)n * 16), off = 0, all = 0;
  ck_assert(x && y);
  for (int64_t t = 0; t < LANES; t++) {
    for (int64_t i = 0; i < 2 * n; i++) x[i] = (double)in[2 * (t * s->dim[0].is + i / 2 * s->is) + i % 2];
    ck_assert_int_eq(tcf_reference_fft(y, x, n, inverse), 0);
    for (int64_t i = 0; i < 2 * n; i++) {
      const double is = (double)out[2 * (t * s->dim[0].os + i / 2 * s->os) + i % 2], wants = 0.5 * y[i];
      off += (is - wants) * (is - wants);
      all += wants * wants;
    }
  }
  const double error = sqrt(off / all);
  ck_assert_msg(error <= 5e-7, "fft=%s:width=%d, is=%d, os=%d, inverse=%d: error %g", s->fft, (int)s->width, (int)s->is,
                (int)s->os, inverse, error);
  free(x);
  free(y);
}

// Random numbers; ones, whose sums are largest; in each transform one number, anywhere, that is 2^40 times the others.
typedef enum input { RANDOM, ONES, PEAKS, INPUTS } input;

static float *fill(const tcf_stage *s, uint64_t salt, input what) {
  float *in = device_random((size_t)(LANES * s->n) * 8, salt);
  for (int64_t i = 0; what == ONES && i < 2 * LANES * s->n; i++) in[i] = 1;
  for (int64_t t = 0; what == PEAKS && t < LANES; t++)
    in[2 * (t * s->dim[0].is + (t * 7919 + (int64_t)salt) % s->points * s->is)] = 0x1p40f;
  return in;
}

// Rows and columns, as input and output, in both directions. The emulator's compiler takes seconds for each, so it
// compiles a random half of a run's share of them.
static void force(const forced_tile *tile, const tcf_device *d, uint64_t salt, input what) {
  for (int sides = 0; sides < 4; sides++) {
    char name[sizeof tile->fft + 40];
    snprintf(name, sizeof name, "%s:%d:%d", tile->fft, (int)tile->width, sides);
    if (TEST_EMULATED && !test_is_due(name, 2 * test_share())) continue;
    tcf_stage s = stage_of(tile->points, sides % 2, sides / 2);
    snprintf(s.fft, sizeof s.fft, "%s", tile->fft);
    s.width = tile->width;
    s.threads = tile->threads;
    test_current = s.fft;
    float *in = fill(&s, salt, what);
    for (int inverse = 0; inverse < 2; inverse++) {
      float *out = run(&s, d, in, inverse);
      compare(&s, in, out, inverse);
      free(out);
    }
    free(in);
  }
}

START_TEST(convolutions) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  if (d.compiler) force(&conv_tiles[_i], &d, (uint64_t)_i, RANDOM);
}
END_TEST

START_TEST(large_primes) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  for (int what = RANDOM; what < INPUTS && d.compiler; what++) force(&large_tiles[_i], &d, (uint64_t)_i, (input)what);
}
END_TEST

START_TEST(composites) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  if (d.compiler) force(&composite_tiles[_i], &d, (uint64_t)_i, RANDOM);
}
END_TEST

START_TEST(tensor) {
  const int via_smem = strchr(tensor_tiles[_i].fft, 'w') != NULL;
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  for (int what = RANDOM; what < INPUTS && d.compiler && d.capability >= (via_smem ? 70 : 75); what++)
    force(&tensor_tiles[_i], &d, (uint64_t)_i, (input)what);
}
END_TEST

// ------------------------------------------------------------------------------------------------ real ones

static int elements_of_row(const tcf_stage *s, int output) {
  return (int)((s->kind == TCFFT_R2C) == output ? s->n / 2 + 1 : s->n);
}

// Rows are packed where both sides have them, else apart.
static tcf_stage real_stage_of(const forced_tile *tile, tcfft_kind kind, int columns_in, int columns_out) {
  tcf_stage s = stage_of(tile->points, columns_in, columns_out);
  const int apart = tile->points > 7 && columns_in != columns_out ? 3 : 0;
  s.kind = kind;
  if (s.n % 2 == 0) s.points = s.n / 2;
  if (!columns_in) s.dim[0].is = elements_of_row(&s, 0) + apart;
  if (!columns_out) s.dim[0].os = elements_of_row(&s, 1) + apart;
  snprintf(s.fft, sizeof s.fft, "%s", tile->fft);
  s.width = tile->width;
  s.threads = tile->threads;
  return s;
}

// Transform t as complex numbers: real numbers, or bins and their conjugates.
static void read_real(double *x, const tcf_stage *s, const float *in, int64_t t) {
  const int64_t n = s->n;
  for (int64_t i = 0; i < n; i++) {
    const int64_t k = s->kind == TCFFT_C2R && i > n / 2 ? n - i : i, at = t * s->dim[0].is + k * s->is;
    x[2 * i] = (double)(s->kind == TCFFT_R2C ? in[at] : in[2 * at]);
    x[2 * i + 1] = s->kind == TCFFT_R2C || k == 0 || 2 * k == n ? 0
                   : k == i                                     ? (double)in[2 * at + 1]
                                                                : -(double)in[2 * at + 1];
  }
}

// A thread that has a whole transform makes smaller errors than one that passes numbers on.
static void compare_real(const tcf_stage *s, const float *in, const float *out, int inverse) {
  const int64_t n = s->n, results = elements_of_row(s, 1);
  double *x = malloc((size_t)n * 16), *y = malloc((size_t)n * 16), off = 0, all = 0;
  ck_assert(x && y);
  for (int64_t t = 0; t < LANES; t++) {
    read_real(x, s, in, t);
    ck_assert_int_eq(tcf_reference_fft(y, x, n, inverse), 0);
    for (int64_t k = 0; k < results; k++) {
      const int64_t at = t * s->dim[0].os + k * s->os;
      const double re = (double)(s->kind == TCFFT_R2C ? out[2 * at] : out[at]) - 0.5 * y[2 * k],
                   im = s->kind == TCFFT_R2C ? (double)out[2 * at + 1] - 0.5 * y[2 * k + 1] : 0;
      off += re * re + im * im;
      all += 0.25 * (y[2 * k] * y[2 * k] + y[2 * k + 1] * y[2 * k + 1]);
    }
  }
  const double error = sqrt(off / all);
  ck_assert_msg(error <= (strchr(s->fft, '.') ? 5e-7
                          : s->fft[0] == 'd'  ? 1.1e-7
                                              : 9e-8),
                "kind %d, fft=%s:width=%d:threads=%d, is=%d, os=%d, inverse=%d: error %g", s->kind, s->fft, (int)s->width,
                (int)s->threads, (int)s->is, (int)s->os, inverse, error);
  free(x);
  free(y);
}

START_TEST(real) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  for (int form = 0; form < 8 && d.compiler; form++) {
    const tcf_stage s = real_stage_of(&real_tiles[_i], form / 4 ? TCFFT_C2R : TCFFT_R2C, form % 2, form / 2 % 2);
    char name[sizeof s.fft + 40];
    snprintf(name, sizeof name, "%s:%d:real%d", s.fft, (int)s.width, form);
    if (TEST_EMULATED && !test_is_due(name, (test_share() + 1) / 2)) continue;
    test_current = s.fft;
    float *in = fill(&s, (uint64_t)form, RANDOM);
    for (int inverse = 0; inverse < 2; inverse++) {
      float *out = run(&s, &d, in, inverse);
      compare_real(&s, in, out, inverse);
      free(out);
    }
    free(in);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tiles");
  tcase_add_loop_test(test_case(suite, "convolutions", 60), convolutions, 0, (int)TEST_COUNT(conv_tiles));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor, 0, (int)TEST_COUNT(tensor_tiles));
  tcase_add_loop_test(test_case(suite, "large_primes", 60), large_primes, 0, (int)TEST_COUNT(large_tiles));
  tcase_add_loop_test(test_case(suite, "composites", 60), composites, 0, (int)TEST_COUNT(composite_tiles));
  tcase_add_loop_test(test_case(suite, "real", 60), real, 0, (int)TEST_COUNT(real_tiles));
  return suite;
}
