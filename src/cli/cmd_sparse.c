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
#include "cli/picture.h"
#include "cli/sparse_bench.h"
#include "cli/sparse_plot.h"
#include "cli/sparse_recording.h"
#include "cli/sparse_trial.h"

extern const tcf_command tcf_cmd_sparse;

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

enum { SHOWN = 20, USUAL_K = 50 };

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

static tcfft_status describe(const void *plan, char *buf, size_t cap) { return tcfft_sparse_plan_describe(plan, buf, cap); }

// The room for results that a plan has taken, be it the library's default; 0: there is no memory to ask.
static int64_t capacity_of(const tcfft_sparse_plan *plan) {
  static const char key[] = ":capacity=";
  char *text;
  const char *at = tcf_whole_text(&text, describe, plan) == TCFFT_SUCCESS ? strstr(text, key) : NULL;
  const int64_t capacity = at ? strtoll(at + strlen(key), NULL, 10) : 0;
  free(text);
  return capacity;
}

static int allocate(results *r, int64_t capacity) {
  if (capacity > 0)
    *r = (results){.index = malloc((size_t)capacity * sizeof *r->index),
                   .value = malloc((size_t)capacity * 2 * sizeof *r->value)};
  if (r->index && r->value) return 0;
  return tcf_failure("out of memory", "%lld results", (long long)capacity);
}

static int find(const tcfft_sparse_desc *d, const float *samples, results *r) {
  tcfft_sparse_plan *plan;
  tcfft_status status = tcfft_sparse_plan_create(&plan, d);
  if (status != TCFFT_SUCCESS) return tcf_library_failure(status);
  const int failed = allocate(r, capacity_of(plan));
  const double start = tcf_clock();
  if (!failed) status = tcfft_sparse_exec_host(plan, samples, r->index, r->value, &r->count, &r->outcome);
  r->seconds = tcf_clock() - start;
  tcfft_sparse_plan_destroy(plan);
  return failed ? failed : status == TCFFT_SUCCESS ? 0 : tcf_library_failure(status);
}

// The files of a run. plot: NULL for no picture; rate: of its axis, 0 for indices.
typedef struct files {
  const char *in, *out, *plot;
  double rate;
} files;

static void set_sizes(tcfft_sparse_desc *d, const tcf_npy *in) {
  d->n = in->header.count;
  d->real = !in->header.is_complex;
  const int64_t most = d->real ? d->n / 2 + 1 : d->n;
  if (!d->k) d->k = most < USUAL_K ? most : USUAL_K;
}

static int write_results(const results *r, const char *out_path, tcf_outfile *out) {
  if (!out_path)
    print_results(r);
  else if (ends_with(out_path, ".npy"))
    tcf_npy_write_indexed(out->file, r->index, r->value, r->count);
  else
    write_csv(out->file, r);
  return tcf_outfile_commit(out);
}

static int write_picture(const results *r, const tcfft_sparse_desc *d, const files *f, tcf_outfile *picture) {
  const tcf_line_spectrum spectrum = {.index = r->index,
                                      .value = r->value,
                                      .count = r->count,
                                      .n = d->n,
                                      .real = d->real,
                                      .rate = f->rate,
                                      .recording = f->in,
                                      .outcome = outcome_text(r->outcome)};
  return f->plot ? tcf_sparse_plot(&spectrum, picture) : 0;
}

static int run_file(tcfft_sparse_desc *d, const tcf_npy *in, const files *f) {
  if (in->header.dims != 1)
    return tcf_failure("invalid size", "%s: %d dimensions, and a signal has one", f->in, in->header.dims);
  set_sizes(d, in);
  results r = {0};
  tcf_outfile out = {0}, picture = {0};
  int status = tcf_outfile_open(&out, f->out);
  if (!status) status = tcf_outfile_open(&picture, f->plot);
  if (!status) status = find(d, in->data, &r);
  if (!status) {
    printf("%lld coefficients of %lld %s samples: %s, %.3f ms\n", (long long)r.count, (long long)d->n,
           d->real ? "real" : "complex", outcome_text(r.outcome), 1e3 * r.seconds);
    status = write_picture(&r, d, f, &picture);
    if (!status) status = write_results(&r, f->out, &out);
  }
  tcf_outfile_discard(&picture);
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
    if (csv) print_case(out.file, "%lld,%lld,%lld,%s,%g,%s,%lld,%lld,%lld,%lld,%lld,%.3e,%.3e,%.4f\n", &cases[i], &t);
    tcf_outfile_keep(&out);
    print_case(stdout, "%10lld %6lld %6lld %10s %7g %6s %6lld %7lld %9lld %11lld %6lld %9.2e %9.2e %9.3f\n", &cases[i], &t);
    fflush(stdout);
    bad += t.missed + t.invented + t.wrong;
  }
  if (!status) status = tcf_outfile_commit(&out);
  tcf_outfile_discard(&out);
  return !status && bad ? tcf_failure("wrong results", "%lld tones were missed or invented", (long long)bad) : status;
}

