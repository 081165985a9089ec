% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Table 1 of the paper: relative error of an all-FP16 FFT and of the split FFTs over seven ranges of input.
% table1() prints; table1(path) also writes a CSV there; n (optional, default 4096) is the length.
% Two measures of the error are shown (relative_error.m says why), beside the published numbers.
% Source: Sorna et al. 2018, V, Table 1 (its N is not given).
function table1(path, n)
  if nargin < 2
    n = 4096;
  end
  range = [1e-9 1e-6 1e-3 1 1e2 1e4 1e10];
  published_fp16 = [14.6843805313 0.5265535712 0.0126493834 0.0126134995 0.0125578260 NaN NaN];
  published_split = [0.0000568428 0.0000029240 0.0000029515 0.0000029261 0.0000029014 0.0000028950 0.0000030171];
  name = {'fp16', 'paper', 'paper_clamped', 'split2', 'half1'};

  l2 = zeros(numel(range), numel(name));
  by_part = l2;
  for k = 1:numel(range)
    x = lcg_uniform(n, 1, range(k), 2018);
    reference = fft(double(x));
    for j = 1:numel(name)
      if strcmp(name{j}, 'fp16')
        y = fp16_fft(x);
      else
        y = tensor_fft(x, name{j});
      end
      [l2(k, j), by_part(k, j)] = relative_error(y, reference);
    end
  end

  show(sprintf('relative L2 error, n = %d', n), name, range, l2, [], []);
  show(sprintf('mean relative error of the parts, n = %d', n), name, range, by_part, published_fp16, published_split);
  if nargin >= 1 && ~isempty(path)
    write_csv(path, n, name, range, l2, by_part, published_fp16, published_split);
  end
end

function show(title, name, range, value, published_fp16, published_split)
  fprintf('%s\n%-8s', title, 'range');
  fprintf('%15s', name{:});
  if ~isempty(published_fp16)
    fprintf('%15s%15s', 'publ. fp16', 'publ. split');
  end
  fprintf('\n');
  for k = 1:numel(range)
    fprintf('%-8.0e', range(k));
    row = value(k, :);
    if ~isempty(published_fp16)
      row = [row published_fp16(k) published_split(k)];
    end
    for v = row
      if isfinite(v)
        fprintf('%15.3e', v);
      else
        fprintf('%15s', 'n/a');   % overflow, as in the paper
      end
    end
    fprintf('\n');
  end
end

function write_csv(path, n, name, range, l2, by_part, published_fp16, published_split)
  f = fopen(path, 'w');
  if f < 0
    error('table1: cannot write %s', path);
  end
  fprintf(f, 'n,range,variant,relative_l2,mean_relative_of_parts,published\n');
  for k = 1:numel(range)
    published = {'', '', '', '', ''};
    if ~isnan(published_fp16(k))
      published{1} = sprintf('%.10f', published_fp16(k));
    end
    published{3} = sprintf('%.10f', published_split(k));   % the code that was measured had the clamp
    for j = 1:numel(name)
      fprintf(f, '%d,%.0e,%s,%.6e,%.6e,%s\n', n, range(k), name{j}, l2(k, j), by_part(k, j), published{j});
    end
  end
  fclose(f);
end
