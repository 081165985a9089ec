// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA graphs: executions are captured and replayed, and planning beside a capture leaves it valid.
#include <math.h>
#include <pthread.h>

#include "gpu.h"
#include "plan/plan.h"
#include "tcfft/tcfft_cuda.h"

static const char *const texts[] = {"c2c:1024*8", "c2c:65536*4", "c2c:1009*3", "c2c:10007*2", "c2c:300x400",
                                    "r2c:65536",  "c2r:30031",   "dct2:40000", "c2c:64x64x64"};

// Ends a capture, in which every stage has become one kernel node and nothing else. launches = 0: the graph also has
// launches of a library (cuBLAS), whose number is unknown.
static cudaGraphExec_t finish(cudaStream_t stream, size_t launches) {
  cudaGraph_t graph;
  cudaGraphExec_t made;
  cudaGraphNode_t nodes[100];
  size_t count = 0;
  GPU(cudaStreamEndCapture(stream, &graph));
  GPU(cudaGraphGetNodes(graph, NULL, &count));
  if (launches) ck_assert_uint_eq(count, launches);
  ck_assert_uint_le(count, TEST_COUNT(nodes));
  GPU(cudaGraphGetNodes(graph, nodes, &count));
  for (size_t i = 0; i < count && launches; i++) {
    enum cudaGraphNodeType type;
    GPU(cudaGraphNodeGetType(nodes[i], &type));
    ck_assert_int_eq(type, cudaGraphNodeTypeKernel);
  }
  GPU(cudaGraphInstantiate(&made, graph, 0));
  GPU(cudaGraphDestroy(graph));
  return made;
}

// New data in the same memory, and a replay of the graph.
static void replay(device_case *c, cudaGraphExec_t graph, cudaStream_t stream, uint64_t salt) {
  float *values = device_random(c->in_bytes, salt);
  device_succeeds(on_device()->copy_in(ON_DEVICE, c->in, values, c->in_bytes), "copying in");
  free(values);
  void *expected = device_case_alone(c);
  GPU(cudaMemset(c->out, 0xfe, c->out_bytes));
  GPU(cudaDeviceSynchronize());
  GPU(cudaGraphLaunch(graph, stream));
  GPU(cudaStreamSynchronize(stream));
  void *got = device_get(c->out, c->out_bytes);
  ck_assert_msg(!memcmp(got, expected, c->out_bytes), "%s: the graph gave other bits", c->text);
  free(got);
  free(expected);
}

static void check_replayed(const char *text, int counted) {
  device_case c = device_case_new(text, TCFFT_WORKSPACE_CALLER);
  cudaStream_t stream;
  GPU(cudaStreamCreate(&stream));
  tcfft_exec_info info = {.size = sizeof info, .workspace_bytes = c.work_bytes, .stream = stream};
  info.workspace = c.work_bytes ? device_new(NULL, c.work_bytes) : NULL;
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &info), c.text);
  cudaGraphExec_t graph = finish(stream, counted ? (size_t)tcf_plan_schedule(c.plan)->stages : 0);
  for (uint64_t i = 0; i < 3; i++) replay(&c, graph, stream, i);
  GPU(cudaGraphExecDestroy(graph));
  GPU(cudaStreamDestroy(stream));
  device_free(info.workspace);
  device_case_free(&c);
}

START_TEST(replayed) { check_replayed(texts[_i], 1); }
END_TEST

// With cuBLAS' launches among its own.
START_TEST(products) { check_replayed("c2c:256*4:tensor:paper", 0); }
END_TEST

