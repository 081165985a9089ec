// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the OpenCL backend refuses: queues and buffers that are not the plan's, devices that are not there. Each is refused
// by name, nothing of it stays, and the next right call works.
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "backend/opencl/query.h"
#include "child.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "opencl.h"
#include "tcfft/tcfft_comm.h"

// ------------------------------------------------------------------------------------------------ arguments

// Buffers of a problem, by what is wrong with them; foreign ones are of another context.
typedef struct buffers {
  cl_mem in, out, work, half, read_only, write_only, foreign;
} buffers;
enum { BUFFERS = sizeof(buffers) / sizeof(cl_mem) };

static buffers buffers_new(const own_case *c, const own *other) {
  return (buffers){.in = own_buffer(&c->o, CL_MEM_READ_WRITE, c->in_bytes),
                   .out = own_buffer(&c->o, CL_MEM_READ_WRITE, c->out_bytes),
                   .work = own_buffer(&c->o, CL_MEM_READ_WRITE, c->work_bytes),
                   .half = own_buffer(&c->o, CL_MEM_READ_WRITE, c->in_bytes / 2),
                   .read_only = own_buffer(&c->o, CL_MEM_READ_ONLY, c->in_bytes + c->work_bytes),
                   .write_only = own_buffer(&c->o, CL_MEM_WRITE_ONLY, c->in_bytes + c->work_bytes),
                   .foreign = own_buffer(other, CL_MEM_READ_WRITE, c->in_bytes + c->work_bytes)};
}

typedef struct counts {
  cl_uint context, queue, other_context, other_queue, memory[BUFFERS];
} counts;

static counts count_now(const own_case *c, const own *other, const buffers *b) {
  cl_mem each[BUFFERS];
  memcpy(each, b, sizeof each);
  counts n = {.context = cl_context_count(c->o.context),
              .queue = cl_queue_count(c->o.queue),
              .other_context = cl_context_count(other->context),
              .other_queue = cl_queue_count(other->queue)};
  for (int i = 0; i < BUFFERS; i++) n.memory[i] = cl_memory_count(each[i]);
  return n;
}

// A device's threads let go of what a command held a moment after it is finished: counted until that is the same for a
// while.
static counts count_all(const own_case *c, const own *other, const buffers *b) {
  enum { SAME = 30, MOST = 400 };
  counts last = count_now(c, other, b);
  for (int same = 0, i = 0; same < SAME && i < MOST; i++) {
    const struct timespec moment = {.tv_nsec = 10000000};
    nanosleep(&moment, NULL);
    const counts now = count_now(c, other, b);
    same = memcmp(&now, &last, sizeof now) ? 0 : same + 1;
    last = now;
  }
  return last;
}

// Whether the counts become those of before, within ten seconds.
static int are_counted(const counts *before, const own_case *c, const own *other, const buffers *b) {
  counts now = count_all(c, other, b);
  for (int tries = 0; memcmp(&now, before, sizeof now) && tries < 30; tries++) now = count_all(c, other, b);
  return !memcmp(&now, before, sizeof now);
}

static void refuse_plans(const own_case *c) {
  tcfft_plan *const before = (tcfft_plan *)c, *plan = before;
  tcfft_desc d = c->d;
  const tcfft_status wanted = TCFFT_ERROR_INVALID_ARGUMENT;
  device_refuses(tcfft_opencl_plan_create(NULL, &d, c->o.queue), wanted, "out is NULL");
  device_refuses(tcfft_opencl_plan_create(&plan, NULL, c->o.queue), wanted, "NULL");
  device_refuses(tcfft_opencl_plan_create(&plan, &d, NULL), wanted, "queue is NULL");
  d.backend = TCFFT_BACKEND_HOST;
  device_refuses(tcfft_opencl_plan_create(&plan, &d, c->o.queue), wanted, "d->backend = host");
  d.backend = TCFFT_BACKEND_AUTO;
  d.device = "0";
  device_refuses(tcfft_opencl_plan_create(&plan, &d, c->o.queue), wanted, "d->device = \"0\"");
  d.device = NULL;
  d.devices = "0,1";
  device_refuses(tcfft_opencl_plan_create(&plan, &d, c->o.queue), wanted, "d->devices is set");
  const tcfft_comm comm = {.size = sizeof comm, .ranks = 1};
  d.devices = NULL;
  d.comm = &comm;
  device_refuses(tcfft_opencl_plan_create(&plan, &d, c->o.queue), wanted, "d->comm is set");
  d.comm = NULL;
  d.device = NULL;
  d.n[0] = 0;
  device_refuses(tcfft_opencl_plan_create(&plan, &d, c->o.queue), TCFFT_ERROR_INVALID_SIZE, "n[0]");
  ck_assert_ptr_eq(plan, before);
}

