// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "bench/gpu.h"
#include "bench/peers/peer.h"

#ifdef TCF_HAVE_FFTW
extern const tcf_peer tcf_peer_fftw;
#endif
extern const tcf_peer tcf_peer_mkl;
#ifdef TCF_HAVE_CUDA
extern const tcf_bench_gpu tcf_bench_gpu_cuda;
#endif
#ifdef TCF_HAVE_OPENCL
extern const tcf_bench_gpu tcf_bench_gpu_opencl;
#endif
#ifdef TCF_HAVE_CUFFT
extern const tcf_peer tcf_peer_cufft, tcf_peer_cufft_half;
#endif

static const tcf_peer *const built_in[] = {
#ifdef TCF_HAVE_FFTW
    &tcf_peer_fftw,
#endif
    &tcf_peer_mkl,
#ifdef TCF_HAVE_CUFFT
    &tcf_peer_cufft,
    &tcf_peer_cufft_half,
#endif
};

// Peers that are linked to libraries which only machines with a device have are modules, so that this program starts without
// them. An environment variable may name another file.
static const struct {
  const char *name, *symbol, *variable, *path;
  tcfft_backend backend;
} modules[] = {
#ifdef TCF_VKFFT_MODULE
    {"vkfft", "tcf_peer_vkfft", "TCFFT_PEER_VKFFT", TCF_VKFFT_MODULE, TCFFT_BACKEND_CUDA},
#endif
#ifdef TCF_CLFFT_MODULE
    {"clfft", "tcf_peer_clfft", "TCFFT_PEER_CLFFT", TCF_CLFFT_MODULE, TCFFT_BACKEND_OPENCL},
#endif
    {0},
};

static const char *backend_word(tcfft_backend backend) {
  static const char *const words[] = {"any backend", "the host", "CUDA devices", "OpenCL devices"};
  return words[backend];
}

const tcf_peer *tcf_peer_find(const char *name, tcfft_backend backend, char *why, size_t cap) {
  snprintf(why, cap, "this tcfft was built without a peer %s for %s", name, backend_word(backend));
  for (int i = 0; i < TCF_COUNT(built_in); i++) {
    const tcf_peer *peer = built_in[i];
    if (!strcmp(peer->name, name) && peer->backend == backend) return !peer->open || peer->open(why, cap) ? peer : NULL;
  }
  for (int i = 0; modules[i].name; i++) {
    if (strcmp(modules[i].name, name) != 0 || modules[i].backend != backend) continue;
    const char *path = getenv(modules[i].variable);
    void *module = dlopen(path ? path : modules[i].path, RTLD_NOW | RTLD_LOCAL);
    const tcf_peer *peer = module ? dlsym(module, modules[i].symbol) : NULL;
    if (!peer) snprintf(why, cap, "%s", dlerror());
    return peer;
  }
  return NULL;
}

void *tcf_peer_prepare(const tcf_peer *peer, int index, tcf_peer_job *job) {
  const tcf_bench_gpu *gpu = tcf_bench_gpu_for(peer->backend);
  if (!gpu || !gpu->name_natively || gpu->name_natively(index, job) == TCFFT_SUCCESS) return peer->prepare(job);
  snprintf(job->why, sizeof job->why, "%s", tcfft_last_error());
  return NULL;
}

int tcf_peer_known(const char *name) {
  static const char *const names[] = {"fftw", "mkl", "cufft", "cufft_half", "vkfft", "clfft"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return 1;
  return 0;
}

void tcf_peer_names(tcfft_backend backend, int all, char *text, size_t cap) {
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < TCF_COUNT(built_in); i++)
    if (built_in[i]->backend == backend && (all || !built_in[i]->by_name) && used < cap)
      used += (size_t)snprintf(text + used, cap - used, "%s%s", used ? "," : "", built_in[i]->name);
  for (int i = 0; modules[i].name; i++)
    if (modules[i].backend == backend && used < cap)
      used += (size_t)snprintf(text + used, cap - used, "%s%s", used ? "," : "", modules[i].name);
}

const tcf_bench_gpu *tcf_bench_gpu_for(tcfft_backend backend) {
#ifdef TCF_HAVE_CUDA
  if (backend == TCFFT_BACKEND_CUDA) return &tcf_bench_gpu_cuda;
#endif
#ifdef TCF_HAVE_OPENCL
  if (backend == TCFFT_BACKEND_OPENCL) return &tcf_bench_gpu_opencl;
#endif
  (void)backend;
  return NULL;
}
