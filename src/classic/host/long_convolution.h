// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Convolutions over memory in numbers of one type (see tcf_numbers): what surrounds their two transforms. Included after
// number.h and convolution.h.

static void multiply(SCALAR out[2], const SCALAR a[2], SCALAR re, SCALAR im) {
  const SCALAR t = a[0] * re - a[1] * im;
  out[1] = a[0] * im + a[1] * re;
  out[0] = t;
}

// Element j of the input, with real and imaginary part exchanged for swap_in.
static void read_element(const tcf_axis_io *io, int64_t j, SCALAR v[2]) {
  if (io->in_type != SCALAR_TYPE) {
    v[io->swap_in] = (SCALAR)tcf_number_at(io->in_type, io->in, j * io->in_stride);
    v[1 - io->swap_in] = (SCALAR)tcf_number_at(io->in_type, io->in, j * io->in_stride + 1);
    return;
  }
  const SCALAR *at = (const SCALAR *)io->in + j * io->in_stride;
  v[io->swap_in] = at[0];
  v[1 - io->swap_in] = at[1];
}

static void write_element(const tcf_axis_io *io, int64_t k, const SCALAR v[2]) {
  const SCALAR re = v[io->swap_out] * (SCALAR)io->scale[0], im = v[1 - io->swap_out] * (SCALAR)io->scale[1];
  if (io->out_type != SCALAR_TYPE) {
    tcf_put_number(io->out_type, io->out, k * io->out_stride, re);
    tcf_put_number(io->out_type, io->out, k * io->out_stride + 1, im);
    return;
  }
  SCALAR *at = (SCALAR *)io->out + k * io->out_stride;
  at[0] = re;
  at[1] = im;
}

static void rader_gather(const tcf_convolution *c, const tcf_axis_io *io, SCALAR *u, int64_t begin, int64_t end) {
  for (int64_t q = begin; q < end; q++) read_element(io, c->order[q], u + 2 * q);
}

static void bluestein_gather(const tcf_convolution *c, const tcf_axis_io *io, SCALAR *u, int64_t begin, int64_t end) {
  chirp_walk chirp = chirp_from(c, begin);
  int64_t j = begin;
  for (; j < end && j < c->n; j++) {
    SCALAR w[2];
    chirp_take(&chirp, w);
    read_element(io, j, u + 2 * j);
    multiply(u + 2 * j, u + 2 * j, w[0], w[1]);
  }
  if (j < end) memset(u + 2 * j, 0, (size_t)(2 * (end - j)) * sizeof *u);
}

static void conv_multiply(const tcf_convolution *c, SCALAR *a, const tcf_team *team) {
  int64_t begin, end;
  tcf_team_share(team, c->m, &begin, &end);
  for (int64_t k = begin; k < end; k++) {
    SCALAR b[2];
    spectrum_at(c, k, b);
    multiply(a + 2 * k, a + 2 * k, b[0], b[1]);
  }
}

// first: element 0 of the input, which is added to every other result. sum: the sum of the whole input.
static void rader_scatter(const tcf_convolution *c, const tcf_axis_io *io, const SCALAR *y, const SCALAR first[2],
                          const SCALAR sum[2], int64_t begin, int64_t end) {
  if (begin == 0) write_element(io, 0, sum);
  for (int64_t k = begin; k < end; k++) {
    const SCALAR v[2] = {first[0] + y[2 * k], first[1] + y[2 * k + 1]};
    write_element(io, c->order[k ? c->m - k : 0], v);
  }
}

static void bluestein_scatter(const tcf_convolution *c, const tcf_axis_io *io, const SCALAR *y, int64_t begin, int64_t end) {
  chirp_walk chirp = chirp_from(c, begin);
  for (int64_t k = begin; k < end; k++) {
    SCALAR w[2], v[2];
    chirp_take(&chirp, w);
    multiply(v, y + 2 * k, w[0], w[1]);
    write_element(io, k, v);
  }
}

static void run_convolution(const tcf_axis *a, const tcf_axis_io *io, char *scratch, const tcf_team *team) {
  const tcf_convolution *c = &a->conv;
  const size_t bytes = tcf_round_up((size_t)c->m * 2 * sizeof(SCALAR));
  SCALAR *u = (SCALAR *)scratch, *v = (SCALAR *)(scratch + bytes);
  char *rest = scratch + 2 * bytes;
  SCALAR first[2], sum[2];
  int64_t begin, end;
  read_element(io, 0, first);
  tcf_team_share(team, c->m, &begin, &end);
  (c->order ? rader_gather : bluestein_gather)(c, io, u, begin, end);
  tcf_team_wait(team);
  tcf_axis_run(a->inner,
               &(tcf_axis_io){.in = u,
                              .out = v,
                              .in_type = SCALAR_TYPE,
                              .out_type = SCALAR_TYPE,
                              .in_stride = 2,
                              .out_stride = 2,
                              .scale = {1, 1}},
               rest, team);
  sum[0] = first[0] + v[0];
  sum[1] = first[1] + v[1];
  tcf_team_wait(team);
  conv_multiply(c, v, team);
  tcf_team_wait(team);
  tcf_axis_run(a->inner,
               &(tcf_axis_io){.in = v,
                              .out = u,
                              .in_type = SCALAR_TYPE,
                              .out_type = SCALAR_TYPE,
                              .in_stride = 2,
                              .out_stride = 2,
                              .swap_in = 1,
                              .swap_out = 1,
                              .scale = {1, 1}},
               rest, team);
  tcf_team_share(team, c->order ? c->m : c->n, &begin, &end);
  if (c->order)
    rader_scatter(c, io, u, first, sum, begin, end);
  else
    bluestein_scatter(c, io, u, begin, end);
  tcf_team_wait(team);
}
