// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Schedules as text and back, for many problems on many machines, and what is not a schedule.
#include "core/schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classic/host/stage.h"
#include "core/registry.h"
#include "core/schedule_text.h"
#include "planner/planner.h"
#include "units.h"

static void print(const tcf_schedule *s, char *buf, size_t cap) {
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_schedule_print(s, &w);
  ck_assert_uint_lt(w.len, cap);
}

// ------------------------------------------------------------------------------------------------ round trips

// Those of the host come first.
enum { HOSTS = UNIT_HOSTS + 1, DEVICES = HOSTS + UNIT_GPUS };

static tcf_device device_at(int i) {
  static const char by_hand[] =
      "host:name=by hand:cores=3:vector=2:l1=16384:l2=65536:l3=1048576:copy=5e9:flops=6e9:memory=1073741824";
  return unit_device(i < UNIT_HOSTS ? unit_host(i) : i < HOSTS ? by_hand : unit_gpu(i - HOSTS));
}

static const char *const problems[] = {
    "c2c:1",
    "c2c:4*1000",
    "c2c:1024*64",
    "c2c:1024*64:inplace",
    "c2c:17*5",
    "c2c:1009*16",
    "c2c:65536",
    "c2c:1048576",
    "c2c:65537*2",
    "c2c:1000003",
    "c2c:64x64*8",
    "c2c:100x200x3",
    "c2c:6x7x8x9*2",
    "c2c:16*4:is=4:os=4:id=1:od=1",
    "c2c:4x8x2:is=1,4,32:os=64,8,1",
    "r2c:4096*8",
    "r2c:4095*8",
    "r2c:30x40*7",
    "r2c:8x9x10:inplace",
    "c2r:4096*8",
    "c2r:1000x30*2",
    "c2r:4x5x6x7",
    "dct1:17*3",
    "dct2:1000*8",
    "dct3:64x64",
    "dct4:31x33*2",
    "dct4:65536",
    "c2c:1009*16:f64",
    "c2r:30x40*7:f64",
    "r2c:1000*3:tol=5e-08",
    "c2r:30x40*7:in=bf16:out=f16",
    "c2c:1024*16:tensor",
    "c2c:65536:tensor:half1",
    "c2c:48x60*4:tensor:paper",
    "r2c:1009*3:tensor",
    "c2c:1000x1000:classic:tol=1e-3",
    // On a GPU: steps of hierarchical transforms, long convolutions, last parts of real kinds, all of them at once.
    "c2c:16777216",
    "c2c:134217728",
    "c2c:30030*100",
    "c2c:1000003x7x11*2",
    "c2c:20011*9:is=3:os=9:id=70001:od=1",
    "r2c:1000003",
    "c2r:40022x40022",
    "dct4:33554432*2",
    "dct1:20012x3:inplace",
    "c2c:20011x20011x20x20",
};

static void check_same(const tcf_schedule *a, const tcf_schedule *b) {
  ck_assert_int_eq(a->stages, b->stages);
  for (int w = 0; w < TCF_WORKS; w++) ck_assert_int_eq(a->work[w], b->work[w]);
  ck_assert_int_eq(a->bytes, b->bytes);
  for (int i = 0; i < a->stages; i++) {
    const tcf_stage *s = &a->stage[i], *t = &b->stage[i];
    ck_assert_ptr_eq(s->kernel, t->kernel);
    ck_assert_int_eq(s->kind, t->kind);
    ck_assert_int_eq(s->algorithm, t->algorithm);
    if (s->algorithm == TCFFT_ALGORITHM_TENSOR) ck_assert_int_eq(s->split, t->split);
    ck_assert_int_eq(s->axis, t->axis);
    ck_assert_int_eq(s->n, t->n);
    ck_assert_int_eq(s->is, t->is);
    ck_assert_int_eq(s->os, t->os);
    ck_assert_int_eq(s->in, t->in);
    ck_assert_int_eq(s->out, t->out);
    ck_assert(s->in_type == t->in_type && s->out_type == t->out_type && s->wide == t->wide);
    ck_assert_int_eq(s->dims, t->dims);
    ck_assert_int_eq(memcmp(s->dim, t->dim, (size_t)s->dims * sizeof *s->dim), 0);
    ck_assert_int_eq(s->width, t->width);
    ck_assert_int_eq(s->threads, t->threads);
    ck_assert_str_eq(s->fft, t->fft);
    ck_assert_int_eq(s->points, t->points);
    if (s->points) {
      ck_assert_int_eq(s->load, t->load);
      ck_assert_int_eq(s->store, t->store);
      ck_assert_int_eq(s->twiddle_n, t->twiddle_n);
      ck_assert(s->in_step == t->in_step && s->in_batch_step == t->in_batch_step);
      ck_assert(s->out_step == t->out_step && s->out_batch_step == t->out_batch_step);
    }
    ck_assert_int_eq(s->bytes, t->bytes);
    ck_assert_msg(fabs(s->time - t->time) <= 1e-5 * s->time && fabs(s->variance - t->variance) <= 1e-5 * s->variance,
                  "%s: %g s, variance %g becomes %g s, %g", test_current, s->time, s->variance, t->time, t->variance);
  }
}

