// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans of ranks by tcfft_mpi.h, on the host: every rank has all of a random signal, and compares its part of the result
// with a transform in double precision. Run by mpirun; ends with 1 on a rank that found something wrong.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tcfft/tcfft_mpi.h"

#define N TCFFT_ORDER_NATURAL
#define T TCFFT_ORDER_TRANSPOSED

static tcfft_mpi mpi;
static int failures;

static void wrong(const char *text, const char *what) {
  printf("rank %d of %d: %s: %s: %s\n", mpi.rank, mpi.ranks, text, what, tcfft_last_error());
  failures++;
}

// ------------------------------------------------------------------------------------------------ problems

typedef struct problem {
  const char *text;
  tcfft_order in_order, out_order;
} problem;

static tcfft_plan *plan_of(const problem *p, const tcfft_comm *comm) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  tcfft_desc_parse(&d, p->text);
  d.backend = TCFFT_BACKEND_HOST;
  d.threads = 1;
  if (comm) {
    d.in_order = p->in_order;
    d.out_order = p->out_order;
  }
  d.comm = comm;
  if (tcfft_plan_create(&plan, &d) != TCFFT_SUCCESS) wrong(p->text, "planning");
  return plan;
}

// Transforms by all ranks. What this rank does not hold of the result stays what `all` was.
static tcfft_status transform(const tcfft_plan *plan, const float *signal, float *all, tcfft_direction direction,
                              int in_place) {
  void *in = NULL, *other = NULL, **out = in_place ? &in : &other;
  tcfft_status status = tcfft_dist_alloc(plan, TCFFT_SIDE_IN, &in);
  if (!status && !in_place) status = tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, &other);
  if (!status) status = tcfft_dist_scatter(plan, TCFFT_SIDE_IN, signal, &in);
  if (!status) status = tcfft_exec(plan, in, *out, direction);
  if (!status) status = tcfft_dist_gather(plan, TCFFT_SIDE_OUT, all, out);
  tcfft_dist_free(plan, &in);
  tcfft_dist_free(plan, &other);
  return status;
}

// Numbers of a side, whose rows are real or complex; in place the real ones are padded.
static int64_t numbers_of(const tcfft_desc *d, int output) {
  const int64_t m = d->n[d->rank - 1], half = 2 * (m / 2 + 1);
  const int real = d->kind >= TCFFT_DCT1, complex = d->kind == TCFFT_C2C || d->kind == (output ? TCFFT_R2C : TCFFT_C2R);
  int64_t numbers = d->batch ? d->batch : 1;
  for (int a = 0; a < d->rank - 1; a++) numbers *= d->n[a];
  if (d->kind == TCFFT_C2C) return numbers * 2 * m;
  return numbers * (!real && (complex || d->placement == TCFFT_IN_PLACE) ? half : m);
}

// Each element is held by one rank, and is 0 in what the others have: the sum over the ranks is compared, on every rank.
static void compare(const char *text, int64_t numbers, const float *got, const double *expected) {
  float *sum = malloc((size_t)numbers * sizeof *sum);
  double error = 0, norm = 0;
  MPI_Allreduce(got, sum, (int)numbers, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  for (int64_t i = 0; i < numbers; i++) {
    error += pow(sum[i] - expected[i], 2);
    norm += pow(expected[i], 2);
  }
  if (!(sqrt(error / norm) < 4e-7)) {
    printf("rank %d of %d: %s: relative L2 error %g\n", mpi.rank, mpi.ranks, text, sqrt(error / norm));
    failures++;
  }
  free(sum);
}

// The same random numbers on all ranks, others in every run.
static void fill(float *signal, double *wide, int64_t numbers) {
  static uint64_t seed;
  if (!seed) {
    seed = (uint64_t)time(NULL);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (mpi.rank == 0) printf("seed %llu\n", (unsigned long long)seed);
  }
  uint64_t state = seed;
  for (int64_t i = 0; i < numbers; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    signal[i] = (float)(int32_t)(state >> 32) * 0x1p-31f;
    wide[i] = signal[i];
  }
}

// The reference: a transform in FP64 by this rank alone.
static void transform_alone(const problem *p, const double *in, double *out) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  tcfft_desc_parse(&d, p->text);
  d.backend = TCFFT_BACKEND_HOST;
  d.threads = 1;
  d.placement = TCFFT_OUT_OF_PLACE;
  d.in_type = d.out_type = TCFFT_F64;
  if (d.kind == TCFFT_R2C && strstr(p->text, "inplace")) {  // rows as they are in place
    int64_t stride = 1;
    for (int a = d.rank - 1; a >= 0; a--) {
      d.in_stride[a] = stride;
      stride *= a == d.rank - 1 ? 2 * (d.n[a] / 2 + 1) : d.n[a];
    }
  }
  if (tcfft_plan_create(&plan, &d) || tcfft_exec(plan, in, out, TCFFT_FORWARD)) wrong(p->text, "the reference");
  tcfft_plan_destroy(plan);
}

