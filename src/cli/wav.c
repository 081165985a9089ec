// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/wav.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

#ifdef TCF_HAVE_SNDFILE
#include <sndfile.h>
#include <sys/stat.h>

// Integers of at most 16 bits are read as they are.
static tcfft_type type_of(int format) {
  const int samples = format & SF_FORMAT_SUBMASK;
  const int short_ones = samples == SF_FORMAT_PCM_16 || samples == SF_FORMAT_PCM_S8 || samples == SF_FORMAT_PCM_U8;
  return short_ones ? TCFFT_I16 : TCFFT_F32;
}

// Reads to the end of the file, because the number of frames in its header may be wrong.
static int read_samples(tcf_recording *r, SNDFILE *file, char *why, size_t why_cap) {
  enum { BLOCK = 4096 };
  int64_t cap = 0;
  for (;;) {
    if (tcf_recording_reserve(r, &cap, r->count + BLOCK, why, why_cap)) return -1;
    const int64_t at = r->count * r->channels;
    const sf_count_t got = r->type == TCFFT_I16 ? sf_readf_short(file, (short *)r->samples + at, BLOCK)
                                                : sf_readf_float(file, (float *)r->samples + at, BLOCK);
    if (got <= 0) return 0;
    r->count += got;
  }
}

int tcf_wav_read(tcf_recording *out, const char *path, char *why, size_t why_cap) {
  struct stat info;
  if (stat(path, &info)) return tcf_because(why, why_cap, "%s", strerror(errno));
  if (S_ISREG(info.st_mode) && info.st_size == 0) return tcf_because(why, why_cap, "the file is empty");
  SF_INFO format = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &format);
  if (!file) return tcf_because(why, why_cap, "not a recording that libsndfile reads: %s", sf_strerror(NULL));
  tcf_recording r = {.type = type_of(format.format), .rate = format.samplerate, .channels = format.channels};
  int status = read_samples(&r, file, why, why_cap);
  sf_close(file);
  if (!status && r.count == 0) status = tcf_because(why, why_cap, "the recording holds no samples");
  if (status)
    free(r.samples);
  else
    *out = r;
  return status;
}

#else
#include "cli/riff.h"

int tcf_wav_read(tcf_recording *out, const char *path, char *why, size_t why_cap) {
  FILE *file = fopen(path, "rb");
  if (!file) return tcf_because(why, why_cap, "%s", strerror(errno));
  const int status = tcf_riff_read(out, file, why, why_cap);
  fclose(file);
  const size_t used = status ? strlen(why) : 0;
  if (status) snprintf(why + used, why_cap - used, " (this tcfft was built without libsndfile, which reads more)");
  return status;
}

#endif
