// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tables and launches of transforms by clusters.
#include "classic/cuda/cluster.h"
#include "core/element.h"
#include "math/twiddle.h"

// ------------------------------------------------------------------------------------------------ tables

// Rows whose second pass has 32 points; entries of the last pass in planes, and where rows have 1024 points.
enum { LONG_ROW = 512, PLANE_ENTRIES = 32, LONG_PLANE_ENTRIES = 64 };

static int is_quartered(const tcf_cluster_shape *h) { return tcf_cluster_width(h) == TCF_CLUSTER_QUARTERED; }
static int is_long(const tcf_cluster_shape *h) { return h->row == LONG_ROW && !is_quartered(h); }

// Roots of the rows' passes: entries of the first and the last, and the order of the last's. Rows of a plane have no
// twiddles in the first.
typedef struct row_roots {
  int64_t first, second, order;
} row_roots;

static row_roots roots_of(const tcf_cluster_shape *h, const tcf_stage *s) {
  const int64_t n = tcf_cluster_length(h);
  if (!s->axes && h->kind != TCFFT_C2R) return (row_roots){256, n / 16, n};
  return (row_roots){0, h->row > LONG_ROW ? LONG_PLANE_ENTRIES : PLANE_ENTRIES, h->row};
}

// Of the pass over slots (cluster_quarters.cuh), two each.
static int64_t quarter_roots(const tcf_cluster_shape *h) { return is_quartered(h) ? (int64_t)TCF_CLUSTER_COLUMN * 16 : 0; }

// Of transforms with real results, behind all others.
static int64_t merging_roots(const tcf_cluster_shape *h) {
  return h->kind == TCFFT_C2R ? (TCF_CLUSTER_BASES + 16) * h->row / 2 + 16 : 0;
}

// Inner twiddles of the rows' pass on tensor cores (wmma/cuda/cluster_mma.cuh), behind all others: of each row four results
// k for four lanes q. Rows of a plane share those of 16.
enum { PRODUCT_ROWS = 16, PRODUCT_QUARTERS = 4, PRODUCT_ROOTS = PRODUCT_QUARTERS * PRODUCT_QUARTERS };

static int64_t product_roots(const tcf_cluster_shape *h, const tcf_stage *s) {
  return !h->tensor ? 0 : PRODUCT_ROOTS * (s->axes ? PRODUCT_ROWS : TCF_CLUSTER_COLUMN);
}

static size_t table_bytes(const tcf_cluster_shape *h, const tcf_stage *s) {
  const row_roots r = roots_of(h, s);
  return TCF_COMPLEX_BYTES * (size_t)(TCF_CLUSTER_BASES * (16 + r.first + r.second) + (is_long(h) ? r.second : 0) +
                                      2 * quarter_roots(h) + merging_roots(h) + product_roots(h, s));
}

// Powers `highest` (8 or 2) to 1 of exp(-2 pi i e / order), e < count, from the roots of order n. Returns what is behind
// them.
static float *put_powers(float *out, const tcf_roots *roots, int64_t order, int64_t count, int highest) {
  for (int64_t e = 0; e < count; e++)
    for (int power = highest; power; power /= 2, out += 2) tcf_root_f32(roots, e * power % order * (roots->n / order), out);
  return out;
}

static void put_merging_roots(float *out, const tcf_roots *roots, int64_t columns) {
  out = put_powers(out, roots, roots->n / 16, columns, 8);
  for (int64_t e = 0; e < 16 * columns; e++, out += 2) tcf_root_f32(roots, e / 16 * (e % 16), out);
  for (int64_t e = 0; e < 16; e++, out += 2) tcf_root_f32(roots, e * (roots->n / 512), out);
}

// Of digits kc of rows k1 of a plane: those of two steps of radix 2, which either end the columns, with roots
// exp(-2 pi i k1 / column), or go on with the rows, with roots exp(-2 pi i 16 kc / row).
static void put_plane_roots(float *out, const tcf_roots *roots, const tcf_cluster_shape *h) {
  for (int64_t e = 0; e < quarter_roots(h); e++, out += 2 * 2) {
    const int64_t of_column = e / 16 * h->row, of_row = e % 16 * 16 * h->column;  // of order n
    tcf_root_f32(roots, h->column == h->row ? of_column : h->column > h->row ? 2 * of_column : 2 * of_row, out);
    tcf_root_f32(roots, h->column > h->row ? of_column : of_row, out + 2);
  }
}

