// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms by peeling, whole, in one launch: teams of blocks take one signal after the other. What
// sparse/host/run.c does step by step, with the same hashes and thresholds; comments there say why.
//
//     P: threads, blocks          launch bounds
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CUH
#define TCFFT_SPARSE_CUDA_SPARSE_CUH

#include "sparse/cuda/results.cuh"
#include "sparse/cuda/shared.cuh"

// A block's shared memory.
struct sparse_memory {
  float2 *roots;  // of short transforms, and the orders of their points
  tcf_u32 *orders;
  float2 *rows;                      // for transforms
  energy_cells *cells;               // also for choosing the largest
  refit_equations *equations;        // in the place of rows
  tcf_z (*part)[TCF_SPARSE_PHASES];  // likewise
  tcf_u32 scratch;
};

enum { FEW_TONES = 4096 };

// The power of a tone that has to be found, before any was: what the caller says, or the signal's power shared by k.
INLINE double shared_power(const sparse_run &r) {
  return r.m->least > 0 ? r.m->least * r.m->least : fmax(r.power - r.noise, 0.0) / (double)r.m->k;
}

// The mean of those that were found tells it better.
INLINE double tone_power(const sparse_run &r) {
  const tcf_u32 tones = tones_of(r);
  if (r.m->least > 0 || tones <= r.m->k / 2) return shared_power(r);
  return r.board->tone_power[r.list_at] / tones;
}

// ------------------------------------------------------------------------------------------------ hashes

// Forgets all tones. The team has met since it looked at them, and meets before it does again.
static __device__ void forget(sparse_run &r) {
  sparse_board *b = r.board;
  IDLE_EACH(i, r.m->slots) {
    r.tone[i].key = 0;
    r.tone[i].stamp = 0;
  }
  IDLE_EACH(i, 2 * r.m->cells) r.counts[i] = 0;
  if (RUN_THREAD != blockDim.x - 1) return;
  b->tones[0] = b->tones[1] = b->taken = b->full = b->failed = b->given = b->not_zero = 0;
  b->largest = 0;
  b->left = b->tone_power[0] = b->tone_power[1] = 0;
}

// Gathers, transforms, and makes ready what the search needs. The team meets before and behind.
static __device__ void take_and_transform(sparse_run &r, int which, const sparse_memory &mem) {
  const sparse_set &s = r.set[which];
  if (which == COMB || !r.set[COMB].hash.bins) clear_cells(r);
  IDLE_EACH(bin, s.hash.bins) s.state[bin] = BIN_IDLE;
  if (which == COMB) IDLE_EACH(bin, s.hash.bins) r.head[bin] = 0;
  if (RUN_THREAD == 0) {
    if (which == COMB || !r.set[COMB].hash.bins) r.board->most_energy = r.board->failed = 0;
  }
  first_step(r, s, mem.rows, mem.scratch);
  meet(r);
  second_step(r, s, mem.rows, mem.scratch, *mem.cells);
  meet(r);
}

// Fetches the tables of a transform, so that its passes do not wait for them one by one.
static __device__ __noinline__ void set_tables(sparse_run &r, const tcf_bins_fft &f, const sparse_memory &mem) {
  UNROLL
  for (int i = 0; i < 2; i++) {
    const bool is_short = f.length[i] <= TCF_SHORT;
    BLOCK_EACH(k, is_short ? f.length[i] : 0) {
      mem.roots[i * TCF_SHORT + k] = __ldg(r.roots + f.root[i] + k);
      mem.orders[i * TCF_SHORT + k] = __ldg(r.orders + f.order[i] + k);
    }
    if (threadIdx.x) continue;
    r.root_at[i] = is_short ? mem.roots + i * TCF_SHORT : r.roots + f.root[i];
    r.order_at[i] = is_short ? mem.orders + i * TCF_SHORT : r.orders + f.order[i];
  }
}

INLINE void set_shares(sparse_set &s) { s.per_value = 1.f / (float)values_of(s); }

