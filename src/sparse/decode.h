// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads a tone from the values of one bin of a hash: its frequency digit by digit from the phases between the groups, its
// amplitude as their mean, and how far the values are from those of a single tone. The same text is compiled for the host and
// for GPUs; REAL is the type of the arithmetic, root(context, k) is exp(2 pi i k / n), k < n, and ANGLE(im, re) the argument of
// re + i im in radians.
//
// A phase is known modulo one turn only, so that a delay of d samples tells a frequency modulo n / d, but d times as exactly as
// one sample does. Each group's delay is so much larger than the one before that the frequency known so far selects the turn
// (R-FFAST: Pawar and Ramchandran, "A robust R-FFAST framework", 2015; Hassanieh et al., STOC 2012, section 4).
#ifndef REAL
#error "REAL: the type of the arithmetic"
#endif

typedef struct tcf_z {
  REAL re, im;
} tcf_z;

TCF_NUM tcf_z z_mul(tcf_z a, tcf_z b) {
  const tcf_z c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}
// a conj(b).
TCF_NUM tcf_z z_mul_conj(tcf_z a, tcf_z b) {
  const tcf_z c = {a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im};
  return c;
}
TCF_NUM tcf_z z_add(tcf_z a, tcf_z b) {
  const tcf_z c = {a.re + b.re, a.im + b.im};
  return c;
}
TCF_NUM tcf_z z_sub(tcf_z a, tcf_z b) {
  const tcf_z c = {a.re - b.re, a.im - b.im};
  return c;
}
TCF_NUM tcf_z z_scale(tcf_z a, REAL s) {
  const tcf_z c = {a.re * s, a.im * s};
  return c;
}
TCF_NUM REAL z_norm(tcf_z a) { return a.re * a.re + a.im * a.im; }

// What a bin holds if it is one tone; a window's bin holds one residue modulo `points` with an amplitude for each phase, since
// `phases` frequencies share a residue.
typedef struct tcf_decoded {
  tcf_u64 frequency;                   // comb
  tcf_u64 place, residue;              // window
  REAL offset;                         // window: from the middle of the bin, in bins
  tcf_z amplitude[TCF_SPARSE_PHASES];  // comb: [0]
  REAL energy, rest;                   // mean |value|^2, and that of what no such tone explains, by degree of freedom
} tcf_decoded;

// x in turns, to the nearest whole number: -1/2 .. 1/2.
TCF_NUM double turns_left(double x) { return x - floor(x + 0.5); }

TCF_NUM double turns_of(tcf_z a) { return ANGLE(a.im, a.re) * 0.15915494309189533577; }

// Refines a frequency, in turns a sample (comb) or a position (window), by the delays of the groups.
TCF_NUM double refined(const tcf_hash *h, const tcf_z *value, double turns) {
  for (tcf_u32 g = 1; g < h->groups; g++) {
    tcf_z sum = {0, 0};
    for (tcf_u32 c = 0; c < h->phases; c++) sum = z_add(sum, z_mul_conj(value[g * h->phases + c], value[c]));
    turns += turns_left(turns_of(sum) - turns * (double)h->delay[g]) * h->per_delay[g];
  }
  return turns;
}

// The phase of a tone in group g at the first of the neighbours: of a comb by its frequency, of a window by its place and its
// residue modulo `points`.
TCF_NUM tcf_z comb_phase(const tcf_hash *h, const void *context, tcf_u64 frequency, tcf_u32 g) {
  return root(context, tcf_index_product(frequency, tcf_index_rest(h->start + h->delay[g], h->n), h->n));
}
TCF_NUM tcf_z window_phase(const tcf_hash *h, const void *context, tcf_u64 place, tcf_u64 residue, tcf_u32 g) {
  const tcf_u64 turn = tcf_index_product(place, tcf_index_rest(h->delay[g], h->points), h->points);
  return root(context, h->phases * tcf_index_sum(turn, tcf_index_product(residue, h->start, h->points), h->points));
}

