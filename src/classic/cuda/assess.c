// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/assess.h"

#include "classic/cuda/build.h"
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/propose.h"
#include "core/limits.h"
#include "tile/cost.h"
#include "tile/io.h"
#include "tile/tile_text.h"

// Whether the program of a stage can be compiled or is built in.
static int has_program(const tcf_stage *s, const tcf_device *d) {
  char parameters[TCF_TILE_PARAMETERS];
  tcf_tile t;
  if (d->compiler) return 1;
  if (tcf_tile_build(&t, s, d) != TCFFT_SUCCESS) return 0;
  tcf_tile_print(&t, parameters);
  return tcf_builtin_find(d, t.tensor ? "mma" : "tile", parameters) != NULL;
}

// The layout in shared memory is estimated as for a tile that is proposed: to search for it takes longer than all the rest.
static tcf_assessed assess_dim(tcf_stage *s, const tcf_device *d) {
  tcf_tile t;
  if (tcf_tile_outline(&t, s) != TCFFT_SUCCESS || !tcf_tile_set_size(&t, d)) return TCF_ASSESSED_IMPOSSIBLE;
  tcf_tile_set_time(s, &t, tcf_tile_fft_ops(&t), d);
  return tcf_tile_fills(s, &t, d) && s->dim[0].n >= s->width ? TCF_ASSESSED_FILLS : TCF_ASSESSED_IDLE;
}

tcf_assessed tcf_tile_assess(tcf_stage *stage, const tcf_device *d) {
  tcf_assessed found = TCF_ASSESSED_IMPOSSIBLE;
  tcf_stage best = *stage;
  tcf_tile built;
  if (stage->points < 1 || stage->points > TCF_LARGEST_TILE || !tcf_loads_plainly(stage) ||
      (stage->algorithm == TCFFT_ALGORITHM_TENSOR && stage->split == TCFFT_SPLIT_PAPER))
    return TCF_ASSESSED_IMPOSSIBLE;
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  for (int dim = 0;; dim++) {
    tcf_stage s = *stage;
    if (!tcf_tile_choose_dim(&s, dim)) break;
    if (!d->compiler && !tcf_builtin_may_have(&s, d)) continue;
    const tcf_assessed assessed = assess_dim(&s, d);
    if (!assessed || (found && s.time >= best.time)) continue;
    best = s;
    found = assessed;
  }
  // The estimate of the layout does not know what passes on tensor cores ask of it.
  if (found && best.algorithm == TCFFT_ALGORITHM_TENSOR && tcf_tile_build(&built, &best, d) != TCFFT_SUCCESS)
    found = TCF_ASSESSED_IMPOSSIBLE;
  tcf_restore_error(error);
  if (!found || !has_program(&best, d)) return TCF_ASSESSED_IMPOSSIBLE;
  *stage = best;
  return found;
}
