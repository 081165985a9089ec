// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Code for the emulated device: the translation unit that a GPU's compiler would get, through an ordinary C++ compiler. What
// was compiled once stays in a folder of the build, by the hash of everything that went into it.
#ifndef TCFFT_EMULATE_PROGRAM_H
#define TCFFT_EMULATE_PROGRAM_H

#include "block.h"

// A kernel, and the bytes of its arguments.
typedef struct tcf_emulated_code {
  tcf_emulated_entry *entry;
  size_t args;
} tcf_emulated_code;

// Not for two callers at once in a process; for any number of processes. DEVICE where the compiler refuses; its words are in
// a file that the detail names.
tcfft_status tcf_emulated_compile(const tcf_program *program, tcf_emulated_code *code);

#endif
