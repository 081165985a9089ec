// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A short set that touches every kernel for CUDA devices in every form: what a sanitizer, which slows kernels down a hundred
// times, is run on.
#include <stdio.h>

#include "core/desc.h"
#include "core/device_choice.h"
#include "on_device.h"
#include "planner/planner.h"

static const char *const rows_texts[] = {"c2c:1*300", "c2c:16*37",        "c2c:1024*5", "c2c:3125*2",
                                         "c2c:8192",  "c2c:60*5:inplace", NULL};
static const char *const columns_texts[] = {"c2c:64*7:is=7:id=1:os=7:od=1",
                                            "c2c:48*9:is=9:id=1",
                                            "c2c:48*9:os=9:od=1",
                                            "c2c:60x70*2",
                                            "c2c:9x12x10",
                                            "c2c:1024*18:is=18:id=1:os=18:od=1",
                                            NULL};
static const char *const steps_texts[] = {
    "c2c:65536", "c2c:32805", "c2c:20000*3:is=3:id=1:os=3:od=1", "c2c:65536:inplace", "c2c:131072", "c2c:256x256", NULL};
static const char *const convolutions_texts[] = {"c2c:127*5", "c2c:257*5",  "c2c:1009*3", "c2c:47*9:is=9:id=1:os=9:od=1",
                                                 "c2c:479*3", "c2c:2018",   "c2c:10007",  "c2c:30031",
                                                 "r2c:101*3", "dct2:101*3", "r2c:4097*3", NULL};
static const char *const kinds_texts[] = {"r2c:64*9",
                                          "r2c:45*9",
                                          "c2r:64*9",
                                          "c2r:45*9",
                                          "dct1:33*9",
                                          "dct1:34*9",
                                          "dct2:64*9",
                                          "dct2:45*9",
                                          "dct3:64*9",
                                          "dct3:45*9",
                                          "dct4:64*9",
                                          "dct4:45*9",
                                          "r2c:30*9:is=9:id=1:os=9:od=1",
                                          "c2r:30*9:is=9:id=1:os=9:od=1",
                                          "dct2:16x12*3",
                                          "r2c:9x10*3:inplace",
                                          "c2r:9x10*3",
                                          NULL};
static const char *const long_kinds_texts[] = {"r2c:65536",
                                               "r2c:30031",
                                               "r2c:33075*2",
                                               "c2r:65536",
                                               "c2r:30031",
                                               "c2r:1022*1500",
                                               "dct1:20001",
                                               "dct1:16386",
                                               "dct2:40000",
                                               "dct2:33075",
                                               "dct3:40000",
                                               "dct3:33075",
                                               "dct4:40000",
                                               "dct4:33075",
                                               "dct2:10007",
                                               "dct4:10007",
                                               "r2c:40000*3:is=3:id=1:os=3:od=1",
                                               NULL};

// By clusters of blocks, as far as the device has them: as many transforms as two launches would be slower for.
static const char *const clusters_texts[] = {"c2c:65536*15",
                                             "c2c:65536*15:tensor",
                                             "r2c:65536*15",
                                             "c2c:4096*96:is=96:id=1:os=96:od=1",
                                             "c2c:8192*96:is=96:id=1:os=96:od=1",
                                             "c2c:20000*90",
                                             NULL};

static const char *const tensor_texts[] = {"c2c:16*37:tensor",
                                           "c2c:12*50:tensor",
                                           "c2c:256*19:tensor",
                                           "c2c:4096*3:tensor",
                                           "c2c:1000*5:tensor:half1",
                                           "c2c:64*9:tensor:is=9:id=1:os=9:od=1",
                                           "c2c:65536:tensor",
                                           "r2c:8192*2:tensor",
                                           "c2r:1024*3:tensor",
                                           "c2c:256*5:tensor:paper",
                                           NULL};

// ------------------------------------------------------------------------------------------------ forms

