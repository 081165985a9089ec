// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of a stage in numbers of one type (see tcf_numbers). Included after number.h and convolution.h.

// A root of unity before it is rounded to the type.
typedef struct wide_parts {
  SCALAR_WIDE re, im;
} wide_parts;

static inline wide_parts root_at(const SCALAR_ROOTS *roots, int64_t k) {
  SCALAR_WIDE w[2];
  SCALAR_OF(root)(roots, k, w);
  return (wide_parts){w[0], w[1]};
}

static tcfft_status roots_table(const void **out, int64_t count, int64_t start, int64_t step, int64_t order,
                                tcf_arena *arena) {
  SCALAR *table;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * count) * sizeof *table, &table));
  if (!table) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, order));
  for (int64_t j = 0; j < count; j++) SCALAR_ROOT(&roots, start + step * j, table + 2 * j);
  SCALAR_OF(roots_free)(&roots);
  *out = table;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ convolutions

#ifdef TCF_F64
static tcfft_status keep_chirp(tcf_convolution *c, tcf_arena *arena) {
  const tcf_u64 n = (tcf_u64)c->n;
  SCALAR *table;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * n) * sizeof *table, &table));
  c->chirp_table = table;
  if (!table) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, 2 * c->n));
  for (tcf_u64 j = 0, phase = 0; j < n; phase = tcf_chirp_next(phase, j, n), j++)
    SCALAR_ROOT(&roots, (int64_t)phase, table + 2 * j);
  SCALAR_OF(roots_free)(&roots);
  return TCFFT_SUCCESS;
}
#else
static tcfft_status keep_chirp(tcf_convolution *c, tcf_arena *arena) { return tcf_roots_keep(&c->chirp, 2 * c->n, arena); }
#endif

// The kernel of a convolution as complex numbers, in the wider type or in that of the plan. Passed by value, so that loops
// over the kernel need not read the pointers again after each store.
typedef struct kernel_array {
  SCALAR_WIDE *wide;
  SCALAR *narrow;
} kernel_array;

static inline void put(kernel_array b, int64_t at, wide_parts w) {
  if (b.wide) {
    b.wide[2 * at] = w.re;
    b.wide[2 * at + 1] = w.im;
  } else {
    b.narrow[2 * at] = (SCALAR)w.re;
    b.narrow[2 * at + 1] = (SCALAR)w.im;
  }
}

// The same at one place and conjugated at another. Rounded once, since this takes a fifth of the time that a plan of a long
// prime needs.
static inline void put_conjugates(kernel_array b, int64_t at, int64_t conjugate_at, wide_parts w) {
  if (b.wide) {
    put(b, at, w);
    put(b, conjugate_at, (wide_parts){w.re, -w.im});
  } else {
    const SCALAR re = (SCALAR)w.re, im = (SCALAR)w.im;
    SCALAR *x = b.narrow + 2 * at, *y = b.narrow + 2 * conjugate_at;
    x[0] = re, x[1] = im;
    y[0] = re, y[1] = -im;
  }
}

// The generator to the power m / 2 is -1, so that roots half the kernel apart are conjugates.
static void rader_kernel(const tcf_convolution *c, SCALAR_ROOTS roots, kernel_array b) {
  const int32_t *order = c->order;
  const int64_t m = c->m, half = m / 2;
  for (int64_t t = 0; t < half; t++) put_conjugates(b, t, t + half, root_at(&roots, order[t ? m - t : 0]));
}

// The chirp is the same at j and -j, and (n - j)^2 = j^2 + n^2 mod 2 n, where n^2 is n or 0.
static void bluestein_kernel(const tcf_convolution *c, SCALAR_ROOTS roots, kernel_array b) {
  const int64_t n = c->n, m = c->m;
  const SCALAR_WIDE sign = n % 2 ? -1 : 1;
  tcf_u64 phase = 1;
  put(b, 0, (wide_parts){1, 0});
  for (int64_t j = 1; 2 * j <= n; phase = tcf_chirp_next(phase, (tcf_u64)j, (tcf_u64)n), j++) {
    const wide_parts w = root_at(&roots, (int64_t)phase);
    const wide_parts near = {w.re, -w.im}, far = {sign * w.re, -sign * w.im};
    put(b, j, near);
    put(b, m - j, near);
    put(b, n - j, far);
    put(b, m - n + j, far);
  }
  for (int64_t j = n; j <= m - n; j++) put(b, j, (wide_parts){0, 0});
}

