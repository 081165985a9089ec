// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The part of OpenCL 1.2 that is used, declared after its specification, because the build needs neither OpenCL's headers
// nor its library. The table of functions is filled when the library is opened (library.h) and is read-only from then on.
// Its members have the names of the specification without their "cl".
#ifndef TCFFT_BACKEND_OPENCL_CL_API_H
#define TCFFT_BACKEND_OPENCL_CL_API_H

#include <stddef.h>
#include <stdint.h>

#include "tcfft/tcfft_opencl.h"

typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef uint64_t cl_ulong, cl_bitfield;
typedef intptr_t cl_property;
// NOLINTBEGIN(bugprone-reserved-identifier): OpenCL's own names
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
// NOLINTEND(bugprone-reserved-identifier)

enum {
  CL_SUCCESS = 0,
  CL_DEVICE_NOT_FOUND = -1,
  CL_COMPILER_NOT_AVAILABLE = -3,
  CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_RESOURCES = -5,
  CL_OUT_OF_HOST_MEMORY = -6,
  CL_BUILD_PROGRAM_FAILURE = -11,
  CL_INVALID_BUFFER_SIZE = -61,
  CL_PLATFORM_NOT_FOUND_KHR = -1001,
};

enum {
  CL_PLATFORM_VERSION = 0x0901,
  CL_PLATFORM_NAME = 0x0902,

  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100C,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101E,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
  CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
  CL_DEVICE_NAME = 0x102B,
  CL_DEVICE_VENDOR = 0x102C,
  CL_DRIVER_VERSION = 0x102D,
  CL_DEVICE_VERSION = 0x102F,
  CL_DEVICE_EXTENSIONS = 0x1030,
  CL_DEVICE_PLATFORM = 0x1031,
  CL_DEVICE_HOST_UNIFIED_MEMORY = 0x1035,
  CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT = 0x103A,
  CL_DEVICE_WARP_SIZE_NV = 0x4003,

  CL_CONTEXT_PLATFORM = 0x1084,
  CL_QUEUE_CONTEXT = 0x1090,
  CL_QUEUE_DEVICE = 0x1091,
  CL_QUEUE_PROPERTIES = 0x1093,

  CL_MEM_OBJECT_BUFFER = 0x10F0,
  CL_MEM_TYPE = 0x1100,
  CL_MEM_FLAGS = 0x1101,
  CL_MEM_SIZE = 0x1102,
  CL_MEM_CONTEXT = 0x1106,
  CL_MEM_ASSOCIATED_MEMOBJECT = 0x1107,
  CL_MEM_OFFSET = 0x1108,

  CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES = 0x1166,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_KERNEL_WORK_GROUP_SIZE = 0x11B0,
  CL_KERNEL_LOCAL_MEM_SIZE = 0x11B2,
};

// Bits: device types, flags of memory, flags of a mapping, properties of a queue.
enum { CL_DEVICE_TYPE_CPU = 1 << 1, CL_DEVICE_TYPE_GPU = 1 << 2, CL_DEVICE_TYPE_ACCELERATOR = 1 << 3 };
enum { CL_MEM_READ_WRITE = 1 << 0, CL_MEM_WRITE_ONLY = 1 << 1, CL_MEM_READ_ONLY = 1 << 2, CL_MEM_ALLOC_HOST_PTR = 1 << 4 };
enum { CL_MAP_READ = 1 << 0, CL_MAP_WRITE = 1 << 1 };
enum { CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1 << 0 };
#define CL_DEVICE_TYPE_ALL UINT64_C(0xFFFFFFFF)

// The last arguments of a command that waits for no event and returns none.
#define TCF_CL_NO_EVENTS 0, NULL, NULL