static int rader(const tcf_stage *s) { return s->fft[0] == 'r'; }
static int bluestein(const tcf_stage *s) { return s->fft[0] == 'b'; }
static int turn(const tcf_stage *s) { return s->store == TCF_OP_TWIDDLE; }
static int chirp_in(const tcf_stage *s) { return s->load == TCF_OP_CHIRP; }
static int chirp_out(const tcf_stage *s) { return tcf_op_has_chirp(s->store); }
static int filter(const tcf_stage *s) { return s->store == TCF_OP_FILTER || s->store == TCF_OP_FILTER_INVERSE; }
static int plain_in(const tcf_stage *s) { return s->load == TCF_OP_COPY; }
static int plain_out(const tcf_stage *s) { return s->store == TCF_OP_COPY; }
static int reads_row(const tcf_stage *s) { return s->in_step * s->is == 1 && s->kind == TCFFT_C2C; }
static int reads_column(const tcf_stage *s) { return s->in_step * s->is != 1 && s->dim[0].n > 1 && s->kind == TCFFT_C2C; }
static int one_pass(const tcf_stage *s) { return !strchr(s->fft, '.'); }
static int many_passes(const tcf_stage *s) { return strchr(s->fft, '.') != NULL; }

static const struct {
  const char *name;
  int (*is)(const tcf_stage *s);
} forms[] = {{"Rader's convolution", rader},
             {"Bluestein's convolution", bluestein},
             {"a turn", turn},
             {"a chirp on the way in", chirp_in},
             {"a chirp on the way out", chirp_out},
             {"a chirp's spectrum", filter},
             {"complex numbers from the step before", plain_in},
             {"complex numbers for the step after", plain_out},
             {"rows", reads_row},
             {"columns", reads_column},
             {"one pass", one_pass},
             {"many passes", many_passes}};
enum { FORMS = sizeof forms / sizeof *forms, KINDS = TCFFT_DCT4 + 1, KERNELS = 32 };

// What the plans of all texts together did.
typedef struct seen {
  int form[FORMS], kernel[KERNELS];
  int even[KINDS], odd[KINDS];  // of a kind in one launch
  int ends[KINDS];              // of a kind's last step by itself, or its only one
} seen;

static void look(seen *all, const tcf_stage *s) {
  for (int f = 0; f < FORMS; f++) all->form[f] |= forms[f].is(s);
  for (int k = 0; tcf_kernel_at(k); k++) all->kernel[k] |= tcf_kernel_at(k) == s->kernel;
  if (s->load == TCF_OP_USER && s->store == TCF_OP_USER) *(s->n % 2 ? &all->odd[s->kind] : &all->even[s->kind]) = 1;
  if (s->load != TCF_OP_USER && (s->store == TCF_OP_USER || tcf_op_is_alone(s->store))) all->ends[s->kind] = 1;
}

static void look_at_texts(seen *all, const char *const *texts, const tcf_device *device) {
  for (int i = 0; texts[i]; i++) {
    tcfft_desc d;
    tcf_problem p;
    tcf_schedule s;
    test_desc(&d, texts[i]);
    device_succeeds(tcf_problem_from_desc(&p, &d), texts[i]);
    device_succeeds(tcf_planner_run(&s, &p, device, 1), texts[i]);
    for (int k = 0; k < s.stages; k++) look(all, &s.stage[k]);
  }
}

// They came with compute capability 7.0, and their kernels are compiled at run time; products by memory are for those that
// have no others.
static int has_tensor_cores(const tcf_device *device) { return device->compiler && device->capability >= 70; }

static int has_rader(const tcf_device *device) { return device->compiler && device->backend == TCFFT_BACKEND_CUDA; }

// Without a compiler their kernels are there where they are built in.
static int has_clusters(const tcf_device *device) { return device->compiler && device->cluster >= 8; }

