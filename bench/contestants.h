// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How each contestant is named and drawn in every picture: its name in CSV files, its title, its colour. A contestant has
// the same colour in all pictures. The includer defines TCF_CONTESTANT. plot.awk reads this file as text, so every row
// needs a line of its own.
TCF_CONTESTANT("tcfft", "tcfft", "#0072b2")
TCF_CONTESTANT("classic", "tcfft classic (FP32)", "#009e73")
TCF_CONTESTANT("tensor", "tcfft tensor (split2)", "#332288")
TCF_CONTESTANT("half1", "tcfft half1 (one FP16 term)", "#cc79a7")
TCF_CONTESTANT("paper", "tcfft paper (as in 2018)", "#999933")
TCF_CONTESTANT("cufft", "cuFFT FP32", "#d55e00")
TCF_CONTESTANT("cufft_half", "cuFFT FP16", "#e69f00")
TCF_CONTESTANT("vkfft", "VkFFT", "#117733")
TCF_CONTESTANT("fftw", "FFTW", "#882255")
TCF_CONTESTANT("mkl", "oneMKL", "#44aa99")
TCF_CONTESTANT("clfft", "clFFT", "#661100")
TCF_CONTESTANT("published_splitting", "2018 paper: splitting", "#777777")
TCF_CONTESTANT("published_half_cufft", "2018 paper: cuFFT FP16", "#b0b0b0")
TCF_CONTESTANT("peeling", "tcfft sparse, peeling", "#56b4e9")
TCF_CONTESTANT("voting", "tcfft sparse, voting", "#aa4499")
TCF_CONTESTANT("voting_comb", "tcfft sparse, voting after a comb", "#ddaa33")
