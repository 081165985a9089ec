// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every program that plans for the GPUs of the table use compiles for them, the oldest too: planned and compiled at run time
// on machines without one. Each GPU is a case, so that a compiler that knows some of them tests those; TCFFT_NVRTC names it.
// By TCFFT_TEST_SHARE=8 an eighth of the programs is compiled, others each time.
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/compile.h"
#include "backend/cuda/program.h"
#include "classic/cuda/builtin_programs.h"
#include "planner/planner.h"
#include "units.h"

// One of Turing's, which no built-in device is.
static const char turing[] =
    "cuda:name=RTX2060:cores=30:vector=32:l2=3145728:copy=2.6e11:flops=2e11:capability=75:shared=65536:sm_shared=65536:"
    "sm_threads=1024:sm_registers=65536:launch=4e-6:compiler=1:memory=6000000000";

// Problems for all parts of the classic path: whole rows and columns, hierarchical steps, Rader, Bluestein, long
// convolutions, real kinds in one launch and with the real_post kernel, strides.
static const char *const problems[] = {
    "c2c:16*1000",  "c2c:1000*640",    "c2c:4096*64",        "c2c:8192*64",
    "c2c:512x512",  "c2c:30x7x11*40",  "c2c:1048576",        "c2c:1000000",
    "c2c:30030*20", "c2c:37*1000",     "c2c:257*1000",       "c2c:1009*100",
    "c2c:83*1000",  "c2c:2879*100",    "c2c:100003",         "r2c:1000*100",
    "r2c:255*100",  "r2c:1048576",     "r2c:64x64x64",       "c2r:1024*100",
    "c2r:1000001",  "c2r:524288:is=2", "dct1:129*100",       "dct2:512*100",
    "dct2:262144",  "dct3:100*100",    "dct3:100000",        "dct4:256*100",
    "dct4:255*100", "dct4:131072",     "c2c:256x96:inplace", "c2c:243*50:is=3:id=1000",
    "c2c:509*1000", "c2c:64x64*100",
};

// The same path in FP64.
static const char *const doubles[] = {"c2c:4096*64", "c2c:1000*640", "c2c:64x64*100",    "c2c:1048576",  "c2c:61*1000",
                                      "c2c:509*100", "c2c:1009*100", "c2c:100003",       "r2c:255*100",  "r2c:1000*100",
                                      "c2r:1024*10", "c2r:1000001",  "dct2:512*100",     "dct4:255*100", "c2c:961*100",
                                      "c2r:8*10000", "r2c:16*10000", "c2r:24*10000:os=3"};

// Of other numbers in memory: every load and store in every type that it has.
static const struct {
  const char *text;
  tcfft_type in, out;
} typed[] = {{"c2c:4096*64", TCFFT_F16, TCFFT_F16},     {"c2c:4096*64", TCFFT_I8, TCFFT_BF16},
             {"c2c:1000*640", TCFFT_I16, TCFFT_F32},    {"r2c:1000*100", TCFFT_I16, TCFFT_F32},
             {"c2r:1024*100", TCFFT_BF16, TCFFT_F16},   {"r2c:255*100", TCFFT_I8, TCFFT_BF16},
             {"c2r:1000001", TCFFT_F16, TCFFT_BF16},    {"c2c:37*1000", TCFFT_F16, TCFFT_BF16},
             {"c2c:1009*100", TCFFT_BF16, TCFFT_F16},   {"r2c:64x64*9", TCFFT_F16, TCFFT_F16},
             {"c2r:64x64*9", TCFFT_F16, TCFFT_F16},     {"dct2:262144", TCFFT_I8, TCFFT_F16},
             {"dct4:255*100", TCFFT_F16, TCFFT_BF16},   {"c2c:1048576", TCFFT_BF16, TCFFT_BF16},
             {"c2c:65536*1024", TCFFT_F16, TCFFT_BF16}, {"c2c:20000*900", TCFFT_I8, TCFFT_F16},
             {"r2c:1009x30", TCFFT_F16, TCFFT_BF16},    {"c2r:64x512*9", TCFFT_F16, TCFFT_F16},
             {"c2c:16777216*4", TCFFT_F16, TCFFT_F16}};

