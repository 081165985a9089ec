// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Writes images as PNG files, with libpng.
#ifndef TCFFT_CLI_IMAGE_H
#define TCFFT_CLI_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tcf_image {
  uint32_t width, height;
  unsigned char *rgb;  // 3 bytes a pixel, the top row first
} tcf_image;

// Returns 0, or -1 with the reason in why (also if this program was built without libpng). Write errors are not checked
// here; the caller finds them in the stream.
int tcf_image_write_png(FILE *file, const tcf_image *image, char *why, size_t why_cap);

// The colour of a level from 0 (dark) to 1 (bright) in the colour map "magma", whose lightness grows evenly.
void tcf_image_colour(double level, unsigned char rgb[3]);

#endif
