// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_gemm: the split FFT of Sorna et al. 2018 as it was published: radix-4 steps through memory, each by a call of cuBLAS
// (cublasGemmStridedBatchedEx). This kernel is the reference of the other tensor kernels, the only one with the scaling of
// the paper, and the last resort where no tile can be compiled.
//
// One matrix product does a step of all butterflies of a launch. The radix-4 matrix F = R + i I is exact in FP16. With the
// eight numbers of a butterfly as a row of (X Y), X the real parts and Y the imaginary ones, the product is
//
//     (X Y) (  R  I )  =  (X R - Y I   X I + Y R),
//           ( -I  R )
//
// The products of hi and of lo terms are two entries of one batch and are summed in FP32. One launch between two products
// (gemm.cuh) joins the terms, gathers the points, multiplies them by FP32 twiddles, scales and splits them. A remaining
// factor of two is computed in FP32 on the way to the output.
//
// Long batches are processed in pieces, which bounds the scratch memory.
#include <inttypes.h>
#include <string.h>

#include "classic/cuda/builtin_programs.h"
#include "core/kernel.h"
#include "math/twiddle.h"
#include "wmma/cuda/gemm_args.h"

enum {
  LONGEST_LOG = 28,      // up to here indices of the scratch memory stay below 2^31
  CHUNK_LOG = 22,        // points of a piece, or one transform
  PANEL_LOG = 20,        // butterflies of a panel, at most
  PANEL_MULTIPLE = 8,    // columns of matrices begin on 16 bytes
  ONE_PANEL = 31,        // log_panel where there is one alone
  MATRIX_BYTES = 2 * 64  // at the beginning of the table
};

// ------------------------------------------------------------------------------------------------ what a stage is

// Powers of two by which a transform of 2^log points is made.
typedef struct steps {
  int log_n, products, twos;
} steps;

static int log2_of(int64_t n) {
  int log = 0;
  while (INT64_C(1) << log < n) log++;
  return INT64_C(1) << log == n ? log : -1;
}

static steps steps_of(const tcf_stage *s) {
  const int log = log2_of(s->n);
  return (steps){log, log / 2, log % 2};
}

static int terms_of(const tcf_stage *s) { return s->split == TCFFT_SPLIT_HALF1 ? 1 : 2; }

// Whether a stage consists of whole complex transforms of contiguous rows.
static int fits(const tcf_stage *s, const tcf_device *d) {
  const int log = log2_of(s->n), whole = s->points == s->n && s->load == TCF_OP_USER && s->store == TCF_OP_USER;
  return s->kind == TCFFT_C2C &&            // real kinds need more than a product
         whole && !s->axes &&               // neither a step of an axis nor several axes
         log >= 2 && log <= LONGEST_LOG &&  // radix 4, and a factor of two
         s->is == 1 && s->os == 1 && s->in_step == 1 && s->out_step == 1 && s->in_batch_step == 0 &&
         s->out_batch_step == 0 && s->dims <= TCF_GEMM_DIMS && d->capability >= 70;  // tensor cores came with 7.0
}

// "4.4.2"
static void print_fft(const steps *f, char fft[TCF_FFT_TEXT]) {
  tcf_writer w = {.buf = fft, .cap = TCF_FFT_TEXT};
  for (int i = 0; i < f->products; i++) tcf_put(&w, "%s4", i ? "." : "");
  if (f->twos) tcf_put(&w, ".2");
}

// ------------------------------------------------------------------------------------------------ scratch

typedef struct layout {
  int64_t rows;  // of a launch
  int panel, log_panel, panels;
  int64_t term;                                    // numbers of all planes of a term
  size_t halves, products, factors, largest, end;  // behind the product's workspace
} layout;

static size_t align(size_t bytes) { return (bytes + TCF_GEMM_ALIGNMENT - 1) / TCF_GEMM_ALIGNMENT * TCF_GEMM_ALIGNMENT; }

