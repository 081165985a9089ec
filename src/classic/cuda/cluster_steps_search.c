// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/cluster_steps_search.h"

#include <math.h>
#include <string.h>

#include "base/memo.h"
#include "core/element.h"
#include "core/limits.h"
#include "tile/ops.h"
#include "tile/tile.h"

enum {
  LARGEST_RADIX = 32,
  MOST_FACTORINGS = 64,  // of a step's length
  FEWEST_FFTS = 8,  // of a step that a block has, so that runs of memory are whole sectors; of FP64 numbers half of them
  LEAST_EPT = 7,    // points of a thread, each of FP64 counted twice
  MOST_EPT = 26,
  LARGEST_CLUSTER = 16,
};

// ------------------------------------------------------------------------------------------------ shares

int tcf_steps_pairs(tcfft_kind kind, int first, int last) {
  return (kind == TCFFT_C2R && first) || (kind == TCFFT_R2C && last);
}

int64_t tcf_steps_share(int64_t ffts, int cluster, int pairs) {
  const int64_t units = pairs ? (ffts + 1) / 2 : ffts, share = (units + cluster - 1) / cluster;
  return (cluster - 1) * share >= units ? 0 : pairs ? 2 * share : share;
}

// ------------------------------------------------------------------------------------------------ radices

// Radices of a step that has so many points, their number of butterflies and the instructions of one.
typedef struct factoring {
  unsigned char radix[TCF_STEPS_PASSES];
  short butterflies[TCF_STEPS_PASSES], ops[TCF_STEPS_PASSES];
} factoring;

// What is left of the factorings for so many threads a transform: the one with the fewest instructions of a thread, then
// those that have more of them but hold fewer points at once.
typedef struct option {
  int ops;
  short held;
  unsigned char passes, factoring;
} option;

// One step of a transform: the products of two radices that make its length, and those of three which are 16 at most. Many
// ways have the same threads a transform, so that the options are kept, unless they are many.
enum { MOST_TPT = 2 * 1024 / FEWEST_FFTS, MOST_KEPT = 8 };
typedef struct step {
  int n, count, remote;   // remote: its first pass loads from other blocks
  int least_ops;          // of all butterflies of a transform
  int bins_in, bins_out;  // its first pass splits bins of a spectrum; its last one joins them
  int f64;                // numbers take two registers
  factoring list[MOST_FACTORINGS];
  unsigned char kept[MOST_TPT + 1];  // how many options; 0: not asked for
  option option[MOST_TPT + 1][MOST_KEPT];
} step;

// The radices of tiles (radix_search.c) but for those whose twiddles are many and which hardly any length needs.
static const unsigned char radices[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                                        15, 16, 17, 19, 20, 23, 24, 25, 27, 29, 31, 32};

// The pass of a step that splits the bins of a spectrum or joins them, which takes two butterflies at once: the first one of
// C2R, the last one of R2C. -1: there is none.
static int pass_of_bins(const step *s, const unsigned char *radix) {
  return s->bins_in ? 0 : s->bins_out ? 1 + (radix[2] != 0) : -1;
}

// Adds radices. That pass needs one that has code for it (tcf_tile_set_hermitian).
static void add_factoring(step *s, int a, int b, int c) {
  enum { MOST_OF_BINS = 16 };
  factoring f = {.radix = {(unsigned char)a, (unsigned char)b, (unsigned char)c}};
  const int bins = pass_of_bins(s, f.radix);
  int ops = 0;
  if (bins >= 0 && f.radix[bins] > MOST_OF_BINS) return;
  for (int p = 0; p < TCF_STEPS_PASSES && f.radix[p]; p++) {
    f.butterflies[p] = (short)(s->n / f.radix[p]);
    f.ops[p] = (short)tcf_pass_ops(f.radix[p], p == 0);
    ops += f.butterflies[p] * f.ops[p];
  }
  if (!s->count || ops < s->least_ops) s->least_ops = ops;
  s->list[s->count++] = f;
}

static void list_factorings(step *s) {
  enum { LARGEST_OF_THREE = 16 };
  const int n = s->n;
  int found = 0;
  for (size_t i = 0; i < sizeof radices; i++) {
    const int a = radices[i];
    if (n % a) continue;
    for (size_t k = 0; k < sizeof radices && found < MOST_FACTORINGS; k++) {
      const int b = radices[k], c = n / a / b;
      if (n / a % b || (c != 1 && (a > LARGEST_OF_THREE || b > LARGEST_OF_THREE || c > LARGEST_OF_THREE))) continue;
      add_factoring(s, a, b, c == 1 ? 0 : c);
      found++;
    }
  }
}

