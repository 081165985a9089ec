// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of every type in memory, by arithmetic on their exponents and digits rather than on bits as the library has it.
#ifndef TCFFT_TESTS_STORED_H
#define TCFFT_TESTS_STORED_H

#include "support.h"

int stored_bytes(tcfft_type type);

// Number i of an array, and the same to be a value that the type has.
double stored_get(tcfft_type type, const void *numbers, int64_t i);
void stored_put(tcfft_type type, void *numbers, int64_t i, double value);

// The nearest value that a type has, of two the one with an even last digit; infinity beyond the largest.
double stored_nearest(tcfft_type type, double value);

// Half a unit in the last place of 1: the most by which rounding to a type is off, relatively.
double stored_unit(tcfft_type type);

#endif
