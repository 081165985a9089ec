// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft sparse: the significant coefficients of a signal in a NumPy file.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"
#include "cli/npy.h"
#include "cli/outfile.h"
#include "cli/sparse_bench.h"
#include "cli/sparse_trial.h"

extern const tcf_command tcf_cmd_sparse;

static const tcf_choice method_choices[] = {{"auto", TCFFT_SPARSE_AUTO},
                                            {"peeling", TCFFT_SPARSE_PEELING},
                                            {"voting", TCFFT_SPARSE_VOTING},
                                            {"voting_comb", TCFFT_SPARSE_VOTING_COMB},
                                            {0}};

static const char *outcome_text(int32_t outcome) {
  static const char *const texts[] = {"verified", "not verified", "by the whole transform", "more than there is room for"};
  return outcome >= 0 && outcome < (int32_t)(sizeof texts / sizeof *texts) ? texts[outcome] : "?";
}

// Results of one signal.
typedef struct results {
  int64_t *index, count;
  float *value;
  int32_t outcome;
  double seconds;
} results;

// ------------------------------------------------------------------------------------------------ output

enum { SHOWN = 20 };

static void print_results(const results *r) {
  printf("%14s %14s %14s %14s\n", "index", "real", "imag", "magnitude");
  for (int64_t i = 0; i < r->count && i < SHOWN; i++)
    printf("%14lld %14.6g %14.6g %14.6g\n", (long long)r->index[i], (double)r->value[2 * i], (double)r->value[2 * i + 1],
           hypot((double)r->value[2 * i], (double)r->value[2 * i + 1]));
  if (r->count > SHOWN) printf("and %lld more: --out F.csv or F.npy keeps all\n", (long long)(r->count - SHOWN));
}

static void write_csv(FILE *file, const results *r) {
  fputs("index,real,imag,magnitude\n", file);
  for (int64_t i = 0; i < r->count; i++)
    fprintf(file, "%lld,%.9g,%.9g,%.9g\n", (long long)r->index[i], (double)r->value[2 * i], (double)r->value[2 * i + 1],
            hypot((double)r->value[2 * i], (double)r->value[2 * i + 1]));
}

static bool ends_with(const char *text, const char *end) {
  const size_t have = strlen(text), wanted = strlen(end);
  return have >= wanted && !strcmp(text + have - wanted, end);
}

// ------------------------------------------------------------------------------------------------ the run

static int allocate(results *r, int64_t capacity) {
  *r = (results){.index = malloc((size_t)capacity * sizeof *r->index),
                 .value = malloc((size_t)capacity * 2 * sizeof *r->value)};
  if (r->index && r->value) return 0;
  return tcf_failure("out of memory", "%lld results", (long long)capacity);
}

