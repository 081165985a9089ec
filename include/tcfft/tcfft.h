// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft: fast Fourier transforms of FP32 data, at FP32 accuracy, on tensor cores where they exist; of FP64 data as well, and
// of shorter numbers.
//
// The shape of every program:
//
//     tcfft_plan *plan;
//     if (tcfft_plan_1d(&plan, TCFFT_C2C, n, batch) != TCFFT_SUCCESS) puts(tcfft_last_error());
//     if (tcfft_exec(plan, in, out, TCFFT_FORWARD) != TCFFT_SUCCESS) puts(tcfft_last_error());  // as often as wanted
//     tcfft_plan_destroy(plan);
//
// in and out are memory of the device that the plan is for; tcfft_exec_host takes memory of the host on every device.
//
// Conventions that hold everywhere
//   data         float, unless tcfft_desc.in_type and out_type say otherwise; a complex element is two numbers, real part
//                first (C's float _Complex, C++'s std::complex<float>, CUDA's float2). Data lies on the bytes of a number, 4
//                of a float; complex data on a GPU lies on twice as many.
//   shapes       row-major: n[rank-1] is the contiguous axis of a packed array. Sizes and strides are 64 bit. An axis has at
//                most 2^34 complex points on the host and 2^31 on other devices, and half of that where it has a large prime
//                factor that no steps split (2^33 and 2^30). These points are n, but half of an even n for R2C, C2R and
//                DCT2..4, and n - 1 for DCT1.
//   units        strides and distances count elements of their own operand, the input or the output: numbers of its type if
//                it is real, complex numbers of its type if it is complex. Memory sizes count bytes, times are seconds.
//   direction    forward is exp(-2 pi i j k / n), inverse is exp(+2 pi i j k / n). Nothing is scaled unless
//                tcfft_desc.scale asks for it: inverse(forward(x)) = x * (product of n), as in FFTW and cuFFT.
//   versions     a struct begins with its size in the header that its caller was compiled with; later versions add fields
//                at the end. The library accepts the sizes of all versions from 0.1.0 on. A field that an older struct lacks
//                counts as 0 and is never written. A newer struct is accepted if the fields that this library lacks are 0.
//   ownership    the caller owns every buffer passed in. The library owns a plan until tcfft_plan_destroy, and the texts
//                that functions return.
//   errors       every call that can fail returns a tcfft_status; the text of the last failure of this thread is
//                tcfft_last_error(). A failed call has written nothing to its outputs and keeps no memory.
//   threads      every function may be called from any thread. Executing does not change a plan; tcfft_exec says what two
//                concurrent executions of one plan need. Planning takes up to 400 KB of the calling thread's stack: a thread
//                with less (musl's default is 128 KB) needs pthread_attr_setstacksize. Executing takes 16 KB.
//   plans        do not change once they are made, but for the workspace and the stream that their caller sets. One with
//                compile = background changes over once, from the schedule that serves at first to the final one, between
//                two executions: each execution takes one of them from its beginning to its end, and a captured graph keeps
//                what it captured. What the plan tells of its workspace and its error bound covers both schedules from its
//                creation on; the results of the two differ by rounding.
//   processes    the shared library stays in the process when it is closed (dlclose). A plug-in that contains libtcfft.a and
//                is itself closed has to be linked with -Wl,-z,nodelete. A program that is linked with -static has the host
//                alone. Set-user-id programs take nothing of tcfft's from the environment.
#ifndef TCFFT_TCFFT_H
#define TCFFT_TCFFT_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TCFFT_API
#elif defined(__GNUC__)
#define TCFFT_API __attribute__((visibility("default")))
#else
#define TCFFT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TCFFT_VERSION_MAJOR 0
#define TCFFT_VERSION_MINOR 1
#define TCFFT_VERSION_PATCH 0
#define TCFFT_VERSION (TCFFT_VERSION_MAJOR * 10000 + TCFFT_VERSION_MINOR * 100 + TCFFT_VERSION_PATCH)

// Version of the library that runs, as TCFFT_VERSION is of the header that was compiled against.
TCFFT_API int tcfft_version(void);

// ------------------------------------------------------------------------------------------------ status

// X(number, name, text). Numbers are pinned: a new status takes a new number.
#define TCFFT_STATUS_LIST(X)                                                        \
  X(0, TCFFT_SUCCESS, "success")                                                    \
  X(1, TCFFT_ERROR_INVALID_ARGUMENT, "invalid argument")                            \
  X(2, TCFFT_ERROR_INVALID_SIZE, "invalid size")                                    \
  X(3, TCFFT_ERROR_INVALID_LAYOUT, "invalid strides, distances or placement")       \
  X(4, TCFFT_ERROR_OVERFLOW, "sizes or strides overflow 63 bits")                   \
  X(5, TCFFT_ERROR_NO_DEVICE, "no such device")                                     \
  X(6, TCFFT_ERROR_UNSUPPORTED, "not possible for this problem")                    \
  X(7, TCFFT_ERROR_TOLERANCE, "tolerance below what any path reaches")              \
  X(8, TCFFT_ERROR_OUT_OF_MEMORY, "out of memory")                                  \
  X(9, TCFFT_ERROR_WORKSPACE, "workspace missing, too small, misaligned or in use") \
  X(10, TCFFT_ERROR_OVERLAP, "input and output overlap")                            \
  X(11, TCFFT_ERROR_PARSE, "text does not parse")                                   \
  X(12, TCFFT_ERROR_BUFFER_TOO_SMALL, "buffer too small")                           \
  X(13, TCFFT_ERROR_DEVICE, "device failure")                                       \
  X(14, TCFFT_ERROR_INTERNAL, "internal error")                                     \
  X(15, TCFFT_ERROR_NO_WISDOM, "nothing was measured for this problem")             \
  X(16, TCFFT_ERROR_FILE, "a file cannot be read or written")                       \
  X(17, TCFFT_ERROR_EXCHANGE, "ranks could not exchange data")