// Tiles are compiled for their length, or they are of any. FP16 numbers alone are for the suite stored_kernels.
static int is_wanted(const tcf_kernel *k, const tcf_device *device) {
  if (k->algorithm == TCFFT_ALGORITHM_TENSOR && !has_tensor_cores(device)) return 0;
  if (!strncmp(k->name, "cuda_cluster", strlen("cuda_cluster"))) return has_clusters(device);
  if (!strncmp(k->name, "cuda_half", strlen("cuda_half"))) return 0;
  if (!strcmp(k->name, device->capability >= 75 ? "cuda_wmma" : "cuda_mma")) return 0;
  return k->backend == test_backend && strcmp(k->name, device->compiler ? "cuda_generic" : "cuda_tile") != 0;
}

static void check_coverage(const tcf_device *device) {
  static const char *const *const all_texts[] = {rows_texts,         columns_texts, steps_texts,
                                                 convolutions_texts, kinds_texts,   long_kinds_texts};
  seen all = {.form = {0}};
  for (size_t i = 0; i < TEST_COUNT(all_texts); i++) look_at_texts(&all, all_texts[i], device);
  if (has_tensor_cores(device)) look_at_texts(&all, tensor_texts, device);
  if (has_clusters(device)) look_at_texts(&all, clusters_texts, device);
  for (int f = 0; f < FORMS; f++)
    ck_assert_msg(all.form[f] || (forms[f].is == rader && !has_rader(device)), "no stage with %s", forms[f].name);
  for (int k = 0; tcf_kernel_at(k); k++) {
    ck_assert_int_lt(k, KERNELS);
    ck_assert_msg(all.kernel[k] || !is_wanted(tcf_kernel_at(k), device), "no stage of %s", tcf_kernel_at(k)->name);
  }
  for (int kind = 0; kind < KINDS; kind++)
    ck_assert_msg(all.even[kind] && all.odd[kind] && all.ends[kind], "kind %d: even %d, odd %d, long %d", kind,
                  all.even[kind], all.odd[kind], all.ends[kind]);
}

// The set says what it promises, with a compiler and without, where that may be: a planner of another taste needs other
// texts.
START_TEST(coverage) {
  tcf_device device;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), "asking the device");
  device.built_ins = 0;
  if (device.compiler) check_coverage(&device);
  device.compiler = 0;
  if (test_backend == TCFFT_BACKEND_CUDA) check_coverage(&device);
}
END_TEST

// ------------------------------------------------------------------------------------------------ running

#define TABLE(name)                                         \
  START_TEST(name##_table) { test_both(name##_texts[_i]); } \
  END_TEST

TABLE(rows)
TABLE(columns)
TABLE(steps)
TABLE(convolutions)
TABLE(kinds)
TABLE(long_kinds)
TABLE(tensor)
TABLE(clusters)

#define COUNT(name) ((int)TEST_COUNT(name##_texts) - 1)

Suite *test_suite(void) {
  Suite *suite = suite_create("sanitize");
  tcase_add_test(test_case(suite, "coverage", 60), coverage);
  tcase_add_loop_test(test_case(suite, "rows", 60), rows_table, 0, COUNT(rows));
  tcase_add_loop_test(test_case(suite, "columns", 60), columns_table, 0, COUNT(columns));
  tcase_add_loop_test(test_case(suite, "steps", 60), steps_table, 0, COUNT(steps));
  tcase_add_loop_test(test_case(suite, "convolutions", 60), convolutions_table, 0, COUNT(convolutions));
  tcase_add_loop_test(test_case(suite, "kinds", 60), kinds_table, 0, COUNT(kinds));
  tcase_add_loop_test(test_case(suite, "long_kinds", 60), long_kinds_table, 0, COUNT(long_kinds));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor_table, 0, COUNT(tensor));
  tcase_add_loop_test(test_case(suite, "clusters", 60), clusters_table, 0, COUNT(clusters));
  return suite;
}
