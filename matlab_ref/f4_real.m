% SPDX-FileCopyrightText: 2026 the tcfft authors
% SPDX-License-Identifier: MIT
%
% The radix-4 Fourier matrix as a real 8 x 8 matrix, every entry exact in FP16.
% b: 8 x 8 of 0, 1, -1. A row [re0 im0 re1 im1 re2 im2 re3 im3] of four points times b is the row of their transform:
% the operand B of an m16n8k8 product, whose lane t then holds point t before and after.
% The paper prints F4_imag with the signs of +sin; its own definition, -sin, is what a forward transform needs.
% Source: Sorna et al. 2018, II.A.1.
function b = f4_real()
  re = [1 1 1 1; 1 0 -1 0; 1 -1 1 -1; 1 0 -1 0];
  im = [0 0 0 0; 0 -1 0 1; 0 0 0 0; 0 1 0 -1];
  b = kron(re, [1 0; 0 1]) + kron(im, [0 1; -1 0]);
end
