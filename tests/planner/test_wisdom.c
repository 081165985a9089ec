// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Wisdom: which schedules are taken for which problems, texts that are and are none, files, and plans by it.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/kernel.h"
#include "core/schedule_text.h"
#include "planner/fits.h"
#include "planner/wisdom_file.h"
#include "planner/wisdom_text.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ schedules

static const char *const problems[] = {"c2c:8*16",
                                       "c2c:1000*17",
                                       "c2c:10007*9",
                                       "c2c:64x60*3",
                                       "c2c:65536*300",
                                       "c2c:65536*3:is=3:os=4:id=1:od=1",
                                       "c2c:777*512:is=512:os=512:id=1:od=1",
                                       "c2c:1048576*4",
                                       "c2c:100003*2",
                                       "c2c:72713*4",
                                       "c2c:16777216",
                                       "c2c:256x256x64",
                                       "c2c:8x1x16x4*5",
                                       "r2c:1000*10",
                                       "r2c:441*100",
                                       "r2c:200000*2",
                                       "r2c:64x6x130*3:inplace",
                                       "c2r:65536*5",
                                       "c2r:30x40*3",
                                       "c2r:14641",
                                       "dct2:100*7",
                                       "dct1:70001",
                                       "dct4:300x100",
                                       "c2c:4096*64:tensor",
                                       "c2c:262144*8:tensor:half1",
                                       "c2c:16384*8:tol=2.5e-07"};
static const char *const devices[] = {"H200", "A100", "GTX960", "clH200", "pocl2", "server32", "board1"};

// The planner's schedule for problem i on device k, as it is read back from its text. 0: the device cannot do it.
static int read_back(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, tcf_schedule *made) {
  char text[1 << 15];
  tcf_writer w = {.buf = text, .cap = sizeof text};
  if (tcf_planner_run(made, p, d, (int)d->cores) != TCFFT_SUCCESS) return 0;
  tcf_schedule_print(made, &w);
  ck_assert_uint_lt(w.len, w.cap);
  ck_assert_int_eq(tcf_schedule_parse(s, text), TCFFT_SUCCESS);
  return 1;
}

// Whatever is planned for a problem fits it, and uses the same workspace.
START_TEST(own_schedules) {
  int fitting = 0;
  for (size_t k = 0; k < TEST_COUNT(devices); k++)
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      const tcf_problem p = unit_problem(problems[i]);
      const tcf_device d = unit_device(devices[k]);
      tcf_schedule s, made;
      if (!read_back(&s, &p, &d, &made)) continue;
      memset(s.work, 0x55, sizeof s.work);
      ck_assert_msg(tcf_schedule_fits(&s, &p, &d, 64), "%s on %s: its own schedule does not fit", problems[i], devices[k]);
      ck_assert_msg(!memcmp(s.work, made.work, sizeof s.work), "%s on %s: another workspace", problems[i], devices[k]);
      ck_assert_msg(s.bytes == made.bytes && fabs(s.bound - made.bound) < 1e-4 * made.bound, "%s on %s: bytes or bound",
                    problems[i], devices[k]);
      fitting++;
    }
  ck_assert_int_gt(fitting, 150);
}
END_TEST

// What the tuner may measure besides fits as well.
START_TEST(candidates) {
  static tcf_stage found[TCF_MAX_CANDIDATES];
  int fitting = 0;
  for (size_t k = 0; k < TEST_COUNT(devices); k++)
    for (size_t i = 0; i < TEST_COUNT(problems); i++) {
      const tcf_problem p = unit_problem(problems[i]);
      const tcf_device d = unit_device(devices[k]);
      tcf_schedule s, made;
      if (!read_back(&s, &p, &d, &made)) continue;
      for (int a = 0; a < made.stages; a++) {
        tcf_candidates more = {.stage = found, .max = TCF_MAX_CANDIDATES};
        const tcf_kernel *kernel = made.stage[a].kernel;
        if (kernel->variants) kernel->variants(&made.stage[a], &d, &more);
        if (kernel->neighbours) kernel->neighbours(&made.stage[a], &d, &more);
        for (int c = 0; c < more.count; c++, fitting++) {
          s = made;
          s.stage[a] = found[c];
          ck_assert_msg(tcf_schedule_fits(&s, &p, &d, 64), "%s on %s, stage %d: candidate %d (%s) does not fit", problems[i],
                        devices[k], a, c, found[c].fft);
        }
      }
    }
  ck_assert_int_gt(fitting, 500);
}
END_TEST