static int find(tcfft_sparse_desc *d, const float *samples, results *r) {
  tcfft_sparse_plan *plan;
  tcfft_status status = tcfft_sparse_plan_create(&plan, d);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  const double start = tcf_clock();
  status = tcfft_sparse_exec(plan, samples, r->index, r->value, &r->count, &r->outcome, NULL);
  r->seconds = tcf_clock() - start;
  tcfft_sparse_plan_destroy(plan);
  return status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

static int run_file(tcfft_sparse_desc *d, const tcf_npy *in, const char *in_path, const char *out_path) {
  if (in->header.dims != 1)
    return tcf_failure("invalid size", "%s: %d dimensions, and a signal has one", in_path, in->header.dims);
  d->n = in->header.count;
  d->real = !in->header.is_complex;
  const int64_t most = d->real ? d->n / 2 + 1 : d->n;
  if (d->k > most) d->k = most;
  if (!d->capacity) d->capacity = d->k > most / 4 ? most : 4 * d->k;
  results r = {0};
  tcf_outfile out;
  int status = tcf_outfile_open(&out, out_path);
  if (status) return status;
  status = allocate(&r, d->capacity);
  if (!status) status = find(d, in->data, &r);
  if (!status) {
    printf("%lld coefficients of %lld %s samples: %s, %.3f ms\n", (long long)r.count, (long long)d->n,
           d->real ? "real" : "complex", outcome_text(r.outcome), 1e3 * r.seconds);
    if (!out_path)
      print_results(&r);
    else if (ends_with(out_path, ".npy"))
      tcf_npy_write_indexed(out.file, r.index, r.value, r.count);
    else
      write_csv(out.file, &r);
    status = tcf_outfile_commit(&out);
  }
  tcf_outfile_discard(&out);
  free(r.index);
  free(r.value);
  return status;
}

// ------------------------------------------------------------------------------------------------ reliability

// The cases of --reliability without a length: each support and both spreads, noise, and another k than the true one.
static int list_cases(tcf_sparse_case *cases, int most, bool on_gpu) {
  static const int64_t sizes[][2] = {{1 << 16, 10},  {1 << 16, 50}, {1 << 20, 50},
                                     {1 << 20, 200}, {1 << 22, 50}, {1 << 22, 1000}};
  static const int64_t longest[] = {50, 1000, 4000};
  static const double noises[][2] = {{1000, 20}, {50, 10}, {50, 0}};
  static const double shares[] = {0.25, 0.5, 2, 10};
  int count = 0;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int support = TCF_SUPPORT_RANDOM; support <= TCF_SUPPORT_LATTICE; support++)
      for (int spread = 0; spread <= 60 && count < most; spread += 60)
        cases[count++] = (tcf_sparse_case){
            .n = sizes[s][0], .k = sizes[s][1], .given = sizes[s][1], .support = support, .spread = spread};
  for (int64_t n = 1 << 20; n <= 1 << 22; n *= 4)
    for (size_t i = 0; i < sizeof noises / sizeof *noises && count < most; i++)
      cases[count++] = (tcf_sparse_case){
          .n = n, .k = (int64_t)noises[i][0], .given = (int64_t)noises[i][0], .noisy = true, .noise = noises[i][1]};
  for (size_t i = 0; on_gpu && i < sizeof longest / sizeof *longest && count < most; i++)
    cases[count++] = (tcf_sparse_case){.n = 1 << 27, .k = longest[i], .given = longest[i]};
  for (size_t i = 0; i < sizeof shares / sizeof *shares && count < most; i++)
    cases[count++] = (tcf_sparse_case){.n = 1 << 20, .k = 200, .given = (int64_t)(200 * shares[i])};
  return count;
}

static void print_case(FILE *file, const char *format, const tcf_sparse_case *c, const tcf_sparse_tally *t) {
  char noise[32] = "none";
  if (c->noisy) snprintf(noise, sizeof noise, "%g", c->noise);
  fprintf(file, format, (long long)c->n, (long long)c->k, (long long)c->given,
          tcf_choice_name(tcf_support_choices, c->support), c->spread, noise, (long long)t->runs, (long long)t->missed,
          (long long)t->invented, (long long)t->unverified, (long long)t->wrong, t->error, t->worst, 1e3 * t->seconds);
}

// Returns the exit status: a failure if a result was wrong.
static int try_cases(const tcf_sparse_case *cases, int count, int64_t runs, const tcfft_sparse_desc *d, const char *csv,
                     const char *note) {
  tcf_outfile out;
  int status = tcf_outfile_open(&out, csv);
  if (status) return status;
  int64_t bad = 0;
  if (csv) tcf_sparse_write_head(out.file, "reliability of sparse transforms", d, note);
  if (csv) fputs("n,k,given,support,spread,snr,runs,missed,invented,unverified,wrong,error,worst,ms\n", out.file);
  printf("%10s %6s %6s %10s %7s %6s %6s %7s %9s %11s %6s %9s %9s %9s\n", "n", "k", "given", "support", "spread", "SNR",
         "runs", "missed", "invented", "unverified", "wrong", "error", "worst", "ms");
  for (int i = 0; i < count && !status; i++) {
    tcf_sparse_tally t;
    status = tcf_sparse_try(&cases[i], runs, d->seed + (uint64_t)i * 1000003, d, &t);
    if (status) break;
    print_case(stdout, "%10lld %6lld %6lld %10s %7g %6s %6lld %7lld %9lld %11lld %6lld %9.2e %9.2e %9.3f\n", &cases[i], &t);
    fflush(stdout);
    if (csv) print_case(out.file, "%lld,%lld,%lld,%s,%g,%s,%lld,%lld,%lld,%lld,%lld,%.3e,%.3e,%.4f\n", &cases[i], &t);
    bad += t.missed + t.invented + t.wrong;
  }
  if (!status) status = tcf_outfile_commit(&out);
  tcf_outfile_discard(&out);
  return !status && bad ? tcf_failure("wrong results", "%lld tones were missed or invented", (long long)bad) : status;
}

