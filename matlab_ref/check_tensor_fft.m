% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Checks tensor_fft against the double-precision fft() and by properties that need no reference.
% tally in and out: see check.m. Source: tensor_fft.m; the limit of split2 is the library's gate for FP32 accuracy.
function tally = check_tensor_fft(tally)
  variant = {'paper', 'split2', 'half1'};
  for n = [2 4 8 16 32 64 128 256 1024 4096 8192 16384]
    % Many transforms where they are short, so that the error is an average and not luck.
    x = lcg_uniform(n, max(1, 512 / n), 1, 7 * n + 1);
    reference = fft(double(x), [], 1);
    limit = [5e-6, 3e-7 * sqrt(log2(n) / 10), 8e-4];
    for j = 1:3
      l2 = relative_error(tensor_fft(x, variant{j}), reference);
      tally = check(tally, l2 <= limit(j), 'tensor_fft %s n = %d: error %.2e', variant{j}, n, l2);
    end
  end

  x = lcg_uniform(256, 3, 1, 5);
  for j = 1:3
    v = variant{j};
    y = tensor_fft(x, v);
    one = [tensor_fft(x(:, 1), v) tensor_fft(x(:, 2), v) tensor_fft(x(:, 3), v)];
    tally = check(tally, isequal(y, one), 'tensor_fft %s: transforms of a batch do not meet', v);
    for k = [-90 60 100]
      scale = single(2) ^ k;
      tally = check(tally, isequal(tensor_fft(x * scale, v), y * scale), 'tensor_fft %s: range 2^%d', v, k);
    end
    impulse = zeros(32, 1, 'single');
    impulse(1) = 3;
    tally = check(tally, isequal(tensor_fft(impulse, v), complex(repmat(single(3), 32, 1), zeros(32, 1, 'single'))), ...
                  'tensor_fft %s: impulse', v);
    tally = check(tally, ~any(tensor_fft(zeros(64, 1), v)), 'tensor_fft %s: zeros', v);
  end

  % A constant puts all its energy into one output: the fastest growth there is, and what the scale must survive.
  x = repmat(complex(single(1.99), single(1.99)), 4096, 1);
  y = tensor_fft(x, 'split2');
  tally = check(tally, all(isfinite(y)) && abs(y(1) / (4096 * x(1)) - 1) < 1e-6, 'tensor_fft split2: constant input');

  % What the first line of Table 1 shows.
  x = lcg_uniform(4096, 1, 1e-9, 3);
  reference = fft(double(x));
  free = relative_error(tensor_fft(x, 'paper'), reference);
  clamped = relative_error(tensor_fft(x, 'paper_clamped'), reference);
  tally = check(tally, clamped > 10 * free, 'tensor_fft: the clamp costs accuracy at 1e-9');

  for bad = [0 3 12]
    failed = false;
    try
      tensor_fft(zeros(bad, 1), 'split2');
    catch
      failed = true;
    end
    tally = check(tally, failed, 'tensor_fft: length %d is refused', bad);
  end
end
