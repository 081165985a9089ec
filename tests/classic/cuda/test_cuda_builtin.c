// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Devices without a run-time compiler: every plan does with programs that are compiled ahead of time, by tiles of its length
// where they are among them and by the generic ones elsewhere; devices with a compiler never ask for the latter.
#include "classic/cuda/builtin_programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/builtin.h"
#include "classic/cuda/build.h"
#include "classic/cuda/launch.h"
#include "core/registry.h"
#include "core/schedule_text.h"
#include "planner/candidates.h"
#include "planner/planner.h"
#include "sparse/cuda/programs.h"
#include "tile/tile_text.h"
#include "tools/builtin_list.h"
#include "units.h"

// What a build with CUDA brings, and a GPU of the table that has it and no compiler.
static const tcf_built_in *built_in(int *count) {
  static const tcf_built_in *list;
  static int counted;
  if (!list) counted = tcf_cuda_builtin_list(&list);
  ck_assert_int_gt(counted, 100);
  *count = counted;
  return list;
}

static tcf_device lone_gpu(int i) {
  tcf_device d = unit_device(unit_gpu(i));
  int count;
  d.compiler = 0;
  d.built_in = built_in(&count);
  d.built_ins = count;
  return d;
}

// Whether a device of this capability has a program.
static int is_built_in(const char *family, const char *parameters, int64_t capability) {
  int count;
  const tcf_built_in *list = built_in(&count), wanted = {.family = family, .parameters = parameters},
                     *found = bsearch(&wanted, list, (size_t)count, sizeof *list, tcf_cuda_builtin_order);
  return found && found->capability <= capability;
}

static tcf_schedule plan(const char *text, const tcf_device *d) {
  test_current = text;
  const tcf_problem p = unit_problem(text);
  tcf_schedule s;
  ck_assert_msg(tcf_planner_run(&s, &p, d, 1) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name, tcfft_last_error());
  return s;
}

static int is_kernel(const tcf_stage *s, const char *name) { return strcmp(s->kernel->name, name) == 0; }

// ------------------------------------------------------------------------------------------------ the list

START_TEST(list) {
  int count, tiles = 0, clusters = 0, newer = 0;
  const tcf_built_in *all = built_in(&count);
  for (int i = 0; i < count; i++) {
    newer += all[i].capability == 90;
    ck_assert(all[i].capability == 0 || all[i].capability == 90);
    tiles += !strcmp(all[i].family, "tile") || !strcmp(all[i].family, "mma");
    clusters += !strncmp(all[i].family, "cluster", strlen("cluster"));
    if (i) ck_assert_int_lt(tcf_cuda_builtin_order(&all[i - 1], &all[i]), 0);
  }
  const char *family;
  char parameters[TCF_TILE_PARAMETERS];
  int generic = 0;
  for (; tcf_generic_program(generic, &family, parameters); generic++)
    ck_assert_msg(is_built_in(family, parameters, 0), "%s %s", family, parameters);
  ck_assert_msg(newer > 20 && newer < tiles - 20, "%d of %d tiles are for newer devices", newer, tiles);
  // of two types, and of FP32 with any numbers in memory, which has no tables of its own: real kinds, large radices; kinds,
  // parity, transforms; tables of convolutions. Products of FP32.
  ck_assert_int_eq(generic, 3 * (4 + 2 * 2 * 6) + 2 + 1);
  for (int i = 0; i < TCF_SPARSE_PROGRAMS; i++)
    ck_assert(is_built_in(tcf_sparse_programs[i].family, tcf_sparse_programs[i].parameters, 0));
  ck_assert_int_ge(clusters, 5);  // one for each length at least, planes, and columns
  ck_assert_int_eq(tiles + clusters, count - generic - TCF_SPARSE_PROGRAMS);
}
END_TEST

