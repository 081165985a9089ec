// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// gnuplot reads the script from a temporary file as its standard input and writes the picture to another one as its standard
// output. There is no shell in between, so file names need no quoting, and a gnuplot that dies early breaks no pipe.
// gnuplot does not report failing writes, so the picture is checked before it is copied to the output file.
#include "cli/plot.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"

int tcf_plot_begin(tcf_plot *plot, int width, int height, char *why, size_t why_cap) {
  plot->file = tmpfile();
  if (!plot->file) return tcf_because(why, why_cap, "temporary file: %s", strerror(errno));
  fprintf(plot->file,
          "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) { set terminal pngcairo size %d,%d font 'sans,10' } "
          "else { set terminal png size %d,%d }\n",
          width, height, width, height);
  fputs("set grid\nset key below height 1 noenhanced\nset datafile separator ' '\n", plot->file);
  return 0;
}

void tcf_plot_text(tcf_plot *plot, const char *text) {
  fputc('\'', plot->file);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', plot->file);
    fputc(*text == '\n' ? ' ' : *text, plot->file);
  }
  fputc('\'', plot->file);
}

void tcf_plot_title(tcf_plot *plot, const char *what, const char *device) {
  char text[400], date[16];
  const time_t now = time(NULL);
  struct tm utc;
  strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &utc));
  snprintf(text, sizeof text, "%s, %s, %s", what, device, date);
  tcf_plot_text(plot, text);
}

tcf_plot_style tcf_plot_style_of(const char *contestant) {
  static const struct {
    const char *name, *title, *colour;
  } table[] = {
#define TCF_CONTESTANT(name, title, colour) {name, title, colour},
#include "bench/contestants.h"
#undef TCF_CONTESTANT
  };
  enum { COUNT = sizeof table / sizeof *table };
  for (int i = 0; i < COUNT; i++)
    if (!strcmp(table[i].name, contestant)) return (tcf_plot_style){table[i].title, table[i].colour, i + 4};
  return (tcf_plot_style){contestant, "#000000", COUNT + 4};
}

// Runs gnuplot from one descriptor to another.
static int run_gnuplot(int script, int picture, char *why, size_t why_cap) {
  char name[] = "gnuplot", *argv[] = {name, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status;
  if (posix_spawn_file_actions_init(&actions)) return tcf_because(why, why_cap, "out of memory");
  int error = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, picture, STDOUT_FILENO);
  if (!error) error = posix_spawnp(&child, name, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return tcf_because(why, why_cap, "gnuplot is not installed (Debian: gnuplot-nox)");
  if (error) return tcf_because(why, why_cap, "gnuplot: %s", strerror(error));
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return tcf_because(why, why_cap, "gnuplot: %s", strerror(errno));
  if (!WIFEXITED(status) || WEXITSTATUS(status)) return tcf_because(why, why_cap, "gnuplot failed");
  return 0;
}

// Whether a file is a PNG from its signature to its last chunk, IEND, and nothing else.
static bool is_whole(FILE *png) {
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  unsigned char head[8];
  rewind(png);
  if (fread(head, 1, sizeof head, png) != sizeof head || memcmp(head, signature, sizeof head) != 0) return false;
  // A chunk is: the length of its data, its name, the data, a checksum of 4 bytes.
  while (fread(head, 1, sizeof head, png) == sizeof head) {
    const long length = (long)((uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3]);
    if (!memcmp(head + 4, "IEND", 4)) return length == 0 && fread(head, 1, 5, png) == 4;
    if (fseek(png, length + 4, SEEK_CUR)) return false;
  }
  return false;
}

static void copy(FILE *from, FILE *to) {
  char block[1 << 14];
  rewind(from);
  for (size_t got; (got = fread(block, 1, sizeof block, from)) > 0;) fwrite(block, 1, got, to);
}

static int draw(FILE *script, FILE *out, char *why, size_t why_cap) {
  if (ferror(script) || fflush(script) || lseek(fileno(script), 0, SEEK_SET))
    return tcf_because(why, why_cap, "temporary file: %s", errno ? strerror(errno) : "not written");
  FILE *picture = tmpfile();
  if (!picture) return tcf_because(why, why_cap, "temporary file: %s", strerror(errno));
  int status = run_gnuplot(fileno(script), fileno(picture), why, why_cap);
  if (!status && !is_whole(picture))
    status = tcf_because(why, why_cap, "gnuplot's picture is cut: is there room for temporary files?");
  if (!status) copy(picture, out);
  fclose(picture);
  return status;
}

int tcf_plot_finish(tcf_plot *plot, FILE *out, char *why, size_t why_cap) {
  const int status = draw(plot->file, out, why, why_cap);
  fclose(plot->file);
  plot->file = NULL;
  return status;
}
