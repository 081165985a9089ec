// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What is a tone, what is noise, and how many samples tell them apart: the same on the host and on GPUs. All powers are of
// complex amplitudes of the signal; `values` is the number of values of a bin, groups * phases.
#ifndef TCFFT_SPARSE_THRESHOLDS_H
#define TCFFT_SPARSE_THRESHOLDS_H

#include "sparse/delays.h"

// Power of a tone over that of the noise in a bin: without a word about the noise the first attempt is for signals that have
// none but rounding, and tones 60 dB apart; a tone that has to be found in noise has the other one at least, or the comb
// gets more bins.
#define TCF_SPARSE_ASSUMED_RATIO 1e6
#define TCF_SPARSE_LEAST_RATIO 400.0

// The mean power of a bin's values that noise alone exceeds once in some e^rarity trials. The mean of m exponentially
// distributed powers exceeds x times their mean with a probability of exp(-m (x - 1 - log x)) at most (Chernoff), which this
// inverts.
TCF_NUM double tcf_sparse_exceeded(double noise, double values, double rarity) {
  const double c = rarity / values;
  return noise * (1 + sqrt(2 * c) + c * 2 / 3);
}
TCF_NUM double tcf_sparse_outlier(double noise, double values) { return tcf_sparse_exceeded(noise, values, 30); }

// The median of the mean of `values` exponentially distributed powers is so far below its mean (Gamma distribution).
TCF_NUM double tcf_sparse_mean_of_median(double median, double values) { return median / (1 - 1 / (3 * values)); }

// Rounding of FP32 transforms is the least noise. mean: of all bins.
TCF_NUM double tcf_sparse_least_noise(double mean, double largest, double bins) {
  return 2e-14 * fmax(mean, largest / bins);
}

// The mean power of a bin's values from which on it may hold a tone. Half of the least tone's power is enough, since noise
// adds to it or takes from it.
TCF_NUM double tcf_sparse_look_from(double noise, double values) {
  return noise * (1 + fmax(12 / values, 3.5 / sqrt(values)));
}

// What FP32 rounding of the strongest tone may look like: tones 100 dB below it are left alone.
TCF_NUM double tcf_sparse_rounding(double largest) { return 1e-10 * largest; }

// Whether the powers of bins scatter no more than those of white noise, each of which is the mean of `values` exponentially
// distributed ones, by four deviations. scatter: their mean square over the square of their mean. Tones that do not stand
// out one by one make powers scatter more.
TCF_NUM int tcf_sparse_scatters_as_noise(double scatter, double bins, double values) {
  return bins > 0 && (scatter - 1) * values <= 1 + 4 * sqrt((2 + 6 / values) / bins);
}

// The least power of a tone that is told from noise: the noise of an amplitude, which is the mean of the values, exceeds it
// once in e^30 trials.
TCF_NUM double tcf_sparse_least_tone(double noise, double values, double largest) {
  return fmax(30 * noise / values, tcf_sparse_rounding(largest));
}

// Whether what a single tone does not explain is noise, whose mean may be exceeded by so much. FP32 rounding of the tone
// itself counts as noise, too.
TCF_NUM double tcf_sparse_single_share(double degrees) { return 1 + 10 / sqrt(fmax(degrees, 1.0)); }
TCF_NUM int tcf_sparse_is_single(double rest, double energy, double noise, double degrees) {
  return rest <= noise * tcf_sparse_single_share(degrees) + 1e-12 * energy;
}

// Beyond this offset from the middle of a window's bin the response is small, and the neighbour sees the tone better.
#define TCF_SPARSE_MOST_OFFSET 0.6

// The ratio that a comb's delays are chosen for when it is measured again, of that of its tones.
TCF_NUM double tcf_sparse_comb_ratio(double tone, double noise, double bins) {
  const double ratio = noise > 0 ? tone / noise * bins : TCF_SPARSE_ASSUMED_RATIO;
  return fmin(TCF_SPARSE_ASSUMED_RATIO, fmax(ratio, 50.0));
}

// Whether a comb whose delays were chosen for `ratio` has so much noise that others would serve better.
TCF_NUM int tcf_sparse_comb_is_noisy(double ratio, double tone, double noise, double bins) {
  return noise > 0 && tone / noise * bins < ratio / 30;
}

// Whether a comb cannot tell amplitudes exactly enough, by so many values of a bin at most. The next attempt's is then
// measured at once.
TCF_NUM int tcf_sparse_comb_is_small(double tone, double noise, double bins, int values) {
  return noise > 0 && bins > 0 && tone / noise * bins * values < TCF_SPARSE_ENOUGH;
}

// Whether tones of so much power would not stand out in any comb of up to so many bins: there are many more than k, or none.
TCF_NUM int tcf_sparse_is_hopeless(double tone, double noise, double bins) { return tone * bins < 20 * noise; }

// Whether a window with so many bins is too small for the tones, or for the noise. Without a comb the amplitudes come from
// the window, too, and are the mean of its values.
TCF_NUM int tcf_sparse_window_is_small(tcf_u64 bins, double gain, tcf_i64 tones, double tone, double noise, int comb,
                                       int phases) {
  const double ratio = comb ? TCF_SPARSE_LEAST_RATIO : TCF_SPARSE_ENOUGH / (phases * tcf_sparse_window_groups(0, phases));
  return (tcf_i64)bins < 3 * tones || tone < ratio * noise * gain;
}

// The ratio that a window's delays are chosen for.
#define TCF_SPARSE_CLEAR_RATIO 1e5
TCF_NUM double tcf_sparse_window_ratio(double tone, double noise, double gain) {
  const double clear = TCF_SPARSE_CLEAR_RATIO;
  return fmax(50.0, fmin(noise > 0 ? tone / (noise * gain) : clear, clear));
}

// Fresh samples that would show a missing tone of power `least`: four standard deviations of the mean of so many powers, and
// as much again, are below it. The square of one power's deviation is that of its mean for complex noise (spread 1), and
// twice that for real noise (spread 2). error: the square of the relative deviation of the noise itself. 0: no number does.
TCF_NUM double tcf_sparse_check_samples(double least, double noise, double error, double spread, double n) {
  const double fewest = 128 * spread, most = 1 << 20;
  if (least >= 8 * noise * sqrt(error + spread / fewest)) return fewest;
  const double share = least / (8 * noise), left = share * share - error;
  if (!(share > 0) || !(left > 0) || spread / left > most || spread / left > n) return 0;
  return fmax(fewest, ceil(spread / left));
}

// How far the mean power of what is left of so many samples may be from that of the noise. rounding: of the tones' whole
// power.
TCF_NUM double tcf_sparse_allowed(double noise, double error, double spread, double samples, double rounding) {
  return 4 * noise * sqrt(error + spread / samples) + rounding;
}

// Whether the mean power of what is left of so many samples is that of the noise.
TCF_NUM int tcf_sparse_agrees(double mean, double noise, double error, double spread, double samples, double rounding) {
  return fabs(mean - noise) <= tcf_sparse_allowed(noise, error, spread, samples, rounding);
}

#endif
