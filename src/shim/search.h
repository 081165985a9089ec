// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the real cuFFT lies.
#ifndef TCFFT_SHIM_SEARCH_H
#define TCFFT_SHIM_SEARCH_H

// Opens it; NULL where there is none. `named` is the file to take; NULL: it is looked for, in this order,
//   beside the objects that the process has loaded, and where PyPI's wheels put it from there
//   in the folders that the dynamic linker searches for the program (LD_LIBRARY_PATH, its run path, the system's)
//   in CUDA's toolkit (CUDA_HOME, CUDA_PATH, /usr/local/cuda)
//   by the dynamic linker's name libcufft.so
// The shim itself is none of them, under whatever name.
void *tcf_shim_open_real(const char *named);

#endif
