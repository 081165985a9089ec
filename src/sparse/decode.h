// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads a tone from the values of one bin of a hash: its frequency digit by digit from the phases between the groups, its
// amplitude as their mean, and how far the values are from those of a single tone. The same text is compiled for the host
// and for GPUs; REAL is the type of the arithmetic, root(context, k) is exp(2 pi i k / n), k < n, and ANGLE(im, re) the
// argument of re + i im in radians.
//
// A phase is known modulo one turn only, so that a delay of d samples tells a frequency modulo n / d, but d times as exactly
// as one sample does. Each group's delay is so much larger than the one before that the frequency known so far selects the
// turn (R-FFAST: Pawar and Ramchandran, "A robust R-FFAST framework", 2015; Hassanieh et al., STOC 2012, section 4). A GPU
// fetches code no faster than data, and runs most of this once: there, TCF_CALLED functions are called instead of being
// repeated where they are used, and TCF_LOOP loops are not unrolled.
#ifndef REAL
#error "REAL: the type of the arithmetic"
#endif
#ifndef TCF_CALLED
#define TCF_CALLED TCF_NUM
#define TCF_LOOP
#endif
#ifndef TCF_PHASES  // of a hash, where they are no constant
#define TCF_PHASES(h) ((h)->phases)
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

// What a bin holds if it is one tone; a window's bin holds one residue modulo `points` with an amplitude for each phase,
// since `phases` frequencies share a residue.
typedef struct tcf_decoded {
  tcf_u64 frequency;                   // comb
  tcf_u64 place, residue;              // window
  REAL offset;                         // window: from the middle of the bin, in bins
  tcf_z amplitude[TCF_SPARSE_PHASES];  // comb: [0]
  REAL energy, rest;                   // mean |value|^2, and that of what no such tone explains, by degree of freedom
} tcf_decoded;

// x in turns, to the nearest whole number: -1/2 .. 1/2.
TCF_NUM double turns_left(double x) { return x - floor(x + 0.5); }

TCF_CALLED double turns_of(tcf_z a) { return ANGLE(a.im, a.re) * 0.15915494309189533577; }

// Refines a frequency, in turns a sample (comb) or a position (window), by the delays of the groups.
TCF_CALLED double refined(const tcf_hash *h, const tcf_z *value, double turns) {
  TCF_LOOP
  for (tcf_u32 g = 1; g < h->groups; g++) {
    tcf_z sum = {0, 0};
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) sum = z_add(sum, z_mul_conj(value[g * TCF_PHASES(h) + c], value[c]));
    turns += turns_left(turns_of(sum) - turns * (double)h->delay[g]) * h->per_delay[g];
  }
  return turns;
}

// The phase of a tone in group g at the first of the neighbours: of a comb by its frequency, of a window by its place and
// its residue modulo `points`.
TCF_CALLED tcf_z comb_phase(const tcf_hash *h, const void *context, tcf_u64 frequency, tcf_u32 g) {
  return root(context, tcf_index_product(frequency, tcf_index_rest(h->start + h->delay[g], h->n), h->n));
}
TCF_CALLED tcf_z window_phase(const tcf_hash *h, const void *context, tcf_u64 place, tcf_u64 residue, tcf_u32 g) {
  const tcf_u64 turn = tcf_index_product(place, tcf_index_rest(h->delay[g], h->points), h->points);
  return root(context, TCF_PHASES(h) * tcf_index_sum(turn, tcf_index_product(residue, h->start, h->points), h->points));
}

// Bin `bin` of a comb. value[groups][phases] becomes what is left of it without the tone.
TCF_NUM void decode_comb(const tcf_hash *h, const void *context, tcf_u64 bin, tcf_z *value, tcf_decoded *d) {
  tcf_z neighbours = {0, 0}, sum = {0, 0}, phase[TCF_SPARSE_GROUPS];
  REAL energy = 0, rest = 0;
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++)
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) {
      const tcf_z v = value[g * TCF_PHASES(h) + c];
      energy += z_norm(v);
      if (c + 1 < TCF_PHASES(h)) neighbours = z_add(neighbours, z_mul_conj(value[g * TCF_PHASES(h) + c + 1], v));
    }
  const double turns = refined(h, value, turns_of(neighbours)), n = (double)h->n;
  const double digit = floor((turns_left(turns) * n - (double)bin) * h->per_bin + 0.5);
  const tcf_u64 whole = tcf_index_rest((tcf_u64)(digit < 0 ? digit + (double)h->step : digit), h->step);
  d->frequency = bin + h->bins * whole;
  const tcf_z step = root(context, d->frequency);
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w = phase[g] = comb_phase(h, context, d->frequency, g);
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++, w = z_mul(w, step))
      sum = z_add(sum, z_mul_conj(value[g * TCF_PHASES(h) + c], w));
  }
  const REAL count = (REAL)(h->groups * TCF_PHASES(h));
  d->amplitude[0] = z_scale(sum, 1 / count);
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w = z_mul(phase[g], d->amplitude[0]);
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++, w = z_mul(w, step)) {
      tcf_z *v = &value[g * TCF_PHASES(h) + c];
      *v = z_sub(*v, w);
      rest += z_norm(*v);
    }
  }
  d->energy = energy / count;
  d->rest = rest / (count - 1);
}

