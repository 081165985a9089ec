// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA devices, real or emulated, against the host executor: no further apart than their error bounds together. Powers of
// two on tensor cores against the twin: to 2^10 no number is further than 2^-22 of its transform's largest. The twin takes
// all steps by four on tensor cores, the device one of three passes: two transforms of FP32's accuracy that round
// differently are that far apart by themselves (2^11 and 2^15: 1.1 times that; with all of the device's passes there, too,
// 2^15 was below).
#include <math.h>

#include "on_device.h"
#include "problems.h"

static void execute(const tcfft_desc *d, const char *text, const test_side *to, test_buffer *in, test_buffer *out,
                    double *bound) {
  tcfft_plan *plan = test_plan(d, text);
  *out = test_buffer_new(to->span, 0);
  const tcfft_status status = d->backend == test_backend ? test_exec(plan, in, out, TCFFT_FORWARD)
                                                         : tcfft_exec(plan, in->data, out->data, TCFFT_FORWARD);
  device_succeeds(status, text);
  *bound = tcfft_plan_error_bound(plan);
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

// Whether all of a problem is the tensor core's at FP32's accuracy, and short.
static int as_twin(const tcfft_desc *d) {
  return d->algorithm == TCFFT_ALGORITHM_TENSOR && d->split != TCFFT_SPLIT_HALF1 && d->kind == TCFFT_C2C && d->rank == 1 &&
         (d->n[0] & (d->n[0] - 1)) == 0 && d->n[0] <= 1 << 10;
}

static void agree(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  if (test_leaves_out(&d, text)) return;
  test_side from, to;
  test_sides(&from, &to, &d);
  test_buffer in = test_buffer_new(from.span, 0), on_host, there;
  double host_bound, device_bound;
  test_fill(&in, &from, (uint64_t)in.floats);
  execute(&d, text, &to, &in, &there, &device_bound);
  d.backend = TCFFT_BACKEND_HOST;
  execute(&d, text, &to, &in, &on_host, &host_bound);
  const double apart = test_distance(&to, &there, &on_host);
  // The bounds are means over random data: a few numbers of a tiny transform may be further off.
  const double most = (host_bound + device_bound) * (to.count * to.batch < 256 ? 2 : 1);
  ck_assert_msg(apart <= most, "%s: %.3g between device and host, bounds %.3g and %.3g", text, apart, device_bound,
                host_bound);
  const double away = furthest(&to, &there, &on_host);
  ck_assert_msg(!as_twin(&d) || away <= 0x1p-22, "%s: %.3g of the largest number between device and twin", text, away);
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
  return suite;
}
