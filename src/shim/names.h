// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every name that the shim exports: those of cuFFT 12.0 and 12.5, and two more that clients look for. The jumps, the records
// and the tests are made of these tables.
//   SERVED     functions of the shim, which call the real one where they do not answer themselves
//   JUMP       go to the real library as they are
//   JUMP_PLAN  take a plan first. The real plan has to be there, and serves from then on (shim/plan.h): the shim makes it,
//              then jumps
// The second word says what a call is counted as: NOTHING, PLAN or EXEC. The third one of JUMP_PLAN says what the plan is
// from then on: BEYOND what tcfft is there for (several GPUs, callbacks), or PLAIN as before.
#ifndef TCFFT_SHIM_NAMES_H
#define TCFFT_SHIM_NAMES_H

#define TCF_SHIM_SERVED(X)  \
  X(cufftCreate)            \
  X(cufftDestroy)           \
  X(cufftSetAutoAllocation) \
  X(cufftSetWorkArea)       \
  X(cufftXtSetWorkArea)     \
  X(cufftSetStream)         \
  X(cufftGetSize)           \
  X(cufftGetVersion)        \
  X(cufftGetProperty)       \
  X(cufftPlan1d)            \
  X(cufftPlan2d)            \
  X(cufftPlan3d)            \
  X(cufftPlanMany)          \
  X(cufftMakePlan1d)        \
  X(cufftMakePlan2d)        \
  X(cufftMakePlan3d)        \
  X(cufftMakePlanMany)      \
  X(cufftMakePlanMany64)    \
  X(cufftXtMakePlanMany)    \
  X(cufftGetSize1d)         \
  X(cufftGetSize2d)         \
  X(cufftGetSize3d)         \
  X(cufftGetSizeMany)       \
  X(cufftGetSizeMany64)     \
  X(cufftXtGetSizeMany)     \
  X(cufftEstimate1d)        \
  X(cufftEstimate2d)        \
  X(cufftEstimate3d)        \
  X(cufftEstimateMany)      \
  X(cufftExecC2C)           \
  X(cufftExecR2C)           \
  X(cufftExecC2R)           \
  X(cufftExecZ2Z)           \
  X(cufftExecD2Z)           \
  X(cufftExecZ2D)           \
  X(cufftXtExec)

#define TCF_SHIM_JUMPS_PLAN(X)                     \
  X(cufftXtSetGPUs, NOTHING, BEYOND)               \
  X(cufftXtMalloc, NOTHING, BEYOND)                \
  X(cufftXtMemcpy, NOTHING, BEYOND)                \
  X(cufftXtSetWorkAreaPolicy, NOTHING, PLAIN)      \
  X(cufftXtQueryPlan, NOTHING, PLAIN)              \
  X(cufftXtSetCallback, NOTHING, BEYOND)           \
  X(cufftXtClearCallback, NOTHING, BEYOND)         \
  X(cufftXtSetCallbackSharedSize, NOTHING, BEYOND) \
  X(cufftXtSetJITCallback, NOTHING, BEYOND)        \
  X(__cufftXtSetJITCallback_12_7, NOTHING, BEYOND) \
  X(cufftXtSetDistribution, NOTHING, BEYOND)       \
  X(cufftSetPlanPropertyInt64, NOTHING, PLAIN)     \
  X(cufftGetPlanPropertyInt64, NOTHING, PLAIN)     \
  X(cufftResetPlanProperty, NOTHING, PLAIN)        \
  X(cufftXtMakePlanGuru64, PLAN, BEYOND)           \
  X(cufftXtExecDescriptor, EXEC, BEYOND)           \
  X(cufftXtExecDescriptorC2C, EXEC, BEYOND)        \
  X(cufftXtExecDescriptorR2C, EXEC, BEYOND)        \
  X(cufftXtExecDescriptorC2R, EXEC, BEYOND)        \
  X(cufftXtExecDescriptorZ2Z, EXEC, BEYOND)        \
  X(cufftXtExecDescriptorD2Z, EXEC, BEYOND)        \
  X(cufftXtExecDescriptorZ2D, EXEC, BEYOND)

#define TCF_SHIM_JUMPS(X)                            \
  X(cufftDebug, NOTHING)                             \
  X(cufftXtFree, NOTHING)                            \
  X(cufftDescriptionCreate, NOTHING)                 \
  X(cufftDescriptionDestroy, NOTHING)                \
  X(cufftDescriptionGetTraitInt64, NOTHING)          \
  X(cufftDescriptionSetTraitInt64, NOTHING)          \
  X(cufftDeviceCreate, NOTHING)                      \
  X(cufftDeviceDestroy, NOTHING)                     \
  X(cufftDeviceGetDatabaseStr, NOTHING)              \
  X(cufftDeviceGetDatabaseStrSize, NOTHING)          \
  X(cufftDeviceGetDeviceFunctionTraitInt64, NOTHING) \
  X(cufftDeviceGetDeviceFunctions, NOTHING)          \
  X(cufftDeviceGetLTOIRSizes, NOTHING)               \
  X(cufftDeviceGetLTOIRs, NOTHING)                   \
  X(cufftDeviceGetNumDeviceFunctions, NOTHING)       \
  X(cufftDeviceGetNumLTOIRs, NOTHING)                \
  X(cufftDeviceGetSemanticVersion, NOTHING)          \
  X(cufftDeviceGetVersion, NOTHING)                  \
  X(cufftDeviceIsSupported, NOTHING)

#endif
