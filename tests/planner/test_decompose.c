// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Decompositions of an axis into stages. For every one, data flows from stage to stage, every map of elements is one to
// one, the workspace has room for all that is touched, and a model of the stages in double precision computes the
// transform of the axis.
#include "planner/decompose_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

// Layouts of the axis and its batch dimensions: transforms one after the other, transforms side by side, three dimensions
// with gaps, and different orders of input and output.
enum { PACKED, COLUMNS, GAPS, TURNED, LAYOUTS };

static tcf_stage make_axis(tcfft_kind kind, int64_t n, int layout) {
  tcf_stage s = {.kind = kind, .n = n, .is = 1, .os = 1, .in = TCF_SLOT_IN, .out = TCF_SLOT_OUT};
  const int64_t rows = n + 3;  // of either side at least
  if (layout == PACKED) {
    s.dims = 1;
    s.dim[0] = (tcf_iodim){3, rows, rows};
  } else if (layout == COLUMNS) {
    s.dims = 2;
    s.is = s.os = 5;
    s.dim[0] = (tcf_iodim){5, 1, 1};
    s.dim[1] = (tcf_iodim){2, 5 * rows, 5 * rows};
  } else if (layout == GAPS) {
    s.dims = 4;
    s.is = 2;
    s.os = 3;
    s.dim[0] = (tcf_iodim){2, 2 * rows, 3 * rows};
    s.dim[1] = (tcf_iodim){1, 7, 7};
    s.dim[2] = (tcf_iodim){2, 4 * rows + 1, 6 * rows + 5};
    s.dim[3] = (tcf_iodim){3, 9 * rows, 13 * rows};
  } else {
    s.dims = 2;
    s.is = 4;
    s.dim[0] = (tcf_iodim){4, 1, rows};
    s.dim[1] = (tcf_iodim){2, 4 * rows, 4 * rows};
  }
  return s;
}

// ------------------------------------------------------------------------------------------------ maps

// The input or output of a stage as a counter: digits that count elements, each with its stride.
typedef struct digit {
  int64_t step, count;
} digit;

static int by_step(const void *a, const void *b) {
  const digit *x = a, *y = b;
  return x->step != y->step ? (x->step > y->step) - (x->step < y->step) : (x->count > y->count) - (x->count < y->count);
}

// The digits of an input or output. The user's batch dimensions keep their strides.
static int digits_of(const tcf_stage *s, int output, digit digits[TCF_MAX_DIMS + 2]) {
  const int64_t stride = model_part_stride(s, output), lane = output ? s->out_batch_step : s->in_batch_step;
  const int half = output ? s->store == TCF_OP_HALF_TWIDDLE : s->load == TCF_OP_HALF;
  int count = 0;
  digits[count++] = (digit){(output ? s->out_step : s->in_step) * stride, half ? (s->points + 1) / 2 : s->points};
  for (int i = 0; i < s->dims; i++) {
    const int64_t step = (output ? s->dim[i].os : s->dim[i].is) + (i == 0 ? lane * stride : 0);
    if (s->dim[i].n > 1) digits[count++] = (digit){step, s->dim[i].n};
  }
  qsort(digits, (size_t)count, sizeof *digits, by_step);
  return count;
}

// Removes the digits of the axis's own batch dimensions. Returns -1 if they are not all there.
static int remove_loops(digit *digits, int count, const tcf_stage *axis, int output) {
  for (int i = 0; i < axis->dims; i++) {
    const tcf_iodim *l = &axis->dim[i];
    if (l->n == 1) continue;
    int at = 0;
    while (at < count && (digits[at].step != (output ? l->os : l->is) || digits[at].count != l->n)) at++;
    if (at == count) return -1;
    memmove(digits + at, digits + at + 1, (size_t)(--count - at) * sizeof *digits);
  }
  return count;
}

// Whether what is left counts every element of 0 .. n - 1 once, `stride` apart.
static int counts_all(const digit *digits, int count, int64_t stride, int64_t n) {
  int64_t next = 1;
  for (int i = 0; i < count; i++) {
    if (digits[i].count == 1) continue;
    if (digits[i].step != next * stride) return 0;
    next *= digits[i].count;
  }
  return next == n;
}