typedef struct reliability {
  bool asked, bench;
  int64_t n, given, runs;
  int support;
  double spread, noise;
  const char *csv, *note;
} reliability;

static int run_reliability(const reliability *r, const tcfft_sparse_desc *d) {
  enum { MOST = 80 };
  tcf_sparse_case cases[MOST] = {{.n = r->n,
                                  .k = d->k,
                                  .given = r->given ? r->given : d->k,
                                  .support = r->support,
                                  .spread = r->spread,
                                  .noisy = isfinite(r->noise),
                                  .noise = r->noise}};
  return try_cases(cases, r->n ? 1 : list_cases(cases, MOST, d->backend == TCFFT_BACKEND_CUDA), r->runs, d, r->csv, r->note);
}

// ------------------------------------------------------------------------------------------------ the command

static int run(int argc, char **argv) {
  tcfft_sparse_desc d = TCFFT_SPARSE_DESC_INIT;
  reliability trials = {.runs = 20, .noise = NAN};
  const char *device = NULL, *out = NULL;
  int method = TCFFT_SPARSE_AUTO, status = 0;
  bool no_fallback = false, no_verify = false;
  int64_t seed = 0;
  d.k = 50;
  const tcf_option options[] = {
      {.name = "k", .type = TCF_OPTION_INTEGER, .value = &d.k, .min = 1, .max = 0x1p34},
      {.name = "capacity", .type = TCF_OPTION_INTEGER, .value = &d.capacity, .min = 1, .max = 0x1p34},
      {.name = "snr", .type = TCF_OPTION_REAL, .value = &d.snr, .min = -300, .max = 300},
      {.name = "least", .type = TCF_OPTION_REAL, .value = &d.least, .min = 0, .max = 1e38},
      {.name = "seed", .type = TCF_OPTION_INTEGER, .value = &seed, .min = 0, .max = 0x1p62},
      {.name = "out", .type = TCF_OPTION_TEXT, .value = &out},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &device},
      {.name = "method", .type = TCF_OPTION_CHOICE, .value = &method, .choices = method_choices},
      {.name = "no-fallback", .type = TCF_OPTION_FLAG, .value = &no_fallback},
      {.name = "no-verify", .type = TCF_OPTION_FLAG, .value = &no_verify},
      {.name = "reliability", .type = TCF_OPTION_FLAG, .value = &trials.asked},
      {.name = "bench", .type = TCF_OPTION_FLAG, .value = &trials.bench},
      {.name = "note", .type = TCF_OPTION_TEXT, .value = &trials.note},
      {.name = "n", .type = TCF_OPTION_INTEGER, .value = &trials.n, .min = 64, .max = 0x1p30},
      {.name = "given", .type = TCF_OPTION_INTEGER, .value = &trials.given, .min = 1, .max = 0x1p30},
      {.name = "runs", .type = TCF_OPTION_INTEGER, .value = &trials.runs, .min = 1, .max = 1e9},
      {.name = "support", .type = TCF_OPTION_CHOICE, .value = &trials.support, .choices = tcf_support_choices},
      {.name = "spread", .type = TCF_OPTION_REAL, .value = &trials.spread, .min = 0, .max = 200},
      {.name = "noise", .type = TCF_OPTION_REAL, .value = &trials.noise, .min = -100, .max = 200},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &trials.csv},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_sparse, options, &argc, argv, &status)) return status;
  if (trials.asked || trials.bench ? argc != 0 : argc != 1)
    return tcf_usage_error(&tcf_cmd_sparse,
                           trials.asked   ? "--reliability takes no file, got %d"
                           : trials.bench ? "--bench takes no file, got %d"
                                          : "expected IN.npy, got %d file names",
                           argc);
  if ((trials.asked || trials.bench) && out)
    return tcf_usage_error(&tcf_cmd_sparse, "--out '%s': the rows are written to --csv", out);
  if (out && !ends_with(out, ".csv") && !ends_with(out, ".npy") && strcmp(out, "-"))
    return tcf_usage_error(&tcf_cmd_sparse, "--out '%s' ends in neither .csv nor .npy", out);
  if (out && tcf_outfile_same(out, argv[0]))
    return tcf_usage_error(&tcf_cmd_sparse, "'%s' and '%s' are the same file", argv[0], out);
  tcfft_desc place = TCFFT_DESC_INIT;
  if ((status = tcf_choose_device(&tcf_cmd_sparse, device, &place)) != 0) return status;
  d.backend = place.backend;
  d.device = place.device;
  d.method = (tcfft_sparse_method)method;
  d.seed = (uint64_t)seed;
  d.no_fallback = no_fallback;
  d.no_verify = no_verify;
  if (trials.bench) return tcf_sparse_bench(&d, trials.n, d.k, trials.csv, trials.note);
  if (trials.asked) return run_reliability(&trials, &d);
  char why[256];
  tcf_npy in = {0};
  if (tcf_npy_read(&in, argv[0], why, sizeof why)) return tcf_failure("cannot read", "%s: %s", argv[0], why);
  status =
      in.header.count ? run_file(&d, &in, argv[0], out) : tcf_failure("invalid size", "%s: the array is empty", argv[0]);
  tcf_npy_free(&in);
  return status;
}