// Bin `bin` of a window, whose values are those of the tone times the window's response at d->offset; the amplitudes are,
// too.
TCF_NUM void decode_window(const tcf_hash *h, const void *context, tcf_u64 bin, const tcf_z *value, tcf_decoded *d) {
  const double middle = (double)bin * h->per_bin, turns = refined(h, value, middle), points = (double)h->points;
  const double place = floor(turns_left(turns) * points + 0.5);
  tcf_z phase[TCF_SPARSE_GROUPS];
  REAL energy = 0, rest = 0;
  d->offset = (REAL)(turns_left(turns - middle) * (double)h->bins);
  d->place = tcf_index_rest((tcf_u64)(place < 0 ? place + points : place), h->points);
  d->residue = tcf_index_product(d->place, h->inverse, h->points);
  for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) d->amplitude[c].re = d->amplitude[c].im = 0;
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++) {
    phase[g] = window_phase(h, context, d->place, d->residue, g);
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) {
      const tcf_z v = value[g * TCF_PHASES(h) + c];
      energy += z_norm(v);
      d->amplitude[c] = z_add(d->amplitude[c], z_mul_conj(v, phase[g]));
    }
  }
  const REAL groups = (REAL)h->groups, count = groups * (REAL)TCF_PHASES(h);
  for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) d->amplitude[c] = z_scale(d->amplitude[c], 1 / groups);
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++)
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++)
      rest += z_norm(z_sub(value[g * TCF_PHASES(h) + c], z_mul(phase[g], d->amplitude[c])));
  d->energy = energy / count;
  d->rest = rest / (count - (REAL)TCF_PHASES(h));
}

// The amplitudes of the frequencies residue + q points, q < phases, of the amplitudes of the phases: phase c has the sum of
// each one's times exp(2 pi i c f / n).
TCF_NUM void split_phases(const tcf_hash *h, const void *context, const tcf_decoded *d, tcf_z out[TCF_SPARSE_PHASES]) {
  for (tcf_u32 q = 0; q < TCF_PHASES(h); q++) {
    const tcf_z step = root(context, d->residue + q * h->points);
    tcf_z w = {1, 0};
    out[q].re = out[q].im = 0;
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++, w = z_mul(w, step)) out[q] = z_add(out[q], z_mul_conj(d->amplitude[c], w));
    out[q] = z_scale(out[q], 1 / (REAL)TCF_PHASES(h));
  }
}

// ------------------------------------------------------------------------------------------------ two tones of one bin

// Two tones of a comb's bin. rest: mean |value|^2 of what they leave, by degree of freedom. variance: of an amplitude, over
// that of a single tone's: tones that are alike in the comb share what there is in any proportion.
typedef struct tcf_pair {
  tcf_u64 frequency[2];
  tcf_z amplitude[2];
  REAL rest, variance;
} tcf_pair;

// The sums that predict each sample of two tones from the two before it, as well as they can: x0, x1, x2 follow each other.
enum { TCF_PREDICTING = 8 };
TCF_NUM void predict_sums(tcf_z x0, tcf_z x1, tcf_z x2, double sum[TCF_PREDICTING]) {
  sum[0] = (double)x1.re * x1.re + (double)x1.im * x1.im;
  sum[1] = (double)x0.re * x0.re + (double)x0.im * x0.im;
  sum[2] = (double)x1.re * x0.re + (double)x1.im * x0.im;
  sum[3] = (double)x1.re * x0.im - (double)x1.im * x0.re;
  sum[4] = (double)x1.re * x2.re + (double)x1.im * x2.im;
  sum[5] = (double)x1.re * x2.im - (double)x1.im * x2.re;
  sum[6] = (double)x0.re * x2.re + (double)x0.im * x2.im;
  sum[7] = (double)x0.re * x2.im - (double)x0.im * x2.re;
}