enum { TEXT = 1 << 15 };

static void check_round_trip(const tcf_schedule *s) {
  static char printed[TEXT], again[TEXT];
  tcf_schedule t;
  print(s, printed, sizeof printed);
  ck_assert_msg(tcf_schedule_parse(&t, printed) == TCFFT_SUCCESS, "%s: %s", printed, tcfft_last_error());
  print(&t, again, sizeof again);
  ck_assert_str_eq(again, printed);
  check_same(s, &t);
}

START_TEST(round_trip) {
  for (int k = 0; k < DEVICES; k++) {
    const tcf_device d = device_at(k);
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      test_current = problems[i];
      const tcf_problem p = unit_problem(problems[i]);
      const int types = p.in_type != TCFFT_F32 || p.out_type != TCFFT_F32, f64 = p.in_type == TCFFT_F64,
                on_cuda = d.backend == TCFFT_BACKEND_CUDA && f64,
                only_on_hosts =
                    p.algorithm == TCFFT_ALGORITHM_TENSOR || (types && !on_cuda) || (p.tolerance > 0 && p.tolerance < 1e-7);
      if (d.backend != TCFFT_BACKEND_HOST && only_on_hosts) continue;
      tcf_schedule s;
      ck_assert_msg(tcf_planner_run(&s, &p, &d, (int)d.cores) == TCFFT_SUCCESS, "%s: %s", problems[i], tcfft_last_error());
      check_round_trip(&s);
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ every length

// The text of a stage is a transform of the length that the stage needs.
static void check_fft(const tcf_stage *s) {
  tcf_arena arena = {0};
  const tcf_simd *simd = tcf_simd_for(s->out_type, s->width);
  const tcf_fft_context x = {.simd = simd,
                             .run = &simd->fft,
                             .split = (int)s->split,
                             .tensor = s->algorithm == TCFFT_ALGORITHM_TENSOR,
                             .arena = &arena};
  const tcf_axis *a = NULL;
  const tcfft_status status = tcf_axis_build(&a, s->fft, &x);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s of n = %lld: %s", s->fft, (long long)s->n, tcfft_last_error());
  ck_assert_msg(a->n == tcf_complex_length(s->kind, s->n), "%s has length %lld, n = %lld", s->fft, (long long)a->n,
                (long long)s->n);
  tcf_arena_free(&arena);
}

// The same on a GPU, whose stages of a decomposed axis have texts of two kernels.
static void check_part(const tcf_stage *s, const tcf_device *d) {
  tcf_arena arena = {.estimate_only = 1};
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = d, .threads = (int)s->threads, .tables = &arena};
  ck_assert_msg(s->kernel->prepare(s, &with, &prepared) == TCFFT_SUCCESS, "%s of n = %lld: %s", s->fft, (long long)s->n,
                tcfft_last_error());
  ck_assert(prepared.table == NULL);
  tcf_arena_free(&arena);
}

static void check_stages(const char *text, const tcf_device *d, tcfft_algorithm algorithm) {
  test_current = text;
  const tcf_problem p = unit_problem(text);
  tcf_schedule s;
  ck_assert_msg(tcf_planner_run(&s, &p, d, (int)d->cores) == TCFFT_SUCCESS, "%s on %s: %s", text, d->name,
                tcfft_last_error());
  double time = 0;
  int64_t bytes = 0;
  for (int i = 0; i < s.stages; i++) {
    if (d->backend == TCFFT_BACKEND_HOST)
      check_fft(&s.stage[i]);
    else
      check_part(&s.stage[i], d);
    ck_assert_int_eq(s.stage[i].algorithm, algorithm);
    time += s.stage[i].time;
    bytes += s.stage[i].bytes;
  }
  ck_assert(fabs(time - s.time) <= 1e-12 * time && bytes == s.bytes);
}

START_TEST(every_length) {
  const tcf_device d = device_at(_i / 2);
  if (_i % 2 && d.backend != TCFFT_BACKEND_HOST) return;
  for (int n = 1; n <= 600; n++) {
    char text[64];
    snprintf(text, sizeof text, "%s:%d*4:%s", n % 3 == 1 ? "r2c" : "c2c", n, _i % 2 ? "tensor" : "classic");
    check_stages(text, &d, _i % 2 ? TCFFT_ALGORITHM_TENSOR : TCFFT_ALGORITHM_CLASSIC);
  }
}
END_TEST

START_TEST(long_lengths) {
  static const char *const texts[] = {"c2c:65536", "c2c:65537", "c2c:100000",     "c2c:99991",   "c2c:30030*8", "r2c:131072",
                                      "dct1:4097", "dct4:9999", "dct2:1000x1001", "c2r:44100x7", "c2c:131071"};
  const tcf_device d = device_at(_i);
  for (size_t i = 0; i < TEST_COUNT(texts); i++) check_stages(texts[i], &d, TCFFT_ALGORITHM_CLASSIC);
  if (d.backend != TCFFT_BACKEND_HOST) return;
  check_stages("c2c:262144:tensor", &d, TCFFT_ALGORITHM_TENSOR);
  check_stages("c2c:60060:tensor", &d, TCFFT_ALGORITHM_TENSOR);
  check_stages("c2r:44100x8191:f64", &d, TCFFT_ALGORITHM_CLASSIC);
}
END_TEST

// ------------------------------------------------------------------------------------------------ by hand

static const char valid[] =
    "schedule:stages=2:work=4096:bytes=65536:time=0.00123:bound=2.1e-07\n"
    "stage:host_row:r2c:axis=1:n=64:is=1:os=1:in=in:out=work:width=8:threads=2:fft=8.4:d0=32,64,33:bytes=16640:time=1e-05:"
    "variance=1e-14\n"
    "stage:twin_row:c2c:axis=0:n=32:is=33:os=33:in=work:out=out:split=paper:width=16:threads=1:fft=m4.m4.2:d0=33,1,1:d1=5,7,"
    "-"
    "9:bytes=0:time=0:"
    "variance=0\n";

// Stages of a decomposed axis, as on a GPU: every field that such a stage may have, and every load and store operation.
static const char valid_parts[] =
    "schedule:stages=4:work=1,4096,65536:bytes=65536:time=0.00123:bound=2.1e-07\n"
    "stage:cuda_tile:r2c:axis=1:n=1024:is=-2:os=1:in=in:out=work1:width=8:threads=512:fft=16.2:d0=16,0,0:d1=4,1024,512:"
    "points=32:load=user:store=twiddle:twiddle_n=512:ie=16,1:oe=16,1:bytes=16640:time=1e-05:variance=1e-14\n"
    "stage:cuda_tile:c2c:axis=0:n=17:is=1:os=3:in=work1:out=work2:width=1024:threads=1024:fft=b(8.5):d0=33,1,1:points=17:"
    "load=chirp:store=filter:twiddle_n=34:ie=-5,7:oe=9,0:bytes=0:time=0:variance=0\n"
    "stage:cuda_real_post:r2c:axis=1:n=1024:is=1:os=1:in=work2:out=out:width=1:threads=256:fft=edge:d0=4,512,513:points=512:"
    "load=copy:store=none:twiddle_n=0:ie=1,0:oe=1,0:bytes=0:time=0:variance=0\n"
    "stage:cuda_tile:c2c:axis=1:n=192:is=1:os=1:in=out:out=out:width=1:threads=32:fft=2.2x8.6:d0=9,192,192:axes=4,48:"
    "points=192:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0:bytes=0:time=0:variance=0\n";

START_TEST(parts_by_hand) {
  tcf_schedule s;
  ck_assert_msg(tcf_schedule_parse(&s, valid_parts) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  char printed[TEXT];
  print(&s, printed, sizeof printed);
  ck_assert_str_eq(printed, valid_parts);
  ck_assert(s.work[0] == 1 && s.work[1] == 4096 && s.work[2] == 65536);
  const tcf_stage *a = &s.stage[0], *b = &s.stage[1], *c = &s.stage[2];
  ck_assert(a->out == TCF_SLOT_WORK1 && b->in == TCF_SLOT_WORK1 && b->out == TCF_SLOT_WORK2);
  ck_assert(a->points == 32 && b->points == 17 && c->points == 512);
  ck_assert(a->load == TCF_OP_USER && a->store == TCF_OP_TWIDDLE && b->load == TCF_OP_CHIRP);
  ck_assert(b->store == TCF_OP_FILTER && c->load == TCF_OP_COPY && c->store == TCF_OP_NONE);
  ck_assert(a->twiddle_n == 512 && b->twiddle_n == 34 && c->twiddle_n == 0);
  ck_assert(a->in_step == 16 && a->in_batch_step == 1 && a->out_step == 16 && a->out_batch_step == 1);
  ck_assert(b->in_step == -5 && b->in_batch_step == 7 && b->out_step == 9 && b->out_batch_step == 0);
  ck_assert_int_eq(b->width, 1024);
  ck_assert_ptr_eq(c->kernel, tcf_kernel_find("cuda_real_post"));
  ck_assert(a->axes == 0 && s.stage[3].axes == 2 && s.stage[3].length[0] == 4 && s.stage[3].length[1] == 48);
  check_round_trip(&s);
}
END_TEST

START_TEST(by_hand) {
  tcf_schedule s;
  ck_assert_msg(tcf_schedule_parse(&s, valid) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  char printed[4096];
  print(&s, printed, sizeof printed);
  ck_assert_str_eq(printed, valid);
  ck_assert_int_eq(s.work[0], 4096);
  ck_assert_int_eq(s.stage[0].kind, TCFFT_R2C);
  ck_assert_int_eq(s.stage[0].algorithm, TCFFT_ALGORITHM_CLASSIC);
  ck_assert_int_eq(s.stage[0].out, TCF_SLOT_WORK);
  ck_assert_int_eq(s.stage[1].in, TCF_SLOT_WORK);
  ck_assert_int_eq(s.stage[1].out, TCF_SLOT_OUT);
  ck_assert_int_eq(s.stage[1].algorithm, TCFFT_ALGORITHM_TENSOR);
  ck_assert_int_eq(s.stage[1].split, TCFFT_SPLIT_PAPER);
  ck_assert_int_eq(s.stage[1].dims, 2);
  ck_assert_int_eq(s.stage[1].dim[1].os, -9);
  ck_assert_ptr_eq(s.stage[1].kernel, tcf_kernel_find("twin_row"));
}
END_TEST

// ------------------------------------------------------------------------------------------------ refusals

// Each takes `is` out of the valid text and puts `becomes` there.
typedef struct edit {
  const char *is, *becomes;
} edit;

static const edit edits[] = {
    // the head
    {"schedule:", "schedul:"},
    {"schedule:stages=2", "schedule:stages=1"},
    {"schedule:stages=2", "schedule:stages=3"},
    {"schedule:stages=2", "schedule:stages=-2"},
    {"schedule:stages=2", "schedule:stages="},
    {"stages=2:", ""},
    {":work=4096", ""},
    {"work=4096", "work=4k"},
    {"bytes=65536", "bytes=1.5"},
    {"time=0.00123", "time=fast"},
    {"bound=2.1e-07", "bound=nan"},
    {":bound=2.1e-07", ":bound=2.1e-07:more=1"},
    {":bound=2.1e-07", ":bound=2.1e-07:"},
    {"schedule:stages=2:work=4096:bytes=65536:time=0.00123:bound=2.1e-07\n", ""},
    // a stage's beginning
    {"stage:host_row", "step:host_row"},
    {"host_row", "host_cow"},
    {"host_row", ""},
    {"r2c", "r2r"},
    {"r2c:", ""},
    // its numbers
    {"axis=1", "axis=4"},
    {"axis=1", "axis=-1"},
    {"axis=1", "axis=x"},
    {"n=64", "n=0"},
    {"n=64", "n=-64"},
    {"n=64", "n=64.0"},
    {":n=64", ""},
    {"is=1", "is="},
    {"os=1", "os=1,2"},
    {"in=in", "in=inn"},
    {"in=in", "in="},
    {"out=work", "out=nowhere"},
    {"split=paper", "split=papers"},
    {"split=paper", "split="},
    {"width=8", "width=0"},
    {":width=8", ""},
    {"threads=2", "threads=0"},
    {"threads=2", "threads=-1"},
    {":threads=2", ""},
    {":fft=8.4", ""},
    {"fft=8.4", "fft="},
    {":d0=32,64,33", ""},
    {"d0=32,64,33", "d0=32,64"},
    {"d0=32,64,33", "d0=32,64,33,1"},
    {"d0=32,64,33", "d0=0,64,33"},
    {"d0=32,64,33", "d0=-1,64,33"},
    {"d0=32,64,33", "d1=32,64,33"},
    {"d1=5,7,-9", "d0=5,7,-9"},
    {"d1=5,7,-9", "d2=5,7,-9"},
    {"d1=5,7,-9", "d1=5,7,-9:d2=1,1,1:d3=1,1,1:d4=1,1,1:d5=1,1,1:d6=1,1,1:d7=1,1,1"},
    {"d0=32,64,33", "d0=9223372036854775807,64,33:d1=2,1,1"},
    {"n=64", "n=1099511627777"},
    {"width=8", "width=1025"},
    {"threads=2", "threads=4097"},
    {"out=work", "out=in"},
    {"out=work", "out=work3"},
    {"work=4096", "work="},
    {"work=4096", "work=1,2,3,4"},
    {"work=4096", "work=1,,2"},
    {"time=1e-05", "time=soon"},
    {"variance=1e-14", "variance="},
    {"variance=1e-14", "variance=1e-14:colour=red"},
    {"variance=1e-14", "variance=1e-14:"},
    {"axis=1", ":axis=1"},
    // lines
    {"variance=1e-14\n", "variance=1e-14\n\n"},
    {"variance=1e-14\n", "variance=1e-14"},
    {"schedule:", "\nschedule:"},
};

// The same for parts.
static const edit part_edits[] = {
    {"points=32", "points="},
    {"points=32", "points=many"},
    {"points=32", "points=1099511627777"},
    {"load=user", "load=users"},
    {"load=user", "load="},
    {"load=user", "load=2"},
    {"store=twiddle", "store=Turn"},
    {"store=twiddle", "stores=turn"},
    {"store=filter", "store=copy,turn"},
    {"twiddle_n=512", "twiddle_n=5e2"},
    {"twiddle_n=512", "twiddle_n="},
    {"ie=16,1", "ie=16"},
    {"ie=16,1", "ie=16,1,1"},
    {"ie=16,1", "ie=16,"},
    {"ie=16,1", "ie=a,1"},
    {"ie=16,1", "in_step=16"},
    {"oe=9,0", "oe="},
    {"oe=9,0", "oe=9;0"},
    {"cuda_real_post", "cuda_ledge"},
    {"work=1,4096,65536", "work=1,4096,x"},
    {"in=work2", "in=work3"},
    {"width=1024", "width=2048"},
    {"threads=512", "threads=0"},
    {"axes=4,48", "axes=4,47"},
    {"axes=4,48", "axes=192"},
    {"axes=4,48", "axes="},
    {"axes=4,48", "axes=-4,-48"},
    {"axes=4,48", "axes=0,48"},
    {"axes=4,48", "axes=4,3,2,4,2"},
    {"axes=4,48", "axes=4294967296,4294967296"},
    {"cuda_tile:c2c:axis=1", "cuda_tile:dct2:axis=1"},
};

static void check_refused(const char *text) {
  tcf_schedule s;
  unsigned char before[sizeof s];
  memset(&s, 0x5a, sizeof s);
  memcpy(before, &s, sizeof s);
  const tcfft_status status = tcf_schedule_parse(&s, text);
  ck_assert_msg(status == TCFFT_ERROR_PARSE, "answers %s:\n%s", tcfft_status_string(status), text);
  ck_assert_msg(memcmp((const void *)&s, before, sizeof s) == 0, "changed by:\n%s", text);
  ck_assert_msg(strncmp(tcfft_last_error(), "schedule ", 9) == 0, "says \"%s\"", tcfft_last_error());
}

static void check_edits(const char *text, const edit *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *at = strstr(text, list[i].is);
    ck_assert_msg(at != NULL, "\"%s\" is not in the text", list[i].is);
    char edited[1600];
    const int length =
        snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, list[i].becomes, at + strlen(list[i].is));
    ck_assert_int_lt(length, (int)sizeof edited);
    check_refused(edited);
  }
}

START_TEST(refusals) {
  check_edits(valid, edits, TEST_COUNT(edits));
  check_edits(valid_parts, part_edits, TEST_COUNT(part_edits));
  check_refused("");
  check_refused("\n");
  check_refused("nothing of this kind");
}
END_TEST

// A wrong field is named.
START_TEST(names_field) {
  static const char text[] =
      "schedule:stages=1:work=0:bytes=0:time=0:bound=0\n"
      "stage:host_row:c2c:axis=0:n=8:is=1:os=1:in=in:out=out:width=8:threads=none:fft=8:d0=1,1,1\n";
  check_refused(text);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "\"threads\""));
}
END_TEST