// Whether an input or output of a stage covers all n elements of all transforms once, in the workspace without gaps.
static int is_one_to_one(const tcf_stage *axis, const tcf_stage *part, int output, int64_t n) {
  const tcf_slot slot = output ? part->out : part->in;
  const int user = slot == axis->in || slot == axis->out, side = slot == axis->out;
  digit digits[TCF_MAX_DIMS + 2];
  int count = digits_of(part, output, digits);
  if (!user) return counts_all(digits, count, 1, n * tcf_dim_count(axis, 0));
  count = remove_loops(digits, count, axis, side);
  return count >= 0 && counts_all(digits, count, model_stride(axis, side), n);
}

// Whether a stage loads the transforms of the axis from where the stage before has stored them. The axis's dimensions come
// last.
static int continues(const tcf_stage *axis, const tcf_stage *before, const tcf_stage *part) {
  int loops = 0;
  for (int i = 0; i < axis->dims; i++) loops += axis->dim[i].n > 1;
  for (int i = 1; i <= loops; i++)
    if (before->dim[before->dims - i].os != part->dim[part->dims - i].is) return 0;
  return before->os == part->is;
}

// ------------------------------------------------------------------------------------------------ structure

static int filters(const tcf_stage *s) { return s->store == TCF_OP_FILTER || s->store == TCF_OP_FILTER_INVERSE; }

// What runs from one transform's load to its store: its elements, those of its convolution where it is one.
static int64_t elements_of(const tcf_decomposition *parts, int at, const tcf_stage *axis) {
  int64_t m = model_points(axis);
  int last_chirp = -1;
  for (int i = 0; i < parts->count; i++) {
    if (filters(&parts->stage[i])) m = parts->stage[i].twiddle_n;
    if (tcf_op_has_chirp(parts->stage[i].store)) last_chirp = i;
  }
  return at <= last_chirp ? m : model_points(axis);
}

static int is_halved(const tcf_decomposition *parts) {
  return parts->count == 2 && tcf_stage_is_halved(&parts->stage[parts->stage[1].kind == TCFFT_C2R]);
}

// Whether a side of the axis has one of each two conjugates, wherever that one is.
static int is_one_of_two(const tcf_decomposition *parts, int at, int output) {
  return is_halved(parts) &&
         (output ? parts->stage[at].store == TCF_OP_MIRROR : at == 0 && parts->stage[0].kind == TCFFT_C2R);
}

// Points of one transform of the axis that a side of a stage has.
static int64_t elements_of_side(const tcf_decomposition *parts, int at, int output, const tcf_stage *axis) {
  const tcf_stage *s = parts->stage;
  if (!is_halved(parts) || at == output) return elements_of(parts, at, axis);
  return axis->kind == TCFFT_R2C ? s[1].points * s[1].dim[0].n : s[0].points * s[0].dim[0].n;
}

