// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Reads three tones from the values of one bin of a comb, eight of which are of neighbouring samples: these predict each
// other by a polynomial of degree three (Prony 1795), whose roots are the tones' steps from a sample to the next. The
// groups' delays then tell the steps more exactly, as those of one tone and of two. What decode.h says of REAL and the
// others holds here; it is included before.

typedef struct z_double {
  double re, im;
} z_double;

TCF_NUM z_double zd(tcf_z a) {
  const z_double b = {a.re, a.im};
  return b;
}
TCF_NUM z_double zd_mul(z_double a, z_double b) {
  const z_double c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}
TCF_NUM z_double zd_mul_conj(z_double a, z_double b) {  // a conj(b)
  const z_double c = {a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im};
  return c;
}
TCF_NUM z_double zd_add(z_double a, z_double b) {
  const z_double c = {a.re + b.re, a.im + b.im};
  return c;
}
TCF_NUM z_double zd_sub(z_double a, z_double b) {
  const z_double c = {a.re - b.re, a.im - b.im};
  return c;
}
TCF_NUM z_double zd_scale(z_double a, double s) {
  const z_double b = {a.re * s, a.im * s};
  return b;
}
TCF_NUM double zd_norm(z_double a) { return a.re * a.re + a.im * a.im; }

// ------------------------------------------------------------------------------------------------ equations

// Three linear equations whose matrix is Hermitian: its diagonal, and a, b, d above it by rows.
typedef struct three_equations {
  double diagonal[3];
  z_double a, b, d, right[3];
} three_equations;

// Solves them by cofactors. inverse: the diagonal of the inverse matrix. 0: the matrix is singular but for `least` of what
// it could be.
TCF_NUM int solve_three(const three_equations *e, double least, z_double out[3], double inverse[3]) {
  const double p = e->diagonal[0], q = e->diagonal[1], r = e->diagonal[2];
  const double aa = zd_norm(e->a), bb = zd_norm(e->b), dd = zd_norm(e->d);
  const double det = p * q * r + 2 * zd_mul_conj(zd_mul(e->a, e->d), e->b).re - p * dd - q * bb - r * aa;
  const int there = det > least * p * q * r;
  const double scale = there ? 1 / det : 0;
  const z_double ab = zd_sub(zd_mul_conj(e->b, e->d), zd_scale(e->a, r));  // cofactors beside the diagonal
  const z_double ac = zd_sub(zd_mul(e->a, e->d), zd_scale(e->b, q));
  const z_double bc = zd_sub(zd_mul_conj(e->b, e->a), zd_scale(e->d, p));
  const z_double x = zd_scale(e->right[0], scale), y = zd_scale(e->right[1], scale), z = zd_scale(e->right[2], scale);
  inverse[0] = (q * r - dd) * scale;
  inverse[1] = (p * r - bb) * scale;
  inverse[2] = (p * q - aa) * scale;
  out[0] = zd_add(zd_scale(e->right[0], inverse[0]), zd_add(zd_mul(ab, y), zd_mul(ac, z)));
  out[1] = zd_add(zd_scale(e->right[1], inverse[1]), zd_add(zd_mul_conj(x, ab), zd_mul(bc, z)));
  out[2] = zd_add(zd_scale(e->right[2], inverse[2]), zd_add(zd_mul_conj(x, ac), zd_mul_conj(y, bc)));
  return there;
}

TCF_NUM void clear_three(three_equations *e) {
  const z_double zero = {0, 0};
  e->a = e->b = e->d = zero;
  for (int i = 0; i < 3; i++) {
    e->diagonal[i] = 0;
    e->right[i] = zero;
  }
}

// Adds the equation of one value: what three tones of amplitude 1 add to it, and what it is.
TCF_NUM void add_equation(three_equations *e, const tcf_z w[3], tcf_z value) {
  const z_double x[3] = {zd(w[0]), zd(w[1]), zd(w[2])}, v = zd(value);
  e->a = zd_add(e->a, zd_mul_conj(x[1], x[0]));
  e->b = zd_add(e->b, zd_mul_conj(x[2], x[0]));
  e->d = zd_add(e->d, zd_mul_conj(x[2], x[1]));
  for (int i = 0; i < 3; i++) {
    e->diagonal[i] += zd_norm(x[i]);
    e->right[i] = zd_add(e->right[i], zd_mul_conj(v, x[i]));
  }
}

