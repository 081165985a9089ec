% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Twiddle factors exp(-2 pi i m / n), rounded from double to single.
% m: integers, any shape; n: the length; w: complex single, the shape of m.
% The angle is reduced to a quarter turn first, so that multiples of a quarter are exactly 1, -i, -1, i.
% Source: Sorna et al. 2018, II (the matrix W_N).
function w = twiddle(m, n)
  m = mod(m, n);
  quarter = floor(4 * m / n);
  angle = 2 * pi * (m - quarter * n / 4) / n;
  c = cos(angle);
  s = -sin(angle);
  re = c;
  im = s;
  k = quarter == 1;  re(k) = s(k);   im(k) = -c(k);
  k = quarter == 2;  re(k) = -c(k);  im(k) = -s(k);
  k = quarter == 3;  re(k) = -s(k);  im(k) = c(k);
  w = complex(single(re), single(im));
end
