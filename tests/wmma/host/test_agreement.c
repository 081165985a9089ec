// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA devices, real or emulated, against the host backend: no further apart than their error bounds together. Powers of
// two on tensor cores against the twin: to 2^14, where the device takes one launch, no number is further than 2^-22 of its
// transform's largest. The twin has the passes that a device takes where none were timed, in their order; what is left is
// where the device's compiler fuses products and sums (the emulated one's does not). In parts of 2^-22, of 4, 8, .. 16384
// points: 0, 0.26, 0.38, 0.50, 0.43, 0.58, 0.48, 0.58, 0.61, 0.65, 0.62, 0.69, 0.76. Two launches, or other radices that
// were timed, are two transforms of FP32's accuracy, which are 0.8 to 1.1 apart by themselves (2^13 to 2^16).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "conformance/problems.h"
#include "on_device.h"

static void execute(const tcfft_desc *d, const char *text, const test_side *to, test_buffer *in, test_buffer *out,
                    double *bound, int *stages) {
  tcfft_plan *plan = test_plan(d, text);
  *out = test_buffer_new(to->span, 0);
  const tcfft_status status = d->backend == test_backend ? test_exec(plan, in, out, TCFFT_FORWARD)
                                                         : tcfft_exec(plan, in->data, out->data, TCFFT_FORWARD);
  device_succeeds(status, text);
  *bound = tcfft_plan_error_bound(plan);
  char *described = test_description(plan);
  const char *count = strstr(described, "stages=");
  ck_assert_msg(count && sscanf(count, "stages=%d", stages) == 1, "%s: no number of stages: %s", text, described);
  free(described);
  tcfft_plan_destroy(plan);
}

// The largest difference of two numbers of a transform over its largest number, of all transforms the largest.
static double furthest(const test_side *side, const test_buffer *a, const test_buffer *b) {
  double furthest = 0;
  for (int64_t k = 0; k < side->batch; k++) {
    double apart = 0, largest = 0;
    for (int64_t i = 0; i < side->count; i++) {
      const int64_t at = test_at(side, k, i);
      double difference = 0, size = 0;
      for (int w = 0; w < side->width; w++) {
        difference = hypot(difference, (double)a->data[at + w] - b->data[at + w]);
        size = hypot(size, b->data[at + w]);
      }
      apart = fmax(apart, difference);
      largest = fmax(largest, size);
    }
    furthest = fmax(furthest, apart / largest);
  }
  return furthest;
}

// Whether the twin has a device's passes, at FP32's accuracy, where the device takes one launch.
static int as_twin(const tcfft_desc *d) {
  return d->algorithm == TCFFT_ALGORITHM_TENSOR && d->split != TCFFT_SPLIT_HALF1 && d->kind == TCFFT_C2C && d->rank == 1 &&
         (d->n[0] & (d->n[0] - 1)) == 0 && d->n[0] >= 4 && d->n[0] <= 1 << 14;
}

static void agree(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  if (test_leaves_out(&d, text)) return;
  test_side from, to;
  test_sides(&from, &to, &d);
  test_buffer in = test_buffer_new(from.span, 0), on_host, there;
  double host_bound, device_bound;
  int host_stages, device_stages;
  test_fill(&in, &from, (uint64_t)in.floats);
  execute(&d, text, &to, &in, &there, &device_bound, &device_stages);
  d.backend = TCFFT_BACKEND_HOST;
  execute(&d, text, &to, &in, &on_host, &host_bound, &host_stages);
  const double apart = test_distance(&to, &there, &on_host);
  // The bounds are means over random data: a few numbers of a tiny transform may be further off.
  const double most = (host_bound + device_bound) * (to.count * to.batch < 256 ? 2 : 1);
  ck_assert_msg(apart <= most, "%s: %.3g between device and host, bounds %.3g and %.3g", text, apart, device_bound,
                host_bound);
  const double away = furthest(&to, &there, &on_host);
  if (as_twin(&d)) printf("%s: %.3f of 2^-22 in %d launches\n", text, away * 0x1p22, device_stages);
  ck_assert_msg(!as_twin(&d) || device_stages > 1 || away <= 0x1p-22,
                "%s: %.3g of the largest number between device and twin", text, away);
  test_buffer_free(&in);
  test_buffer_free(&on_host);
  test_buffer_free(&there);
}

PROBLEMS_TABLE(small, agree)
PROBLEMS_TABLE(lengths, agree)
PROBLEMS_TABLE(real, agree)
PROBLEMS_TABLE(dct, agree)
PROBLEMS_TABLE(multi, agree)
PROBLEMS_TABLE(strides, agree)
PROBLEMS_TABLE(in_place, agree)
PROBLEMS_TABLE(batches, agree)
PROBLEMS_TABLE(tensor, agree)

// All powers of two that a device has in one launch. An emulated one is another: of one multiprocessor, which any batch
// fills, and for which no tiles were timed.
START_TEST(twin) {
  char text[60];
  if (TEST_EMULATED)
    setenv("TCFFT_EMULATE_DEVICE",
           "cuda:name=A100:cores=1:vector=32:l2=41943040:copy=1.4e+12:flops=1.4e+11:capability=80:shared=166912:sm_shared="
           "167936:"
           "sm_threads=2048:sm_registers=65536:launch=2e-06:compiler=1:memory=40000000000",
           1);
  snprintf(text, sizeof text, "c2c:%d*%d:tensor", 1 << _i, _i < 7 ? 16 : 3);
  agree(text);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("agreement");
  tcase_add_loop_test(test_case(suite, "small", 60), small_table, 0, PROBLEMS_COUNT(small));
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, PROBLEMS_COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, PROBLEMS_COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, PROBLEMS_COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, PROBLEMS_COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, PROBLEMS_COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, PROBLEMS_COUNT(in_place));
  tcase_add_loop_test(test_case(suite, "batches", 60), batches_table, 0, PROBLEMS_COUNT(batches));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor_table, 0, PROBLEMS_COUNT(tensor));
  tcase_add_loop_test(test_case(suite, "twin", 60), twin, 2, 17);
  return suite;
}
