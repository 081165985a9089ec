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

// Reads to the end of the file, because the number of frames in its header may be wrong.
static int read_samples(tcf_recording *r, SNDFILE *file, char *why, size_t why_cap) {
  enum { BLOCK = 4096 };
  float *block = malloc((size_t)BLOCK * (size_t)r->channels * sizeof *block);
  if (!block) return tcf_because(why, why_cap, "out of memory");
  int64_t cap = 0;
  int status = 0;
  for (sf_count_t got; (got = sf_readf_float(file, block, BLOCK)) > 0;) {
    if (r->count + got > cap) {
      cap = 2 * cap + BLOCK;
      float *samples = realloc(r->samples, (size_t)cap * sizeof *samples);
      if (!samples) {
        status = tcf_because(why, why_cap, "out of memory after %lld samples", (long long)r->count);
        break;
      }
      r->samples = samples;
    }
    for (sf_count_t i = 0; i < got; i++) {
      float sum = 0;
      for (int c = 0; c < r->channels; c++) sum += block[i * r->channels + c];
      r->samples[r->count++] = sum / (float)r->channels;
    }
  }
  free(block);
  return status;
}

int tcf_wav_read(tcf_recording *out, const char *path, char *why, size_t why_cap) {
  struct stat info;
  if (stat(path, &info)) return tcf_because(why, why_cap, "%s", strerror(errno));
  if (S_ISREG(info.st_mode) && info.st_size == 0) return tcf_because(why, why_cap, "the file is empty");
  SF_INFO format = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &format);
  if (!file) return tcf_because(why, why_cap, "not a recording that libsndfile reads: %s", sf_strerror(NULL));
  tcf_recording r = {.rate = format.samplerate, .channels = format.channels};
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