static __device__ void measure_comb(sparse_run &r, const tcf_comb_numbers &c, int again, double ratio,
                                    const sparse_memory &mem) {
  sparse_set &s = r.set[COMB];
  __syncthreads();
  set_tables(r, c.fft, mem);
  copy_shared(s.hash, c.hash);
  copy_shared(s.fft, c.fft);
  __syncthreads();
  if (threadIdx.x == 0) {
    s.hash.start = r.m->draws.comb[r.attempt][again];
    if (ratio != c.ratio) tcf_sparse_delays(&s.hash, ratio, TCF_SPARSE_COMB_GROUPS, (int)c.groups);
    s.tap = nullptr;
    set_shares(s);
    r.sectors += s.hash.bins * s.hash.groups;
  }
  __syncthreads();
  take_and_transform(r, COMB, mem);
  estimate_noise(r, s);
  if (threadIdx.x == 0) {
    r.noise = s.noise * (double)s.hash.bins;
    r.noise_error = 1 / s.samples;
    r.power = r.board->power;
  }
  __syncthreads();
}

// Measures the comb, again if the noise turns out to be more than its delays are for.
static __device__ void choose_comb(sparse_run &r, const tcf_comb_numbers &c, const sparse_memory &mem) {
  double ratio = c.ratio;
  for (int again = 0; again < 2; again++) {
    if (again) meet(r);
    if (ratio == 0) ratio = tcf_sparse_comb_ratio(shared_power(r), r.noise, (double)c.bins);
    measure_comb(r, c, again, ratio, mem);
    if (r.board->broken || !tcf_sparse_comb_is_noisy(ratio, shared_power(r), r.noise, (double)c.bins)) break;
    ratio = 0;
  }
}

// Counts and estimates anew.
static __device__ void estimate_again(sparse_run &r, sparse_set &s, bool fitted, const sparse_memory &mem) {
  clear_cells(r);
  meet(r);
  count_energies(r, s, *mem.cells, fitted);
  meet(r);
  estimate_noise(r, s);
}

// On a GPU more bins are hardly slower, and leave fewer tones to another sweep. What the subtraction of known tones rounds
// is less where few of them share a bin.
INLINE tcf_i64 tones_for_window(tcf_i64 tones, tcf_i64 known) { return max((tones < 512 ? 8 : 3) * tones, known / 64); }

// The noise of a window beside a comb, which tells the signal's; also what rounding adds where many tones were subtracted,
// each with an error of FP32 of what the bin held.
INLINE double window_noise(const sparse_run &r, const sparse_set &s, double gain, double tones, double power) {
  const double share = s.hash.per_bin, held = 1.5 * share * power;
  return 1.3 * r.noise * gain + 4e-15 * held * (1 + 3 * share * tones);
}