static tcfft_status conv_kernel(const tcf_convolution *c, kernel_array b) {
#ifndef TCF_F64
  if (!c->order) {
    bluestein_kernel(c, c->chirp, b);
    return TCFFT_SUCCESS;
  }
#endif
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, c->order ? c->n : 2 * c->n));
  (c->order ? rader_kernel : bluestein_kernel)(c, roots, b);
  SCALAR_OF(roots_free)(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status no_memory(const tcf_convolution *c) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a convolution of length %lld", (long long)c->m);
}

static tcfft_status spectrum_by_reference(const tcf_convolution *c, SCALAR *spectrum) {
  SCALAR_WIDE *b = tcf_alloc((size_t)(4 * c->m) * sizeof *b), *B = b + 2 * c->m;
  if (!b) return no_memory(c);
  tcfft_status status = conv_kernel(c, (kernel_array){.wide = b});
  if (status == TCFFT_SUCCESS && SCALAR_OF(reference_fft)(B, b, c->m, 0)) status = no_memory(c);
  for (int64_t i = 0; i < 2 * (c->m / 2 + 1) && status == TCFFT_SUCCESS; i++)
    spectrum[i] = (SCALAR)(B[i] / (SCALAR_WIDE)c->m);
  free(b);
  return status;
}

// The first half of the spectrum from the results that the inner transform stored.
static void take_spectrum(const tcf_axis *inner, const tcf_convolution *c, const SCALAR *out, SCALAR *spectrum) {
  int64_t period;
  const int64_t stored = tcf_axis_half(inner, &period), count = c->m / 2 + 1;
  for (int64_t first = 0; first < count; first += period) {
    const int64_t copied = count - first < stored ? count - first : stored;
    memcpy(spectrum + 2 * first, out + 2 * first, (size_t)(2 * copied) * sizeof *spectrum);
    for (int64_t k = first + copied; k < first + period && k < count; k++)
      spectrum_from(c, k, 1, out + 2 * (c->m - k), spectrum + 2 * k);
  }
}

static tcfft_status spectrum_by_axis(const tcf_axis *inner, const tcf_convolution *c, SCALAR *spectrum) {
  const size_t bytes = tcf_round_up((size_t)(2 * c->m) * sizeof(SCALAR));
  char *memory = tcf_alloc(2 * bytes + tcf_axis_scratch(inner, 1));
  if (!memory) return no_memory(c);
  SCALAR *b = (SCALAR *)memory, *out = (SCALAR *)(memory + bytes);
  const tcfft_status status = conv_kernel(c, (kernel_array){.narrow = b});
  const tcf_team alone = {.count = 1};
  const double factor = 1.0 / (double)c->m;
  const tcf_axis_io io = {.in = b,
                          .out = out,
                          .in_type = SCALAR_TYPE,
                          .out_type = SCALAR_TYPE,
                          .in_stride = 2,
                          .out_stride = 2,
                          .scale = {factor, factor},
                          .half = 1};
  if (status == TCFFT_SUCCESS) {
    tcf_axis_run(inner, &io, memory + 2 * bytes, &alone);
    take_spectrum(inner, c, out, spectrum);
  }
  free(memory);
  return status;
}

static tcfft_status spectrum_of(const tcf_convolution *c, const tcf_axis *inner, void *spectrum) {
  return c->m > TCF_WIDE_SPECTRUM ? spectrum_by_axis(inner, c, spectrum) : spectrum_by_reference(c, spectrum);
}

// ------------------------------------------------------------------------------------------------ twiddles

