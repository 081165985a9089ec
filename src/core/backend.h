// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The interface of a backend: a const table of functions. The second half of the table is for devices other than the host;
// it is NULL where device memory is host memory and a launch is a function call.
#ifndef TCFFT_CORE_BACKEND_H
#define TCFFT_CORE_BACKEND_H

#include "core/device.h"
#include "core/peers.h"

// Ends the parameters of a CUDA program whose numbers are FP64.
#define TCF_PROGRAM_F64 ":f64=1"

// Code for a device: the name of a source template and the text of its parameters. Equal names and parameters mean equal
// code.
typedef struct tcf_program {
  const char *family;      // the source that is compiled, e.g. "tile"
  const char *parameters;  // e.g. "n=4096:radix=16,16,16,:..", in the form that the family defines
  const char *constants;   // OpenCL: definitions placed before the source, implied by the parameters; NULL: none
  int blocks;              // blocks that should be resident on a multiprocessor; 0: no preference
} tcf_program;

// A request to load a program.
typedef struct tcf_load {
  tcf_program program;
  size_t shared;    // most bytes of dynamic shared memory that a launch of it takes
  int threads;      // threads per block of its launches; 0: unknown
  size_t values;    // OpenCL: bytes of the launch's argument struct, which does nothing if all zeros; 0: unknown
  int cluster;      // CUDA: blocks of a cluster of its launches; 0: they have none
  int *clusters;    // where load stores how many clusters the device runs at once; NULL: not asked
  void **function;  // where load stores the function
} tcf_load;

// The size of a launch.
typedef struct tcf_grid {
  int64_t blocks;
  int threads;      // per block
  size_t shared;    // bytes of dynamic shared memory per block
  int cooperative;  // 1: the blocks wait for each other, so that all of them must run at once
  int cluster;      // CUDA: so many neighbouring blocks share their shared memory; 0, 1: none do
} tcf_grid;

// A batch of `count` matrix products C = A B in column-major order. A (m x k) and B (k x n) are FP16, C (m x n) is FP32
// and is overwritten; sums are FP32. Columns are a_column, b_column and c_column elements apart. Consecutive products are
// a_step and c_step elements apart and share B. The workspace is device memory, aligned to TCF_GEMM_ALIGNMENT bytes.
enum { TCF_GEMM_WORKSPACE = 1 << 20, TCF_GEMM_ALIGNMENT = 256 };
typedef struct tcf_gemm {
  int m, n, k, count;
  const void *a, *b;
  float *c;
  int a_column, b_column, c_column;
  int64_t a_step, c_step;
  void *workspace;  // TCF_GEMM_WORKSPACE bytes
} tcf_gemm;

// An array of floats in device memory, whose boxes a device's copy engine loads. Dimension 0 is contiguous; sizes and boxes
// count floats and rows of floats, strides count bytes and are multiples of 16, as the address is. A row of a box has 128
// bytes, or 64. Its pieces of 16 bytes are permuted: those of row r are exclusive-or'ed with r % 8, or with r / 2 % 4.
enum { TCF_BOX_DIMS = 4, TCF_BOX_MAP = 128 };
typedef struct tcf_boxes {
  const void *memory;
  int dims;   // 3 or 4
  int fetch;  // bytes that the device's cache reads at least: 128 or 256
  int64_t size[TCF_BOX_DIMS], stride[TCF_BOX_DIMS - 1];
  int box[TCF_BOX_DIMS];
} tcf_boxes;

// Kind of the caller's memory, as a device sees it.
typedef enum tcf_memory_kind {
  TCF_MEMORY_HOST,    // any other memory that the processor reaches
  TCF_MEMORY_PINNED,  // page-locked host memory, which the device copies at full speed
  TCF_MEMORY_DEVICE,  // device memory, which the processor does not reach
} tcf_memory_kind;

// A copy channel: a stream of the library's own and a pinned host buffer, used by one thread at a time. Because it is
// never the caller's stream, its copies do not disturb a graph capture.
enum { TCF_CHANNEL_BYTES = 8 << 20, TCF_CHANNEL_SCRATCH = 512 << 10 };
typedef struct tcf_channel {
  void *stream;
  char *host;     // TCF_CHANNEL_BYTES bytes, pinned
  void *scratch;  // device memory of TCF_CHANNEL_SCRATCH bytes; NULL: its first user allocates it
} tcf_channel;