// More stages or longer lines than there is room for.
START_TEST(too_much) {
  static const char line[] = "stage:host_row:c2c:axis=0:n=8:is=1:os=1:in=in:out=out:width=8:threads=1:fft=8:d0=1,1,1\n";
  char text[8192];
  tcf_writer w = {.buf = text, .cap = sizeof text};
  tcf_put(&w, "schedule:stages=%d:work=0:bytes=0:time=0:bound=0\n", TCF_MAX_STAGES + 1);
  for (int i = 0; i <= TCF_MAX_STAGES; i++) tcf_put(&w, "%s", line);
  check_refused(text);

  static const char head[] = "schedule:stages=1:work=0:bytes=0:time=0:bound=0\n";
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = 0;
  memcpy(text, head, sizeof head - 1);
  check_refused(text);

  char fft[TCF_FFT_TEXT + 1];
  for (size_t length = TCF_FFT_TEXT - 1; length <= TCF_FFT_TEXT; length++) {
    memset(fft, '2', length);
    fft[length] = 0;
    w = (tcf_writer){.buf = text, .cap = sizeof text};
    tcf_put(&w, "%sstage:host_row:c2c:n=8:in=in:out=out:width=8:threads=1:d0=1,1,1:fft=%s\n", head, fft);
    tcf_schedule s;
    if (length < TCF_FFT_TEXT)
      ck_assert_int_eq(tcf_schedule_parse(&s, text), TCFFT_SUCCESS);
    else
      check_refused(text);
  }
}
END_TEST

// Cut anywhere but at its end or just before its last line break, a schedule is refused or, cut within a number, reads
// another one.
START_TEST(prefixes) {
  for (size_t length = 0; length + 40 < sizeof valid; length++) {
    char cut[sizeof valid];
    memcpy(cut, valid, length);
    cut[length] = 0;
    tcf_schedule s;
    if (strstr(cut, "d0=33,1,1"))
      ck_assert(tcf_schedule_parse(&s, cut) == TCFFT_SUCCESS || tcfft_last_error()[0]);
    else
      check_refused(cut);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("schedule");
  TCase *all = test_case(suite, "schedule", 60), *lengths = test_case(suite, "lengths", 60);
  tcase_add_test(all, round_trip);
  tcase_add_test(all, by_hand);
  tcase_add_test(all, parts_by_hand);
  tcase_add_test(all, refusals);
  tcase_add_test(all, names_field);
  tcase_add_test(all, too_much);
  tcase_add_test(all, prefixes);
  tcase_add_loop_test(lengths, every_length, 0, 2 * DEVICES);
  tcase_add_loop_test(lengths, long_lengths, 0, DEVICES);
  return suite;
}
