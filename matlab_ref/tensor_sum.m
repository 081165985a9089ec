% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% The sum of one tensor-core product (H100, H200): how an mma instruction adds, with an accumulator that starts at zero.
% terms: exact products as double, any shape; dim: the dimension to add along; s: single, size 1 along dim.
% The hardware aligns all terms to the largest one, keeps 24 + 2 bits and drops the rest, adds exactly, and
% truncates the sum to FP32. Older chips keep fewer bits (A100 one extra, V100 none) and add 8 or 4 terms at once.
% Exponents here are those of the products. The hardware uses the sum of the factors' exponents, which is the same
% thing when one factor is 0, 1 or -1, as it is in the radix-4 matrix.
% Source: Sorna et al. 2018, IV figure 1 (the operation); the widths are measured behaviour, not in the paper.
function s = tensor_sum(terms, dim)
  terms = double(terms);
  [~, e] = log2(max(abs(terms), [], dim));
  quantum = 2 .^ (e - 1 - 23 - 2);
  % At most 2^26 quanta a term: adding as many terms as an mma has is exact in double.
  aligned = fix(terms ./ quantum) .* quantum;
  exact = sum(aligned, dim);
  [~, e] = log2(abs(exact));
  ulp = 2 .^ (e - 24);
  s = single(fix(exact ./ ulp) .* ulp);
  % Infinities and NaN have no exponent to align to; they follow the rules of ordinary addition.
  plain = single(sum(terms, dim));
  s(~isfinite(plain)) = plain(~isfinite(plain));
end
