// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles as text: what is proposed reads back, what is written by hand makes the tile it says, what makes none is refused
// with the reason.
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "planner/stages.h"
#include "tile/tile_text.h"
#include "units.h"

// What is parsed is what was proposed, whatever happens to the numbers beside the text. Some tiles are staged, most are not.
START_TEST(texts) {
  const tcf_device d = unit_device("H200");
  int staged = 0, smooth = 0;
  for (int64_t n = 1; n <= 5000; n++) {
    tcf_stage s = stage_of(TCFFT_C2C, n, ROWS);
    if (!unit_first(tcf_tile_propose, &s, &d)) continue;
    tcf_tile t;
    char radices[TCF_FFT_TEXT];
    ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_SUCCESS);
    tcf_writer w = {.buf = radices, .cap = sizeof radices};
    static const char *const conv[] = {"", "r", "b", "d", "f", "h"};
    tcf_put(&w, "%s", conv[t.conv]);
    if (tcf_tile_pfa(&t) > 1) tcf_put(&w, "%d", tcf_tile_pfa(&t));
    tcf_put(&w, "%s", t.conv ? "(" : "");
    for (int p = 0; p < t.passes; p++) tcf_put(&w, "%s%d", p ? "." : "", t.radix[p]);
    if (t.conv) tcf_put(&w, ")");
    ck_assert_int_eq(t.ask_smem_in, t.ask_smem_out);
    if (t.ask_smem_in) tcf_put(&w, "+io");
    ck_assert_str_eq(radices, s.fft);
    ck_assert_msg(!t.ask_smem_in || (t.smem_in && t.smem_out), "fft=%s is staged otherwise", s.fft);
    staged += t.ask_smem_in && !t.conv;
    smooth += !t.conv;
  }
  ck_assert_msg(staged > 0 && 2 * staged < smooth, "%d of %d tiles are staged", staged, smooth);
}
END_TEST

// Axes at once: what is parsed is what was proposed, whatever their lengths; the outermost one has the first and last pass.
START_TEST(axes) {
  const tcf_device d = unit_device(unit_gpu(_i));
  int found = 0;
  for (int64_t outer = 2; outer <= 300; outer += 1 + outer / 9)
    for (int64_t inner = 2; inner <= 300; inner += 1 + inner / 7) {
      tcf_stage s = stage_of(TCFFT_C2C, outer * inner, ROWS);
      s.axes = 2;
      s.length[0] = outer;
      s.length[1] = inner;
      if (!unit_first(tcf_tile_propose, &s, &d)) continue;
      tcf_tile t;
      char name[TCF_FFT_TEXT + 60], text[TCF_FFT_TEXT];
      snprintf(name, sizeof name, "%lldx%lld by %s", (long long)outer, (long long)inner, s.fft);
      ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s: %s", name, tcfft_last_error());
      tcf_tile_print_fft(&t, text);
      ck_assert_str_eq(text, s.fft);
      int64_t product[2] = {1, 1};
      for (int p = 0; p < t.passes; p++) product[t.axis[p]] *= t.radix[p];
      ck_assert_msg(product[1] == outer && product[0] == inner, "%s", name);
      ck_assert_msg(t.axis[0] == 1 && t.axis[t.passes - 1] == 1, "%s", name);
      ck_assert_msg(!t.conv && (int64_t)t.shared <= d.shared, "%s", name);
      found++;
    }
  ck_assert_int_gt(found, 100);
}
END_TEST

static const struct {
  int64_t length[3];
  const char *fft, *says;
} broken_axes[] = {
    {{64, 64}, "16.4", "does not transform 2 axes"},
    {{64, 64}, "16.4x16", "does not transform 64 points of its axis 1"},
    {{64, 64}, "16.8x8.4", "does not transform 64 points of its axis 0"},
    {{32, 64}, "32x16.4", "the outermost axis has the first pass"},
    {{64, 64}, "16.4x16.4x1", "does not"},
    {{64, 64}, "16.4x", "does not"},
    {{64, 64}, "x16.4", "does not"},
    {{64, 64}, "b(16.4x16.4)", "does not"},
    {{64, 64}, "16.4x16.4+x", "does not parse"},
    {{64, 4, 4}, "16.4x16", "does not transform 3 axes"},
    {{128, 128}, "2.2.2.2.2.2.2x2.2.2.2.2.2.2", "does not"},
    {{128, 128}, "2.2.2.2.2.2.2x4.32", "does not transform in 7 passes"},
};