static void check(const problem *p, const tcfft_comm *comm) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_desc_parse(&d, p->text);
  const int64_t ins = numbers_of(&d, 0), outs = numbers_of(&d, 1);
  tcfft_plan *plan = plan_of(p, comm);
  if (!plan) return;
  float *signal = calloc((size_t)ins, sizeof *signal), *got = calloc((size_t)outs, sizeof *got);
  double *wide = calloc((size_t)ins, sizeof *wide), *expected = calloc((size_t)outs, sizeof *expected);
  fill(signal, wide, ins);
  transform_alone(p, wide, expected);
  if (transform(plan, signal, got, TCFFT_FORWARD, d.placement == TCFFT_IN_PLACE)) wrong(p->text, "executing");
  compare(p->text, outs, got, expected);
  tcfft_plan_destroy(plan);
  free(expected);
  free(wide);
  free(signal);
  free(got);
}

static void check_all(const tcfft_comm *comm) {
  static const problem problems[] = {
      {"c2c:13x6x4", N, T}, {"c2c:7x6x4", T, N},        {"c2c:5x9x4", N, N},
      {"c2c:6x11", T, T},   {"c2c:6x11:inplace", N, N}, {"c2c:13x3x5:inplace", N, T},
      {"r2c:16x6x5", N, T}, {"r2c:7x9", N, N},          {"r2c:9x5x4:inplace", N, T},
      {"c2c:240", N, N},    {"c2c:240", N, T},          {"c2c:240", T, N},
      {"c2c:35*2", N, N},   {"c2c:8x6x4*3", N, T},      {"r2c:30*6", N, N},
      {"dct2:9*5", N, N},   {"c2c:2x3", N, T},          {"c2c:1x7", N, N},
      {"c2c:1", N, N},      {"c2c:120x64x32", N, T},
  };
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) check(&problems[i], comm);
}

// C2R by what R2C has made, which comes back.
static void check_round(const char *forward, const char *inverse, tcfft_order order, const tcfft_comm *comm) {
  const problem there = {forward, N, order}, back = {inverse, order, N};
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_desc_parse(&d, forward);
  const int64_t ins = numbers_of(&d, 0), outs = numbers_of(&d, 1);
  float *signal = calloc((size_t)ins, sizeof *signal), *half = calloc((size_t)outs, sizeof *half);
  float *sum = calloc((size_t)outs, sizeof *sum), *got = calloc((size_t)ins, sizeof *got);
  double *wide = calloc((size_t)ins, sizeof *wide);
  fill(signal, wide, ins);
  for (int64_t i = 0; i < ins; i++) wide[i] *= (double)ins;
  tcfft_plan *plan[2] = {plan_of(&there, comm), plan_of(&back, comm)};
  if (plan[0] && plan[1]) {
    if (transform(plan[0], signal, half, TCFFT_FORWARD, 0)) wrong(forward, "executing");
    MPI_Allreduce(half, sum, (int)outs, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    if (transform(plan[1], sum, got, TCFFT_INVERSE, 0)) wrong(inverse, "executing");
    compare(inverse, ins, got, wide);
  }
  for (int i = 0; i < 2; i++) tcfft_plan_destroy(plan[i]);
  free(wide);
  free(signal);
  free(half);
  free(sum);
  free(got);
}

// ------------------------------------------------------------------------------------------------ failures

// The last rank has another problem, which all hear of.
static void check_disagreement(const tcfft_comm *comm) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  tcfft_desc_parse(&d, mpi.rank == mpi.ranks - 1 ? "c2c:8x9" : "c2c:8x8");
  d.backend = TCFFT_BACKEND_HOST;
  d.comm = comm;
  char says[80];
  snprintf(says, sizeof says, "rank %d has the problem c2c:8x9, rank 0 has c2c:8x8", mpi.ranks - 1);
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  if (status != TCFFT_ERROR_INVALID_ARGUMENT || !strstr(tcfft_last_error(), says)) wrong("disagreement", "answers");
}

