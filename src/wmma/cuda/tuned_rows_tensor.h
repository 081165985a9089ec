// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The rows of tuned_tensor.c: layout, kind, points; radices, transforms per block, threads per transform; speed relative to
// the tile without tensor cores in the same run.
// clang-format off
{TCF_TUNED_ROWS,    TCFFT_C2C,    64, "8.m8",            8,    8, 0.99},
{TCF_TUNED_ROWS,    TCFFT_C2C,   128, "8.m16",           4,   16, 1.00},
{TCF_TUNED_ROWS,    TCFFT_C2C,   256, "4.m8.8",          4,   32, 0.98},
{TCF_TUNED_ROWS,    TCFFT_C2C,   512, "8.m8.8@4",        4,   32, 0.98},
{TCF_TUNED_ROWS,    TCFFT_C2C,  1024, "16.m4.16@4",      2,   64, 0.99},
{TCF_TUNED_ROWS,    TCFFT_C2C,  2048, "16.m8.16@4",      1,  128, 1.01},
{TCF_TUNED_ROWS,    TCFFT_C2C,  4096, "16.m16.16",       1,  256, 0.97},
{TCF_TUNED_ROWS,    TCFFT_C2C,  8192, "32.m8.32",        1,  256, 0.99},
{TCF_TUNED_ROWS,    TCFFT_C2C, 16384, "32.m16.32",       1,  512, 0.85},
{TCF_TUNED_COLUMNS, TCFFT_C2C,   128, "8.m16",          32,    8, 0.96},
{TCF_TUNED_COLUMNS, TCFFT_C2C,   256, "16.m16",         16,   16, 0.97},
{TCF_TUNED_COLUMNS, TCFFT_C2C,   512, "32.m16",         16,   16, 0.97},
{TCF_TUNED_COLUMNS, TCFFT_C2C,  1024, "32.m32",          8,   32, 0.87},
{TCF_TUNED_COLUMNS, TCFFT_C2C,  2048, "16.m8.16",        8,   64, 0.90},
{TCF_TUNED_FIRST,   TCFFT_C2C,   128, "8.m16",          16,    8, 0.93},
{TCF_TUNED_FIRST,   TCFFT_C2C,   256, "16.m16",         32,    8, 0.91},
{TCF_TUNED_FIRST,   TCFFT_C2C,   512, "32.m16",         16,   16, 0.92},
{TCF_TUNED_FIRST,   TCFFT_C2C,  1024, "32.m32",          8,   32, 0.83},
{TCF_TUNED_FIRST,   TCFFT_C2C,  2048, "8.m16.16",        8,   64, 0.90},
{TCF_TUNED_LAST,    TCFFT_C2C,   256, "16.m16",         16,   16, 1.00},
{TCF_TUNED_LAST,    TCFFT_C2C,  1024, "16.m4.16",        8,   32, 0.96},
{TCF_TUNED_LAST,    TCFFT_C2C,  2048, "32.m4.16",        8,   64, 0.91},
{TCF_TUNED_LAST,    TCFFT_C2C,  4096, "32.m8.16",        4,  128, 0.93},
