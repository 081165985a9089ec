// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "tile/columns.h"

#include "tile/io.h"
#include "tile/ops.h"
#include "tile/passes.h"

// The least capability of the devices that columns were timed on.
enum { TCF_COLUMNS_TIMED = 90 };

// Columns of 16-bit numbers and pairs move so little that they wait for their instructions: threads with many points, and
// multiprocessors with few threads, hide less of that. (3100 candidates of 100 stages on an H200.)
static double stored_slowdown(const tcf_tile *t) {
  enum { MANY_POINTS = 45, FEW_THREADS = 512, WIDE = 32 };
  if (!t->tpt || t->conv || !(t->in_type || t->out_type) || !(t->batch_fast_in || t->batch_fast_out)) return 1;
  return (t->fpb * t->n > MANY_POINTS * t->threads ? 1.25 : 1) * (t->blocks * t->threads < FEW_THREADS ? 1.12 : 1) *
         (t->fpb >= WIDE ? 1.08 : 1);
}

// Blocks of columns wait at their barriers, the longer the more threads they have, and above all where half of the points
// are zeros that are not loaded. (Pairs of candidates on an H200 that differ in the columns of a block alone, the wider
// block of 512 threads or more: 32 columns take 1.07 times as long beside 16 as is predicted otherwise, 37 pairs; 16 of a
// chirp beside 8 1.09, but 16 of a last step 0.93.) A thread with a column for itself has no other to hide its waits. (16
// such tiles 1.1; 42 points by 14.3, 64 columns and 64 threads 174 us, by 192 threads 137.)
static double threads_of_columns(const tcf_tile *t, const tcf_device *d) {
  enum { MANY = 512, WIDE = 32 };
  const int columns = t->batch_fast_in || t->batch_fast_out;
  if (d->capability < TCF_COLUMNS_TIMED || t->conv || !columns) return 1;
  if (t->tpt == 1 && t->passes > 1) return 1.12;
  return t->threads < MANY ? 1 : t->load == TCF_OP_CHIRP ? 1.09 : t->fpb >= WIDE ? 1.05 : 1;
}

static int is_chirp_step(const tcf_stage *s) { return s->load == TCF_OP_CHIRP && tcf_op_has_twiddles(s->store); }

// The first or the last step of plain transforms; of those between, which three launches have, few were timed.
static int is_plain_step(const tcf_stage *s) {
  return s->load != TCF_OP_CHIRP && !tcf_op_has_chirp(s->store) && (s->load == TCF_OP_USER || s->store == TCF_OP_USER);
}

int tcf_tile_is_step(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  enum { POINTS = 8192 };  // of a multiprocessor; fewer ones stay in the cache
  double points = (double)s->points;
  for (int i = 0; i < s->dims; i++) points *= (double)s->dim[i].n;
  return d->capability >= TCF_COLUMNS_TIMED && !t->conv && !t->f64 && (s->in_batch_step || s->out_batch_step) &&
         (is_plain_step(s) || is_chirp_step(s)) && points > POINTS * (double)d->cores;
}

// The second half of a chirp's points is zero and is not loaded, so that a butterfly of the first pass loads half of its
// points: of a small radix too few for a thread to have many loads on their way at once. (213 candidates of 20 such steps on
// an H200: 1024 points by 32.32 317 us, by 16.4.16 341, by 4.16.16 418; what was predicted to be the fastest took 1.08 times
// as long as the fastest, with this and less for narrow tiles 1.03.)
static double first_radix_of_chirp(int radix) { return radix <= 4 ? 1.1 : radix <= 8 ? 1.05 : radix < 16 ? 1.025 : 1; }

// The most points that a thread has of a pass, whether it holds them at once or not, decide how many loads and twiddles wait
// for one another. Butterflies of large primes have prices of their own. (1400 candidates of 95 steps of random lengths on
// an H200: what was predicted to be the fastest took 1.095 times as long as the fastest, with this and what follows 1.04.
// 210 points by 32 columns of 5 threads and 14.5.3 279 us, by 15 and 7.15.2 172; 275 by 6 and 11.25 281, by 28 and 11.5.5
// 182.) A fourth pass costs more than its instructions do.
double tcf_tile_step_slowdown(const tcf_tile *t) {
  enum { FEW = 24, MANY = 44, PASSES = 3 };
  int most = FEW;
  if (t->load == TCF_OP_CHIRP) return first_radix_of_chirp(t->radix[0]);
  for (int p = 0; p < t->passes; p++) {
    const int points = tcf_tile_rounds(t, p) * t->radix[p];
    if (points > most && !tcf_radix_convolves(t->radix[p])) most = points;
  }
  return (1 + 0.15 * ((most < MANY ? most : MANY) - FEW) / (MANY - FEW)) * (t->passes > PASSES ? 1.08 : 1);
}

// Blocks of many threads are few on a multiprocessor. More than 16 columns are chosen to leave few idle ones, and then 17 or
// 27 of them, whose runs share a sector with the next tile's, each of them. (308 columns by 17 239 us, by 16 156.) A chirp's
// step by 8 columns takes what was predicted of 16.
static double step_width(const tcf_tile *t) {
  enum { NARROW = 8, MULTIPLE = 8, USUAL = 16, LARGE = 768 };
  if (t->load == TCF_OP_CHIRP) return t->fpb > NARROW ? 1.06 : 1;
  return (t->threads >= LARGE ? 1.05 : 1) * (t->fpb > USUAL && t->fpb % MULTIPLE ? 1.12 : 1);
}

double tcf_tile_columns_slowdown(const tcf_stage *s, const tcf_tile *t, const tcf_device *d) {
  const double slower = stored_slowdown(t) * threads_of_columns(t, d);
  return t->tpt && tcf_tile_is_step(s, t, d) ? slower * tcf_tile_step_slowdown(t) * step_width(t) : slower;
}
