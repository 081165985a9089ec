% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Counts one check and prints its name if it fails.
% tally: struct with passed and failed; ok: logical; name: text with sprintf arguments after it.
% Source: none; the smallest frame that works the same in MATLAB and Octave without packages.
function tally = check(tally, ok, name, varargin)
  if ok
    tally.passed = tally.passed + 1;
  else
    tally.failed = tally.failed + 1;
    fprintf('FAILED: %s\n', sprintf(name, varargin{:}));
  end
end
