// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every name that the shim exports: those of cuFFT 12.0 and 12.5, and two more that clients look for. The jumps, the records and the
// tests are made of these tables.
//   SERVED     functions of the shim, which call the real one where they do not answer themselves
//   JUMP       go to the real library as they are
//   JUMP_PLAN  take a plan first. The real plan has to be there, and serves from then on (shim/plan.h): the shim makes it, then jumps
// The second word says what a call is counted as: NOTHING, PLAN or EXEC.
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

#define TCF_SHIM_JUMPS_PLAN(X)             \
  X(cufftXtSetGPUs, NOTHING)               \
  X(cufftXtMalloc, NOTHING)                \
  X(cufftXtMemcpy, NOTHING)                \
  X(cufftXtSetWorkAreaPolicy, NOTHING)     \
  X(cufftXtQueryPlan, NOTHING)             \
  X(cufftXtSetCallback, NOTHING)           \
  X(cufftXtClearCallback, NOTHING)         \
  X(cufftXtSetCallbackSharedSize, NOTHING) \
  X(cufftXtSetJITCallback, NOTHING)        \
  X(__cufftXtSetJITCallback_12_7, NOTHING) \
  X(cufftXtSetDistribution, NOTHING)       \
  X(cufftSetPlanPropertyInt64, NOTHING)    \
  X(cufftGetPlanPropertyInt64, NOTHING)    \
  X(cufftResetPlanProperty, NOTHING)       \
  X(cufftXtMakePlanGuru64, PLAN)           \
  X(cufftXtExecDescriptor, EXEC)           \
  X(cufftXtExecDescriptorC2C, EXEC)        \
  X(cufftXtExecDescriptorR2C, EXEC)        \
  X(cufftXtExecDescriptorC2R, EXEC)        \
  X(cufftXtExecDescriptorZ2Z, EXEC)        \
  X(cufftXtExecDescriptorD2Z, EXEC)        \
  X(cufftXtExecDescriptorZ2D, EXEC)

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
