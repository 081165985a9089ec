// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plain WAV files: what the command reads where it was built without libsndfile, and what it refuses with which reason.
#include "cli/riff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// A file in the making. Numbers are little-endian, as in the format.
typedef struct bytes {
  unsigned char at[4096];
  size_t count;
} bytes;

static void put(bytes *b, const void *data, size_t count) {
  ck_assert(b->count + count <= sizeof b->at);
  memcpy(b->at + b->count, data, count);
  b->count += count;
}

static void put_number(bytes *b, uint32_t value, int count) {
  for (int i = 0; i < count; i++) put(b, &(unsigned char){(unsigned char)(value >> 8 * i)}, 1);
}

static void put_float(bytes *b, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_number(b, bits, 4);
}

static bytes begin(void) {
  bytes b = {.count = 0};
  put(&b, "RIFF\xff\xff\xff\xffWAVE", 12);  // the size of the whole is not looked at
  return b;
}

static void put_format(bytes *b, uint32_t tag, uint32_t channels, uint32_t rate, uint32_t bits) {
  put(b, "fmt ", 4);
  put_number(b, 16, 4);
  put_number(b, tag, 2);
  put_number(b, channels, 2);
  put_number(b, rate, 4);
  put_number(b, rate * channels * bits / 8, 4);
  put_number(b, channels * bits / 8, 2);
  put_number(b, bits, 2);
}

static void put_data_head(bytes *b, uint32_t count) {
  put(b, "data", 4);
  put_number(b, count, 4);
}

static int read_bytes(const bytes *b, size_t count, tcf_recording *r, char *why, size_t why_cap) {
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(b->at, 1, count, file), count);
  rewind(file);
  const int status = tcf_riff_read(r, file, why, why_cap);
  fclose(file);
  return status;
}

static void check_read(const bytes *b, int channels, int count, const float *samples) {
  tcf_recording r = {0};
  char why[200] = "";
  ck_assert_msg(read_bytes(b, b->count, &r, why, sizeof why) == 0, "refused: %s", why);
  ck_assert_int_eq(r.rate, 8000);
  ck_assert_int_eq(r.channels, channels);
  ck_assert_int_eq(r.count, count);
  float *mean = tcf_recording_mean(&r);
  ck_assert_ptr_nonnull(mean);
  for (int i = 0; i < count; i++)
    ck_assert_msg(mean[i] == samples[i], "sample %d is %.9g, not %.9g", i, (double)mean[i], (double)samples[i]);
  free(mean);
  free(r.samples);
}

static void check_refused(const bytes *b, const char *reason) {
  tcf_recording r = {0};
  char why[200] = "";
  ck_assert_msg(read_bytes(b, b->count, &r, why, sizeof why) == -1, "taken, not refused by \"%s\"", reason);
  ck_assert_msg(strstr(why, reason) != NULL, "refused by \"%s\", not by \"%s\"", why, reason);
  ck_assert_ptr_null(r.samples);
}

// ------------------------------------------------------------------------------------------------ good files

START_TEST(pcm16) {
  bytes b = begin();
  put_format(&b, 1, 1, 8000, 16);
  put_data_head(&b, 8);
  for (int i = 0; i < 4; i++) put_number(&b, (const uint32_t[]){0, 0x7fff, 0x8000, 0xffff}[i], 2);
  check_read(&b, 1, 4, (const float[]){0, 32767.f / 32768, -1, -1.f / 32768});
}
END_TEST

START_TEST(pcm24) {
  bytes b = begin();
  put_format(&b, 1, 1, 8000, 24);
  put_data_head(&b, 9);
  for (int i = 0; i < 3; i++) put_number(&b, (const uint32_t[]){0x400000, 0x800000, 0xffffff}[i], 3);
  check_read(&b, 1, 3, (const float[]){0.5f, -1, -1.f / 8388608});
}
END_TEST

// Of several channels the mean.
START_TEST(channels) {
  bytes b = begin();
  put_format(&b, 3, 2, 8000, 32);
  put_data_head(&b, 16);
  for (int i = 0; i < 4; i++) put_float(&b, (const float[]){0.25f, 0.75f, -1, 3}[i]);
  check_read(&b, 2, 2, (const float[]){0.5f, 1});
}
END_TEST

// Chunks of odd length have a byte behind them that their size does not count.
START_TEST(other_chunks) {
  bytes b = begin();
  put(&b, "LIST\x05\0\0\0abcde\0", 14);
  put_format(&b, 1, 1, 8000, 16);
  put(&b, "fact\x04\0\0\0\x02\0\0\0", 12);
  put(&b, "odd \x01\0\0\0x\0", 10);
  put_data_head(&b, 4);
  put_number(&b, 0x4000, 2);
  put_number(&b, 0xc000, 2);
  put(&b, "LIST\x04\0\0\0late", 12);
  check_read(&b, 1, 2, (const float[]){0.5f, -0.5f});
}
END_TEST

