# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Refuses a PyTorch that is too old for custom operators as this package writes them.

2.5 is the first with ``register_vmap``; 2.4 reads no annotations that are strings. Older ones have no ``custom_op``.
"""

from __future__ import annotations

import re

import torch

_LEAST = (2, 5)
_numbers = re.match(r"(\d+)\.(\d+)", str(torch.__version__))
if _numbers and tuple(map(int, _numbers.groups())) < _LEAST:
    raise ImportError(
        f"tcfft.torch needs PyTorch {_LEAST[0]}.{_LEAST[1]} or newer, this is {torch.__version__}: tcfft.fft and tcfft.plan take "
        "tensors of older ones"
    )
