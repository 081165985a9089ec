% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% The library's split: x = 2^e * (hi + lo), with hi and lo FP16 values and one power of two a column.
% x: real single, p x m, a column is a group; e: double 1 x m; hi, lo: single p x m holding FP16 values.
% e (optional argument): takes these exponents instead of finding them; 0 where x is in scaled units already.
% hi alone is the split of the half1 level of accuracy.
% The scale puts the group's largest magnitude into [2^8, 2^9). Below: lo, 2^-12 of hi, stays a normal FP16 number.
% Above: a radix-4 step multiplies magnitudes by at most 4, so after three of them a component is at most
% sqrt(2) * 2^9 * 4^3 = 46341 < 65504, and a fourth product can still be formed before a new scale is needed.
% The scale is an exponent, not a number, because 1 / 2^e is not an FP32 number for subnormal input.
% Source: departs from Sorna et al. 2018, III.A: scaling by a power of two rounds nothing and needs no second scale.
function [e, hi, lo] = power2_split(x, e)
  if nargin < 2
    [~, top] = log2(max(abs(double(x)), [], 1));   % the largest is in [2^(top-1), 2^top)
    e = top - 9;
    e(~any(x, 1)) = 0;
  end
  y = single(double(x) .* 2 .^ -e);
  hi = fp16_round(y);
  lo = fp16_round(y - hi);   % the difference is exact in single
end
