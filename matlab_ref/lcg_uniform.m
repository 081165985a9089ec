% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Complex random input that is the same in MATLAB and Octave: real and imaginary parts uniform in (-range, range).
% n, batch: shape; range: largest magnitude; seed: integer in [1, 2^31 - 2]; x: complex single, n x batch.
% Source: Park and Miller 1988, the "minimal standard" generator; every step is exact in double.
function x = lcg_uniform(n, batch, range, seed)
  u = zeros(2, n * batch);
  for k = 1:numel(u)
    seed = mod(16807 * seed, 2147483647);
    u(k) = seed;
  end
  u = single(range * (2 * u / 2147483647 - 1));
  x = reshape(complex(u(1, :), u(2, :)), n, batch);
end