START_TEST(broken_texts_of_axes) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(broken_axes); i++) {
    tcf_stage s = stage_of(TCFFT_C2C, 1, ROWS);
    for (int a = 0; a < 3 && broken_axes[i].length[a]; a++) {
      s.length[s.axes++] = broken_axes[i].length[a];
      s.points = s.n *= broken_axes[i].length[a];
    }
    s.width = 1;
    s.threads = 64;
    snprintf(s.fft, sizeof s.fft, "%s", broken_axes[i].fft);
    tcf_tile t;
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_ERROR_PARSE, "fft=%s is taken", s.fft);
    ck_assert_msg(strstr(tcfft_last_error(), broken_axes[i].says) != NULL, "\"%s\", not \"%s\"", tcfft_last_error(),
                  broken_axes[i].says);
  }
}
END_TEST

// Several axes at once are the caller's and packed: a text that takes them for a step of an axis is refused.
START_TEST(axes_of_steps) {
  const tcf_device d = unit_device("H200");
  tcf_stage whole = stage_of(TCFFT_C2C, 1024, ROWS), other[10];
  whole.axes = 2;
  whole.length[0] = whole.length[1] = 32;
  whole.width = 1;
  whole.threads = 64;
  strcpy(whole.fft, "16.2x8.4");
  tcf_tile t, before;
  ck_assert_msg(tcf_tile_build(&t, &whole, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  for (size_t i = 0; i < TEST_COUNT(other); i++) other[i] = whole;
  other[0].load = TCF_OP_COPY;
  other[1].load = TCF_OP_CHIRP;
  other[2].store = TCF_OP_COPY;
  other[3].store = TCF_OP_TWIDDLE;
  other[3].twiddle_n = 1 << 20;
  other[4].is = 2;
  other[5].os = 2;
  other[6].in_step = 60;
  other[7].out_step = 60;
  other[8].in_batch_step = 1;
  other[9].out_batch_step = 1024;
  memset(&t, 0x5a, sizeof t);
  memcpy(&before, &t, sizeof t);
  for (size_t i = 0; i < TEST_COUNT(other); i++) {
    const char *says = i < 4 ? "load=user and store=user alone" : "several axes are packed";
    ck_assert_msg(tcf_tile_build(&t, &other[i], &d) == TCFFT_ERROR_PARSE, "stage %zu is taken", i);
    ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "stage %zu: %s", i, tcfft_last_error());
    ck_assert_msg(!memcmp(&t, &before, sizeof t), "stage %zu changed the tile", i);
  }
}
END_TEST

// A text that asks for loads or stores through shared memory gets them, as far as a convolution leaves the choice.
static void check_staged(const tcf_tile *t, const char *fft) {
  const char *plus = strchr(fft, '+');
  const int in = plus && strchr(plus, 'i'), out = plus && strchr(plus, 'o');
  ck_assert_msg(t->ask_smem_in == in && t->ask_smem_out == out, "fft=%s: %d, %d", fft, t->ask_smem_in, t->ask_smem_out);
  if (t->pfa > 1)
    ck_assert(!in && !out && t->smem_in && t->smem_out);
  else
    ck_assert_msg(t->smem_in == (in && t->conv != TCF_CONV_BLUESTEIN) && t->smem_out == out, "fft=%s is staged otherwise",
                  fft);
}

static tcfft_status build_text(int64_t points, const char *fft, int64_t width, int64_t threads) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(TCFFT_C2C, points, ROWS);
  s.width = width;
  s.threads = threads;
  snprintf(s.fft, sizeof s.fft, "%s", fft);
  tcf_tile t, before;
  memset(&t, 0x5a, sizeof t);
  memcpy(&before, &t, sizeof t);
  const tcfft_status status = tcf_tile_build(&t, &s, &d);
  if (status == TCFFT_SUCCESS) {
    char text[TCF_FFT_TEXT];
    tcf_tile_print_fft(&t, text);
    ck_assert_str_eq(text, fft);
    if (t.tpt >= 4) check_staged(&t, fft);
  } else
    ck_assert_msg(!memcmp(&t, &before, sizeof t), "fft=%s changed the tile", fft);
  return status;
}