static void refuse_queues(const own_case *c, const own *other, const buffers *b) {
  const tcfft_status wanted = TCFFT_ERROR_INVALID_ARGUMENT;
  tcfft_exec_info info = {.size = sizeof info, .stream = other->queue};
  cl_command_queue queue = c->o.queue;
  device_refuses(tcfft_opencl_set_queue(NULL, c->o.queue), wanted, "plan is NULL");
  device_refuses(tcfft_opencl_set_queue(c->plan, other->queue), wanted, "queue =");
  device_refuses(tcfft_opencl_set_queue(c->plan, other->queue), wanted, "another context");
  device_refuses(tcfft_opencl_get(NULL, NULL, NULL, &queue), wanted, "plan is NULL");
  device_refuses(tcfft_opencl_exec(c->plan, b->in, 0, b->out, 0, TCFFT_FORWARD, &info), wanted, "info->stream =");
  device_refuses(tcfft_exec_with(c->plan, b->in, b->out, TCFFT_FORWARD, &info), wanted, "info->stream =");
  info = (tcfft_exec_info){.size = 1};
  device_refuses(tcfft_opencl_exec(c->plan, b->in, 0, b->out, 0, TCFFT_FORWARD, &info), wanted, "info->size");
  tcfft_desc d = c->d;
  d.backend = TCFFT_BACKEND_HOST;
  d.workspace = TCFFT_WORKSPACE_PLAN;
  tcfft_plan *host = test_plan(&d, "a plan of the host");
  device_refuses(tcfft_opencl_set_queue(host, c->o.queue), wanted, "no device of the opencl backend");
  device_refuses(tcfft_opencl_get(host, NULL, NULL, &queue), wanted, "no device of the opencl backend");
  device_refuses(tcfft_opencl_exec(host, b->in, 0, b->out, 0, TCFFT_FORWARD, NULL), wanted, "no device of the opencl");
  ck_assert_ptr_eq(queue, c->o.queue);
  // Other backends do as before.
  void *result = malloc(c->out_bytes);
  device_succeeds(tcfft_exec_host(host, c->input, result, TCFFT_FORWARD), "the host's backend");
  free(result);
  tcfft_plan_destroy(host);
}

