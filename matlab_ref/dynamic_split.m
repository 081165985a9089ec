% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% The paper's split: x = s1 * x1 + s2 * x2, column by column, with x1 and x2 FP16 values.
% x: real single, p x m, a column is a group; s1, s2: single 1 x m; x1, x2: single p x m holding FP16 values.
% limits (optional) = [smallest largest]: clamps s1 and s2, as the code behind the paper's Table 1 did.
% The FFT passes columns of 8 = [re im] of four points: real and imaginary parts share a scale, because the product
% with the real 8 x 8 form of F4 mixes them in one sum.
% All arithmetic is single, one rounding an operation (no fused multiply-add).
% Source: Sorna et al. 2018, III.A.
function [s1, x1, s2, x2] = dynamic_split(x, limits)
  if nargin < 2
    limits = [0 Inf];
  end
  x = single(x);
  s1 = scale_of(x, limits);
  x1 = fp16_round(x ./ s1);
  % Step 3 of the paper subtracts x1 * s1 from an x that step 1 has divided by s1. Only one of the two can be meant;
  % unscaled is the reading that makes step 3's last line and the recombination hold.
  residual = x - x1 .* s1;
  s2 = scale_of(residual, limits);
  x2 = fp16_round(residual ./ s2);
end

function s = scale_of(x, limits)
  s = max(abs(x), [], 1);
  s(s == 0) = 1;   % a column of zeros needs no scale, and must not become 0/0
  s = min(max(s, single(limits(1))), single(limits(2)));
end