static void check_edges(const char *what, const tcf_stage *axis, const tcf_decomposition *parts) {
  int chirps = 0, products = 0;
  for (int i = 0; i < parts->count; i++) {
    const tcf_stage *s = &parts->stage[i];
    const int first = i == 0, last = i == parts->count - 1;
    const int user_load = s->load == TCF_OP_USER || s->load == TCF_OP_CHIRP;
    const int other = model_is_end(s) ? last : s->load == TCF_OP_COPY || s->load == TCF_OP_TWIDDLE || s->load == TCF_OP_HALF;
    ck_assert_msg(user_load == first && (first || other), "%s: part %d loads by edge %d", what, i, s->load);
    const int ends = s->store == TCF_OP_USER || tcf_op_is_alone(s->store) || s->store == TCF_OP_MIRROR ||
                     (s->store == TCF_OP_CHIRP && axis->kind == TCFFT_C2C);
    ck_assert_msg(ends == last, "%s: part %d stores by edge %d", what, i, s->store);
    ck_assert_int_ne(s->store, TCF_OP_NONE);
    chirps += (s->load == TCF_OP_CHIRP) + tcf_op_has_chirp(s->store);
    products += filters(s);
    if (filters(s)) ck_assert_int_ge(s->twiddle_n, tcf_least_convolution(axis->kind, axis->n));
    if (tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE || s->load == TCF_OP_TWIDDLE) {
      // Products of the indices of a point and of a transform fit the 32 bits in which kernels compute them.
      const int by = !s->in_batch_step && !s->out_batch_step;
      const int64_t ffts = is_halved(parts) ? s->in_step : by < s->dims ? s->dim[by].n : 0;
      ck_assert_msg(by < s->dims && s->twiddle_n == s->points * ffts, "%s: part %d turns by %lld", what, i,
                    (long long)s->twiddle_n);
      ck_assert(s->twiddle_n < INT64_C(1) << 32);
      ck_assert(by || (s->in_batch_step == 1 && (s->out_batch_step == 1 || s->out_batch_step == s->points)) ||
                (s->store == TCF_OP_FILTER_INVERSE && s->in_batch_step == s->points && s->out_batch_step == s->points) ||
                (s->load == TCF_OP_TWIDDLE && s->in_batch_step == s->points && s->out_batch_step == 1));
    } else if (s->store != TCF_OP_FILTER) {
      ck_assert_int_eq(s->twiddle_n, 0);
    }
  }
  // A store operation that combines two results cannot be in a stage that has only some of them, unless dimension 0 covers
  // the whole spectrum.
  const tcf_stage *end = &parts->stage[parts->count - 1];
  const int whole_loop = axis->kind == TCFFT_R2C && axis->n % 2 == 0 && end->out_batch_step == 1 &&
                         end->out_step == end->dim[0].n && end->points * end->out_step == model_points(axis);
  // Of an odd real length each element needs one result alone. Bins of R2C are told apart by their numbers, which dimension
  // 0 has to count.
  const int mirrored = end->store == TCF_OP_MIRROR && axis->n % 2 && axis->kind == TCFFT_R2C &&
                       end->out_step == 2 * end->dim[0].n - 1 && is_halved(parts);
  const int alone = tcf_op_is_alone(end->store) && axis->n % 2 &&
                    (axis->kind == TCFFT_C2R || (axis->kind == TCFFT_R2C && end->out_step == end->dim[0].n));
  ck_assert_int_eq(tcf_op_is_alone(end->store), alone);
  if (parts->count > 1 && axis->kind != TCFFT_C2C && axis->kind != TCFFT_C2R)
    ck_assert_msg(model_is_end(end) || whole_loop || alone || mirrored, "%s ends in pieces", what);
  ck_assert_msg(chirps == 2 * products && products <= 1, "%s: %d chirps, %d filters", what, chirps, products);
}

static void check_flow(const char *what, const tcf_stage *axis, const tcf_decomposition *parts) {
  for (int i = 0; i < parts->count; i++) {
    const tcf_stage *s = &parts->stage[i];
    ck_assert_msg(s->in == (i ? parts->stage[i - 1].out : axis->in), "%s: part %d reads slot %d", what, i, s->in);
    ck_assert_msg(!i || continues(axis, s - 1, s), "%s: part %d looks elsewhere", what, i);
    if (i == parts->count - 1)
      ck_assert_int_eq(s->out, axis->out);
    else
      ck_assert_msg(s->out >= TCF_SLOT_WORK && s->out != axis->in && s->out != axis->out, "%s: part %d writes slot %d", what,
                    i, s->out);
    // A tile is loaded before it is stored, but other tiles run at the same time: in place, elements must stay where they
    // are.
    if (s->in == s->out && parts->count > 1) {
      ck_assert_int_ne(s->store, TCF_OP_USER);
      ck_assert_msg(s->is == s->os && s->in_step == s->out_step && s->in_batch_step == s->out_batch_step,
                    "%s: part %d moves in place", what, i);
      for (int k = 0; k < s->dims; k++) ck_assert(s->dim[k].is == s->dim[k].os);
    }
  }
}

