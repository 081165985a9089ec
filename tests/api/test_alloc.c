// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory: every allocation of planning may fail, executing makes none, tables stay small. Linked against the static library
// with its allocation functions wrapped (--wrap), so that only what the library and this file ask for is counted.
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
int __real_posix_memalign(void **out, size_t align, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
int __wrap_posix_memalign(void **out, size_t align, size_t size);
void __wrap_free(void *p);

static atomic_int watching;   // nothing is counted or failed unless set
static atomic_long asked;     // allocations since it was set
static atomic_long live;      // of them, not yet freed
static atomic_llong bytes;    // in all
static atomic_long fail_at;   // this one fails; 0 = none
static atomic_int fail_rest;  // and all behind it

static int fails(size_t size) {
  if (!watching) return 0;
  bytes += (long long)size;
  const long number = ++asked;
  return fail_at && (fail_rest ? number >= fail_at : number == fail_at);
}

static void *counted(void *p) {
  if (watching && p) live++;
  return p;
}

void *__wrap_malloc(size_t size) { return fails(size) ? NULL : counted(__real_malloc(size)); }

void *__wrap_calloc(size_t count, size_t size) { return fails(count * size) ? NULL : counted(__real_calloc(count, size)); }

void *__wrap_aligned_alloc(size_t align, size_t size) {
  return fails(size) ? NULL : counted(__real_aligned_alloc(align, size));
}

void *__wrap_realloc(void *old, size_t size) {
  if (fails(size)) return NULL;
  return old ? __real_realloc(old, size) : counted(__real_realloc(old, size));
}

int __wrap_posix_memalign(void **out, size_t align, size_t size) {
  if (fails(size)) return ENOMEM;
  const int status = __real_posix_memalign(out, align, size);
  if (status == 0) counted(*out);
  return status;
}

void __wrap_free(void *p) {
  if (watching && p) live--;
  __real_free(p);
}

static void watch(long fail, int rest) {
  asked = live = 0;
  bytes = 0;
  fail_at = fail;
  fail_rest = rest;
  watching = 1;
}

// ------------------------------------------------------------------------------------------------ planning without memory

static const char *const texts[] = {"c2c:64",
                                    "c2c:1000*3",
                                    "c2c:1009",
                                    "c2c:65536",
                                    "c2c:65521",
                                    "c2c:7429",
                                    "c2c:262144",
                                    "r2c:1000",
                                    "r2c:1009:inplace",
                                    "c2r:1001",
                                    "dct1:100",
                                    "dct2:1000",
                                    "dct3:101",
                                    "dct4:100",
                                    "c2c:30x1009",
                                    "r2c:5x6x7x8",
                                    "c2c:256:tensor",
                                    "c2c:1009:tensor",
                                    "c2c:100:tensor:half1",
                                    "c2c:60*4:is=4:id=1"};

// Returns 1 once planning succeeds. lazily: what the library sets up once and keeps may count as live.
static int plan_without(const tcfft_desc *d, const char *text, long fail, int rest, int lazily) {
  tcfft_plan *const untouched = (tcfft_plan *)(uintptr_t)0x5a5a;
  tcfft_plan *plan = untouched;
  watch(fail, rest);
  const tcfft_status status = tcfft_plan_create(&plan, d);
  const int hit = asked >= fail;
  if (status == TCFFT_SUCCESS) tcfft_plan_destroy(plan);
  watching = 0;  // from here on Check asks for memory too
  if (status != TCFFT_SUCCESS) {
    ck_assert_msg(status == TCFFT_ERROR_OUT_OF_MEMORY, "%s without allocation %ld: %s: %s", text, fail,
                  tcfft_status_string(status), tcfft_last_error());
    ck_assert_ptr_eq(plan, untouched);
  }
  ck_assert_msg(lazily || live == 0, "%s without allocation %ld: %ld blocks leaked", text, fail, (long)live);
  return status == TCFFT_SUCCESS && !hit;
}

static void inject(const char *text, int rest, int lazily, tcfft_effort effort) {
  tcfft_desc d;
  test_desc(&d, text);
  d.effort = effort;
  if (!lazily) tcfft_plan_destroy(test_plan(&d, text));
  // What was measured is made ready for estimates when the next one is asked for, and kept.
  tcfft_desc other = d;
  other.effort = TCFFT_EFFORT_ESTIMATE;
  other.n[0]++;
  if (!lazily && effort == TCFFT_EFFORT_MEASURE) tcfft_plan_destroy(test_plan(&other, text));
  long k = 1;
  while (!plan_without(&d, text, k, rest, lazily)) {
    ck_assert_msg(++k < 5000, "%s: planning asks for memory without end", text);
  }
  ck_assert_msg(k > 1, "%s: planning asked for no memory: is the wrapping in effect?", text);
}

START_TEST(injected) {
  inject(texts[_i], 0, 0, TCFFT_EFFORT_ESTIMATE);
  inject(texts[_i], 1, 0, TCFFT_EFFORT_ESTIMATE);
}
END_TEST

// The first plan of the process: what is set up once may fail too, and must not stay half made.
START_TEST(injected_at_first) { inject(texts[_i], 0, 1, TCFFT_EFFORT_ESTIMATE); }
END_TEST

START_TEST(injected_measuring) { inject("c2c:60", 0, 0, TCFFT_EFFORT_MEASURE); }
END_TEST

// ------------------------------------------------------------------------------------------------ executing

START_TEST(executing) {
  tcfft_desc d;
  test_desc(&d, texts[_i]);
  for (int threads = 1; threads <= 2; threads++) {
    d.threads = threads;
    test_side from, to;
    test_sides(&from, &to, &d);
    tcfft_plan *plan = test_plan(&d, texts[_i]);
    float *in = calloc((size_t)(from.span + to.span), sizeof *in), *out = calloc((size_t)to.span, sizeof *out);
    float *target = d.placement == TCFFT_IN_PLACE ? in : out;
    watch(0, 0);
    const tcfft_status forward = tcfft_exec(plan, in, target, TCFFT_FORWARD);
    const tcfft_status inverse = tcfft_exec(plan, in, target, TCFFT_INVERSE);
    watching = 0;
    ck_assert_int_eq(forward, TCFFT_SUCCESS);
    ck_assert_int_eq(inverse, TCFFT_SUCCESS);
    ck_assert_msg(asked == 0, "%s: executing asked for memory %ld times", texts[_i], (long)asked);
    tcfft_plan_destroy(plan);
    free(in);
    free(out);
  }
}
END_TEST

// Sparse plans without memory, and executions of one that was made; with the whole transform to fall back on and without.
START_TEST(sparse) {
  tcfft_sparse_desc d = TCFFT_SPARSE_DESC_INIT;
  d.n = 65536;
  d.k = 20;
  d.no_fallback = _i;
  tcfft_sparse_plan *const untouched = (tcfft_sparse_plan *)(uintptr_t)0x5a5a, *plan = untouched;
  ck_assert_int_eq(tcfft_sparse_plan_create(&plan, &d), TCFFT_SUCCESS);
  tcfft_sparse_plan_destroy(plan);
  for (long fail = 1, done = 0; !done; fail++) {
    plan = untouched;
    watch(fail, 0);
    const tcfft_status status = tcfft_sparse_plan_create(&plan, &d);
    done = asked < fail;
    if (status == TCFFT_SUCCESS) tcfft_sparse_plan_destroy(plan);
    watching = 0;
    ck_assert_msg(status == TCFFT_SUCCESS || status == TCFFT_ERROR_OUT_OF_MEMORY, "allocation %ld: %s", fail,
                  tcfft_last_error());
    ck_assert_msg(status == TCFFT_SUCCESS || plan == untouched, "allocation %ld: *out is written", fail);
    ck_assert_msg(live == 0, "allocation %ld: %ld blocks leaked", fail, (long)live);
    ck_assert_int_lt(fail, 5000);
  }
  ck_assert_int_eq(tcfft_sparse_plan_create(&plan, &d), TCFFT_SUCCESS);
  float *x = malloc(2 * 65536 * sizeof *x), value[80];
  int64_t index[40], count;
  int32_t outcome;
  for (int i = 0; i < 2 * 65536; i++) x[i] = (float)((i * 7919) % 1009 - 504);  // not sparse: every path is taken
  watch(0, 0);
  const tcfft_status status = tcfft_sparse_exec(plan, x, index, value, &count, &outcome, NULL);
  watching = 0;
  ck_assert_int_eq(status, TCFFT_SUCCESS);
  ck_assert_msg(asked == 0, "executing asked for memory %ld times", (long)asked);
  ck_assert_int_eq(outcome, _i ? TCFFT_SPARSE_UNVERIFIED : TCFFT_SPARSE_DENSE);
  tcfft_sparse_plan_destroy(plan);
  free(x);
}
END_TEST

// A refusal keeps nothing either.
START_TEST(refusing) {
  tcfft_desc d;
  test_desc(&d, "c2c:1009*3");
  tcfft_plan_destroy(test_plan(&d, "c2c:1009*3"));
  tcfft_plan *plan = NULL;
  tcfft_desc bad[] = {d, d, d, d};
  bad[0].n[0] = 0;
  bad[1].device = "nosuchdevice";
  bad[2].tolerance = 1e-14;
  bad[3].out_distance = 5;
  for (size_t i = 0; i < TEST_COUNT(bad); i++) {
    watch(0, 0);
    const tcfft_status status = tcfft_plan_create(&plan, &bad[i]);
    watching = 0;
    ck_assert_int_ne(status, TCFFT_SUCCESS);
    ck_assert_msg(live == 0, "refusal %zu leaked %ld blocks", i, (long)live);
  }
}
END_TEST

// Explaining makes no plan: neither its tables nor its workspace.
START_TEST(explaining) {
  tcfft_desc d;
  test_desc(&d, "c2c:16777216");
  char text[4096];
  watch(0, 0);
  const tcfft_status status = tcfft_plan_explain(&d, "server32", text, sizeof text);
  watching = 0;
  ck_assert_int_eq(status, TCFFT_SUCCESS);
  ck_assert_msg(bytes < 1 << 20, "explaining c2c:16777216 asked for %lld bytes", (long long)bytes);
}
END_TEST

// ------------------------------------------------------------------------------------------------ tables

// Twice the length in elements, and a page for what every plan has.
static const int64_t lengths[] = {1,      2,      3,      4,      5,      7,       16,      17,      64,     97,
                                  127,    254,    256,    1000,   1009,   1021,    1024,    3027,    4096,   7429,
                                  10007,  16129,  16384,  30030,  65521,  65536,   65537,   99991,   100000, 131042,
                                  131071, 262144, 524287, 524288, 999983, 1000000, 1048573, 1048575, 1048576};

START_TEST(tables) {
  for (int kind = TCFFT_C2C; kind <= TCFFT_DCT4; kind++) {
    if (kind == TCFFT_DCT1 && lengths[_i] < 2) continue;
    tcfft_desc d = {
        .size = sizeof d, .kind = (tcfft_kind)kind, .rank = 1, .n = {lengths[_i]}, .backend = TCFFT_BACKEND_HOST};
    tcfft_plan *plan = test_plan(&d, "table");
    const size_t size = tcfft_plan_table_size(plan), most = 2 * 8 * (size_t)lengths[_i] + 4096;
    ck_assert_msg(size <= most, "kind %d, n = %lld: tables of %zu bytes, at most %zu", kind, (long long)lengths[_i], size,
                  most);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("alloc");
  TCase *all = test_case(suite, "alloc", 120);
  tcase_add_loop_test(all, injected, 0, TEST_COUNT(texts));
  tcase_add_loop_test(all, injected_at_first, 0, TEST_COUNT(texts));
  tcase_add_test(all, injected_measuring);
  tcase_add_loop_test(all, executing, 0, TEST_COUNT(texts));
  tcase_add_loop_test(all, sparse, 0, 2);
  tcase_add_test(all, refusing);
  tcase_add_test(all, explaining);
  tcase_add_loop_test(test_case(suite, "tables", 120), tables, 0, TEST_COUNT(lengths));
  return suite;
}
