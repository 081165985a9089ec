// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Clusters of blocks beside a kernel that takes a part of the device: a cluster runs only where all of its blocks find room
// at once, so that it has to wait, and neither hang nor give other bits.
#include "backend/cuda/compile.h"
#include "core/device_choice.h"
#include "gpu.h"

// By clusters of 4, 8 and 16 blocks on an H100 or H200: rows, planes, columns and real numbers, one launch each.
static const char *const texts[] = {
    "c2c:32768*60",  "c2c:65536*40",   "c2c:131072*21",        "c2c:256x256*33",
    "r2c:65536*90",  "r2c:131072*50",  "c2c:65536*7:od=65537", "c2c:4096*96:is=96:id=1:os=96:od=1",
    "c2c:262144*70", "c2c:512x512*70", "c2c:1024x256*70"};
enum { TEXTS = sizeof texts / sizeof *texts };

// ------------------------------------------------------------------------------------------------ beside another kernel

// Blocks that take a multiprocessor's shared memory each and stay until told to go, or for two seconds.
static const char occupying[] =
    "extern \"C\" __global__ void occupy(volatile int *here, volatile int *go) {\n"
    "  extern __shared__ char memory[];\n"
    "  memory[threadIdx.x] = 0;\n"
    "  unsigned long long start, now;\n"
    "  asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(start));\n"
    "  if (threadIdx.x == 0) atomicAdd((int *)here, 1);\n"
    "  do asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(now)); while (!*go && now - start < 2000000000ull);\n"
    "}\n";

typedef struct occupation {
  cudaStream_t stream;
  cudaLibrary_t loaded;
  volatile int *flags;  // how many blocks have come; whether they may go. On the host
} occupation;

static occupation occupy(int blocks, int shared, int capability) {
  occupation o;
  void *code;
  size_t bytes;
  cudaKernel_t kernel;
  device_succeeds(tcf_cuda_compile(occupying, capability, &code, &bytes), "compiling");
  GPU(cudaLibraryLoadData(&o.loaded, code, NULL, NULL, 0, NULL, NULL, 0));
  free(code);
  GPU(cudaLibraryGetKernel(&kernel, o.loaded, "occupy"));
  GPU(cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  GPU(cudaHostAlloc((void **)&o.flags, 2 * sizeof *o.flags, cudaHostAllocMapped));
  o.flags[0] = o.flags[1] = 0;
  volatile int *here = o.flags, *go = o.flags + 1;
  void *arguments[] = {&here, &go};
  GPU(cudaStreamCreateWithFlags(&o.stream, cudaStreamNonBlocking));
  GPU(cudaLaunchKernel((const void *)kernel, (dim3){(unsigned)blocks, 1, 1}, (dim3){32, 1, 1}, arguments, (size_t)shared,
                       o.stream));
  while (o.flags[0] < blocks && cudaStreamQuery(o.stream) == cudaErrorNotReady) continue;
  ck_assert_int_eq(o.flags[0], blocks);
  return o;
}

static void leave(occupation *o) {
  o->flags[1] = 1;
  GPU(cudaStreamSynchronize(o->stream));
  GPU(cudaStreamDestroy(o->stream));
  GPU(cudaLibraryUnload(o->loaded));
  GPU(cudaFreeHost((void *)o->flags));
}

// A part of the multiprocessors is taken, or all but one. What finds no room waits until the others leave.
START_TEST(occupied) {
  tcf_device d;
  cudaStream_t stream;
  device_case c = device_case_new(texts[_i], TCFFT_WORKSPACE_CALLER);
  void *expected = device_case_alone(&c);
  ck_assert_uint_eq(c.work_bytes, 0);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  GPU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const int taken[] = {(int)d.cores / 2, (int)d.cores / 4, (int)d.cores - 1};
  for (size_t t = 0; t < TEST_COUNT(taken); t++) {
    occupation o = occupy(taken[t], (int)d.shared, d.capability);
    const tcfft_exec_info info = {.size = sizeof info, .stream = stream};
    GPU(cudaMemsetAsync(c.out, 0xfe, c.out_bytes, stream));
    device_succeeds(tcfft_exec_with(c.plan, c.in, c.out, TCFFT_FORWARD, &info), c.text);
    leave(&o);
    GPU(cudaStreamSynchronize(stream));
    void *got = device_get(c.out, c.out_bytes);
    ck_assert_msg(!memcmp(got, expected, c.out_bytes), "%s, %d multiprocessors taken: other bits", c.text, taken[t]);
    free(got);
  }
  GPU(cudaStreamDestroy(stream));
  free(expected);
  device_case_free(&c);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gpu_clusters");
  tcase_add_loop_test(test_case(suite, "occupied", 60), occupied, 0, TEXTS);
  return suite;
}
