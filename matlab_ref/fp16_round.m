% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% The FP16 value nearest to each element: what a conversion to half precision gives, ties to even.
% x real, single or double, any shape; h single, the same shape (every FP16 value is a single).
% Source: IEEE 754 binary16; Sorna et al. 2018, III.A steps 2 and 5 ("convert to FP16").
function h = fp16_round(x)
  a = abs(double(x));
  [~, e] = log2(a);                 % a = f * 2^e with f in [1/2, 1)
  % 11 significant bits, but never finer than 2^-24: that floor is what makes subnormals.
  quantum = 2 .^ (max(e - 1, -14) - 10);
  % A power-of-two quotient is exact even from double, so this is the only rounding.
  q = a ./ quantum;
  r = floor(q);
  d = q - r;
  up = d > 0.5 | (d == 0.5 & mod(r, 2) == 1);
  v = (r + up) .* quantum;
  v(v > 65504) = Inf;               % from 65520 on, the midpoint to what would be 65536
  v(isinf(a)) = Inf;
  v(isnan(a)) = NaN;
  negative = x < 0 | (x == 0 & 1 ./ x < 0);
  v(negative) = -v(negative);       % after rounding, so that -0 and small negatives stay negative
  h = single(v);
end