typedef enum tcfft_status {
#define TCFFT_STATUS_ENUM(number, name, text) name = number,
  TCFFT_STATUS_LIST(TCFFT_STATUS_ENUM)
#undef TCFFT_STATUS_ENUM
} tcfft_status;

// The fixed text of a status; "unknown status" for a number that is not in the list. Never NULL, never freed.
TCFFT_API const char *tcfft_status_string(tcfft_status status);

// The text of the last failing call of this thread: which argument, which value, which limit. "" before any failure. A
// successful call leaves it unchanged. The library owns it; it is valid until the next failing call of this thread.
TCFFT_API const char *tcfft_last_error(void);

// ------------------------------------------------------------------------------------------------ describing a transform

enum { TCFFT_MAX_RANK = 4 };

// What is transformed. n[] is always the logical size: of the real array for R2C and C2R.
//   C2C    complex n -> complex n
//   R2C    real n[..][m] -> complex n[..][m/2+1]  (the non-negative half of the last axis)
//   C2R    complex n[..][m/2+1] -> real n[..][m]. Unlike FFTW's, it does not overwrite its input. Imaginary parts of the
//          zero and Nyquist bins, which are 0 in a Hermitian spectrum, are ignored, as in FFTW.
//   DCT1..4  real n -> real n, FFTW's REDFT00, REDFT10, REDFT01, REDFT11 (= scipy.fft.dct(type=t, norm="backward")); the
//          transform of an array is that of each axis in turn. DCT1 needs every n >= 2.
//          TCFFT_INVERSE runs the inverse kind (1 -> 1, 2 -> 3, 3 -> 2, 4 -> 4), unscaled:
//          inverse(forward(x)) = x * product of 2n (2(n-1) for DCT1).
typedef enum tcfft_kind {
  TCFFT_C2C = 0,
  TCFFT_R2C = 1,
  TCFFT_C2R = 2,
  TCFFT_DCT1 = 3,
  TCFFT_DCT2 = 4,
  TCFFT_DCT3 = 5,
  TCFFT_DCT4 = 6,
} tcfft_kind;

// The sign of the exponent, for every kind: R2C with TCFFT_INVERSE is the conjugate spectrum (numpy.fft.ihfft unscaled), C2R
// with TCFFT_FORWARD is numpy.fft.hfft.
typedef enum tcfft_direction {
  TCFFT_FORWARD = 0,
  TCFFT_INVERSE = 1,
} tcfft_direction;

// Which devices a plan may run on.
typedef enum tcfft_backend {
  TCFFT_BACKEND_AUTO = 0,    // the first of CUDA, OpenCL (its first GPU, for FP64 if that has it) and the host
  TCFFT_BACKEND_HOST = 1,    // this machine's processor; always there
  TCFFT_BACKEND_CUDA = 2,    // NVIDIA GPUs
  TCFFT_BACKEND_OPENCL = 3,  // any OpenCL device
} tcfft_backend;

// How it is computed.
typedef enum tcfft_algorithm {
  TCFFT_ALGORITHM_AUTO = 0,     // the algorithm that is predicted to be fastest within the tolerance
  TCFFT_ALGORITHM_CLASSIC = 1,  // FP32 arithmetic (Govindaraju et al. 2008), FP64 arithmetic for FP64 data
  TCFFT_ALGORITHM_TENSOR = 2,   // radix-4 passes on tensor cores, values split into FP16 terms (Sorna et al. 2018); on the
                                // host a bit-level model of them, for accuracy work: slow
} tcfft_algorithm;

// How the tensor algorithm splits an FP32 value into FP16 terms. Other algorithms ignore it. TCFFT_ALGORITHM_AUTO takes two
// terms on GPUs, because their time differs from that of one term by a few percent only.
typedef enum tcfft_split {
  TCFFT_SPLIT_AUTO = 0,    // by tolerance: one term (half1) if that suffices, else two (split2)
  TCFFT_SPLIT_HALF1 = 1,   // one FP16 term, bound of the relative error about 5e-4
  TCFFT_SPLIT_SPLIT2 = 2,  // two terms, one power-of-two scale for each transform: FP32 accuracy
  TCFFT_SPLIT_PAPER = 3,   // two terms, each scaled by the largest magnitude of its four values, as published in 2018
} tcfft_split;

// Types of numbers in memory. A real element is one number, a complex one is two.
//   F64 to F64    computed in FP64 throughout, by the algorithm classic and tables rounded from more digits. A device of
//                 OpenCL needs cl_khr_fp64 for it
//   others        F32, F16, BF16, I8 and I16 to F32, F16 and BF16, computed in FP32: each number is converted as it is
//                 loaded, and a result is rounded once, as it is stored, to the nearest number, ties to even, beyond the
//                 largest to infinity. So equal values give equal results whatever their type, by plans of equal steps: on
//                 the host always. Plans of CUDA devices for results of F16 and BF16 may round to about as many digits
//                 between their steps, or the factors of short transforms, too (of F16 the relative L2 error is then up to
//                 3.7e-4 in place of 2e-4), unless the tolerance asks for less than their bound
// All of every kind, length and layout. A plan on a device that does not serve its types is UNSUPPORTED. Tolerance 0 is the
// accuracy of the arithmetic, and that of rounding to the output's type. Numbers are aligned to their size, complex ones on
// GPUs to both parts.
typedef enum tcfft_type {
  TCFFT_F32 = 0,   // IEEE 754 binary32, C's float
  TCFFT_F16 = 1,   // IEEE 754 binary16
  TCFFT_BF16 = 2,  // the upper half of a binary32
  TCFFT_F64 = 3,   // IEEE 754 binary64, C's double
  TCFFT_I8 = 4,    // two's complement integers, a type of inputs alone
  TCFFT_I16 = 5,
} tcfft_type;

