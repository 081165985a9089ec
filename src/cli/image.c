// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/image.h"

#include <setjmp.h>

#include "cli/command.h"

void tcf_image_colour(double level, unsigned char rgb[3]) {
  static const unsigned char map[][3] = {{0, 0, 4},      {28, 16, 68},   {79, 18, 123},   {129, 37, 129}, {181, 54, 122},
                                         {229, 80, 100}, {251, 135, 97}, {254, 194, 135}, {252, 253, 191}};
  enum { STEPS = sizeof map / sizeof *map - 1 };
  double place = level > 0 ? (level < 1 ? level * STEPS : STEPS) : 0;  // NaN is dark
  int i = (int)place < STEPS ? (int)place : STEPS - 1;
  double part = place - i;
  for (int c = 0; c < 3; c++) rgb[c] = (unsigned char)(map[i][c] + part * (map[i + 1][c] - map[i][c]) + 0.5);
}

#ifdef TCF_HAVE_PNG
#include <png.h>

typedef struct complaint {
  char *why;
  size_t why_cap;
} complaint;

static void on_error(png_structp png, png_const_charp message) {
  complaint *c = png_get_error_ptr(png);
  tcf_because(c->why, c->why_cap, "libpng: %s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void put(png_structp png, png_bytep bytes, size_t size) { fwrite(bytes, 1, size, png_get_io_ptr(png)); }

static void flush(png_structp png) { fflush(png_get_io_ptr(png)); }

int tcf_image_write_png(FILE *file, const tcf_image *image, char *why, size_t why_cap) {
  complaint c = {why, why_cap};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &c, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return tcf_because(why, why_cap, "out of memory");
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return -1;
  }
  png_set_write_fn(png, file, put, flush);
  png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t y = 0; y < image->height; y++) png_write_row(png, image->rgb + (size_t)y * image->width * 3);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return 0;
}

#else

int tcf_image_write_png(FILE *file, const tcf_image *image, char *why, size_t why_cap) {
  (void)file, (void)image;
  return tcf_because(
      why, why_cap,
      "this tcfft was built without libpng, as those of Python wheels are: build it from source where libpng is installed");
}

#endif
