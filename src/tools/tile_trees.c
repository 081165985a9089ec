// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tile_trees TILES.csv.. > src/classic/cuda/tile_trees.h
//
// Fits the regression trees of classic/cuda/tile_times.h to tiles that were timed (Friedman 2001), which are now those of
// bench/results/2026-11-30_h200_: a0ba753_row_tiles.csv, bc3513d_half_row_tiles.csv, 9297a75_rough_row_tiles.csv,
// 9297a75_aligned_column_tiles.csv, 9297a75_plane_tiles.csv and 4fe66a0_real_plane_tiles.csv, and of 2026-12-01_h200_:
// 98adce7_unaligned_column_tiles.csv. These have the lines kind,n,width,threads,fft,us: a tile's kind, with the type of its
// numbers in memory where that is not FP32 (c2c:f16), its length, its transforms and threads a block, its radices, and the
// microseconds of 2^26 complex numbers on an H200; or problem,width,threads,fft,us, of the transforms of a problem that are
// one tile. Lines of a length or problem stand together. On stderr: how much longer than the fastest tile of a length takes
// the one of the least answer, where the fit has no tile of that length.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arith.h"
#include "classic/cuda/build.h"
#include "classic/cuda/tile_times.h"
#include "classic/cuda/tile_tree.h"
#include "core/desc.h"
#include "core/device.h"
#include "core/problem.h"
#include "planner/decompose.h"
#include "tcfft/tcfft.h"
#include "tile/cost.h"

enum {
  FEATURES = TCF_TILE_FEATURES,
  KINDS = 3,
  TREES = 150,
  THRESHOLDS = 64,
  LEAST = 8,
  FOLDS = 10,
  MOST = 20000,
  LARGEST = 13
};
static const double rate = 0.2, share = 0.7;

static const char *const kinds[KINDS] = {"c2c", "r2c", "c2r"};  // in the order of tcfft_kind

// Tiles that have trees of their own. Slower tiles are fitted as if they took exp(slowest) times as long as a copy; which of
// two slow ones is faster need not be told. What rows are told by are the first of the features.
typedef struct tile_class {
  const char *name;
  tcf_timed timed;
  int half, unaligned, complex, real;
  double slowest;
  int features;
} tile_class;
static const tile_class classes[] = {{"complex_rows", TCF_TIMED_ROWS, 0, 0, 1, 0, 0.4, 24},
                                     {"real_rows", TCF_TIMED_ROWS, 0, 0, 0, 1, 0.4, 24},
                                     {"half_rows", TCF_TIMED_ROWS, 1, 0, 1, 1, 1, 24},
                                     {"rough_rows", TCF_TIMED_ROUGH_ROWS, 0, 0, 1, 0, 1, 29},
                                     {"columns", TCF_TIMED_COLUMNS, 0, 0, 1, 0, 1, 29},
                                     {"unaligned_columns", TCF_TIMED_COLUMNS, 0, 1, 1, 0, 1, 29},
                                     {"complex_planes", TCF_TIMED_PLANES, 0, 0, 1, 0, 1, FEATURES},
                                     {"real_planes", TCF_TIMED_PLANES, 0, 0, 0, 1, 1, FEATURES}};

typedef struct tile {
  char of[64];  // the tiles of a length have the same
  int kind, half, unaligned;
  tcf_timed timed;
  double feature[FEATURES], log_time, answer, off;
} tile;
static tile tiles[MOST];
static int count;
static double threshold[FEATURES][THRESHOLDS];
static int thresholds[FEATURES];
static int features;  // of the class

typedef struct forest {
  double mean;
  tcf_tile_tree tree[TREES];
} forest;

static double uniform(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 40) / (double)(1 << 24);
}

// The stage of a problem's transforms, as one tile.
static int whole_stage(tcf_stage *s, const char *problem) {
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  if (tcfft_desc_parse(&desc, problem) || tcf_problem_from_desc(&p, &desc) || !tcf_planner_whole(s, &p)) return 0;
  s->bytes = tcf_tile_bytes(s);
  return 1;
}

// Takes a line of either form apart. 0: it is no such line. `copied`: the bytes that are copied in the same time.
static int read_line(const char *line, tcf_stage *s, char problem[64], double *us, double *copied) {
  int n, width, threads;
  char kind[8], fft[100];
  if (sscanf(line, "%7[^,],%d,%d,%d,%99[^,],%lf", kind, &n, &width, &threads, fft, us) == 6) {
    const int half = !strcmp(kind + 3, ":f16");
    *copied = (double)(1 << (half ? 29 : 30));
    kind[3] = 0;
    snprintf(problem, 64, "%s:%d*%lld%s", kind, n, (1LL << (26 + (strcmp(kind, "c2c") != 0))) / n, half ? ":f16" : "");
  } else if (sscanf(line, "%63[^,],%d,%d,%99[^,],%lf", problem, &width, &threads, fft, us) == 5) {
    *copied = 0;
  } else {
    return 0;
  }
  if (!whole_stage(s, problem)) return fprintf(stderr, "tile_trees: %s: %s\n", problem, tcfft_last_error()), exit(2), 0;
  if (*copied == 0) *copied = (double)s->bytes;
  s->width = width;
  s->threads = threads;
  snprintf(s->fft, sizeof s->fft, "%s", fft);
  return 1;
}