// A program serves where it differs in the blocks alone, whatever comes behind them.
START_TEST(find) {
  static const tcf_built_in some[] = {{.family = "tile", .parameters = "n=8:blocks=12:kind=0"},
                                      {.family = "tile", .parameters = "n=8:threads=4:blocks=1"},
                                      {.family = "tile", .parameters = "n=10:blocks=1", .capability = 90}};
  const tcf_device d = {.built_in = some, .built_ins = 3, .capability = 80};
  tcf_device newer = d;
  newer.capability = 90;
  ck_assert_ptr_eq(tcf_builtin_find(&d, "tile", "n=8:blocks=12:kind=0"), some[0].parameters);
  ck_assert_ptr_eq(tcf_builtin_find(&d, "tile", "n=8:blocks=3:kind=0"), some[0].parameters);
  ck_assert_ptr_eq(tcf_builtin_find(&d, "tile", "n=8:threads=4:blocks=16"), some[1].parameters);
  static const char *const others[] = {"n=8:blocks=12:kind=1", "n=8:blocks=12",          "n=8:blocks=12:kind=0:x=1",
                                       "n=9:blocks=12:kind=0", "n=8:threads=5:blocks=1", ""};
  for (size_t i = 0; i < TEST_COUNT(others); i++) ck_assert_ptr_null(tcf_builtin_find(&d, "tile", others[i]));
  ck_assert_ptr_null(tcf_builtin_find(&d, "real_post", "n=8:blocks=12:kind=0"));
  ck_assert_ptr_null(tcf_builtin_find(&d, "tile", "n=10:blocks=1"));
  ck_assert_ptr_eq(tcf_builtin_find(&newer, "tile", "n=10:blocks=2"), some[2].parameters);
}
END_TEST

// ------------------------------------------------------------------------------------------------ what plans ask for

static const char *const problems[] = {"c2c:1",
                                       "c2c:2*100",
                                       "c2c:17*10",
                                       "c2c:1000*100",
                                       "c2c:1024*100",
                                       "c2c:1009*100",
                                       "c2c:4096*64",
                                       "c2c:8191*3",
                                       "c2c:16384*2",
                                       "c2c:30030",
                                       "c2c:65536*4",
                                       "c2c:100003",
                                       "c2c:1048576",
                                       "c2c:512x512",
                                       "c2c:30x7x11*40",
                                       "c2c:64x64:inplace",
                                       "c2c:243*50:is=3:id=1000",
                                       "r2c:255*100",
                                       "r2c:4096*10",
                                       "r2c:262144",
                                       "r2c:100003",
                                       "r2c:64x64x64",
                                       "c2r:1024*100",
                                       "c2r:100001",
                                       "c2r:524288:is=2",
                                       "dct1:129*100",
                                       "dct1:65537",
                                       "dct2:262144",
                                       "dct2:100x100",
                                       "dct3:100000",
                                       "dct4:255*100",
                                       "dct4:100003",
                                       "dct4:131072"};

// In place of the backend's: nothing is executed.
static const tcf_backend ready = {.id = TCFFT_BACKEND_CUDA, .name = "cuda"};

static int is_cluster(const tcf_program *program) { return !strncmp(program->family, "cluster", strlen("cluster")); }

static int tiles, generics;
static void check_program(const tcf_program *program, const tcf_device *d) {
  ck_assert_msg(is_built_in(program->family, program->parameters, d->capability), "%s %s is not built in for %s",
                program->family, program->parameters, d->name);
  tiles += !strcmp(program->family, "tile");
  generics += !strcmp(program->family, "generic");
}

static void load_all(const char *text, const tcf_device *d) {
  const tcf_schedule s = plan(text, d);
  tcf_arena tables = {0};
  for (int i = 0; i < s.stages; i++) {
    tcf_prepared prepared = {0};
    const tcf_prepare with = {.device = d, .backend = &ready, .threads = 1, .tables = &tables};
    ck_assert_msg(s.stage[i].kernel->prepare(&s.stage[i], &with, &prepared) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name,
                  tcfft_last_error());
    check_program(&prepared.load.program, d);
    if (!is_cluster(&prepared.load.program)) {  // clusters have a state of their own, and one grid for all transforms
      const tcf_tile_stage *state = prepared.state;
      ck_assert_msg((int64_t)state->grid.shared <= d->shared && state->grid.threads <= d->sm_threads, "%s on %s", text,
                    d->name);
    }
    free(prepared.table);
  }
  tcf_arena_free(&tables);
}

