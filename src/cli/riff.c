// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/riff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

enum { PCM = 1, FLOATS = 3, EXTENSIBLE = 0xfffe, MAX_CHANNELS = 256, MAX_RATE = 1 << 24 };

typedef struct format {
  uint32_t tag, channels, rate, frame_bytes, bits;
} format;

static uint32_t little16(const unsigned char *at) { return at[0] | (uint32_t)at[1] << 8; }

static uint32_t little32(const unsigned char *at) { return little16(at) | little16(at + 2) << 16; }

// ------------------------------------------------------------------------------------------------ samples

static void from_pcm16(const unsigned char *at, void *to) {
  const int16_t value = (int16_t)little16(at);
  memcpy(to, &value, sizeof value);
}

// The three bytes become the upper bytes of a 32-bit integer, so that the sign bit is in its place.
static void from_pcm24(const unsigned char *at, void *to) {
  const float value = (float)(int32_t)(little16(at) << 8 | (uint32_t)at[2] << 24) / 0x1p31f;
  memcpy(to, &value, sizeof value);
}

static void from_float(const unsigned char *at, void *to) {
  const uint32_t bits = little32(at);
  memcpy(to, &bits, sizeof bits);
}

static const struct encoding {
  uint32_t tag, bits;
  tcfft_type type;
  size_t bytes;  // of a sample in memory
  void (*sample)(const unsigned char *at, void *to);
} encodings[] = {{PCM, 16, TCFFT_I16, sizeof(int16_t), from_pcm16},
                 {PCM, 24, TCFFT_F32, sizeof(float), from_pcm24},
                 {FLOATS, 32, TCFFT_F32, sizeof(float), from_float},
                 {0}};

static const struct encoding *encoding_of(const format *f) {
  const struct encoding *e = encodings;
  while (e->sample && (e->tag != f->tag || e->bits != f->bits)) e++;
  return e->sample ? e : NULL;
}

// ------------------------------------------------------------------------------------------------ chunks

// Reads exactly so many bytes. A shorter file is a failure.
static int take(FILE *file, void *to, size_t bytes, const char *what, char *why, size_t why_cap) {
  const size_t got = fread(to, 1, bytes, file);
  if (got == bytes) return 0;
  if (ferror(file)) return tcf_because(why, why_cap, "%s", strerror(errno));
  return tcf_because(why, why_cap, "the file ends after %zu of %zu bytes of %s", got, bytes, what);
}

// Skips bytes by reading them. The file may be a pipe, and seeking would not notice that a file is too short.
static int skip(FILE *file, uint64_t bytes, const char *what, char *why, size_t why_cap) {
  unsigned char waste[4096];
  while (bytes) {
    const size_t some = bytes < sizeof waste ? (size_t)bytes : sizeof waste;
    if (take(file, waste, some, what, why, why_cap)) return -1;
    bytes -= some;
  }
  return 0;
}

static int read_format(format *f, FILE *file, uint32_t bytes, char *why, size_t why_cap) {
  enum { SHORT = 16, LONG = 40, SUBFORMAT = 24 };
  unsigned char chunk[LONG] = {0};
  const uint32_t taken = bytes < LONG ? bytes : LONG;
  if (bytes < SHORT) return tcf_because(why, why_cap, "its format has %u bytes, %d are the least", bytes, SHORT);
  if (take(file, chunk, taken, "its format", why, why_cap)) return -1;
  if (skip(file, (uint64_t)bytes - taken + bytes % 2, "its format", why, why_cap)) return -1;
  *f = (format){.tag = little16(chunk),
                .channels = little16(chunk + 2),
                .rate = little32(chunk + 4),
                .frame_bytes = little16(chunk + 12),
                .bits = little16(chunk + 14)};
  if (f->tag == EXTENSIBLE && bytes >= LONG) f->tag = little16(chunk + SUBFORMAT);
  if (!encoding_of(f))
    return tcf_because(why, why_cap,
                       "samples of format %u with %u bits; PCM of 16 or 24 bits and 32-bit floats are read here", f->tag,
                       f->bits);
  if (f->channels < 1 || f->channels > MAX_CHANNELS)
    return tcf_because(why, why_cap, "%u channels; 1 to %d are read here", f->channels, MAX_CHANNELS);
  if (f->rate < 1 || f->rate > MAX_RATE) return tcf_because(why, why_cap, "%u samples a second", f->rate);
  if (f->frame_bytes != f->channels * f->bits / 8)
    return tcf_because(why, why_cap, "%u bytes a frame, but %u channels of %u bits", f->frame_bytes, f->channels, f->bits);
  return 0;
}