// A window with enough bins for so many tones, and for the noise, without what has been found.
static __device__ __noinline__ void measure_window(sparse_run &r, tcf_i64 tones, const sparse_memory &mem) {
  const tcf_sparse_numbers &m = *r.m;
  sparse_set &s = r.set[WINDOW];
  const bool comb = r.set[COMB].hash.bins != 0;
  // Of the tones that are known now: behind the last meeting faster blocks find others.
  const tcf_u32 known = tones_of(r);
  const double tone = tone_power(r), power = r.board->tone_power[r.list_at];
  int size = 0;
  while (size < m.sizes - 1 &&
         tcf_sparse_window_is_small(m.window[size].bins, m.window[size].gain, tones_for_window(tones, known), tone, r.noise,
                                    comb, (int)m.phases))
    size++;
  const tcf_window_numbers &w = m.window[size];
  if (!comb) meet(r);
  __syncthreads();
  set_tables(r, w.fft, mem);
  copy_shared(s.hash, w.hash);
  copy_shared(s.fft, w.fft);
  __syncthreads();
  if (threadIdx.x == 0) {
    const tcf_window_draw draw = m.draws.window[r.attempt][r.round];
    const double ratio = tcf_sparse_window_ratio(tone, r.noise, w.gain);
    s.hash.start = draw.start;
    s.hash.sigma = draw.sigma;
    s.hash.inverse = draw.inverse;
    if (ratio != TCF_SPARSE_CLEAR_RATIO)
      tcf_sparse_delays(&s.hash, ratio, tcf_sparse_window_groups(comb, (int)m.phases), TCF_SPARSE_WINDOW_GROUPS);
    s.tap = r.taps + w.tap;
    set_shares(s);
    r.sectors += w.taps * s.hash.groups;
  }
  __syncthreads();
  if (comb && !r.round) enter_known(r);
  take_and_transform(r, WINDOW, mem);
  subtract_all(r);
  meet(r);
  if (comb) {
    if (threadIdx.x == 0) {
      s.noise = window_noise(r, s, w.gain, known, power);
      set_limits(r, s);
    }
    __syncthreads();
    return;
  }
  count_energies(r, s, *mem.cells, true);
  meet(r);
  estimate_noise(r, s);
  if (known) {
    fit_to_window(r);
    estimate_again(r, s, true, mem);
  }
  if (threadIdx.x == 0) {
    r.noise = s.noise / w.gain;
    r.noise_error = 1 / s.samples;
  }
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ a run

static __device__ bool may_go_on(const sparse_run &r) {
  return !r.board->broken && !r.board->spoiled && !r.board->full && r.sectors < r.m->most_sectors;
}

// Whether tones of so much power would not stand out in any comb of the plan.
INLINE bool hopeless(const sparse_run &r, double tone) {
  const tcf_u64 bins = r.m->comb[r.m->attempts - 1].bins;
  return bins && tcf_sparse_is_hopeless(tone, r.noise, (double)bins);
}

// One comb, and windows for the tones that share its bins. Returns whether no bin is left that holds more than noise.
static __device__ bool attempt(sparse_run &r, const sparse_memory &mem) {
  const tcf_sparse_numbers &m = *r.m;
  const tcf_comb_numbers &c = m.comb[r.attempt];
  const bool comb = c.bins != 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    r.set[COMB].hash.bins = r.set[WINDOW].hash.bins = 0;
    r.largest = 0;
  }
  if (r.attempt) meet(r);
  forget(r);
  tcf_i64 failed = 1;
  if (comb) {
    choose_comb(r, c, mem);
    const double tone = shared_power(r);  // and not of tones that faster blocks take
    const bool small = r.attempt + 1 < m.attempts && !hopeless(r, tone) && r.sectors < m.most_sectors &&
                       tcf_sparse_comb_is_small(tone, r.noise, (double)c.bins, (int)(c.groups * m.phases));
    __syncthreads();  // before the number of the attempt changes
    if (small) return false;
    if (!r.board->broken) failed = peel(r, 1 << COMB);
  } else {
    meet(r);
  }
  int stale = 0;
  bool confirmed = comb;
  for (int round = 0; round < TCF_SPARSE_ROUNDS && (failed || !confirmed) && stale < 3 && may_go_on(r); round++) {
    const tcf_i64 tones = tones_of(r), left = failed;
    const tcf_u32 taken = r.board->taken;
    const tcf_i64 expected = m.k - tones > 2 * failed ? m.k - tones : 2 * failed;
    if (threadIdx.x == 0) r.round = round;
    measure_window(r, comb ? expected : 2 * m.k, mem);
    if (r.board->broken) break;
    failed = peel(r, 1 << WINDOW);
    if (round > 0 && r.board->taken == taken) confirmed = true;
    meet(r);
    refit(r, mem.equations, (tcf_u32)(mem.scratch * sizeof(float2) / sizeof(refit_equations)));
    failed = r.board->failed;
    stale = failed && failed >= left && round > 0 ? stale + 1 : 0;
  }
  if (comb && !r.board->broken && r.noise > 1e-12 * r.power) {  // more than rounding: it decides what is verified
    meet(r);
    estimate_again(r, r.set[COMB], true, mem);
    if (threadIdx.x == 0) {
      r.noise = r.set[COMB].noise * (double)c.bins;
      r.noise_error = 1 / r.set[COMB].samples;
    }
    __syncthreads();
  }
  return confirmed && !failed && !r.board->full && !r.board->broken && !r.board->spoiled;
}

// Largest float times the tones' number of samples: a coefficient beyond it is none.
INLINE bool overflows(const sparse_run &r) { return sqrt(r.largest) * (double)r.m->n > 3.4028234e38; }

// What became of a signal.
struct sparse_end {
  bool understood, verified, broken;
  bool ranked;  // `mine` is the warp's tone, if there is one
  sparse_ranked mine;
};

// Where a warp can take each tone, they are ranked while the samples of the check are on their way.
static __device__ void check_tones(sparse_run &r, const sparse_memory &mem, sparse_end &end) {
  const sparse_check c = plan_check(r, mem.cells->bins);
  const tcf_u32 tones = tones_of(r);
  end.ranked = !r.m->real && tones <= r.m->capacity && tones <= RUN_THREADS / 32;
  if (c.samples == 0) return;
  add_left(r, c.sectors, mem.part);
  if (end.ranked) end.mine = rank_tone(r);
  meet(r);
  end.verified = passes(r, c, &end.broken);
}

