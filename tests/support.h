// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What every suite shares: a main, random numbers, poisoned buffers, layouts, a double-precision reference, and the runner
// that holds one problem against it. A suite is one file test_NAME.c that defines test_suite(); support_main.c runs it.
#ifndef TCFFT_TESTS_SUPPORT_H
#define TCFFT_TESTS_SUPPORT_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#include "tcfft/tcfft.h"

// The type of numbers in memory that a suite transforms, and a wider one that the reference computes in: a suite that is
// compiled with TEST_F64 does in FP64 what it otherwise does in FP32. TEST_EPS scales errors of FP32 to those of the type.
#ifdef TEST_F64
typedef double test_number;
typedef long double test_wide;
typedef uint64_t test_word;  // a number's bits
#define TEST_TYPE TCFFT_F64
#define TEST_EPS \
  0x1.4p-29  // a quarter more: sqrt(1/2) and sqrt(3)/2 are further from doubles than from floats, in units of the last place
#else
typedef float test_number;
typedef double test_wide;
typedef uint32_t test_word;
#define TEST_TYPE TCFFT_F32
#define TEST_EPS 1.0
#endif

#define TEST_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// ------------------------------------------------------------------------------------------------ suites

// Defined by every suite. Nothing in it may execute a plan: Check forks each test, and threads do not survive a fork.
Suite *test_suite(void);

// A new case of the suite, with the seconds that one of its tests may take. CMake reads the name out of the source and makes
// it a CTest entry of its own; a name that starts with "slow_" gets the label slow.
TCase *test_case(Suite *suite, const char *name, int seconds);

// Check notes every place where an assertion held, to name the last one before a crash. A note is a message in a file: most
// of the time of a test that looks at each number. A place that was the last one already is not noted again.
void test_mark(const char *file, int line);
#define _mark_point(file, line) test_mark(file, line)  // NOLINT(bugprone-reserved-identifier)

// The problem at work, for main to name it when a test dies by a signal; set by test_plan.
extern const char *test_current;

// ------------------------------------------------------------------------------------------------ random numbers

typedef struct test_rng {
  uint64_t state;
} test_rng;

test_rng test_rng_fixed(uint64_t salt);  // the same numbers in every run
test_rng test_rng_fresh(uint64_t salt);  // others in every run; TCFFT_TEST_SEED repeats the one whose seed was printed
uint64_t test_seed(void);                // of test_rng_fresh
void test_seed_init(void);               // called once by main, before any fork
uint64_t test_share(void);               // of long tables a run does one in so many: TCFFT_TEST_SHARE, or all (1)
int64_t test_first(void);                // where a run begins that takes every test_share()-th of a range: from 0
int test_is_due(const char *text, uint64_t share);  // whether this one is among them: others in every run
uint64_t test_next(test_rng *rng);
test_number test_uniform(test_rng *rng);                         // in [-1, 1]
int64_t test_between(test_rng *rng, int64_t low, int64_t high);  // both included

// ------------------------------------------------------------------------------------------------ buffers

// Numbers between two guard zones, all of it a NaN pattern that no transform makes.
typedef struct test_buffer {
  test_number *block;  // with the guards
  int64_t total;       // numbers of the block
  test_number *data;   // behind the first guard
  int64_t floats;      // numbers between the guards
} test_buffer;

extern const test_word test_poison;

// shift moves data off its 64-byte boundary by so many numbers: any alignment of an element has to work.
test_buffer test_buffer_new(int64_t floats, int shift);
void test_buffer_poison(test_buffer *b);
void test_buffer_free(test_buffer *b);
test_number *test_buffer_copy(const test_buffer *b);                  // of the block; the caller frees it
int test_buffer_same(const test_buffer *b, const test_number *copy);  // bits, guards included
test_word test_bits(test_number x);

// ------------------------------------------------------------------------------------------------ layouts