// Nothing that would have to be compiled, and some of both sorts.
START_TEST(nothing_missing) {
  const tcf_device d = lone_gpu(_i);
  for (size_t i = 0; i < TEST_COUNT(problems); i++) load_all(problems[i], &d);
  ck_assert_msg(generics > 10 && tiles > 2, "%s: %d tiles, %d generic ones", d.name, tiles, generics);
}
END_TEST

// Programs that do not fit a device are no failure of the caller's.
START_TEST(quiet) {
  tcf_device d = lone_gpu(4);
  for (int shared = 2048; shared <= 98304; shared *= 2) {
    d.shared = shared;
    tcf_fail(TCFFT_ERROR_PARSE, "an older failure");
    for (int n = 16; n <= 256; n *= 2) {
      char text[60];
      snprintf(text, sizeof text, "c2c:%d*65536", n);
      plan(text, &d);
    }
    ck_assert_str_eq(tcfft_last_error(), "an older failure");
  }
}
END_TEST

// What the built-in programs are for goes by them: the same launches that a device with a compiler gets.
START_TEST(powers_of_two) {
  const tcf_device d = lone_gpu(0), compiling = unit_device(unit_gpu(0));
  static const char *const kinds[] = {"c2c", "r2c", "c2r"};
  for (size_t k = 0; k < TEST_COUNT(kinds); k++)
    for (int e = 4; e <= 21; e++) {
      char text[60];
      snprintf(text, sizeof text, "%s:%d*%d", kinds[k], 1 << e, 1 << (26 - e));
      const tcf_schedule s = plan(text, &d), compiled = plan(text, &compiling);
      ck_assert_msg(s.stages == compiled.stages, "%s: %d launches", text, s.stages);
      for (int i = 0; i < s.stages; i++)
        ck_assert_msg(s.stage[i].kernel == compiled.stage[i].kernel, "%s: launch %d by %s", text, i,
                      s.stage[i].kernel->name);
      ck_assert_msg(s.time < 1.1 * compiled.time, "%s: %g s, compiled %g s", text, s.time, compiled.time);
    }
}
END_TEST

// Where there is a compiler, what is built in changes nothing, and nothing is generic.
START_TEST(compilers_decide) {
  for (int g = 0; g < UNIT_GPUS; g++) {
    tcf_device with = lone_gpu(g), without = unit_device(unit_gpu(g));
    with.compiler = without.compiler = 1;
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      static char x[8192], y[8192];
      tcf_writer wx = {.buf = x, .cap = sizeof x}, wy = {.buf = y, .cap = sizeof y};
      const tcf_schedule s = plan(problems[i], &with), t = plan(problems[i], &without);
      for (int k = 0; k < s.stages; k++) ck_assert_msg(!is_kernel(&s.stage[k], "cuda_generic"), "%s", problems[i]);
      tcf_schedule_print(&s, &wx);
      tcf_schedule_print(&t, &wy);
      ck_assert_str_eq(x, y);
    }
  }
}
END_TEST

static int proposes(const char *kernel, const char *text, const tcf_device *d) {
  static tcf_stage candidates[TCF_MAX_CANDIDATES];
  tcf_stage stage = plan(text, d).stage[0];
  const int count = tcf_planner_candidates(&stage, d, 1, candidates, TCF_MAX_CANDIDATES);
  int found = 0;
  for (int i = 0; i < count; i++) found += is_kernel(&candidates[i], kernel);
  return found > 0;
}

START_TEST(candidates) {
  const tcf_device lone = lone_gpu(0), compiling = unit_device(unit_gpu(0));
  ck_assert(proposes("cuda_generic", "c2c:1024*65536:classic", &lone) &&
            proposes("cuda_tile", "c2c:1024*65536:classic", &lone));
  ck_assert(proposes("cuda_generic", "c2c:1000*65536", &lone) && !proposes("cuda_tile", "c2c:1000*65536", &lone));
  ck_assert(!proposes("cuda_generic", "c2c:1000*65536", &compiling) && proposes("cuda_tile", "c2c:1000*65536", &compiling));
}
END_TEST