// All functions may be called from any thread. `index` is the number of a device of this backend. Where a comment names no
// other error, the functions of devices other than the host fail with DEVICE and the driver's reason.
typedef struct tcf_backend {
  tcfft_backend id;
  const char *name;
  // Number of devices. NO_DEVICE with the reason if the backend cannot run at all.
  tcfft_status (*count)(int *count);
  // Fills in the numbers of a device. NO_DEVICE if there is none of this index.
  tcfft_status (*query)(int index, tcf_device *device);
  // Device memory. alloc fails with OUT_OF_MEMORY and the size in the error text; release frees what alloc returned and
  // accepts NULL. The copies are complete when they return, whatever host memory they use.
  tcfft_status (*alloc)(int index, size_t bytes, void **memory);
  void (*release)(int index, void *memory);
  int shares_tables;    // 1: all plans of a device may read one block
  int computes_tables;  // 1: kernels may leave parts of their tables to the device (tcf_fill)
  tcfft_status (*copy_in)(int index, void *device_memory, const void *host, size_t bytes);
  tcfft_status (*copy_out)(int index, void *host, const void *device_memory, size_t bytes);

  // Makes device `index` current in the calling thread until leave, which restores the device that was current before.
  // enter also clears an error that an earlier driver call of the caller left behind. NO_DEVICE where the thread works on
  // the device in a way that this library cannot share (a CUDA context of the program's own).
  tcfft_status (*enter)(int index, int *previous);
  void (*leave)(int previous);
  // Checks that the device can use this memory. INVALID_ARGUMENT with the argument's name if not.
  tcfft_status (*check_memory)(int index, const void *memory, const char *name);
  // For backends whose callers pass handles of memory (NULL: callers pass addresses). Stores an address for the handle, as
  // the other functions take it, and the bytes from there to the end of the memory. The address is valid in the calling
  // thread until release_imports drops all of its imports. INVALID_ARGUMENT with the argument's name if the device cannot
  // use the memory.
  tcfft_status (*import_buffer)(int index, const void *handle, const char *name, void **address, size_t *bytes);
  void (*release_imports)(void);
  // Checks that the caller's stream belongs to the device. INVALID_ARGUMENT with the argument's name if not. NULL: no check.
  tcfft_status (*check_stream)(int index, void *stream, const char *name);
  // NULL for the stream that NULL stands for, others as they are. NULL: all as they are.
  void *(*plain_stream)(int index, void *stream);
  // Loads all programs of a plan in one call, so that those that need compiling are compiled in parallel. The functions
  // stay valid as long as the process. UNSUPPORTED if a program is not built in and there is no compiler.
  tcfft_status (*load)(int index, const tcf_load *loads, int count);
  // As load where all programs are at hand: built in, loaded before or stored on disk; *missing is then 0. Otherwise
  // *missing says how many a compiler would have to make, the call succeeds, and no function is stored. NULL: the backend
  // does not tell them apart.
  tcfft_status (*load_at_hand)(int index, const tcf_load *loads, int count, int *missing);
  // Small data that planning computes for the devices of this backend and that later processes may use, stored where the
  // programs are, by a text that says what it is. recall returns 1 and data that the caller frees, or 0: nothing of the sort
  // was kept by a library of the same sources. Neither is sure to work, and neither fails. NULL: nothing is kept.
  int (*recall)(const char *what, void **data, size_t *bytes);
  void (*keep)(const char *what, const void *data, size_t bytes);
  // Launches a function asynchronously on stream. args points to the kernel's argument struct, or to a
  // tcf_opencl_arguments in the OpenCL backend, and is no longer needed when launch returns.
  tcfft_status (*launch)(void *function, const tcf_grid *grid, const void *args, void *stream);
  // Writes the map of an array, TCF_BOX_MAP bytes aligned to 64 that a kernel takes among its arguments. Touches no memory
  // of the device and does not wait for it. UNSUPPORTED if the driver has no such maps. NULL: the device has no copy engine
  // of this sort.
  tcfft_status (*describe_boxes)(void *map, const tcf_boxes *boxes);
  // Matrix products by a library. open_gemm prepares the library, so that gemm can be captured in a graph, and fails with
  // UNSUPPORTED and the reason if there is none. gemm is asynchronous on stream, as launch is.
  tcfft_status (*open_gemm)(int index);
  tcfft_status (*gemm)(int index, const tcf_gemm *product, void *stream);
  // Waits until all work on stream is complete.
  tcfft_status (*sync)(int index, void *stream);
  // Seconds that one call of body takes, the median of `repeats`. body launches on the stream that is passed to it.
  tcfft_status (*time)(int index, tcfft_status (*body)(void *context, void *stream), void *context, int repeats,
                       double *seconds);

  // For tcfft_exec_host and for uploading tables. take_channel lends a channel of a pool and makes a new one if none is
  // idle; give_channel returns it to the pool, with no work in flight on it.
  tcf_memory_kind (*memory_kind)(int index, const void *memory);
  tcfft_status (*take_channel)(int index, tcf_channel **channel);
  void (*give_channel)(int index, tcf_channel *channel);
  // Copies that are asynchronous on the channel's stream if `host` is the channel's buffer or other pinned memory.
  tcfft_status (*channel_in)(int index, tcf_channel *channel, void *device_memory, const void *host, size_t bytes);
  tcfft_status (*channel_out)(int index, tcf_channel *channel, void *host, const void *device_memory, size_t bytes);

  const tcf_peers *peers;  // NULL: a plan has one device of this backend
} tcf_backend;

// The args of `launch` in the OpenCL backend. The kernel's own arguments are, by number:
//     0 1 2   in, out, table in __global memory: the buffers that contain the addresses below
//     3 4 5   ulong: byte offsets of the addresses in these buffers
//     6       the struct at `values`, by value
typedef struct tcf_opencl_arguments {
  const void *in;
  void *out;
  const void *table;  // NULL: the kernel reads no table
  const void *values;
  size_t bytes;  // size of the struct at values
} tcf_opencl_arguments;

#endif
