// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Wisdom: which schedules are taken for which problems, and texts that are wisdom and are none.
#include <stdio.h>
#include <string.h>

#include "core/kernel.h"
#include "core/schedule_text.h"
#include "planner/candidates.h"
#include "planner/fits.h"
#include "planner/wisdom_text.h"
#include "wisdom_support.h"

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
  CHANGE(s.stage[0].in_type = TCFFT_F64);
  CHANGE(s.stage[1].out_type = TCFFT_F64);
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
  remember("c2c:8192*17", "board1", 1e-5);
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

// Planes by a kernel of tensor cores, which once had no tensor pass and is no longer chosen for planes, are of an older
// kernel. What it measured of single axes stays.
START_TEST(stale_planes) {
  static const char *const names[] = {"cuda_mma", "cuda_wmma"};
  const tcf_device d = unit_device("H200");
  const tcf_problem p = unit_problem("c2c:64x64*100:tensor"), plain = unit_problem("c2c:64x64*100:classic");
  const tcf_problem row = unit_problem("c2c:64*6400:tensor");
  tcf_wisdom_forget();
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    tcf_schedule plane = unit_schedule(&plain, &d, 1), one = unit_schedule(&row, &d, 1), found;
    tcf_wisdom_counts c;
    ck_assert(plane.stages == 1 && plane.stage[0].axes == 2 && one.stages == 1);
    plane.stage[0].kernel = one.stage[0].kernel = tcf_kernel_find(names[i]);
    plane.stage[0].algorithm = TCFFT_ALGORITHM_TENSOR;
    ck_assert_ptr_nonnull(plane.stage[0].kernel);
    ck_assert_int_eq(tcf_wisdom_add(&plane, &p, &d, 1, 1e-6), TCFFT_SUCCESS);
    ck_assert_int_eq(tcf_wisdom_add(&one, &row, &d, 1, 1e-6), TCFFT_SUCCESS);
    ck_assert(!tcf_wisdom_find(&found, &p, &d, 1) && tcf_wisdom_find(&found, &row, &d, 1));
    char *text = exported();
    for (int k = 0; k < 2; k++) replace_text(text, "cuda:name", "host:name");  // a backend that every build has
    tcf_wisdom_forget();
    for (int how = TCF_WISDOM_TRUST; how <= TCF_WISDOM_CHECK; how++) {
      ck_assert_int_eq(tcf_wisdom_import(text, (tcf_wisdom_how)how, &c), TCFFT_SUCCESS);
      ck_assert_msg(c.stale == 1 && c.taken + c.known == 1, "%s: %d stale, %d taken", names[i], c.stale, c.taken);
    }
    ck_assert_int_eq(tcf_wisdom_count(), 1);
    tcf_wisdom_forget();
    free(text);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ broken texts

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
    {LINE_HEAD LINE_DEVICE " | schedule:none | host_row.2 | 1 | 2026-11-26\n", "schedule does not begin"},
    {LINE_HEAD LINE_DEVICE " | schedule:stages=2"
                           " | host_row.2 | 1 | 2026-11-26\n",
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
  const char good[] = LINE_HEAD LINE_DEVICE " | " LINE_SCHEDULE " | host_row.2 | 1 | 2026-11-26\n";
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

Suite *test_suite(void) {
  Suite *suite = suite_create("wisdom");
  TCase *fits = test_case(suite, "fits", 60), *records = test_case(suite, "records", 60),
        *texts = test_case(suite, "texts", 60);
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
  tcase_add_test(records, stale_planes);
  tcase_add_test(texts, broken_texts);
  tcase_add_test(texts, damaged_texts);
  return suite;
}