// exp(-2 pi i q k1 / 4096) exp(-2 pi i q k / 16), without the first factor in planes. 16 rows k1 are together, two
// neighbours side by side, in the order in which a warp reads them.
static void put_product_roots(float *out, const tcf_roots *roots, int64_t count, int plane) {
  for (int64_t e = 0; e < count; e++, out += 2) {
    const int64_t q = e / 2 % PRODUCT_QUARTERS, pair = e / 2 / PRODUCT_QUARTERS % (PRODUCT_ROWS / 2),
                  k = e / PRODUCT_QUARTERS / PRODUCT_ROWS % PRODUCT_QUARTERS, group = e / PRODUCT_ROOTS / PRODUCT_ROWS,
                  k1 = group * PRODUCT_ROWS + 2 * pair + e % 2;
    tcf_root_f32(roots, q * ((plane ? 0 : k1) + TCF_CLUSTER_COLUMN * k) * (roots->n / TCF_CLUSTER_TILE), out);
  }
}

static tcfft_status fill_table(float *out, const tcf_cluster_shape *h, const tcf_stage *s) {
  const int64_t n = tcf_cluster_length(h);
  const row_roots r = roots_of(h, s);
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, n));
  out = put_powers(out, &roots, 256, 16, 8);
  out = put_powers(out, &roots, 4096, r.first, 8);
  out = put_powers(out, &roots, r.order, r.second, 8);
  for (int64_t e = 0; is_long(h) && e < r.second; e++, out += 2) tcf_root_f32(&roots, 16 * e % r.order * (n / r.order), out);
  if (quarter_roots(h) && s->axes) put_plane_roots(out, &roots, h);
  if (quarter_roots(h) && !s->axes) put_powers(out, &roots, n / 16, quarter_roots(h), 2);
  if (merging_roots(h)) put_merging_roots(out, &roots, h->row / 2);
  if (h->tensor) put_product_roots(out, &roots, product_roots(h, s), s->axes != 0);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status build_table(void **table, tcf_bump *bump, const tcf_cluster_shape *h, const tcf_stage *s) {
  void *made;
  TCF_TRY(tcf_bump_take(bump, table_bytes(h, s), &made));
  const tcfft_status status = fill_table(made, h, s);
  if (status == TCFFT_SUCCESS)
    *table = made;
  else
    tcf_bump_drop(bump, made);
  return status;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct cluster_stage {
  const tcf_cluster_shape *shape;
  tcf_cluster_args args;  // what all launches share
  int clusters;           // that the device runs at once
  char parameters[TCF_CLUSTER_PARAMETERS];
  void *function;
} cluster_stage;

static void set_arguments(tcf_cluster_args *a, const tcf_stage *s) {
  const tcf_cluster_batch b = tcf_cluster_batch_of(s);
  *a = (tcf_cluster_args){.ffts = tcf_dim_count(s, 0), .is = s->is, .os = s->os};
  for (int i = 0; i < TCF_CLUSTER_DIMS; i++) {
    a->dim_n[i] = i < b.dims ? b.dim[i].n : 1;
    a->dim_is[i] = i < b.dims ? b.dim[i].is : 0;
    a->dim_os[i] = i < b.dims ? b.dim[i].os : 0;
  }
  if (!b.dims) a->dim_is[0] = s->n;  // of one transform, for the map's sake
}

tcfft_status tcf_cluster_prepare_stage(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  const tcf_cluster_shape *h = NULL;
  cluster_stage *c;
  TCF_TRY(tcf_cluster_find(&h, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  c->shape = h;
  set_arguments(&c->args, s);
  prepared->state = c;
  prepared->table_bytes = table_bytes(h, s);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_cluster_print(h, s, c->parameters);
  prepared->load = (tcf_load){.program = {.family = tcf_cluster_family(h), .parameters = c->parameters, .blocks = 1},
                              .shared = tcf_cluster_shared(h),
                              .threads = TCF_CLUSTER_THREADS,
                              .cluster = h->blocks,
                              .clusters = &c->clusters,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS : build_table(&prepared->table, with->bump, h, s);
}

// ------------------------------------------------------------------------------------------------ launching

// Bytes between the input's transforms.
static int64_t distance_of(const tcf_cluster_args *a, const tcf_stage *s) {
  return a->dim_is[0] * tcf_stage_element_bytes(s, 0);
}

// The copy engine loads contiguous transforms of one batch dimension at addresses and distances of whole pieces of 16 bytes;
// bins of real results at those of complex numbers, see describe_bins. (A box that begins inside a piece stops the device,
// as an illegal instruction.)
enum { PIECE = 16 };
static int has_boxes(const tcf_cluster_args *a, const tcf_cluster_shape *h, const tcf_launch *l) {
  const int alone = a->is == 1 && a->dim_n[1] == 1;
  if (h->kind == TCFFT_C2R) return alone && a->dim_is[0] > tcf_cluster_points(h);
  return alone && a->dim_is[0] > 0 && distance_of(a, l->stage) % PIECE == 0 && (uintptr_t)l->in % PIECE == 0;
}

// Whether all pairs of real numbers are aligned to 8 bytes.
static int has_pairs(const int64_t *distance, const void *memory) {
  int odd = (uintptr_t)memory % TCF_COMPLEX_BYTES != 0;
  for (int i = 0; i < TCF_CLUSTER_DIMS; i++) odd |= distance[i] % 2 != 0;
  return !odd;
}

// Bytes that the device's cache reads at least. With 256 in place of 128, 2^18 points have 0.835 of a copy's speed on an
// H100 in place of 0.786, and 2^17 points 0.625 on an H200 in place of 0.70.
static int fetched(const tcf_cluster_shape *h) { return is_quartered(h) ? 256 : 128; }

// Half a spectrum, packed, has n / 2 + 1 bins, so that every other transform begins inside a piece of 16 bytes. Two of them
// have a distance of whole pieces, and those of even and of odd numbers have maps of their own. Maps begin at the first
// piece of a transform.
static tcfft_status describe_bins(tcf_cluster_args *a, const cluster_stage *c, const tcf_launch *l) {
  const int64_t row = 2 * tcf_cluster_width(c->shape), distance = distance_of(a, l->stage);  // a row's bins
  a->alternating = distance % PIECE != 0;
  for (int i = 0; i <= a->alternating && i < a->ffts; i++) {
    const char *first = (const char *)l->in + i * distance;
    a->inside[i] = (uintptr_t)first % PIECE != 0;
    const tcf_boxes boxes = {
        .memory = first + (a->inside[i] ? TCF_COMPLEX_BYTES : 0),
        .dims = 3,
        .fetch = fetched(c->shape),
        .size = {2 * row, TCF_CLUSTER_COLUMN / 2, (a->ffts + a->alternating - i) / (1 + a->alternating)},
        .stride = {TCF_COMPLEX_BYTES * row, distance * (1 + a->alternating)},
        .box = {TCF_CLUSTER_BOX_FLOATS, TCF_CLUSTER_COLUMN / 2, 1}};
    TCF_TRY(l->backend->describe_boxes(&a->map[i], &boxes));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status describe_matrix(tcf_cluster_args *a, const cluster_stage *c, const tcf_launch *l) {
  const int64_t row = tcf_cluster_width(c->shape), point = tcf_stage_side_bytes(l->stage, 0), words = point / 4;
  const tcf_boxes boxes = {.memory = l->in,
                           .dims = 3,
                           .fetch = fetched(c->shape),
                           .size = {words * row, TCF_CLUSTER_COLUMN, a->ffts},
                           .stride = {point * row, distance_of(a, l->stage)},
                           .box = {(int)(TCF_CLUSTER_BOX_FLOATS * words / 2), TCF_CLUSTER_COLUMN, 1}};
  return l->backend->describe_boxes(&a->map[0], &boxes);
}

static tcfft_status describe_input(tcf_cluster_args *a, const cluster_stage *c, const tcf_launch *l) {
  const int real_out = c->shape->kind == TCFFT_C2R;
  a->boxes = has_boxes(a, c->shape, l);
  a->pairs = real_out ? has_pairs(a->dim_os, l->out) : has_pairs(a->dim_is, l->in);
  if (!a->boxes) return TCFFT_SUCCESS;
  return real_out ? describe_bins(a, c, l) : describe_matrix(a, c, l);
}

tcfft_status tcf_cluster_launch_stage(const tcf_launch *l) {
  const cluster_stage *c = l->state;
  tcf_cluster_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.table = l->table;
  const int real_in = c->shape->kind == TCFFT_R2C;
  const float scale = (float)(real_in ? l->scale / 2 : l->scale);  // columns are split into twice their results
  a.sign = l->inverse && !real_in ? -1.f : 1.f;
  a.scale = scale;
  a.scale_im = l->inverse ? -scale : scale;
  TCF_TRY(describe_input(&a, c, l));
  const int64_t clusters = a.ffts < c->clusters ? a.ffts : c->clusters;
  const tcf_grid grid = {.blocks = c->shape->blocks * clusters,
                         .threads = TCF_CLUSTER_THREADS,
                         .shared = tcf_cluster_shared(c->shape),
                         .cluster = c->shape->blocks};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}
