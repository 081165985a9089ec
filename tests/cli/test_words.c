// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How `tcfft plan` describes stages, and how it writes amounts.
#include "cli/words.h"

#include <stdio.h>

#include "core/schedule_text.h"

#include "units.h"

static const char *words_of(const tcf_stage *s) {
  static char text[512];
  tcf_words_stage(s, &(tcf_writer){.buf = text, .cap = sizeof text});
  ck_assert(strlen(text) < sizeof text - 1);
  return text;
}

// Stages are given as text, so that the test does not depend on the planner.
START_TEST(stages) {
  static const struct {
    const char *stage, *words;
  } rows[] = {
      {"cuda_tile:c2c:axis=0:n=4096:is=1:os=1:in=in:out=out:width=1:threads=128:fft=16.16.16:d0=100,4096,4096:points=4096:"
       "load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 4096 in shared memory"},
      {"cuda_tile:c2c:axis=0:n=1048576:is=1:os=1:in=in:out=work:width=16:threads=512:fft=32.32:d0=1024,0,0:points=1024:"
       "load=user:store=twiddle:twiddle_n=1048576:ie=1024,1:oe=1024,1",
       "columns of 1024 in shared memory, hierarchical (four-step): first factor, twiddles in the epilogue"},
      {"cuda_tile:c2c:axis=0:n=16777216:is=1:os=1:in=work:out=work:width=32:threads=256:fft=16.16:d0=256,0,0:"
       "d1=256,65536,65536:points=256:load=copy:store=twiddle:twiddle_n=65536:ie=256,1:oe=256,1",
       "columns of 256 in shared memory, hierarchical (four-step): middle factor, twiddles in the epilogue"},
      {"cuda_cluster:c2c:axis=0:n=32768:is=1:os=1:in=in:out=out:width=1:threads=1024:fft=c8(16.16|16.8):d0=100,32768,32768:"
       "points=32768:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 32768 in the shared memory of a cluster of blocks, hierarchical (four-step): columns of 256, rows of 128"},
      {"cuda_cluster:c2c:axis=0:n=262144:is=1:os=1:in=in:out=out:width=1:threads=1024:fft=c16(16.16/"
       "16.4.16):d0=9,262144,262144:"
       "points=262144:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 262144 in the shared memory of a cluster of blocks, hierarchical (four-step): columns of 256, rows of 1024"},
      {"cuda_cluster:r2c:axis=0:n=131072:is=1:os=1:in=in:out=out:width=1:threads=1024:fft=c8(16.16/16.32):d0=9,131072,65537:"
       "points=65536:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 65536 in the shared memory of a cluster of blocks, hierarchical (four-step): columns of 256, rows of 512, "
       "real post-processing of R2C"},
      {"cuda_cluster:c2c:axis=1:n=65536:is=1:os=1:in=in:out=out:width=1:threads=1024:fft=c8(16.16x16.16):d0=9,65536,65536:"
       "axes=256,256:points=65536:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "256 x 256 at once in the shared memory of a cluster of blocks"},
      {"cuda_cluster:c2c:axis=1:n=262144:is=1:os=1:in=in:out=out:width=1:threads=1024:fft=c16(16.16.2x16.2.16):"
       "d0=9,262144,262144:axes=512,512:points=262144:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "512 x 512 at once in the shared memory of a cluster of blocks"},
      {"cuda_cluster_mma:c2c:axis=0:n=32768:is=1:os=1:in=in:out=out:split=split2:width=1:threads=1024:fft=c8(16.16|m16.8):"
       "d0=100,32768,32768:points=32768:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 32768 in the shared memory of a cluster of blocks, hierarchical (four-step): columns of 256, rows of 128, "
       "on "
       "tensor cores (two FP16 terms)"},
      {"cuda_cluster_steps:c2c:axis=0:n=30000:is=1:os=1:in=in:out=out:width=1:threads=320:fft=c5(20.10|10.15)@3:"
       "d0=9,30000,30000:points=30000:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 30000 in the shared memory of a cluster of blocks, hierarchical (four-step): columns of 200, rows of 150"},
      {"cuda_cluster_steps:c2c:axis=0:n=9973:is=1:os=1:in=in:out=out:width=1:threads=320:fft=c5(10.16|f(8.16)|10.16)@3:"
       "d0=9,9973,9973:points=9973:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "rows of 9973 in the shared memory of a cluster of blocks, Bluestein convolution of length 20480, hierarchical "
       "(four-step): columns of 160, rows of 128"},
      {"cuda_mma:c2c:axis=0:n=16777216:is=1:os=1:in=work:out=out:split=split2:width=16:threads=256:fft=16.m16:d0=256,0,0:"
       "d1=256,256,256:points=256:load=copy:store=user:twiddle_n=0:ie=1,65536:oe=65536,1",
       "rows of 256 in shared memory, hierarchical (four-step): last factor, on tensor cores (two FP16 terms)"},
      {"opencl_tile:c2c:axis=0:n=65521:is=1:os=1:in=in:out=work:width=8:threads=64:fft=16.16:d0=512,0,0:points=256:"
       "load=chirp:store=twiddle:twiddle_n=131072:ie=512,1:oe=512,1",
       "columns of 256 in local memory, Bluestein convolution of length 131072: first factor, times the chirp, zero-padded, "
       "twiddles in the epilogue"},
      {"cuda_generic:c2c:axis=0:n=65521:is=1:os=1:in=work:out=work:width=2:threads=64:fft=f(16.8.4):d0=256,0,0:points=512:"
       "load=copy:store=filter_inverse:twiddle_n=131072:ie=1,512:oe=1,512",
       "rows of 512 in shared memory by the generic program, Bluestein convolution of length 131072: last factor forward "
       "and first factor back, times the chirp's spectrum between them"},
      {"cuda_tile:c2c:axis=0:n=65521:is=1:os=1:in=work:out=out:width=8:threads=64:fft=16.16:d0=512,0,0:points=256:"
       "load=copy:store=chirp:twiddle_n=0:ie=512,1:oe=512,1",
       "columns of 256 in shared memory, Bluestein convolution: last factor, times the chirp in the epilogue"},
      {"cuda_tile:r2c:axis=0:n=65521:is=1:os=1:in=work:out=out:width=8:threads=64:fft=16.16:d0=512,0,0:points=256:"
       "load=copy:store=chirp_alone:twiddle_n=0:ie=512,1:oe=512,1",
       "columns of 256 in shared memory, Bluestein convolution: last factor, times the chirp in the epilogue, elements of "
       "the "
       "output from one result each"},
      {"cuda_tile:c2r:axis=0:n=2187:is=1:os=1:in=work:out=out:width=8:threads=72:fft=3.3.3:d0=81,0,0:points=27:"
       "load=copy:store=alone:twiddle_n=0:ie=1,27:oe=81,1",
       "rows of 27 in shared memory, hierarchical (four-step): last factor, elements of the output from one result each"},
      {"cuda_tile:r2c:axis=0:n=2187:is=1:os=1:in=in:out=work:width=8:threads=72:fft=3.3.3:d0=81,0,0:points=27:"
       "load=user:store=half_twiddle:twiddle_n=2187:ie=81,1:oe=81,1",
       "columns of 27 in shared memory, hierarchical (four-step): first factor, twiddles in the epilogue, without conjugate "
       "results"},
      {"cuda_tile:r2c:axis=0:n=2187:is=1:os=1:in=work:out=out:width=8:threads=72:fft=9.9:d0=14,0,0:points=81:"
       "load=copy:store=mirror:twiddle_n=0:ie=1,81:oe=27,1",
       "rows of 81 in shared memory, hierarchical (four-step): last factor, bins of the output and conjugates of such"},
      {"cuda_tile:c2r:axis=0:n=2187:is=1:os=1:in=in:out=work:width=8:threads=72:fft=9.9:d0=14,0,0:points=81:"
       "load=user:store=twiddle:twiddle_n=2187:ie=27,1:oe=14,1",
       "columns of 81 in shared memory, hierarchical (four-step): first factor, real pre-processing of C2R, twiddles in the "
       "epilogue"},
      {"cuda_tile:c2r:axis=0:n=2187:is=1:os=1:in=work:out=out:width=8:threads=72:fft=3.3.3:d0=81,0,0:points=27:"
       "load=half:store=alone:twiddle_n=0:ie=1,14:oe=81,1",
       "rows of 27 in shared memory, hierarchical (four-step): last factor, the upper half from the conjugates of the lower "
       "one, elements of the output from one result each"},
      {"cuda_real_post:r2c:axis=0:n=68545:is=1:os=1:in=work1:out=out:width=1:threads=256:fft=edge:d0=1,0,0:points=68545:"
       "load=none:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "68545 points, from memory to memory, real post-processing of R2C"},
      {"cuda_tile:c2c:axis=0:n=4096:is=1:os=1:in=in:out=work:width=16:threads=64:fft=16:d0=256,0,0:points=16:load=user:"
       "store=twiddle:twiddle_n=4096:ie=256,1:oe=1,16",
       "columns of 16 in shared memory, a step of Stockham's algorithm through memory, twiddles in the epilogue"},
      {"cuda_tile:c2c:axis=1:n=4096:is=1:os=1:in=in:out=out:width=1:threads=128:fft=16.4x16.4:d0=64,4096,4096:axes=64,64:"
       "points=4096:load=user:store=user:twiddle_n=0:ie=1,0:oe=1,0",
       "64 x 64 at once in shared memory"},
      {"host_whole:c2c:axis=0:n=1048576:is=1:os=1:in=in:out=out:width=16:threads=2:fft=16.8|16.8.8.8:d0=1,1,1",
       "rows of 1048576 one at a time, hierarchical (four-step): columns of 128, rows of 8192"},
      {"host_whole:c2c:axis=0:n=65521:is=1:os=1:in=in:out=out:width=16:threads=2:fft=R65521(16.3.3|13.7.5):d0=1,1,1",
       "rows of 65521 one at a time, Rader convolution of length 65520, hierarchical (four-step)"},
      {"host_row:c2c:axis=0:n=85:is=7:os=7:in=in:out=out:width=16:threads=1:fft=5.r17(4.4):d0=7,1,1",
       "columns of 85 in cache, Rader convolution of length 16"},
      {"host_row:dct2:axis=0:n=1000:is=1:os=1:in=in:out=out:width=8:threads=1:fft=5.5.5.4:d0=8,1000,1000",
       "rows of 1000 in cache, pre- and post-processing of DCT-II"},
      {"twin_row:c2c:axis=0:n=16:is=1:os=1:in=in:out=out:split=half1:width=8:threads=1:fft=m16:d0=8,16,16",
       "rows of 16 in cache, as tensor cores would (one FP16 term)"},
  };
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    char text[1024];
    tcf_schedule s;
    snprintf(text, sizeof text,
             "schedule:stages=1:work=0:bytes=8:time=1:bound=1e-7\nstage:%s:bytes=8:time=1:variance=1e-14\n", rows[i].stage);
    ck_assert_msg(tcf_schedule_parse(&s, text) == TCFFT_SUCCESS, "%s: %s", rows[i].stage, tcfft_last_error());
    ck_assert_str_eq(words_of(&s.stage[0]), rows[i].words);
  }
}
END_TEST

static int occurrences(const tcf_schedule *s, const char *words) {
  int count = 0;
  for (int i = 0; i < s->stages; i++) count += strstr(words_of(&s->stage[i]), words) != NULL;
  return count;
}

// Of whatever is planned: a hierarchical transform has one first and one last factor, and every stage has words.
START_TEST(planned) {
  static const char *const problems[] = {"c2c:16",      "c2c:4096*100", "c2c:1048576",    "c2c:16777216", "c2c:1000000",
                                         "r2c:1048576", "c2r:1048576",  "dct4:1000000",   "c2c:64x64x64", "c2c:101*7",
                                         "c2c:65521",   "r2c:1000003",  "c2c:8191*10",    "dct1:100001",  "c2c:1022*9",
                                         "dct3:65521",  "c2r:100003*3", "c2c:4096:tensor"};
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      if (strstr(problems[i], "tensor") && d.capability < 75) continue;
      const tcf_schedule s = unit_plan(problems[i], &d);
      const int first = occurrences(&s, "first factor"), last = occurrences(&s, "last factor");
      ck_assert_msg(first == last, "%s on %s: %d first factors, %d last ones", problems[i], d.name, first, last);
      ck_assert_int_eq(occurrences(&s, "(null)"), 0);
      if (strstr(problems[i], "tensor")) ck_assert_int_gt(occurrences(&s, "on tensor cores (two FP16 terms)"), 0);
    }
  }
}
END_TEST

START_TEST(amounts) {
  static const struct {
    double amount;
    const char *bytes;
  } rows[] = {{0, "0 B"},           {96, "96 B"},         {999, "999 B"},     {1000, "1.00 kB"},
              {9994, "9.99 kB"},    {9996, "10.0 kB"},    {99960, "100 kB"},  {999600, "1.00 MB"},
              {6553600, "6.55 MB"}, {4.15e12, "4.15 TB"}, {2.5e15, "2500 TB"}};
  char text[40];
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_words_amount(rows[i].amount, "B", &(tcf_writer){.buf = text, .cap = sizeof text});
    ck_assert_str_eq(text, rows[i].bytes);
  }
  tcf_words_time(1.47e-4, &(tcf_writer){.buf = text, .cap = sizeof text});
  ck_assert_str_eq(text, "147 us");
  tcf_words_time(2.5, &(tcf_writer){.buf = text, .cap = sizeof text});
  ck_assert_str_eq(text, "2.50 s");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("words");
  TCase *all = test_case(suite, "words", 120);
  tcase_add_test(all, stages);
  tcase_add_test(all, planned);
  tcase_add_test(all, amounts);
  return suite;
}
