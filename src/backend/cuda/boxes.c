// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/boxes.h"

#include <cuda.h>
#include <pthread.h>

#include "backend/cuda/device.h"

_Static_assert(sizeof(CUtensorMap) == TCF_BOX_MAP, "what kernels take");

// The driver's function. The library links no driver, so the runtime looks it up.
static CUresult (*encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                          const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                          CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look_up(void) {
  enum { SINCE = 12000 };  // the version of CUDA that brought it
  void *found = NULL;
  enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, SINCE, cudaEnableDefault, &result) != cudaSuccess)
    cudaGetLastError();
  else if (result == cudaDriverEntryPointSuccess)
    *(void **)&encode = found;
}

tcfft_status tcf_cuda_describe_boxes(void *map, const tcf_boxes *b) {
  cuuint64_t size[TCF_BOX_DIMS], stride[TCF_BOX_DIMS - 1];
  cuuint32_t box[TCF_BOX_DIMS], step[TCF_BOX_DIMS];
  pthread_once(&once, look_up);
  if (!encode) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the driver has no maps of arrays (cuTensorMapEncodeTiled)");
  for (int i = 0; i < b->dims; i++) {
    size[i] = (cuuint64_t)b->size[i];
    box[i] = (cuuint32_t)b->box[i];
    step[i] = 1;
    if (i) stride[i - 1] = (cuuint64_t)b->stride[i - 1];
  }
  const CUtensorMapL2promotion promotion =
      b->fetch == 256 ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B : CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
  const CUresult error =
      encode(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, (cuuint32_t)b->dims, (void *)b->memory, size, stride, box, step,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (error == CUDA_SUCCESS) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_DEVICE, "cuTensorMapEncodeTiled: error %d for %lld x %lld x %lld floats", (int)error,
                  (long long)b->size[2], (long long)b->size[1], (long long)b->size[0]);
}
