// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The words of the command line for fields of a tcfft_desc: kinds, algorithms, devices.
#ifndef TCFFT_CLI_CHOOSE_H
#define TCFFT_CLI_CHOOSE_H

#include "cli/command.h"
#include "tcfft/tcfft.h"

extern const tcf_choice tcf_kind_choices[];       // c2c .. dct4
extern const tcf_choice tcf_algorithm_choices[];  // auto, classic, tensor
extern const tcf_choice tcf_type_choices[];       // f32 .. f64, of both sides
extern const tcf_choice tcf_backend_choices[];    // auto, host, cuda, opencl

// An algorithm together with a split of FP32 into FP16 terms, under the name that experiments use.
typedef struct tcf_variant {
  const char *name;
  tcfft_algorithm algorithm;
  tcfft_split split;
  double tolerance;  // large enough for the variant to be planned
} tcf_variant;

extern const tcf_variant tcf_variants[];  // classic, tensor, half1, paper; ended by a row without a name

// Reads auto, host, cuda, cuda:0, "cuda:NVIDIA H2", opencl, .. into d->backend and d->device, which then points into text
// (NULL: leaves d alone). Returns 0, or the exit status of the usage error that it reported.
int tcf_choose_device(const tcf_command *command, const char *text, tcfft_desc *d);

// Reads a problem into d. Returns 0, or the exit status of the usage error that it reported: a text that is no problem, or
// one that no device could transform (c2c:0), is wrong usage in every command.
int tcf_choose_problem(const tcf_command *command, const char *text, tcfft_desc *d);

// Sets d->compile as the environment asks for it: TCFFT_COMPILE=background, or wait, or not set. Returns 0, or the exit
// status of the usage error that it reported.
int tcf_choose_compile(const tcf_command *command, tcfft_desc *d);

// Replaces AUTO by the backend that the library would choose, and fills in the properties of d's device.
tcfft_status tcf_resolve_device(tcfft_desc *d, tcfft_device_info *info);

// Whether a device is a GPU. OpenCL's devices may also be processors.
bool tcf_is_gpu(tcfft_backend backend, int index);

// The whole text that a function of the library writes, however long, in memory that the caller frees. *text is NULL on
// failure.
typedef tcfft_status tcf_text_of(const void *subject, char *buf, size_t cap);
tcfft_status tcf_whole_text(char **text, tcf_text_of *text_of, const void *subject);
tcf_text_of tcf_plan_text, tcf_problem_text;  // of a tcfft_plan
tcf_text_of tcf_device_text;                  // of a tcfft_device_info with its backend and index

// Reports the failure of a call of the library. Returns TCF_EXIT_FAILURE.
int tcf_library_failure(tcfft_status status);

// Seconds on a monotonic clock.
double tcf_clock(void);

#endif