// The last rank comes late, so that the others give up. Their messages are still under way: their memory stays.
static void check_timeout(const tcfft_comm *comm) {
  const problem p = {"c2c:16x16", N, T};
  static float signal[2 * 16 * 16];
  const int late = mpi.rank == mpi.ranks - 1;
  void *in = NULL, *out = NULL;
  tcfft_plan *plan = plan_of(&p, comm);
  if (tcfft_dist_alloc(plan, TCFFT_SIDE_IN, &in) || tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, &out) ||
      tcfft_dist_scatter(plan, TCFFT_SIDE_IN, signal, &in))
    wrong("time-out", "memory");
  mpi.timeout = late ? 0 : 0.1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (late) usleep(1500000);
  const tcfft_status status = tcfft_exec(plan, in, out, TCFFT_FORWARD);
  if (late ? status != TCFFT_SUCCESS
           : status != TCFFT_ERROR_EXCHANGE || !strstr(tcfft_last_error(), "messages did not come within 0.1 s"))
    wrong("time-out", "answers");
  MPI_Barrier(MPI_COMM_WORLD);
  tcfft_dist_free(plan, &in);
  tcfft_dist_free(plan, &out);
  tcfft_plan_destroy(plan);
}

// The last rank fails before it gathers anything, so that the others wait in planning, until the time is over.
static void check_planning_alone(void) {
  tcfft_mpi m;
  tcfft_plan *plan = NULL;
  tcfft_desc d = TCFFT_DESC_INIT;
  if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong("planning alone", "opening");
  m.timeout = 0.1;
  const tcfft_comm comm = tcfft_mpi_comm(&m);
  const int last = m.rank == m.ranks - 1;
  tcfft_desc_parse(&d, "c2c:16x16");
  d.backend = TCFFT_BACKEND_HOST;
  d.comm = &comm;
  if (last) d.size = 3;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  if (last ? status != TCFFT_ERROR_INVALID_ARGUMENT
           : status != TCFFT_ERROR_EXCHANGE || !strstr(tcfft_last_error(), "messages did not come within 0.1 s"))
    wrong("planning alone", "answers");
  if (plan) wrong("planning alone", "makes a plan");
  MPI_Barrier(MPI_COMM_WORLD);
  tcfft_mpi_close(&m);
}

// Ranks with and without a time-out plan together.
static void check_planning_in_time(void) {
  tcfft_mpi m;
  if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong("planning in time", "opening");
  m.timeout = m.rank % 2 ? 0 : 20;
  const tcfft_comm comm = tcfft_mpi_comm(&m);
  check(&(problem){"c2c:13x6x4", N, T}, &comm);
  if (m.ranks > 1) check_disagreement(&comm);
  tcfft_mpi_close(&m);
}

// One exchange by functions of the header alone, of rank 0 with rank 1: `sends` bytes to the other, `receives` from it.
static int exchange(tcfft_mpi *m, const void *send, size_t sends, void *recv, size_t receives) {
  const int other = !m->rank;
  const void *sent[2] = {NULL, NULL};
  void *received[2] = {NULL, NULL};
  size_t send_bytes[2] = {0, 0}, recv_bytes[2] = {0, 0};
  sent[other] = send;
  received[other] = recv;
  send_bytes[other] = sends;
  recv_bytes[other] = receives;
  return tcfft_mpi_exchange(m, sent, send_bytes, received, recv_bytes, NULL);
}

// The error's text, where says is one, or its class for MPI's errors, whose texts are those of the MPI at hand; and that the
// same error comes again.
static void expect(tcfft_mpi *m, const char *what, int error, const char *says, int class) {
  const char *text = error ? tcfft_mpi_text(m, error) : NULL;
  int is = MPI_SUCCESS;
  if (error > 0) MPI_Error_class(error, &is);
  if (!text || is != class || (says && !strstr(text, says))) {
    printf("rank %d of %d: %s: got class %d, \"%s\", not class %d, \"%s\"\n", m->rank, m->ranks, what, is, text ? text : "",
           class, says ? says : "");
    failures++;
  }
  if (error && exchange(m, NULL, 0, NULL, 0) != error) wrong(what, "the exchange after it succeeds");
}

