// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What cuFFT's binary interface is made of, as far as the shim takes part in it: numbers, and the functions that it computes
// itself. They are written down here, so that the build needs no toolkit. Pointers to data have no types: all of them are
// addresses.
#ifndef TCFFT_SHIM_CUFFT_ABI_H
#define TCFFT_SHIM_CUFFT_ABI_H

#include <stddef.h>

typedef int cufftHandle;

typedef enum cufftResult {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16,
} cufftResult;

enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

typedef enum cufftType {
  CUFFT_C2C = 0x29,
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_Z2Z = 0x69,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
} cufftType;

// cudaDataType
enum {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_C_32F = 4,
  CUDA_C_64F = 5,
  CUDA_C_16F = 6,
  CUDA_R_16BF = 14,
  CUDA_C_16BF = 15,
};

#define TCF_SHIM_EXPORT __attribute__((visibility("default")))

TCF_SHIM_EXPORT cufftResult cufftCreate(cufftHandle *plan);
TCF_SHIM_EXPORT cufftResult cufftDestroy(cufftHandle plan);
TCF_SHIM_EXPORT cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic);
TCF_SHIM_EXPORT cufftResult cufftSetWorkArea(cufftHandle plan, void *area);
TCF_SHIM_EXPORT cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas);
TCF_SHIM_EXPORT cufftResult cufftSetStream(cufftHandle plan, void *stream);
TCF_SHIM_EXPORT cufftResult cufftGetSize(cufftHandle plan, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftGetVersion(int *version);
TCF_SHIM_EXPORT cufftResult cufftGetProperty(int property, int *value);

TCF_SHIM_EXPORT cufftResult cufftPlan1d(cufftHandle *plan, int nx, int type, int batch);
TCF_SHIM_EXPORT cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, int type);
TCF_SHIM_EXPORT cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, int type);
TCF_SHIM_EXPORT cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                                          int *onembed, int ostride, int odist, int type, int batch);

TCF_SHIM_EXPORT cufftResult cufftMakePlan1d(cufftHandle plan, int nx, int type, int batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                                              int *onembed, int ostride, int odist, int type, int batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                                long long istride, long long idist, long long *onembed, long long ostride,
                                                long long odist, int type, long long batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                                long long istride, long long idist, int input_type, long long *onembed,
                                                long long ostride, long long odist, int output_type, long long batch,
                                                size_t *size, int execution_type);

TCF_SHIM_EXPORT cufftResult cufftGetSize1d(cufftHandle plan, int nx, int type, int batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                                             int *onembed, int ostride, int odist, int type, int batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                               long long istride, long long idist, long long *onembed, long long ostride,
                                               long long odist, int type, long long batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                               long long istride, long long idist, int input_type, long long *onembed,
                                               long long ostride, long long odist, int output_type, long long batch,
                                               size_t *size, int execution_type);
TCF_SHIM_EXPORT cufftResult cufftEstimate1d(int nx, int type, int batch, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftEstimate2d(int nx, int ny, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftEstimate3d(int nx, int ny, int nz, int type, size_t *size);
TCF_SHIM_EXPORT cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                                              int ostride, int odist, int type, int batch, size_t *size);

TCF_SHIM_EXPORT cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction);
TCF_SHIM_EXPORT cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out);
TCF_SHIM_EXPORT cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out);
TCF_SHIM_EXPORT cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction);
TCF_SHIM_EXPORT cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out);
TCF_SHIM_EXPORT cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out);
TCF_SHIM_EXPORT cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);

#endif