// By those sums, z^2 = p z + r has the two tones' steps from a sample to the next as its roots, where p and r predict (Prony
// 1795). 0: there are not two. power: of all x2. *left: that of what the steps do not predict of them, less
// what rounding may have made of it.
TCF_NUM int predict_steps(const double sum[TCF_PREDICTING], double power, tcf_z step[2], double *left) {
  const double a11 = sum[0], a22 = sum[1], *a12 = sum + 2, *b1 = sum + 4, *b2 = sum + 6;
  const double det = a11 * a22 - a12[0] * a12[0] - a12[1] * a12[1];
  *left = power;
  if (!(det > 1e-9 * a11 * a22)) return 0;
  const double per_det = 1 / det;
  const double p_re = (b1[0] * a22 - a12[0] * b2[0] + a12[1] * b2[1]) * per_det,
               p_im = (b1[1] * a22 - a12[0] * b2[1] - a12[1] * b2[0]) * per_det;
  const double r_re = (a11 * b2[0] - a12[0] * b1[0] - a12[1] * b1[1]) * per_det,
               r_im = (a11 * b2[1] - a12[0] * b1[1] + a12[1] * b1[0]) * per_det;
  *left = power * (1 - 1e-15 * a11 * a22 * per_det) - (p_re * b1[0] + p_im * b1[1]) - (r_re * b2[0] + r_im * b2[1]);
  const tcf_z p = {(REAL)p_re, (REAL)p_im};
  // Of steps that are alike little is left.
  const tcf_z d = {(REAL)(p_re * p_re - p_im * p_im + 4 * r_re), (REAL)(2 * p_re * p_im + 4 * r_im)};
  const REAL size = (REAL)sqrt(z_norm(d)), re = (size + d.re) / 2, im = (size - d.re) / 2;
  const tcf_z root = {(REAL)sqrt(re > 0 ? re : 0), (REAL)sqrt(im > 0 ? im : 0) * (d.im < 0 ? -1 : 1)};
  step[0] = z_add(p, root);  // twice
  step[1] = z_sub(p, root);
  return 1;
}

// The angles of the steps, in turns, by all groups, each of which has four neighbouring samples.
TCF_NUM int predict_turns(const tcf_hash *h, const tcf_z *value, double turns[2]) {
  tcf_z step[2];
  double all[TCF_PREDICTING] = {0}, sum[TCF_PREDICTING], left;
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++)
    for (int c = 0; c < 2; c++) {
      const tcf_z *x = value + g * TCF_PHASES(h) + c;
      predict_sums(x[0], x[1], x[2], sum);
      for (int i = 0; i < TCF_PREDICTING; i++) all[i] += sum[i];
    }
  if (!predict_steps(all, 0, step, &left)) return 0;
  TCF_LOOP
  for (int i = 0; i < 2; i++) turns[i] = turns_of(step[i]);
  return 1;
}

// Solves the two equations of least squares: a tone correlates with itself `count` times, the first with the second as
// `cross`. u: the correlations with what is to be explained. Returns how many times the variance of an amplitude is that of
// one tone alone; 0: the tones are too alike.
TCF_NUM REAL split_two(REAL count, tcf_z cross, const tcf_z u[2], tcf_z out[2]) {
  const REAL det = count * count - z_norm(cross);
  const tcf_z first = z_sub(z_scale(u[0], count), z_mul(cross, u[1]));
  const tcf_z second = z_sub(z_scale(u[1], count), z_mul_conj(u[0], cross));
  if (!(det > (REAL)1e-4 * count * count)) return 0;
  out[0] = z_scale(first, 1 / det);
  out[1] = z_scale(second, 1 / det);
  return count * count / det;
}

// The same of two tones that may be alike, by the first one and what the second one has more: `cross` is the latter's
// correlation with the first, `power` that with itself, and u is what is to be explained by both. 0: they are the same.
TCF_NUM int split_by_difference(REAL count, tcf_z cross, REAL power, const tcf_z u[2], tcf_z out[2]) {
  const REAL det = count * power - z_norm(cross);
  if (!(det > (REAL)1e-8 * count * count)) return 0;
  const tcf_z both = z_scale(z_sub(z_scale(u[0], power), z_mul(cross, u[1])), 1 / det);
  out[1] = z_scale(z_sub(z_scale(u[1], count), z_mul_conj(u[0], cross)), 1 / det);
  out[0] = z_sub(both, out[1]);
  return 1;
}

