% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Forward FFT of FP32 data in which every length-4 transform is done in split FP16 on a modelled tensor core.
% x: single (complex or real), n x batch, each column a transform, n a power of two; y: complex single, n x batch.
% variant: 'paper'          two FP16 terms, the paper's two scales for every group of four points in every step
%          'paper_clamped'  the same with its scales held in [2^-23, 2^23], as the code behind Table 1 did
%          'split2'         two FP16 terms, one power-of-two scale a transform
%          'half1'          the first of these two terms alone
% Source: Sorna et al. 2018, II.B (recursion with one transposition) and III (splitting).
%
% Order of operations. Radix-4 steps from the innermost (step 0) out; each is twiddle (not in step 0), split, product,
% join. Twiddle in single without fused multiply-add: re = a*c - b*d, im = a*d + b*c. Join in single:
% s1*acc1 + s2*acc2 (paper), acc_hi + acc_lo (split2), acc_hi (half1). split2 and half1 find their scale before steps
% 0, 4, 8, ... and stay in scaled units in between; the scale is undone once, after the last radix-4 step.
% For n = 2 * 4^a a radix-2 step in single comes last, in unscaled units.
function y = tensor_fft(x, variant)
  n = size(x, 1);
  if n < 1 || 2 ^ round(log2(n)) ~= n
    error('tensor_fft: the length is %d, not a power of two', n);
  end
  if ~any(strcmp(variant, {'paper', 'paper_clamped', 'split2', 'half1'}))
    error('tensor_fft: unknown variant %s', variant);
  end
  state.v = single(x);
  state.variant = variant;
  state.batch = size(x, 2);
  state.e = zeros(1, state.batch);   % exponents of the scales, one a transform
  state.step = 0;
  odd = mod(round(log2(n)), 2) == 1;
  if odd
    state.v = interleaved(state.v, 2);
  end
  if n > 2
    state = fft_columns(state);
  end
  y = unscaled(state);
  if odd
    y = reshape(y, n / 2, 2, state.batch);
    even = y(:, 1, :);
    other = product(y(:, 2, :), twiddle((0:n / 2 - 1)', n));
    y = reshape([even + other; even - other], n, state.batch);
  end
  y = complex(real(y), imag(y));   % a result that happens to be real keeps its type
end

% Steps 1 and 2 of II.B: each column becomes r columns, column j holding the points j, j + r, j + 2r, ...
function v = interleaved(v, r)
  [n, columns] = size(v);
  v = reshape(permute(reshape(v, r, n / r, columns), [2 1 3]), n / r, r * columns);
end

% II.B on every column of state.v. The columns of one transform stay neighbours all the way down.
function state = fft_columns(state)
  [n, columns] = size(state.v);
  if n == 4
    state = length4(state);
    return
  end
  m = n / 4;
  state.v = interleaved(state.v, 4);
  state = fft_columns(state);
  z = product(reshape(state.v, m, 4, columns), twiddle((0:m - 1)' * (0:3), n));
  % F4 on the right transforms the rows. These two permutations only say which four points make a group: they are
  % how a kernel addresses its operands, not a transposition of the data in the sense of the paper.
  state.v = reshape(permute(z, [2 1 3]), 4, m * columns);
  state = length4(state);
  state.v = reshape(permute(reshape(state.v, 4, m, columns), [2 1 3]), n, columns);
end

% One step: the columns of the 4 x m matrix state.v are split, transformed and joined.
function state = length4(state)
  x = zeros(8, size(state.v, 2), 'single');
  x(1:2:end, :) = real(state.v);
  x(2:2:end, :) = imag(state.v);
  switch state.variant
    case {'paper', 'paper_clamped'}
      limits = [0 Inf];
      if strcmp(state.variant, 'paper_clamped')
        limits = [2^-23 2^23];
      end
      [s1, x1, s2, x2] = dynamic_split(x, limits);
      y = s1 .* f4_product(x1) + s2 .* f4_product(x2);
    case {'split2', 'half1'}
      group = reshape(x, [], state.batch);
      if mod(state.step, 4) == 0
        [e, hi, lo] = power2_split(group);
      else
        [e, hi, lo] = power2_split(group, 0);
      end
      state.e = state.e + e;
      y = f4_product(reshape(hi, size(x)));
      if strcmp(state.variant, 'split2')
        y = y + f4_product(reshape(lo, size(x)));
      end
  end
  state.v = complex(y(1:2:end, :), y(2:2:end, :));
  state.step = state.step + 1;
end

% Back to the units of the input, one column a transform in pieces as they lie. Exact unless FP32 ends there.
function v = unscaled(state)
  v = reshape(state.v, [], state.batch);
  factor = 2 .^ state.e;
  v = reshape(complex(single(double(real(v)) .* factor), single(double(imag(v)) .* factor)), size(state.v));
end

% A complex product with its order of operations spelled out.
function z = product(v, w)
  a = real(v);  b = imag(v);
  c = real(w);  d = imag(w);
  z = complex(a .* c - b .* d, a .* d + b .* c);
end
