// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans of ranks: what goes wrong on one rank and what the others hear of it, what moves, memory and workspace of the
// caller.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "several/several.h"
#include "several/support_ranks.h"

#define TRANSPOSED TCFFT_ORDER_TRANSPOSED

// Plans on `ranks` ranks; change makes one of them describe something else.
static void plan_all(const char *text, int ranks, tcfft_order out_order,
                     void (*change)(tcfft_desc *d, tcfft_comm *comm, int rank)) {
  test_now = (test_ranks){.change = change};
  test_desc(&test_now.d, text);
  test_now.d.out_order = out_order;
  test_ranks_plan(ranks);
}

// Every rank got this status and a text that says so.
static void all_refused(const char *what, tcfft_status wanted, const char *says) {
  for (int i = 0; i < crowd_size(test_now.crowd); i++) {
    ck_assert_msg(test_now.status[i] == wanted, "%s: rank %d answers %s: %s", what, i,
                  tcfft_status_string(test_now.status[i]), test_now.why[i]);
    ck_assert_msg(strstr(test_now.why[i], says) != NULL, "%s: rank %d: \"%s\" does not say \"%s\"", what, i, test_now.why[i],
                  says);
  }
}

// ------------------------------------------------------------------------------------------------ disagreement

enum { ODD = 2 };  // the rank that differs, of four

static void other_size(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->n[1]++;
}
static void other_kind(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->kind = TCFFT_R2C;
}
static void other_order(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->out_order = TCFFT_ORDER_NATURAL;
}
static void other_input(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->in_order = TRANSPOSED;
}
static void other_scale(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->scale[1] = 0.25;
}
static void other_count(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)d;
  if (rank == ODD) comm->ranks = 5;
}
static void other_rank(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)d;
  if (rank == ODD) comm->rank = 1;
}
static void no_size(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->n[0] = 0;
}
static void no_device(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->device = "99";
}
static void two_devices(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm;
  if (rank == ODD) d->devices = "0,1";
}

