// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Drives a fuzz target without libFuzzer: mutations of the seeds and of their descendants for TCFFT_FUZZ_SECONDS (default
// 5), from TCFFT_TEST_SEED or a fresh seed. A file on the command line is run instead. The input at work is written to
// fuzz-crash.bin when the target dies by a signal.
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

enum { CAP = 4096, POOL = 256 };

static struct {
  uint8_t bytes[CAP];
  size_t size;
} pool[POOL], input;

static uint64_t state;

static uint64_t next(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1du;
}

static size_t below(size_t n) { return n ? (size_t)(next() % n) : 0; }

static void on_crash(int number) {
  const int fd = open("fuzz-crash.bin", O_CREAT | O_TRUNC | O_WRONLY, 0644);
  if (fd >= 0) {
    const ssize_t written = write(fd, input.bytes, input.size);
    (void)written;
    close(fd);
  }
  signal(number, SIG_DFL);
  raise(number);
}

// Moves the tail from `from` to `to`, as far as it fits.
static void move_tail(size_t from, size_t to) {
  size_t tail = input.size - from;
  if (to + tail > CAP) tail = CAP - to;
  memmove(input.bytes + to, input.bytes + from, tail);
  input.size = to + tail;
}

static void mutate(void) {
  static const char *const words[] = {"0",
                                      "-1",
                                      "9223372036854775807",
                                      "18446744073709551616",
                                      "1e999",
                                      "nan",
                                      ":",
                                      "x",
                                      "*",
                                      ",",
                                      "=",
                                      "inplace",
                                      "tensor",
                                      "is=",
                                      "tol=",
                                      "(",
                                      ")",
                                      "'",
                                      "{",
                                      "}",
                                      "\n",
                                      "True",
                                      "False",
                                      "<f4",
                                      ">c8",
                                      "|O"};
  const size_t at = below(input.size + 1), length = 1 + below(8);
  switch (below(6)) {
    case 0:
      if (at < input.size) input.bytes[at] ^= (uint8_t)(1u << below(8));
      break;
    case 1:
      if (at < input.size) input.bytes[at] = (uint8_t)next();
      break;
    case 2:  // cut out
      move_tail(at + length < input.size ? at + length : input.size, at);
      break;
    case 3: {  // a word in
      const char *word = words[below(sizeof words / sizeof *words)];
      const size_t size = strlen(word);
      if (at + size > CAP) break;
      move_tail(at, at + size);
      memcpy(input.bytes + at, word, size);
      break;
    }
    case 4: {  // a piece of another input
      const size_t other = below(POOL), from = below(pool[other].size), size = below(pool[other].size - from + 1);
      if (at + size > CAP) break;
      move_tail(at, at + size);
      memcpy(input.bytes + at, pool[other].bytes + from, size);
      break;
    }
    default:  // cut off
      if (below(8) == 0) input.size = at;
  }
}

static int run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return EXIT_FAILURE;
  }
  input.size = fread(input.bytes, 1, CAP, file);
  fclose(file);
  LLVMFuzzerTestOneInput(input.bytes, input.size);
  return EXIT_SUCCESS;
}

static void fill_pool(void) {
  size_t seeds = 0;
  while (fuzz_seeds[seeds].bytes) seeds++;
  for (size_t i = 0; i < POOL; i++) {
    const fuzz_seed *s = &fuzz_seeds[i % seeds];
    pool[i].size = s->size < CAP ? s->size : CAP;
    memcpy(pool[i].bytes, s->bytes, pool[i].size);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) return run_file(argv[1]);
  const char *seconds_text = getenv("TCFFT_FUZZ_SECONDS"), *seed_text = getenv("TCFFT_TEST_SEED");
  const double seconds = seconds_text && *seconds_text ? strtod(seconds_text, NULL) : 5;
  const uint64_t seed =
      seed_text && *seed_text ? strtoull(seed_text, NULL, 10) : (uint64_t)time(NULL) * 65536u + (uint64_t)getpid() % 65536u;
  state = seed ? seed : 1;
  printf("seed %" PRIu64 " (TCFFT_TEST_SEED repeats it)\n", seed);
  fflush(stdout);
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_crash);
  fill_pool();
  const time_t end = time(NULL) + (time_t)(seconds + 0.5);
  uint64_t runs = 0;
  while (time(NULL) < end) {
    for (int i = 0; i < 20; i++, runs++) {
      input = pool[below(POOL)];
      for (size_t m = below(6) + 1; m > 0; m--) mutate();
      LLVMFuzzerTestOneInput(input.bytes, input.size);
      if (below(50) == 0) pool[below(POOL)] = input;
      if (below(20000) == 0) fill_pool();
    }
  }
  printf("%" PRIu64 " inputs in %.0f s\n", runs, seconds);
  return runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
