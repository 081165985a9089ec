# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""NumPy's words for scales, its rules for axes and lengths, and numbers that callers give."""

from __future__ import annotations

import math
import operator
from typing import Any, Sequence

NORMS = (None, "backward", "ortho", "forward")


class AxisError(ValueError, IndexError):
    """An axis that the array does not have, as NumPy's error of this name."""


def scales(kind: str, lengths: Sequence[int], norm: str | None) -> tuple[float, float]:
    """Factors of the transform that ``norm`` calls forward, and of its inverse."""
    if norm not in NORMS:
        raise ValueError(f"norm = {norm!r} is none of 'backward', 'ortho', 'forward'")
    if kind.startswith("dct"):
        points = math.prod(max(2 * (n - 1), 1) if kind == "dct1" else 2 * n for n in lengths)  # the library refuses n = 1
    else:
        points = math.prod(lengths)
    if norm == "ortho":
        return (1 / math.sqrt(points), 1 / math.sqrt(points))
    return (1 / points, 1.0) if norm == "forward" else (1.0, 1 / points)


def whole(value: Any, what: str) -> int:
    """A whole number that the library's 64 bits hold."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} = {value!r} is no whole number") from None
    if not -(1 << 63) <= number < 1 << 63:
        raise ValueError(f"{what} = {number} is beyond 64 bits")
    return number


def listed(value: Any) -> Any:
    """What stands for several numbers, as a tuple; one number, or None, as it is."""
    if value is None or isinstance(value, tuple) or getattr(value, "ndim", 1) == 0:
        return value
    return tuple(value) if hasattr(value, "__iter__") else value


def threads_of(threads: Any) -> int:
    """What ``tcfft_desc`` has for it: 0 is the library's own choice."""
    number = 0 if threads is None else whole(threads, "threads")
    if not 0 <= number < 1 << 31:
        raise ValueError(f"threads = {number} is not from 0 (as None: as many as are of use) to 2^31 - 1")
    return number


def axis_of(axis: Any, rank: int) -> int:
    number = whole(axis, "axis")
    if not -rank <= number < rank:
        raise AxisError(f"axis {number} is out of bounds for array of dimension {rank}")
    return number % rank


def axes_of(axes: Any, s: Any, rank: int) -> tuple[int, ...]:
    """The axes of a transform of several axes: those named, else the last ones that ``s`` has lengths for, else all."""
    if axes is None:
        count = rank if s is None else len(s)
        if count > rank:
            raise ValueError(f"s has {count} lengths, the array {rank} axes")
        return tuple(range(rank - count, rank))
    named = listed(axes)
    chosen = tuple(axis_of(a, rank) for a in (named if isinstance(named, tuple) else (named,)))
    if s is not None and len(s) != len(chosen):
        raise ValueError(f"s has {len(s)} lengths, axes has {len(chosen)} axes")
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"axes = {named} names an axis twice")
    return chosen


def lengths_of(s: Any, axes: Sequence[int], shape: Sequence[int], halved: bool, many: bool) -> tuple[int, ...]:
    """Logical lengths along the axes. ``halved``: the last axis of the array has n / 2 + 1 elements of a length n.

    In functions of several axes -1 is the number of elements that the array has along the axis, of a halved one too.
    """
    lengths = [shape[a] for a in axes]
    if halved:
        lengths[-1] = 2 * (lengths[-1] - 1)
    for i, n in enumerate(s or ()):
        if n is not None:
            lengths[i] = shape[axes[i]] if many and whole(n, "n") == -1 else whole(n, "n")
    for n in lengths:
        if n < 1:
            raise ValueError(f"invalid number of data points ({n}) specified")
    return tuple(lengths)