// The plan's own workspace and stream.
START_TEST(plans_own) {
  device_case c = device_case_new("c2c:262144*2", TCFFT_WORKSPACE_PLAN);
  cudaStream_t stream;
  ck_assert_uint_gt(c.work_bytes, 0);
  GPU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  device_succeeds(tcfft_plan_set_stream(c.plan, stream), "tcfft_plan_set_stream");
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  device_succeeds(tcfft_exec(c.plan, c.in, c.out, TCFFT_FORWARD), c.text);
  cudaGraphExec_t graph = finish(stream, (size_t)tcf_plan_schedule(c.plan)->stages);
  device_succeeds(tcfft_plan_set_stream(c.plan, NULL), "tcfft_plan_set_stream");
  for (uint64_t i = 0; i < 3; i++) replay(&c, graph, stream, i);
  GPU(cudaGraphExecDestroy(graph));
  GPU(cudaStreamDestroy(stream));
  device_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ sparse transforms

enum { SPARSE_N = 65536, SPARSE_CAPACITY = 8 };

static void *tone_on_device(int64_t frequency) {
  float *x = malloc(2 * SPARSE_N * sizeof *x);
  for (int64_t t = 0; t < SPARSE_N; t++) {
    const double angle = 6.28318530717958647692 * (double)(frequency * t % SPARSE_N) / SPARSE_N;
    x[2 * t] = (float)cos(angle);
    x[2 * t + 1] = (float)sin(angle);
  }
  void *memory = device_new(x, 2 * SPARSE_N * sizeof *x);
  free(x);
  return memory;
}

// Without fallback an execution never waits, so that it can be captured: by peeling three kernels, by voting some twenty (0:
// not counted), which find what is in memory by then.
static void capture_sparse(tcfft_sparse_method method, size_t kernels) {
  tcfft_sparse_desc d = TCFFT_SPARSE_DESC_INIT;
  d.n = SPARSE_N;
  d.k = 4;
  d.capacity = SPARSE_CAPACITY;
  d.no_fallback = 1;
  d.method = method;
  d.backend = TCFFT_BACKEND_CUDA;
  tcfft_sparse_plan *plan;
  device_succeeds(tcfft_sparse_plan_create(&plan, &d), "a sparse plan");
  cudaStream_t stream;
  GPU(cudaStreamCreate(&stream));
  void *in = tone_on_device(1000), *other = tone_on_device(31234);
  void *index = device_new(NULL, SPARSE_CAPACITY * 8), *value = device_new(NULL, SPARSE_CAPACITY * 8);
  void *count = device_new(NULL, 8), *status = device_new(NULL, 4);
  tcfft_exec_info info = {.size = sizeof info, .stream = stream, .workspace_bytes = tcfft_sparse_workspace_size(plan)};
  info.workspace = device_new(NULL, info.workspace_bytes);
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  device_succeeds(tcfft_sparse_exec(plan, in, index, value, count, status, &info), "in a capture");
  cudaGraphExec_t graph = finish(stream, kernels);
  for (int replay = 0; replay < 3; replay++) {
    if (replay == 2) GPU(cudaMemcpy(in, other, 2 * SPARSE_N * sizeof(float), cudaMemcpyDeviceToDevice));
    GPU(cudaGraphLaunch(graph, stream));
    GPU(cudaStreamSynchronize(stream));
    int64_t *found = device_get(index, 8), *tones = device_get(count, 8);
    ck_assert_int_eq(*tones, 1);
    ck_assert_int_eq(*found, replay == 2 ? 31234 : 1000);
    free(found);
    free(tones);
  }
  GPU(cudaGraphExecDestroy(graph));
  GPU(cudaStreamDestroy(stream));
  void *const memory[] = {in, other, index, value, count, status, info.workspace};
  for (size_t i = 0; i < TEST_COUNT(memory); i++) device_free(memory[i]);
  tcfft_sparse_plan_destroy(plan);
}

START_TEST(sparse) {
  capture_sparse(TCFFT_SPARSE_PEELING, 3);
  capture_sparse(TCFFT_SPARSE_VOTING, 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ beside a capture

// Failures of the other thread, in words.
typedef struct neighbour {
  pthread_t thread;
  size_t device_bytes;
  int is_done;
  char failure[400];
} neighbour;

static int fails(neighbour *n, const char *text, tcfft_status status, tcfft_status wanted) {
  if (status == wanted) return 0;
  snprintf(n->failure, sizeof n->failure, "%s: %s: %s", text, tcfft_status_string(status), tcfft_last_error());
  return 1;
}

// A plan from its first program to its last byte, with an execution that waits for its end.
static int plan_and_run(neighbour *n, const char *text, tcfft_effort effort) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  if (fails(n, text, tcfft_desc_parse(&d, text), TCFFT_SUCCESS)) return 0;
  d.backend = test_backend;
  d.effort = effort;
  if (fails(n, text, tcfft_plan_create(&plan, &d), TCFFT_SUCCESS)) return 0;
  test_side from, to;
  test_sides(&from, &to, &d);
  float *in = calloc((size_t)from.span, sizeof *in), *out = calloc((size_t)to.span, sizeof *out);
  const int ran = in && out && !fails(n, text, tcfft_exec_host(plan, in, out, TCFFT_FORWARD), TCFFT_SUCCESS);
  free(in);
  free(out);
  tcfft_plan_destroy(plan);
  return ran;
}

static void *live_beside(void *argument) {
  static const char *const new_texts[] = {"c2c:1573*3", "r2c:910*5", "c2c:461*9", "dct4:315*5", "c2c:10009", "c2c:2097152"};
  neighbour *n = argument;
  for (size_t i = 0; i < TEST_COUNT(new_texts); i++)
    if (!plan_and_run(n, new_texts[i], TCFFT_EFFORT_ESTIMATE)) return NULL;
  if (!plan_and_run(n, "c2c:1690*100", TCFFT_EFFORT_MEASURE)) return NULL;
  // Not even an allocation that fails.
  tcfft_desc d = TCFFT_DESC_INIT;
  d.backend = test_backend;
  d.rank = 1;
  d.n[0] = 1048576;  // two launches, with a workspace as large as the data
  d.batch = (int64_t)((n->device_bytes - (64 << 20)) / 8 / 1048576);
  tcfft_plan *plan = NULL;
  fails(n, "a plan too large", tcfft_plan_create(&plan, &d), TCFFT_ERROR_OUT_OF_MEMORY);
  return NULL;
}

// The strictest capture: no thread of the process may do what could wait for a stream. A stream that waits for the default
// one, at that. Nothing that the neighbour plans was loaded or compiled before.
START_TEST(planning_beside) {
  setenv("TCFFT_CACHE", "", 1);
  device_case c = device_case_new("c2c:65536*4", TCFFT_WORKSPACE_CALLER);
  void *expected = device_case_alone(&c), *second = device_new(NULL, c.out_bytes);
  cudaStream_t stream;
  GPU(cudaStreamCreate(&stream));
  const tcfft_exec_info info = {
      .size = sizeof info, .workspace = device_new(NULL, c.work_bytes), .workspace_bytes = c.work_bytes, .stream = stream};
  neighbour n = {.failure = ""};
  size_t free_bytes;
  GPU(cudaMemGetInfo(&free_bytes, &n.device_bytes));
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &info), c.text);
  ck_assert_int_eq(pthread_create(&n.thread, NULL, live_beside, &n), 0);
  pthread_join(n.thread, NULL);
  enum cudaStreamCaptureStatus state;
  GPU(cudaStreamIsCapturing(stream, &state));
  ck_assert_msg(!n.failure[0], "beside the capture: %s", n.failure);
  ck_assert_int_eq(state, cudaStreamCaptureStatusActive);
  device_succeeds(tcfft_exec_with(c.plan, c.in, second, TCFFT_FORWARD, &info), c.text);
  cudaGraphExec_t graph = finish(stream, 2 * (size_t)tcf_plan_schedule(c.plan)->stages);
  GPU(cudaGraphLaunch(graph, stream));
  GPU(cudaStreamSynchronize(stream));
  void *got[] = {device_get(c.out, c.out_bytes), device_get(second, c.out_bytes)};
  for (int i = 0; i < 2; i++) {
    ck_assert_msg(!memcmp(got[i], expected, c.out_bytes), "execution %d of the graph gave other bits", i);
    free(got[i]);
  }
  GPU(cudaGraphExecDestroy(graph));
  GPU(cudaStreamDestroy(stream));
  device_free(info.workspace);
  device_free(second);
  free(expected);
  device_case_free(&c);
}
END_TEST

