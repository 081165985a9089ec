// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/element.h"
#include "core/kernel.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// ------------------------------------------------------------------------------------------------ the part of a stage

// Which part of an axis's transform a stage computes.
typedef enum op {
  OP_WHOLE,     // all of it
  OP_FIRST,     // factors of a hierarchical transform
  OP_MIDDLE,    // the second of three
  OP_LAST,      // the last factor
  OP_STOCKHAM,  // a Stockham step through memory
  OP_CONVOLVE,  // in a convolution: the last factor of the forward transform and the first one of the inverse
  OP_END,       // no transform, but the post-processing of a real kind
} op;

static const char *const op_words[] = {
    [OP_WHOLE] = NULL,
    [OP_FIRST] = "hierarchical (four-step): first factor",
    [OP_MIDDLE] = "hierarchical (four-step): middle factor",
    [OP_LAST] = "hierarchical (four-step): last factor",
    [OP_STOCKHAM] = "a step of Stockham's algorithm through memory",
    [OP_CONVOLVE] = "last factor forward and first factor back",
    [OP_END] = "from memory to memory",
};

// The same in a Bluestein convolution, whose two transforms are hierarchical or Stockham's.
static const char *const convolution_words[] = {
    [OP_WHOLE] = NULL,
    [OP_FIRST] = "first factor",
    [OP_MIDDLE] = "middle factor",
    [OP_LAST] = "last factor",
    [OP_STOCKHAM] = "a step of Stockham's algorithm through memory",
    [OP_CONVOLVE] = "last factor forward and first factor back",
    [OP_END] = NULL,
};

static int64_t complex_length(const tcf_stage *s) { return tcf_complex_length(s->kind, s->n); }

// Whether a stage belongs to a Bluestein convolution. Its load or store operations tell, or a length beyond the axis's.
static int in_convolution(const tcf_stage *s) {
  return tcf_op_convolves(s->load) || tcf_op_convolves(s->store) || s->twiddle_n > complex_length(s);
}

// Whether the first factor of C2R of an odd length leaves out one of each two conjugate transforms.
static int has_half_of_ffts(const tcf_stage *s) {
  return s->kind == TCFFT_C2R && s->load == TCF_OP_USER && s->in_batch_step && 2 * s->out_step == s->in_step + 1;
}

// All hierarchical factors but the last store their points where they loaded them; Stockham steps reorder them.
static op op_of(const tcf_stage *s) {
  if (!s->points || s->axes || (s->load == TCF_OP_USER && s->store == TCF_OP_USER)) return OP_WHOLE;
  if (s->load == TCF_OP_NONE) return OP_END;
  if (s->store == TCF_OP_FILTER_INVERSE) return OP_CONVOLVE;
  if (s->load == TCF_OP_TWIDDLE) return OP_LAST;
  if (s->load == TCF_OP_USER && s->store == TCF_OP_COPY && s->in_step == s->out_step)
    return OP_FIRST;  // twiddles come later
  if (!tcf_op_has_twiddles(s->store)) return s->in_step > 1 && !in_convolution(s) ? OP_STOCKHAM : OP_LAST;
  if (s->in_step != s->out_step && !has_half_of_ffts(s)) return OP_STOCKHAM;
  return s->load == TCF_OP_COPY && !in_convolution(s) ? OP_MIDDLE : OP_FIRST;
}

// ------------------------------------------------------------------------------------------------ words for fields

// What each kind does when it loads the input, when it stores the output, and in a stage that does both.
static const struct {
  const char *load, *store, *both;
} kind_words[] = {
    [TCFFT_C2C] = {NULL, NULL, NULL},
    [TCFFT_R2C] = {NULL, "real post-processing of R2C", "real post-processing of R2C"},
    [TCFFT_C2R] = {"real pre-processing of C2R", NULL, "real pre-processing of C2R"},
    [TCFFT_DCT1] = {"pre-processing of DCT-I", "post-processing of DCT-I", "pre- and post-processing of DCT-I"},
    [TCFFT_DCT2] = {"pre-processing of DCT-II", "post-processing of DCT-II", "pre- and post-processing of DCT-II"},
    [TCFFT_DCT3] = {"pre-processing of DCT-III", "post-processing of DCT-III", "pre- and post-processing of DCT-III"},
    [TCFFT_DCT4] = {"pre-processing of DCT-IV", "post-processing of DCT-IV", "pre- and post-processing of DCT-IV"},
};