// Lengths of messages that cannot be, and that differ between ranks: what is longer than expected is MPI's error, what is
// shorter is the header's.
static void check_lengths(int first) {
  static const size_t bad[] = {0, (size_t)INT_MAX + 1, SIZE_MAX};
  char says[80], out[100] = {1}, in[100];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    tcfft_mpi m;
    if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong("lengths", "opening");
    m.most = bad[i];
    snprintf(says, sizeof says, "tcfft_mpi.most is %zu, it has to be 1 .. 2147483647", bad[i]);
    const int error = exchange(&m, out, sizeof out, in, sizeof in);
    expect(&m, "lengths", error, says, MPI_ERR_ARG);
    tcfft_mpi_close(&m);
  }
  tcfft_mpi m;
  if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong("lengths", "opening");
  m.most = first ? 24 : 48;
  m.timeout = 20;
  const int error = exchange(&m, out, sizeof out, in, sizeof in);
  if (first) expect(&m, "unequal lengths", error, NULL, MPI_ERR_TRUNCATE);
  if (!first) expect(&m, "unequal lengths", error, "a message is shorter than expected: is tcfft_mpi.most", MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  tcfft_mpi_close(&m);
}

// MPI's own error comes with its text, whichever way it is waited for.
static void check_truncation(double timeout, int first) {
  char out[64] = {1}, in[32];
  tcfft_mpi m;
  if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong("truncation", "opening");
  m.timeout = timeout;
  const int error = exchange(&m, out, first ? sizeof out : 0, in, first ? 0 : sizeof in);
  if (first ? error : !error) wrong("truncation", "has the wrong end");
  if (!first) expect(&m, "truncation", error, NULL, MPI_ERR_TRUNCATE);
  MPI_Barrier(MPI_COMM_WORLD);
  tcfft_mpi_close(&m);
}

// After a time-out, and where a send cannot be posted behind the receive, what comes later is not written into rank 0's
// memory.
static void check_late_message(int posts, int first) {
  const char *what = posts ? "late message" : "message behind an error";
  char out[64], in[64], was[64];
  tcfft_mpi m;
  memset(out, 1, sizeof out);
  memset(in, 2, sizeof in);
  memset(was, 2, sizeof was);
  if (tcfft_mpi_open(&m, MPI_COMM_WORLD)) wrong(what, "opening");
  m.timeout = 0.05;
  const int error = first ? exchange(&m, NULL, posts ? 0 : sizeof out, in, sizeof in) : 0;
  if (first && posts) expect(&m, what, error, "messages did not come within 0.05 s", MPI_SUCCESS);
  if (first && !posts) expect(&m, what, error, NULL, MPI_ERR_BUFFER);
  MPI_Barrier(m.comm);
  if (!first && exchange(&m, out, sizeof out, in, 0)) wrong(what, "sending it");
  MPI_Barrier(m.comm);
  for (int i = 0, there = 0; first && i < 1000 && !there; i++)
    MPI_Iprobe(1, 0, m.comm, &there, MPI_STATUS_IGNORE);  // MPI does its work meanwhile
  if (memcmp(in, was, sizeof in) != 0) wrong(what, "is written into memory that was given back");
  MPI_Barrier(m.comm);
  tcfft_mpi_close(&m);
}

// Exchanges that fail, of two ranks, each by a transport of its own.
static void check_exchanges(void) {
  const int first = mpi.rank == 0;
  if (mpi.ranks != 2) return;
  check_lengths(first);
  check_truncation(0, first);
  check_truncation(20, first);
  check_late_message(1, first);
  check_late_message(0, first);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (tcfft_mpi_open(&mpi, MPI_COMM_WORLD) != MPI_SUCCESS) return 1;
  const tcfft_comm comm = tcfft_mpi_comm(&mpi);
  check_all(&comm);
  check_round("r2c:12x7x9", "c2r:12x7x9", T, &comm);
  check_round("r2c:12x7", "c2r:12x7", N, &comm);
  mpi.most = 24;  // messages in many pieces
  check(&(problem){"c2c:13x6x4", N, N}, &comm);
  mpi.most = (size_t)1 << 30;
  if (mpi.ranks > 1) check_disagreement(&comm);
  check_planning_in_time();
  if (mpi.ranks > 1) check_planning_alone();
  if (mpi.ranks > 1) check_timeout(&comm);
  check_exchanges();
  int all = failures;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  tcfft_mpi_close(&mpi);
  MPI_Finalize();
  if (!all) printf("as expected\n");
  return all != 0;
}