// A pass that loads from other blocks holds all points of a thread, any other one those of as many butterflies as make 16,
// in FP64 8.
static option option_of(const step *s, int at, int tpt) {
  const factoring *f = &s->list[at];
  const int bins = pass_of_bins(s, f->radix);
  option o = {.factoring = (unsigned char)at};
  for (int p = 0; p < TCF_STEPS_PASSES && f->radix[p]; p++, o.passes++) {
    const int r = f->radix[p], rounds = (f->butterflies[p] + tpt - 1) / tpt, most = TCF_TILE_EPT >> s->f64,
              fit = most / r > 1 ? most / r : 1;
    const int points = p == bins ? 2 * r : r * (rounds < fit || (s->remote && p == 0) ? rounds : fit);
    o.ops += rounds * f->ops[p];
    if (points > o.held) o.held = (short)points;
  }
  return o;
}

// Lists the options for so many threads, and returns how many there are.
static int list_options(option list[MOST_FACTORINGS], const step *s, int tpt) {
  int count = 0;
  for (int i = 0; i < s->count; i++) {
    const option o = option_of(s, i, tpt);
    int at = count;
    while (at > 0 && list[at - 1].ops > o.ops) at--;
    if (at > 0 && list[at - 1].held <= o.held) continue;
    int behind = at;
    while (behind < count && list[behind].held >= o.held) behind++;
    memmove(list + at + 1, list + behind, (size_t)(count - behind) * sizeof *list);
    list[at] = o;
    count += at + 1 - behind;
  }
  return count;
}

// What a step costs a thread: instructions, registers that are missing for each point it holds, passes. several: it holds
// more points at once than a butterfly of the first pass has.
typedef struct step_work {
  double ops, missing;
  int passes, several;
} step_work;

// Chooses the radices of a step by its instructions. 0: none have enough registers.
static int choose_radices(step_work *work, unsigned char radix[TCF_STEPS_PASSES], step *s, int tpt, int registers) {
  enum { SOME = 4, OTHERS = 28 };  // missing registers of a point, in sixteenths; registers for what is not a point
  option all[MOST_FACTORINGS], *list = s->option[tpt];
  int count = s->kept[tpt];
  if (!count) {
    count = list_options(all, s, tpt);
    if (count <= MOST_KEPT) {
      memcpy(list, all, (size_t)count * sizeof *all);
      s->kept[tpt] = (unsigned char)count;
    } else {
      list = all;
    }
  }
  for (int i = 0; i < count; i++) {
    const int short_of = (2 << s->f64) * list[i].held + OTHERS - registers;
    const double missing = short_of > 0 ? (double)short_of / list[i].held : 0;
    if (missing * 16 > SOME) continue;
    memcpy(radix, s->list[list[i].factoring].radix, TCF_STEPS_PASSES);
    *work =
        (step_work){.ops = list[i].ops, .missing = missing, .passes = list[i].passes, .several = list[i].held > radix[0]};
    return 1;
  }
  return 0;
}

// ------------------------------------------------------------------------------------------------ cost

// One way that is being considered, and what its steps cost.
typedef struct way {
  tcf_steps_choice choice;
  tcf_steps_task task;
  int ffts[2];     // of a block, in each step
  double points;   // of a block
  double partial;  // what sectors cost that runs of memory fill in part
  double remote;   // what loads from other blocks cost beyond those of most ways
  step_work work[2];
} way;

// Whether numbers in memory are of FP64. (FP32 numbers may be transformed in FP64.)
static int is_wide(const tcf_steps_task *t) { return t->bytes > 2 * TCF_COMPLEX_BYTES; }

// Sectors of 32 bytes that runs of so many results touch beyond those that they fill; runs lie a multiple of their own
// length, and of `apart`, from one another.
static double partial_sectors(int run, int apart, int wide) {
  const int sector = wide ? 2 : 4;  // points
  int sectors = 0;
  for (int i = 0; i < sector; i++) {
    const int begin = i * (run + apart % sector) % sector;
    sectors += (begin + run + sector - 1) / sector;
  }
  return (double)sectors / run - 1;
}