static const char *const load_words[] = {[TCF_OP_TWIDDLE] = "twiddles in the prologue",
                                         [TCF_OP_CHIRP] = "times the chirp, zero-padded",
                                         [TCF_OP_HALF] = "the upper half from the conjugates of the lower one",
                                         [TCF_OP_MIRROR] = NULL};

static const char *const store_words[] = {
    [TCF_OP_TWIDDLE] = "twiddles in the epilogue",
    [TCF_OP_CHIRP] = "times the chirp in the epilogue",
    [TCF_OP_FILTER] = "times the chirp's spectrum in the epilogue",
    [TCF_OP_FILTER_INVERSE] = "times the chirp's spectrum between them",
    [TCF_OP_ALONE] = "elements of the output from one result each",
    [TCF_OP_CHIRP_ALONE] = "times the chirp in the epilogue, elements of the output from one result each",
    [TCF_OP_HALF_TWIDDLE] = "twiddles in the epilogue, without conjugate results",
    [TCF_OP_MIRROR] = "bins of the output and conjugates of such",
};

// How a length without a radix schedule is computed: the letter before the parenthesis in the stage's fft.
static const struct {
  char letter;
  const char *words;
  int has_length;
} methods[] = {
    {'R', "Rader convolution", 1},     {'r', "Rader convolution", 1}, {'B', "Bluestein convolution", 1},
    {'b', "Bluestein convolution", 1}, {'d', "direct DFT", 0},
};

static const char *const places[] = {[TCFFT_BACKEND_HOST] = "in cache",
                                     [TCFFT_BACKEND_CUDA] = "in shared memory",
                                     [TCFFT_BACKEND_OPENCL] = "in local memory"};

// Kernels that do not work in their backend's usual place.
static const struct {
  const char *kernel, *place;
} other_places[] = {
    {"cuda_cluster", "in the shared memory of a cluster of blocks"},
    {"cuda_cluster_mma", "in the shared memory of a cluster of blocks"},
    {"cuda_cluster_steps", "in the shared memory of a cluster of blocks"},
    {"cuda_cluster_wide", "16 side by side in the shared memory of a cluster of blocks"},
    {"cuda_generic", "in shared memory by the generic program"},
    {"cuda_gemm", "by matrix products of cuBLAS"},
    {"cuda_half", "in registers"},
    {"cuda_half_columns", "16 side by side in shared memory"},
    {"cuda_half_dense", "as one matrix product"},
    {"cuda_half_tile", "in the shared memory of a block"},
    {"host_whole", "one at a time"},
    {"twin_whole", "one at a time"},
};

static const char *const split_words[] = {
    [TCFFT_SPLIT_HALF1] = "one FP16 term",
    [TCFFT_SPLIT_SPLIT2] = "two FP16 terms",
    [TCFFT_SPLIT_PAPER] = "the FP16 split of 2018",
};

// ------------------------------------------------------------------------------------------------ a stage

// What numbers are on tensor cores.
static const char *terms_of(const tcf_stage *s) {
  return strncmp(s->kernel->name, "cuda_half", strlen("cuda_half")) ? split_words[s->split] : "FP16 between passes";
}

static const char *place_of(const tcf_stage *s) {
  for (int i = 0; i < COUNT(other_places); i++)
    if (!strcmp(other_places[i].kernel, s->kernel->name)) return other_places[i].place;
  return places[s->kernel->backend];
}

static void put_after_comma(tcf_writer *w, const char *words) {
  if (words) tcf_put(w, ", %s", words);
}

// The product of the radices up to `end` or to the closing parenthesis around them. Nested parentheses are skipped: they
// tell how the radix before them is computed.
static int64_t product_of(const char *at, const char *end) {
  int64_t product = 1;
  for (int depth = 0; at < end && depth >= 0;) {
    char *behind;
    const int64_t radix = strtoll(at, &behind, 10);
    if (behind > at && depth == 0) product *= radix;
    if (behind == at) depth += (*at == '(') - (*at == ')');
    at = behind > at ? behind : at + 1;
  }
  return product;
}