// ------------------------------------------------------------------------------------------------ the polynomial

// Takes four neighbours into the equations of z^3 + c[2] z^2 + c[1] z + c[0], which predicts the last one.
TCF_NUM void predict_three(three_equations *e, const z_double y[4]) {
  for (int i = 0; i < 3; i++) {
    e->diagonal[i] += zd_norm(y[i]);
    e->right[i] = zd_sub(e->right[i], zd_mul_conj(y[3], y[i]));
  }
  e->a = zd_add(e->a, zd_mul_conj(y[1], y[0]));
  e->b = zd_add(e->b, zd_mul_conj(y[2], y[0]));
  e->d = zd_add(e->d, zd_mul_conj(y[2], y[1]));
}
#define TCF_LEAST_PREDICTING 1e-16  // of the matrix that these make

// Where the search for root i of three begins, and how far root z is from what the others leave of the polynomial (Durand
// and Kerner): z moves by so much.
TCF_NUM z_double first_root(int i) {
  const z_double z = {i == 0 ? .8 : i == 1 ? -.9 : .1, i == 0 ? .6 : i == 1 ? .4 : -1.};
  return z;
}
TCF_NUM z_double root_error(const z_double c[3], z_double z, z_double one, z_double two) {
  const z_double others = zd_mul(zd_sub(z, one), zd_sub(z, two));
  const z_double p = zd_add(zd_mul(zd_add(zd_mul(zd_add(z, c[2]), z), c[1]), z), c[0]);
  const double norm = zd_norm(others);
  return zd_scale(zd_mul_conj(p, others), 1 / (norm > 1e-60 ? norm : 1e-60));
}
enum { TCF_ROOT_TURNS = 40 };  // at most
#define TCF_ROOT_ENOUGH 1e-26  // the square of a step that needs no other one

// ------------------------------------------------------------------------------------------------ three tones

typedef struct tcf_three {
  tcf_u64 frequency[3];
  tcf_z amplitude[3];
  REAL variance[3], rest;  // as in tcf_pair
} tcf_three;

// The angles of the steps, in turns: by the first group's samples and the four behind them, y, and by the four of each later
// group, in which tones that are alike and hide each other in the first may not do so.
TCF_NUM int three_turns(const tcf_hash *h, const tcf_z y[2 * TCF_SPARSE_PHASES], const tcf_z *value, double turns[3]) {
  three_equations e;
  z_double c[3], z[3];
  double inverse[3], most = 1;
  clear_three(&e);
  for (int t = 0; t + 3 < 2 * TCF_SPARSE_PHASES; t++) {
    const z_double four[4] = {zd(y[t]), zd(y[t + 1]), zd(y[t + 2]), zd(y[t + 3])};
    predict_three(&e, four);
  }
  for (tcf_u32 g = 1; g < h->groups; g++) {
    const tcf_z *x = value + g * TCF_SPARSE_PHASES;
    const z_double four[4] = {zd(x[0]), zd(x[1]), zd(x[2]), zd(x[3])};
    predict_three(&e, four);
  }
  if (!solve_three(&e, TCF_LEAST_PREDICTING, c, inverse)) return 0;
  for (int i = 0; i < 3; i++) z[i] = first_root(i);
  for (int turn = 0; turn < TCF_ROOT_TURNS && most > TCF_ROOT_ENOUGH; turn++) {
    most = 0;
    for (int i = 0; i < 3; i++) {
      const z_double by = root_error(c, z[i], z[(i + 1) % 3], z[(i + 2) % 3]);
      z[i] = zd_sub(z[i], by);
      most = zd_norm(by) > most ? zd_norm(by) : most;
    }
  }
  for (int i = 0; i < 3; i++) {
    const tcf_z w = {(REAL)z[i].re, (REAL)z[i].im};
    turns[i] = turns_of(w);
  }
  return 1;
}