// A program that is not what the device would compile, in a number that is easily overlooked, is none of its candidates.
START_TEST(others) {
  char parameters[TCF_TILE_PARAMETERS], altered[TCF_TILE_PARAMETERS + 8];
  tcf_device d = unit_device(unit_gpu(0));
  const tcf_schedule s = plan("c2c:1024*65536:classic", &d);
  tcf_tile tile;
  ck_assert_int_eq(tcf_tile_build(&tile, &s.stage[0], &d), TCFFT_SUCCESS);
  tcf_tile_print(&tile, parameters);
  static const char *const numbers[] = {"",
                                        ":stride=",
                                        ":row=",
                                        ":pad=",
                                        ":batch_fast_in=",
                                        ":hermitian_in=",
                                        ":hermitian_out=",
                                        ":across_in=",
                                        ":across_out=",
                                        ":no_batch_step_out=",
                                        ":in=",
                                        ":out=",
                                        ":smem_out=",
                                        ":warp=",
                                        ":threads="};
  for (size_t i = 0; i < TEST_COUNT(numbers); i++) {
    const char *at = strstr(parameters, numbers[i]);
    ck_assert_ptr_nonnull(at);
    const int head = (int)(at - parameters) + (int)strlen(numbers[i]);
    snprintf(altered, sizeof altered, "%.*s%s%s", head, parameters, i ? "1" : "", parameters + head);
    const tcf_built_in only = {.family = "tile", .parameters = altered};
    d.compiler = 0;
    d.built_in = &only;
    d.built_ins = 1;
    ck_assert_msg(proposes("cuda_tile", "c2c:1024*65536:classic", &d) == (i == 0), "%s", altered);
  }
}
END_TEST

// A tile that is not built in is refused with its parameters, not by whatever the backend makes of it.
START_TEST(refused) {
  tcf_device d = unit_device(unit_gpu(0));
  tcf_schedule s = plan("c2c:1000*100", &d);
  d.compiler = 0;
  tcf_arena tables = {0};
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = &d, .backend = &ready, .threads = 1, .tables = &tables};
  ck_assert_int_eq(s.stage[0].kernel->prepare(&s.stage[0], &with, &prepared), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_msg(strstr(tcfft_last_error(), "no run-time compiler") && strstr(tcfft_last_error(), "n=1000:"), "%s",
                tcfft_last_error());
  tcf_arena_free(&tables);
}
END_TEST

// ------------------------------------------------------------------------------------------------ the generic tile

static int is_smooth(int n) {
  for (int p = 2; p <= 31; p++)
    while (n % p == 0) n /= p;
  return n == 1;
}

static tcf_stage row(int64_t n) {
  tcf_stage s = {.kernel = tcf_kernel_find("cuda_generic"), .algorithm = TCFFT_ALGORITHM_CLASSIC, .n = n, .is = 1, .os = 1};
  s.out = TCF_SLOT_OUT;
  s.points = n;
  s.load = s.store = TCF_OP_USER;
  s.in_step = s.out_step = 1;
  s.dims = 1;
  s.dim[0] = (tcf_iodim){100, n, n};
  return s;
}

static void propose_generic(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  s->kernel->propose(s, d, 1, out);
}

static tcfft_status prepare_estimate(const tcf_stage *s, const tcf_device *d) {
  tcf_arena arena = {.estimate_only = 1};
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = d, .threads = 1, .tables = &arena};
  const tcfft_status status = s->kernel->prepare(s, &with, &prepared);
  tcf_arena_free(&arena);
  return status;
}

// One launch for every length that the radices divide and shared memory holds, and by Bluestein for all below 2000.
START_TEST(lengths) {
  const tcf_device big = lone_gpu(0), small = lone_gpu(4);
  for (int n = 1; n <= 16384; n++) {
    tcf_stage s = row(n);
    if (!is_smooth(n) && n >= 2000) continue;
    ck_assert_msg(unit_first(propose_generic, &s, &big), "no generic tile of %d points on %s", n, big.name);
    ck_assert_msg(prepare_estimate(&s, &big) == TCFFT_SUCCESS, "%d points: %s", n, tcfft_last_error());
    s = row(n);
    ck_assert_msg(unit_first(propose_generic, &s, &small) || n > 5700, "no generic tile of %d points on %s", n, small.name);
  }
}
END_TEST

