% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Runs every check of this folder and then Table 1; ends with an error, hence a non-zero exit status, if one fails.
% From the root of the repository: octave-cli --path matlab_ref --eval run_all
% Source: none; the entry point of matlab_ref.
function run_all()
  tally = struct('passed', 0, 'failed', 0);
  tally = check_fp16_round(tally);
  tally = check_tensor_sum(tally);
  tally = check_splits(tally);
  tally = check_tensor_fft(tally);
  tally = check_golden(tally, fullfile(fileparts(mfilename('fullpath')), '..', 'tests', 'golden'));
  table1();
  fprintf('%d passed, %d failed\n', tally.passed, tally.failed);
  if tally.failed > 0
    error('run_all: %d checks failed', tally.failed);
  end
end