// No problem takes another's schedule, even where it is of the same length.
START_TEST(of_others) {
  static const char *const layouts[] = {"c2c:65536*300",
                                        "c2c:65536*299",
                                        "c2c:65536*300:is=2",
                                        "c2c:65536*300:os=2",
                                        "c2c:65536*300:inplace:id=65537:od=65537",
                                        "c2c:65537*300",
                                        "r2c:65536*300",
                                        "c2r:65536*300",
                                        "c2c:256x256*300",
                                        "c2c:65536*300:od=65540",
                                        "c2c:65536*300:id=65540",
                                        "c2c:256x256x300"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(layouts); i++)
    for (size_t k = 0; k < TEST_COUNT(layouts); k++) {
      const tcf_problem p = unit_problem(layouts[i]), q = unit_problem(layouts[k]);
      tcf_schedule s, made;
      ck_assert(read_back(&s, &p, &d, &made));
      ck_assert_msg(tcf_schedule_fits(&s, &q, &d, 64) == (i == k), "the schedule of %s, for %s", layouts[i], layouts[k]);
    }
}
END_TEST

// Launches of several axes at once are for complex transforms on GPUs alone.
START_TEST(joined) {
  static const char *const others[] = {"dct2:64x64*3", "c2c:64x64*3", "r2c:64x64*3:is=64,1:os=64,1:id=4096:od=4096",
                                       "c2r:64x64*3:is=64,1:os=64,1:id=4096:od=4096"};
  const tcf_device d = unit_device("H200"), host = unit_device("server32");
  tcf_schedule s, made;
  const tcf_problem p = unit_problem("c2c:64x64*3");
  ck_assert(read_back(&s, &p, &d, &made) && made.stage[0].axes == 2);
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    const tcf_problem q = unit_problem(others[i]);
    s = made;
    ck_assert_msg(tcf_schedule_fits(&s, &q, &d, 64) == (i == 1), "two axes at once, for %s", others[i]);
    s = made;
    s.stage[0].kernel = tcf_kernel_find("host_row");
    ck_assert_msg(!tcf_schedule_fits(&s, &q, &host, 64), "two axes at once on the host, for %s", others[i]);
  }
}
END_TEST

// On the host no more threads than were asked for.
START_TEST(most_threads) {
  const tcf_device d = unit_device("server32");
  const tcf_problem p = unit_problem("c2c:4096*1000");
  tcf_schedule s = unit_schedule(&p, &d, 32);
  ck_assert_int_eq(s.stage[0].threads, 32);
  ck_assert(tcf_schedule_fits(&s, &p, &d, 32) && !tcf_schedule_fits(&s, &p, &d, 31));
}
END_TEST