// The bins of a packed spectrum are one more than a multiple of two, and runs of them go up and down. A block's rows of a
// plane are one run, of a real plane two, that of the lower rows and that of their partners.
static double partial_of(const way *w) {
  const tcf_steps_choice *c = &w->choice;
  const int bins_in = w->task.kind == TCFFT_C2R, bins_out = w->task.kind == TCFFT_R2C;
  const int rows_in = w->task.first && bins_in, rows_out = w->task.first && !bins_in;
  const int run_in = w->ffts[0] / (1 + bins_in) * (rows_in ? c->n[0] : 1),
            run_out = w->ffts[1] / (1 + bins_out) * (rows_out ? c->n[1] : 1);
  return (0.26 * partial_sectors(run_in, c->n[1] + (w->task.kind == TCFFT_C2R), is_wide(&w->task)) +
          0.88 * partial_sectors(run_out, c->n[0] + (w->task.kind == TCFFT_R2C), is_wide(&w->task))) *
         (1 + is_wide(&w->task));
}

// The second step's loads from other blocks take sectors, too, of which runs are a block's transforms long. They cost less
// where each warp's are one run, and in small clusters, whose blocks hold more of what they load themselves.
static double remote_of(const way *w) {
  enum { WARP = 32, SMALL = 4 };
  return 0.34 * partial_sectors(w->ffts[1], 0, w->task.f64) - (w->ffts[1] % WARP == 0 ? 0.05 : 0) -
         (w->choice.cluster <= SMALL ? 0.075 : 0);
}

// A copy's speed that memory would have if it had as much of it for each multiprocessor as an H100's has.
static double of_h100(const tcf_device *d) { return 2.88e12 / 132 * (double)d->cores; }

// Time of a transform as a multiple of that which a copy of its points takes on an H100. Fitted to 240 ways for 26 lengths
// of 16500 to 131072 points, timed there (errors of 13 % in the mean; of ten lengths the way of least predicted time was 5 %
// slower than the fastest, in the mean). What counts most are instructions, which wait for one another where a
// multiprocessor has few threads; runs of memory that begin within a sector, above all of results; passes, whose barriers
// wait; and registers that do not suffice. Convolutions took half as long again, and three launches for them take a seventh
// less than what is predicted. Real kinds, which split bins or join them, took a seventh longer (30 ways of 10 lengths). Of
// the time that is the memory's, half follows the memory's speed (20 ways of 8 lengths on an H200: without that predictions
// were a tenth too slow, with all of it 6 % too fast). In FP64, whose points have twice the bytes and registers, clusters of
// more than 8 blocks and blocks that have a multiprocessor to themselves take longer still (the fastest ways of 16 lengths
// on an H200: errors of 7 %). What loads from other blocks cost, and that it helps a thread to have those of several
// butterflies under way, was fitted to 1200 ways of 134 lengths and planes on an H200: errors of 9 %, and of a length's or a
// plane's ways the one of least predicted time was 4 % slower than the fastest (6 % without). 57 planes that were drawn
// took 1.04 times as long as was predicted by that, and two launches for them 0.96 times.
static double slowdown(const way *w, const tcf_device *d) {
  const tcf_steps_choice *c = &w->choice;
  const double memory = (1 + of_h100(d) / d->copy) / 2;
  const double blocks = (double)c->clusters * c->cluster / (double)d->cores, threads = blocks * c->threads / 1024;
  const double back = w->task.convolved ? 2 : 1,
               moved = w->task.convolved ? (double)w->task.convolved / (w->points * c->cluster) : 1,
               bytes = w->task.bytes / (2 * TCF_COMPLEX_BYTES);
  const double ops =
      back * (w->work[0].ops + w->work[1].ops) * c->threads / w->points / 100 * tcf_slowdown_of_numbers(w->task.f64, d);
  const double passes = back * (w->work[0].passes + w->work[1].passes);
  const double missing = fmax(w->work[0].missing, w->work[1].missing);
  const double of_kind = w->task.convolved ? 1.7 : w->task.kind != TCFFT_C2C ? 1.15 : w->task.first ? 1.04 : 1;
  const double of_f64 = w->task.f64 ? 1.1 * (c->cluster > 8 ? 1.08 : 1) * (c->resident == 1 ? 1.15 : 1) : 1;
  const double remote = w->remote - (w->work[1].several ? 0.037 : 0);
  return (memory * moved * (0.62 * bytes + w->partial) + back * remote + 0.26 * ops + 0.21 * ops / threads + 0.3 * missing +
          0.165 * passes / blocks + (c->cluster > 8 ? 0.26 : 0)) *
         of_kind * of_f64;
}