typedef enum tcfft_placement {
  TCFFT_OUT_OF_PLACE = 0,  // in and out are different memory, or the same if both layouts are the same
  TCFFT_IN_PLACE = 1,      // in may be out: both layouts cover the same bytes. For R2C and C2R "packed" then means that rows
                           // of real numbers are padded to 2 (m/2+1) numbers, and the stride of the last axis must be 1.
} tcfft_placement;

typedef enum tcfft_effort {
  TCFFT_EFFORT_ESTIMATE = 0,  // choose by predicted time: mostly less than a millisecond, awkward lengths some, and what
                              // tables take (a prime of 10^6 points: 0.1 s)
  TCFFT_EFFORT_MEASURE = 1,   // run candidates on scratch memory and keep the fastest: seconds on a GPU, which compiles them
  TCFFT_EFFORT_WISDOM_ONLY = 2,  // what was measured before, and nothing else: NO_WISDOM where nothing was
} tcfft_effort;

// What creating a plan does about programs that have to be compiled for it, which takes a CUDA device tenths of a second to
// seconds.
typedef enum tcfft_compile {
  TCFFT_COMPILE_WAIT = 0,  // waits for them, so that equal executions give equal bits
  // CUDA: a schedule of programs that are there serves until a thread of the library has compiled them. Where planning would
  // search for a good schedule for milliseconds, because no process has done so before, the thread does that too: what the
  // plan tells of its workspace and its error bound are then limits that the final schedule keeps, more than it may need.
  // Where no such schedule computes the problem, or the device has no memory for two, and with other backends, the creation
  // waits; the plan's description says so. What effort MEASURE measures it waits for as well.
  TCFFT_COMPILE_BACKGROUND = 1,
} tcfft_compile;

struct tcfft_comm;  // tcfft_comm.h

// How a side lies over several devices (tcfft_desc.devices) or ranks (tcfft_desc.comm): as blocks of its first axis, or of
// its second one, which saves the last exchange between them. An axis alone is transformed as rows times columns, and its
// transposed order is by remainders: tcfft_dist_layout tells where each element is.
typedef enum tcfft_order {
  TCFFT_ORDER_NATURAL = 0,
  TCFFT_ORDER_TRANSPOSED = 1,
} tcfft_order;

typedef enum tcfft_workspace_policy {
  TCFFT_WORKSPACE_PLAN = 0,    // the plan allocates and owns its workspace
  TCFFT_WORKSPACE_CALLER = 1,  // the caller brings it, by tcfft_plan_set_workspace or by tcfft_exec_info at every call
} tcfft_workspace_policy;

// A transform. Start from TCFFT_DESC_INIT and set what differs; 0 means "the default" for every field but kind, rank and n.
typedef struct tcfft_desc {
  size_t size;  // sizeof(tcfft_desc), set by TCFFT_DESC_INIT: no byte behind it is read, or written by tcfft_desc_parse
  tcfft_kind kind;
  int rank;                           // 1 .. TCFFT_MAX_RANK
  int64_t n[TCFFT_MAX_RANK];          // logical sizes, each >= 1, slowest axis first
  int64_t batch;                      // transforms in one execution; 0 = 1
  int64_t in_stride[TCFFT_MAX_RANK];  // element distance along each axis; all 0 = packed (row-major)
  int64_t out_stride[TCFFT_MAX_RANK];
  // Element distance between transforms of the batch; 0 = one transform behind the other, which of strided ones is the
  // largest product of a length and its stride. (Columns beside each other are 1 apart.)
  int64_t in_distance;
  int64_t out_distance;
  tcfft_placement placement;
  tcfft_backend backend;
  const char *device;  // NULL = the first; else an index ("0"), its name, or a prefix of that name alone ("NVIDIA H2")
  tcfft_algorithm algorithm;
  tcfft_split split;
  // Relative L2 error asked for; 0 = the accuracy of the output's type. Where FP32 does not reach it (1e-7 to 4e-8), the
  // host, CUDA devices with a compiler and OpenCL devices with FP64 transform F32 to F32 in FP64.
  double tolerance;
  tcfft_effort effort;
  // Factor of the result of [TCFFT_FORWARD], [TCFFT_INVERSE]; 0 = 1. FP32 arithmetic takes it as a float, whose distance to
  // it (6e-8 of it at most) is no part of the error bound.
  double scale[2];
  tcfft_workspace_policy workspace;
  // Host: at most this many; 0 = OMP_NUM_THREADS, or all cores, as far as the problem can use them. There are never more
  // threads than cores that the process may use. Where other programs keep the cores busy, so that an execution takes many
  // times what is predicted, those that follow take one thread for some 10 to 500 ms; their results have the same bits.
  int threads;
  tcfft_compile compile;
  int batch_axes;  // so many axes, from the first on, are not transformed but further dimensions of the batch, below rank
  tcfft_type in_type;  // of the numbers of the input and of the output; 0 = F32
  tcfft_type out_type;
  const char *devices;   // CUDA: the plan runs on all devices of this list, such as "0,1,2,3"; NULL = on one, `device`
  tcfft_order in_order;  // how the sides lie over these devices, or over ranks
  tcfft_order out_order;
  const struct tcfft_comm *comm;  // the plan is computed by several ranks, of which this is one (tcfft_comm.h); NULL = alone
} tcfft_desc;