// For a tolerance below what FP32 reaches, FP64 inside.
static const char *const wide[] = {"c2c:4096*64:tol=4e-8", "c2c:100003:tol=4e-8",  "r2c:255*100:tol=4e-8",
                                   "c2r:1000001:tol=4e-8", "dct2:262144:tol=4e-8", "c2c:1000*640:is=3:tol=4e-8"};

// What tensor cores do besides, from compute capability 7.0 on.
static const char *const tensor_problems[] = {"c2c:64*1000:tensor",  "c2c:4096*64:tensor",     "c2c:4096*64:tensor:half1",
                                              "c2c:16384*9:tensor",  "c2c:1048576:tensor",     "c2c:1000*640:tensor",
                                              "c2c:512x512:tensor",  "r2c:16384*64:tensor",    "c2r:1024*100:tensor",
                                              "dct2:512*100:tensor", "c2c:243*50:is=3:tensor", "c2c:65536*1024:tensor"};

// ------------------------------------------------------------------------------------------------ programs of a device

enum { MAX_PROGRAMS = 500 };
static struct { char family[16], parameters[TCF_PROGRAM_PARAMETERS]; } programs[MAX_PROGRAMS];
static int program_count;

static void note(const tcf_program *program) {
  for (int i = 0; i < program_count; i++)
    if (!strcmp(programs[i].family, program->family) && !strcmp(programs[i].parameters, program->parameters)) return;
  ck_assert_int_lt(program_count, MAX_PROGRAMS);
  snprintf(programs[program_count].family, sizeof programs->family, "%s", program->family);
  snprintf(programs[program_count].parameters, sizeof programs->parameters, "%s", program->parameters);
  program_count++;
}

// In place of the backend's: nothing is executed.
static const tcf_backend noting = {.id = TCFFT_BACKEND_CUDA, .name = "cuda"};

static void note_programs(const char *text, tcfft_type in_type, tcfft_type out_type, const tcf_device *d) {
  static tcf_schedule s;
  tcf_problem p = unit_problem(text);
  p.in_type = in_type;
  p.out_type = out_type;
  test_current = text;
  if (p.algorithm != TCFFT_ALGORITHM_TENSOR) p.algorithm = TCFFT_ALGORITHM_CLASSIC;
  ck_assert_msg(tcf_planner_run(&s, &p, d, 1) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name, tcfft_last_error());
  tcf_arena tables = {0};
  for (int i = 0; i < s.stages; i++) {
    tcf_prepared prepared = {0};
    const tcf_prepare with = {.device = d, .backend = &noting, .threads = 1, .tables = &tables};
    ck_assert_msg(s.stage[i].kernel->prepare(&s.stage[i], &with, &prepared) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name,
                  tcfft_last_error());
    note(&prepared.load.program);
    free(prepared.table);
  }
  tcf_arena_free(&tables);
}

// And those that every build has.
static void note_generic(void) {
  const char *family;
  char parameters[TCF_TILE_PARAMETERS];
  for (int i = 0; tcf_generic_program(i, &family, parameters); i++)
    note(&(tcf_program){.family = family, .parameters = parameters});
}