static const struct {
  int64_t points;
  const char *fft;
  int64_t width, threads;
} good[] = {{256, "16.16", 8, 128},
            {256, "4.4.4.4", 1, 64},
            {1, "1", 64, 64},
            {37, "r(6.6)", 4, 24},
            {38, "b(16.8)", 2, 64},
            {64, "b(16.8)", 2, 16},
            {13, "13", 3, 3},
            {17, "r(16)", 5, 40},
            {4096, "16.16.16", 1, 256},
            {8192, "16.2.16.16", 1, 512},
            {128, "2.2.2.2.2.2.2", 4, 256},
            {576, "18.32", 2, 64},
            {600, "20.30", 1, 32},
            {462, "21.22", 1, 32},
            {600, "24.25", 1, 32},
            {702, "26.27", 1, 32},
            {784, "28.28", 1, 32},
            {100, "10.10+i", 4, 40},
            {100, "10.10+o", 4, 40},
            {100, "10.10+io", 4, 40},
            {37, "r(6.6)+io", 4, 24},
            {100, "10.10@3", 4, 40},
            {100, "10.10+io@1", 4, 40},
            {37, "r(6.6)@32", 4, 24},
            {4096, "16.m16.m16", 1, 256},
            {4096, "16.16.m16", 1, 256},
            {64, "8.m8+io", 8, 64},
            {360, "15.m8.3", 4, 96},
            {4096, "16.m16.m16@2", 1, 256},
            {34, "r2(16)", 8, 256},
            {1022, "r14(8.9)@2", 2, 252},
            {1022, "r14(8.9)", 2, 252},
            {4097, "r17(16.15)", 1, 272},
            {38, "b(16.8)+i", 2, 64},
            {38, "b(16.8)+o", 2, 64}};

// A step of a long convolution says so, and nothing else does.
START_TEST(filtered_texts) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(TCFFT_C2C, 256, CONVOLVED);
  tcf_tile t;
  s.width = 2;
  s.threads = 32;
  strcpy(s.fft, "f(16.16)");
  ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert(t.conv == TCF_CONV_FILTERED && t.n == 256 && !t.smem_in && !t.smem_out);
  static const char *const others[] = {"16.16", "r(16.16)", "b(16.16.2)", "f(16.8)", "f(16.16"};
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    strcpy(s.fft, others[i]);
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_ERROR_PARSE, "fft=%s builds", others[i]);
  }
  ck_assert_int_eq(build_text(256, "f(16.16)", 2, 32), TCFFT_ERROR_PARSE);
}
END_TEST

// With the prime-factor join, sub-transforms are joined in shared memory; each is a transform of the tile. For complex
// data only.
START_TEST(joined_texts) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(TCFFT_C2C, 1022, ROWS);
  tcf_tile t;
  s.width = 2;
  s.threads = 2 * 14 * 9;
  strcpy(s.fft, "r14(8.9)");
  ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert(t.pfa == 14 && t.n == 72 && t.fpb == 28 && t.tpt == 9 && t.points == 1022 && t.smem_in && t.smem_out);
  s.kind = TCFFT_R2C;
  ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_ERROR_PARSE);
  ck_assert_msg(strstr(tcfft_last_error(), "complex numbers") != NULL, "%s", tcfft_last_error());
  s.kind = TCFFT_C2C;
  s.width = 80;  // 1120 transforms
  s.threads = 1120;
  ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_ERROR_PARSE);
}
END_TEST

// Variants for the tuner: numbers of transforms that fill warps, where powers of two leave a fifth of the lanes idle; and
// tiles of one warp.
START_TEST(filled_varied) {
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of(TCFFT_C2C, 500, ROWS);
  s.dim[0].n = 10000;
  ck_assert(unit_first(tcf_tile_propose, &s, &d));
  int filled = 0, alone = 0;
  const tcf_candidates all = unit_list(tcf_tile_variants, &s, &d);
  for (int i = 0; i < all.count; i++) {
    const tcf_stage v = all.stage[i];
    alone += v.threads <= 32;
    if (v.threads <= 32 || (v.width & (v.width - 1)) == 0) continue;
    ck_assert_msg(20 * v.threads >= 19 * ((v.threads + 31) / 32 * 32), "%s: %d threads", v.fft, (int)v.threads);
    filled++;
  }
  ck_assert_int_gt(filled, 2);
  ck_assert_int_gt(alone, 2);
}
END_TEST