static layout lay_out(const tcf_stage *s) {
  const steps f = steps_of(s);
  const int64_t all = tcf_dim_count(s, 0), most = f.log_n < CHUNK_LOG ? INT64_C(1) << (CHUNK_LOG - f.log_n) : 1;
  layout l = {.rows = all < most ? all : most, .panels = 1, .log_panel = ONE_PANEL};
  const int64_t butterflies = l.rows << (f.log_n - 2);
  l.panel = (int)((butterflies + PANEL_MULTIPLE - 1) / PANEL_MULTIPLE * PANEL_MULTIPLE);
  if (butterflies > INT64_C(1) << PANEL_LOG) {  // one transform, or a power of two of them
    l.panel = 1 << PANEL_LOG;
    l.log_panel = PANEL_LOG;
    l.panels = (int)(butterflies >> PANEL_LOG);
  }
  l.term = (int64_t)l.panels * 8 * l.panel;
  const size_t numbers = (size_t)terms_of(s) * (size_t)l.term;
  const int paper = s->split == TCFFT_SPLIT_PAPER;
  l.halves = TCF_GEMM_WORKSPACE;
  l.products = l.halves + align(2 * numbers);
  l.factors = l.products + align(4 * numbers);
  // A float for eight numbers of each term, twice: one launch reads the last product's and writes the next one's.
  l.largest = l.factors + (paper ? 2 * align(numbers / 2) : 0);
  l.end = l.largest + (paper ? 0 : align(4 * (size_t)(f.products + 1) * (size_t)l.rows));
  return l;
}

// ------------------------------------------------------------------------------------------------ cost

// Squared relative errors for the planner's bounds. classic/host/radices.c has those of the twin.
static const double add_variance = 0.75e-15, twiddle_variance = 1.6e-15, split_variance = 0.8e-15, half_variance = 4.2e-8;

static double variance_of(const tcf_stage *s, const steps *f) {
  const double product = 2 * add_variance + (s->split == TCFFT_SPLIT_HALF1 ? half_variance : split_variance);
  return f->products * product + (f->products - 1) * twiddle_variance + f->twos * (add_variance + twiddle_variance);
}

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  const double reluctance = 8;  // so that any other kernel is preferred
  tcf_stage s = *stage;
  if (threads > 1 || !fits(&s, d)) return;
  const steps f = steps_of(&s);
  const layout l = lay_out(&s);
  const int terms = terms_of(&s);
  const double points = (double)s.n * (double)tcf_dim_count(&s, 0);
  // Bytes of a point: the input twice and the output, terms written and read, results written and read.
  const double moved = points * (24 + f.products * terms * (4 + 4 + 8 + 8)),
               pieces = (double)((tcf_dim_count(&s, 0) + l.rows - 1) / l.rows);
  print_fft(&f, s.fft);
  s.width = 1;
  s.threads = TCF_GEMM_THREADS;
  s.bytes = moved < 9e18 ? (int64_t)moved : INT64_MAX;
  s.time = reluctance * (moved / d->copy + pieces * (2 * f.products + 3) * d->launch);
  s.variance = variance_of(&s, &f);
  tcf_candidates_add(out, &s);
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct gemm_stage {
  steps steps;
  layout layout;
  int device, terms;
  tcf_gemm_args args;  // what all launches share
  int64_t rows;
  char parameters[TCF_TILE_PARAMETERS];
  void *function;
} gemm_stage;

// Complex roots in the table before those of product number `stage`. The roots of a factor of two come last.
static int64_t roots_before(int stage) {
  int64_t count = 0;
  for (int s = 1; s < stage; s++) count += INT64_C(3) << (2 * s);
  return count;
}

static int64_t root_count(const steps *f) {
  return roots_before(f->products) + (f->twos ? INT64_C(1) << (f->log_n - 1) : 0);
}

// exp(-2 pi i q k / of), k < count, rounded to FP32.
static void put_roots(float *out, const tcf_roots *r, int64_t of, int q, int64_t count) {
  for (int64_t k = 0; k < count; k++) tcf_root_f32(r, k * q * (r->n / of), out + 2 * k);
}

static void fill_roots(float *out, const tcf_roots *r, const steps *f) {
  for (int s = 1; s < f->products; s++)
    for (int q = 1; q < 4; q++) {
      const int64_t before = INT64_C(1) << (2 * s);
      put_roots(out + 2 * (roots_before(s) + (q - 1) * before), r, 4 * before, q, before);
    }
  if (f->twos) put_roots(out + 2 * roots_before(f->products), r, r->n, 1, r->n / 2);
}

