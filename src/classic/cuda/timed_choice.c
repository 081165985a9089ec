// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "classic/cuda/timed_choice.h"

#include <math.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/tile_times.h"
#include "tile/tile_text.h"

double tcf_cheapest_limit(const tcf_cheapest_tiles *c) {
  return c->count < TCF_CHEAPEST_TILES ? INFINITY : c->list[TCF_CHEAPEST_TILES - 1].stage.time;
}

void tcf_cheapest_keep(tcf_cheapest_tiles *c, const tcf_stage *stage, const tcf_tile *tile) {
  if (stage->time >= tcf_cheapest_limit(c)) return;
  for (int i = 0; i < c->count; i++) {
    const tcf_stage *s = &c->list[i].stage;
    if (s->width == stage->width && s->threads == stage->threads && !strcmp(s->fft, stage->fft)) return;
  }
  int at = c->count < TCF_CHEAPEST_TILES ? c->count++ : TCF_CHEAPEST_TILES - 1;
  for (; at > 0 && c->list[at - 1].stage.time > stage->time; at--) c->list[at] = c->list[at - 1];
  c->list[at] = (tcf_sized_tile){*stage, *tile};
}

double tcf_cheapest_choose(tcf_stage *chosen, const tcf_cheapest_tiles *c, double farthest, const tcf_device *d) {
  double least = INFINITY;
  for (int i = 0; i < c->count && c->list[i].stage.time <= farthest * c->list[0].stage.time; i++)
    for (int more = -1; more <= 1; more++) {
      tcf_tile t = c->list[i].tile;
      if (more && !tcf_tile_set_blocks(&t, t.blocks + more, d)) continue;
      const double log_time = tcf_tile_log_time(&c->list[i].stage, &t, d);
      if (log_time >= least) continue;
      least = log_time;
      *chosen = c->list[i].stage;
      if (more) tcf_tile_print_fft(&t, chosen->fft);
    }
  return least;
}
