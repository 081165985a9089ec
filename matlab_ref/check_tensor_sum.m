% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Checks tensor_sum on sums that tell its rules apart from those of ordinary FP32 addition.
% tally in and out: see check.m. Source: tensor_sum.m.
function tally = check_tensor_sum(tally)
  u = 2^-23;   % the last bit of an FP32 number in [1, 2)
  known = {
    [1 2 3 -4],            2,          'small integers are exact'
    zeros(1, 8),           0,          'zeros'
    [1 u/2 u/2],           1 + u,      'the first extra bit is kept'
    [1 u/4 u/4 u/4 u/4],   1 + u,      'the second extra bit is kept'
    [1 repmat(u/8, 1, 8)], 1,          'a third extra bit is not'
    [1 u u/2],             1 + u,      'the sum is truncated, not rounded to even'
    [-1 -u -u/2],          -1 - u,     'the sum is truncated toward zero'
    [1 -u/8],              1,          'terms are truncated toward zero'
    [1 -1 u/4],            u/4,        'cancellation leaves what was kept'
    [1 -1 u/8],            0,          'cancellation does not bring back what was dropped'
    [1.5 1.5 u u/2],       3,          'a carry costs the last bit'
    [u/4 -1 1],            u/4,        'order does not matter'};
  for k = 1:size(known, 1)
    for scale = [1 2^-48 2^30]
      s = tensor_sum(known{k, 1} * scale, 2);
      tally = check(tally, s == known{k, 2} * scale, 'tensor_sum: %s (times %g)', known{k, 3}, scale);
    end
  end
  tally = check(tally, tensor_sum([Inf 1 -2], 2) == Inf, 'tensor_sum: infinity');
  tally = check(tally, isnan(tensor_sum([Inf -Inf 1], 2)), 'tensor_sum: infinities that cancel');
  tally = check(tally, isequal(tensor_sum([1 2; 3 4], 1), single([4 6])), 'tensor_sum: along columns');
  tally = check(tally, isequal(tensor_sum([1 Inf; 3 4], 1), single([4 Inf])), 'tensor_sum: sums do not mix');
  tally = check(tally, isa(tensor_sum(1, 1), 'single'), 'tensor_sum gives single');
end