// A schedule of the right problem with one field changed.
START_TEST(one_change) {
  const tcf_device d = unit_device("H200"), host = unit_device("server32");
  const tcf_problem p = unit_problem("c2c:1048576*4"), tensor = unit_problem("c2c:4096*64:tensor");
  tcf_schedule s, made;
  ck_assert(read_back(&s, &p, &d, &made) && made.stages == 2);
#define CHANGE(change)                                                \
  do {                                                                \
    s = made;                                                         \
    change;                                                           \
    ck_assert_msg(!tcf_schedule_fits(&s, &p, &d, 64), "%s", #change); \
  } while (0)
  CHANGE(s.stage[0].is = 2);
  CHANGE(s.stage[1].os = 2);
  CHANGE(s.stage[0].dim[0].n++);
  CHANGE(s.stage[0].dim[1].is++);
  CHANGE(s.stage[1].dim[1].os--);
  CHANGE(s.stage[0].points *= 2);
  CHANGE(s.stage[0].twiddle_n *= 2);
  CHANGE(s.stage[0].in_step++);
  CHANGE(s.stage[0].in_batch_step++);
  CHANGE(s.stage[1].out_step--);
  CHANGE(s.stage[1].out_batch_step = 0);
  CHANGE(s.stage[0].out = TCF_SLOT_WORK1);
  CHANGE(s.stage[1].in = TCF_SLOT_IN);
  CHANGE(s.stage[0].store = TCF_OP_COPY);
  CHANGE(s.stage[1].load = TCF_OP_TWIDDLE);
  CHANGE(s.stage[0].kind = TCFFT_R2C);
  CHANGE(s.stage[1].axis = 1);
  CHANGE(s.stages = 1);
  CHANGE(s.stages = 0);
  CHANGE((s.stages = 3, s.stage[2] = s.stage[1]));
  CHANGE(s.stage[0].kernel = tcf_kernel_find("host_row"));
  CHANGE(s.stage[0].time = -1);
  CHANGE(s.stage[0].variance = (double)NAN);
  CHANGE(s.stage[0].axes = 2);
#undef CHANGE
  s = made;
  ck_assert(!tcf_schedule_fits(&s, &p, &host, 64));
  ck_assert(tcf_schedule_fits(&s, &p, &d, 64));
  ck_assert(read_back(&s, &tensor, &d, &made) && !tcf_schedule_fits(&s, &p, &d, 64));
}
END_TEST

// Twiddles by the index of a transform: that dimension stays where it is, whichever the others' order.
START_TEST(indices) {
  static const char *const columns[] = {"c2c:65536*48:is=48:os=48:id=1:od=1", "c2c:1048576*64:is=64:os=64:id=1:od=1",
                                        "c2c:262144x96", "c2c:100000x17"};
  static tcf_stage found[TCF_MAX_CANDIDATES];
  int moved = 0;
  for (size_t k = 0; k < TEST_COUNT(devices); k++)
    for (size_t i = 0; i < TEST_COUNT(columns); i++) {
      const tcf_problem p = unit_problem(columns[i]);
      const tcf_device d = unit_device(devices[k]);
      tcf_schedule s, made;
      if (d.backend == TCFFT_BACKEND_HOST || !read_back(&s, &p, &d, &made)) continue;
      for (int a = 0; a < made.stages; a++) {
        tcf_stage task = made.stage[a];
        if (task.in_batch_step || task.out_batch_step || task.dims < 2 ||
            (task.load != TCF_OP_TWIDDLE && task.store != TCF_OP_TWIDDLE && task.store != TCF_OP_FILTER_INVERSE))
          continue;
        const tcf_iodim first = task.dim[0];
        s = made;
        s.stage[a].dim[0] = task.dim[1];
        s.stage[a].dim[1] = first;
        ck_assert_msg(!tcf_schedule_fits(&s, &p, &d, 64), "%s on %s: stage %d with other twiddles", columns[i], devices[k],
                      a);
        task.algorithm = TCFFT_ALGORITHM_AUTO;
        moved += tcf_planner_candidates(&task, &d, 1, found, TCF_MAX_CANDIDATES) > 0;
      }
    }
  ck_assert_int_gt(moved, 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ records

static void remember(const char *problem, const char *device, double time) {
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device(device);
  const tcf_schedule s = unit_schedule(&p, &d, (int)d.cores);
  ck_assert_int_eq(tcf_wisdom_add(&s, &p, &d, (int)d.cores, time), TCFFT_SUCCESS);
}

// The time that is known of a problem; 0: nothing is.
static double known(const char *problem, const tcf_device *d, int threads) {
  const tcf_problem p = unit_problem(problem);
  tcf_schedule s;
  return tcf_wisdom_find(&s, &p, d, threads) ? s.time : 0;
}

static double known_on(const char *problem, const char *device) {
  const tcf_device d = unit_device(device);
  return known(problem, &d, (int)d.cores);
}

static int is_near(double a, double b) { return fabs(a - b) < 1e-6 * b; }

static char *exported(void) {
  tcf_writer w = {0};
  tcf_wisdom_export(&w);
  char *text = malloc(w.len + 1);
  ck_assert_ptr_nonnull(text);
  w = (tcf_writer){.buf = text, .cap = w.len + 1};
  tcf_wisdom_export(&w);
  return text;
}

static void replace_text(char *text, const char *old, const char *with) {
  char *at = strstr(text, old);
  ck_assert_msg(at && strlen(old) == strlen(with), "%s", old);
  memcpy(at, with, strlen(old));
}

// A record is of one problem, on one device, and on the host with as many threads.
START_TEST(keys) {
  tcf_wisdom_forget();
  remember("c2c:1000*17", "server32", 1e-5);
  remember("c2c:1000*17", "laptop4", 3e-5);
  ck_assert(is_near(known_on("c2c:1000*17", "server32"), 1e-5));
  ck_assert(is_near(known_on("c2c:1000*17", "laptop4"), 3e-5));
  ck_assert(!known_on("c2c:1000*18", "server32") && !known_on("c2c:1000*17:os=2", "server32"));
  ck_assert(!known_on("c2c:1000*17", "board1"));
  tcf_device d = unit_device("server32");
  ck_assert(!known("c2c:1000*17", &d, 2) && is_near(known("c2c:1000*17", &d, 32), 1e-5));
  d.cores = 31;
  ck_assert(!known("c2c:1000*17", &d, 31));
  d = unit_device("server32");
  d.vector = 8;
  ck_assert(!known("c2c:1000*17", &d, 32));
  remember("c2c:1000*17", "server32", 2e-5);  // measured again: the newer time counts
  ck_assert(is_near(known_on("c2c:1000*17", "server32"), 2e-5));
  d = unit_device("server32");
  const tcf_problem p = unit_problem("c2c:1000*17");
  tcf_wisdom_drop(&p, &d, 32);
  ck_assert(!known_on("c2c:1000*17", "server32") && is_near(known_on("c2c:1000*17", "laptop4"), 3e-5));
  tcf_wisdom_forget();
  ck_assert(!known_on("c2c:1000*17", "laptop4"));
  ck_assert_int_eq(tcf_wisdom_count(), 0);
}
END_TEST

// A schedule whose bound is above the tolerance is not taken.
START_TEST(tolerance) {
  tcf_wisdom_forget();
  const tcf_device d = unit_device("H200");
  tcf_problem p = unit_problem("c2c:65536*300");
  const tcf_schedule s = unit_schedule(&p, &d, 1);
  p.tolerance = 0.9 * s.bound;
  ck_assert_int_eq(tcf_wisdom_add(&s, &p, &d, 1, 1e-5), TCFFT_SUCCESS);
  tcf_schedule found;
  ck_assert(!tcf_wisdom_find(&found, &p, &d, 1));
  p.tolerance = 1.1 * s.bound;
  ck_assert_int_eq(tcf_wisdom_add(&s, &p, &d, 1, 1e-5), TCFFT_SUCCESS);
  ck_assert(tcf_wisdom_find(&found, &p, &d, 1));
}
END_TEST

START_TEST(merging) {
  tcf_wisdom_counts c;
  tcf_wisdom_forget();
  for (size_t i = 0; i < TEST_COUNT(problems); i++)
    for (int k = 0; k < UNIT_HOSTS; k++)
      if (!strstr(problems[i], "tol=")) remember(problems[i], unit_host(k), 1e-5 * (double)(i + 1));
  const int all = tcf_wisdom_count();
  char *text = exported();
  tcf_wisdom_forget();
  ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert(c.taken == all && !c.known && !c.stale && !c.foreign);
  char *again = exported();
  ck_assert_str_eq(text, again);
  // A tie changes nothing; what is faster replaces, what is slower does not.
  ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert(!c.taken && c.known == all);
  remember("c2c:1000*17", "server32", 7e-6);
  remember("c2c:8*16", "server32", 1);
  ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert(c.taken == 1 && c.known == all - 1);
  ck_assert(is_near(known_on("c2c:1000*17", "server32"), 7e-6) && is_near(known_on("c2c:8*16", "server32"), 1e-5));
  free(text);
  free(again);
}
END_TEST

// Records of other kernels' revisions are left out, those of other backends kept and not taken.
START_TEST(stale_and_foreign) {
  tcf_wisdom_counts c;
  char name[80], other[80];
  tcf_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  remember("c2c:64x60*3", "board1", 1e-5);
  char *text = exported();
  const tcf_kernel *k = tcf_kernel_find("host_whole") ? tcf_kernel_find("host_whole") : tcf_kernel_at(0);
  snprintf(name, sizeof name, "%s.%d |", k->name, k->revision);
  snprintf(other, sizeof other, "%s.%d |", k->name, k->revision + 1);
  tcf_wisdom_forget();
  replace_text(text, name, other);
  ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert(c.stale == 1 && c.taken == 1 && tcf_wisdom_count() == 1);
  free(text);
  const char line[] =
      "tcfft wisdom 1\nvulkan:name=card:cores=7 | c2c:8 | schedule:?;stage:? | vulkan_tile.3 | 1e-05 | 2027-01-31\n";
  tcf_wisdom_forget();
  ck_assert_int_eq(tcf_wisdom_import(line, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert(c.taken == 1 && c.foreign == 1);
  text = exported();
  ck_assert_str_eq(text, line);
  free(text);
}
END_TEST

// ------------------------------------------------------------------------------------------------ broken texts

#define LINE_HEAD "tcfft wisdom 1\n"
#define LINE_DEVICE "host:name=board1:vector=4:cores=1 | c2c:8*16:threads=1"
#define LINE_SCHEDULE                                                                                                       \
  "schedule:stages=1:work=0:bytes=2048:time=1e-06:bound=1e-07;stage:host_row:c2c:axis=0:n=8:is=1:os=1:in=in:out=out:width=" \
  "4:"                                                                                                                      \
  "threads=1:fft=8:d0=16,8,8:bytes=2048:time=1e-06:variance=1e-15"

static const struct {
  const char *text, *says;
} broken[] = {
    {"", "does not begin"},
    {"tcfft wisdom 2\n", "does not begin"},
    {"tcfft wisdom 1 \n", "does not begin"},
    {LINE_HEAD "nonsense\n", "line 2 of the wisdom: not six fields"},
    {LINE_HEAD "\n\na | b | c | d | 1\n", "line 4 of the wisdom: not six fields"},
    {LINE_HEAD "a | b | c | d | 1 | 2026-11-26 | \n", "not six fields"},
    {LINE_HEAD "a | b | c | d | 0 | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | -1e-5 | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | nan | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | inf | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | 1e999 | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | 1s | 2026-11-26\n", "its time"},
    {LINE_HEAD "a | b | c | d | 1 | 2026-13-26\n", "no date"},
    {LINE_HEAD "a | b | c | d | 1 | 2026-11-00\n", "no date"},
    {LINE_HEAD "a | b | c | d | 1 | 20261126\n", "no date"},
    {LINE_HEAD "a | b | c | d | 1 | 2026-11-26 \n", "no date"},
    {LINE_HEAD " | b | c | d | 1 | 2026-11-26\n", "a field is empty"},
    {LINE_HEAD "a | b |  | d | 1 | 2026-11-26\n", "a field is empty"},
    {LINE_HEAD LINE_DEVICE " | schedule:none | host_row.1 | 1 | 2026-11-26\n", "schedule does not begin"},
    {LINE_HEAD LINE_DEVICE " | schedule:stages=2"
                           " | host_row.1 | 1 | 2026-11-26\n",
     "schedule does not begin"},
};

// Broken texts are refused, with the line, and change nothing, whatever stood before the broken line.
START_TEST(broken_texts) {
  tcf_wisdom_counts c;
  tcf_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  char *before = exported();
  for (size_t i = 0; i < TEST_COUNT(broken); i++) {
    ck_assert_msg(tcf_wisdom_import(broken[i].text, TCF_WISDOM_CHECK, &c) == TCFFT_ERROR_PARSE, "%s is taken",
                  broken[i].text);
    ck_assert_msg(strstr(tcfft_last_error(), broken[i].says) != NULL, "%s: \"%s\"", broken[i].text, tcfft_last_error());
  }
  const char good[] = LINE_HEAD LINE_DEVICE " | " LINE_SCHEDULE " | host_row.1 | 1 | 2026-11-26\n";
  char both[2048];
  snprintf(both, sizeof both, "%snonsense\n", good);
  ck_assert_int_eq(tcf_wisdom_import(both, TCF_WISDOM_CHECK, &c), TCFFT_ERROR_PARSE);
  ck_assert(!c.taken);
  char *after = exported();
  ck_assert_str_eq(before, after);
  ck_assert_int_eq(tcf_wisdom_import(good, TCF_WISDOM_CHECK, &c), TCFFT_SUCCESS);
  ck_assert_int_eq(c.taken, 1);
  ck_assert(is_near(known_on("c2c:8*16", "board1"), 1));
  free(before);
  free(after);
}
END_TEST

// Texts with a few bytes changed: taken or refused, never half. What is taken is only ever a schedule that fits.
START_TEST(damaged_texts) {
  tcf_wisdom_counts c;
  tcf_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  remember("c2c:1048576*4", "H200", 1e-4);
  remember("r2c:200000*2", "clH200", 1e-4);
  char *good = exported();
  const size_t length = strlen(good);
  test_rng rng = test_rng_fresh(7);
  for (int round = 0; round < 3000; round++) {
    char *text = strdup(good);
    for (int64_t left = test_between(&rng, 1, 3); left; left--)
      text[test_between(&rng, 0, (int64_t)length - 1)] = "0123456789:=,.;|\n -abcdefgh"[test_between(&rng, 0, 26)];
    tcf_wisdom_forget();
    const tcfft_status status = tcf_wisdom_import(text, round % 2 ? TCF_WISDOM_CHECK : TCF_WISDOM_TRUST, &c);
    ck_assert(status == TCFFT_SUCCESS || status == TCFFT_ERROR_PARSE);
    ck_assert_int_eq(tcf_wisdom_count(), status == TCFFT_SUCCESS ? c.taken : 0);
    for (size_t i = 0; i < TEST_COUNT(devices); i++) {
      known_on("c2c:1000*17", devices[i]);
      known_on("c2c:1048576*4", devices[i]);
      known_on("r2c:200000*2", devices[i]);
    }
    free(text);
  }
  free(good);
}
END_TEST

// ------------------------------------------------------------------------------------------------ plans

static tcfft_plan *plan_of(const char *problem, tcfft_effort effort, tcfft_status expected) {
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  test_desc(&d, problem);
  d.backend = TCFFT_BACKEND_HOST;
  d.effort = effort;
  const tcfft_status status = tcfft_plan_create(&plan, &d);
  ck_assert_msg(status == expected, "%s: %s", problem, tcfft_last_error());
  return plan;
}

static char *described(const tcfft_plan *plan) {
  char *text = malloc(1 << 14);
  ck_assert_int_eq(tcfft_plan_describe(plan, text, 1 << 14), TCFFT_SUCCESS);
  return text;
}

// What was measured is planned by every effort, and its time is the measured one.
START_TEST(every_effort) {
  tcfft_wisdom_forget();
  ck_assert_ptr_null(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
  tcfft_plan *measured = plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  char *first = described(measured), *line = strstr(first, "\nschedule:");
  ck_assert(!strstr(first, "\nwisdom:"));
  const tcfft_effort efforts[] = {TCFFT_EFFORT_ESTIMATE, TCFFT_EFFORT_MEASURE, TCFFT_EFFORT_WISDOM_ONLY};
  for (size_t i = 0; i < TEST_COUNT(efforts); i++) {
    tcfft_plan *plan = plan_of("c2c:360*100", efforts[i], TCFFT_SUCCESS);
    char *text = described(plan);
    ck_assert_ptr_nonnull(strstr(text, "\nwisdom:measured\n"));
    ck_assert(!strncmp(strstr(text, "\nschedule:"), line, strcspn(line + 1, "\n")));
    ck_assert(fabs(tcfft_plan_predicted_time(plan) / tcfft_plan_predicted_time(measured) - 1) < 1e-5);
    free(text);
    tcfft_plan_destroy(plan);
  }
  tcfft_wisdom_forget();
  ck_assert_ptr_null(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
  free(first);
  tcfft_plan_destroy(measured);
}
END_TEST

// A record whose schedule is another problem's, or whose kernel cannot read its fft, is planned without; the call that succeeds
// leaves the error text alone.
START_TEST(wrong_records) {
  static const char *const changes[][2] = {
      {"c2c:360*100:", "c2c:360*101:"}, {"n=360:", "n=361:"},  {"width=", "w1dth="}, {":fft=", ":fft=?"},
      {"out=out", "out=work"},          {"d0=100,", "d0=200,"}};
  for (size_t i = 0; i < TEST_COUNT(changes); i++) {
    tcfft_wisdom_forget();
    tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
    char *text = exported(), changed[4096];
    char *at = strstr(text, changes[i][0]);
    ck_assert_msg(at != NULL, "%s is not in %s", changes[i][0], text);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, changes[i][1], at + strlen(changes[i][0]));
    tcfft_wisdom_forget();
    tcf_wisdom_counts c;
    ck_assert_int_eq(tcf_wisdom_import(changed, TCF_WISDOM_TRUST, &c), TCFFT_SUCCESS);
    ck_assert_int_eq(tcfft_wisdom_import_string(NULL), TCFFT_ERROR_INVALID_ARGUMENT);
    tcfft_plan *plan = plan_of(i ? "c2c:360*100" : "c2c:360*101", TCFFT_EFFORT_ESTIMATE, TCFFT_SUCCESS);
    char *description = described(plan);
    ck_assert_msg(!strstr(description, "\nwisdom:"), "%s: %s", changes[i][1], description);
    ck_assert_str_eq(tcfft_last_error(), "text is NULL");
    ck_assert_int_eq(tcf_wisdom_count(), 1);  // that of the stage
    ck_assert_ptr_null(plan_of(i ? "c2c:360*100" : "c2c:360*101", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_ERROR_NO_WISDOM));
    free(description);
    free(text);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// Schedules with a few characters changed are planned without, or compute the same.
START_TEST(damaged_schedules) {
  static const char *const some[] = {"c2c:360*20", "c2c:30x40*2", "c2c:149*5:os=2", "r2c:100*6", "dct2:60*4"};
  static const char *const fields[] = {"fft=", "width=", "threads=", "d0=", "fft="};
  enum { FLOATS = 20000 };
  static float in[FLOATS], right[FLOATS], out[FLOATS];
  test_rng rng = test_rng_fresh(9);
  int used = 0;
  for (int i = 0; i < FLOATS; i++) in[i] = test_uniform(&rng);
  for (size_t i = 0; i < TEST_COUNT(some); i++) {
    tcfft_wisdom_forget();
    tcfft_plan *plan = plan_of(some[i], TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS);
    memset(right, 0, sizeof right);
    ck_assert_int_eq(tcfft_exec(plan, in, right, TCFFT_FORWARD), TCFFT_SUCCESS);
    tcfft_plan_destroy(plan);
    char *good = exported();
    for (int round = 0; round < 200; round++) {
      char *text = strdup(good), *at = strstr(strstr(text, " | schedule:"), fields[round % (int)TEST_COUNT(fields)]);
      at = strchr(at, '=') + 1;
      at[test_between(&rng, 0, (int64_t)strcspn(at, ":") - 1)] = "0123456789.|(rb)"[test_between(&rng, 0, 15)];
      tcf_wisdom_counts c;
      tcfft_wisdom_forget();
      ck_assert_int_eq(tcf_wisdom_import(text, TCF_WISDOM_TRUST, &c), TCFFT_SUCCESS);
      plan = plan_of(some[i], TCFFT_EFFORT_ESTIMATE, TCFFT_SUCCESS);
      char *description = described(plan);
      used += strstr(description, "\nwisdom:") != NULL;
      memset(out, 0, sizeof out);
      ck_assert_int_eq(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_SUCCESS);
      double error = 0, all = 0;
      for (int k = 0; k < FLOATS; k++) {
        error += (double)(out[k] - right[k]) * (double)(out[k] - right[k]);
        all += (double)right[k] * (double)right[k];
      }
      ck_assert_msg(error < 1e-10 * all, "%s by %s", some[i], description);
      free(description);
      free(text);
      tcfft_plan_destroy(plan);
    }
    free(good);
  }
  ck_assert_int_gt(used, 20);
}
END_TEST

// To ask what a device would do that is only described takes nothing from what was measured on the one of its name.
START_TEST(explained) {
  char text[4096], device[2048] = "";
  tcfft_desc d;
  tcf_device h = unit_device("H200");
  tcfft_wisdom_forget();
  remember("c2c:65536*300", "H200", 1e-5);
  test_desc(&d, "c2c:65536*300");
  h.shared = 4096;
  tcf_device_print(&h, &(tcf_writer){.buf = device, .cap = sizeof device});
  ck_assert_int_eq(tcfft_plan_explain(&d, device, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_ptr_null(strstr(text, "\nwisdom:"));
  ck_assert_int_eq(tcf_wisdom_count(), 1);
  ck_assert_int_eq(tcfft_plan_explain(&d, "H200", text, sizeof text), TCFFT_SUCCESS);
  ck_assert_ptr_nonnull(strstr(text, "\nwisdom:measured\n"));
  d.effort = TCFFT_EFFORT_WISDOM_ONLY;
  ck_assert_int_eq(tcfft_plan_explain(&d, "A100", text, sizeof text), TCFFT_ERROR_NO_WISDOM);
}
END_TEST

// The text of the wisdom, as other texts are given out.
START_TEST(strings) {
  char small[40], *text;
  tcfft_wisdom_forget();
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
  ck_assert_int_eq(tcfft_wisdom_export_string(NULL, 4), TCFFT_ERROR_INVALID_ARGUMENT);
  ck_assert_int_eq(tcfft_wisdom_export_string(NULL, 0), TCFFT_ERROR_BUFFER_TOO_SMALL);
  const size_t bytes = tcfft_last_text_size();
  ck_assert_int_eq(tcfft_wisdom_export_string(small, sizeof small), TCFFT_ERROR_BUFFER_TOO_SMALL);
  ck_assert_int_eq((int)strlen(small), (int)sizeof small - 1);
  text = malloc(bytes);
  ck_assert_int_eq(tcfft_wisdom_export_string(text, bytes), TCFFT_SUCCESS);
  ck_assert_uint_eq(strlen(text) + 1, bytes);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import_string(text), TCFFT_SUCCESS);
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_SUCCESS));
  ck_assert_int_eq(tcfft_wisdom_import_string(""), TCFFT_ERROR_PARSE);
  free(text);
}
END_TEST

// ------------------------------------------------------------------------------------------------ files

static char folder[64], path[128];

static void make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/tcfft_wisdom_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/new/w", folder);
}

static void remove_folder(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  ck_assert_int_eq(system(command), 0);
}

static void write_text(const char *text, mode_t mode) {
  unlink(path);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(path, mode), 0);
}

START_TEST(files) {
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);  // makes the folder
  char *text = exported();
  // Another process's records are merged.
  tcfft_wisdom_forget();
  remember("c2c:8*16", "board1", 1e-6);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert(tcf_wisdom_count() == 2 && is_near(known_on("c2c:8*16", "board1"), 1e-6) &&
            is_near(known_on("c2c:1000*17", "board1"), 1e-5));
  // What others may have written is not read, and no other file is overwritten.
  tcfft_wisdom_forget();
  write_text(text, 0620);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);
  write_text(text, 0602);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);
  write_text("my letters\n", 0600);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_PARSE);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_ERROR_FILE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "left alone"));
  ck_assert_int_eq(tcfft_wisdom_import(folder), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_export(folder), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_import("/nowhere/w"), TCFFT_ERROR_FILE);
  unlink(path);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_FILE);  // and does not wait
  setenv("TCFFT_WISDOM", "", 1);
  ck_assert_int_eq(tcfft_wisdom_import(NULL), TCFFT_ERROR_FILE);
  ck_assert_int_eq(tcfft_wisdom_export(NULL), TCFFT_ERROR_FILE);
  free(text);
  remove_folder();
}
END_TEST