// The memory grows with the data that is read, because the size in a damaged file may be anything.
static int read_data(tcf_recording *r, const format *f, FILE *file, uint32_t bytes, char *why, size_t why_cap) {
  const struct encoding *e = encoding_of(f);
  const uint32_t sample_bytes = f->bits / 8;
  unsigned char frame[MAX_CHANNELS * sizeof(float)];
  int64_t cap = 0;
  r->type = e->type;
  if (bytes % f->frame_bytes)
    return tcf_because(why, why_cap, "%u bytes of data are no whole frames of %u", bytes, f->frame_bytes);
  for (uint32_t done = 0; done < bytes; done += f->frame_bytes) {
    const size_t got = fread(frame, 1, f->frame_bytes, file);
    if (got < f->frame_bytes && ferror(file)) return tcf_because(why, why_cap, "%s", strerror(errno));
    if (got < f->frame_bytes)
      return tcf_because(why, why_cap, "the file ends after %zu of %u bytes of data", done + got, bytes);
    if (r->count == cap && tcf_recording_reserve(r, &cap, cap + 4096, why, why_cap)) return -1;
    char *to = (char *)r->samples + (size_t)(r->count++ * f->channels) * e->bytes;
    for (uint32_t c = 0; c < f->channels; c++) e->sample(frame + c * sample_bytes, to + c * e->bytes);
  }
  return r->count ? 0 : tcf_because(why, why_cap, "the recording holds no samples");
}

// Reads chunk by chunk until the data has been read. Unknown chunks are skipped.
static int read_chunks(tcf_recording *r, FILE *file, char *why, size_t why_cap) {
  format f = {0};
  unsigned char head[8];
  for (;;) {
    const size_t got = fread(head, 1, sizeof head, file);
    if (got < sizeof head) return tcf_because(why, why_cap, "the file ends before its %s", f.channels ? "data" : "format");
    const uint32_t bytes = little32(head + 4);
    if (!memcmp(head, "fmt ", 4)) {
      if (read_format(&f, file, bytes, why, why_cap)) return -1;
    } else if (!memcmp(head, "data", 4)) {
      if (!f.channels) return tcf_because(why, why_cap, "its data comes before its format");
      r->rate = (int)f.rate;
      r->channels = (int)f.channels;
      return read_data(r, &f, file, bytes, why, why_cap);
    } else if (skip(file, (uint64_t)bytes + bytes % 2, "a chunk before its data", why, why_cap)) {
      return -1;
    }
  }
}

int tcf_riff_read(tcf_recording *out, FILE *file, char *why, size_t why_cap) {
  unsigned char head[12];
  tcf_recording r = {0};
  if (fread(head, 1, sizeof head, file) < sizeof head || memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "WAVE", 4) != 0)
    return tcf_because(why, why_cap, "not a WAV file (it does not begin with RIFF and WAVE)");
  if (read_chunks(&r, file, why, why_cap)) {
    free(r.samples);
    return -1;
  }
  *out = r;
  return 0;
}

// ------------------------------------------------------------------------------------------------ writing

static void put16(FILE *file, uint32_t value) {
  fputc((int)(value & 255), file);
  fputc((int)(value >> 8 & 255), file);
}

static void put32(FILE *file, uint32_t value) {
  put16(file, value & 0xffff);
  put16(file, value >> 16);
}

void tcf_riff_write(FILE *file, const float *samples, uint32_t count, int rate) {
  enum { HEAD = 36, FORMAT = 16, BYTES = 2 };
  fputs("RIFF", file);
  put32(file, HEAD + BYTES * count);
  fputs("WAVEfmt ", file);
  put32(file, FORMAT);
  put16(file, PCM);
  put16(file, 1);
  put32(file, (uint32_t)rate);
  put32(file, BYTES * (uint32_t)rate);
  put16(file, BYTES);
  put16(file, 8 * BYTES);
  fputs("data", file);
  put32(file, BYTES * count);
  for (uint32_t i = 0; i < count; i++) {
    const float sample = fmaxf(-1, fminf(samples[i], 1));
    put16(file, (uint32_t)lrintf(32767 * sample) & 0xffff);
  }
}