// Bin `bin` of a comb. value[groups][phases] becomes what is left of it without the tone.
TCF_NUM void decode_comb(const tcf_hash *h, const void *context, tcf_u64 bin, tcf_z *value, tcf_decoded *d) {
  tcf_z neighbours = {0, 0}, sum = {0, 0}, phase[TCF_SPARSE_GROUPS];
  REAL energy = 0, rest = 0;
  for (tcf_u32 g = 0; g < h->groups; g++)
    for (tcf_u32 c = 0; c < h->phases; c++) {
      const tcf_z v = value[g * h->phases + c];
      energy += z_norm(v);
      if (c + 1 < h->phases) neighbours = z_add(neighbours, z_mul_conj(value[g * h->phases + c + 1], v));
    }
  const double turns = refined(h, value, turns_of(neighbours)), n = (double)h->n;
  const double digit = floor((turns_left(turns) * n - (double)bin) * h->per_bin + 0.5);
  const tcf_u64 whole = tcf_index_rest((tcf_u64)(digit < 0 ? digit + (double)h->step : digit), h->step);
  d->frequency = bin + h->bins * whole;
  const tcf_z step = root(context, d->frequency);
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w = phase[g] = comb_phase(h, context, d->frequency, g);
    for (tcf_u32 c = 0; c < h->phases; c++, w = z_mul(w, step)) sum = z_add(sum, z_mul_conj(value[g * h->phases + c], w));
  }
  const REAL count = (REAL)(h->groups * h->phases);
  d->amplitude[0] = z_scale(sum, 1 / count);
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w = z_mul(phase[g], d->amplitude[0]);
    for (tcf_u32 c = 0; c < h->phases; c++, w = z_mul(w, step)) {
      tcf_z *v = &value[g * h->phases + c];
      *v = z_sub(*v, w);
      rest += z_norm(*v);
    }
  }
  d->energy = energy / count;
  d->rest = rest / (count - 1);
}

// Bin `bin` of a window, whose values are those of the tone times the window's response at d->offset; the amplitudes are, too.
TCF_NUM void decode_window(const tcf_hash *h, const void *context, tcf_u64 bin, const tcf_z *value, tcf_decoded *d) {
  const double middle = (double)bin * h->per_bin, turns = refined(h, value, middle), points = (double)h->points;
  const double place = floor(turns_left(turns) * points + 0.5);
  tcf_z phase[TCF_SPARSE_GROUPS];
  REAL energy = 0, rest = 0;
  d->offset = (REAL)(turns_left(turns - middle) * (double)h->bins);
  d->place = tcf_index_rest((tcf_u64)(place < 0 ? place + points : place), h->points);
  d->residue = tcf_index_product(d->place, h->inverse, h->points);
  for (tcf_u32 c = 0; c < h->phases; c++) d->amplitude[c].re = d->amplitude[c].im = 0;
  for (tcf_u32 g = 0; g < h->groups; g++) {
    phase[g] = window_phase(h, context, d->place, d->residue, g);
    for (tcf_u32 c = 0; c < h->phases; c++) {
      const tcf_z v = value[g * h->phases + c];
      energy += z_norm(v);
      d->amplitude[c] = z_add(d->amplitude[c], z_mul_conj(v, phase[g]));
    }
  }
  const REAL groups = (REAL)h->groups, count = groups * (REAL)h->phases;
  for (tcf_u32 c = 0; c < h->phases; c++) d->amplitude[c] = z_scale(d->amplitude[c], 1 / groups);
  for (tcf_u32 g = 0; g < h->groups; g++)
    for (tcf_u32 c = 0; c < h->phases; c++)
      rest += z_norm(z_sub(value[g * h->phases + c], z_mul(phase[g], d->amplitude[c])));
  d->energy = energy / count;
  d->rest = rest / (count - (REAL)h->phases);
}

// The amplitudes of the frequencies residue + q points, q < phases, of the amplitudes of the phases: phase c has the sum of
// each one's times exp(2 pi i c f / n).
TCF_NUM void split_phases(const tcf_hash *h, const void *context, const tcf_decoded *d, tcf_z out[TCF_SPARSE_PHASES]) {
  for (tcf_u32 q = 0; q < h->phases; q++) {
    const tcf_z step = root(context, d->residue + q * h->points);
    tcf_z w = {1, 0};
    out[q].re = out[q].im = 0;
    for (tcf_u32 c = 0; c < h->phases; c++, w = z_mul(w, step)) out[q] = z_add(out[q], z_mul_conj(d->amplitude[c], w));
    out[q] = z_scale(out[q], 1 / (REAL)h->phases);
  }
}