static void check_structure(const char *what, const tcf_stage *axis, const tcf_decomposition *parts) {
  ck_assert(parts->count >= 1 && parts->count <= TCF_MAX_LAUNCHES);
  check_flow(what, axis, parts);
  check_edges(what, axis, parts);
  for (int i = 0; i < parts->count; i++) {
    const tcf_stage *s = &parts->stage[i];
    ck_assert(s->kind == axis->kind && s->n == axis->n && s->axis == axis->axis);
    ck_assert(s->dims >= 1 && s->dims <= TCF_MAX_DIMS && s->points >= 1);
    if (!is_halved(parts))
      ck_assert_int_eq(s->points * tcf_dim_count(s, 0), elements_of(parts, i, axis) * tcf_dim_count(axis, 0));
    for (int output = 0; output < 2; output++) {
      // What a convolution stores last are the points of the axis, packed as such; the others it leaves out.
      const int64_t n = output && tcf_op_has_chirp(s->store) ? model_points(axis) : elements_of_side(parts, i, output, axis);
      tcf_stage clipped = *s;
      if (n != elements_of_side(parts, i, output, axis) || is_one_of_two(parts, i, output)) continue;
      ck_assert_msg(is_one_to_one(axis, &clipped, output, n), "%s: part %d, %s is not one to one", what, i,
                    output ? "output" : "input");
    }
  }
}

// ------------------------------------------------------------------------------------------------ every decomposition

typedef void check(const char *what, const tcf_stage *axis, const tcf_decomposition *parts);

// Checks all decompositions of an axis and returns their number, which is at least one.
static int check_ways(const tcf_stage *axis, check *also) {
  static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"};
  tcf_outline outlines[TCF_MAX_OUTLINES];
  const int ways = tcf_list_outlines(outlines, axis);
  ck_assert_int_le(ways, TCF_MAX_OUTLINES);
  for (int index = 0; index < ways; index++) {
    static tcf_decomposition parts;
    memset(&parts, 0x5a, sizeof parts);
    tcf_decompose(&parts, axis, &outlines[index]);
    char what[80];
    snprintf(what, sizeof what, "%s of %lld, is=%lld, way %d", kinds[axis->kind], (long long)axis->n, (long long)axis->is,
             index);
    test_current = what;
    check_structure(what, axis, &parts);
    if (also && test_is_due(what, test_share())) also(what, axis, &parts);
    test_current = "no axis";
  }
  return ways;
}

START_TEST(every_small) {
  for (int64_t n = 1; n <= 700; n++) {
    const tcf_stage axis = make_axis(TCFFT_C2C, n, (int)(n % LAYOUTS));
    ck_assert_int_ge(check_ways(&axis, model_check), 1);
  }
}
END_TEST

// Powers of two, smooth lengths, products of primes that are no radix, and primes that are convolved.
static const int64_t lengths[] = {1024, 2048, 4096, 8192, 720,  1001, 1155, 2310, 4400, 5040, 6561, 7007,  289,  4913,
                                  2021, 3599, 323,  5767, 4096, 4099, 4111, 4369, 5003, 8191, 8198, 10007, 12289};

START_TEST(results) {
  for (int half = 0; half < LAYOUTS; half += LAYOUTS / 2) {
    const tcf_stage axis = make_axis(TCFFT_C2C, lengths[_i], (_i + half) % LAYOUTS);
    ck_assert_int_ge(check_ways(&axis, model_check), 2);
  }
}
END_TEST

START_TEST(kinds) {
  static const int64_t some[] = {2, 3, 100, 1024, 1025, 2022, 4099, 8198, 8199, 10010};
  for (int kind = TCFFT_R2C; kind <= TCFFT_DCT4; kind++)
    for (size_t i = 0; i < TEST_COUNT(some); i++) {
      const tcf_stage axis = make_axis((tcfft_kind)kind, some[i], (int)(i % LAYOUTS));
      ck_assert_int_ge(check_ways(&axis, model_check), 1);
    }
}
END_TEST

// Where both transforms of a convolution meet in a step, it takes three launches, and one for the end of an even real
// length.
START_TEST(three_launches) {
  static const int64_t some[] = {4099, 8198};
  static tcf_decomposition parts;
  for (int kind = TCFFT_C2C; kind <= TCFFT_C2R; kind++)
    for (size_t i = 0; i < TEST_COUNT(some); i++) {
      const tcf_stage axis = make_axis((tcfft_kind)kind, some[i], COLUMNS);
      tcf_outline outlines[TCF_MAX_OUTLINES];
      const int all = tcf_list_outlines(outlines, &axis);
      int count = 0;
      for (int k = 0; k < all; k++) {
        tcf_decompose(&parts, &axis, &outlines[k]);
        if (parts.count < 3 || parts.stage[1].store != TCF_OP_FILTER_INVERSE) continue;
        ck_assert_int_eq(parts.count, kind == TCFFT_C2C || some[i] % 2 ? 3 : 4);
        ck_assert_int_eq(parts.work[0], 8 * parts.stage[1].twiddle_n * tcf_dim_count(&axis, 0));
        count++;
      }
      ck_assert_msg(count >= 5, "%lld points in %d ways", (long long)some[i], count);
    }
}
END_TEST

