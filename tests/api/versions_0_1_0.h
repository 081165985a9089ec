// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A program of release 0.1.0: versions_0_1_0.c is compiled with that release's header, which must not meet today's.
#ifndef TCFFT_TESTS_VERSIONS_0_1_0_H
#define TCFFT_TESTS_VERSIONS_0_1_0_H

#include <stddef.h>

// Sizes of the structs then.
extern const size_t old_desc_bytes, old_exec_info_bytes, old_device_info_bytes;

// Each answers NULL, or what went wrong. Behind every struct lie bytes that are not 0.
const char *old_plan(void);    // parses, plans, executes with workspace of its own
const char *old_device(void);  // asks for the host's

#endif
