// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a caller asks of a plan, in one form for all the functions that make plans, and what tcfft makes of it.
#ifndef TCFFT_SHIM_REQUEST_H
#define TCFFT_SHIM_REQUEST_H

#include "shim/cufft_abi.h"
#include "tcfft/tcfft.h"

enum { TCF_SHIM_RANK = 3 };

typedef struct tcf_shim_request {
  int rank;
  long long n[TCF_SHIM_RANK];
  int embeds;  // 0: the basic layout of both sides, 2: both are given, 1: one of them, which is an error
  long long inembed[TCF_SHIM_RANK], istride, idist;
  long long onembed[TCF_SHIM_RANK], ostride, odist;
  long long batch;
  int input, output, execution;  // cudaDataType
  cufftResult form;              // the error of what is looked at before the handle, or SUCCESS
} tcf_shim_request;

// Of cufftMakePlan1d .. 3d: rank sizes.
tcf_shim_request tcf_shim_ask_packed(int rank, const int *n, int type, int batch, const void *out);

// Of the functions with a layout. `out` is where the answer goes: NULL is an error, as is NULL for n.
tcf_shim_request tcf_shim_ask_int(int rank, const int *n, const int *inembed, int istride, int idist, const int *onembed,
                                  int ostride, int odist, int type, int batch, const void *out);
tcf_shim_request tcf_shim_ask_many(int rank, const long long *n, const long long *inembed, long long istride,
                                   long long idist, const long long *onembed, long long ostride, long long odist, int type,
                                   long long batch, const void *out);
tcf_shim_request tcf_shim_ask_typed(int rank, const long long *n, const long long *inembed, long long istride,
                                    long long idist, int input, const long long *onembed, long long ostride, long long odist,
                                    int output, long long batch, int execution, const void *out);

// The error of sizes, strides and distances that cuFFT finds behind the handle, or SUCCESS.
cufftResult tcf_shim_check_sizes(const tcf_shim_request *r);

// Whether tcfft serves transforms of these types and sizes.
int tcf_shim_serves(const tcf_shim_request *r);

// Of a request that tcfft serves: its kind, and the type of its data.
tcfft_kind tcf_shim_kind(const tcf_shim_request *r);
tcfft_type tcf_shim_numbers(const tcf_shim_request *r);

// The transform, without device and workspace. 0: its strides overflow, or tcfft has no such strides.
int tcf_shim_describe(tcfft_desc *d, const tcf_shim_request *r);

// The number of cuFFT for a failure to plan.
cufftResult tcf_shim_planning_error(tcfft_status status);

#endif