// Of the plan's two sides.
static void refuse_sides(const own_case *c, const buffers *b) {
  const size_t bytes = c->in_bytes;
  const struct {
    cl_mem in, out;
    size_t in_at, out_at;
    tcfft_status status;
    const char *says, *too;
  } rows[] = {
      {NULL, b->out, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in is NULL", ""},
      {b->in, NULL, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out is NULL", ""},
      {b->foreign, b->out, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "another context"},
      {b->in, b->foreign, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "another context"},
      {b->half, b->out, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "bytes"},
      {b->in, b->half, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "bytes"},
      {b->in, b->out, 8, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "from byte 8 on"},
      {b->in, b->out, 0, 8, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "from byte 8 on"},
      {b->in, b->out, bytes, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "bytes"},
      {b->in, b->out, 0, SIZE_MAX - 7, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "bytes"},
      {b->read_only, b->out, 4, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "+ 4 bytes is not aligned"},
      {b->read_only, b->out, 2, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "aligned to a float"},
      {b->write_only, b->out, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "in =", "CL_MEM_WRITE_ONLY"},
      {b->in, b->write_only, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "CL_MEM_WRITE_ONLY"},
      {b->in, b->read_only, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "CL_MEM_READ_ONLY"},
      {b->read_only, b->read_only, 0, 0, TCFFT_ERROR_INVALID_ARGUMENT, "out =", "CL_MEM_READ_ONLY"},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    device_refuses(tcfft_opencl_exec(c->plan, rows[i].in, rows[i].in_at, rows[i].out, rows[i].out_at, TCFFT_FORWARD, NULL),
                   rows[i].status, rows[i].says);
    ck_assert_msg(strstr(tcfft_last_error(), rows[i].too) != NULL, "row %zu: \"%s\"", i, tcfft_last_error());
  }
  device_refuses(tcfft_opencl_exec(NULL, b->in, 0, b->out, 0, TCFFT_FORWARD, NULL), TCFFT_ERROR_INVALID_ARGUMENT, "plan");
  device_refuses(tcfft_opencl_exec(c->plan, b->in, 0, b->out, 0, (tcfft_direction)7, NULL), TCFFT_ERROR_INVALID_ARGUMENT,
                 "direction = 7");
}

// Ranges of one buffer, as such and by sub-buffers.
static void refuse_overlaps(const own_case *c) {
  enum { PAGE = 4096 };
  const size_t half = c->in_bytes / 2 / PAGE * PAGE;
  const cl_mem whole = own_buffer(&c->o, CL_MEM_READ_WRITE, 2 * c->in_bytes), first = cl_sub_buffer(whole, 0, c->in_bytes),
               second = cl_sub_buffer(whole, half, c->in_bytes);
  const struct {
    cl_mem in, out;
    size_t in_at, out_at;
  } rows[] = {{whole, whole, 0, 8},  {whole, whole, c->in_bytes - 8, 0},
              {first, second, 0, 0}, {second, first, 0, 0},
              {whole, second, 0, 0}, {second, whole, 0, 8}};
  ck_assert_uint_gt(half, 0);
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    device_refuses(tcfft_opencl_exec(c->plan, rows[i].in, rows[i].in_at, rows[i].out, rows[i].out_at, TCFFT_INVERSE, NULL),
                   TCFFT_ERROR_OVERLAP, "overlap");
  CL(tcf_cl.ReleaseMemObject(first));
  CL(tcf_cl.ReleaseMemObject(second));
  ck_assert_uint_eq(cl_memory_count(whole), 1);
  CL(tcf_cl.ReleaseMemObject(whole));
}

static void refuse_workspaces(const own_case *c, const buffers *b) {
  const cl_mem wrong[] = {b->foreign, b->read_only, b->write_only};
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    const tcfft_exec_info info = {.size = sizeof info, .workspace = wrong[i], .workspace_bytes = c->work_bytes};
    device_refuses(tcfft_opencl_exec(c->plan, b->in, 0, b->out, 0, TCFFT_FORWARD, &info), TCFFT_ERROR_INVALID_ARGUMENT,
                   "info->workspace =");
    device_refuses(tcfft_plan_set_workspace(c->plan, wrong[i], c->work_bytes), TCFFT_ERROR_INVALID_ARGUMENT, "workspace =");
  }
}

// Executions and plans that come and go leave as many references as there were, and so do refusals.
START_TEST(refused) {
  own_case c = own_case_with_workspace(IN_ORDER, TCFFT_WORKSPACE_CALLER);
  own_case_expect(&c);
  const own other = own_new(OUT_OF_ORDER);
  const buffers b = buffers_new(&c, &other);
  cl_mem each[BUFFERS];
  memcpy(each, &b, sizeof each);
  const counts before = count_all(&c, &other, &b);
  refuse_plans(&c);
  refuse_queues(&c, &other, &b);
  refuse_sides(&c, &b);
  refuse_overlaps(&c);
  refuse_workspaces(&c, &b);
  ck_assert_msg(are_counted(&before, &c, &other, &b), "a refusal keeps references");
  own_check(&c, b.out, c.out_bytes, 0, NULL, 0, "refused calls");
  own_put(c.o.queue, b.in, c.in_bytes, 0, c.input, c.in_bytes);
  for (int i = 0; i < 3; i++) {
    tcfft_plan *plan = NULL;
    const tcfft_exec_info info = {.size = sizeof info, .workspace = b.work, .workspace_bytes = c.work_bytes};
    device_succeeds(tcfft_opencl_plan_create(&plan, &c.d, c.o.queue), c.text);
    device_succeeds(tcfft_opencl_exec(plan, b.in, 0, b.out, 0, TCFFT_FORWARD, &info), c.text);
    own_check(&c, b.out, c.out_bytes, 0, c.expected, c.out_bytes, "a right call");
    tcfft_plan_destroy(plan);
  }
  ck_assert_msg(are_counted(&before, &c, &other, &b), "a plan that is gone keeps references");
  for (int i = 0; i < BUFFERS; i++) CL(tcf_cl.ReleaseMemObject(each[i]));
  own_free(&other);
  own_case_free(&c);
}
END_TEST

// ------------------------------------------------------------------------------------------------ parts of a device

enum { CL_DEVICE_PARTITION_EQUALLY = 0x1086, PARTS = 2 };

// Halves of the device; 0 where it is not divided.
static int divide(cl_device_id device, cl_device_id parts[PARTS]) {
  cl_int (*create)(cl_device_id, const cl_property *, cl_uint, cl_device_id *, cl_uint *);
  const int64_t units = tcf_opencl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS, 1);
  const cl_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, (cl_property)(units / PARTS), 0};
  cl_uint made = 0;
  void *f = cl_find("clCreateSubDevices");
  memcpy(&create, &f, sizeof f);
  return units >= PARTS && create(device, equally, PARTS, parts, &made) == CL_SUCCESS && made == PARTS;
}