#ifdef __cplusplus
#define TCFFT_DESC_INIT                                                                                                    \
  {                                                                                                                        \
    sizeof(tcfft_desc), TCFFT_C2C, 0, {0, 0, 0, 0}, 0, {0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0, TCFFT_OUT_OF_PLACE,               \
        TCFFT_BACKEND_AUTO, 0, TCFFT_ALGORITHM_AUTO, TCFFT_SPLIT_AUTO, 0, TCFFT_EFFORT_ESTIMATE, {0, 0},                   \
        TCFFT_WORKSPACE_PLAN, 0, TCFFT_COMPILE_WAIT, 0, TCFFT_F32, TCFFT_F32, 0, TCFFT_ORDER_NATURAL, TCFFT_ORDER_NATURAL, \
        0                                                                                                                  \
  }
#else
#define TCFFT_DESC_INIT \
  { .size = sizeof(tcfft_desc) }
#endif

// ------------------------------------------------------------------------------------------------ plans

typedef struct tcfft_plan tcfft_plan;

// Creates a plan for what d describes and stores it in *out. *out is untouched on failure. The plan keeps nothing of d.
//   INVALID_ARGUMENT  out or d NULL, a d->size below the first release's or above 4096, fields beyond this library's that
//                     are not 0, an enum, a tolerance, a scale or a thread count out of range; an out_type of integers, or
//                     F64 on one side alone
//   INVALID_SIZE      rank not in 1 .. 4, batch_axes not in 0 .. rank - 1, an n or the batch below 1, an n below 2 for DCT1
//   INVALID_LAYOUT    negative or mixed zero strides, in place with unequal layouts or with numbers of unequal size, R2C or
//                     C2R in place with a stride along the last axis; an output whose elements share memory or are not
//                     nested: of its strides and its distance, each has to exceed what the smaller ones span together
//   OVERFLOW          more than 2^63 - 1 bytes from first to last element
//   NO_DEVICE         no backend or device of that name here (the text says which there are, and why others are not); or a
//                     forked process asks for CUDA or OpenCL, which the process that it was forked off had used; or a CUDA
//                     context is current that the program has made itself (tcfft_cuda.h)
//   UNSUPPORTED       the algorithm cannot do this problem on this device, or the device does not transform these types
//   TOLERANCE         the tolerance is below what any algorithm reaches for this problem (the text says what is reached)
//   OUT_OF_MEMORY     the host or the device has too little memory for the plan
//   NO_WISDOM         effort is WISDOM_ONLY, and nothing is known of this problem on this device
//   DEVICE            devices: NCCL failed, which exchanges between those without peer access to each other
//   EXCHANGE          comm: the ranks could not exchange what they plan
TCFFT_API tcfft_status tcfft_plan_create(tcfft_plan **out, const tcfft_desc *d);

// Packed, out of place, on the default device: tcfft_plan_create with all other fields of the description at their defaults,
// and with its errors. Here and in tcfft_plan_many, batch is at least 1.
TCFFT_API tcfft_status tcfft_plan_1d(tcfft_plan **out, tcfft_kind kind, int64_t n, int64_t batch);
TCFFT_API tcfft_status tcfft_plan_2d(tcfft_plan **out, tcfft_kind kind, int64_t n0, int64_t n1, int64_t batch);
TCFFT_API tcfft_status tcfft_plan_3d(tcfft_plan **out, tcfft_kind kind, int64_t n0, int64_t n1, int64_t n2, int64_t batch);

// Strided and batched, with the arguments in the order of FFTW's and cuFFT's "plan_many". Strides and distances count
// elements; strides NULL = packed, distances 0 = packed. n and the strides are arrays of rank numbers, which are copied.
// Errors are those of tcfft_plan_create.
TCFFT_API tcfft_status tcfft_plan_many(tcfft_plan **out, tcfft_kind kind, int rank, const int64_t *n, int64_t batch,
                                       const int64_t *in_stride, int64_t in_distance, const int64_t *out_stride,
                                       int64_t out_distance);

// The problem as text, the same as in plan descriptions and on the command line, e.g. "c2c:1024x1024*64",
// "r2c:4096*8:inplace", "c2c:1000:f64" (the type of both sides; "in=i16:out=f32" of each); each field stands at most once.
// Sets every field of *d but size, backend, device, effort, scale, workspace, threads, compile, devices, comm and the
// orders, which keep their values. d->size has to be set, as TCFFT_DESC_INIT does.
//   INVALID_ARGUMENT  d or text NULL, a d->size as tcfft_plan_create refuses it
//   PARSE             the text is no problem; the error text names the field
TCFFT_API tcfft_status tcfft_desc_parse(tcfft_desc *d, const char *text);

// Waits until a plan with compile = background has its final schedule; returns at once for every other plan. Where that
// schedule could not be made, it fails with the status and the text of the failure, again at each call: the plan then goes
// on with the schedule that served at first.
//   INVALID_ARGUMENT  plan NULL
//   NO_DEVICE         the plan was made before this process was forked off
//   INTERNAL          a program does not compile
//   UNSUPPORTED       there is no compiler that works; or the schedule would have more workspace or a larger error than the
//                     plan has told: it was planned in the background, or the device has less than it told
//   OUT_OF_MEMORY, DEVICE  as tcfft_plan_create
TCFFT_API tcfft_status tcfft_plan_wait(const tcfft_plan *plan);

// Frees the plan and all that it owns; NULL is accepted. No execution of the plan may be in flight. It does not wait for a
// compilation in the background: one that has begun goes on, and later plans find its programs.
TCFFT_API void tcfft_plan_destroy(tcfft_plan *plan);

// ------------------------------------------------------------------------------------------------ executing

// Transforms in to out. Both are memory of the plan's backend (host: any memory; OpenCL: cl_mem, see tcfft_opencl.h, whose
// drivers do not tell one from another address) and laid out as described. in is never
// changed unless in == out. On a GPU the call is asynchronous on the plan's stream; on the host it returns when out is
// complete. It allocates nothing and prints nothing.
//   INVALID_ARGUMENT  plan, in or out NULL, an unknown direction, a pointer that is not aligned to a number of its side's
//                     type, 4 bytes of a float (complex data on a GPU: to both numbers), or memory that the plan's device
//                     does not have
//   OVERLAP           in and out overlap and are not the same transform in place. Whole spans count: arrays that interleave
//                     without sharing an element are refused, too. Or a workspace of the caller's overlaps one of them
//   WORKSPACE         the plan's workspace policy is "caller" and none was set; or the plan's workspace, its own or the one
//                     set, is in use by another thread at this moment: concurrent executions bring their own
//                     (tcfft_exec_with)
//   NO_DEVICE         in a process that was forked off the plan's, on any backend but the host: drivers do not survive a
//                     fork. Such a plan can only be destroyed there, and new plans are for the host alone if the process
//                     that was forked had used another backend. And where a CUDA context is current that the program has
//                     made itself (tcfft_cuda.h)
//   DEVICE            the device or its driver failed, or NCCL (tcfft_desc.devices): the output is then undefined, and the
//                     plan can do no more
//   EXCHANGE          comm: the caller's exchange failed; the output is then undefined
// On the host, a process that was forked off one that had executed with several threads executes with one.
TCFFT_API tcfft_status tcfft_exec(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);

// Workspace and stream of one execution. Start from TCFFT_EXEC_INFO_INIT.
typedef struct tcfft_exec_info {
  size_t size;      // sizeof(tcfft_exec_info), set by TCFFT_EXEC_INFO_INIT: no byte behind it is read
  void *workspace;  // NULL = the plan's; else memory of the plan's backend, 64-byte aligned, used until the execution ends
  size_t workspace_bytes;  // at least tcfft_plan_workspace_size(plan)
  void *stream;            // cudaStream_t or cl_command_queue; NULL = the plan's. The host has none.
} tcfft_exec_info;

#ifdef __cplusplus
#define TCFFT_EXEC_INFO_INIT \
  { sizeof(tcfft_exec_info), 0, 0, 0 }
#else
#define TCFFT_EXEC_INFO_INIT \
  { .size = sizeof(tcfft_exec_info) }
#endif

// As tcfft_exec, with this call's own workspace and stream, so that any number of threads may execute one plan at once. info
// NULL is tcfft_exec. Errors are those of tcfft_exec; WORKSPACE also for a workspace that is too small or misaligned.
TCFFT_API tcfft_status tcfft_exec_with(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                                       const tcfft_exec_info *info);

// As tcfft_exec for host memory on any backend: copies in to the device, transforms, copies the result to out, and returns
// when out is complete. Errors are those of tcfft_exec, and OUT_OF_MEMORY for the copies on the device.
TCFFT_API tcfft_status tcfft_exec_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction);