// One side of a problem with every default filled in. Strides and distances count elements.
typedef struct test_side {
  int rank;
  int width;  // numbers an element: 2 where complex
  int64_t n[TCFFT_MAX_RANK];
  int64_t stride[TCFFT_MAX_RANK];
  int64_t batch;
  int64_t distance;
  int64_t count;  // elements a transform
  int64_t span;   // numbers from the first element of the batch to behind the last
} test_side;

void test_sides(test_side *in, test_side *out, const tcfft_desc *d);

// Numbers from the start of the buffer to element i (counted as if packed) of transform b.
int64_t test_at(const test_side *side, int64_t b, int64_t i);

// Random numbers in the elements; what lies between them stays.
void test_fill(test_buffer *b, const test_side *side, uint64_t salt);

// Relative L2 difference of the elements; 0 where all bits agree.
double test_distance(const test_side *side, const test_buffer *a, const test_buffer *b);

// The test fails unless all of the buffer that belongs to neither side still holds the poison. other may be NULL.
void test_check_gaps(const test_buffer *b, const test_side *side, const test_side *other, const char *text);

// ------------------------------------------------------------------------------------------------ reference

// What FFTW in the wider type makes of in (packed, the whole batch, destroyed), packed, unscaled. The caller frees it by
// test_free_doubles.
test_wide *test_expected(const tcfft_desc *d, tcfft_direction direction, test_wide *in);
test_wide *test_doubles(int64_t count);
void test_free_doubles(test_wide *p);

// ------------------------------------------------------------------------------------------------ backend

// Where a suite executes: on the host (support_host.c) or on a device with memory of its own (support_device.c), by what it
// is linked with.
extern const tcfft_backend test_backend;

// NULL, or why nothing can be executed here: main then counts the suite as skipped.
const char *test_missing(void);

// Whether to test number i of a long range: everything on the host, some where code is compiled for every length.
// TCFFT_TEST_EVERY says one in how many.
int test_takes(int64_t i);

// Whether the backend does not do this problem, or too slowly; says so.
int test_leaves_out(const tcfft_desc *d, const char *text);

// tcfft_exec on copies of the whole buffers, guards included, in memory of the backend, aligned as they are; both are
// copied back. in == out is in place. (tcfft_exec_host copies by itself, and only what belongs to the transforms.)
tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction);

// The same on any pieces of memory, whose transforms begin behind `at` bytes.
typedef struct test_piece {
  char *memory;
  size_t bytes, at;
} test_piece;
tcfft_status test_exec_pieces(const tcfft_plan *plan, test_piece in, test_piece out, tcfft_direction direction);

// ------------------------------------------------------------------------------------------------ runner

// All of what tcfft_plan_describe writes. The caller frees it.
char *test_description(const tcfft_plan *plan);

typedef struct test_errors {
  double l2;     // relative, over the batch
  double worst;  // largest error over largest reference
  double bound;  // what the plan predicts
} test_errors;

// The problem of text, of numbers of the suite's type on its backend; the test fails if it does not parse.
void test_desc(tcfft_desc *d, const char *text);

// A plan; the test fails with the library's own words if there is none.
tcfft_plan *test_plan(const tcfft_desc *d, const char *text);

// Creates the plan, executes it twice on data in [-range, range] and fails the test unless both executions, and one by
// tcfft_exec_host, gave the same bits, only elements of the output were written, and the input stayed (out of place).
// Returns the errors for the caller to judge: zeros for a problem that the backend leaves out.
test_errors test_run(const tcfft_desc *d, const char *text, tcfft_direction direction, double range);

// The same by a plan that the caller made, and keeps.
test_errors test_run_plan(const tcfft_plan *plan, const tcfft_desc *d, const char *text, tcfft_direction direction,
                          double range);

// The gates of a problem. Tiny transforms need a batch of 256 elements or more for the first to mean anything.
double test_gate_l2(const tcfft_desc *d);
double test_gate_worst(const tcfft_desc *d);

// test_run and both gates.
void test_problem(const char *text, tcfft_direction direction);
void test_both(const char *text);  // ... in both directions

#endif
