// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/picture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/draw.h"

int tcf_picture_name(const tcf_command *command, const char *option, const char *path) {
  static const char end[] = ".png";
  struct stat info;
  const size_t length = path ? strlen(path) : 0;
  if (!path || !strcmp(path, "-") || (length >= strlen(end) && !strcasecmp(path + length - strlen(end), end))) return 0;
  if (!stat(path, &info) && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) return 0;
  return tcf_usage_error(command, "%s'%s' does not end in .png, and the picture is a PNG", option, path);
}

int tcf_picture_begin(tcf_image *image) {
  static const tcf_rgb white = {255, 255, 255};
  image->rgb = malloc((size_t)image->width * image->height * 3);
  if (!image->rgb) return tcf_failure("out of memory", "a picture of %u x %u points", image->width, image->height);
  tcf_draw_box(image, 0, 0, image->width, image->height, white);
  return 0;
}

void tcf_picture_heading(tcf_image *image, int64_t left, const char *path, const char *what, int scale) {
  char name[200];
  const char *slash = strrchr(path, '/');
  const int64_t height = tcf_draw_text_height(scale);
  const int room = (int)((image->width - left) / tcf_draw_text_width(" ", scale));
  const int cut = room < (int)sizeof name - 1 ? room : (int)sizeof name - 1;
  if (snprintf(name, sizeof name, "%s", slash ? slash + 1 : path) > cut) snprintf(name + cut - 2, 3, "..");
  tcf_draw_text(image, left, height / 3, name, scale);
  tcf_draw_text(image, left, height / 3 + height * 5 / 4, what, scale);
}

int tcf_picture_finish(tcf_image *image, tcf_outfile *out) {
  char why[256];
  const bool drawn = !tcf_image_write_png(out->file, image, why, sizeof why);
  free(image->rgb);
  image->rgb = NULL;
  return drawn ? tcf_outfile_commit(out) : tcf_failure("cannot write", "%s: %s", out->name, why);
}
