% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% Checks that both splits hold what they were given, over the whole range of FP32 numbers.
% tally in and out: see check.m. Source: Sorna et al. 2018, III.A; power2_split.m.
function tally = check_splits(tally)
  x = lcg_uniform(4, 200, 1, 11);
  x = [real(x); imag(x)];
  for scale = [2^-100 1 2^100]
    v = x * single(scale);
    largest = max(abs(v), [], 1);

    [s1, x1, s2, x2] = dynamic_split(v);
    tally = check(tally, isequal(s1, largest), 'dynamic_split: s1 is the largest magnitude (%g)', scale);
    tally = check(tally, all(max(abs(x1), [], 1) == 1) && all(max(abs(x2), [], 1) == 1), ...
                  'dynamic_split: both terms reach 1 (%g)', scale);
    tally = check(tally, isequal(fp16_round([x1 x2]), [x1 x2]), 'dynamic_split: terms are FP16 (%g)', scale);
    off = abs(double(s1) .* double(x1) + double(s2) .* double(x2) - double(v)) ./ double(largest);
    tally = check(tally, max(off(:)) <= 2^-22, 'dynamic_split: error %.2g (%g)', max(off(:)), scale);

    [e, hi, lo] = power2_split(v);
    top = max(abs(double(v)), [], 1) .* 2 .^ -e;
    tally = check(tally, all(top >= 256 & top < 512), 'power2_split: largest in [2^8, 2^9) (%g)', scale);
    tally = check(tally, isequal(fp16_round([hi lo]), [hi lo]), 'power2_split: terms are FP16 (%g)', scale);
    off = abs((double(hi) + double(lo)) .* 2 .^ e - double(v)) ./ double(largest);
    tally = check(tally, max(off(:)) <= 2^-23, 'power2_split: error %.2g (%g)', max(off(:)), scale);
    off = abs(double(hi) .* 2 .^ e - double(v)) ./ double(largest);
    tally = check(tally, max(off(:)) <= 2^-11, 'power2_split: error of hi %.2g (%g)', max(off(:)), scale);
  end

  zero = zeros(8, 2, 'single');
  [s1, x1, s2, x2] = dynamic_split(zero);
  tally = check(tally, isequal([s1 s2], single([1 1 1 1])) && isequal([x1 x2], [zero zero]), 'dynamic_split: zeros');
  [e, hi, lo] = power2_split(zero);
  tally = check(tally, isequal(e, [0 0]) && isequal([hi lo], [zero zero]), 'power2_split: zeros');

  [s1, ~, s2] = dynamic_split(x * single(1e-9), [2^-23 2^23]);
  tally = check(tally, all([s1 s2] == 2^-23), 'dynamic_split: the clamp holds below');
  s1 = dynamic_split(x * single(1e10), [2^-23 2^23]);
  tally = check(tally, all(s1 == 2^23), 'dynamic_split: the clamp holds above');

  [e, hi, lo] = power2_split(single([2^-149; 0]));
  tally = check(tally, double(hi(1) + lo(1)) * 2 ^ e == 2^-149, 'power2_split: smallest FP32 subnormal');
  [e, hi, lo] = power2_split(realmax('single'));
  tally = check(tally, (double(hi) + double(lo)) * 2 ^ e >= double(realmax('single')) * (1 - 2^-23), ...
                'power2_split: largest FP32 number');
  [e, hi, lo] = power2_split(single([300; 1.5]), 0);
  tally = check(tally, e == 0 && isequal(hi + lo, single([300; 1.5])), 'power2_split: a given exponent is used');
end