// What the program of voting found (sparse_votes.cuh).
static __device__ sparse_end take_votes(sparse_run &r, const sparse_memory &mem) {
  sparse_end end = {false, false, false, false, {{0, {0, 0}, 0}, 0, false}};
  if (threadIdx.x == 0) {
    r.noise = r.board->voted_noise;
    r.noise_error = r.board->voted_error;
    r.largest = of_bits(r.board->largest);
  }
  IDLE_EACH(i, 2 * r.m->cells) r.counts[i] = 0;
  meet(r);
  end.understood = !r.board->broken && !r.board->full;
  if (end.understood && r.m->verify) check_tones(r, mem, end);
  return end;
}

// Attempts until one is verified.
static __device__ sparse_end run_attempts(sparse_run &r, const sparse_memory &mem) {
  const tcf_sparse_numbers &m = *r.m;
  sparse_end end = {false, false, false, false, {{0, {0, 0}, 0}, 0, false}};
  // The board is another signal's until the team has met.
  for (int at = 0; at < m.attempts && (!at || (!end.verified && !end.broken && !r.board->broken && !r.board->spoiled &&
                                               r.sectors < m.most_sectors));
       at++) {
    if (threadIdx.x == 0) r.attempt = at;
    __syncthreads();
    end.understood = attempt(r, mem);
    if (end.understood && m.verify) check_tones(r, mem, end);
    if ((end.understood && !m.verify) || hopeless(r, tone_power(r))) break;
  }
  return end;
}

// Chooses, orders and writes tones in steps of their own. Returns how many.
static __device__ __noinline__ tcf_u32 give_tones(sparse_run &r, const sparse_results &out, const sparse_memory &mem,
                                                  bool *wide) {
  const tcf_u32 given = choose_tones(r, mem.cells->bins, wide);
  if (given <= FEW_TONES)
    write_few(r, out, given);
  else
    write_many(r, out, given);
  return given;
}

static __device__ void transform_signal(sparse_run &r, const tcf_sparse_args &a, tcf_i64 signal, const sparse_memory &mem) {
  const tcf_sparse_numbers &m = *r.m;
  const sparse_results out = {a.index + signal * m.capacity, a.value + 2 * signal * m.capacity};
  const sparse_end end = a.voted ? take_votes(r, mem) : run_attempts(r, mem);
  const bool trusted = end.verified || (end.understood && !m.verify);
  tcf_i32 outcome = trusted && m.verify ? 0 : 1;
  tcf_u32 given = 0;
  bool wide = false;
  if (end.broken || r.board->broken || r.board->spoiled || overflows(r)) {
    outcome = 1;
  } else if (end.verified && end.ranked) {
    given = tones_of(r);
    if (end.mine.is_one && threadIdx.x % 32 == 0) write_tone(r, out, end.mine.tone, end.mine.rank);
  } else if (trusted || !m.fallback) {
    given = give_tones(r, out, mem, &wide);
    if (wide && trusted) outcome = 3;
  } else {
    outcome = 2;  // the whole transform follows
  }
  if (RUN_THREAD == 0) {
    a.count[signal] = min((tcf_i64)given, m.capacity);
    a.status[signal] = outcome;
  }
}

static __device__ void set_up_run(sparse_run &r, const tcf_sparse_numbers &m, const tcf_sparse_args &a, tcf_u32 team) {
  char *memory = a.workspace + team * a.team_bytes;
  r.m = &m;
  r.board = (sparse_board *)(memory + m.part[TCF_PART_BOARD]);
  r.roots = (const float2 *)a.roots;
  r.taps = a.taps;
  r.tone = (sparse_tone *)(memory + m.part[TCF_PART_TONES]);
  r.found = (sparse_found *)(memory + m.part[TCF_PART_FOUND]);
  r.list[0] = (tcf_u32 *)(memory + m.part[TCF_PART_LIST]);
  r.list[1] = r.list[0] + m.tones;
  r.known[0] = (sparse_found *)(memory + m.part[TCF_PART_KNOWN]);
  r.known[1] = r.known[0] + m.tones;
  r.orders = a.orders;
  r.next = (tcf_u32 *)(memory + m.part[TCF_PART_NEXT]);
  r.head = (tcf_u32 *)(memory + m.part[TCF_PART_HEAD]);
  r.counts = (tcf_u32 *)(memory + m.part[TCF_PART_COUNTS]);
  r.between = (float2 *)(memory + m.part[TCF_PART_BETWEEN]);
  for (int which = COMB; which <= WINDOW; which++) {
    const int to = which == COMB ? 0 : TCF_PART_WINDOW_VALUES - TCF_PART_COMB_VALUES;
    sparse_set &s = r.set[which];
    s.value = (float2 *)(memory + m.part[TCF_PART_COMB_VALUES + to]);
    s.energy = (double *)(memory + m.part[TCF_PART_COMB_ENERGY + to]);
    s.state = (tcf_u32 *)(memory + m.part[TCF_PART_COMB_STATE + to]);
    s.queue = (tcf_u32 *)(memory + m.part[TCF_PART_COMB_QUEUE + to]);
  }
  r.blocks = a.team;
  r.block = blockIdx.x % a.team;
  r.turn = 0;
}