// "16.8|16.8", "c8(16.16|16.16)" and "c8(16.16/16.16)" mean columns and rows, "c8(16.8|f(16.8)|16.8)@3" a convolution of as
// many points; "R65521(16.3.3|13.7.5)" means a convolution whose length is the product in the parentheses.
static void put_method(tcf_writer *w, const tcf_stage *s) {
  const char *letter = strpbrk(s->fft, "RrBbd"), *end = s->fft + strlen(s->fft);
  for (int i = 0; letter && i < COUNT(methods); i++) {
    if (methods[i].letter != *letter) continue;
    const char *inside = strchr(letter, '(');
    put_after_comma(w, methods[i].words);
    if (methods[i].has_length && inside) tcf_put(w, " of length %" PRId64, product_of(inside + 1, end));
  }
  const char *bar = strpbrk(s->fft, "|/"), *inside = s->fft[0] == 'c' ? strchr(s->fft, '(') : NULL;
  const char *filtered = strstr(s->fft, "|f(");
  if (bar && letter) {
    tcf_put(w, ", hierarchical (four-step)");
  } else if (bar) {
    const int64_t columns = product_of(inside ? inside + 1 : s->fft, bar),
                  rows = product_of(filtered ? bar + 3 : bar + 1, end);
    if (filtered) tcf_put(w, ", Bluestein convolution of length %" PRId64, columns * rows);
    tcf_put(w, ", hierarchical (four-step): columns of %" PRId64 ", rows of %" PRId64, columns, rows);
  }
}

static void put_shape(tcf_writer *w, const tcf_stage *s, op what) {
  const int64_t points = s->points ? s->points : s->n;
  const int64_t step = s->is * (s->points ? s->in_step : 1);
  if (s->axes) {
    for (int i = 0; i < s->axes; i++) tcf_put(w, "%s%" PRId64, i ? " x " : "", s->length[i]);
    tcf_put(w, " at once");
  } else if (what == OP_END) {
    tcf_put(w, "%" PRId64 " points", points);
  } else {
    tcf_put(w, "%s of %" PRId64, step == 1 ? "rows" : "columns", points);
  }
  if (what != OP_END) tcf_put(w, " %s", place_of(s));
}

void tcf_words_stage(const tcf_stage *s, tcf_writer *w) {
  const op what = op_of(s);
  put_shape(w, s, what);
  if (in_convolution(s)) {
    tcf_put(w, ", Bluestein convolution");
    // The last factor of a convolution has no twiddles, so its stage does not hold the convolution's length.
    if (s->twiddle_n > complex_length(s)) tcf_put(w, " of length %" PRId64, s->twiddle_n);
    if (convolution_words[what]) tcf_put(w, ": %s", convolution_words[what]);
  } else {
    put_after_comma(w, op_words[what]);
  }
  if (what != OP_END) put_method(w, s);
  if (s->points) {
    put_after_comma(w, s->load == TCF_OP_USER ? kind_words[s->kind].load : load_words[s->load]);
    put_after_comma(w, s->store == TCF_OP_USER ? kind_words[s->kind].store : store_words[s->store]);
  } else {
    put_after_comma(w, kind_words[s->kind].both);
  }
  if (s->algorithm == TCFFT_ALGORITHM_TENSOR)
    tcf_put(w, ", %s (%s)", s->kernel->backend == TCFFT_BACKEND_HOST ? "as tensor cores would" : "on tensor cores",
            terms_of(s));
}

void tcf_words_path(const tcf_schedule *s, tcf_writer *w) {
  int tensor = 0;
  for (int i = 0; i < s->stages; i++)
    if (s->stage[i].algorithm == TCFFT_ALGORITHM_TENSOR && !tensor++)
      tcf_put(w, "%s, %s", s->stage[i].kernel->backend == TCFFT_BACKEND_HOST ? "twin of the tensor cores" : "tensor cores",
              terms_of(&s->stage[i]));
  if (!tensor) tcf_put(w, s->stages && tcf_arithmetic_of(&s->stage[0]) == TCFFT_F64 ? "FP64" : "FP32");
  if (tensor && tensor < s->stages) tcf_put(w, " (in %d of %d stages, the others in FP32)", tensor, s->stages);
}

// ------------------------------------------------------------------------------------------------ amounts

static void put_scaled(tcf_writer *w, double amount, const char *const *prefixes, int count, const char *unit) {
  int at = 0;
  for (; amount >= 999.5 && at < count - 1; at++) amount /= 1000;
  const int digits = at == 0 || amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
  tcf_put(w, "%.*f %s%s", digits, amount, prefixes[at], unit);
}

void tcf_words_amount(double amount, const char *unit, tcf_writer *w) {
  static const char *const prefixes[] = {"", "k", "M", "G", "T"};
  put_scaled(w, amount, prefixes, COUNT(prefixes), unit);
}

void tcf_words_time(double seconds, tcf_writer *w) {
  static const char *const prefixes[] = {"n", "u", "m", ""};
  put_scaled(w, 1e9 * seconds, prefixes, COUNT(prefixes), "s");
}