// X(result, name, parameters)
#define TCF_CL_FUNCTIONS(X)                                                                                                 \
  X(cl_int, GetPlatformIDs, (cl_uint room, cl_platform_id * platforms, cl_uint * count))                                    \
  X(cl_int, GetPlatformInfo, (cl_platform_id platform, cl_uint what, size_t room, void *value, size_t *bytes))              \
  X(cl_int, GetDeviceIDs,                                                                                                   \
    (cl_platform_id platform, cl_bitfield types, cl_uint room, cl_device_id * devices, cl_uint * count))                    \
  X(cl_int, GetDeviceInfo, (cl_device_id device, cl_uint what, size_t room, void *value, size_t *bytes))                    \
  X(cl_int, RetainDevice, (cl_device_id device))                                                                            \
  X(cl_context, CreateContext,                                                                                              \
    (const cl_property *properties, cl_uint count, const cl_device_id *devices,                                             \
     void (*notify)(const char *, const void *, size_t, void *), void *user, cl_int *error))                                \
  X(cl_int, RetainContext, (cl_context context))                                                                            \
  X(cl_int, ReleaseContext, (cl_context context))                                                                           \
  X(cl_command_queue, CreateCommandQueue,                                                                                   \
    (cl_context context, cl_device_id device, cl_bitfield properties, cl_int * error))                                      \
  X(cl_int, GetCommandQueueInfo, (cl_command_queue queue, cl_uint what, size_t room, void *value, size_t *bytes))           \
  X(cl_int, ReleaseCommandQueue, (cl_command_queue queue))                                                                  \
  X(cl_int, Flush, (cl_command_queue queue))                                                                                \
  X(cl_int, Finish, (cl_command_queue queue))                                                                               \
  X(cl_mem, CreateBuffer, (cl_context context, cl_bitfield flags, size_t bytes, void *host, cl_int *error))                 \
  X(cl_int, ReleaseMemObject, (cl_mem memory))                                                                              \
  X(cl_int, GetMemObjectInfo, (cl_mem memory, cl_uint what, size_t room, void *value, size_t *bytes))                       \
  X(cl_int, EnqueueReadBuffer,                                                                                              \
    (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t bytes, void *host, cl_uint waits,       \
     const cl_event *wait, cl_event *event))                                                                                \
  X(cl_int, EnqueueWriteBuffer,                                                                                             \
    (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t bytes, const void *host, cl_uint waits, \
     const cl_event *wait, cl_event *event))                                                                                \
  X(void *, EnqueueMapBuffer,                                                                                               \
    (cl_command_queue queue, cl_mem memory, cl_bool blocking, cl_bitfield flags, size_t offset, size_t bytes,               \
     cl_uint waits, const cl_event *wait, cl_event *event, cl_int *error))                                                  \
  X(cl_int, EnqueueNDRangeKernel,                                                                                           \
    (cl_command_queue queue, cl_kernel kernel, cl_uint rank, const size_t *first, const size_t *all, const size_t *group,   \
     cl_uint waits, const cl_event *wait, cl_event *event))                                                                 \
  X(cl_int, EnqueueBarrierWithWaitList, (cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event))     \
  X(cl_program, CreateProgramWithSource,                                                                                    \
    (cl_context context, cl_uint count, const char **texts, const size_t *lengths, cl_int *error))                          \
  X(cl_program, CreateProgramWithBinary,                                                                                    \
    (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths, const unsigned char **code,     \
     cl_int *each, cl_int *error))                                                                                          \
  X(cl_int, BuildProgram,                                                                                                   \
    (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,                                   \
     void (*notify)(cl_program, void *), void *user))                                                                       \
  X(cl_int, GetProgramBuildInfo,                                                                                            \
    (cl_program program, cl_device_id device, cl_uint what, size_t room, void *value, size_t *bytes))                       \
  X(cl_int, GetProgramInfo, (cl_program program, cl_uint what, size_t room, void *value, size_t *bytes))                    \
  X(cl_int, ReleaseProgram, (cl_program program))                                                                           \
  X(cl_kernel, CreateKernel, (cl_program program, const char *name, cl_int *error))                                         \
  X(cl_int, SetKernelArg, (cl_kernel kernel, cl_uint index, size_t bytes, const void *value))                               \
  X(cl_int, GetKernelWorkGroupInfo,                                                                                         \
    (cl_kernel kernel, cl_device_id device, cl_uint what, size_t room, void *value, size_t *bytes))                         \
  X(cl_int, ReleaseKernel, (cl_kernel kernel))

typedef struct tcf_cl_table {
#define TCF_CL_SLOT(result, name, parameters) result(*name) parameters;
  TCF_CL_FUNCTIONS(TCF_CL_SLOT)
#undef TCF_CL_SLOT
} tcf_cl_table;
extern tcf_cl_table tcf_cl;

#endif