// Bytes of workspace that one execution needs, under either policy. 0 for a NULL plan.
TCFFT_API size_t tcfft_plan_workspace_size(const tcfft_plan *plan);

// Makes tcfft_exec use these bytes at workspace: 64-byte aligned memory of the plan's backend, which the caller owns and
// keeps until it is replaced or the plan is destroyed. NULL goes back to the plan's own, if its policy is "plan". No
// execution of the plan may be in flight.
//   INVALID_ARGUMENT  plan NULL, memory that the plan's device does not have
//   WORKSPACE         fewer bytes than tcfft_plan_workspace_size(plan), or misaligned
//   NO_DEVICE         the plan is for a device and was made before this process was forked off
TCFFT_API tcfft_status tcfft_plan_set_workspace(tcfft_plan *plan, void *workspace, size_t bytes);

// ------------------------------------------------------------------------------------------------ asking

// The schedule as text: the problem, then a line for each stage (kernel, axis, passes, memory), bytes moved, predicted time
// in seconds, error bound. With compile = background a line "compile:" tells whether the final schedule is compiled, ready
// or failed (with the reason behind "why:") and which one runs, whose stages stand above; those of the other begin with
// "other:", and are not there before the final one is planned. Writes at most cap bytes with the terminating 0. If they are
// too few, it writes the part that fits and returns BUFFER_TOO_SMALL (buf may be NULL if cap is 0); tcfft_last_text_size
// then says how many are needed. Most descriptions have less than 4096 bytes; a transform of rank 4 with long convolutions
// along its axes may have several times that.
//   INVALID_ARGUMENT  plan NULL, or buf NULL with cap above 0
TCFFT_API tcfft_status tcfft_plan_describe(const tcfft_plan *plan, char *buf, size_t cap);

// Bytes, with the terminating 0, of the last text that tcfft_plan_describe, tcfft_plan_problem, tcfft_plan_explain,
// tcfft_sparse_plan_describe, tcfft_wisdom_export_string or tcfft_device_describe made on this thread, whether it fitted
// into its buffer or not. 0 before the first.
TCFFT_API size_t tcfft_last_text_size(void);

// Predicted relative L2 error, RMS over random input: measured errors are between a fifth and all of it. Of two schedules
// (compile = background) it is the larger one; of one that was not planned at the plan's creation it is a limit, at most 1.2
// times the bound of the first schedule. NaN for a NULL plan.
TCFFT_API double tcfft_plan_error_bound(const tcfft_plan *plan);

// Seconds that one execution is predicted to take on the plan's device, by the schedule that runs at the moment. NaN for a
// NULL plan.
TCFFT_API double tcfft_plan_predicted_time(const tcfft_plan *plan);

// Bytes of tables (twiddles, chirps, permutations) that the plan keeps on its device. Plans whose tables are equal keep them
// together on CUDA devices. Of two schedules (compile = background) those of the final one count
// from when it is planned. 0 for a NULL plan.
TCFFT_API size_t tcfft_plan_table_size(const tcfft_plan *plan);

// The problem that the plan solves, as tcfft_desc_parse reads it. Writes, and fails, as tcfft_plan_describe does.
TCFFT_API tcfft_status tcfft_plan_problem(const tcfft_plan *plan, char *buf, size_t cap);

// Stores in *good the next length >= n that this device transforms fast: no somewhat longer one takes less time. A good
// length is its own good length. n is at most 2^33 (one more for DCT1); device as in tcfft_desc.
//   INVALID_ARGUMENT  good NULL, an unknown kind or backend
//   INVALID_SIZE      n below 1 or above that
//   UNSUPPORTED       neither n nor a length near it can be transformed on this device
//   NO_DEVICE         as tcfft_plan_create
TCFFT_API tcfft_status tcfft_good_size(int64_t *good, int64_t n, tcfft_kind kind, tcfft_backend backend, const char *device);

