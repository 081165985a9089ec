# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""tcfft: fast Fourier transforms of FP32, FP64, FP16, BF16 and integer samples, on tensor cores where they exist.

    import numpy as np, tcfft
    y = tcfft.fft.fft(np.ones(1000, np.complex64))        # NumPy's names, on arrays of NumPy, CuPy, PyTorch and others
    p = tcfft.plan((64, 1024), axes=-1)                   # a plan for many executions
    y = p(np.ones((64, 1024), np.complex64))

``tcfft.torch`` has the functions that autograd and torch.compile know; it is imported by ``import tcfft.torch``.
"""

from . import cache, fft, sparse, wisdom
from ._devices import Device, devices, next_fast_len
from ._library import Error
from ._library import version_text as _version_text
from ._plan import Plan, plan

version: str = _version_text()
__version__ = version

__all__ = ["Device", "Error", "Plan", "cache", "devices", "fft", "next_fast_len", "plan", "sparse", "version", "wisdom"]
