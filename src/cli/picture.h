// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the pictures that this program draws by itself have in common: a white sheet, a heading of two lines, the file.
#ifndef TCFFT_CLI_PICTURE_H
#define TCFFT_CLI_PICTURE_H

#include "cli/command.h"
#include "cli/image.h"
#include "cli/outfile.h"

// Checks the name of a picture's file before anything is computed for it. option: what names it, such as "--plot "; "" for
// an argument. A name ends in .png; "-", and a device or a pipe that is there, have names of their own. NULL: there is no
// picture. Returns 0, or the exit status of the usage error that it reported.
int tcf_picture_name(const tcf_command *command, const char *option, const char *path);

// Allocates an image of the size that is set, all white. Returns 0, or the exit status after reporting an error.
int tcf_picture_begin(tcf_image *image);

// The lines of text above a plot, from its left edge on: the name of the file that is shown, without its folder and cut to
// the width of the image, and what is shown of it.
void tcf_picture_heading(tcf_image *image, int64_t left, const char *path, const char *what, int scale);

// Writes the image to the file, commits that, and frees the image. Returns the exit status.
int tcf_picture_finish(tcf_image *image, tcf_outfile *out);

#endif