// Describes the plan that d would get on a device that need not be here, without making it. device_text is the device's
// numbers as tcfft_device_describe writes them, or the name of a built-in device ("H200", in any case). d->device is not
// looked at. Writes as tcfft_plan_describe does; errors are also those of tcfft_plan_create, PARSE for device_text, and
// INVALID_ARGUMENT for a d->backend that is neither AUTO nor that of the described device.
TCFFT_API tcfft_status tcfft_plan_explain(const tcfft_desc *d, const char *device_text, char *buf, size_t cap);

// ------------------------------------------------------------------------------------------------ several devices

// A plan with tcfft_desc.devices runs on several CUDA devices of one process, which reach each other's memory (peer
// access) or, where two of them do not, all exchange by NCCL. Where the batch has a transform for each device the batch
// is split, and nothing moves between them. Else every transform is: each device computes along the axes that it has
// whole, the data is exchanged while that goes on, and then comes the remaining axis. An array of rank 2 or 3 is split
// into blocks along its first axis (natural order), or along its second one (transposed order); an axis alone is taken as
// rows * columns of a matrix. A size below the number of devices leaves some of them without work.
//
// For such a plan `in` and `out` of tcfft_exec, workspace and stream of tcfft_exec_info are arrays of one pointer a listed
// device (void *const *), in the list's order. The pointer of a device that holds nothing of a side may be NULL. stream
// NULL, or one of its pointers, is a stream of the plan's own, which waits for the device's default stream and is waited for
// by it. tcfft_exec only queues work, waits for nothing and allocates nothing; any number of plans may run on the same
// devices at once. It cannot be captured in a graph. tcfft_plan_workspace_size counts the bytes of one device, of each the
// same. tcfft_exec_host takes arrays of the whole problem.
//
// What such plans do not do is UNSUPPORTED: strides and distances that are not packed, batch_axes, rank 4, of transforms
// that are split the DCTs, a real kind along one axis of odd length or in transposed order, a real side in transposed order,
// devices without peer access to each other where NCCL is not found.
//
// A plan with tcfft_desc.comm is computed by several processes in the same way, each of which has one block and one device,
// and lacks the same: tcfft_comm.h says what differs.

typedef enum tcfft_side {
  TCFFT_SIDE_IN = 0,
  TCFFT_SIDE_OUT = 1,
} tcfft_side;

enum { TCFFT_DIST_DIMS = 5 };  // the batch, and what the axes are

// What one device holds of a side: an array of `dims` dimensions, outermost first. Element (j[0], j[1], ..) is at the sum of
// j[i] * stride[i] from the beginning of the device's memory, and its index along axis[i] of the problem, where axis -1 is
// the batch, is the sum over that axis' dimensions of (begin[i] + j[i]) * step[i]. Start from {.size =
// sizeof(tcfft_dist_part)}.
typedef struct tcfft_dist_part {
  size_t size;  // sizeof(tcfft_dist_part), set by the caller: no byte behind it is written
  int device;   // its number; of a plan of ranks the rank
  int dims;
  int axis[TCFFT_DIST_DIMS];
  int64_t begin[TCFFT_DIST_DIMS];
  int64_t count[TCFFT_DIST_DIMS];
  int64_t step[TCFFT_DIST_DIMS];
  int64_t stride[TCFFT_DIST_DIMS];
  int64_t bytes;  // of the memory, 0 where the device holds nothing of the side
} tcfft_dist_part;

// Stores in *part what device number `position` of the plan's list, or rank `position`, holds of a side.
//   INVALID_ARGUMENT  plan or part NULL, a plan without devices or ranks, no such side or position, a part->size that
//                     is none
TCFFT_API tcfft_status tcfft_dist_layout(const tcfft_plan *plan, tcfft_side side, int position, tcfft_dist_part *part);

// Allocates the memory of a side on all devices: memory[0], memory[1], .. are the pointers that tcfft_exec takes. Of a plan
// in place it is enough for both sides. memory is untouched on failure. tcfft_dist_free frees it and accepts NULL pointers.
//   INVALID_ARGUMENT  plan or memory NULL, a plan without devices, no such side
//   OUT_OF_MEMORY     the text names the device
TCFFT_API tcfft_status tcfft_dist_alloc(const tcfft_plan *plan, tcfft_side side, void **memory);
TCFFT_API void tcfft_dist_free(const tcfft_plan *plan, void *const *memory);

// Copies between an array of the whole problem in host memory, in natural order and laid out as on one device, and a side's
// memory on the devices. They wait for what the plan's own streams have to do, and are complete when they return.
//   INVALID_ARGUMENT  plan, host or memory NULL, a plan without devices, no such side, memory of another device
//   OUT_OF_MEMORY     for copies
//   DEVICE            a device or its driver failed, also while it executed
TCFFT_API tcfft_status tcfft_dist_scatter(const tcfft_plan *plan, tcfft_side side, const void *host, void *const *memory);
TCFFT_API tcfft_status tcfft_dist_gather(const tcfft_plan *plan, tcfft_side side, void *host, void *const *memory);

// Waits until the plan's own streams have done what was queued on them. INVALID_ARGUMENT, DEVICE as above.
TCFFT_API tcfft_status tcfft_dist_wait(const tcfft_plan *plan);

// ------------------------------------------------------------------------------------------------ wisdom

