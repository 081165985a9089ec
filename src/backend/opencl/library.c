// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "base/process.h"

tcf_cl_table tcf_cl;

static const struct {
  const char *name;
  size_t slot;
} symbols[] = {
#define SYMBOL(result, name, parameters) {"cl" #name, offsetof(tcf_cl_table, name)},
    TCF_CL_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

// What find_library has found. It runs once; afterwards this is read-only.
static struct {
  int there;
  char why_not[512];
} found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(void) {
  const char *asked = tcf_process_variable("TCFFT_OPENCL"), *file = asked ? asked : "libOpenCL.so.1";
  void *library = *file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library) return library;
  if (asked)
    snprintf(found.why_not, sizeof found.why_not, "TCFFT_OPENCL = \"%.200s\": %.200s", asked, *asked ? dlerror() : "none");
  else
    snprintf(found.why_not, sizeof found.why_not, "OpenCL's loader was not found (TCFFT_OPENCL names its file): %.200s",
             dlerror());
  return NULL;
}

static void find_library(void) {
  if (tcf_process_is_static()) {
    snprintf(found.why_not, sizeof found.why_not, "this program is linked statically and cannot open OpenCL's loader");
    return;
  }
  void *library = open_library();
  for (size_t i = 0; i < TCF_COUNT(symbols) && library; i++) {
    void *function = dlsym(library, symbols[i].name);
    if (!function) {
      snprintf(found.why_not, sizeof found.why_not, "the OpenCL that was found is older than 1.2: it has no %s",
               symbols[i].name);
      return;
    }
    memcpy((char *)&tcf_cl + symbols[i].slot, &function, sizeof function);
  }
  found.there = library != NULL;
}

tcfft_status tcf_opencl_open(void) {
  static atomic_int opened;
  pthread_once(&once, find_library);
  if (!found.there) return tcf_fail(TCFFT_ERROR_NO_DEVICE, "the opencl backend cannot run, %s", found.why_not);
  if (!tcf_process_is_first(&opened))
    return tcf_fail(
        TCFFT_ERROR_NO_DEVICE,
        "the opencl backend cannot run, it does not survive a fork: this process was forked off one that used it");
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ errors

static const struct {
  cl_int number;
  const char *name;
} errors[] = {
    {0, "CL_SUCCESS"},
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {-8, "CL_MEM_COPY_OVERLAP"},
    {-9, "CL_IMAGE_FORMAT_MISMATCH"},
    {-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-12, "CL_MAP_FAILURE"},
    {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},
    {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},
    {-18, "CL_DEVICE_PARTITION_FAILED"},
    {-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
    {-30, "CL_INVALID_VALUE"},
    {-31, "CL_INVALID_DEVICE_TYPE"},
    {-32, "CL_INVALID_PLATFORM"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-35, "CL_INVALID_QUEUE_PROPERTIES"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-37, "CL_INVALID_HOST_PTR"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-42, "CL_INVALID_BINARY"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-47, "CL_INVALID_KERNEL_DEFINITION"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-53, "CL_INVALID_WORK_DIMENSION"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-56, "CL_INVALID_GLOBAL_OFFSET"},
    {-57, "CL_INVALID_EVENT_WAIT_LIST"},
    {-58, "CL_INVALID_EVENT"},
    {-59, "CL_INVALID_OPERATION"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {-64, "CL_INVALID_PROPERTY"},
    {-66, "CL_INVALID_COMPILER_OPTIONS"},
    {-67, "CL_INVALID_LINKER_OPTIONS"},
    {-68, "CL_INVALID_DEVICE_PARTITION_COUNT"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

const char *tcf_opencl_error_name(cl_int error) {
  for (size_t i = 0; i < TCF_COUNT(errors); i++)
    if (errors[i].number == error) return errors[i].name;
  return "an error without a name";
}

tcfft_status tcf_opencl_fail(cl_int error, const char *what) {
  const int memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY;
  return tcf_fail(memory ? TCFFT_ERROR_OUT_OF_MEMORY : TCFFT_ERROR_DEVICE, "%s: %s (%d)", what, tcf_opencl_error_name(error),
                  (int)error);
}