// The form that recorders write for 24 bits and for more than two channels.
START_TEST(extensible) {
  bytes b = begin();
  put_format(&b, 0xfffe, 1, 8000, 24);
  b.at[16] = 40;
  put_number(&b, 22, 2);
  put_number(&b, 24, 2);
  put_number(&b, 4, 4);
  put(&b, "\x01\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71", 16);
  put_data_head(&b, 3);
  put_number(&b, 0x200000, 3);
  check_read(&b, 1, 1, (const float[]){0.25f});
}
END_TEST

START_TEST(written) {
  enum { COUNT = 5000 };
  static float samples[COUNT];
  test_rng rng = test_rng_fixed(1);
  tcf_recording r = {0};
  char why[200] = "";
  for (int i = 0; i < COUNT; i++) samples[i] = test_uniform(&rng);
  samples[1] = 2, samples[2] = -2;  // too loud: cut off
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  tcf_riff_write(file, samples, COUNT, 48000);
  ck_assert_int_eq(ftell(file), 44 + 2 * COUNT);
  rewind(file);
  ck_assert_msg(tcf_riff_read(&r, file, why, sizeof why) == 0, "%s", why);
  fclose(file);
  ck_assert(r.count == COUNT && r.rate == 48000 && r.channels == 1 && r.type == TCFFT_I16);
  samples[1] = 1, samples[2] = -1;
  for (int i = 0; i < COUNT; i++) ck_assert(fabsf(((const int16_t *)r.samples)[i] / 32768.f - samples[i]) <= 1.6f / 32768);
  free(r.samples);
}
END_TEST

// ------------------------------------------------------------------------------------------------ broken files

// Whatever a good file is cut down to is refused with a reason, and nothing is left to free.
START_TEST(truncated) {
  bytes b = begin();
  put(&b, "LIST\x05\0\0\0abcde\0", 14);
  put_format(&b, 1, 2, 8000, 16);
  put_data_head(&b, 8);
  put(&b, "12345678", 8);
  for (size_t count = 0; count < b.count; count++) {
    bytes cut = b;
    cut.count = count;
    check_refused(&cut, count < 12 ? "not a WAV file" : "the file ends");
  }
  check_read(&b, 2, 2, (const float[]){(0x3231 + 0x3433) / 65536.f, (0x3635 + 0x3837) / 65536.f});
}
END_TEST

// A size that no file has takes neither memory nor time.
START_TEST(huge_sizes) {
  bytes b = begin();
  put_format(&b, 1, 1, 8000, 16);
  put_data_head(&b, 0xfffffffe);
  put(&b, "12345678", 8);
  check_refused(&b, "the file ends after 8 of 4294967294 bytes of data");
  b = begin();
  put(&b, "LIST\xff\xff\xff\xff", 8);
  check_refused(&b, "the file ends");
}
END_TEST

START_TEST(formats) {
  static const struct {
    uint32_t tag, channels, rate, bits;
    const char *reason;
  } wrong[] = {{1, 1, 8000, 8, "format 1 with 8 bits"},
               {1, 1, 8000, 32, "format 1 with 32 bits"},
               {3, 1, 8000, 64, "format 3 with 64 bits"},
               {7, 1, 8000, 16, "format 7"},
               {0xfffe, 1, 8000, 16, "format 65534"},
               {1, 0, 8000, 16, "0 channels"},
               {1, 257, 8000, 16, "257 channels"},
               {1, 1, 0, 16, "0 samples a second"},
               {1, 1, 0x80000000, 16, "2147483648 samples a"}};
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    bytes b = begin();
    put_format(&b, wrong[i].tag, wrong[i].channels, wrong[i].rate, wrong[i].bits);
    put_data_head(&b, 4);
    put(&b, "1234", 4);
    check_refused(&b, wrong[i].reason);
  }
}
END_TEST

START_TEST(contradictions) {
  bytes b = begin();
  put_data_head(&b, 4);
  put(&b, "1234", 4);
  check_refused(&b, "its data comes before its format");
  b = begin();
  put(&b, "fmt \x04\0\0\0\x01\0\x01\0", 12);
  check_refused(&b, "its format has 4 bytes");
  b = begin();
  put_format(&b, 1, 1, 8000, 16);
  put_data_head(&b, 3);
  put(&b, "123\0", 4);
  check_refused(&b, "no whole frames");
  b = begin();
  put_format(&b, 1, 1, 8000, 16);
  b.at[32] = 4;
  put_data_head(&b, 4);
  put(&b, "1234", 4);
  check_refused(&b, "4 bytes a frame, but 1 channels of 16 bits");
  b = begin();
  put_format(&b, 1, 1, 8000, 16);
  put_data_head(&b, 0);
  check_refused(&b, "no samples");
  b = begin();
  memcpy(b.at, "RIFX", 4);
  check_refused(&b, "not a WAV file");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("riff");
  TCase *good = test_case(suite, "good", 60), *broken = test_case(suite, "broken", 60);
  tcase_add_test(good, pcm16);
  tcase_add_test(good, pcm24);
  tcase_add_test(good, channels);
  tcase_add_test(good, other_chunks);
  tcase_add_test(good, extensible);
  tcase_add_test(good, written);
  tcase_add_test(broken, truncated);
  tcase_add_test(broken, huge_sizes);
  tcase_add_test(broken, formats);
  tcase_add_test(broken, contradictions);
  return suite;
}