// The columns of the matrix at the top of this file, in FP16.
static void fill_matrix(uint16_t matrix[64]) {
  static const uint16_t one = 0x3c00, minus = 0x8000;
  for (int column = 0; column < 8; column++)
    for (int row = 0; row < 8; row++) {
      // exp(-2 pi i q / 4): cos, -sin
      const int q = row % 4 * (column % 4) % 4, imaginary = row / 4 != column / 4, below = row / 4 > column / 4;
      const int value = imaginary ? (q == 1 ? -1 : q == 3) * (below ? -1 : 1) : (q == 0) - (q == 2);
      matrix[8 * column + row] = (uint16_t)(value == 0 ? 0 : value > 0 ? one : one | minus);
    }
}

static tcfft_status build_table(void **table, size_t bytes, const steps *f) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, INT64_C(1) << f->log_n));
  char *made = tcf_alloc(bytes);
  if (made) {
    fill_matrix((uint16_t *)made);
    fill_roots((float *)(made + MATRIX_BYTES), &roots, f);
  }
  tcf_roots_free(&roots);
  *table = made;
  return made ? TCFFT_SUCCESS : tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of roots", bytes);
}

static void set_arguments(gemm_stage *g, const tcf_stage *s) {
  static const tcf_gemm_split splits[] = {[TCFFT_SPLIT_AUTO] = TCF_GEMM_SPLIT2,
                                          [TCFFT_SPLIT_HALF1] = TCF_GEMM_HALF1,
                                          [TCFFT_SPLIT_SPLIT2] = TCF_GEMM_SPLIT2,
                                          [TCFFT_SPLIT_PAPER] = TCF_GEMM_PAPER};
  g->args = (tcf_gemm_args){.split = splits[s->split],
                            .dims = s->dims,
                            .log_n = g->steps.log_n,
                            .stages = g->steps.products,
                            .panel = g->layout.panel,
                            .log_panel = g->layout.log_panel,
                            .term = (tcf_i32)g->layout.term};
  for (int i = 0; i < s->dims; i++) {
    g->args.dim_n[i] = s->dim[i].n;
    g->args.dim_is[i] = s->dim[i].is;
    g->args.dim_os[i] = s->dim[i].os;
  }
}

static tcfft_status check(const tcf_stage *s, const tcf_device *d) {
  char fft[TCF_FFT_TEXT] = "";
  if (fits(s, d)) {
    const steps f = steps_of(s);
    print_fft(&f, fft);
  }
  if (!fft[0] || strcmp(fft, s->fft) != 0 || s->threads != TCF_GEMM_THREADS)
    return tcf_fail(TCFFT_ERROR_PARSE, "n=%" PRId64 ":threads=%" PRId64 ":fft=%s is no stage of cuda_gemm on %s", s->n,
                    s->threads, s->fft, d->name);
  return TCFFT_SUCCESS;
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  gemm_stage *g;
  TCF_TRY(check(s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *g, &g));
  g->steps = steps_of(s);
  g->layout = lay_out(s);
  g->device = with->device->index;
  g->terms = terms_of(s);
  g->rows = tcf_dim_count(s, 0);
  set_arguments(g, s);
  prepared->state = g;
  prepared->scratch = g->layout.end + TCF_GEMM_ALIGNMENT;
  prepared->table_bytes = MATRIX_BYTES + 8 * (size_t)root_count(&g->steps);
  if (!with->backend) return TCFFT_SUCCESS;
  if (!with->backend->open_gemm)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the backend %s has no matrix products", with->backend->name);
  TCF_TRY(with->backend->open_gemm(g->device));
  tcf_gemm_print(g->parameters);
  prepared->load = (tcf_load){.program = {.family = "gemm", .parameters = g->parameters}, .function = &g->function};
  return with->no_tables ? TCFFT_SUCCESS : build_table(&prepared->table, prepared->table_bytes, &g->steps);
}