typedef struct reliability {
  bool asked, bench;
  int64_t n, longest, given, runs;
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

typedef struct request {
  tcfft_sparse_desc desc;
  files file;
  const char *device, *recording;
  int method;
  bool no_fallback, no_verify;
  int64_t seed;
  reliability trials;
} request;

static int check_files(const request *q) {
  const files *f = &q->file;
  if (f->out && !ends_with(f->out, ".csv") && !ends_with(f->out, ".npy") && strcmp(f->out, "-"))
    return tcf_usage_error(&tcf_cmd_sparse, "--out '%s' ends in neither .csv nor .npy", f->out);
  const int status = tcf_picture_name(&tcf_cmd_sparse, "--plot ", f->plot);
  if (status) return status;
  if (f->out && tcf_outfile_same(f->out, f->in))
    return tcf_usage_error(&tcf_cmd_sparse, "'%s' and '%s' are the same file", f->in, f->out);
  if (f->plot && tcf_outfile_same(f->plot, f->in))
    return tcf_usage_error(&tcf_cmd_sparse, "'%s' and '%s' are the same file", f->in, f->plot);
  if (f->plot && f->out && tcf_outfile_same(f->plot, f->out))
    return tcf_usage_error(&tcf_cmd_sparse, "'%s' and '%s' are the same file", f->out, f->plot);
  if (f->rate > 0 && !f->plot)
    return tcf_usage_error(&tcf_cmd_sparse, "--rate %g: only --plot and --recording take it", f->rate);
  return 0;
}

// Checks what does not go together. argc: the number of file names.
static int check(const request *q, int argc) {
  const char *alone = q->trials.asked ? "--reliability" : q->trials.bench ? "--bench" : q->recording ? "--recording" : NULL;
  if (q->trials.longest && (!q->trials.bench || q->trials.n))
    return tcf_usage_error(&tcf_cmd_sparse, "--longest %lld: only --bench without --n takes it",
                           (long long)q->trials.longest);
  if (!alone && argc != 1) return tcf_usage_error(&tcf_cmd_sparse, "expected IN.npy, got %d file names", argc);
  if (!alone) return check_files(q);
  if (argc) return tcf_usage_error(&tcf_cmd_sparse, "%s takes no file, got %d", alone, argc);
  if (q->file.out) return tcf_usage_error(&tcf_cmd_sparse, "--out '%s': %s writes its rows to --csv", q->file.out, alone);
  if (q->file.plot) return tcf_usage_error(&tcf_cmd_sparse, "--plot '%s': %s draws no picture", q->file.plot, alone);
  if (q->trials.asked && q->method == TCFFT_SPARSE_WHOLE)
    return tcf_usage_error(&tcf_cmd_sparse, "--reliability is of searches, and --method whole is none");
  if (q->trials.asked && !q->trials.n && (q->desc.k || q->trials.given))
    return tcf_usage_error(&tcf_cmd_sparse, "--%s %lld: --reliability without --n has cases of its own",
                           q->desc.k ? "k" : "given", (long long)(q->desc.k ? q->desc.k : q->trials.given));
  if (!!q->trials.asked + !!q->trials.bench + !!q->recording > 1)
    return tcf_usage_error(&tcf_cmd_sparse, "--reliability, --bench and --recording do not go together");
  if (q->recording && q->file.rate > 0 && q->file.rate < 1e6)
    return tcf_usage_error(&tcf_cmd_sparse,
                           "--rate %g: a recording's carriers change within milliseconds, and take 1e6 samples a second",
                           q->file.rate);
  if (q->recording && q->trials.csv && tcf_outfile_same(q->recording, q->trials.csv))
    return tcf_usage_error(&tcf_cmd_sparse, "'%s' and '%s' are the same file", q->recording, q->trials.csv);
  if (q->file.rate > 0 && !q->recording)
    return tcf_usage_error(&tcf_cmd_sparse, "--rate %g: only --plot and --recording take it", q->file.rate);
  return 0;
}

static int record(const request *q) {
  const tcf_sparse_recording r = {
      .n = q->trials.n ? q->trials.n : 1 << 24, .rate = q->file.rate > 0 ? q->file.rate : 0x1p24, .seed = (uint64_t)q->seed};
  return tcf_sparse_record(&r, q->recording, q->trials.csv);
}

static int bench(const request *q) {
  const reliability *t = &q->trials;
  const tcf_sparse_table table = {.n = t->n,
                                  .k = q->desc.k,
                                  .longest = t->longest,
                                  .noisy = isfinite(t->noise),
                                  .noise = t->noise,
                                  .csv = t->csv,
                                  .note = t->note};
  return tcf_sparse_bench(&q->desc, &table);
}

static int run_request(request *q) {
  tcfft_desc place = TCFFT_DESC_INIT;
  int status = tcf_choose_device(&tcf_cmd_sparse, q->device, &place);
  if (status) return status;
  q->desc.backend = place.backend;
  q->desc.device = place.device;
  q->desc.method = (tcfft_sparse_method)q->method;
  q->desc.seed = (uint64_t)q->seed;
  q->desc.no_fallback = q->no_fallback;
  q->desc.no_verify = q->no_verify;
  if (!q->desc.k && (q->trials.bench || q->trials.asked)) q->desc.k = USUAL_K;
  if (q->trials.bench) return bench(q);
  if (q->trials.asked) return run_reliability(&q->trials, &q->desc);
  if (q->recording) return record(q);
  char why[256];
  tcf_npy in = {0};
  if (tcf_npy_read(&in, q->file.in, TCFFT_F32, why, sizeof why))
    return tcf_failure("cannot read", "%s: %s", q->file.in, why);
  status = in.header.count ? run_file(&q->desc, &in, &q->file)
                           : tcf_failure("invalid size", "%s: the array is empty", q->file.in);
  tcf_npy_free(&in);
  return status;
}

static int run(int argc, char **argv) {
  request q = {.desc = TCFFT_SPARSE_DESC_INIT, .method = TCFFT_SPARSE_AUTO, .trials = {.runs = 20, .noise = NAN}};
  int status = 0;
  const tcf_option options[] = {
      {.name = "k", .type = TCF_OPTION_INTEGER, .value = &q.desc.k, .min = 1, .max = 0x1p34},
      {.name = "capacity", .type = TCF_OPTION_INTEGER, .value = &q.desc.capacity, .min = 1, .max = 0x1p34},
      {.name = "snr", .type = TCF_OPTION_REAL, .value = &q.desc.snr, .min = -300, .max = 300},
      {.name = "least", .type = TCF_OPTION_REAL, .value = &q.desc.least, .min = 0, .max = 1e38},
      {.name = "seed", .type = TCF_OPTION_INTEGER, .value = &q.seed, .min = 0, .max = 0x1p62},
      {.name = "out", .type = TCF_OPTION_TEXT, .value = &q.file.out},
      {.name = "plot", .type = TCF_OPTION_TEXT, .value = &q.file.plot},
      {.name = "rate", .type = TCF_OPTION_REAL, .value = &q.file.rate, .min = 1e-9, .max = 1e15},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &q.device},
      {.name = "method", .type = TCF_OPTION_CHOICE, .value = &q.method, .choices = tcf_sparse_method_choices},
      {.name = "no-fallback", .type = TCF_OPTION_FLAG, .value = &q.no_fallback},
      {.name = "no-verify", .type = TCF_OPTION_FLAG, .value = &q.no_verify},
      {.name = "reliability", .type = TCF_OPTION_FLAG, .value = &q.trials.asked},
      {.name = "bench", .type = TCF_OPTION_FLAG, .value = &q.trials.bench},
      {.name = "recording", .type = TCF_OPTION_TEXT, .value = &q.recording},
      {.name = "note", .type = TCF_OPTION_TEXT, .value = &q.trials.note},
      {.name = "n", .type = TCF_OPTION_INTEGER, .value = &q.trials.n, .min = 64, .max = 0x1p30},
      {.name = "longest", .type = TCF_OPTION_INTEGER, .value = &q.trials.longest, .min = 64, .max = 0x1p30},
      {.name = "given", .type = TCF_OPTION_INTEGER, .value = &q.trials.given, .min = 1, .max = 0x1p30},
      {.name = "runs", .type = TCF_OPTION_INTEGER, .value = &q.trials.runs, .min = 1, .max = 1e9},
      {.name = "support", .type = TCF_OPTION_CHOICE, .value = &q.trials.support, .choices = tcf_support_choices},
      {.name = "spread", .type = TCF_OPTION_REAL, .value = &q.trials.spread, .min = 0, .max = 200},
      {.name = "noise", .type = TCF_OPTION_REAL, .value = &q.trials.noise, .min = -100, .max = 200},
      {.name = "csv", .type = TCF_OPTION_TEXT, .value = &q.trials.csv},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_sparse, options, &argc, argv, &status)) return status;
  q.file.in = argv[0];
  status = check(&q, argc);
  return status ? status : run_request(&q);
}

