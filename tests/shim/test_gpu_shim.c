// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The shim and CUDA's runtime: executions in a graph capture, those that have to make a plan first among them.
#include "gpu.h"
#include "shim_support.h"

enum { N = 1000, BATCH = 3, ROW = N + 2, BYTES = BATCH * ROW * 4 };

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CACHE", "", 1);  // nothing is loaded that was compiled before
}

// The rows of real numbers, padded as in place.
static float *padded_rows(void) {
  float *x = device_random(BYTES, 5);
  for (int i = 0; i < BATCH * ROW; i++)
    if (i % ROW >= N) x[i] = 0;
  return x;
}

static void close_to(const float *got, const float *wanted, const char *what) {
  double apart = 0, all = 0;
  for (int i = 0; i < BYTES / 4; i++) {
    apart += ((double)got[i] - (double)wanted[i]) * ((double)got[i] - (double)wanted[i]);
    all += (double)wanted[i] * (double)wanted[i];
  }
  ck_assert_msg(apart < 1e-12 * all, "%s: an error of %g of %g", what, apart, all);
}

// The strictest capture: the thread must do nothing that might wait for a stream. The first execution in place makes a plan
// all the same, and the capture stays valid.
START_TEST(captured) {
  float *x = padded_rows(), packed[BATCH * N];
  for (int b = 0; b < BATCH; b++) memcpy(packed + b * N, x + b * ROW, N * sizeof *packed);
  void *from = device_new(packed, sizeof packed), *out = device_new(NULL, BYTES), *data = device_new(x, BYTES);
  cufftHandle plan;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t made;
  succeeds(cufftPlan1d(&plan, N, CUFFT_R2C, BATCH));
  succeeds(cufftExecR2C(plan, from, out));
  GPU(cudaDeviceSynchronize());
  float *wanted = device_get(out, BYTES);
  GPU(cudaMemset(out, 0xfe, BYTES));
  GPU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  succeeds(cufftSetStream(plan, stream));
  GPU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  succeeds(cufftExecR2C(plan, from, out));
  succeeds(cufftExecR2C(plan, data, data));
  GPU(cudaStreamEndCapture(stream, &graph));
  GPU(cudaGraphInstantiate(&made, graph, 0));
  for (int replay = 0; replay < 2; replay++) {
    GPU(cudaMemcpy(data, x, BYTES, cudaMemcpyHostToDevice));
    GPU(cudaGraphLaunch(made, stream));
    GPU(cudaStreamSynchronize(stream));
    float *got[] = {device_get(out, BYTES), device_get(data, BYTES)};
    close_to(got[0], wanted, "out of place");
    close_to(got[1], wanted, "in place");
    free(got[0]);
    free(got[1]);
  }
  GPU(cudaGraphExecDestroy(made));
  GPU(cudaGraphDestroy(graph));
  succeeds(cufftDestroy(plan));
  GPU(cudaStreamDestroy(stream));
  void *const memory[] = {from, out, data};
  for (size_t i = 0; i < TEST_COUNT(memory); i++) device_free(memory[i]);
  free(wanted);
  free(x);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gpu_shim");
  TCase *c = test_case(suite, "captured", 60);
  tcase_add_checked_fixture(c, alone, NULL);
  tcase_add_test(c, captured);
  return suite;
}