// The user's file is written by measuring where TCFFT_WISDOM names it, and read when another process makes its first plan.
START_TEST(users_file) {
  make_folder();
  setenv("TCFFT_WISDOM", path, 1);
  const pid_t child = fork();
  if (!child) {
    tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));
    _exit(0);
  }
  int status = 1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_WISDOM_ONLY, TCFFT_SUCCESS));
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  remove_folder();
}
END_TEST

START_TEST(users_file_broken) {
  make_folder();
  ck_assert_int_eq(mkdir(strcat(strcpy(path, folder), "/new"), 0700), 0);
  strcat(path, "/w");
  setenv("TCFFT_WISDOM", path, 1);
  write_text(LINE_HEAD "nonsense\n", 0600);
  tcf_wisdom_count();
  ck_assert_str_eq(tcfft_last_error(), "");
  tcfft_plan_destroy(plan_of("c2c:360*100", TCFFT_EFFORT_MEASURE, TCFFT_SUCCESS));  // planned, and the file is left alone
  ck_assert_str_eq(tcfft_last_error(), "");
  ck_assert_int_eq(tcf_wisdom_count(), 2);  // the plan's and its stage's
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_ERROR_PARSE);
  remove_folder();
}
END_TEST

// What this process measured or could not use stays so when its file is written, whatever the file said before; and what other
// versions of the library measured stays in the file, which stays readable for whoever could read it.
START_TEST(merged_files) {
  struct stat s;
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-9);
  remember("c2c:8*16", "board1", 1e-9);
  remember("c2c:64x60*3", "board1", 1e-9);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  remember("c2c:1000*17", "board1", 2e-5);  // was too good to be true
  const tcf_problem p = unit_problem("c2c:8*16");
  const tcf_device d = unit_device("board1");
  tcf_wisdom_drop(&p, &d, 1);
  ck_assert_int_eq(chmod(path, 0644), 0);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  ck_assert(is_near(known_on("c2c:1000*17", "board1"), 2e-5) && !known_on("c2c:8*16", "board1"));
  ck_assert_int_eq(stat(path, &s), 0);
  ck_assert_int_eq(s.st_mode & 0777, 0644);
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), 2);
  ck_assert(is_near(known_on("c2c:1000*17", "board1"), 2e-5));
  write_text(LINE_HEAD LINE_DEVICE " | " LINE_SCHEDULE " | host_row.999 | 1 | 2026-11-26\n", 0600);
  ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  ck_assert(!known_on("c2c:8*16", "board1"));
  tcf_wisdom_counts c;
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcf_wisdom_import_file(path, &c), TCFFT_SUCCESS);
  ck_assert(c.taken == 2 && c.stale == 1);
  remove_folder();
}
END_TEST