// Wisdom is what measuring has found: the fastest schedule of each measured problem on each device, with its time. Plans of
// any effort take it where there is some, so that a problem that was measured once is planned at once and well. Effort
// MEASURE and the command `tcfft tune` add to it. It holds for kernels of the revisions that were measured: a library with
// newer ones leaves a record out, and a device of another name, compute capability or number of multiprocessors has its own.
// On CUDA predictions for other problems rest on it as well, where they have launches of the same length, kind and layout.
//
// A process begins with the user's file: $TCFFT_WISDOM, else $XDG_CACHE_HOME/tcfft/wisdom, else $HOME/.cache/tcfft/wisdom;
// TCFFT_WISDOM="" is none. The file is read once, when a plan is made or wisdom is asked for, and is then passed over if it
// is broken. Files are taken only if they and their folder are the user's or root's, and no other user may write them
// (others may write a folder with the sticky bit, such as /tmp). The user's file is written by tcfft_wisdom_export and
// `tcfft tune`, and where TCFFT_WISDOM names it by effort MEASURE as well.

// Adds the wisdom of a file or of a text. Of two records of one problem the faster stays. Lines of older kernels are left
// out; lines of devices that are not here are kept, to be exported again. path NULL is the user's file.
//   INVALID_ARGUMENT  text NULL
//   FILE              there is no such file, it cannot be read, or others may write it or its folder
//   PARSE             a line is none of wisdom (the error text says which): nothing was added
//   OUT_OF_MEMORY     nothing was added
TCFFT_API tcfft_status tcfft_wisdom_import(const char *path);
TCFFT_API tcfft_status tcfft_wisdom_import_string(const char *text);

// Writes all wisdom of the process to a file, merged with what the file has; where this process measured itself, its time
// counts. The file is replaced as a whole, so that a reader sees the old one or the new one, and several processes may write
// it at once: they take turns by the lock of an empty file beside it, whose name ends in ".lock". Folders are made where
// they are missing. path NULL is the user's file.
//   FILE           it cannot be written, others hold its lock for 10 s, or what is there is no file of wisdom, or one that
//                  an import would not take (which is then left alone)
//   OUT_OF_MEMORY
TCFFT_API tcfft_status tcfft_wisdom_export(const char *path);

// The same as text. Writes, and fails, as tcfft_plan_describe does.
TCFFT_API tcfft_status tcfft_wisdom_export_string(char *buf, size_t cap);

// Forgets all wisdom of the process. Files and plans stay as they are; the user's file is not read again unless it is
// imported.
TCFFT_API void tcfft_wisdom_forget(void);

// ------------------------------------------------------------------------------------------------ sparse transforms

// The significant coefficients of a long signal, from a small part of its samples. A sparse plan finds the tones of a signal
// whose forward transform has about k coefficients that stand out of the others (Hassanieh, Indyk, Katabi and Price 2012;
// Pawar and Ramchandran 2013): by peeling, time grows with k, hardly with n. What it finds it checks against samples that it
// had not used, and where the signal is not sparse it computes the whole transform.

// How the coefficients are found.
//   AUTO         peeling where k is at most n / 64 (real: n / 128) and, with fallback on a GPU, where that is predicted to
//                take less time; else the whole transform
//   PEELING      hashes of a few samples; found tones are subtracted, which makes further ones visible
//   VOTING       buckets vote for the frequencies that they may hold, and the median of several estimates is taken (Wang,
//                Chandrasekaran and Chapman 2016): the k largest coefficients, from many more samples than peeling reads. A
//                tone that is less than 15 dB above the noise of a bucket has no vote, so that weak ones may be missed
//                beside strong ones that are VERIFIED
//   VOTING_COMB  the same after a comb that excludes most frequencies, where a large enough power of two divides n: less
//                time, but tones that share its bins may cancel there, and are missed
//   WHOLE        the whole transform and its k largest coefficients: what the others fall back on, to compare with
typedef enum tcfft_sparse_method {
  TCFFT_SPARSE_AUTO = 0,
  TCFFT_SPARSE_PEELING = 1,
  TCFFT_SPARSE_VOTING = 2,
  TCFFT_SPARSE_VOTING_COMB = 3,
  TCFFT_SPARSE_WHOLE = 4,
} tcfft_sparse_method;

// What the result of one signal is worth.
//   VERIFIED    on fresh random samples the signal without the found tones agrees with the noise level within 4 standard
//               deviations, and these samples would have shown one missing tone of the least amplitude
//   UNVERIFIED  that was not checked or not so: tones may be missing or wrong
//   DENSE       computed by the whole transform: the k largest coefficients, without those below 1e-6 of the largest
//   OVERFLOW    more tones were found than capacity: these are the largest ones
typedef enum tcfft_sparse_outcome {
  TCFFT_SPARSE_VERIFIED = 0,
  TCFFT_SPARSE_UNVERIFIED = 1,
  TCFFT_SPARSE_DENSE = 2,
  TCFFT_SPARSE_OVERFLOW = 3,
} tcfft_sparse_outcome;

// A sparse transform. Start from TCFFT_SPARSE_DESC_INIT and set what differs; 0 means "the default" for all fields but n and
// k. Amplitudes are those of coefficients X[f] as the library's unscaled forward transform gives them: a complex sine of
// amplitude 1 has n, a real one n / 2.
typedef struct tcfft_sparse_desc {
  size_t size;       // sizeof(tcfft_sparse_desc), set by TCFFT_SPARSE_DESC_INIT
  int64_t n;         // samples of a signal
  int64_t k;         // how many coefficients are expected, 1 .. n. It need not be exact: peeling finds more, at more cost
  int64_t capacity;  // room for results of each signal, at least k; 0 = 2 k, but not more than there are
  int64_t batch;     // signals in one execution; 0 = 1
  int64_t distance;  // samples from one signal to the next; 0 = n
  int real;          // 1: the samples are real, and coefficients 0 .. n/2 are returned, as R2C does
  double snr;  // power of the signal over power of the noise, in dB, if known: fewer attempts; 0 = unknown (say 0.001 for 0)
  double least;   // the smallest amplitude that matters; 0 = that of the weakest of the k strongest tones found
  uint64_t seed;  // of the random numbers that the plan draws
  tcfft_sparse_method method;
  int no_verify;          // 1: what is found is not checked, and is UNVERIFIED
  int no_fallback;        // 1: where the search fails the result is UNVERIFIED, instead of that of the whole transform
  tcfft_backend backend;  // HOST, CUDA, or AUTO, which is the host
  const char *device;     // as in tcfft_desc
  int threads;            // as in tcfft_desc
} tcfft_sparse_desc;