static const char usage[] =
    "usage: tcfft sparse IN.npy [--k K] [--out F.csv|F.npy] [--device D] [--method M] [--no-fallback]"
    " [--no-verify] [--capacity C] [--snr DB] [--least A] [--seed S] [--plot F.png [--rate HZ]]\n"
    "       tcfft sparse --reliability [--runs R] [--n N --k K] [--given K] [--support S] [--spread DB] [--noise DB] [--csv "
    "F]\n"
    "       tcfft sparse --bench [--n N --k K | --longest N] [--device D] [--method M] [--no-fallback] [--noise DB] [--csv "
    "F] [--note T]\n"
    "       tcfft sparse --recording F.npy [--n N] [--rate HZ] [--seed S] [--csv F]\n"
    "\n"
    "Finds the about K coefficients of a signal's Fourier transform that stand out of the others, from a small part of its\n"
    "samples. IN.npy has one axis, real or complex. The values are those of numpy.fft.fft, or numpy.fft.rfft.\n"
    "\n"
    "  --k K            coefficients expected (default 50, or as many as a shorter signal has); more are found as well,\n"
    "                   at more cost\n"
    "  --out FILE       writes all of them: .csv with the columns index, real, imag, magnitude; .npy a structured array "
    "with\n"
    "                   the fields index and value; - is CSV on standard output\n"
    "  --plot F.png     draws them as a line spectrum, in dB relative to a sine of amplitude 1\n"
    "  --rate HZ        samples a second: the picture's axis has frequencies; without it, indices\n"
    "  --device D       auto (the host), host, cuda, cuda:0 .. The processor reads a file's samples with all of them\n"
    "  --method M       auto; peeling, voting or voting_comb: an error where that is not possible, instead of the whole\n"
    "                   transform. voting is the published method, the K largest from many more samples; whole: the K\n"
    "                   largest of the whole transform, to compare with\n"
    "  --no-fallback    never the whole transform: a signal that is not sparse is 'not verified'\n"
    "  --no-verify      do not check the result against samples that it was not made from\n"
    "  --capacity C     room for results (default 2 K, or all there are)\n"
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
    "  --csv F          also writes the rows to a file. A run that is cut short leaves those that are done in F.part\n"
    "\n"
    "--bench times sparse transforms of signals in the device's memory beside whole ones, tcfft's and those of cuFFT or "
    "FFTW: over N\n"
    "for K = 1000 and 50, then over K for the longest N; with --n one row. The ratio is that of the faster whole "
    "transform.\n"
    "With noise far above the tones (--noise -60), and fallback, they are not sparse; --method whole tells what their "
    "whole\n"
    "transform takes with the selection.\n"
    "On a GPU nothing is in its caches, and once more ('next') what an execution for another signal left there.\n"
    "N goes from 2^18 to 2^27 on a GPU, and to 2^24 on the host, with K up to 10000 there. A row that the method refuses is "
    "left out.\n"
    "\n"
    "  --longest N      the longest N; the only one if it is below 2^18\n"
    "  --csv F          as above\n"
    "  --note T         text for the head of the CSV, such as a commit\n"
    "\n"
    "--recording makes up N complex samples (default 2^24) at HZ a second (default 2^24) of a wide band to try this on: 36\n"
    "carriers, some drifting, some keyed like Morse code, in noise. --csv lists them. Keyed carriers are no few "
    "coefficients, so\n"
    "that nothing verifies: with --no-fallback the recording shows the sparse transform, without it the whole one.";

const tcf_command tcf_cmd_sparse = {
    .name = "sparse",
    .summary = "find the few large coefficients of a long signal",
    .usage = usage,
    .run = run,
};
