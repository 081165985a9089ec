// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tones of a signal from one comb, which all blocks measure and read together: for more tones than a cluster of blocks
// is for (sparse_cluster.cuh, tcf_cluster_suits). Tones are read from bins that hold up to four of them, and checked; what
// cannot be told or does not pass is peeled (sparse.cuh), which begins anew; where there is only noise, and the whole
// transform may follow, the caller is told to take it. Hashes, thresholds and the check are the same.
//
// A comb of first * second bins takes two steps (Cooley and Tukey): each block takes the samples of some columns, `second`
// elements apart, and transforms them, then all exchange what they have in device memory and transform rows. Bins then
// belong to one block, which reads them as soon as it has them: the first ones tell it the noise, and the columns' powers
// how strong tones may be. Blocks meet twice, before the rows and when the tones are found, and once or twice more where
// there are many tones to be ranked. One block decides whether the tones are right while the others write them.
//
// Almost all of the time are chains of instructions that run once, so that each step is as short a chain as can be: a block
// waits for no number of another's that it can do without, and the check's sums are made before anyone needs them.
//
//     P: threads, blocks          launch bounds
//        power                    1: the signal's length is a power of two
//        first, second            lengths of the two steps
//        groups                   of the comb, the first two of which are eight neighbouring samples
#ifndef TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_GRID_CUH

#include "sparse/cuda/grid_check.cuh"
#include "sparse/cuda/grid_results.cuh"
#include "sparse/cuda/grid_transform.cuh"
#include "sparse/cuda/lane_read.cuh"
#include "sparse/cuda/sparse.cuh"

// ------------------------------------------------------------------------------------------------ noise

// The noise as some bins of a block tell it: the sum of the powers of those that do not stand out, how many they are, the
// mean, and their scatter as in look_found.
struct noise_told {
  float clean;
  tcf_u32 count;
  float mean, scatter;
};

// The mean of the least of so many bins' powers, each of which is the mean of twelve exponentially distributed powers, over
// their mean.
static constexpr float LEAST_OF_TWO = .84f, LEAST_OF_FOUR = .72f;

INLINE float mean_of(float sum, tcf_u32 count) { return count ? sum / (float)count : 0; }

// By the first bins in shared memory. Each lane has the least of four, few of which hold a tone, and the mean of those tells
// which bins stand out. The same in all warps, none of which waits for another.
template <class P>
static __device__ noise_told tell_noise(const tcf_look_args &a, tcf_u32 bins) {
  enum { EACH = 4 };
  const tcf_u32 sample = min(bins, 32u * EACH);
  float power[EACH], least = 3e38f;
  UNROLL
  for (tcf_u32 j = 0; j < EACH; j++) {
    const tcf_u32 at = threadIdx.x % 32 + 32 * j;
    power[j] = at < sample ? power_at<P>(at) : 3e38f;
    least = fminf(least, power[j]);
  }
  const bool counts = least <= 4 * tcf_bits_float(warp_least(tcf_float_bits(least))) && least < 3e38f;
  const tcf_u32 lanes = warp_sum(counts);
  const float share = sample <= 32 ? 1 : sample <= 64 ? LEAST_OF_TWO : LEAST_OF_FOUR;
  const float mean = warp_sum_of(counts ? least : 0) / ((float)lanes * share);
  const float outlier = fminf(mean * (float)a.outlier_share, 1e38f);
  const float per_outlier = 1 / fmaxf(outlier, 1.2e-38f);  // so that squares do not exceed FP32
  noise_told noise = {0, 0};
  UNROLL
  for (tcf_u32 j = 0; j < EACH; j++) {
    const float clean = power[j] <= outlier ? power[j] : 0;
    noise.clean += clean;
    noise.count += power[j] <= outlier;
    noise.scatter += clean * per_outlier * (clean * per_outlier);
  }
  noise.clean = warp_sum_of(noise.clean);
  noise.count = warp_sum(noise.count);
  noise.mean = mean_of(noise.clean, noise.count);
  const float unit = noise.mean * per_outlier, squares = warp_sum_of(noise.scatter);
  noise.scatter = unit > 0 ? squares / (unit * unit) : 0;
  return noise;
}