// A context with two devices that are on no list: each has its plans, and no queue of the other.
START_TEST(parts) {
  own first = own_new(IN_ORDER), half[PARTS];
  cl_device_id ids[PARTS];
  cl_int error = CL_SUCCESS;
  if (!divide(first.device, ids)) {
    printf("left out: the device has no parts\n");
    own_free(&first);
    return;
  }
  const cl_context context = tcf_cl.CreateContext(NULL, PARTS, ids, NULL, NULL, &error);
  CL(error);
  own_case c = own_case_new("c2c:1000*3", IN_ORDER, TCFFT_WORKSPACE_PLAN);
  own_case_expect(&c);
  tcfft_plan *plan[PARTS];
  for (int i = 0; i < PARTS; i++) {
    half[i] = (own){.device = ids[i], .context = context};
    half[i].queue = own_queue(&half[i], IN_ORDER);
    device_succeeds(tcfft_opencl_plan_create(&plan[i], &c.d, half[i].queue), "a part");
  }
  for (int i = 0; i < PARTS; i++) {
    cl_device_id device = NULL;
    device_refuses(tcfft_opencl_set_queue(plan[i], half[!i].queue), TCFFT_ERROR_INVALID_ARGUMENT, "another device");
    device_succeeds(tcfft_opencl_get(plan[i], NULL, &device, NULL), "tcfft_opencl_get");
    ck_assert_ptr_eq(device, ids[i]);
    void *got = malloc(c.out_bytes);
    device_succeeds(tcfft_exec_host(plan[i], c.input, got, TCFFT_FORWARD), "a part");
    ck_assert_msg(!memcmp(got, c.expected, c.out_bytes), "part %d gave other bits", i);
    free(got);
    tcfft_plan_destroy(plan[i]);
  }
  for (int i = 0; i < PARTS; i++) CL(tcf_cl.ReleaseCommandQueue(half[i].queue));
  CL(tcf_cl.ReleaseContext(context));
  own_case_free(&c);
  own_free(&first);
}
END_TEST

// ------------------------------------------------------------------------------------------------ choosing a device