// Blocks are as many as were asked for, where so many fit; what else is near a tile is near it.
START_TEST(near) {
  static const struct {
    int64_t points;
    const char *fft;
    int64_t width, threads;
  } some[] = {{500, "10.10.5", 1, 50},       {3000, "20.15.10", 1, 150}, {180, "6.5.6", 4, 60},
              {4097, "r17(16.3.5)", 1, 272}, {37, "d(37)", 32, 64},      {10000, "10.10.10.10@1", 1, 500}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    tcf_stage s = stage_of(TCFFT_C2C, some[i].points, ROWS);
    s.width = some[i].width;
    s.threads = some[i].threads;
    snprintf(s.fft, sizeof s.fft, "%s", some[i].fft);
    tcf_tile t, n;
    ck_assert_msg(tcf_tile_build(&t, &s, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    const size_t radices = strcspn(s.fft, "@");
    int blocks = 0, sizes = 0;
    const tcf_candidates all = unit_list(tcf_tile_neighbours, &s, &d);
    for (int k = 0; k < all.count; k++) {
      const tcf_stage v = all.stage[k];
      ck_assert_msg(tcf_tile_build(&n, &v, &d) == TCFFT_SUCCESS, "%s: %s", v.fft, tcfft_last_error());
      ck_assert_msg(!strncmp(v.fft, s.fft, radices) && v.time > 0 && n.shared <= (size_t)d.shared, "%s", v.fft);
      const int same = v.width == s.width && v.threads == s.threads;
      ck_assert_msg(same ? n.blocks - t.blocks == 1 || t.blocks - n.blocks == 1 : !n.min_blocks,
                    "%s: %d blocks of %d threads, %d", v.fft, n.blocks, n.threads, t.blocks);
      blocks += same;
      sizes += !same;
    }
    ck_assert_msg(blocks > 0 && sizes > 0, "%s: %d, %d", s.fft, blocks, sizes);
  }
}
END_TEST

// A tuner is offered them.
START_TEST(joined_varied) {
  static const int64_t lengths[] = {74, 254, 292, 1022, 4097};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    tcf_stage s = stage_of(TCFFT_C2C, lengths[i], ROWS);
    s.dim[0].n = 1000;
    ck_assert(unit_first(tcf_tile_propose, &s, &d));
    int joined = 0;
    const tcf_candidates all = unit_list(tcf_tile_variants, &s, &d);
    for (int k = 0; k < all.count; k++) {
      const tcf_stage v = all.stage[k];
      if (v.fft[0] != 'r') continue;
      tcf_tile t;
      ck_assert_msg(tcf_tile_build(&t, &v, &d) == TCFFT_SUCCESS, "%s: %s", v.fft, tcfft_last_error());
      ck_assert_int_eq(t.pfa * (t.n + 1), lengths[i]);
      joined++;
    }
    ck_assert_msg(joined > 0, "%lld points", (long long)lengths[i]);
  }
}
END_TEST

START_TEST(good_texts) {
  for (size_t i = 0; i < TEST_COUNT(good); i++)
    ck_assert_msg(build_text(good[i].points, good[i].fft, good[i].width, good[i].threads) == TCFFT_SUCCESS, "fft=%s: %s",
                  good[i].fft, tcfft_last_error());
}
END_TEST

static const struct {
  int64_t points;
  const char *fft, *says;
} broken[] = {
    {256, "", "does not transform"},
    {256, "16", "fft=16 does not transform 256 points"},
    {256, "16.17", "does not transform"},
    {528, "16.33", "no radix 33"},
    {544, "16.34", "no radix 34"},
    {1024, "16.64", "no radix 64"},
    {1580, "79.20", "no radix 79"},
    {256, "16..16", "does not"},
    {256, ".16.16", "does not"},
    {256, "16.16.", "does not"},
    {256, "16,16", "does not"},
    {256, "16.x", "does not"},
    {256, "16.-16", "no radix -16"},
    {256, "2.9223372036854775807.2", "no radix 9223372036854775807"},
    {256, "0.16", "no radix 0"},
    {256, "16.16 ", "does not"},
    {256, "2.2.2.2.2.2.2.2", "does not transform"},  // more passes than there are
    {256, "real_post", "does not"},
    {256, "r16.16", "fft=r16.16 does not parse"},
    {256, "r", "does not parse"},
    {256, "b", "does not parse"},
    {256, "r(", "does not parse"},
    {256, "r()", "does not"},
    {256, "b(16.16", "does not parse"},
    {256, "b[16.16]", "does not parse"},
    {38, "r(6.6)", "fft=r(6.6) does not transform 38 points"},
    {36, "r(6.6)", "does not transform 36"},
    {100, "10.10+", "fft=10.10+ does not parse"},
    {100, "10.10+x", "fft=10.10+x does not parse"},
    {100, "10.10+oi", "fft=10.10+oi does not parse"},
    {100, "10.10+iox", "does not parse"},
    {100, "10.10+ii", "does not parse"},
    {100, "10.10++i", "does not parse"},
    {100, "10.10+io ", "does not parse"},
    {100, "10+io.10", "does not parse"},
    {100, "10.10 +io", "does not"},
    {256, "m16.16", "fft=m16.16: pass 1 cannot run on tensor cores"},
    {256, "m16.m16", "pass 1 cannot run on tensor cores"},
    {100, "10.m10", "pass 2 cannot run on tensor cores"},
    {256, "16.mm16", "does not transform 256"},
    {256, "16.1m6", "does not transform 256"},
    {256, "16.16m", "does not transform 256"},
    {16, "16.m", "does not transform 16"},
    {37, "r(6.m6)", "cannot run on tensor cores"},
    {38, "b(16.m8)", "cannot run on tensor cores"},
    {100, "+io", "does not transform 100"},
    {100, "10.10@", "no multiprocessor has \"\" blocks"},
    {100, "10.10@0", "no multiprocessor has \"0\" blocks"},
    {100, "10.10@33", "no multiprocessor has \"33\" blocks"},
    {100, "10.10@-1", "no multiprocessor has"},
    {100, "10.10@4294967297", "no multiprocessor has"},
    {100, "10.10@x", "no multiprocessor has"},
    {100, "10.10@2@3", "no multiprocessor has"},
    {100, "10.10@2+io", "no multiprocessor has"},
    {100, "@2", "does not transform 100"},
    {37, "r(6.6@2)", "no multiprocessor has"},
    {100, "+", "does not parse"},
    {37, "r(6.6+i)", "does not parse"},
    {65, "b(16.8)", "does not transform 65"},
    {10, "r(9)", "fft=r(9): 10 is no prime"},
    {1022, "r15(8.9)", "does not transform 1022 points"},
    {1022, "r14(8.8)", "does not transform 1022 points"},
    {169, "r13(12)", "coprime to 13"},
    {338, "r26(12)", "coprime to 13"},
    {73, "r0(8.9)", "does not parse"},
    {73, "r01(8.9)", "does not parse"},
    {146, "r-2(8.9)", "does not parse"},
    {146, "r2.0(8.9)", "does not parse"},
    {2701, "r37(8.9)", "joins no such number"},
    {146, "r4294967298(8.9)", "joins no such number"},
    {1022, "r14", "does not parse"},
    {1022, "r14(8.9)+io", "staged as they are"},
    {1022, "r14(", "does not"},
    {1022, "b14(8.9)", "does not parse"},
    {1022, "d14(73)", "does not parse"},
    {38, "c(16.8)", "does not"},
    {38, "b(r(16.8))", "does not"},
    {32768, "16.16.16.8", "does not fit the shared memory of H200"},
    {20000, "b(16.16.16.16)", "does not fit the shared memory of H200"},
    // Products beyond what an int holds.
    {100, "31.31.31.31.31.31.31", "does not"},
    {100, "b(31.31.31.31.31.31.31)", "does not"},
    {100, "b(32.32.32.32.32.32.32)", "does not"},
    {100, "b(34.34.34.34.34.34.34)", "no radix 34"},
    {100, "b(16.16.16.16.16.16.16)", "does not"},
};

START_TEST(broken_texts) {
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    const tcfft_status status = build_text(broken[i].points, broken[i].fft, 1, 32);
    ck_assert_msg(status == TCFFT_ERROR_PARSE, "fft=%s for %lld points: %s", broken[i].fft, (long long)broken[i].points,
                  tcfft_status_string(status));
    ck_assert_msg(strstr(tcfft_last_error(), broken[i].says) != NULL, "\"%s\", not \"%s\"", tcfft_last_error(),
                  broken[i].says);
  }
  // Numbers of threads and transforms that do not make a tile.
  static const int64_t shapes[][2] = {{64, 32}, {2, 2048}, {1, 1025}, {1024, 4096}};
  for (size_t i = 0; i < TEST_COUNT(shapes); i++)
    ck_assert_int_eq(build_text(16, "16", shapes[i][0], shapes[i][1]), TCFFT_ERROR_PARSE);
}
END_TEST