// The sum of all bins' powers, as their columns told it.
INLINE float power_of_all(const grid_state &s) {
  float all = 0;
  UNROLL
  for (int w = 0; w < TCF_GRID_TEAM / 32; w++) all += s.power[w];
  return all;
}

// What a block knows before it reads bins. The strongest tone has the mean power of as many tones as are expected at least.
INLINE look_powers powers_here(const tcf_look_args &a, float all, const noise_told &noise) {
  return look_powers{all, all * a.per_k, fmax((double)noise.mean, tcf_sparse_least_noise(all * a.per_bin, 0, 1)),
                     (double)noise.count};
}

// ------------------------------------------------------------------------------------------------ tones

// Reads the bins of the rows that may hold a tone, as many at once as have lanes.
template <class P>
static __device__ void read_rows(float look_from) {
  grid_memory<P> &m = grid<P>();
  look_state &s = m.s.look;
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < m.s.rows * grid_sizes<P>::SECOND; at += TCF_LOOK_THREADS) {
    if (!(power_at<P>(at) > look_from)) continue;
    const tcf_u32 i = atomicAdd(&s.queued, 1u);
    if (i < TCF_GRID_QUEUE) m.queue[i] = at;
  }
  __syncthreads();
  const tcf_u32 queued = min(s.queued, (tcf_u32)TCF_GRID_QUEUE);
  if (s.queued > queued) m.s.crowded = 1;
#pragma unroll 1  // neighbours go to different warps, so that few bins are read by many
  for (tcf_u32 first = threadIdx.x / 32; first < queued; first += TCF_LOOK_THREADS / 4) {
    const tcf_u32 i = first + threadIdx.x % 32 / 4 * LOOK_WARPS;
    const bool there = i < queued;
    const tcf_u32 at = there ? m.queue[i] : 0;
    const bool understood = read_bin<grid_look<P>>(bin_of_row<P>(at), at, there);
    if (there && !understood) s.mine.doubtful = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) s.queued = 0;
}

// Behind the first rows, which are in shared memory already, as are the limits when all threads have met.
template <class P>
static __device__ void read_all_rows(const tcf_sparse_grid_args &args, const grid_board &b, const grid_share &all,
                                     const bin_limits &most) {
  if (threadIdx.x == 0) grid<P>().s.look.most = most;
#pragma unroll 1
  for (tcf_u32 done = 0; done < all.count && !grid<P>().s.crowded; done += args.rows) {
    if (done) measure_rows<P>(b, part_of(all, done, args.rows));
    read_rows<P>((float)most.look_from);
  }
}

// Tells all blocks what was found here.
template <class P>
static __device__ void report_tones(const tcf_sparse_grid_args &args, const grid_board &b, const noise_told &noise) {
  const grid_state &s = grid<P>().s;
  if (threadIdx.x) return;
  look_found mine = s.look.mine;
  mine.doubtful |= mine.tones > (s.cells ? (tcf_u32)TCF_GRID_ROOM : args.slots) || s.crowded;
  mine.count = noise.count;
  mine.clean = noise.clean;
  mine.scatter = noise.scatter;
  b.found[s.block] = mine;
}

// What block number `threadIdx.x` found.
INLINE look_found found_by_block(const grid_board &b, tcf_u32 blocks) {
  look_found mine = {0, 0, 0, ~0u, 0, 0, 0, 0};
  if (threadIdx.x < blocks) {
    const uint4 *word = (const uint4 *)&b.found[threadIdx.x];
    const uint4 one = __ldcg(word), two = __ldcg(word + 1);
    mine = look_found{one.x, one.y, one.z, one.w, two.x, two.y, tcf_bits_float(two.z), tcf_bits_float(two.w)};
  }
  return mine;
}

