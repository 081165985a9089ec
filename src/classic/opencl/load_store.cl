// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Points on their way into and out of a tile. They are loaded and stored transform by transform, or by whole registers of
// neighbouring transforms, or by blocks of rows that are transposed in registers. The stage's load and store operations
// are applied here as well.

// ------------------------------------------------------------------------------------------------ in

#define LOADS_COMPLEX (TCF_LOAD == OP_COPY || (TCF_LOAD == OP_USER && TCF_KIND == KIND_C2C))

#if LOADS_COMPLEX
INLINE __global const in_number *point_in(const tile *x, int fft, int i) {
  return x->in + 2 * ((span)x->l.a->batch_is * fft + (TCF_CONTIGUOUS_IN ? 1 : (span)x->l.a->point_is) * i);
}
#endif

// The shift of a convolution over several launches (tcf_convolution_shift of core/schedule.h), and the chirp of a point.
INLINE tcf_i64 convolution_shift(const tcf_cl_tile_args *a) {
  return !TCF_EVEN && (TCF_KIND == KIND_R2C || TCF_KIND == KIND_C2R) ? (a->n - 1) / 4 : 0;
}
INLINE S chirp_at(const tile *x, tcf_i64 j) { return table_root(&x->l, x->l.a->chirp, j < 0 ? -j : j); }

// Point i of one transform, which must exist.
INLINE S load_fft(const tile *x, int fft, int i) {
#if LOADS_COMPLEX
  return load_pair(point_in(x, fft, i));
#else
  const tcf_cl_tile_args *a = x->l.a;
  const tcf_i64 e = (tcf_i64)i * a->in_step + (x->fft + fft) * a->in_batch_step;
  const int unit = COMPLEX_IN ? 2 : 1;
  const tcf_i64 shift = convolution_shift(a), bin = e - shift;
  const int halved = TCF_LOAD == OP_CHIRP && shift && TCF_KIND == KIND_C2R;
  if (halved ? bin < 0 || bin > a->n / 2 : TCF_LOAD == OP_CHIRP && e >= a->axis_n) return S_MAKE(0, 0);
  const raw_input raw = {&x->l, x->in + unit * (tcf_i64)a->batch_is * fft, unit * a->is};
  const S v = pre_point(&raw, halved ? bin : e);
  if (TCF_LOAD != OP_CHIRP) return v;
  const S w = s_mul(v, chirp_at(x, halved ? e : e - shift));
  return halved && bin ? S_MAKE(2 * w.re, 2 * w.im) : w;
#endif
}

// Out-of-range transforms load the last valid one, which avoids a bounds check on every load. They are never stored. With
// vectors load_ffts does this for each transform of a register.
INLINE int existing(const tile *x, int t) { return TCF_VECTOR > 1 ? t : min(t, x->ffts - 1); }

// Point i of all transforms of register t.
INLINE C load_ffts(const tile *x, int t, int i) {
#if TCF_VECTOR > 1
  C v;
#if LOADS_COMPLEX
  if (x->l.a->batch_is == 1 && x->ffts >= (t + 1) * TCF_VECTOR) {
    __global const in_number *p = point_in(x, t * TCF_VECTOR, i);
    const V first = load_vector(0, p), second = load_vector(1, p);
    v.re.lo = first.even;
    v.re.hi = second.even;
    v.im.lo = first.odd;
    v.im.hi = second.odd;
    return v;
  }
#endif
  for (int k = 0; k < TCF_VECTOR; k++) set_fft(&v, k, load_fft(x, min(t * TCF_VECTOR + k, x->ffts - 1), i));
  return v;
#else
  const S v = load_fft(x, t, i);
  return C_MAKE(v.re, v.im);
#endif
}

// The rest of the load operation, which is the same for all transforms.
INLINE C loaded(const tile *x, int i, C v) {
  if (LOADS_COMPLEX && TCF_LOAD == OP_USER) v.im *= x->l.a->sign;
  if (TCF_CONV != BLUESTEIN) return v;
  const S w = table_root(&x->l, x->l.a->chirp, i);
  return c_times(v, w.re, w.im);
}