// ------------------------------------------------------------------------------------------------ launching

// A piece of the batch.
typedef struct piece {
  const tcf_launch *launch;
  const gemm_stage *stage;
  char *scratch;  // aligned
  tcf_gemm_args args;
} piece;

static float *factors_of(const piece *p, int stage) {
  const size_t bytes = (p->stage->layout.largest - p->stage->layout.factors) / 2;
  return (float *)(p->scratch + p->stage->layout.factors + (stage % 2) * bytes);
}

static tcfft_status run_step(piece *p, tcf_gemm_step step, int stage, int log_before, int64_t threads) {
  const tcf_grid grid = {.blocks = (threads + TCF_GEMM_THREADS - 1) / TCF_GEMM_THREADS, .threads = TCF_GEMM_THREADS};
  p->args.step = step;
  p->args.stage = stage;
  p->args.log_before = log_before;
  p->args.factors = factors_of(p, stage + 1);
  p->args.next_factors = factors_of(p, stage);
  p->args.twiddle = (const float *)((const char *)p->launch->table + MATRIX_BYTES) + 2 * roots_before(stage);
  return p->launch->backend->launch(p->stage->function, &grid, &p->args, p->launch->stream);
}

static tcfft_status multiply(const piece *p) {
  const gemm_stage *g = p->stage;
  const int64_t butterflies = (int64_t)p->args.rows << (g->steps.log_n - 2);
  const int panel = g->layout.panel;
  const tcf_gemm product = {.m = butterflies < panel ? (int)butterflies : panel,
                            .n = 8,
                            .k = 8,
                            .count = g->terms * g->layout.panels,
                            .a = p->args.halves,
                            .b = p->launch->table,
                            .c = (float *)(p->scratch + g->layout.products),
                            .a_column = panel,
                            .b_column = 8,
                            .c_column = panel,
                            .a_step = 8 * (int64_t)panel,
                            .c_step = 8 * (int64_t)panel,
                            .workspace = p->scratch};
  return p->launch->backend->gemm(g->device, &product, p->launch->stream);
}

static tcfft_status run_piece(piece *p) {
  const steps *f = &p->stage->steps;
  const int64_t rows = p->args.rows, butterflies = rows << (f->log_n - 2);
  if (p->args.split != TCF_GEMM_PAPER) {
    TCF_TRY(run_step(p, TCF_GEMM_CLEAR, 0, 0, rows * (f->products + 1)));
    TCF_TRY(run_step(p, TCF_GEMM_MEASURE, 0, 0, butterflies));
  }
  for (int i = 0; i < f->products; i++) {
    TCF_TRY(run_step(p, TCF_GEMM_SPLIT, i, 2 * i, butterflies));
    TCF_TRY(multiply(p));
  }
  return run_step(p, TCF_GEMM_STORE, f->products, 2 * f->products, rows << (2 * f->products));
}

static tcfft_status launch(const tcf_launch *l) {
  const gemm_stage *g = l->state;
  piece p = {.launch = l, .stage = g, .args = g->args};
  p.scratch = (char *)l->scratch + (-(uintptr_t)l->scratch & (TCF_GEMM_ALIGNMENT - 1));
  p.args.in = l->in;
  p.args.out = l->out;
  p.args.halves = (unsigned short *)(p.scratch + g->layout.halves);
  p.args.products = (const float *)(p.scratch + g->layout.products);
  p.args.largest = (tcf_u32 *)(p.scratch + g->layout.largest);
  p.args.inverse = l->inverse;
  p.args.scale = (float)l->scale;
  for (int64_t row = 0; row < g->rows; row += g->layout.rows) {
    p.args.row = row;
    p.args.rows = (tcf_i32)(g->rows - row < g->layout.rows ? g->rows - row : g->layout.rows);
    TCF_TRY(run_piece(&p));
  }
  return TCFFT_SUCCESS;
}

extern const tcf_kernel tcf_kernel_cuda_gemm;
const tcf_kernel tcf_kernel_cuda_gemm = {
    .name = "cuda_gemm",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,
    .what = "rows of 2^k points by cuBLAS products of split FP16 terms, as published in 2018: reference and last resort",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
