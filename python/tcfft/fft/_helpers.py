# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Frequencies and shifts: no transforms, but names that the array API's extension has."""

from __future__ import annotations

import importlib
from typing import Any, Sequence

from .._norm import axis_of


def _module(xp: Any, device: Any) -> Any:
    if xp is not None:
        return importlib.import_module(xp) if isinstance(xp, str) else xp
    return importlib.import_module("numpy" if device is None or str(device) in ("cpu", "host") else "torch")


def _arange(xp: Any, n: int, dtype: Any, device: Any) -> Any:
    dtype = xp.float32 if dtype is None else dtype
    if xp.__name__.partition(".")[0] == "cupy":
        with xp.cuda.Device(device):
            return xp.arange(n, dtype=dtype)
    return xp.arange(n, dtype=dtype) if device is None else xp.arange(n, dtype=dtype, device=device)


def _converted(xp: Any, x: Any, dtype: Any) -> Any:
    if hasattr(x, "astype"):
        return x.astype(dtype)
    return x.to(dtype) if hasattr(x, "to") else xp.astype(x, dtype)


def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None, xp: Any = None) -> Any:
    """The frequencies of the elements of :func:`fft`, in cycles per unit of ``d``: 0, 1, .., -2, -1 over ``n d``.

    Args:
        n: length of the transform, at least 1
        d: distance of two samples
        dtype: of the result, None: float32 of the library
        device: None: the library's default
        xp: the array library, as a module or its name; None: NumPy, or PyTorch where ``device`` names a device of its own
    """
    if n < 1:
        raise ValueError(f"n = {n} is below 1")
    module = _module(xp, device)
    dtype = module.float32 if dtype is None else dtype
    k = _arange(module, n, module.int64, device)  # exact, as float32 is not beyond 2^24
    k[(n + 1) // 2 :] -= n
    return _converted(module, k, dtype) / (n * d)


def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None, xp: Any = None) -> Any:
    """The frequencies of the ``n // 2 + 1`` elements of :func:`rfft`; arguments are those of :func:`fftfreq`."""
    if n < 1:
        raise ValueError(f"n = {n} is below 1")
    module = _module(xp, device)
    return _arange(module, n // 2 + 1, dtype, device) / (n * d)


def _rolled(x: Any, axes: int | Sequence[int] | None, sign: int) -> Any:
    """The axes' elements moved by half their length, in a new array."""
    rank = len(x.shape)
    chosen = (
        tuple(range(rank))
        if axes is None
        else tuple(axis_of(a, rank) for a in (axes if isinstance(axes, (tuple, list)) else (axes,)))
    )
    shifts = tuple(x.shape[a] // 2 if sign > 0 else -(x.shape[a] // 2) for a in chosen)
    if type(x).__module__.partition(".")[0] == "torch":
        return x.roll(shifts, chosen) if chosen else x.clone()
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__().roll(x, shifts, axis=chosen)
    module = importlib.import_module("cupy" if type(x).__module__.partition(".")[0] == "cupy" else "numpy")
    return module.roll(x, shifts, axis=chosen)


def fftshift(x: Any, axes: int | Sequence[int] | None = None) -> Any:
    """Moves the zero frequency to the middle of the axes (None: all), for an array of any type of numbers."""
    return _rolled(x, axes, 1)


def ifftshift(x: Any, axes: int | Sequence[int] | None = None) -> Any:
    """The inverse of :func:`fftshift`."""
    return _rolled(x, axes, -1)
