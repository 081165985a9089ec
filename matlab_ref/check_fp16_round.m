% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Checks fp16_round on values worked out by hand and on every finite FP16 number.
% tally in and out: see check.m. Source: IEEE 754 binary16.
function tally = check_fp16_round(tally)
  % Pairs of input and FP16 value.
  known = [
    1                   1
    1 + 2^-11           1                  % tie, down to even
    1 + 3 * 2^-11       1 + 2^-9           % tie, up to even
    1 + 2^-11 + 2^-40   1 + 2^-10          % no tie, though it is one after rounding to single
    2049                2048
    2051                2052
    65504               65504
    65519               65504
    65520               Inf                % the tie with 65536
    1e300               Inf
    2^-14               2^-14              % smallest normal
    2^-14 - 2^-25       2^-14              % tie between the largest subnormal and it
    2^-24               2^-24              % smallest subnormal
    3 * 2^-25           2^-23              % tie among subnormals
    2^-25               0                  % tie with zero
    2^-25 + 2^-48       2^-24
    1e-300              0
    Inf                 Inf
    0                   0];
  for k = 1:size(known, 1)
    x = known(k, 1);
    tally = check(tally, fp16_round(x) == known(k, 2), 'fp16_round(%.17g)', x);
    tally = check(tally, fp16_round(-x) == -known(k, 2), 'fp16_round(-%.17g)', x);
  end
  tally = check(tally, isnan(fp16_round(NaN)), 'fp16_round keeps NaN');
  tally = check(tally, 1 / fp16_round(-0) == -Inf, 'fp16_round keeps -0');
  tally = check(tally, 1 / fp16_round(-1e-9) == -Inf, 'fp16_round gives -0 for small negatives');
  tally = check(tally, 1 / fp16_round(0) == Inf, 'fp16_round keeps +0');
  tally = check(tally, isa(fp16_round(pi), 'single'), 'fp16_round gives single');

  % All of them: subnormals, then 1024 significands in each of 30 binades.
  every = [(0:1023) * 2^-24, reshape((1024:2047)' * 2 .^ (-24:5), 1, [])];
  tally = check(tally, isequal(double(fp16_round(every)), every), 'every FP16 value rounds to itself');
  mid = (every(1:end - 1) + every(2:end)) / 2;
  even = every(1:end - 1);
  even(2:2:end) = every(3:2:end);       % neighbours alternate between even and odd significands
  tally = check(tally, isequal(double(fp16_round(mid)), even), 'every tie goes to even');
  tally = check(tally, isequal(double(fp16_round(mid * (1 - 2^-40))), every(1:end - 1)), 'below a tie goes down');
  tally = check(tally, isequal(double(fp16_round(mid * (1 + 2^-40))), every(2:end)), 'above a tie goes up');
  tally = check(tally, isequal(size(fp16_round(zeros(2, 3, 4))), [2 3 4]), 'fp16_round keeps the shape');
end
