// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Estimates made in a small hash are noisier than the comb, and what their subtraction leaves there would look like tones.
// So the amplitudes of all tones are fitted to the comb after each round (least squares; a bin's tones together).
#include <string.h>

#include "sparse/host/run.h"

enum { MOST_TOGETHER = 8 };

static int64_t key_of(const tcf_sparse_run *r, int32_t i) { return r->tone[i].frequency % (int64_t)r->comb.hash.bins; }

// The tones' indices in the order of their bins of the comb, counted where the bins that wait to be looked at are listed:
// none does.
static void sort_by_bin(tcf_sparse_run *r) {
  int32_t *end = r->comb.queue, sum = 0;
  memset(end, 0, (size_t)r->comb.hash.bins * sizeof *end);
  for (int64_t i = 0; i < r->tones; i++) end[key_of(r, (int32_t)i)]++;
  for (uint64_t b = 0; b < r->comb.hash.bins; b++) {
    const int32_t here = end[b];
    end[b] = sum;
    sum += here;
  }
  for (int64_t i = 0; i < r->tones; i++) r->order[end[key_of(r, (int32_t)i)]++] = (int32_t)i;
}

// What a tone of amplitude 1 adds to the values of its bin.
static void tone_values(const tcf_sparse_run *r, int64_t frequency, tcf_z out[TCF_SPARSE_VALUES]) {
  const tcf_hash *h = &r->comb.hash;
  const tcf_z step = root(&r->plan->roots, (uint64_t)frequency);
  for (uint32_t g = 0; g < h->groups; g++) {
    tcf_z w = comb_phase(h, &r->plan->roots, (uint64_t)frequency, g);
    for (uint32_t c = 0; c < h->phases; c++, w = z_mul(w, step)) out[g * h->phases + c] = w;
  }
}

// Solves a x = b, a Hermitian and positive definite, by Cholesky's factorisation. 0: a is too close to singular.
static int solve(int n, tcf_z a[MOST_TOGETHER][MOST_TOGETHER], tcf_z b[MOST_TOGETHER]) {
  for (int j = 0; j < n; j++) {
    const double whole = a[j][j].re;
    for (int k = 0; k < j; k++) a[j][j].re -= z_norm(a[j][k]);
    if (a[j][j].re < 1e-5 * whole) return 0;
    const double pivot = sqrt(a[j][j].re);
    a[j][j] = (tcf_z){pivot, 0};
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) a[i][j] = z_sub(a[i][j], z_mul_conj(a[i][k], a[j][k]));
      a[i][j] = z_scale(a[i][j], 1 / pivot);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) b[i] = z_sub(b[i], z_mul(a[i][k], b[k]));
    b[i] = z_scale(b[i], 1 / a[i][i].re);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] = z_sub(b[i], z_mul_conj(b[k], a[k][i]));
    b[i] = z_scale(b[i], 1 / a[i][i].re);
  }
  return 1;
}

// Strongest first. tones: indices.
static void sort_by_power(const tcf_sparse_run *r, int32_t *tones, int count) {
  for (int i = 1; i < count; i++) {
    const int32_t moved = tones[i];
    int j = i;
    for (; j > 0 && z_norm(r->tone[tones[j - 1]].amplitude) < z_norm(r->tone[moved].amplitude); j--) tones[j] = tones[j - 1];
    tones[j] = moved;
  }
}

// Fits the tones of one bin to what is left in it: the changes of their amplitudes, in x. 0: they are too alike in the comb.
// *variance, *most: of the last one's amplitude, and the largest, in units of a value's noise.
static int fit(const tcf_sparse_run *r, const int32_t *tones, int count, tcf_z x[MOST_TOGETHER], double *variance,
               double *most) {
  const int values = (int)tcf_sparse_count(&r->comb);
  tcf_z column[MOST_TOGETHER][TCF_SPARSE_VALUES], left[TCF_SPARSE_VALUES], a[MOST_TOGETHER][MOST_TOGETHER];
  tcf_sparse_bin(&r->comb, key_of(r, tones[0]), left);
  for (int i = 0; i < count; i++) {
    tone_values(r, r->tone[tones[i]].frequency, column[i]);
    x[i] = (tcf_z){0, 0};
    for (int v = 0; v < values; v++) x[i] = z_add(x[i], z_mul_conj(left[v], column[i][v]));
    for (int j = 0; j <= i; j++) {
      a[i][j] = (tcf_z){0, 0};
      for (int v = 0; v < values; v++) a[i][j] = z_add(a[i][j], z_mul_conj(column[j][v], column[i][v]));
    }
  }
  if (!solve(count, a, x)) return 0;
  *variance = 1 / z_norm(a[count - 1][count - 1]);  // the last diagonal element of the inverse
  *most = 0;
  for (int i = 0; i < count; i++) *most = fmax(*most, 1 / z_norm(a[i][i]));
  return 1;
}