// What all found, in all threads.
template <class P>
static __device__ grid_found found_by_all(const look_found &mine) {
  grid_state &s = grid<P>().s;
  const float mean = mean_of(mine.clean, mine.count);
  grid_found all = {mine, mine.count ? tcf_float_bits(mean) : ~0u, tcf_float_bits(mean)};
  if (threadIdx.x / 32 * 32 < s.blocks) {
    all.low = warp_least(all.low);
    all.high = warp_most(all.high);
    all.all.tones = warp_sum(mine.tones);
    all.all.given = warp_sum(mine.given);
    all.all.doubtful = warp_most(mine.doubtful);
    all.all.least = warp_least(mine.least);
    all.all.largest = warp_most(mine.largest);
    all.all.count = warp_sum(mine.count);
    all.all.clean = warp_sum_of(mine.clean);
    all.all.scatter = warp_sum_of(mine.scatter);
    if (threadIdx.x % 32 == 0) s.part[threadIdx.x / 32] = all;
  }
  __syncthreads();
  all = s.part[0];
#pragma unroll 1
  for (tcf_u32 w = 1; 32 * w < s.blocks; w++) {
    const grid_found &one = s.part[w];
    all.all.tones += one.all.tones;
    all.all.given += one.all.given;
    all.all.doubtful |= one.all.doubtful;
    all.all.least = min(all.all.least, one.all.least);
    all.all.largest = max(all.all.largest, one.all.largest);
    all.all.count += one.all.count;
    all.all.clean += one.all.clean;
    all.all.scatter += one.all.scatter;
    all.low = min(all.low, one.low);
    all.high = max(all.high, one.high);
  }
  return all;
}

// ------------------------------------------------------------------------------------------------ the decision

INLINE look_powers powers_of_all(const tcf_look_args &a, float power, const look_found &all) {
  look_powers p = powers_here(a, power, noise_told{all.clean, all.count, mean_of(all.clean, all.count), all.scatter});
  p.samples *= TCF_SPARSE_PHASES * (double)a.hash.groups;
  return p;
}

// Whether a block looked for tones in much more noise than the others, as one with tones in most of its bins does. Noise
// below what is looked at anyway is of no interest.
INLINE bool are_misled(const tcf_look_args &a, const look_powers &p, const grid_found &found) {
  const double most = fmin(4 * power_of_key(found.low), 2 * p.noise);
  return power_of_key(found.high) > fmax(most, tcf_sparse_rounding(p.most) * .25 / a.look_share);
}

// Whether no bin has more than noise.
template <class P>
INLINE bool has_only_noise(const tcf_look_args &a, const grid_found &found) {
  const look_powers p = powers_of_all(a, power_of_all(grid<P>().s), found.all);
  const double bins = found.all.count / (a.real ? 2. : 1.);  // of real samples two bins tell the same
  return may_be_whole(a, p) && !found.all.tones && !found.all.doubtful && !are_misled(a, p, found) &&
         tcf_sparse_scatters_as_noise(found.all.scatter / (double)found.all.count, bins, grid_sizes<P>::VALUES);
}

// Whether what was found stands out of the noise, and is no rounding of the strongest tone.
INLINE bool stands_out(const tcf_look_args &a, const look_powers &p, const look_found &all) {
  const double least = power_of_key(all.least), largest = power_of_key(all.largest);
  return least >= fmax(p.noise * a.least_share, tcf_sparse_rounding(largest));
}

// What decides whether what was found is right but for what the tones leave: by two warps, since each of both is a long
// chain of divisions and roots.
template <class P>
INLINE void prepare_decision(const tcf_look_args &a, const grid_found &found) {
  grid_state &s = grid<P>().s;
  const bool first = threadIdx.x == TCF_LOOK_THREADS - 64;
  if (!first && threadIdx.x != TCF_LOOK_THREADS - 32) return;
  const look_powers p = powers_of_all(a, power_of_all(s), found.all);
  if (first) {
    s.right = !are_misled(a, p, found) & is_clear(a, p, grid_sizes<P>::VALUES) & stands_out(a, p, found.all);
    return;
  }
  const double samples = sectors_of(a) * TCF_SPARSE_PHASES;
  const look_check c = check_of(a, p, found.all);
  s.noise = c.noise;
  s.allowed =
      c.samples > 0 && c.samples <= samples ? tcf_sparse_allowed(c.noise, c.error, c.spread, samples, c.rounding) : -1;
}

