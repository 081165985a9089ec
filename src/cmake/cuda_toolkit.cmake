# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# Finds the CUDA compiler and the toolkit's libraries, and sets the architectures for the built-in programs.
set(tcf_architectures_given OFF)
if(CMAKE_CUDA_ARCHITECTURES OR DEFINED ENV{CUDAARCHS})
  set(tcf_architectures_given ON)
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "TCFFT_CUDA=ON needs nvcc, CUDA's compiler, and found none: put it on the PATH, or name it by "
                      "-DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc. (-DTCFFT_CUDA=OFF builds without the CUDA backend.)")
endif()
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
if(CUDAToolkit_VERSION VERSION_LESS 12.8)
  message(FATAL_ERROR "TCFFT_CUDA=ON needs CUDA 12.8 or newer; this is ${CUDAToolkit_VERSION} "
                      "(${CUDAToolkit_INCLUDE_DIRS}). (-DTCFFT_CUDA=OFF builds without the CUDA backend.)")
endif()

# Architectures of a release: machine code for common devices, which also runs on later ones of the same generation, and
# PTX for the generations after the last.
set(tcf_architectures 75-real 80-real 90)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
  list(PREPEND tcf_architectures 60-real 70-real)
endif()
if(NOT tcf_architectures_given)
  set(CMAKE_CUDA_ARCHITECTURES "${tcf_architectures}" CACHE STRING "What the built-in CUDA programs are compiled for" FORCE)
endif()