#ifdef __cplusplus
#define TCFFT_SPARSE_DESC_INIT \
  { sizeof(tcfft_sparse_desc), 0, 0, 0, 0, 0, 0, 0, 0, 0, TCFFT_SPARSE_AUTO, 0, 0, TCFFT_BACKEND_AUTO, 0, 0 }
#else
#define TCFFT_SPARSE_DESC_INIT \
  { .size = sizeof(tcfft_sparse_desc) }
#endif

typedef struct tcfft_sparse_plan tcfft_sparse_plan;

// Creates a plan in *out, which tcfft_sparse_plan_destroy frees. *out is untouched on failure. The plan keeps nothing of d.
//   INVALID_ARGUMENT  out or d NULL, a size of no release, an enum out of range, an snr or a least amplitude that is no
//                     number or negative (least), method = whole without fallback
//   INVALID_SIZE      n, k, batch or distance out of range, capacity below k or above n
//   OVERFLOW          more than 2^63 - 1 bytes from first to last sample
//   UNSUPPORTED       method = peeling or voting for a k that it cannot do (the text says which it can); a backend other
//                     than host and cuda, or a CUDA device below compute capability 6.0
//   NO_DEVICE, OUT_OF_MEMORY  as tcfft_plan_create
TCFFT_API tcfft_status tcfft_sparse_plan_create(tcfft_sparse_plan **out, const tcfft_sparse_desc *d);
TCFFT_API void tcfft_sparse_plan_destroy(tcfft_sparse_plan *plan);

// Bytes of workspace that one execution needs; with fallback n complex numbers and the whole transform's workspace are
// among them. 0 for a NULL plan.
TCFFT_API size_t tcfft_sparse_workspace_size(const tcfft_sparse_plan *plan);

// The plan as text. Writes, and fails, as tcfft_plan_describe does.
TCFFT_API tcfft_status tcfft_sparse_plan_describe(const tcfft_sparse_plan *plan, char *buf, size_t cap);

// Finds the coefficients of each signal of the batch. in: complex samples, or floats if real, never written. Of signal b:
// index[b * capacity + i], ascending, and value[2 * (b * capacity + i)], its real and imaginary part, for i < count[b];
// status[b] is a tcfft_sparse_outcome. A capacity that was 0 is the one that tcfft_sparse_plan_describe prints. What lies
// behind count[b], up to the capacity, is undefined. All of them are memory of the plan's device. Samples that are not
// read are not looked at, so that a signal whose energy lies in few samples may pass for less than it is; where one that
// is read is no finite number, or a coefficient would be none, nothing is found, UNVERIFIED. It allocates nothing. info
// may be NULL; otherwise its workspace is used, so that several threads may execute one plan at once, and on a CUDA device
// its stream. On a CUDA device an execution is asynchronous on its stream. A plan without fallback never waits for the
// device, and can be captured in a graph: by peeling one or two kernels, the blocks of which run at once (a cooperative
// launch), by voting some twenty a signal. A search with fallback waits once for the stream, to see whether the whole
// transform is needed, and cannot be captured.
//   INVALID_ARGUMENT  plan or an array NULL, a misaligned array, memory of another device, a stream in info on the host
//   WORKSPACE         as tcfft_exec_with; a stream in info without a workspace
//   OVERLAP           an output lies within the signals
TCFFT_API tcfft_status tcfft_sparse_exec(const tcfft_sparse_plan *plan, const void *in, int64_t *index, float *value,
                                         int64_t *count, int32_t *status, const tcfft_exec_info *info);

// As tcfft_sparse_exec for arrays in host memory on any backend: the processor takes the samples that it needs from there,
// which by peeling are so few that no device would be sooner done (a whole transform takes all of them), and returns when
// the results are complete. Errors are those of tcfft_sparse_exec.
TCFFT_API tcfft_status tcfft_sparse_exec_host(const tcfft_sparse_plan *plan, const void *in, int64_t *index, float *value,
                                              int64_t *count, int32_t *status);

// ------------------------------------------------------------------------------------------------ devices

// A device. Start from {.size = sizeof(tcfft_device_info)}, all other fields 0: a library that is older than this header
// refuses values in fields that it does not know, and leaves these fields 0.
typedef struct tcfft_device_info {
  size_t size;  // sizeof(tcfft_device_info), set by the caller: no byte behind it is written
  tcfft_backend backend;
  int index;  // within its backend
  char name[128];
  int cores;       // host: cores that this process may use; CUDA: multiprocessors; OpenCL: compute units
  int64_t memory;  // bytes, 0 where unknown
} tcfft_device_info;

// Stores the number of devices of one backend (AUTO: of all) in *count. It is 0, with SUCCESS, if the backend works but
// finds no device; NO_DEVICE says why a backend cannot work at all (not in this build, no driver, a forked process).
TCFFT_API tcfft_status tcfft_device_count(tcfft_backend backend, int *count);

// Fills in *info for the device of this index, from 0 to below the count, of one backend (not AUTO). info->size has to be
// set.
//   INVALID_ARGUMENT  backend AUTO or unknown, info NULL or with a size that is none
//   NO_DEVICE         no such index, or as tcfft_device_count
TCFFT_API tcfft_status tcfft_device_get(tcfft_backend backend, int index, tcfft_device_info *info);

// The device's numbers that planning uses, as text of one line. Writes as tcfft_plan_describe does, fails as
// tcfft_device_get.
TCFFT_API tcfft_status tcfft_device_describe(tcfft_backend backend, int index, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