// The table is no use where the planner does without one of them; those of tensor cores first.
static void check_families(const char *device, int tensor) {
  enum { OF_TENSOR_CORES = 2 };
  static const char *const families[][2] = {
      {"mma", "split=1"},       {"mma", "split=2"},      {"tile", "conv=0"},     {"tile", "conv=1"},
      {"tile", "conv=2"},       {"tile", "conv=4"},      {"tile", "axis=1,"},    {"tile", "across_in=1"},
      {"tile", "across_out=1"}, {"real_post", "kind="},  {"generic", "real=0"},  {"generic", "real=1"},
      {"tile", ":f64=1"},       {"generic", ":f64=1"},   {"tile", ":in_type=6"}, {"generic", ":typed=1"},
      {"tile", ":in_type=1"},   {"tile", ":out_type=7"}, {"tile", ":in_type=8"}, {"real_post", ":typed=1:f64=1"}};
  for (size_t f = tensor ? 0 : OF_TENSOR_CORES; f < TEST_COUNT(families); f++) {
    int count = 0;
    for (int i = 0; i < program_count; i++)
      count += !strcmp(programs[i].family, families[f][0]) && strstr(programs[i].parameters, families[f][1]) != NULL;
    ck_assert_msg(count > 0, "no problem needs %s of %s on %s", families[f][1], families[f][0], device);
  }
}

// ------------------------------------------------------------------------------------------------ compiling them

// Instructions of machine code that are HMMA, which are 16 bytes long: the lowest twelve bits say what they do. Volta's are
// parts of one.
static int count_hmma(const void *code, size_t bytes, int capability) {
  const int wanted = capability < 75 ? 0x236 : 0x23c;
  const Elf64_Ehdr *head = code;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)((const char *)code + head->e_shoff);
  int count = 0;
  for (int i = 0; i < head->e_shnum; i++) {
    if (!(sections[i].sh_flags & SHF_EXECINSTR)) continue;
    const char *text = (const char *)code + sections[i].sh_offset;
    ck_assert(sections[i].sh_offset + sections[i].sh_size <= bytes);
    for (size_t at = 0; at + 16 <= sections[i].sh_size; at += 16) {
      uint16_t word;
      memcpy(&word, text + at, sizeof word);
      count += (word & 0xfff) == wanted;
    }
  }
  return count;
}

static int value_of(const char *parameters, const char *key) {
  const char *at = strstr(parameters, key);
  return at ? atoi(at + strlen(key)) : 0;
}

static int is_program_due(int i, int capability) {
  char text[TCF_PROGRAM_PARAMETERS + 20];
  const int used = snprintf(text, sizeof text, "%d ", capability);
  snprintf(text + used, sizeof text - (size_t)used, "%.*s", TCF_PROGRAM_PARAMETERS, programs[i].parameters);
  return test_is_due(text, test_share());
}

// Of cuda_half_columns and cuda_half_tile.
static const tcf_program tuned_halves[] = {
    {.family = "half_columns",
     .parameters = "radix1=32:radix2=16:in_type=2:out_type=7:rows_in=0:twiddles=1:threads=128:blocks=4"},
    {.family = "half_columns",
     .parameters = "radix1=16:radix2=16:in_type=7:out_type=2:rows_in=1:twiddles=0:threads=128:blocks=6"},
    {.family = "half_tile", .parameters = "row=32:radix=16:threads=128:blocks=3"},
    {.family = "half_tile", .parameters = "row=16:radix=32:threads=128:blocks=6"},
    {.family = "half_tile", .parameters = "row=16:radix=64:threads=256:blocks=3"},
};

// Matrix products for each term of the numbers, or of FP16 numbers, which have one.
static int has_products(const tcf_program *program, int terms, int products) {
  if (!strncmp(program->family, "half", strlen("half"))) return products > 0;
  return terms ? products >= 2 * terms && products % terms == 0 : products == 0;
}

