% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Checks the golden files: that each is complete, near the exact transform, and what tensor_fft gives today.
% tally in and out: see check.m; folder: where the files are. Source: write_golden.m.
function tally = check_golden(tally, folder)
  file = dir(fullfile(folder, '*.txt'));
  tally = check(tally, numel(file) == 27, 'golden: %d files, not 27', numel(file));
  for k = 1:numel(file)
    f = fopen(fullfile(folder, file(k).name));
    head = sscanf(fgetl(f), '# %s', 1);
    data = fscanf(f, '%g', [4 Inf])';
    fclose(f);
    part = regexp(file(k).name, '^(\w+)_n(\d+)_r', 'tokens', 'once');
    n = str2double(part{2});
    tally = check(tally, strcmp(head, part{1}) && isequal(size(data), [n 4]), 'golden: shape of %s', file(k).name);
    x = complex(data(:, 1), data(:, 2));
    y = complex(data(:, 3), data(:, 4));
    limit = 3e-7;
    if strcmp(part{1}, 'half1')
      limit = 8e-4;
    end
    l2 = relative_error(y, fft(x));
    tally = check(tally, l2 <= limit, 'golden: %s has error %.2e', file(k).name, l2);
    % Not bit for bit: the last bit of a twiddle factor belongs to the platform's sin and cos.
    drift = max(abs(double(tensor_fft(single(x), part{1})) - y)) / max(abs(y));
    tally = check(tally, drift <= 2^-20, 'golden: %s is %.2e from tensor_fft', file(k).name, drift);
  end
end
