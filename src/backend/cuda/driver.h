// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Functions of the driver that the runtime has no equal of, or takes longer for: a launch by the runtime costs the processor
// 0.2 to 0.3 of 3.5 microseconds more (H100, driver 580), which is what a transform of few points takes. The library links
// no driver: the runtime looks the functions up at first use.
#ifndef TCFFT_BACKEND_CUDA_DRIVER_H
#define TCFFT_BACKEND_CUDA_DRIVER_H

#include <cuda.h>

#include "tcfft/tcfft.h"

typedef struct tcf_cuda_driver {
  CUresult (*encode_boxes)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                           const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
  CUresult (*launch)(const CUlaunchConfig *, CUfunction, void **, void **);
  CUresult (*pointer_attributes)(unsigned, CUpointer_attribute *, void **, CUdeviceptr);
  CUresult (*current_context)(CUcontext *);  // a few nanoseconds
  CUresult (*context_device)(CUdevice *);    // of the current one
  CUresult (*push_context)(CUcontext);
  CUresult (*pop_context)(CUcontext *);
  CUresult (*primary_state)(CUdevice, unsigned *, int *);
  CUresult (*retain_primary)(CUcontext *, CUdevice);
} tcf_cuda_driver;

// As tcf_cuda_fail, for a call of the driver.
tcfft_status tcf_cuda_driver_fail(CUresult error, const char *what);

// Sets *driver to all of them. UNSUPPORTED, with the name, where the driver lacks one.
tcfft_status tcf_cuda_driver_open(const tcf_cuda_driver **driver);

#endif
