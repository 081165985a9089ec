// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The scale of each transform of a tile: the power of two that keeps its numbers within FP16 in all passes on tensor cores,
// found from the largest magnitude among the first pass's results. Included by mma.cuh.

// Words for the largest magnitude of each transform, behind the points: one for each warp of its threads.
template <class P>
INLINE tcf_u32 *largest_bits(const tile_context<P> &x) {
  return (tcf_u32 *)(x.shared + P::fpb * P::stride);
}

// Whether the threads that a transform has in the first pass are whole warps, or neighbours within one warp. Then each warp,
// or each group of neighbours, writes a word of its own. Elsewhere all of them meet in one word, which must be zero before.
template <class P>
COMPILED bool has_own_words() {
  return !tile_pass<P, 0>::order && !tile_pass<P, 0>::paired && P::threads == P::fpb * P::tpt &&
         (P::tpt % 32 == 0 || 32 % P::tpt == 0);
}
template <class P>
COMPILED int words_of_fft() {
  return has_own_words<P>() && P::tpt > 32 ? P::tpt / 32 : 1;
}

// As integers, the bits of a NaN or an infinity are larger than those of any number.
template <class P>
INLINE void note_magnitude(const tile_context<P> &x, int t, tcf_u32 most) {
  atomicMax(largest_bits(x) + t, most);
}

// Notes the largest magnitude of this thread's butterflies of the first pass, which all belong to one transform. FIRST: of
// the butterflies that the thread computes first.
template <class P, int PASS, bool FIRST>
INLINE void note_own_magnitude(const tile_context<P> &x, tcf_u32 most) {
  if constexpr (has_own_words<P>()) {
    constexpr int threads = P::tpt < 32 ? P::tpt : 32;
    most = largest_of<threads>(most);
    if (threadIdx.x % threads == 0) {
      tcf_u32 *word = largest_bits(x) + threadIdx.x / threads;
      *word = FIRST || most > *word ? most : *word;
    }
  } else {
    int t, q;
    place<P>(tile_pass<P, PASS>::order, &t, &q);
    if (works<P>(t, q)) note_magnitude(x, t, most);
  }
}

template <class P>
COMPILED int first_tensor_pass() {
  int p = 0;
  while (!(P::tensor >> p & 1)) p++;
  return p;
}
template <class P>
COMPILED int last_tensor_pass() {
  int p = P::passes - 1;
  while (!(P::tensor >> p & 1)) p--;
  return p;
}

// The largest magnitude is scaled to below 2^scaled_top. From the second pass until the last split, numbers grow with the
// points that are summed up, and the parts of complex numbers by sqrt(2) besides.
template <class P>
COMPILED int scaled_top() {
  int growth = 1, top = TCF_SPLIT_TOP;
  for (int p = 1; p < last_tensor_pass<P>(); p++) growth *= P::radix[p];
  growth *= P::radix[last_tensor_pass<P>()] / FOUR;
  for (int fits = 64; fits < growth; fits *= 2) top--;
  return top;
}

// The exponent of a transform's scale, such that its power of two and the inverse are normal numbers; 0 for infinities and
// NaN.
template <class P>
INLINE int scale_exponent(const tile_context<P> &x, int t) {
  const tcf_u32 *words = largest_bits(x) + t * words_of_fft<P>();
  tcf_u32 most = words[0];
  UNROLL
  for (int w = 1; w < words_of_fft<P>(); w++) most = words[w] > most ? words[w] : most;
  const int biased = (int)(most >> 23), e = biased - 127 - (scaled_top<P>() - 1);
  return biased == 255 ? 0 : e < -126 ? -126 : e;
}