// Fits the tones of one bin. What one tone's first estimate left over may have passed for another tone; beside the first, as
// it is fitted now, that one is noise and goes. Tones that are alike in the comb share any amplitude: a comb that tells them
// much worse than the last window would, by more than twice, changes none of those that are left.
static void fit_bin(tcf_sparse_run *r, int32_t *tones, int count) {
  const double by_window = r->window.noise / tcf_sparse_count(&r->window);
  sort_by_power(r, tones, count);
  for (; count > 0; count--) {
    tcf_z x[MOST_TOGETHER];
    double variance, most;
    if (!fit(r, tones, count, x, &variance, &most)) return;  // they keep what a window said
    tcf_sparse_tone *last = &r->tone[tones[count - 1]];
    const int tells = most * r->comb.noise <= 4 * by_window;
    if (count == 1 || z_norm(z_add(last->amplitude, x[count - 1])) > 30 * r->comb.noise * variance) {
      if (!tells) return;
      for (int i = 0; i < count; i++) {
        tcf_sparse_tone *t = &r->tone[tones[i]];
        tcf_sparse_subtract_comb(r, t->frequency, x[i], 0);
        t->amplitude = z_add(t->amplitude, x[i]);
      }
      return;
    }
    tcf_sparse_subtract_comb(r, last->frequency, (tcf_z){-last->amplitude.re, -last->amplitude.im}, 0);
    last->amplitude = (tcf_z){0, 0};  // drop_weak removes it
  }
}

// A bin with more tones than can be fitted keeps what windows said of them, with the errors of that. What the errors leave
// of the bin looks like a weak tone: none is taken from there that is not far above the noise.
static void doubt_crowd(tcf_sparse_run *r, const int32_t *tones, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    tcf_sparse_tone *t = &r->tone[tones[i]];
    if (t->by_window || z_norm(t->amplitude) > 30 * r->comb.noise * (double)count) continue;
    tcf_sparse_subtract_comb(r, t->frequency, (tcf_z){-t->amplitude.re, -t->amplitude.im}, 0);
    t->amplitude = (tcf_z){0, 0};  // drop_weak removes it
  }
}

// Tones that are noise go back into the hashes.
static void drop_weak(tcf_sparse_run *r) {
  const tcf_sparse_set *s = r->comb.hash.bins ? &r->comb : &r->window;
  int64_t kept = 0;
  r->largest = 0;
  for (int64_t i = 0; i < r->tones; i++) r->largest = fmax(r->largest, z_norm(r->tone[i].amplitude));
  const double least = 2. / 3 * tcf_sparse_least(r, s);
  for (int64_t i = 0; i < r->tones; i++) {
    const tcf_sparse_tone t = r->tone[i];
    if (z_norm(t.amplitude) < least)
      tcf_sparse_subtract(r, t.frequency, (tcf_z){-t.amplitude.re, -t.amplitude.im}, 0);
    else
      r->tone[kept++] = t;
  }
  if (kept == r->tones) return;
  const int64_t count = kept;
  const double largest = r->largest;
  tcf_sparse_forget(r);
  r->largest = largest;
  for (int64_t i = 0; i < count; i++) {
    const tcf_sparse_tone t = r->tone[i];
    r->tone[i].amplitude = (tcf_z){0, 0};
    tcf_sparse_add(r, t.frequency, t.amplitude, t.by_window);
  }
}

// Without a comb: corrects each tone by what the window has at its place, in turns, as tones that share a bin correct each
// other. What one tone's error in an earlier window made look like another tone is noise here, where both lie elsewhere.
void tcf_sparse_refit_window(tcf_sparse_run *r) {
  const tcf_hash *h = &r->window.hash;
  enum { SWEEPS = 3 };
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int64_t i = 0; i < r->tones; i++) {
      tcf_sparse_tone *t = &r->tone[i];
      const uint64_t frequency = (uint64_t)t->frequency, place = tcf_window_place(h, frequency);
      const uint64_t bin = tcf_window_bin(h, place);
      const double turns = turns_left((double)place / (double)h->points - (double)bin / (double)h->bins);
      const double response = tcf_flat_response(&r->plan->window, turns * (double)h->bins);
      const tcf_z step = root(&r->plan->roots, frequency);
      tcf_z value[TCF_SPARSE_VALUES], sum = {0, 0};
      tcf_sparse_bin(&r->window, (int64_t)bin, value);
      for (uint32_t g = 0; g < h->groups; g++) {
        tcf_z w = window_phase(h, &r->plan->roots, place, frequency % h->points, g);
        for (uint32_t c = 0; c < h->phases; c++, w = z_mul(w, step))
          sum = z_add(sum, z_mul_conj(value[g * h->phases + c], w));
      }
      const tcf_z change = z_scale(sum, 1 / (tcf_sparse_count(&r->window) * response));
      tcf_sparse_subtract_window(r, t->frequency, change, 0);
      t->amplitude = z_add(t->amplitude, change);
    }
}

void tcf_sparse_refit(tcf_sparse_run *r) {
  if (r->comb.hash.bins) {
    sort_by_bin(r);
    const int most =
        (int)tcf_sparse_count(&r->comb) / 2 < MOST_TOGETHER ? (int)tcf_sparse_count(&r->comb) / 2 : MOST_TOGETHER;
    for (int64_t first = 0, next; first < r->tones; first = next) {
      for (next = first + 1; next < r->tones && key_of(r, r->order[next]) == key_of(r, r->order[first]);) next++;
      const int alone = next - first == 1 && !r->tone[r->order[first]].by_window;  // it is fitted already
      if (next - first > most) doubt_crowd(r, r->order + first, next - first);
      if (!alone && next - first <= most) fit_bin(r, r->order + first, (int)(next - first));
    }
  }
  drop_weak(r);
}
