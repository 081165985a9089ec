// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft spectrogram: draws the spectra of short overlapping frames of a recording, each weighted by a Hann window. The
// transform reads the frames where they lie in the recording, integers of 16 bits as they are. The window is a sum of three
// neighbouring bins: w(i) = 1/2 - (e^(2 pi i / N) + e^(-2 pi i / N)) / 4.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/choose.h"
#include "cli/draw.h"
#include "cli/picture.h"
#include "cli/wav.h"

extern const tcf_command tcf_cmd_spectrogram;

enum {
  MAX_COLUMNS = 1600,     // if there are more frames, a column shows the mean power of neighbouring ones
  CHUNK_POINTS = 1 << 22  // points of the frames of all channels that are transformed at once
};

static const double decibels = 90;  // the range of the colours: what is further below the loudest point is black

typedef struct request {
  int64_t window, hop;
  const char *device;
  tcfft_desc desc;
} request;

// The recording, its sizes and all buffers.
typedef struct spectrogram {
  tcf_recording recording;
  int64_t window, hop, frames, chunk, bins, columns;
  float *spectra;   // [chunk][channels][bins], complex
  double *power;    // [columns][bins]
  int64_t *counts;  // [columns]: frames in each column
  double seconds;
} spectrogram;

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

// Sets the sizes. A short recording gets a smaller hop by default, so that its picture is not too narrow.
static void lay_out(spectrogram *s, const request *r) {
  const int64_t count = s->recording.count;
  s->window = r->window;
  s->hop = r->hop ? r->hop : larger(1, smaller(s->window / 4, count / 1000));
  s->frames = count > s->window ? (count - s->window) / s->hop + 1 : 1;
  s->chunk = smaller(s->frames, larger(1, CHUNK_POINTS / s->window / s->recording.channels));
  s->bins = s->window / 2 + 1;
  s->columns = smaller(s->frames, MAX_COLUMNS);
}

// After the end of the recording there is silence, to the end of the last chunk.
static int allocate(spectrogram *s) {
  const int64_t chunks = (s->frames + s->chunk - 1) / s->chunk, end = (chunks * s->chunk - 1) * s->hop + s->window;
  int64_t cap = s->recording.count;
  char why[100];
  if (tcf_recording_reserve(&s->recording, &cap, end, why, sizeof why)) return tcf_failure("out of memory", "%s", why);
  const size_t bins = (size_t)s->bins, channels = (size_t)s->recording.channels;
  s->spectra = malloc(channels * (size_t)s->chunk * bins * 2 * sizeof *s->spectra);
  s->power = calloc((size_t)s->columns * bins, sizeof *s->power);
  s->counts = calloc((size_t)s->columns, sizeof *s->counts);
  if (s->spectra && s->power && s->counts) return 0;
  return tcf_failure("out of memory", "%lld frames of %lld samples", (long long)s->frames, (long long)s->window);
}

static void release(spectrogram *s) {
  free(s->recording.samples);
  free(s->spectra);
  free(s->power);
  free(s->counts);
}

// The sum of the channels in a bin of a frame; bins -1 and bins are the conjugates of those that they mirror.
static void sum_of_channels(const spectrogram *s, int64_t frame, int64_t bin, double sum[2]) {
  const int64_t mirrored = bin < 0 ? -bin : s->window - bin, at = bin < 0 || bin == s->bins ? mirrored : bin;
  sum[0] = sum[1] = 0;
  for (int64_t c = 0; c < s->recording.channels; c++) {
    const float *x = s->spectra + 2 * ((frame * s->recording.channels + c) * s->bins + at);
    sum[0] += x[0];
    sum[1] += at == bin ? x[1] : -x[1];
  }
}