// By the block that decides, whose threads have the blocks' sums: whether what was found is right, in the first thread.
// Signals that take more samples are left.
template <class P>
INLINE bool judge(const tcf_look_args &a, const grid_found &found) {
  const grid_state &s = grid<P>().s;
  if (a.verify) take_left_of_all<P>(a);
  prepare_decision<P>(a, found);
  __syncthreads();
  if (threadIdx.x) return false;
  const double mean = left_by_warps(a, s) * (1 / (sectors_of(a) * (double)TCF_SPARSE_PHASES));  // of a power of two
  return s.right && (!a.verify || fabs(mean - s.noise) <= s.allowed);
}

// ------------------------------------------------------------------------------------------------ a rehearsal

// A block that has nothing else to do reads two tones, or three. It takes no other steps, since all blocks wait for it in
// the end.
template <class P>
static __device__ void rehearse(tcf_u32 tones) {
  make_roots<grid_look<P>, grid_sizes<P>::ROOTS>(grid<P>().roots);
  begin_looking(grid<P>().s.look);
  __syncthreads();
  if (threadIdx.x < 32) rehearse_tones<grid_look<P>>(tones);
}

// ------------------------------------------------------------------------------------------------ a signal

INLINE void begin_grid_signal(const grid_board &b, grid_state &s) {
  begin_looking(s.look);
  if (threadIdx.x == 0) s.crowded = 0;
  if (decides(s)) clear_check(b);
  const tcf_u32 cells = s.cells ? 2 * TCF_GRID_CELLS : 0;  // b.cell and b.taken
#pragma unroll 1
  for (tcf_u32 i = s.block * TCF_LOOK_THREADS + threadIdx.x; i < cells; i += s.blocks * TCF_LOOK_THREADS) b.cell[i] = 0;
}

// Finds the tones of the block's bins and tells all blocks of them.
template <class P>
static __device__ void find_tones(const tcf_sparse_grid_args &args, const grid_board &b, const float *in) {
  const tcf_look_args &a = args.look;
  grid_state &s = grid<P>().s;
  const grid_share all = share_of(args, s, grid_sizes<P>::FIRST), first = part_of(all, 0, args.rows);
  measure_columns<P>(args, b, in);
  grid_meet(args, s);
  measure_rows<P>(b, first);
  const noise_told noise = tell_noise<P>(a, first.count * grid_sizes<P>::SECOND);
  const look_powers p = powers_here(a, power_of_all(s), noise);
  if (p.sum > 0 && p.sum < 1e38)
    read_all_rows<P>(args, b, all, limits_of(a, p));
  else
    __syncthreads();  // before the rows' place is taken
  report_tones<P>(args, b, noise);
  if (a.verify) add_own_tones<P>(a, b);
  if (!s.cells) tell_frequencies<P>(args, b);
}

// Behind the meeting where all tones are known: ranks the block's, writes them, and decides whether they are right, in one
// block. Many tones are ranked by cells, for which all blocks meet once more: these take the same steps, whatever they
// found.
template <class P>
static __device__ void give_tones_of_all(const tcf_sparse_grid_args &args, const grid_board &b, tcf_i64 signal,
                                         bool rehearsal) {
  const tcf_look_args &a = args.look;
  grid_state &s = grid<P>().s;
  const look_found mine = decides(s) || s.cells ? found_by_block(b, s.blocks) : look_found{};
  if (decides(s) && a.verify && !s.cells) take_sums<P>(b);
  if (!s.cells && s.look.mine.tones) rank_by_slots<P>(args, b);
  if (!s.cells && !decides(s)) {
    __syncthreads();
    write_ranked_tones<P>(args, signal);
    return;
  }
  const grid_found found = found_by_all<P>(mine);
  bool given = can_be_given(a, found.all) && !rehearsal;
  if (given && !s.cells) write_ranked_tones<P>(args, signal);
  if (given && s.cells) given = write_cell_tones<P>(args, b, signal, found.all.tones);
  if (!decides(s)) return;
  if (a.verify && s.cells) {
    __syncthreads();  // the cells' place is taken
    take_sums<P>(b);
    __syncthreads();
  }
  given &= judge<P>(a, found);
  if (threadIdx.x || rehearsal) return;
  const bool whole = !given && has_only_noise<P>(a, found);
  a.count[signal] = found.all.given;
  a.status[signal] = whole ? LOOK_WHOLE : !given ? TCF_SPARSE_LEFT : a.verify ? 0 : 1;
  s.leaves |= !given && !whole;
}