TCF_CALLED tcf_u64 nearest_frequency(const tcf_hash *h, double turns) {
  const double n = (double)h->n, f = floor((turns < 0 ? turns + 1 : turns) * n + 0.5);
  return f >= n ? 0 : (tcf_u64)f;
}

// The amplitudes of both tones at the first sample of group g, by its four samples and what is known of their angles.
TCF_CALLED int split_group(const tcf_hash *h, const void *context, const tcf_z *value, const double turns[2], tcf_u32 g,
                           tcf_z out[2]) {
  const tcf_z step[2] = {root(context, nearest_frequency(h, turns[0])), root(context, nearest_frequency(h, turns[1]))};
  tcf_z w[2] = {{1, 0}, {1, 0}}, cross = {0, 0}, u[2] = {{0, 0}, {0, 0}};
  REAL power = 0;
  for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) {
    const tcf_z x = value[g * TCF_PHASES(h) + c], more = z_sub(w[1], w[0]);
    cross = z_add(cross, z_mul_conj(more, w[0]));
    power += z_norm(more);
    u[0] = z_add(u[0], z_mul_conj(x, w[0]));
    u[1] = z_add(u[1], z_mul_conj(x, more));
    for (int i = 0; i < 2; i++) w[i] = z_mul(w[i], step[i]);
  }
  return split_by_difference((REAL)TCF_PHASES(h), cross, power, u, out);
}

// Bin `bin` of a comb, four samples a sector, as two tones. 0: it holds no two that can be told apart. The caller looks at
// out->rest.
TCF_NUM int decode_pair(const tcf_hash *h, const void *context, tcf_u64 bin, const tcf_z *value, tcf_pair *out) {
  double turns[2];
  tcf_z first[2], next[2], phase[2][TCF_SPARSE_GROUPS], step[2];
  if (TCF_PHASES(h) != TCF_SPARSE_PHASES || h->groups < 2 || !predict_turns(h, value, turns)) return 0;
  if (!split_group(h, context, value, turns, 0, first)) return 0;
  TCF_LOOP
  for (tcf_u32 g = 1; g < h->groups; g++) {
    if (!split_group(h, context, value, turns, g, next)) return 0;
    for (int i = 0; i < 2; i++)
      turns[i] += turns_left(turns_of(z_mul_conj(next[i], first[i])) - turns[i] * (double)h->delay[g]) * h->per_delay[g];
  }
  TCF_LOOP
  for (int i = 0; i < 2; i++) {
    const double digit = floor((turns_left(turns[i]) * (double)h->n - (double)bin) * h->per_bin + 0.5);
    const tcf_u64 whole = tcf_index_rest((tcf_u64)(digit < 0 ? digit + (double)h->step : digit), h->step);
    out->frequency[i] = bin + h->bins * whole;
    step[i] = root(context, out->frequency[i]);
    TCF_LOOP
    for (tcf_u32 g = 0; g < h->groups; g++) phase[i][g] = comb_phase(h, context, out->frequency[i], g);
  }
  tcf_z cross = {0, 0}, u[2] = {{0, 0}, {0, 0}};
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w[2] = {phase[0][g], phase[1][g]};
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) {
      cross = z_add(cross, z_mul_conj(w[1], w[0]));
      for (int i = 0; i < 2; i++) {
        u[i] = z_add(u[i], z_mul_conj(value[g * TCF_PHASES(h) + c], w[i]));
        w[i] = z_mul(w[i], step[i]);
      }
    }
  }
  const REAL count = (REAL)(h->groups * TCF_PHASES(h));
  out->variance = split_two(count, cross, u, out->amplitude);
  if (!(out->variance > 0)) return 0;
  REAL rest = 0;
  TCF_LOOP
  for (tcf_u32 g = 0; g < h->groups; g++) {
    tcf_z w[2] = {z_mul(phase[0][g], out->amplitude[0]), z_mul(phase[1][g], out->amplitude[1])};
    for (tcf_u32 c = 0; c < TCF_PHASES(h); c++) {
      rest += z_norm(z_sub(value[g * TCF_PHASES(h) + c], z_add(w[0], w[1])));
      for (int i = 0; i < 2; i++) w[i] = z_mul(w[i], step[i]);
    }
  }
  out->rest = rest / (count - 2);
  return 1;
}