// Adds the power of one weighted frame. The factor of the sums, channels and halves does not matter.
static void add_frame(const spectrogram *s, int64_t frame, double *power) {
  double before[2], here[2], after[2];
  sum_of_channels(s, frame, -1, before);
  sum_of_channels(s, frame, 0, here);
  for (int64_t k = 0; k < s->bins; k++) {
    sum_of_channels(s, frame, k + 1, after);
    for (int part = 0; part < 2; part++) {
      const double weighted = 2 * here[part] - before[part] - after[part];
      power[k] += weighted * weighted;
      before[part] = here[part];
      here[part] = after[part];
    }
  }
}

static void add_power(spectrogram *s, int64_t first) {
  for (int64_t f = 0; f < s->chunk && first + f < s->frames; f++) {
    const int64_t column = (int64_t)((double)(first + f) * (double)s->columns / (double)s->frames);
    add_frame(s, f, s->power + column * s->bins);
    s->counts[column]++;
  }
}

static tcfft_status transform(spectrogram *s, const tcfft_plan *plan) {
  const int64_t frame_bytes =
      s->recording.channels * (int64_t)(s->recording.type == TCFFT_I16 ? sizeof(int16_t) : sizeof(float));
  for (int64_t first = 0; first < s->frames; first += s->chunk) {
    tcf_progress("spectrogram: frame %lld of %lld", (long long)first, (long long)s->frames);
    const char *samples = (const char *)s->recording.samples + first * s->hop * frame_bytes;
    const double start = tcf_clock();
    const tcfft_status status = tcfft_exec_host(plan, samples, s->spectra, TCFFT_FORWARD);
    s->seconds += tcf_clock() - start;
    if (status != TCFFT_SUCCESS) return status;
    add_power(s, first);
  }
  tcf_progress("%s", "");
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the picture

// Positions in the picture. The plot has one pixel for each frame and bin, within limits of width and height.
typedef struct layout {
  int scale;  // factor for text and marks
  int64_t left, top, width, height, bar;
  tcf_image image;
} layout;

static int64_t within(int64_t value, int64_t least, int64_t most) { return larger(least, smaller(value, most)); }

static void lay_out_picture(const spectrogram *s, layout *l) {
  enum { LEAST_WIDTH = 700, LEAST_HEIGHT = 320, MAX_HEIGHT = 1100, LARGE = 1200, BAR = 16, BETWEEN = 16 };
  l->width = within(s->columns, LEAST_WIDTH, MAX_COLUMNS);
  l->height = within(s->bins, LEAST_HEIGHT, MAX_HEIGHT);
  l->scale = l->width > LARGE ? 2 : 1;
  l->left = TCF_DRAW_MARGIN * l->scale;
  l->top = 3 * tcf_draw_text_height(l->scale);
  l->bar = l->left + l->width + BETWEEN * l->scale;
  l->image.width = (uint32_t)(l->bar + (BAR + TCF_DRAW_MARGIN) * l->scale);
  l->image.height = (uint32_t)(l->top + l->height + TCF_DRAW_MARGIN * 2 / 3 * l->scale);
}

// The largest power among the bins first .. last of a column, as a mean over the column's frames.
static double power_of(const spectrogram *s, int64_t column, int64_t first, int64_t last) {
  double most = 0;
  for (int64_t k = first; k <= last; k++) most = fmax(most, s->power[column * s->bins + k]);
  return most / (double)larger(1, s->counts[column]);
}

// The first bin of a row of pixels, counted from the bottom; of the row beyond the top, the number of bins. The bottom row
// has bin 0 in its middle and the top row the last bin, as the axis has them.
static int64_t bin_at(const spectrogram *s, const layout *l, int64_t y) {
  if (y == 0 || y == l->height) return y ? s->bins : 0;
  return ((2 * y - 1) * (s->bins - 1) + l->height - 1) / (2 * (l->height - 1));
}

static void draw_power(const spectrogram *s, layout *l) {
  double loudest = 0;
  for (int64_t c = 0; c < s->columns; c++) loudest = fmax(loudest, power_of(s, c, 0, s->bins - 1));
  for (int64_t y = 0; y < l->height; y++) {
    const int64_t first = bin_at(s, l, y), last = larger(first, bin_at(s, l, y + 1) - 1);
    for (int64_t x = 0; x < l->width; x++) {
      const double share = power_of(s, x * s->columns / l->width, first, last) / loudest;
      const int64_t place = (l->top + l->height - 1 - y) * l->image.width + l->left + x;
      tcf_image_colour(1 + 10 * log10(share) / decibels, l->image.rgb + 3 * place);
    }
  }
}

// Draws the colour scale, from the quietest at the bottom to the loudest at the top.
static void draw_bar(layout *l) {
  const int64_t width = l->image.width - TCF_DRAW_MARGIN * l->scale - l->bar;
  for (int64_t y = 0; y < l->height; y++) {
    tcf_rgb colour;
    tcf_image_colour((double)y / (double)(l->height - 1), colour);
    tcf_draw_box(&l->image, l->bar, l->top + l->height - 1 - y, width, 1, colour);
  }
  const tcf_axis axis = {
      TCF_DRAW_RIGHT, l->bar + width, l->top + l->height - 1, l->height, -decibels, 0, "power (dB relative to the loudest)"};
  tcf_draw_axis(&l->image, &axis, l->scale);
}

// Draws both axes. A frame stands for the time in its middle and takes an equal part of the time axis, so the axis extends
// half a part beyond the first and the last frame's middle.
static void draw_axes(const spectrogram *s, layout *l) {
  const double rate = (double)larger(1, s->recording.rate), hop = (double)s->hop, window = (double)s->window;
  const double width = s->frames > 1 ? hop : window;  // width of a part, in samples; a single frame takes the whole axis
  const double start = (window / 2 - width / 2) / rate, bin = rate / window / 1000;
  const tcf_axis time = {
      TCF_DRAW_BELOW, l->left, l->top + l->height, l->width, start, start + (double)s->frames * width / rate, "time (s)"};
  const tcf_axis frequency = {TCF_DRAW_LEFT,    l->left, l->top + l->height - 1, l->height, 0, (double)(s->bins - 1) * bin,
                              "frequency (kHz)"};
  tcf_draw_axis(&l->image, &time, l->scale);
  tcf_draw_axis(&l->image, &frequency, l->scale);
}

static int draw(const spectrogram *s, const char *recording, tcf_image *image, tcf_outfile *out) {
  char what[200];
  layout l = {0};
  lay_out_picture(s, &l);
  const int status = tcf_picture_begin(&l.image);
  if (status) return status;
  draw_power(s, &l);
  draw_bar(&l);
  draw_axes(s, &l);
  snprintf(what, sizeof what, "%d Hz, FFT length %lld, Hann window, hop %lld", s->recording.rate, (long long)s->window,
           (long long)s->hop);
  tcf_picture_heading(&l.image, l.left, recording, what, l.scale);
  *image = l.image;
  return tcf_picture_finish(&l.image, out);
}

static void report(const spectrogram *s, const tcfft_plan *plan, const char *device, const char *path,
                   const tcf_image *image) {
  char problem[256] = "";
  tcfft_plan_problem(plan, problem, sizeof problem);
  printf("%lld samples at %d Hz, %d channel%s, %.2f s\n", (long long)s->recording.count, s->recording.rate,
         s->recording.channels, s->recording.channels == 1 ? "" : "s",
         (double)s->recording.count / larger(1, s->recording.rate));
  printf("%lld frames of %lld samples, one every %lld: %s on %s, %.3f ms\n", (long long)s->frames, (long long)s->window,
         (long long)s->hop, problem, device, 1e3 * s->seconds);
  printf("%s: %u x %u points, 0 to %g kHz, %.0f dB\n", path, image->width, image->height, s->recording.rate / 2000.0,
         decibels);
}

// Of each frame all channels, whose samples take turns.
static void describe(tcfft_desc *d, const spectrogram *s) {
  const int64_t channels = s->recording.channels;
  const int several = channels > 1;
  d->kind = TCFFT_R2C;
  d->rank = 1 + several;
  d->batch_axes = several;
  d->n[0] = channels;
  d->n[several] = s->window;
  d->batch = s->chunk;
  d->in_stride[0] = 1;
  d->in_stride[several] = channels;
  d->in_distance = s->hop * channels;
  d->in_type = s->recording.type;
}

static int run_recording(spectrogram *s, request *r, const char *recording, tcf_outfile *out) {
  tcfft_device_info device;
  tcfft_plan *plan = NULL;
  lay_out(s, r);
  int exit_status = allocate(s);
  if (exit_status) return exit_status;
  describe(&r->desc, s);
  tcfft_status status = tcf_resolve_device(&r->desc, &device);
  if (status == TCFFT_SUCCESS) status = tcfft_plan_create(&plan, &r->desc);
  if (status == TCFFT_SUCCESS) status = transform(s, plan);
  const char *name = out->name;
  tcf_image image = {0};
  exit_status = status == TCFFT_SUCCESS ? draw(s, recording, &image, out) : tcf_library_failure(status);
  if (!exit_status) report(s, plan, device.name, name, &image);
  tcfft_plan_destroy(plan);
  return exit_status;
}

static int run(int argc, char **argv) {
  request r = {.window = 1024, .desc = TCFFT_DESC_INIT};
  int status = 0;
  const tcf_option options[] = {
      {.name = "window", .type = TCF_OPTION_INTEGER, .value = &r.window, .min = 2, .max = 65536},
      {.name = "hop", .type = TCF_OPTION_INTEGER, .value = &r.hop, .min = 1, .max = 0x1p40},
      {.name = "device", .type = TCF_OPTION_TEXT, .value = &r.device},
      {0},
  };
  if (!tcf_options_parse(&tcf_cmd_spectrogram, options, &argc, argv, &status)) return status;
  if (argc != 2) return tcf_usage_error(&tcf_cmd_spectrogram, "expected IN.wav and OUT.png, got %d file names", argc);
  if (tcf_outfile_same(argv[1], argv[0]))
    return tcf_usage_error(&tcf_cmd_spectrogram, "'%s' and '%s' are the same file", argv[0], argv[1]);
  if ((status = tcf_picture_name(&tcf_cmd_spectrogram, "", argv[1])) != 0) return status;
  if ((status = tcf_choose_device(&tcf_cmd_spectrogram, r.device, &r.desc)) != 0) return status;
  if ((status = tcf_choose_compile(&tcf_cmd_spectrogram, &r.desc)) != 0) return status;
  char why[256];
  spectrogram s = {0};
  if (tcf_wav_read(&s.recording, argv[0], why, sizeof why)) return tcf_failure("cannot read", "%s: %s", argv[0], why);
  tcf_outfile out;
  if (!(status = tcf_outfile_open(&out, argv[1]))) status = run_recording(&s, &r, argv[0], &out);
  tcf_outfile_discard(&out);
  release(&s);
  return status;
}

static const char usage[] =
    "usage: tcfft spectrogram IN.wav OUT.png [--window N] [--hop N] [--device D]\n"
    "\n"
    "Reads a recording in any format of libsndfile (WAV, FLAC, AIFF, ..), averages its channels, and draws the power, in\n"
    "dB relative to the loudest point, over time and frequency. The plot has at most 1600 by 1100 points; a point may\n"
    "stand for the mean of neighbouring frames and the loudest of neighbouring frequencies. OUT.png must be another file\n"
    "than IN.wav; - is standard output: messages then go to standard error.\n"
    "\n"
    "  --window N       samples in a frame, 2 to 65536; default 1024\n"
    "  --hop N          samples from one frame to the next; default a quarter of the window, less for short recordings\n"
    "  --device D       auto, host, cuda, opencl; cuda:1 or 'opencl:Intel' names one of several devices";

const tcf_command tcf_cmd_spectrogram = {
    .name = "spectrogram",
    .summary = "the spectrogram of a recording as a picture",
    .usage = usage,
    .run = run,
};