// more: the team has another signal.
template <class P>
static __device__ void look_at_signal(const tcf_sparse_grid_args &args, const grid_board &b, const float *in, tcf_i64 signal,
                                      bool more) {
  grid_state &s = grid<P>().s;
  begin_grid_signal(b, s);
  find_tones<P>(args, b, in);
  // A block without a share goes through the decision twice, first while the others look for tones: its code is near then.
  const bool idle = decides(s) && s.block >= args.active;
#pragma unroll 1
  for (int rehearsal = idle; rehearsal >= 0; rehearsal--) {
    if (!rehearsal) grid_meet(args, s);
    give_tones_of_all<P>(args, b, signal, rehearsal != 0);
  }
  if (s.cells && more) grid_meet(args, s);  // before the cells are cleared
  __syncthreads();
}

// Behind the team's last signal. Returns whether a signal is left that the team is to peel, for which all of its blocks wait
// until each is decided. The last one to go leaves the barrier as the next launch expects it.
static __device__ bool end_looking(const tcf_sparse_grid_args &args, grid_state &s) {
  const tcf_u32 blocks = args.peels ? args.team : args.blocks;
  tcf_u32 *barrier = barrier_of(args);
  __syncthreads();
  if (threadIdx.x == 0 && blocks > 1) {
    if (args.peels && decides(s)) tell_others(barrier + DECISION, 1 + s.leaves);
    if (args.peels) s.leaves = await_word(barrier + DECISION) > 1;
    if (s.leaves && args.peels) await_blocks(barrier + PEELING, blocks);  // for what others still read
    if (atomicAdd(barrier + GONE, 1u) + 1 == blocks)
      barrier[MEETINGS] = barrier[GONE] = barrier[DECISION] = barrier[PEELING] = 0;
  }
  __syncthreads();
  const bool leaves = args.peels && s.leaves;
  if (leaves) __syncthreads();  // the state's place is taken
  return leaves;
}

template <class P>
INLINE void tcf_sparse_grid(const tcf_sparse_grid_args &args) {
  const tcf_look_args &a = args.look;
  const tcf_u32 team = blockIdx.x / args.team, teams = gridDim.x / args.team;
  grid_state &s = grid<P>().s;
  const grid_board b = board_of(args);
  await_input();
  set_state(s.look, a);
  if (threadIdx.x == 0) {
    s.block = blockIdx.x % args.team;
    s.blocks = args.blocks;
    s.turn = s.leaves = 0;
    s.list = b.list + s.block * TCF_GRID_ROOM;
    s.cells = a.k > TCF_GRID_COMPARED && s.block < s.blocks ? b.cell : nullptr;
    s.cells_per_frequency = args.cells_per_frequency;
  }
  __syncthreads();
  const bool looks = s.block < args.blocks;
  if (!looks && !team && s.block < args.blocks + 2) rehearse<P>(2 + s.block - args.blocks);
#pragma unroll 1
  for (tcf_i64 signal = team; looks && signal < a.batch; signal += teams)
    look_at_signal<P>(args, b, a.in + signal * a.distance * (a.real ? 1 : 2), signal, signal + teams < a.batch);
  if ((looks || args.peels) && end_looking(args, s)) peel_signals(args.peeling);
}

#endif
