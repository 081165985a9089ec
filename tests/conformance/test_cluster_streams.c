// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms by clusters of blocks, one after the other and beside each other on many streams: each execution gives the bits
// that the plan gives alone.
#include "core/device_choice.h"
#include "on_device.h"
#include "plan/plan.h"

// By clusters of 4, 8 and 16 blocks on an H100 or H200; the emulated device has fewer points.
static const char *const texts[] = {
#if TEST_EMULATED
    "c2c:32768*2", "r2c:65536*2", "c2c:65536*7:od=65537", "c2c:256x256", "c2c:4096*64:is=64:id=1:os=64:od=1",
#else
    "c2c:32768*60", "c2c:65536*40",  "c2c:131072*21",        "c2c:256x256*33",
    "r2c:65536*90", "r2c:131072*50", "c2c:65536*7:od=65537", "c2c:4096*96:is=96:id=1:os=96:od=1",
    "c2c:16777216", "c2c:20000*90",  "c2c:262144*70",        "c2c:512x512*70",
#endif
};
enum { TEXTS = sizeof texts / sizeof *texts };

typedef struct subject {
  device_case c;
  void *work, *expected;
  tcf_channel *lane;  // its stream
} subject;

static int by_clusters(const device_case *c) {
  int clusters = 0;
  for (int i = 0; i < tcf_plan_schedule(c->plan)->stages; i++)
    clusters += !strncmp(tcf_plan_schedule(c->plan)->stage[i].kernel->name, "cuda_cluster", strlen("cuda_cluster"));
  return clusters;
}

static int has_clusters(void) {
  tcf_device d;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  return d.compiler && d.cluster >= 16;
}

static subject subject_new(const char *text) {
  subject s = {.c = device_case_new(text, TCFFT_WORKSPACE_CALLER)};
  if (s.c.work_bytes) s.work = device_new(NULL, s.c.work_bytes);
  s.expected = device_case_alone(&s.c);
  s.lane = device_stream();
  return s;
}

static void subject_free(subject *s) {
  on_device()->give_channel(ON_DEVICE, s->lane);
  free(s->expected);
  device_free(s->work);
  device_case_free(&s->c);
}

static void start(const subject *s) {
  const tcfft_exec_info info = {
      .size = sizeof info, .stream = s->lane->stream, .workspace = s->work, .workspace_bytes = s->c.work_bytes};
  device_succeeds(tcfft_exec_with(s->c.plan, s->c.in, s->c.out, TCFFT_FORWARD, &info), s->c.text);
}

// Waits, compares, and poisons the output.
static void check(subject *s, int round) {
  device_sync(s->lane->stream);
  void *got = device_get(s->c.out, s->c.out_bytes);
  ck_assert_msg(!memcmp(got, s->expected, s->c.out_bytes), "%s, round %d: other bits", s->c.text, round);
  memset(got, 0xfe, s->c.out_bytes);
  device_succeeds(on_device()->copy_in(ON_DEVICE, s->c.out, got, s->c.out_bytes), "copying in");
  free(got);
}

// More transforms than there are clusters, a thousand times.
START_TEST(one_after_another) {
  static const char *const emulated[] = {"c2c:65536*3"}, *const real[] = {"c2c:65536*17", "r2c:131072*30", "c2c:20000*90"};
  const char *const *some = TEST_EMULATED ? emulated : real;
  const int count = TEST_EMULATED ? (int)TEST_COUNT(emulated) : (int)TEST_COUNT(real), times = TEST_EMULATED ? 2 : 1000;
  for (int t = 0; t < count; t++) {
    subject s = subject_new(some[t]);
    ck_assert_msg(by_clusters(&s.c) || !has_clusters(), "%s: no cluster", s.c.text);
    for (int i = 0; i < times; i++) {
      start(&s);
      check(&s, i);
    }
    subject_free(&s);
  }
}
END_TEST

// All plans at once, each several times on a stream of its own.
START_TEST(many_streams) {
  enum { ROUNDS = TEST_EMULATED ? 1 : 20, EACH = TEST_EMULATED ? 2 : 5 };
  subject s[TEXTS];
  int clusters = 0;
  for (int i = 0; i < TEXTS; i++) {
    s[i] = subject_new(texts[i]);
    clusters += by_clusters(&s[i].c) > 0;
  }
  ck_assert_msg(2 * clusters > TEXTS || !has_clusters(), "%d of %d plans by clusters", clusters, TEXTS);
  for (int round = 0; round < ROUNDS; round++) {
    for (int k = 0; k < EACH * TEXTS; k++) start(&s[(k + round) % TEXTS]);
    for (int i = 0; i < TEXTS; i++) check(&s[i], round);
  }
  for (int i = 0; i < TEXTS; i++) subject_free(&s[i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cluster_streams");
  tcase_add_test(test_case(suite, "one_after_another", 120), one_after_another);
  tcase_add_test(test_case(suite, "many_streams", 120), many_streams);
  return suite;
}