INLINE C load_point(const tile *x, int t, int i) {
  return !TCF_CONV || i < TCF_POINTS ? loaded(x, i, load_ffts(x, t, i)) : C_MAKE(broadcast(0), broadcast(0));
}

// Rader (1968): input g^-q of a transform of prime length is point q of a convolution that is shorter by one, and result
// q of the convolution is output g^q. The table says where in local memory input i goes, and in its second half where
// result i lies.
INLINE int place_by_table(const tile *x, int t, int i) {
  __global const int *places = (__global const int *)x->l.table + x->l.a->places;
  return t * TCF_STRIDE + places[i];
}

#if TCF_SMEM_IN
#define FILLED (TCF_CONV == RADER ? TCF_POINTS : TCF_N)
INLINE int place_in(const tile *x, int t, int i) {
  return TCF_CONV == RADER ? place_by_table(x, t, i) : at(t, TCF_CONV ? i : digits_reversed(i));
}

#if TCF_VECTOR > 1
// Loads TCF_VECTOR / 2 neighbouring points from i on of all transforms of register t.
#define LOADS_BLOCKS (LOADS_COMPLEX && TCF_POINTS >= TCF_VECTOR / 2)
INLINE void load_block(const tile *x, int t, int i) {
#if LOADS_BLOCKS
  V v[TCF_VECTOR];
  UNROLL for (int k = 0; k < TCF_VECTOR; k++) v[k] =
      load_vector(0, point_in(x, min(t * TCF_VECTOR + k, x->ffts - 1), i));
  transpose(v);
  UNROLL for (int k = 0; k < TCF_VECTOR / 2; k++)
      tile_put(x, place_in(x, t, i + k), loaded(x, i + k, C_MAKE(v[2 * k], v[2 * k + 1])));
#endif
}
#else
#define LOADS_BLOCKS 0
#endif

// Whether all elements of the tile follow each other in memory.
#define PACKED_ROWS_IN (TCF_VECTOR == 1 && TCF_PACKED_IN && LOADS_COMPLEX && !TCF_BATCH_FAST_IN && FILLED == TCF_POINTS)

INLINE void load_element(const tile *x, int id) {
  const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_IN, FILLED), i = ELEMENT_OF(id, TCF_BATCH_FAST_IN, FILLED);
  tile_put(x, place_in(x, t, i), load_point(x, existing(x, t), i));
}

#if PACKED_ROWS_IN
INLINE C load_numbered(const tile *x, int id, int t, int i) {
  const S point = load_pair(x->in + 2 * id);
  return loaded(x, i, C_MAKE(point.re, point.im));
}
#else
INLINE C load_numbered(const tile *x, int id, int t, int i) { return load_point(x, t, i); }
#endif

#if TCF_SEVERAL
// Loads where all transforms exist. All loads are issued before the first is used. When each was stored at once, or was
// conditional, the loads waited for each other (23 points: 0.97 of a copy's speed on an H200, 0.78 then).
#define LOAD_ROUNDS(NAME, COUNT)                                                                                \
  INLINE void NAME(const tile *x, int first) {                                                                  \
    C v[(COUNT) + 1];                                                                                           \
    int to[(COUNT) + 1];                                                                                        \
    UNROLL for (int s = 0; s < (COUNT); s++) {                                                                  \
      const int id = (first + s) * TCF_THREADS + (int)get_local_id(0);                                          \
      const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_IN, FILLED), i = ELEMENT_OF(id, TCF_BATCH_FAST_IN, FILLED); \
      v[s] = load_numbered(x, id, t, i);                                                                        \
      to[s] = place_in(x, t, i);                                                                                \
    }                                                                                                           \
    UNROLL for (int s = 0; s < (COUNT); s++) tile_put(x, to[s], v[s]);                                          \
  }
DEFINE_SEVERAL(load_all, LOAD_ROUNDS, FILLED, load_element)
#endif

