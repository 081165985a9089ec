% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% How far y is from the exact transform, in two measures.
% y: result, reference: exact values, the same shape. l2 = ||y - reference|| / ||reference||, the library's measure.
% by_part: the mean over all real and imaginary parts of |error| / |exact value|. Parts that happen to be near zero
% dominate it, which makes it several times larger than l2. It is reported because it fits the paper's numbers.
% Source: Sorna et al. 2018, V, Table 1 ("relative error", not defined there).
function [l2, by_part] = relative_error(y, reference)
  y = double(y(:));
  reference = double(reference(:));
  l2 = norm(y - reference) / norm(reference);
  parts = [real(reference); imag(reference)];
  by_part = mean(abs([real(y); imag(y)] - parts) ./ abs(parts));
end
