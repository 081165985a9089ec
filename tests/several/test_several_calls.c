// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on several devices: what callers do wrong, where elements are, streams and workspace of the caller, several plans at
// once.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "several/several.h"
#include "support.h"

#define TRANSPOSED TCFFT_ORDER_TRANSPOSED

static tcfft_desc describe(const char *text, const char *devices) {
  tcfft_desc d;
  test_desc(&d, text);
  d.devices = devices;
  return d;
}

static void refused(const char *what, tcfft_status status, tcfft_status wanted, const char *says) {
  ck_assert_msg(status == wanted, "%s: answers %s: %s", what, tcfft_status_string(status), tcfft_last_error());
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "%s: \"%s\" does not say \"%s\"", what, tcfft_last_error(), says);
}

static void done(const char *what, tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: answers %s: %s", what, tcfft_status_string(status), tcfft_last_error());
}

static void no_plan(tcfft_desc d, tcfft_status wanted, const char *says) {
  tcfft_plan *plan = NULL;
  refused(d.devices, tcfft_plan_create(&plan, &d), wanted, says);
  ck_assert_ptr_null(plan);
}

// ------------------------------------------------------------------------------------------------ descriptions

START_TEST(bad_lists) {
  no_plan(describe("c2c:8x8", "0,99"), TCFFT_ERROR_NO_DEVICE, "there is no cuda device 99");
  no_plan(describe("c2c:8x8", "0,1,0"), TCFFT_ERROR_INVALID_ARGUMENT, "has device 0 twice");
  no_plan(describe("c2c:8x8", "0,x"), TCFFT_ERROR_INVALID_ARGUMENT, "devices = \"0,x\" is no list");
  no_plan(describe("c2c:8x8", "0,"), TCFFT_ERROR_INVALID_ARGUMENT, "is no list");
  no_plan(describe("c2c:8x8", "-1,0"), TCFFT_ERROR_NO_DEVICE, "there is no cuda device -1");
  tcfft_desc d = describe("c2c:8x8", "0,1");
  d.device = "0";
  no_plan(d, TCFFT_ERROR_INVALID_ARGUMENT, "device = \"0\" and devices = \"0,1\"");
  d.device = NULL;
  d.backend = TCFFT_BACKEND_HOST;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED, "the host backend has plans on one device alone");
  d.backend = TCFFT_BACKEND_CUDA;
  d.in_order = (tcfft_order)2;
  no_plan(d, TCFFT_ERROR_INVALID_ARGUMENT, "in_order = 2 is not one of its values 0 .. 1");
  d = describe("c2c:8x8", NULL);
  d.out_order = TRANSPOSED;
  tcfft_plan *plan = NULL;
  refused("an order of one device", tcfft_plan_create(&plan, &d), TCFFT_ERROR_INVALID_ARGUMENT,
          "out_order = 1: only a plan with devices or comm has");
}
END_TEST

START_TEST(impossible) {
  no_plan(describe("c2c:8x8:is=1,8:os=8,1", "0,1"), TCFFT_ERROR_UNSUPPORTED, "packed data");
  no_plan(describe("c2c:8x8:ba=1", "0,1"), TCFFT_ERROR_UNSUPPORTED, "batch_axes = 1");
  no_plan(describe("c2c:4x4x4x4", "0,1"), TCFFT_ERROR_UNSUPPORTED, "rank = 4");
  no_plan(describe("r2c:63", "0,1"), TCFFT_ERROR_UNSUPPORTED, "n[0] = 63: r2c along one axis of odd length is not split");
  no_plan(describe("dct2:8x8", "0,1"), TCFFT_ERROR_UNSUPPORTED, "kind dct2 are not split");
  tcfft_desc d = describe("r2c:8x8", "0,1");
  d.in_order = TRANSPOSED;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED, "the real side of r2c has natural order");
  d = describe("c2r:8x8", "0,1");
  d.out_order = TRANSPOSED;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED, "the real side of c2r has natural order");
  d = describe("r2c:64", "0,1");
  d.out_order = TRANSPOSED;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED, "out_order = transposed: r2c along one axis has natural order");
  d = describe("c2c:64", "0,1");
  d.in_order = d.out_order = TRANSPOSED;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED, "one side at least");
  d = describe("c2c:8x8", "0,1");
  d.tolerance = 1e-12;
  no_plan(d, TCFFT_ERROR_TOLERANCE, "tolerance");
  d = describe("c2c:8x8", "0,1");
  d.in_type = d.out_type = TCFFT_F16;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED,
          "in_type = f16, out_type = f16: transforms that are split between devices or ranks have f32");
  d = describe("r2c:8x8", "0,1");
  d.in_type = TCFFT_I16;
  no_plan(d, TCFFT_ERROR_UNSUPPORTED,
          "in_type = i16, out_type = f32: transforms that are split between devices or ranks have f32");
}
END_TEST

