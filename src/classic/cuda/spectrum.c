// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/spectrum.h"

#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/spectrum_args.h"
#include "core/element.h"
#include "math/twiddle.h"

// From so many entries on the device computes tables. Below, the processor takes no longer for them than for the launches.
enum { LONG = 1 << 13, PASSES = 24 };

// Takes n apart into the radices of the passes, large ones first. Returns how many there are; 0: n has another prime.
static int take_apart(unsigned char radix[PASSES], int64_t n) {
  static const unsigned char known[] = {13, 11, 8, 7, 5, 4, 3, 2};
  int passes = 0;
  for (size_t i = 0; i < sizeof known; i++)
    for (; n % known[i] == 0 && passes < PASSES; n /= known[i]) radix[passes++] = known[i];
  return n == 1 ? passes : 0;
}

// ------------------------------------------------------------------------------------------------ on the device

typedef struct launches {
  const tcf_backend *backend;
  void *function, *stream;
} launches;

static tcfft_status launch(const launches *l, tcf_spectrum_args *args, int what, int64_t count) {
  args->what = (tcf_u32)what;
  args->count = count;
  const tcf_grid grid = {.blocks = (count + TCF_SPECTRUM_THREADS - 1) / TCF_SPECTRUM_THREADS,
                         .threads = TCF_SPECTRUM_THREADS};
  return l->backend->launch(l->function, &grid, args, l->stream);
}

static tcfft_status set_radix(tcf_spectrum_args *a, int radix) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, radix));
  for (int s = 0; s < radix; s++) tcf_root(&roots, s, a->root + 2 * s);
  tcf_roots_free(&roots);
  a->radix = (tcf_u32)radix;
  return TCFFT_SUCCESS;
}

// Bytes of a complex number that the tables are computed in.
static size_t number_bytes(int64_t f64) { return (f64 ? 4 : 2) * sizeof(double); }

static tcfft_status transform(const launches *l, tcf_spectrum_args *a, int64_t f64, char *filter, char *scratch) {
  unsigned char radix[PASSES];
  const int passes = take_apart(radix, a->size);
  const size_t bytes = number_bytes(f64) * a->size;
  char *const half[] = {scratch, scratch + bytes};
  a->to = half[0];
  TCF_TRY(launch(l, a, TCF_SPECTRUM_SEQUENCE, a->size));
  for (int p = 0; p < passes; p++) {
    TCF_TRY(set_radix(a, radix[p]));
    a->is_last = p == passes - 1;
    a->from = half[p % 2];
    a->to = a->is_last ? filter : half[1 - p % 2];
    TCF_TRY(launch(l, a, TCF_SPECTRUM_PASS, a->size / radix[p]));
    a->before *= radix[p];
  }
  return TCFFT_SUCCESS;
}

static tcfft_status compute(const launches *l, const struct tcf_spectrum_part *p, char *table, char *scratch) {
  const tcf_convolution_tables *t = &p->tables;
  tcf_spectrum_args a = {.to = table + p->chirp,
                         .n = t->n,
                         .size = (tcf_u32)t->size,
                         .ffts = (tcf_u32)t->ffts,
                         .before = 1,
                         .scale = {t->scale[0], t->scale[1]}};
  if (t->chirp) TCF_TRY(launch(l, &a, TCF_SPECTRUM_CHIRP, t->chirp));
  return t->size ? transform(l, &a, t->f64, table + p->filter, scratch) : TCFFT_SUCCESS;
}

static tcfft_status complete(const tcf_fill *fill, const tcf_backend *b, int index, void *table, void *scratch,
                             void *stream) {
  const tcf_spectra *s = (const tcf_spectra *)fill;
  char parameters[TCF_TILE_PARAMETERS];
  launches l = {.backend = b, .stream = stream};
  int previous;
  tcf_spectrum_print(s->part[0].tables.f64 != 0, parameters);
  const tcf_load load = {
      .program = {.family = "spectrum", .parameters = parameters}, .threads = TCF_SPECTRUM_THREADS, .function = &l.function};
  TCF_TRY(b->load(index, &load, 1));
  TCF_TRY(b->enter(index, &previous));
  tcfft_status status = TCFFT_SUCCESS;
  for (int i = 0; i < s->count && status == TCFFT_SUCCESS; i++) status = compute(&l, &s->part[i], table, scratch);
  b->leave(previous);
  return status;
}

// ------------------------------------------------------------------------------------------------ choice

static int is_possible(const tcf_convolution_tables *t) {
  unsigned char radix[PASSES];
  return t->n < INT32_MAX && t->size < INT32_MAX && (!t->size || take_apart(radix, t->size) > 1);
}

int tcf_spectra_suit(const tcf_convolution_tables tables[], int count) {
  int some = 0;
  for (int i = 0; i < count; i++) {
    if (!is_possible(&tables[i])) return 0;
    some |= tables[i].chirp >= LONG || tables[i].size >= LONG;
  }
  return some;
}

void tcf_spectra_add(tcf_spectra *s, const tcf_convolution_tables *tables, size_t chirp, size_t filter) {
  s->part[s->count++] = (struct tcf_spectrum_part){*tables, chirp, filter};
}

void tcf_spectra_set(tcf_spectra *s, tcf_prepared *prepared) {
  s->fill = (tcf_fill){.key = s->part, .key_bytes = (size_t)s->count * sizeof *s->part, .complete = complete};
  for (int i = 0; i < s->count; i++) {
    const size_t bytes = 2 * number_bytes(s->part[i].tables.f64) * (size_t)s->part[i].tables.size;
    if (bytes > s->fill.scratch) s->fill.scratch = bytes;
  }
  prepared->fill = &s->fill;
}

tcfft_status tcf_cuda_tables(tcf_prepared *prepared, const tcf_tile_stage *tile, const tcf_stage *of,
                             const tcf_prepare *with) {
  const tcf_table_layout *l = &tile->layout;
  tcf_convolution_tables tables;
  if (!with->may_fill || !tcf_table_convolution(&tables, &tile->tile, of) || !tcf_spectra_suit(&tables, 1))
    return tcf_table_build(&prepared->table, with->bump, l, &tile->tile, of);
  tcf_spectra *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  tcf_spectra_add(s, &tables, l->chirp, l->filter);
  tcf_spectra_set(s, prepared);
  prepared->host_bytes = l->chirp;
  return tcf_table_build_before(&prepared->table, with->bump, l, &tile->tile, of);
}
