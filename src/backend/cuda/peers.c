// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/peers.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/nccl.h"
#include "base/process.h"

// To measure or to try what devices without it do.
static int is_off(void) {
  const char *setting = tcf_process_variable("TCFFT_PEER_ACCESS");
  return setting && !strcmp(setting, "off");
}

// Whether a device has access to another one's memory since this process asked for it. To ask again would be an error, which
// the runtime keeps for the next question for errors, and checkers of programs report. A program that takes the access away
// again, or resets a device, has slow copies from then on.
static atomic_char is_open[TCF_CUDA_DEVICES][TCF_CUDA_DEVICES];

// Copies by the copy engines reach a device without peer access too, but by the host's memory and at a tenth of the speed:
// that is no way to compute a transform sooner than one device does. NCCL knows others (nccl.h).
static tcfft_status enable(int index, int peer) {
  int can = 0;
  TCF_CUDA_TRY(cudaDeviceCanAccessPeer(&can, index, peer), "cudaDeviceCanAccessPeer");
  if (!can || is_off())
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "cuda device %d has no peer access to the memory of device %d", index, peer);
  if (is_open[index][peer]) return TCFFT_SUCCESS;
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled)
    cudaGetLastError();
  else if (error != cudaSuccess)
    return tcf_cuda_fail(error, "cudaDeviceEnablePeerAccess");
  is_open[index][peer] = 1;
  return TCFFT_SUCCESS;
}

static tcfft_status open_peer(int index, int peer) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const tcfft_status status = enable(index, peer);
  tcf_cuda_close(&scope);
  return status;
}

static tcfft_status new_stream(int index, int ordered, void **stream) {
  tcf_cuda_scope scope;
  cudaStream_t made = NULL;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaStreamCreateWithFlags(&made, ordered ? cudaStreamDefault : cudaStreamNonBlocking);
  const tcfft_status status = error == cudaSuccess ? TCFFT_SUCCESS : tcf_cuda_fail(error, "cudaStreamCreateWithFlags");
  if (status == TCFFT_SUCCESS) *stream = made;
  tcf_cuda_close(&scope);
  return status;
}

static void free_stream(int index, void *stream) {
  tcf_cuda_scope scope;
  if (!stream || tcf_cuda_open(index, &scope) != TCFFT_SUCCESS) return;
  if (cudaStreamDestroy(stream) != cudaSuccess) cudaGetLastError();
  tcf_cuda_close(&scope);
}

static tcfft_status new_event(int index, void **event) {
  tcf_cuda_scope scope;
  cudaEvent_t made = NULL;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cudaError_t error = cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
  const tcfft_status status = error == cudaSuccess ? TCFFT_SUCCESS : tcf_cuda_fail(error, "cudaEventCreateWithFlags");
  if (status == TCFFT_SUCCESS) *event = made;
  tcf_cuda_close(&scope);
  return status;
}

static void free_event(int index, void *event) {
  tcf_cuda_scope scope;
  if (!event || tcf_cuda_open(index, &scope) != TCFFT_SUCCESS) return;
  if (cudaEventDestroy(event) != cudaSuccess) cudaGetLastError();
  tcf_cuda_close(&scope);
}

static tcfft_status record(int index, void *event, void *stream) {
  (void)index;
  TCF_CUDA_TRY(cudaEventRecord(event, stream), "cudaEventRecord");
  return TCFFT_SUCCESS;
}

static tcfft_status wait(int index, void *event, void *stream) {
  (void)index;
  TCF_CUDA_TRY(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
  return TCFFT_SUCCESS;
}

static tcfft_status copy_row(char *to, const char *from, int64_t bytes, void *stream) {
  TCF_CUDA_TRY(cudaMemcpyAsync(to, from, (size_t)bytes, cudaMemcpyDefault, stream), "cudaMemcpyAsync");
  return TCFFT_SUCCESS;
}

// The copy engines take pitches of 31 bits. Longer ones are those of a few rows, which are then copied one by one.
static tcfft_status copy_rows(int index, int peer, const tcf_peer_copy *c, void *stream) {
  (void)index;
  (void)peer;
  if (c->rows <= 0 || c->bytes <= 0) return TCFFT_SUCCESS;
  if (c->rows == 1 || (c->to_pitch == c->bytes && c->from_pitch == c->bytes))
    return copy_row(c->to, c->from, c->rows * c->bytes, stream);
  if (c->to_pitch > INT_MAX || c->from_pitch > INT_MAX) {
    for (int64_t r = 0; r < c->rows; r++)
      TCF_TRY(copy_row((char *)c->to + r * c->to_pitch, (const char *)c->from + r * c->from_pitch, c->bytes, stream));
    return TCFFT_SUCCESS;
  }
  TCF_CUDA_TRY(cudaMemcpy2DAsync(c->to, (size_t)c->to_pitch, c->from, (size_t)c->from_pitch, (size_t)c->bytes,
                                 (size_t)c->rows, cudaMemcpyDefault, stream),
               "cudaMemcpy2DAsync");
  return TCFFT_SUCCESS;
}

const tcf_peers tcf_cuda_peers = {
    .open = open_peer,
    .new_stream = new_stream,
    .free_stream = free_stream,
    .new_event = new_event,
    .free_event = free_event,
    .record = record,
    .wait = wait,
    .copy = copy_rows,
    .open_group = tcf_nccl_open,
    .close_group = tcf_nccl_close,
    .exchange = tcf_nccl_exchange,
};