START_TEST(without_peer_access) {
  if (setenv("TCFFT_EMULATE_NO_PEERS", "1,0", 1) || !TEST_EMULATED) return;
  no_plan(describe("c2c:8x8", "0,1"), TCFFT_ERROR_UNSUPPORTED, "device 0 has no peer access to the memory of device 1, and");
  tcfft_desc d = describe("c2c:8x8*2", "0,1");  // which exchange nothing
  tcfft_plan *plan = NULL;
  done("a batch without peer access", tcfft_plan_create(&plan, &d));
  tcfft_plan_destroy(plan);
  unsetenv("TCFFT_EMULATE_NO_PEERS");
}
END_TEST

// ------------------------------------------------------------------------------------------------ arguments

typedef struct job {
  tcfft_plan *plan;
  void *in[2], *out[2];
} job;

static job new_job(const char *text) {
  job j = {0};
  tcfft_desc d = describe(text, "0,1");
  d.out_order = TRANSPOSED;
  j.plan = test_plan(&d, text);
  done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_IN, j.in));
  done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_OUT, j.out));
  return j;
}

static void free_job(job *j) {
  tcfft_dist_free(j->plan, j->in);
  tcfft_dist_free(j->plan, j->out);
  tcfft_plan_destroy(j->plan);
}

// C2C may have one memory for both sides without saying so, where a device may hold fewer numbers of the one than of the
// other.
START_TEST(same_memory) {
  enum { NUMBERS = 2 * 3 * 4096 };
  job j = new_job("c2c:3x4096");
  float *x = malloc(NUMBERS * sizeof *x), *apart = malloc(NUMBERS * sizeof *x), *together = malloc(NUMBERS * sizeof *x);
  test_rng rng = test_rng_fresh(0);
  for (int i = 0; i < NUMBERS; i++) x[i] = test_uniform(&rng);
  done("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_IN, x, j.in));
  done("apart", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD));
  done("gather", tcfft_dist_gather(j.plan, TCFFT_SIDE_OUT, apart, j.out));
  done("together", tcfft_exec(j.plan, j.in, j.in, TCFFT_FORWARD));
  done("gather", tcfft_dist_gather(j.plan, TCFFT_SIDE_OUT, together, j.in));
  ck_assert(!memcmp(apart, together, NUMBERS * sizeof *x));
  free(x);
  free(apart);
  free(together);
  free_job(&j);
}
END_TEST