// Where a plan of this description is, "" where there is none.
static const char *place_of(tcfft_backend backend, const char *device, tcfft_status *status) {
  static char text[8192];
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  device_succeeds(tcfft_desc_parse(&d, "c2c:8"), "c2c:8");
  d.backend = backend;
  d.device = device;
  *status = tcfft_plan_create(&plan, &d);
  if (*status != TCFFT_SUCCESS) return "";
  device_succeeds(tcfft_plan_describe(plan, text, sizeof text), "describing");
  tcfft_plan_destroy(plan);
  const char *line = strstr(text, "\ndevice:");
  return line ? line + strlen("\ndevice:") : "";
}

static void check_place(tcfft_backend backend, const char *device, const char *wanted) {
  tcfft_status status;
  const char *place = place_of(backend, device, &status);
  device_succeeds(status, wanted);
  ck_assert_msg(!strncmp(place, wanted, strlen(wanted)), "device %s is %.100s, not %s", device ? device : "NULL", place,
                wanted);
}

static void check_nowhere(const char *device, const char *says) {
  tcfft_status status;
  place_of(TCFFT_BACKEND_OPENCL, device, &status);
  device_refuses(status, TCFFT_ERROR_NO_DEVICE, says);
}

START_TEST(choice) {
  tcf_device first;
  int count = 0, cuda = 0;
  char number[20], prefix[12], wanted[160], upper[160];
  device_succeeds(tcfft_device_count(TCFFT_BACKEND_OPENCL, &count), "counting");
  device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, 0, &first), "the device");
  snprintf(number, sizeof number, "%d", count);
  snprintf(prefix, sizeof prefix, "%.8s", first.name);
  snprintf(wanted, sizeof wanted, "opencl:name=%s:", first.name);
  snprintf(upper, sizeof upper, "%s and more", first.name);
  check_place(TCFFT_BACKEND_OPENCL, NULL, wanted);
  check_place(TCFFT_BACKEND_OPENCL, "0", wanted);
  check_place(TCFFT_BACKEND_OPENCL, prefix, wanted);
  check_place(TCFFT_BACKEND_OPENCL, first.name, wanted);
  check_nowhere(number, number);
  check_nowhere("-1", "-1");
  check_nowhere("no such device", first.name);
  check_nowhere(upper, first.name);
  // A processor is the host's unless it is named.
  if (tcf_backend_for(TCFFT_BACKEND_CUDA) && tcf_devices_count(TCFFT_BACKEND_CUDA, &cuda) != TCFFT_SUCCESS) cuda = 0;
  check_place(TCFFT_BACKEND_AUTO, NULL, cuda ? "cuda:" : first.gpu ? wanted : "host:");
  if (!cuda) check_place(TCFFT_BACKEND_AUTO, first.name, wanted);
}
END_TEST

// A thread that plans and executes on a device of its own while another does on its.
typedef struct user {
  pthread_t thread;
  char device[4];
  int wrong;  // executions that failed, or gave other bits than the thread's first
  double error;
} user;

static double distance(const float *a, const float *b, size_t floats) {
  double difference = 0, all = 0;
  for (size_t i = 0; i < floats; i++) {
    difference += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    all += (double)b[i] * b[i];
  }
  return sqrt(difference / all);
}

