// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which programs are built in: those that plans of everybody's lengths use. The planner itself says which they are, so that
// they are the ones it asks for; what it would ask for on a device that is not listed is compiled there at run time.
#include "cuda_builtin.h"
#include "classic/cuda_compose.h"
#include "cuda_program.h"
#include "planner.h"

// Powers of two, from 2^from to 2^to along every axis.
static const struct {
  tcfft_kind kind;
  int rank, from, to;
} problems[] = {
    {TCFFT_C2C, 1, 1, 26}, {TCFFT_R2C, 1, 2, 21}, {TCFFT_C2R, 1, 2, 21}, {TCFFT_C2C, 2, 4, 13}, {TCFFT_C2C, 3, 4, 9},
};
static const char *const devices[] = {"H200"};

enum {
  PROBLEMS = sizeof problems / sizeof *problems,
  DEVICES = sizeof devices / sizeof *devices,
  FILLED = 26,
  EXPONENTS = 32
};

// The schedule of number index of: problem, exponent, one transform or a batch that fills the device, device. -1: beyond the
// last, 0: there is none.
static int schedule_at(tcf_schedule *s, tcf_device *d, int index) {
  const int device = index % DEVICES, batched = index / DEVICES % 2, exponent = index / DEVICES / 2 % EXPONENTS,
            number = index / DEVICES / 2 / EXPONENTS;
  if (number >= PROBLEMS) return -1;
  if (exponent < problems[number].from || exponent > problems[number].to) return 0;
  tcf_problem p = {.kind = problems[number].kind, .rank = problems[number].rank, .batch = 1, .scale = {1, 1}};
  for (int i = 0; i < p.rank; i++) p.n[i] = INT64_C(1) << exponent;
  const int points = exponent * p.rank;
  if (batched && points < FILLED) p.batch = INT64_C(1) << (FILLED - points);
  p.algorithm = TCFFT_ALGORITHM_CLASSIC;
  tcf_problem_pack(&p);
  return tcf_device_parse(d, devices[device]) == TCFFT_SUCCESS && tcf_planner_run(s, &p, d, 1) == TCFFT_SUCCESS;
}

int tcf_cuda_builtin_program(int index, tcf_program *program, char parameters[TCF_PROGRAM_PARAMETERS]) {
  static tcf_schedule s;
  static tcf_device d;
  static int schedule = -1, stage;
  if (index == 0) schedule = -1, stage = s.stages = 0;
  for (;;) {
    for (; stage < s.stages; stage++) {
      tcf_tile tile;
      if (tcf_tile_build(&tile, &s.stage[stage], &d) != TCFFT_SUCCESS) continue;  // the edges' kernel has its own
      tcf_tile_print(&tile, parameters);
      *program = (tcf_program){.family = "tile", .parameters = parameters};
      stage++;
      return 1;
    }
    s.stages = stage = 0;
    if (schedule_at(&s, &d, ++schedule) < 0) return 0;
  }
}