static double seconds_of(const way *w, const tcf_device *d) {
  const double copied = 2 * TCF_COMPLEX_BYTES * w->points * w->choice.cluster, most = 0.85;
  const double moved = w->task.bytes * (w->task.convolved ? (double)w->task.convolved : w->points * w->choice.cluster);
  return fmax(copied / of_h100(d) * slowdown(w, d), moved / d->copy / most);
}

// A transform alone has one block on each of a few multiprocessors, where warps wait for one another: what it takes beyond
// the launch are instructions of a thread, those of a block, its points, those that it takes from other blocks, and passes.
// (Fitted to 25 ways of 16000 to 131072 points by 4 to 16 blocks on an H100: errors of 13 % in the mean. Convolutions are
// three times as long.)
static double alone_of(const way *w, const tcf_device *d) {
  const tcf_steps_choice *c = &w->choice;
  const int first = w->ffts[0] * c->n[0], second = w->ffts[1] * c->n[1];
  const double points = (first > second ? first : second) * (1 + w->task.f64),
               ops = (w->work[0].ops + w->work[1].ops) * tcf_slowdown_of_numbers(w->task.f64, d);
  const double of_thread = 0.34e-9, of_block = 2.3e-12, of_point = 0.2e-9, of_remote = 0.037e-9, of_pass = 0.06e-6;
  const double all = ops * (of_thread + of_block * c->threads) + points * (of_point + of_remote * c->cluster) +
                     of_pass * (w->work[0].passes + w->work[1].passes);
  return w->task.convolved ? 3 * all : all;
}

// ------------------------------------------------------------------------------------------------ choice

typedef struct found_ways {
  tcf_steps_choice *list;
  int count, most, alone;
  double of_use;  // only ways that cost less are of use
} found_ways;

static double cost_of(const found_ways *f, const tcf_steps_choice *c) { return f->alone ? c->alone : c->seconds; }

static int is_of_use(const found_ways *f, double cost) {
  return cost < f->of_use && (f->count < f->most || cost < cost_of(f, &f->list[f->count - 1]));
}

// Keeps the fastest way of each pair of lengths and cluster.
static void keep(found_ways *f, const tcf_steps_choice *c) {
  int at = 0;
  while (at < f->count && cost_of(f, &f->list[at]) <= cost_of(f, c)) {
    if (f->list[at].n[0] == c->n[0] && f->list[at].cluster == c->cluster) return;
    at++;
  }
  int last = at;
  while (last < f->count && !(f->list[last].n[0] == c->n[0] && f->list[last].cluster == c->cluster)) last++;
  if (last == f->count) {
    if (f->count < f->most) f->count++;
    last = f->count - 1;
  }
  if (at >= f->most) return;
  for (int i = last; i > at; i--) f->list[i] = f->list[i - 1];
  f->list[at] = *c;
}

// A cluster's blocks share a group of multiprocessors, of which a device has some per 16, a few of them short of one or two.
// (Of 95 pairs of blocks and residents on an H100 none ran more than 8 % fewer, most within 3 %.)
static int at_once(int cluster, int resident, const tcf_device *d) {
  enum { GROUP = 16 };
  return (int)(0.92 * (double)d->cores / GROUP * (double)(GROUP * resident / cluster));
}

// Whether a way may be of use: as if all threads had the fewest instructions, in two passes each, and registers enough.
static int may_be_of_use(way *w, const step steps[2], const tcf_device *d, const found_ways *found) {
  enum { FEWEST_PASSES = 2 };
  for (int i = 0; i < 2; i++)
    w->work[i] = (step_work){
        .ops = (double)steps[i].least_ops / (w->choice.threads / w->ffts[i]), .passes = FEWEST_PASSES, .several = 1};
  return is_of_use(found, found->alone ? alone_of(w, d) : seconds_of(w, d));
}