INLINE void load_tile(const tile *x) {
  int first = 0;
#if LOADS_BLOCKS
  if (x->l.a->point_is == 1) {
    for (int t = 0; t < TCF_WIDTH; t++)
      for (int i = 0; i + TCF_VECTOR / 2 <= TCF_POINTS; i += TCF_VECTOR / 2) load_block(x, t, i);
    first = TCF_POINTS / (TCF_VECTOR / 2) * (TCF_VECTOR / 2);
  }
#endif
  if (TCF_VECTOR > 1) {
    for (int t = 0; t < TCF_WIDTH; t++)
      for (int i = first; i < FILLED; i++) tile_put(x, place_in(x, t, i), load_point(x, existing(x, t), i));
    return;
  }
#if TCF_SEVERAL
  if (x->ffts == TCF_WIDTH) {
    load_all(x);
    return;
  }
#endif
  FOR_ELEMENTS(id, FILLED) load_element(x, id);
}
#endif

// ------------------------------------------------------------------------------------------------ out

// The index l of the twiddles between steps, of each transform of a register: the transform's number, or with
// TWIDDLE_OUTER the index in batch dimension 1.
INLINE V_uint twiddle_index(const tile *x, int t) {
  if (TCF_TWIDDLE_OUTER) return (V_uint)(x->outer);
#if TCF_VECTOR > 1
  const uint number[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return CAT(vload, TCF_VECTOR)(0, number) + (tcf_u32)(x->fft + t * TCF_VECTOR);
#else
  return (tcf_u32)(x->fft + t);
#endif
}

#define MULTIPLIES_TWIDDLES (TCF_STORE == OP_TWIDDLE || TCF_STORE == OP_FILTER_INVERSE)

// The part of the store operation that is the same for all transforms and is no multiplication by twiddles, for result k.
INLINE C finished(const tile *x, int k, C v) {
  const tcf_cl_tile_args *a = x->l.a;
  if (TCF_CONV == BLUESTEIN) {
    const S w = table_root(&x->l, a->chirp, k);
    v = c_times(c_swap(v), w.re, w.im);
  }
  if (TCF_CONV == RADER) v = c_swap(v);
  if (TCF_KIND == KIND_C2C && TCF_STORE == OP_USER) v = C_MAKE(v.re * a->scale, v.im * a->scale_im);
  return v;
}

#define STORES_PAIRS (TCF_STORE == OP_USER && TCF_KIND == KIND_C2R)
// Each result is an element of the output of an odd real length.
#define STORES_ALONE (TCF_STORE == OP_ALONE || TCF_STORE == OP_CHIRP_ALONE)
#define STORES_COMPLEX (TCF_STORE != OP_FILTER && TCF_STORE != OP_CHIRP && !STORES_PAIRS && !STORES_ALONE)

INLINE __global out_number *point_out(const tile *x, int fft, int k) {
  return x->out + 2 * ((span)x->l.a->batch_os * fft + (TCF_CONTIGUOUS_OUT ? 1 : (span)x->l.a->point_os) * k);
}

// Stores result k of one transform, after the part of the store operation that depends on the transform.
INLINE void store_fft(const tile *x, int fft, int k, S v) {
#if STORES_COMPLEX
  store_pair(point_out(x, fft, k), v);
#else
  const tcf_cl_tile_args *a = x->l.a;
  const tcf_i64 e = (tcf_i64)k * a->out_step + (x->fft + fft) * a->out_batch_step;
#if STORES_PAIRS
  // Result k of the inverse transform of a spectrum holds the real numbers 2 k and 2 k + 1, swapped.
  __global out_number *base = x->out + a->batch_os * fft;
  if (a->whole_out) {
    store_pair(base + 2 * e, S_MAKE(v.im * a->scale, v.re * a->scale));
  } else {
    store_real(base + 2 * e * a->os, v.im * a->scale);
    store_real(base + (2 * e + 1) * a->os, v.re * a->scale);
  }
#elif TCF_STORE == OP_FILTER
  store_pair(point_out(x, fft, k), s_swap(s_mul(v, table_root(&x->l, a->filter, e))));
#else
  const int bins = STORES_ALONE && TCF_KIND == KIND_R2C;
  const tcf_i64 shift = TCF_STORE == OP_ALONE ? 0 : convolution_shift(a), before = bins ? shift : 0;
  if (bins && (e < before || e - before > a->n / 2)) return;
  if (TCF_STORE != OP_ALONE) {  // the convolution's inverse transform leaves real and imaginary parts swapped
    if (!bins && e >= a->axis_n) return;
    v = s_mul(s_swap(v), chirp_at(x, bins ? e : e - shift));
  }
  if (STORES_ALONE && TCF_KIND == KIND_C2R)
    store_real(x->out + (a->batch_os * fft + a->point_os * k), v.im * a->scale);
  else
    store_pair(point_out(x, fft, k) - 2 * before * a->os,
               STORES_ALONE || TCF_KIND == KIND_C2C ? S_MAKE(v.re * a->scale, v.im * a->scale_im) : v);
#endif
#endif
}

// Stores result k of all transforms of a register, after finished(). Without vectors the one transform must exist.
INLINE void store_ffts(const tile *x, int t, int k, C v) {
#if TCF_VECTOR > 1
#if STORES_COMPLEX
  if (x->l.a->batch_os == 1 && x->ffts >= (t + 1) * TCF_VECTOR) {
    __global out_number *p = point_out(x, t * TCF_VECTOR, k);
    V first, second;
    first.even = v.re.lo;
    first.odd = v.im.lo;
    second.even = v.re.hi;
    second.odd = v.im.hi;
    store_vector(first, 0, p);
    store_vector(second, 1, p);
    return;
  }
#endif
  for (int i = 0; i < TCF_VECTOR; i++)
    if (t * TCF_VECTOR + i < x->ffts) store_fft(x, t * TCF_VECTOR + i, k, fft_of(&v, i));
#else
  store_fft(x, t, k, S_MAKE(v.re, v.im));
#endif
}

// Where result k lies in local memory.
INLINE int place_out(const tile *x, int t, int k) {
  return TCF_CONV == RADER ? place_by_table(x, t, TCF_POINTS + k) : at(t, k);
}

INLINE C multiplied(const tile *x, int t, int k, C v) {
#if MULTIPLIES_TWIDDLES
  v = c_mul(v, root_at((tcf_u32)k * twiddle_index(x, t), x->l.a));
#endif
  return v;
}

// store_point stores result k as it comes from local memory, with twiddles. store_multiplied stores a result of a butterfly
// that twiddle_results has multiplied already. (A convolution ends in local memory, since it has more points than are
// stored.)
INLINE void store_point(const tile *x, int t, int k, C v) { store_ffts(x, t, k, multiplied(x, t, k, finished(x, k, v))); }
INLINE void store_multiplied(const tile *x, int t, int k, C v) { store_ffts(x, t, k, finished(x, k, v)); }

// Whether the kind computes an element from several results.
#define STORES_ELEMENTS (TCF_STORE == OP_USER && TCF_KIND != KIND_C2C && !(TCF_KIND == KIND_C2R && TCF_EVEN))

struct results {
  const tile *x;
  int fft;
};

static S result_at(const struct results *z, tcf_i64 i) {
#if LOCAL_TILE
  __local const SCALAR *number =
      (__local const SCALAR *)(z->x->points + NUMBERS * place_out(z->x, z->fft / TCF_VECTOR, (int)i));
  const S v = S_MAKE(number[z->fft % TCF_VECTOR], number[TCF_VECTOR + z->fft % TCF_VECTOR]);
  if (TCF_CONV == BLUESTEIN) return s_mul(s_swap(v), table_root(&z->x->l, z->x->l.a->chirp, i));
  return TCF_CONV == RADER ? s_swap(v) : v;
#else
  return S_MAKE(0, 0);
#endif
}

#if TCF_SMEM_OUT
#if STORES_ELEMENTS
INLINE void store_tile(const tile *x) {
  FOR_ELEMENTS(id, TCF_OUT) {
    const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_OUT, TCF_OUT), e = ELEMENT_OF(id, TCF_BATCH_FAST_OUT, TCF_OUT);
    const tcf_cl_tile_args *a = x->l.a;
    for (int fft = t * TCF_VECTOR; fft < (t + 1) * TCF_VECTOR && fft < x->ffts; fft++) {
      const struct results z = {x, fft};
      store_element(x->out + (COMPLEX_OUT ? 2 : 1) * (a->batch_os * fft), e * a->point_os, post_element(&x->l, &z, e));
    }
  }
}
#else
#define STORES_BLOCKS (TCF_VECTOR > 1 && STORES_COMPLEX && TCF_POINTS >= TCF_VECTOR / 2)
#if STORES_BLOCKS
INLINE void store_block(const tile *x, int t, int k) {
  V v[TCF_VECTOR];
  UNROLL for (int i = 0; i < TCF_VECTOR / 2; i++) {
    const C w = multiplied(x, t, k + i, finished(x, k + i, tile_get(x, place_out(x, t, k + i))));
    v[2 * i] = w.re;
    v[2 * i + 1] = w.im;
  }
  transpose(v);
  for (int i = 0; i < TCF_VECTOR; i++)
    if (t * TCF_VECTOR + i < x->ffts) store_vector(v[i], 0, point_out(x, t * TCF_VECTOR + i, k));
}
#endif

