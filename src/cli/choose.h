// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The words of the command line for what a description holds: kinds, algorithms, devices.
#ifndef TCFFT_CLI_CHOOSE_H
#define TCFFT_CLI_CHOOSE_H

#include "cli/command.h"
#include "tcfft/tcfft.h"

extern const tcf_choice tcf_kind_choices[];       // c2c .. dct4
extern const tcf_choice tcf_algorithm_choices[];  // auto, classic, tensor
extern const tcf_choice tcf_backend_choices[];    // auto, host, cuda, opencl

// An algorithm together with a way to split, as experiments name them.
typedef struct tcf_variant {
  const char *name;
  tcfft_algorithm algorithm;
  tcfft_split split;
  double tolerance;  // what lets the variant be used at all
} tcf_variant;

extern const tcf_variant tcf_variants[];  // classic, tensor, half1, paper; ended by a row without a name

// Reads auto, host, cuda, cuda:0, "cuda:NVIDIA H2", opencl, .. into d->backend and d->device, which then points into text
// (NULL: leaves d alone). Returns 0, or the exit status of the usage error that it reported.
int tcf_choose_device(const tcf_command *command, const char *text, tcfft_desc *d);

// Turns AUTO into the backend that the library would take, and fills in what is known of d's device.
tcfft_status tcf_resolve_device(tcfft_desc *d, tcfft_device_info *info);

// Whether a device is no processor: OpenCL has both.
bool tcf_is_gpu(tcfft_backend backend, int index);

// The text that one of the library's functions writes, however long, in memory that the caller frees. Where it fails, *text
// is NULL.
typedef tcfft_status tcf_text_of(const void *subject, char *buf, size_t cap);
tcfft_status tcf_whole_text(char **text, tcf_text_of *text_of, const void *subject);
tcf_text_of tcf_plan_text, tcf_problem_text;  // of a tcfft_plan
tcf_text_of tcf_device_text;                  // of a tcfft_device_info with its backend and index

// Reports what a call of the library returned. Returns TCF_EXIT_FAILURE.
int tcf_library_failure(tcfft_status status);

// Seconds on a clock that only goes forward.
double tcf_clock(void);

#endif