#ifndef TCF_F64
// Rows 0, step, 2 step .. of the twiddles of a pass.
static tcfft_status twiddle_rows(const double **out, int64_t rows, int64_t step, const tcf_pass *p, const tcf_roots *roots,
                                 tcf_arena *arena) {
  double *w;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * rows * (p->radix - 1)) * sizeof *w, &w));
  *out = w;
  if (!w) return TCFFT_SUCCESS;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t q = 1; q < p->radix; q++, w += 2) tcf_root(roots, i * step * q, w);
  return TCFFT_SUCCESS;
}

static tcfft_status compact_twiddles(tcf_pass *p, tcf_arena *arena) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, p->ns * p->radix));
  for (p->fine = 1; p->fine * p->fine < p->ns;) p->fine *= 2;
  const int64_t coarse = (p->ns + p->fine - 1) / p->fine;
  tcfft_status status = twiddle_rows(&p->low, p->fine, 1, p, &roots, arena);
  if (status == TCFFT_SUCCESS) status = twiddle_rows(&p->coarse, coarse, p->fine, p, &roots, arena);
  tcf_roots_free(&roots);
  return status;
}
#endif

static tcfft_status full_twiddles(tcf_pass *p, tcf_arena *arena) {
  SCALAR *w;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * p->ns * (p->radix - 1)) * sizeof *w, &w));
  p->twiddle = w;
  if (!w) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, p->ns * p->radix));
  for (int64_t i = 0; i < p->ns; i++)
    for (int64_t q = 1; q < p->radix; q++, w += 2) SCALAR_ROOT(&roots, i * q, w);
  SCALAR_OF(roots_free)(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status axis_twiddles(tcf_axis *a, tcf_arena *arena) {
  const int64_t width = a->simd->width, rows = a->first->n, groups = (a->second->n + width - 1) / width;
  SCALAR *base, *lane;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * groups * rows) * sizeof *base, &base));
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * width * rows) * sizeof *lane, &lane));
  if (!base || !lane) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, a->n));
  // The first columns of a group are below second->n, so that their products with k < rows are below n.
  for (int64_t g = 0; g < groups; g++)
    for (int64_t k = 0; k < rows; k++) SCALAR_ROOT(&roots, g * width * k, base + 2 * (g * rows + k));
  for (int64_t k = 0; k < rows; k++)
    for (int64_t l = 0; l < width; l++) {
      SCALAR w[2];
      SCALAR_ROOT(&roots, l < a->second->n ? l * k : l * k % a->n, w);
      lane[2 * k * width + l] = w[0];
      lane[(2 * k + 1) * width + l] = w[1];
    }
  SCALAR_OF(roots_free)(&roots);
  a->base = base;
  a->lane = lane;
  return TCFFT_SUCCESS;
}

static tcfft_status pair_twiddles(tcf_axis *a, tcf_arena *arena) {
  const int64_t n1 = a->first->n, n2 = a->second->n, lanes = tcf_pair_lanes(n1, n2, a->simd->width);
  const int64_t groups = (n2 + lanes - 1) / lanes;
  SCALAR *w;
  a->pair = (tcf_pair){.n1 = n1, .n2 = n2, .lanes = lanes};
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * groups * lanes * n1) * sizeof *w, &w));
  a->pair.twiddle = w;
  if (!w) return TCFFT_SUCCESS;
  SCALAR_ROOTS roots;
  TCF_TRY(SCALAR_OF(roots_init)(&roots, a->n));
  for (int64_t g = 0; g < groups; g++) {
    const int64_t first = (g + 1) * lanes <= n2 ? g * lanes : n2 - lanes;
    for (int64_t k = 0; k < n1; k++, w += 2 * lanes)
      for (int64_t l = 0; l < lanes; l++) {
        SCALAR root[2];
        SCALAR_ROOT(&roots, (first + l) * k, root);
        w[l] = root[0];
        w[l + lanes] = root[1];
      }
  }
  SCALAR_OF(roots_free)(&roots);
  return TCFFT_SUCCESS;
}
