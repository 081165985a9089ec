// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The number type that an instance of a source of the host is for: kernels that compute in it, tables of it. TCF_F64 makes
// it double, otherwise it is float. These sources are written for SCALAR, and compiled for each type.
#ifdef TCF_F64
#define SCALAR double
#define SCALAR_WIDE long double  // that tables are computed in, before they are rounded
#define LITERAL(number) number
#define SCALAR_TYPE TCFFT_F64
#define SCALAR_ROOTS tcf_wide_roots
#define SCALAR_OF(name) tcf_wide_##name
#define SCALAR_ROOT tcf_root_f64
#define SCALAR_NUMBERS tcf_numbers_f64
#else
#define SCALAR float
#define SCALAR_WIDE double
#define LITERAL(number) number##f
#define SCALAR_TYPE TCFFT_F32
#define SCALAR_ROOTS tcf_roots
#define SCALAR_OF(name) tcf_##name
#define SCALAR_ROOT tcf_root_f32
#define SCALAR_NUMBERS tcf_numbers_f32
#endif