// One problem, by a new plan each time: the first of a length is compiled while the other thread does the same.
static void use_length(user *u, int n) {
  enum { ROUNDS = 8, BATCH = 5 };
  const size_t floats = 2 * (size_t)n * BATCH, bytes = floats * sizeof(float);
  tcfft_desc d = TCFFT_DESC_INIT;
  char text[40];
  tcfft_plan *plan = NULL, *host = NULL;
  float *in = device_random(bytes, (uint64_t)n), *first = malloc(bytes), *out = malloc(bytes), *right = malloc(bytes);
  snprintf(text, sizeof text, "c2c:%d*%d", n, BATCH);
  u->wrong += tcfft_desc_parse(&d, text) != TCFFT_SUCCESS;
  d.backend = TCFFT_BACKEND_HOST;
  u->wrong += tcfft_plan_create(&host, &d) != TCFFT_SUCCESS || tcfft_exec(host, in, right, TCFFT_FORWARD) != TCFFT_SUCCESS;
  tcfft_plan_destroy(host);
  d.backend = TCFFT_BACKEND_OPENCL;
  d.device = u->device;
  for (int i = 0; i < ROUNDS && !u->wrong; i++) {
    float *to = i ? out : first;
    u->wrong += tcfft_plan_create(&plan, &d) != TCFFT_SUCCESS ||
                tcfft_exec_host(plan, in, to, TCFFT_FORWARD) != TCFFT_SUCCESS || memcmp(to, first, bytes) != 0;
    tcfft_plan_destroy(plan);
    plan = NULL;
  }
  if (!u->wrong) u->error = fmax(u->error, distance(first, right, floats));
  free(in);
  free(first);
  free(out);
  free(right);
}

static void *use_device(void *argument) {
  static const int lengths[] = {360, 1009, 65536};
  user *u = argument;
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) use_length(u, lengths[i]);
  return NULL;
}

// Each thread has right results of its own device, as bits, whatever the other does.
static void use_two_at_once(void) {
  user users[2] = {{.device = "0"}, {.device = "1"}};
  for (int i = 0; i < 2; i++) ck_assert_int_eq(pthread_create(&users[i].thread, NULL, use_device, &users[i]), 0);
  for (int i = 0; i < 2; i++) pthread_join(users[i].thread, NULL);
  for (int i = 0; i < 2; i++) {
    printf("device %d: %d wrong, error %g\n", i, users[i].wrong, users[i].error);
    ck_assert_int_eq(users[i].wrong, 0);
    ck_assert(users[i].error < 1e-6);
  }
}

// In a process of its own, where PoCL has two devices: they have one name. The first two devices are used at once, which may
// be another's and PoCL's.
START_TEST(with_two) {
  int count = 0;
  tcf_device d[2];
  char wanted[160];
  if (!child_task()) return;
  device_succeeds(tcfft_device_count(TCFFT_BACKEND_OPENCL, &count), "counting");
  printf("%d devices\n", count);
  if (count < 2 || !getenv("POCL_DEVICES")) return;
  use_two_at_once();
  for (int i = 0; i < 2; i++) device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, i, &d[i]), "a device");
  if (strncmp(d[0].name, d[1].name, strlen(d[0].name)) != 0) return;  // another's stand before PoCL's
  ck_assert_msg(!strcmp(d[1].name + strlen(d[0].name), " #2"), "%s is the second of %s", d[1].name, d[0].name);
  for (int i = 0; i < 2; i++) {
    snprintf(wanted, sizeof wanted, "opencl:name=%s:", d[i].name);
    check_place(TCFFT_BACKEND_OPENCL, i ? "1" : "0", wanted);
    check_place(TCFFT_BACKEND_OPENCL, d[i].name, wanted);
  }
  snprintf(wanted, sizeof wanted, "opencl:name=%s:", d[0].name);
  char beginning[6];
  snprintf(beginning, sizeof beginning, "%.5s", d[0].name);
  check_place(TCFFT_BACKEND_OPENCL, beginning, wanted);
  snprintf(wanted, sizeof wanted, "there are %d opencl devices, 0 to %d", count, count - 1);
  check_nowhere("99", wanted);
}
END_TEST

START_TEST(two_devices) {
  setenv("POCL_DEVICES", "pthread pthread", 1);
  const pid_t child = child_start("with_two", "two devices");
  unsetenv("POCL_DEVICES");
  ck_assert_int_eq(child_wait(child), 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_faults");
  tcase_add_test(test_case(suite, "refused", 60), refused);
  tcase_add_test(test_case(suite, "parts", 60), parts);
  TCase *c = test_case(suite, "choice", 120);
  tcase_add_test(c, choice);
  tcase_add_test(c, two_devices);
  tcase_add_test(child_case(suite, "with_two"), with_two);
  return suite;
}