static void *export_often(void *unused) {
  for (int i = 0; i < 300; i++) ck_assert_int_eq(tcfft_wisdom_export(path), TCFFT_SUCCESS);
  return unused;
}

// A child that was forked while the file was written, and lives on, does not keep others from writing it.
START_TEST(forked) {
  enum { CHILDREN = 20 };
  pthread_t thread;
  pid_t child[CHILDREN];
  make_folder();
  tcfft_wisdom_forget();
  remember("c2c:1000*17", "board1", 1e-5);
  ck_assert_int_eq(pthread_create(&thread, NULL, export_often, NULL), 0);
  for (int i = 0; i < CHILDREN; i++) {
    child[i] = fork();
    if (!child[i]) {
      pause();
      _exit(0);
    }
  }
  ck_assert_int_eq(pthread_join(thread, NULL), 0);
  for (int i = 0; i < CHILDREN; i++) {
    kill(child[i], SIGKILL);
    waitpid(child[i], NULL, 0);
  }
  remove_folder();
}
END_TEST

// Processes that write one file at once lose no record.
START_TEST(processes) {
  enum { PROCESSES = 6, EACH = 8 };
  char problem[40];
  make_folder();
  for (int k = 0; k < PROCESSES; k++) {
    const pid_t child = fork();
    if (child) continue;
    tcfft_wisdom_forget();
    for (int i = 0; i < EACH; i++) {
      snprintf(problem, sizeof problem, "c2c:%d*16", 8 + k * EACH + i);
      remember(problem, "board1", 1e-5);
      if (tcfft_wisdom_export(path) != TCFFT_SUCCESS) _exit(1);
    }
    _exit(0);
  }
  for (int k = 0, status; k < PROCESSES; k++) {
    ck_assert_int_gt(wait(&status), 0);
    ck_assert_int_eq(status, 0);
  }
  tcfft_wisdom_forget();
  ck_assert_int_eq(tcfft_wisdom_import(path), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_wisdom_count(), PROCESSES * EACH);
  remove_folder();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("wisdom");
  TCase *fits = test_case(suite, "fits", 60), *records = test_case(suite, "records", 60),
        *texts = test_case(suite, "texts", 60), *plans = test_case(suite, "plans", 60), *disk = test_case(suite, "disk", 60);
  tcase_add_test(fits, own_schedules);
  tcase_add_test(fits, candidates);
  tcase_add_test(fits, of_others);
  tcase_add_test(fits, joined);
  tcase_add_test(fits, most_threads);
  tcase_add_test(fits, one_change);
  tcase_add_test(fits, indices);
  tcase_add_test(records, keys);
  tcase_add_test(records, tolerance);
  tcase_add_test(records, merging);
  tcase_add_test(records, stale_and_foreign);
  tcase_add_test(texts, broken_texts);
  tcase_add_test(texts, damaged_texts);
  tcase_add_test(plans, every_effort);
  tcase_add_test(plans, wrong_records);
  tcase_add_test(plans, damaged_schedules);
  tcase_add_test(plans, explained);
  tcase_add_test(plans, strings);
  tcase_add_test(disk, files);
  tcase_add_test(disk, users_file);
  tcase_add_test(disk, users_file_broken);
  tcase_add_test(disk, merged_files);
  tcase_add_test(disk, forked);
  tcase_add_test(disk, processes);
  return suite;
}