// The state in which a signal finds the team: the board's counters, and what a block knows.
static __device__ void begin_signal(sparse_run &r, const tcf_sparse_args &a, tcf_i64 signal) {
  sparse_board *b = r.board;
  if (threadIdx.x == 0) {
    r.in = a.in + signal * a.distance * (r.m->real ? 1 : 2);
    r.aligned = r.m->phases == TCF_SPARSE_PHASES && ((tcf_u64)r.in & 15) == 0;
    r.sweep = 2;
    r.list_at = r.attempt = r.round = 0;
    r.sectors = 0;
    r.noise = r.noise_error = r.power = r.largest = 0;
  }
  if (RUN_THREAD == 0) {
    if (!a.voted) b->broken = 0;
    b->spoiled = 0;
    for (int i = 0; i < 3; i++) b->found[i] = b->queued[COMB][i] = b->queued[WINDOW][i] = 0;
  }
  __syncthreads();
}

// Whether any of the team's signals is left.
static __device__ bool any_left(const tcf_sparse_args &a, tcf_u32 team, tcf_u32 teams) {
  for (tcf_i64 signal = team; signal < a.batch; signal += teams)
    if (a.status[signal] == TCF_SPARSE_LEFT) return true;
  return false;
}

// Transforms the team's signals, or those of them that a look left.
INLINE void peel_signals(const tcf_sparse_args &a) {
  TCF_SHARED(shared);
  const tcf_u32 team = blockIdx.x / a.team, teams = gridDim.x / a.team;
  sparse_run &r = *(sparse_run *)shared;
  tcf_sparse_numbers &m = *(tcf_sparse_numbers *)((char *)shared + TCF_RUN_BYTES);
  sparse_memory mem;
  mem.roots = (float2 *)((char *)shared + TCF_RUN_BYTES + TCF_NUMBERS_BYTES);
  mem.orders = (tcf_u32 *)(mem.roots + 2 * TCF_SHORT);
  mem.cells = (energy_cells *)(mem.orders + 2 * TCF_SHORT);
  mem.rows = (float2 *)(mem.cells + 1);
  mem.equations = (refit_equations *)mem.rows;
  mem.part = (tcf_z(*)[TCF_SPARSE_PHASES])mem.rows;
  mem.scratch = a.scratch;
  BLOCK_EACH(i, sizeof m / 8)((uint2 *)&m)[i] = __ldg((const uint2 *)a.numbers + i);
  __syncthreads();
  if (threadIdx.x == 0) set_up_run(r, m, a, team);
  __syncthreads();
#ifdef TCFFT_CUDA_EMULATED  // a team of one block does not notice that its barrier was not at rest
  if (r.blocks == 1 && (r.board->arrived || r.board->gone)) __trap();
  __syncthreads();
#endif
  for (tcf_i64 signal = team; signal < a.batch; signal += teams) {
    if (a.looked && a.status[signal] != TCF_SPARSE_LEFT) continue;
    begin_signal(r, a, signal);
    transform_signal(r, a, signal, mem);
    if (signal + teams < a.batch) meet(r);
  }
  part(r);
}

template <class P>
INLINE void tcf_sparse(const tcf_sparse_args &a) {
  await_input();
  if (a.clear) {  // the barriers' counters, which the workspace need not have had before
    for (tcf_u32 t = threadIdx.x; t < a.clear; t += blockDim.x) {
      sparse_board *b = (sparse_board *)(a.workspace + t * a.team_bytes + a.numbers->part[TCF_PART_BOARD]);
      b->arrived = b->gone = 0;
      for (int i = 0; i < TCF_BARRIER_WORDS - 2; i++) b->looks[i] = 0;
    }
    return;
  }
  if (a.looked && !any_left(a, blockIdx.x / a.team, gridDim.x / a.team)) return;
  peel_signals(a);
}

#endif