// Three steps begin above 2^18 points.
START_TEST(three_steps) {
  static const int64_t some[] = {1 << 19, 3 * 3 * 5 * 7 * 11 * 13 * 17, 512 * 1009};
  static tcf_decomposition parts;
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    tcf_stage axis = make_axis(TCFFT_C2C, some[i], (int)i);
    axis.dim[0].n = 2;
    for (int k = 1; k < axis.dims; k++) axis.dim[k].n = 1;
    tcf_outline outlines[TCF_MAX_OUTLINES];
    const int all = tcf_list_outlines(outlines, &axis);
    int threes = 0;
    for (int k = 0; k < all; k++) {
      tcf_decompose(&parts, &axis, &outlines[k]);
      if (parts.count != 3) continue;
      check_structure("three steps", &axis, &parts);
      if (threes++ == 0) model_check("three steps", &axis, &parts);
    }
    ck_assert_msg(threes > 0, "%lld points in no three steps", (long long)some[i]);
  }
}
END_TEST

// An axis that begins or ends in the workspace keeps off what is there.
START_TEST(other_slots) {
  static const tcf_slot sides[][2] = {{TCF_SLOT_WORK, TCF_SLOT_WORK},
                                      {TCF_SLOT_IN, TCF_SLOT_WORK},
                                      {TCF_SLOT_WORK, TCF_SLOT_OUT},
                                      {TCF_SLOT_OUT, TCF_SLOT_OUT},
                                      {TCF_SLOT_WORK1, TCF_SLOT_OUT}};
  static const int64_t some[] = {16, 1024, 4099, 8192};
  for (size_t i = 0; i < TEST_COUNT(sides); i++)
    for (size_t k = 0; k < TEST_COUNT(some); k++) {
      const int in_place = sides[i][0] == sides[i][1];
      tcf_stage axis = make_axis(TCFFT_C2C, some[k], in_place ? COLUMNS : TURNED);
      axis.in = sides[i][0];
      axis.out = sides[i][1];
      ck_assert_int_ge(check_ways(&axis, model_check), 1);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ long lengths

// Lengths that no test can compute: their maps.
START_TEST(long_lengths) {
  static const int64_t some[] = {1000000,  1048573,    9699690,        14348907, 44100 * 60,
                                 33554393, 65537 * 31, 27 * 65536 * 5, 100000007};
  for (int kind = TCFFT_C2C; kind <= TCFFT_DCT4; kind++)
    for (int i = 0; i < 27 + (int)TEST_COUNT(some); i++) {
      const int64_t n = i < 27 ? INT64_C(2) << i : some[i - 27];
      for (int layout = 0; layout < LAYOUTS; layout++) {
        const tcf_stage axis = make_axis((tcfft_kind)kind, n, layout);
        ck_assert_msg(check_ways(&axis, NULL) >= 1, "%lld points in no way", (long long)n);
      }
    }
}
END_TEST

// Beyond what 32 bits of a kernel count there is none.
START_TEST(too_long) {
  static const int64_t some[] = {(INT64_C(1) << 31) + 2, INT64_C(1) << 33, INT64_C(1) << 40};
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    const tcf_stage axis = make_axis(TCFFT_C2C, some[i], PACKED);
    tcf_outline outlines[TCF_MAX_OUTLINES];
    ck_assert_int_eq(tcf_list_outlines(outlines, &axis), 0);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("expand");
  TCase *compute = test_case(suite, "results", 120), *maps = test_case(suite, "maps", 60);
  tcase_add_test(compute, every_small);
  tcase_add_loop_test(compute, results, 0, (int)TEST_COUNT(lengths));
  tcase_add_test(compute, kinds);
  tcase_add_test(compute, three_launches);
  tcase_add_test(compute, three_steps);
  tcase_add_test(compute, other_slots);
  tcase_add_test(maps, long_lengths);
  tcase_add_test(maps, too_long);
  return suite;
}