static const char usage[] =
    "usage: tcfft sparse IN.npy [--k K] [--out F.csv|F.npy] [--device D] [--method auto|peeling] [--no-fallback]"
    " [--no-verify] [--capacity C] [--snr DB] [--least A] [--seed S]\n"
    "       tcfft sparse --reliability [--runs R] [--n N --k K] [--given K] [--support S] [--spread DB] [--noise DB] [--csv "
    "F]\n"
    "       tcfft sparse --bench [--n N --k K] [--device D] [--no-fallback] [--csv F] [--note T]\n"
    "\n"
    "Finds the about K coefficients of a signal's Fourier transform that stand out of the others, from a small part of its\n"
    "samples. IN.npy has one axis, real or complex. The values are those of numpy.fft.fft, or numpy.fft.rfft.\n"
    "\n"
    "  --k K            coefficients expected (default 50); more are found as well, at more cost\n"
    "  --out FILE       writes all of them: .csv with the columns index, real, imag, magnitude; .npy a structured array "
    "with\n"
    "                   the fields index and value; - is CSV on standard output\n"
    "  --device D       auto (the host), host, cuda, cuda:0 ..\n"
    "  --method M       auto, or peeling: an error where that is not possible, instead of the whole transform\n"
    "  --no-fallback    never the whole transform: a signal that is not sparse is 'not verified'\n"
    "  --no-verify      do not check the result against samples that it was not made from\n"
    "  --capacity C     room for results (default 4 K)\n"
    "  --snr DB         power of the signal over that of the noise, if known\n"
    "  --least A        the smallest magnitude that matters (default: that of the weakest of the K strongest found)\n"
    "  --seed S         of the random numbers\n"
    "\n"
    "--reliability draws signals of known tones, and counts what is missed, invented, not verified, and verified though "
    "wrong;\n"
    "without --n a table of lengths, supports, spreads and noises.\n"
    "\n"
    "  --runs R         signals of each row (default 20)\n"
    "  --n N            one row: K tones among N samples, with what follows\n"
    "  --given K        the number of tones that the plan is told (default K)\n"
    "  --support S      random, clustered, harmonic, lattice (multiples of N / 4096)\n"
    "  --spread DB      amplitudes log-uniform over so many dB (default 0: all 1)\n"
    "  --noise DB       white noise, so far below the tones' power (default none)\n"
    "  --csv F          also writes the rows to a file\n"
    "\n"
    "--bench times sparse transforms of signals in the device's memory beside whole ones, tcfft's and those of cuFFT or "
    "FFTW: over N\n"
    "for K = 1000 and 50, then over K for the longest N; with --n one row. The ratio is that of the faster whole "
    "transform.\n"
    "\n"
    "  --note T         text for the head of the CSV, such as a commit";

const tcf_command tcf_cmd_sparse = {
    .name = "sparse",
    .summary = "find the few large coefficients of a long signal",
    .usage = usage,
    .run = run,
};