START_TEST(bad_arguments) {
  job j = new_job("c2c:8x6x4");
  const tcfft_status bad = TCFFT_ERROR_INVALID_ARGUMENT;
  void *missing[2] = {j.in[0], NULL}, *swapped[2] = {j.in[1], j.in[0]}, *shifted[2] = {(char *)j.out[0] + 4, j.out[1]};
  void *overlapping[2] = {(char *)j.in[0] + 8, j.out[1]}, *host[2] = {&j, &j};
  refused("in NULL", tcfft_exec(j.plan, NULL, j.out, TCFFT_FORWARD), bad, "in is NULL");
  refused("out NULL", tcfft_exec(j.plan, j.in, NULL, TCFFT_FORWARD), bad, "out is NULL");
  refused("direction", tcfft_exec(j.plan, j.in, j.out, (tcfft_direction)7), bad, "direction = 7");
  refused("in[1] NULL", tcfft_exec(j.plan, missing, j.out, TCFFT_FORWARD), bad, "in[1] is NULL: cuda device 1");
  refused("swapped", tcfft_exec(j.plan, swapped, j.out, TCFFT_FORWARD), bad, "in[0] = ");
  refused("swapped", tcfft_exec(j.plan, j.in, swapped, TCFFT_FORWARD), bad, "out[0] = ");
  refused("host memory", tcfft_exec(j.plan, host, j.out, TCFFT_FORWARD), bad, "in[0] = ");
  refused("misaligned", tcfft_exec(j.plan, j.in, shifted, TCFFT_FORWARD), bad, "out[0] = ");
  refused("overlap", tcfft_exec(j.plan, j.in, overlapping, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP, "out[0] = ");
  refused("stream", tcfft_plan_set_workspace(j.plan, j.in, 4), TCFFT_ERROR_WORKSPACE,
          "workspace has 4 bytes on each device");
  const size_t enough = tcfft_plan_workspace_size(j.plan);
  ck_assert_uint_gt(enough, 0);
  refused("workspace", tcfft_plan_set_workspace(j.plan, missing, enough), TCFFT_ERROR_WORKSPACE, "workspace[1] is NULL");
  refused("workspace", tcfft_plan_set_workspace(j.plan, swapped, enough), bad, "workspace[0] = ");
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.workspace = missing;
  info.workspace_bytes = enough;
  refused("workspace", tcfft_exec_with(j.plan, j.in, j.out, TCFFT_FORWARD, &info), TCFFT_ERROR_WORKSPACE,
          "info->workspace[1] is NULL");
  for (int output = 0; output < 2; output++) {
    const char *side = output ? " and out[0] = " : " and in[0] = ";
    info.workspace = output ? j.out : j.in;
    refused("workspace", tcfft_exec_with(j.plan, j.in, j.out, TCFFT_FORWARD, &info), TCFFT_ERROR_OVERLAP, side);
    done("workspace", tcfft_plan_set_workspace(j.plan, info.workspace, enough));
    refused("workspace", tcfft_exec(j.plan, j.in, j.out, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP, side);
    done("workspace", tcfft_plan_set_workspace(j.plan, NULL, 0));
  }
  refused("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_IN, NULL, j.in), bad, "host is NULL");
  refused("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_IN, &j, swapped), bad, "memory[0] = ");
  refused("gather", tcfft_dist_gather(j.plan, (tcfft_side)3, &j, j.in), bad, "side = 3");
  tcfft_dist_part part = {.size = sizeof part};
  refused("layout", tcfft_dist_layout(j.plan, TCFFT_SIDE_IN, 2, &part), bad, "position = 2");
  part.size = 3;
  refused("layout", tcfft_dist_layout(j.plan, TCFFT_SIDE_IN, 0, &part), bad, "part->size = 3");
  free_job(&j);
  tcfft_plan *one = NULL;
  tcfft_desc d = describe("c2c:64", NULL);
  done("one device", tcfft_plan_create(&one, &d));
  refused("one device", tcfft_dist_wait(one), bad, "its description has no devices");
  refused("one device", tcfft_dist_alloc(one, TCFFT_SIDE_IN, j.in), bad, "its description has no devices");
  tcfft_plan_destroy(one);
}
END_TEST

// ------------------------------------------------------------------------------------------------ layouts

// Counts how often each element of a side is held, and checks that parts have as many bytes as they say.
static void cover(const tcfft_plan *plan, tcfft_side side, int devices, const test_side *s, const char *text) {
  const int64_t count = s->count * s->batch;
  char *held = calloc((size_t)count, 1);
  for (int p = 0; p < devices; p++) {
    tcfft_dist_part part = {.size = sizeof part};
    done(text, tcfft_dist_layout(plan, side, p, &part));
    ck_assert_int_eq(part.device, p);
    int64_t elements = 1, last = 0;
    for (int i = 0; i < part.dims; i++) {
      elements *= part.count[i];
      last += (part.count[i] - 1) * part.stride[i];
    }
    ck_assert_int_eq(part.bytes, elements ? (last + 1) * 4 * s->width : 0);
    for (int64_t e = 0; e < elements; e++) {
      int64_t at[TCFFT_MAX_RANK + 1] = {0}, rest = e, element = 0;
      for (int i = part.dims - 1; i >= 0; i--) {
        at[1 + part.axis[i]] += (part.begin[i] + rest % part.count[i]) * part.step[i];
        rest /= part.count[i];
      }
      for (int a = 0; a < s->rank; a++) element = element * s->n[a] + at[1 + a];
      held[at[0] * s->count + element]++;
    }
  }
  for (int64_t e = 0; e < count; e++)
    ck_assert_msg(held[e] == 1, "%s: side %d: element %lld is held %d times", text, side, (long long)e, held[e]);
  free(held);
}

START_TEST(layouts) {
  static const struct {
    const char *text;
    tcfft_order in, out;
  } cases[] = {{"c2c:5x6x3", 0, 0}, {"c2c:5x6x3", 0, 1}, {"c2c:5x6x3", 1, 0}, {"r2c:5x7", 0, 1},   {"r2c:5x7:inplace", 0, 0},
               {"c2r:6x3x4", 1, 0}, {"c2c:60", 0, 0},    {"c2c:60", 0, 1},    {"c2c:60", 1, 0},    {"c2c:7*2", 0, 1},
               {"c2c:5x6*2", 0, 1}, {"dct2:6*5", 0, 0},  {"c2c:1x2x3", 0, 1}, {"c2r:6x5*9", 0, 0}, {"r2c:60", 0, 0},
               {"c2r:60*2", 0, 0},  {"r2c:2", 0, 0}};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    for (int devices = 2; devices <= 4; devices += TEST_EMULATED ? 1 : 4) {
      tcfft_desc d = describe(cases[i].text, devices == 2 ? "0,1" : devices == 3 ? "0,1,2" : "0,1,2,3");
      d.in_order = cases[i].in;
      d.out_order = cases[i].out;
      test_side in, out;
      test_sides(&in, &out, &d);
      tcfft_plan *plan = test_plan(&d, cases[i].text);
      cover(plan, TCFFT_SIDE_IN, devices, &in, cases[i].text);
      cover(plan, TCFFT_SIDE_OUT, devices, &out, cases[i].text);
      tcfft_plan_destroy(plan);
    }
  }
}
END_TEST

// The first element of each device is where the layout says, in memory as in the result.
START_TEST(places) {
  enum { N0 = 6, N1 = 8, N2 = 4 };
  static float host[2 * N0 * N1 * N2], back[2 * N0 * N1 * N2];
  job j = new_job("c2c:6x8x4");
  const tcf_backend *b = tcf_backend_for(TCFFT_BACKEND_CUDA);
  for (int i = 0; i < 2 * N0 * N1 * N2; i++) host[i] = (float)i;
  done("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_OUT, host, j.out));
  for (int p = 0; p < 2; p++) {
    float part[N0][N1 / 2][N2][2];
    done("copy", b->copy_out(p, part, j.out[p], sizeof part));
    for (int x = 0; x < N0; x++)
      for (int y = 0; y < N1 / 2; y++)
        for (int z = 0; z < N2; z++)
          ck_assert_float_eq(part[x][y][z][1], (float)(2 * ((x * N1 + y + p * N1 / 2) * N2 + z) + 1));
  }
  done("gather", tcfft_dist_gather(j.plan, TCFFT_SIDE_OUT, back, j.out));
  ck_assert_int_eq(memcmp(host, back, sizeof host), 0);
  free_job(&j);
}
END_TEST

// ------------------------------------------------------------------------------------------------ streams, workspace,
// threads

enum { POINTS = 16 * 6 * 4 };

static void fill(float *x, int points, uint64_t salt) {
  test_rng rng = test_rng_fresh(salt);
  for (int i = 0; i < 2 * points; i++) x[i] = test_uniform(&rng);
}

// Executions on streams and with workspace of the caller, one behind the other, which give what the plan's own give.
START_TEST(callers_streams) {
  static float x[2][2 * POINTS], expected[2][2 * POINTS], got[2 * POINTS];
  job j = new_job("c2c:16x6x4");
  void *out[2], *streams[2], *workspace[2];
  const tcf_backend *b = tcf_backend_for(TCFFT_BACKEND_CUDA);
  done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_OUT, out));
  for (int i = 0; i < 2; i++) {
    fill(x[i], POINTS, 5 + (uint64_t)i);
    done("the host's memory", tcfft_exec_host(j.plan, x[i], expected[i], TCFFT_FORWARD));
    done("a stream", b->peers->new_stream(i, 0, &streams[i]));
    done("workspace", b->alloc(i, tcfft_plan_workspace_size(j.plan), &workspace[i]));
  }
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.stream = streams;
  for (int round = 0; round < 8; round++) {
    const int with = round % 2;
    info.workspace = with ? workspace : NULL;
    info.workspace_bytes = tcfft_plan_workspace_size(j.plan);
    void *second[2];
    done("memory", tcfft_dist_alloc(j.plan, TCFFT_SIDE_IN, second));
    done("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_IN, x[0], j.in));
    done("scatter", tcfft_dist_scatter(j.plan, TCFFT_SIDE_IN, x[1], second));
    done("executing", tcfft_exec_with(j.plan, j.in, j.out, TCFFT_FORWARD, &info));
    done("executing", tcfft_exec(j.plan, second, out, TCFFT_FORWARD));
    for (int i = 0; i < 2; i++) done("waiting", b->sync(i, streams[i]));
    done("gather", tcfft_dist_gather(j.plan, TCFFT_SIDE_OUT, got, j.out));
    ck_assert_int_eq(memcmp(got, expected[0], sizeof got), 0);
    done("gather", tcfft_dist_gather(j.plan, TCFFT_SIDE_OUT, got, out));
    ck_assert_int_eq(memcmp(got, expected[1], sizeof got), 0);
    tcfft_dist_free(j.plan, second);
  }
  for (int i = 0; i < 2; i++) {
    b->peers->free_stream(i, streams[i]);
    b->release(i, workspace[i]);
  }
  tcfft_dist_free(j.plan, out);
  free_job(&j);
}
END_TEST

// The input is written by work that is queued on the caller's streams before, of a plan that begins with an exchange.
START_TEST(input_in_time) {
  enum { N = 96, ROUNDS = 12 };
  static float x[2 * N], expected[2 * N], got[2 * N];
  tcfft_desc d = describe("c2c:96", "0,1");
  d.out_order = TRANSPOSED;
  tcfft_plan *plan = test_plan(&d, "c2c:96");
  const tcf_backend *b = tcf_backend_for(TCFFT_BACKEND_CUDA);
  void *in[2], *out[2], *kept[2], *streams[2];
  done("memory", tcfft_dist_alloc(plan, TCFFT_SIDE_IN, in));
  done("memory", tcfft_dist_alloc(plan, TCFFT_SIDE_IN, kept));
  done("memory", tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, out));
  for (int i = 0; i < 2; i++) done("a stream", b->peers->new_stream(i, 0, &streams[i]));
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.stream = streams;
  for (int round = 0; round < ROUNDS; round++) {
    fill(x, N, (uint64_t)round);
    done("the host's memory", tcfft_exec_host(plan, x, expected, TCFFT_FORWARD));
    done("scatter", tcfft_dist_scatter(plan, TCFFT_SIDE_IN, x, kept));
    for (int i = 0; i < 2; i++) {
      int previous;
      const tcf_peer_copy copy = {.to = in[i], .from = kept[i], .rows = 1, .bytes = N / 2 * 8};
      done("entering", b->enter(i, &previous));
      done("copying", b->peers->copy(i, i, &copy, streams[i]));
      b->leave(previous);
    }
    done("executing", tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info));
    for (int i = 0; i < 2; i++) done("waiting", b->sync(i, streams[i]));
    done("gather", tcfft_dist_gather(plan, TCFFT_SIDE_OUT, got, out));
    ck_assert_int_eq(memcmp(got, expected, sizeof got), 0);
  }
  for (int i = 0; i < 2; i++) b->peers->free_stream(i, streams[i]);
  tcfft_dist_free(plan, in);
  tcfft_dist_free(plan, kept);
  tcfft_dist_free(plan, out);
  tcfft_plan_destroy(plan);
}
END_TEST

// Executions that take each other's results, queued one behind the other. Four forward transforms are the identity.
START_TEST(chains) {
  static const struct {
    const char *text, *devices;
    tcfft_order order;
    int points;
  } cases[] = {{"c2c:576", "0,1,2", TCFFT_ORDER_NATURAL, 576},  // 24 rows and columns: both sides are cut alike
               {"c2c:16x6x4", "0,1,2", TCFFT_ORDER_NATURAL, POINTS},
               {"c2c:16x6x4", "0,1,2", TRANSPOSED, POINTS}};
  static float x[2 * 576], got[2 * 576];
  for (size_t round = 0; round < 8 * TEST_COUNT(cases); round++) {
    const size_t i = round % TEST_COUNT(cases);
    tcfft_desc d = describe(cases[i].text, TEST_EMULATED ? cases[i].devices : "0,1");
    d.in_order = d.out_order = cases[i].order;
    d.scale[TCFFT_FORWARD] = 1 / sqrt(cases[i].points);
    tcfft_plan *plan = test_plan(&d, cases[i].text);
    void *in[3], *out[3];
    done("memory", tcfft_dist_alloc(plan, TCFFT_SIDE_IN, in));
    done("memory", tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, out));
    fill(x, cases[i].points, i);
    done("scatter", tcfft_dist_scatter(plan, TCFFT_SIDE_IN, x, in));
    for (int k = 0; k < 12; k++)
      done("executing", k % 2 ? tcfft_exec(plan, out, in, TCFFT_FORWARD) : tcfft_exec(plan, in, out, TCFFT_FORWARD));
    done("gather", tcfft_dist_gather(plan, TCFFT_SIDE_IN, got, in));
    double error = 0, norm = 0;
    for (int k = 0; k < 2 * cases[i].points; k++) {
      error += (double)(got[k] - x[k]) * (double)(got[k] - x[k]);
      norm += (double)x[k] * (double)x[k];
    }
    ck_assert_msg(error <= 1e-11 * norm, "%s: twelve transforms, which are the identity, change it by %.3g", cases[i].text,
                  error / norm);
    tcfft_dist_free(plan, in);
    tcfft_dist_free(plan, out);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

typedef struct worker {
  pthread_t thread;
  tcfft_plan *plan;
  float x[2 * POINTS], expected[2 * POINTS];
  int wrong;
} worker;

static void *work(void *context) {
  worker *w = context;
  float got[2 * POINTS];
  for (int i = 0; i < 8 && !w->wrong; i++)
    w->wrong =
        tcfft_exec_host(w->plan, w->x, got, TCFFT_FORWARD) != TCFFT_SUCCESS || memcmp(got, w->expected, sizeof got) != 0;
  return NULL;
}

// Two plans on the same devices, in opposite order, from two threads each.
START_TEST(at_once) {
  enum { WORKERS = 4 };
  static worker w[WORKERS];
  tcfft_plan *plans[2];
  setenv("TCFFT_PIECES", "3", 1);
  for (int i = 0; i < 2; i++) {
    tcfft_desc d = describe("c2c:16x6x4", i ? "1,0" : "0,1");
    d.out_order = i ? TCFFT_ORDER_NATURAL : TRANSPOSED;
    plans[i] = test_plan(&d, "c2c:16x6x4");
  }
  for (int i = 0; i < WORKERS; i++) {
    w[i].plan = plans[i % 2];
    fill(w[i].x, POINTS, 11 + (uint64_t)i);
    done("alone", tcfft_exec_host(w[i].plan, w[i].x, w[i].expected, TCFFT_FORWARD));
  }
  for (int i = 0; i < WORKERS; i++) ck_assert_int_eq(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(w[i].thread, NULL);
    ck_assert_msg(!w[i].wrong, "worker %d got other bits, or %s", i, tcfft_last_error());
  }
  for (int i = 0; i < 2; i++) tcfft_plan_destroy(plans[i]);
  unsetenv("TCFFT_PIECES");
}
END_TEST

// ------------------------------------------------------------------------------------------------ as text

START_TEST(descriptions) {
  tcfft_desc d = describe("c2c:512x512x512", "0,1,2");
  d.out_order = TRANSPOSED;
  static char text[16384];
  done("explaining", tcfft_plan_explain(&d, "H200", text, sizeof text));
  static const char *const parts[] = {
      "devices:0,1,2:in=rows:out=columns:rows=512:columns=512:cell=512", "step:rows:from=in:to=work",
      "step:exchange:from=work:to=work1:leaves=columns", "step:columns:from=work1:to=out",
      // 171 rows of 171 columns of 512 numbers of 8 bytes, and 171 of 170
      "link:0>1:bytes=119771136", "link:0>2:bytes=119070720", "link:2>1:bytes=119070720", "link:2>0:"};
  for (size_t i = 0; i < TEST_COUNT(parts); i++)
    ck_assert_msg(strstr(text, parts[i]) != NULL, "%s\nlacks %s", text, parts[i]);
  d.out_order = TCFFT_ORDER_NATURAL;
  done("explaining", tcfft_plan_explain(&d, "H200", text, sizeof text));
  const char *again = strstr(text, "leaves=columns");
  ck_assert_msg(again && strstr(again, "leaves=rows"), "%s", text);
}
END_TEST

// 512^3, 1024^3 and real 1024^3 as two H200 were fastest (bench/results/NOTES.md); short ones in two pieces at most, and no
// more pieces than there are rows.
START_TEST(pieces) {
  static const struct {
    const char *text;
    int rows[2], columns[2], whole[2];
  } cases[] = {
      {"c2c:512x512x512", {4, 4}, {4, 4}, {2, 3}},    {"c2c:1024x1024x1024", {2, 2}, {8, 8}, {1, 1}},
      {"r2c:1024x1024x1024", {4, 4}, {8, 8}, {3, 3}}, {"c2c:64x64x64", {1, 2}, {1, 2}, {0, 1}},
      {"c2c:2x8192x8192", {1, 1}, {1, 8}, {0, 1}},
  };
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    tcfft_desc d = describe(cases[i].text, "0,1");
    d.out_order = TRANSPOSED;
    static char text[16384];
    done("explaining", tcfft_plan_explain(&d, "H200", text, sizeof text));
    const char *rows = strstr(text, "step:rows:"), *columns = strstr(text, "step:columns:"), *sent = strstr(text, ":whole=");
    ck_assert(rows && columns && sent);
    const int of_rows = atoi(strstr(rows, ":pieces=") + 8), of_columns = atoi(strstr(columns, ":pieces=") + 8),
              whole = atoi(sent + 7);
    ck_assert_msg(of_rows >= cases[i].rows[0] && of_rows <= cases[i].rows[1] && of_columns >= cases[i].columns[0] &&
                      of_columns <= cases[i].columns[1] && whole >= cases[i].whole[0] && whole <= cases[i].whole[1],
                  "%s: %d and %d pieces, %d of them sent whole", cases[i].text, of_rows, of_columns, whole);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("several_calls");
  tcase_add_test(test_case(suite, "bad_lists", 20), bad_lists);
  tcase_add_test(test_case(suite, "impossible", 20), impossible);
  tcase_add_test(test_case(suite, "without_peer_access", 20), without_peer_access);
  tcase_add_test(test_case(suite, "same_memory", 20), same_memory);
  tcase_add_test(test_case(suite, "bad_arguments", 20), bad_arguments);
  tcase_add_test(test_case(suite, "layouts", 60), layouts);
  tcase_add_test(test_case(suite, "places", 20), places);
  tcase_add_test(test_case(suite, "callers_streams", 20), callers_streams);
  tcase_add_test(test_case(suite, "input_in_time", 20), input_in_time);
  tcase_add_test(test_case(suite, "chains", 20), chains);
  tcase_add_test(test_case(suite, "at_once", 60), at_once);
  tcase_add_test(test_case(suite, "descriptions", 20), descriptions);
  tcase_add_test(test_case(suite, "pieces", 20), pieces);
  return suite;
}
