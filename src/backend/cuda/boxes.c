// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/boxes.h"

#include "backend/cuda/driver.h"

_Static_assert(sizeof(CUtensorMap) == TCF_BOX_MAP, "what kernels take");

tcfft_status tcf_cuda_describe_boxes(void *map, const tcf_boxes *b) {
  cuuint64_t size[TCF_BOX_DIMS], stride[TCF_BOX_DIMS - 1];
  cuuint32_t box[TCF_BOX_DIMS], step[TCF_BOX_DIMS];
  const tcf_cuda_driver *driver;
  TCF_TRY(tcf_cuda_driver_open(&driver));
  for (int i = 0; i < b->dims; i++) {
    size[i] = (cuuint64_t)b->size[i];
    box[i] = (cuuint32_t)b->box[i];
    step[i] = 1;
    if (i) stride[i - 1] = (cuuint64_t)b->stride[i - 1];
  }
  const CUtensorMapL2promotion promotion =
      b->fetch == 256 ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B : CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
  const CUtensorMapSwizzle swizzle = b->box[0] == 32 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B;
  const CUresult error =
      driver->encode_boxes(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, (cuuint32_t)b->dims, (void *)b->memory, size, stride, box,
                           step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (error == CUDA_SUCCESS) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_DEVICE, "cuTensorMapEncodeTiled: error %d for %lld x %lld x %lld floats", (int)error,
                  (long long)b->size[2], (long long)b->size[1], (long long)b->size[0]);
}
