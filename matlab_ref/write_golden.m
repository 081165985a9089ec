% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Writes the golden files that the C tests compare the split FFT with.
% folder (optional): where; default is tests/golden beside this folder.
% One file a case, <variant>_n<n>_r<exponent of the range>.txt: a line "# variant n range", then n lines
% "in_re in_im out_re out_im" with nine digits, which name a single exactly.
% The lengths cover a single step (4), a second scale before the fifth step (1024) and a radix-2 step (32). The ranges
% are those where squares leave FP32 (1e-30, 1e30) and where the clamp of the paper's code would hurt (1e-9).
% Source: tensor_fft.m, hence Sorna et al. 2018, II.B and III.
function write_golden(folder)
  if nargin < 1
    folder = fullfile(fileparts(mfilename('fullpath')), '..', 'tests', 'golden');
  end
  variant = {'paper', 'split2', 'half1'};
  exponent = [0 0 0 0 0 0 -30 30 -9];
  n = [4 16 32 64 256 1024 64 64 64];
  for j = 1:numel(variant)
    for k = 1:numel(n)
      write_case(folder, variant{j}, n(k), exponent(k));
    end
  end
end

function write_case(folder, variant, n, exponent)
  x = lcg_uniform(n, 1, 10 ^ exponent, 20180000 + n);
  y = tensor_fft(x, variant);
  path = fullfile(folder, sprintf('%s_n%d_r%d.txt', variant, n, exponent));
  f = fopen(path, 'w');
  if f < 0
    error('write_golden: cannot write %s', path);
  end
  fprintf(f, '# %s %d 1e%d\n', variant, n, exponent);
  fprintf(f, '%.9g %.9g %.9g %.9g\n', double([real(x) imag(x) real(y) imag(y)])');
  fclose(f);
end
