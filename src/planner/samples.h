// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What was measured of some stages serves others of their class: of the same length, kind, operations and layouts, with
// other numbers of transforms and other strides. The paper samples the strides of each class and takes the nearest sample
// (Dotsenko et al. 2011, section 5.4). Here the kernel and its choices are taken from the nearest sample, and the sample's
// measured time over its predicted one corrects the prediction for the stage that is planned.
#ifndef TCFFT_PLANNER_SAMPLES_H
#define TCFFT_PLANNER_SAMPLES_H

#include "core/kernel.h"

typedef struct tcf_sample tcf_sample;

// What records of a device are for the one that is planned for: whether they serve, and the description to predict by.
typedef struct tcf_sample_origin {
  char identity[256];
  tcf_time_source relation;
  int akin;  // the description is that of the device that is planned for
  tcf_device described;
} tcf_sample_origin;

enum { TCF_SAMPLE_CHAINS = 256, TCF_SAMPLE_ORIGINS = 4 };

// Samples for one device. Zeros: none. They stay where they are in memory.
typedef struct tcf_samples {
  tcf_sample *list;
  int count, cap;
  int first[TCF_SAMPLE_CHAINS];                   // of the samples whose class has this hash, counted from 1; 0: none
  tcf_sample_origin last;                         // of the record that was added last, unless it is related
  tcf_sample_origin related[TCF_SAMPLE_ORIGINS];  // of devices that are described
  int relateds;
} tcf_samples;

void tcf_samples_free(tcf_samples *samples);

// Forgets the samples, and keeps their memory for others.
void tcf_samples_clear(tcf_samples *samples);

// Whether records of a device serve plans of d. Only the first few described devices do.
int tcf_samples_serve(tcf_samples *samples, const tcf_device *d, const char *identity);

// A record of wisdom of a stage: its device, what it is of, the stage's line, seconds.
typedef struct tcf_measured_stage {
  const char *device, *subject, *line;
  double seconds;
  int built_in;
} tcf_measured_stage;

// Adds what was measured of a stage, for plans of d. Samples are of d itself, or of a device that is described
// (core/device.h) and of the same sort: the same compute capability, vector width, or kind of OpenCL device. Those of others
// are passed over, as is a line that is none. Of one class, what is built in comes before the rest, whenever it is added.
// OUT_OF_MEMORY.
tcfft_status tcf_samples_add(tcf_samples *samples, const tcf_device *d, const tcf_measured_stage *measured);

// A stage as a sample says.
typedef struct tcf_alike {
  tcf_stage stage;  // with its costs
  int near;         // 1: the sample has about as many transforms, or both fill the device
} tcf_alike;

// Takes for a stage, before a kernel was chosen, the nearest sample of each kernel that is selected for it, of all samples
// or of those that are built in. What the device itself measured comes before what others did, and of these one of its model
// comes before others. threads: the most of a stage on the host. Returns how many, at most `max`.
int tcf_samples_find(tcf_samples *samples, const tcf_stage *task, const tcf_device *d, int threads, int built_in,
                     tcf_alike *list, int max);

// Prices a stage by the cost model alone, as tcf_kernel.assess. What a kernel without that function does not offer for the
// stage is impossible.
tcf_assessed tcf_samples_assess(tcf_stage *stage, const tcf_device *d);

#endif