static void consider_threads(way *w, step steps[2], int threads, const tcf_device *d, found_ways *found) {
  tcf_steps_choice *c = &w->choice;
  const double shared = w->points * (TCF_COMPLEX_BYTES << w->task.f64) * 1.04 + 1024;
  const int threads_alone = 512;  // for which a multiprocessor has registers enough
  const int by_shared = (int)((double)d->sm_shared / shared), by_threads = (int)d->sm_threads / threads;
  c->threads = (short)threads;
  if (threads < w->ffts[0] || threads < w->ffts[1] || shared > (double)d->shared || tcf_memo_given_up_by_now()) return;
  int most = by_shared < by_threads ? by_shared : by_threads;
  if (w->task.alone && most > threads_alone / threads) most = threads_alone / threads ? threads_alone / threads : 1;
  for (int resident = most, tried = 0; resident >= 1 && tried < 2; resident--) {
    enum { FEWEST_REGISTERS = 48, MOST_REGISTERS = 255, FOR_PRODUCTS = 24 };
    int registers = (int)(d->sm_registers / (threads * resident)) / 8 * 8;
    if (registers < FEWEST_REGISTERS) continue;
    if (registers > MOST_REGISTERS) registers = MOST_REGISTERS;
    if (w->task.convolved) registers -= FOR_PRODUCTS;
    tried++;
    c->resident = (unsigned char)resident;
    c->clusters = (short)at_once(c->cluster, resident, d);
    if (c->clusters < 1 || !may_be_of_use(w, steps, d, found) ||
        !choose_radices(&w->work[0], c->radix[0], &steps[0], threads / w->ffts[0], registers) ||
        !choose_radices(&w->work[1], c->radix[1], &steps[1], threads / w->ffts[1], registers))
      continue;
    c->seconds = seconds_of(w, d);
    c->alone = alone_of(w, d);
    if (is_of_use(found, cost_of(found, c))) keep(found, c);
  }
}

static void consider_lengths(way *w, step steps[2], const tcf_device *d, found_ways *found) {
  static const short more[] = {576, 640, 768, 1024};
  enum { USUAL = 512, MORE = sizeof more / sizeof *more };
  const int largest = d->cluster < LARGEST_CLUSTER ? (int)d->cluster : LARGEST_CLUSTER;
  for (int cluster = 2; cluster <= largest && !tcf_memo_given_up(); cluster++) {
    const int n0 = w->choice.n[0], n1 = w->choice.n[1];
    w->ffts[0] = (int)tcf_steps_share(n1, cluster, tcf_steps_pairs(w->task.kind, 1, 0));
    w->ffts[1] = (int)tcf_steps_share(n0, cluster, tcf_steps_pairs(w->task.kind, 0, 1));
    const int fewest = FEWEST_FFTS >> is_wide(&w->task);
    if (w->ffts[0] < fewest || w->ffts[1] < fewest) continue;
    const int first = w->ffts[0] * n0, second = w->ffts[1] * n1, most = first > second ? first : second, f64 = w->task.f64;
    w->choice.cluster = (unsigned char)cluster;
    w->points = (double)n0 * n1 / cluster;
    w->partial = partial_of(w);
    w->remote = remote_of(w);
    for (int i = 3; i <= USUAL / 32 + MORE; i++) {
      const int threads = i <= USUAL / 32 ? 32 * i : more[i - USUAL / 32 - 1];
      if (most << f64 >= LEAST_EPT * threads && most << f64 <= MOST_EPT * threads)
        consider_threads(w, steps, threads, d, found);
    }
  }
}

// Sets a step that has no options yet.
static void begin_step(step *s, const tcf_steps_task *task, int n, int second) {
  s->n = n;
  s->count = 0;
  s->f64 = task->f64;
  s->remote = second || task->convolved;  // a convolution ends as it begins, with loads from the step before
  s->bins_in = task->kind == TCFFT_C2R && !second;
  s->bins_out = task->kind == TCFFT_R2C && second;
  memset(s->kept, 0, sizeof s->kept);
  list_factorings(s);
}

int tcf_steps_list(tcf_steps_choice *list, int most, const tcf_steps_task *task, const tcf_device *d) {
  found_ways found = {
      .list = list, .most = most, .alone = task->alone, .of_use = task->of_use > 0 ? task->of_use : INFINITY};
  step steps[2];  // without initial values: most of their room is not used
  if (task->points > TCF_LARGEST_IN_CLUSTER) return 0;
  const int points = (int)task->points;
  for (int n = FEWEST_FFTS; n <= LARGEST_RADIX * LARGEST_RADIX && !tcf_memo_given_up(); n++) {
    if (task->first ? n != task->first : n * n > 3 * points || 3 * n * n < points || points % n) continue;
    way w = {.choice.n = {(short)n, (short)(points / n)}, .task = *task};
    begin_step(&steps[0], task, n, 0);
    begin_step(&steps[1], task, points / n, 1);
    if (steps[0].count && steps[1].count) consider_lengths(&w, steps, d, &found);
  }
  return found.count;
}