#define PACKED_ROWS_OUT (TCF_VECTOR == 1 && TCF_PACKED_OUT && STORES_COMPLEX && !TCF_BATCH_FAST_OUT)

INLINE void store_one(const tile *x, int id) {
  const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS), k = ELEMENT_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS);
  if (TCF_VECTOR > 1 || t < x->ffts) store_point(x, t, k, tile_get(x, place_out(x, t, k)));
}

#if PACKED_ROWS_OUT
INLINE void store_numbered(const tile *x, int id, int t, int k, C v) {
  const C w = multiplied(x, t, k, finished(x, k, v));
  store_pair(x->out + 2 * id, S_MAKE(w.re, w.im));
}
#else
INLINE void store_numbered(const tile *x, int id, int t, int k, C v) { store_point(x, t, k, v); }
#endif

// Not for pairs of real numbers: PoCL 3.1 mixes up their two forms of stores here when it compiles the GPUs' form of a
// program.
#define STORES_SEVERAL (TCF_SEVERAL && STORES_COMPLEX)
#if STORES_SEVERAL
#define STORE_ROUNDS(NAME, COUNT)                                                                                         \
  INLINE void NAME(const tile *x, int first) {                                                                            \
    C v[(COUNT) + 1];                                                                                                     \
    UNROLL for (int s = 0; s < (COUNT); s++) {                                                                            \
      const int id = (first + s) * TCF_THREADS + (int)get_local_id(0);                                                    \
      const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS), k = ELEMENT_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS); \
      v[s] = tile_get(x, place_out(x, t, k));                                                                             \
    }                                                                                                                     \
    UNROLL for (int s = 0; s < (COUNT); s++) {                                                                            \
      const int id = (first + s) * TCF_THREADS + (int)get_local_id(0);                                                    \
      const int t = TRANSFORM_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS), k = ELEMENT_OF(id, TCF_BATCH_FAST_OUT, TCF_POINTS); \
      store_numbered(x, id, t, k, v[s]);                                                                                  \
    }                                                                                                                     \
  }
DEFINE_SEVERAL(store_all, STORE_ROUNDS, TCF_POINTS, store_one)
#endif

INLINE void store_tile(const tile *x) {
#if STORES_BLOCKS
  if (x->l.a->point_os == 1) {
    for (int t = 0; t < TCF_WIDTH; t++) {
      int k = 0;
      for (; k + TCF_VECTOR / 2 <= TCF_POINTS; k += TCF_VECTOR / 2) store_block(x, t, k);
      for (; k < TCF_POINTS; k++) store_point(x, t, k, tile_get(x, place_out(x, t, k)));
    }
    return;
  }
#endif
#if STORES_SEVERAL
  if (x->ffts == TCF_WIDTH) {
    store_all(x);
    return;
  }
#endif
  FOR_ELEMENTS(id, TCF_POINTS) store_one(x, id);
}
#endif
#endif
