// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans of ranks by tcfft_nccl.h, on two GPUs or more: a thread is a rank, and all of them gather into one array, which is
// compared with the transform in FP64 on the host. Ends with 77 where there are fewer GPUs.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tcfft/tcfft_nccl.h"

enum { MOST = 4 };
#define N TCFFT_ORDER_NATURAL
#define T TCFFT_ORDER_TRANSPOSED

typedef struct problem {
  const char *text;
  tcfft_order in_order, out_order;
  int64_t ins, outs;  // numbers
} problem;

typedef struct rank {
  int number, ranks;
  ncclComm_t nccl;
  const problem *p;
  const float *in;
  float *out;
  char why[1200];  // "": all went well
} rank;

static tcfft_status transform(rank *r, tcfft_nccl *n, const tcfft_comm *comm) {
  char device[12];
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  void *in = NULL, *out = NULL;
  snprintf(device, sizeof device, "%d", n->device);
  tcfft_desc_parse(&d, r->p->text);
  d.backend = TCFFT_BACKEND_CUDA;
  d.device = device;
  d.in_order = r->p->in_order;
  d.out_order = r->p->out_order;
  d.comm = comm;
  tcfft_status status = tcfft_plan_create(&plan, &d);
  if (status) return status;
  status = tcfft_dist_alloc(plan, TCFFT_SIDE_IN, &in);
  if (!status) status = tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, &out);
  if (!status) status = tcfft_dist_scatter(plan, TCFFT_SIDE_IN, r->in, &in);
  for (int i = 0; i < 3 && !status; i++) status = tcfft_exec(plan, in, out, TCFFT_FORWARD);
  const int waited = status ? 0 : tcfft_nccl_wait(n, NULL, 60);
  if (waited) snprintf(r->why, sizeof r->why, "waiting: %s", tcfft_nccl_text(n, waited));
  if (!status && !waited) status = tcfft_dist_gather(plan, TCFFT_SIDE_OUT, r->out, &out);
  tcfft_dist_free(plan, &in);
  tcfft_dist_free(plan, &out);
  tcfft_plan_destroy(plan);
  return status;
}

static void *run(void *context) {
  rank *r = context;
  tcfft_nccl n;
  if (cudaSetDevice(r->number) || tcfft_nccl_open(&n, r->nccl)) {
    snprintf(r->why, sizeof r->why, "tcfft_nccl_open failed");
    return NULL;
  }
  const tcfft_comm comm = tcfft_nccl_comm(&n);
  if (transform(r, &n, &comm)) snprintf(r->why, sizeof r->why, "%.1024s", tcfft_last_error());
  tcfft_nccl_close(&n);
  return NULL;
}

// Returns whether something is wrong.
static int compare(const problem *p, const float *got, const double *in) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan = NULL;
  double *expected = calloc((size_t)p->outs, sizeof *expected), error = 0, norm = 0;
  tcfft_desc_parse(&d, p->text);
  d.backend = TCFFT_BACKEND_HOST;
  d.in_type = d.out_type = TCFFT_F64;
  if (tcfft_plan_create(&plan, &d) || tcfft_exec(plan, in, expected, TCFFT_FORWARD)) return puts(tcfft_last_error()), 1;
  for (int64_t i = 0; i < p->outs; i++) {
    error += pow(got[i] - expected[i], 2);
    norm += pow(expected[i], 2);
  }
  tcfft_plan_destroy(plan);
  free(expected);
  printf("%-20s relative L2 error %.2e\n", p->text, sqrt(error / norm));
  return !(sqrt(error / norm) < 6e-7);
}

static int check(const problem *p, const ncclComm_t *nccl, int ranks) {
  float *in = calloc((size_t)p->ins, sizeof *in), *out = calloc((size_t)p->outs, sizeof *out);
  double *wide = calloc((size_t)p->ins, sizeof *wide);
  rank all[MOST];
  pthread_t threads[MOST];
  int wrong = 0;
  for (int64_t i = 0; i < p->ins; i++) wide[i] = in[i] = (float)(2.0 * rand() / RAND_MAX - 1);
  for (int i = 0; i < ranks; i++) {
    all[i] = (rank){.number = i, .ranks = ranks, .nccl = nccl[i], .p = p, .in = in, .out = out};
    pthread_create(&threads[i], NULL, run, &all[i]);
  }
  for (int i = 0; i < ranks; i++) {
    pthread_join(threads[i], NULL);
    if (all[i].why[0]) printf("%s, rank %d: %s\n", p->text, i, all[i].why);
    wrong |= all[i].why[0] != 0;
  }
  wrong = wrong || compare(p, out, wide);
  free(in);
  free(out);
  free(wide);
  return wrong;
}

int main(void) {
  static const problem problems[] = {
      {"c2c:130x60x40", N, T, 2 * 130 * 60 * 40, 2 * 130 * 60 * 40},
      {"c2c:130x60x40", N, N, 2 * 130 * 60 * 40, 2 * 130 * 60 * 40},
      {"c2c:67x300", T, N, 2 * 67 * 300, 2 * 67 * 300},
      {"r2c:130x60x40", N, T, 130 * 60 * 40, 2 * 130 * 60 * 21},
      {"c2c:1048576", N, N, 2 * 1048576, 2 * 1048576},
      {"c2c:1048576", N, T, 2 * 1048576, 2 * 1048576},
      {"r2c:1048576", N, N, 1048576, 1048578},
      {"c2c:1x7x5", N, T, 70, 70},
  };
  ncclComm_t nccl[MOST];
  int count = 0, wrong = 0;
  if (cudaGetDeviceCount(&count) || count < 2) return puts("skipped: there are fewer than two GPUs"), 77;
  if (count > MOST) count = MOST;
  const ncclResult_t made = ncclCommInitAll(nccl, count, NULL);
  if (made) return printf("ncclCommInitAll: %s\n", ncclGetErrorString(made)), 1;
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) wrong |= check(&problems[i], nccl, count);
  for (int i = 0; i < count; i++) ncclCommDestroy(nccl[i]);
  return wrong;
}