// Beside a plan that is measured, whose launches take a few microseconds, a program may wait for the device at any time.
static void *measure_beside(void *argument) {
  static const char *const measured[] = {"c2c:1690", "c2c:65536", "c2c:49152"};
  neighbour *n = argument;
  for (size_t i = 0; i < TEST_COUNT(measured); i++)
    if (!plan_and_run(n, measured[i], TCFFT_EFFORT_MEASURE)) break;
  __atomic_store_n(&n->is_done, 1, __ATOMIC_RELEASE);
  return NULL;
}

START_TEST(waiting_beside) {
  neighbour n = {.failure = ""};
  int waits = 0;
  ck_assert_int_eq(pthread_create(&n.thread, NULL, measure_beside, &n), 0);
  for (; !__atomic_load_n(&n.is_done, __ATOMIC_ACQUIRE); waits++) GPU(cudaDeviceSynchronize());
  pthread_join(n.thread, NULL);
  ck_assert_msg(!n.failure[0], "beside %d waits: %s", waits, n.failure);
  ck_assert_int_gt(waits, 0);
}
END_TEST

// A compilation in the background, of a plan that is made inside the strictest capture: the capture stays valid, and the
// graph has what was captured of each schedule. The first execution is captured at once, the second behind the change-over.
START_TEST(compiling_beside) {
  setenv("TCFFT_CACHE", "", 1);
  tcfft_desc d;
  test_desc(&d, "c2c:10037*20");
  d.compile = TCFFT_COMPILE_BACKGROUND;
  d.workspace = TCFFT_WORKSPACE_CALLER;
  enum { BYTES = 8 * 10037 * 20 };
  float *values = device_random(BYTES, 3);
  void *in = device_new(values, BYTES), *out[] = {device_new(NULL, BYTES), device_new(NULL, BYTES)};
  void *work = device_new(NULL, 64 << 20);
  cudaStream_t stream;
  GPU(cudaStreamCreate(&stream));
  const tcfft_exec_info info = {.size = sizeof info, .workspace = work, .workspace_bytes = 64 << 20, .stream = stream};
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  tcfft_plan *plan = test_plan(&d, "c2c:10037*20");
  ck_assert_msg(plan->later != NULL, "nothing is compiled in the background");
  const size_t first = (size_t)tcf_plan_schedule(plan)->stages;
  ck_assert(tcf_plan_way(plan) == &plan->first);
  device_succeeds(tcfft_exec_with(plan, in, out[0], TCFFT_FORWARD, &info), "in the capture");
  device_succeeds(tcfft_plan_wait(plan), "waiting");
  device_succeeds(tcfft_exec_with(plan, in, out[1], TCFFT_FORWARD, &info), "behind the change-over");
  cudaGraphExec_t graph = finish(stream, first + (size_t)tcf_plan_schedule(plan)->stages);
  GPU(cudaGraphLaunch(graph, stream));
  GPU(cudaStreamSynchronize(stream));
  float *expected = malloc(BYTES);
  d.backend = TCFFT_BACKEND_HOST;
  d.workspace = TCFFT_WORKSPACE_PLAN;
  tcfft_plan *host = test_plan(&d, "the same on the host");
  device_succeeds(tcfft_exec_host(host, values, expected, TCFFT_FORWARD), "on the host");
  for (int i = 0; i < 2; i++) {
    float *got = device_get(out[i], BYTES);
    double apart = 0, all = 0;
    for (int k = 0; k < BYTES / 4; k++) {
      apart += (double)(got[k] - expected[k]) * (double)(got[k] - expected[k]);
      all += (double)expected[k] * (double)expected[k];
    }
    ck_assert_msg(apart < 1e-12 * all, "execution %d of the graph is %.3g off", i, sqrt(apart / all));
    free(got);
    device_free(out[i]);
  }
  GPU(cudaGraphExecDestroy(graph));
  GPU(cudaStreamDestroy(stream));
  tcfft_plan_destroy(host);
  tcfft_plan_destroy(plan);
  device_free(work);
  device_free(in);
  free(values);
  free(expected);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gpu_graphs");
  TCase *c = test_case(suite, "replayed", 60);
  tcase_add_loop_test(c, replayed, 0, TEST_COUNT(texts));
  tcase_add_test(c, plans_own);
  tcase_add_test(test_case(suite, "products", 60), products);
  tcase_add_test(test_case(suite, "planning_beside", 120), planning_beside);
  tcase_add_test(test_case(suite, "waiting_beside", 120), waiting_beside);
  tcase_add_test(test_case(suite, "compiling_beside", 120), compiling_beside);
  tcase_add_test(test_case(suite, "sparse", 60), sparse);
  return suite;
}
