% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Forward FFT with everything in FP16: input, twiddle factors and the result of every addition and multiplication.
% x: single (complex or real), n x batch, n a power of two; y: complex single holding FP16 values.
% Stands for the FP16 mode of cuFFT, whose butterflies are not published: radix 2 here.
% Source: Sorna et al. 2018, V, the column "FP16 cuFFT" of Table 1.
function y = fp16_fft(x)
  y = columns_fft(complex(h(real(x)), h(imag(x))));
  y = complex(single(real(y)), single(imag(y)));
end

function y = columns_fft(x)
  [n, columns] = size(x);
  if n == 1
    y = x;
    return
  end
  m = n / 2;
  x = columns_fft(reshape(permute(reshape(x, 2, m, columns), [2 1 3]), m, 2 * columns));
  x = reshape(x, m, 2, columns);
  w = twiddle((0:m - 1)', n);
  a = real(x(:, 1, :));  b = imag(x(:, 1, :));
  c = real(x(:, 2, :));  d = imag(x(:, 2, :));
  re = h(real(w));       im = h(imag(w));
  p = h(h(c .* re) - h(d .* im));
  q = h(h(c .* im) + h(d .* re));
  y = reshape([complex(h(a + p), h(b + q)); complex(h(a - p), h(b - q))], n, columns);
end

% Held as double, so that each operation is exact before its one rounding.
function v = h(v)
  v = double(fp16_round(v));
end
