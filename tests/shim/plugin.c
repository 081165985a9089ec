// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Any library that a program may open.
__attribute__((visibility("default"))) int plugin(void);
int plugin(void) { return 1; }