static void compile_program(int i, int capability, const char *device) {
  const tcf_program program = {.family = programs[i].family, .parameters = programs[i].parameters};
  char source[TCF_PROGRAM_SOURCE];
  tcf_writer w = {.buf = source, .cap = sizeof source};
  ck_assert_msg(tcf_cuda_program_print(&program, 0, 1, &w) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert_msg(w.len < w.cap, "%s: %s has %zu characters", program.family, program.parameters, w.len);
  void *code = NULL;
  size_t bytes = 0;
  ck_assert_msg(tcf_cuda_compile(source, capability, &code, &bytes) == TCFFT_SUCCESS, "%s, %d: %s %s: %s", device,
                capability, program.family, program.parameters, tcfft_last_error());
  ck_assert_msg(bytes > 64 && !memcmp(code, "\177ELF", 4), "%s, %d: %s %s: %zu bytes that are no machine code", device,
                capability, program.family, program.parameters, bytes);
  const int terms = value_of(program.parameters, ":split="), products = count_hmma(code, bytes, capability);
  ck_assert_msg(capability < 70 ? !terms : has_products(&program, terms, products), "%s, %d: %s %s: %d matrix products",
                device, capability, program.family, program.parameters, products);
  free(code);
}

// Plans for a device, and compiles for a capability that runs on it: an older one of its generation is the harder test.
static void check_device(const char *text, int capability) {
  if (!tcf_cuda_can_compile(capability)) {
    printf("skipped: no compiler for capability %d here\n", capability);
    return;
  }
  tcf_device d = unit_device(text);
  d.compiler = 1;
  const int tensor = d.capability >= 70;
  for (size_t i = 0; i < TEST_COUNT(problems); i++) note_programs(problems[i], TCFFT_F32, TCFFT_F32, &d);
  for (size_t i = 0; i < TEST_COUNT(doubles); i++) note_programs(doubles[i], TCFFT_F64, TCFFT_F64, &d);
  for (size_t i = 0; i < TEST_COUNT(typed); i++) note_programs(typed[i].text, typed[i].in, typed[i].out, &d);
  for (size_t i = 0; i < TEST_COUNT(wide); i++) note_programs(wide[i], TCFFT_F32, TCFFT_F32, &d);
  for (size_t i = 0; tensor && i < TEST_COUNT(tensor_problems); i++)
    note_programs(tensor_problems[i], TCFFT_F32, TCFFT_F32, &d);
  if (d.capability >= 80) note_programs("c2c:1024*65536:tensor", TCFFT_F16, TCFFT_F16, &d);
  if (d.capability >= 80) note_programs("c2c:128*524288:tensor", TCFFT_F16, TCFFT_F16, &d);
  if (d.capability >= 80) note_programs("c2c:24*2796202:tensor", TCFFT_F16, TCFFT_F16, &d);
  if (d.capability >= 80) note_programs("c2c:67*1001624:tensor", TCFFT_F16, TCFFT_F16, &d);
  for (size_t i = 0; d.capability >= 80 && i < 3; i++) note(&tuned_halves[i]);
  for (size_t i = 3; d.capability >= 90 && i < TEST_COUNT(tuned_halves); i++) note(&tuned_halves[i]);
  note_generic();
  check_families(d.name, tensor);
  int compiled = 0;
  for (int i = 0; i < program_count; i++) {
    if (!is_program_due(i, capability)) continue;
    compile_program(i, capability, d.name);
    compiled++;
  }
  ck_assert_int_gt(compiled, 0);
  printf("%s: %d of %d programs compile for capability %d\n", d.name, compiled, program_count, capability);
}

START_TEST(h200) { check_device("H200", 90); }
END_TEST

START_TEST(a100) { check_device("A100", 80); }
END_TEST

START_TEST(rtx2060) { check_device(turing, 75); }
END_TEST

START_TEST(v100) { check_device("V100", 70); }
END_TEST

START_TEST(gtx1080) { check_device("GTX1080", 60); }
END_TEST

START_TEST(gtx960) { check_device("GTX960", 50); }
END_TEST

Suite *test_suite(void) {
  enum { SECONDS = 1200 };
  Suite *suite = suite_create("cuda_targets");
  tcase_add_test(test_case(suite, "h200", SECONDS), h200);
  tcase_add_test(test_case(suite, "a100", SECONDS), a100);
  tcase_add_test(test_case(suite, "rtx2060", SECONDS), rtx2060);
  tcase_add_test(test_case(suite, "v100", SECONDS), v100);
  tcase_add_test(test_case(suite, "gtx1080", SECONDS), gtx1080);
  tcase_add_test(test_case(suite, "gtx960", SECONDS), gtx960);
  return suite;
}