START_TEST(texts) {
  static const struct {
    int64_t n, width, threads;
    const char *fft, *says;
  } broken[] = {
      {36, 1, 32, "6.6", "radices"},        {37, 1, 32, "r(4.9)", "radices"},   {16, 0, 32, "16", "make no tile"},
      {16, 1, 0, "16", "make no tile"},     {16, 1, 257, "16", "make no tile"}, {16, 1 << 20, 256, "16", "make no tile"},
      {16384, 2, 256, "16.16.16.4", "fit"}, {16, 1, 32, "8", "does not"},       {17, 1, 32, "b(16)", "does not"},
      {16, 1, 32, "x", "does not"},
  };
  const tcf_device d = lone_gpu(0);
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    tcf_stage s = row(broken[i].n);
    s.width = broken[i].width;
    s.threads = broken[i].threads;
    snprintf(s.fft, sizeof s.fft, "%s", broken[i].fft);
    ck_assert_msg(prepare_estimate(&s, &d) == TCFFT_ERROR_PARSE && strstr(tcfft_last_error(), broken[i].says), "%s: %s",
                  broken[i].fft, tcfft_last_error());
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ matrix products

// Matrix products by a library: for what no tile on tensor cores does, in one launch however long. Without a compiler that
// is what no built-in tile does: those that were timed.
START_TEST(last_resort) {
  static const char *const gemm = "cuda_gemm";
  const tcf_device d = unit_device(unit_gpu(_i)), lone = lone_gpu(_i);
  for (int k = 2; k <= 28 && d.capability >= 70; k++) {
    tcf_problem p = {.kind = TCFFT_C2C, .rank = 1, .n = {INT64_C(1) << k}, .batch = 3, .scale = {1, 1}};
    p.algorithm = TCFFT_ALGORITHM_TENSOR;
    p.split = TCFFT_SPLIT_PAPER;
    tcf_problem_pack(&p);
    const tcf_schedule paper = unit_schedule(&p, &d, 1);
    ck_assert(paper.stages == 1 && is_kernel(&paper.stage[0], gemm));
    p.split = TCFFT_SPLIT_SPLIT2;
    const tcf_schedule alone = unit_schedule(&p, &lone, 1);
    const int built = k >= 6 && is_kernel(&alone.stage[0], "cuda_mma");
    for (int i = 0; i < alone.stages && built; i++) ck_assert(is_kernel(&alone.stage[i], "cuda_mma"));
    ck_assert(built || (alone.stages == 1 && is_kernel(&alone.stage[0], gemm)));
    ck_assert(built || d.capability < 90 || k < 6 || k > 14);
    if (!d.compiler || built) continue;
    const tcf_schedule usual = unit_schedule(&p, &d, 1);
    for (int i = 0; i < usual.stages; i++) ck_assert(!is_kernel(&usual.stage[i], gemm));
    ck_assert_msg(usual.time * 3 < alone.time, "2^%d on %s: %.3g beside %.3g", k, d.name, usual.time, alone.time);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_ahead");
  TCase *all = test_case(suite, "list", 60), *plans = test_case(suite, "plans", 60), *any = test_case(suite, "generic", 60);
  tcase_add_test(all, list);
  tcase_add_test(all, find);
  tcase_add_loop_test(plans, nothing_missing, 0, UNIT_GPUS);
  tcase_add_test(plans, powers_of_two);
  tcase_add_test(plans, compilers_decide);
  tcase_add_test(plans, candidates);
  tcase_add_test(plans, others);
  tcase_add_test(plans, refused);
  tcase_add_test(plans, quiet);
  tcase_add_loop_test(plans, last_resort, 0, UNIT_GPUS);
  tcase_add_test(any, lengths);
  tcase_add_test(any, texts);
  return suite;
}