static int read_tile(const tcf_device *d, const char *line, tile *to) {
  tcf_stage s;
  tcf_tile t;
  double us, copied;
  if (!read_line(line, &s, to->of, &us, &copied)) return 0;
  if (tcf_tile_build(&t, &s, d)) {
    fprintf(stderr, "tile_trees: %s: %s\n", line, tcfft_last_error());
    exit(2);
  }
  tcf_tile_set_size(&t, d);  // as tiles are compared, before they are laid out
  tcf_tile_features(&s, &t, d, to->feature);
  to->half = s.in_type == TCFFT_F16;
  to->unaligned = s.is != 1 && tcf_tile_columns_unaligned(&s, d);
  to->log_time = log(us * 1e-6 * d->copy / copied);
  to->kind = (int)s.kind;
  to->timed = s.axes                                   ? TCF_TIMED_PLANES
              : s.is != 1                              ? TCF_TIMED_COLUMNS
              : tcf_rough_part(s.points, LARGEST) == 1 ? TCF_TIMED_ROWS
                                                       : TCF_TIMED_ROUGH_ROWS;
  return 1;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Between the values of a feature, at most THRESHOLDS of them, each with about as many tiles.
static void set_thresholds(void) {
  static double value[MOST];
  for (int f = 0; f < features; f++) {
    thresholds[f] = 0;
    for (int i = 0; i < count; i++) value[i] = tiles[i].feature[f];
    qsort(value, (size_t)count, sizeof *value, by_value);
    for (int i = 1, k = 0; i < count; i++) {
      if (value[i] <= value[i - 1] || i < (long long)k * count / THRESHOLDS || k == THRESHOLDS) continue;
      threshold[f][k++] = (double)(float)(0.5 * (value[i] + value[i - 1]));
      thresholds[f] = k;
    }
  }
}

// The question that divides these tiles best. Returns by how much it lowers the sum of squares; 0: none does.
static double best_question(const int member[], int members, unsigned char *feature, float *at) {
  double most = 0;
  *feature = 0;
  *at = 1e30F;
  for (int f = 0; f < features; f++) {
    double sum[THRESHOLDS + 1] = {0}, all = 0, low = 0;
    int number[THRESHOLDS + 1] = {0}, below = 0;
    for (int m = 0; m < members; m++) {
      const tile *t = &tiles[member[m]];
      int k = 0;
      while (k < thresholds[f] && t->feature[f] > threshold[f][k]) k++;
      sum[k] += t->off;
      number[k]++;
      all += t->off;
    }
    for (int k = 0; k < thresholds[f]; k++) {
      low += sum[k];
      below += number[k];
      if (below < LEAST || members - below < LEAST) continue;
      const double gain = low * low / below + (all - low) * (all - low) / (members - below) - all * all / members;
      if (gain > most) most = gain, *feature = (unsigned char)f, *at = (float)threshold[f][k];
    }
  }
  return most;
}

static void fit_tree(tcf_tile_tree *tree, const int member[], int members) {
  static int side[2][MOST];
  int sides[2] = {0, 0};
  best_question(member, members, &tree->feature[0], &tree->at[0]);
  for (int m = 0; m < members; m++) {
    const int s = tiles[member[m]].feature[tree->feature[0]] > (double)tree->at[0];
    side[s][sides[s]++] = member[m];
  }
  for (int s = 0; s < 2; s++) {
    best_question(side[s], sides[s], &tree->feature[1 + s], &tree->at[1 + s]);
    double sum[2] = {0, 0};
    int number[2] = {0, 0};
    for (int m = 0; m < sides[s]; m++) {
      const int half = tiles[side[s][m]].feature[tree->feature[1 + s]] > (double)tree->at[1 + s];
      sum[half] += tiles[side[s][m]].off;
      number[half]++;
    }
    for (int half = 0; half < 2; half++)
      tree->answer[2 * s + half] = number[half] ? (float)(rate * sum[half] / number[half]) : 0;
  }
}

// Fits to all tiles whose length is not of the fold.
static void fit(forest *f, double slowest, const int fold[], int left_out) {
  static int member[MOST];
  unsigned long long state = 1;
  int all = 0;
  f->mean = 0;
  for (int i = 0; i < count; i++)
    if (fold[i] != left_out) f->mean += fmin(tiles[i].log_time, slowest), all++;
  f->mean /= all;
  for (int i = 0; i < count; i++) tiles[i].answer = f->mean;
  for (int k = 0; k < TREES; k++) {
    int members = 0;
    for (int i = 0; i < count; i++) {
      tiles[i].off = fmin(tiles[i].log_time, slowest) - tiles[i].answer;
      if (fold[i] != left_out && uniform(&state) < share) member[members++] = i;
    }
    fit_tree(&f->tree[k], member, members);
    for (int i = 0; i < count; i++) tiles[i].answer += tcf_tile_tree_answer(&f->tree[k], tiles[i].feature);
  }
}

static int is_same_length(int i, int j) { return !strcmp(tiles[i].of, tiles[j].of); }

// Prints how well answers of fits without a length's tiles choose among these, over all lengths of a kind, if it has any.
static void print_kind(const tile_class *c, int kind, const double answer[]) {
  double sum = 0, most = 0, squares = 0;
  int lengths = 0, of_kind = 0, slowest = 0;
  for (int i = 0, j; i < count; i = j) {
    int chosen = i;
    double least = tiles[i].log_time;
    for (j = i; j < count && is_same_length(i, j); j++) {
      if (answer[j] < answer[chosen]) chosen = j;
      least = fmin(least, tiles[j].log_time);
      if (tiles[i].kind == kind) squares += pow(answer[j] - fmin(tiles[j].log_time, c->slowest), 2);
    }
    if (tiles[i].kind != kind) continue;
    const double lost = tiles[chosen].log_time - least;
    lengths++;
    of_kind += j - i;
    sum += lost;
    if (lost > most) most = lost, slowest = i;
  }
  if (!lengths) return;
  fprintf(stderr, "%s, %s: %d tiles of %d lengths, %.4f behind the fastest in the mean, %.3f at most (%s), %.3f off\n",
          c->name, kinds[kind], of_kind, lengths, sum / lengths, most, tiles[slowest].of, sqrt(squares / of_kind));
}

// Tiles are in the order of their kinds and lengths.
static void check(const tile_class *c) {
  static int fold[MOST];
  static double answer[MOST];
  static forest f;
  int length = 0;
  for (int i = 0; i < count; i++) {
    length += i && !is_same_length(i, i - 1);
    fold[i] = length % FOLDS;
  }
  for (int k = 0; k < FOLDS; k++) {
    fit(&f, c->slowest, fold, k);
    for (int i = 0; i < count; i++)
      if (fold[i] == k) answer[i] = tiles[i].answer;
  }
  for (int kind = 0; kind < KINDS; kind++) print_kind(c, kind, answer);
}

// Reads the tiles of a class. 0: there are none, or too many.
static int read_tiles(int files, char **paths, const tcf_device *d, const tile_class *c) {
  char line[400];
  count = 0;
  for (int i = 0; i < files; i++) {
    FILE *in = fopen(paths[i], "r");
    if (!in) return 0;
    while (count < MOST && fgets(line, sizeof line, in)) {
      tile *t = &tiles[count];
      count += read_tile(d, line, t) && t->timed == c->timed && t->half == c->half && t->unaligned == c->unaligned &&
               (t->kind ? c->real : c->complex);
    }
    fclose(in);
  }
  return count > 0 && count < MOST;
}

static void print_forest(const char *name, const forest *f) {
  printf("static const tcf_tile_tree %s_trees[] = {\n", name);
  for (int k = 0; k < TREES; k++) {
    const tcf_tile_tree *t = &f->tree[k];
    printf("  {{%d, %d, %d}, {%#.9gF, %#.9gF, %#.9gF}, {%.5fF, %.5fF, %.5fF, %.5fF}},\n", t->feature[0], t->feature[1],
           t->feature[2], (double)t->at[0], (double)t->at[1], (double)t->at[2], (double)t->answer[0], (double)t->answer[1],
           (double)t->answer[2], (double)t->answer[3]);
  }
  printf("};\nstatic const double %s_mean = %.5f;\n", name, f->mean);
}

int main(int argc, char **argv) {
  static const int fold[MOST];
  static forest f;
  tcf_device d;
  if (argc < 2) return fprintf(stderr, "usage: tile_trees TILES.csv..\n"), 2;
  if (tcf_device_parse(&d, "H200")) return fprintf(stderr, "tile_trees: %s\n", tcfft_last_error()), 2;
  printf(
      "// SPDX-FileCopyrightText: 2026 the tcfft authors\n// SPDX-License-Identifier: MIT\n//\n"
      "// The trees of tile_times.c: src/tools/tile_trees.c made them. Not to be edited.\n"
      "#ifndef TCFFT_CLASSIC_CUDA_TILE_TREES_H\n#define TCFFT_CLASSIC_CUDA_TILE_TREES_H\n\n"
      "#include \"classic/cuda/tile_tree.h\"\n\n// clang-format off\n");
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    const tile_class *c = &classes[i];
    if (!read_tiles(argc - 1, argv + 1, &d, c))
      return fprintf(stderr, "tile_trees: there are no %s, or too many, or a file is missing\n", c->name), 2;
    features = c->features;
    set_thresholds();
    check(c);
    fit(&f, c->slowest, fold, -1);
    print_forest(c->name, &f);
  }
  printf("// clang-format on\n\n#endif\n");
  return 0;
}
