% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Length-4 FFTs of FP16 data as a tensor core computes them.
% x: single 8 x m holding FP16 values, a column is [re im] of four points; y: single 8 x m, their transforms.
% Each output is one sum of eight products on an accumulator of its own that starts at zero. hi and lo go through
% here one after the other: in a shared accumulator lo would be aligned to hi and lose its last bits.
% Source: Sorna et al. 2018, III (length-4 FFTs of the two half-precision sets) and IV (tensor cores).
function y = f4_product(x)
  b = f4_real();
  x = double(x);
  y = zeros(size(x), 'single');
  for k = 1:8
    y(k, :) = tensor_sum(x .* b(:, k), 1);
  end
end