START_TEST(disagreement) {
  static const struct {
    const char *what;
    void (*change)(tcfft_desc *d, tcfft_comm *comm, int rank);
    tcfft_status status;
    const char *says;
  } cases[] = {
      {"size", other_size, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has the problem c2c:8x7, rank 0 has c2c:8x6"},
      {"kind", other_kind, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has the problem r2c:8x6, rank 0 has c2c:8x6"},
      {"order", other_order, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has out_order = 0, rank 0 has 1"},
      {"input", other_input, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has in_order = 1, rank 0 has 0"},
      {"scale", other_scale, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has scale[1] = 0.25, rank 0 has 1"},
      {"ranks", other_count, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 has comm->ranks = 5, rank 0 has 4"},
      {"rank", other_rank, TCFFT_ERROR_INVALID_ARGUMENT, "the record of rank 1 as that of rank 2"},
      {"n", no_size, TCFFT_ERROR_INVALID_SIZE, "rank 2 of 4: n[0] = 0 is below 1"},
      {"device", no_device, TCFFT_ERROR_NO_DEVICE, "rank 2 of 4: "},
      {"devices", two_devices, TCFFT_ERROR_INVALID_ARGUMENT, "rank 2 of 4: devices = \"0,1\" and comm"},
  };
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    plan_all("c2c:8x6", 4, TRANSPOSED, cases[i].change);
    all_refused(cases[i].what, cases[i].status, cases[i].says);
    for (int r = 0; r < 4; r++) ck_assert_ptr_null(test_now.plan[r]);
    test_ranks_end();
  }
}
END_TEST

// What no rank can do, all refuse, with the status that devices have.
START_TEST(impossible) {
  static const struct {
    const char *text;
    tcfft_status status;
    const char *says;
  } cases[] = {
      {"c2c:8x8:is=1,8:os=8,1", TCFFT_ERROR_UNSUPPORTED, "packed data"},
      {"c2c:8x8:ba=1", TCFFT_ERROR_UNSUPPORTED, "batch_axes = 1"},
      {"c2c:4x4x4x4", TCFFT_ERROR_UNSUPPORTED, "rank = 4"},
      {"dct2:8x8", TCFFT_ERROR_UNSUPPORTED, "kind dct2 are not split"},
      {"c2r:9", TCFFT_ERROR_UNSUPPORTED, "n[0] = 9: c2r along one axis of odd length"},
      {"c2c:8x8:tol=1e-12", TCFFT_ERROR_TOLERANCE, "tolerance"},
      {"c2c:1125899906842624", TCFFT_ERROR_UNSUPPORTED, "has 1099511627776 points at most"},
  };
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    plan_all(cases[i].text, 3, TCFFT_ORDER_NATURAL, NULL);
    all_refused(cases[i].text, cases[i].status, cases[i].says);
    test_ranks_end();
  }
  if (test_backend != TCFFT_BACKEND_HOST) return;
  test_now = (test_ranks){0};
  test_desc(&test_now.d, "c2c:8x8");
  test_now.d.in_type = test_now.d.out_type = TCFFT_F16;
  test_ranks_plan(2);
  all_refused("f16", TCFFT_ERROR_UNSUPPORTED, "in_type = f16, out_type = f16: transforms that are split");
  test_ranks_end();
}
END_TEST

// Structs that are none, each on one rank alone: nothing is gathered.
START_TEST(bad_comm) {
  crowd *c = crowd_new(1);
  const tcfft_comm good = crowd_comm(c, 0);
  tcfft_comm bad[6] = {good, good, good, good, good, good};
  static const char *const says[6] = {"comm->ranks = 0 is below 1",   "comm->rank = 1 is not in 0 .. ranks - 1 = 0",
                                      "comm->rank = -1 is not in 0",  "comm->exchange is NULL",
                                      "comm->allgather_host is NULL", "comm->size = 3"};
  bad[0].ranks = 0;
  bad[1].rank = 1;
  bad[2].rank = -1;
  bad[3].exchange = NULL;
  bad[4].allgather_host = NULL;
  bad[5].size = 3;
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  char text[64];
  test_desc(&d, "c2c:8x8");
  for (int i = 0; i < 6; i++) {
    d.comm = &bad[i];
    ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_ERROR_INVALID_ARGUMENT);
    ck_assert_msg(strstr(tcfft_last_error(), says[i]) != NULL, "\"%s\" does not say \"%s\"", tcfft_last_error(), says[i]);
    ck_assert_int_eq(tcfft_plan_explain(&d, "H200", text, sizeof text), TCFFT_ERROR_INVALID_ARGUMENT);
    ck_assert_ptr_null(plan);
  }
  crowd_free(c);
}
END_TEST

// What a device would refuse is explained for the devices that the text names: the host splits an axis of FP64, CUDA does
// not, and OpenCL has no ranks.
START_TEST(explained) {
  static const struct {
    const char *device, *says;
    tcfft_status status;
  } rows[] = {{"laptop4", NULL, TCFFT_SUCCESS},
              {"H200", "one axis of f64 numbers is not split", TCFFT_ERROR_UNSUPPORTED},
              {"clH200", "ranks are on the host or on CUDA devices, not on opencl", TCFFT_ERROR_UNSUPPORTED}};
  crowd *c = crowd_new(2);
  const tcfft_comm comm = crowd_comm(c, 0);
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcfft_desc d;
    char text[8000];
    test_desc(&d, "c2c:4096");
    d.backend = TCFFT_BACKEND_AUTO;
    d.in_type = d.out_type = TCFFT_F64;
    d.comm = &comm;
    const tcfft_status status = tcfft_plan_explain(&d, rows[i].device, text, sizeof text);
    ck_assert_msg(status == rows[i].status, "%s: %s", rows[i].device, status ? tcfft_last_error() : text);
    if (rows[i].says) ck_assert_msg(strstr(tcfft_last_error(), rows[i].says) != NULL, "%s", tcfft_last_error());
  }
  crowd_free(c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ a transport that fails

START_TEST(broken_gathering) {
  for (int when = 0; when < 2; when++) {
    test_now = (test_ranks){0};
    test_desc(&test_now.d, "c2c:8x6");
    test_now.crowd = crowd_new(3);
    crowd_break_gathering(test_now.crowd, 1, when);
    test_ranks_plan_again();
    // In the second round the others have planned by then; in the first they hear of it in the second one.
    ck_assert_int_eq(test_now.status[1], TCFFT_ERROR_EXCHANGE);
    ck_assert_msg(
        strstr(test_now.why[1], "rank 1 of 3: comm->allgather_host failed with 7 (this rank was made to fail)") != NULL,
        "\"%s\"", test_now.why[1]);
    if (when == 0) all_refused("gathering", TCFFT_ERROR_EXCHANGE, "rank 1 of 3: comm->allgather_host failed");
    test_ranks_end();
  }
}
END_TEST

static void execute_rank(void *context, int rank) {
  test_ranks *w = context;
  void *in = NULL, *out = NULL;
  const tcfft_plan *plan = w->plan[rank];
  tcfft_dist_alloc(plan, TCFFT_SIDE_IN, &in);
  tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, &out);
  float *zeros = calloc(2 * 8 * 6 * 4, sizeof *zeros);
  tcfft_dist_scatter(plan, TCFFT_SIDE_IN, zeros, &in);
  free(zeros);
  test_ranks_keep(w, rank, tcfft_exec(plan, in, out, TCFFT_FORWARD));
  tcfft_dist_free(plan, &in);
  tcfft_dist_free(plan, &out);
}

START_TEST(broken_exchange) {
  plan_all("c2c:8x6x4", 3, TCFFT_ORDER_NATURAL, NULL);
  ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
  for (int when = 0; when < 2; when++) {  // of which an execution has two
    crowd_break_exchange(test_now.crowd, 1, when);
    crowd_run(test_now.crowd, execute_rank, &test_now);
    for (int r = 0; r < 3; r++) {
      char says[128];
      snprintf(says, sizeof says, "rank %d of 3: comm->exchange failed with %d (%s)", r, r == 1 ? CROWD_FAILS : CROWD_HEARS,
               r == 1 ? "this rank was made to fail" : "another rank has failed");
      ck_assert_int_eq(test_now.status[r], TCFFT_ERROR_EXCHANGE);
      ck_assert_msg(strstr(test_now.why[r], says) != NULL, "\"%s\" does not say \"%s\"", test_now.why[r], says);
    }
  }
  crowd_break_exchange(test_now.crowd, -1, 0);
  crowd_run(test_now.crowd, execute_rank, &test_now);
  ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
  test_ranks_end();
}
END_TEST

// ------------------------------------------------------------------------------------------------ what moves

// The bytes that descriptions tell are those that move, in as many exchanges as steps say, of each transform of a batch.
START_TEST(traffic) {
  static const struct {
    const char *text;
    tcfft_order out;
    int ranks, exchanges;
    size_t bytes;  // by hand: what one rank keeps does not move
  } cases[] = {{"c2c:8x6x4", TRANSPOSED, 2, 1, 8 * 6 * 4 * 8 / 2}, {"c2c:8x6x4", TCFFT_ORDER_NATURAL, 2, 2, 8 * 6 * 4 * 8},
               {"c2c:6x9", TRANSPOSED, 3, 1, 6 * 9 * 8 * 2 / 3},   {"c2c:6x9*2", TRANSPOSED, 3, 2, 2 * 6 * 9 * 8 * 2 / 3},
               {"r2c:8x6", TRANSPOSED, 2, 1, 8 * 4 * 8 / 2},       {"c2c:64", TCFFT_ORDER_NATURAL, 2, 3, 3 * 64 * 8 / 2},
               {"c2c:16*4", TCFFT_ORDER_NATURAL, 4, 0, 0},         {"c2c:1x5", TRANSPOSED, 3, 1, 3 * 8}};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    plan_all(cases[i].text, cases[i].ranks, cases[i].out, NULL);
    ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
    size_t told = 0;
    for (int r = 0; r < cases[i].ranks; r++) {
      char *text = test_description(test_now.plan[r]), line[64];
      snprintf(line, sizeof line, "\nranks:%d:rank=%d:in=", cases[i].ranks, r);
      ck_assert_msg(strstr(text, line) != NULL, "%s: no \"%s\" in %s", cases[i].text, line, text);
      for (const char *at = text; (at = strstr(at, "link:")); at++) {
        ck_assert_int_eq(atoi(at + 5), r);
        told += (size_t)atoll(strstr(at, "bytes=") + 6);
      }
      free(text);
    }
    crowd_run(test_now.crowd, execute_rank, &test_now);
    ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
    ck_assert_int_eq(crowd_exchanges(test_now.crowd), cases[i].exchanges);
    ck_assert_uint_eq(crowd_bytes(test_now.crowd), cases[i].bytes);
    ck_assert_uint_eq(told, cases[i].bytes);
    test_ranks_end();
  }
}
END_TEST

// All ranks tell the same bound and time, also those that compute nothing.
START_TEST(same_promises) {
  plan_all("c2c:2x3x16", 4, TRANSPOSED, NULL);
  ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
  const double bound = tcfft_plan_error_bound(test_now.plan[0]), time = tcfft_plan_predicted_time(test_now.plan[0]);
  ck_assert_double_gt(bound, 1e-8);
  ck_assert_double_gt(time, 0);
  for (int r = 1; r < 4; r++) {
    ck_assert_double_eq(tcfft_plan_error_bound(test_now.plan[r]), bound);
    ck_assert_double_eq(tcfft_plan_predicted_time(test_now.plan[r]), time);
  }
  test_ranks_end();
}
END_TEST

// ------------------------------------------------------------------------------------------------ the caller's memory

enum { N0 = 5, N1 = 6, N2 = 4, POINTS = N0 * N1 * N2 };
static float signal[2 * POINTS], result[2 * POINTS];

// Blocks of whole rows and columns as arrays of the caller's, by tcfft_exec_host, then by workspace of the caller.
static void execute_callers(void *context, int rank) {
  test_ranks *w = context;
  const tcfft_plan *plan = w->plan[rank];
  tcfft_dist_part in = {.size = sizeof in}, out = in;
  tcfft_status status = tcfft_dist_layout(plan, TCFFT_SIDE_IN, rank, &in);
  if (!status) status = tcfft_dist_layout(plan, TCFFT_SIDE_OUT, rank, &out);
  if (status || in.device != rank || in.axis[1] != 0 || out.axis[2] != 1) {
    test_ranks_keep(w, rank, status ? status : TCFFT_ERROR_INTERNAL);
    return;
  }
  float *x = in.bytes ? malloc((size_t)in.bytes) : NULL, *y = out.bytes ? malloc((size_t)out.bytes) : NULL;
  if (x) memcpy(x, signal + 2 * in.begin[1] * N1 * N2, (size_t)in.bytes);
  status = tcfft_exec_host(plan, x, y, TCFFT_FORWARD);
  for (int64_t i = 0; y && i < N0 && !status; i++)
    for (int64_t j = 0; j < out.count[2]; j++)
      memcpy(result + 2 * ((i * N1 + out.begin[2] + j) * N2), y + 2 * (i * out.count[2] + j) * N2, 2 * N2 * sizeof *y);
  free(x);
  free(y);
  test_ranks_keep(w, rank, status);
}

START_TEST(own_arrays) {
  static float expected[2 * POINTS];
  test_rng rng = test_rng_fresh(3);
  for (int i = 0; i < 2 * POINTS; i++) signal[i] = (float)test_uniform(&rng);
  tcfft_desc d;
  test_desc(&d, "c2c:5x6x4");
  tcfft_plan *alone = test_plan(&d, "c2c:5x6x4");
  ck_assert_int_eq(tcfft_exec_host(alone, signal, expected, TCFFT_FORWARD), TCFFT_SUCCESS);
  tcfft_plan_destroy(alone);
  for (int ranks = 2; ranks <= 4; ranks++) {
    memset(result, 0x7f, sizeof result);
    plan_all("c2c:5x6x4", ranks, TRANSPOSED, NULL);
    crowd_run(test_now.crowd, execute_callers, &test_now);
    ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
    double error = 0, norm = 0;
    for (int i = 0; i < 2 * POINTS; i++) {
      error += pow(result[i] - expected[i], 2);
      norm += pow(expected[i], 2);
    }
    ck_assert_double_lt(sqrt(error / norm), 3e-7);
    test_ranks_end();
  }
}
END_TEST

static void refused(test_ranks *w, tcfft_status status, tcfft_status wanted, const char *says) {
  const int as_told = status == wanted && strstr(tcfft_last_error(), says);
  if (as_told) return;
  w->status[0] = TCFFT_ERROR_INTERNAL;
  snprintf(w->why[0], sizeof w->why[0], "answers %s: \"%s\", which does not say \"%s\"", tcfft_status_string(status),
           tcfft_last_error(), says);
}

// Elements of one size are not the same where those of one side are complex: in and out have to be apart, as without ranks.
static const struct unequal {
  const char *text;
  tcfft_type in, out;
} unequal[] = {{"c2r:64*4", TCFFT_I16, TCFFT_F32}, {"c2r:64*4", TCFFT_I8, TCFFT_F16}, {"r2c:64*4", TCFFT_F32, TCFFT_F16}};
static const struct unequal *unequal_now;

static void with_types(tcfft_desc *d, tcfft_comm *comm, int rank) {
  (void)comm, (void)rank;
  d->in_type = unequal_now->in;
  d->out_type = unequal_now->out;
}

START_TEST(unequal_elements) {
  for (size_t i = 0; i < TEST_COUNT(unequal); i++) {
    unequal_now = &unequal[i];
    plan_all(unequal_now->text, 2, TCFFT_ORDER_NATURAL, with_types);
    ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
    void *in = NULL;
    ck_assert_int_eq(tcfft_dist_alloc(test_now.plan[1], TCFFT_SIDE_IN, &in), TCFFT_SUCCESS);
    refused(&test_now, tcfft_exec(test_now.plan[1], in, in, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP, "overlap");
    ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
    tcfft_dist_free(test_now.plan[1], &in);
    test_ranks_end();
  }
}
END_TEST

// What a rank checks before it exchanges; the others are not asked.
START_TEST(bad_arguments) {
  plan_all("c2c:8x6x4", 2, TRANSPOSED, NULL);
  ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
  tcfft_plan *plan = test_now.plan[1];
  test_ranks *w = &test_now;
  void *in = NULL, *out = NULL, *workspace[2] = {NULL, NULL};
  const size_t enough = tcfft_plan_workspace_size(plan);
  const tcfft_status bad = TCFFT_ERROR_INVALID_ARGUMENT;
  ck_assert_int_eq(tcfft_dist_alloc(plan, TCFFT_SIDE_IN, &in), TCFFT_SUCCESS);
  ck_assert_int_eq(tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, &out), TCFFT_SUCCESS);
  refused(w, tcfft_exec(plan, NULL, out, TCFFT_FORWARD), bad, "in is NULL: rank 1 holds a part of the input");
  refused(w, tcfft_exec(plan, in, NULL, TCFFT_FORWARD), bad, "out is NULL: rank 1 holds a part of the output");
  refused(w, tcfft_exec(plan, in, (char *)out + 2, TCFFT_FORWARD), bad, "out = ");
  refused(w, tcfft_exec(plan, in, (char *)in + 8, TCFFT_FORWARD), TCFFT_ERROR_OVERLAP, "in = ");
  refused(w, tcfft_exec(plan, in, out, (tcfft_direction)5), bad, "direction = 5");
  refused(w, tcfft_plan_set_workspace(plan, in, 4), TCFFT_ERROR_WORKSPACE, "workspace has 4 bytes, the plan needs");
  refused(w, tcfft_plan_set_workspace(plan, (char *)in + 4, enough), TCFFT_ERROR_WORKSPACE, "is not aligned to 64 bytes");
  tcfft_exec_info info = TCFFT_EXEC_INFO_INIT;
  info.workspace = workspace;
  refused(w, tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), TCFFT_ERROR_WORKSPACE, "info->workspace has 0 bytes");
  info.workspace_bytes = enough;
  info.workspace = out;
  refused(w, tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), TCFFT_ERROR_OVERLAP, " and out = ");
  info.workspace = in;
  refused(w, tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), TCFFT_ERROR_OVERLAP, " and in = ");
  if (test_backend == TCFFT_BACKEND_HOST) {
    info = (tcfft_exec_info)TCFFT_EXEC_INFO_INIT;
    info.stream = in;
    refused(w, tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), bad, "the host backend has no streams");
  }
  if (test_backend != TCFFT_BACKEND_HOST) {
    const tcf_backend *b = tcf_backend_for(test_backend);
    info = (tcfft_exec_info)TCFFT_EXEC_INFO_INIT;
    ck_assert_int_eq(b->peers->new_stream(1, 0, &info.stream), TCFFT_SUCCESS);
    refused(w, tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), TCFFT_ERROR_WORKSPACE,
            "info->stream is not the plan's");
    b->peers->free_stream(1, info.stream);
    refused(w, tcfft_exec(plan, in, w, TCFFT_FORWARD), bad, "out = ");
  }
  tcfft_dist_part part = {.size = sizeof part};
  refused(w, tcfft_dist_layout(plan, TCFFT_SIDE_IN, 2, &part), bad, "position = 2: the plan has ranks 0 .. 1");
  ck_assert_int_eq(test_ranks_failure(&test_now), TCFFT_SUCCESS);
  tcfft_dist_free(plan, &in);
  tcfft_dist_free(plan, &out);
  test_ranks_end();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("ranks_calls");
  TCase *problems = test_case(suite, "problems", 60), *transport = test_case(suite, "transport", 60);
  TCase *arguments = test_case(suite, "arguments", 60);
  tcase_add_test(problems, disagreement);
  tcase_add_test(problems, impossible);
  tcase_add_test(problems, bad_comm);
  tcase_add_test(problems, explained);
  tcase_add_test(transport, broken_gathering);
  tcase_add_test(transport, broken_exchange);
  tcase_add_test(transport, traffic);
  tcase_add_test(transport, same_promises);
  tcase_add_test(arguments, own_arrays);
  tcase_add_test(arguments, unequal_elements);
  tcase_add_test(arguments, bad_arguments);
  return suite;
}
