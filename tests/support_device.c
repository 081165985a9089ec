// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Suites on devices: CUDA's, real or emulated, and OpenCL's. Every execution copies its data to the device and back.
// TEST_EMULATED and TEST_OPENCL are 1 or 0.
#include <stdio.h>
#include <stdlib.h>

#include "core/device_choice.h"
#include "core/registry.h"
#include "support.h"

const tcfft_backend test_backend = TEST_OPENCL ? TCFFT_BACKEND_OPENCL : TCFFT_BACKEND_CUDA;

enum {
  DEVICE = 0,
  FIRST = TEST_OPENCL ? 4 : 32,    // of a range are all tested
  EVERY = TEST_OPENCL ? 211 : 29,  // and one in so many of the others: a processor's compiler takes a second for each
  // The reference of FP64 is in long double.
  MOST_POINTS = TEST_EMULATED || TEST_OPENCL ? 1 << 20
                : sizeof(test_number) == 8   ? 1 << 24
                                             : 1 << 28,
};

const char *test_missing(void) {
  int count = 0;
  tcf_device d;
  if (tcf_devices_count(test_backend, &count) != TCFFT_SUCCESS) return tcfft_last_error();
  if (!count) return "there is no device";
  // The others do not ask more: what a device can is asked once in a process, and some cases first say with which compiler.
  if (TEST_TYPE != TCFFT_F64 || !TEST_OPENCL) return NULL;
  if (tcf_device_query(test_backend, DEVICE, &d) != TCFFT_SUCCESS) return "the device does not answer";
  return d.fp64 ? NULL : "the device computes in FP32 alone";
}

int test_takes(int64_t i) {
  const char *text = getenv("TCFFT_TEST_EVERY");
  const int64_t every = text && atoi(text) > 0 ? atoi(text) : EVERY;
  return i <= FIRST || (i & (i - 1)) == 0 || i % every == every / 2;
}

// They came with compute capability 7.0, and their kernels are compiled at run time.
static int has_tensor_cores(void) {
  const tcf_backend *b = tcf_backend_for(test_backend);
  tcf_device d;
  return b && b->query(DEVICE, &d) == TCFFT_SUCCESS && d.capability >= 70 && d.compiler;
}

// Rows of powers of two, by matrix products that were published with it, where there are such.
static int has_paper(const tcfft_desc *d) {
  const tcf_backend *b = tcf_backend_for(test_backend);
  tcf_device device;
  return d->kind == TCFFT_C2C && d->rank == 1 && d->n[0] >= 4 && (d->n[0] & (d->n[0] - 1)) == 0 && d->in_stride[0] <= 1 &&
         d->out_stride[0] <= 1 && b && b->query(DEVICE, &device) == TCFFT_SUCCESS && device.capability >= 70 &&
         b->open_gemm(DEVICE) == TCFFT_SUCCESS;
}

// A processor's compiler takes most of a second for each program of a length, and a simulated device longer: where a run has
// a share of the problems (TCFFT_TEST_SHARE), it does fewer of the long ones. A GPU does all of them.
static int is_anothers_turn(const char *text, double points) {
  enum { SHORT = 16384 };
  uint64_t share = test_share();
  if (share > 1) share += (uint64_t)((double)share * points / SHORT);
  return (TEST_OPENCL || TEST_EMULATED) && !test_is_due(text, share);
}

int test_leaves_out(const tcfft_desc *d, const char *text) {
  double points = (double)(d->batch ? d->batch : 1);
  for (int a = 0; a < d->rank; a++) points *= (double)d->n[a];
  const char *why = NULL;
  if (d->algorithm == TCFFT_ALGORITHM_TENSOR && (!has_tensor_cores() || TEST_TYPE != TCFFT_F32))
    why = "no kernel of the tensor algorithm";
  if (d->split == TCFFT_SPLIT_PAPER)
    why = TEST_TYPE == TCFFT_F32 && has_paper(d) ? NULL : "no kernel of the paper's scaling";
  if (points > MOST_POINTS) why = "too many points";
  if (is_anothers_turn(text, points)) why = "another run's turn";
  if (why) printf("left out: %s: %s\n", text, why);
  return why != NULL;
}

// ------------------------------------------------------------------------------------------------ executing

// A piece of host memory, and where it is on the device.
typedef struct mirror {
  char *host;
  size_t bytes;
  void *device;
} mirror;

static tcfft_status take(const tcf_backend *b, mirror *m) {
  const tcfft_status status = b->alloc(DEVICE, m->bytes, &m->device);
  if (status != TCFFT_SUCCESS) return status;
  return b->copy_in(DEVICE, m->device, m->host, m->bytes);
}

static tcfft_status give(const tcf_backend *b, mirror *m) {
  const tcfft_status status = m->device ? b->copy_out(DEVICE, m->host, m->device, m->bytes) : TCFFT_SUCCESS;
  if (m->device) b->release(DEVICE, m->device);
  m->device = NULL;
  return status;
}

// Executes on mirrors of two pieces, or of one where they are the same; the transform begins behind so many bytes of each.
// Both come back, so that the caller sees whether the input was changed.
static tcfft_status execute(const tcfft_plan *plan, mirror in, size_t in_at, mirror out, size_t out_at,
                            tcfft_direction direction) {
  const tcf_backend *b = tcf_backend_for(test_backend);
  const int in_place = in.host == out.host;
  tcfft_status status = take(b, &in);
  if (status == TCFFT_SUCCESS && !in_place) status = take(b, &out);
  char *out_device = in_place ? in.device : out.device;
  if (status == TCFFT_SUCCESS) status = tcfft_exec(plan, (char *)in.device + in_at, out_device + out_at, direction);
  if (status == TCFFT_SUCCESS) status = b->sync(DEVICE, NULL);
  const tcfft_status in_status = give(b, &in), out_status = give(b, &out);
  return status != TCFFT_SUCCESS ? status : in_status != TCFFT_SUCCESS ? in_status : out_status;
}

static mirror mirror_of(const test_buffer *b) {
  return (mirror){.host = (char *)b->block, .bytes = (size_t)b->total * sizeof(test_number)};
}

tcfft_status test_exec_pieces(const tcfft_plan *plan, test_piece in, test_piece out, tcfft_direction direction) {
  const mirror from = {.host = in.memory, .bytes = in.bytes}, to = {.host = out.memory, .bytes = out.bytes};
  return execute(plan, from, in.at, to, out.at, direction);
}

static size_t start_of(const test_buffer *b) { return (size_t)(b->data - b->block) * sizeof(test_number); }

tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction) {
  return execute(plan, mirror_of(in), start_of(in), mirror_of(out), start_of(out), direction);
}
