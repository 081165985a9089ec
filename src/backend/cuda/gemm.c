// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/gemm.h"

#include <cublas_v2.h>
#include <pthread.h>

#include "backend/cuda/context.h"
#include "backend/cuda/device.h"
#include "backend/cuda/library.h"

// ------------------------------------------------------------------------------------------------ the library

static struct {
  cublasStatus_t (*create)(cublasHandle_t *handle);
  cublasStatus_t (*set_stream)(cublasHandle_t handle, cudaStream_t stream);
  cublasStatus_t (*set_workspace)(cublasHandle_t handle, void *workspace, size_t bytes);
  cublasStatus_t (*gemm)(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                         const void *alpha, const void *a, cudaDataType_t type_a, int lda, long long int stride_a,
                         const void *b, cudaDataType_t type_b, int ldb, long long int stride_b, const void *beta, void *c,
                         cudaDataType_t type_c, int ldc, long long int stride_c, int count, cublasComputeType_t compute,
                         cublasGemmAlgo_t algorithm);
} cublas;

static const tcf_cuda_symbol functions[] = {{"cublasCreate_v2", &cublas.create},
                                            {"cublasSetStream_v2", &cublas.set_stream},
                                            {"cublasSetWorkspace_v2", &cublas.set_workspace},
                                            {"cublasGemmStridedBatchedEx", &cublas.gemm}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so", NULL};
static const tcf_cuda_library library = {"cuBLAS (libcublas.so.13 or .12)", "TCFFT_CUBLAS", names};

static struct {
  int there;
  char why_not[512];
} found;
static pthread_once_t found_once = PTHREAD_ONCE_INIT;

static void find_library(void) {
  found.there = tcf_cuda_library_open(&library, functions, FUNCTIONS, found.why_not, sizeof found.why_not);
}

static tcfft_status fail(cublasStatus_t status, const char *what) {
  static const struct {
    cublasStatus_t status;
    const char *name;
  } known[] = {{CUBLAS_STATUS_NOT_INITIALIZED, "not initialized"},   {CUBLAS_STATUS_ALLOC_FAILED, "out of memory"},
               {CUBLAS_STATUS_INVALID_VALUE, "invalid value"},       {CUBLAS_STATUS_ARCH_MISMATCH, "not for this device"},
               {CUBLAS_STATUS_EXECUTION_FAILED, "execution failed"}, {CUBLAS_STATUS_INTERNAL_ERROR, "internal error"},
               {CUBLAS_STATUS_NOT_SUPPORTED, "not supported"}};
  const char *name = "unknown";
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].status == status) name = known[i].name;
  cudaGetLastError();  // clears the error that cuBLAS may have left in the runtime
  return tcf_fail(status == CUBLAS_STATUS_ALLOC_FAILED ? TCFFT_ERROR_OUT_OF_MEMORY : TCFFT_ERROR_DEVICE,
                  "%s: cuBLAS answers %d (%s)", what, (int)status, name);
}

// ------------------------------------------------------------------------------------------------ products

// One handle per device. Stream and workspace are properties of the handle, so a product holds the handle's lock for the
// whole call.
static struct {
  pthread_mutex_t lock;
  cublasHandle_t handle;
} devices[TCF_CUDA_DEVICES];
static pthread_once_t locks_once = PTHREAD_ONCE_INIT;

static void make_locks(void) {
  for (int i = 0; i < TCF_CUDA_DEVICES; i++) pthread_mutex_init(&devices[i].lock, NULL);
}

static tcfft_status create(int index) {
  tcf_cuda_scope scope;
  TCF_TRY(tcf_cuda_open(index, &scope));
  const cublasStatus_t status = cublas.create(&devices[index].handle);
  tcf_cuda_close(&scope);
  return status == CUBLAS_STATUS_SUCCESS ? TCFFT_SUCCESS : fail(status, "cublasCreate");
}

tcfft_status tcf_cuda_open_gemm(int index) {
  pthread_once(&found_once, find_library);
  if (!found.there) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "matrix products need cuBLAS: %s", found.why_not);
  if (index < 0 || index >= TCF_CUDA_DEVICES)
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "matrix products on device %d: %d are looked at", index, TCF_CUDA_DEVICES);
  pthread_once(&locks_once, make_locks);
  pthread_mutex_lock(&devices[index].lock);
  const tcfft_status status = devices[index].handle ? TCFFT_SUCCESS : create(index);
  pthread_mutex_unlock(&devices[index].lock);
  return status;
}

// Setting the stream resets the workspace to cuBLAS' own. That one would be shared between streams and would not belong to a
// captured graph, so the caller's workspace is set after each change of the stream.
static cublasStatus_t multiply(cublasHandle_t handle, const tcf_gemm *p, cudaStream_t stream) {
  const float one = 1, zero = 0;
  cublasStatus_t status = cublas.set_stream(handle, stream);
  if (status == CUBLAS_STATUS_SUCCESS) status = cublas.set_workspace(handle, p->workspace, TCF_GEMM_WORKSPACE);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return cublas.gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, p->m, p->n, p->k, &one, p->a, CUDA_R_16F, p->a_column, p->a_step,
                     p->b, CUDA_R_16F, p->b_column, 0, &zero, p->c, CUDA_R_32F, p->c_column, p->c_step, p->count,
                     CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
}

tcfft_status tcf_cuda_multiply(int index, const tcf_gemm *gemm, void *stream) {
  pthread_mutex_lock(&devices[index].lock);
  const cublasStatus_t status = multiply(devices[index].handle, gemm, stream);
  pthread_mutex_unlock(&devices[index].lock);
  return status == CUBLAS_STATUS_SUCCESS ? TCFFT_SUCCESS : fail(status, "cublasGemmStridedBatchedEx");
}