// Rader's convolution of real numbers: of whole axes of an odd real length that has the prime once.
START_TEST(of_reals) {
  static const struct {
    tcfft_kind kind;
    int n;
    const char *fft, *says;  // says NULL: it is taken
  } rows[] = {{TCFFT_R2C, 131, "h(5.13)", NULL},
              {TCFFT_C2R, 131, "h(13.5)@2", NULL},
              {TCFFT_R2C, 2165, "h5(18.12)", NULL},
              {TCFFT_C2C, 131, "h(5.13)", "whole axes of real numbers"},
              {TCFFT_DCT2, 131, "h(5.13)", "whole axes of real numbers"},
              {TCFFT_R2C, 131, "h(65)", "no radix 65"},
              {TCFFT_R2C, 31, "h(15)", "two passes or more"},
              {TCFFT_R2C, 131, "h(5.13)+io", "whole axes of real numbers"},
              {TCFFT_R2C, 3, "h(1.1)", "no radix 1"},
              {TCFFT_R2C, 133, "h(6.11)", "133 is no prime"},
              {TCFFT_R2C, 262, "h2(5.13)", "whole axes of real numbers"},
              {TCFFT_R2C, 17161, "h131(5.13)", "joins no such number"},
              {TCFFT_R2C, 961, "h31(5.3)", "31 is no prime that 961 has once"},
              {TCFFT_R2C, 130, "h(5.13)", "does not transform 130 points"},
              {TCFFT_R2C, 131, "h5.13", "does not parse"}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_stage s = stage_of(rows[i].kind, rows[i].n, ROWS);
    tcf_tile t;
    snprintf(s.fft, sizeof s.fft, "%s", rows[i].fft);
    s.n = s.points = rows[i].n;
    s.width = 1;
    s.threads = 32;
    const tcfft_status status = tcf_tile_build(&t, &s, &d);
    ck_assert_msg(status == (rows[i].says ? TCFFT_ERROR_PARSE : TCFFT_SUCCESS), "%s of %d: %s", rows[i].fft, rows[i].n,
                  status ? tcfft_last_error() : "taken");
    if (rows[i].says)
      ck_assert_msg(strstr(tcfft_last_error(), rows[i].says) != NULL, "%s: \"%s\"", rows[i].fft, tcfft_last_error());
    char text[TCF_FFT_TEXT];
    if (status == TCFFT_SUCCESS) tcf_tile_print_fft(&t, text);
    if (status == TCFFT_SUCCESS) ck_assert_str_eq(text, rows[i].fft);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_text");
  TCase *text = test_case(suite, "texts", 60);
  tcase_add_test(text, texts);
  tcase_add_test(text, good_texts);
  tcase_add_test(text, filtered_texts);
  tcase_add_test(text, joined_texts);
  tcase_add_test(text, joined_varied);
  tcase_add_test(text, filled_varied);
  tcase_add_test(text, near);
  tcase_add_test(text, broken_texts);
  tcase_add_test(text, of_reals);
  tcase_add_loop_test(text, axes, 0, UNIT_GPUS);
  tcase_add_test(text, broken_texts_of_axes);
  tcase_add_test(text, axes_of_steps);
  return suite;
}
