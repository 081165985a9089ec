// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// CUDA devices, real or emulated, against the host executor: no further apart than their error bounds together.
#include <math.h>

#include "on_device.h"
#include "problems.h"

static void fill(test_buffer *b) {
  test_rng rng = test_rng_fixed((uint64_t)b->floats);
  for (int64_t i = 0; i < b->floats; i++) b->data[i] = test_uniform(&rng);
}

// Relative L2 difference of the elements of two outputs.
static double distance(const test_side *side, const test_buffer *a, const test_buffer *b) {
  double difference = 0, norm = 0;
  for (int64_t t = 0; t < side->batch; t++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, t, i); w < side->width; w++) {
        const double x = a->data[at + w], y = b->data[at + w];
        difference += (x - y) * (x - y);
        norm += y * y;
      }
  return sqrt(difference / norm);
}

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

static void agree(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  if (d.algorithm == TCFFT_ALGORITHM_TENSOR || test_leaves_out(&d, text)) return;
  test_side from, to;
  test_sides(&from, &to, &d);
  test_buffer in = test_buffer_new(from.span, 0), on_host, there;
  double host_bound, device_bound;
  fill(&in);
  execute(&d, text, &to, &in, &there, &device_bound);
  d.backend = TCFFT_BACKEND_HOST;
  execute(&d, text, &to, &in, &on_host, &host_bound);
  const double apart = distance(&to, &there, &on_host);
  // The bounds are means over random data: a few numbers of a tiny transform may be further off.
  const double most = (host_bound + device_bound) * (to.count * to.batch < 256 ? 2 : 1);
  ck_assert_msg(apart <= most, "%s: %.3g between device and host, bounds %.3g and %.3g", text, apart, device_bound,
                host_bound);
  test_buffer_free(&in);
  test_buffer_free(&on_host);
  test_buffer_free(&there);
}

#define TABLE(name)                                        \
  START_TEST(name##_table) { agree(problems_##name[_i]); } \
  END_TEST

TABLE(small)
TABLE(lengths)
TABLE(real)
TABLE(dct)
TABLE(multi)
TABLE(strides)
TABLE(in_place)
TABLE(batches)

#define COUNT(name) problems_count(problems_##name)

Suite *test_suite(void) {
  Suite *suite = suite_create("agreement");
  tcase_add_loop_test(test_case(suite, "small", 60), small_table, 0, COUNT(small));
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, COUNT(in_place));
  tcase_add_loop_test(test_case(suite, "batches", 60), batches_table, 0, COUNT(batches));
  return suite;
}