// The amplitudes of the three at the first of `count` neighbours y, by what is known of their angles.
TCF_NUM int split_neighbours(const tcf_hash *h, const void *context, const tcf_z *y, int count, const double turns[3],
                             z_double out[3]) {
  three_equations e;
  tcf_z w[3], step[3];
  double inverse[3];
  clear_three(&e);
  for (int i = 0; i < 3; i++) {
    w[i].re = 1;
    w[i].im = 0;
    step[i] = root(context, nearest_frequency(h, turns[i]));
  }
  for (int c = 0; c < count; c++) {
    add_equation(&e, w, y[c]);
    for (int i = 0; i < 3; i++) w[i] = z_mul(w[i], step[i]);
  }
  return solve_three(&e, 1e-9, out, inverse);
}

// Bin `bin` of a comb, four samples a sector, as three tones. next: its values of the four samples behind those of the first
// group. 0: it holds no three that can be told apart. The caller looks at out->rest.
TCF_NUM int decode_three(const tcf_hash *h, const void *context, tcf_u64 bin, const tcf_z *value, const tcf_z *next,
                         tcf_three *out) {
  enum { PHASES = TCF_SPARSE_PHASES };
  tcf_z y[2 * PHASES], w[3], step[3];
  double turns[3], inverse[3];
  z_double first[3], later[3], a[3];
  three_equations e;
  if (h->phases != PHASES || h->groups < 2) return 0;
  for (int c = 0; c < PHASES; c++) {
    y[c] = value[c];
    y[PHASES + c] = next[c];
  }
  if (!three_turns(h, y, value, turns) || !split_neighbours(h, context, y, 2 * PHASES, turns, first)) return 0;
  for (tcf_u32 g = 1; g < h->groups; g++) {
    if (!split_neighbours(h, context, value + g * PHASES, PHASES, turns, later)) return 0;
    for (int i = 0; i < 3; i++) {
      const z_double by = zd_mul_conj(later[i], first[i]);
      const tcf_z turn = {(REAL)by.re, (REAL)by.im};
      turns[i] += turns_left(turns_of(turn) - turns[i] * (double)h->delay[g]) * h->per_delay[g];
    }
  }
  for (int i = 0; i < 3; i++) {
    const double digit = floor((turns_left(turns[i]) * (double)h->n - (double)bin) * h->per_bin + 0.5);
    out->frequency[i] = bin + h->bins * tcf_index_rest((tcf_u64)(digit < 0 ? digit + (double)h->step : digit), h->step);
    step[i] = root(context, out->frequency[i]);
  }
  // All values: those of the groups, and those behind the first.
  const tcf_u32 count = (h->groups + 1) * PHASES;
  REAL rest = 0;
  clear_three(&e);
  for (int pass = 0; pass < 2; pass++) {
    for (tcf_u32 g = 0; g < h->groups; g++) {
      for (int i = 0; i < 3; i++) w[i] = comb_phase(h, context, out->frequency[i], g);
      for (int c = 0; c < (g ? PHASES : 2 * PHASES); c++) {
        const tcf_z x = g ? value[g * PHASES + (tcf_u32)c] : y[c];
        if (!pass) {
          add_equation(&e, w, x);
        } else {
          tcf_z left = x;
          for (int i = 0; i < 3; i++) left = z_sub(left, z_mul(w[i], out->amplitude[i]));
          rest += z_norm(left);
        }
        for (int i = 0; i < 3; i++) w[i] = z_mul(w[i], step[i]);
      }
    }
    if (!pass && !solve_three(&e, 1e-6, a, inverse)) return 0;
    for (int i = 0; i < 3 && !pass; i++) {
      out->amplitude[i].re = (REAL)a[i].re;
      out->amplitude[i].im = (REAL)a[i].im;
      out->variance[i] = (REAL)(inverse[i] * count);
    }
  }
  out->rest = rest / (REAL)(count - 3);
  return 1;
}
