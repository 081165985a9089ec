// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Using a device's plans in a forked process fails with the reason; it does not block.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "on_device.h"
#if TEST_OPENCL
#include "tcfft/tcfft_opencl.h"
#endif

static const char *const texts[] = {"c2c:1000*3", "c2c:65536", "r2c:1009*2"};

// Check's assertions are for the process of the test: the child says how often something else came than was wanted.
static int wrong;

static void refused(tcfft_status status) {
  if (status == TCFFT_ERROR_NO_DEVICE && strstr(tcfft_last_error(), "fork")) return;
  fprintf(stderr, "the child is told %s: %s\n", tcfft_status_string(status), tcfft_last_error());
  wrong++;
}

static void succeeds(tcfft_status status) {
  if (status == TCFFT_SUCCESS) return;
  fprintf(stderr, "in the child %s: %s\n", tcfft_status_string(status), tcfft_last_error());
  wrong++;
}

static void use_plan(device_case *c, float *out) {
  const tcfft_exec_info info = {.size = sizeof info, .workspace = c->in, .workspace_bytes = c->in_bytes};
  char text[8192];
  refused(tcfft_exec_host(c->plan, c->host, out, TCFFT_FORWARD));
  refused(tcfft_exec(c->plan, c->in, c->out, TCFFT_FORWARD));
  refused(tcfft_exec_with(c->plan, c->in, c->out, TCFFT_FORWARD, &info));
  refused(tcfft_plan_set_workspace(c->plan, c->in, c->in_bytes));
#if TEST_OPENCL
  refused(tcfft_opencl_get(c->plan, NULL, NULL, NULL));
  refused(tcfft_opencl_set_queue(c->plan, NULL));
#endif
  succeeds(tcfft_plan_describe(c->plan, text, sizeof text));
  tcfft_plan_destroy(c->plan);
}

// An emulated device survives a fork, its plans do not: there is one rule for all of them.
static void make_plans(const device_case *c, float *out) {
  tcfft_plan *plan = NULL;
  tcfft_desc d = c->d;
  int count = 0;
  if (!TEST_EMULATED) {
    refused(tcfft_plan_create(&plan, &d));
    refused(tcfft_device_count(test_backend, &count));
  }
  d.backend = TCFFT_BACKEND_HOST;
  succeeds(tcfft_plan_create(&plan, &d));
  succeeds(tcfft_exec_host(plan, c->host, out, TCFFT_FORWARD));
  tcfft_plan_destroy(plan);
}

START_TEST(forked_child) {
  device_case c = device_case_new(texts[_i], TCFFT_WORKSPACE_PLAN);
  float *before = malloc(c.out_bytes), *after = malloc(c.out_bytes);
  ck_assert(before && after);
  device_succeeds(tcfft_exec_host(c.plan, c.host, before, TCFFT_FORWARD), c.text);
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);  // Check's own ends more than the child
    alarm(30);
    use_plan(&c, after);
    make_plans(&c, after);
    _exit(wrong != 0);
  }
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
  // The process that was forked has lost nothing.
  device_succeeds(tcfft_exec_host(c.plan, c.host, after, TCFFT_FORWARD), c.text);
  ck_assert_msg(!memcmp(before, after, c.out_bytes), "%s: another result behind the fork", c.text);
  free(before);
  free(after);
  device_case_free(&c);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("forks");
  tcase_add_loop_test(test_case(suite, "forked_child", 120), forked_child, 0, TEST_COUNT(texts));
  return suite;
}
