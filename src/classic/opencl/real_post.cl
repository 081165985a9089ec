// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The post-processing kernel of real kinds on OpenCL devices, from memory to memory, for axes whose complex transform is
// too long for one tile. Parameters: TCF_KIND, TCF_EVEN, TCF_THREADS, and TCF_WIDTH, the transforms of a group (more than
// one where neighbouring transforms are adjacent in memory).
struct results {
  __global const in_number *z;
  tcf_i64 step;  // numbers from point to point
};

static S result_at(const struct results *z, tcf_i64 i) { return load_pair(z->z + i * z->step); }

// The grid has `groups` groups of TCF_THREADS / TCF_WIDTH elements along the axis, times the tiles of TCF_WIDTH
// transforms, times the other batch dimensions.
__kernel __attribute__((reqd_work_group_size(TCF_THREADS, 1, 1))) void tcf_real_post(
    __global const in_number *in, __global out_number *out, __global const SCALAR *table, const ulong in_at,
    const ulong out_at, const ulong table_at, const tcf_cl_tile_args a) {
  if (!a.ffts) return;  // launched only to make the driver compile it
  const tcf_u32 groups = (tcf_u32)a.groups, fft_tiles = (tcf_u32)((a.ffts + TCF_WIDTH - 1) / TCF_WIDTH);
  const tcf_u32 id = (tcf_u32)get_local_id(0), number = (tcf_u32)get_group_id(0);
  tcf_u32 rest = number / groups;
  const tcf_i64 e = (tcf_i64)(number - rest * groups) * (TCF_THREADS / TCF_WIDTH) + id / TCF_WIDTH;
  const tcf_i64 fft = (tcf_i64)(rest % fft_tiles) * TCF_WIDTH + id % TCF_WIDTH;
  rest /= fft_tiles;
  const dims_place place = place_dims(&a, rest);
  if (fft >= a.ffts || e >= (TCF_KIND == KIND_R2C ? a.n / 2 + 1 : a.n)) return;
  const launch l = {in, out, table + table_at / sizeof *table, &a};
  const struct results z = {in + in_at / sizeof *in + 2 * (place.in + fft * a.batch_is), 2 * a.point_is};
  __global out_number *base = out + out_at / sizeof *out + (COMPLEX_OUT ? 2 : 1) * (place.out + fft * a.batch_os);
  store_element(base, e * a.point_os, post_element(&l, &z, e));
}
