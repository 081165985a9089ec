# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""Frequencies and shifts: no transforms, but names that the array API's extension has."""

from __future__ import annotations

import importlib
from typing import Any, Sequence

from .._devices import Device, resolve
from .._norm import axis_of, listed, whole


def _place(xp: Any, device: Any) -> tuple[Any, Any]:
    """The array library, and what it calls the device."""
    is_host = str(device).partition(":")[0] in ("cpu", "host")
    if xp is None:
        xp = "numpy" if device is None or is_host else "torch"
    module = importlib.import_module(xp) if isinstance(xp, str) else xp
    name = module.__name__.partition(".")[0]
    if name == "numpy" and is_host:
        return module, None  # older versions have one device and no name for it
    if name == "torch" and device is not None:
        return module, "cpu" if is_host else str(device) if isinstance(device, Device) else device
    if name == "cupy" and is_host:
        raise ValueError(f"device = {device}: arrays of CuPy are on GPUs")
    if name == "cupy" and device is not None:
        return module, resolve(device)[1] if isinstance(device, (str, Device)) else device
    return module, device


def _counted(xp: Any, n: int, device: Any) -> Any:
    """0 .. n - 1, exact, as no type of real numbers of 32 bits is beyond 2^24."""
    if xp.__name__.partition(".")[0] == "cupy":
        with xp.cuda.Device(device):
            return xp.arange(n, dtype=xp.int64)
    return xp.arange(n, dtype=xp.int64) if device is None else xp.arange(n, dtype=xp.int64, device=device)


def _default_dtype(xp: Any) -> Any:
    """The type of the library's new arrays of real numbers: float64 of NumPy and CuPy, of PyTorch what it is set to."""
    return xp.get_default_dtype() if hasattr(xp, "get_default_dtype") else xp.empty(0).dtype


def _converted(xp: Any, x: Any, dtype: Any) -> Any:
    if hasattr(x, "astype"):
        return x.astype(dtype)
    return x.to(dtype) if hasattr(x, "to") else xp.astype(x, dtype)


def _divided(xp: Any, k: Any, by: float, dtype: Any) -> Any:
    """Divided in FP64 and rounded once: a type of few bits holds frequencies where it does not hold the counts."""
    wanted = _default_dtype(xp) if dtype is None else dtype
    return _converted(xp, _converted(xp, k, xp.float64) / by, wanted)


def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None, xp: Any = None) -> Any:
    """The frequencies of the elements of :func:`fft`, in cycles per unit of ``d``: 0, 1, .., -2, -1 over ``n d``.

    Args:
        n: length of the transform, at least 1
        d: distance of two samples
        dtype: of the result; None: that of the library's new arrays, which is float64 for NumPy and CuPy, and for PyTorch
            ``torch.get_default_dtype()``
        device: of the result, a name or an object of the library's or of :func:`tcfft.devices`; None: the library's default
        xp: the array library, as a module or its name; None: NumPy, or PyTorch where ``device`` names a device of its own

    Returns:
        a new array of ``n`` elements

    Raises:
        TypeError: ``n`` is no whole number
        ValueError: ``n`` is below 1
    """
    n = whole(n, "n")
    if n < 1:
        raise ValueError(f"n = {n} is below 1")
    module, place = _place(xp, device)
    k = _counted(module, n, place)
    k[(n + 1) // 2 :] -= n
    return _divided(module, k, n * float(d), dtype)


def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None, xp: Any = None) -> Any:
    """The frequencies of the ``n // 2 + 1`` elements of :func:`rfft`; arguments and errors are those of :func:`fftfreq`."""
    n = whole(n, "n")
    if n < 1:
        raise ValueError(f"n = {n} is below 1")
    module, place = _place(xp, device)
    return _divided(module, _counted(module, n // 2 + 1, place), n * float(d), dtype)


def _rolled(x: Any, axes: int | Sequence[int] | None, sign: int) -> Any:
    """The axes' elements moved by half their length, in a new array."""
    if not hasattr(x, "shape"):
        x = importlib.import_module("numpy").asarray(x)
    rank, named = len(x.shape), listed(axes)
    chosen = (
        tuple(range(rank))
        if named is None
        else tuple(axis_of(a, rank) for a in (named if isinstance(named, tuple) else (named,)))
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
