// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a backend is to the frame: a const table of functions. Those of the second half exist where the device is not the
// host; NULL means that its memory is the host's and that a launch is a function call.
#ifndef TCFFT_CORE_BACKEND_H
#define TCFFT_CORE_BACKEND_H

#include "core/device.h"

// Code for a device: a name of the template and the text of its parameters. Equal keys are equal code.
typedef struct tcf_program {
  const char *family;      // the source that is compiled, e.g. "tile"
  const char *parameters;  // e.g. "n=4096:radix=16,16,16,:..", in the form that the family defines
  const char *constants;   // OpenCL: what its source begins with and the parameters imply; NULL: nothing
  int blocks;              // that should fit a multiprocessor at once; 0: it does not matter
} tcf_program;

// A program that is wanted, and where its function goes.
typedef struct tcf_load {
  tcf_program program;
  size_t shared;  // the most dynamic memory that launches of it take
  int threads;    // of a block of theirs; 0: not known
  size_t values;  // OpenCL: bytes of the struct that launches bring; one of zeros does nothing. 0: not known
  void **function;
} tcf_load;

typedef struct tcf_grid {
  int64_t blocks;
  int threads;    // of a block
  size_t shared;  // dynamic bytes of a block
} tcf_grid;

// Products C = A B of matrices in column-major order, `count` of them: A is m x k, B k x n, both FP16, C m x n, summed up in
// FP32 from zero. Columns lie a_column .. elements apart, products a_step and c_step; B is the same for all. The workspace
// is of the device, 256-byte aligned.
enum { TCF_GEMM_WORKSPACE = 1 << 20, TCF_GEMM_ALIGNMENT = 256 };
typedef struct tcf_gemm {
  int m, n, k, count;
  const void *a, *b;
  float *c;
  int a_column, b_column, c_column;
  int64_t a_step, c_step;
  void *workspace;  // TCF_GEMM_WORKSPACE bytes
} tcf_gemm;

// Where memory of the caller lies, as a device sees it.
typedef enum tcf_memory_kind {
  TCF_MEMORY_HOST,    // the processor reaches it, the device does not
  TCF_MEMORY_PINNED,  // both reach it, and the device copies it at full speed
  TCF_MEMORY_DEVICE,  // the device alone
} tcf_memory_kind;

// A queue of a device for one caller at a time, and host memory that the device copies at full speed. Not the caller's
// stream: what runs here disturbs nobody's graph capture.
enum { TCF_CHANNEL_BYTES = 8 << 20 };
typedef struct tcf_channel {
  void *stream;
  char *host;  // TCF_CHANNEL_BYTES
} tcf_channel;

typedef struct tcf_backend {
  tcfft_backend id;
  const char *name;
  // Devices that are there. NO_DEVICE with the reason where the backend cannot run at all.
  tcfft_status (*count)(int *count);
  tcfft_status (*query)(int index, tcf_device *device);
  // Memory of the device. alloc: OUT_OF_MEMORY with the size in the detail.
  tcfft_status (*alloc)(int index, size_t bytes, void **memory);
  void (*release)(int index, void *memory);
  tcfft_status (*copy_in)(int index, void *device_memory, const void *host, size_t bytes);
  tcfft_status (*copy_out)(int index, void *host, const void *device_memory, size_t bytes);

  // Everything from enter to leave runs on device `index`; leave puts back what was current in the calling thread. An error
  // that an earlier call of the caller left behind is cleared by enter.
  tcfft_status (*enter)(int index, int *previous);
  void (*leave)(int previous);
  // Whether the device can use this memory, INVALID_ARGUMENT with the argument's name where not.
  tcfft_status (*check_memory)(int index, const void *memory, const char *name);
  // Where callers know memory by handles (NULL: by addresses): an address for one, of the kind that the other functions
  // take, and the bytes from there to its end. Good for launches of the calling thread until it forgets all that it adopted.
  // INVALID_ARGUMENT with the argument's name where the device cannot use it.
  tcfft_status (*import_buffer)(int index, const void *handle, const char *name, void **address, size_t *bytes);
  void (*release_imports)(void);
  // Whether the device has this queue of the caller's, INVALID_ARGUMENT with the argument's name where not. NULL: not asked.
  tcfft_status (*check_stream)(int index, void *stream, const char *name);
  // Functions for the device, valid as long as the process. All that a plan wants at once: what has to be compiled is
  // compiled side by side. UNSUPPORTED where code is not built in and no compiler is there.
  tcfft_status (*load)(int index, const tcf_load *loads, int count);
  // args: one struct, passed by value. Asynchronous on stream.
  tcfft_status (*launch)(void *function, const tcf_grid *grid, const void *args, void *stream);
  // Matrix products: open says whether there are any (UNSUPPORTED with the reason where not) and gets ready for them, so
  // that multiply, which is asynchronous as launch, can be captured.
  tcfft_status (*open_gemm)(int index);
  tcfft_status (*gemm)(int index, const tcf_gemm *product, void *stream);
  tcfft_status (*sync)(int index, void *stream);
  // Seconds of one call of body, which launches on the stream that it is given: the median of `repeats`.
  tcfft_status (*time)(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                       double *seconds);

  // For tcfft_exec_host. Lanes that are given back wait for the next taker; nothing may be in flight on them then.
  tcf_memory_kind (*memory_kind)(int index, const void *memory);
  tcfft_status (*take_channel)(int index, tcf_channel **lane);
  void (*give_channel)(int index, tcf_channel *lane);
  // Asynchronous on the lane's stream where host is the lane's own or pinned memory.
  tcfft_status (*channel_in)(int index, tcf_channel *lane, void *device_memory, const void *host, size_t bytes);
  tcfft_status (*channel_out)(int index, tcf_channel *lane, void *host, const void *device_memory, size_t bytes);
} tcf_backend;

// What launch of the OpenCL backend takes as args. The kernel's arguments, by number:
//     0 1 2   __global float *in, *out, *table: the buffers that the addresses lie in
//     3 4 5   ulong: bytes from the buffers' starts to the addresses
//     6       the struct `values`, by value
typedef struct tcf_opencl_arguments {
  const void *in;
  void *out;
  const void *table;  // NULL: the kernel reads none
  const void *values;
  size_t bytes;  // of them
} tcf_opencl_arguments;

#endif
